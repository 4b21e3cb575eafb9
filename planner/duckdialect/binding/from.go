package binding

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// from binds the items of FROM and adds them to the namespace of the query. Each sees those before it, if it is LATERAL.
func (b *binder) from(list []*pg_query.Node, l *level) {
	base := len(l.items)
	for _, n := range list {
		added := b.fromItem(n, l)
		b.checkNames(l.items, added)
		setLateral(added, true, true)
		l.items = append(l.items, added...)
	}
	setLateral(l.items[base:], false, true)
}

func setLateral(items []*item, only, ok bool) {
	for _, it := range items {
		it.lateralOnly, it.lateralOK = only, ok
	}
}

// fromItem binds an item of FROM and returns what it adds to the namespace.
func (b *binder) fromItem(n *pg_query.Node, l *level) []*item {
	switch r := n.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		return []*item{b.relation(r.RangeVar, l)}
	case *pg_query.Node_RangeSubselect:
		was := l.lateral
		l.lateral = r.RangeSubselect.Lateral
		columns := b.query(r.RangeSubselect.Subquery.GetSelectStmt(), l)
		l.lateral = was
		it := b.aliased(&r.RangeSubselect.Alias, "", columns, columns != nil)
		it.setKinds(b.queried[r.RangeSubselect.Subquery.GetSelectStmt()])
		return []*item{it}
	case *pg_query.Node_RangeFunction:
		return []*item{b.function(r.RangeFunction, l)}
	case *pg_query.Node_JoinExpr:
		if r.JoinExpr.Alias != nil {
			return []*item{b.aliasedJoin(n, r.JoinExpr, l)}
		}
		return b.join(r.JoinExpr, l)
	case *pg_query.Node_RangeTableSample:
		return b.fromItem(r.RangeTableSample.Relation, l)
	case *pg_query.Node_RangeTableFunc:
		return []*item{b.opaque(n, r.RangeTableFunc.Alias, l)}
	case *pg_query.Node_JsonTable:
		return []*item{b.opaque(n, r.JsonTable.Alias, l)}
	}
	return []*item{newItem("", nil, false)}
}

// opaque binds an item of FROM whose columns are unknown.
func (b *binder) opaque(n *pg_query.Node, alias *pg_query.Alias, l *level) *item {
	was := l.lateral
	l.lateral = true
	b.node(n.ProtoReflect(), l)
	l.lateral = was
	return b.aliased(&alias, "xmltable", nil, false)
}

// relation makes the item of a table or of a query of WITH.
func (b *binder) relation(r *pg_query.RangeVar, l *level) *item {
	if r.Schemaname == "" {
		for m := l; m != nil; m = m.outer {
			if columns, ok := m.queries[r.Relname]; ok {
				it := b.aliased(&r.Alias, r.Relname, columns, columns != nil)
				it.setKinds(m.kinds[r.Relname])
				return it
			}
		}
	}
	return b.table(r)
}

// singles are functions that return one column, which has the name of the alias.
var singles = parse.WordSet(`generate_series generate_subscripts string_to_table regexp_split_to_table json_object_keys jsonb_object_keys regexp_matches`)

// function binds a function in FROM, which is always LATERAL, and makes its item.
func (b *binder) function(r *pg_query.RangeFunction, l *level) *item {
	was := l.lateral
	l.lateral = true
	b.nodes(r.Functions, l)
	l.lateral = was
	columns, name := columnsOfSeveral(r), ""
	if len(r.Functions) == 1 && len(r.Functions[0].GetList().GetItems()) > 0 {
		f := r.Functions[0].GetList().Items[0]
		name, _ = resultcolumns.Name(f)
		if singles[name] && f.GetFuncCall() != nil && len(r.Coldeflist) == 0 {
			columns = []string{aliasOr(r.Alias, name)}
		}
		if scalars[name] && f.GetFuncCall() != nil && len(r.Coldeflist) == 0 && len(r.GetAlias().GetColnames()) > 0 {
			columns = []string{name}
		}
		if several := len(f.GetFuncCall().GetArgs()); name == "unnest" && several > 1 {
			columns = slices.Repeat([]string{name}, several)
		}
	}
	for _, n := range r.Coldeflist {
		columns = append(columns, n.GetColumnDef().GetColname())
	}
	if columns != nil && r.Ordinality {
		columns = append(columns, "ordinality")
	}
	it := b.aliased(&r.Alias, name, columns, columns != nil)
	it.ofFunction = columns != nil
	if given := r.Alias.GetColnames(); len(given) == 1 && !r.Ordinality && !trees.HasRows(r) && (singles[name] || scalars[name]) {
		it.scalar = given[0].GetString_().GetSval()
	}
	return it
}

