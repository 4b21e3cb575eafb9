package duckdb

import (
	"bytes"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// Postgres's numeric has a scale for each value. DuckDB's DECIMAL has one for each column, so the
// result of a division is a DECIMAL(38,20), rounded to the scale that Postgres would give it, and
// shown with that scale (appendQuotient). A quotient has 18 digits before the point at most, and is
// rounded to 20 behind it.
const (
	quotientScale = 20
	quotientType  = "DECIMAL(38,20)"
)

// isQuotient reports whether a type is that of quotients.
func (n *node) isQuotient() bool {
	return n.id == lib.TypeDecimal && n.scale == quotientScale && n.physical == lib.TypeHugeInt && n.duck == quotientType
}

// appendQuotient writes a quotient with the scale that Postgres would have given it, as far as the
// value tells it: the digits that are there, and zeros up to 16 significant digits.
func appendQuotient(b []byte, n *node, v *vec, r int) []byte {
	start := len(b)
	b = appendDecimal(b, n, v, r)
	digits := b[start:]
	if digits[0] == '-' {
		digits = digits[1:]
	}
	point := len(digits) - quotientScale - 1
	used := quotientScale
	for used > 0 && digits[len(digits)-1-(quotientScale-used)] == '0' {
		used--
	}
	scale := quotientScale
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
	b = b[:len(b)-(quotientScale-min(scale, quotientScale))]
	if scale == 0 {
		b = b[:len(b)-1]
	}
	return b
}

// Where Postgres's numeric has no scale of its own, DECIMAL(38,9) stands for a column and DECIMAL(38,15)
// for a value that was cast; both are shown without the zeros at their ends.
const (
	looseScale   = 15
	looseType    = "DECIMAL(38,15)"
	plainNumeric = "DECIMAL(38,9)"
)

// isLoose reports whether a type's values are shown without zeros at their ends.
func (n *node) isLoose() bool { return n.duck == looseType || n.duck == plainNumeric }

// trimZeros drops the zeros at the end of a fraction that begins behind start.
func trimZeros(b []byte, start int) []byte {
	if bytes.IndexByte(b[start:], '.') < 0 {
		return b
	}
	return bytes.TrimSuffix(bytes.TrimRight(b, "0"), []byte("."))
}
