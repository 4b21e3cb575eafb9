package duckdialect

import (
	"regexp"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// In a session that shows dates, intervals, bytes or floating-point numbers in another form, the text of a value within an
// expression has that form, too. DuckDB's casts do not know the session, so such texts are made by functions of the source
// that do: pg__styled, which the source leaves where the type of its argument has several forms, and pg__styled_part, which
// it leaves where that is a date, a time, an interval or a number.

// unstyled are the types whose values have one form.
var unstyled = parse.WordSet(`int2 int4 int8 numeric text varchar bpchar bool uuid json jsonb unknown`)

// styles reports whether texts are made in the session's form.
func (t *translation) styles() bool { return t.Env.Styled && !t.Definition && !t.Env.SQLite }

// styled makes the text of a value in the session's form, by a function of the source.
func (t *translation) styled(n *pg_query.Node, function string) *pg_query.Node {
	if n.GetAConst() != nil || n.GetParamRef() != nil || unstyled[t.Shown(n)] {
		return n
	}
	t.Open++
	t.Changed = true
	return build.Call(function, build.Call(rewrite.TypeMark, build.Number(t.Open), n))
}

// styledCalls are functions that make text of their arguments.
var styledCalls = parse.WordSet(`concat concat_ws format quote_literal quote_nullable`)

// styleArguments makes the texts of such a function's arguments.
func (t *translation) styleArguments(f *pg_query.FuncCall, name string) {
	if styledCalls[name] {
		for i, a := range f.Args {
			if row := t.users.ShownRow(a); row != nil {
				f.Args[i], t.Changed = build.Call(t.rowText(), row), true
			} else if emulation.IsLookup(a) {
				t.nameOfOID(a)
			}
		}
	}
	switch {
	case !t.styles():
		return
	case name == "array_to_string", styledCalls[name] && f.FuncVariadic:
		t.NoteUnsupported(f.Location, "%s is not supported in this form while DateStyle, IntervalStyle, bytea_output or extra_float_digits are changed", name).
			WithHint("RESET the setting.")
	case styledCalls[name]:
		for i, a := range f.Args {
			f.Args[i] = t.styled(a, "pg__styled")
		}
	}
}

// styleCast makes the text that a value is cast to.
func (t *translation) styleCast(c *pg_query.TypeCast) {
	if !t.styles() {
		return
	}
	if len(c.TypeName.ArrayBounds) > 0 {
		if _, quoted := parse.TextConstant(c.Arg); !quoted && c.Arg.GetAArrayExpr() == nil {
			t.NoteUnsupported(c.TypeName.Location, "a cast to an array of texts is not supported while DateStyle, IntervalStyle, bytea_output or extra_float_digits are changed").
				WithHint("RESET the setting.")
		}
		for i, e := range c.Arg.GetAArrayExpr().GetElements() {
			c.Arg.GetAArrayExpr().Elements[i] = t.styled(e, "pg__styled")
		}
		return
	}
	if c.Arg.GetRowExpr() == nil && !emulation.IsLookup(c.Arg) {
		c.Arg = t.styled(c.Arg, "pg__styled")
	}
}

// rowText is the function that makes the text of a row.
func (t *translation) rowText() string {
	if t.styles() {
		return "pg__styled"
	}
	return "pg__show_row"
}

// styleOperands makes the texts that || joins.
func (t *translation) styleOperands(e *pg_query.A_Expr) {
	if !t.styles() || t.ShowsArray(e.Lexpr) || t.ShowsArray(e.Rexpr) || emulation.IsJSONB(e.Lexpr) || emulation.IsJSONB(e.Rexpr) {
		return
	}
	e.Lexpr, e.Rexpr = t.styled(e.Lexpr, "pg__styled_part"), t.styled(e.Rexpr, "pg__styled_part")
}

// allNegative matches an interval of several fields with one sign, before the first. IntervalStyle sql_standard has it mean all fields.
var allNegative = regexp.MustCompile(`^\s*-[^-+]*\d[^-+]*\s[^-+]*\d[^-+]*$`)

// intervalNumber matches a number of an interval, with what stands before it.
var intervalNumber = regexp.MustCompile(`(^|\s)(-?)(\d)`)

// signInterval reads a constant whose sign means the first field alone, but for that IntervalStyle. It reports whether n is one.
func (t *translation) signInterval(n *pg_query.Node, c *pg_query.TypeCast) bool {
	_, name := parse.SplitName(c.TypeName.GetNames())
	s, quoted := parse.TextConstant(c.Arg)
	if !quoted || name != "interval" || !t.styles() || len(c.TypeName.ArrayBounds) > 0 || !allNegative.MatchString(s) {
		return false
	}
	signed := build.Cast(build.Text(intervalNumber.ReplaceAllString(s, "$1-$3")), proto.CloneOf(c.TypeName))
	plain := &pg_query.Node{Node: n.Node}
	t.RewriteCast(signed, signed.GetTypeCast())
	t.RewriteCast(plain, c)
	style := emulation.ReadSetting(&t.Translation, build.Text("intervalstyle"), nil)
	t.ReplaceNode(n, build.Case(plain, build.When(build.Binary("=", style, build.Text("sql_standard")), signed)))
	return true
}
