// Package jsonstream reads JSON as it comes. It keeps nothing but the values that it was asked for, because
// answers of APIs are longer than what one wants to have in memory.
//
// A Scanner reads from a stream or from memory. An Extractor goes through a text once: it hands on the rows one
// by one, and keeps the few values that are watched besides, such as the token of the next page. Steps say where
// both are. What is accepted is what encoding/json accepts; a fuzz test of package call holds that.
package jsonstream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	// MaxDepth is how deep objects and lists may be nested.
	MaxDepth   = 512
	windowJSON = 32 << 10
)

// The errors that are not of the text's syntax: a text is nested beyond MaxDepth, a value is longer than its reader takes.
var (
	ErrTooDeep = fmt.Errorf("it is deeper than %d levels", MaxDepth)
	ErrTooLong = errors.New("a value is too long")
)

// SyntaxError is what is wrong with a text that should be JSON.
type SyntaxError struct {
	at   int64
	what string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s, at byte %d", e.what, e.at) }

// Scanner reads JSON from a stream.
type Scanner struct {
	in       io.Reader
	buf      []byte
	pos, end int
	passed   int64 // bytes before buf
	depth    int
	err      error // what the stream ended with
}

// NewScanner reads JSON from a stream.
func NewScanner(in io.Reader) *Scanner { return &Scanner{in: in, buf: make([]byte, windowJSON)} }

// ScanBytes reads JSON from memory.
func ScanBytes(text []byte) *Scanner { return &Scanner{buf: text, end: len(text), err: io.EOF} }

// fill reads more where all was looked at. It returns false if the stream has ended.
func (s *Scanner) fill() bool {
	for s.err == nil && s.pos == s.end {
		s.passed += int64(s.end)
		s.pos, s.end = 0, 0
		s.end, s.err = s.in.Read(s.buf)
	}
	return s.pos < s.end
}

// bad is an error at this place, or that of the stream.
func (s *Scanner) bad(what string) error {
	if s.pos == s.end && s.err != nil {
		if s.err != io.EOF {
			return s.err
		}
		what = "it ends in the middle"
	}
	return &SyntaxError{s.passed + int64(s.pos), what}
}

// peek returns the next byte that is no space.
func (s *Scanner) peek() (byte, error) {
	for s.fill() {
		switch c := s.buf[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return c, nil
		}
	}
	return 0, s.bad("")
}

// take reads the next byte that is no space, which must be c.
func (s *Scanner) take(c byte) error {
	got, err := s.peek()
	if err != nil {
		return err
	}
	if got != c {
		return s.bad(fmt.Sprintf("there is %q where %q should be", got, c))
	}
	s.pos++
	return nil
}

// Rest reports whether something comes that is no space.
func (s *Scanner) Rest() (bool, error) {
	if _, err := s.peek(); err != nil {
		if s.err == io.EOF {
			return false, nil
		}
		return false, err
	}
	return true, nil
}

// sink takes what is read: into a buffer up to a limit, or nowhere.
type sink struct {
	to    []byte
	limit int
	keep  bool
}

func (k *sink) add(part []byte) error {
	if !k.keep {
		return nil
	}
	if len(k.to)+len(part) > k.limit {
		return ErrTooLong
	}
	k.to = append(k.to, part...)
	return nil
}

// value appends the next value to dst, without its spaces. errTooLong: it has more
// than limit bytes.
func (s *Scanner) value(dst []byte, limit int) ([]byte, error) {
	k := sink{dst[:0:cap(dst)], limit, true}
	err := s.walk(&k)
	return k.to, err
}

// skip passes the next value.
func (s *Scanner) skip() error { return s.walk(&sink{}) }

func (s *Scanner) walk(k *sink) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	switch {
	case c == '"':
		return s.text(k)
	case c == '{' || c == '[':
		return s.container(c, k)
	case c == '-' || c >= '0' && c <= '9':
		return s.number(k)
	case c == 't':
		return s.word("true", k)
	case c == 'f':
		return s.word("false", k)
	case c == 'n':
		return s.word("null", k)
	}
	return s.bad(fmt.Sprintf("there is %q where a value should be", c))
}

func (s *Scanner) word(word string, k *sink) error {
	for i := range len(word) {
		if !s.fill() || s.buf[s.pos] != word[i] {
			return s.bad("there is a word that is not " + word)
		}
		s.pos++
	}
	return k.add([]byte(word))
}

