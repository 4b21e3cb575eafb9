// Package textkey makes the keys by which plans of statements are kept.
//
// Texts that differ in constants alone share one plan. Their common key ([Buffer.Form]) is the text with one byte in place of
// each constant, which tells the constant's type: integer, decimal or string. The rest of the text stays as written, so equal
// keys mean equal tokens but for the values of constants. Other texts have keys of their own ([Buffer.Whole], [Buffer.User]).
//
// The scanner accepts only what it reads as the server does. A text has no common key if it has a comment, a dollar quote, a
// string with a prefix or a backslash or in pieces, a number of another base, an unquoted name beyond ASCII, or a second
// statement. FuzzKey of package planner compares this scanner with the parser's.
package textkey

import (
	"encoding/binary"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// token is the kind of what the scanner reads in one step.
type token byte

// The tokens. The bytes of the constants' kinds stand in keys: no text that has a key contains
// these bytes.
const (
	refusedToken token = iota
	integerToken
	decimalToken
	stringToken
	blankToken
	wordToken
	otherToken
)

// Literal is the place of a constant in a text: bytes start to end.
type Literal struct{ Start, End int32 }

// Buffer is a reused buffer for the keys of a text.
type Buffer struct {
	text, form []byte
	user       []byte    // the same as form, for one user
	begun      int       // where the text begins in form
	Literals   []Literal // the constants that form replaces
}

// beginKey begins a key. Lengths come first, so that no two scopes begin alike.
func beginKey(key []byte, source, user string) []byte {
	key = binary.AppendUvarint(key[:0], uint64(len(source)))
	key = append(key, source...)
	key = binary.AppendUvarint(key, uint64(len(user)))
	return append(key, user...)
}

// Whole makes the key of a text as written, for all users.
func (a *Buffer) Whole(source, text string) []byte {
	a.text = append(append(beginKey(a.text, source, ""), 't'), text...)
	return a.text
}

// User makes the key of a text as written, for one user.
func (a *Buffer) User(source, user, text string) []byte {
	a.text = append(append(beginKey(a.text, source, user), 'u'), text...)
	return a.text
}

// Form makes the key that a text shares with all that differ from it in constants alone, or
// returns nil if there is none.
func (a *Buffer) Form(source, text string) []byte {
	a.form, a.Literals = append(beginKey(a.form, source, ""), 'f'), a.Literals[:0]
	a.begun = len(a.form)
	copied, begun := 0, false
	for at := 0; at < len(text); {
		end, kind := readToken(text, at)
		switch kind {
		case refusedToken:
			return nil
		case integerToken, decimalToken, stringToken:
			a.form = append(append(a.form, text[copied:at]...), byte(kind))
			a.Literals = append(a.Literals, Literal{int32(at), int32(end)})
			copied = end
		default:
		}
		if !begun && kind != blankToken {
			if begun = true; !mayShare(text[at:end]) {
				return nil
			}
		}
		at = end
	}
	if len(a.Literals) == 0 {
		return nil // the key of the whole text says the same
	}
	a.form = append(a.form, text[copied:]...)
	return a.form
}

// UserForm makes the key that Form has made last, for one user.
func (a *Buffer) UserForm(source, user string) []byte {
	a.user = append(append(beginKey(a.user, source, user), 'f'), a.form[a.begun:]...)
	return a.user
}

// mayShare reports whether a statement that begins with this word may share its plan. In other
// statements a constant may be an option or a name.
func mayShare(word string) bool {
	for _, w := range [...]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "MERGE"} {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// readToken reads the token at a place of a text and returns its end.
func readToken(text string, at int) (int, token) {
	follows := byte(0)
	if at+1 < len(text) {
		follows = text[at+1]
	}
	c := text[at]
	switch classes[c] {
	case blankByte:
		return at + 1, blankToken
	case wordByte:
		return readWord(text, at)
	case digitByte:
		return readNumber(text, at)
	case otherByte:
	default:
		return at, refusedToken
	}
	switch {
	case c == '\'':
		return readString(text, at)
	case c == '"':
		return readName(text, at)
	case c == '$':
		return readParameter(text, at)
	case c == ';':
		return readSemicolon(text, at)
	case c == '.' && classes[follows] == digitByte:
		return readNumber(text, at)
	case c == '.' && follows == '.', c == '-' && follows == '-', c == '/' && follows == '*', c == '&' && (follows == '\'' || follows == '"'):
		return at, refusedToken // 1..2, comments, U&'…'
	}
	return at + 1, otherToken
}

// Classes of bytes. A byte without a class is refused outside of quotes.
const (
	oddByte = iota
	blankByte
	wordByte
	digitByte
	otherByte
)

var classes = func() (table [256]byte) {
	for class, members := range map[byte]string{
		blankByte: " \t\r\n",
		wordByte:  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_",
		digitByte: "0123456789",
		otherByte: "'\"$;.,:()[]+-*/<>=~!@#%^&|`?",
	} {
		for _, c := range []byte(members) {
			table[c] = class
		}
	}
	return table
}()

// readWord reads a name or a keyword. It refuses a word before a quote, which may be a prefix as in
// E'…', and float, because float(p) is real or double precision by the value of p.
func readWord(text string, at int) (int, token) {
	end := at
	for end < len(text) && (classes[text[end]] == wordByte || classes[text[end]] == digitByte || text[end] == '$') {
		end++
	}
	if quoteAt(text, end) || strings.EqualFold(text[at:end], "float") {
		return at, refusedToken
	}
	return end, wordToken
}

func quoteAt(text string, at int) bool {
	return at < len(text) && (text[at] == '\'' || text[at] == '"')
}

// endsToken reports whether a number or a parameter certainly ends here.
func endsToken(text string, at int) bool {
	if at == len(text) {
		return true
	}
	switch classes[text[at]] {
	case blankByte:
		return true
	case otherByte:
		return strings.IndexByte(`.$'"`, text[at]) < 0
	}
	return false
}

// readNumber reads a decimal number.
func readNumber(text string, at int) (int, token) {
	kind, end := integerToken, parse.Digits(text, at)
	if end < len(text) && text[end] == '.' {
		kind, end = decimalToken, parse.Digits(text, end+1)
	}
	if end < len(text) && text[end]|0x20 == 'e' {
		power := end + 1
		if power < len(text) && (text[power] == '+' || text[power] == '-') {
			power++
		}
		if kind, end = decimalToken, parse.Digits(text, power); end == power {
			return at, refusedToken
		}
	}
	if !endsToken(text, end) {
		return at, refusedToken
	}
	if kind == integerToken && !fitsInteger(text[at:end]) {
		kind = decimalToken
	}
	return end, kind
}

// fitsInteger reports whether a number is an integer to the grammar: it fits in 32 bits.
func fitsInteger(number string) bool {
	const most = "2147483647"
	number = strings.TrimLeft(number, "0")
	return len(number) < len(most) || len(number) == len(most) && number <= most
}

// readParameter reads $1.
func readParameter(text string, at int) (int, token) {
	end := parse.Digits(text, at+1)
	if end == at+1 || !endsToken(text, end) {
		return at, refusedToken
	}
	return end, otherToken
}

// readString reads '…'. It refuses a string that may be continued by another string behind white space.
func readString(text string, at int) (int, token) {
	end := parse.Closing(text, at)
	if end < 0 || strings.IndexByte(text[at:end], '\\') >= 0 {
		return at, refusedToken
	}
	after := end
	for after < len(text) && classes[text[after]] == blankByte {
		after++
	}
	if quoteAt(text, after) {
		return at, refusedToken
	}
	return end, stringToken
}

// readName reads "…". It refuses control characters, which could be taken for constants in the key.
func readName(text string, at int) (int, token) {
	end := parse.Closing(text, at)
	if end < 0 || quoteAt(text, end) || strings.IndexFunc(text[at:end], func(r rune) bool { return r < ' ' }) >= 0 {
		return at, refusedToken
	}
	return end, otherToken
}

// readSemicolon reads a semicolon at the end of the text.
func readSemicolon(text string, at int) (int, token) {
	if strings.TrimLeft(text[at+1:], " \t\r\n") != "" {
		return at, refusedToken
	}
	return at + 1, otherToken
}
