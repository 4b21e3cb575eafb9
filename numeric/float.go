package numeric

import (
	"math"
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
	limit := 1e15
	if size == 32 {
		limit = 1e6
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= limit) {
		return strconv.AppendFloat(b, f, 'e', -1, size)
	}
	return strconv.AppendFloat(b, f, 'f', -1, size)
}
