package numeric

import (
	"math"
	"math/big"
)

// Roots, powers and logarithms, rounded to the scales that PostgreSQL chooses.

// precision is that of a computation of so many digits, in bits.
func precision(digits int) uint { return uint(96 + 4*min(max(digits, 0), 2*MostDigits)) } //nolint:gosec // bounded

func (x Number) float(prec uint) *big.Float {
	f := new(big.Float).SetPrec(prec).SetInt(x.digits())
	return f.Quo(f, new(big.Float).SetPrec(prec).SetInt(power10(x.scale)))
}

func (x Number) double() float64 {
	f, _ := x.float(64).Float64()
	return f
}

// rounded makes a number of a floating-point number.
func rounded(f *big.Float, scale int) (Number, error) {
	if scale > MostDigits || f.MantExp(nil) > 4*MostDigits {
		return Number{}, ErrDigits
	}
	r, _ := f.Rat(nil)
	if r == nil {
		return Number{}, ErrDigits
	}
	return Number{n: quotient(new(big.Int).Mul(r.Num(), power10(scale)), r.Denom()), scale: scale}.bounded()
}

// chosen is the scale of a result that has so many digits before the point.
func chosen(before int, scales ...int) int {
	scale := max(significant-before, 0)
	for _, s := range scales {
		scale = max(scale, s)
	}
	return min(scale, mostScale)
}

// Sqrt is the square root.
func (x Number) Sqrt() (Number, error) {
	switch {
	case x.kind == nan || x.kind == infinity:
		return x, nil
	case x.Sign() < 0:
		return Number{}, ErrRoot
	}
	weight, _ := x.firstGroup()
	scale := chosen((weight+1)*groupDigits/2-1, x.scale)
	if x.Sign() == 0 {
		return Number{scale: scale}, nil
	}
	return rounded(new(big.Float).Sqrt(x.float(precision(scale+len(x.digits().String())))), scale)
}

// mostExponent bounds exponents, so that a result keeps to mostPrecise.
const mostExponent = 690

// precise reports whether numbers have so few digits that exponentials and logarithms of them are computed.
func precise(list ...Number) bool {
	for _, x := range list {
		if x.scale > mostPrecise || len(x.digits().String()) > mostPrecise {
			return false
		}
	}
	return true
}

// Exp is the exponential.
func (x Number) Exp() (Number, error) {
	switch x.kind {
	case nan, infinity:
		return x, nil
	case negativeInfinity:
		return Number{}, nil
	case finite:
	}
	f := x.double()
	if math.Abs(f) > mostExponent || !precise(x) {
		return Number{}, ErrPrecise
	}
	before := int(f * math.Log10E)
	scale := chosen(before, x.scale)
	return rounded(exponential(x.float(precision(scale+max(before, 0)))), scale)
}