// scalars are further functions of one column.
var scalars = parse.WordSet(`unnest json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text jsonb_path_query`)

// columnsOfSeveral are the columns of ROWS FROM of several functions; nil: they are not all known.
func columnsOfSeveral(r *pg_query.RangeFunction) (columns []string) {
	if len(r.Functions) < 2 {
		return nil
	}
	for _, n := range r.Functions {
		f := n.GetList().GetItems()[0]
		name, _ := resultcolumns.Name(f)
		if !singles[name] && name != "unnest" || f.GetFuncCall() == nil || len(trees.DefinitionsOf(n)) > 0 {
			return nil
		}
		if name == "unnest" {
			columns = append(columns, slices.Repeat([]string{name}, len(f.GetFuncCall().Args))...)
			continue
		}
		columns = append(columns, name)
	}
	return columns
}

// aliasedJoin makes a query of a join that has an alias, which DuckDB does not have.
func (b *binder) aliasedJoin(n *pg_query.Node, j *pg_query.JoinExpr, l *level) *item {
	alias := j.Alias
	j.Alias = nil
	query := build.Select(&pg_query.Node{Node: n.Node}, build.Target(build.Star(), ""))
	made := &pg_query.RangeSubselect{Subquery: query, Alias: alias}
	n.Node = &pg_query.Node_RangeSubselect{RangeSubselect: made}
	b.result.Changed = true
	was := l.lateral
	l.lateral = true // for what is LATERAL within the join
	columns := b.query(query.GetSelectStmt(), l)
	l.lateral = was
	return b.aliased(&made.Alias, "", columns, columns != nil)
}

// join binds a join. Its condition sees the two sides alone, and the queries around.
func (b *binder) join(j *pg_query.JoinExpr, l *level) []*item {
	left := b.fromItem(j.Larg, l)
	setLateral(left, true, j.Jointype == pg_query.JoinType_JOIN_INNER || j.Jointype == pg_query.JoinType_JOIN_LEFT)
	before := l.items
	l.items = slices.Concat(before, left)
	right := b.fromItem(j.Rarg, l)
	b.checkNames(left, right)
	both := slices.Concat(left, right)
	setLateral(both, false, true)
	if j.Quals != nil {
		was := l.hidden
		l.items, l.hidden = both, slices.Concat(was, before)
		b.node(j.Quals.ProtoReflect(), l)
		l.hidden = was
	}
	l.items = before
	if !j.IsNatural && len(j.UsingClause) == 0 {
		return both
	}
	merged := b.merged(j, left, right)
	b.checkUsing(j, left, "left")
	b.checkUsing(j, right, "right")
	for _, it := range both {
		it.columnsSeen = false
	}
	if j.JoinUsingAlias != nil {
		using := newItem(j.JoinUsingAlias.Aliasname, merged.using, merged.known)
		if slices.ContainsFunc(both, func(it *item) bool { return it.name == using.name && it.rowSeen }) {
			b.fail(-1, sqlstate.New("42712", "table name %q specified more than once", using.name))
		}
		using.columnsSeen, using.parts, using.isUsing = false, both, true
		j.JoinUsingAlias, b.result.Changed = nil, true
		return append(both, using, merged)
	}
	return append(both, merged)
}

// checkUsing refuses names in USING that one side does not have.
func (b *binder) checkUsing(j *pg_query.JoinExpr, side []*item, which string) {
	for _, name := range parse.NameParts(j.UsingClause) {
		count := 0
		for _, it := range side {
			if !it.columnsSeen {
				continue
			}
			if count += it.columns[name]; !it.known {
				return
			}
		}
		switch {
		case count == 0:
			b.fail(-1, sqlstate.New(sqlstate.UndefinedColumn, "column %q specified in USING clause does not exist in %s table", name, which))
		case count > 1:
			b.fail(-1, sqlstate.New(sqlstate.AmbiguousColumn, "common column name %q appears more than once in %s table", name, which))
		}
	}
}

