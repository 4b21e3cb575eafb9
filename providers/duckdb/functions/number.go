package functions

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var errDivision = sqlstate.New(sqlstate.DivisionByZero, "division by zero")

// toNumeric makes numerics of numbers and of texts: of whole numbers as they are, of others by their digits.
func toNumeric(name, returns string, set func(c *calling, digits string) error) []scalar {
	return []scalar{
		{name: name, takes: []string{"BIGINT"}, returns: "HUGEINT", call: func(c *calling) error { return c.setHuge(big.NewInt(c.int8(0))) }},
		{name: name, takes: []string{"HUGEINT"}, returns: "HUGEINT", call: func(c *calling) error { return c.setHuge(c.huge(0)) }},
		{name: name, takes: []string{"FLOAT"}, returns: returns, call: func(c *calling) error {
			return set(c, strconv.FormatFloat(float64(vector.At[float32](&c.args[0], c.row)), 'g', digitsOfReal, 32))
		}},
		{name: name, takes: []string{"DOUBLE"}, returns: returns, call: func(c *calling) error {
			return set(c, strconv.FormatFloat(c.float(0), 'g', digitsOfDouble, 64))
		}},
		{name: name, takes: []string{"VARCHAR"}, returns: returns, call: func(c *calling) error { return set(c, c.str(0)) }},
	}
}

