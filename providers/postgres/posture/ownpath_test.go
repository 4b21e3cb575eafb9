package posture

import (
	"testing"

	"github.com/sallyportdb/sallyport/planner/parse/pathtest"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// TestUnheldIsQualified: the login's search path does not decide whether policies of rows hold the login.
func TestUnheldIsQualified(t *testing.T) {
	pathtest.DemandQualified(t, query.Qualify(unheldSQL))
}
