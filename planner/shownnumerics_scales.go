package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// scaleOf is how many digits a numeric has behind the point, as far as that follows from columns and constants.
func (w *shownNumerics) scaleOf(n *pg_query.Node) (*pg_query.Node, bool) {
	if s, constant := constantOf(n); constant {
		_, fraction, _ := strings.Cut(s, ".")
		return build.Number(int64(len(fraction))), true
	}
	d, known := w.digits[n]
	switch {
	case known && d.Scale >= 0:
		return build.Number(int64(d.Scale)), true
	case w.grouping != nil && !w.aggregates(n):
		return w.scaleOfGroup(n)
	case n.GetColumnRef() != nil:
		return w.scaleOfColumn(n, d, known)
	}
	switch {
	case n.GetAConst().GetIsnull():
		return build.Number(0), true
	case n.GetSubLink() != nil:
		return w.scaleOfQuery(n)
	case n.GetCoalesceExpr() != nil || n.GetCaseExpr() != nil:
		return w.scaleOfChoice(n)
	case n.GetMinMaxExpr() != nil:
		return w.scaleOfMost(n)
	case n.GetTypeCast() != nil:
		return w.scaleOfCast(n)
	case n.GetFuncCall() != nil:
		return w.scaleOfCall(n, n.GetFuncCall())
	case known && !d.Written() && !d.Lost && !d.Quotient && !d.Kept && n.GetParamRef() == nil: // as the engine shows it
		return build.Call("pg__digits_behind", proto.CloneOf(n)), true
	case n.GetAExpr() != nil:
		return w.scaleOfOperation(n, n.GetAExpr())
	}
	return w.scaleOfExact(n)
}

// signs are the operators before a numeric that change no digit.
var signs = parse.WordSet(`- + @`)

// scaleOfOperation is how many digits the result of an operator has.
func (w *shownNumerics) scaleOfOperation(n *pg_query.Node, e *pg_query.A_Expr) (*pg_query.Node, bool) {
	_, op := parse.SplitName(e.Name)
	switch {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF:
		return w.scaleOf(e.Lexpr)
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || op == "/":
		return w.scaleOfExact(n)
	case e.Lexpr == nil && signs[op]:
		return w.scaleOf(e.Rexpr)
	case e.Lexpr == nil:
		return nil, false
	}
	left, leftKnown := w.scaleOf(e.Lexpr)
	right, rightKnown := w.scaleOf(e.Rexpr)
	switch {
	case !leftKnown || !rightKnown:
	case op == "*":
		return build.Binary("+", left, right), true
	case op == "+" || op == "-" || op == "%":
		return build.Call("greatest", left, right), true
	}
	return nil, false
}

// scaleOfColumn is how many digits a column has.
func (w *shownNumerics) scaleOfColumn(n *pg_query.Node, d definitions.Digits, known bool) (scale *pg_query.Node, ok bool) {
	column, passed := w.passed.ColumnOf(n)
	switch companion := w.scaleOfKept(n); {
	case companion != nil:
		return companion, true
	case d.Kept: // as the engine shows it
	case passed && (d.Lost || d.Quotient):
		return w.scaleOfPassed(column, n)
	case known && (d.Lost || d.Written()):
		return nil, false
	}
	return build.Call("pg__digits_behind", proto.CloneOf(n)), true // an integer, or a numeric as it is shown
}

// scaleOfGroup is how many digits a value has that a query groups by: those that it has in the first row of its group.
func (w *shownNumerics) scaleOfGroup(n *pg_query.Node) (*pg_query.Node, bool) {
	own := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.Node); ok && ref.GetColumnRef() != nil {
			own = own && (w.digits[ref].Scale == 0 && !w.isNoted(ref) || w.passed.IsOf(w.grouping.query, ref))
		}
	})
	scale, ok := w.scaleOfRow(n)
	if !ok || scale.GetAConst() != nil {
		return scale, ok
	}
	return build.Call(firstOfGroup, scale), own && !trees.HasSubquery(n)
}

// scaleOfRow is how many digits a value has in a row of those that are grouped.
func (w *shownNumerics) scaleOfRow(n *pg_query.Node) (*pg_query.Node, bool) {
	defer w.within(nil)()
	return w.scaleOf(n)
}

