package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// valueOfQuery returns the value that a query returns which stands for it, or nil.
func valueOfQuery(n *pg_query.Node) *pg_query.Node {
	s := n.GetSubLink().GetSubselect().GetSelectStmt()
	if s == nil || n.GetSubLink().SubLinkType != pg_query.SubLinkType_EXPR_SUBLINK || len(s.TargetList) != 1 || s.Larg != nil || len(s.DistinctClause)+len(s.GroupClause) > 0 ||
		slices.ContainsFunc(s.SortClause, func(n *pg_query.Node) bool { return n.GetSortBy().Node.GetAConst() != nil }) {
		return nil
	}
	return s.TargetList[0].GetResTarget().GetVal()
}

// queryOfValue is a copy of such a query that returns another value.
func queryOfValue(n, value *pg_query.Node) *pg_query.Node {
	query := proto.CloneOf(n)
	query.GetSubLink().Subselect.GetSelectStmt().TargetList[0].GetResTarget().Val = value
	return query
}

// wideOperators are the functions of numerics of any width by operator.
var wideOperators = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}

func callWide(name string, args ...*pg_query.Node) *pg_query.Node {
	return build.Call(inference.WideStart+name, args...)
}

// exact returns an expression as a numeric of any width. ok is false for one that is not known as such.
func (w *shownNumerics) exact(n *pg_query.Node) (by *pg_query.Node, ok bool) {
	if by, ok, known := w.exactValue(n); known {
		return by, ok
	}
	if w.digits[n].Kept {
		if by, ok := w.exactKept(n); ok {
			return by, true
		}
		return build.Call(inference.WidePlain, &pg_query.Node{Node: n.Node}), true
	}
	if d := w.digits[n]; w.isUnscaled(n) {
		return exactScale(n, build.Number(int64(d.Scale))), true
	} else if !w.isNoted(n) || !d.Passes() && !d.Quotient {
		return build.Call(inference.WidePlain, &pg_query.Node{Node: n.Node}), true
	}
	if s := w.blocked[n]; s != nil {
		if d := w.digits[n]; d.Loose && !d.Computed && !d.Quotient && n.GetColumnRef() == nil && !w.groupsBy(s, n) {
			return w.exactParts(n) // of what the query groups by
		}
		return w.exactGroup(n, s)
	}
	if column, of := w.passed.ColumnOf(n); of {
		return w.exactColumn(n, column)
	}
	if d := w.digits[n]; !d.Lost && !w.isComputed(n) && !d.Quotient {
		return nil, false
	}
	return w.exactParts(n)
}

// exactKept is a numeric that has the digits of a column with a companion; ok is false where that is not known.
func (w *shownNumerics) exactKept(n *pg_query.Node) (*pg_query.Node, bool) {
	if scale := w.scaleOfKept(n); scale != nil {
		return exactScale(n, scale), true
	}
	if s := w.blocked[n]; s != nil {
		return w.exactGroup(n, s)
	}
	if n.GetColumnRef() != nil {
		return nil, false
	}
	return w.exactParts(n)
}

// exactParts is an expression that is computed with numerics of any width.
func (w *shownNumerics) exactParts(n *pg_query.Node) (*pg_query.Node, bool) {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_TypeCast:
		return w.exactCast(n, e.TypeCast)
	case *pg_query.Node_AExpr:
		return w.exactOperation(e.AExpr)
	case *pg_query.Node_CoalesceExpr:
		args, ok := w.exactAll(e.CoalesceExpr.Args)
		return build.Coalesce(args...), ok
	case *pg_query.Node_MinMaxExpr:
		return w.exactMost(n, e.MinMaxExpr)
	case *pg_query.Node_CaseExpr:
		return w.exactCase(n)
	case *pg_query.Node_AIndirection:
		part, _, ok := w.exactPart(n)
		return build.Call(inference.WidePlain, part), ok
	case *pg_query.Node_FuncCall:
		return w.exactCall(e.FuncCall)
	case *pg_query.Node_SubLink:
		return w.exactQuery(n)
	}
	return nil, false
}

