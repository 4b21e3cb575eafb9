// Package strictjson finds what encoding/json silently reads as something else than was written:
// bytes that are not UTF-8 and escapes of half a character, which become U+FFFD, and members of one
// object with the same name, of which the last counts. To judge or record such a text would mean to
// see another text than its writer meant.
package strictjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// Check returns an error that says what in a JSON text would be read as something else, and at
// which byte, counted from 1. It returns nil if there is nothing. A text that is not JSON may pass.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		at := 0
		for at < len(text) {
			r, size := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && size <= 1 {
				break
			}
			at += size
		}
		return fmt.Errorf("byte %d is not UTF-8", at+1)
	}
	var c checker
	for at := 0; at < len(text); at++ {
		switch b := text[at]; b {
		case '"':
			end, err := endOfString(text, at)
			if err != nil {
				return err
			}
			if err := c.checkName(text, at, end); err != nil {
				return err
			}
			at = end
		case '{', '[':
			c.open = append(c.open, level{object: b == '{', naming: b == '{'})
		case '}', ']':
			if len(c.open) > 0 {
				c.open = c.open[:len(c.open)-1]
			}
		case ',', ':':
			if n := len(c.open); n > 0 {
				c.open[n-1].naming = b == ',' && c.open[n-1].object
			}
		}
	}
	return nil
}

// endOfString returns the place of the closing quote of the string that begins at start.
func endOfString(text []byte, start int) (int, error) {
	for at := start + 1; at < len(text); at++ {
		switch text[at] {
		case '"':
			return at, nil
		case '\\':
			first, ok := escaped(text, at)
			switch {
			case !ok:
				at++ // the escaped byte
			case !utf16.IsSurrogate(first):
				at += 5
			default:
				second, ok := escaped(text, at+6)
				if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
					return 0, fmt.Errorf("the escape \\u%04x at byte %d is half a character", first, at+1)
				}
				at += 11
			}
		}
	}
	return len(text), nil
}

// escaped returns the value of an escape \uXXXX.
func escaped(text []byte, at int) (r rune, ok bool) {
	if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
		return 0, false
	}
	for _, b := range text[at+2 : at+6] {
		switch {
		case b >= '0' && b <= '9':
			r = r<<4 | rune(b-'0')
		case b|0x20 >= 'a' && b|0x20 <= 'f':
			r = r<<4 | rune(b|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// checker has the open objects and arrays.
type checker struct{ open []level }

// level is an open object or array.
type level struct {
	object bool
	naming bool            // the next string is the name of a member
	names  [][]byte        // the first members' names, at most few and one
	more   map[string]bool // all names, once there are more than few
}

// few is how many names are compared one by one.
const few = 16

// checkName checks a string that may be the name of a member.
func (c *checker) checkName(text []byte, start, end int) error {
	if len(c.open) == 0 || !c.open[len(c.open)-1].naming || end == len(text) {
		return nil
	}
	name := text[start+1 : end]
	if bytes.IndexByte(name, '\\') >= 0 {
		var decoded string
		if json.Unmarshal(text[start:end+1], &decoded) == nil { // a failure means that it is no JSON
			name = []byte(decoded)
		}
	}
	if c.open[len(c.open)-1].addName(name) {
		return fmt.Errorf("the name %.40q at byte %d stands twice in one object", name, start+1)
	}
	return nil
}

// addName adds the name of a member, and reports whether the object had it already.
func (l *level) addName(name []byte) bool {
	if l.more != nil {
		found := l.more[string(name)]
		l.more[string(name)] = true
		return found
	}
	for _, other := range l.names {
		if bytes.Equal(name, other) {
			return true
		}
	}
	if l.names = append(l.names, name); len(l.names) > few {
		l.more = make(map[string]bool, 2*few)
		for _, other := range l.names {
			l.more[string(other)] = true
		}
	}
	return false
}
