package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// Columns that are written like calls: PostgreSQL reads last(f) as f.last if it has no function
// last for a row of f.

// rowArgument returns the alias whose column a call may read in this notation, or "" if the call cannot be one.
func rowArgument(n *pg_query.FuncCall) string {
	if len(n.Args) != 1 || len(n.Funcname) != 1 || n.AggWithinGroup || n.AggStar || n.AggDistinct || n.FuncVariadic ||
		len(n.AggOrder) > 0 || n.AggFilter != nil || n.Over != nil || n.Funcformat != pg_query.CoercionForm_COERCE_EXPLICIT_CALL {
		return ""
	}
	fields := n.Args[0].GetColumnRef().GetFields()
	if len(fields) != 1 {
		return ""
	}
	return fields[0].GetString_().GetSval()
}

// isColumn reports whether a call of a name that no function has reads a column. Somebody may
// make a function of that name at any time, so the statement counts as resting on users' code,
// which is compared when it runs.
func (r *resolver) isColumn(n name, bound map[string][]binding) bool {
	if n.qualifier == "" || r.source.Info.Dialect != providers.Postgres {
		return false
	}
	for _, b := range bound[n.qualifier] {
		relation, known := providers.Relation{}, false
		if b.kind == relationBinding {
			relation, known = r.source.Catalog.Relation(b.schema, b.name)
		}
		if b.kind == rowBinding || known && slices.Contains(relation.Columns, n.name) {
			r.users = true
			return true
		}
	}
	return false
}
