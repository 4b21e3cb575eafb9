package numeric

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Errors of computations, for which callers have PostgreSQL's codes.
var (
	ErrSyntax   = errors.New("invalid input syntax for type numeric")
	ErrDigits   = fmt.Errorf("a numeric of more than %d digits is not supported", MostDigits)
	ErrPrecise  = fmt.Errorf("an exponential or a logarithm of more than %d digits is not supported", mostPrecise)
	ErrDivision = errors.New("division by zero")
	ErrRoot     = errors.New("cannot take square root of a negative number")
	ErrZeroLog  = errors.New("cannot take logarithm of zero")
	ErrLog      = errors.New("cannot take logarithm of a negative number")
	ErrZeroRise = errors.New("zero raised to a negative power is undefined")
	ErrComplex  = errors.New("a negative number raised to a non-integer power yields a complex result")
)

// MostDigits is how many digits a number may have.
const MostDigits = 2000

// mostPrecise is how many digits exponentials and logarithms may have, and their arguments: computing them takes the square
// of that.
const mostPrecise = 300

// kind tells the numbers from what is none.
type kind int8

const (
	finite kind = iota
	negativeInfinity
	infinity
	nan
)

// Number is a value of type numeric. The zero value is 0.
type Number struct {
	kind  kind
	n     *big.Int // the digits without a point; nil is 0
	scale int      // how many of them are behind the point
}

// The values that are no numbers.
var (
	NaN              = Number{kind: nan}
	Infinity         = Number{kind: infinity}
	NegativeInfinity = Number{kind: negativeInfinity}
)

// FromInt makes a number of an integer.
func FromInt(i int64) Number { return Number{n: big.NewInt(i)} }

// Finite reports whether it is a number.
func (x Number) Finite() bool { return x.kind == finite }

// Scale is how many digits are behind the point.
func (x Number) Scale() int { return x.scale }

// Sign is that of the number; NaN has none.
func (x Number) Sign() int {
	switch x.kind {
	case negativeInfinity:
		return -1
	case infinity:
		return 1
	case nan:
		return 0
	case finite:
	}
	return x.digits().Sign()
}

func (x Number) digits() *big.Int {
	if x.n == nil {
		return new(big.Int)
	}
	return x.n
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Parse reads a number as PostgreSQL's input function does.
func Parse(text string) (Number, error) {
	s := strings.ToLower(strings.Trim(text, " \t\r\n\v\f"))
	unsigned := strings.TrimLeft(s[:min(1, len(s))], "+-") + s[min(1, len(s)):]
	negative := strings.HasPrefix(s, "-")
	switch unsigned {
	case "nan":
		if s == "nan" {
			return NaN, nil
		}
		return Number{}, ErrSyntax
	case "inf", "infinity":
		if negative {
			return NegativeInfinity, nil
		}
		return Infinity, nil
	}
	mantissa, power, exponential := strings.Cut(unsigned, "e")
	shift := 0
	if exponential {
		var ok bool
		if shift, ok = readExponent(power); !ok {
			return Number{}, ErrSyntax
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return Number{}, ErrSyntax
	}
	scale := len(fraction) - shift
	if len(strings.TrimLeft(whole, "0"))+len(fraction) > MostDigits || scale > MostDigits || scale < -MostDigits {
		return Number{}, ErrDigits
	}
	n, _ := new(big.Int).SetString(whole+fraction, 10)
	if negative {
		n.Neg(n)
	}
	if scale < 0 {
		n.Mul(n, power10(-scale))
		scale = 0
	}
	return Number{n: n, scale: scale}.bounded()
}

// readExponent reads what is behind the e.
func readExponent(text string) (int, bool) {
	digits := strings.TrimLeft(text[:min(1, len(text))], "+-") + text[min(1, len(text)):]
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	if digits = strings.TrimLeft(digits, "0"); len(digits) > 5 {
		digits = "99999"
	}
	shift := 0
	for _, d := range digits {
		shift = shift*10 + int(d-'0')
	}
	if strings.HasPrefix(text, "-") {
		shift = -shift
	}
	return shift, true
}

// bounded refuses a number of too many digits.
func (x Number) bounded() (Number, error) {
	const mostBits = MostDigits * 10 / 3
	if x.kind == finite && (x.digits().BitLen() > mostBits || x.scale > MostDigits) {
		return Number{}, ErrDigits
	}
	return x, nil
}

// String writes the number as PostgreSQL does.
func (x Number) String() string {
	switch x.kind {
	case nan:
		return "NaN"
	case infinity:
		return "Infinity"
	case negativeInfinity:
		return "-Infinity"
	case finite:
	}
	digits, sign := new(big.Int).Abs(x.digits()).String(), ""
	if x.digits().Sign() < 0 {
		sign = "-"
	}
	if x.scale == 0 {
		return sign + digits
	}
	if missing := x.scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)-x.scale] + "." + digits[len(digits)-x.scale:]
}