// firstOfGroup is the aggregate that returns the value of the first row.
const firstOfGroup = "first"

// isNoted reports whether an expression is a numeric.
func (w *shownNumerics) isNoted(n *pg_query.Node) bool {
	_, known := w.digits[n]
	return known
}

// aggregates reports whether an expression has an aggregate or a window in it.
func (w *shownNumerics) aggregates(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			found = found || f.Over != nil || f.AggStar || f.AggWithinGroup || aggregatesRows[name]
		}
	})
	return found
}

// scaleOfQuery is how many digits the value has that a query stands for.
func (w *shownNumerics) scaleOfQuery(n *pg_query.Node) (*pg_query.Node, bool) {
	value := valueOfQuery(n)
	if value == nil || makesRows(value) {
		return nil, false
	}
	scale, ok := w.scaleOf(value)
	if !ok {
		return nil, false
	}
	query := proto.CloneOf(n)
	s := query.GetSubLink().Subselect.GetSelectStmt()
	w.sortByValue(s, s.TargetList[0].GetResTarget(), 0)
	s.TargetList[0].GetResTarget().Val = scale
	return query, !trees.IsVolatile(n.ProtoReflect())
}

// scaleOfExact counts the digits of what is computed with numerics of any width.
func (w *shownNumerics) scaleOfExact(n *pg_query.Node) (*pg_query.Node, bool) {
	if makesRows(n) || trees.HasSubquery(n) {
		return nil, false
	}
	value, ok := w.exact(n)
	if !ok {
		return nil, false
	}
	return build.Call("pg__digits_behind", value), true
}

// scaleOfChoice is how many digits one of several numerics has.
func (w *shownNumerics) scaleOfChoice(n *pg_query.Node) (*pg_query.Node, bool) {
	var whens []*pg_query.Node
	var otherwise *pg_query.Node
	add := func(condition, value *pg_query.Node) bool {
		scale, ok := w.scaleOf(value)
		if value.GetAConst().GetIsnull() {
			scale, ok = build.Number(0), true
		}
		if otherwise = scale; condition != nil {
			whens, otherwise = append(whens, build.When(condition, scale)), nil
		}
		return ok
	}
	for _, value := range n.GetCoalesceExpr().GetArgs() {
		if !add(build.IsNotNull(proto.CloneOf(value)), value) {
			return nil, false
		}
	}
	c := n.GetCaseExpr()
	for _, when := range c.GetArgs() {
		condition := proto.CloneOf(when.GetCaseWhen().Expr)
		if c.Arg != nil {
			condition = build.Binary("=", proto.CloneOf(c.Arg), condition)
		}
		if !add(condition, when.GetCaseWhen().Result) {
			return nil, false
		}
	}
	if c.GetDefresult() != nil && !add(nil, c.Defresult) {
		return nil, false
	}
	return build.Case(otherwise, whens...), true
}

// scaleOfMost is how many digits the greatest or the least of several numerics has.
func (w *shownNumerics) scaleOfMost(n *pg_query.Node) (*pg_query.Node, bool) {
	var whens []*pg_query.Node
	for _, value := range n.GetMinMaxExpr().Args {
		scale, ok := w.scaleOf(value)
		if !ok {
			return nil, false
		}
		whens = append(whens, build.When(build.Binary("=", proto.CloneOf(value), proto.CloneOf(n)), scale))
	}
	return build.Case(build.Null(), whens...), true
}

// scaleOfCast is how many digits a numeric has that is cast to numeric.
func (w *shownNumerics) scaleOfCast(n *pg_query.Node) (*pg_query.Node, bool) {
	if _, isNumeric := w.digits[n.GetTypeCast().Arg]; isNumeric && len(n.GetTypeCast().TypeName.GetTypmods()) == 0 {
		return w.scaleOf(n.GetTypeCast().Arg)
	}
	return w.scaleOfExact(n)
}

