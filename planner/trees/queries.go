package trees

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// NameInFrom is the name by which a query speaks of an item of FROM, or "" if it has none.
func NameInFrom(n *pg_query.Node) string {
	switch item := n.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		return parse.AliasOrName(item.RangeVar)
	case *pg_query.Node_RangeSubselect:
		return item.RangeSubselect.GetAlias().GetAliasname()
	case *pg_query.Node_RangeFunction:
		return item.RangeFunction.GetAlias().GetAliasname()
	}
	return ""
}

// EachTable calls f with the tables of an item of FROM, those that are joined included.
func EachTable(n *pg_query.Node, f func(*pg_query.RangeVar)) {
	if join := n.GetJoinExpr(); join != nil {
		EachTable(join.Larg, f)
		EachTable(join.Rarg, f)
	} else if r := n.GetRangeVar(); r != nil {
		f(r)
	}
}

// Explained is the statement that EXPLAIN is about, or the statement itself.
func Explained(root *pg_query.Node) *pg_query.Node {
	if e := root.GetExplainStmt(); e != nil {
		return e.Query
	}
	return root
}

// CountColumns counts the columns of a query's result; ok is false if the text does not tell. A query of nil has none.
func CountColumns(s *pg_query.SelectStmt) (count int, ok bool) {
	s = parse.FirstQuery(s)
	if len(s.GetValuesLists()) > 0 {
		return len(s.ValuesLists[0].GetList().GetItems()), true
	}
	for _, n := range s.GetTargetList() {
		if !IsSingleColumn(n) {
			return 0, false
		}
	}
	return len(s.GetTargetList()), true
}

// OnlyTarget is the column of a subquery that has one and is no set operation, or nil.
func OnlyTarget(s *pg_query.SubLink) *pg_query.ResTarget {
	query := s.GetSubselect().GetSelectStmt()
	if query.GetLarg() != nil || len(query.GetTargetList()) != 1 {
		return nil
	}
	return query.TargetList[0].GetResTarget()
}

// IsSingleColumn reports whether a target of a select list is one column of the result, not all columns of a relation (*).
func IsSingleColumn(target *pg_query.Node) bool { return !IsStar(target.GetResTarget().GetVal()) }

// TargetOf is the table that an INSERT, UPDATE, DELETE or MERGE changes, nil for another statement.
func TargetOf(n *pg_query.Node) *pg_query.RangeVar {
	switch s := n.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		return s.InsertStmt.Relation
	case *pg_query.Node_UpdateStmt:
		return s.UpdateStmt.Relation
	case *pg_query.Node_DeleteStmt:
		return s.DeleteStmt.Relation
	case *pg_query.Node_MergeStmt:
		return s.MergeStmt.Relation
	}
	return nil
}

// IsStar reports whether an expression is all columns of a relation, or of all relations.
func IsStar(n *pg_query.Node) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
}

// IsLoneStar reports whether an expression is all columns of all relations.
func IsLoneStar(n *pg_query.Node) bool { return IsStar(n) && len(n.GetColumnRef().Fields) == 1 }

// IsStarOf reports whether an expression of a select list is all columns of a table, by * or by the table's name.
func IsStarOf(n *pg_query.Node, table string) bool {
	fields := n.GetColumnRef().GetFields()
	if !IsStar(n) {
		return false
	}
	return len(fields) == 1 || len(fields) == 2 && fields[0].GetString_().GetSval() == table
}

// Leaves are the queries that a set operation, or set operations in each other, unite.
func Leaves(s *pg_query.SelectStmt) []*pg_query.SelectStmt {
	if s.Larg == nil {
		return []*pg_query.SelectStmt{s}
	}
	return append(Leaves(s.Larg), Leaves(s.Rarg)...)
}

// ColumnsOf returns the columns of rows, as many as the first row has. A shorter row is missing in the last ones.
func ColumnsOf(rows [][]*pg_query.Node) [][]*pg_query.Node {
	columns := make([][]*pg_query.Node, len(rows[0]))
	for _, row := range rows {
		for i := range min(len(row), len(columns)) {
			columns[i] = append(columns[i], row[i])
		}
	}
	return columns
}