// exponential adds the series up, of a small part of the exponent.
func exponential(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	halvings := max(x.MantExp(nil), 0) + 16
	part := new(big.Float).SetPrec(prec).SetMantExp(x, -halvings)
	sum, term := big.NewFloat(1).SetPrec(prec), big.NewFloat(1).SetPrec(prec)
	for i := int64(1); i < int64(prec)/12+8; i++ { //nolint:gosec // bounded
		term.Mul(term, part)
		term.Quo(term, new(big.Float).SetPrec(prec).SetInt64(i))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// Ln is the natural logarithm.
func (x Number) Ln() (Number, error) {
	if done, y, err := x.loggable(); done {
		return y, err
	}
	if !precise(x) {
		return Number{}, ErrPrecise
	}
	scale := chosen(x.logWeight(), x.scale)
	return rounded(logarithm(x.float(precision(scale+len(x.digits().String())))), scale)
}

// loggable answers for what has no logarithm, or an infinite one.
func (x Number) loggable() (done bool, y Number, err error) {
	switch {
	case x.kind == nan || x.kind == infinity:
		return true, x, nil
	case x.Sign() < 0:
		return true, y, ErrLog
	case x.Sign() == 0:
		return true, y, ErrZeroLog
	}
	return false, y, nil
}

// logWeight is how many digits the logarithm has before the point.
func (x Number) logWeight() int {
	if f := x.double(); f >= 0.9 && f <= 1.1 {
		off, err := x.Sub(FromInt(1))
		if err != nil || off.Sign() == 0 {
			return 0
		}
		weight, first := off.firstGroup()
		return weight*groupDigits + int(math.Log10(float64(first)))
	}
	return int(math.Log10(math.Abs(x.logDouble())))
}

// logDouble is an approximation of the logarithm.
func (x Number) logDouble() float64 {
	f := x.float(64)
	mantissa, _ := f.Float64()
	exponent := f.MantExp(nil)
	if exponent > 1000 || exponent < -1000 {
		mantissa, _ = new(big.Float).SetMantExp(f, -exponent).Float64()
		return math.Log(mantissa) + float64(exponent)*math.Ln2
	}
	return math.Log(mantissa)
}

// logarithm finds by Newton's method what has x as its exponential.
func logarithm(x *big.Float) *big.Float {
	prec := x.Prec() + 64
	exponent := x.MantExp(nil)
	mantissa, _ := new(big.Float).SetMantExp(x, -exponent).Float64()
	y := new(big.Float).SetPrec(prec).SetFloat64(math.Log(mantissa) + float64(exponent)*math.Ln2)
	for done := uint(40); done < 2*prec; done *= 2 {
		inverse := exponential(new(big.Float).SetPrec(prec).Neg(y))
		y.Add(y, new(big.Float).SetPrec(prec).Sub(inverse.Mul(inverse, x), big.NewFloat(1)))
	}
	return y
}

// Log is the logarithm to a base.
func (x Number) Log(base Number) (Number, error) {
	for _, of := range []Number{base, x} {
		if done, y, err := of.loggable(); done {
			return y, err
		}
	}
	if !precise(x, base) {
		return Number{}, ErrPrecise
	}
	scale := chosen(x.logWeight()-base.logWeight(), x.scale, base.scale)
	prec := precision(scale + len(x.digits().String()) + len(base.digits().String()))
	below := logarithm(base.float(prec))
	if below.Sign() == 0 || base.Cmp(FromInt(1)) == 0 {
		return Number{}, ErrDivision
	}
	return rounded(below.Quo(logarithm(x.float(prec)), below), scale)
}

// Power raises to a power.
func (x Number) Power(y Number) (Number, error) {
	if x.kind != finite || y.kind != finite {
		return x.specialPower(y)
	}
	whole := y.MinScale() == 0
	switch {
	case x.Sign() == 0 && y.Sign() < 0:
		return Number{}, ErrZeroRise
	case x.Sign() < 0 && !whole:
		return Number{}, ErrComplex
	}
	if y.Sign() == 0 {
		return FromInt(1).Round(max(significant, x.scale, y.scale))
	}
	if x.Sign() == 0 {
		return Number{scale: significant}, nil
	}
	digits := y.double() * x.Abs().logDouble() * math.Log10E
	if math.Abs(digits) > MostDigits {
		return Number{}, ErrDigits
	}
	if whole {
		return x.wholePower(y, digits)
	}
	if !precise(x, y) || math.Abs(digits) > mostPrecise {
		return Number{}, ErrPrecise
	}
	scale := chosen(int(digits), x.scale, y.scale)
	prec := precision(scale + max(int(digits), 0) + len(x.digits().String()) + len(y.digits().String()))
	product := logarithm(x.float(prec))
	return rounded(exponential(product.Mul(product, y.float(prec))), scale)
}

// wholePower raises to an integer, of a result of so many digits.
func (x Number) wholePower(y Number, digits float64) (Number, error) {
	exponent, _ := y.Trunc(0)
	scale := max(significant, x.scale)
	if !exponent.digits().IsInt64() {
		return Number{}, ErrDigits
	}
	prec := precision(scale + int(math.Abs(digits)))
	power := new(big.Int).Abs(exponent.digits())
	result, square := big.NewFloat(1).SetPrec(prec), x.float(prec)
	for i := range power.BitLen() {
		if power.Bit(i) == 1 {
			result.Mul(result, square)
		}
		square.Mul(square, square)
	}
	if exponent.Sign() < 0 {
		result.Quo(big.NewFloat(1).SetPrec(prec), result)
	}
	return rounded(result, scale)
}

// specialPower is a power of what is no number, or by it.
func (x Number) specialPower(y Number) (Number, error) {
	one := FromInt(1)
	switch {
	case x.kind == finite && x.Cmp(one) == 0, y.kind == finite && y.Sign() == 0:
		return one, nil
	case x.kind == nan || y.kind == nan:
		return NaN, nil
	case x.kind == finite && x.Sign() == 0 && y.Sign() < 0:
		return Number{}, ErrZeroRise
	case x.kind == finite: // by an infinity
		size := x.Abs().Cmp(one)
		switch {
		case size == 0:
			return one, nil
		case size > 0 == (y.Sign() > 0):
			return Infinity, nil
		}
		return Number{}, nil
	case y.Sign() < 0:
		return Number{}, nil
	case x.kind == negativeInfinity && (y.kind != finite || y.MinScale() > 0 || new(big.Int).Quo(y.digits(), power10(y.scale)).Bit(0) == 0):
		if y.kind == finite && y.MinScale() > 0 {
			return Number{}, ErrComplex
		}
		return Infinity, nil
	}
	return x, nil
}
