package vector

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// A range is kept as a text whose order is that of Postgres's ranges, so that DuckDB compares, sorts and groups ranges
// itself. The text is "0" for the empty range, and otherwise "1" and two cuts. A cut is a place between values: "0"
// before all of them, "2" behind all of them, or "1", a value, and "0" for before it or "1" for behind it. A range that is only shown may have
// the zeros at the end of its bounds behind that, which no comparison reads: planner/shownranges.go says where.

// RangeKind is a range type.
type RangeKind struct {
	Name     string // Postgres's
	Element  string // the DuckDB type of its bounds
	Discrete bool   // between two values there may be none: ranges have the form [ )
	Users    bool   // a user has made it
}

// RangeKinds are the range types by the names that DuckDB has for them.
var RangeKinds = map[string]RangeKind{
	"PG_INT4RANGE": {Name: "int4range", Element: "INTEGER", Discrete: true},
	"PG_INT8RANGE": {Name: "int8range", Element: "BIGINT", Discrete: true},
	"PG_NUMRANGE":  {Name: "numrange", Element: LooseType},
	"PG_TSRANGE":   {Name: "tsrange", Element: "TIMESTAMP"},
	"PG_TSTZRANGE": {Name: "tstzrange", Element: "TIMESTAMPTZ"},
	"PG_DATERANGE": {Name: "daterange", Element: "DATE", Discrete: true},
}

// userKinds are the elements of the range types that users make, by the names that the names of these types have for them. None of the types
// is discrete.
var userKinds = map[string]string{
	"INT2": "SMALLINT", "INT4": "INTEGER", "INT8": "BIGINT", "FLOAT4": "FLOAT", "FLOAT8": "DOUBLE", "NUMERIC": LooseType, "TEXT": "VARCHAR",
	"DATE": "DATE", "TIME": "TIME", "TIMESTAMP": "TIMESTAMP", "TIMESTAMPTZ": "TIMESTAMPTZ", "INET": InetAlias,
}

// RangeKindOf returns the range type that a name of DuckDB's stands for.
func RangeKindOf(alias string) (kind RangeKind, ok bool) {
	if kind, ok = RangeKinds[alias]; ok {
		return kind, true
	}
	if element := pgcatalog.UserRangeElement(alias); userKinds[element] != "" {
		return RangeKind{Name: strings.ToLower(strings.TrimPrefix(alias, "PG_")), Users: true, Element: userKinds[element]}, true
	}
	return kind, false
}

// UserRangeElements are the names of the elements that range types of users have, in order.
func UserRangeElements() []string { return slices.Sorted(maps.Keys(userKinds)) }

// Range is a range by its cuts. The empty range has none. The zeros are how many each bound that is a number is shown with at its end.
type Range struct {
	Low, High           string
	LowZeros, HighZeros int
}

// Between is the range from the low end of one to the high end of another.
func Between(low, high Range) Range {
	return Range{Low: low.Low, High: high.High, LowZeros: low.LowZeros, HighZeros: high.HighZeros}
}

// The cuts before and behind all values.
const (
	FirstCut = "0"
	LastCut  = "2"
)

// Empty reports whether no value is in the range.
func (r Range) Empty() bool { return r.Low >= r.High }

// Key returns the text that is kept.
func (r Range) Key() string {
	if r.Empty() {
		return "0"
	}
	key := "1" + r.Low + r.High
	if r.LowZeros|r.HighZeros != 0 {
		key += zerosStart + strconv.Itoa(r.LowZeros) + "," + strconv.Itoa(r.HighZeros) + zerosEnd
	}
	return key
}

// zerosStart and zerosEnd stand around the zeros of a range.
const (
	zerosStart = "|"
	zerosEnd   = ";"
)

// readZeros reads the zeros that stand at the start of a text, and returns what is behind them.
func (r *Range) readZeros(text string) (rest string) {
	zeros, found := strings.CutPrefix(text, zerosStart)
	if !found {
		return text
	}
	zeros, rest, _ = strings.Cut(zeros, zerosEnd)
	low, high, _ := strings.Cut(zeros, ",")
	r.LowZeros, _ = strconv.Atoi(low)
	r.HighZeros, _ = strconv.Atoi(high)
	return rest
}

// ReadRange reads the text that is kept.
func ReadRange(key []byte, element string) Range {
	if len(key) < 2 {
		return Range{}
	}
	r, _ := nextRange(string(key[1:]), element)
	return r
}

// nextRange reads the cuts at the start of a text and their zeros, and returns what is behind them.
func nextRange(text, element string) (r Range, rest string) {
	low := cutLength(text, element)
	if low >= len(text) {
		return Range{}, ""
	}
	end := low + cutLength(text[low:], element)
	if end > len(text) {
		return Range{}, ""
	}
	r = Range{Low: text[:low], High: text[low:end]}
	rest = r.readZeros(text[end:])
	return r, rest
}

// valueWidth is the length of the value at the start of a text.
func valueWidth(text, element string) int {
	switch element {
	case LooseType, "VARCHAR", InetAlias:
		return strings.IndexAny(text, " ~") + 1
	}
	return integerWidth
}

const integerWidth = 16

// Cut returns the cut before or behind a value.
func Cut(value string, behind bool) string {
	if behind {
		return "1" + value + "1"
	}
	return "1" + value + "0"
}

// IntegerKey is a whole number, a date or a time as a value of a cut.
func IntegerKey(n int64) string { return fmt.Sprintf("%016x", uint64(n)^1<<63) } //nolint:gosec // its bits

// IntegerOf reads the value of a cut.
func IntegerOf(cut string) int64 {
	if len(cut) < 1+integerWidth {
		return 0
	}
	n, err := strconv.ParseUint(cut[1:1+integerWidth], 16, 64)
	if err != nil {
		return 0
	}
	return int64(n ^ 1<<63) //nolint:gosec // its bits
}

