package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
)

// tally is a lower bound of a text's tokens and semicolons, counted from the bytes before the
// parser's scanner makes an object of each token. It decides nothing but that a text is too long.
// FuzzTally compares it with the parser's scanner.
type tally struct{ tokens, semicolons int }

// tallyOf counts until a limit is passed, or until the scanner would refuse the text.
func tallyOf(text string, most tally) (t tally) {
	for at := 0; at < len(text) && t.tokens <= most.tokens && t.semicolons <= most.semicolons; {
		c := text[at]
		if blank(c) {
			at++
			continue
		}
		end := tokenEnd(text, at)
		if end < 0 {
			return t
		}
		t.tokens++
		if c == ';' {
			t.semicolons++
		}
		at = end
	}
	return t
}

func blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func nameByte(c byte) bool { return Letter(c) || c == '_' || c >= utf8.RuneSelf }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// byteAt returns the byte at a place, 0 behind the text's end.
func byteAt(text string, at int) byte {
	if at < len(text) {
		return text[at]
	}
	return 0
}

// tokenEnd returns the end of the token at a place, or of several tokens that count as one. -1: the
// scanner refuses it.
func tokenEnd(text string, at int) int {
	c, follows := text[at], byteAt(text, at+1)
	switch {
	case nameByte(c):
		return nameEnd(text, at)
	case digit(c), c == '.' && digit(follows):
		return numberEnd(text, at)
	case c == '\'':
		return stringEnd(text, at, false)
	case c == '"':
		return Closing(text, at)
	case c == '$':
		return dollarEnd(text, at)
	case c == '-' && follows == '-':
		return lineEnd(text, at)
	case c == '/' && follows == '*':
		if end := providers.CommentEnd(text[at:]); at+end < len(text) || strings.HasSuffix(text, "*/") {
			return at + end
		}
		return -1
	case operators[c]:
		for at++; at < len(text) && operators[text[at]] && !commentAt(text, at); at++ {
		}
		return at
	case c == ':' && (follows == ':' || follows == '='), c == '.' && follows == '.':
		return at + 2
	}
	return at + 1
}

func commentAt(text string, at int) bool {
	return strings.HasPrefix(text[at:], "--") || strings.HasPrefix(text[at:], "/*")
}

func lineEnd(text string, at int) int {
	if n := strings.IndexAny(text[at:], "\r\n"); n >= 0 {
		return at + n
	}
	return len(text)
}

// nameEnd returns the end of a name, or of a string with a prefix: E'…', B'…', X'…', N'…', U&'…',
// U&"…".
func nameEnd(text string, at int) int {
	follows := byteAt(text, at+1)
	switch c := text[at] | 0x20; {
	case c == 'e' && follows == '\'':
		return stringEnd(text, at+1, true)
	case strings.IndexByte("bxn", c) >= 0 && follows == '\'':
		return stringEnd(text, at+1, false)
	case c == 'u' && follows == '&' && byteAt(text, at+2) == '\'':
		return stringEnd(text, at+2, false)
	case c == 'u' && follows == '&' && byteAt(text, at+2) == '"':
		return Closing(text, at+2)
	}
	for at++; at < len(text) && (nameByte(text[at]) || digit(text[at]) || text[at] == '$'); at++ {
	}
	return at
}

// numberEnd returns the end of a number. Two dots and the number behind them count in.
func numberEnd(text string, at int) int {
	for ; at < len(text); at++ {
		c := text[at]
		sign := (c == '+' || c == '-') && text[at-1]|0x20 == 'e' && digit(byteAt(text, at+1))
		if !Letter(c) && !digit(c) && c != '_' && c != '.' && !sign {
			break
		}
	}
	return at
}

// stringEnd returns the end of a string, with its continuations on further lines, or -1. Its first
// quote is at a place.
func stringEnd(text string, at int, escapes bool) int {
	for {
		end := Closing(text, at)
		if escapes {
			end = escapedEnd(text, at)
		}
		if end < 0 {
			return -1
		}
		if at = continuation(text, end); at < 0 {
			return end
		}
	}
}

// escapedEnd is Closing for a string in which a backslash escapes the next byte.
func escapedEnd(text string, at int) int {
	for at++; at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case text[at] == '\'' && byteAt(text, at+1) == '\'':
			at++
		case text[at] == '\'':
			return at + 1
		}
	}
	return -1
}

// continuation returns the place of the quote that continues a string: on a later line, behind
// blanks alone; or -1. A comment between the two ends the string for the parser.
func continuation(text string, at int) int {
	for newline := false; at < len(text); at++ {
		switch c := text[at]; {
		case c == '\'' && newline:
			return at
		case !blank(c):
			return -1
		case c == '\n' || c == '\r':
			newline = true
		}
	}
	return -1
}

// dollarEnd returns the end of $1, or of $tag$…$tag$, or -1.
func dollarEnd(text string, at int) int {
	end := at + 1
	if digit(byteAt(text, end)) {
		return Digits(text, end)
	}
	for end < len(text) && (nameByte(text[end]) || end > at+1 && digit(text[end])) {
		end++
	}
	if byteAt(text, end) != '$' {
		return at + 1
	}
	tag := text[at : end+1]
	if n := strings.Index(text[end+1:], tag); n >= 0 {
		return end + 1 + n + len(tag)
	}
	return -1
}
