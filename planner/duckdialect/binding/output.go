package binding

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// output returns the columns of a query whose FROM is not bound; nil: they are unknown. It knows no asterisks.
func (b *binder) output(s *pg_query.SelectStmt, l *level) []string {
	s = parse.FirstQuery(s)
	return b.columnsOf(s, &level{outer: l, items: []*item{newItem("", nil, false)}})
}

// columnsOf returns the columns of a query by its namespace; nil: they are not all known.
func (b *binder) columnsOf(s *pg_query.SelectStmt, l *level) []string {
	if len(s.ValuesLists) > 0 {
		var list []string
		for i := range s.ValuesLists[0].GetList().GetItems() {
			list = append(list, "column"+strconv.Itoa(i+1))
		}
		return list
	}
	list := make([]string, 0, len(s.TargetList))
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		of, star := starOf(target)
		if !star {
			if target.GetVal().GetAIndirection() != nil && isStar(target.Val.GetAIndirection().Indirection) {
				return nil
			}
			name := target.GetName()
			if name == "" {
				name, _ = resultcolumns.Name(target.GetVal())
			}
			list = append(list, name)
			continue
		}
		some, known := l.star(of)
		if !known {
			return nil
		}
		list = append(list, some...)
	}
	return list
}

// star returns the columns that * means, or name.*. known: they are all.
func (l *level) star(name string) (list []string, known bool) {
	items := l.starred(name)
	for _, it := range items {
		if !it.known {
			return nil, false
		}
		list = append(list, it.list...)
	}
	return list, len(items) > 0
}

// starred returns the items whose columns * means, or name.*.
func (l *level) starred(name string) (items []*item) {
	for _, it := range l.items {
		if name == "" && it.columnsSeen || name != "" && it.name == name && it.rowSeen {
			items = append(items, it)
		}
	}
	return items
}

// starOf returns the name that stands before the asterisk of a target, "" if it stands alone. ok: the target has one.
func starOf(target *pg_query.ResTarget) (name string, ok bool) {
	fields := target.GetVal().GetColumnRef().GetFields()
	if len(fields) > 1 {
		name = fields[len(fields)-2].GetString_().GetSval()
	}
	return name, isStar(fields)
}

// isStar reports whether an indirection ends in an asterisk.
func isStar(list []*pg_query.Node) bool { return len(list) > 0 && list[len(list)-1].GetAStar() != nil }

// labelsOf are the labels that a select list gives, in lower case.
func labelsOf(s *pg_query.SelectStmt) map[string]bool {
	labels := map[string]bool{}
	for _, n := range s.TargetList {
		if name := n.GetResTarget().GetName(); name != "" {
			labels[fold(name)] = true
		}
	}
	return labels
}

// labeled returns what a select list has under a name.
func labeled(list []*pg_query.Node, name string) *pg_query.ResTarget {
	for _, n := range list {
		target := n.GetResTarget()
		own := target.GetName()
		if own == "" {
			own, _ = resultcolumns.Name(target.GetVal())
		}
		if own == name {
			return target
		}
	}
	return nil
}

// bareName returns the name of a column that stands alone.
func bareName(n *pg_query.Node) (string, bool) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) != 1 || fields[0].GetString_() == nil {
		return "", false
	}
	return fields[0].GetString_().Sval, true
}