// container reads an object or a list.
func (s *Scanner) container(open byte, k *sink) error {
	if s.depth++; s.depth > MaxDepth {
		return ErrTooDeep
	}
	closing := byte('}')
	if open == '[' {
		closing = ']'
	}
	s.pos++
	if err := k.add([]byte{open}); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := s.peek()
		if err != nil {
			return err
		}
		if c == closing && first {
			break
		}
		if open == '{' {
			if err := s.textHere(k); err != nil {
				return err
			}
			if err := s.pass(':', k); err != nil {
				return err
			}
		}
		if err := s.walk(k); err != nil {
			return err
		}
		if c, err = s.peek(); err != nil {
			return err
		}
		if c == closing {
			break
		}
		if err := s.pass(',', k); err != nil {
			return err
		}
	}
	s.pos++
	s.depth--
	return k.add([]byte{closing})
}

func (s *Scanner) pass(c byte, k *sink) error {
	if err := s.take(c); err != nil {
		return err
	}
	return k.add([]byte{c})
}

// textHere reads a text, and nothing else.
func (s *Scanner) textHere(k *sink) error {
	c, err := s.peek()
	if err != nil {
		return err
	}
	if c != '"' {
		return s.bad(fmt.Sprintf("there is %q where a name should be", c))
	}
	return s.text(k)
}

// text reads a text with its quotes, as it is written.
func (s *Scanner) text(k *sink) error {
	s.pos++
	if err := k.add([]byte{'"'}); err != nil {
		return err
	}
	for s.fill() {
		part := s.buf[s.pos:s.end]
		i := 0
		for i < len(part) && part[i] != '"' && part[i] != '\\' && part[i] >= ' ' {
			i++
		}
		if err := k.add(part[:i]); err != nil {
			return err
		}
		s.pos += i
		if i == len(part) {
			continue
		}
		switch part[i] {
		case '"':
			s.pos++
			return k.add([]byte{'"'})
		case '\\':
			if err := s.escape(k); err != nil {
				return err
			}
		default:
			return s.bad("a text has a control character in it")
		}
	}
	return s.bad("")
}

// escape reads a backslash and what belongs to it.
func (s *Scanner) escape(k *sink) error {
	s.pos++
	if !s.fill() {
		return s.bad("")
	}
	c := s.buf[s.pos]
	if bytes.IndexByte([]byte(`"\/bfnrtu`), c) < 0 {
		return s.bad("a backslash stands before what cannot follow it")
	}
	s.pos++
	if err := k.add([]byte{'\\', c}); err != nil || c != 'u' {
		return err
	}
	for range 4 {
		if !s.fill() || hex(s.buf[s.pos]) < 0 {
			return s.bad("a character by its number has no four digits")
		}
		if err := k.add(s.buf[s.pos : s.pos+1]); err != nil {
			return err
		}
		s.pos++
	}
	return nil
}

func hex(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// number reads a number: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func (s *Scanner) number(k *sink) error {
	if _, err := s.oneOf("-", k); err != nil {
		return err
	}
	zero, err := s.oneOf("0", k)
	if err != nil {
		return err
	}
	if !zero {
		if err := s.digits(k); err != nil {
			return err
		}
	}
	if fraction, err := s.oneOf(".", k); err != nil {
		return err
	} else if fraction {
		if err := s.digits(k); err != nil {
			return err
		}
	}
	exponent, err := s.oneOf("eE", k)
	if err != nil || !exponent {
		return err
	}
	if _, err := s.oneOf("+-", k); err != nil {
		return err
	}
	return s.digits(k)
}

func (s *Scanner) digits(k *sink) error {
	const all = "0123456789"
	some, err := s.oneOf(all, k)
	if err == nil && !some {
		return s.bad("a number has no digits where they should be")
	}
	for some && err == nil {
		some, err = s.oneOf(all, k)
	}
	return err
}

// oneOf reads a byte if it is one of several.
func (s *Scanner) oneOf(several string, k *sink) (bool, error) {
	if !s.fill() {
		if s.err != io.EOF {
			return false, s.err
		}
		return false, nil
	}
	if bytes.IndexByte([]byte(several), s.buf[s.pos]) < 0 {
		return false, nil
	}
	err := k.add(s.buf[s.pos : s.pos+1])
	s.pos++
	return true, err
}

// AppendText appends what a JSON text with its quotes says. What PostgreSQL's text
// cannot have, the character 0 and halves of characters, becomes U+FFFD.
func AppendText(dst, raw []byte) []byte {
	raw = raw[1 : len(raw)-1]
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r := unit(raw)
			raw = raw[4:]
			if utf16.IsSurrogate(r) {
				pair := utf8.RuneError
				if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
					pair = utf16.DecodeRune(r, unit(raw[2:]))
				}
				if r = pair; pair != utf8.RuneError {
					raw = raw[6:]
				}
			}
			if r == 0 {
				r = utf8.RuneError
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, c)
		}
	}
}

func unit(digits []byte) rune {
	return hex(digits[0])<<12 | hex(digits[1])<<8 | hex(digits[2])<<4 | hex(digits[3])
}
