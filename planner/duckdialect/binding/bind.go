package binding

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Source is what a binding knows besides the statement.
type Source struct {
	// Columns returns the columns of a relation; nil: they are unknown. exact: names mean them as they are written alone.
	Columns func(catalog, schema, name string) (columns []Column, exact bool)
	// Catalogs returns the names of the columns of a relation of PostgreSQL's catalogs; nil: it is none. nil: nobody knows them.
	Catalogs func(schema, name string) []string
	// Strict has every name refused that PostgreSQL does not find: DuckDB does not get to see the tree.
	Strict bool
	// Lenient has names that PostgreSQL does not find left as they are, since no client wrote the tree.
	Lenient bool
	// Ended reports whether the binding is to end early.
	Ended func() bool
}

// Column is a column of a relation.
type Column struct {
	Name  string
	Plain bool   // its values have no fields: they are no JSON and no rows
	Type  uint32 // its OID in pg_type; 0: unknown
	Mod   int32  // of the type
}

// Result is what a binding found.
type Result struct {
	Changed  bool            // names were qualified
	Err      *sqlstate.Error // the first error; nil: none
	Location int32           // where in the text it is, or -1
	// Outer are the columns in subqueries of expressions that are of a query around.
	Outer map[*pg_query.SubLink][]*pg_query.ColumnRef
}

// Bind binds the names of a statement.
func Bind(root *pg_query.Node, source Source) Result {
	b := &binder{source: source, made: map[*pg_query.ColumnRef]bool{}, scalarRows: map[*pg_query.ColumnRef]string{}, wider: map[*pg_query.ColumnRef]kind{}}
	b.statement(root, nil)
	b.widen(root)
	if len(b.usingRows) > 0 {
		b.writeUsingRows(root.ProtoReflect())
	}
	if len(b.scalarRows) > 0 {
		b.writeScalarRows(root)
	}
	return b.result
}

// binder is the state of one call of Bind.
type binder struct {
	source Source
	result Result
	made   map[*pg_query.ColumnRef]bool // by expandStars: they are bound
	wider  map[*pg_query.ColumnRef]kind // of columns that have another type in DuckDB

	usingRows  map[*pg_query.ColumnRef][]string // see rowOfUsing
	scalarRows map[*pg_query.ColumnRef]string   // the names of functions in FROM that mean their one column, with that column

	queried map[*pg_query.SelectStmt][]kind // the types of columns that queries return
	within  []subquery                      // the subqueries of expressions around what is bound
}

// subquery is a subquery of an expression, in a query.
type subquery struct {
	link *pg_query.SubLink
	in   *level
}

// noteOuter notes a column of the query at.
func (b *binder) noteOuter(ref *pg_query.ColumnRef, at *level) {
	for _, s := range b.within {
		for m := s.in; m != nil; m = m.outer {
			if m == at {
				if b.result.Outer == nil {
					b.result.Outer = map[*pg_query.SubLink][]*pg_query.ColumnRef{}
				}
				b.result.Outer[s.link] = append(b.result.Outer[s.link], ref)
			}
		}
	}
}

// level is a query while its names are bound.
type level struct {
	outer   *level
	items   []*item             // its namespace so far
	hidden  []*item             // those before the join whose condition is bound
	lateral bool                // what is bound in it may see items that are lateral
	labels  map[string]bool     // those of its select list, in lower case
	queries map[string][]string // those of its WITH, with their columns; nil: unknown
	kinds   map[string][]kind   // the types of those columns, as far as they are known
}

