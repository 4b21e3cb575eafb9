package jsonstream

import (
	"bytes"
	"errors"
	"io"
)

// Extractor goes through a text once. It hands on the rows one by one, and keeps the few
// values that are watched besides, such as the token of the next page.
type Extractor struct {
	Rows    []Step                   // where the rows are
	Emit    func(value []byte) error // nil: rows are of no interest. The value is valid during the call
	Watched []Watched
	Longest int  // bytes of one row
	Several bool // the text has many values, one behind the other
	Items   bool // rows are those of the root's list "items", if it has one

	row []byte // reused
}

// Watched is a value besides the rows.
type Watched struct {
	Steps []Step
	Value []byte // as it is written; nil: not met
}

// longestWatched bounds a value besides the rows: a token, not a document.
const longestWatched = 64 << 10

// at is how far one is on a way.
type at struct {
	row   int   // steps of the way to the rows; -1: off the way
	watch []int // for each watched value likewise
}

// Read goes through a text.
func (x *Extractor) Read(s *Scanner) error {
	if err := passMark(s); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.Rest()
		if err != nil {
			return err
		}
		if !more && (!first || x.Several) {
			return nil
		}
		if !first && !x.Several {
			return s.bad("there is something behind the end")
		}
		start := at{watch: make([]int, len(x.Watched))}
		if x.Emit == nil {
			start.row = -1
		}
		if err := x.value(s, start); err != nil {
			return err
		}
	}
}

// passMark passes a byte order mark.
func passMark(s *Scanner) error {
	if !s.fill() {
		if s.err != io.EOF {
			return s.err
		}
		return nil
	}
	if s.end-s.pos >= 3 && bytes.Equal(s.buf[s.pos:s.pos+3], []byte("\xef\xbb\xbf")) {
		s.pos += 3
	}
	return nil
}

// value reads the value at a place.
func (x *Extractor) value(s *Scanner, p at) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if p.row == len(x.Rows) {
		return x.found(s, c, p)
	}
	for i, n := range p.watch {
		if n == len(x.Watched[i].Steps) {
			return x.keepValue(s, i)
		}
	}
	if !p.on() {
		return s.skip()
	}
	switch c {
	case '{':
		return x.object(s, p)
	case '[':
		return x.list(s, p)
	}
	return s.skip()
}

// on reports whether something that is looked for may be below.
func (p at) on() bool {
	if p.row >= 0 {
		return true
	}
	for _, n := range p.watch {
		if n >= 0 {
			return true
		}
	}
	return false
}

// keepValue keeps a value that is watched. A container is no token.
func (x *Extractor) keepValue(s *Scanner, i int) error {
	value, err := s.value(nil, longestWatched)
	if errors.Is(err, ErrTooLong) {
		return &SyntaxError{s.passed + int64(s.pos), "the value that leads to the next page is too long"}
	}
	if err == nil {
		for j := range x.Watched { // several may be at one place
			if j == i || sameSteps(x.Watched[i].Steps, x.Watched[j].Steps) {
				x.Watched[j].Value = value
			}
		}
	}
	return err
}

func sameSteps(a, b []Step) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// found is at the rows: a list of them, or one.
func (x *Extractor) found(s *Scanner, c byte, p at) error {
	if c == '{' && x.Items {
		return x.rootObject(s, p)
	}
	if c != '[' {
		if c == 'n' && len(x.Rows) > 0 {
			return s.skip()
		}
		return x.one(s, p)
	}
	i := 0
	return s.items(']', func() error {
		row := at{row: len(x.Rows), watch: none(len(p.watch))}
		for j, n := range p.watch { // what is looked for in a row is said by its number, or of all rows
			if steps := x.Watched[j].Steps; n >= 0 && n < len(steps) && (steps[n].All || steps[n].At == i) {
				row.watch[j] = n + 1
			}
		}
		i++
		return x.one(s, row)
	})
}

// one hands on a row, and looks in it for what is watched.
func (x *Extractor) one(s *Scanner, p at) error {
	var err error
	if x.row, err = s.value(x.row, x.Longest); err != nil {
		return err
	}
	inside := at{row: -1, watch: p.watch}
	if inside.on() {
		if err := x.value(ScanBytes(x.row), inside); err != nil {
			return err
		}
	}
	return x.Emit(x.row)
}

// rootObject reads an object that is a row, or whose list "items" has the rows.
func (x *Extractor) rootObject(s *Scanner, p at) error {
	found := false
	whole := []byte{'{'}
	err := x.members(s, func(key []byte, next at) error {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c == '[' && string(key) == `"items"` {
			found, whole = true, nil
			return s.items(']', func() error { return x.one(s, at{row: 0, watch: none(len(x.Watched))}) })
		}
		if found {
			next.row = -1
			return x.value(s, next)
		}
		if len(whole) > 1 {
			whole = append(whole, ',')
		}
		whole = append(append(whole, key...), ':')
		from := len(whole)
		k := sink{whole, x.Longest, true}
		if err := s.walk(&k); err != nil {
			return err
		}
		whole = k.to
		if next.row = -1; next.on() {
			return x.value(ScanBytes(whole[from:]), next)
		}
		return nil
	}, p)
	if err != nil || found {
		return err
	}
	return x.Emit(append(whole, '}'))
}

func none(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// items reads what stands between a bracket and the end that closes it, with commas between. item
// reads one.
func (s *Scanner) items(end byte, item func() error) error {
	if s.depth++; s.depth > MaxDepth {
		return ErrTooDeep
	}
	s.pos++
	for first := true; ; first = false {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c == end && first {
			break
		}
		if err := item(); err != nil {
			return err
		}
		if c, err = s.peek(); err != nil {
			return err
		}
		if c == end {
			break
		}
		if err := s.take(','); err != nil {
			return err
		}
	}
	s.pos++
	s.depth--
	return nil
}

func (x *Extractor) list(s *Scanner, p at) error {
	i := 0
	return s.items(']', func() error {
		next := at{row: through(x.Rows, p.row, i), watch: make([]int, len(p.watch))}
		for j, n := range p.watch {
			next.watch[j] = through(x.Watched[j].Steps, n, i)
		}
		i++
		return x.value(s, next)
	})
}

// through is how far one is in the i-th element of a list. A name goes on in every
// element: some documents leave the [*] out.
func through(steps []Step, n, i int) int {
	switch {
	case n < 0 || n >= len(steps):
		return -1
	case steps[n].All || steps[n].At == i:
		return n + 1
	case steps[n].Name != "":
		return n
	}
	return -1
}

func (x *Extractor) object(s *Scanner, p at) error {
	return x.members(s, func(_ []byte, next at) error { return x.value(s, next) }, p)
}

// members reads an object. each gets a member's name, as it is written, and reads its
// value.
func (x *Extractor) members(s *Scanner, each func(key []byte, next at) error, p at) error {
	var key []byte
	return s.items('}', func() error {
		k := sink{key[:0], longestWatched, true}
		if err := s.textHere(&k); err != nil {
			return err
		}
		key = k.to
		if err := s.take(':'); err != nil {
			return err
		}
		name := AppendText(nil, key)
		next := at{row: into(x.Rows, p.row, name), watch: make([]int, len(p.watch))}
		for j, n := range p.watch {
			next.watch[j] = into(x.Watched[j].Steps, n, name)
		}
		return each(key, next)
	})
}

// into is how far one is in a property of an object.
func into(steps []Step, n int, name []byte) int {
	if n < 0 || n >= len(steps) || !steps[n].All && (steps[n].Name == "" || steps[n].Name != string(name)) {
		return -1
	}
	return n + 1
}
