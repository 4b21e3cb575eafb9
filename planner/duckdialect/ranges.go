package duckdialect

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// makeRange calls the source's function, which always takes the brackets as a third argument.
func (t *translation) makeRange(n *pg_query.Node, f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) != 2 && len(f.Args) != 3 {
		t.NoteError(f.Location, "42883", "function %s with %d arguments does not exist", name, len(f.Args))
		return true
	}
	for i := range 2 {
		_, quoted := parse.TextConstant(f.Args[i])
		if quoted || f.Args[i].GetAConst().GetIsnull() {
			f.Args[i] = build.Cast(f.Args[i], build.PlainType(raretypes.RangeElements[name]))
			t.RewriteCast(f.Args[i], f.Args[i].GetTypeCast())
		}
		if name == "tstzrange" || name == "tsrange" || name == "daterange" {
			f.Args[i] = build.Cast(f.Args[i], build.PlainType(raretypes.RangeElements[name]))
		}
	}
	if len(f.Args) == 2 {
		f.Args = append(f.Args, build.Text("[)"))
	}
	return t.ReplaceCall(n, name, build.Call("pg__"+name, f.Args...))
}

// momentRange matches a range of two moments, each of which may be left out.
var momentRange = regexp.MustCompile(`^\s*([\[(])\s*"?([^",\[\]()]*)"?,\s*"?([^",\[\]()]*)"?([\])])\s*$`)

// zonedRange makes a constant that is cast to tstzrange a call where a bound has no zone of its own: it is in the session's.
func (t *translation) zonedRange(n *pg_query.Node, c *pg_query.TypeCast, name string) bool {
	if strings.TrimPrefix(name, "pg_") != "tstzrange" || len(c.TypeName.ArrayBounds) > 0 || t.Definition || t.Env.SQLite {
		return false
	}
	s, quoted := parse.TextConstant(c.Arg)
	m := momentRange.FindStringSubmatch(s)
	if !quoted || m == nil {
		return false
	}
	zoneless := false
	bounds := make([]*pg_query.Node, 2)
	for i, bound := range m[2:4] {
		if bounds[i] = build.Null(); bound != "" {
			bounds[i] = build.Text(bound)
		}
		_, zone, isMoment := constants.Moment("timestamptz", bound)
		_, isDay := constants.Day(bound)
		zoneless = zoneless || isMoment && zone == "" || isDay || plainDay.MatchString(bound)
	}
	return zoneless && t.makeRange(n, build.Call("tstzrange", append(bounds, build.Text(m[1]+m[4]))...).GetFuncCall())
}

// plainDay matches a day as it is mostly written.
var plainDay = regexp.MustCompile(`^\s*\d{4}-\d{1,2}-\d{1,2}\s*$`)

// quotedRanges reads a quoted range beside a value, for operators that ranges have.
func (t *translation) quotedRanges(e *pg_query.A_Expr, op string) {
	switch op {
	case "=", "<>", "<", "<=", ">", ">=", "@>", "<@", "&&", "<<", ">>":
		t.quotedRange(e.Rexpr, e.Lexpr)
		t.quotedRange(e.Lexpr, e.Rexpr)
	case "-|-", "&<", "&>", "*", "+", "-":
		t.quotedZonedRange(e.Rexpr, e.Lexpr)
		t.quotedZonedRange(e.Lexpr, e.Rexpr)
	}
}

// quotedZonedRange reads a quoted range beside a tstzrange, where a bound is in the session's zone.
func (t *translation) quotedZonedRange(literal, beside *pg_query.Node) bool {
	if _, quoted := parse.TextConstant(literal); !quoted || beside.GetAConst() != nil || t.Inferred(beside) != "tstzrange" {
		return false
	}
	return t.zonedRange(literal, build.Cast(literal, build.PlainType("tstzrange")).GetTypeCast(), "tstzrange")
}

// quotedRange reads a quoted range beside a value that may be one: without it, DuckDB would compare texts.
func (t *translation) quotedRange(literal, beside *pg_query.Node) {
	s, ok := parse.TextConstant(literal)
	if ok && beside.GetAConst() == nil && raretypes.IsUserRange(t.Shown(beside)) { // whatever the text is, PostgreSQL reads it as such a range
		t.ReplaceNode(literal, build.Cast(build.Text(s), build.PlainType(t.Shown(beside))))
		return
	}
	if t.quotedZonedRange(literal, beside) {
		return
	}
	if !ok || beside == nil || t.Env.SQLite || t.catalogs || !rangeText(s) && !networkText(s) {
		return
	}
	if _, name := parse.SplitName(beside.GetTypeCast().GetTypeName().GetNames()); name != "" && raretypes.RangeElement(strings.TrimPrefix(name, "pg_")) == "" && name != "pg_inet" && name != "pg_cidr" && name != "pg_macaddr" && name != "pg_macaddr8" {
		return
	}
	if beside.GetAConst() != nil {
		return
	}
	t.ReplaceNode(literal, build.Cast(build.Text(s), t.markOpen(beside, openSame)))
}

// rangeText reports whether a text may be a range.
func rangeText(s string) bool {
	s = strings.TrimSpace(s)
	return strings.EqualFold(s, "empty") || len(s) > 2 && strings.ContainsAny(s[:1], "[(") && strings.ContainsAny(s[len(s)-1:], "])") && strings.Count(s, ",") == 1 && !strings.ContainsAny(s[1:len(s)-1], "[]{}")
}

// networkText reports whether a text may be an address of a network, or of a device.
func networkText(s string) bool {
	address, _, _ := strings.Cut(strings.TrimSpace(s), "/")
	return len(address) > 2 && strings.Trim(address, "0123456789abcdefABCDEF:.-") == "" && (strings.Count(address, ".") > 1 || strings.Count(address, ":") > 1)
}
