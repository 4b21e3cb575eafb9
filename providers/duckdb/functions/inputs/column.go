// Package inputs reads texts as PostgreSQL's input functions do: what COPY sends, and what casts and parameters bring.
//
// An [Input] reads the values of one column into vectors of the column's type (column.go). Dates, times and intervals are
// read as PostgreSQL writes them and as ISO 8601 has them (moments.go): what neither has, such as the names of months, is
// refused rather than guessed. Single values are read by [ParseBool], [ParseBytea], [ParseInteger] and [ParseFloat].
//
// Errors have PostgreSQL's codes and name the type as PostgreSQL does: 22P02 for a text that is no value of the type, 22003,
// 22007 and 22008 for values that the type does not have.
package inputs

import (
	"math"
	"strconv"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Input reads the values of a column as PostgreSQL's input functions do, into vectors of the
// column's own type. What nothing here reads are vectors of text, which the INSERT casts.
type Input struct {
	vector.Column
	typeName string // in errors
	bits     int    // of a number
	lossless bool   // a decimal that stands for a numeric without a precision, which is not rounded
	fields   int    // of an interval; 0: all
	element  *Input
	read     func(in *Input, zone *time.Location, f *vector.Filler, r int, text string) error
}

// inputs has what reads the values of a type.
var inputs = map[lib.Type]func(in *Input, zone *time.Location, f *vector.Filler, r int, text string) error{
	lib.TypeBoolean:     readBool,
	lib.TypeSmallInt:    readInt[int16],
	lib.TypeInteger:     readInt[int32],
	lib.TypeBigInt:      readInt[int64],
	lib.TypeFloat:       readFloat[float32],
	lib.TypeDouble:      readFloat[float64],
	lib.TypeDecimal:     readDecimal,
	lib.TypeVarchar:     readText,
	lib.TypeBlob:        readBytea,
	lib.TypeUUID:        readUUID,
	lib.TypeDate:        readDate,
	lib.TypeTime:        readTime,
	lib.TypeTimestamp:   readTimestamp,
	lib.TypeTimestampTZ: readTimestamp,
	lib.TypeInterval:    readInterval,
}

// NewInput finds what reads the values of a column, by its type and its name.
func NewInput(n *vector.Type, name string) Input {
	in := Input{Column: vector.Column{Name: name, Duck: n.Duck, ID: n.ID}, read: inputs[n.ID]}
	_, _, size, typeName := pgcatalog.TypeOID(n.Duck)
	in.typeName, in.bits = typeName, 8*int(size)
	limit, padded := pgcatalog.Limit(n.Duck)
	bits, exact := pgcatalog.BitLimit(n.Duck)
	switch {
	case bits > 0:
		in.ID, in.Cast, in.read = lib.TypeVarchar, true, readBits(bits, exact)
	case limit > 0:
		in.read = readLimited(limit, padded)
	case n.Duck == "JSON":
		in.read = readJSONValue
	case n.ID == lib.TypeDecimal:
		in.Wide, in.Scale = decimalDigits(n)
		_, unscaled := pgcatalog.UnscaledDigits(n.Duck)
		_, plain := pgcatalog.PlainDigits(n.Duck)
		in.lossless = unscaled || plain
	case n.ID == lib.TypeList && (inputs[n.Children[0].ID] != nil || n.Children[0].ID == lib.TypeBit || n.Children[0].ID == lib.TypeTimeTZ):
		element := NewInput(n.Children[0], name)
		in.element, in.Column.Element, in.read = &element, &element.Column, readArray
	case in.read == nil:
		in.ID, in.Cast, in.read = lib.TypeVarchar, true, readText
	}
	return in
}

// Round has the column round, whose type is a numeric with a precision, although its decimal stands for one without, too.
func (in *Input) Round() { in.lossless = false }

// ReadFields has a column of intervals read the texts of a type of some fields; 0: of all.
func (in *Input) ReadFields(fields int) { in.fields = fields }

// MoreDigits is the error of a number with more digits behind the point than a numeric without a precision has here.
func MoreDigits(scale int) *sqlstate.Error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "more than %d digits behind the point are not supported in a numeric without a precision", scale).
		WithHint("Give the column or the cast a precision and a scale, as in numeric(38,20), or round the value.")
}

// decimalDigits reads DECIMAL(18,3).
func decimalDigits(n *vector.Type) (wide, scale uint8) {
	digits, _, _ := strings.Cut(strings.TrimPrefix(n.Duck, "DECIMAL("), ",")
	w, _ := strconv.ParseUint(digits, 10, 8) // package vector has written it
	return uint8(w), uint8(n.Scale)          //nolint:gosec // at most 38
}

// Put reads a value.
func (in *Input) Put(zone *time.Location, f *vector.Filler, r int, text []byte) error {
	return in.read(in, zone, f, r, string(text))
}

func (in *Input) invalid(text string) error { return InvalidText(in.typeName, text) }

func readBool(_ *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	b, err := ParseBool(text)
	if err == nil {
		vector.Set(f, r, b)
	}
	return err
}

func readInt[T int16 | int32 | int64](in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	n, err := ParseInteger(text, in.bits, in.typeName)
	if err == nil {
		vector.Set(f, r, T(n))
	}
	return err
}

func readFloat[T float32 | float64](in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	n, err := ParseFloat(text, in.bits, in.typeName)
	if err == nil {
		vector.Set(f, r, T(n))
	}
	return err
}

