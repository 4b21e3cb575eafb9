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
		{"a_rports", "airports", true},
		{"a_ports", "airports", false},
		{"%", "", true},
		{"_", "", false},
		{"%é_", "caféé", true},
	} {
		if got := matcher(test.filter)(test.name); got != test.want {
			t.Errorf("%q on %q: %v", test.filter, test.name, got)
		}
	}
}
