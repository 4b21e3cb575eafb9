package numerics

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Numerics that no decimal of DuckDB's has: of more than 38 digits, NaN, infinite. They are of a type of the source's own,
// pg_wide, whose functions begin with pg__wide. A constant or a function of a numeric makes one, and what has one among its
// operands is one. Where the text does not show their type, in queries of queries, they are refused.

// wideConstant is a constant of any width.
func wideConstant(t *inference.Types, s string) *pg_query.Node {
	t.Wide = true
	return build.Call(inference.WidePlain, build.Text(s))
}

// IsText reports whether a text is that of a numeric.
func IsText(s string) bool {
	_, err := numeric.Parse(s)
	return err == nil
}

// widened makes a numeric one of any width. What may be no numeric is refused.
func widened(t *inference.Types, n *pg_query.Node, location int32) *pg_query.Node {
	switch {
	case t.IsWide(n):
		return n
	case n.GetAConst().GetIsnull():
		return build.Call(inference.WidePlain, build.Cast(build.Null(), build.PlainType("text")))
	case !IsNumber(t, n):
		if s, quoted := parse.TextConstant(n); quoted {
			if _, err := numeric.Parse(s); err == nil {
				return wideConstant(t, s)
			}
		}
		t.NoteUnsupported(location, "a numeric of more than %d digits beside this expression is not supported", constants.WidestNumber).
			WithHint("Cast the expression to numeric.")
	}
	t.Wide = true
	f := n.GetFuncCall()
	if _, name := parse.SplitName(f.GetFuncname()); name == "pg__div" && len(f.Args) == 2 && (!IsMean(n) || isMeanOfNumbers(t, n)) {
		return build.Call(inference.WideStart+"div", build.Call(inference.WidePlain, f.Args[0]), build.Call(inference.WidePlain, f.Args[1]))
	}
	return build.Call(inference.WidePlain, n)
}

// IsNumber reports whether the text shows that a value is a numeric or an integer.
func IsNumber(t *inference.Types, n *pg_query.Node) bool {
	if _, ok := trees.Number(n); ok || inference.Numbers[t.Shown(n)] || IsMean(n) {
		return true
	}
	if e := n.GetAExpr(); e != nil && e.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
		_, op := parse.SplitName(e.Name)
		return arithmetic[op] && (e.Lexpr == nil || IsNumber(t, e.Lexpr)) && IsNumber(t, e.Rexpr)
	}
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	return name == "pg__div" && len(f.Args) == 2 && IsNumber(t, f.Args[0]) && IsNumber(t, f.Args[1])
}

// arithmetic are the operators with their functions.
var (
	arithmetic    = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "^": true}
	wideOperators = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod", "^": "power"}
)

// Operator computes with numerics of which one is of any width, or whose result is.
func Operator(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	if t.Env.SQLite {
		return false
	}
	if !t.AnyWide(e.Lexpr, e.Rexpr) && !t.AnyWide(e.Rexpr.GetList().GetItems()...) && !growsWide(e, op) && !raises(t, e, op) && !growsDeep(t, e, op) {
		return false
	}
	if besideDouble(t, e) {
		return false
	}
	switch {
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP && wideComparison(t, n, e, op):
	case e.Kind != pg_query.A_Expr_Kind_AEXPR_OP:
		t.NoteUnsupported(e.Location, "this comparison of a numeric of more than %d digits is not supported", constants.WidestNumber)
	case e.Lexpr == nil && wideSigns[op] != "":
		t.ReplaceNode(n, build.Call(inference.WideStart+wideSigns[op], e.Rexpr))
	case e.Lexpr == nil && op == "+":
		t.ReplaceNode(n, e.Rexpr)
	case e.Lexpr == nil:
		t.NoteUnsupported(e.Location, "operator %s of a numeric of more than %d digits is not supported", op, constants.WidestNumber)
	case arithmetic[op]:
		t.ReplaceNode(n, build.Call(inference.WideStart+wideOperators[op], widened(t, e.Lexpr, e.Location), widened(t, e.Rexpr, e.Location)))
	case trees.Comparisons[op]:
		t.ReplaceNode(n, build.Binary(op, build.Call("pg__cmp_wide", widened(t, e.Lexpr, e.Location), widened(t, e.Rexpr, e.Location)), build.Number(0)))
	case op == "||":
		for _, side := range []**pg_query.Node{&e.Lexpr, &e.Rexpr} {
			if t.IsWide(*side) {
				*side, t.Changed = build.Call(inference.WideStart+"text", *side), true
			}
		}
		return false
	default:
		t.NoteUnsupported(e.Location, "operator %s of a numeric of more than %d digits is not supported", op, constants.WidestNumber)
	}
	return true
}