// exactMost is the greatest or the least of several numerics: of those that are equal the first one. Those of any width are in the order of their
// digits where they are equal.
func (w *shownNumerics) exactMost(n *pg_query.Node, e *pg_query.MinMaxExpr) (*pg_query.Node, bool) {
	args, ok := w.exactAll(e.Args)
	if !ok || !w.digits[n].Loose {
		return nil, false
	}
	if len(args) > mostRepeated || trees.IsVolatile(e.ProtoReflect()) || trees.HasSubquery(n) {
		return &pg_query.Node{Node: &pg_query.Node_MinMaxExpr{MinMaxExpr: &pg_query.MinMaxExpr{Op: e.Op, Args: args, Location: e.Location}}}, true
	}
	var whens []*pg_query.Node
	for i, arg := range args {
		whens = append(whens, build.When(build.Binary("=", proto.CloneOf(e.Args[i]), proto.CloneOf(n)), arg))
	}
	return build.Case(build.Null(), whens...), true
}

// mostRepeated is how many values an expression may have that is written once for each of them.
const mostRepeated = 4

// exactValue is exact for what is no computed numeric.
func (w *shownNumerics) exactValue(n *pg_query.Node) (by *pg_query.Node, ok, known bool) {
	s, constant := trees.Number(n)
	switch {
	case constant:
		return build.Call(inference.WidePlain, build.Text(s)), true, true
	case n.GetParamRef() != nil: // whose type follows from where it stands
		return nil, false, true
	case n.GetAConst().GetIsnull():
		return build.Call(inference.WidePlain, build.Cast(build.Null(), build.PlainType("text"))), true, true
	case w.isHolder(n):
		by, ok = w.exactHolder(n)
		return by, ok, true
	case w.written[n] && !w.texts[n]:
		return &pg_query.Node{Node: n.Node}, true, true
	}
	return nil, false, false
}

// exactColumn is a column of a query of the statement with the digits that its companion tells.
func (w *shownNumerics) exactColumn(n *pg_query.Node, column definitions.Passed) (*pg_query.Node, bool) {
	scale, ok := w.scaleOfPassed(column, n)
	return exactScale(n, scale), ok
}

// exactGroup is a numeric that a query groups by with the digits that it has in the first row of its group.
func (w *shownNumerics) exactGroup(n *pg_query.Node, s *pg_query.SelectStmt) (*pg_query.Node, bool) {
	if d := w.digits[n]; d.Quotient || !d.Kept && !w.groupsBy(s, n) { // the engine shows a quotient with its digits
		return nil, false
	}
	defer w.within(&grouping{s})()
	scale, ok := w.scaleOf(n)
	return exactScale(n, scale), ok
}

// exactScale is a numeric with so many digits.
func exactScale(n, scale *pg_query.Node) *pg_query.Node {
	return callWide("round", build.Call(inference.WidePlain, &pg_query.Node{Node: n.Node}), scale)
}

// exactQuery is a query that stands for its value.
func (w *shownNumerics) exactQuery(n *pg_query.Node) (*pg_query.Node, bool) {
	of := valueOfQuery(n)
	if of == nil {
		return nil, false
	}
	value, ok := w.exact(of)
	if !ok {
		return nil, false
	}
	return queryOfValue(n, value), true
}

// exactAll is exact for several expressions.
func (w *shownNumerics) exactAll(list []*pg_query.Node) (all []*pg_query.Node, ok bool) {
	for _, n := range list {
		by, ok := w.exact(n)
		if !ok {
			return nil, false
		}
		all = append(all, by)
	}
	return all, true
}

