package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
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
	err, place = CheckNames(root, relation, ended)
	w := orderWalk{name: int32(place), call: int32(call), first: -1, queries: map[string]bool{}} //nolint:gosec // places in a text that was parsed
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if c, ok := m.(*pg_query.CommonTableExpr); ok {
			w.queries[c.Ctename] = true
		}
	})
	switch trees.Explained(root).GetNode().(type) {
	case *pg_query.Node_SelectStmt, *pg_query.Node_InsertStmt, *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_ViewStmt, *pg_query.Node_CreateTableAsStmt:
		w.relation = relation
	}
	w.visit(root)
	switch {
	case w.missing != nil:
		called := w.missing.Relname
		if w.missing.Schemaname != "" {
			called = w.missing.Schemaname + "." + called
		}
		return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", called), int(w.missing.Location)
	case err == nil || place < 0 || w.first != w.name:
		return nil, -1
	}
	return err, place
}

// orderWalk finds what PostgreSQL comes upon first: the name at a location, the call at another, or a relation that there is not.
type orderWalk struct {
	name, call, first int32
	relation          func(catalog, schema, name string) (providers.Relation, bool) // nil: relations are not looked for
	queries           map[string]bool                                               // those of WITH
	missing           *pg_query.RangeVar
}

func (w *orderWalk) visit(m proto.Message) bool {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		return visitQuery(m, w.visit)
	case *pg_query.InsertStmt:
		return w.visitAll(m.WithClause, m.Relation, m.SelectStmt, m.OnConflictClause) && w.visitList(m.ReturningList)
	case *pg_query.UpdateStmt:
		return w.visitAll(m.WithClause, m.Relation) && w.visitList(m.FromClause) && w.visitAll(m.WhereClause) && w.visitList(m.ReturningList) && w.visitList(m.TargetList)
	case *pg_query.DeleteStmt:
		return w.visitAll(m.WithClause, m.Relation) && w.visitList(m.UsingClause) && w.visitAll(m.WhereClause) && w.visitList(m.ReturningList)
	case *pg_query.ViewStmt:
		return w.visitAll(m.Query)
	case *pg_query.IntoClause:
		return true
	}
	if !parse.Parts(m, w.visit) {
		return false
	}
	at := int32(-1)
	switch m := m.(type) {
	case *pg_query.ColumnRef:
		at = m.Location
	case *pg_query.RangeVar:
		at = m.Location
		w.lookFor(m)
	case *pg_query.FuncCall: // after its arguments
		if at = m.Location; at != w.call {
			at = -1
		}
	}
	if at >= 0 && (at == w.name || at == w.call) {
		w.first = at
	}
	return w.first < 0 && w.missing == nil
}

// lookFor notes a relation that there is not.
func (w *orderWalk) lookFor(r *pg_query.RangeVar) {
	if w.relation == nil || r.Schemaname == "" && w.queries[r.Relname] {
		return
	}
	if _, known := w.relation(r.Catalogname, r.Schemaname, r.Relname); !known {
		w.missing = r
	}
}

func (w *orderWalk) visitAll(list ...proto.Message) bool {
	for _, m := range list {
		if m.ProtoReflect().IsValid() && !w.visit(m) {
			return false
		}
	}
	return true
}

func (w *orderWalk) visitList(list []*pg_query.Node) bool {
	for _, n := range list {
		if !w.visit(n) {
			return false
		}
	}
	return true
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
