package functions

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

// jsonValue is a value of JSON: one of its fields, by its kind.
type jsonValue struct {
	kind    byte   // '{', '[', '"', '0' a number, 't', 'f', 'n'
	text    string // a string without its quotes and escapes; a number's digits
	raw     string // as it was written
	members []jsonMember
	items   []*jsonValue
}

type jsonMember struct {
	key   string
	value *jsonValue
}

// deepestJSON bounds the nesting of a value.
const deepestJSON = 1000

// jsonReader reads one text.
type jsonReader struct {
	text   string
	at     int
	values int // that have begun
}

const (
	// A reader looks whether its statement is to end, and whether there is memory, once in so many values.
	looksEveryValues = 1024
	// bytesPerValue is about what a value and its place in another take.
	bytesPerValue = 160
)

// begin begins a value.
func (r *jsonReader) begin(depth int) error {
	if depth > deepestJSON {
		return failure("54001", "the JSON is nested too deeply")
	}
	if r.values++; r.values%looksEveryValues != 0 {
		return nil
	}
	if memory.Interrupted() {
		return errInterrupted
	}
	if !memory.Take(looksEveryValues * bytesPerValue) {
		return vector.ErrFull
	}
	return nil
}

// word returns the word that stands at a place, or "", and moves behind it.
func (r *jsonReader) word(start int) string {
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(r.text[start:], word) {
			r.at = start + len(word)
			return word
		}
	}
	return ""
}

var errJSON = failure(sqlstate.InvalidTextRepresent, "invalid input syntax for type json")

// parseJSON reads a value.
func parseJSON(text string) (*jsonValue, error) {
	r := jsonReader{text: text}
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.skip(); r.at < len(text) {
		return nil, errJSON
	}
	return v, nil
}

func (r *jsonReader) skip() {
	for ; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
		default:
			return
		}
	}
}

// next takes the next byte that is no blank; 0 is the end.
func (r *jsonReader) next() byte {
	if r.skip(); r.at == len(r.text) {
		return 0
	}
	r.at++
	return r.text[r.at-1]
}

func (r *jsonReader) value(depth int) (*jsonValue, error) {
	if err := r.begin(depth); err != nil {
		return nil, err
	}
	r.skip()
	start := r.at
	v := &jsonValue{}
	var err error
	switch c := r.next(); {
	case c == '{':
		v.kind, err = '{', r.object(v, depth)
	case c == '[':
		v.kind, err = '[', r.array(v, depth)
	case c == '"':
		v.kind = '"'
		v.text, err = r.str()
	case c == '-' || c >= '0' && c <= '9':
		r.at--
		v.kind = '0'
		v.text, err = r.number()
	default:
		if v.kind = c; r.word(start) == "" {
			err = errJSON
		}
	}
	v.raw = r.text[start:r.at]
	return v, err
}

func (r *jsonReader) object(v *jsonValue, depth int) error {
	c := r.next()
	for c != '}' || len(v.members) > 0 {
		if c != '"' {
			return errJSON
		}
		key, err := r.str()
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return errJSON
		}
		member, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		v.members = append(v.members, jsonMember{key, member})
		switch r.next() {
		case '}':
			return nil
		case ',':
			c = r.next()
		default:
			return errJSON
		}
	}
	return nil
}

func (r *jsonReader) array(v *jsonValue, depth int) error {
	if c := r.next(); c == ']' {
		return nil
	}
	r.at--
	for {
		item, err := r.value(depth + 1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
		switch r.next() {
		case ']':
			return nil
		case ',':
		default:
			return errJSON
		}
	}
}

// str reads a string behind its first quote.
func (r *jsonReader) str() (string, error) {
	for i := r.at; i < len(r.text) && r.text[i] >= ' ' && r.text[i] != '\\'; i++ {
		if r.text[i] == '"' { // most have no escapes
			text := r.text[r.at:i]
			r.at = i + 1
			return text, nil
		}
	}
	var b strings.Builder
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"':
			return b.String(), nil
		case c < ' ':
			return "", errJSON
		case c != '\\':
			b.WriteByte(c)
		case r.at == len(r.text):
			return "", errJSON
		default:
			c = r.text[r.at]
			r.at++
			if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
				b.WriteByte("\"\\/\b\f\n\r\t"[i])
				continue
			}
			u, ok := r.unit()
			if c != 'u' || !ok {
				return "", errJSON
			}
			if u == 0 {
				return "", failure("22P05", "unsupported Unicode escape sequence")
			}
			if utf16.IsSurrogate(u) {
				if !strings.HasPrefix(r.text[r.at:], `\u`) {
					return "", errJSON
				}
				r.at += 2
				low, ok := r.unit()
				if u = utf16.DecodeRune(u, low); !ok || u == utf8.RuneError {
					return "", errJSON
				}
			}
			b.WriteRune(u)
		}
	}
	return "", errJSON
}

// unit reads the four digits behind \u.
func (r *jsonReader) unit() (rune, bool) {
	if r.at+4 > len(r.text) {
		return 0, false
	}
	u, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	r.at += 4
	return rune(u), err == nil //nolint:gosec // of 16 bits
}

