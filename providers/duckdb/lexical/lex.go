// Package lexical reads the texts of statements by the lexical rules that DuckDB and PostgreSQL share, without a tree.
//
// [Scan] tells what a text has: its parameters and their places, the names of what it calls, its first words. Who looks for
// something else walks the text with [SkipQuoted], which passes over quotes and comments, and [NameEnd].
package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
)

// Scanned is what [Scan] reads from a statement's text.
type Scanned struct {
	Params []Param
	Calls  []string // names before a "(", in lower case
	Words  []string // the first words, in upper case
	// Returning says that the word RETURNING occurs.
	Returning bool
}

// Param is a $n in the text.
type Param struct{ Start, End, Number int }

// Highest returns the highest parameter number.
func (s Scanned) Highest() int {
	n := 0
	for _, p := range s.Params {
		n = max(n, p.Number)
	}
	return n
}

const maxWords = 12

// MaxParams is also Postgres's limit.
const MaxParams = 65535

// Scan reads a statement by the lexical rules that DuckDB and Postgres share: literals (with
// standard_conforming_strings), quoted names, dollar quotes, and nested comments.
func Scan(sql string) Scanned {
	var s Scanned
	name := "" // the last name, if only blanks followed
	for i := 0; i < len(sql); {
		end := SkipQuoted(sql, i)
		switch c := sql[i]; {
		case end > i && c == '"':
			name = strings.ToLower(strings.ReplaceAll(sql[i+1:max(i+1, end-1)], `""`, `"`))
		case end > i && c == '\'', end > i && c == '$':
			name = ""
		case end > i: // a comment
		case c == '$' && i+1 < len(sql) && isDigit(sql[i+1]):
			end = s.addParam(sql, i)
			name = ""
		case IsNameStart(c):
			if end = NameEnd(sql, i); end == i { // a blank beyond ASCII
				_, size := utf8.DecodeRuneInString(sql[i:])
				end = i + size
				break
			}
			if literal := PrefixedEnd(sql, i, end); literal > 0 {
				name, end = "", literal
				break
			}
			name = strings.ToLower(sql[i:end])
			s.addWord(name)
		case isDigit(c):
			for end = i + 1; end < len(sql) && IsName(sql[end]); end++ {
			}
			name = ""
		default:
			if c == '(' && name != "" {
				s.Calls = append(s.Calls, name)
			}
			if !IsSpace(c) {
				name = ""
			}
			end = i + 1
		}
		i = end
	}
	return s
}

func (s *Scanned) addWord(name string) {
	if len(s.Words) < maxWords {
		s.Words = append(s.Words, strings.ToUpper(name))
	}
	s.Returning = s.Returning || name == "returning"
}

// addParam reads the $n at i and returns its end.
func (s *Scanned) addParam(sql string, i int) int {
	end, n := i+1, 0
	for end < len(sql) && isDigit(sql[end]) {
		n = min(n*10+int(sql[end]-'0'), MaxParams+1)
		end++
	}
	s.Params = append(s.Params, Param{i, end, n})
	return end
}

// SkipQuoted returns the end of the literal, quoted name or comment at i, or i if there is none.
func SkipQuoted(sql string, i int) int {
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
		for tag < len(rest) && IsName(rest[tag]) && rest[tag] != '$' {
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

// PrefixedEnd returns the end of the literal whose prefix (E, B, X) is the word from start to end,
// or 0.
func PrefixedEnd(sql string, start, end int) int {
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

// NameEnd returns the end of the word at i. Unicode's blanks are blanks to DuckDB.
func NameEnd(sql string, i int) int {
	for i < len(sql) {
		if !IsName(sql[i]) {
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

// IsNameStart reports whether a name may begin with a byte.
func IsNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// IsName reports whether a name may have a byte behind its beginning.
func IsName(c byte) bool { return IsNameStart(c) || isDigit(c) || c == '$' }

// IsSpace reports whether a byte is a blank.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}
