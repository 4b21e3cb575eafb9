package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestLongBoundsOfRanges: a bound of many digits is kept whole, or refused.
func TestLongBoundsOfRanges(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	bound := strings.Repeat("9", 99)
	for _, text := range []string{"[1," + bound + ")", "[-" + bound + ",2)"} {
		if got := must(t, c, "SELECT '"+text+"'::PG_NUMRANGE::VARCHAR").rows[0]; got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
	for _, text := range []string{"[1,9" + bound + ")", "[-9" + bound + ",2)"} {
		refused(t, c, sqlstate.FeatureNotSupported, "SELECT '"+text+"'::PG_NUMRANGE")
	}
}
