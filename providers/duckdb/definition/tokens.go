package definition

import (
	"iter"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Token is a name, a quoted text or a character of a statement.
type Token struct {
	Text    string
	At, End int // offsets in the statement
}

// Is reports whether a token is a word, in upper or lower case. A quoted name is no word.
func (t Token) Is(word string) bool { return strings.EqualFold(t.Text, word) }

// Name returns the name without its quotes.
func (t Token) Name() string {
	if strings.HasPrefix(t.Text, `"`) && len(t.Text) > 1 {
		return strings.ReplaceAll(t.Text[1:len(t.Text)-1], `""`, `"`)
	}
	return t.Text
}

// Tokens takes a statement apart. It leaves out blanks, comments and semicolons.
func Tokens(sql string) []Token { return slices.Collect(eachToken(sql)) }

// eachToken is Tokens, but takes the statement apart only as far as it is read.
func eachToken(sql string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for i := 0; i < len(sql); {
			end := lexical.SkipQuoted(sql, i)
			if end == i && lexical.IsNameStart(sql[i]) {
				end = lexical.NameEnd(sql, i)
			}
			comment := end > i && (strings.HasPrefix(sql[i:], "--") || strings.HasPrefix(sql[i:], "/*"))
			end = max(end, i+1)
			if !comment && !lexical.IsSpace(sql[i]) && sql[i] != ';' && !yield(Token{sql[i:end], i, end}) {
				return
			}
			i = end
		}
	}
}

// NamesColumn reports whether a text names a column.
func NamesColumn(text, column string) bool {
	return slices.ContainsFunc(Tokens(text), func(t Token) bool { return strings.EqualFold(t.Name(), column) })
}

// ReplaceColumn gives a column another name within a text.
func ReplaceColumn(text, column, to string) string {
	for _, t := range slices.Backward(Tokens(text)) {
		if strings.EqualFold(t.Name(), column) {
			text = text[:t.At] + native.Ident(to) + text[t.End:]
		}
	}
	return text
}

// LastName returns the last part of a name, without its quotes.
func LastName(written string) string {
	list := Tokens(written)
	return list[len(list)-1].Name()
}

// SplitName returns the parts of a name as they stand in the catalog.
func SplitName(written string) (parts []string) {
	for _, t := range Tokens(written) {
		if t.Text != "." {
			parts = append(parts, t.Name())
		}
	}
	return parts
}

// Begins reports whether a text begins with some words.
func Begins(sql, words string) bool {
	left := strings.Fields(words)
	for t := range eachToken(sql) {
		if !t.Is(left[0]) {
			return false
		}
		if left = left[1:]; len(left) == 0 {
			return true
		}
	}
	return false
}

// WithoutOptions takes options in brackets away from the beginning of a list.
func WithoutOptions(list []Token) []Token {
	if len(list) > 0 && list[0].Text == "(" {
		return list[slices.IndexFunc(list, func(t Token) bool { return t.Text == ")" })+1:]
	}
	return list
}

// NameAt returns the name at the beginning of a list as it is written, and the tokens behind it.
func NameAt(sql string, list []Token) (string, []Token) {
	last := 0
	for last+2 < len(list) && list[last+1].Text == "." {
		last += 2
	}
	return sql[list[0].At:list[last].End], list[last+1:]
}
