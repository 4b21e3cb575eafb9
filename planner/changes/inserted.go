package changes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The system column xmax of a row that an INSERT returns is 0, and is not where DO UPDATE has updated the row. What an INSERT returns
// compares xmax with 0, which is all that is known here.

const xmax = "xmax"

// WriteInserted writes what comparisons of xmax with 0 mean in what INSERTs return. Other uses of xmax stay, and are refused by the translation.
// It reports whether it has written something.
func WriteInserted(root *pg_query.Node) (found bool) {
	write := func(s *pg_query.InsertStmt) {
		for _, n := range s.GetReturningList() {
			found = writeInserted(n, s) || found
		}
	}
	write(root.GetInsertStmt())
	for _, n := range withOf(root).GetCtes() {
		write(n.GetCommonTableExpr().GetCtequery().GetInsertStmt())
	}
	return found
}

// writeInserted writes the comparisons in one item of RETURNING.
func writeInserted(item *pg_query.Node, s *pg_query.InsertStmt) (found bool) {
	if item.GetResTarget().GetName() == "" && isXmaxTest(item.GetResTarget().GetVal(), parse.AliasOrName(s.Relation)) != 0 {
		item.GetResTarget().Name = "?column?"
	}
	parse.EachMessage(item.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if !ok {
			return
		}
		test := isXmaxTest(n, parse.AliasOrName(s.Relation))
		if test == 0 {
			return
		}
		was := build.Truth(true)
		if s.OnConflictClause.GetAction() == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
			was = build.Column(parse.AliasOrName(s.Relation), inserted)
		}
		if test < 0 {
			was = build.Not(was)
		}
		n.Node, found = was.Node, true
	})
	return found
}

// isXmaxTest is 1 for xmax = 0, −1 for its contrary, 0 for anything else.
func isXmaxTest(n *pg_query.Node, table string) int {
	e := n.GetAExpr()
	op := parse.Strings(e.GetName())
	if e.GetKind() != pg_query.A_Expr_Kind_AEXPR_OP || len(op) != 1 {
		return 0
	}
	isXmax := func(n *pg_query.Node) bool {
		fields := parse.Strings(trees.WithoutCasts(n).GetColumnRef().GetFields())
		return slices.Equal(fields, []string{xmax}) || slices.Equal(fields, []string{table, xmax})
	}
	isZero := func(n *pg_query.Node) bool {
		n = trees.WithoutCasts(n)
		number, isNumber := parse.IntConstant(n)
		text, isText := parse.TextConstant(n)
		return isNumber && number == 0 || isText && text == "0"
	}
	if left := isXmax(e.Lexpr) && isZero(e.Rexpr); !left && !(isZero(e.Lexpr) && isXmax(e.Rexpr)) {
		return 0
	} else if op[0] == ">" && left || op[0] == "<" && !left {
		return -1
	}
	switch op[0] {
	case "=":
		return 1
	case "<>", "!=":
		return -1
	}
	return 0
}

// namesInserted reports whether an expression asks whether a row was inserted.
func namesInserted(n *pg_query.Node) (found bool) {
	trees.EachColumn(n.ProtoReflect(), func(ref *pg_query.ColumnRef) {
		found = found || trees.LastField(&pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: ref}}) == inserted
	})
	return found
}
