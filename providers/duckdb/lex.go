package duckdb

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
)

// scanned is what this package reads from a statement's text.
type scanned struct {
	params []paramRef
	calls  []string // names before a "(", in lower case
	words  []string // the first words, in upper case
	// returning says that the word RETURNING occurs.
	returning bool
}

// paramRef is a $n in the text.
type paramRef struct{ start, end, number int }

// highest returns the highest parameter number.
func (s scanned) highest() int {
	n := 0
	for _, p := range s.params {
		n = max(n, p.number)
	}
	return n
}

const maxWords = 12

// maxParams is also Postgres's limit.
const maxParams = 65535

// scan reads a statement by the lexical rules that DuckDB and Postgres share: literals (with
// standard_conforming_strings), quoted names, dollar quotes, and nested comments.
func scan(sql string) scanned {
	var s scanned
	name := "" // the last name, if only blanks followed
	for i := 0; i < len(sql); {
		end := skipQuoted(sql, i)
		switch c := sql[i]; {
		case end > i && c == '"':
			name = strings.ToLower(strings.ReplaceAll(sql[i+1:max(i+1, end-1)], `""`, `"`))
		case end > i && c == '\'', end > i && c == '$':
			name = ""
		case end > i: // a comment
		case c == '$' && i+1 < len(sql) && isDigit(sql[i+1]):
			end = s.addParam(sql, i)
			name = ""
		case isNameStart(c):
			if end = nameEnd(sql, i); end == i { // a blank beyond ASCII
				_, size := utf8.DecodeRuneInString(sql[i:])
				end = i + size
				break
			}
			if literal := prefixedEnd(sql, i, end); literal > 0 {
				name, end = "", literal
				break
			}
			name = strings.ToLower(sql[i:end])
			s.addWord(name)
		case isDigit(c):
			for end = i + 1; end < len(sql) && isName(sql[end]); end++ {
			}
			name = ""
		default:
			if c == '(' && name != "" {
				s.calls = append(s.calls, name)
			}
			if !isSpace(c) {
				name = ""
			}
			end = i + 1
		}
		i = end
	}
	return s
}

func (s *scanned) addWord(name string) {
	if len(s.words) < maxWords {
		s.words = append(s.words, strings.ToUpper(name))
	}
	s.returning = s.returning || name == "returning"
}

// addParam reads the $n at i and returns its end.
func (s *scanned) addParam(sql string, i int) int {
	end, n := i+1, 0
	for end < len(sql) && isDigit(sql[end]) {
		n = min(n*10+int(sql[end]-'0'), maxParams+1)
		end++
	}
	s.params = append(s.params, paramRef{i, end, n})
	return end
}

// skipQuoted returns the end of the literal, quoted name or comment at i, or i if there is none.
func skipQuoted(sql string, i int) int {
	rest := sql[i:]
	switch {
	case rest[0] == '\'' || rest[0] == '"':
		return quotedEnd(sql, i, false)
	case strings.HasPrefix(rest, "--"):
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(sql)
	case strings.HasPrefix(rest, "/*"):
		return i + providers.CommentEnd(rest)
	case rest[0] == '$':
		tag := 1
		for tag < len(rest) && isName(rest[tag]) && rest[tag] != '$' {
			tag++
		}
		if tag == len(rest) || rest[tag] != '$' || isDigit(rest[1]) {
			return i
		}
		delimiter := rest[:tag+1]
		if n := strings.Index(rest[tag+1:], delimiter); n >= 0 {
			return i + tag + 1 + n + len(delimiter)
		}
		return len(sql)
	}
	return i
}

// quotedEnd returns the end of the quoted text at i. A doubled quote stands for one quote; if escapes
// is set, a backslash escapes the next byte.
func quotedEnd(sql string, i int, escapes bool) int {
	quote := sql[i]
	for i++; i < len(sql); i++ {
		switch {
		case escapes && sql[i] == '\\':
			i++
		case sql[i] != quote:
		case i+1 < len(sql) && sql[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(sql)
}

// prefixedEnd returns the end of the literal whose prefix (E, B, X) is the word from start to end,
// or 0.
func prefixedEnd(sql string, start, end int) int {
	if end >= len(sql) || end-start != 1 || sql[end] != '\'' {
		return 0
	}
	switch sql[start] {
	case 'e', 'E':
		return quotedEnd(sql, end, true)
	case 'b', 'B', 'x', 'X':
		return quotedEnd(sql, end, false)
	}
	return 0
}

// nameEnd returns the end of the word at i. Unicode's blanks are blanks to DuckDB.
func nameEnd(sql string, i int) int {
	for i < len(sql) {
		if !isName(sql[i]) {
			return i
		}
		if sql[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(sql[i:])
		if unicode.Is(unicode.Z, r) || r >= 0x200b && r <= 0x200f || r == 0x2060 || r == 0xfeff {
			return i
		}
		i += size
	}
	return i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isName(c byte) bool { return isNameStart(c) || isDigit(c) || c == '$' }

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}
