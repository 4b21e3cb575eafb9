package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// MoveLateralConditions moves the condition of LEFT JOIN LATERAL into its right side: DuckDB joins such rows by comparisons of both sides
// alone. Names are bound, so that those of the condition mean the same there.
func MoveLateralConditions(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		j, ok := m.(*pg_query.JoinExpr)
		if !ok || j.Jointype != pg_query.JoinType_JOIN_LEFT || j.Quals == nil || j.Quals.GetAConst().GetBoolval().GetBoolval() {
			return
		}
		name := trees.NameInFrom(j.Rarg)
		if r := j.Rarg.GetRangeFunction(); r != nil && name == "" {
			_, name = parse.SplitName(trees.FunctionOf(r).GetFuncname())
		}
		if name == "" || j.Rarg.GetRangeFunction() == nil && !j.Rarg.GetRangeSubselect().GetLateral() || comparesColumns(j.Quals, name, j.Rarg) {
			return
		}
		query := build.Select(&pg_query.Node{Node: j.Rarg.Node}, build.Target(build.Star(), ""))
		query.GetSelectStmt().WhereClause = j.Quals
		j.Rarg, j.Quals, t.Changed = build.Lateral(query, build.Alias(name)), build.Boolean(true), true
	})
}

// comparesColumns reports whether a condition consists of comparisons of columns of an item of FROM, which DuckDB joins by.
func comparesColumns(condition *pg_query.Node, name string, item *pg_query.Node) bool {
	if b := condition.GetBoolExpr(); b != nil {
		return b.Boolop == pg_query.BoolExprType_AND_EXPR && !slices.ContainsFunc(b.Args, func(part *pg_query.Node) bool { return !comparesColumns(part, name, item) })
	}
	e := condition.GetAExpr()
	if _, op := parse.SplitName(e.GetName()); e == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || !trees.Comparisons[op] || trees.HasSubquery(condition) {
		return false
	}
	names := parse.NameParts(item.GetRangeFunction().GetAlias().GetColnames())
	if len(names) == 0 {
		names = []string{name}
	}
	return slices.ContainsFunc([]*pg_query.Node{e.Lexpr, e.Rexpr}, func(side *pg_query.Node) bool {
		fields := side.GetColumnRef().GetFields()
		return len(fields) == 2 && fields[0].GetString_().GetSval() == name || len(fields) == 1 && slices.Contains(names, fields[0].GetString_().GetSval())
	})
}
