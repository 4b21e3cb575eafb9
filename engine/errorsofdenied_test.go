package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestErrorsOfDeniedRelations: a statement about a relation that is denied is refused by the gate, also where it is wrong in
// itself: the error would tell of columns and their types.
func TestErrorsOfDeniedRelations(t *testing.T) {
	e := duckShop(t, "marker")
	admin, analyst := enter(t, e, "admin"), enter(t, e, "analyst")
	for _, sql := range []string{
		"DROP TABLE shop.hidden CASCADE", "CREATE TABLE shop.hidden (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, v text, at date, total int GENERATED ALWAYS AS (1 + 1) STORED)",
	} {
		if _, err := run(t.Context(), admin, anything(sql)); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	for _, sql := range linesOf(t, "duck_wrong.txt") {
		if _, err := run(t.Context(), analyst, anything(sql)); !refusedByGate(err) || strings.Contains(sqlstate.From(err).Hint, "Perhaps") {
			t.Errorf("%s:\n\tit is answered by %v", sql, err)
		}
	}
}
