package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// A quotient has as many digits as follow from its operands, and so has what is computed with it. DuckDB keeps 20 for all, so what is
// shown is computed with the digits that the quotients have in PostgreSQL.

// exactOperators are the functions of numerics of any width by operator.
var exactOperators = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div"}

// isNumericOperation reports whether an expression is arithmetic whose result is a numeric in PostgreSQL.
func (t *translation) isNumericOperation(e *pg_query.A_Expr) (op string, ok bool) {
	if e == nil || e.Location <= 0 || !t.Env.Numerics[e.Location] || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || t.Env.SQLite {
		return "", false
	}
	_, op = parse.SplitName(e.Name)
	return op, exactOperators[op] != ""
}

// usesQuotient reports whether an operand of arithmetic has a quotient in it.
func (t *translation) usesQuotient(n *pg_query.Node) bool {
	_, ok := t.isNumericOperation(n.GetAExpr())
	return ok && (t.hasQuotient(n.GetAExpr().Lexpr) || t.hasQuotient(n.GetAExpr().Rexpr))
}

// shownComputed returns what is computed with quotients in the form in which it is shown, or nil for another expression.
func (t *translation) shownComputed(n *pg_query.Node) *pg_query.Node {
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	if t.usesQuotient(n) || name == "pg__div" && len(f.Args) == 2 && t.shownTotal(f.Args[0]) != nil {
		return t.shownQuotient(n)
	}
	return t.shownTotal(n)
}

// hasQuotient reports whether there is a quotient of numerics within an expression.
func (t *translation) hasQuotient(n *pg_query.Node) bool {
	found := false
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.A_Expr:
			op, ok := t.isNumericOperation(m)
			found = found || ok && op == "/"
		case *pg_query.ColumnRef:
			found = found || t.quotientNames[m.Fields[len(m.Fields)-1].GetString_().GetSval()]
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			found = found || name == "pg__div" || name == aggregates.MomentCall
		}
	})
	return found
}

// noteQuotients notes the names of quotients that queries within a statement return. The tree is the client's.
func (t *translation) noteQuotients(root *pg_query.Node) {
	if t.Env.SQLite || len(t.Env.Numerics) == 0 {
		return
	}
	t.quotientNames = map[string]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || s == root.GetSelectStmt() {
			return
		}
		for _, n := range s.TargetList {
			target := n.GetResTarget()
			name := target.GetName()
			if name == "" {
				name, _ = resultcolumns.Name(target.GetVal())
			}
			if t.hasQuotient(target.GetVal()) || hasMean(target.GetVal()) {
				t.quotientNames[name] = true
			}
		}
	})
}

// hasMean reports whether the client calls an aggregate that divides.
func hasMean(n *pg_query.Node) bool {
	found := false
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			found = found || means[name]
		}
	})
	return found
}

// means are the aggregates whose result is a quotient.
var means = parse.WordSet("avg variance var_samp var_pop stddev stddev_samp stddev_pop")

// shownQuotient computes arithmetic with the digits that its operands show.
func (t *translation) shownQuotient(n *pg_query.Node) *pg_query.Node {
	if op, ok := t.isNumericOperation(n.GetAExpr()); ok {
		return build.Call(inference.WideStart+exactOperators[op], t.shownQuotient(n.GetAExpr().Lexpr), t.shownQuotient(n.GetAExpr().Rexpr))
	}
	if total := t.shownTotal(n); total != nil {
		return total
	}
	f := n.GetFuncCall()
	switch _, name := parse.SplitName(f.GetFuncname()); {
	case name == "pg__div" && len(f.Args) == 2:
		return build.Call(inference.WideStart+"div", t.shownQuotient(f.Args[0]), t.shownQuotient(f.Args[1]))
	case name == aggregates.MomentCall:
		return build.Call(inference.WidePlain, build.Cast(build.Call("pg__shown_moment", f.Args...), build.PlainType("text")))
	}
	return build.Call(inference.WidePlain, n)
}

// shownTotal computes a sum of quotients with the digits that each has, or returns nil for another expression.
func (t *translation) shownTotal(n *pg_query.Node) *pg_query.Node {
	total := proto.Clone(n).(*pg_query.Node) //nolint:forcetypeassert // a clone
	f := total.GetFuncCall()
	if c := total.GetTypeCast(); c != nil {
		f = c.Arg.GetFuncCall()
	}
	if _, name := parse.SplitName(f.GetFuncname()); name != "sum" || len(f.Args) != 1 || f.AggDistinct {
		return nil
	}
	value := &f.Args[0]
	if _, name := parse.SplitName((*value).GetFuncCall().GetFuncname()); name == rewrite.TypeMark {
		value = &(*value).GetFuncCall().Args[1]
	}
	if _, ok := t.isNumericOperation((*value).GetAExpr()); !ok || !t.hasQuotient(*value) {
		return nil
	}
	each := t.shownQuotient(*value)
	digits := proto.Clone(f).(*pg_query.FuncCall) //nolint:forcetypeassert // a clone
	digits.Funcname, digits.Args = build.Names("max"), []*pg_query.Node{build.Call("pg__digits_behind", each)}
	*value = build.Cast(build.Call(inference.WideStart+"text", each), numerics.Quotient())
	return build.Call(inference.WideStart+"round", build.Call(inference.WidePlain, total), &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: digits}})
}
