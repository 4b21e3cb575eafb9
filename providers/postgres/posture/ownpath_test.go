package posture

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestUnheldIsQualified: the login's search path does not decide whether policies of rows hold the login.
func TestUnheldIsQualified(t *testing.T) {
	if found, err := pathtest.Decided(query.Qualify(unheldSQL)); err != nil || len(found) > 0 {
		t.Errorf("%v: the search path decides on %q in %s", err, found, query.Qualify(unheldSQL))
	}
}
