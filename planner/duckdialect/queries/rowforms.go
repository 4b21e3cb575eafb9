package queries

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ReadRows writes forms of rows as other expressions, of which all later rules know: the equality of two rows field by field, a row
// beside a query as a query, a column of ROW(…) as that column, and t.* IS NULL as a test of t. It runs first.
func ReadRows(t *rewrite.Translation, root *pg_query.Node) {
	var found []*pg_query.Node
	t.EachNode(root, func(n *pg_query.Node) {
		if target := n.GetResTarget(); target != nil && target.Name == "" && target.Val.GetAIndirection().GetArg().GetRowExpr() != nil && len(target.Val.GetAIndirection().Indirection) == 1 {
			target.Name = target.Val.GetAIndirection().Indirection[0].GetString_().GetSval()
		}
		if n.GetAExpr() != nil || n.GetNullTest() != nil || n.GetAIndirection() != nil || n.GetRowExpr() != nil || n.GetFuncCall() != nil {
			found = append(found, n)
		}
	})
	for _, n := range slices.Backward(found) {
		switch e := n.GetNode().(type) {
		case *pg_query.Node_AExpr:
			compareRows(t, n, e.AExpr)
		case *pg_query.Node_NullTest:
			testWholeRow(t, e.NullTest)
		case *pg_query.Node_AIndirection:
			takeField(t, n, e.AIndirection)
		case *pg_query.Node_RowExpr:
			refuseStar(t, e.RowExpr)
		case *pg_query.Node_FuncCall:
			refuseRowsUnnested(t, e.FuncCall)
		}
	}
}

// compareRows writes a comparison of a row.
func compareRows(t *rewrite.Translation, n *pg_query.Node, e *pg_query.A_Expr) {
	left, right := e.Lexpr.GetRowExpr().GetArgs(), e.Rexpr.GetRowExpr().GetArgs()
	_, op := parse.SplitName(e.Name)
	if e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || len(left) == 0 {
		return
	}
	query := e.Rexpr.GetSubLink()
	switch {
	case len(right) > 0 && len(left) != len(right):
		t.NoteError(e.Location, sqlstate.SyntaxError, "unequal number of entries in row expressions")
	case len(right) > 0 && !trees.Comparisons[op]:
		t.NoteUnsupported(e.Location, "the operator %s between rows is not supported", op)
	case len(right) > 0 && (op == "=" || op == "<>" || op == "!="):
		tests := make([]*pg_query.Node, len(left))
		for i := range left {
			tests[i] = build.Binary(op, left[i], right[i])
			tests[i].GetAExpr().Location = e.Location
		}
		by := build.And(tests...)
		if op != "=" {
			by = build.Or(tests...)
		}
		if len(tests) == 1 {
			by = tests[0]
		}
		t.ReplaceNode(n, by)
	case query.GetSubLinkType() == pg_query.SubLinkType_EXPR_SUBLINK && len(left) > 1 && trees.Comparisons[op]:
		compareWithQuery(t, n, e, op)
	}
}

// compareWithQuery compares a row with the one row of a query, within a query: no row makes the answer NULL, and two are an error.
func compareWithQuery(t *rewrite.Translation, n *pg_query.Node, e *pg_query.A_Expr, op string) {
	left, s := e.Lexpr.GetRowExpr().GetArgs(), e.Rexpr.GetSubLink().Subselect.GetSelectStmt()
	width := len(s.TargetList)
	if len(s.ValuesLists) > 0 {
		width = len(s.ValuesLists[0].GetList().GetItems())
	}
	star := slices.ContainsFunc(s.TargetList, func(n *pg_query.Node) bool {
		return !trees.IsSingleColumn(n) || n.GetResTarget().GetVal().GetAIndirection() != nil
	})
	switch {
	case star || width == 0:
		t.NoteUnsupported(e.Location, "a row beside a query whose columns are not written is not supported")
		return
	case width > len(left):
		t.NoteError(e.Location, sqlstate.SyntaxError, "subquery has too many columns")
		return
	case width < len(left):
		t.NoteError(e.Location, sqlstate.SyntaxError, "subquery has too few columns")
		return
	}
	names, fields := make([]string, width), make([]*pg_query.Node, width)
	for i := range names {
		names[i] = "__field" + strconv.Itoa(i+1)
		fields[i] = build.Column("__fields", names[i])
	}
	row := &pg_query.Node{Node: &pg_query.Node_RowExpr{RowExpr: &pg_query.RowExpr{Args: fields, RowFormat: pg_query.CoercionForm_COERCE_IMPLICIT_CAST, Location: build.Nowhere}}}
	test := build.Binary(op, e.Lexpr, row)
	compareRows(t, test, test.GetAExpr())
	from := build.Lateral(e.Rexpr.GetSubLink().Subselect, build.Alias("__fields", names...))
	t.ReplaceNode(n, build.ValueOf(build.Select(from, build.Target(test, ""))))
}

// testWholeRow writes t.* IS NULL, which is a test of the row, with the name of the row alone.
func testWholeRow(t *rewrite.Translation, test *pg_query.NullTest) {
	fields := test.Arg.GetColumnRef().GetFields()
	if len(fields) == 2 && fields[1].GetAStar() != nil {
		test.Arg.GetColumnRef().Fields, t.Changed = fields[:1], true
	}
}

// takeField writes (ROW(a, b)).f2 as b.
func takeField(t *rewrite.Translation, n *pg_query.Node, i *pg_query.A_Indirection) {
	row := i.Arg.GetRowExpr()
	if row == nil || len(i.Indirection) != 1 {
		return
	}
	number, isField := strings.CutPrefix(i.Indirection[0].GetString_().GetSval(), "f")
	at, err := strconv.Atoi(number)
	switch {
	case !isField || err != nil || at < 1 || at > len(row.Args) || number[0] == '0':
		if name := i.Indirection[0].GetString_(); name != nil {
			t.NoteError(row.Location, sqlstate.UndefinedColumn, "could not identify column %q in record data type", name.Sval)
		}
		return
	}
	for _, a := range row.Args {
		if _, quoted := parse.TextConstant(a); quoted || a.GetAConst().GetIsnull() {
			return // PostgreSQL finds no type for it
		}
	}
	value, _ := proto.Clone(row.Args[at-1]).(*pg_query.Node)
	t.ReplaceNode(n, value)
}

// refuseStar refuses a row of all columns of a relation beside others.
func refuseStar(t *rewrite.Translation, r *pg_query.RowExpr) {
	for _, a := range r.Args {
		if trees.IsStar(a) {
			t.NoteUnsupported(r.Location, "all columns of a relation in ROW(…) is not supported").WithHint("Name the columns.")
		}
	}
}

// refuseRowsUnnested refuses unnest of an array of rows that is written out: its columns are those of the rows.
func refuseRowsUnnested(t *rewrite.Translation, f *pg_query.FuncCall) {
	if _, name := parse.SplitName(f.Funcname); name != "unnest" || len(f.Args) == 0 {
		return
	}
	for _, a := range f.Args {
		elements := a.GetAArrayExpr().GetElements()
		if len(elements) > 0 && (elements[0].GetRowExpr() != nil || elements[0].GetTypeCast().GetArg().GetRowExpr() != nil) {
			t.NoteUnsupported(f.Location, "unnest of an array of rows is not supported")
		}
	}
}
