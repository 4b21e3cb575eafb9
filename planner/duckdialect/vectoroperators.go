package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkVectors refuses operators between vectors of the catalogs and arrays, which PostgreSQL does not have, and reads quoted constants
// beside vectors as vectors. The tree is the client's.
func (t *translation) checkVectors(root *pg_query.Node) {
	if t.Env.SQLite || t.Hidden {
		return
	}
	var found []*pg_query.A_Expr
	others := false // queries in WITH may have arrays under the names of vectors
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.CommonTableExpr:
			others = true
		case *pg_query.A_Expr:
			found = append(found, m)
			if _, op := parse.SplitName(m.Name); m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && trees.Comparisons[op] {
				t.refuseBounds(m.Lexpr, m.Rexpr)
			}
		case *pg_query.TypeCast:
			if _, name := parse.SplitName(m.TypeName.GetNames()); name == "text" && len(m.TypeName.ArrayBounds) == 0 {
				t.refuseBounds(m.Arg)
			}
		}
	})
	for _, e := range found {
		if e.Kind == pg_query.A_Expr_Kind_AEXPR_OP && !others {
			t.checkVector(e)
		}
	}
}

func (t *translation) checkVector(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	if holds := op == "@>" || op == "<@" || op == "&&"; !holds && !trees.Comparisons[op] {
		return
	}
	left, right := t.vectorType(e.Lexpr), t.vectorType(e.Rexpr)
	for _, side := range []struct {
		own, other string
		value      **pg_query.Node
	}{{left, right, &e.Rexpr}, {right, left, &e.Lexpr}} {
		if side.own == "" || side.other != "" {
			continue
		}
		if s, quoted := parse.TextConstant(*side.value); quoted {
			if trees.Comparisons[op] && strings.Trim(s, "0123456789 ") == "" {
				*side.value, t.Changed = build.Cast(*side.value, build.PlainType(side.own)), true
			}
			continue
		}
		kind := t.Inferred(*side.value)
		if kind == "" && t.isArrayBeside(*side.value) {
			kind = map[string]string{"int2vector": "int2[]", "oidvector": "oid[]"}[side.own]
		}
		if !strings.HasSuffix(kind, "[]") {
			continue
		}
		shown := []string{side.own, inference.Spelled(kind)}
		if side.own == right {
			shown[0], shown[1] = shown[1], shown[0]
		}
		t.NoteError(e.Location, sqlstate.UndefinedFunction, "operator does not exist: %s %s %s", shown[0], op, shown[1]).
			WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
	}
}

// isArrayBeside reports whether an expression whose type is not known is an array.
func (t *translation) isArrayBeside(n *pg_query.Node) bool {
	name := trees.LastField(n)
	return name == "conkey" || name == "confkey" || emulation.OIDArrays[name] || n.GetAArrayExpr() != nil
}

// refuseBounds refuses what would show, or compare, the bounds of an array that a vector is cast to: its first element has the number 0.
func (t *translation) refuseBounds(values ...*pg_query.Node) {
	for _, n := range values {
		if c := n.GetTypeCast(); c != nil && len(c.TypeName.ArrayBounds) > 0 && t.vectorType(c.Arg) != "" {
			t.NoteUnsupported(c.Location, "the bounds of an array that a vector is cast to are not supported here").WithHint("Make it an array that begins at 1: ARRAY(SELECT unnest(…)).")
			return
		}
	}
}

// vectorType is the type of an expression that is a vector, "" for another one.
func (t *translation) vectorType(n *pg_query.Node) string {
	if c := n.GetTypeCast(); c != nil {
		if _, name := parse.SplitName(c.TypeName.GetNames()); (name == "int2vector" || name == "oidvector") && len(c.TypeName.ArrayBounds) == 0 {
			return name
		}
		return ""
	}
	kind := parse.VectorType(trees.LastField(n))
	if kind != "" {
		switch t.Inferred(n) {
		case "", "int2[]", "oid[]":
		default:
			return ""
		}
	}
	return kind
}
