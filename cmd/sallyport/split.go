package main

import "strings"

// cutStatement cuts the first statement off a text, up to a semicolon outside
// of quotes, comments and brackets, and reports whether one was found. It
// decides only when the shell sends what was typed; the server reads the text
// by itself.
func cutStatement(text string) (statement, rest string, complete bool) {
	depth := 0
	for i := 0; i < len(text); {
		switch {
		case text[i] == ';' && depth <= 0:
			return text[:i+1], text[i+1:], true
		case text[i] == '(':
			depth++
			i++
		case text[i] == ')':
			depth--
			i++
		default:
			n := skip(text, i)
			if n == 0 {
				return "", text, false // a quote or a comment is still open
			}
			i += n
		}
	}
	return "", text, false
}

// skip is the length of the token at i that may hold semicolons, 1 for any
// other character, and 0 where the token has no end.
func skip(text string, i int) int {
	rest := text[i:]
	switch {
	case strings.HasPrefix(rest, "--"):
		return through(rest, 2, "\n")
	case strings.HasPrefix(rest, "/*"):
		return comment(rest)
	case rest[0] == '"':
		return through(rest, 1, `"`)
	case rest[0] == '\'':
		if i > 0 && (text[i-1] == 'e' || text[i-1] == 'E') && (i < 2 || !word(text[i-2])) {
			return escaped(rest)
		}
		return through(rest, 1, "'")
	case rest[0] == '$' && (i == 0 || !word(text[i-1])):
		return dollars(rest)
	}
	return 1
}

// unended reports whether a text ends inside of a string, a quoted name or a
// comment.
func unended(text string) bool {
	for i := 0; i < len(text); {
		n := skip(text, i)
		if n == 0 {
			return true
		}
		i += n
	}
	return false
}

// dollars is the length of a string between $tag$ and $tag$, 1 if it is none.
func dollars(text string) int {
	end := 1
	for end < len(text) && word(text[end]) && text[end] != '$' {
		end++
	}
	if end == len(text) || text[end] != '$' || end > 1 && text[1] >= '0' && text[1] <= '9' {
		return 1
	}
	return through(text, end+1, text[:end+1])
}

// through is the length of text up to and with the first end after from.
func through(text string, from int, end string) int {
	n := strings.Index(text[from:], end)
	if n < 0 {
		return 0
	}
	return from + n + len(end)
}

// comment is the length of a block comment; they nest.
func comment(text string) int {
	depth := 0
	for i := 0; i+1 < len(text); {
		switch text[i : i+2] {
		case "/*":
			depth++
			i += 2
		case "*/":
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return 0
}

// escaped is the length of a string with backslash escapes.
func escaped(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'':
			return i + 1
		}
	}
	return 0
}

func word(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// blank reports whether a text has nothing to run: spaces, comments and
// semicolons alone.
func blank(text string) bool {
	for i := 0; i < len(text); {
		switch {
		case strings.ContainsRune(" \t\r\n;", rune(text[i])):
			i++
		case strings.HasPrefix(text[i:], "--"), strings.HasPrefix(text[i:], "/*"):
			n := skip(text, i)
			if n == 0 {
				return strings.HasPrefix(text[i:], "--")
			}
			i += n
		default:
			return false
		}
	}
	return true
}
