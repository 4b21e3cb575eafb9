package constants

import (
	"errors"

	"github.com/sallyportdb/sallyport/numeric"
)

// Roots, powers and logarithms of numeric have as many digits as their values ask for, which no column of DuckDB's has.
// Of constants the translation computes them, with Postgres's digits; of others the source computes numbers of any width.

// WidestNumber is how many digits DuckDB's decimals have.
const WidestNumber = 38

// one and two are functions of numerics.
var (
	one = map[string]func(numeric.Number) (numeric.Number, error){
		"sqrt": numeric.Number.Sqrt, "exp": numeric.Number.Exp, "ln": numeric.Number.Ln, "log": commonLog, "log10": commonLog,
	}
	two = map[string]func(a, b numeric.Number) (numeric.Number, error){
		"log":   func(base, x numeric.Number) (numeric.Number, error) { return x.Log(base) },
		"power": numeric.Number.Power, "pow": numeric.Number.Power, "^": numeric.Number.Power,
		"gcd": numeric.Number.GCD, "lcm": numeric.Number.LCM,
		"+": numeric.Number.Add, "-": numeric.Number.Sub, "*": numeric.Number.Mul,
	}
)

func commonLog(x numeric.Number) (numeric.Number, error) { return x.Log(numeric.FromInt(10)) }

// Computed is the value of a function of numbers. isNumeric: one of the numbers is a numeric. failed is the code and the
// message of PostgreSQL's error. It is not ok where the function is another, or is none of numerics.
func Computed(name string, numbers []string, isNumeric bool) (value numeric.Number, failed string, ok bool) {
	if !isNumeric && (name != "log" || len(numbers) != 2) {
		return value, "", false
	}
	var args [2]numeric.Number
	for i, s := range numbers {
		if i >= len(args) {
			return value, "", false
		}
		var err error
		if args[i], err = numeric.Parse(s); err != nil {
			return value, "", false
		}
	}
	var err error
	switch {
	case len(numbers) == 1 && one[name] != nil:
		value, err = one[name](args[0])
	case len(numbers) == 2 && two[name] != nil:
		value, err = two[name](args[0], args[1])
	default:
		return value, "", false
	}
	if err != nil {
		return value, codeOf(err) + ": " + err.Error(), true
	}
	return value, "", true
}

// codeOf is PostgreSQL's code of an error.
func codeOf(err error) string {
	switch {
	case errors.Is(err, numeric.ErrDivision):
		return "22012"
	case errors.Is(err, numeric.ErrLog), errors.Is(err, numeric.ErrZeroLog):
		return "2201E"
	case errors.Is(err, numeric.ErrRoot), errors.Is(err, numeric.ErrZeroRise), errors.Is(err, numeric.ErrComplex):
		return "2201F"
	}
	return "0A000"
}
