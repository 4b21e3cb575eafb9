package duckdialect

import (
	"slices"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The one type of values that are made one: of COALESCE, CASE, GREATEST and LEAST, of ARRAY, of VALUES, and of the parts of UNION and
// its like. DuckDB takes the name of a type that one of the texts has, and the type of a column beside a small constant.

// alike are values that are made one.
type alike struct {
	values []**pg_query.Node
	texts  []inference.Text
	common inference.Text
	shown  bool // as a column of the result, or by a function
	output bool // a column of a query in the statement
}

// oneWidth reports whether the values are of one char(n), or constants of so many characters: those that are equal look so, too.
func (a alike) oneWidth() bool {
	width := 0
	for _, text := range a.texts {
		width = max(width, text.Length)
	}
	for i, text := range a.texts {
		s, quoted := parse.TextConstant(*a.values[i])
		if text.Length != width && (!quoted || utf8.RuneCountInString(s) != width) {
			return false
		}
	}
	return true
}

// bareChar is the source's type of a char without a length, which is shown with the blanks that it has.
const bareChar = "pg_bpchar"

// noteAlike notes the values that are made one. The tree is the client's.
func (t *translation) noteAlike(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite || t.Defining || root.GetIndexStmt() != nil || root.GetCreateDomainStmt() != nil || root.GetAlterDomainStmt() != nil {
		return // whose expressions are shown to clients
	}
	top := root.GetSelectStmt()
	shown := t.shownChoices(root, top)
	inner := map[*pg_query.SelectStmt]bool{}
	var united []*pg_query.SelectStmt
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.CoalesceExpr:
			t.noteChoices(m, pointers(m.Args), shown)
		case *pg_query.MinMaxExpr:
			t.noteChoices(m, pointers(m.Args), shown)
		case *pg_query.A_ArrayExpr:
			t.noteChoices(m, pointers(m.Elements), shown)
		case *pg_query.CaseExpr:
			t.noteChoices(m, caseResults(m), shown)
		case *pg_query.A_Expr:
			t.typeNullIf(m)
		case *pg_query.SelectStmt:
			if inner[m.Larg], inner[m.Rarg] = true, true; m.Larg != nil || len(m.ValuesLists) > 1 && !t.inserted[m] {
				united = append(united, m)
			}
		}
	})
	for _, s := range united {
		if !inner[s] {
			t.noteUnited(s, s == top)
		}
	}
}

// shownChoices are the choices that the result or a function shows: true; or that are columns of other queries: false.
func (t *translation) shownChoices(root *pg_query.Node, top *pg_query.SelectStmt) map[any]bool {
	shown := map[any]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.SelectStmt:
			for _, n := range m.TargetList {
				if of := choiceOf(n.GetResTarget().GetVal()); of != nil && m != top && !t.inserted[m] {
					shown[of] = false
				}
			}
		case *pg_query.TypeCast:
			if _, name := parse.SplitName(m.TypeName.GetNames()); m.Arg.GetAArrayExpr() != nil && inference.TextTypes[name] && len(m.TypeName.ArrayBounds) == 0 {
				shown[choiceOf(m.Arg)] = true
			}
		case *pg_query.FuncCall:
			for _, a := range m.Args {
				if _, name := parse.SplitName(m.Funcname); showing[name] && choiceOf(a) != nil {
					shown[choiceOf(a)] = true
				}
			}
		}
	})
	if top == nil || len(top.DistinctClause) > 0 {
		return shown
	}
	for _, n := range slices.Concat(top.TargetList, top.GroupClause, top.SortClause) {
		for _, value := range []*pg_query.Node{n, n.GetResTarget().GetVal(), n.GetSortBy().GetNode()} {
			if of := choiceOf(value); of != nil {
				shown[of] = top.HavingClause == nil || len(top.GroupClause) == 0 // which may compare what is grouped
			}
		}
	}
	return shown
}

// choiceOf is the message of an expression that chooses from values.
func choiceOf(n *pg_query.Node) any {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_CoalesceExpr:
		return e.CoalesceExpr
	case *pg_query.Node_MinMaxExpr:
		return e.MinMaxExpr
	case *pg_query.Node_CaseExpr:
		return e.CaseExpr
	case *pg_query.Node_AArrayExpr:
		return e.AArrayExpr
	}
	return nil
}

