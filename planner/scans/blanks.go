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

// blanks says what a type makes of the blanks at the end of a value.
type blanks int

const (
	kept      blanks = iota // as text does
	ignored                 // as char(n) does
	following               // as varchar does: the other side of a comparison decides
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
					t.align(in, n.Arg, w.GetCaseWhen().GetExpr(), false)
				}
			}
		case *pg_query.SubLink:
			if s := n.Subselect.GetSelectStmt(); n.Testexpr != nil && s != nil && t.owner[s] != nil && len(s.TargetList) == 1 && in != nil {
				t.alignWithin(in, n.Testexpr, t.owner[s], s.TargetList[0].GetResTarget().GetVal())
			}
		}
		children(m, func(child protoreflect.Message) { visit(child, in) })
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

// alignExpression is alignBlanks of one expression.
func (t *taker) alignExpression(l *level, e *pg_query.A_Expr) {
	operator := e.Name[len(e.Name)-1].GetString_().GetSval()
	switch e.Kind {
	case pg_query.A_Expr_Kind_AEXPR_OP:
		switch {
		case reversed[operator] != "":
			t.align(l, e.Lexpr, e.Rexpr, false)
		case slices.Contains([]string{"~", "~*", "!~", "!~*", "~~", "!~~", "~~*", "!~~*"}, operator):
			t.pad(l, e.Lexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT, pg_query.A_Expr_Kind_AEXPR_NULLIF:
		t.align(l, e.Lexpr, e.Rexpr, false)
	case pg_query.A_Expr_Kind_AEXPR_IN, pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		list := e.Rexpr.GetList().GetItems()
		for _, n := range list {
			t.align(l, e.Lexpr, n, e.Kind == pg_query.A_Expr_Kind_AEXPR_IN && len(list) > 1)
		}
	case pg_query.A_Expr_Kind_AEXPR_OP_ANY, pg_query.A_Expr_Kind_AEXPR_OP_ALL:
		text := e.Rexpr.GetAConst().GetSval().GetSval() // of an array
		ends := slices.ContainsFunc([]string{" }", " ,", ` "}`, ` ",`}, func(s string) bool { return strings.Contains(text, s) })
		if of, _ := t.blanksOf(l, e.Lexpr, 0); ends && (of == ignored || of == uncertain) {
			t.failBlanks(e.Rexpr)
		}
	case pg_query.A_Expr_Kind_AEXPR_LIKE, pg_query.A_Expr_Kind_AEXPR_ILIKE, pg_query.A_Expr_Kind_AEXPR_SIMILAR:
		t.pad(l, e.Lexpr)
	}
}

// align takes the blanks off what is compared with a char(n). together: casts to text count as char(n), as they do to IN
// with several values.
func (t *taker) align(l *level, a, b *pg_query.Node, together bool) {
	if x, y := a.GetRowExpr().GetArgs(), b.GetRowExpr().GetArgs(); len(x) > 0 && len(x) == len(y) {
		for i := range x {
			t.align(l, x[i], y[i], together)
		}
		return
	}
	first, _ := t.blanksOf(l, a, 0)
	second, _ := t.blanksOf(l, b, 0)
	t.trim(first, b, second, together)
	t.trim(second, a, first, together)
}

// alignWithin is align of an expression with a column of a subquery.
func (t *taker) alignWithin(l *level, a *pg_query.Node, in *level, b *pg_query.Node) {
	first, _ := t.blanksOf(l, a, 0)
	second, _ := t.blanksOf(in, b, 0)
	t.trim(first, b, second, false)
	t.trim(second, a, first, false)
}

// trim takes the blanks off an expression that is compared with one of that kind.
func (t *taker) trim(with blanks, n *pg_query.Node, is blanks, together bool) {
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
		wrap(n, "rtrim", pg_query.MakeAConstStrNode(" ", -1))
	}
}

// blankText returns the text of a constant that a comparison with a char(n) makes one of, or nil if it is none.
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

// pad gives a char(n) that a pattern is matched with its blanks.
func (t *taker) pad(l *level, n *pg_query.Node) {
	switch of, width := t.blanksOf(l, n, 0); {
	case of == ignored && width > 0:
		wrap(n, "rpad", pg_query.MakeAConstIntNode(int64(width), -1), pg_query.MakeAConstStrNode(" ", -1))
	case of == ignored:
		t.failBlanks(n)
	}
}

// wrap makes an expression the first argument of a function.
func wrap(n *pg_query.Node, function string, more ...*pg_query.Node) {
	n.Node = pg_query.MakeFuncCallNode(names(function), append([]*pg_query.Node{{Node: n.Node}}, more...), -1).Node
}

func (t *taker) failBlanks(n *pg_query.Node) {
	at := int32(-1)
	if a := n.GetAConst(); a != nil {
		at = a.Location
	}
	t.fail(at, sqlstate.FeatureNotSupported, "Cast the char(n) to text, and compare it with a text that has no blanks at its end.",
		"it is not known here whether blanks at the end count in this comparison with a char(n)")
}

// checkUsing refuses a join by the name of a char(n) and a varchar: there is no place to take the blanks off.
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
			t.fail(-1, sqlstate.FeatureNotSupported, "Write ON in the place of USING.", "USING (%s) compares a char(n) with a varchar", n.GetString_().GetSval())
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

// blanksOf says what the type of an expression makes of blanks, and how long a char(n) is. It returns 0 if that is not
// known.
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

// blanksOfName is blanksOf of a column.
func (t *taker) blanksOfName(l *level, ref *pg_query.ColumnRef, depth int) (blanks, int) {
	at, name := t.resolve(l, ref)
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
		return t.blanksOfName(own, pg_query.MakeColumnRefNode(names(name), -1).GetColumnRef(), depth+1)
	}
	return uncertain, 0
}
