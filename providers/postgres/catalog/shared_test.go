package catalog

import (
	"strconv"
	"testing"
)

// TestMarkOf: a server writes each mark as it was set, so that it is found again.
func TestMarkOf(t *testing.T) {
	for n := range 1 << 16 {
		mark := markOf(n)
		value, err := strconv.ParseFloat(mark, 64)
		if shown := strconv.FormatFloat(value, 'g', 6, 64); err != nil || shown != mark {
			t.Fatalf("%s is shown as %s, %v", mark, shown, err)
		}
	}
}