// scaleOfCall is how many digits the result of a function has.
func (w *shownNumerics) scaleOfCall(n *pg_query.Node, f *pg_query.FuncCall) (*pg_query.Node, bool) {
	_, name := parse.SplitName(f.Funcname)
	switch {
	case name == "abs" && len(f.Args) == 1:
		return w.scaleOf(f.Args[0])
	case name == "mod" && len(f.Args) == 2:
		left, leftKnown := w.scaleOf(f.Args[0])
		right, rightKnown := w.scaleOf(f.Args[1])
		return build.Call("greatest", left, right), leftKnown && rightKnown
	case (name == "round" || name == "trunc") && len(f.Args) == 2 && f.Over == nil:
		at, constant := parse.IntConstant(f.Args[1])
		return build.Number(max(at, 0)), constant
	case name == "generate_series" && len(f.Args) > 1:
		scale, ok := scaleOfSeries(f, build.Null())
		return scale, ok && scale.GetAConst() != nil
	case name == "unnest" && len(f.Args) == 1 && f.Args[0].GetAArrayExpr() != nil:
		return w.scaleOfUnnest(f)
	case len(f.Args) == 0 || f.AggWithinGroup || len(f.AggOrder) > 0:
		return nil, false
	}
	return w.scaleOfRows(n, f, name)
}

// scaleOfRows is how many digits the result of an aggregate or of a window has.
func (w *shownNumerics) scaleOfRows(n *pg_query.Node, f *pg_query.FuncCall, name string) (*pg_query.Node, bool) {
	switch {
	case name == "sum" || name == "max" || name == "min":
		return w.scaleOfAggregate(f, name)
	case name == "avg" && len(f.Args) == 1 && !f.AggDistinct:
		quotient := callWide("div", wideCall("sum", f), wideCall("count", f))
		return build.Call("pg__digits_behind", quotient), !trees.IsVolatile(f.ProtoReflect())
	case windowed[name] && f.Over != nil:
		return w.scaleOfMoved(f)
	}
	return w.scaleOfExact(n)
}

// scaleOfUnnest is how many digits the elements of an array have that is written out.
func (w *shownNumerics) scaleOfUnnest(f *pg_query.FuncCall) (*pg_query.Node, bool) {
	call := proto.CloneOf(f)
	elements := call.Args[0].GetAArrayExpr().Elements
	for i, element := range f.Args[0].GetAArrayExpr().Elements {
		scale, ok := w.scaleOf(element)
		if !ok {
			return nil, false
		}
		elements[i] = scale
	}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}, true
}

// scaleOfAggregate is how many digits a sum has: those of the value that has most; or the greatest or least value.
func (w *shownNumerics) scaleOfAggregate(f *pg_query.FuncCall, name string) (*pg_query.Node, bool) {
	scale, ok := w.scaleOfAggregated(f)
	if !ok || len(f.Args) != 1 {
		return nil, false
	}
	by := proto.CloneOf(f)
	by.AggDistinct = false
	if name == "sum" {
		return mostDigits(by, scale), true
	}
	by.Funcname, by.Args = build.Names("arg_"+name), []*pg_query.Node{scale, by.Args[0]}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: by}}, true
}

// scaleOfAggregated is how many digits the value has that an aggregate is given. The rows of a window are those that a query returns.
func (w *shownNumerics) scaleOfAggregated(f *pg_query.FuncCall) (*pg_query.Node, bool) {
	if f.Over != nil {
		return w.scaleOf(f.Args[0])
	}
	return w.scaleOfRow(f.Args[0])
}

// mostDigits has a copy of a sum, also of its window, return the scale of the value that has most digits.
func mostDigits(sum *pg_query.FuncCall, scale *pg_query.Node) *pg_query.Node {
	sum.Funcname, sum.Args = build.Names("max"), []*pg_query.Node{build.Case(scale, build.When(build.IsNull(sum.Args[0]), build.Null()))}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: sum}}
}

// scaleOfMoved is how many digits a value of another row of a window has.
func (w *shownNumerics) scaleOfMoved(f *pg_query.FuncCall) (*pg_query.Node, bool) {
	if len(f.Args) > 2 { // a default that may have other digits, which numerics of any width keep
		return nil, false
	}
	call := proto.CloneOf(f)
	for i, arg := range f.Args {
		if i == 1 { // how many rows away the value is
			continue
		}
		scale, ok := w.scaleOf(arg)
		if !ok {
			return nil, false
		}
		call.Args[i] = scale
	}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}, true
}
