package planner

import (
	"runtime"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRefusedTextCostsLittle: a text with too many tokens or statements is refused before memory in
// proportion to its size is allocated.
func TestRefusedTextCostsLittle(t *testing.T) {
	for name, text := range map[string]string{
		"tokens":                  "select 1" + strings.Repeat("+1", 2_000_000),
		"tokens behind a comment": "/* x */ select E'a\\'' || $$;$$ -- y\n " + strings.Repeat("+1", 2_000_000),
		"tokens without blanks":   "select " + strings.Repeat("(", 4_000_000),
		"statements":              strings.Repeat("select 1;", 400_000),
		"semicolons":              strings.Repeat(";", 4_000_000),
	} {
		scope, _ := fixtureScope("pg", "alice")
		p := New(0)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := p.Plan(t.Context(), text, scope)
		runtime.ReadMemStats(&after)
		if sqlstate.CodeOf(err) != sqlstate.StatementTooComplex {
			t.Errorf("%s: %v", name, err)
		}
		if made := after.TotalAlloc - before.TotalAlloc; made > 64<<10 {
			t.Errorf("%s: refusing %d bytes made %d", name, len(text), made)
		}
	}
}
