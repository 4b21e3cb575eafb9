package rewrite

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// ReadCompanions are the companions of a relation's columns (providers.ScaleColumn) that parts of a statement read, which no star has.
// isRelation reports whether a name in a part is that of the relation.
func ReadCompanions(parts []*pg_query.Node, isRelation func(part *pg_query.Node, name string) bool) (companions []string) {
	for _, part := range parts {
		parse.EachMessage(part.ProtoReflect(), func(m proto.Message) {
			ref, ok := m.(*pg_query.ColumnRef)
			if !ok {
				return
			}
			relation, column := parse.SplitName(ref.Fields)
			if providers.IsScaleColumn(column) && !slices.Contains(companions, column) && isRelation(part, relation) {
				companions = append(companions, column)
			}
		})
	}
	return companions
}
