package binding

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func fold(name string) string { return strings.ToLower(name) }

// ref binds the name of a column, or of a relation.
func (b *binder) ref(ref *pg_query.ColumnRef, l *level) {
	names := parse.NameParts(ref.Fields)
	switch {
	case len(names) == 1 && names[0] != "" && !parse.SystemColumns[names[0]]:
		b.bare(ref, names[0], l)
	case len(names) == 2:
		b.qualified(ref, names[0], l)
	case len(names) > 2 && names[len(names)-1] == "":
		b.shortenStar(ref, names, l)
	case len(names) == 3:
		b.withSchema(ref, names, l)
	}
}

// withSchema refuses table.column.field: of three names the second is that of a relation.
func (b *binder) withSchema(ref *pg_query.ColumnRef, names []string, l *level) {
	first := false
	for m := l; m != nil; m = m.outer {
		for _, it := range m.all() {
			if it.name == names[1] {
				return
			}
			first = first || it.name == names[0]
		}
	}
	if first {
		b.fail(ref.Location, sqlstate.New(sqlstate.UndefinedTable, "missing FROM-clause entry for table %q", names[1]))
	}
}

// shortenStar leaves the schema out of schema.table.*, which DuckDB does not know. PostgreSQL takes the nearest query that has
// the table.
func (b *binder) shortenStar(ref *pg_query.ColumnRef, names []string, l *level) {
	path, table := names[:len(names)-2], names[len(names)-2]
	for m := l; m != nil; m = m.outer {
		var found []*item
		for _, it := range m.items {
			if it.name == table && m.sees(it) {
				found = append(found, it)
			}
		}
		if len(found) == 0 {
			continue
		}
		if it := found[0]; len(found) == 1 && it.schema == path[len(path)-1] && (len(path) == 1 || it.catalog == path[0]) {
			ref.Fields, b.result.Changed = ref.Fields[len(path):], true
			b.qualified(ref, table, l)
			return
		}
		break
	}
	b.refuse(ref.Location, "%s.* is not supported unless FROM has one relation %q, named with that schema", strings.Join(names[:len(names)-1], "."), table)
}

// sees reports whether what is bound in a query sees an item of its namespace.
func (l *level) sees(it *item) bool { return !it.lateralOnly || l.lateral }

// all are the items of the namespace, with those that no name sees, but DuckDB does.
func (l *level) all() []*item { return slices.Concat(l.items, l.hidden) }