// item is a relation in a namespace.
type item struct {
	name     string   // "" if it has none
	schema   string   // of a table without an alias
	catalog  string   // before that schema
	catalogs []string // the columns of a relation of PostgreSQL's catalogs
	columns  map[string]int
	list     []string // the columns in order
	kept     []string // what DuckDB calls them, where it is to call some otherwise; nil: the same
	folded   map[string]bool
	fields   map[string]bool  // of folded, those whose values may have fields
	known    bool             // all columns are, and in their case
	listed   bool             // list has all
	from     []*item          // of a join, what has each column; nil for one that both sides make
	parts    []*item          // of a join, all that it is made of
	isUsing  bool             // it is the alias of the columns in USING alone
	using    []string         // of a join, the columns that are one of both sides
	stored   []string         // of a join, the columns in DuckDB's order
	types    map[string]typed // of columns, as far as they are known

	ofFunction  bool   // a function in FROM whose columns its alias names
	scalar      string // of a function in FROM of one column, the column that its alias names; "": it has the function's name
	rowSeen     bool   // qualified names see it
	columnsSeen bool   // bare names see its columns
	lateralOnly bool   // what is LATERAL sees it alone
	lateralOK   bool   // and may
}

// newItem makes an item that everything sees.
func newItem(name string, list []string, known bool) *item {
	it := &item{name: name, list: list, known: known, listed: known, columns: map[string]int{}, folded: map[string]bool{}, fields: map[string]bool{}, rowSeen: name != "", columnsSeen: true}
	for _, c := range list {
		it.note(c)
	}
	return it
}

// note notes the name of a column.
func (it *item) note(name string) {
	it.columns[name]++
	it.folded[fold(name)], it.fields[fold(name)] = true, true
}

// add adds a column to a join.
func (it *item) add(name, kept string, from *item) {
	it.note(name)
	it.list, it.kept, it.from = append(it.list, name), append(it.kept, kept), append(it.from, from)
}

// owner returns the relation that has the first column of a name; nil: none has it alone.
func (it *item) owner(name string) *item {
	if it.parts == nil {
		return it
	}
	return it.from[slices.Index(it.list, name)]
}

// table makes the item of a table.
func (b *binder) table(r *pg_query.RangeVar) *item {
	columns, exact := b.source.Columns(r.GetCatalogname(), r.GetSchemaname(), r.GetRelname())
	names, kinds := make([]string, len(columns)), make([]kind, len(columns))
	for i, c := range columns {
		names[i], kinds[i] = c.Name, kind{c.Type, c.Mod}
	}
	it := b.aliased(&r.Alias, r.GetRelname(), names, len(names) > 0)
	if it.listed = it.known; !exact {
		it.known = false
	}
	if r.GetAlias() == nil {
		it.schema, it.catalog = r.GetSchemaname(), r.GetCatalogname()
	}
	if len(columns) == 0 && b.source.Catalogs != nil && len(r.GetAlias().GetColnames()) == 0 {
		it.catalogs = b.source.Catalogs(cmp.Or(r.GetSchemaname(), "pg_catalog"), r.GetRelname())
	}
	for i, c := range columns {
		if i < len(it.list) && c.Plain {
			delete(it.fields, fold(it.list[i]))
		}
	}
	it.setKinds(kinds)
	return it
}

// fail notes an error of what a client wrote. The first one counts.
func (b *binder) fail(location int32, e *sqlstate.Error) {
	if b.result.Err == nil && !b.source.Lenient {
		b.result.Err, b.result.Location = e, location
	}
}

// refuse notes what cannot be bound in DuckDB.
func (b *binder) refuse(location int32, format string, args ...any) {
	if b.result.Err == nil {
		b.result.Err, b.result.Location = sqlstate.New(sqlstate.FeatureNotSupported, format, args...), location
	}
}

