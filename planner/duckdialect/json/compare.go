package json

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Values of jsonb are compared and ordered by keys: 1 equals 1.0, and 9 is before 10. DuckDB would take their texts.

// made are functions that return jsonb, and stepped those that return jsonb of jsonb.
var (
	made    = parse.WordSet(`pg__to_jsonb pg__jsonb_build_object pg__jsonb_build_array pg__jsonb_agg pg__jsonb_object_agg`)
	stepped = parse.WordSet(`pg__json_get pg__json_path pg__json_strip_nulls`)
)

// IsValue reports whether the text shows that an expression, whose parts are rewritten, is a jsonb.
func IsValue(t *inference.Types, n *pg_query.Node) bool {
	if emulation.IsJSONB(n) || t.Shown(n) == "jsonb" {
		return true
	}
	_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
	args := n.GetFuncCall().GetArgs()
	return made[name] || stepped[name] && len(args) > 0 && IsValue(t, args[0])
}

// key is what a jsonb is compared by.
func key(n *pg_query.Node) *pg_query.Node { return build.Call("pg__jsonb_key", n) }

// besideValue is the key of a value beside a jsonb: of one, or of a quoted constant.
func besideValue(t *inference.Types, n *pg_query.Node) (*pg_query.Node, bool) {
	if IsValue(t, n) {
		return key(n), true
	}
	if _, quoted := parse.TextConstant(n); quoted {
		return key(build.Cast(n, build.PlainType(emulation.JSONB))), true
	}
	return n, false
}

// Compare compares a jsonb with others as Postgres does.
func Compare(t *inference.Types, e *pg_query.A_Expr, op string) {
	listElements(t, e, op)
	list := e.Rexpr.GetList().GetItems()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		if !trees.Comparisons[op] {
			return
		}
		list = nil
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		list = nil
	case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
	default:
		return
	}
	if e.Lexpr == nil || t.Env.SQLite || !IsValue(t, e.Lexpr) && (len(list) > 0 || !IsValue(t, e.Rexpr)) {
		return
	}
	left, known := besideValue(t, e.Lexpr)
	if len(list) == 0 {
		if right, also := besideValue(t, e.Rexpr); known && also {
			e.Lexpr, e.Rexpr, t.Changed = left, right, true
		}
		return
	}
	keys := make([]*pg_query.Node, len(list))
	for i, n := range list {
		also := false
		keys[i], also = besideValue(t, n)
		known = known && also
	}
	if known {
		copy(list, keys)
		e.Lexpr, t.Changed = left, true
	}
}

// Order orders by a jsonb as Postgres does.
func Order(t *inference.Types, s *pg_query.SortBy) {
	if !t.Env.SQLite && IsValue(t, s.Node) {
		s.Node, t.Changed = key(s.Node), true
	}
}

// OrderResult does the same for the results of a query that ORDER BY names, by their numbers or as they are called.
func OrderResult(t *inference.Types, s *pg_query.SelectStmt) {
	if t.Env.SQLite {
		return
	}
	for _, n := range s.SortClause {
		by := n.GetSortBy()
		if s.Larg != nil {
			refuseUnited(t, s, by.Node)
			continue
		}
		position, isNumber := parse.IntConstant(by.Node)
		parts := parse.NameParts(by.Node.GetColumnRef().GetFields())
		for i, target := range s.TargetList {
			value, called := target.GetResTarget().GetVal(), target.GetResTarget().GetName()
			if named := len(parts) == 1 && called != "" && strings.EqualFold(called, parts[0]); !named && (!isNumber || int64(i) != position-1) || !IsValue(t, value) {
				continue
			}
			copied, _ := proto.Clone(value).(*pg_query.Node)
			by.Node, t.Changed = key(copied), true
			break
		}
	}
}

// refuseUnited refuses the order of a set operation by its columns of jsonb.
func refuseUnited(t *inference.Types, s *pg_query.SelectStmt, by *pg_query.Node) {
	position, isNumber := parse.IntConstant(by)
	parts := parse.NameParts(by.GetColumnRef().GetFields())
	for i, target := range trees.Leaves(s)[0].TargetList {
		value, called := target.GetResTarget().GetVal(), target.GetResTarget().GetName()
		if called == "" {
			called = trees.LastField(value)
		}
		if (isNumber && int64(i) == position-1 || len(parts) == 1 && strings.EqualFold(called, parts[0])) && IsValue(t, value) {
			t.NoteUnsupported(build.Nowhere, "ORDER BY of a jsonb of a UNION, INTERSECT or EXCEPT is not supported")
		}
	}
}
