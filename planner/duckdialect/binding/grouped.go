package binding

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
)

// writeSets replaces a label in GROUP BY by what it labels, if that calls a function that returns a set: the rows are grouped by
// its values. A column of FROM that has the name comes before the label.
func (b *binder) writeSets(s *pg_query.SelectStmt, l *level) {
	for i, n := range s.GroupClause {
		name, isName := bareName(n)
		target := labeled(s.TargetList, name)
		if !isName || target == nil || !functionnames.CallsSet(target.Val) || !l.lacksColumn(name) {
			continue
		}
		s.GroupClause[i], b.result.Changed = proto.CloneOf(target.Val), true
	}
}

// lacksColumn reports whether no relation of a query has a column of that name, as far as their columns are all known.
func (l *level) lacksColumn(name string) bool {
	return !slices.ContainsFunc(l.items, func(it *item) bool { return it.columnsSeen && it.mayHave(name) })
}

// mayHave reports whether an item of FROM has a column of that name, or columns that are not known.
func (it *item) mayHave(name string) bool {
	switch {
	case it.columns[name] > 0 || it.known:
		return it.columns[name] > 0
	case it.catalogs != nil:
		return slices.Contains(it.catalogs, name)
	}
	return len(it.parts) == 0 || slices.ContainsFunc(it.parts, func(part *item) bool { return part.mayHave(name) })
}