// besideDouble casts a numeric that stands beside a double precision to double precision.
func besideDouble(t *inference.Types, e *pg_query.A_Expr) bool {
	for _, pair := range [][2]**pg_query.Node{{&e.Lexpr, &e.Rexpr}, {&e.Rexpr, &e.Lexpr}} {
		if kind := t.Shown(*pair[1]); *pair[1] != nil && (kind == "float8" || kind == "float4") {
			*pair[0], t.Changed = build.Cast(build.Call(inference.WideStart+"text", *pair[0]), build.PlainType("float8")), true
			return true
		}
	}
	return false
}

// wideSigns are the operators of one numeric.
var wideSigns = map[string]string{"-": "neg", "@": "abs"}

// wideComparison rewrites NULLIF, BETWEEN and IN of a numeric of any width.
func wideComparison(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	compare := func(op string, with *pg_query.Node) *pg_query.Node {
		return build.Binary(op, build.Call("pg__cmp_wide", widened(t, e.Lexpr, e.Location), widened(t, with, e.Location)), build.Number(0))
	}
	list := e.Rexpr.GetList().GetItems()
	var by *pg_query.Node
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_NULLIF:
		by = build.Case(widened(t, e.Lexpr, e.Location), build.When(compare("=", e.Rexpr), build.Null()))
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		if by = build.And(compare(">=", list[0]), compare("<=", list[1])); e.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN {
			by = build.Not(by)
		}
	case pg_query.A_Expr_Kind_AEXPR_IN:
		equal := make([]*pg_query.Node, len(list))
		for i, with := range list {
			equal[i] = compare("=", with)
		}
		if by = build.Or(equal...); len(equal) == 1 {
			by = equal[0]
		}
		if op == "<>" {
			by = build.Not(by)
		}
	default:
		return false
	}
	t.ReplaceNode(n, by)
	return true
}

// growsWide reports whether the result of an operation on constants has more digits than a decimal of DuckDB's.
func growsWide(e *pg_query.A_Expr, op string) bool {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || !arithmetic[op] || op == "^" {
		return false
	}
	left, ok := trees.Number(e.Lexpr)
	right, also := trees.Number(e.Rexpr)
	_, isInt := parse.IntConstant(e.Lexpr)
	_, areInts := parse.IntConstant(e.Rexpr)
	if !ok || !also || isInt && areInts {
		return false
	}
	whole, fraction := writtenDigits(left)
	otherWhole, otherFraction := writtenDigits(right)
	const most, mostOfQuotient = constants.WidestNumber, 18
	switch op {
	case "*":
		return whole+fraction+otherWhole+otherFraction > most
	case "/":
		return whole > mostOfQuotient || fraction+otherFraction > mostOfQuotient || whole+otherFraction > mostOfQuotient
	}
	return max(whole, otherWhole)+1+max(fraction, otherFraction) > most
}

// growsDeep reports an operation on a numeric of so many digits behind the point that a decimal of DuckDB's has few before it. A remainder
// that DuckDB would compute in floating point is refused where the text does not show the types of all numerics.
func growsDeep(t *inference.Types, e *pg_query.A_Expr, op string) bool {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || e.Lexpr == nil || !strings.Contains("+-*%", op) || !t.IsDeep(e.Lexpr, e.Rexpr) || !IsNumber(t, e.Lexpr) || !IsNumber(t, e.Rexpr) {
		return false
	}
	if op == "%" && !t.Simple {
		t.NoteUnsupported(e.Location, "a remainder of numerics with more than %d digits behind the point is not supported in this statement", inference.QuotientScale)
	}
	return t.Simple
}

