package functions

import (
	"math/big"
	"slices"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A numeric without a precision has no scale in PostgreSQL, and keeps every digit. The decimals that stand for one here have a scale,
// and DuckDB's own casts round to it without a word. These casts refuse what they would round. DuckDB calls them wherever a value
// becomes such a decimal: as it is assigned to a column, in the elements of a list, in a COPY, a default or a generated column.
//
// A cast to such a numeric(p, s) that a client writes does round: the planner has it cast to another decimal of the same scale first
// (providers.RoundsFirst).

// losslessType is a decimal by its name, with the digits that it has behind the point, and the error of a number with more.
type losslessType struct {
	name    string
	scale   int
	tooDeep *sqlstate.Error
}

// losslessTypes are the decimals that stand for a numeric without a precision.
var losslessTypes = []losslessType{
	{vector.PlainNumeric, vector.PlainScale, inputs.MoreDigits(vector.PlainScale)},
	{vector.LooseType, vector.LooseScale, inputs.MoreDigits(vector.LooseScale)},
	{vector.QuotientType, vector.QuotientScale, inputs.MoreDigits(vector.QuotientScale)},
}

// isLossless reports whether a decimal is one of these.
func isLossless(name string) bool {
	return slices.ContainsFunc(losslessTypes, func(t losslessType) bool { return t.name == name })
}

// errTooMany is the error of numerics that DuckDB would round to hold them in one column.
var errTooMany = sqlstate.New(sqlstate.FeatureNotSupported, "numerics that together need more than %d digits are not supported in one place", widestScale).
	WithHint("Cast each to one type, as in x::numeric(20,10).")

// losslessCasts are the casts to these decimals of all types that can have more digits behind the point.
func losslessCasts() []conversion {
	var all []conversion
	for _, to := range losslessTypes {
		all = append(all,
			conversion{from: "VARCHAR", to: to.name, call: func(c *calling) error { return c.setScaled(c.str(0), to.scale, to.tooDeep) }},
			conversion{from: "FLOAT", to: to.name, call: func(c *calling) error {
				f := float64(vector.At[float32](&c.args[0], c.row))
				return c.setScaled(strconv.FormatFloat(f, 'g', digitsOfReal, 32), to.scale, to.tooDeep)
			}},
			conversion{from: "DOUBLE", to: to.name, call: func(c *calling) error {
				return c.setScaled(strconv.FormatFloat(c.float(0), 'g', digitsOfDouble, 64), to.scale, to.tooDeep)
			}})
	}
	for scale := vector.PlainScale + 1; scale <= widestScale; scale++ {
		for width := scale; width <= widestScale; width++ {
			from := "DECIMAL(" + strconv.Itoa(width) + "," + strconv.Itoa(scale) + ")"
			for _, to := range losslessTypes {
				if scale <= to.scale {
					continue
				}
				unit := power10(scale - to.scale)
				all = append(all, conversion{from: from, to: to.name, implicit: 1, call: func(c *calling) error { return c.dropZeros(unit, to.tooDeep) }})
			}
		}
	}
	return append(all, squeezes()...)
}

// squeezes are the casts of these decimals to others of as many digits with fewer of them behind the point. DuckDB casts so where numbers
// stand in one column of several queries, or one is chosen, that need more digits together than a decimal has.
func squeezes() []conversion {
	var all []conversion
	for _, from := range losslessTypes {
		for scale := range from.scale {
			to := "DECIMAL(" + strconv.Itoa(widestScale) + "," + strconv.Itoa(scale) + ")"
			if isLossless(to) {
				continue
			}
			unit := power10(from.scale - scale)
			all = append(all, conversion{from: from.name, to: to, implicit: 1, call: func(c *calling) error { return c.dropZeros(unit, errTooMany) }})
		}
	}
	return all
}

// dropZeros makes the result a decimal with fewer digits behind the point, by a power of ten. lost is the error of others than zeros.
func (c *calling) dropZeros(unit *big.Int, lost *sqlstate.Error) error {
	whole, rest := new(big.Int).QuoRem(c.decimal(0), unit, new(big.Int))
	if rest.Sign() != 0 {
		return lost
	}
	return c.setHuge(whole)
}

// decimal returns the digits of an argument that is a decimal of more than nine digits, as an integer.
func (c *calling) decimal(i int) *big.Int {
	if c.node.Storage() == lib.TypeBigInt {
		return big.NewInt(c.int8(i))
	}
	return c.huge(i)
}
