package binding

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// expandStars writes the columns that * means where a join has columns of both sides as one: PostgreSQL shows these first,
// and DuckDB where the left side has them.
func (b *binder) expandStars(s *pg_query.SelectStmt, l *level) {
	joined := slices.ContainsFunc(l.items, func(it *item) bool {
		return it.columnsSeen && len(it.using) > 0 && (!it.listed || !slices.Equal(it.list, it.stored))
	})
	if !joined {
		return
	}
	for i := 0; i < len(s.TargetList); i++ {
		fields := s.TargetList[i].GetResTarget().GetVal().GetColumnRef().GetFields()
		if len(fields) != 1 || fields[0].GetAStar() == nil {
			continue
		}
		at := s.TargetList[i].GetResTarget().Val.GetColumnRef().Location
		var list []*pg_query.Node
		for _, it := range l.items {
			if !it.columnsSeen {
				continue
			}
			if !it.listed {
				if !b.source.Lenient {
					b.refuse(at, "* of a join by the names of columns is not supported where the columns of a relation are unknown")
				}
				return
			}
			list = append(list, b.columnsOfItem(it, l, at)...)
		}
		s.TargetList = slices.Replace(s.TargetList, i, i+1, list...)
		i += len(list) - 1
		b.result.Changed = true
	}
}

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
		fields := []*pg_query.Node{pg_query.MakeStrNode(name)}
		if !isCommon {
			fields = []*pg_query.Node{pg_query.MakeStrNode(of.name), fields[0]}
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(fields, at), at))
	}
	return list
}

// hasOther reports whether another item of the namespace has a column of a name, in any case.
func (l *level) hasOther(it *item, name string) bool {
	return slices.ContainsFunc(l.items, func(other *item) bool {
		return other != it && other.columnsSeen && other.folded[fold(name)]
	})
}