// wideFunctions are functions of numerics with the ends of their names in the source, and kept those that take any type.
var (
	wideFunctions = map[string]string{
		"abs": "abs", "sign": "sign", "floor": "floor", "ceil": "ceil", "ceiling": "ceil", "round": "round", "trunc": "trunc", "sqrt": "sqrt", "exp": "exp",
		"ln": "ln", "log": "log", "log10": "log", "power": "power", "pow": "power", "mod": "mod", "div": "trunc_div", "trim_scale": "trim_scale", "gcd": "gcd", "lcm": "lcm",
	}
	wideKeeps = parse.WordSet(`max min count any_value pg_typeof first_value last_value lag lead nth_value num_nulls num_nonnulls
		array_append array_prepend array_cat`)
	wideScales = map[string]bool{"scale": true, "min_scale": true}
	wideJSON   = parse.WordSet(`to_json to_jsonb json_build_object jsonb_build_object json_build_array jsonb_build_array json_agg jsonb_agg json_object_agg jsonb_object_agg array_agg`)
	wideTexts  = parse.WordSet(`concat concat_ws format quote_literal quote_nullable`)
)

// Call calls a function of numerics of which one is of any width, or whose result may be.
func Call(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	if t.Env.SQLite {
		return false
	}
	if name == "factorial" && len(f.Args) == 1 {
		if done := factorialOf(t, n, f); done {
			return true
		}
	}
	if refusesOrder(t, f, name) {
		return true
	}
	isMean := name == "avg" && t.Simple && t.IsDeep(f.Args...) && IsNumber(t, trees.Single(f.Args))
	if !t.AnyWide(f.Args...) && !powerGrows(t, f, name) && !isRoot(t, f, name) && !isMean {
		return false
	}
	if done, known := callOfRows(t, n, f, name); known {
		return done
	}
	if f.AggDistinct {
		t.NoteUnsupported(f.Location, "function %s(DISTINCT …) of a numeric of more than %d digits is not supported", name, constants.WidestNumber)
		return true
	}
	return callWide(t, n, f, name)
}

// callWide calls a function of rows' values of which one is of any width.
func callWide(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall, name string) bool {
	switch by := wideFunctions[name]; {
	case by != "":
		args := make([]*pg_query.Node, len(f.Args))
		for i, a := range f.Args {
			if args[i] = a; i == 0 || name != "round" && name != "trunc" {
				args[i] = widened(t, a, f.Location)
			}
		}
		return t.ReplaceCall(n, name, build.Call(inference.WideStart+by, args...))
	case wideScales[name] && len(f.Args) == 1:
		return t.ReplaceCall(n, name, build.Call("pg__"+name+"_wide", f.Args[0]))
	case wideTexts[name]:
		for i, a := range f.Args {
			if t.IsWide(a) {
				f.Args[i], t.Changed = build.Call(inference.WideStart+"text", a), true
			}
		}
		return false
	case !wideKeeps[name] && !wideJSON[name] && !strings.HasPrefix(name, "pg__"):
		t.NoteUnsupported(f.Location, "function %s of a numeric of more than %d digits is not supported", name, constants.WidestNumber)
		return true
	}
	return false
}

// callOfRows calls a window function with a default, or an aggregate. done: the call is another one.
func callOfRows(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall, name string) (done, known bool) {
	switch {
	case (name == "lag" || name == "lead") && len(f.Args) == 3:
		Choose(t, []*pg_query.Node{f.Args[0], f.Args[2]})
		return false, true
	case f.AggDistinct && f.Over == nil && len(f.Args) == 1 && name == "count":
		f.Args[0], t.Changed = build.Call(inference.WideStart+"text", build.Call(inference.WideStart+"trim_scale", f.Args[0])), true
		return false, true
	case f.AggDistinct && f.Over == nil && len(f.Args) == 1 && name == "sum":
		scale, ok := scaleOf(f.Args[0])
		if !ok {
			return false, false
		}
		list := build.Call("list", build.Call(inference.WideStart+"text", build.Call(inference.WideStart+"trim_scale", f.Args[0])))
		list.GetFuncCall().AggFilter, list.GetFuncCall().AggDistinct = f.AggFilter, true
		return t.ReplaceCall(n, name, build.Call(inference.WideStart+"round", build.Call(inference.WideStart+name, list), build.Number(scale))), true
	case (name == "sum" || name == "avg") && f.Over == nil && !f.AggDistinct && len(f.Args) == 1:
		list := build.Call("list", build.Call(inference.WideStart+"text", widened(t, f.Args[0], f.Location)))
		list.GetFuncCall().AggFilter = f.AggFilter
		return t.ReplaceCall(n, name, build.Call(inference.WideStart+name, list)), true
	}
	return false, false
}

