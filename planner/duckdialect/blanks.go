package duckdialect

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// blankConstants takes the blanks at the end of quoted constants that are compared with a char(n), in whose type they do
// not count: either side may be the constant.
func (t *translation) blankConstants(value *pg_query.Node, with ...*pg_query.Node) {
	for _, other := range with {
		t.trimConstant(value, other)
		t.trimConstant(other, value)
	}
}

// isChar reports whether an expression is of type character, with or without a length.
func (t *translation) isChar(n *pg_query.Node) bool {
	_, bare := t.bare[n.GetTypeCast()]
	return bare || t.padded[n] != nil || t.Shown(n) == "bpchar"
}

// trimConstant takes the blanks at the end of a constant if the other side is a char(n).
func (t *translation) trimConstant(constant, other *pg_query.Node) {
	s, quoted := parse.TextConstant(constant)
	if quoted && strings.HasSuffix(s, " ") && t.isChar(other) {
		t.ReplaceNode(constant, build.Text(strings.TrimRight(s, " ")))
	}
}

// showing are functions that show their arguments as a result does.
var showing = parse.WordSet(`concat concat_ws format to_json to_jsonb json_build_object jsonb_build_object json_build_array jsonb_build_array
	json_agg jsonb_agg json_object_agg jsonb_object_agg array_agg`)

// padArguments fills casts to char(n) with blanks where a function shows them.
func (t *translation) padArguments(f *pg_query.FuncCall, name string) {
	if (name == "lag" || name == "lead") && len(f.Args) == 3 {
		t.trimConstant(f.Args[2], f.Args[0])
	}
	for i, a := range f.Args {
		if size := t.padded[a]; size != nil && showing[name] {
			f.Args[i], t.Changed = build.Call("rpad", a, size, build.Text(" ")), true
		}
	}
}

// paddedSize is the n of a char(n), nil where the text does not show it.
func (t *translation) paddedSize(n *pg_query.Node) *pg_query.Node {
	if size := t.padded[n]; size != nil {
		return size
	}
	if c := n.GetColumnRef(); c != nil && t.Shown(n) == "bpchar" {
		if length := t.CharLength(c); length > 0 {
			return build.Number(int64(length))
		}
	}
	return nil
}

// padText fills a value with blanks up to a size.
func padText(value, size *pg_query.Node) *pg_query.Node {
	return build.Call("rpad", build.Cast(value, build.PlainType("varchar")), size, build.Text(" "))
}

// padElements makes an array of casts to char(n) one of a column's type, which is shown with the blanks.
func (t *translation) padElements(n *pg_query.Node, a *pg_query.A_ArrayExpr) bool {
	size := int64(0)
	for _, e := range a.Elements {
		padded, known := parse.IntConstant(t.padded[e])
		switch {
		case e.GetAConst().GetIsnull():
		case t.padded[e] == nil && size == 0:
			return false
		case !known, size > 0 && size != padded:
			t.NoteUnsupported(build.Nowhere, "an array of values of type character of several lengths is not supported").WithHint("Cast the array, as in ARRAY['a', 'b']::char(3)[].")
			return true
		default:
			size = padded
		}
	}
	if size > 0 {
		to := build.PlainType(writes.LimitName(rewrite.Column{Limit: int(size), Padded: true}))
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, to))
	}
	return size > 0
}

// isCharField reports whether an expression is a field that some composite type has as a char(n).
func (t *translation) isCharField(n *pg_query.Node) bool {
	part := n.GetAIndirection()
	if part == nil {
		return false
	}
	name := part.Indirection[len(part.Indirection)-1].GetString_().GetSval()
	return slices.ContainsFunc(t.Env.Types, func(u *providers.UserType) bool {
		return u.Kind == "c" && slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == name && f.TypName == "bpchar" })
	})
}

// blanksCount are the types that PostgreSQL casts a char(n) to with the blanks at its end.
var blanksCount = parse.WordSet(`bytea json xml uuid inet cidr macaddr macaddr8 char`)

// padCast fills a char(n) with its blanks where these come into the value that it is cast to.
func (t *translation) padCast(c *pg_query.TypeCast, name string) {
	if !blanksCount[name] || len(c.TypeName.ArrayBounds) > 0 || t.Env.SQLite || !t.isChar(c.Arg) && !t.isCharField(c.Arg) {
		return
	}
	size := t.paddedSize(c.Arg)
	if size == nil {
		t.NoteUnsupported(c.TypeName.Location, "a cast of this value of type character to %s is not supported", name).WithHint("Cast the value to text.")
		return
	}
	c.Arg, t.Changed = padText(c.Arg, size), true
}

// padMatched fills a char(n) with its blanks, which patterns see, and comparisons do not. A pattern that ends with % matches
// with and without them.
func (t *translation) padMatched(e *pg_query.A_Expr, op string) {
	_, isRegex := patterns.Operators[op]
	if (isRegex || patterns.Likes[op] != "") && t.isCharField(e.Lexpr) {
		t.NoteUnsupported(e.Location, "a pattern beside a field of type character is not supported").WithHint("Cast the field to text.")
		return
	}
	if e.Lexpr == nil || !isRegex && patterns.Likes[op] == "" || t.Env.SQLite || t.padded[e.Lexpr] == nil && t.Shown(e.Lexpr) != "bpchar" {
		return
	}
	if s, quoted := parse.TextConstant(e.Rexpr); e.Kind != pg_query.A_Expr_Kind_AEXPR_OP && quoted && strings.HasSuffix(s, "%") && !strings.ContainsAny(s, ` _\`) {
		return
	}
	size := t.paddedSize(e.Lexpr)
	if size == nil {
		t.NoteUnsupported(e.Location, "a pattern beside this value of type character is not supported").WithHint("Cast the value to text.")
		return
	}
	e.Lexpr, t.Changed = padText(e.Lexpr, size), true
}

// trimVarying takes the blanks at the end of a varchar that is compared with a char(n), whose type Postgres gives it. Beside a text
// the char(n) is one, without blanks at its end.
func (t *translation) trimVarying(left, right **pg_query.Node) {
	t.compareTexts(left, []**pg_query.Node{right})
}

// blankCases does the same for CASE value WHEN.
func (t *translation) blankCases(c *pg_query.CaseExpr) {
	if c.Arg == nil {
		return
	}
	list := make([]**pg_query.Node, len(c.Args))
	for i, w := range c.Args {
		list[i] = &w.GetCaseWhen().Expr
		t.blankConstants(c.Arg, *list[i])
	}
	t.compareTexts(&c.Arg, list)
}

// typePadded gives casts to char(n) that are columns of queries within the statement the type of a char(n) column: the result shows its
// blanks, as far away as it is. The values of the statement's own result are filled up themselves.
func (t *translation) typePadded(root *pg_query.Node) {
	if len(t.padded) == 0 || t.Env.SQLite {
		return
	}
	own := map[*pg_query.SelectStmt]bool{}
	for _, s := range []*pg_query.SelectStmt{root.GetSelectStmt(), root.GetInsertStmt().GetSelectStmt().GetSelectStmt(), definingQuery(root)} {
		if s == nil {
			continue
		}
		for _, leaf := range trees.Leaves(s) {
			own[leaf] = true
		}
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || own[s] {
			return
		}
		for _, n := range s.TargetList {
			target := n.GetResTarget().GetVal()
			if size, known := parse.IntConstant(t.padded[target]); known {
				to := build.PlainType(writes.LimitName(rewrite.Column{Limit: int(size), Padded: true}))
				t.ReplaceNode(target, build.Cast(&pg_query.Node{Node: target.Node}, to))
			}
		}
	})
}
