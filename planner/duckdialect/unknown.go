package duckdialect

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/arrays"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// This file writes expressions whose answer is unknown, or an error, in Postgres and is something else
// in DuckDB.

// contained makes a test whether a list contains a value. It is NULL if the list does not contain the value but a NULL.
func contained(list, value *pg_query.Node) *pg_query.Node {
	contains := build.Call("list_contains", list, value)
	if list.GetParamRef() != nil {
		return contains // whose type follows from the value's alone
	}
	if column := trees.LastField(list); emulation.ArrayColumns[column] || parse.IsVectorColumn(column) {
		return contains // of a catalog: it has no NULL
	}
	return build.Case(contains,
		build.When(build.Binary("=", build.Call("len", list), build.Number(0)), build.Truth(false)),
		build.When(contains, build.Truth(true)),
		build.When(build.Binary("<", build.Call("list_count", list), build.Call("len", list)), build.Null()))
}

// knownArray makes a comparison with ANY or ALL elements of an array that is NULL unknown.
func (t *translation) knownArray(n *pg_query.Node, e *pg_query.A_Expr) {
	if e.Rexpr.GetAArrayExpr() != nil {
		return
	}
	if c := e.Rexpr.GetTypeCast(); c != nil && c.Arg.GetAArrayExpr() != nil {
		return
	}
	t.ReplaceNode(n, build.Case(&pg_query.Node{Node: n.Node}, build.When(build.IsNull(e.Rexpr), build.Null())))
}

// rowComparison compares rows field by field, as Postgres does: DuckDB compares NULLs as values.
func (t *translation) rowComparison(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	left, right := e.Lexpr.GetRowExpr().GetArgs(), e.Rexpr.GetRowExpr().GetArgs()
	if len(left) == 0 || len(left) != len(right) {
		return false
	}
	if t.AnyWide(left...) || t.AnyWide(right...) {
		t.NoteUnsupported(e.Location, "a comparison of rows with a numeric of this form is not supported").WithHint("Compare the columns.")
		return true
	}
	for i := range left {
		pair := &pg_query.A_Expr{Kind: pg_query.A_Expr_Kind_AEXPR_OP, Lexpr: left[i], Rexpr: right[i]}
		json.Compare(&t.Types, pair, "=")
		t.widenSides(&pair.Lexpr, &pair.Rexpr)
		left[i], right[i] = pair.Lexpr, pair.Rexpr
	}
	if len(left) == 1 {
		t.ReplaceNode(n, build.Binary(op, left[0], right[0]))
		return true
	}
	tests := make([]*pg_query.Node, len(left))
	for i := range left {
		tests[i] = build.Binary(op, left[i], right[i])
	}
	switch op {
	case "=":
		t.ReplaceNode(n, build.And(tests...))
	case "<>":
		t.ReplaceNode(n, build.Or(tests...))
	case "<", "<=", ">", ">=":
		last := len(left) - 1
		by := tests[last]
		for i := last - 1; i >= 0; i-- {
			by = build.Or(build.Binary(op[:1], left[i], right[i]), build.And(build.Binary("=", left[i], right[i]), by))
		}
		t.ReplaceNode(n, by)
	default:
		return false
	}
	return true
}

// rowIn compares a row with each of a list, field by field.
func (t *translation) rowIn(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	rows := e.Rexpr.GetList().GetItems()
	if e.Lexpr.GetRowExpr() == nil || len(rows) == 0 {
		for _, item := range rows {
			t.quotedRange(item, e.Lexpr)
		}
		return
	}
	tests := make([]*pg_query.Node, len(rows))
	for i, row := range rows {
		tests[i] = build.Binary("=", e.Lexpr, row)
		if !t.rowComparison(tests[i], tests[i].GetAExpr(), "=") {
			return
		}
	}
	by := tests[0]
	if len(tests) > 1 {
		by = build.Or(tests...)
	}
	if op == "<>" {
		by = build.Not(by)
	}
	t.ReplaceNode(n, by)
}

