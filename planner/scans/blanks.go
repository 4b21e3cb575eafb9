package scans

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// A char(n) is a text without the blanks at its end here. Postgres ignores the blanks at the end of constants,
// parameters and varchars that it compares with a char(n), so they are taken off. Patterns see the blanks of a char(n),
// so these are put on.

// blanks says whether the blanks at the end of a value of a type count in comparisons.
type blanks int

const (
	kept      blanks = iota // they count: text
	ignored                 // they do not count: char(n)
	following               // the other side of a comparison decides: varchar
	uncertain
)

// deepest bounds how many queries are followed to the column that a name means.
const deepest = 20

// alignBlanks changes the comparisons and the patterns of a statement that reads columns of char(n).
func (t *taker) alignBlanks(root *pg_query.Node) {
	if !slices.ContainsFunc(t.relations, (*relation).hasChars) {
		return
	}
	var visit func(m protoreflect.Message, in *level)
	visit = func(m protoreflect.Message, in *level) {
		switch n := m.Interface().(type) {
		case *pg_query.SelectStmt:
			if own := t.owner[n]; own != nil {
				in = own
			}
		case *pg_query.JoinExpr:
			t.checkUsing(in, n)
		case *pg_query.A_Expr:
			t.alignExpression(in, n)
		case *pg_query.CaseExpr:
			for _, w := range n.Args {
				if n.Arg != nil {
					t.trimCompared(in, n.Arg, w.GetCaseWhen().GetExpr(), false)
				}
			}
		case *pg_query.SubLink:
			if s := n.Subselect.GetSelectStmt(); n.Testexpr != nil && s != nil && t.owner[s] != nil && len(s.TargetList) == 1 && in != nil {
				t.alignWithin(in, n.Testexpr, t.owner[s], s.TargetList[0].GetResTarget().GetVal())
			}
		}
		eachChild(m, func(child protoreflect.Message) { visit(child, in) })
	}
	visit(root.ProtoReflect(), nil)
}

func (r *relation) hasChars() bool {
	for _, c := range r.typed {
		if c.Type == bpchar {
			return true
		}
	}
	return false
}