func pointers(list []*pg_query.Node) []**pg_query.Node {
	places := make([]**pg_query.Node, len(list))
	for i := range list {
		places[i] = &list[i]
	}
	return places
}

// caseResults are the places of the values of CASE, of which PostgreSQL looks at the ELSE first.
func caseResults(c *pg_query.CaseExpr) []**pg_query.Node {
	var places []**pg_query.Node
	if c.Defresult != nil {
		places = append(places, &c.Defresult)
	}
	for _, n := range c.Args {
		places = append(places, &n.GetCaseWhen().Result)
	}
	return places
}

// valuesAt are the values at some places.
func valuesAt(places []**pg_query.Node) []*pg_query.Node {
	values := make([]*pg_query.Node, len(places))
	for i, place := range places {
		values[i] = *place
	}
	return values
}

// noteUnited notes the columns of VALUES, or of UNION and its like.
func (t *translation) noteUnited(s *pg_query.SelectStmt, shown bool) {
	for i, column := range columnsOfParts(s) {
		if s.Larg == nil {
			t.readQuoted(column, readByKind)
		} else {
			t.readUnited(s, i, column)
		}
		if !t.noteValues(s, column, map[any]bool{s: shown}) {
			continue
		}
		list := t.alike[s]
		if last := list[len(list)-1]; nameOfText(last.common) == bareChar && (!shown || s.Larg != nil && !s.All && !last.oneWidth()) {
			t.NoteUnsupported(build.Nowhere, "a column of character(n) and of other texts is not supported here").WithHint("Cast the values to text.")
			return
		}
		if s.Larg == nil {
			continue
		}
		if first := trees.Leaves(s)[0].TargetList[i].GetResTarget(); first.Name == "" { // which a cast would hide
			first.Name, _ = resultcolumns.Name(first.Val)
		}
	}
}

// readByKind are types as whose values a quoted constant is read beside one of them.
var readByKind = parse.WordSet(`date time timestamp timestamptz timetz interval bool uuid int2 int4 int8 float4 float8`)

// readInChoices are such types for the values of an expression.
var readInChoices = parse.WordSet(`date time timestamp timestamptz int2 int4 int8 float4 float8 bool interval uuid timetz numeric`)

// readQuoted reads the quoted constants among values as the values beside them, if these are of one of some types: DuckDB takes one for a
// text once it has met a NULL.
func (t *translation) readQuoted(column []**pg_query.Node, kinds map[string]bool) {
	if !slices.ContainsFunc(column, func(n **pg_query.Node) bool { _, quoted := parse.TextConstant(*n); return quoted }) {
		return
	}
	kind := t.commonKind(column)
	if !kinds[kind] {
		return
	}
	for _, n := range column {
		_, quoted := parse.TextConstant(*n)
		switch number := quotedNumeral(*n); {
		case !quoted, kind == "numeric" && number == nil:
		case kind == "numeric":
			*n, t.Changed = number, true
		default:
			*n, t.Changed = build.Cast(*n, build.PlainType(kind)), true
		}
	}
}

// noteChoices is noteValues for the values of an expression, whose quoted constants it reads.
func (t *translation) noteChoices(of any, values []**pg_query.Node, shown map[any]bool) {
	t.readQuoted(values, readInChoices)
	t.noteValues(of, values, shown)
}

// typeNullIf gives the first value of NULLIF the type that the comparison has.
func (t *translation) typeNullIf(e *pg_query.A_Expr) {
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_NULLIF {
		return
	}
	left, right := t.Inferred(e.Lexpr), t.Inferred(e.Rexpr)
	_, quoted := parse.TextConstant(e.Lexpr)
	to := ""
	switch {
	case quoted && readByKind[right]:
		to = right
	case quoted && t.isCharacter(e.Rexpr):
		to = "char"
	case left == "time" && right == "timetz":
		to = "timetz"
	case (right == "float4" || right == "float8") && inference.Numbers[left]:
		to = "float8"
	case left == "varchar" && inference.TextTypes[right] && right != "bpchar", left == "varchar" && right == "unknown", left == "bpchar" && right == "text":
		to = "text"
	}
	if to != "" {
		e.Lexpr, t.Changed = build.Cast(e.Lexpr, build.PlainType(to)), true
	}
}

