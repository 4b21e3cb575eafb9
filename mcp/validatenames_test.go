package mcp_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestValidateTellsTheTruth: what is not there is an error, with the nearest name, and
// the hint says who can be asked.
func TestValidateTellsTheTruth(t *testing.T) {
	c := convene(t, courtSettings{desk: true, dsn: pgtest.Start(t).CreateDB(t)})
	for _, source := range []string{"pg", "local"} {
		c.table(t, source, "numbers")
		for sql, want := range map[string][]string{
			"SELECT i FROM numbers":         {"would run this", "well-formed"},
			"SELECT i FROM numbrs":          {"42P01", "numbers", "column 15"},
			"SELECT ii FROM numbers":        {"42703", "column 8"},
			"SELECT i FROM numbers WHERE k": {"42703"},
			"DELETE FROM numbers":           {"would not run this", "well-formed", "at the approval desk"},
			"DELETE FROM numbrs":            {"42P01", "numbers"},
			"UPDATE numbers SET k = 1":      {"42703"},
		} {
			o := c.owner.call(t, "validate_select_query", `{"provider":"`+source+`","sql":"`+sql+`"}`)
			for _, word := range want {
				if !strings.Contains(o.Text, word) {
					t.Errorf("%s on %s: no %q in %s", sql, source, word, o.Text)
				}
			}
			if strings.HasPrefix(want[0], "42") != o.IsError {
				t.Errorf("%s on %s: %v %s", sql, source, o.IsError, o.Text)
			}
		}
		o := c.owner.call(t, "describe_method", `{"provider":"`+source+`","service":"public","resource":"numbers","method":"delete"}`)
		if o.IsError || !strings.Contains(o.Text, "at the approval desk") || strings.Contains(o.Text, "nobody") {
			t.Errorf("describe_method on %s: %s", source, o.Text)
		}
		o = c.owner.call(t, "describe_method", `{"provider":"`+source+`","service":"public","resource":"numbrs","method":"delete"}`)
		if !o.IsError || !strings.Contains(o.Text, "42P01") || !strings.Contains(o.Text, "numbers") {
			t.Errorf("describe_method on %s: %s", source, o.Text)
		}
	}
}
