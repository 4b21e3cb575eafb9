package functions

import (
	"math/big"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A numeric without a precision has no scale in PostgreSQL, and keeps every digit. The decimal that stands for one here has a scale,
// and DuckDB's own casts round to it without a word. These casts refuse what they would round. DuckDB calls them wherever a value
// becomes such a decimal: as it is assigned to a column, in the elements of a list, in a COPY, a default or a generated column.
//
// A cast to numeric(p, s) that a client writes does round: the planner has it cast to another decimal of the same scale first.

// plainCasts are the casts of all types that can have more digits behind the point than a numeric without a precision has here.
func plainCasts() []conversion {
	all := []conversion{
		{from: "VARCHAR", to: vector.PlainNumeric, call: func(c *calling) error { return c.setPlain(c.str(0)) }},
		{from: "FLOAT", to: vector.PlainNumeric, call: func(c *calling) error {
			return c.setPlain(strconv.FormatFloat(float64(vector.At[float32](&c.args[0], c.row)), 'g', digitsOfReal, 32))
		}},
		{from: "DOUBLE", to: vector.PlainNumeric, call: func(c *calling) error {
			return c.setPlain(strconv.FormatFloat(c.float(0), 'g', digitsOfDouble, 64))
		}},
	}
	for scale := vector.PlainScale + 1; scale <= widestScale; scale++ {
		unit := power10(scale - vector.PlainScale)
		for width := scale; width <= widestScale; width++ {
			from := "DECIMAL(" + strconv.Itoa(width) + "," + strconv.Itoa(scale) + ")"
			all = append(all, conversion{from: from, to: vector.PlainNumeric, implicit: 1, call: func(c *calling) error { return c.dropZeros(unit) }})
		}
	}
	return all
}

// How many digits PostgreSQL's casts of floating-point numbers to numeric keep.
const (
	digitsOfReal   = 6
	digitsOfDouble = 15
)

// dropZeros makes the result a decimal of fewer digits behind the point, by a power of ten. 0A000: others than zeros would be lost.
func (c *calling) dropZeros(unit *big.Int) error {
	whole, rest := new(big.Int).QuoRem(c.decimal(0), unit, new(big.Int))
	if rest.Sign() != 0 {
		return errPlainDigits()
	}
	return c.setHuge(whole)
}

// decimal returns the digits of an argument that is a decimal, as an integer.
func (c *calling) decimal(i int) *big.Int {
	v := &c.args[i]
	switch c.node.Storage() {
	case lib.TypeSmallInt:
		return big.NewInt(int64(vector.At[int16](v, c.row)))
	case lib.TypeInteger:
		return big.NewInt(int64(vector.At[int32](v, c.row)))
	case lib.TypeBigInt:
		return big.NewInt(vector.At[int64](v, c.row))
	}
	return c.huge(i)
}

// setPlain makes the result a number that is written as a text.
func (c *calling) setPlain(text string) error {
	return c.setScaled(text, vector.PlainScale, errPlainDigits)
}

// errPlainDigits is the error of a number that has more digits than a numeric without a precision has here.
func errPlainDigits() *sqlstate.Error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "more than %d digits behind the point are not supported in a numeric without a precision", vector.PlainScale).
		WithHint("Give the column or the cast a precision and a scale, as in numeric(38,20), or round the value.")
}