// numberFunctions are functions of numbers.
var numberFunctions = slices.Concat(mathFunctions(), toNumeric("pg__to_numeric", vector.LooseType, (*calling).setLoose),
	toNumeric("pg__to_rounded", vector.QuotientType, (*calling).setCut), []scalar{
		{name: "pg__div", takes: []string{"SMALLINT", "SMALLINT"}, returns: "SMALLINT", call: divide[int16]},
		{name: "pg__div", takes: []string{"INTEGER", "INTEGER"}, returns: "INTEGER", call: divide[int32]},
		{name: "pg__div", takes: []string{"BIGINT", "BIGINT"}, returns: "BIGINT", call: divide[int64]},
		{name: "pg__div", takes: []string{"FLOAT", "FLOAT"}, returns: "FLOAT", call: divideFloat[float32]},
		{name: "pg__div", takes: []string{"DOUBLE", "DOUBLE"}, returns: "DOUBLE", call: divideFloat[float64]},
		{name: "pg__div", takes: []string{"HUGEINT", "HUGEINT"}, returns: vector.QuotientType, call: func(c *calling) error {
			return c.setQuotient(c.huge(0), c.huge(1), 0)
		}},
		{name: "pg__div", takes: []string{vector.QuotientType, vector.QuotientType}, returns: vector.QuotientType, call: func(c *calling) error {
			return c.setQuotient(c.huge(0), c.huge(1), vector.QuotientScale/digitsOfGroup)
		}},
		{name: "pg__sign", takes: []string{"BIGINT"}, returns: "DOUBLE", call: func(c *calling) error { vector.Set(&c.out, c.row, float64(cmp.Compare(c.int8(0), 0))); return nil }},
		{name: "pg__sign", takes: []string{"DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
			sign := 0.0
			if f := c.float(0); f > 0 {
				sign = 1
			} else if f < 0 {
				sign = -1
			}
			vector.Set(&c.out, c.row, sign)
			return nil
		}},
		{name: "pg__sign", takes: []string{"HUGEINT"}, returns: "HUGEINT", call: func(c *calling) error { return c.setHuge(big.NewInt(int64(c.huge(0).Sign()))) }},
		{name: "pg__sign", takes: []string{vector.QuotientType}, returns: "HUGEINT", call: func(c *calling) error { return c.setHuge(big.NewInt(int64(c.huge(0).Sign()))) }},
		{name: "pg__shift_left", takes: []string{"SMALLINT", "INTEGER"}, returns: "SMALLINT", call: shift[int16](func(a int16, n int32) int16 { return int16(int32(a) << (n & 31)) })}, //nolint:gosec // its bits
		{name: "pg__shift_left", takes: []string{"INTEGER", "INTEGER"}, returns: "INTEGER", call: shift[int32](func(a, n int32) int32 { return a << (n & 31) })},
		{name: "pg__shift_left", takes: []string{"BIGINT", "INTEGER"}, returns: "BIGINT", call: shift[int64](func(a int64, n int32) int64 { return a << (n & 63) })},
		{name: "pg__shift_right", takes: []string{"SMALLINT", "INTEGER"}, returns: "SMALLINT", call: shift[int16](func(a int16, n int32) int16 { return int16(int32(a) >> (n & 31)) })}, //nolint:gosec // its bits
		{name: "pg__shift_right", takes: []string{"INTEGER", "INTEGER"}, returns: "INTEGER", call: shift[int32](func(a, n int32) int32 { return a >> (n & 31) })},
		{name: "pg__shift_right", takes: []string{"BIGINT", "INTEGER"}, returns: "BIGINT", call: shift[int64](func(a int64, n int32) int64 { return a >> (n & 63) })},
		{name: "pg__to_hex", takes: []string{"INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
			c.setText(strconv.FormatUint(uint64(uint32(c.int4(0))), 16)) //nolint:gosec // its bits
			return nil
		}},
		{name: "pg__to_hex", takes: []string{"BIGINT"}, returns: "VARCHAR", call: func(c *calling) error {
			c.setText(strconv.FormatUint(uint64(c.int8(0)), 16)) //nolint:gosec // its bits
			return nil
		}},
		{name: "pg__round", takes: []string{vector.QuotientType, "INTEGER"}, returns: "DECIMAL(38,0)", call: func(c *calling) error {
			unit := power10(-int(c.int4(1)))
			rounded := roundRat(new(big.Rat).SetFrac(c.huge(0), new(big.Int).Mul(powers[vector.QuotientScale], unit)))
			return c.setHuge(rounded.Mul(rounded, unit))
		}},
		{name: "pg__percentile", takes: []string{"DOUBLE[]", "DOUBLE"}, returns: "DOUBLE", call: percentile(func(low, high, share float64) (float64, error) { return low + share*(high-low), nil })},
		{name: "pg__percentile", takes: []string{"INTERVAL[]", "DOUBLE"}, returns: "INTERVAL", call: percentile(betweenIntervals)},
		{name: "gcd", takes: []string{"INTEGER", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
			return setInteger(c, new(big.Int).GCD(nil, nil, abs(int64(c.int4(0))), abs(int64(c.int4(1)))), math.MaxInt32, func(n int64) int32 { return int32(n) }) //nolint:gosec // bounded
		}},
		{name: "lcm", takes: []string{"INTEGER", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
			a, b := abs(int64(c.int4(0))), abs(int64(c.int4(1)))
			if a.Sign() == 0 || b.Sign() == 0 {
				vector.Set(&c.out, c.row, int32(0))
				return nil
			}
			product := new(big.Int).Mul(a, b)
			return setInteger(c, product.Quo(product, new(big.Int).GCD(nil, nil, a, b)), math.MaxInt32, func(n int64) int32 { return int32(n) }) //nolint:gosec // bounded
		}},
	})

// shift shifts the bits of an integer. A processor counts the places by the last five or six bits of the count.
func shift[T int16 | int32 | int64](by func(T, int32) T) func(c *calling) error {
	return func(c *calling) error {
		vector.Set(&c.out, c.row, by(vector.At[T](&c.args[0], c.row), c.int4(1)))
		return nil
	}
}

// percentile is the value at a share of a list that is in order, between two elements if need be.
func percentile[T any](between func(low, high T, share float64) (T, error)) func(c *calling) error {
	return func(c *calling) error {
		list, share := vector.At[vector.ListEntry](&c.args[0], c.row), c.float(1)
		if share < 0 || share > 1 || math.IsNaN(share) {
			return failure(sqlstate.NumericOutOfRange, "percentile value %s is not between 0 and 1", strconv.FormatFloat(share, 'g', -1, 64))
		}
		if list.Length == 0 {
			c.setNull()
			return nil
		}
		place := share * float64(list.Length-1)
		low, high := math.Floor(place), math.Ceil(place)
		at := func(i float64) T { return vector.At[T](&c.args[0].Children[0], int(list.Offset)+int(i)) } //nolint:gosec // a place in a vector
		value, err := at(low), error(nil)
		if low != high {
			value, err = between(value, at(high), place-low)
		}
		vector.Set(&c.out, c.row, value)
		return err
	}
}