// scaleOf returns how many digits behind the point all values of a numeric of any width have; ok is false where the text does not show it.
func scaleOf(n *pg_query.Node) (scale int64, ok bool) {
	f := n.GetFuncCall()
	switch _, name := parse.SplitName(f.GetFuncname()); name {
	case inference.WideStart + "fit":
		return parse.IntConstant(f.Args[2])
	case inference.WideStart + "add", inference.WideStart + "sub":
		left, known := scaleOf(f.Args[0])
		right, also := scaleOf(f.Args[1])
		return max(left, right), known && also
	}
	return 0, false
}

// refusesOrder refuses an aggregate that computes with the order of numerics of any width.
func refusesOrder(t *inference.Types, f *pg_query.FuncCall, name string) bool {
	for _, n := range f.AggOrder {
		if f.AggWithinGroup && name != "mode" && name != "percentile_disc" && t.IsWide(n.GetSortBy().GetNode()) {
			t.NoteUnsupported(f.Location, "function %s of a numeric of this form is not supported", name).WithHint("Cast the expression to double precision.")
			return true
		}
	}
	return false
}

// CompareCases writes the comparisons of a CASE that compares a numeric of any width.
func CompareCases(t *inference.Types, c *pg_query.CaseExpr) {
	list := []*pg_query.Node{c.Arg}
	for _, w := range c.Args {
		list = append(list, w.GetCaseWhen().GetExpr())
	}
	if c.Arg == nil || t.Env.SQLite || !t.AnyWide(list...) {
		return
	}
	for _, w := range c.Args {
		when := w.GetCaseWhen()
		when.Expr = build.Binary("=", build.Call("pg__cmp_wide", widened(t, c.Arg, c.Location), widened(t, when.Expr, c.Location)), build.Number(0))
	}
	c.Arg, t.Changed = nil, true
}

// powerGrows reports a power of numerics, of which any may have more digits than a decimal of DuckDB's.
func powerGrows(t *inference.Types, f *pg_query.FuncCall, name string) bool {
	return (name == "power" || name == "pow") && len(f.Args) == 2 && (t.Simple && areNumerics(t, f.Args...) || t.Shown(f.Args[0]) == "numeric" || t.Shown(f.Args[1]) == "numeric") &&
		IsNumber(t, f.Args[0]) && IsNumber(t, f.Args[1])
}

// factorialOf computes the factorial of a constant. DuckDB has one of integers alone, and that of any greater number is too great.
func factorialOf(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	of := f.Args[0]
	isWide := t.Inferred(of) == "int8"
	if c := of.GetTypeCast(); c != nil && isWide {
		of = c.Arg
	}
	if i, ok := parse.IntConstant(of); ok {
		return factorial(t, n, i)
	}
	if s, quoted := parse.TextConstant(of); quoted {
		i, err := strconv.ParseInt(strings.TrimSpace(s), 10, 32)
		return err == nil && factorial(t, n, i)
	}
	of = f.Args[0]
	if isWide {
		of = build.Cast(of, build.PlainType("int4"))
	}
	const most = 33 // of which the factorial has 37 digits
	f.Args[0], t.Changed = build.Case(of, build.When(build.Binary(">", of, build.Number(most)), build.Call("error", build.Text("0A000: function factorial of a computed number above 33 is not supported")))), true
	return false
}

// factorial computes the factorial of a constant.
func factorial(t *inference.Types, n *pg_query.Node, of int64) bool {
	if of < 0 {
		return false
	}
	value, err := numeric.Factorial(of)
	if err != nil {
		t.NoteUnsupported(build.Nowhere, "%v", err)
		return true
	}
	return t.ReplaceCall(n, "factorial", Constant(t, value))
}

