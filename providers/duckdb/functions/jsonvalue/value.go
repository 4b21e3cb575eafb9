// Package jsonvalue reads, changes, compares and writes values of json and jsonb as PostgreSQL does.
//
// [Parse] makes a [Value], a tree, of a text (value.go). A Value is shown as jsonb shows it (Shown, and Pretty in
// write.go), ordered as jsonb is (order.go), and taken apart and changed by keys, elements and paths (parts.go). Methods that
// change a Value change its tree in place. [Canonical] makes jsonb's text of a text without a tree, since trees take a
// hundred times the memory of their text.
//
// [Reader] is the reader below Parse, for languages whose texts contain JSON's constants, such as jsonpath.
//
// Reading ends with vector.ErrInterrupted once the statement is to end, and with vector.ErrFull where there is no memory.
package jsonvalue

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Value is a value of JSON: one of its fields, by its kind.
type Value struct {
	Kind    byte   // '{', '[', '"', '0' a number, 't', 'f', 'n'
	Text    string // a string without its quotes and escapes; a number's digits
	Raw     string // as it was written
	Members []Member
	Items   []*Value
}

// Member is a member of an object.
type Member struct {
	Key   string
	Value *Value
}

// deepest bounds the nesting of a value.
const deepest = 1000

// Reader reads one text.
type Reader struct {
	Text   string
	At     int // the place of the next byte
	values int // that have begun
}

const (
	// A reader looks whether its statement is to end, and whether there is memory, once in so many values.
	looksEveryValues = 1024
	// bytesPerValue is about what a value and its place in another take.
	bytesPerValue = 160
)

// begin begins a value.
func (r *Reader) begin(depth int) error {
	if depth > deepest {
		return sqlstate.New("54001", "the JSON is nested too deeply")
	}
	if r.values++; r.values%looksEveryValues != 0 {
		return nil
	}
	if memory.Interrupted() {
		return vector.ErrInterrupted
	}
	if !memory.Take(looksEveryValues * bytesPerValue) {
		return vector.ErrFull
	}
	return nil
}

// word returns the word that stands at a place, or "", and moves behind it.
func (r *Reader) word(start int) string {
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(r.Text[start:], word) {
			r.At = start + len(word)
			return word
		}
	}
	return ""
}

var errInvalid = sqlstate.New(sqlstate.InvalidTextRepresent, "invalid input syntax for type json")

// Parse reads a value.
func Parse(text string) (*Value, error) {
	r := Reader{Text: text}
	v, err := r.Value(0)
	if err != nil {
		return nil, err
	}
	if r.Skip(); r.At < len(text) {
		return nil, errInvalid
	}
	return v, nil
}

// Skip goes over blanks.
func (r *Reader) Skip() {
	for ; r.At < len(r.Text); r.At++ {
		switch r.Text[r.At] {
		case ' ', '\t', '\n', '\r':
		default:
			return
		}
	}
}

// next takes the next byte that is no blank; 0 is the end.
func (r *Reader) next() byte {
	if r.Skip(); r.At == len(r.Text) {
		return 0
	}
	r.At++
	return r.Text[r.At-1]
}

// Value reads a value that stands at a depth of others.
func (r *Reader) Value(depth int) (*Value, error) {
	if err := r.begin(depth); err != nil {
		return nil, err
	}
	r.Skip()
	start := r.At
	v := &Value{}
	var err error
	switch c := r.next(); {
	case c == '{':
		v.Kind, err = '{', r.object(v, depth)
	case c == '[':
		v.Kind, err = '[', r.array(v, depth)
	case c == '"':
		v.Kind = '"'
		v.Text, err = r.Quoted()
	case c == '-' || c >= '0' && c <= '9':
		r.At--
		v.Kind = '0'
		v.Text, err = r.Number()
	default:
		if v.Kind = c; r.word(start) == "" {
			err = errInvalid
		}
	}
	v.Raw = r.Text[start:r.At]
	return v, err
}

func (r *Reader) object(v *Value, depth int) error {
	c := r.next()
	for c != '}' || len(v.Members) > 0 {
		if c != '"' {
			return errInvalid
		}
		key, err := r.Quoted()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return errInvalid
		}
		member, err := r.Value(depth + 1)
		if err != nil {
			return err
		}
		v.Members = append(v.Members, Member{key, member})
		switch r.next() {
		case '}':
			return nil
		case ',':
			c = r.next()
		default:
			return errInvalid
		}
	}
	return nil
}

