package binding

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// noteQueried notes the types of the columns that a query returns, as far as its select list shows them.
func (b *binder) noteQueried(s *pg_query.SelectStmt, l *level, columns []string) {
	if len(s.ValuesLists) > 0 {
		return
	}
	kinds := make([]kind, 0, len(columns))
	for _, n := range s.TargetList {
		of, star := starOf(n.GetResTarget())
		if !star {
			kinds = append(kinds, l.kindOf(n.GetResTarget().GetVal()))
			continue
		}
		for _, it := range l.starred(of) {
			for _, name := range it.list {
				kinds = append(kinds, it.types[name].postgres)
			}
		}
	}
	if len(kinds) != len(columns) {
		return
	}
	if b.queried == nil {
		b.queried = map[*pg_query.SelectStmt][]kind{}
	}
	b.queried[s] = kinds
}

// kindOf is the type of a column, or of what is cast to a type, without a modifier.
func (l *level) kindOf(n *pg_query.Node) kind {
	if c := n.GetTypeCast(); c != nil {
		_, name := parse.SplitName(c.TypeName.GetNames())
		for oid, of := range casts {
			if of == name && len(c.TypeName.ArrayBounds)+len(c.TypeName.Typmods) == 0 {
				return kind{oid, -1}
			}
		}
		return kind{}
	}
	names := parse.NameParts(n.GetColumnRef().GetFields())
	switch len(names) {
	case 1:
		return typeIn(l.items, names[0]).postgres
	case 2:
		for _, it := range l.items {
			if it.name == names[0] && it.rowSeen && it.columns[names[1]] == 1 {
				return it.types[names[1]].postgres
			}
		}
	}
	return kind{}
}

// setKinds gives the columns of an item their types, which are the same in DuckDB.
func (it *item) setKinds(kinds []kind) {
	for i, of := range kinds {
		if i < len(it.list) && it.columns[it.list[i]] == 1 && casts[of.oid] != "" {
			it.setType(it.list[i], typed{of, of})
		}
	}
}
