package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Undo says how a change is taken back.
type Undo struct {
	Old string `json:"old"` // what New stands in the place of
	New string `json:"new"`
	// Made is how many of the objects around the member were made for it.
	Made int `json:"made"`
}

// Set adds a member at a path where there is none. value is compact JSON; it is laid out as the
// file is. The objects on the way are made where they are missing.
func Set(text []byte, path []string, value []byte) ([]byte, Undo, error) {
	root, err := parse(text)
	if err != nil {
		return nil, Undo{}, err
	}
	if root == nil {
		return setInNothing(text, path, value)
	}
	at, deepest, err := root.follow(path)
	if err != nil {
		return nil, Undo{}, err
	}
	if at != nil {
		return nil, Undo{}, errors.New(where(path) + " is there already")
	}
	depth := len(deepest) - 1
	object := deepest[depth]
	if object.members == nil {
		return nil, Undo{}, errors.New(where(path[:depth]) + " is not an object")
	}
	l := layoutOf(text, root)
	from, to, added := l.insertion(text, deepest, path[depth:], value)
	undo := Undo{Old: string(text[from:to]), New: added, Made: len(path) - depth - 1}
	changed := slices.Concat(text[:from], []byte(added), text[to:])
	if got, err := Get(changed, path); err != nil || !Same(got, value) {
		return nil, Undo{}, errors.New("it could not be added safely") // the file is nothing we know
	}
	return changed, undo, nil
}

// setInNothing makes the whole of a file that is missing or blank.
func setInNothing(text []byte, path []string, value []byte) ([]byte, Undo, error) {
	l := layout{unit: "  ", newline: "\n", lines: true}
	whole := l.object("", path, value) + "\n"
	mark := ""
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		mark = "\ufeff"
	}
	whole = mark + whole
	return []byte(whole), Undo{Old: string(text), New: whole, Made: len(path)}, nil
}

// layout is how a file is written.
type layout struct {
	unit, newline string
	lines         bool // each member has a line of its own
}

func layoutOf(text []byte, root *node) layout {
	l := layout{unit: "  ", newline: "\n", lines: true}
	if bytes.Contains(text, []byte("\r\n")) {
		l.newline = "\r\n"
	}
	if len(root.members) > 0 {
		indent, own := indentOf(text, root.members[0].keyStart)
		if own && indent != "" {
			l.unit = indent
		}
		l.lines = own
	}
	return l
}

// indentOf returns the blanks before a place, and whether nothing else stands before it in its line.
func indentOf(text []byte, at int) (indent string, own bool) {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	indent = string(text[start:at])
	return indent, start > 0 && strings.Trim(indent, " \t") == ""
}

// insertion is what is put in the place of text[from:to]: a member of the deepest object, behind
// its others and what is noted about them.
func (l layout) insertion(text []byte, deepest []*node, path []string, value []byte) (from, to int, added string) {
	object := deepest[len(deepest)-1]
	inner := bytes.TrimRight(text[object.start+1:object.end-1], " \t\r\n")
	to = object.start + 1 + len(inner)
	outer := strings.Repeat(l.unit, len(deepest)-1) // of the closing bracket
	indent := outer + l.unit
	if n := len(object.members); n > 0 {
		last := object.members[n-1]
		if own, alone := indentOf(text, last.keyStart); alone {
			indent = own
		} else {
			l.lines = false
		}
		if from = last.value.end; last.comma > 0 {
			return to, to, l.space(indent) + l.member(indent, path, value) + ","
		}
		return from, to, "," + string(text[from:to]) + l.space(indent) + l.member(indent, path, value)
	}
	if !l.lines && len(inner) == 0 {
		return object.start, object.end, "{" + l.member(indent, path, value) + "}"
	}
	added = l.newline + indent + l.member(indent, path, value)
	if len(inner) == 0 {
		return object.start, object.end, "{" + added + l.newline + outer + "}"
	}
	return to, to, added // behind comments
}

// space is what stands before a member.
func (l layout) space(indent string) string {
	if l.lines {
		return l.newline + indent
	}
	return " "
}

// member writes the first key of a path and what belongs to it.
func (l layout) member(indent string, path []string, value []byte) string {
	key, _ := json.Marshal(path[0]) // strings always encode
	if len(path) > 1 {
		return string(key) + ": " + l.object(indent, path[1:], value)
	}
	return string(key) + ": " + l.value(indent, value)
}

// object writes an object that has the rest of a path alone.
func (l layout) object(indent string, path []string, value []byte) string {
	if !l.lines {
		return "{" + l.member(indent, path, value) + "}"
	}
	inner := indent + l.unit
	return "{" + l.newline + inner + l.member(inner, path, value) + l.newline + indent + "}"
}

func (l layout) value(indent string, value []byte) string {
	var out bytes.Buffer
	if !l.lines || json.Indent(&out, value, indent, l.unit) != nil {
		return string(value)
	}
	return strings.ReplaceAll(out.String(), "\n", l.newline)
}

// Unset takes a member back that Set has added. What remains of a file that was made for it may be
// an empty object.
func Unset(text []byte, path []string, undo Undo) ([]byte, error) {
	if at := bytes.Index(text, []byte(undo.New)); undo.New != "" && at >= 0 && bytes.Count(text, []byte(undo.New)) == 1 {
		back := slices.Concat(text[:at], []byte(undo.Old), text[at+len(undo.New):])
		if root, err := parse(back); err == nil && (root == nil || isAbsent(root, path)) {
			return back, nil
		}
	}
	return cut(text, path, undo.Made)
}

func isAbsent(root *node, path []string) bool {
	at, _, err := root.follow(path)
	return err == nil && at == nil
}

// cut takes a member out of a text that somebody has changed around it, and as many of the objects
// around it as were made for it and are empty.
func cut(text []byte, path []string, made int) ([]byte, error) {
	root, err := parse(text)
	if err != nil || root == nil {
		return text, err
	}
	at, way, err := root.follow(path)
	if err != nil || at == nil {
		return text, err
	}
	last := len(path) - 1
	for ; last > 0 && made > 0 && len(way[last].members) == 1; made-- {
		last--
	}
	object := way[last]
	i := slices.IndexFunc(object.members, func(m member) bool { return m.key == path[last] })
	m := object.members[i]
	from, to := m.keyStart, m.value.end
	switch {
	case m.comma > 0: // its own comma goes, and the blanks before the next
		to = m.comma
		if i == len(object.members)-1 {
			from = blanksBefore(text, from)
		} else {
			for to < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[to]) >= 0 {
				to++
			}
		}
	case i > 0: // the comma before it goes, and what is noted between stays
		before := object.members[i-1]
		rest := blanksBefore(text, from)
		return slices.Concat(text[:before.comma-1], text[before.comma:max(rest, before.comma)], text[to:]), nil
	default:
		from = blanksBefore(text, from)
		if rest := bytes.TrimLeft(text[to:object.end-1], " \t\r\n"); len(rest) == 0 {
			to = object.end - 1
		}
	}
	return slices.Concat(text[:from], text[to:]), nil
}

func blanksBefore(text []byte, at int) int {
	return len(bytes.TrimRight(text[:at], " \t\r\n"))
}
