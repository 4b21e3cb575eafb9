package duckdialect

import (
	"regexp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// An interval of several parts is added to a timestamp with time zone part by part: the months, the days, the time. DuckDB
// adds the time first.
//
// To DuckDB 24 hours and a day are equal, and so are 30 days and a month: where a statement adds both to the same time, its
// optimizer takes one sum for the other. So a statement with several intervals adds each part by part.

// oneUnit matches an interval of one part.
var oneUnit = regexp.MustCompile(`(?i)^\s*[-+]?\s*(?:\d+\s*(?:years?|months?|mons?|weeks?|days?|[ymwd])|\d+(?:\.\d+)?\s*(?:hours?|minutes?|mins?|seconds?|secs?|milliseconds?|microseconds?|[hs])|\d+:\d+(?::\d+(?:\.\d+)?)?)\s*(?:ago)?\s*$`)

// addInterval writes the sum of a time and an interval out in parts, where the interval may have several.
func (t *translation) addInterval(n *pg_query.Node, e *pg_query.A_Expr, op string) {
	if e.Lexpr == nil || op != "+" && op != "-" || t.Env.SQLite {
		return
	}
	moment, interval := e.Lexpr, e.Rexpr
	if op == "+" && t.isInterval(moment) && !t.isInterval(interval) {
		moment, interval = interval, moment
	}
	kind := t.Shown(moment)
	zoned := kind == "" || kind == "timestamptz"
	if moment.GetParamRef() != nil || t.isInterval(moment) || t.Inferred(moment) == "time" || !(zoned && t.severalParts(interval)) && !(moments[kind] && t.equalsAnother(interval)) {
		return
	}
	sum := moment
	for part := range int64(3) {
		sum = build.Binary(op, sum, build.Call("pg__interval_part", interval, build.Number(part)))
	}
	t.ReplaceNode(n, sum)
}

// moments are the types that an interval is added to, with "" for one that the text does not show.
var moments = map[string]bool{"": true, "timestamptz": true, "timestamp": true, "date": true}

var (
	// lengths matches the numbers of a text that are followed by a unit of time.
	lengths = regexp.MustCompile(`(?i)\d+\s*'?\s*(?:year|mon|week|day|hour|min|sec|[ymwdhs]\b)|=>\s*\d+|\d+:\d+`)
	// ofMonths matches an interval that is equal to no interval of another unit that is written otherwise.
	ofMonths = regexp.MustCompile(`(?i)^\s*[-+]?\s*\d+\s*(?:years?|months?|mons?|[y])\s*(?:ago)?\s*$`)
)

// equalsAnother reports whether an interval may be equal to another one of the statement that has other parts.
func (t *translation) equalsAnother(n *pg_query.Node) bool {
	if s, constant := parse.TextConstant(n.GetTypeCast().GetArg()); !t.isInterval(n) || constant && ofMonths.MatchString(s) {
		return false
	}
	found := lengths.FindAllString(t.Text, -1)
	return slices.ContainsFunc(found, func(s string) bool { return s != found[0] })
}

// addTimeOfDay adds a time to a date or a timestamp, or takes it away, and reports whether that is what is asked.
func (t *translation) addTimeOfDay(e *pg_query.A_Expr, op, left, right string) bool {
	moment, time := &e.Lexpr, &e.Rexpr
	if op == "+" && left == "time" {
		moment, time, left, right = time, moment, right, left
	}
	if op == "+" && right == "time" && left == "unknown" && !t.Env.SQLite { // an interval, of all that is added to a time
		*moment, t.Changed = build.Cast(*moment, build.PlainType("interval")), true
		return true
	}
	if op != "-" && op != "+" || right != "time" || left != "date" && left != "timestamp" && left != "timestamptz" || t.Env.SQLite {
		return false
	}
	if *time = build.Cast(*time, build.PlainType("interval")); left == "date" {
		*moment = build.Cast(*moment, build.PlainType("timestamp"))
	}
	t.Changed = true
	return true
}

// severalParts reports whether a value is an interval that may have several parts.
func (t *translation) severalParts(n *pg_query.Node) bool {
	s, constant := parse.TextConstant(n.GetTypeCast().GetArg())
	return t.isInterval(n) && !(constant && oneUnit.MatchString(s))
}

// intervalCalls are the functions that return intervals.
var intervalCalls = parse.WordSet(`make_interval age justify_days justify_hours justify_interval pg__div pg__precise`)

// isInterval reports whether the text shows that a value is an interval.
func (t *translation) isInterval(n *pg_query.Node) bool {
	if t.Shown(n) == "interval" {
		return true
	}
	if f := n.GetFuncCall(); f != nil {
		name := t.OriginalName(f)
		return intervalCalls[name] && (name[:2] != "pg" || t.isInterval(f.Args[0]))
	}
	e := n.GetAExpr()
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP {
		return false
	}
	switch _, op := parse.SplitName(e.Name); op {
	case "*":
		return t.isInterval(e.Lexpr) || t.isInterval(e.Rexpr)
	case "/":
		return t.isInterval(e.Lexpr)
	case "+", "-":
		return t.isInterval(e.Rexpr) && (e.Lexpr == nil || t.isInterval(e.Lexpr))
	}
	return false
}

// chooseAmong rewrites GREATEST and LEAST.
func (t *translation) chooseAmong(n *pg_query.Node, e *pg_query.MinMaxExpr) {
	if slices.ContainsFunc(e.Args, func(a *pg_query.Node) bool { return t.kindOf(a) == "tsvector" }) {
		t.refuseRare(e.Location, "GREATEST or LEAST of", "tsvector")
	}
	t.choiceConstants(e.Args)
	if !t.rareChoice(e.Args) && !numerics.Choose(&t.Types, e.Args) {
		numerics.RefuseMixed(&t.Types, e.Args)
		t.chooseInterval(n, e)
	}
}

// chooseInterval finds the greatest or the least of several intervals by their order, in which 25 hours are more than a day: DuckDB's
// functions of these names compare the parts of intervals, and those of times with zones.
func (t *translation) chooseInterval(n *pg_query.Node, e *pg_query.MinMaxExpr) {
	kind := ""
	for _, a := range e.Args {
		switch {
		case t.isInterval(a) || t.Inferred(a) == "interval":
			kind = "interval"
		case t.Shown(a) == "timetz":
			kind = "timetz"
		}
	}
	if kind == "" || t.Env.SQLite {
		return
	}
	name, function := "greatest", "list_max"
	if e.Op == pg_query.MinMaxOp_IS_LEAST {
		name, function = "least", "list_min"
	}
	for i, a := range e.Args {
		if _, quoted := parse.TextConstant(a); quoted {
			e.Args[i] = build.Cast(a, build.PlainType(kind))
			t.RewriteCast(e.Args[i], e.Args[i].GetTypeCast())
		}
	}
	t.NoteName(n, name)
	if kind == "timetz" {
		t.ReplaceNode(n, extremeZoned(e.Args, name == "greatest"))
		return
	}
	t.ReplaceNode(n, build.Call(function, build.Array(e.Args...)))
}

// extremeZoned is the greatest or the least of times with zones: DuckDB's functions compare their parts, so they compare rows of the
// key of a time and the time itself.
func extremeZoned(list []*pg_query.Node, greatest bool) *pg_query.Node {
	function := "list_min"
	if greatest {
		function = "list_max"
	}
	rows := make([]*pg_query.Node, len(list))
	for i, n := range list {
		rows[i] = build.Case(build.Call("row", zonedKey(n), n), build.When(build.IsNull(n), build.Null()))
	}
	return build.Cast(build.Call("struct_extract", build.Call(function, build.Array(rows...)), build.Number(2)), build.PlainType("timetz"))
}

// zonedKey is a number by which a time with a zone is compared.
func zonedKey(n *pg_query.Node) *pg_query.Node { return build.Call("pg__zoned_key", n) }

// extremeOf finds the greatest or the least of the times with zones of many rows, which DuckDB's aggregates compare by their parts.
func (t *translation) extremeOf(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) != 1 || t.Shown(f.Args[0]) != "timetz" || t.Env.SQLite {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	f.Funcname = build.Names("arg_" + name)
	f.Args, f.AggDistinct, t.Changed = append(f.Args, zonedKey(f.Args[0])), false, true
	t.NoteName(n, name)
	return true
}
