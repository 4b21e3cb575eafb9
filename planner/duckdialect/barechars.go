package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Values of type character without a length, of casts to bpchar, are shown with the blanks at their end, which operators and
// functions do not see: these take the value as a text, without them. DuckDB has texts alone, so where such a cast stands says
// whether its blanks stay, and where it is not known what becomes of the value, blanks at its end are refused.

// blanksOfCast says what becomes of the blanks at the end of a cast to bpchar.
type blanksOfCast int

const (
	refusedBlanks blanksOfCast = iota
	droppedBlanks
	keptBlanks
)

// bareChars has the rules of one statement.
type bareChars struct {
	*translation
	blanks map[*pg_query.TypeCast]blanksOfCast
}

// isBareChar reports whether a cast is one to character without a length.
func isBareChar(c *pg_query.TypeCast, dimensions int) bool {
	schema, name := parse.SplitName(c.GetTypeName().GetNames())
	return name == "bpchar" && (schema == "" || schema == "pg_catalog") && len(c.TypeName.Typmods) == 0 && len(c.TypeName.ArrayBounds) == dimensions
}

// noteBareChars notes what becomes of the blanks of casts to bpchar. The tree is the client's.
func (t *translation) noteBareChars(root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	var casts []*pg_query.TypeCast
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if c, ok := m.(*pg_query.TypeCast); ok && (isBareChar(c, 0) || isBareChar(c, 1) && c.TypeName.Location != build.Nowhere) { // and not the array of a column
			casts = append(casts, c)
		}
	})
	if len(casts) == 0 {
		return
	}
	b := bareChars{translation: t, blanks: map[*pg_query.TypeCast]blanksOfCast{}}
	b.noteShown(root)
	t.EachMessage(root.ProtoReflect(), b.noteAround)
	for _, c := range casts {
		if isBareChar(c, 1) {
			b.checkElements(c)
		} else {
			b.settleBlanks(c)
		}
	}
}

// noteBlanks notes what becomes of the blanks of values that are such casts.
func (b *bareChars) noteBlanks(what blanksOfCast, values ...*pg_query.Node) {
	for _, n := range values {
		if c := n.GetTypeCast(); c != nil {
			b.blanks[c] = what
		}
	}
}

// noteShown notes the values of the statement's own result, if each of its rows has them.
func (b *bareChars) noteShown(root *pg_query.Node) {
	s, what := root.GetSelectStmt(), keptBlanks
	if s == nil {
		s, what = root.GetInsertStmt().GetSelectStmt().GetSelectStmt(), droppedBlanks // which the column's type takes
	}
	if s == nil || s.Larg != nil || s.IntoClause != nil || len(s.DistinctClause)+len(s.GroupClause) > 0 {
		return
	}
	for _, n := range s.SortClause {
		sort := n.GetSortBy().GetNode()
		if sort.GetAConst() != nil || len(sort.GetColumnRef().GetFields()) == 1 && namesCast(s, sort.GetColumnRef()) {
			return // it sorts by what is shown
		}
		b.noteBlanks(droppedBlanks, sort)
	}
	for _, n := range s.TargetList {
		b.noteBlanks(what, n.GetResTarget().GetVal())
	}
}

// namesCast reports whether a name in ORDER BY is that of a cast in the list.
func namesCast(s *pg_query.SelectStmt, sort *pg_query.ColumnRef) bool {
	name := sort.Fields[0].GetString_().GetSval()
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		c := target.GetVal().GetTypeCast()
		if c != nil && (target.Name == name || target.Name == "" && trees.LastField(c.Arg) == name) {
			return true
		}
	}
	return false
}

// noteAround notes what a message does with its values.
func (b *bareChars) noteAround(m any) {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		b.noteArguments(m)
	case *pg_query.A_Expr:
		b.noteOperands(m)
	case *pg_query.TypeCast:
		b.noteCast(m)
	case *pg_query.CaseExpr:
		b.noteBlanks(droppedBlanks, m.Arg)
		for _, w := range m.Args {
			if m.Arg != nil {
				b.noteBlanks(droppedBlanks, w.GetCaseWhen().GetExpr())
			}
		}
	case *pg_query.NullTest:
		b.noteBlanks(droppedBlanks, m.Arg)
	case *pg_query.Constraint:
		b.noteBlanks(keptBlanks, m.RawExpr)
	case *pg_query.InsertStmt:
		for _, row := range m.SelectStmt.GetSelectStmt().GetValuesLists() {
			b.noteBlanks(droppedBlanks, row.GetList().GetItems()...)
		}
	case *pg_query.UpdateStmt:
		for _, n := range m.TargetList {
			b.noteBlanks(droppedBlanks, n.GetResTarget().GetVal())
		}
	}
}

// returnsArgument are functions whose result is a value that they were given, with its blanks.
var returnsArgument = parse.WordSet(`min max any_value lag lead first_value last_value nth_value mode percentile_disc array_append array_prepend array_fill
	array_replace array_remove unnest`)

func (b *bareChars) noteArguments(f *pg_query.FuncCall) {
	_, name := parse.SplitName(f.Funcname)
	switch {
	case showing[name], name == "octet_length", name == "to_char":
		b.noteBlanks(keptBlanks, f.Args...)
	case !returnsArgument[name]:
		b.noteBlanks(droppedBlanks, f.Args...)
	}
}

func (b *bareChars) noteOperands(e *pg_query.A_Expr) {
	_, op := parse.SplitName(e.Name)
	_, isRegex := patterns.Operators[op]
	switch {
	case e.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF:
		b.noteBlanks(droppedBlanks, e.Rexpr)
	case isRegex || patterns.Likes[op] != "" || e.Kind == pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		b.noteBlanks(keptBlanks, e.Lexpr)
		b.noteBlanks(droppedBlanks, e.Rexpr)
	default:
		b.noteBlanks(droppedBlanks, e.Lexpr, e.Rexpr)
		b.noteBlanks(droppedBlanks, e.Rexpr.GetList().GetItems()...)
		for _, side := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
			if c := side.GetTypeCast(); c != nil && isBareChar(c, 1) && op != "||" {
				trimElements(c.Arg)
			}
		}
	}
}

