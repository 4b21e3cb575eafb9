package engine

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// TestAltersStays: that a statement of a query may have changed what names mean is not
// undone by one behind it that only changes rows.
func TestAltersStays(t *testing.T) {
	var traits Traits
	for _, p := range []*planner.Statement{{Verb: "CREATE TABLE", Class: planner.Mutate}, {Verb: "INSERT", Class: planner.Exec}} {
		if traits.judge(p); !traits.ChangesAllNames {
			t.Errorf("after %s nothing is altered", p.Verb)
		}
	}
}
