package jsonvalue

import (
	"slices"
	"strings"
)

// Canonical returns a value as jsonb shows it, as Parse, SortKeys and Shown do. It writes while it
// reads, so a large value takes the memory of its texts and no tree.
func Canonical(text string) ([]byte, error) {
	w := jsonWriter{Reader: Reader{Text: text}, out: make([]byte, 0, len(text)+len(text)/8)}
	if err := w.write(0); err != nil {
		return nil, err
	}
	if w.Skip(); w.At < len(text) {
		return nil, errInvalid
	}
	return w.out, nil
}

// jsonWriter reads a value and writes it.
type jsonWriter struct {
	Reader
	out     []byte
	members []writtenMember // of the objects that are open
	spare   []byte
}

// writtenMember is a member of an object, with its place in what is written.
type writtenMember struct {
	key      string
	from, to int
}

func (w *jsonWriter) write(depth int) error {
	if err := w.begin(depth); err != nil {
		return err
	}
	w.Skip()
	start := w.At
	switch c := w.next(); {
	case c == '{':
		return w.writeObject(depth)
	case c == '[':
		return w.writeArray(depth)
	case c == '"':
		text, err := w.Quoted()
		w.out = AppendText(w.out, text)
		return err
	case c == '-' || c >= '0' && c <= '9':
		w.At--
		digits, err := w.Number()
		w.out = append(w.out, digits...)
		return err
	default:
		word := w.word(start)
		if word == "" {
			return errInvalid
		}
		w.out = append(w.out, word...)
		return nil
	}
}

func (w *jsonWriter) writeArray(depth int) error {
	w.out = append(w.out, '[')
	if c := w.next(); c == ']' {
		w.out = append(w.out, ']')
		return nil
	}
	w.At--
	for {
		if err := w.write(depth + 1); err != nil {
			return err
		}
		switch w.next() {
		case ']':
			w.out = append(w.out, ']')
			return nil
		case ',':
			w.out = append(w.out, ", "...)
		default:
			return errInvalid
		}
	}
}

func (w *jsonWriter) writeObject(depth int) error {
	w.out = append(w.out, '{')
	first, begin := len(w.members), len(w.out)
	c := w.next()
	for c != '}' || len(w.members) > first {
		if c != '"' {
			return errInvalid
		}
		key, err := w.Quoted()
		if err != nil {
			return err
		}
		if w.next() != ':' {
			return errInvalid
		}
		from := len(w.out)
		w.out = append(AppendText(w.out, key), ": "...)
		if err := w.write(depth + 1); err != nil {
			return err
		}
		w.members = append(w.members, writtenMember{key, from, len(w.out)})
		switch w.next() {
		case '}':
			w.sortMembers(first, begin)
			w.out = append(w.out, '}')
			return nil
		case ',':
			w.out = append(w.out, ", "...)
			c = w.next()
		default:
			return errInvalid
		}
	}
	w.out = append(w.out, '}')
	return nil
}

// sortMembers writes the members of the innermost object again, if they are not in jsonb's order, or a key stands twice.
func (w *jsonWriter) sortMembers(first, begin int) {
	members := w.members[first:]
	w.members = w.members[:first]
	sorted := true
	for i := range members[1:] {
		sorted = sorted && compareKeys(members[i].key, members[i+1].key) < 0
	}
	if sorted {
		return
	}
	slices.SortStableFunc(members, func(a, b writtenMember) int { return compareKeys(a.key, b.key) })
	w.spare = append(w.spare[:0], w.out[begin:]...)
	w.out = w.out[:begin]
	for i, m := range members {
		if i+1 < len(members) && members[i+1].key == m.key {
			continue
		}
		if len(w.out) > begin {
			w.out = append(w.out, ", "...)
		}
		w.out = append(w.out, w.spare[m.from-begin:m.to-begin]...)
	}
}

// compareKeys is jsonb's order of keys.
func compareKeys(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// Pretty writes a value over several lines.
func (v *Value) Pretty(b []byte, indent string) []byte {
	inner := indent + "    "
	switch v.Kind {
	case '{':
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, '\n'), inner...)
			b = append(AppendText(b, m.Key), ": "...)
			b = m.Value.Pretty(b, inner)
		}
		return append(append(append(b, '\n'), indent...), '}')
	case '[':
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, '\n'), inner...)
			b = item.Pretty(b, inner)
		}
		return append(append(append(b, '\n'), indent...), ']')
	}
	return v.writeScalar(b)
}
