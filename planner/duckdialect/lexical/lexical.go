package lexical

import (
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Postgres's lexer and DuckDB's read some texts differently: blanks beyond ASCII, escapes, numbers,
// operators, the end of a comment, long names. A text passes unchanged only if it is made of tokens
// that both certainly read alike; any other text is deparsed from the tree.

// MaxName is the length at which Postgres cuts a name.
const MaxName = 63

// CutName cuts a text to the length of a name, at the end of a character.
func CutName(s string) string {
	if len(s) <= MaxName {
		return s
	}
	end := MaxName
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// sameOperators are the operators that both lexers know.
var sameOperators = parse.WordSet(`= < > <= >= <> != + - * / % ||`)

// ReadsAlike reports whether both lexers certainly read a text alike. It accepts blanks, simple
// literals, names, whole numbers and decimals, sameOperators, casts and $n.
func ReadsAlike(text string) bool {
	for i := 0; i < len(text); {
		var end int
		switch c := text[i]; {
		case c == ' ' || c == '\n' || c == '\t' || strings.IndexByte("(),.;[]", c) >= 0:
			end = i + 1
		case c == '\'' || c == '"':
			end = simpleQuoted(text, i)
		case IsLetter(c):
			end = simpleName(text, i)
		case isDigit(c):
			end = simpleNumber(text, i)
		case c == '$':
			end = simpleParameter(text, i)
		case c == ':':
			if strings.HasPrefix(text[i:], "::") && !strings.HasPrefix(text[i:], ":::") {
				end = i + 2
			}
		case strings.IndexByte(operatorBytes, c) >= 0:
			if end = operatorEnd(text, i); !sameOperators[text[i:end]] {
				return false
			}
		}
		if end == 0 {
			return false
		}
		i = end
	}
	return true
}

// simpleQuoted returns the end of a literal or quoted name of printable ASCII without escapes, and
// 0 for any other.
func simpleQuoted(text string, i int) int {
	for end := i + 1; end < len(text); end++ {
		switch c := text[end]; {
		case c == text[i] && c == '"' && end-i-1 > MaxName:
			return 0
		case c == text[i] && isContinued(text, end+1):
			return 0
		case c == text[i]:
			return end + 1
		case c == '\\' || c < ' ' && c != '\n' && c != '\t' || c >= 0x7f:
			return 0
		}
	}
	return 0
}

// isContinued reports whether another quote follows: a doubled one, or the second part of a literal.
func isContinued(text string, i int) bool {
	rest := strings.TrimLeft(text[i:], " \n\t")
	return rest != "" && (rest[0] == '\'' || rest[0] == '"')
}

// simpleName returns the end of a name or keyword. A name before a quote, as in E'…', is not
// simple.
func simpleName(text string, i int) int {
	end := i
	for end < len(text) && (IsLetter(text[end]) || isDigit(text[end])) {
		end++
	}
	if end-i > MaxName || end < len(text) && strings.IndexByte(`'"$&`, text[end]) >= 0 {
		return 0
	}
	return end
}

// simpleNumber returns the end of a number like 12 or 1.5.
func simpleNumber(text string, i int) int {
	end := parse.Digits(text, i)
	if end < len(text) && text[end] == '.' {
		fraction := end + 1
		if end = parse.Digits(text, fraction); end == fraction {
			return 0
		}
	}
	if end < len(text) && (IsLetter(text[end]) || text[end] == '.' || text[end] == '$') {
		return 0
	}
	return end
}

// simpleParameter returns the end of $n.
func simpleParameter(text string, i int) int {
	end := parse.Digits(text, i+1)
	if end == i+1 || end < len(text) && (IsLetter(text[end]) || text[end] == '$') {
		return 0
	}
	return end
}

// operatorBytes are the characters of operators in both dialects.
const operatorBytes = "+-*/<>=~!@#%^&|`?"

// operatorEnd returns the end of a run of operator characters. A comment begins with such a run.
func operatorEnd(text string, i int) int {
	for i < len(text) && strings.IndexByte(operatorBytes, text[i]) >= 0 {
		i++
	}
	return i
}

// IsLetter reports whether a name may begin with a byte.
func IsLetter(c byte) bool { return parse.Letter(c) || c == '_' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// WellWritten reports whether a deparsed text contains nothing that DuckDB would misread: outside
// of quotes no comment, no dollar quote, no parameter but $n and nothing beyond ASCII. Text in
// quotes is always safe.
func WellWritten(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			end := quotedEnd(text, i, c == '\'' && i > 0 && (text[i-1] == 'E' || text[i-1] == 'e') && (i < 2 || !isWord(text[i-2])))
			if end < 0 {
				return false
			}
			i = end
		case c >= utf8.RuneSelf, c == '?', c == '`', c == '{', c == '}', c < ' ' && c != '\n' && c != '\t':
			return false
		case c == '$' && (i+1 == len(text) || !isDigit(text[i+1]) || i > 0 && isWord(text[i-1])):
			return false
		case strings.HasPrefix(text[i:], "--"), strings.HasPrefix(text[i:], "/*"):
			return false
		}
	}
	return true
}

// quotedEnd returns the index of the quote that closes the one at i, or -1.
func quotedEnd(text string, i int, escapes bool) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch {
		case escapes && text[i] == '\\':
			i++
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		default:
			return i
		}
	}
	return -1
}

// isWord reports whether a name may have a byte in it.
func isWord(c byte) bool { return IsLetter(c) || isDigit(c) || c == '$' || c >= utf8.RuneSelf }