// betweenIntervals is the interval at a share of the way from one to another.
func betweenIntervals(low, high vector.Interval, share float64) (vector.Interval, error) {
	way, err := scaleInterval(float64(high.Months)-float64(low.Months), float64(high.Days)-float64(low.Days), float64(high.Micros)-float64(low.Micros), func(part float64) float64 { return part * share })
	return vector.Interval{Months: low.Months + way.Months, Days: low.Days + way.Days, Micros: low.Micros + way.Micros}, err
}

func abs(n int64) *big.Int { i := big.NewInt(n); return i.Abs(i) }

func setInteger[T any](c *calling, n *big.Int, largest int64, to func(int64) T) error {
	if !n.IsInt64() || n.Int64() > largest {
		return errOutOfRange("integer")
	}
	vector.Set(&c.out, c.row, to(n.Int64()))
	return nil
}

func errOutOfRange(kind string) error {
	return failure(sqlstate.NumericOutOfRange, "%s out of range", kind)
}

// divide divides integers, towards zero.
func divide[T int16 | int32 | int64](c *calling) error {
	a, b := vector.At[T](&c.args[0], c.row), vector.At[T](&c.args[1], c.row)
	switch {
	case b == 0:
		return errDivision
	case b == -1 && a != 0 && a == -a: // the smallest number has no opposite
		return errOutOfRange(integerNames[any(a)])
	}
	vector.Set(&c.out, c.row, a/b)
	return nil
}

// integerNames are the names of integers by their smallest numbers.
var integerNames = map[any]string{int16(math.MinInt16): "smallint", int32(math.MinInt32): "integer", int64(math.MinInt64): "bigint"}

func divideFloat[T float32 | float64](c *calling) error {
	a, b := vector.At[T](&c.args[0], c.row), vector.At[T](&c.args[1], c.row)
	if b == 0 && a == a { //nolint:gocritic // only NaN differs from itself
		return errDivision
	}
	q := a / b
	switch {
	case math.IsInf(float64(q), 0) && !math.IsInf(float64(a), 0):
		return failure(sqlstate.NumericOutOfRange, "value out of range: overflow")
	case q == 0 && a != 0 && !math.IsInf(float64(b), 0):
		return failure(sqlstate.NumericOutOfRange, "value out of range: underflow")
	}
	vector.Set(&c.out, c.row, q)
	return nil
}

// scaleInterval scales each part, and carries fractions down as Postgres does.
func scaleInterval(months, days, micros float64, scaled func(float64) float64) (vector.Interval, error) {
	months, days = scaled(months), scaled(days)
	wholeMonths, wholeDays := math.Trunc(months), math.Trunc(days)
	monthDays := roundMicros((months - wholeMonths) * 30)
	rest := roundMicros((monthDays - math.Trunc(monthDays) + days - wholeDays) * 86400)
	if math.Abs(rest) >= 86400 {
		wholeDays += math.Trunc(rest / 86400)
		rest -= math.Trunc(rest/86400) * 86400
	}
	wholeDays += math.Trunc(monthDays)
	micros = math.RoundToEven(scaled(micros) + rest*vector.MicrosPerSecond)
	if math.Abs(wholeMonths) > math.MaxInt32 || math.Abs(wholeDays) > math.MaxInt32 || math.Abs(micros) >= math.MaxInt64 {
		return vector.Interval{}, failure("22008", "interval out of range")
	}
	return vector.Interval{Months: int32(wholeMonths), Days: int32(wholeDays), Micros: int64(micros)}, nil
}

