package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestSumsOverWindows has no sum of intervals computed over a whole partition, which would end the process, and the others
// computed right.
func TestSumsOverWindows(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE w AS SELECT i AS id, i % 3 AS g, to_days((i % 5)::int) AS v FROM range(20000) r(i)")
	const sum = "SELECT sum(pg__typed(1, v))::numeric(77777, 1) "
	for _, over := range []string{"OVER ()", "OVER (PARTITION BY g)", "FILTER (WHERE id > 7) OVER (PARTITION BY g)", "OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)", "OVER named"} {
		sql := strings.Replace(sum, "::", over+"::", 1) + "FROM w"
		if over == "OVER named" {
			sql += " WINDOW named AS (PARTITION BY g)"
		}
		refused(t, c, sqlstate.FeatureNotSupported, sql)
	}
	rows := must(t, c, "SELECT v FROM (SELECT id, "+strings.TrimPrefix(strings.Replace(sum, "::", "OVER (ORDER BY id ROWS BETWEEN 99 PRECEDING AND CURRENT ROW)::", 1), "SELECT ")+" AS v FROM w) WHERE id = 9999").rows
	if len(rows) != 1 || rows[0] != "200 days" {
		t.Errorf("a sum over a frame: %v", rows)
	}
}
