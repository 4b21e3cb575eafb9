package functions

import (
	"math/big"
	"strings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shownNumeric is a numeric that is only shown, as its text.
const shownNumeric = "PG_NUMERIC"

// momentFunctions compute variances and deviations of numerics from how many there are, their sum, the sum of their
// squares and the most digits that one of them has behind the point. Those of floating-point numbers are DuckDB's.
var momentFunctions = []scalar{
	{name: "pg__moment", takes: []string{"VARCHAR", "BIGINT", "DOUBLE", "DOUBLE", "DOUBLE", "INTEGER"}, returns: "DOUBLE", call: passMoment},
	{name: "pg__moment", takes: []string{"VARCHAR", "BIGINT", "ANY", "ANY", "DOUBLE", "INTEGER"}, returns: vector.QuotientType, call: func(c *calling) error {
		value, scale, err := c.moment()
		if err != nil || value == nil {
			return err
		}
		unit := power10(vector.QuotientScale)
		if scale < vector.QuotientScale {
			return c.setHuge(value.Mul(value, unit.Div(unit, power10(scale))))
		}
		return c.setHuge(roundRat(new(big.Rat).SetFrac(value.Mul(value, unit), power10(scale))))
	}},
	{name: "pg__shown_moment", takes: []string{"VARCHAR", "BIGINT", "DOUBLE", "DOUBLE", "DOUBLE", "INTEGER"}, returns: "DOUBLE", call: passMoment},
	{name: "pg__shown_moment", takes: []string{"VARCHAR", "BIGINT", "ANY", "ANY", "DOUBLE", "INTEGER"}, returns: shownNumeric, call: func(c *calling) error {
		value, scale, err := c.moment()
		if err == nil && value != nil {
			c.setText(new(big.Rat).SetFrac(value, power10(scale)).FloatString(scale))
		}
		return err
	}},
	{name: "pg__digits_behind", takes: []string{"ANY"}, returns: "INTEGER", call: func(c *calling) error {
		_, behind, _ := strings.Cut(c.numberText(), ".")
		vector.Set(&c.out, c.row, int32(len(behind))) //nolint:gosec // no more than a number has digits
		return nil
	}},
	{name: "pg__shown_scaled", takes: []string{"ANY", "INTEGER"}, returns: shownNumeric, call: func(c *calling) error {
		c.setText(withScale(c.numberText(), int(c.int4(1))))
		return nil
	}},
	{name: "pg__shown", takes: []string{"ANY"}, returns: shownNumeric, call: func(c *calling) error { c.setText(c.numberText()); return nil }},
}

// withScale is the text of a number with so many digits behind the point; what it has more of are zeros.
func withScale(number string, scale int) string {
	whole, fraction, _ := strings.Cut(number, ".")
	switch {
	case scale < 0 || scale > numeric.MostDigits || strings.Trim(fraction[min(scale, len(fraction)):], "0") != "":
		return number
	case scale == 0:
		return whole
	}
	return whole + "." + fraction[:min(scale, len(fraction))] + strings.Repeat("0", max(scale-len(fraction), 0))
}

func passMoment(c *calling) error {
	vector.Set(&c.out, c.row, c.float(4))
	return nil
}

// moment returns the value of a call, times ten to the power of its scale. nil: the value is NULL.
func (c *calling) moment() (value *big.Int, scale int, err error) {
	name, count := c.str(0), big.NewInt(c.int8(1))
	least := int64(1)
	if sample := !strings.HasSuffix(name, "_pop"); sample {
		least = 2
	}
	if count.Int64() < least {
		c.setNull()
		return nil, 0, nil
	}
	total, err := c.exact(2)
	if err != nil {
		return nil, 0, err
	}
	squares, err := c.exact(3)
	if err != nil {
		return nil, 0, err
	}
	above := new(big.Rat).Mul(new(big.Rat).SetInt(count), squares)
	above.Sub(above, total.Mul(total, total))
	if above.Sign() <= 0 {
		return new(big.Int), 0, nil
	}
	below := new(big.Int).Sub(count, big.NewInt(least-1))
	divisor := new(big.Rat).SetInt(below.Mul(below, count))
	scale = max(divisionScale(above, divisor), 2*int(c.int4(5)))
	variance := above.Quo(above, divisor)
	value = roundRat(variance.Mul(variance, new(big.Rat).SetInt(power10(scale))))
	if strings.HasPrefix(name, "stddev") {
		const guard = 2 // digits that only round the last one
		root := new(big.Int).Sqrt(value.Mul(value, power10(scale+2*guard)))
		value = roundRat(new(big.Rat).SetFrac(root, power10(guard)))
	}
	return value, scale, nil
}

// exact returns the value of an argument that is a numeric of 38 digits.
func (c *calling) exact(i int) (*big.Rat, error) {
	if of := c.nodes[i].Duck; of != "HUGEINT" && !strings.HasPrefix(of, "DECIMAL(38,") {
		return nil, failure(sqlstate.FeatureNotSupported, "a variance of values of this type is not supported")
	}
	return new(big.Rat).SetFrac(c.huge(i), power10(int(c.nodes[i].Scale))), nil
}