// exactCast reads a numeric from a text, or from a value of jsonb. The cast of jsonb, and that of a constant, is kept for its errors.
func (w *shownNumerics) exactCast(n *pg_query.Node, c *pg_query.TypeCast) (*pg_query.Node, bool) {
	if _, isNumeric := w.digits[c.Arg]; isNumeric {
		return w.exact(c.Arg)
	}
	if text, quoted := parse.TextConstant(trees.WithoutCasts(c.Arg)); quoted { // which PostgreSQL reads when it plans the statement
		if !numerics.IsText(text) {
			return nil, false
		}
		return build.Call(inference.WidePlain, build.Text(text)), true
	}
	isJSON, constant := w.digits[n].JSON, isConstant(c.Arg)
	text := build.Cast(c.Arg, build.PlainType("text"))
	switch {
	case !isJSON && !constant:
		return build.Call(inference.WidePlain, text), true
	case !isJSON && !readsJSON(c.Arg), trees.IsVolatile(n.ProtoReflect()):
		return nil, false
	case isJSON:
		text = build.Binary("#>>", c.Arg, build.Cast(build.Text("{}"), build.TextArray()))
	}
	if makesRows(c.Arg) { // which stand in no CASE
		read := build.Call("left", build.Cast(proto.CloneOf(n), build.PlainType("text")), build.Number(0))
		return build.Call(inference.WidePlain, build.Binary("||", text, read)), true
	}
	return build.Case(build.Null(), build.When(build.IsNotNull(proto.CloneOf(n)), build.Call(inference.WidePlain, text))), true
}

// isConstant reports whether an expression reads no column and is given no parameter, so that PostgreSQL computes it when it plans the
// statement.
func isConstant(n *pg_query.Node) bool {
	constant := true
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m.(type) {
		case *pg_query.ColumnRef, *pg_query.ParamRef, *pg_query.SubLink:
			constant = false
		}
	})
	return constant
}

// readsJSON reports whether an expression takes a text out of JSON.
func readsJSON(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.FuncCall:
			_, name := parse.SplitName(m.Funcname)
			found = found || strings.HasPrefix(name, "json")
		case *pg_query.A_Expr:
			_, op := parse.SplitName(m.Name)
			found = found || op == "->>" || op == "#>>"
		}
	})
	return found
}

// makesRows reports whether an expression calls a function that returns rows.
func makesRows(n *pg_query.Node) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if f, ok := m.(*pg_query.FuncCall); ok {
			_, name := parse.SplitName(f.Funcname)
			found = found || functionnames.ReturnsSet(name)
		}
	})
	return found
}

// exactOperation computes what an operator does.
func (w *shownNumerics) exactOperation(e *pg_query.A_Expr) (*pg_query.Node, bool) {
	_, op := parse.SplitName(e.Name)
	switch {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF && !trees.IsVolatile(e.ProtoReflect()):
		value, ok := w.exact(e.Lexpr)
		return build.Case(value, build.When(build.Binary("=", proto.CloneOf(e.Lexpr), e.Rexpr), build.Null())), ok
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP:
		return nil, false
	case e.Lexpr == nil && op == "-":
		value, ok := w.exact(e.Rexpr)
		return callWide("neg", value), ok
	case e.Lexpr == nil && op == "@":
		value, ok := w.exact(e.Rexpr)
		return callWide("abs", value), ok
	case e.Lexpr == nil && op == "+":
		return w.exact(e.Rexpr)
	case e.Lexpr == nil || wideOperators[op] == "":
		return nil, false
	}
	operands, ok := w.exactAll([]*pg_query.Node{e.Lexpr, e.Rexpr})
	return callWide(wideOperators[op], operands...), ok
}

// exactCase chooses among the results of a CASE.
func (w *shownNumerics) exactCase(n *pg_query.Node) (*pg_query.Node, bool) {
	c := &pg_query.CaseExpr{Arg: n.GetCaseExpr().Arg, Location: n.GetCaseExpr().Location}
	for _, when := range n.GetCaseExpr().Args {
		result, ok := w.exact(when.GetCaseWhen().Result)
		if !ok {
			return nil, false
		}
		c.Args = append(c.Args, build.When(when.GetCaseWhen().Expr, result))
	}
	if n.GetCaseExpr().Defresult != nil {
		result, ok := w.exact(n.GetCaseExpr().Defresult)
		if !ok {
			return nil, false
		}
		c.Defresult = result
	}
	return &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: c}}, true
}

