package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// View is a view over APIs, which the server itself keeps. A statement that names it is planned as if
// its client had written the view's query there.
type View struct {
	Name    string
	SQL     string   // the query, with the full names of relations
	Columns []string // names for its first columns
	// Table, if set, is where the rows of a materialized view are kept: of these columns, and of rows of these
	// sources.
	Table   string
	Shape   []string
	Sources []string
}

// ViewChange is what a statement does to views over APIs. SQL is "" where it drops.
type ViewChange struct {
	View
	Names        []string // to drop
	Replace      bool     // CREATE OR REPLACE
	IfExists     bool     // DROP … IF EXISTS
	IfNotExists  bool     // CREATE … IF NOT EXISTS
	Materialized bool
	Refresh      bool       // REFRESH: the rows are kept anew, or dropped (WITH NO DATA)
	Query        *Statement // the plan of the view's query; nil: the view exists already
}

// What one statement may get from views: views of views make large statements out of small ones.
const (
	mostNested  = 8                     // how deep views may name views
	mostViews   = 100                   // views that stand in it, each as often as it is named
	mostOfViews = parse.DefaultMaxBytes // bytes of their queries
)

// reserved are beginnings of names that sources have for tables of their own, which clients look up
// without a schema: no view may take the place of these.
var reserved = []string{"pg_", "sqlite_", "duckdb_"}

func isReserved(name string) bool {
	return slices.ContainsFunc(reserved, func(prefix string) bool { return strings.HasPrefix(strings.ToLower(name), prefix) })
}

// ViewSchema is the schema in which catalogs show views over APIs. Clients that take a name from a catalog
// write it.
const ViewSchema = "public"

// view returns the view that a name of one part means.
func (s *Scope) view(name string) (View, bool) {
	if isReserved(name) {
		return View{}, false
	}
	return s.Views(name)
}

// viewAt returns the view that a name means, which may have the schema of views, unless the source has a resource of
// that name.
func (s *Scope) viewAt(catalog, schema, name string) (View, bool) {
	if schema == "" && catalog == "" {
		return s.view(name)
	}
	if schema != ViewSchema || catalog != "" && catalog != s.Default {
		return View{}, false
	}
	v, ok := s.view(name)
	if !ok {
		return v, false
	}
	src, err := s.Source(context.Background(), s.Default)
	if err != nil {
		return v, false
	}
	_, resource := src.Catalog.Relation(schema, name)
	return v, !resource
}

// walk collects what a statement names, with the queries of views in the place of their names.
func (p *Planner) walk(one parse.Statement, text string, scope *Scope) (w *walker, opened openedViews, err error) {
	w = &walker{shapes: p.shapes, offset: one.Offset, database: scope.Database, results: resultsOf(one.Raw.Stmt)}
	w.walkNode(one.Raw.Stmt)
	named := func(m mention) bool {
		_, is := scope.viewAt(m.catalog, m.schema, m.name)
		return is
	}
	if scope.Views == nil || !slices.ContainsFunc(w.mentions, named) {
		return w, opened, nil
	}
	if opened, err = expandViews(one.Raw.Stmt, scope, text); opened.any() && err == nil {
		w = &walker{shapes: p.shapes, offset: one.Offset, database: scope.Database, results: resultsOf(one.Raw.Stmt)}
		w.walkNode(one.Raw.Stmt)
	}
	return w, opened, err
}

// openedViews are the queries that stand in the place of views, with the views' names.
type openedViews struct {
	queries map[*pg_query.RangeSubselect]string
	kept    map[*pg_query.RangeVar]scans.Kept // of materialized views, in the place of whose names nothing stands yet
}

func (o openedViews) any() bool { return len(o.queries)+len(o.kept) > 0 }

// keeps reports whether a name is that of a materialized view.
func (o openedViews) keeps(m mention) bool {
	if m.schema != "" && m.schema != ViewSchema {
		return false
	}
	for _, k := range o.kept {
		if k.Name == m.name {
			return true
		}
	}
	return false
}

