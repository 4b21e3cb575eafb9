package postgres

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestOwnQueriesAreQualified: the login's search path decides on nothing in what tells approvers, and others, what there is.
func TestOwnQueriesAreQualified(t *testing.T) {
	for name, sql := range map[string]string{
		"footprint": footprintSQL, "links": linksSQL, "code": codeSQL, "dropped": droppedSQL, "settings": settingsSQL, "services": servicesSQL, "resources": resourcesSQL,
		"columns": columnsSQL, "verbs": verbsSQL, "constraints": constraintsSQL, "indexes": indexesSQL, "search": searchSQL, "refused": refusedSQL, "snapshot": snapshotSQL,
	} {
		if found, err := pathtest.Decided(query.Qualify(sql)); err != nil || len(found) > 0 {
			t.Errorf("%s: %v: the search path decides on %q in %s", name, err, found, query.Qualify(sql))
		}
	}
}