func (r *Reader) array(v *Value, depth int) error {
	if c := r.next(); c == ']' {
		return nil
	}
	r.At--
	for {
		item, err := r.Value(depth + 1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
		switch r.next() {
		case ']':
			return nil
		case ',':
		default:
			return errInvalid
		}
	}
}

// Quoted reads a string behind its first quote.
func (r *Reader) Quoted() (string, error) {
	for i := r.At; i < len(r.Text) && r.Text[i] >= ' ' && r.Text[i] != '\\'; i++ {
		if r.Text[i] == '"' { // most have no escapes
			text := r.Text[r.At:i]
			r.At = i + 1
			return text, nil
		}
	}
	var b strings.Builder
	for r.At < len(r.Text) {
		c := r.Text[r.At]
		r.At++
		switch {
		case c == '"':
			return b.String(), nil
		case c < ' ':
			return "", errInvalid
		case c != '\\':
			b.WriteByte(c)
		case r.At == len(r.Text):
			return "", errInvalid
		default:
			c = r.Text[r.At]
			r.At++
			if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
				b.WriteByte("\"\\/\b\f\n\r\t"[i])
				continue
			}
			u, ok := r.unit()
			if c != 'u' || !ok {
				return "", errInvalid
			}
			if u == 0 {
				return "", sqlstate.New("22P05", "unsupported Unicode escape sequence").WithDetail("\\u0000 cannot be converted to text.")
			}
			if utf16.IsSurrogate(u) {
				if !strings.HasPrefix(r.Text[r.At:], `\u`) {
					return "", errLow()
				}
				r.At += 2
				low, ok := r.unit()
				switch first := u; {
				case !ok:
					return "", errInvalid
				case isHigh(first) && isHigh(low):
					return "", sqlstate.New(sqlstate.InvalidTextRepresent, "%s", errInvalid.Message).WithDetail("Unicode high surrogate must not follow a high surrogate.")
				default:
					if u = utf16.DecodeRune(first, low); u == utf8.RuneError {
						return "", errLow()
					}
				}
			}
			b.WriteRune(u)
		}
	}
	return "", errInvalid
}

// unit reads the four digits behind \u.
func (r *Reader) unit() (rune, bool) {
	if r.At+4 > len(r.Text) {
		return 0, false
	}
	u, err := strconv.ParseUint(r.Text[r.At:r.At+4], 16, 16)
	r.At += 4
	return rune(u), err == nil //nolint:gosec // of 16 bits
}

