package engine

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// TestAltersStays: a query that may have changed the meaning of names still counts as such when a later statement
// of it only changes rows.
func TestAltersStays(t *testing.T) {
	var traits Traits
	for _, p := range []*planner.Statement{{Verb: "CREATE TABLE", Class: planner.Mutate}, {Verb: "INSERT", Class: planner.Exec}} {
		if traits.addJudged(p); !traits.ChangesAllNames {
			t.Errorf("after %s nothing is altered", p.Verb)
		}
	}
}
