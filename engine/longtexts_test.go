package engine_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestFunctionsThatGrowHaveBounds: DuckDB's functions cannot be interrupted, and what they make of texts counts against no limit.
// A short statement would take all memory, or never end.
func TestFunctionsThatGrowHaveBounds(t *testing.T) {
	s := enter(t, duckShop(t, "a"), "analyst")
	for sql, want := range map[string]sqlstate.Code{
		"SELECT length(replace(repeat('a', 30000), 'a', repeat('b', 30000)))":                                     sqlstate.ProgramLimitExceeded,
		"SELECT length(replace(x, 'a', y)) FROM (SELECT repeat('a', 30000) AS x, repeat('b', 30000) AS y) t":      sqlstate.ProgramLimitExceeded,
		"SELECT length(printf('%200000000d', 1))":                                                                 sqlstate.FeatureNotSupported,
		"SELECT levenshtein(repeat('a', 2000), repeat('b', 2000))":                                                sqlstate.InvalidParameterValue,
		"SELECT damerau_levenshtein('a', repeat('b', 2000))":                                                      sqlstate.InvalidParameterValue,
		"SELECT editdist3(repeat('a', 2000), 'b')":                                                                sqlstate.InvalidParameterValue,
		"SELECT jaro_similarity(repeat('a', 2000), repeat('b', 2000))":                                            sqlstate.InvalidParameterValue,
		"SELECT id FROM shop.users ORDER BY jaro_winkler_similarity(repeat(name, 2000), repeat('b', 2000)), name": sqlstate.InvalidParameterValue,
		"SELECT length(regexp_replace(repeat('a', 30000), 'a', repeat('b', 30000), 'g'))":                         sqlstate.ProgramLimitExceeded,
		`SELECT length(regexp_replace(repeat('a', 30000), 'a*', repeat('\&', 30000)))`:                            sqlstate.ProgramLimitExceeded,
		"SELECT length(main.repeat('x', 100000000))":                                                              sqlstate.ProgramLimitExceeded,
		"SELECT length(main.printf('%200000000d', 1))":                                                            sqlstate.FeatureNotSupported,
		"SELECT main.levenshtein(repeat('a', 2000), 'b')":                                                         sqlstate.InvalidParameterValue,
	} {
		began := time.Now()
		if out, err := run(t.Context(), s, anything(sql)); sqlstate.CodeOf(err) != want {
			t.Errorf("%s: %.100s %v after %v, want %s", sql, out, err, time.Since(began), want)
		}
	}
	for sql, want := range map[string]string{
		"SELECT replace('abcab', 'ab', 'x'), replace('abc', '', 'x'), replace('abc', name, 'q') FROM shop.users WHERE id = 1":          "xcx | abc | abc",
		"SELECT replace('abcab', 'a', repeat('x', 20)), replace('a', NULL, 'b'), replace('', 'a', note) FROM shop.orders WHERE id = 1": strings.Repeat("x", 20) + "bc" + strings.Repeat("x", 20) + "b | NULL | ",
		"SELECT length(main.format('{:200000000}', 1))":                            "12",
		"SELECT levenshtein('kitten', 'sitting'), damerau_levenshtein('ab', NULL)": "3 | NULL",
	} {
		if out, err := run(t.Context(), s, anything(sql)); err != nil || !strings.Contains(out, "\n"+want+"\n") {
			t.Errorf("%s: %s %v", sql, out, err)
		}
	}
}
