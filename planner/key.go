package planner

import (
	"encoding/binary"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// Texts that differ in their constants alone share what they were understood
// as. Their common key is the text with one byte in the place of each constant,
// which tells its type: integer, decimal or string. All else stays as it is
// written, so equal keys mean equal tokens but for the values of constants.
//
// The scanner here knows only what it reads as the server does. Comments, dollar
// quotes, strings that have a prefix or a backslash or come in pieces, numbers
// of other bases, names beyond ASCII without quotes, a second statement: such a
// text has no key but itself. FuzzKey compares the scanner with the parser's.

// token is what the scanner reads in one step.
type token byte

// The tokens. Those of constants stand in keys: no text that has a key has such
// bytes.
const (
	refused token = iota
	integerToken
	decimalToken
	stringToken
	blankToken
	wordToken
	otherToken
)

// literal is a constant in a text: the bytes from start up to end.
type literal struct{ start, end int32 }

// address holds the keys of a text while they are made; it is used again and
// again.
type address struct {
	text, form []byte
	literals   []literal // that form has bytes for
}

// scoped starts a key. Lengths go first, so that no two scopes make the same.
func scoped(key []byte, source, user string) []byte {
	key = binary.AppendUvarint(key[:0], uint64(len(source)))
	key = append(key, source...)
	key = binary.AppendUvarint(key, uint64(len(user)))
	return append(key, user...)
}

// whole makes the key of a text as it stands, for all users.
func (a *address) whole(source, text string) []byte {
	a.text = append(append(scoped(a.text, source, ""), 't'), text...)
	return a.text
}

// personal makes the key of a text as it stands, for one user.
func (a *address) personal(source, user, text string) []byte {
	a.text = append(append(scoped(a.text, source, user), 'u'), text...)
	return a.text
}

// alike makes the key that a text has in common with those that differ from it
// in constants alone; nil: there is none.
func (a *address) alike(source, text string) []byte {
	a.form, a.literals = append(scoped(a.form, source, ""), 'f'), a.literals[:0]
	copied, begun := 0, false
	for at := 0; at < len(text); {
		end, kind := readToken(text, at)
		switch kind {
		case refused:
			return nil
		case integerToken, decimalToken, stringToken:
			a.form = append(append(a.form, text[copied:at]...), byte(kind))
			a.literals = append(a.literals, literal{int32(at), int32(end)})
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
	if len(a.literals) == 0 {
		return nil // it has its own key, which says as much
	}
	a.form = append(a.form, text[copied:]...)
	return a.form
}

// mayShare reports whether a statement that begins with this word can share what
// it is understood as. Of others a constant may be an option or a name.
func mayShare(word string) bool {
	for _, w := range [...]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "MERGE"} {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// readToken reads the token at a place of a text and returns where it ends.
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
		return at, refused
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
		return at, refused // 1..2, comments, U&'…'
	}
	return at + 1, otherToken
}

// Classes of bytes. What is in none has no place in a key outside of quotes.
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

// readWord reads a name or a keyword. One that stands before a quote may belong to
// it, as in E'…'. And float(p) is where the grammar looks at a value: it is
// real or double precision by p.
func readWord(text string, at int) (int, token) {
	end := at
	for end < len(text) && (classes[text[end]] == wordByte || classes[text[end]] == digitByte || text[end] == '$') {
		end++
	}
	if quoteAt(text, end) || strings.EqualFold(text[at:end], "float") {
		return at, refused
	}
	return end, wordToken
}

func quoteAt(text string, at int) bool {
	return at < len(text) && (text[at] == '\'' || text[at] == '"')
}

// ends reports whether a number or a parameter ends here beyond doubt.
func ends(text string, at int) bool {
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
			return at, refused
		}
	}
	if !ends(text, end) {
		return at, refused
	}
	if kind == integerToken && !fits(text[at:end]) {
		kind = decimalToken
	}
	return end, kind
}

// fits reports whether an integer is one for the grammar: it has 32 bits.
func fits(number string) bool {
	const most = "2147483647"
	number = strings.TrimLeft(number, "0")
	return len(number) < len(most) || len(number) == len(most) && number <= most
}

// readParameter reads $1.
func readParameter(text string, at int) (int, token) {
	end := parse.Digits(text, at+1)
	if end == at+1 || !ends(text, end) {
		return at, refused
	}
	return end, otherToken
}

// readString reads '…'. Another string after blanks may continue it.
func readString(text string, at int) (int, token) {
	end := parse.Closing(text, at)
	if end < 0 || strings.IndexByte(text[at:end], '\\') >= 0 {
		return at, refused
	}
	after := end
	for after < len(text) && classes[text[after]] == blankByte {
		after++
	}
	if quoteAt(text, after) {
		return at, refused
	}
	return end, stringToken
}

// readName reads "…". Control characters could be taken for constants.
func readName(text string, at int) (int, token) {
	end := parse.Closing(text, at)
	if end < 0 || quoteAt(text, end) || strings.IndexFunc(text[at:end], func(r rune) bool { return r < ' ' }) >= 0 {
		return at, refused
	}
	return end, otherToken
}

// readSemicolon reads a semicolon that nothing follows.
func readSemicolon(text string, at int) (int, token) {
	if strings.TrimLeft(text[at+1:], " \t\r\n") != "" {
		return at, refused
	}
	return at + 1, otherToken
}
