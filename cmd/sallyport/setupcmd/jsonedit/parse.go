package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// maxDepth bounds nesting: the parser is recursive.
const maxDepth = 500

// node is the place of a value. members is nil for what is no object.
type node struct {
	start, end int
	members    []member
}

type member struct {
	keyStart int
	key      string
	value    node
	comma    int // after the comma that follows the member; 0: there is none
}

// member finds a member by its key. A key that is there twice means two things to two readers.
func (n *node) member(key string) (found *member, err error) {
	for i := range n.members {
		if m := &n.members[i]; m.key == key {
			if found != nil {
				return nil, fmt.Errorf("the key %q is there twice", key)
			}
			found = m
		}
	}
	return found, nil
}

// parse finds the places of a text's values. A blank text has none: nil.
func parse(text []byte) (*node, error) {
	p := &parser{text: text}
	return p.document()
}

type parser struct {
	text   []byte
	at     int
	strict *bytes.Buffer // gets what is read without comments and spare commas; nil: nobody wants it
}

func (p *parser) document() (*node, error) {
	if bytes.HasPrefix(p.text, []byte("\ufeff")) {
		p.at = len("\ufeff")
	}
	if err := p.blanks(); err != nil {
		return nil, err
	}
	if p.at == len(p.text) {
		return nil, nil
	}
	n, err := p.value(0)
	if err == nil {
		err = p.blanks()
	}
	if err == nil && p.at < len(p.text) {
		err = p.wrong("there is more after its end")
	}
	if err != nil {
		return nil, err
	}
	return &n, nil
}

func (p *parser) wrong(what string) error {
	before := p.text[:min(p.at, len(p.text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	return fmt.Errorf("line %d, column %d: %s", line, len(before)-bytes.LastIndexByte(before, '\n'), what)
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// blanks skips blanks and comments.
func (p *parser) blanks() error {
	for p.at < len(p.text) {
		switch rest := p.text[p.at:]; {
		case bytes.IndexByte([]byte(" \t\r\n"), rest[0]) >= 0:
			p.at++
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			p.at += end
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return p.wrong("a comment does not end")
			}
			p.at += end + 4
		default:
			return nil
		}
	}
	return nil
}

// copyPart hands on a part of the text as strict JSON.
func (p *parser) copyPart(text []byte) {
	if p.strict != nil {
		p.strict.Write(text)
	}
}

func (p *parser) value(depth int) (node, error) {
	if depth > maxDepth {
		return node{}, p.wrong("it is nested too deeply")
	}
	n := node{start: p.at}
	var err error
	switch p.peek() {
	case '{':
		n.members, err = p.object(depth)
	case '[':
		err = p.array(depth)
	case '"':
		_, err = p.string()
	default:
		err = p.word()
	}
	n.end = p.at
	return n, err
}

func (p *parser) object(depth int) ([]member, error) {
	members := []member{}
	err := p.list('}', func() (done func(comma int), err error) {
		m := member{keyStart: p.at}
		if p.peek() != '"' {
			return nil, p.wrong("a key in quotation marks is missing")
		}
		if m.key, err = p.string(); err != nil {
			return nil, err
		}
		if err := p.blanks(); err != nil {
			return nil, err
		}
		if p.peek() != ':' {
			return nil, p.wrong("a colon is missing")
		}
		p.copyPart([]byte(":"))
		p.at++
		if err := p.blanks(); err != nil {
			return nil, err
		}
		m.value, err = p.value(depth + 1)
		return func(comma int) { m.comma = comma; members = append(members, m) }, err
	})
	return members, err
}

func (p *parser) array(depth int) error {
	return p.list(']', func() (func(int), error) {
		_, err := p.value(depth + 1)
		return func(int) {}, err
	})
}

// list reads what stands between brackets, and the commas between. Each element is told where the
// comma behind it ends.
func (p *parser) list(closing byte, element func() (done func(comma int), err error)) error {
	p.copyPart(p.text[p.at : p.at+1])
	p.at++
	for first := true; ; first = false {
		if err := p.blanks(); err != nil {
			return err
		}
		if p.peek() == closing {
			p.copyPart([]byte{closing})
			p.at++
			return nil
		}
		if !first {
			p.copyPart([]byte(","))
		}
		done, err := element()
		if err == nil {
			err = p.blanks()
		}
		if err != nil {
			return err
		}
		switch p.peek() {
		case ',':
			p.at++
			done(p.at)
		case closing:
			done(0)
		default:
			return p.wrong(fmt.Sprintf("a comma or %c is missing", closing))
		}
	}
}

// string reads a string, and returns what it means.
func (p *parser) string() (s string, err error) {
	end := p.at + 1
	for end < len(p.text) && p.text[end] != '"' {
		if p.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(p.text) {
		return "", p.wrong("a string does not end")
	}
	text := p.text[p.at : end+1]
	if err := json.Unmarshal(text, &s); err != nil {
		return "", p.wrong("a string is not one of JSON's")
	}
	p.copyPart(text)
	p.at = end + 1
	return s, nil
}

// word reads a number, true, false or null.
func (p *parser) word() error {
	end := p.at
	for end < len(p.text) && bytes.IndexByte([]byte(" \t\r\n,:]}/"), p.text[end]) < 0 {
		end++
	}
	if text := p.text[p.at:end]; !json.Valid(text) {
		return p.wrong("a value is missing, or is not one of JSON's")
	} else {
		p.copyPart(text)
	}
	p.at = end
	return nil
}
