package engine

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
)

// TestOwnQueriesAreQualified: a client's search path decides on nothing in what is asked on its session's connection.
func TestOwnQueriesAreQualified(t *testing.T) {
	pathtest.DemandQualified(t, pathQuery)
}
