package parse

import "strings"

// Functions for code that reads the bytes of a text before the parser does.

// Blanks are the characters that PostgreSQL skips between words, and around the values of most types.
const Blanks = " \t\r\n\f\v"

// Letter reports whether a byte is an ASCII letter.
func Letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// Digits returns the end of the digits at a place of a text.
func Digits(text string, at int) int {
	for at < len(text) && digit(text[at]) {
		at++
	}
	return at
}

// Closing returns the end of the string or name whose opening quote is at a place, or -1. Two
// quotes inside stand for one.
func Closing(text string, at int) int {
	quote := text[at]
	for end := at + 1; ; {
		n := strings.IndexByte(text[end:], quote)
		if n < 0 {
			return -1
		}
		if end += n + 1; end == len(text) || text[end] != quote {
			return end
		}
		end++
	}
}