// exactCall computes what a function does.
func (w *shownNumerics) exactCall(f *pg_query.FuncCall) (*pg_query.Node, bool) {
	_, name := parse.SplitName(f.Funcname)
	if name == "avg" && len(f.Args) == 1 {
		if mean, ok := w.exactMean(f, f.Args[0]); ok {
			return mean, true
		}
	}
	if deviations[name] {
		return build.Call(inference.WidePlain, &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: f}}), true
	}
	if sum, ok := w.exactSum(f, name); ok {
		return sum, true
	}
	if by, ok, known := w.exactOther(f, name); known {
		return by, ok
	}
	if windowed[name] && f.Over != nil || name == "unnest" {
		return w.exactMoved(f, name)
	}
	args, ok := w.exactAll(f.Args)
	switch {
	case !ok || f.Over != nil || f.AggDistinct || len(f.AggOrder) > 0 || f.AggWithinGroup:
	case name == "abs" || name == "mod":
		return callWide(name, args...), true
	case (name == "sum" || name == "avg") && len(args) == 1:
		list := build.Call("list", callWide("text", args[0]))
		list.GetFuncCall().AggFilter = f.AggFilter
		return callWide(name, list), true
	case (name == "max" || name == "min") && len(args) == 1:
		most := build.Call(name, args[0])
		most.GetFuncCall().AggFilter = f.AggFilter
		return most, true
	}
	return nil, false
}

// exactOther returns a bound of a range, or rounds to a number of digits that is computed.
func (w *shownNumerics) exactOther(f *pg_query.FuncCall, name string) (by *pg_query.Node, ok, known bool) {
	switch {
	case name == "lower" || name == "upper":
		by, ok = w.exactBound(f, name)
	case (name == "round" || name == "trunc") && len(f.Args) == 2 && f.Over == nil:
		by, ok = w.exact(f.Args[0])
		by = callWide(name, by, build.Cast(f.Args[1], build.PlainType("int4")))
	default:
		return nil, false, false
	}
	return by, ok, true
}

// exactMean is an average of numerics whose sum has digits that are known.
func (w *shownNumerics) exactMean(f *pg_query.FuncCall, of *pg_query.Node) (*pg_query.Node, bool) {
	if !w.digits[of].Quotient && !trees.IsVolatile(f.ProtoReflect()) && !w.isComputed(of) { // which is not asked of means of means: it computes them, too
		return callWide("div", wideCall("sum", f), wideCall("count", f)), true
	}
	if !w.digits[of].Loose {
		return nil, false
	}
	sum, ok := w.exactSum(f, "sum")
	return callWide("div", sum, wideCall("count", f)), ok
}

// windowed are the functions whose result is a value of one of a window's rows.
var windowed = parse.WordSet(`lag lead first_value last_value nth_value max min`)

// exactMoved calls a function that returns one of the values that it is given, or a row for each of them.
func (w *shownNumerics) exactMoved(f *pg_query.FuncCall, name string) (*pg_query.Node, bool) {
	call := proto.CloneOf(f)
	for i, arg := range f.Args {
		ok := i == 1 // how many rows away the value is
		switch {
		case name == "unnest":
			call.Args[i], _, ok = w.exactArray(arg)
		case i != 1:
			call.Args[i], ok = w.exact(arg)
		}
		if !ok {
			return nil, false
		}
	}
	return &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: call}}, true
}

// deviations are the aggregates whose quotients the engine computes with the digits that PostgreSQL shows.
var deviations = parse.WordSet(`stddev stddev_samp stddev_pop variance var_samp var_pop`)

// wideCall is a call of another aggregate over the same rows.
func wideCall(name string, f *pg_query.FuncCall) *pg_query.Node {
	other := proto.CloneOf(f)
	other.Funcname = build.Names(name)
	return build.Call(inference.WidePlain, &pg_query.Node{Node: &pg_query.Node_FuncCall{FuncCall: other}})
}

// exactSum is the sum of numerics that are computed with columns without a scale: as many digits as the one of them has that has most. Such
// numerics are added up as they are, and the digits are counted beside.
func (w *shownNumerics) exactSum(f *pg_query.FuncCall, name string) (*pg_query.Node, bool) {
	if name != "sum" || len(f.Args) != 1 || f.AggDistinct || len(f.AggOrder) > 0 || trees.IsVolatile(f.ProtoReflect()) {
		return nil, false
	}
	scale, ok := w.scaleOfAggregated(f)
	if !ok {
		return nil, false
	}
	return callWide("round", wideCall("sum", f), mostDigits(proto.CloneOf(f), scale)), true
}
