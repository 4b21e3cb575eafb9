package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
)

// TestHiddenLooksAbsent: whatever a statement does with a relation that its client may not use, or with the type of its rows, the client is told what it
// would be told if there were no such relation.
func TestHiddenLooksAbsent(t *testing.T) {
	for name, e := range map[string]*engine.Engine{"postgres": pgShop(t, "a"), "duckdb": duckShop(t, "a")} {
		analyst := enter(t, e, "analyst")
		for _, sql := range linesOf(t, "absent.txt") {
			var told [2]string
			for i, of := range []string{"hidden", "nohere"} {
				out, err := undone(t, analyst, strings.ReplaceAll(sql, "NAME", of))
				told[i] = strings.ReplaceAll(out+everythingOf(err), of, "NAME")
			}
			if told[0] != told[1] {
				t.Errorf("%s: %s\n\t%.200q\n\t%.200q", name, sql, told[0], told[1])
			}
		}
	}
}
