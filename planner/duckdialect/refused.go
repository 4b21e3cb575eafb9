package duckdialect

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// This file refuses what DuckDB would answer otherwise than Postgres without an error.

// widestNumber is how many digits DuckDB's decimals have.
const widestNumber = 38

// refuseNumber refuses numbers that DuckDB has only as an approximation, or as infinity: those with
// more digits than its widest decimal.
func (t *translation) refuseNumber(c *pg_query.A_Const) {
	number := c.GetFval().GetFval()
	if number == "" {
		return
	}
	digits := strings.TrimLeft(strings.ReplaceAll(strings.ReplaceAll(number, ".", ""), "_", ""), "0")
	f, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	tooFar := err != nil || math.IsInf(f, 0) || f == 0 && strings.ContainsAny(digits, "123456789")
	if strings.ContainsAny(number, "xX") {
		return
	}
	if plain, ok := exponent(number); !ok && strings.ContainsAny(number, "eE") {
		tooFar = true
	} else if ok && !tooFar {
		digits = strings.TrimLeft(strings.ReplaceAll(plain, ".", ""), "0")
	}
	if tooFar || len(digits) > widestNumber {
		t.noteUnsupported(c.Location, "a number that needs more than %d digits is not supported", widestNumber).
			WithHint("The embedded engine, DuckDB, has no wider numbers. A cast of a quoted text to double precision is an approximation.")
	}
}

// refuseBits refuses a cast to bit(n): DuckDB's bits have no length to cut or fill to.
func (t *translation) refuseBits(c *pg_query.TypeCast) {
	t.noteUnsupported(c.TypeName.Location, "a cast to bit(n) is not supported").
		WithHint("Write the bits, as in B'101', or cast a text of bits to bit varying.")
}

// regexpMatches refuses regexp_matches: DuckDB's function of that name only says whether there is a
// match.
func (t *translation) regexpMatches(_ *pg_query.Node, f *pg_query.FuncCall) bool {
	t.noteUnsupported(f.Location, "function regexp_matches is not supported").
		WithHint("Use regexp_match for the first match, or the operator ~ to test for one.")
	return true
}

// refuseFormat refuses EXPLAIN's formats other than text.
func (t *translation) refuseFormat(option *pg_query.DefElem) {
	if option.GetDefname() == "format" && !strings.EqualFold(option.GetArg().GetString_().GetSval(), "text") {
		t.noteUnsupported(option.Location, "EXPLAIN (FORMAT %s) is not supported", strings.ToUpper(option.GetArg().GetString_().GetSval())).
			WithHint("The plan is DuckDB's: write EXPLAIN without a format.")
	}
}

// beforeChrist spells the era of a date or timestamp as DuckDB reads it: behind the date. DuckDB
// ignores an era at the end.
func beforeChrist(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 3 || !strings.EqualFold(s[len(s)-3:], " BC") {
		return "", false
	}
	day, clock, timed := strings.Cut(strings.TrimSpace(s[:len(s)-3]), " ")
	if timed {
		clock = " " + strings.TrimSpace(clock)
	}
	return day + " (BC)" + clock, true
}
