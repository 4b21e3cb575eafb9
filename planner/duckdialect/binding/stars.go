package binding

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// expandStars writes the columns that * means where a join has columns of both sides as one: PostgreSQL shows these first,
// and DuckDB where the left side has them. So it does where DuckDB has other names for some columns.
func (b *binder) expandStars(targets []*pg_query.Node, l *level) []*pg_query.Node {
	if !slices.ContainsFunc(l.items, func(it *item) bool { return it.isReordered() || it.kept != nil || it.isUsing }) {
		return targets
	}
	for i := 0; i < len(targets); i++ {
		b.nameField(targets[i].GetResTarget().GetVal(), l)
		of, star := starOf(targets[i].GetResTarget())
		ref := targets[i].GetResTarget().GetVal().GetColumnRef()
		if !star || len(ref.Fields) > 2 {
			continue
		}
		at := ref.Location
		if list := l.ofAlias(of, at); list != nil {
			targets, b.result.Changed = slices.Replace(targets, i, i+1, list...), true
			i += len(list) - 1
			continue
		}
		meant := l.starred(of)
		if !slices.ContainsFunc(meant, func(it *item) bool { return it.isReordered() || it.isRenamed() }) {
			continue
		}
		var list []*pg_query.Node
		for _, it := range meant {
			if !it.listed {
				if !b.source.Lenient {
					b.refuse(at, "* of a join by the names of columns is not supported where the columns of a relation are unknown")
				}
				return targets
			}
			list = append(list, b.columnsOfItem(it, l, at)...)
		}
		targets = slices.Replace(targets, i, i+1, list...)
		i += len(list) - 1
		b.result.Changed = true
	}
	return targets
}

// ofAlias are targets for the columns of the alias of USING that stands before an asterisk; nil: there is no such alias.
func (l *level) ofAlias(alias string, at int32) (list []*pg_query.Node) {
	for _, it := range l.items {
		if !it.isUsing || !it.known || it.name != alias {
			continue
		}
		for _, name := range it.list {
			list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(alias, name), at), at))
		}
	}
	return list
}

// isReordered reports whether PostgreSQL shows the columns of a join in another order than DuckDB.
func (it *item) isReordered() bool {
	return it.columnsSeen && len(it.using) > 0 && (!it.listed || it.isWidened() || !slices.Equal(it.list, it.stored))
}

// isRenamed reports whether DuckDB has other names for some columns.
func (it *item) isRenamed() bool { return it.kept != nil && !slices.Equal(it.kept, it.list) }

// columnsOfItem are targets for the columns of an item.
func (b *binder) columnsOfItem(it *item, l *level, at int32) (list []*pg_query.Node) {
	for i, name := range it.list {
		of, isCommon := it, i < len(it.using)
		if it.parts != nil && !isCommon {
			of = it.from[i]
		}
		if of == nil || of.name == "" && !isCommon || isCommon && l.hasOther(it, name) {
			b.refuse(at, "* of this join is not supported")
			return nil
		}
		if !isCommon && b.shadowed(of.name, of, l, l) {
			b.refuse(at, "* of the relation %q beside another of that name, in any case, is not supported", of.name)
		}
		fields, called := []*pg_query.Node{pg_query.MakeStrNode(it.keptAs(i))}, ""
		if !isCommon {
			fields = []*pg_query.Node{pg_query.MakeStrNode(of.name), fields[0]}
		}
		if it.keptAs(i) != name {
			called = name
		}
		column := pg_query.MakeColumnRefNode(fields, at)
		b.made[column.GetColumnRef()] = !isCommon
		list = append(list, pg_query.MakeResTargetNodeWithNameAndVal(called, column, at))
	}
	return list
}

// hasOther reports whether another item of the namespace has a column of a name, in any case.
func (l *level) hasOther(it *item, name string) bool {
	return slices.ContainsFunc(l.items, func(other *item) bool {
		return other != it && other.columnsSeen && other.folded[fold(name)]
	})
}