// Cast casts a numeric of any width, or to one.
func Cast(t *inference.Types, n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	if t.Env.SQLite || len(c.TypeName.GetArrayBounds()) > 0 {
		return false
	}
	precision, isWritten := int64(0), WrittenPrecision(c.TypeName)
	if isWritten {
		precision, _ = parse.IntConstant(c.TypeName.Typmods[0])
	}
	if text, ok := specialDouble(c.Arg); ok && name == "numeric" {
		c.Arg = text
	}
	s, quoted := parse.TextConstant(c.Arg)
	value, err := numeric.Parse(s)
	special := quoted && name == "numeric" && err == nil && !value.Finite()
	if !t.IsWide(c.Arg) && !special && (name != "numeric" || precision <= constants.WidestNumber) {
		return false
	}
	shown := build.Call(inference.WideStart+"text", widened(t, c.Arg, c.Location))
	switch name {
	case "numeric":
		by := widened(t, c.Arg, c.TypeName.Location)
		if isWritten {
			scale := build.Number(0)
			if len(c.TypeName.Typmods) > 1 {
				scale = c.TypeName.Typmods[1]
			}
			by = build.Call(inference.WideStart+"fit", by, build.Number(precision), scale)
		}
		t.ReplaceNode(n, by)
	case "text", "varchar":
		c.Arg, t.Changed = shown, true
		return false
	case "float8", "float4":
		t.ReplaceNode(n, build.Cast(shown, build.PlainType(name)))
	case "int2", "int4", "int8":
		t.ReplaceNode(n, toInteger(build.Call(inference.WideStart+"text", build.Call(inference.WideStart+"round", widened(t, c.Arg, c.Location), build.Number(0))), name))
	default:
		t.NoteUnsupported(c.TypeName.Location, "a cast of a numeric of more than %d digits to %s is not supported", constants.WidestNumber, name)
	}
	return true
}

// specialDouble returns the text of a constant of floating point that is NaN or infinite.
func specialDouble(n *pg_query.Node) (text *pg_query.Node, ok bool) {
	c := n.GetTypeCast()
	_, name := parse.SplitName(c.GetTypeName().GetNames())
	if name != "float8" && name != "float4" || len(c.TypeName.ArrayBounds) > 0 {
		return nil, false
	}
	s, quoted := parse.TextConstant(c.Arg)
	value, err := numeric.Parse(s)
	return c.Arg, quoted && err == nil && !value.Finite()
}

// toInteger casts the text of a numeric without digits behind the point to a type of integers, which have no NaN and no infinity.
func toInteger(text *pg_query.Node, to string) *pg_query.Node {
	var fails []*pg_query.Node
	for _, special := range [][2]string{{"NaN", "NaN"}, {"Infinity", "infinity"}, {"-Infinity", "infinity"}} {
		fails = append(fails, build.When(build.Binary("=", text, build.Text(special[0])), build.Call("error", build.Text("0A000: cannot convert "+special[1]+" to "+inference.SpelledNumbers[to]))))
	}
	return build.Case(build.Cast(text, build.PlainType(to)), fails...)
}

// Choose makes the values that are chosen from of any width, where one is.
func Choose(t *inference.Types, choices []*pg_query.Node) bool {
	if !t.AnyWide(choices...) || t.Env.SQLite {
		return false
	}
	for i, n := range choices {
		choices[i].Node, t.Changed = widened(t, &pg_query.Node{Node: n.Node}, build.Nowhere).Node, true
	}
	return true
}

// NoteSimple notes whether the text shows the types of all numerics of the statement, and DuckDB compares none of them by
// its text. The tree is the client's.
func NoteSimple(t *inference.Types, root *pg_query.Node) {
	s := trees.Explained(root).GetSelectStmt()
	t.Simple = s != nil && s.IntoClause == nil && (s.Larg == nil && withValues(s.WithClause) && groupsPlainly(s) && len(s.DistinctClause) == 0 || s.Larg != nil && areConstants(s))
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeSubselect:
			t.Simple = t.Simple && isValues(m.Subquery)
		case *pg_query.SubLink:
			t.Simple = false
		}
	})
}

// CheckWide refuses numbers of any width in other statements.
func CheckWide(t *inference.Types) {
	if t.Wide && !t.Simple {
		t.NoteUnsupported(build.Nowhere, "a number that needs more than %d digits is not supported in this statement", constants.WidestNumber).
			WithHint("The embedded engine, DuckDB, has no wider numbers. A cast of a quoted text to double precision is an approximation.")
	}
}

// WrittenPrecision reports whether the client wrote the type's precision.
func WrittenPrecision(n *pg_query.TypeName) bool {
	return len(n.Typmods) > 0 && n.Typmods[0].GetAConst().GetLocation() != build.Nowhere
}

// IsMean reports an average, a variance or a deviation, which has up to 20 digits behind the point.
func IsMean(n *pg_query.Node) bool {
	f := n.GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	if name != "pg__div" || len(f.Args) != 2 {
		return name == aggregates.MomentCall
	}
	_, total := parse.SplitName(f.Args[0].GetFuncCall().GetFuncname())
	return total == "sum"
}