// rowNull tests each field of a row: of DuckDB's tests of rows, none is true.
func (t *translation) rowNull(n *pg_query.Node, test *pg_query.NullTest) {
	fields := test.Arg.GetRowExpr().GetArgs()
	if len(fields) == 0 {
		return
	}
	tests := make([]*pg_query.Node, len(fields), len(fields)+1)
	for i, field := range fields {
		tests[i] = &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{Arg: field, Nulltesttype: test.Nulltesttype, Location: build.Nowhere}}}
	}
	t.ReplaceNode(n, build.And(append(tests, build.Truth(true))...))
}

// arrayCat joins two arrays, of which one may be NULL.
func (t *translation) arrayCat(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 2 {
		return false
	}
	for i, a := range f.Args {
		kind := t.Inferred(f.Args[1-i])
		if elements := f.Args[1-i].GetAArrayExpr().GetElements(); len(elements) > 0 {
			kind = t.Inferred(elements[0]) + "[]"
		}
		if _, quoted := parse.TextConstant(a); quoted && strings.HasSuffix(kind, "[]") {
			to := build.PlainType(strings.TrimSuffix(kind, "[]"))
			to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
			f.Args[i] = build.Cast(a, to)
			t.RewriteCast(f.Args[i], f.Args[i].GetTypeCast())
		}
	}
	if left, right := arrays.Dimensions(f.Args[0]), arrays.Dimensions(f.Args[1]); len(left) > 0 && len(right) > 0 && (len(left) != len(right) || !arrays.Joinable(left, right)) {
		by := build.Binary("||", f.Args[0], f.Args[1])
		t.arrays.Join(by, by.GetAExpr())
		return t.ReplaceCall(n, "array_cat", by)
	}
	return t.ReplaceCall(n, "array_cat", build.Case(build.Call("list_concat", f.Args...), build.When(build.And(build.IsNull(f.Args[0]), build.IsNull(f.Args[1])), build.Null())))
}

// degrees divides as Postgres does: the last digit depends on it.
func (t *translation) degrees(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 {
		return false
	}
	const radiansPerDegree = "0.0174532925199432957692"
	return t.ReplaceCall(n, "degrees", build.Call("pg__div", build.Cast(f.Args[0], build.PlainType("float8")), build.Cast(build.Text(radiansPerDegree), build.PlainType("float8"))))
}

// arrayScales keeps the scale of each number of an array: DuckDB has one for all.
func (t *translation) arrayScales(n *pg_query.Node, a *pg_query.A_ArrayExpr) {
	if t.rareChoice(a.Elements) || numerics.Choose(&t.Types, a.Elements) || t.padElements(n, a) {
		return
	}
	if len(a.Elements) > 0 && !slices.ContainsFunc(a.Elements, func(e *pg_query.Node) bool { return !e.GetAConst().GetIsnull() }) {
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.TextArray()))
		return
	}
	columns := func(e *pg_query.Node) bool { return len(arrays.Dimensions(e)) == 0 && t.ShowsArray(e) }
	nulls := func(e *pg_query.Node) bool { return e.GetAConst().GetIsnull() }
	written := func(e *pg_query.Node) bool { return e.GetAArrayExpr() != nil }
	if !t.Env.SQLite && (slices.ContainsFunc(a.Elements, columns) || slices.ContainsFunc(a.Elements, nulls) && slices.ContainsFunc(a.Elements, written)) {
		t.arrays.RequireSameLengths(n, "written")
	}
	pointed := func(e *pg_query.Node) bool { return e.GetAConst().GetFval() != nil }
	if slices.ContainsFunc(a.Elements, pointed) && mixedScales(t.integersAsZero(a.Elements)) {
		to := build.PlainType("numeric")
		to.Typmods, to.ArrayBounds = []*pg_query.Node{build.Number(38), build.Number(9)}, []*pg_query.Node{pg_query.MakeIntNode(-1)}
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, to))
	}
}

