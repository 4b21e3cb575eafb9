package functions

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// TestQuotients compares quotients of integers of 128 bits with those of the fractions that they stand for.
func TestQuotients(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	integer := func() *big.Int {
		n := new(big.Int).Lsh(new(big.Int).SetUint64(random.Uint64()), 62)
		n.Add(n, new(big.Int).SetUint64(random.Uint64()))
		n.Rsh(n, uint(random.IntN(126)))
		switch random.IntN(5) {
		case 0:
			n.Neg(n)
		case 1:
			n.Mul(new(big.Int).Rsh(n, 80), power10(random.IntN(20)))
		case 2:
			n = power10(random.IntN(38))
		}
		return n
	}
	for range 50_000 {
		a, b := integer(), integer()
		behind := random.IntN(2) * vector.QuotientScale / digitsOfGroup
		if b.Sign() == 0 {
			continue
		}
		unit := power10(behind * digitsOfGroup)
		ofA, ofB := new(big.Rat).SetFrac(a, unit), new(big.Rat).SetFrac(b, unit)
		scale := min(divisionScale(ofA, ofB), vector.QuotientScale)
		want := new(big.Rat).Quo(ofA, ofB)
		rounded := roundRat(want.Mul(want, new(big.Rat).SetInt(power10(scale))))
		rounded.Mul(rounded, power10(vector.QuotientScale-scale))
		if got := divideRounded(new(big.Int).Set(a), new(big.Int).Set(b), behind); got.Cmp(rounded) != 0 {
			t.Fatalf("%s / %s, %d groups behind the point: %s, want %s", a, b, behind, got, rounded)
		}
	}
}
