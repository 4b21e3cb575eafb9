package numeric

import (
	"math"
	"math/big"
	"strconv"
)

// AppendFloat appends the shortest text that reads back as the same number, as PostgreSQL writes a value of double
// precision (size 64) or real (size 32).
func AppendFloat(b []byte, f float64, size int) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	least, limit := 1e-4, 1e15
	if size == 32 {
		least, limit = float64(float32(1e-4)), 1e6 // the real that is shown as 0.0001 is a little less than that
	}
	if a := math.Abs(f); a != 0 && (a < least || a >= limit) {
		if a < 1e24 && (size == 32 && a >= 1<<24 || a >= 1<<53) { // the middle between two has more digits elsewhere
			return appendInside(b, f, size)
		}
		return strconv.AppendFloat(b, f, 'e', -1, size)
	}
	return strconv.AppendFloat(b, f, 'f', -1, size)
}

// appendInside appends the shortest text of a large number that is closer to it than to any other. strconv also takes a text that is
// as close to the next number, and is read as this one where this one is even.
func appendInside(b []byte, f float64, size int) []byte {
	from := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, size)
	if size == 32 {
		f = float64(float32(f))
	}
	const most = 17 // digits, behind which there is no other number
	for fraction := 1; fraction < most && !isInside(string(b[from:]), f, size); fraction++ {
		b = strconv.AppendFloat(b[:from], f, 'e', fraction, size)
	}
	return b
}

// isInside reports whether a text is read as a number, and is not in the middle between that and one beside it.
func isInside(text string, f float64, size int) bool {
	if read, err := strconv.ParseFloat(text, size); err != nil || read != f {
		return false
	}
	if size == 32 {
		twice, _ := strconv.ParseFloat(text, 64)
		twice *= 2
		return twice != f+besideReal(f, math.Inf(1)) && twice != f+besideReal(f, math.Inf(-1))
	}
	value, _ := new(big.Rat).SetString(text)
	value.Add(value, value)
	for _, towards := range []float64{math.Inf(1), math.Inf(-1)} {
		sum := new(big.Rat).SetFloat64(f)
		if sum.Add(sum, new(big.Rat).SetFloat64(math.Nextafter(f, towards))).Cmp(value) == 0 {
			return false
		}
	}
	return true
}

// besideReal is the real beside another.
func besideReal(f, towards float64) float64 {
	return float64(math.Nextafter32(float32(f), float32(towards)))
}
