package duckdialect

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Quoted constants whose type follows from what stands beside them.

// plainMoment matches a date or a timestamp that DuckDB reads as Postgres does.
var plainMoment = regexp.MustCompile(`^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?$|^\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?$`)

// momentsBeside reads quoted constants that are compared with a date or time as such, where DuckDB may read them otherwise.
func (t *translation) momentsBeside(moment *pg_query.Node, list ...*pg_query.Node) {
	kind := t.Shown(moment)
	if !inference.DatesAndTimes[kind] || t.Env.SQLite {
		return
	}
	for _, n := range list {
		if s, quoted := parse.TextConstant(n); quoted && !plainMoment.MatchString(s) {
			by := build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType(kind))
			t.RewriteCast(by, by.GetTypeCast())
			t.ReplaceNode(n, by)
		}
	}
}

// untypedMoment reads a quoted constant that is added to a date or time, or taken from it.
func (t *translation) untypedMoment(e *pg_query.A_Expr, op string) {
	if t.Env.SQLite || e.Lexpr == nil {
		return
	}
	for _, pair := range [][2]*pg_query.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		kind := t.Shown(pair[1])
		if _, quoted := parse.TextConstant(pair[0]); !quoted || !inference.DatesAndTimes[kind] && kind != "interval" {
			continue
		}
		to := kind // of two times the difference
		if op == "+" {
			if to = "interval"; kind == "date" || kind == "time" {
				return
			}
		}
		by := build.Cast(&pg_query.Node{Node: pair[0].Node}, build.PlainType(to))
		t.RewriteCast(by, by.GetTypeCast())
		t.ReplaceNode(pair[0], by)
	}
}

// frameOffsets casts a quoted offset of a RANGE frame to interval, unless it is a number.
func (t *translation) frameOffsets(w *pg_query.WindowDef) {
	const byRange = 0x00002
	if w.FrameOptions&byRange == 0 {
		return
	}
	for _, offset := range []*pg_query.Node{w.StartOffset, w.EndOffset} {
		if s, quoted := parse.TextConstant(offset); quoted && !trees.Decimal.MatchString(strings.TrimSpace(s)) {
			by := build.Cast(&pg_query.Node{Node: offset.Node}, build.PlainType("interval"))
			t.RewriteCast(by, by.GetTypeCast())
			t.ReplaceNode(offset, by)
		}
	}
}