// expandViews puts the queries of views in the place of their names. It changes the tree.
func expandViews(root *pg_query.Node, scope *Scope, text string) (openedViews, error) {
	e := &viewExpander{scope: scope, text: text, local: map[string]bool{}, opened: openedViews{map[*pg_query.RangeSubselect]string{}, map[*pg_query.RangeVar]scans.Kept{}}}
	e.expand(root.ProtoReflect(), 0)
	return e.opened, e.err
}

// viewExpander is the state of one expandViews.
type viewExpander struct {
	scope  *Scope
	text   string
	local  map[string]bool // names of common table expressions: no view is meant by them
	views  int             // that were expanded
	bytes  int             // of their queries
	opened openedViews
	err    error
}

func (e *viewExpander) expand(m protoreflect.Message, depth int) {
	switch n := m.Interface().(type) {
	case *pg_query.WithClause:
		for _, c := range n.Ctes {
			e.local[c.GetCommonTableExpr().GetCtename()] = true
		}
	case *pg_query.LockingClause: // it names items of FROM
		return
	case *pg_query.Node:
		if ref := n.GetRangeVar(); ref != nil {
			e.replace(n, ref, depth)
			return
		}
	}
	withs, others := inOrder(m)
	for _, child := range slices.Concat(withs, others) {
		if e.err == nil {
			e.expand(child, depth)
		}
	}
}

// inOrder lists the messages of a message's fields, WITH before what may use its names.
func inOrder(m protoreflect.Message) (withs, others []protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		if field.Kind() != protoreflect.MessageKind || !m.Has(field) {
			continue
		}
		if field.IsList() {
			for list, j := m.Get(field).List(), 0; j < list.Len(); j++ {
				others = append(others, list.Get(j).Message())
			}
		} else if field.Name() == "with_clause" {
			withs = append(withs, m.Get(field).Message())
		} else {
			others = append(others, m.Get(field).Message())
		}
	}
	return withs, others
}

// replace puts a view's query in the place of its name.
func (e *viewExpander) replace(n *pg_query.Node, ref *pg_query.RangeVar, depth int) {
	if ref.Schemaname == "" && e.local[ref.Relname] {
		return
	}
	view, ok := e.scope.viewAt(ref.Catalogname, ref.Schemaname, ref.Relname)
	if !ok {
		return
	}
	if e.views, e.bytes = e.views+1, e.bytes+len(view.SQL); e.views > mostViews || e.bytes > mostOfViews {
		e.err = sqlstate.New(sqlstate.StatementTooComplex, "the statement reads more than %d views, or their queries have more than %d MiB", mostViews, mostOfViews>>20).
			WithHint("A view counts as often as the statement or another view names it.").
			At(parse.CharacterAt(e.text, int(ref.Location)))
		return
	}
	if depth == mostNested {
		e.err = sqlstate.New(sqlstate.StatementTooComplex, "the view %q names views more than %d deep, or itself", ref.Relname, mostNested).
			At(parse.CharacterAt(e.text, int(ref.Location)))
		return
	}
	if view.Table != "" {
		e.err = e.nameKeptRows(ref, view)
		return
	}
	query, err := viewQuery(view)
	if err != nil {
		e.err = err
		return
	}
	placeAll(query.ProtoReflect(), ref.Location)
	alias := ref.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: ref.Relname}
	}
	if len(alias.Colnames) == 0 {
		for _, name := range view.Columns {
			alias.Colnames = append(alias.Colnames, pg_query.MakeStrNode(name))
		}
	}
	own := &viewExpander{scope: e.scope, text: e.text, local: map[string]bool{}, views: e.views, bytes: e.bytes, opened: e.opened} // names of the statement mean nothing in the view
	own.expand(query.ProtoReflect(), depth+1)
	e.views, e.bytes, e.err = own.views, own.bytes, own.err
	from := &pg_query.RangeSubselect{Subquery: query, Alias: alias}
	n.Node = &pg_query.Node_RangeSubselect{RangeSubselect: from}
	e.opened.queries[from] = view.Name
}

