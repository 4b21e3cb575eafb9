package functions

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How many digits PostgreSQL's casts of floating-point numbers to numeric keep.
const (
	digitsOfReal   = 6
	digitsOfDouble = 15
)

// decimalsOfFloats are the casts of floating-point numbers to decimals: PostgreSQL rounds the fifteen digits that it keeps of a number, so
// 1.005 becomes 1.01. DuckDB's own casts multiply, and make 1.00 of it.
func decimalsOfFloats() []conversion {
	var all []conversion
	for width := 1; width <= widestScale; width++ {
		for scale := range width + 1 {
			to := fmt.Sprintf("DECIMAL(%d,%d)", width, scale)
			if isLossless(to) {
				continue
			}
			all = append(all,
				conversion{from: "FLOAT", to: to, call: func(c *calling) error {
					return c.setRounded(float64(vector.At[float32](&c.args[0], c.row)), digitsOfReal, width, scale)
				}},
				conversion{from: "DOUBLE", to: to, call: func(c *calling) error { return c.setRounded(c.float(0), digitsOfDouble, width, scale) }})
		}
	}
	return all
}

// setRounded makes the result the decimal that is nearest to so many digits of a floating-point number, halves away from zero.
func (c *calling) setRounded(f float64, digits, width, scale int) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return failure(sqlstate.FeatureNotSupported, "%s of type numeric is not supported", strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)))
	}
	var buffer [32]byte
	written := strconv.AppendFloat(buffer[:0], math.Abs(f), 'e', digits-1, 64) // d.ddde±xx
	mantissa, exponent := int64(0), 0
	for i, b := range written {
		if b == 'e' {
			exponent, _ = strconv.Atoi(string(written[i+1:]))
			break
		}
		if b != '.' {
			mantissa = mantissa*10 + int64(b-'0')
		}
	}
	n, ok := shiftDigits(mantissa, exponent-(digits-1)+scale, width)
	if !ok {
		return fmt.Errorf("Could not cast value %v to DECIMAL(%d,%d)", f, width, scale) //nolint:staticcheck // as DuckDB says it
	}
	if f < 0 {
		n.Neg(n)
	}
	if width > vector.NarrowDigits {
		return c.setHuge(n)
	}
	vector.StoreDecimal(&c.out, c.row, width, n.Int64())
	return nil
}

// shiftDigits multiplies a number by a power of ten, and rounds it to an integer. ok is false if that has more digits than width.
func shiftDigits(n int64, by, width int) (shifted *big.Int, ok bool) {
	shifted = big.NewInt(n)
	switch {
	case n == 0 || by < -widestScale:
		return new(big.Int), true
	case by > widestScale:
		return nil, false
	case by >= 0:
		shifted.Mul(shifted, power10(by))
	default:
		shifted = quoRounded(shifted, power10(-by))
	}
	return shifted, shifted.CmpAbs(power10(width)) < 0
}
