package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// Comparisons of values of type character with other texts. PostgreSQL compares two of them, or one and a varchar, without the blanks
// at their ends, and one and a text as texts, of which the first has lost its blanks. DuckDB gives any text beside a char(n) its type.

// textKind is the type of a text: bpchar, varchar, text, or unknown for what takes the type of the other side; "": it is not known.
func (t *translation) textKind(n *pg_query.Node) string {
	_, quoted := parse.TextConstant(n)
	switch {
	case t.isChar(n):
		return "bpchar"
	case quoted, n.GetAConst().GetIsnull(), n.GetParamRef() != nil:
		return "unknown"
	case t.cut[n]:
		return "varchar"
	case n.GetCollateClause() != nil:
		return t.textKind(n.GetCollateClause().Arg)
	case n.GetSubLink() != nil:
		return t.textKind(trees.OnlyTarget(n.GetSubLink()).GetVal())
	case len(trees.Choices(n)) > 0:
		text, _ := t.TextOf(n)
		return text.Kind
	case n.GetFuncCall() != nil:
		if name := t.OriginalName(n.GetFuncCall()); returnsArgument[name] || name == "rtrim" && t.Shown(n) == "" {
			return ""
		}
		return "text"
	case n.GetAExpr() != nil:
		if _, op := parse.SplitName(n.GetAExpr().Name); op == "||" {
			return "text"
		}
	}
	return t.Shown(n)
}

// compareTexts prepares a value and those that it is compared with, one after the other.
func (t *translation) compareTexts(value **pg_query.Node, list []**pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	kind, count := t.textKind(*value), map[string]int{}
	for _, n := range list {
		of := t.textKind(*n)
		switch count[of]++; {
		case kind == "text" && of == "bpchar":
			*n, t.Changed = build.Cast(*n, build.PlainType("varchar")), true
		case kind == "bpchar" && of == "varchar":
			*n, t.Changed = build.Call("rtrim", build.Cast(*n, build.PlainType("varchar"))), true
		}
	}
	switch {
	case kind == "bpchar" && count["text"] > 0 && count["varchar"]+count["unknown"] > 0, kind == "varchar" && count["bpchar"] > 0 && count["bpchar"] < len(list):
		t.NoteUnsupported(build.Nowhere, "a comparison of one value with values of type character and with other texts is not supported").WithHint("Cast each to text.")
	case kind == "bpchar" && count["text"] > 0:
		*value, t.Changed = build.Cast(*value, build.PlainType("varchar")), true
	case kind == "varchar" && count["bpchar"] > 0:
		*value, t.Changed = build.Call("rtrim", build.Cast(*value, build.PlainType("varchar"))), true
	}
}

// compareListed prepares a value and the values of a list, or the elements of an array that is written out.
func (t *translation) compareListed(e *pg_query.A_Expr) {
	items := e.Rexpr.GetList().GetItems()
	t.blankConstants(e.Lexpr, items...)
	if a := e.Rexpr.GetAArrayExpr(); a != nil {
		items = a.Elements
	}
	t.compareTexts(&e.Lexpr, pointers(items))
}

// compareDistinct prepares the sides of IS DISTINCT FROM, and the fields of rows.
func (t *translation) compareDistinct(e *pg_query.A_Expr) {
	left, right := e.Lexpr.GetRowExpr().GetArgs(), e.Rexpr.GetRowExpr().GetArgs()
	if len(left) == 0 || len(left) != len(right) {
		t.trimVarying(&e.Lexpr, &e.Rexpr)
		return
	}
	for i := range left {
		t.trimVarying(&left[i], &right[i])
	}
}

// compareQueried prepares a value and the column of a subquery that it is compared with.
func (t *translation) compareQueried(s *pg_query.SubLink) {
	if s.Testexpr == nil || s.Testexpr.GetRowExpr() != nil {
		return
	}
	if column := trees.OnlyTarget(s); column != nil {
		t.compareTexts(&s.Testexpr, []**pg_query.Node{&column.Val})
	}
}