// viewQuery parses a view's query.
func viewQuery(v View) (*pg_query.Node, error) {
	if err := parse.CheckDepth(v.SQL); err != nil {
		return nil, err
	}
	list, err := parse.Statements(v.SQL)
	if err != nil || len(list) != 1 || list[0].Raw.Stmt.GetSelectStmt() == nil {
		return nil, sqlstate.Wrap(err, sqlstate.DataCorrupted, "the view %q is kept as no query", v.Name).
			WithHint("Drop the view and create it again.")
	}
	return list[0].Raw.Stmt, nil
}

// placeAll gives all parts of a tree one place: that of the view's name, where errors about it point.
func placeAll(m protoreflect.Message, at int32) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		field := fields.Get(i)
		switch {
		case field.Name() == "location" && field.Kind() == protoreflect.Int32Kind:
			m.Set(field, protoreflect.ValueOfInt32(at))
		case field.Kind() != protoreflect.MessageKind || !m.Has(field):
		case field.IsList():
			for list, j := m.Get(field).List(), 0; j < list.Len(); j++ {
				placeAll(list.Get(j).Message(), at)
			}
		default:
			placeAll(m.Get(field).Message(), at)
		}
	}
}

// viewStatement reports whether a statement creates, refreshes or drops views.
func viewStatement(n *pg_query.Node) bool {
	switch {
	case n.GetViewStmt() != nil, n.GetRefreshMatViewStmt() != nil:
		return true
	case n.GetCreateTableAsStmt() != nil:
		return n.GetCreateTableAsStmt().Objtype == pg_query.ObjectType_OBJECT_MATVIEW
	case n.GetDropStmt() != nil:
		kind := n.GetDropStmt().RemoveType
		return kind == pg_query.ObjectType_OBJECT_VIEW || kind == pg_query.ObjectType_OBJECT_MATVIEW
	}
	return false
}

// planViewStatement plans statements about views in a session of an API: the server itself keeps the views.
func (p *Planner) planViewStatement(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	st := &Statement{Text: one.Text, Offset: one.Offset, SQL: one.Text, Control: OwnVerb, Provider: scope.Default, uncached: true}
	st.Verb, _ = verbAndClass(p.shapes, one.Raw.Stmt)
	place := parse.CharacterAt(text, one.Offset)
	switch n := one.Raw.Stmt; {
	case n.GetDropStmt() != nil:
		return st.dropsViews(n.GetDropStmt(), place)
	case n.GetRefreshMatViewStmt() != nil:
		return p.refreshesView(ctx, st, n.GetRefreshMatViewStmt(), scope, place)
	case n.GetCreateTableAsStmt() != nil:
		return p.materializes(ctx, st, one, text, scope, before)
	}
	return p.createsView(ctx, st, one, text, scope, before)
}

func (s *Statement) dropsViews(n *pg_query.DropStmt, place int) (*Statement, error) {
	s.Class, s.View = Delete, &ViewChange{IfExists: n.MissingOk, Materialized: n.RemoveType == pg_query.ObjectType_OBJECT_MATVIEW}
	for _, object := range n.Objects {
		parts := object.GetList().GetItems()
		if len(parts) != 1 {
			return nil, errViewName(place)
		}
		name := parts[0].GetString_().GetSval()
		s.View.Names = append(s.View.Names, name)
		s.Effects = append(s.Effects, Effect{Class: Delete, What: "view " + name, Reason: "it drops a view over APIs", Offset: s.Offset})
	}
	return s, nil
}

func errViewName(place int) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a view over APIs has a name of one part").
		WithHint("CREATE VIEW name AS SELECT … FROM provider.service.resource").At(place)
}

