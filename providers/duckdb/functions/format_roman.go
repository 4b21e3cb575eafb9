package functions

import (
	"math/big"
	"strconv"
	"strings"
)

// Numbers that to_char writes otherwise than with digits before and behind a point.

// romanWidth is how wide to_char writes a Roman number.
const romanWidth = 15

// romanDigits are the Roman numbers of each decimal place, the ones first.
var romanDigits = [][]string{
	{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"},
	{"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"},
	{"", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"},
	{"", "M", "MM", "MMM"},
}

// showRoman writes a number from 1 to 3999 in Roman digits, and other numbers as a row of #.
func (f *numberFormat) showRoman(value *big.Rat) string {
	n := roundRat(value)
	if !n.IsInt64() || n.Int64() < 1 || n.Int64() > 3999 {
		return strings.Repeat("#", romanWidth)
	}
	shown, rest := "", n.Int64()
	for place := 0; rest > 0; place++ {
		shown = romanDigits[place][rest%10] + shown
		rest /= 10
	}
	if f.lower {
		shown = strings.ToLower(shown)
	}
	if f.tight {
		return shown
	}
	return strings.Repeat(" ", romanWidth-len(shown)) + shown
}

// showExponent writes a number with one digit before the point and an exponent.
func showExponent(value *big.Rat, digits int) string {
	mantissa, exponent := new(big.Rat).Abs(value), 0
	one, ten := big.NewRat(1, 1), big.NewRat(10, 1)
	for ; mantissa.Cmp(ten) >= 0; exponent++ {
		mantissa.Quo(mantissa, ten)
	}
	for ; mantissa.Sign() != 0 && mantissa.Cmp(one) < 0; exponent-- {
		mantissa.Mul(mantissa, ten)
	}
	shown := mantissa.FloatString(digits) // "10" too, as PostgreSQL shows a 9.99 that is rounded
	sign, direction, places := " ", "+", exponent
	if value.Sign() < 0 {
		sign = "-"
	}
	if exponent < 0 {
		direction, places = "-", -exponent
	}
	if places < 10 {
		direction += "0"
	}
	return sign + shown + "e" + direction + strconv.Itoa(places)
}

// showFloatExponent writes a floating-point number with an exponent, which is what to_char makes of an integer, too.
func showFloatExponent(x float64, digits int) string {
	shown := strconv.FormatFloat(x, 'e', digits, 64)
	if !strings.HasPrefix(shown, "-") {
		shown = " " + shown
	}
	return shown
}