// integersAsZero returns the list with 0 in place of the integers that are not written, which have no digits behind the point either.
func (t *translation) integersAsZero(list []*pg_query.Node) []*pg_query.Node {
	list = slices.Clone(list)
	for i, n := range list {
		if integerTypes[t.Inferred(n)] {
			list[i] = build.Number(0)
		}
	}
	return list
}

// choiceScales keeps the scale of the number that COALESCE or CASE chooses.
func (t *translation) choiceScales(n *pg_query.Node, choices []*pg_query.Node) {
	t.checkChoices(choices)
	t.plainNulls(choices)
	if t.rareChoice(choices) || numerics.Choose(&t.Types, choices) {
		return
	}
	numerics.RefuseMixed(&t.Types, choices)
	numerics.CastBeside(&t.Types, choices...)
	if mixedScales(choices) {
		to := build.PlainType("numeric")
		to.Typmods = []*pg_query.Node{build.Number(38), build.Number(9)}
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, to))
	}
}

// checkChoices refuses a quoted constant among integers that is none.
func (t *translation) checkChoices(choices []*pg_query.Node) {
	if t.Env.SQLite || !slices.ContainsFunc(choices, func(n *pg_query.Node) bool { _, ok := parse.IntConstant(n); return ok }) {
		return
	}
	for _, n := range choices {
		s, quoted := parse.TextConstant(n)
		if _, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); quoted && err != nil && !trees.Decimal.MatchString(s) {
			t.NoteError(n.GetAConst().GetLocation(), sqlstate.InvalidTextRepresent, "invalid input syntax for type integer: %q", s)
		}
	}
}

// mixedScales reports whether a list consists of numbers of several scales, of which none ends with a zero. A numeric
// without a scale shows them as they are written.
func mixedScales(list []*pg_query.Node) bool {
	first, mixed := -1, false
	for _, element := range list {
		if c := element.GetTypeCast(); c != nil && len(c.TypeName.GetArrayBounds()) == 0 {
			if _, name := parse.SplitName(c.TypeName.GetNames()); name == "int2" || name == "int4" || name == "int8" {
				element = c.Arg
			}
		}
		digits := element.GetAConst().GetFval().GetFval()
		_, isInt := parse.IntConstant(element)
		_, fraction, _ := strings.Cut(digits, ".")
		switch {
		case element.GetAConst().GetIsnull():
			continue
		case !isInt && (digits == "" || strings.ContainsAny(digits, "eExX_") || strings.HasSuffix(fraction, "0") || len(fraction) > 9):
			return false
		}
		mixed = mixed || first >= 0 && first != len(fraction)
		first = len(fraction)
	}
	return mixed
}

// finite refuses what is unknown of a date or timestamp because it is infinite: Postgres's answer is
// infinite, too, and no numeric here is.
func finite(value, moment *pg_query.Node, name string) *pg_query.Node {
	return build.Case(value, build.When(build.And(build.IsNull(value), build.Not(build.IsNull(moment))), rewrite.Failing(name+" of an infinite date or time is not supported")))
}

// pastChrist counts years before Christ as Postgres does, which has no year 0. An interval has one.
func pastChrist(year, moment *pg_query.Node, isDated bool) *pg_query.Node {
	if isDated {
		return build.Case(year, build.When(build.Binary("<=", year, build.Number(0)), build.Binary("-", year, build.Number(1))))
	}
	zoned := build.And(build.Binary("=", build.Call("typeof", moment), build.Text("TIMESTAMP WITH TIME ZONE")), build.Not(afterChrist(moment)))
	return build.Case(year, build.When(zoned, rewrite.Failing("the year of a time with a zone before Christ is not supported")), build.When(build.And(build.Binary("<>", build.Call("typeof", moment), build.Text("INTERVAL")), build.Binary("<=", year, build.Number(0))), build.Binary("-", year, build.Number(1))))
}