func (p *Planner) createsView(ctx context.Context, st *Statement, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	n, place := one.Raw.Stmt.GetViewStmt(), parse.CharacterAt(text, one.Offset)
	if n.View.Relpersistence == "t" || len(n.Options) > 0 || n.WithCheckOption > pg_query.ViewCheckOption_NO_CHECK_OPTION || n.Query.GetSelectStmt() == nil {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a view over APIs is a name and a query: TEMPORARY, RECURSIVE, WITH (…) and WITH CHECK OPTION are not supported").At(place)
	}
	if err := checkViewName(n.View, place); err != nil {
		return nil, err
	}
	st.Class, st.View = Mutate, &ViewChange{View: View{Name: n.View.Relname}, Replace: n.Replace}
	for _, alias := range n.Aliases {
		st.View.Columns = append(st.View.Columns, alias.GetString_().GetSval())
	}
	// What cannot be planned now could not be read later. The query itself does not run.
	defining := *scope
	defining.defines = true
	planned, err := p.planQuery(ctx, st.View, n.Query, one, text, &defining, before)
	if err != nil {
		return nil, err
	}
	if st.View.Query, err = p.planView(ctx, st.View.View, &defining); err != nil {
		return nil, err
	}
	st.Relations, st.Named = planned.Relations, planned.Named
	st.Effects = []Effect{{Class: Mutate, What: "view " + st.View.Name, Reason: "it makes a view over APIs", Offset: st.Offset}}
	return st, nil
}

// checkViewName checks the name of a view that is made.
func checkViewName(name *pg_query.RangeVar, place int) error {
	switch {
	case name.Schemaname != "" || name.Catalogname != "":
		return errViewName(place)
	case isReserved(name.Relname):
		return sqlstate.New(sqlstate.ReservedName, "unacceptable view name %q", name.Relname).
			WithHint("Names that begin with %s are those of catalogs.", strings.Join(reserved, ", ")).At(place)
	}
	return nil
}

// planQuery plans the query of a view that is made, and gives the view its text.
func (p *Planner) planQuery(ctx context.Context, of *ViewChange, query *pg_query.Node, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	place := parse.CharacterAt(text, one.Offset)
	if err := qualifyAll(query, of.Name, scope, text); err != nil {
		return nil, err
	}
	sql, err := parse.Deparse(&pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{{Stmt: query}}})
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the view's query cannot be written out").At(place)
	}
	one.Raw, one.Replaces = &pg_query.RawStmt{Stmt: query}, false
	planned, err := p.planStatement(ctx, one, text, scope, before)
	if err != nil {
		return nil, err
	}
	if planned.Params > 0 {
		return nil, sqlstate.New(sqlstate.UndefinedParameter, "a view has no parameters").At(place)
	}
	of.SQL = sql
	return planned, nil
}

// qualifyAll gives the relations of a view's query their full names, so that they mean the same in every
// session. Names of one part are those of views.
func qualifyAll(query *pg_query.Node, view string, scope *Scope, text string) (err error) {
	local := map[string]bool{}
	var visit func(m protoreflect.Message)
	visit = func(m protoreflect.Message) {
		switch n := m.Interface().(type) {
		case *pg_query.WithClause:
			for _, c := range n.Ctes {
				local[c.GetCommonTableExpr().GetCtename()] = true
			}
		case *pg_query.RangeVar:
			if _, is := scope.viewAt(n.Catalogname, n.Schemaname, n.Relname); is && n.Schemaname != "" && !local[n.Relname] {
				n.Catalogname, n.Schemaname = "", ""
			}
			switch {
			case n.Schemaname == "" && local[n.Relname]:
			case n.Schemaname == "" && n.Relname == view:
				err = sqlstate.New(sqlstate.InvalidObjectDefinition, "the view %q names itself", view).At(parse.CharacterAt(text, int(n.Location)))
			case n.Schemaname != "" && n.Catalogname == "" && !isCatalog(n.Schemaname):
				n.Catalogname = scope.Default
			}
		}
		withs, others := inOrder(m)
		for _, child := range slices.Concat(withs, others) {
			visit(child)
		}
	}
	visit(query.ProtoReflect())
	return err
}

func isCatalog(schema string) bool {
	return strings.EqualFold(schema, "pg_catalog") || strings.EqualFold(schema, "information_schema")
}
