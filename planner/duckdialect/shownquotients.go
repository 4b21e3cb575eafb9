package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
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

// shownComputed returns a quotient, or what is computed with quotients, in the form in which it is shown, or nil for another expression.
func (t *translation) shownComputed(n *pg_query.Node) *pg_query.Node {
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	_, computed := t.isNumericOperation(n.GetAExpr())
	isQuotient := name == "pg__div" && len(f.Args) == 2 && f.Location > 0 && t.Env.Numerics[f.Location]
	switch {
	case t.Env.SQLite, !computed && !isQuotient && totalOf(n) == nil: // most expressions, which are not read further
	case hasParam(n): // whose type DuckDB finds
	case isQuotient, computed && t.hasQuotient(n):
		return t.shownQuotient(n)
	default:
		return t.shownTotal(n)
	}
	return nil
}

// hasParam reports whether an expression has a parameter in it.
func hasParam(n *pg_query.Node) bool {
	found := false
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		_, ok := m.(*pg_query.ParamRef)
		found = found || ok
	})
	return found
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
	if totalOf(n) == nil {
		return nil
	}
	total := proto.CloneOf(n)
	f := totalOf(total)
	value := &f.Args[0]
	if _, name := parse.SplitName((*value).GetFuncCall().GetFuncname()); name == rewrite.TypeMark {
		value = &(*value).GetFuncCall().Args[1]
	}
	digits := proto.CloneOf(f)
	digits.Funcname = build.Names("max")
	if _, ok := t.isNumericOperation((*value).GetAExpr()); ok && t.hasQuotient(*value) {
		each := t.shownQuotient(*value)
		digits.Args = []*pg_query.Node{build.Call("pg__digits_behind", each)}
		*value = build.Cast(build.Call(inference.WideStart+"text", each), numerics.Quotient())
	} else if by := t.choiceDigits(*value); by != nil {
		digits.Args = []*pg_query.Node{by}
	} else {
		return nil
	}
	return build.Call(inference.WideStart+"round", build.Call(inference.WidePlain, total), &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: digits}})
}

// totalOf returns the sum that an expression is, or that it casts, or nil for another expression. A sum of distinct values is none.
func totalOf(n *pg_query.Node) *pg_query.FuncCall {
	f := n.GetFuncCall()
	if c := n.GetTypeCast(); c != nil {
		f = c.Arg.GetFuncCall()
	}
	if _, name := parse.SplitName(f.GetFuncname()); name != "sum" || len(f.Args) != 1 || f.AggDistinct {
		return nil
	}
	return f
}

// choiceDigits returns how many digits a value has behind the point that is chosen of values with several scales; nil: it is no such
// value, or that is not known.
func (t *translation) choiceDigits(n *pg_query.Node) *pg_query.Node {
	if n.GetCaseExpr() == nil && n.GetCoalesceExpr() == nil {
		return nil
	}
	scales := map[int64]bool{}
	if by := t.digitsOf(n, scales); by != nil && len(scales) > 1 {
		return by
	}
	return nil
}

// digitsOf returns how many digits a value has behind the point, and notes them; nil: that is not known.
func (t *translation) digitsOf(n *pg_query.Node, scales map[int64]bool) *pg_query.Node {
	noted := func(scale int) *pg_query.Node {
		scales[int64(scale)] = true
		return build.Number(int64(scale))
	}
	if s, ok := trees.Number(n); ok {
		_, fraction, _ := strings.Cut(s, ".")
		return noted(len(fraction))
	}
	switch e := n.GetNode().(type) {
	case *pg_query.Node_AConst:
		if e.AConst.Isnull {
			return build.Null()
		}
	case *pg_query.Node_ColumnRef:
		scale := t.ColumnScale(e.ColumnRef)
		if t.Shown(n) != "numeric" || scale == 0 {
			return nil
		}
		return build.Case(noted(scale), build.When(build.IsNull(n), build.Null()))
	case *pg_query.Node_CoalesceExpr:
		var cases []*pg_query.Node
		for _, a := range e.CoalesceExpr.Args {
			by := t.digitsOf(a, scales)
			if by == nil {
				return nil
			}
			cases = append(cases, build.When(build.IsNotNull(a), by))
		}
		return build.Case(build.Null(), cases...)
	case *pg_query.Node_CaseExpr:
		by := proto.CloneOf(e.CaseExpr)
		for _, w := range by.Args {
			if w.GetCaseWhen().Result = t.digitsOf(w.GetCaseWhen().Result, scales); w.GetCaseWhen().Result == nil {
				return nil
			}
		}
		if by.Defresult != nil {
			if by.Defresult = t.digitsOf(by.Defresult, scales); by.Defresult == nil {
				return nil
			}
		}
		return &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: by}}
	}
	return nil
}