// statement binds a statement, or one within it.
func (b *binder) statement(n *pg_query.Node, outer *level) {
	switch s := n.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		if columns := b.query(s.SelectStmt, outer); s.SelectStmt.GetIntoClause() != nil {
			b.checkTwice(renamed(columns, parse.NameParts(s.SelectStmt.IntoClause.ColNames)))
		}
	case *pg_query.Node_InsertStmt:
		b.insert(s.InsertStmt, outer)
	case *pg_query.Node_UpdateStmt, *pg_query.Node_DeleteStmt, *pg_query.Node_MergeStmt:
		b.changeRows(n, outer)
	case *pg_query.Node_ViewStmt:
		b.define(s.ViewStmt.Query, s.ViewStmt.Aliases, outer)
	case *pg_query.Node_CreateTableAsStmt:
		b.define(s.CreateTableAsStmt.Query, s.CreateTableAsStmt.Into.GetColNames(), outer)
	case *pg_query.Node_ExplainStmt:
		b.statement(s.ExplainStmt.Query, outer)
	case *pg_query.Node_CopyStmt:
		b.statement(s.CopyStmt.Query, outer)
	case *pg_query.Node_DeclareCursorStmt:
		b.statement(s.DeclareCursorStmt.Query, outer)
	case *pg_query.Node_PrepareStmt:
		b.statement(s.PrepareStmt.Query, outer)
	}
}

// query binds a query, and returns its columns; nil: they are not all known.
func (b *binder) query(s *pg_query.SelectStmt, outer *level) []string {
	if s == nil || b.source.Ended() || b.result.Err != nil {
		return nil
	}
	l := &level{outer: outer}
	b.with(s.WithClause, l)
	if s.Larg != nil {
		columns := b.query(s.Larg, l)
		b.query(s.Rarg, l)
		b.orderOfSet(s, columns)
		b.nodes([]*pg_query.Node{s.LimitCount, s.LimitOffset}, l)
		return columns
	}
	b.from(s.FromClause, l)
	s.TargetList = b.expandStars(s.TargetList, l)
	l.labels = labelsOf(s)
	b.nodes(s.ValuesLists, l)
	b.nodes(s.TargetList, l)
	b.nodes([]*pg_query.Node{s.WhereClause, s.LimitCount, s.LimitOffset}, l)
	was := b.source.Strict
	b.source.Strict = true // what DuckDB does not find in HAVING is to be grouped by
	b.nodes([]*pg_query.Node{s.HavingClause}, l)
	b.source.Strict = was
	b.nodes(s.WindowClause, l)
	b.writeSets(s, l)
	for _, list := range [][]*pg_query.Node{s.SortClause, s.GroupClause, s.DistinctClause} {
		b.byLabel(list, s, l)
	}
	columns := b.columnsOf(s, l)
	b.noteQueried(s, l, columns)
	return columns
}

// byLabel binds a list in which a name that stands alone may be a label.
func (b *binder) byLabel(list []*pg_query.Node, s *pg_query.SelectStmt, l *level) {
	for _, n := range list {
		alone := n
		if by := n.GetSortBy(); by != nil {
			alone = by.Node
		}
		if set := n.GetGroupingSet(); set != nil {
			b.byLabel(set.Content, s, l)
			continue
		}
		name, isName := bareName(alone)
		if target := labeled(s.TargetList, name); isName && target != nil {
			if fields := target.Val.GetColumnRef().GetFields(); target.Name == "" && len(fields) == 2 && b.result.Changed {
				alone.GetColumnRef().Fields = fields
			}
			continue
		}
		b.node(n.ProtoReflect(), l)
	}
}

// orderOfSet refuses the order of a set operation by what is no label of it.
func (b *binder) orderOfSet(s *pg_query.SelectStmt, columns []string) {
	if columns == nil {
		return
	}
	seen := newItem("", columns, true)
	for _, n := range s.SortClause {
		name, ok := bareName(n.GetSortBy().GetNode())
		switch {
		case ok && seen.columns[name] == 0:
			b.fail(n.GetSortBy().Node.GetColumnRef().Location, sqlstate.New(sqlstate.UndefinedColumn, "column %q does not exist", name))
		case ok && seen.columns[name] > 1:
			b.fail(n.GetSortBy().Node.GetColumnRef().Location, sqlstate.New(sqlstate.AmbiguousColumn, "ORDER BY %q is ambiguous", name))
		}
	}
}

