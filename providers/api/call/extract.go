package call

import (
	"bytes"
	"errors"
	"io"
)

// An extractor goes through an answer once. It hands on the rows one by one, and keeps
// the few values that were asked for besides, such as the token of the next page.
type extractor struct {
	rows    []step                   // where the rows are
	emit    func(value []byte) error // nil: rows are of no interest. The value is valid during the call
	watched []watched
	longest int  // bytes of one row
	several bool // the text has many values, one behind the other
	items   bool // rows are those of the root's list "items", if it has one

	row []byte // reused
}

// watched is a value besides the rows.
type watched struct {
	steps []step
	value []byte // as it is written; nil: not met
}

// longestWatched bounds a value besides the rows: a token, not a document.
const longestWatched = 64 << 10

// at is how far one is on a way.
type at struct {
	row   int   // steps of the way to the rows; -1: off the way
	watch []int // for each watched value likewise
}

// read goes through a text.
func (x *extractor) read(s *scanner) error {
	if err := passMark(s); err != nil {
		return err
	}
	for first := true; ; first = false {
		more, err := s.rest()
		if err != nil {
			return err
		}
		if !more && (!first || x.several) {
			return nil
		}
		if !first && !x.several {
			return s.bad("there is something behind the end")
		}
		start := at{watch: make([]int, len(x.watched))}
		if x.emit == nil {
			start.row = -1
		}
		if err := x.value(s, start); err != nil {
			return err
		}
	}
}

// passMark passes a byte order mark.
func passMark(s *scanner) error {
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
func (x *extractor) value(s *scanner, p at) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if p.row == len(x.rows) {
		return x.found(s, c, p)
	}
	for i, n := range p.watch {
		if n == len(x.watched[i].steps) {
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
func (x *extractor) keepValue(s *scanner, i int) error {
	value, err := s.value(nil, longestWatched)
	if errors.Is(err, errTooLong) {
		return &badJSON{s.passed + int64(s.pos), "the value that leads to the next page is too long"}
	}
	if err == nil {
		for j := range x.watched { // several may be at one place
			if j == i || sameSteps(x.watched[i].steps, x.watched[j].steps) {
				x.watched[j].value = value
			}
		}
	}
	return err
}

func sameSteps(a, b []step) bool {
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
func (x *extractor) found(s *scanner, c byte, p at) error {
	if c == '{' && x.items {
		return x.rootObject(s, p)
	}
	if c != '[' {
		if c == 'n' && len(x.rows) > 0 {
			return s.skip()
		}
		return x.one(s, p)
	}
	i := 0
	return s.items(']', func() error {
		row := at{row: len(x.rows), watch: none(len(p.watch))}
		for j, n := range p.watch { // what is looked for in a row is said by its number, or of all rows
			if steps := x.watched[j].steps; n >= 0 && n < len(steps) && (steps[n].all || steps[n].at == i) {
				row.watch[j] = n + 1
			}
		}
		i++
		return x.one(s, row)
	})
}

// one hands on a row, and looks in it for what is watched.
func (x *extractor) one(s *scanner, p at) error {
	var err error
	if x.row, err = s.value(x.row, x.longest); err != nil {
		return err
	}
	inside := at{row: -1, watch: p.watch}
	if inside.on() {
		if err := x.value(scanBytes(x.row), inside); err != nil {
			return err
		}
	}
	return x.emit(x.row)
}

// rootObject reads an object that is a row, or whose list "items" has the rows.
func (x *extractor) rootObject(s *scanner, p at) error {
	found := false
	whole := []byte{'{'}
	err := x.members(s, func(key []byte, next at) error {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c == '[' && string(key) == `"items"` {
			found, whole = true, nil
			return s.items(']', func() error { return x.one(s, at{row: 0, watch: none(len(x.watched))}) })
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
		k := sink{whole, x.longest, true}
		if err := s.walk(&k); err != nil {
			return err
		}
		whole = k.to
		if next.row = -1; next.on() {
			return x.value(scanBytes(whole[from:]), next)
		}
		return nil
	}, p)
	if err != nil || found {
		return err
	}
	return x.emit(append(whole, '}'))
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
func (s *scanner) items(end byte, item func() error) error {
	if s.depth++; s.depth > deepestJSON {
		return errTooDeep
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

func (x *extractor) list(s *scanner, p at) error {
	i := 0
	return s.items(']', func() error {
		next := at{row: through(x.rows, p.row, i), watch: make([]int, len(p.watch))}
		for j, n := range p.watch {
			next.watch[j] = through(x.watched[j].steps, n, i)
		}
		i++
		return x.value(s, next)
	})
}

// through is how far one is in the i-th element of a list. A name goes on in every
// element: some documents leave the [*] out.
func through(steps []step, n, i int) int {
	switch {
	case n < 0 || n >= len(steps):
		return -1
	case steps[n].all || steps[n].at == i:
		return n + 1
	case steps[n].name != "":
		return n
	}
	return -1
}

func (x *extractor) object(s *scanner, p at) error {
	return x.members(s, func(_ []byte, next at) error { return x.value(s, next) }, p)
}

// members reads an object. each gets a member's name, as it is written, and reads its
// value.
func (x *extractor) members(s *scanner, each func(key []byte, next at) error, p at) error {
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
		name := appendText(nil, key)
		next := at{row: into(x.rows, p.row, name), watch: make([]int, len(p.watch))}
		for j, n := range p.watch {
			next.watch[j] = into(x.watched[j].steps, n, name)
		}
		return each(key, next)
	})
}

// into is how far one is in a property of an object.
func into(steps []step, n int, name []byte) int {
	if n < 0 || n >= len(steps) || !steps[n].all && (steps[n].name == "" || steps[n].name != string(name)) {
		return -1
	}
	return n + 1
}
