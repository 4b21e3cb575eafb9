package duckdb

import (
	"encoding/hex"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// hugeint is DuckDB's 128-bit integer.
type hugeint struct {
	lower uint64
	upper int64
}

// listEntry is a list's place in its child vector.
type listEntry struct{ offset, length uint64 }

// writer writes values as Postgres text.
type writer struct {
	zone   *time.Location // for timestamps with time zone
	styles styles
}

// appendText appends row r of v, which has type n and is not NULL.
func (w *writer) appendText(b []byte, n *node, v *vec, r int) []byte {
	switch n.id {
	case lib.TypeBoolean:
		return appendBool(b, at[bool](v, r))
	case lib.TypeTinyInt:
		return strconv.AppendInt(b, int64(at[int8](v, r)), 10)
	case lib.TypeSmallInt:
		return strconv.AppendInt(b, int64(at[int16](v, r)), 10)
	case lib.TypeInteger:
		return strconv.AppendInt(b, int64(at[int32](v, r)), 10)
	case lib.TypeBigInt:
		return appendBigInt(b, n, at[int64](v, r))
	case lib.TypeUTinyInt:
		return strconv.AppendUint(b, uint64(at[uint8](v, r)), 10)
	case lib.TypeUSmallInt:
		return strconv.AppendUint(b, uint64(at[uint16](v, r)), 10)
	case lib.TypeUInteger:
		return strconv.AppendUint(b, uint64(at[uint32](v, r)), 10)
	case lib.TypeUBigInt:
		return strconv.AppendUint(b, at[uint64](v, r), 10)
	case lib.TypeFloat:
		return w.appendFloat(b, float64(at[float32](v, r)), 32)
	case lib.TypeDouble:
		return w.appendFloat(b, at[float64](v, r), 64)
	case lib.TypeVarchar:
		return appendBlankPadded(b, v.bytes(r), n.width)
	case lib.TypeEnum:
		return append(b, n.dict[enumIndex(n, v, r)]...)
	case lib.TypeHugeInt:
		return appendHuge(b, at[hugeint](v, r))
	case lib.TypeUHugeInt:
		h := at[hugeint](v, r)
		return appendMagnitude(b, uint64(h.upper), h.lower)
	case lib.TypeDecimal:
		return appendNumeric(b, n, v, r)
	case lib.TypeBlob:
		if w.styles.escape {
			return append(b, showBytea(v.bytes(r))...)
		}
		return hex.AppendEncode(append(b, '\\', 'x'), v.bytes(r))
	case lib.TypeUUID:
		return appendUUID(b, at[hugeint](v, r))
	case lib.TypeBit:
		return appendBit(b, v.bytes(r))
	case lib.TypeBigNum:
		return appendBigNum(b, v.bytes(r))
	case lib.TypeList, lib.TypeArray:
		return w.appendArray(b, n, v, r)
	case lib.TypeStruct, lib.TypeMap, lib.TypeUnion:
		return w.appendNested(b, n, v, r)
	}
	return w.appendMoment(b, n, v, r)
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 't')
	}
	return append(b, 'f')
}

// appendNested writes a row as Postgres does, and other nested values as JSON.
func (w *writer) appendNested(b []byte, n *node, v *vec, r int) []byte {
	if n.duck == recordType {
		return w.appendRecord(b, n, v, r)
	}
	return w.appendJSON(b, n, v, r)
}

// appendNumeric writes a decimal with the digits behind the point that Postgres has.
func appendNumeric(b []byte, n *node, v *vec, r int) []byte {
	switch {
	case n.isQuotient():
		return appendQuotient(b, n, v, r)
	case n.isLoose():
		return trimZeros(appendDecimal(b, n, v, r), len(b))
	}
	return appendDecimal(b, n, v, r)
}

// appendBigInt writes a bigint, or the name of the function whose OID it is.
func appendBigInt(b []byte, n *node, i int64) []byte {
	if n.function {
		return append(b, pgcatalog.FunctionName(i)...)
	}
	return strconv.AppendInt(b, i, 10)
}

// appendFloat writes a number with the digits that the session wants.
func (w *writer) appendFloat(b []byte, f float64, size int) []byte {
	if w.styles.rounded && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return appendRounded(b, f, size, w.styles.extra)
	}
	return appendFloat(b, f, size)
}

// appendFloat writes the shortest text that reads back as the same number, in Postgres's form.
func appendFloat(b []byte, f float64, size int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	limit := 1e15
	if size == 32 {
		limit = 1e6
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= limit) {
		return strconv.AppendFloat(b, f, 'e', -1, size)
	}
	return strconv.AppendFloat(b, f, 'f', -1, size)
}