// number reads a number and writes its exponent out, as numeric does.
func (r *jsonReader) number() (string, error) {
	start := r.at
	for r.at < len(r.text) && ofNumber(r.text[r.at]) {
		r.at++
	}
	text := r.text[start:r.at]
	digits := strings.TrimPrefix(text, "-")
	if len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		return "", errJSON
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(digits), "e")
	whole, fraction, pointed := strings.Cut(mantissa, ".")
	if whole == "" || !digitsAlone(whole) || !digitsAlone(fraction) || pointed && fraction == "" {
		return "", errJSON
	}
	if !scientific && (text[0] != '-' || strings.Trim(whole, "0") != "") {
		return text, nil
	}
	if scientific {
		shift, err := strconv.Atoi(exponent)
		if err != nil {
			return "", errJSON
		}
		if shift > 131072 || shift < -16383 {
			return "", failure(sqlstate.NumericOutOfRange, "value overflows numeric format")
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

// ofNumber reports whether a byte may stand in a number.
func ofNumber(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

func digitsAlone(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
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

// canonical sorts the keys of all objects by length and bytes, as jsonb does; of equal keys the last
// one stays.
func (v *jsonValue) canonical() *jsonValue {
	for _, item := range v.items {
		item.canonical()
	}
	for _, m := range v.members {
		m.value.canonical()
	}
	if len(v.members) > 1 {
		slices.SortStableFunc(v.members, func(a, b jsonMember) int { return compareKeys(a.key, b.key) })
		kept := v.members[:0]
		for i, m := range v.members {
			if i+1 == len(v.members) || v.members[i+1].key != m.key {
				kept = append(kept, m)
			}
		}
		v.members = kept
	}
	return v
}

// shown returns a value as jsonb shows it.
func (v *jsonValue) shown() []byte { return v.spaced(nil, " ") }

// compact writes a value without blanks.
func (v *jsonValue) compact(b []byte) []byte { return v.spaced(b, "") }

// spaced writes a value with blanks behind commas and colons.
func (v *jsonValue) spaced(b []byte, blank string) []byte {
	switch v.kind {
	case '{':
		b = append(b, '{')
		for i, m := range v.members {
			if i > 0 {
				b = append(append(b, ','), blank...)
			}
			b = append(append(appendJSONText(b, m.key), ':'), blank...)
			b = m.value.spaced(b, blank)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, item := range v.items {
			if i > 0 {
				b = append(append(b, ','), blank...)
			}
			b = item.spaced(b, blank)
		}
		return append(b, ']')
	}
	return v.writeScalar(b)
}

func (v *jsonValue) writeScalar(b []byte) []byte {
	switch v.kind {
	case '"':
		return appendJSONText(b, v.text)
	case '0':
		return append(b, v.text...)
	case 't':
		return append(b, "true"...)
	case 'f':
		return append(b, "false"...)
	}
	return append(b, "null"...)
}

// appendJSONText writes a text as a JSON string.
func appendJSONText(b []byte, text string) []byte {
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

// member returns the last member of a key, or nil.
func (v *jsonValue) member(key string) *jsonValue {
	for _, m := range slices.Backward(v.members) {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// item returns an element; a negative number counts from the end.
func (v *jsonValue) item(i int) *jsonValue {
	if i < 0 {
		i += len(v.items)
	}
	if i < 0 || i >= len(v.items) {
		return nil
	}
	return v.items[i]
}

// step goes one step of a path: a key, or the number of an element.
func (v *jsonValue) step(key string) *jsonValue {
	if v.kind != '[' {
		return v.member(key)
	}
	i, err := strconv.Atoi(key)
	if err != nil || i > math.MaxInt32 || i < math.MinInt32 {
		return nil
	}
	return v.item(i)
}

// contains reports whether v contains w, as the operator @> does.
func (v *jsonValue) contains(w *jsonValue, top bool) bool {
	switch {
	case v.kind == '{' && w.kind == '{':
		for _, m := range w.members {
			if own := v.member(m.key); own == nil || !own.contains(m.value, false) {
				return false
			}
		}
		return true
	case v.kind == '[' && w.kind == '[':
		for _, item := range w.items {
			if !slices.ContainsFunc(v.items, func(own *jsonValue) bool { return own.kind == item.kind && own.contains(item, false) }) {
				return false
			}
		}
		return true
	case v.kind == '[' && top && w.kind != '{':
		return slices.ContainsFunc(v.items, func(own *jsonValue) bool { return own.equal(w) })
	}
	return v.equal(w)
}

// equal compares canonical values; numbers by value.
func (v *jsonValue) equal(w *jsonValue) bool {
	if v.kind != w.kind || len(v.items) != len(w.items) || len(v.members) != len(w.members) {
		return false
	}
	for i := range v.items {
		if !v.items[i].equal(w.items[i]) {
			return false
		}
	}
	for i := range v.members {
		if v.members[i].key != w.members[i].key || !v.members[i].value.equal(w.members[i].value) {
			return false
		}
	}
	if v.kind == '0' {
		return plainNumber(v.text) == plainNumber(w.text)
	}
	return v.text == w.text
}

// plainNumber drops the zeros at the end of a fraction.
func plainNumber(text string) string {
	if strings.Contains(text, ".") {
		return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}
