package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestCopyNeedsItsDoor: where the client's door has no COPY, the error says what to do instead, before
// anybody is asked for anything.
func TestCopyNeedsItsDoor(t *testing.T) {
	s := newHouse(t, gate.FullAccess, nil, engine.Limits{}).open(t, "duck", gate.FullAccess)
	for sql, hint := range map[string]string{
		"COPY (SELECT 1) TO STDOUT": "run_select_query",
		"COPY anything FROM STDIN":  "INSERT",
		"LISTEN news":               "",
	} {
		_, err := run(t.Context(), s, anything(sql))
		if sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported || !strings.Contains(sqlstate.From(err).Hint, hint) {
			t.Errorf("%s: %v, %q", sql, err, sqlstate.From(err).Hint)
		}
	}
}
