package numeric

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// ordered are numbers in their order.
var ordered = []string{
	"-Infinity", "-1e100", "-12345678901234567890123456789012345678901234567890.5", "-1.5", "-1", "-0.001", "0", "0.001", "0.5", "1", "1.5", "9", "10",
	"123456789012345678901234567890123456789012", "1e100", "Infinity", "NaN",
}

// TestKeys: keys are in the order of the numbers, read back as them, and are no numbers themselves.
func TestKeys(t *testing.T) {
	var keys []string
	for _, s := range ordered {
		x, err := Parse(s)
		if err != nil {
			t.Fatal(s, err)
		}
		key := x.Key()
		if back := FromKey(key); back.String() != x.String() {
			t.Errorf("%s comes back as %s", s, back)
		}
		if _, err := Parse(key); err == nil && s != "NaN" {
			t.Errorf("the key %q of %s is a number", key, s)
		}
		keys = append(keys, key)
	}
	if !slices.IsSorted(keys) {
		t.Errorf("keys %q", keys)
	}
	for _, broken := range []string{"", "m", "m0000", "m9999 3", "c", "q1", "m0001x 0", "m0001 99999", "m0002 0"} {
		if x := FromKey(broken); x.Finite() && broken != "m0000 0" {
			t.Errorf("%q is read as %s", broken, x)
		}
	}
}

// TestBounds: nothing has more digits than MostDigits, and nothing takes long.
func TestBounds(t *testing.T) {
	big, err := Parse("9" + strings.Repeat("9", MostDigits-1))
	if err != nil {
		t.Fatal(err)
	}
	for name, compute := range map[string]func() (Number, error){
		"parse": func() (Number, error) { return Parse("1e2001") }, "exponent": func() (Number, error) { return Parse("1e999999999") },
		"multiply": func() (Number, error) { return big.Mul(big) }, "power": func() (Number, error) { return big.Power(FromInt(2)) },
		"factorial": func() (Number, error) { return Factorial(901) },
		"tower":     func() (Number, error) { x, _ := Parse("1e1900"); return FromInt(2).Power(x) },
	} {
		if x, err := compute(); !errors.Is(err, ErrDigits) {
			t.Errorf("%s: %.20s…, %v", name, x, err)
		}
	}
	if _, err := big.Sqrt(); err != nil {
		t.Error(err)
	}
	half, _ := Parse("0.5")
	for name, compute := range map[string]func() (Number, error){
		"ln": big.Ln, "exp": FromInt(5000).Exp, "log": func() (Number, error) { return big.Log(FromInt(2)) }, "root": func() (Number, error) { return big.Power(half) },
	} {
		if x, err := compute(); !errors.Is(err, ErrPrecise) {
			t.Errorf("%s: %.20s…, %v", name, x, err)
		}
	}
}

// FuzzParse: what is read is written so that it is read again, and keys are so, too.
func FuzzParse(f *testing.F) {
	for _, s := range append(ordered, "1e", "+.5", "0x1", "1_0", "--1", "1e-2000", "inf", "") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(x.String()); err != nil || again.Cmp(x) != 0 || again.Scale() != x.Scale() {
			t.Errorf("%q is %s, then %s, %v", s, x, again, err)
		}
		if back := FromKey(x.Key()); back.String() != x.String() {
			t.Errorf("%q is %s, and %s by its key", s, x, back)
		}
	})
}
