// Package render writes what sources answer as JSON and as text for models.
//
//	value.go    one value: as JSON that keeps every digit, or cut to a limit
//	text.go     cells, tables and fences: text of strangers that cannot pose as ours
//	rows.go     [Rows]: rows in both views, and the [Caps] of a page of them
package render

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
)

// The OIDs of the types that JSON has a form for; all others are strings, as
// psql shows them.
const (
	oidBool        = 16
	oidInt8        = 20
	oidInt2        = 21
	oidInt4        = 23
	oidOID         = 26
	oidJSON        = 114
	oidFloat4      = 700
	oidFloat8      = 701
	oidNumeric     = 1700
	oidBytea       = 17
	oidDate        = 1082
	oidTime        = 1083
	oidTimestamp   = 1114
	oidTimestamptz = 1184
	oidInterval    = 1186
	oidTimetz      = 1266
	oidUUID        = 2950
	oidJSONB       = 3802
)

// AppendValue appends one value as JSON. A number is a JSON number where a
// double holds every digit of it as written, and a string of all its digits
// where it does not: an int8 above 2^53, a long numeric, NaN, Infinity. JSON
// stays JSON, NULL is null. cut says that the value was shortened to limit
// bytes, which makes it a string whatever its type.
func AppendValue(out []byte, column providers.Column, value []byte, limit int) (json []byte, cut bool) {
	if value == nil {
		return append(out, "null"...), false
	}
	if column.Format == providers.Binary {
		value = append([]byte(`\x`), hex.EncodeToString(value)...)
	}
	if text, wasCut := cutCell(value, limit); wasCut {
		return AppendString(out, text), true
	}
	if column.Format == providers.Binary {
		return AppendString(out, string(value)), false
	}
	switch column.Type {
	case oidBool:
		switch string(value) {
		case "t", "true":
			return append(out, "true"...), false
		case "f", "false":
			return append(out, "false"...), false
		}
	case oidInt2, oidInt4, oidInt8, oidOID, oidFloat4, oidFloat8, oidNumeric:
		if exactNumber(value) {
			return append(out, value...), false
		}
	case oidJSON, oidJSONB:
		if compact, ok := compactJSON(value); ok {
			return append(out, compact...), false
		}
	}
	return AppendString(out, string(value)), false
}

// exactNumber reports whether text is a JSON number of which every digit
// survives a reader that keeps numbers as doubles, as JavaScript does.
func exactNumber(text []byte) bool {
	if !json.Valid(text) || len(text) > 24 || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		return n >= -(1<<53-1) && n <= 1<<53-1
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return false
	}
	// The shortest text of the double has the same digits, or the text has
	// more digits than the double could hold.
	return sameDigits(strconv.FormatFloat(f, 'e', -1, 64), string(text))
}

// sameDigits compares the significant digits of two spellings of a number.
func sameDigits(a, b string) bool { return digits(a) == digits(b) }

func digits(s string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(s), "e")
	mantissa = strings.ReplaceAll(strings.TrimPrefix(mantissa, "-"), ".", "")
	return strings.Trim(mantissa, "0")
}

func compactJSON(value []byte) ([]byte, bool) {
	var buffer bytes.Buffer
	if json.Compact(&buffer, value) != nil {
		return nil, false
	}
	return buffer.Bytes(), true
}

// cutCell shortens a value to limit bytes at a character's border and says how
// much is missing.
func cutCell(value []byte, limit int) (string, bool) {
	if limit <= 0 || len(value) <= limit {
		return "", false
	}
	end := limit
	for end > 0 && !utf8.RuneStart(value[end]) {
		end--
	}
	return string(value[:end]) + "… [" + strconv.Itoa(len(value)-end) + " bytes more]", true
}

// Shorten shortens text outside of rows to limit bytes, and says how much is missing.
func Shorten(text string, limit int) string {
	if cut, was := cutCell([]byte(text), limit); was {
		return cut
	}
	return text
}

// AppendString appends text as a JSON string; bytes that are not UTF-8 become U+FFFD.
func AppendString(out []byte, text string) []byte {
	start := len(out)
	out = append(out, '"')
	from, ascii := 0, true
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= utf8.RuneSelf:
			ascii = false
		case b >= ' ' && b != '"' && b != '\\' && b != '<' && b != '>' && b != '&':
		case escapes[b] == 0:
			return appendByEncoder(out[:start], text)
		default:
			out = append(append(out, text[from:i]...), '\\', escapes[b])
			from = i + 1
		}
	}
	if !ascii && (!utf8.ValidString(text) || strings.Contains(text, "\u2028") || strings.Contains(text, "\u2029")) {
		return appendByEncoder(out[:start], text)
	}
	return append(append(out, text[from:]...), '"')
}

// escapes are the letters of the escapes that the encoder writes for some bytes.
var escapes = [utf8.RuneSelf]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

func appendByEncoder(out []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil { // no string makes Marshal fail
		return append(out, `""`...)
	}
	return append(out, quoted...)
}

// wordless are types whose values have no words.
var wordless = []uint32{
	oidBool, oidInt2, oidInt4, oidInt8, oidOID, oidFloat4, oidFloat8, oidNumeric,
	oidDate, oidTime, oidTimetz, oidTimestamp, oidTimestamptz, oidInterval, oidUUID,
}

// HoldsNoWords reports whether values of a column are numbers, times and the like.
func HoldsNoWords(c providers.Column) bool {
	return slices.Contains(wordless, c.Type) && c.Format != providers.Binary
}
