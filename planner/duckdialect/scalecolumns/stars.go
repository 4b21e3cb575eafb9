package scalecolumns

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// ExpandStars writes the columns of tables with companions for the stars in the lists of a statement, where the statement shows what they
// mean. It reports whether it has written some, and whether the statement names such a table at all.
func ExpandStars(root *pg_query.Node, columns Columns) (changed, some bool) {
	r := read(root, columns)
	if len(r.tables) == 0 {
		return false, false
	}
	for _, l := range r.levels {
		if l.query != nil {
			changed = r.expandList(&l.query.TargetList, l.query.FromClause, nil) || changed
			continue
		}
		changed = r.expandReturned(l.change) || changed
	}
	return changed, true
}

// expandReturned writes the columns for the stars of what a change returns.
func (r *reading) expandReturned(change *pg_query.Node) bool {
	switch s := change.GetNode().(type) {
	case *pg_query.Node_InsertStmt:
		return r.expandList(&s.InsertStmt.ReturningList, nil, s.InsertStmt.Relation)
	case *pg_query.Node_UpdateStmt:
		return r.expandList(&s.UpdateStmt.ReturningList, s.UpdateStmt.FromClause, s.UpdateStmt.Relation)
	case *pg_query.Node_DeleteStmt:
		return r.expandList(&s.DeleteStmt.ReturningList, s.DeleteStmt.UsingClause, s.DeleteStmt.Relation)
	}
	return false
}

// expandList writes the columns for the stars of a list. target is the table that the statement changes.
func (r *reading) expandList(list *[]*pg_query.Node, from []*pg_query.Node, target *pg_query.RangeVar) bool {
	if !slices.ContainsFunc(*list, func(n *pg_query.Node) bool {
		return trees.IsStar(n.GetResTarget().GetVal()) || rowOf(n.GetResTarget()) != ""
	}) {
		return false
	}
	items, ok := r.itemsOf(from, target)
	if !ok || !slices.ContainsFunc(items, func(i fromItem) bool { return i.table != nil }) {
		return false
	}
	changed := false
	var all []*pg_query.Node
	for _, n := range *list {
		readRow(n.GetResTarget(), items)
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		switch star := trees.IsStar(n.GetResTarget().GetVal()); {
		case star && len(fields) == 1:
			for _, item := range items {
				all = append(all, item.writeColumns(n)...)
			}
			changed = true
		case star && len(fields) == 2:
			at := slices.IndexFunc(items, func(i fromItem) bool { return strings.EqualFold(i.name, fields[0].GetString_().GetSval()) })
			if at < 0 || items[at].table == nil {
				all = append(all, n)
				continue
			}
			all, changed = append(all, items[at].writeColumns(n)...), true
		default:
			all = append(all, n)
		}
	}
	if changed {
		*list = all
	}
	return changed
}

// rowOf is the relation whose columns are all fields of a value, as in (t).*; "": an item of a list is something else.
func rowOf(n *pg_query.ResTarget) string {
	x := n.GetVal().GetAIndirection()
	fields := x.GetArg().GetColumnRef().GetFields()
	if len(x.GetIndirection()) != 1 || x.Indirection[0].GetAStar() == nil || len(fields) != 1 {
		return ""
	}
	return fields[0].GetString_().GetSval()
}

// readRow writes (t).* as t.* where t has companions.
func readRow(n *pg_query.ResTarget, items []fromItem) {
	name := rowOf(n)
	if name == "" || !slices.ContainsFunc(items, func(i fromItem) bool { return i.table != nil && i.name == name && !i.table.hasColumn(name) }) {
		return
	}
	place := n.Val.GetAIndirection().Arg.GetColumnRef().Location
	n.Val = pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), pg_query.MakeAStarNode()}, place)
}

// hasColumn reports whether a table has a column of a name.
func (t *table) hasColumn(name string) bool {
	return slices.ContainsFunc(t.columns, func(c rewrite.Column) bool { return strings.EqualFold(c.Name, name) })
}

// fromItem is something that a query reads from.
type fromItem struct {
	name  string
	table *table // nil: it has no companions
}

// itemsOf lists what a query reads from. ok is false where a star means something else than the columns of all of that, one after the other.
func (r *reading) itemsOf(from []*pg_query.Node, target *pg_query.RangeVar) (items []fromItem, ok bool) {
	if target != nil {
		items = append(items, fromItem{parse.AliasOrName(target), r.tableOf(target)})
	}
	for _, n := range from {
		if items, ok = r.addItems(items, n); !ok {
			return nil, false
		}
	}
	names := map[string]bool{}
	for _, i := range items {
		name := strings.ToLower(i.name)
		if name == "" || names[name] {
			return nil, false
		}
		names[name] = true
	}
	return items, true
}