// Number reads a number and writes its exponent out, as numeric does.
func (r *Reader) Number() (string, error) {
	start := r.At
	for r.At < len(r.Text) && ofNumber(r.Text[r.At]) {
		r.At++
	}
	text := r.Text[start:r.At]
	digits := strings.TrimPrefix(text, "-")
	if len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return "", errInvalid
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, pointed := strings.Cut(mantissa, ".")
	if whole == "" || !digitsAlone(whole) || !digitsAlone(fraction) || pointed && fraction == "" {
		return "", errInvalid
	}
	if !scientific && (text[0] != '-' || strings.Trim(whole, "0") != "") {
		return text, nil
	}
	if scientific {
		shift, err := strconv.Atoi(exponent)
		if err != nil {
			return "", errInvalid
		}
		if shift > 131072 || shift < -16383 {
			return "", sqlstate.New(sqlstate.NumericOutOfRange, "value overflows numeric format")
		}
		whole, fraction = shiftPoint(whole, fraction, shift)
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if text[0] == '-' && strings.Trim(whole, "0.") != "" {
		whole = "-" + whole
	}
	return whole, nil
}

// shiftPoint moves the point of a number to the right.
func shiftPoint(whole, fraction string, by int) (string, string) {
	if by >= 0 {
		fraction += strings.Repeat("0", max(0, by-len(fraction)))
		whole, fraction = whole+fraction[:by], fraction[by:]
	} else {
		whole = strings.Repeat("0", max(0, 1-by-len(whole))) + whole
		cut := len(whole) + by
		whole, fraction = whole[:cut], whole[cut:]+fraction
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	return whole, fraction
}

// SortKeys sorts the keys of all objects by length and bytes, as jsonb does; of equal keys the last
// one stays.
func (v *Value) SortKeys() *Value {
	for _, item := range v.Items {
		item.SortKeys()
	}
	for _, m := range v.Members {
		m.Value.SortKeys()
	}
	if len(v.Members) > 1 {
		slices.SortStableFunc(v.Members, func(a, b Member) int { return compareKeys(a.Key, b.Key) })
		kept := v.Members[:0]
		for i, m := range v.Members {
			if i+1 == len(v.Members) || v.Members[i+1].Key != m.Key {
				kept = append(kept, m)
			}
		}
		v.Members = kept
	}
	return v
}

// Shown returns a value as jsonb shows it.
func (v *Value) Shown() []byte { return v.spaced(nil, " ") }

// Compact writes a value without blanks.
func (v *Value) Compact(b []byte) []byte { return v.spaced(b, "") }

// spaced writes a value with blanks behind commas and colons.
func (v *Value) spaced(b []byte, blank string) []byte {
	switch v.Kind {
	case '{':
		b = append(b, '{')
		for i, m := range v.Members {
			if i > 0 {
				b = append(append(b, ','), blank...)
			}
			b = append(append(AppendText(b, m.Key), ':'), blank...)
			b = m.Value.spaced(b, blank)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, item := range v.Items {
			if i > 0 {
				b = append(append(b, ','), blank...)
			}
			b = item.spaced(b, blank)
		}
		return append(b, ']')
	}
	return v.writeScalar(b)
}

func (v *Value) writeScalar(b []byte) []byte {
	switch v.Kind {
	case '"':
		return AppendText(b, v.Text)
	case '0':
		return append(b, v.Text...)
	case 't':
		return append(b, "true"...)
	case 'f':
		return append(b, "false"...)
	}
	return append(b, "null"...)
}

// AppendText writes a text as a JSON string.
func AppendText(b []byte, text string) []byte {
	b = append(b, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= ' ':
			b = append(b, c)
		default:
			if at := strings.IndexByte("\b\f\n\r\t", c); at >= 0 {
				b = append(b, '\\', "bfnrt"[at])
			} else {
				b = append(b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
			}
		}
	}
	return append(b, '"')
}

// MemberNamed returns the last member of a key, or nil.
func (v *Value) MemberNamed(key string) *Value {
	for _, m := range slices.Backward(v.Members) {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// ItemAt returns an element; a negative number counts from the end.
func (v *Value) ItemAt(i int) *Value {
	if i < 0 {
		i += len(v.Items)
	}
	if i < 0 || i >= len(v.Items) {
		return nil
	}
	return v.Items[i]
}

// Step goes one step of a path: a key, or the number of an element.
func (v *Value) Step(key string) *Value {
	if v.Kind != '[' {
		return v.MemberNamed(key)
	}
	i, err := strconv.Atoi(key)
	if err != nil || i > math.MaxInt32 || i < math.MinInt32 {
		return nil
	}
	return v.ItemAt(i)
}

// Contains reports whether v contains w, as the operator @> does.
func (v *Value) Contains(w *Value, top bool) bool {
	switch {
	case v.Kind == '{' && w.Kind == '{':
		for _, m := range w.Members {
			if own := v.MemberNamed(m.Key); own == nil || !own.Contains(m.Value, false) {
				return false
			}
		}
		return true
	case v.Kind == '[' && w.Kind == '[':
		for _, item := range w.Items {
			if !slices.ContainsFunc(v.Items, func(own *Value) bool { return own.Kind == item.Kind && own.Contains(item, false) }) {
				return false
			}
		}
		return true
	case v.Kind == '[' && top && w.Kind != '{':
		return slices.ContainsFunc(v.Items, func(own *Value) bool { return own.equal(w) })
	}
	return v.equal(w)
}

// equal compares canonical values; numbers by value.
func (v *Value) equal(w *Value) bool {
	if v.Kind != w.Kind || len(v.Items) != len(w.Items) || len(v.Members) != len(w.Members) {
		return false
	}
	for i := range v.Items {
		if !v.Items[i].equal(w.Items[i]) {
			return false
		}
	}
	for i := range v.Members {
		if v.Members[i].Key != w.Members[i].Key || !v.Members[i].Value.equal(w.Members[i].Value) {
			return false
		}
	}
	if v.Kind == '0' {
		return plainNumber(v.Text) == plainNumber(w.Text)
	}
	return v.Text == w.Text
}

// plainNumber drops the zeros at the end of a fraction.
func plainNumber(text string) string {
	if strings.Contains(text, ".") {
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}
