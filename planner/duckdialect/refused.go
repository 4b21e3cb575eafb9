package duckdialect

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file refuses what DuckDB would answer otherwise than Postgres without an error.

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
	if tooFar || len(digits) > constants.WidestNumber {
		t.noteUnsupported(c.Location, "a number that needs more than %d digits is not supported", constants.WidestNumber).
			WithHint("The embedded engine, DuckDB, has no wider numbers. A cast of a quoted text to double precision is an approximation.")
	}
}

// explainFormats are Postgres's.
var explainFormats = map[string]bool{"json": true, "xml": true, "yaml": true}

// refuseFormat refuses EXPLAIN's formats other than text.
func (t *translation) refuseFormat(option *pg_query.DefElem) {
	if format := option.GetArg().GetString_().GetSval(); option.GetDefname() == "format" && !strings.EqualFold(format, "text") {
		if !explainFormats[strings.ToLower(format)] {
			t.fails(option.Location, sqlstate.InvalidParameterValue, "unrecognized value for EXPLAIN option \"format\": %q", format)
		}
		t.noteUnsupported(option.Location, "EXPLAIN (FORMAT %s) is not supported", strings.ToUpper(option.GetArg().GetString_().GetSval())).
			WithHint("The plan is DuckDB's: write EXPLAIN without a format.")
	}
}

// refuseChange refuses an INSERT, UPDATE, DELETE or MERGE in WITH: DuckDB has queries alone there.
func (t *translation) refuseChange(cte *pg_query.CommonTableExpr) {
	verb := ""
	switch cte.GetCtequery().GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		verb = "INSERT"
	case *pg_query.Node_UpdateStmt:
		verb = "UPDATE"
	case *pg_query.Node_DeleteStmt:
		verb = "DELETE"
	case *pg_query.Node_MergeStmt:
		verb = "MERGE"
	default:
		return
	}
	t.noteUnsupported(cte.Location, "%s in WITH is not supported", verb).
		WithHint("Send the %s … RETURNING by itself, in a transaction with the statement that uses its rows.", verb)
}
