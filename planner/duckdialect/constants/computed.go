package constants

import (
	"math"
	"math/big"
	"strings"
)

// Roots, powers and logarithms of numeric have as many digits as their values ask for, which no column of DuckDB's has.
// Of constants the translation computes them, with Postgres's digits; of others the source refuses them.

// WidestNumber is how many digits DuckDB's decimals have.
const WidestNumber = 38

// computedOf are the functions of constants that are computed here.
var computedOf = map[string]func(args []*big.Rat, scales []int) (value *big.Float, scale int, ok bool){
	"sqrt": rootOf, "exp": exponentialOf, "ln": logarithmOf, "log": logarithmToBase, "log10": logarithmToBase, "power": powerOf, "pow": powerOf, "^": powerOf,
}

// precision is that of the computation, in bits: more than the digits that Postgres shows.
const precision = 320

// significant is how many digits Postgres computes at least.
const significant = 16

// Computed is the value of a function of numbers, and its scale. isNumeric: one of the numbers is a numeric. It is not ok
// where the function is another, or has no value that a column of DuckDB's can have.
func Computed(name string, numbers []string, isNumeric bool) (shown string, scale int, ok bool) {
	f := computedOf[name]
	if f == nil {
		return "", 0, false
	}
	values, scales := make([]*big.Rat, len(numbers)), make([]int, len(numbers))
	for i, s := range numbers {
		if values[i], ok = new(big.Rat).SetString(s); !ok {
			return "", 0, false
		}
		_, fraction, _ := strings.Cut(s, ".")
		scales[i] = len(fraction)
	}
	if !isNumeric && (name != "log" || len(values) != 2) {
		return "", 0, false
	}
	value, scale, ok := f(values, scales)
	if !ok || scale > WidestNumber {
		return "", 0, false
	}
	shown = roundedText(value, scale)
	return shown, scale, len(strings.Trim(strings.Replace(shown, ".", "", 1), "-")) <= WidestNumber
}

// roundedText writes a number with so many digits behind the point, halves away from zero.
func roundedText(value *big.Float, scale int) string {
	r, _ := value.Rat(nil)
	return r.FloatString(scale)
}

// atLeast is the scale that a result of this many digits before the point has.
func atLeast(before float64, scales ...int) int {
	scale := max(significant-int(before), 0)
	for _, s := range scales {
		scale = max(scale, s)
	}
	return scale
}

func floatOf(r *big.Rat) *big.Float { return new(big.Float).SetPrec(precision).SetRat(r) }

func doubleOf(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// weightOf is the place of the first group of four digits, and the group.
func weightOf(r *big.Rat) (weight int, first float64) {
	f := math.Abs(doubleOf(r))
	for ; f >= 10000; f /= 10000 {
		weight++
	}
	for ; f < 1 && f > 0; f *= 10000 {
		weight--
	}
	return weight, math.Floor(f)
}

func rootOf(args []*big.Rat, scales []int) (*big.Float, int, bool) {
	if len(args) != 1 || args[0].Sign() < 0 {
		return nil, 0, false
	}
	weight, _ := weightOf(args[0])
	if args[0].Sign() == 0 {
		return new(big.Float), atLeast(1, scales[0]), true
	}
	return new(big.Float).Sqrt(floatOf(args[0])), atLeast(float64((weight+1)*4/2-1), scales[0]), true
}

func exponentialOf(args []*big.Rat, scales []int) (*big.Float, int, bool) {
	x := doubleOf(args[0])
	if len(args) != 1 || math.Abs(x) > 80 {
		return nil, 0, false
	}
	return exponential(floatOf(args[0])), atLeast(x*math.Log10E, scales[0]), true
}

// exponential adds the series up, of a small part of the exponent.
func exponential(x *big.Float) *big.Float {
	const halvings = 16
	part := new(big.Float).SetPrec(precision).SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for i := int64(1); i < 64; i++ {
		term.Mul(term, part)
		term.Quo(term, new(big.Float).SetInt64(i))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func logarithmOf(args []*big.Rat, scales []int) (*big.Float, int, bool) {
	if len(args) != 1 || args[0].Sign() <= 0 {
		return nil, 0, false
	}
	return logarithm(floatOf(args[0])), atLeast(float64(logarithmWeight(args[0])), scales[0]), true
}

// logarithmWeight is how many digits a logarithm has before the point.
func logarithmWeight(r *big.Rat) int {
	if f := doubleOf(r); f < 0.9 || f > 1.1 {
		return int(math.Log10(math.Abs(math.Log(f))))
	}
	off := new(big.Rat).Sub(r, big.NewRat(1, 1))
	if off.Sign() == 0 {
		return 0
	}
	weight, first := weightOf(off)
	return weight*4 + int(math.Log10(first))
}

// logarithm finds by Newton's method what has x as its exponential.
func logarithm(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := new(big.Float).SetPrec(precision).SetFloat64(math.Log(f))
	for range 6 {
		inverse := exponential(new(big.Float).SetPrec(precision).Neg(y))
		y.Add(y, new(big.Float).SetPrec(precision).Sub(inverse.Mul(inverse, x), big.NewFloat(1)))
	}
	return y
}

func logarithmToBase(args []*big.Rat, scales []int) (*big.Float, int, bool) {
	base, baseScale := big.NewRat(10, 1), 0
	if len(args) == 2 {
		base, baseScale, args, scales = args[0], scales[0], args[1:], scales[1:]
	}
	if len(args) != 1 || args[0].Sign() <= 0 || base.Sign() <= 0 || base.Cmp(big.NewRat(1, 1)) == 0 {
		return nil, 0, false
	}
	q := new(big.Float).SetPrec(precision).Quo(logarithm(floatOf(args[0])), logarithm(floatOf(base)))
	return q, atLeast(float64(logarithmWeight(args[0])-logarithmWeight(base)), scales[0], baseScale), true
}

func powerOf(args []*big.Rat, scales []int) (*big.Float, int, bool) {
	if len(args) != 2 || args[0].Sign() == 0 {
		return nil, 0, false
	}
	base, exponent := args[0], doubleOf(args[1])
	digits := exponent * math.Log10(math.Abs(doubleOf(base)))
	whole := args[1].IsInt()
	switch {
	case math.Abs(digits) > WidestNumber, !whole && base.Sign() < 0, math.Abs(exponent) > 1000:
		return nil, 0, false
	case !whole:
		product := new(big.Float).SetPrec(precision).Mul(logarithm(floatOf(base)), floatOf(args[1]))
		return exponential(product), atLeast(digits, scales...), true
	}
	result := big.NewRat(1, 1)
	for range int(math.Abs(exponent)) {
		result.Mul(result, base)
	}
	if exponent < 0 {
		result.Inv(result)
	}
	return floatOf(result), atLeast(digits, scales...), true
}
