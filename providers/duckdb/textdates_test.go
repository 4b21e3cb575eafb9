package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTextDates: texts of rows that are dates, and what PostgreSQL says of those that are none.
func TestTextDates(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	for text, want := range map[string]string{
		"2024-01-05": "2024-01-05", " 2024/01/05 ": "2024-01-05", "20240105": "2024-01-05", "0044-03-15 (BC)": "0044-03-15 BC", "epoch": "1970-01-01",
		"2024-01-05 24:00": "2024-01-05", "2024-01-05 12:30 EST": "2024-01-05", "-Infinity": "-infinity",
		"2024-01-05 12:30+15:59": "2024-01-05", "2024-01-05 12:30+16:00": "22009", "2024-02-30": "22008", "0000-01-05": "22008",
		"9999999-01-01": "22008", "5881610-07-11": "22008", "5874897-12-31": "5874897-12-31",
		"2024-01-05 ac": "22007", "2024-01-05 bd": "22007", "2024-01-05 BC BC": "22007", "soon": "22007",
	} {
		answered, err := query(c, providers.Statement{SQL: "SELECT x::DATE FROM (VALUES ('" + text + "')) AS t(x)", Verb: "SELECT", ReadOnly: true}, providers.Args{})
		got := string(sqlstate.CodeOf(err))
		if err == nil {
			got = answered.rows[0]
		}
		if got != want {
			t.Errorf("%q is %s, not %s", text, got, want)
		}
	}
}

// TestFarZones: texts of rows have no zone 16 hours or more from Greenwich.
func TestFarZones(t *testing.T) {
	c := connect(t, open(t, Options{}), providers.ConnOptions{})
	refused(t, c, "22009", "SELECT pg__read_timestamptz(x) FROM (VALUES ('2024-01-05 12:30+16:00')) AS t(x)")
	refused(t, c, "22009", "SELECT pg__read_timestamp(x) FROM (VALUES ('2024-01-05 12:30-16:00')) AS t(x)")
}