// alignExpression changes the comparisons and the patterns of one expression, as alignBlanks does.
func (t *taker) alignExpression(l *level, e *pg_query.A_Expr) {
	operator := e.Name[len(e.Name)-1].GetString_().GetSval()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		switch {
		case reversed[operator] != "":
			t.trimCompared(l, e.Lexpr, e.Rexpr, false)
		case slices.Contains([]string{"~", "~*", "!~", "!~*", "~~", "!~~", "~~*", "!~~*"}, operator):
			t.padMatched(l, e.Lexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NULLIF:
		t.trimCompared(l, e.Lexpr, e.Rexpr, false)
	case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		list := e.Rexpr.GetList().GetItems()
		for _, n := range list {
			t.trimCompared(l, e.Lexpr, n, e.Kind == pg_query.A_Expr_Kind_AEXPR_IN && len(list) > 1)
		}
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		text := e.Rexpr.GetAConst().GetSval().GetSval() // of an array
		ends := slices.ContainsFunc([]string{" }", " ,", ` "}`, ` ",`}, func(s string) bool { return strings.Contains(text, s) })
		if of, _ := t.blanksOf(l, e.Lexpr, 0); ends && (of == ignored || of == uncertain) {
			t.failBlanks(e.Rexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE, pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		t.padMatched(l, e.Lexpr)
	}
}

// trimCompared takes the blanks off an expression that is compared with a char(n). together says that casts to text count as
// char(n), as PostgreSQL has it for IN with several values.
func (t *taker) trimCompared(l *level, a, b *pg_query.Node, together bool) {
	if x, y := a.GetRowExpr().GetArgs(), b.GetRowExpr().GetArgs(); len(x) > 0 && len(x) == len(y) {
		for i := range x {
			t.trimCompared(l, x[i], y[i], together)
		}
		return
	}
	first, _ := t.blanksOf(l, a, 0)
	second, _ := t.blanksOf(l, b, 0)
	t.trimBlanks(first, b, second, together)
	t.trimBlanks(second, a, first, together)
}

// alignWithin takes the blanks off an expression that is compared with a column of a subquery.
func (t *taker) alignWithin(l *level, a *pg_query.Node, in *level, b *pg_query.Node) {
	first, _ := t.blanksOf(l, a, 0)
	second, _ := t.blanksOf(in, b, 0)
	t.trimBlanks(first, b, second, false)
	t.trimBlanks(second, a, first, false)
}

// trimBlanks takes the blanks off an expression that is compared with an expression whose blanks count as with says.
func (t *taker) trimBlanks(with blanks, n *pg_query.Node, is blanks, together bool) {
	if with != ignored && with != uncertain {
		return
	}
	if text := blankText(n, together); text != nil {
		if with == uncertain && strings.HasSuffix(text.Sval, " ") {
			t.failBlanks(n)
			return
		}
		text.Sval = strings.TrimRight(text.Sval, " ")
		return
	}
	if with == ignored && (n.GetParamRef() != nil || is == following) {
		wrapInCall(n, "rtrim", pg_query.MakeAConstStrNode(" ", -1))
	}
}

// blankText returns the text of a constant that PostgreSQL reads as char(n) in a comparison, or nil of another expression.
func blankText(n *pg_query.Node, together bool) *pg_query.String {
	for c := n.GetTypeCast(); c != nil; c = n.GetTypeCast() {
		if of := blanksOfType(c.TypeName); of == kept && !together {
			return nil
		}
		n = c.Arg
	}
	if s, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Sval); ok {
		return s.Sval
	}
	return nil
}

// padMatched puts the blanks on a char(n) that is matched with a pattern.
func (t *taker) padMatched(l *level, n *pg_query.Node) {
	switch of, width := t.blanksOf(l, n, 0); {
	case of == ignored && width > 0:
		wrapInCall(n, "rpad", pg_query.MakeAConstIntNode(int64(width), -1), pg_query.MakeAConstStrNode(" ", -1))
	case of == ignored:
		t.failBlanks(n)
	}
}

// wrapInCall makes an expression the first argument of a function.
func wrapInCall(n *pg_query.Node, function string, more ...*pg_query.Node) {
	n.Node = pg_query.MakeFuncCallNode(nameNodes(function), append([]*pg_query.Node{{Node: n.Node}}, more...), -1).Node
}

func (t *taker) failBlanks(n *pg_query.Node) {
	at := int32(-1)
	if a := n.GetAConst(); a != nil {
		at = a.Location
	}
	t.noteError(at, sqlstate.FeatureNotSupported, "Cast the char(n) to text, and compare it with a text that has no blanks at its end.",
		"it is not known here whether blanks at the end count in this comparison with a char(n)")
}

// checkUsing refuses JOIN … USING of a char(n) and a varchar: the blanks can be taken off neither column there.
func (t *taker) checkUsing(l *level, j *pg_query.JoinExpr) {
	for _, n := range j.UsingClause {
		var found [uncertain]bool
		for _, i := range l.items {
			if !slices.ContainsFunc(i.path, func(s step) bool { return s.join.expr == j }) || i.relation == nil {
				continue
			}
			if c, ok := i.relation.typedOf(n.GetString_().GetSval()); ok {
				found[blanksOfColumn(c.Type)] = true
			}
		}
		if found[ignored] && found[following] {
			t.noteError(-1, sqlstate.FeatureNotSupported, "Write ON in the place of USING.", "USING (%s) compares a char(n) with a varchar", n.GetString_().GetSval())
		}
	}
}

func blanksOfColumn(oid uint32) blanks {
	switch oid {
	case bpchar:
		return ignored
	case pgtype.VarcharOID:
		return following
	}
	return kept
}

func blanksOfType(n *pg_query.TypeName) blanks {
	words := n.GetNames()
	if len(words) == 0 || len(n.ArrayBounds) > 0 {
		return kept
	}
	switch words[len(words)-1].GetString_().GetSval() {
	case "bpchar":
		return ignored
	case "varchar":
		return following
	}
	return kept
}

// blanksOf returns how the blanks of an expression count, and the length of a char(n), or 0 if the length is not known.
func (t *taker) blanksOf(l *level, n *pg_query.Node, depth int) (blanks, int) {
	if depth > deepest {
		return uncertain, 0
	}
	anyOf := func(list []*pg_query.Node) (blanks, int) {
		for _, one := range list {
			if of, _ := t.blanksOf(l, one, depth+1); of == ignored || of == uncertain {
				return uncertain, 0
			}
		}
		return kept, 0
	}
	switch n := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		return t.blanksOfName(l, n.ColumnRef, depth)
	case *pg_query.Node_TypeCast:
		return blanksOfType(n.TypeCast.TypeName), 0
	case *pg_query.Node_FuncCall: // others take texts
		if name := n.FuncCall.Funcname; len(n.FuncCall.Args) > 0 && slices.Contains(asArgument, name[len(name)-1].GetString_().GetSval()) {
			return t.blanksOf(l, n.FuncCall.Args[0], depth+1)
		}
	case *pg_query.Node_CoalesceExpr:
		return anyOf(n.CoalesceExpr.Args)
	case *pg_query.Node_MinMaxExpr:
		return anyOf(n.MinMaxExpr.Args)
	case *pg_query.Node_CaseExpr:
		list := []*pg_query.Node{n.CaseExpr.Defresult}
		for _, w := range n.CaseExpr.Args {
			list = append(list, w.GetCaseWhen().GetResult())
		}
		return anyOf(list)
	case *pg_query.Node_SubLink:
		s := n.SubLink.Subselect.GetSelectStmt()
		if own := t.owner[s]; own != nil && len(s.TargetList) == 1 {
			return t.blanksOf(own, s.TargetList[0].GetResTarget().GetVal(), depth+1)
		}
	}
	return kept, 0
}

// asArgument are the functions whose results have the type of their first argument.
var asArgument = []string{"min", "max", "any_value", "lag", "lead", "first_value", "last_value", "nth_value", "mode"}

// blanksOfName returns how the blanks of a column count, and the length of a char(n).
func (t *taker) blanksOfName(l *level, ref *pg_query.ColumnRef, depth int) (blanks, int) {
	at, name := t.resolveColumn(l, ref)
	if at == nil || at.node == nil {
		return uncertain, 0
	}
	var query *pg_query.SelectStmt
	var called *pg_query.Alias
	switch r := at.relation; {
	case r != nil && r.typed == nil:
		return kept, 0
	case r != nil:
		if c, ok := r.typedOf(name); ok && len(r.ref.GetAlias().GetColnames()) == 0 {
			return blanksOfColumn(c.Type), max(0, int(c.TypeMod)-4)
		}
		return uncertain, 0
	case at.node.GetRangeSubselect() != nil:
		query, called = at.node.GetRangeSubselect().Subquery.GetSelectStmt(), at.node.GetRangeSubselect().Alias
	case at.node.GetRangeVar() != nil:
		cte := inScope(at.level.with, at.node.GetRangeVar().Relname)
		query, called = cte.GetCtequery().GetSelectStmt(), at.node.GetRangeVar().Alias
		if len(cte.GetAliascolnames()) > 0 {
			return uncertain, 0
		}
	default:
		return kept, 0
	}
	own := t.owner[query]
	if own == nil || len(called.GetColnames()) > 0 || query.Op != pg_query.SetOperation_SETOP_NONE {
		return uncertain, 0
	}
	star := false
	for _, n := range query.TargetList {
		target := n.GetResTarget()
		fields := target.GetVal().GetColumnRef().GetFields()
		is := target.GetName() == name
		if last := len(fields) - 1; target.GetName() == "" && last >= 0 {
			star = star || fields[last].GetAStar() != nil
			is = fields[last].GetString_().GetSval() == name
		}
		if is {
			return t.blanksOf(own, target.GetVal(), depth+1)
		}
	}
	if star {
		return t.blanksOfName(own, pg_query.MakeColumnRefNode(nameNodes(name), -1).GetColumnRef(), depth+1)
	}
	return uncertain, 0
}
