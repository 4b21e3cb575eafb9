package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// OrderWith puts each query of a WITH RECURSIVE behind those that it reads: DuckDB sees the ones before alone. Queries that read each
// other stay as they are.
func OrderWith(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		clause, ok := m.(*pg_query.WithClause)
		if !ok || !clause.Recursive || len(clause.Ctes) < 2 {
			return
		}
		if list := inOrder(clause.Ctes); list != nil && !slices.Equal(list, clause.Ctes) {
			clause.Ctes, t.Changed = list, true
		}
	})
}

// inOrder returns queries of WITH behind those that they read, in their own order otherwise; nil: there is no such order.
func inOrder(ctes []*pg_query.Node) []*pg_query.Node {
	places := map[string]int{}
	for i, n := range ctes {
		if _, twice := places[n.GetCommonTableExpr().GetCtename()]; twice || n.GetCommonTableExpr().GetCtequery().GetSelectStmt() == nil {
			return nil
		}
		places[n.GetCommonTableExpr().GetCtename()] = i
	}
	const open, done = 1, 2
	states, list := make([]int, len(ctes)), []*pg_query.Node(nil)
	var visit func(i int) bool
	visit = func(i int) bool {
		if states[i] != 0 {
			return states[i] == done
		}
		states[i] = open
		for _, of := range readPlaces(ctes[i], places) {
			if of != i && !visit(of) {
				return false
			}
		}
		states[i], list = done, append(list, ctes[i])
		return true
	}
	for i := range ctes {
		if !visit(i) {
			return nil
		}
	}
	return list
}

// readPlaces are the places of the queries that a query may read, by their names.
func readPlaces(n *pg_query.Node, places map[string]int) (list []int) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if r, ok := m.(*pg_query.RangeVar); ok && r.Schemaname == "" {
			if at, ok := places[r.Relname]; ok {
				list = append(list, at)
			}
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}
