package posture

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestOwnQueriesAreQualified: the login's search path decides on nothing in what tells what the login could do, and whether policies of rows
// hold it.
func TestOwnQueriesAreQualified(t *testing.T) {
	for _, sql := range []string{unheldSQL, ownersSQL, definersSQL, openSQL} {
		pathtest.DemandQualified(t, query.Qualify(sql))
	}
	for _, c := range checks {
		pathtest.DemandQualified(t, query.Qualify(mineSQL+c.query()+unlessSuperuser))
	}
}
