package numeric

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Key is a text whose order is that of the numbers, and which is no number itself. Numbers that are equal and have other
// scales have other keys.
func (x Number) Key() string {
	switch x.kind {
	case negativeInfinity:
		return "a"
	case infinity:
		return "x"
	case nan:
		return "z"
	case finite:
	}
	whole, fraction, _ := strings.Cut(x.Abs().String(), ".")
	whole, fraction = strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")
	key := fmt.Sprintf("%04d", len(whole)) + whole + fraction
	if x.Sign() < 0 {
		return "c" + strings.Map(func(r rune) rune { return '0' + '9' - r }, key) + "~" + strconv.Itoa(x.scale)
	}
	return "m" + key + " " + strconv.Itoa(x.scale)
}

// FromKey reads what Key has written. Another text is NaN.
func FromKey(key string) Number {
	if len(key) < 2 {
		return map[string]Number{"a": NegativeInfinity, "x": Infinity}[key].orNaN(key)
	}
	digits, scale, found := strings.Cut(key[1:], map[bool]string{true: "~", false: " "}[key[0] == 'c'])
	places, err := strconv.Atoi(scale)
	if !found || err != nil || places < 0 || places > MostDigits || len(digits) < 4 || len(digits) > 2*MostDigits {
		return NaN
	}
	if key[0] == 'c' {
		digits = strings.Map(func(r rune) rune { return '0' + '9' - r }, digits)
	}
	length, err := strconv.Atoi(digits[:4])
	if digits = digits[4:]; err != nil || length > len(digits) || places < len(digits)-length {
		return NaN
	}
	n, ok := new(big.Int).SetString("0"+digits+strings.Repeat("0", places-(len(digits)-length)), 10)
	if !ok {
		return NaN
	}
	if key[0] == 'c' {
		n.Neg(n)
	}
	return Number{n: n, scale: places}
}

func (x Number) orNaN(key string) Number {
	if key == "a" || key == "x" {
		return x
	}
	return NaN
}
