package planner_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner"
)

// The rows of an API have no name, whichever source is the session's own. A DECLARE over them is planned as its query.
func TestCursorsOverAPIsDoNotPoint(t *testing.T) {
	for source, query := range map[string]string{
		"shop": "SELECT * FROM sales.orders WHERE orderId = 7",
		"duck": "SELECT * FROM shop.sales.orders WHERE orderId = 7",
	} {
		scope := shopScope(t)
		scope.Default = source
		plans, err := planner.New(0).Plan(t.Context(), "DECLARE c CURSOR FOR "+query, scope)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if c := plans[0].Cursor; c == nil || c.Points {
			t.Errorf("%s: the cursor is %+v", source, c)
		}
	}
}