// roundMicros rounds to six digits behind the point.
func roundMicros(f float64) float64 {
	return math.RoundToEven(f*vector.MicrosPerSecond) / vector.MicrosPerSecond
}

// powers are the powers of ten up to that of QuotientScale, which nobody may change.
var powers = func() (list [vector.QuotientScale + 1]*big.Int) {
	for n := range list {
		list[n] = power10(n)
	}
	return list
}()

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// huge returns the 128-bit integer of an argument.
func (c *calling) huge(i int) *big.Int { return bigOf(vector.At[vector.Hugeint](&c.args[i], c.row)) }

func bigOf(h vector.Hugeint) *big.Int {
	n := new(big.Int).Lsh(big.NewInt(h.Upper), 64)
	return n.Add(n, new(big.Int).SetUint64(h.Lower))
}

// setHuge makes the result a 128-bit integer of 38 digits at most.
func (c *calling) setHuge(n *big.Int) error {
	if n.CmpAbs(widest) >= 0 {
		return failure(sqlstate.NumericOutOfRange, "numeric field overflow: the number has more digits than the embedded engine's 38")
	}
	lower := new(big.Int).And(n, lowest)
	upper := new(big.Int).Rsh(n, 64)
	vector.Set(&c.out, c.row, vector.Hugeint{Lower: lower.Uint64(), Upper: upper.Int64()})
	return nil
}

var (
	widest = power10(38)
	lowest = new(big.Int).SetUint64(math.MaxUint64)
)

// digitsOfGroup is how many digits PostgreSQL counts together.
const digitsOfGroup = 4

// setQuotient makes the result a quotient. Both numbers have so many groups of digits behind the point.
func (c *calling) setQuotient(a, b *big.Int, behind int) error {
	if b.Sign() == 0 {
		return errDivision
	}
	return c.setHuge(divideRounded(a, b, behind))
}

// divideRounded returns a quotient with QuotientScale digits behind the point, rounded to Postgres's scale, halves away from zero. It
// changes a and b.
func divideRounded(a, b *big.Int, behind int) *big.Int {
	weightA, firstA := firstGroupOf(a, behind)
	weightB, firstB := firstGroupOf(b, behind)
	scale := min(quotientScale(weightA, firstA, weightB, firstB), vector.QuotientScale)
	negative := a.Sign()*b.Sign() < 0
	q := quoRounded(new(big.Int).Mul(a.Abs(a), powers[scale]), b.Abs(b))
	if negative {
		q.Neg(q)
	}
	return q.Mul(q, powers[vector.QuotientScale-scale])
}

// quoRounded returns a quotient of positive integers, rounded to the nearest one: 2 and a half are 3. It changes both.
func quoRounded(a, b *big.Int) *big.Int {
	a.Add(a.Lsh(a, 1), b)
	return a.Quo(a, b.Lsh(b, 1))
}

// firstGroupOf is firstGroup of an integer of 128 bits that has so many groups of digits behind the point.
func firstGroupOf(n *big.Int, behind int) (weight int, digits int64) {
	if n.Sign() == 0 {
		return 0, 0
	}
	const group = 10_000
	abs := new(big.Int).Abs(n)
	low, high := new(big.Int).And(abs, lowest).Uint64(), abs.Rsh(abs, 64).Uint64()
	for weight = -behind; high > 0 || low >= group; weight++ {
		rest := high % group
		high /= group
		low, _ = bits.Div64(rest, low, group)
	}
	return weight, int64(low) //nolint:gosec // it has four digits
}

// roundRat rounds to an integer, halves away from zero.
func roundRat(r *big.Rat) *big.Int {
	n := quoRounded(new(big.Int).Abs(r.Num()), new(big.Int).Set(r.Denom()))
	if r.Sign() < 0 {
		n.Neg(n)
	}
	return n
}

// divisionScale returns the scale of a quotient: at least 16 significant digits, counted in groups of
// four, from the first groups of both numbers.
func divisionScale(a, b *big.Rat) int {
	weightA, firstA := firstGroup(a)
	weightB, firstB := firstGroup(b)
	return quotientScale(weightA, firstA, weightB, firstB)
}

