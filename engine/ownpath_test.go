package engine

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
)

// TestOwnQueriesAreQualified: a client's search path decides on nothing in what is asked on its session's connection.
func TestOwnQueriesAreQualified(t *testing.T) {
	if found, err := pathtest.Decided(pathQuery); err != nil || len(found) > 0 {
		t.Errorf("%v: the search path decides on %q in %s", err, found, pathQuery)
	}
}
