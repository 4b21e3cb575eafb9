package binding

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// writeScalarRows writes the names of functions in FROM as their one column: the row of such a function is its value.
func (b *binder) writeScalarRows(root *pg_query.Node) {
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		if s, ok := m.(*pg_query.SelectStmt); ok {
			b.groupByScalars(s)
		}
		target, ok := m.(*pg_query.ResTarget)
		if !ok || target.Name != "" {
			return
		}
		if c := trees.WithoutCasts(target.Val).GetColumnRef(); b.scalarRows[c] != "" {
			target.Name = parse.NameParts(c.Fields)[0]
		}
	})
	for ref, column := range b.scalarRows {
		ref.Fields, b.result.Changed = append(ref.Fields, build.Names(column)...), true
	}
}

// groupByScalars writes the names of such functions in GROUP BY: there they are labels of the result's columns.
func (b *binder) groupByScalars(s *pg_query.SelectStmt) {
	for _, n := range s.GroupClause {
		name, isName := bareName(n)
		if target := labeled(s.TargetList, name); isName && target != nil {
			if column := b.scalarRows[target.Val.GetColumnRef()]; column != "" {
				n.GetColumnRef().Fields = append(n.GetColumnRef().Fields, build.Names(column)...)
			}
		}
	}
}
