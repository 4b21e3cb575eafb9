package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// noteCompared notes how many integers a SELECT compares columns with.
func (s *Statement) noteCompared(n *pg_query.Node) {
	if s.Verb == "SELECT" {
		s.compared = comparedIntegers(n)
	}
}

// comparedIntegers counts the constants of a statement, if each is an integer that a column is
// compared with; else it returns 0.
func comparedIntegers(n *pg_query.Node) int {
	all, compared := 0, 0
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch m := m.Interface().(type) {
		case *pg_query.A_Const:
			all++
		case *pg_query.A_Expr:
			if m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && len(m.Name) == 1 && trees.Comparisons[m.Name[0].GetString_().GetSval()] &&
				(isColumn(m.Lexpr) && isInteger(m.Rexpr) || isInteger(m.Lexpr) && isColumn(m.Rexpr)) {
				compared++
			}
		}
		return parse.Children(m, visit)
	}
	if visit(n.ProtoReflect()); compared != all {
		return 0
	}
	return all
}

func isColumn(n *pg_query.Node) bool { return n.GetColumnRef() != nil }

func isInteger(n *pg_query.Node) bool {
	_, ok := n.GetAConst().GetVal().(*pg_query.A_Const_Ival)
	return ok
}
