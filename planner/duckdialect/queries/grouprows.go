package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
)

// groupRows gives the numbers in a ROW(…) of GROUP BY a cast. DuckDB groups by the fields of such a row, and a number there is a column of
// the result.
func groupRows(t *rewrite.Translation, s *pg_query.SelectStmt) {
	for _, n := range s.GroupClause {
		row := n.GetRowExpr()
		if row.GetRowFormat() != pg_query.CoercionForm_COERCE_EXPLICIT_CALL {
			continue
		}
		for i, field := range row.Args {
			if field.GetAConst().GetIval() != nil {
				row.Args[i], t.Changed = build.Cast(field, build.PlainType("int4")), true
			}
		}
	}
}
