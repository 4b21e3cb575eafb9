package numeric

import (
	"math/big"
)

// Add adds.
func (x Number) Add(y Number) (Number, error) {
	if x.kind != finite || y.kind != finite {
		switch {
		case x.kind == nan || y.kind == nan, x.kind != finite && y.kind != finite && x.kind != y.kind:
			return NaN, nil
		case x.kind != finite:
			return x, nil
		}
		return y, nil
	}
	a, b := x.aligned(y)
	return Number{n: new(big.Int).Add(a, b), scale: max(x.scale, y.scale)}.bounded()
}

// Sub subtracts.
func (x Number) Sub(y Number) (Number, error) { return x.Add(y.Neg()) }

// Mul multiplies.
func (x Number) Mul(y Number) (Number, error) {
	if x.kind != finite || y.kind != finite {
		return infinite(x.Sign()*y.Sign(), x, y), nil
	}
	return Number{n: new(big.Int).Mul(x.digits(), y.digits()), scale: x.scale + y.scale}.bounded()
}

// infinite is the infinity of a sign, and NaN without one.
func infinite(sign int, of ...Number) Number {
	for _, x := range of {
		if x.kind == nan {
			return NaN
		}
	}
	switch {
	case sign > 0:
		return Infinity
	case sign < 0:
		return NegativeInfinity
	}
	return NaN
}

// Div divides, to the scale that PostgreSQL chooses.
func (x Number) Div(y Number) (Number, error) {
	switch {
	case x.kind == nan || y.kind == nan, x.kind != finite && y.kind != finite:
		return NaN, nil
	case y.Sign() == 0:
		return Number{}, ErrDivision
	case x.kind != finite:
		return infinite(x.Sign() * y.Sign()), nil
	case y.kind != finite:
		return Number{}, nil
	}
	return x.divide(y, divisionScale(x, y))
}

// divide divides to a scale.
func (x Number) divide(y Number, scale int) (Number, error) {
	a, b := new(big.Int).Set(x.digits()), new(big.Int).Set(y.digits())
	if up := scale + y.scale - x.scale; up >= 0 {
		a.Mul(a, power10(up))
	} else {
		b.Mul(b, power10(-up))
	}
	return Number{n: quotient(a, b), scale: scale}.bounded()
}

// quotient divides integers, halves away from zero.
func quotient(a, b *big.Int) *big.Int {
	twice := new(big.Int).Lsh(new(big.Int).Abs(a), 1)
	below := new(big.Int).Abs(b)
	twice.Add(twice, below)
	q := twice.Quo(twice, new(big.Int).Lsh(below, 1))
	if a.Sign()*b.Sign() < 0 {
		q.Neg(q)
	}
	return q
}

// groupDigits is how many digits PostgreSQL keeps together.
const groupDigits = 4

// significant is how many digits a quotient and the like have at least.
const significant = 16

// mostScale is the largest scale that PostgreSQL chooses itself.
const mostScale = 1000

// divisionScale is the scale of a quotient: at least 16 digits, counted by groups.
func divisionScale(x, y Number) int {
	weightX, firstX := x.firstGroup()
	weightY, firstY := y.firstGroup()
	weight := weightX - weightY
	if firstX <= firstY {
		weight--
	}
	return min(max(significant-weight*groupDigits, x.scale, y.scale, 0), mostScale)
}

// firstGroup is the first group of digits that is not zero, and its place before the point.
func (x Number) firstGroup() (weight int, group int64) {
	if x.digits().Sign() == 0 {
		return 0, 0
	}
	digits := new(big.Int).Abs(x.digits()).String()
	before := len(digits) - x.scale // how many are before the point
	length := before % groupDigits
	if length <= 0 {
		length += groupDigits
	}
	weight = (before - length) / groupDigits
	for len(digits) < length {
		digits += "0"
	}
	for _, d := range digits[:length] {
		group = group*10 + int64(d-'0')
	}
	return weight, group
}

// Mod is the remainder, of the sign of the dividend.
func (x Number) Mod(y Number) (Number, error) {
	switch {
	case x.kind == nan || y.kind == nan:
		return NaN, nil
	case y.Sign() == 0:
		return Number{}, ErrDivision
	case x.kind != finite:
		return NaN, nil
	case y.kind != finite:
		return x, nil
	}
	a, b := x.aligned(y)
	return Number{n: new(big.Int).Rem(a, b), scale: max(x.scale, y.scale)}, nil
}

// DivTrunc is the whole part of the quotient.
func (x Number) DivTrunc(y Number) (Number, error) {
	if x.kind != finite || y.kind != finite || y.Sign() == 0 {
		return x.Div(y)
	}
	a, b := x.aligned(y)
	return Number{n: new(big.Int).Quo(a, b)}, nil
}

// GCD is the greatest common divisor.
func (x Number) GCD(y Number) (Number, error) {
	if x.kind != finite || y.kind != finite {
		return NaN, nil
	}
	a, b := x.aligned(y)
	return Number{n: new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b)), scale: max(x.scale, y.scale)}, nil
}

// LCM is the least common multiple.
func (x Number) LCM(y Number) (Number, error) {
	divisor, err := x.GCD(y)
	if err != nil || divisor.kind != finite || divisor.Sign() == 0 {
		return Number{kind: divisor.kind, scale: divisor.scale}, err
	}
	a, b := x.aligned(y)
	product := new(big.Int).Mul(a, b)
	return Number{n: product.Abs(product.Quo(product, divisor.digits())), scale: divisor.scale}.bounded()
}

// Factorial is that of an integer.
func Factorial(n int64) (Number, error) {
	const most = 900 // which has less digits than a number may have
	if n > most {
		return Number{}, ErrDigits
	}
	return Number{n: new(big.Int).MulRange(1, n)}.bounded()
}