// noteValues notes values that are made one, if DuckDB gives them another type than PostgreSQL. of is the message that they are in.
func (t *translation) noteValues(of any, values []**pg_query.Node, shown map[any]bool) bool {
	isShown, output := shown[of]
	a := alike{values: values, shown: isShown, output: output && !isShown}
	t.widenSmall(values)
	if t.zoneTimes(values); len(values) < 2 {
		return false
	}
	for _, n := range values {
		text, ok := t.TextOf(*n)
		if !ok {
			return false
		}
		a.texts = append(a.texts, text)
	}
	if a.common = inference.CommonText(a.texts...); !t.namedOtherwise(a) {
		return false
	}
	if t.alike == nil {
		t.alike = map[any][]alike{}
	}
	t.alike[of] = append(t.alike[of], a)
	return true
}

// widenSmall makes integers of the small constants beside a smallint.
func (t *translation) widenSmall(values []**pg_query.Node) {
	small := false
	for _, n := range values {
		small = small || t.Inferred(*n) == "int2"
	}
	for _, n := range values {
		if _, isInt := parse.IntConstant(*n); isInt && small {
			*n, t.Changed = build.Cast(*n, build.PlainType("int4")), true
		}
	}
}

// zoneTimes gives the times among values a zone where others have one, as DuckDB does not.
func (t *translation) zoneTimes(values []**pg_query.Node) {
	zoned := slices.ContainsFunc(values, func(n **pg_query.Node) bool { return t.Inferred(*n) == "timetz" })
	for _, n := range values {
		if zoned && t.Inferred(*n) == "time" {
			*n, t.Changed = build.Cast(*n, build.PlainType("timetz")), true
		}
	}
}

// namedOtherwise reports whether DuckDB gives values the name of another type than the common one.
func (t *translation) namedOtherwise(a alike) bool {
	named := false
	for i, text := range a.texts {
		own := t.keptName(*a.values[i], text)
		if own != "" && own != nameOfText(a.common) {
			return true
		}
		named = named || own != ""
	}
	return !named && nameOfText(a.common) != ""
}

// keptName is the name of the source's type that a value has, "" for a plain text.
func (t *translation) keptName(n *pg_query.Node, text inference.Text) string {
	if c := n.GetTypeCast(); c != nil && text.Kind != "name" || text.Kind == "unknown" {
		return ""
	}
	if text.Length < 0 {
		return "?"
	}
	return nameOfText(text)
}

// nameOfText is the name of the source's type for a text, "" for a plain text.
func nameOfText(text inference.Text) string {
	switch {
	case text.Kind == "name":
		return "pg_name"
	case text.Kind == "bpchar" && text.Length == 0:
		return bareChar
	case text.Kind == "bpchar", text.Kind == "varchar" && text.Length > 0:
		return writes.LimitName(rewrite.Column{Limit: text.Length, Padded: text.Kind == "bpchar"})
	case text.Kind == "varchar":
		return writes.PlainVarchar
	}
	return ""
}

// typeAlike casts the noted values of a message to their common type. The values are translated.
func (t *translation) typeAlike(of any) {
	for _, a := range t.alike[of] {
		to := nameOfText(a.common)
		if _, least := of.(*pg_query.MinMaxExpr); least && to == bareChar && a.shown && !a.oneWidth() { // of two that are equal it is the first
			t.NoteUnsupported(build.Nowhere, "the least or greatest of texts of type character of several lengths is not supported").WithHint("Cast the values to text.")
			return
		}
		if to == bareChar && !a.shown {
			if a.oneWidth() {
				continue
			}
			if a.output {
				t.NoteUnsupported(build.Nowhere, "a column of character(n) and of other texts is not supported here").WithHint("Cast the values to text.")
				return
			}
			to = "" // which compares as a char does
		}
		if t.Changed = true; to == "" {
			to = "varchar"
		}
		for i, n := range a.values {
			value := *n
			if text := a.texts[i]; to == bareChar && text.Kind == "bpchar" && text.Length > 0 {
				value = padText(value, build.Number(int64(text.Length)))
			}
			*n = build.Cast(value, build.PlainType(to))
		}
	}
	delete(t.alike, of)
}
