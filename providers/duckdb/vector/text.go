package vector

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

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// Hugeint is DuckDB's 128-bit integer.
type Hugeint struct {
	Lower uint64
	Upper int64
}

// ListEntry is a list's place in its child vector.
type ListEntry struct{ Offset, Length uint64 }

// Writer writes values as Postgres text.
type Writer struct {
	Zone   *time.Location // for timestamps with time zone
	Styles Styles
}

// AppendText appends row r of v, which has type n and is not NULL.
func (w *Writer) AppendText(b []byte, n *Type, v *Reader, r int) []byte {
	switch n.ID {
	case lib.TypeBoolean:
		return appendBool(b, At[bool](v, r))
	case lib.TypeTinyInt:
		return strconv.AppendInt(b, int64(At[int8](v, r)), 10)
	case lib.TypeSmallInt:
		return strconv.AppendInt(b, int64(At[int16](v, r)), 10)
	case lib.TypeInteger:
		return strconv.AppendInt(b, int64(At[int32](v, r)), 10)
	case lib.TypeBigInt:
		return appendBigInt(b, n, At[int64](v, r))
	case lib.TypeUTinyInt:
		return strconv.AppendUint(b, uint64(At[uint8](v, r)), 10)
	case lib.TypeUSmallInt:
		return strconv.AppendUint(b, uint64(At[uint16](v, r)), 10)
	case lib.TypeUInteger:
		return strconv.AppendUint(b, uint64(At[uint32](v, r)), 10)
	case lib.TypeUBigInt:
		return strconv.AppendUint(b, At[uint64](v, r), 10)
	case lib.TypeFloat:
		return w.appendFloat(b, float64(At[float32](v, r)), 32)
	case lib.TypeDouble:
		return w.appendFloat(b, At[float64](v, r), 64)
	case lib.TypeVarchar:
		return w.appendVarchar(b, n, v.Bytes(r))
	case lib.TypeEnum:
		return append(b, n.Dict[enumIndex(n, v, r)]...)
	case lib.TypeHugeInt:
		return appendHuge(b, At[Hugeint](v, r))
	case lib.TypeUHugeInt:
		h := At[Hugeint](v, r)
		return appendMagnitude(b, uint64(h.Upper), h.Lower)
	case lib.TypeDecimal:
		return appendNumeric(b, n, v, r)
	case lib.TypeBlob:
		if w.Styles.Escape {
			return append(b, showBytea(v.Bytes(r), 0x20, 0x7e)...)
		}
		return hex.AppendEncode(append(b, '\\', 'x'), v.Bytes(r))
	case lib.TypeUUID:
		return appendUUID(b, At[Hugeint](v, r))
	case lib.TypeBit:
		return appendBit(b, v.Bytes(r))
	case lib.TypeBigNum:
		return appendBigNum(b, v.Bytes(r))
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

// appendVarchar writes a text, or what is kept as one.
func (w *Writer) appendVarchar(b []byte, n *Type, text []byte) []byte {
	switch {
	case strings.HasSuffix(n.Duck, pgcatalog.MultirangeEnding):
		kind, _ := RangeKindOf(strings.TrimSuffix(n.Duck, pgcatalog.MultirangeEnding) + pgcatalog.RangeEnding)
		return w.appendMultirange(b, text, kind)
	case n.Duck == pgcatalog.MoneyAlias:
		return appendMoney(b, text)
	case strings.HasSuffix(n.Duck, pgcatalog.RangeEnding):
		kind, _ := RangeKindOf(n.Duck)
		return w.appendRange(b, text, kind)
	case n.Duck == pgcatalog.WideAlias:
		return append(b, numeric.FromKey(string(text)).String()...)
	case n.Duck == InetAlias || n.Duck == CIDRAlias:
		return appendNetwork(b, text, n.Duck)
	}
	return appendBlankPadded(b, text, n.Width)
}

// appendNested writes a row as Postgres does, and other nested values as JSON.
func (w *Writer) appendNested(b []byte, n *Type, v *Reader, r int) []byte {
	if n.Duck == recordType {
		return w.appendRecord(b, n, v, r)
	}
	return w.AppendJSON(b, n, v, r)
}

// appendNumeric writes a decimal with the digits behind the point that Postgres has.
func appendNumeric(b []byte, n *Type, v *Reader, r int) []byte {
	switch {
	case n.isQuotient():
		return appendQuotient(b, n, v, r)
	case n.isLoose():
		return trimZeros(appendDecimal(b, n, v, r), len(b))
	}
	return appendDecimal(b, n, v, r)
}

// appendBigInt writes a bigint, or the name of the function whose OID it is.
func appendBigInt(b []byte, n *Type, i int64) []byte {
	if n.Function {
		return append(b, pgcatalog.FunctionName(i)...)
	}
	return strconv.AppendInt(b, i, 10)
}

// appendFloat writes a number with the digits that the session wants.
func (w *Writer) appendFloat(b []byte, f float64, size int) []byte {
	if w.Styles.Rounded && !math.IsNaN(f) && !math.IsInf(f, 0) {
		return appendRounded(b, f, size, w.Styles.Extra)
	}
	return numeric.AppendFloat(b, f, size)
}

func enumIndex(n *Type, v *Reader, r int) int {
	switch n.physical {
	case lib.TypeUTinyInt:
		return int(At[uint8](v, r))
	case lib.TypeUSmallInt:
		return int(At[uint16](v, r))
	}
	return int(At[uint32](v, r))
}

// appendHuge writes a signed 128-bit integer.
func appendHuge(b []byte, h Hugeint) []byte {
	upper, lower := uint64(h.Upper), h.Lower
	if h.Upper < 0 {
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
func appendDecimal(b []byte, n *Type, v *Reader, r int) []byte {
	start := len(b)
	switch n.physical {
	case lib.TypeSmallInt:
		b = strconv.AppendInt(b, int64(At[int16](v, r)), 10)
	case lib.TypeInteger:
		b = strconv.AppendInt(b, int64(At[int32](v, r)), 10)
	case lib.TypeBigInt:
		b = strconv.AppendInt(b, At[int64](v, r), 10)
	default:
		b = appendHuge(b, At[Hugeint](v, r))
	}
	if n.Scale == 0 {
		return b
	}
	if b[start] == '-' {
		start++
	}
	for len(b)-start <= n.Scale { // at least one digit before the point
		b = append(b, 0)
		copy(b[start+1:], b[start:])
		b[start] = '0'
	}
	point := len(b) - n.Scale
	b = append(b, 0)
	copy(b[point+1:], b[point:])
	b[point] = '.'
	return b
}

// appendUUID writes a UUID. DuckDB stores it as a 128-bit integer whose highest bit is inverted for
// sorting.
func appendUUID(b []byte, h Hugeint) []byte {
	var raw [16]byte
	upper := uint64(h.Upper) ^ 1<<63
	for i := range 8 {
		raw[i] = byte(upper >> (56 - 8*i))
		raw[8+i] = byte(h.Lower >> (56 - 8*i))
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

// CountBits is how many bits a BIT has.
func CountBits(raw []byte) int {
	if len(raw) == 0 {
		return 0
	}
	return 8*(len(raw)-1) - int(raw[0])
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
// none. An array of them is much longer than it is kept, so its length is checked.
func appendBlankPadded(b, value []byte, width int) []byte {
	b = append(b, value...)
	if width == 0 {
		return b
	}
	blanks := max(width-utf8.RuneCount(value), 0)
	CheckText(b, blanks)
	for range blanks {
		b = append(b, ' ')
	}
	return b
}

// EscapeBytes writes bytes as encode(…, 'escape') does: of the characters of ASCII, 0 alone by its number. The text of
// a bytea, with bytea_output = escape, has all by their number that cannot be printed.
func EscapeBytes(raw []byte) string { return showBytea(raw, 1, 0x7f) }

// showBytea writes bytes from first to last as they are, and others by their octal number.
func showBytea(raw []byte, first, last byte) string {
	var b strings.Builder
	for _, c := range raw {
		switch {
		case c == '\\':
			b.WriteString(`\\`)
		case c < first || c > last:
			b.WriteString(`\` + strconv.FormatInt(int64(c)|1<<9, 8)[1:])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
