package postgres

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestOwnQueriesAreQualified: the login's search path decides on nothing in what tells approvers, and others, what there is.
func TestOwnQueriesAreQualified(t *testing.T) {
	for _, sql := range []string{
		footprintSQL, linksSQL, codeSQL, droppedSQL, settingsSQL, servicesSQL, resourcesSQL, columnsSQL, verbsSQL, constraintsSQL, indexesSQL, searchSQL, refusedSQL, snapshotSQL,
	} {
		pathtest.DemandQualified(t, query.Qualify(sql))
	}
}
