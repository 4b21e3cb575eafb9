package functions

import (
	"errors"
	"math/big"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Numerics of any width are kept as texts in the order of the numbers: numeric.Number.Key. planner/duckdialect/wide.go
// writes the calls.

const wideAlias = pgcatalog.WideAlias

func (c *calling) wide(i int) numeric.Number { return numeric.FromKey(c.str(i)) }

// setWide makes the result a numeric, or gives the error of its computation PostgreSQL's code.
func (c *calling) setWide(x numeric.Number, err error) error {
	if err != nil {
		return wideError(err)
	}
	c.setText(x.Key())
	return nil
}

// parseWide reads the text of a numeric, with the errors of PostgreSQL.
func parseWide(text string) (numeric.Number, error) {
	x, err := numeric.Parse(text)
	switch {
	case errors.Is(err, numeric.ErrSyntax):
		return x, inputs.InvalidText("numeric", text)
	case err != nil:
		return x, wideError(err)
	}
	return x, nil
}

func wideError(err error) error {
	code := sqlstate.FeatureNotSupported
	switch {
	case errors.Is(err, numeric.ErrDivision):
		code = sqlstate.DivisionByZero
	case errors.Is(err, numeric.ErrLog), errors.Is(err, numeric.ErrZeroLog):
		code = "2201E"
	case errors.Is(err, numeric.ErrRoot), errors.Is(err, numeric.ErrZeroRise), errors.Is(err, numeric.ErrComplex):
		code = "2201F"
	}
	return failure(code, "%v", err)
}

// wideFunctions are the functions and operators of numerics of any width.
func wideFunctions() []scalar {
	all := []scalar{
		{name: "pg__wide", takes: []string{"ANY"}, returns: wideAlias, call: func(c *calling) error {
			x, err := parseWide(string(c.writer.AppendText(nil, c.nodes[0], &c.args[0], c.row)))
			if err != nil {
				return err
			}
			return c.setWide(x, nil)
		}},
		{name: "pg__wide_text", takes: []string{wideAlias}, returns: "VARCHAR", call: func(c *calling) error { c.setText(c.wide(0).String()); return nil }},
		{name: "pg__cmp_wide", takes: []string{wideAlias, wideAlias}, returns: "INTEGER", call: func(c *calling) error {
			vector.Set(&c.out, c.row, int32(c.wide(0).Cmp(c.wide(1)))) //nolint:gosec // -3 to 3
			return nil
		}},
		{name: "pg__wide_fit", takes: []string{wideAlias, "INTEGER", "INTEGER"}, returns: wideAlias, call: fitWide},
		{name: "pg__wide_sum", takes: []string{"VARCHAR[]"}, returns: wideAlias, call: func(c *calling) error { return c.sumWide(false) }},
		{name: "pg__wide_avg", takes: []string{"VARCHAR[]"}, returns: wideAlias, call: func(c *calling) error { return c.sumWide(true) }},
		wideScale("pg__scale_wide", numeric.Number.Scale), wideScale("pg__min_scale_wide", numeric.Number.MinScale),
	}
	for name, compute := range map[string]func(a, b numeric.Number) (numeric.Number, error){
		"add": numeric.Number.Add, "sub": numeric.Number.Sub, "mul": numeric.Number.Mul, "div": numeric.Number.Div, "mod": numeric.Number.Mod,
		"power": numeric.Number.Power, "trunc_div": numeric.Number.DivTrunc, "gcd": numeric.Number.GCD, "lcm": numeric.Number.LCM,
		"log": func(base, x numeric.Number) (numeric.Number, error) { return x.Log(base) },
	} {
		all = append(all, scalar{name: "pg__wide_" + name, takes: []string{wideAlias, wideAlias}, returns: wideAlias, call: func(c *calling) error {
			return c.setWide(compute(c.wide(0), c.wide(1)))
		}})
	}
	exact := func(compute func(numeric.Number) numeric.Number) func(numeric.Number) (numeric.Number, error) {
		return func(x numeric.Number) (numeric.Number, error) { return compute(x), nil }
	}
	for name, compute := range map[string]func(x numeric.Number) (numeric.Number, error){
		"neg": exact(numeric.Number.Neg), "abs": exact(numeric.Number.Abs), "floor": exact(numeric.Number.Floor), "ceil": exact(numeric.Number.Ceil),
		"trim_scale": exact(numeric.Number.TrimScale), "sqrt": numeric.Number.Sqrt, "exp": numeric.Number.Exp, "ln": numeric.Number.Ln,
		"log":   func(x numeric.Number) (numeric.Number, error) { return x.Log(numeric.FromInt(10)) },
		"round": func(x numeric.Number) (numeric.Number, error) { return x.Round(0) },
		"trunc": func(x numeric.Number) (numeric.Number, error) { return x.Trunc(0) },
		"sign":  func(x numeric.Number) (numeric.Number, error) { return signOf(x), nil },
	} {
		all = append(all, scalar{name: "pg__wide_" + name, takes: []string{wideAlias}, returns: wideAlias, call: func(c *calling) error {
			return c.setWide(compute(c.wide(0)))
		}})
	}
	for name, cut := range map[string]func(numeric.Number, int) (numeric.Number, error){"round": numeric.Number.Round, "trunc": numeric.Number.Trunc} {
		all = append(all, scalar{name: "pg__wide_" + name, takes: []string{wideAlias, "INTEGER"}, returns: wideAlias, call: func(c *calling) error {
			return c.setWide(cut(c.wide(0), int(c.int4(1))))
		}})
	}
	return all
}

// sumWide adds the numerics of a list up, and divides by their number for a mean. There is no sum of none.
func (c *calling) sumWide(mean bool) error {
	total, count := numeric.FromInt(0), int64(0)
	for _, s := range c.strings(0) {
		if s == nil {
			continue
		}
		x, err := numeric.Parse(*s)
		if err == nil {
			total, err = total.Add(x)
		}
		if err != nil {
			return wideError(err)
		}
		count++
	}
	switch {
	case count == 0:
		c.setNull()
		return nil
	case mean:
		return c.setWide(total.Div(numeric.FromInt(count)))
	}
	return c.setWide(total, nil)
}

func signOf(x numeric.Number) numeric.Number {
	if x.Cmp(numeric.NaN) == 0 {
		return x
	}
	return numeric.FromInt(int64(x.Sign()))
}

// wideScale is a function of a number's scale, which only numbers have.
func wideScale(name string, of func(numeric.Number) int) scalar {
	return scalar{name: name, takes: []string{wideAlias}, returns: "INTEGER", call: func(c *calling) error {
		x := c.wide(0)
		if !x.Finite() {
			c.setNull()
			return nil
		}
		vector.Set(&c.out, c.row, int32(of(x))) //nolint:gosec // bounded by numeric.MostDigits
		return nil
	}}
}

// fitWide rounds to a scale, and refuses more digits than a precision has.
func fitWide(c *calling) error {
	x, precision, scale := c.wide(0), int(c.int4(1)), int(c.int4(2))
	overflow := failure(sqlstate.NumericOutOfRange, "numeric field overflow")
	if !x.Finite() {
		if x.Cmp(numeric.NaN) != 0 {
			return overflow
		}
		return c.setWide(x, nil)
	}
	rounded, err := x.Round(scale)
	if err != nil {
		return wideError(err)
	}
	limit, _ := numeric.Parse("1" + "e" + big.NewInt(int64(precision-scale)).String())
	if rounded.Abs().Cmp(limit) >= 0 {
		return overflow
	}
	return c.setWide(rounded, nil)
}
