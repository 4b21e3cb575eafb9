package show

import (
	"strings"
	"testing"
)

func TestPointAt(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, test := range []struct {
		sql      string
		position int
		want     string
	}{
		{"SELECT x", 8, "LINE 1: SELECT x\n               ^"},
		{"SELECT\n  x", 10, "LINE 2:   x\n          ^"},
		{"SELECT\tx", 8, "LINE 1: SELECT x\n               ^"},
		{"SELECT 'é', x", 13, "LINE 1: SELECT 'é', x\n                    ^"},
		{"SELECT", 7, "LINE 1: SELECT\n              ^"},
		{"SELECT", 0, ""},
		{"SELECT", 99, ""},
		{long + "x" + long, 101, "LINE 1: …" + strings.Repeat("a", 35) + "x" + strings.Repeat("a", 34) + "…\n" + strings.Repeat(" ", 44) + "^"},
		{long + "x", 101, "LINE 1: …" + strings.Repeat("a", 69) + "x\n" + strings.Repeat(" ", 78) + "^"},
		{"x" + long, 1, "LINE 1: x" + strings.Repeat("a", 69) + "…\n        ^"},
	} {
		if got := PointAt(test.sql, test.position); got != test.want {
			t.Errorf("%q at %d:\n%s\nwant\n%s", test.sql, test.position, got, test.want)
		}
	}
}