// checkNames refuses two relations of FROM that have one name.
func (b *binder) checkNames(before, added []*item) {
	for _, it := range added {
		for _, other := range before {
			if it.name == other.name && it.rowSeen && other.rowSeen && (it.schema == "" || it.schema == other.schema) {
				b.fail(-1, sqlstate.New("42712", "table name %q specified more than once", it.name))
			}
		}
	}
}

// merged makes the item of a join: the columns that both sides have in common once, then the others.
func (b *binder) merged(j *pg_query.JoinExpr, left, right []*item) *item {
	known, listed := true, true
	for _, it := range slices.Concat(left, right) {
		known, listed = known && (it.known || !it.columnsSeen), listed && (it.listed || !it.columnsSeen)
	}
	using := parse.NameParts(j.UsingClause)
	if j.IsNatural {
		using = b.natural(j, left, right, known)
	}
	first, second := left, right
	if j.Jointype == pg_query.JoinType_JOIN_RIGHT {
		first, second = right, left
	}
	it := newItem("", nil, known)
	it.parts, it.listed, it.using, it.stored = slices.Concat(left, right), listed, using, stored(left, right, using)
	for _, name := range using {
		var from *item
		for _, c := range slices.Concat(seenColumns(first), seenColumns(second)) {
			if c.name == name && from == nil && j.Jointype != pg_query.JoinType_JOIN_FULL {
				from = c.item
			}
		}
		it.add(name, name, from)
	}
	for _, c := range slices.Concat(seenColumns(left), seenColumns(right)) {
		if !slices.Contains(using, c.name) {
			it.add(c.name, c.kept, c.item)
		}
	}
	it.setTypes(left, right, j.Jointype)
	return it
}

// natural returns the columns that both sides of a NATURAL JOIN have, and writes them: DuckDB knows no case.
func (b *binder) natural(j *pg_query.JoinExpr, left, right []*item, known bool) (using []string) {
	for _, c := range seenColumns(left) {
		if slices.ContainsFunc(seenColumns(right), func(o owned) bool { return o.name == c.name }) {
			using = append(using, c.name)
		}
	}
	if !known {
		return using
	}
	j.IsNatural, b.result.Changed = false, true
	for _, name := range using {
		j.UsingClause = append(j.UsingClause, pg_query.MakeStrNode(name))
	}
	if len(using) == 0 && j.Jointype != pg_query.JoinType_JOIN_INNER {
		j.Quals = build.Truth(true)
	}
	return using
}

// stored are the columns of a join in DuckDB's order: those of the left side, then those of the right that are no others.
func stored(left, right []*item, using []string) []string {
	list := duckColumns(left)
	for _, c := range duckColumns(right) {
		if !slices.Contains(using, c) {
			list = append(list, c)
		}
	}
	return list
}

// duckColumns are the columns that bare names see, in DuckDB's order.
func duckColumns(items []*item) (list []string) {
	for _, it := range items {
		switch {
		case !it.columnsSeen:
		case it.stored != nil:
			list = append(list, it.stored...)
		default:
			list = append(list, it.list...)
		}
	}
	return list
}

// owned is a column with what has it.
type owned struct {
	name, kept string
	item       *item
}

// seenColumns are the columns that bare names see.
func seenColumns(items []*item) (list []owned) {
	for _, it := range items {
		if !it.columnsSeen {
			continue
		}
		for i, c := range it.list {
			of := it
			if it.parts != nil {
				of = it.from[i]
			}
			list = append(list, owned{c, it.keptAs(i), of})
		}
	}
	return list
}

// aliased makes an item with the names that an alias gives. Columns of one name get names in the alias that differ.
func (b *binder) aliased(alias **pg_query.Alias, name string, columns []string, known bool) *item {
	given := parse.NameParts((*alias).GetColnames())
	list := renamed(columns, given)
	if !known {
		list = given
	}
	it := newItem(aliasOr(*alias, name), list, known && list != nil)
	b.keepApart(it, alias)
	return it
}

func aliasOr(alias *pg_query.Alias, name string) string {
	if alias.GetAliasname() != "" {
		return alias.Aliasname
	}
	return name
}

// renamed gives columns the names of an alias. It returns nil if the columns are unknown, or more names are given than
// there are columns.
func renamed(columns, given []string) []string {
	if columns == nil || len(given) > len(columns) {
		return nil
	}
	return append(slices.Clone(given), columns[len(given):]...)
}
