package times

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// slashed matches a date whose first two fields are a month and a day in the order that DateStyle says.
var slashed = regexp.MustCompile(`^\s*(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4}|\d{2})(\s.*)?$`)

// SlashedDate reads such a date by the session's DateStyle, which is asked when the statement runs.
func SlashedDate(t *inference.Types, n *pg_query.Node, c *pg_query.TypeCast, s string) bool {
	m := slashed.FindStringSubmatch(s)
	if m == nil || t.Definition || t.Env.SQLite || m[2] != m[4] {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[3])
	third, _ := strconv.Atoi(m[5])
	outOfRange := build.Call("error", build.Text(fmt.Sprintf("22008: date/time field value out of range: %q", s)))
	read := func(year, month, day int) *pg_query.Node {
		at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if month > 12 || at.Day() != day || year == 0 {
			return outOfRange
		}
		return build.Cast(build.Text(at.Format(time.DateOnly)+m[6]), c.TypeName)
	}
	year := third
	if len(m[5]) == 2 {
		year = fullYear(third)
	}
	orders := []*pg_query.Node{build.When(style(t, "MDY"), read(year, first, second)), build.When(style(t, "DMY"), read(year, second, first))}
	if len(m[5]) == 2 && len(m[1]) == 2 {
		orders = append(orders, build.When(style(t, "YMD"), read(fullYear(first), second, third)))
	}
	t.ReplaceNode(n, build.Cast(build.Case(outOfRange, orders...), c.TypeName))
	return true
}

// slashedText matches a text that is such a date, with a year of four digits.
const slashedText = `^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})((?:\s.*)?)$`

// IsText reports whether a cast is one of a computed text.
func IsText(t *inference.Types, c *pg_query.TypeCast) bool {
	_, quoted := parse.TextConstant(c.Arg)
	return isText(t, c.Arg) && !quoted && len(c.TypeName.ArrayBounds) == 0 && !t.Env.SQLite
}

// textFunctions return texts.
var textFunctions = parse.WordSet(`substr substring left right trim btrim ltrim rtrim replace translate split_part lower upper concat concat_ws lpad rpad
	regexp_replace to_char strftime json_extract_string pg__show_row`)

// isText reports whether a value is a text, or is joined from one.
func isText(t *inference.Types, n *pg_query.Node) bool {
	if n == nil {
		return false
	}
	if kind := t.Shown(n); kind == "text" || kind == "varchar" {
		return true
	}
	if c := n.GetCaseExpr(); c != nil {
		return isText(t, c.Defresult)
	}
	if _, name := parse.SplitName(n.GetFuncCall().GetFuncname()); textFunctions[name] {
		return true
	}
	e := n.GetAExpr()
	_, op := parse.SplitName(e.GetName())
	return e.GetLexpr() != nil && op == "||" && (isText(t, e.Lexpr) || isText(t, e.Rexpr))
}

// ReadText has the source's functions read a text as a timestamp or a time with a zone.
func ReadText(t *inference.Types, n *pg_query.Node, c *pg_query.TypeCast, name string) {
	if n.GetTypeCast() == c {
		t.ReplaceNode(n, build.Call("pg__read_"+name, build.Cast(c.Arg, build.PlainType("text"))))
	}
}

// SlashedText has a cast of a computed text read such dates, too, by the session's DateStyle.
func SlashedText(t *inference.Types, c *pg_query.TypeCast) {
	if !IsText(t, c) || t.Definition {
		return
	}
	text := build.Cast(c.Arg, build.PlainType("text"))
	read := func(month int64, order string) *pg_query.Node {
		part := build.Call("regexp_extract", text, build.Text(slashedText), build.Number(month))
		outOfRange := build.Call("error", build.Binary("||", build.Binary("||", build.Text(`22008: date/time field value out of range: "`), text), build.Text(`"`)))
		return build.Case(build.Call("regexp_replace", text, build.Text(slashedText), build.Text(order)),
			build.When(build.Binary(">", build.Cast(part, build.PlainType("int4")), build.Number(12)), build.Cast(outOfRange, build.PlainType("text"))))
	}
	byStyle := build.Case(text, build.When(style(t, "MDY"), read(1, `\3-\1-\2\4`)), build.When(style(t, "DMY"), read(2, `\3-\2-\1\4`)))
	c.Arg, t.Changed = build.Case(text, build.When(build.Binary("<>", build.Call("regexp_extract", text, build.Text(slashedText), build.Number(1)), build.Text("")), byStyle)), true
}

// style reports whether DateStyle has an order of year, month and day when the statement runs.
func style(t *inference.Types, order string) *pg_query.Node {
	return build.Binary("=", build.Call("right", emulation.ReadSetting(&t.Translation, build.Text("datestyle"), nil), build.Number(int64(len(order)))), build.Text(order))
}

// DayFirst fails where DateStyle has years first: the date has a year of two digits, and a day before it.
func DayFirst(t *inference.Types, n *pg_query.Node) {
	value := &pg_query.Node{Node: n.Node}
	t.ReplaceNode(n, build.Case(value, build.When(style(t, "YMD"), rewrite.Failing("a year of two digits where DateStyle is YMD is not supported"))))
}

// fullYear is the year that is meant by its last two digits.
func fullYear(year int) int {
	const firstOfLastCentury = 70
	if year < firstOfLastCentury {
		return year + 2000
	}
	return year + 1900
}
