package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// NameBeforeCall returns PostgreSQL's error for a name of a statement that means no column and no relation, if PostgreSQL comes upon it
// before it looks for the function that is called at an offset: nil if there is none. place is the byte of the text where the name stands.
func NameBeforeCall(text string, call int, relation func(catalog, schema, name string) (providers.Relation, bool), ended func() error) (err *sqlstate.Error, place int) { //nolint:revive // the place belongs to the error
	tree, _ := pg_query.Parse(text) // which was parsed before
	if len(tree.GetStmts()) != 1 {
		return nil, -1
	}
	root := tree.Stmts[0].Stmt
	if err, place = CheckNames(root, relation, ended); err == nil || place < 0 || !comesFirst(root, int32(place), int32(call)) { //nolint:gosec // places in a text that was parsed
		return nil, -1
	}
	return err, place
}

// comesFirst reports whether PostgreSQL analyses the name at a location before the call at another.
func comesFirst(root *pg_query.Node, name, call int32) bool {
	first := int32(-1)
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		if s, is := m.(*pg_query.SelectStmt); is {
			return visitQuery(s, visit)
		}
		if !parse.Parts(m, visit) {
			return false
		}
		at := int32(-1)
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			at = m.Location
		case *pg_query.RangeVar:
			at = m.Location
		case *pg_query.FuncCall: // after its arguments
			if at = m.Location; at != call {
				at = -1
			}
		}
		if at >= 0 && (at == name || at == call) {
			first = at
		}
		return first < 0
	}
	visit(root)
	return first == name
}

// visitQuery visits the clauses of a query in the order of transformSelectStmt, until f returns false.
func visitQuery(s *pg_query.SelectStmt, f func(proto.Message) bool) bool {
	if s.WithClause != nil && !f(s.WithClause) {
		return false
	}
	if s.Larg != nil && (!f(s.Larg) || !f(s.Rarg)) {
		return false
	}
	clauses := [][]*pg_query.Node{s.ValuesLists, s.FromClause, s.TargetList, {s.WhereClause}, {s.HavingClause}, s.SortClause, s.GroupClause}
	for _, clause := range append(clauses, s.DistinctClause, []*pg_query.Node{s.LimitOffset, s.LimitCount}, s.WindowClause) {
		for _, n := range clause {
			if n != nil && !f(n) {
				return false
			}
		}
	}
	return true
}
