package shell

import (
	"strings"
	"testing"
)

// TestTame: a character that comes in two pieces is printed whole, and one that has no end is escaped.
func TestTame(t *testing.T) {
	const text = "Zürich \u20ac \U0001f600 a\x1b[2J \xff end \xe2\x82"
	const want = "Zürich \u20ac \U0001f600 a\\u001b[2J \\xff end \\xe2\\x82"
	for size := 1; size < len(text); size++ {
		var b strings.Builder
		w := &tame{w: &b}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if got, err := w.Write([]byte(rest[:n])); err != nil || got != n {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		if err := w.finish(); err != nil || b.String() != want {
			t.Errorf("in pieces of %d: %q, %v", size, b.String(), err)
		}
	}
}