// Cmp compares as PostgreSQL orders: NaN is the greatest, and equal to itself.
func (x Number) Cmp(y Number) int {
	if x.kind != finite || y.kind != finite {
		return x.rank() - y.rank()
	}
	a, b := x.aligned(y)
	return a.Cmp(b)
}

func (x Number) rank() int {
	return map[kind]int{negativeInfinity: 0, finite: 1, infinity: 2, nan: 3}[x.kind]
}

// aligned are the digits of both with the same scale.
func (x Number) aligned(y Number) (a, b *big.Int) {
	a, b = x.digits(), y.digits()
	if x.scale < y.scale {
		a = new(big.Int).Mul(a, power10(y.scale-x.scale))
	} else if y.scale < x.scale {
		b = new(big.Int).Mul(b, power10(x.scale-y.scale))
	}
	return a, b
}

// Round rounds to a scale, halves away from zero. A scale below zero rounds digits before the point.
func (x Number) Round(scale int) (Number, error) { return x.cut(scale, true) }

// Trunc cuts to a scale.
func (x Number) Trunc(scale int) (Number, error) { return x.cut(scale, false) }

func (x Number) cut(scale int, nearest bool) (Number, error) {
	if x.kind != finite {
		return x, nil
	}
	scale = min(max(scale, -MostDigits), MostDigits)
	shown := max(scale, 0)
	if scale >= x.scale {
		return Number{n: new(big.Int).Mul(x.digits(), power10(scale-x.scale)), scale: scale}.bounded()
	}
	unit := power10(x.scale - scale)
	n := new(big.Int).Set(x.digits())
	if nearest {
		half := new(big.Int).Quo(unit, big.NewInt(2))
		if n.Sign() < 0 {
			half.Neg(half)
		}
		n.Add(n, half)
	}
	n.Quo(n, unit)
	if scale < 0 {
		n.Mul(n, power10(-scale))
	}
	return Number{n: n, scale: shown}.bounded()
}

// Floor is the greatest whole number that is not above it.
func (x Number) Floor() Number { return x.whole(-1) }

// Ceil is the least whole number that is not below it.
func (x Number) Ceil() Number { return x.whole(1) }

func (x Number) whole(towards int) Number {
	cut, err := x.Trunc(0)
	if err != nil || x.kind != finite || cut.Cmp(x) == 0 || x.Sign() != towards {
		return cut
	}
	return Number{n: new(big.Int).Add(cut.digits(), big.NewInt(int64(towards)))}
}

// MinScale is the least scale that shows all of its digits.
func (x Number) MinScale() int {
	if x.digits().Sign() == 0 {
		return 0
	}
	digits := x.digits().String()
	return max(0, x.scale-(len(digits)-len(strings.TrimRight(digits, "0"))))
}

// TrimScale takes the zeros at its end away.
func (x Number) TrimScale() Number {
	if x.kind != finite {
		return x
	}
	if x.digits().Sign() == 0 {
		return Number{}
	}
	trimmed, _ := x.Trunc(x.MinScale())
	return trimmed
}

// Neg is the number of the other sign.
func (x Number) Neg() Number {
	switch x.kind {
	case infinity:
		return NegativeInfinity
	case negativeInfinity:
		return Infinity
	case nan:
		return x
	case finite:
	}
	return Number{n: new(big.Int).Neg(x.digits()), scale: x.scale}
}

// Abs is the number without its sign.
func (x Number) Abs() Number {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}
