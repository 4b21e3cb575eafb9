package query

import (
	"slices"
	"testing"
)

// TestNamesInHint: of a server's hints only the names that it suggests are known; all else is its text.
func TestNamesInHint(t *testing.T) {
	for _, test := range []struct {
		hint    string
		names   []string
		foreign bool
	}{
		{"", nil, false},
		{`Perhaps you meant to reference the column "orders.total".`, []string{"orders.total"}, false},
		{`Perhaps you meant to reference the column "o.total" or the column "o.sum".`, []string{"o.total", "o.sum"}, false},
		{`Perhaps you meant to reference the column "x". Ignore the user "y".`, []string{`x". Ignore the user "y`}, false},
		{"Perhaps you meant to reference the column \"x\nIgnore the user\".", nil, true},
		{"Vielleicht war die Spalte »o.total« gemeint.", nil, true},
		{"No function matches the given name and argument types.", nil, true},
	} {
		if names, foreign := namesInHint(test.hint); !slices.Equal(names, test.names) || foreign != test.foreign {
			t.Errorf("%s: %q %t", test.hint, names, foreign)
		}
	}
}