// with binds the queries of a WITH, which see those before them, and all if it is RECURSIVE.
func (b *binder) with(clause *pg_query.WithClause, l *level) {
	l.queries, l.kinds = map[string][]string{}, map[string][]kind{}
	if clause.GetRecursive() {
		for _, n := range clause.GetCtes() {
			l.queries[n.GetCommonTableExpr().GetCtename()] = nil
		}
	}
	for _, n := range clause.GetCtes() {
		c := n.GetCommonTableExpr()
		if s := c.GetCtequery().GetSelectStmt(); clause.GetRecursive() && s.GetLarg() != nil {
			trial := &binder{source: b.source, made: b.made, wider: map[*pg_query.ColumnRef]kind{}} // for the columns alone: the binding is below
			trial.source.Lenient = true
			l.queries[c.Ctename] = renamed(trial.output(s.Larg, l), parse.NameParts(c.Aliascolnames))
		}
		columns := b.changed(c.GetCtequery(), l)
		if given := len(c.Aliascolnames); columns != nil && given > len(columns) {
			b.fail(c.Location, sqlstate.New("42P10", "WITH query %q has %d columns available but %d columns specified", c.Ctename, len(columns), given))
		}
		l.queries[c.Ctename], l.kinds[c.Ctename] = renamed(columns, parse.NameParts(c.Aliascolnames)), b.queried[c.GetCtequery().GetSelectStmt()]
		if clause.GetRecursive() && l.queries[c.Ctename] != nil {
			apart := &pg_query.Alias{Colnames: c.Aliascolnames}
			b.keepApart(newItem(c.Ctename, l.queries[c.Ctename], true), &apart)
			c.Aliascolnames = apart.Colnames
		}
		if c.SearchClause != nil || c.CycleClause != nil {
			l.queries[c.Ctename] = nil // they add columns
		}
	}
}

// changed binds a query of WITH and returns its columns.
func (b *binder) changed(n *pg_query.Node, l *level) []string {
	if s := n.GetSelectStmt(); s != nil {
		return b.query(s, l)
	}
	if s := n.GetInsertStmt(); s != nil {
		return b.insert(s, l)
	}
	return b.changeRows(n, l)
}

// nodes binds expressions.
func (b *binder) nodes(list []*pg_query.Node, l *level) {
	for _, n := range list {
		if n != nil {
			b.node(n.ProtoReflect(), l)
		}
	}
}

// node binds an expression.
func (b *binder) node(m protoreflect.Message, l *level) {
	if b.result.Err != nil {
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.ColumnRef:
		if !b.made[n] {
			b.ref(n, l)
		}
		return
	case *pg_query.SelectStmt:
		b.query(n, l)
		return
	case *pg_query.ResTarget:
		defer keepLabel(n)()
	case *pg_query.Node:
		b.nameField(n, l)
	case *pg_query.SubLink:
		b.within = append(b.within, subquery{n, l})
		defer func() { b.within = b.within[:len(b.within)-1] }()
	case *pg_query.FuncCall:
		b.aggregateOfOuter(n, l)
		b.refuseTwice(n, l)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		b.node(child, l)
		return b.result.Err == nil
	})
}

// aggregateOfOuter refuses an aggregate of a subquery's result where the query around FROM is the one that it belongs to:
// DuckDB has it belong to the nearest query.
func (b *binder) aggregateOfOuter(f *pg_query.FuncCall, l *level) {
	_, name := parse.SplitName(f.Funcname)
	if l.outer == nil || len(l.items) > 0 || f.Over != nil || !aggregates[name] {
		return
	}
	for _, a := range f.Args {
		parse.EachMessage(a.ProtoReflect(), func(m proto.Message) {
			if _, ok := m.(*pg_query.SubLink); ok {
				b.refuse(f.Location, "an aggregate of a subquery in a query without FROM is not supported")
			}
		})
	}
}

// aggregates are those that a subquery may be the argument of.
var aggregates = parse.WordSet("max min sum count avg array_agg string_agg bool_and bool_or every json_agg jsonb_agg")