func readText(_ *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	f.SetBytes(r, []byte(text))
	return nil
}

// readLimited reads a value of a column of limited length.
func readLimited(limit int, padded bool) func(*Input, *time.Location, *vector.Filler, int, string) error {
	return func(_ *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
		held, err := HoldLength([]byte(text), limit, padded)
		if err == nil {
			f.SetBytes(r, held)
		}
		return err
	}
}

// readBits reads a value of a bit(n) or a bit varying(n), of which DuckDB reads the digits.
func readBits(limit int, exact bool) func(*Input, *time.Location, *vector.Filler, int, string) error {
	return func(in *Input, zone *time.Location, f *vector.Filler, r int, text string) error {
		if err := CheckBits(len(text), limit, exact); err != nil && strings.Trim(text, "01") == "" {
			return err
		}
		return readText(in, zone, f, r, text)
	}
}

func readJSONValue(_ *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	_, err := jsonvalue.Parse(text)
	if err == nil {
		f.SetBytes(r, []byte(text))
	}
	return err
}

func readBytea(_ *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	raw, err := ParseBytea(text)
	if err == nil {
		f.SetBytes(r, raw)
	}
	return err
}

// readUUID reads 32 digits, in braces or not, with a dash behind any group of four.
func readUUID(in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	digits, braced := strings.CutPrefix(text, "{")
	if braced {
		var closed bool
		if digits, closed = strings.CutSuffix(digits, "}"); !closed {
			return in.invalid(text)
		}
	}
	plain := make([]byte, 0, 36)
	for i, n := 0, 0; i < len(digits); i++ {
		if digits[i] == '-' {
			if n == 0 || n%4 != 0 || n == 32 || digits[i-1] == '-' {
				return in.invalid(text)
			}
			continue
		}
		if n == 8 || n == 12 || n == 16 || n == 20 {
			plain = append(plain, '-')
		}
		plain = append(plain, digits[i])
		n++
	}
	if !vector.WriteUUID(nil, f, r, plain) {
		return in.invalid(text)
	}
	return nil
}

// readDecimal rounds to the column's scale, as PostgreSQL does, or refuses to where the column has none of its own.
func readDecimal(in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	digits, point, negative, ok := parseDecimal(strings.TrimSpace(text))
	if !ok {
		switch strings.ToLower(strings.TrimLeft(strings.TrimSpace(text), "+-")) {
		case "nan", "inf", "infinity":
			return sqlstate.New(sqlstate.FeatureNotSupported, "%s in a column of type numeric is not supported", strings.TrimSpace(text)).
				WithHint("The embedded engine, DuckDB, has such values in columns of double precision alone.")
		}
		return InvalidText("numeric", text)
	}
	overflow := sqlstate.NumericOverflow(int(in.Wide), int(in.Scale))
	keep := point + int(in.Scale) // digits of the number that is stored
	if keep > 2*math.MaxUint8 {
		if strings.Trim(string(digits), "0") == "" {
			digits, keep = nil, int(in.Scale)
		} else {
			return overflow
		}
	}
	if lost := digits[min(max(keep, 0), len(digits)):]; in.lossless && strings.Trim(string(lost), "0") != "" {
		return MoreDigits(int(in.Scale))
	}
	digits = roundedTo(digits, keep)
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	if len(digits) > int(in.Wide) {
		return overflow
	}
	if !vector.SetDecimal(&in.Column, f, r, digits, negative) {
		return overflow
	}
	return nil
}

// parseDecimal reads digits with a point and an exponent: the value is 0.digits × 10^point.
func parseDecimal(text string) (digits []byte, point int, negative, ok bool) {
	if text != "" && (text[0] == '-' || text[0] == '+') {
		negative, text = text[0] == '-', text[1:]
	}
	mantissa, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.ParseInt(text[i+1:], 10, 32)
		if err != nil || n > math.MaxInt16 || n < -math.MaxInt16 {
			return nil, 0, false, false
		}
		mantissa, exponent = text[:i], int(n)
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := whole + fraction
	if all == "" || strings.Trim(all, "0123456789") != "" {
		return nil, 0, false, false
	}
	return []byte(all), len(whole) + exponent, negative, true
}

// roundedTo returns the first so many digits, rounded half away from zero, filled up with zeros.
func roundedTo(digits []byte, keep int) []byte {
	out := []byte{'0'}
	for i := range max(keep, 0) {
		if i < len(digits) {
			out = append(out, digits[i])
		} else {
			out = append(out, '0')
		}
	}
	if keep < 0 || keep >= len(digits) || digits[keep] < '5' {
		return out
	}
	for i := len(out) - 1; ; i-- {
		if out[i]++; out[i] <= '9' {
			return out
		}
		out[i] = '0'
	}
}

// readArray reads an array of one dimension.
func readArray(in *Input, zone *time.Location, f *vector.Filler, r int, text string) error {
	elements, ok := vector.ElementsOf([]byte(strings.TrimSpace(text)))
	if !ok {
		return sqlstate.New(sqlstate.InvalidTextRepresent, "malformed array literal: \"%s\"", text)
	}
	into, from := f.SetList(r, len(elements))
	for i, element := range elements {
		if element == nil {
			into.SetNull(from + i)
		} else if err := in.element.Put(zone, into, from+i, element); err != nil {
			return err
		}
	}
	return nil
}
