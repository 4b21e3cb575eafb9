package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// checkReturned refuses RETURNING of the columns of tables that an UPDATE or DELETE joins: DuckDB has those of the target
// alone, and would mean these by a star.
func (t *translation) checkReturned(target *pg_query.RangeVar, joined, returning []*pg_query.Node) {
	if len(joined) == 0 {
		return
	}
	own := target.GetRelname()
	if alias := target.GetAlias().GetAliasname(); alias != "" {
		own = alias
	}
	for _, n := range returning {
		t.each(n.ProtoReflect(), func(m any) {
			ref, ok := m.(*pg_query.ColumnRef)
			if !ok {
				return
			}
			of, _ := parse.SplitName(ref.Fields)
			if star := ref.Fields[len(ref.Fields)-1].GetAStar() != nil; star && of == "" || of != "" && of != own && of != target.GetSchemaname()+"."+own {
				t.noteUnsupported(ref.Location, "RETURNING of columns of a joined table is not supported").
					WithHint("Name the columns of %q alone: %s.*", own, own)
			}
		})
	}
}
