// Package jsonedit changes one member of a JSON file that belongs to somebody else: what it does
// not change keeps every byte, comments, order of keys, indentation and line ends among them.
//
// It reads JSON with what editors allow beside it: comments of both kinds, a comma after the last
// member, a byte order mark. [Get] finds a member by its path of keys, [Set] adds one and says how
// it is taken back, and [Unset] takes it back: byte for byte where the place is as Set left it, and
// else the member alone, with the objects around it that Set had made and that are empty now.
//
//	parse.go   text → the places of objects and their members
//	edit.go    Set and Unset
package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Get returns the value at a path, as it is written; nil where there is none.
func Get(text []byte, path []string) ([]byte, error) {
	root, err := parse(text)
	if err != nil || root == nil {
		return nil, err
	}
	at, _, err := root.follow(path)
	if err != nil || at == nil {
		return nil, err
	}
	return text[at.start:at.end], nil
}

// Same reports whether two values are the same but for blanks and comments.
func Same(a, b []byte) bool {
	x, err := plain(a)
	if err != nil {
		return false
	}
	y, err := plain(b)
	return err == nil && bytes.Equal(x, y)
}

// plain is a value as compact JSON without comments, with its keys in order.
func plain(text []byte) ([]byte, error) {
	p := &parser{text: text, strict: &bytes.Buffer{}}
	if _, err := p.document(); err != nil {
		return nil, err
	}
	var value any
	d := json.NewDecoder(p.strict)
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

// follow goes down a path. It returns the value there, or nil and how far it came: the deepest
// object that there is.
func (n *node) follow(path []string) (at *node, deepest []*node, err error) {
	deepest = []*node{n}
	for i, key := range path {
		if n.members == nil {
			return nil, nil, fmt.Errorf("%s is not an object", where(path[:i]))
		}
		m, err := n.member(key)
		if err != nil {
			return nil, nil, err
		}
		if m == nil {
			return nil, deepest, nil
		}
		n = &m.value
		deepest = append(deepest, n)
	}
	return n, deepest, nil
}

func where(path []string) string {
	if len(path) == 0 {
		return "the whole of it"
	}
	text, _ := json.Marshal(path) // strings always encode
	return string(text)
}
