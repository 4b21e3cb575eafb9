package mcp

import "testing"

func TestMatcher(t *testing.T) {
	for _, test := range []struct {
		filter, name string
		want         bool
	}{
		{"", "airports", true},
		{"port", "airports", true},
		{"PORT", "Airports", true},
		{"porto", "airports", false},
		{"air%", "airports", true},
		{"air%", "fair", false},
		{"%port%", "airports", true},
		{"%s%s%", "birdstrikes", true},
		{"%s%s%s", "birdstrikes", false},
		{"a_rports", "airports", false},
		{"a_rp%", "airports", true},
		{"a_p%", "airports", false},
		{"order_it", "order_items", true},
		{"order_it", "orderXitems", false},
		{"order*", "order_items", true},
		{"item order", "order_items", true},
		{"item orders", "order_items", false},
		{`\`, "airports", false},
		{`\%`, `\x`, true},
		{"%", "", true},
		{"_", "", false},
		{"%é_", "caféé", true},
	} {
		if got := matcher(test.filter)(test.name); got != test.want {
			t.Errorf("%q on %q: %v", test.filter, test.name, got)
		}
	}
}