// bare binds a name without a relation: the column of the nearest query that has one.
func (b *binder) bare(ref *pg_query.ColumnRef, name string, l *level) {
	for m := l; m != nil; m = m.outer {
		var found *item
		count, known := 0, true
		for _, it := range m.items {
			if !it.columnsSeen || !m.sees(it) {
				continue
			}
			known = known && (it.known || !it.mayHave(name))
			if n := it.columns[name]; n > 0 {
				found, count = it, count+n
			}
		}
		switch {
		case count > 1:
			b.fail(ref.Location, sqlstate.New(sqlstate.AmbiguousColumn, "column reference %q is ambiguous", name))
		case count == 1 && found.lateralOnly && !found.lateralOK:
			b.failUnseen(ref.Location, "42P10", found.name)
		case count == 1:
			b.noteWider(ref, found, name)
			b.bound(ref, name, found, l, m)
			b.noteOuter(ref, m)
		}
		if count > 0 || !known {
			return
		}
	}
	if b.bindRow(ref, name, l) || !b.source.Strict && !found(name, l) {
		return // DuckDB does not find it either, and its error comes when the statements before have run
	}
	err := b.withNear(sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", name), "", name, l)
	if it := unseen(l, func(it *item) bool { return it.columns[name] > 0 && it.name != "" }); it != nil {
		err = err.WithHint("There is a column named %q in table %q, but it cannot be referenced from this part of the query.", name, it.name)
	}
	b.fail(ref.Location, err)
}

// bindRow reports whether a name is that of a relation, whose row the reference then means.
func (b *binder) bindRow(ref *pg_query.ColumnRef, name string, l *level) bool {
	for m := l; m != nil; m = m.outer {
		i := slices.IndexFunc(m.items, func(it *item) bool { return it.name == name && it.rowSeen && m.sees(it) })
		if i < 0 {
			continue
		}
		if m.items[i].isUsing {
			b.rowOfUsing(ref, m.items[i], m)
		} else if column := m.items[i].scalar; column != "" {
			b.scalarRows[ref] = column
		}
		return true
	}
	return false
}

// found reports whether DuckDB may find something under a name, here or around.
func found(name string, l *level) bool {
	lower := fold(name)
	for m := l; m != nil; m = m.outer {
		if m.labels[lower] || slices.ContainsFunc(m.all(), func(it *item) bool { return it.folded[lower] || fold(it.name) == lower }) {
			return true
		}
	}
	return false
}

// unseen returns an item of a query or of those around it.
func unseen(l *level, is func(*item) bool) *item {
	for m := l; m != nil; m = m.outer {
		if i := slices.IndexFunc(m.all(), is); i >= 0 {
			return m.all()[i]
		}
	}
	return nil
}

// failUnseen notes that a relation cannot be named here.
func (b *binder) failUnseen(location int32, code sqlstate.Code, name string) {
	err := sqlstate.New(code, "invalid reference to FROM-clause entry for table %q", name)
	if code == "42P10" {
		err = err.WithDetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference.")
	}
	if code == sqlstate.UndefinedTable {
		err = err.WithHint("There is an entry for table %q, but it cannot be referenced from this part of the query.", name)
	}
	b.fail(location, err)
}

// qualified binds a name with its relation: the nearest that has the name.
func (b *binder) qualified(ref *pg_query.ColumnRef, relation string, l *level) {
	for m := l; m != nil; m = m.outer {
		var found *item
		count := 0
		for _, it := range m.items {
			if it.rowSeen && it.name == relation && m.sees(it) {
				found, count = it, count+1
			}
		}
		if count > 1 {
			return // which is refused elsewhere
		}
		if found == nil {
			continue
		}
		if b.refuseOuterStar(ref, relation, l, m) {
			return
		}
		if found.lateralOnly && !found.lateralOK {
			b.failUnseen(ref.Location, "42P10", relation)
			return
		}
		if found.isUsing {
			b.ofUsing(ref, found, m)
			return
		}
		if column := parse.NameParts(ref.Fields)[1]; found.known && found.columns[column] > 1 {
			b.fail(ref.Location, sqlstate.New(sqlstate.AmbiguousColumn, "column reference %q is ambiguous", column))
			return
		} else if (b.source.Strict || found.ofFunction || found.kept != nil) && found.known && column != "" && found.columns[column] == 0 && !parse.SystemColumns[column] {
			b.fail(ref.Location, b.withNear(sqlstate.New(sqlstate.UndefinedColumn, "column %s.%s does not exist", relation, column), relation, column, l))
			return
		}
		b.callKept(ref, found)
		b.noteQualified(ref, found, m)
		if b.shadowed(relation, found, l, m) {
			b.refuse(ref.Location, "the relation %q beside another of that name, in any case, or beside a column of that name that has fields is not supported", relation)
		}
		return
	}
	b.failMissing(ref, relation, l)
}

// failMissing notes the error of a relation that no query around has.
func (b *binder) failMissing(ref *pg_query.ColumnRef, relation string, l *level) {
	if unseen(l, func(it *item) bool { return it.name == relation }) != nil {
		b.failUnseen(ref.Location, sqlstate.UndefinedTable, relation)
		return
	}
	if !b.source.Strict && !found(relation, l) && (!isStar(ref.Fields) || len(l.items) > 0) {
		return
	}
	b.fail(ref.Location, sqlstate.New(sqlstate.UndefinedTable, "missing FROM-clause entry for table %q", relation))
}

// refuseOuterStar refuses relation.* in a query without FROM, where the relation is that of a query around.
func (b *binder) refuseOuterStar(ref *pg_query.ColumnRef, relation string, l, of *level) bool {
	if !isStar(ref.Fields) || of == l || len(l.items) > 0 {
		return false
	}
	b.refuse(ref.Location, "%s.* of a query around is not supported in a query without FROM", relation)
	return true
}

// noteQualified notes a column of a relation in the query at.
func (b *binder) noteQualified(ref *pg_query.ColumnRef, it *item, at *level) {
	if it.known && it.columns[parse.NameParts(ref.Fields)[1]] > 0 {
		b.noteOuter(ref, at)
	}
}

// ofUsing writes a column of the alias of USING without that alias, which DuckDB does not have.
func (b *binder) ofUsing(ref *pg_query.ColumnRef, it *item, at *level) {
	i := slices.IndexFunc(at.items, func(other *item) bool { return slices.Equal(other.using, it.list) && other.columnsSeen })
	name := ref.Fields[1].GetString_()
	switch {
	case name == nil || i < 0 || at.hasOther(at.items[i], name.Sval):
		b.refuse(ref.Location, "this use of an alias of USING is not supported")
	case it.known && it.columns[name.Sval] == 0:
		b.fail(ref.Location, sqlstate.New(sqlstate.UndefinedColumn, "column %s.%s does not exist", it.name, name.Sval))
	default:
		b.noteWider(ref, at.items[i], name.Sval)
		ref.Fields = ref.Fields[1:]
	}
}

// bound qualifies a name that means a column of the query at if DuckDB would find something nearer, or several.
func (b *binder) bound(ref *pg_query.ColumnRef, name string, it *item, l, at *level) {
	lower, near := fold(name), false
	for m := l; !near; m = m.outer {
		for _, other := range m.all() {
			if other != it && !slices.Contains(it.parts, other) && (other.folded[lower] || m != at && fold(other.name) == lower) {
				near = true
			}
		}
		if m == at {
			break
		}
		near = near || m.labels[lower]
	}
	if !near {
		b.callKept(ref, it)
		return
	}
	of := it.owner(name)
	if of == nil || of.name == "" || b.shadowed(of.name, of, l, at) {
		b.refuse(ref.Location, "the column %q beside a column of a nearer query, or one whose name differs in case alone, is not supported", name)
		return
	}
	b.callKept(ref, it)
	ref.Fields = []*pg_query.Node{pg_query.MakeStrNode(of.name), ref.Fields[0]}
	b.result.Changed = true
}

// shadowed reports whether DuckDB would find another relation under the name of one, or a column that has fields.
func (b *binder) shadowed(name string, it *item, l, at *level) bool {
	lower := fold(name)
	for m := l; ; m = m.outer {
		for _, other := range m.all() {
			if other != it && (fold(other.name) == lower || m != at && other.fields[lower]) && !(m == at && slices.Contains(it.parts, other)) {
				return true
			}
		}
		if m == at {
			return false
		}
	}
}
