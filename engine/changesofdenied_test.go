package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestChangesOfDeniedRelations: the gate refuses each form of a change that reads or changes what is denied, though the
// statement is taken apart to run; who is not narrowed may send it.
func TestChangesOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range linesOf(t, "duck_changes.txt") {
		out, err := undone(t, analyst, sql)
		if !refusedByGate(err) || strings.Contains(out, "marker") {
			t.Errorf("%s\n\tis not refused: %v %s", sql, err, out)
			continue
		}
		if _, err := undone(t, admin, sql); err != nil {
			t.Errorf("%s\n\tis no statement that runs: %v", sql, sqlstate.From(err).Message)
		}
	}
}