// FloatKey is a floating-point number as a value of a cut: NaN is behind all others.
func FloatKey(f float64) string {
	bits := math.Float64bits(f)
	switch {
	case math.IsNaN(f):
		bits = math.MaxUint64
	case bits>>63 == 1:
		bits = ^bits
	default:
		bits |= 1 << 63
	}
	return fmt.Sprintf("%016x", bits)
}

// FloatOf reads the value of a cut.
func FloatOf(cut string) float64 {
	bits := uint64(IntegerOf(cut)) ^ 1<<63 //nolint:gosec // its bits
	switch {
	case bits == math.MaxUint64:
		return math.NaN()
	case bits>>63 == 1:
		return math.Float64frombits(bits &^ (1 << 63))
	}
	return math.Float64frombits(^bits)
}

// TextKey is a text as a value of a cut: its bytes in hexadecimal digits, and an end that is before all of these.
func TextKey(text string) string { return hex.EncodeToString([]byte(text)) + " " }

// TextOf reads the value of a cut.
func TextOf(cut string) string {
	text, err := hex.DecodeString(cut[1 : len(cut)-2])
	if err != nil {
		return ""
	}
	return string(text)
}

// NumberKey is a number as a value of a cut: its sign, how many digits are before the point, the digits, and an end. Of a
// negative number each digit is what it lacks to 9.
func NumberKey(digits string) string {
	magnitude, negative := strings.CutPrefix(digits, "-")
	whole, fraction, _ := strings.Cut(magnitude, ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	key := fmt.Sprintf("%02d", len(whole)) + whole + fraction
	if !negative || strings.Trim(key, "0") == "" {
		return "1" + key + " "
	}
	return "0" + complement(key) + "~"
}

func complement(digits string) string {
	return strings.Map(func(r rune) rune { return '0' + '9' - r }, digits)
}

// NumberOf reads the value of a cut.
func NumberOf(cut string) string {
	key, negative := cut[2:len(cut)-2], cut[1] == '0'
	if negative {
		key = complement(key)
	}
	length, err := strconv.Atoi(key[:2])
	if err != nil || 2+length > len(key) {
		return "0"
	}
	number := key[2 : 2+length]
	if number == "" {
		number = "0"
	}
	if fraction := key[2+length:]; fraction != "" {
		number += "." + fraction
	}
	if negative {
		number = "-" + number
	}
	return number
}

// WithZeros is a number with so many zeros at its end.
func WithZeros(number string, zeros int) string {
	if zeros > 0 && !strings.Contains(number, ".") {
		number += "."
	}
	return number + strings.Repeat("0", zeros)
}

// ShownRange is a range by the text that is kept of it, as Postgres shows it. A value of a type of another name is left as it is.
func ShownRange(alias, key string) string {
	kind, ok := RangeKindOf(strings.ToUpper(alias))
	if !ok || key == "NULL" {
		return key
	}
	return string((&Writer{}).appendRange(nil, []byte(key), kind))
}

// appendRange writes a range as Postgres does.
func (w *Writer) appendRange(b, key []byte, kind RangeKind) []byte {
	r := ReadRange(key, kind.Element)
	if r.Empty() {
		return append(b, "empty"...)
	}
	if r.Low != FirstCut && strings.HasSuffix(r.Low, "0") {
		b = append(b, '[')
	} else {
		b = append(b, '(')
	}
	b = append(w.appendBound(b, r.Low, kind.Element, r.LowZeros), ',')
	b = w.appendBound(b, r.High, kind.Element, r.HighZeros)
	if r.High != LastCut && strings.HasSuffix(r.High, "1") {
		return append(b, ']')
	}
	return append(b, ')')
}

func (w *Writer) appendBound(b []byte, cut, element string, zeros int) []byte {
	if cut == FirstCut || cut == LastCut {
		return b
	}
	switch element {
	case LooseType:
		return append(b, WithZeros(NumberOf(cut), zeros)...)
	case "DATE":
		from := len(b)
		if b = w.appendDate(b, int32(IntegerOf(cut))); bytes.ContainsAny(b[from:], " ") { //nolint:gosec // it was one
			b = append(slices.Insert(b, from, '"'), '"')
		}
		return b
	case "TIMESTAMP", "TIMESTAMPTZ":
		n := IntegerOf(cut)
		if !Finite(n) {
			return appendInfinity(b, n < 0)
		}
		if b = append(b, '"'); element == "TIMESTAMP" {
			b = w.appendTimestamp(b, n)
		} else {
			b = w.appendTimestampTZ(b, n)
		}
		return append(b, '"')
	case "DOUBLE":
		return w.appendFloat(b, FloatOf(cut), 64)
	case "FLOAT":
		return w.appendFloat(b, FloatOf(cut), 32)
	case "TIME":
		return appendClock(b, IntegerOf(cut))
	case InetAlias:
		return appendNetwork(b, []byte(TextOf(cut)), InetAlias)
	case "VARCHAR":
		return appendQuotedBound(b, TextOf(cut))
	}
	return strconv.AppendInt(b, IntegerOf(cut), 10)
}

// appendQuotedBound writes a text as range_bound_escape does.
func appendQuotedBound(b []byte, text string) []byte {
	if text != "" && !strings.ContainsAny(text, "\"\\()[],"+Blanks) {
		return append(b, text...)
	}
	b = append(b, '"')
	for i := range len(text) {
		if text[i] == '"' || text[i] == '\\' {
			b = append(b, text[i])
		}
		b = append(b, text[i])
	}
	return append(b, '"')
}
