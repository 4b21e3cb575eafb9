package numeric_test

import (
	"math"
	"testing"

	"github.com/sallyportdb/sallyport/numeric"
)

// TestAppendFloat has the texts of PostgreSQL 15: SELECT f::float8, f::float4.
func TestAppendFloat(t *testing.T) {
	for _, test := range []struct {
		f    float64
		size int
		want string
	}{
		{0, 64, "0"},
		{math.Copysign(0, -1), 64, "-0"},
		{1.5, 64, "1.5"},
		{0.1, 64, "0.1"},
		{0.0001, 64, "0.0001"},
		{0.00001, 64, "1e-05"},
		{999999999999999, 64, "999999999999999"},
		{1e15, 64, "1e+15"},
		{-1e300, 64, "-1e+300"},
		{999999, 32, "999999"},
		{1e6, 32, "1e+06"},
		{float64(float32(0.1)), 32, "0.1"},
		{1234567890, 32, "1.2345679e+09"},
		{-1234567890, 32, "-1.2345679e+09"},
		{16777216, 32, "1.6777216e+07"},
		{33554432, 32, "3.3554432e+07"},
		{9007199254740992, 64, "9.007199254740992e+15"},
		{1e23, 64, "9.999999999999999e+22"},
		{math.NaN(), 64, "NaN"},
		{math.Inf(1), 64, "Infinity"},
		{math.Inf(-1), 32, "-Infinity"},
	} {
		if got := string(numeric.AppendFloat(nil, test.f, test.size)); got != test.want {
			t.Errorf("%v (%d): %s, want %s", test.f, test.size, got, test.want)
		}
	}
}