// noteCast notes what a cast of such a value does.
func (b *bareChars) noteCast(c *pg_query.TypeCast) {
	switch _, name := parse.SplitName(c.TypeName.GetNames()); {
	case isBareChar(c, 0), name == "bytea":
		b.noteBlanks(keptBlanks, c.Arg)
	default:
		b.noteBlanks(droppedBlanks, c.Arg)
	}
}

// settleBlanks drops the blanks of a cast's constant, or refuses what is not known.
func (b *bareChars) settleBlanks(c *pg_query.TypeCast) {
	what := b.blanks[c]
	if b.bare == nil {
		b.bare = map[*pg_query.TypeCast]blanksOfCast{}
	}
	b.bare[c] = what
	s, quoted := parse.TextConstant(c.Arg)
	switch {
	case c.Arg.GetAConst().GetIsnull(), quoted && !strings.HasSuffix(s, " "):
	case what == refusedBlanks:
		b.NoteUnsupported(c.TypeName.Location, "a cast to character without a length (bpchar) is not supported here, where blanks at the end of the value would stay").
			WithHint("Cast to text, or to character(n).")
	case quoted && what == droppedBlanks:
		b.ReplaceNode(c.Arg, build.Text(strings.TrimRight(s, " ")))
	case !quoted && b.Defining && b.Shown(c.Arg) != "bpchar":
		b.NoteUnsupported(c.TypeName.Location, "a cast to character without a length (bpchar) is not supported in the definition of a table").WithHint("Cast to text, or to character(n).")
	}
}

// castToBareChar drops or adds the blanks of a cast of an expression to bpchar.
func (t *translation) castToBareChar(c *pg_query.TypeCast) {
	what, is := t.bare[c]
	if _, isText := parse.TextConstant(c.Arg); !is || isText || c.Arg.GetAConst().GetIsnull() {
		return
	}
	_, inner := t.bare[c.Arg.GetTypeCast()]
	isChar := t.isChar(c.Arg) && !inner
	switch {
	case what == droppedBlanks && !isChar && !t.Defining:
		c.Arg, t.Changed = build.Call("rtrim", build.Cast(c.Arg, build.PlainType("varchar"))), true
	case what == keptBlanks && isChar:
		size := t.paddedSize(c.Arg)
		if size == nil {
			t.NoteUnsupported(c.TypeName.Location, "a cast of this value of type character to character without a length (bpchar) is not supported").WithHint("Cast to text, or to character(n).")
			return
		}
		c.Arg, t.Changed = padText(c.Arg, size), true
	}
}

// trimElements takes the blanks at the end of the constants of an array.
func trimElements(n *pg_query.Node) {
	for _, e := range n.GetAArrayExpr().GetElements() {
		if s, quoted := parse.TextConstant(e); quoted && strings.HasSuffix(s, " ") {
			e.Node = build.Text(strings.TrimRight(s, " ")).Node
		}
	}
}

// checkElements refuses an array of such values of which some may have blanks at their end.
func (b *bareChars) checkElements(c *pg_query.TypeCast) {
	s, quoted := parse.TextConstant(c.Arg)
	plain := c.Arg.GetAConst().GetIsnull() || quoted && !strings.Contains(s, ` "`) && !strings.Contains(s, `\ `)
	if a := c.Arg.GetAArrayExpr(); a != nil {
		plain = true
		for _, e := range a.Elements {
			e = trees.WithoutCasts(e)
			text, isText := parse.TextConstant(e)
			plain = plain && (e.GetAConst().GetIsnull() || isText && !strings.HasSuffix(text, " "))
		}
	}
	if !plain {
		b.NoteUnsupported(c.TypeName.Location, "a cast to an array of character without a length (bpchar[]) is not supported where blanks may stand at the end of an element").
			WithHint("Cast to text[], or to character(n)[].")
	}
}

// refuseListed refuses to make one text of an array of values of type character: it would lack their blanks.
func (t *translation) refuseListed(f *pg_query.FuncCall, name string) {
	if name != "array_to_string" || len(f.Args) == 0 || t.Env.SQLite {
		return
	}
	elements := f.Args[0].GetAArrayExpr().GetElements()
	if call := f.Args[0].GetFuncCall(); call != nil && t.OriginalName(call) == "array_agg" {
		elements = call.Args
	}
	for _, e := range elements {
		if _, bare := t.bare[e.GetTypeCast()]; t.isChar(e) && !bare {
			t.NoteUnsupported(f.Location, "array_to_string of values of type character is not supported").WithHint("Cast the values to text.")
			return
		}
	}
}

// joinBy is array_to_string with a separator that is computed, of which DuckDB's function takes constants alone.
func (t *translation) joinBy(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if numerics.NumbersToString(&t.Types, n, f) {
		return true
	}
	if len(f.Args) != 2 && len(f.Args) != 3 || t.Env.SQLite {
		return false
	}
	if _, constant := parse.TextConstant(f.Args[1]); constant || f.Args[1].GetAConst() != nil {
		return false
	}
	instead := build.Null()
	if len(f.Args) == 3 {
		instead = f.Args[2]
	}
	text := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("text")) }
	return t.ReplaceCall(n, "array_to_string", build.Case(build.Call("pg__array_text", f.Args[0], text(f.Args[1]), text(instead)), build.When(build.IsNull(f.Args[1]), build.Null())))
}