// quotientScale is divisionScale of the first groups.
func quotientScale(weightA int, firstA int64, weightB int, firstB int64) int {
	weight := weightA - weightB
	if firstA <= firstB {
		weight--
	}
	return max(16-4*weight, 0)
}

// firstGroup returns the first group of four digits that is not zero, and its place.
func firstGroup(r *big.Rat) (weight int, digits int64) {
	if r.Sign() == 0 {
		return 0, 0
	}
	group := big.NewInt(10000)
	whole := new(big.Int).Quo(new(big.Int).Abs(r.Num()), r.Denom())
	if whole.Sign() > 0 {
		for whole.Cmp(group) >= 0 {
			whole.Quo(whole, group)
			weight++
		}
		return weight, whole.Int64()
	}
	rest := new(big.Rat).Abs(r)
	for whole.Sign() == 0 {
		rest.Mul(rest, new(big.Rat).SetInt(group))
		whole.Quo(rest.Num(), rest.Denom())
		weight--
	}
	return weight, whole.Int64()
}

// setLoose makes the result a number that was written as text, or says that it cannot be held.
func (c *calling) setLoose(text string) error {
	return c.setScaled(text, vector.LooseScale, errTooLoose)
}

// setCut makes the result a number that was written as text and is rounded to fewer digits than a quotient has: the digits behind those of
// a quotient are cut off, which changes no rounding of halves away from zero.
func (c *calling) setCut(text string) error { return c.setScaled(text, vector.QuotientScale, nil) }

// errTooLoose is the error of a computed numeric that has more digits behind the point than such have here.
var errTooLoose = sqlstate.New(sqlstate.FeatureNotSupported, "a numeric with more than %d digits behind the point is not supported here", vector.LooseScale)

// setScaled makes the result a number that was written as text, with so many digits behind the point. tooDeep is the error of a number
// that has more; nil: these are cut off.
func (c *calling) setScaled(text string, scale int, tooDeep *sqlstate.Error) error {
	trimmed := strings.ToLower(strings.Trim(text, vector.Blanks))
	switch strings.TrimLeft(trimmed, "+-") {
	case "nan", "inf", "infinity":
		return failure(sqlstate.FeatureNotSupported, "%s of type numeric is not supported", trimmed)
	}
	v, err := (&jsonvalue.Reader{Text: strings.TrimPrefix(trimmed, "+")}).Number()
	if err != nil {
		r, ok := new(big.Rat).SetString(trimmed)
		if !ok || strings.ContainsAny(trimmed, "/_xpbo") {
			return inputs.InvalidText("numeric", text)
		}
		v = r.FloatString(2 * widestScale)
	} else if left := strings.TrimPrefix(trimmed, "+"); !numberText().MatchString(left) {
		return inputs.InvalidText("numeric", text)
	}
	r, ok := new(big.Rat).SetString(v)
	if !ok {
		return inputs.InvalidText("numeric", text)
	}
	r.Mul(r, new(big.Rat).SetInt(power10(scale)))
	if !r.IsInt() && tooDeep != nil {
		return tooDeep
	}
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if n.CmpAbs(widest) >= 0 {
		return failure(sqlstate.FeatureNotSupported, "a numeric of more than %d digits before the point is not supported here", widestScale-scale)
	}
	return c.setHuge(n)
}

const widestScale = 38

var numberText = pattern(`^-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?$`)

