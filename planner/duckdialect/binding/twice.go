package binding

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A relation of FROM may have columns of one name, which * shows and no name means. DuckDB gives all but the first a name of its own,
// which a name may mean.

// keepApart gives columns of one name, in any case, names in the alias of their relation that differ.
func (b *binder) keepApart(it *item, alias **pg_query.Alias) {
	if !it.known || len(it.folded) == len(it.list) {
		return
	}
	used := map[string]bool{}
	for _, name := range it.list {
		used[fold(name)] = true
	}
	it.kept = slices.Clone(it.list)
	seen := map[string]bool{}
	for i, name := range it.list {
		if !seen[fold(name)] {
			seen[fold(name)] = true
			continue
		}
		for n := 2; used[fold(it.kept[i])]; n++ {
			it.kept[i] = name + "_" + strconv.Itoa(n)
		}
		used[fold(it.kept[i])], it.folded[fold(it.kept[i])] = true, true
	}
	if *alias == nil {
		*alias = &pg_query.Alias{Aliasname: it.name}
	}
	(*alias).Colnames = build.Names(it.kept...)
	b.result.Changed = true
}

// keptAs returns what DuckDB calls a column.
func (it *item) keptAs(i int) string {
	if it.kept == nil {
		return it.list[i]
	}
	return it.kept[i]
}

// callKept writes the name of a column that DuckDB calls otherwise.
func (b *binder) callKept(ref *pg_query.ColumnRef, it *item) {
	if it.kept == nil {
		return
	}
	name := ref.Fields[len(ref.Fields)-1].GetString_()
	if i := slices.Index(it.list, name.GetSval()); i >= 0 && it.kept[i] != name.Sval {
		ref.Fields[len(ref.Fields)-1], b.result.Changed = pg_query.MakeStrNode(it.kept[i]), true
	}
}

// keepLabel returns what gives a target that is a column the label that it has now.
func keepLabel(target *pg_query.ResTarget) func() {
	label := trees.LastField(target.Val)
	if label == "" || target.Name != "" {
		return func() {}
	}
	return func() {
		if trees.LastField(target.Val) != label {
			target.Name = label
		}
	}
}

// refuseTwice refuses a call for the row of a relation that has columns of one name: the call may show their names.
func (b *binder) refuseTwice(f *pg_query.FuncCall, l *level) {
	_, function := parse.SplitName(f.Funcname)
	if function == "count" {
		return
	}
	for _, a := range f.Args {
		name, ok := bareName(a)
		if !ok {
			continue
		}
		it := unseen(l, func(it *item) bool { return it.name == name && it.rowSeen && it.isRenamed() })
		if it != nil && !slices.ContainsFunc(l.items, func(it *item) bool { return it.columns[name] > 0 }) {
			b.refuse(f.Location, "%s of the row %q, two columns of which have one name, is not supported", function, name)
		}
	}
}

// nameField writes a field of the row of a relation, (q).x, as a column of that relation, q.x, where DuckDB calls columns of the relation
// otherwise, and (q).* as q.*.
func (b *binder) nameField(n *pg_query.Node, l *level) {
	field := n.GetAIndirection()
	if len(field.GetIndirection()) != 1 {
		return
	}
	name, ok := bareName(field.Arg)
	if !ok || unseen(l, func(it *item) bool { return it.columnsSeen && (it.columns[name] > 0 || !it.known) }) != nil {
		return
	}
	for m := l; m != nil; m = m.outer {
		i := slices.IndexFunc(m.items, func(it *item) bool { return it.name == name && it.rowSeen && m.sees(it) })
		if i < 0 {
			continue
		}
		if m.items[i].kept != nil || isStar(field.Indirection) {
			ref := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name), field.Indirection[0]}, field.Arg.GetColumnRef().Location)
			n.Node, b.result.Changed = ref.Node, true
		}
		return
	}
}

// define binds the query of a relation that is made, whose columns are those of the query.
func (b *binder) define(query *pg_query.Node, given []*pg_query.Node, outer *level) {
	if s := query.GetSelectStmt(); s != nil {
		b.checkTwice(renamed(b.query(s, outer), parse.NameParts(given)))
		return
	}
	b.statement(query, outer)
}

// checkTwice refuses columns of one name of a relation that is made.
func (b *binder) checkTwice(columns []string) {
	seen := map[string]bool{}
	for _, name := range columns {
		if seen[name] {
			b.fail(-1, sqlstate.New(sqlstate.DuplicateColumn, "column %q specified more than once", name))
		}
		seen[name] = true
	}
}
