package duckdb

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestStyledViews refuses views that make texts in sessions with another DateStyle, wherever the view is named.
func TestStyledViews(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	for _, sql := range []string{
		"CREATE TABLE sv (d date)", "INSERT INTO sv VALUES ('2024-03-01')", "CREATE VIEW sv_text AS SELECT d::text AS t FROM sv", "CREATE VIEW sv_over AS SELECT * FROM sv_text",
		"CREATE VIEW sv_plain AS SELECT d FROM sv", "CREATE TEMPORARY VIEW sv_temp AS SELECT d::text AS t FROM sv",
	} {
		must(t, c, sql)
	}
	long := "SELECT " + strings.Repeat("1, ", 40) + "t FROM "
	for sql, refused := range map[string]bool{
		"SELECT * FROM sv_text": true, long + "sv_over": true, long + `"sv_temp"`: true, "SELECT d FROM sv_plain": false, "SELECT d FROM sv": false,
	} {
		c.styled.Date = ""
		must(t, c, sql)
		must(t, c, "SET DateStyle = 'German'")
		_, err := c.Query(t.Context(), providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true, Styled: true}, providers.Args{})
		if is := err != nil; is != refused {
			t.Errorf("%s: %v", sql, err)
		}
		must(t, c, "RESET DateStyle")
	}
}

// TestBegunSettings has a session find nothing of the settings that another one began with on the same connection.
func TestBegunSettings(t *testing.T) {
	p := open(t, Options{})
	const moment = "SELECT (timestamptz '2024-01-01 00:00:00+00')::timestamp"
	for range 2 {
		c := connect(t, p, providers.ConnOptions{})
		if got := must(t, c, moment).rows; len(got) != 1 || got[0] != "2024-01-01 00:00:00" {
			t.Errorf("a new session: %v", got)
		}
		must(t, c, "SET TimeZone = 'America/New_York'")
		c.Begun()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
