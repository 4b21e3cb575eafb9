package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// nameTruncated has a TRUNCATE … CASCADE of the embedded engine name the tables that it goes on to: those whose foreign keys refer to a
// table that it empties. So they are judged like those that the client names. It returns the notice for each of them.
func (r *resolver) nameTruncated(w *walker, one parse.Statement) (notices []string) {
	s := one.Raw.Stmt.GetTruncateStmt()
	if s.GetBehavior() != pg_query.DropBehavior_DROP_CASCADE {
		return nil
	}
	for at := 0; at < len(w.mentions); at++ { // those that are added follow
		m := w.mentions[at]
		if m.relation == nil {
			continue
		}
		for _, by := range m.relation.ReferredBy {
			if slices.ContainsFunc(w.mentions, func(m mention) bool {
				return m.relation != nil && strings.EqualFold(m.relation.Schema, by.Schema) && strings.EqualFold(m.relation.Name, by.Name)
			}) {
				continue
			}
			written := &pg_query.RangeVar{Schemaname: by.Schema, Relname: by.Name, Inh: true, Relpersistence: "p", Location: build.Nowhere}
			s.Relations = append(s.Relations, &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: written}})
			w.mentions = append(w.mentions, mention{
				schema: by.Schema, name: by.Name, provider: m.provider, write: true, planned: w.planOnly, required: true, offset: build.Nowhere, written: written,
			})
			r.judgeRelations(w.mentions[len(w.mentions)-1:])
			notices = append(notices, `truncate cascades to table "`+by.Name+`"`)
		}
	}
	return notices
}
