package transform

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// path is a location path of XPath: /a/b, //b, *, ., text(), @attribute at its end, and
// after a name the tests [2], [last()], [name='value'] and [@name='value']. Prefixes of
// names do not count.
type path []pathStep

type pathStep struct {
	deep  bool   // //
	name  string // "*": any; ".": itself; "text()"
	attr  bool   // @name
	tests []pathTest
}

type pathTest struct {
	index       int // from 1; -1: the last
	name, value string
	attr        bool
}

var (
	pathName = regexp.MustCompile(`^(?:[\pL_][\pL\pN_.-]*:)?([\pL_][\pL\pN_.-]*|\*)`)
	equals   = regexp.MustCompile(`^(@?)(?:[\pL_][\pL\pN_.-]*:)?([\pL_][\pL\pN_.-]*)\s*=\s*(?:'([^']*)'|"([^"]*)")$`)
)

const maxSteps = 50

func parsePath(text string) (path, error) {
	var p path
	rest := strings.TrimSpace(text)
	if rest == "/" || rest == "" {
		return nil, errors.New("it names no element")
	}
	if rest[0] != '/' {
		rest = "/" + rest
	}
	for rest != "" {
		var s pathStep
		if s.deep = strings.HasPrefix(rest, "//"); s.deep {
			rest = rest[1:]
		}
		if rest[0] != '/' || len(p) >= maxSteps {
			return nil, fmt.Errorf("%q is not understood", rest)
		}
		var err error
		if rest, err = s.read(rest[1:]); err != nil {
			return nil, err
		}
		p = append(p, s)
		if (s.attr || s.name == "text()") && rest != "" {
			return nil, fmt.Errorf("%q is behind an attribute or a text", rest)
		}
	}
	return p, nil
}

// read reads a step and returns the rest.
func (s *pathStep) read(rest string) (string, error) {
	if after, found := strings.CutPrefix(rest, "text()"); found {
		s.name = "text()"
		return after, nil
	}
	if after, found := strings.CutPrefix(rest, "."); found {
		s.name = "."
		return after, nil
	}
	rest, s.attr = strings.CutPrefix(rest, "@")
	match := pathName.FindStringSubmatch(rest)
	if match == nil {
		return "", fmt.Errorf("%q is not understood", rest)
	}
	s.name, rest = match[1], rest[len(match[0]):]
	for strings.HasPrefix(rest, "[") {
		inside, after, closed := strings.Cut(rest[1:], "]")
		if !closed || len(s.tests) >= maxSteps {
			return "", fmt.Errorf("%q is not understood", rest)
		}
		var t pathTest
		n, err := strconv.Atoi(inside)
		switch match := equals.FindStringSubmatch(strings.TrimSpace(inside)); {
		case err == nil && n > 0:
			t.index = n
		case inside == "last()":
			t.index = -1
		case match != nil:
			t = pathTest{attr: match[1] == "@", name: match[2], value: match[3] + match[4]}
		default:
			return "", fmt.Errorf("the test %q is not understood", inside)
		}
		s.tests, rest = append(s.tests, t), after
	}
	return rest, nil
}

// find returns the elements of a document that a path leads to. Attributes and texts
// are elements without names.
func (p path) find(root *element, x *run) ([]*element, error) {
	at := []*element{{children: []*element{root}}}
	for _, s := range p {
		var next []*element
		seen := map[*element]bool{}
		for _, e := range at {
			from := []*element{e}
			if s.deep {
				from = e.below(nil)
			}
			if err := x.spend(16 * (len(from) + len(e.children))); err != nil {
				return nil, err
			}
			for _, f := range from {
				if err := x.spend(16 * len(f.children)); err != nil {
					return nil, err
				}
				for _, found := range s.from(f) {
					if !seen[found] {
						seen[found], next = true, append(next, found)
					}
				}
			}
		}
		at = next
	}
	return at, nil
}

// below is an element with all elements below it.
func (e *element) below(list []*element) []*element {
	list = append(list, e)
	for _, c := range e.children {
		if c.name != "" {
			list = c.below(list)
		}
	}
	return list
}

// from returns what a step finds in an element.
func (s pathStep) from(e *element) []*element {
	var list []*element
	switch {
	case s.name == ".":
		return []*element{e}
	case s.name == "text()":
		if text := e.own(); text != "" {
			list = append(list, &element{text: text})
		}
	case s.attr:
		for _, a := range e.attrs {
			if s.name == "*" || a.name == s.name {
				list = append(list, &element{text: a.value})
			}
		}
	default:
		for _, c := range e.children {
			if c.name != "" && (s.name == "*" || c.name == s.name) {
				list = append(list, c)
			}
		}
	}
	for _, t := range s.tests {
		list = t.filter(list)
	}
	return list
}

// filter keeps the elements that pass a test.
func (t pathTest) filter(list []*element) []*element {
	switch {
	case t.index > len(list), t.index < 0 && len(list) == 0:
		return nil
	case t.index > 0:
		return list[t.index-1 : t.index]
	case t.index < 0:
		return list[len(list)-1:]
	}
	var kept []*element
	for _, e := range list {
		for _, found := range (pathStep{name: t.name, attr: t.attr}).from(e) {
			var b strings.Builder
			if found.inner(&b); b.String() == t.value {
				kept = append(kept, e)
				break
			}
		}
	}
	return kept
}

// parsedXML is a text that a template asks again and again.
type parsedXML struct {
	text string
	root *element
}

func (x *run) xpath(text, where string) ([]*element, error) {
	p, err := parsePath(where)
	if err != nil {
		return nil, fmt.Errorf("the XPath %q: %w", where, err)
	}
	if x.last.root == nil || x.last.text != text {
		if err := x.spend(8 * len(text)); err != nil {
			return nil, err
		}
		root, err := parseXML([]byte(text))
		if err != nil {
			return nil, err
		}
		x.last = parsedXML{text, root}
	}
	return p.find(x.last.root, x)
}

func (x *run) xpathText(text, where string) (string, error) {
	found, err := x.xpath(text, where)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("nothing is at the XPath %q", where)
	}
	var b strings.Builder
	found[0].inner(&b)
	return b.String(), x.spend(b.Len())
}

func (x *run) xpathOuter(text, where string) ([]string, error) {
	found, err := x.xpath(text, where)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, e := range found {
		var b bytes.Buffer
		e.outer(&b)
		if err := x.spend(b.Len()); err != nil {
			return nil, err
		}
		list = append(list, b.String())
	}
	return list, nil
}