func enumIndex(n *node, v *vec, r int) int {
	switch n.physical {
	case lib.TypeUTinyInt:
		return int(at[uint8](v, r))
	case lib.TypeUSmallInt:
		return int(at[uint16](v, r))
	}
	return int(at[uint32](v, r))
}

// appendHuge writes a signed 128-bit integer.
func appendHuge(b []byte, h hugeint) []byte {
	upper, lower := uint64(h.upper), h.lower
	if h.upper < 0 {
		b = append(b, '-')
		var borrow uint64
		lower, borrow = bits.Sub64(0, lower, 0)
		upper, _ = bits.Sub64(0, upper, borrow)
	}
	return appendMagnitude(b, upper, lower)
}

// appendMagnitude writes an unsigned 128-bit integer.
func appendMagnitude(b []byte, upper, lower uint64) []byte {
	if upper == 0 {
		return strconv.AppendUint(b, lower, 10)
	}
	const chunk = 1e19 // the largest power of ten in 64 bits
	high, rest := upper/chunk, upper%chunk
	quotient, low := bits.Div64(rest, lower, chunk)
	b = appendMagnitude(b, high, quotient)
	return appendPadded(b, low, 19)
}

// appendPadded writes u with at least width digits.
func appendPadded(b []byte, u uint64, width int) []byte {
	var digits [20]byte
	d := strconv.AppendUint(digits[:0], u, 10)
	for range width - len(d) {
		b = append(b, '0')
	}
	return append(b, d...)
}

// appendDecimal writes a DECIMAL: the digits of its integer with a decimal point.
func appendDecimal(b []byte, n *node, v *vec, r int) []byte {
	start := len(b)
	switch n.physical {
	case lib.TypeSmallInt:
		b = strconv.AppendInt(b, int64(at[int16](v, r)), 10)
	case lib.TypeInteger:
		b = strconv.AppendInt(b, int64(at[int32](v, r)), 10)
	case lib.TypeBigInt:
		b = strconv.AppendInt(b, at[int64](v, r), 10)
	default:
		b = appendHuge(b, at[hugeint](v, r))
	}
	if n.scale == 0 {
		return b
	}
	if b[start] == '-' {
		start++
	}
	for len(b)-start <= n.scale { // at least one digit before the point
		b = append(b, 0)
		copy(b[start+1:], b[start:])
		b[start] = '0'
	}
	point := len(b) - n.scale
	b = append(b, 0)
	copy(b[point+1:], b[point:])
	b[point] = '.'
	return b
}

// appendUUID writes a UUID. DuckDB stores it as a 128-bit integer whose highest bit is inverted for
// sorting.
func appendUUID(b []byte, h hugeint) []byte {
	var raw [16]byte
	upper := uint64(h.upper) ^ 1<<63
	for i := range 8 {
		raw[i] = byte(upper >> (56 - 8*i))
		raw[8+i] = byte(h.lower >> (56 - 8*i))
	}
	start := 0
	for _, end := range []int{4, 6, 8, 10, 16} {
		if start > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, raw[start:end])
		start = end
	}
	return b
}

// appendBit writes a BIT. Its first byte is the number of padding bits in the second byte.
func appendBit(b, raw []byte) []byte {
	if len(raw) == 0 {
		return b
	}
	for i := int(raw[0]); i < 8*(len(raw)-1); i++ {
		b = append(b, '0'+raw[1+i/8]>>(7-i%8)&1)
	}
	return b
}

// appendBigNum writes a BIGNUM: three bytes of header, then the magnitude; all bytes are inverted
// if it is negative.
func appendBigNum(b, raw []byte) []byte {
	const header = 3
	if len(raw) <= header {
		return append(b, '0')
	}
	magnitude := append([]byte(nil), raw[header:]...)
	negative := raw[0]&0x80 == 0
	if negative {
		for i := range magnitude {
			magnitude[i] = ^magnitude[i]
		}
	}
	i := new(big.Int).SetBytes(magnitude)
	if negative {
		i.Neg(i)
	}
	return i.Append(b, 10)
}

// appendBlankPadded appends the value of a char(n) with the blanks that it is shown with. A width of 0 adds
// none.
func appendBlankPadded(b, value []byte, width int) []byte {
	b = append(b, value...)
	if width == 0 {
		return b
	}
	for range width - utf8.RuneCount(value) {
		b = append(b, ' ')
	}
	return b
}

// showBytea writes bytes in the format escape.
func showBytea(raw []byte) string {
	var b strings.Builder
	for _, c := range raw {
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case c == 0 || c >= 0x80:
			b.WriteString(`\` + strconv.FormatInt(int64(c)|1<<9, 8)[1:])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
