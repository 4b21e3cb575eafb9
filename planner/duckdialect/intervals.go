package duckdialect

import (
	"regexp"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// An interval of several parts is added to a timestamp with time zone part by part: the months, the days, the time. DuckDB
// adds the time first.

// oneUnit matches an interval of one part.
var oneUnit = regexp.MustCompile(`(?i)^\s*[-+]?\s*(?:\d+\s*(?:years?|months?|mons?|weeks?|days?|[ymwd])|\d+(?:\.\d+)?\s*(?:hours?|minutes?|mins?|seconds?|secs?|milliseconds?|microseconds?|[hs])|\d+:\d+(?::\d+(?:\.\d+)?)?)\s*(?:ago)?\s*$`)

// addInterval writes the sum of a time and an interval out in parts, and reports whether the interval may have several.
func (t *translation) addInterval(n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	if e.Lexpr == nil || op != "+" && op != "-" || t.Env.SQLite {
		return false
	}
	moment, interval := e.Lexpr, e.Rexpr
	if op == "+" && t.severalParts(moment) {
		moment, interval = interval, moment
	}
	if kind := t.Shown(moment); kind != "" && kind != "timestamptz" || moment.GetParamRef() != nil || t.isInterval(moment) || !t.severalParts(interval) {
		return false
	}
	sum := moment
	for part := range int64(3) {
		sum = build.Binary(op, sum, build.Call("pg__interval_part", interval, build.Number(part)))
	}
	t.ReplaceNode(n, sum)
	return true
}

// addTimeOfDay adds a time to a date, or takes it away, and reports whether that is what is asked.
func (t *translation) addTimeOfDay(e *pg_query.A_Expr, op, left, right string) bool {
	if op != "-" && op != "+" || left != "date" || right != "time" || t.Env.SQLite {
		return false
	}
	e.Lexpr, e.Rexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType("timestamp")), build.Cast(e.Rexpr, build.PlainType("interval")), true
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
