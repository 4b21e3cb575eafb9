package json

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Compare compares two of jsonb as Postgres does: 1 equals 1.0. DuckDB compares their texts.
func Compare(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	switch op {
	case "=", "<>", "<", "<=", ">", ">=":
	default:
		return false
	}
	left, right := emulation.IsJSONB(e.Lexpr), emulation.IsJSONB(e.Rexpr)
	_, leftQuoted := parse.TextConstant(e.Lexpr)
	_, rightQuoted := parse.TextConstant(e.Rexpr)
	if !left && !right || !left && !leftQuoted || !right && !rightQuoted {
		return false
	}
	to := func(n *pg_query.Node, is bool) *pg_query.Node {
		if is {
			return n
		}
		return build.Cast(n, build.PlainType(emulation.JSONB))
	}
	t.ReplaceNode(n, build.Binary(op, build.Call("pg__jsonb_compare", to(e.Lexpr, left), to(e.Rexpr, right)), build.Number(0)))
	return true
}
