package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file refuses what DuckDB would answer otherwise than Postgres without an error.

// wideNumber writes a constant with more digits than DuckDB's widest decimal, of which it would make an approximation or
// infinity.
func (t *translation) wideNumber(n *pg_query.Node, c *pg_query.A_Const) bool {
	written := c.GetFval().GetFval()
	if written == "" || strings.ContainsAny(written, "xX_") {
		return false
	}
	plain, ok := exponent(written)
	if !ok {
		plain = written
	}
	digits := strings.TrimLeft(strings.ReplaceAll(plain, ".", ""), "0")
	_, fraction, _ := strings.Cut(plain, ".")
	if max(len(digits), len(fraction)) <= constants.WidestNumber && !strings.ContainsAny(plain, "eE") {
		return false
	}
	value, err := numeric.Parse(written)
	if err != nil || t.Env.SQLite {
		t.NoteUnsupported(c.Location, "a number that needs more than %d digits is not supported", numeric.MostDigits)
		return true
	}
	t.ReplaceNode(n, numerics.Constant(&t.Types, value))
	return true
}

// explainFormats are Postgres's.
var explainFormats = map[string]bool{"json": true, "xml": true, "yaml": true}

// refuseFormat refuses EXPLAIN's formats other than text.
func (t *translation) refuseFormat(option *pg_query.DefElem) {
	if format := option.GetArg().GetString_().GetSval(); option.GetDefname() == "format" && !strings.EqualFold(format, "text") {
		if !explainFormats[strings.ToLower(format)] {
			t.NoteError(option.Location, sqlstate.InvalidParameterValue, "unrecognized value for EXPLAIN option \"format\": %q", format)
		}
		t.NoteUnsupported(option.Location, "EXPLAIN (FORMAT %s) is not supported", strings.ToUpper(option.GetArg().GetString_().GetSval())).
			WithHint("The plan is DuckDB's: write EXPLAIN without a format.")
	}
}

// refuseChange refuses an INSERT, UPDATE, DELETE or MERGE in WITH, where DuckDB takes only queries.
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
	t.NoteUnsupported(cte.Location, "%s in WITH is not supported", verb).
		WithHint("Send the %s … RETURNING by itself, in a transaction with the statement that uses its rows.", verb)
}
