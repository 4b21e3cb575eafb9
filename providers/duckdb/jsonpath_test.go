package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestJSONPathsAreBounded: a jsonpath that would take hours, or all memory, is refused. DuckDB cannot interrupt it.
func TestJSONPathsAreBounded(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	const list = "(SELECT to_json(list(i))::VARCHAR::PG_JSONB FROM range(20000) t(i))"
	for _, path := range []string{
		"$[*] ? (exists($[*] ? (exists($[*] ? (@ < 0)))))",
		"$[" + strings.Repeat("0 to 19999,", 200) + "0]",
		"1" + strings.Repeat(" * 1e100000", 100),
		strings.Repeat("1e99999 / 7e-16000 + ", 100) + "1",
	} {
		path = "'" + strings.ReplaceAll(path, "'", "''") + "'"
		_, err := try(c, "SELECT pg__path_exists("+list+", "+path+", '{}'::PG_JSONB, false)")
		if code := sqlstate.CodeOf(err); code != "54000" && code != sqlstate.NumericOutOfRange {
			t.Errorf("%.60s: %.200v", path, err)
		}
	}
	refused(t, c, "54000", "SELECT pg__path_query_array(to_json(repeat('x', 1000000))::VARCHAR::PG_JSONB, '$["+strings.Repeat("0,", 200)+"0]', '{}'::PG_JSONB, true)")
}

// TestJSONPathsOverNulls: rows without a value change nothing for the rows behind them.
func TestJSONPathsOverNulls(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	a := must(t, c, "SELECT pg__path_query_array(j::PG_JSONB, '$.a / 3', '{}'::PG_JSONB, false)::VARCHAR FROM (VALUES (NULL), ('{\"a\": 10}'), ('{\"a\": 0.0005}'), ('{\"a\": 123456.5}')) t(j)")
	if got := strings.Join(a.rows, ";"); got != "∅;[3.3333333333333333];[0.00016666666666666667];[41152.166666666667]" {
		t.Error(got)
	}
}