func (r *reading) addItems(items []fromItem, n *pg_query.Node) (all []fromItem, ok bool) {
	if j := n.GetJoinExpr(); j != nil {
		if j.IsNatural || len(j.UsingClause) > 0 || j.Alias != nil {
			return nil, false
		}
		if items, ok = r.addItems(items, j.Larg); !ok {
			return nil, false
		}
		return r.addItems(items, j.Rarg)
	}
	if f := n.GetRangeFunction(); f != nil {
		return append(items, fromItem{name: f.GetAlias().GetAliasname()}), true
	}
	return append(items, fromItem{trees.NameInFrom(n), r.tableOf(n.GetRangeVar())}), true
}

// writeColumns writes what a star means of the item.
func (i fromItem) writeColumns(star *pg_query.Node) (list []*pg_query.Node) {
	place := star.GetResTarget().GetVal().GetColumnRef().GetLocation()
	add := func(field *pg_query.Node) {
		ref := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(i.name), field}, place)
		list = append(list, pg_query.MakeResTargetNodeWithVal(ref, place))
	}
	if i.table == nil {
		add(pg_query.MakeAStarNode())
		return list
	}
	given := parse.Strings(i.table.named.GetAlias().GetColnames())
	for at, c := range i.table.columns {
		name := c.Name
		if at < len(given) {
			name = given[at]
		}
		add(pg_query.MakeStrNode(name))
	}
	return list
}

// AreUsable reports whether nothing in a statement could mean the companions of the tables that it names.
func AreUsable(root *pg_query.Node, columns Columns) bool {
	r := read(root, columns)
	return len(r.tables) > 0 && !r.mayMean(root)
}

// mayMean reports whether something in a statement could mean the companions of tables.
func (r *reading) mayMean(root *pg_query.Node) bool {
	names, found := map[string]bool{}, false
	for _, t := range r.tables {
		names[t.name()] = true
		if t.item != nil {
			names[strings.ToLower(t.named.Relname)] = true
		}
	}
	others := r.otherStars()
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.JoinExpr:
			found = found || m.IsNatural
		case *pg_query.ColumnRef:
			found = found || !others[m] && meansRow(m, names)
		}
	})
	return found
}

// otherStars are the stars of queries that read from no table with companions themselves.
func (r *reading) otherStars() map[*pg_query.ColumnRef]bool {
	others := map[*pg_query.ColumnRef]bool{}
	for _, l := range r.levels {
		if l.query == nil || slices.ContainsFunc(l.query.FromClause, r.holdsTable) {
			continue
		}
		for _, n := range l.query.TargetList {
			if value := n.GetResTarget().GetVal(); trees.IsLoneStar(value) {
				others[value.GetColumnRef()] = true
			}
		}
	}
	return others
}

// holdsTable reports whether an item of FROM is a table with companions, or joins one.
func (r *reading) holdsTable(n *pg_query.Node) bool {
	switch item := n.GetNode().(type) {
	case *pg_query.Node_RangeSubselect, *pg_query.Node_RangeFunction:
		return false
	case *pg_query.Node_RangeVar:
		return r.tableOf(item.RangeVar) != nil
	case *pg_query.Node_JoinExpr:
		return r.holdsTable(item.JoinExpr.Larg) || r.holdsTable(item.JoinExpr.Rarg)
	}
	return true // which may be one
}

// meansRow reports whether a reference may mean the rows of one of some tables.
func meansRow(c *pg_query.ColumnRef, tables map[string]bool) bool {
	last := len(c.Fields) - 1
	if c.Fields[last].GetAStar() == nil {
		return tables[strings.ToLower(c.Fields[last].GetString_().GetSval())]
	}
	return last == 0 || tables[strings.ToLower(c.Fields[last-1].GetString_().GetSval())]
}

// ColumnOf is the companion of a column that an expression names, as the expression names it.
func ColumnOf(n *pg_query.Node, companion string) *pg_query.Node {
	fields := slices.Clone(n.GetColumnRef().GetFields())
	fields[len(fields)-1] = pg_query.MakeStrNode(companion)
	return pg_query.MakeColumnRefNode(fields, build.Nowhere)
}
