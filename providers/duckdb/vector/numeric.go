package vector

import (
	"bytes"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
)

// Postgres's numeric has a scale for each value. DuckDB's DECIMAL has one for each column, so the
// result of a division is a DECIMAL(38,20), rounded to the scale that Postgres would give it, and
// shown with that scale (appendQuotient). A quotient has 18 digits before the point at most, and is
// rounded to 20 behind it.
const (
	QuotientScale = providers.QuotientScale
	QuotientType  = "DECIMAL(38,20)"
)

// isQuotient reports whether a type is that of quotients.
func (n *Type) isQuotient() bool {
	return n.ID == lib.TypeDecimal && n.Scale == QuotientScale && n.physical == lib.TypeHugeInt && n.Duck == QuotientType
}

// appendQuotient writes a quotient with the scale that Postgres would have given it, as far as the
// value tells it: the digits that are there, and zeros up to 16 significant digits.
func appendQuotient(b []byte, n *Type, v *Reader, r int) []byte {
	start := len(b)
	b = appendDecimal(b, n, v, r)
	digits := b[start:]
	if digits[0] == '-' {
		digits = digits[1:]
	}
	point := len(digits) - QuotientScale - 1
	used := QuotientScale
	for used > 0 && digits[len(digits)-1-(QuotientScale-used)] == '0' {
		used--
	}
	scale := QuotientScale
	if digits[0] != '0' {
		scale = max(16-4*((point-1)/4), 0)
	}
	one := used == 0 && digits[0] == '1' && (point-1)%4 == 0
	for _, d := range digits[1:point] {
		one = one && d == '0'
	}
	if one { // the first groups of both were the same
		scale += 4
	}
	for scale < used {
		scale += 4
	}
	b = b[:len(b)-(QuotientScale-min(scale, QuotientScale))]
	if scale == 0 {
		b = b[:len(b)-1]
	}
	return b
}

// Where Postgres's numeric has no scale of its own, DECIMAL(38,9) stands for a column and DECIMAL(38,15)
// for a value that was cast; both are shown without the zeros at their ends.
const (
	LooseScale   = providers.LooseScale
	LooseType    = "DECIMAL(38,15)"
	PlainScale   = providers.PlainScale
	PlainNumeric = "DECIMAL(38,9)"
)

// isLoose reports whether a type's values are shown without zeros at their ends.
func (n *Type) isLoose() bool { return n.Duck == LooseType || n.Duck == PlainNumeric }

// trimZeros drops the zeros at the end of a fraction that begins behind start.
func trimZeros(b []byte, start int) []byte {
	if bytes.IndexByte(b[start:], '.') < 0 {
		return b
	}
	return bytes.TrimSuffix(bytes.TrimRight(b, "0"), []byte("."))
}