// mathFunctions are functions that Postgres has for double precision and for numeric. Those of numeric
// are refused: their digits depend on the value.
func mathFunctions() []scalar {
	var all []scalar
	for name, f := range map[string]func(float64) (float64, error){
		"sqrt": func(x float64) (float64, error) {
			if x < 0 {
				return 0, failure("2201F", "cannot take square root of a negative number")
			}
			return math.Sqrt(x), nil
		},
		"exp": func(x float64) (float64, error) {
			y := cExp(x)
			if math.IsInf(y, 1) && !math.IsInf(x, 1) {
				return 0, failure(sqlstate.NumericOutOfRange, "value out of range: overflow")
			}
			if y == 0 && !math.IsInf(x, -1) {
				return 0, failure(sqlstate.NumericOutOfRange, "value out of range: underflow")
			}
			return y, nil
		},
		"ln":  func(x float64) (float64, error) { return logarithm(x, cLog) },
		"log": func(x float64) (float64, error) { return logarithm(x, cLog10) },
	} {
		all = append(all,
			scalar{name: "pg__" + name, takes: []string{"DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
				y, err := f(c.float(0))
				vector.Set(&c.out, c.row, y)
				return err
			}},
			scalar{name: "pg__" + name, takes: []string{"BIGINT"}, returns: "DOUBLE", call: func(c *calling) error {
				y, err := f(float64(c.int8(0)))
				vector.Set(&c.out, c.row, y)
				return err
			}},
			refusedOf(name, "HUGEINT"), refusedOf(name, vector.QuotientType))
	}
	for _, name := range []string{"floor", "ceil", "ceiling", "trunc"} { // DuckDB makes a floating-point number of it
		all = append(all, scalar{name: name, takes: []string{"HUGEINT"}, returns: "HUGEINT", call: func(c *calling) error {
			vector.Set(&c.out, c.row, vector.At[vector.Hugeint](&c.args[0], c.row))
			return nil
		}})
	}
	return append(all,
		scalar{name: "pg__round_even", takes: []string{"DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
			vector.Set(&c.out, c.row, math.RoundToEven(c.float(0)))
			return nil
		}},
		scalar{name: "pg__round_even", takes: []string{"FLOAT"}, returns: "FLOAT", call: func(c *calling) error {
			vector.Set(&c.out, c.row, float32(math.RoundToEven(float64(vector.At[float32](&c.args[0], c.row)))))
			return nil
		}},
		scalar{name: "pg__acosh", takes: []string{"DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error {
			if c.float(0) < 1 {
				return failure(sqlstate.NumericOutOfRange, "input is out of range")
			}
			vector.Set(&c.out, c.row, cAcosh(c.float(0)))
			return nil
		}},
		scalar{name: "pg__power", takes: []string{"DOUBLE", "DOUBLE"}, returns: "DOUBLE", call: func(c *calling) error { return c.setPower(c.float(0), c.float(1)) }},
		scalar{name: "pg__power", takes: []string{"BIGINT", "BIGINT"}, returns: "DOUBLE", call: func(c *calling) error {
			return c.setPower(float64(c.int8(0)), float64(c.int8(1)))
		}},
		refusedOf("power", "HUGEINT", "HUGEINT"), refusedOf("power", vector.QuotientType, vector.QuotientType), refusedOf("log", vector.QuotientType, vector.QuotientType))
}

// refusedOf is a function that is refused for numeric.
func refusedOf(name string, takes ...string) scalar {
	return scalar{name: "pg__" + name, takes: takes, returns: vector.QuotientType, call: func(*calling) error {
		return failure(sqlstate.FeatureNotSupported, "%s of numeric is not supported: cast to double precision", name)
	}}
}

func logarithm(x float64, of func(float64) float64) (float64, error) {
	switch {
	case x == 0:
		return 0, failure("2201E", "cannot take logarithm of zero")
	case x < 0:
		return 0, failure("2201E", "cannot take logarithm of a negative number")
	}
	return of(x), nil
}

// setPower makes the result a power, with Postgres's errors.
func (c *calling) setPower(x, y float64) error {
	z := cPow(x, y)
	switch {
	case x == 0 && y < 0:
		return failure("2201F", "zero raised to a negative power is undefined")
	case x < 0 && !math.IsNaN(y) && y != math.Trunc(y):
		return failure("2201F", "a negative number raised to a non-integer power yields a complex result")
	case math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return failure(sqlstate.NumericOutOfRange, "value out of range: overflow")
	case z == 0 && x != 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return failure(sqlstate.NumericOutOfRange, "value out of range: underflow")
	}
	vector.Set(&c.out, c.row, z)
	return nil
}
