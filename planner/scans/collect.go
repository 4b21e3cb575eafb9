package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// eachMessage calls f for every message of a tree, parents first.
func eachMessage(m protoreflect.Message, f func(any)) {
	f(m.Interface())
	eachChild(m, func(child protoreflect.Message) { eachMessage(child, f) })
}

// eachChild calls f for the messages of m's fields, but for those named.
func eachChild(m protoreflect.Message, f func(protoreflect.Message), but ...protoreflect.Name) {
	parse.Children(m, func(child protoreflect.Message) bool {
		f(child)
		return true
	}, but...)
}

// collectLevels finds the levels of a tree and their items. in is the level around the tree, and with are the common table
// expressions in scope.
func (t *taker) collectLevels(m protoreflect.Message, in *level, with []*pg_query.WithClause) {
	if t.err != nil {
		return
	}
	switch n := m.Interface().(type) {
	case *pg_query.SelectStmt:
		t.collectSelect(n, in, with)
		return
	case *pg_query.InsertStmt, *pg_query.UpdateStmt, *pg_query.DeleteStmt, *pg_query.MergeStmt:
		t.changes = true
	}
	eachChild(m, func(child protoreflect.Message) { t.collectLevels(child, in, with) })
}

func (t *taker) collectSelect(s *pg_query.SelectStmt, in *level, with []*pg_query.WithClause) {
	if s.WithClause != nil {
		for _, c := range s.WithClause.Ctes {
			t.names[strings.ToLower(c.GetCommonTableExpr().GetCtename())] = true
		}
		with = append(slices.Clone(with), s.WithClause)
		t.collectLevels(s.WithClause.ProtoReflect(), in, with)
	}
	l := in
	if len(s.FromClause) > 0 {
		l = &level{outer: in, stmt: s, with: with}
		t.levels = append(t.levels, l)
		t.owner[s] = l
		for _, n := range s.FromClause {
			t.collectFrom(l, n, nil)
		}
		l.where = splitConjuncts(s.WhereClause, nil)
		t.openViews(l)
	}
	t.changes = t.changes || s.IntoClause != nil
	eachChild(s.ProtoReflect(), func(child protoreflect.Message) { t.collectLevels(child, l, with) }, "with_clause", "from_clause")
	if l != in && len(s.LockingClause) > 0 && slices.ContainsFunc(l.items, func(i *item) bool { return i.relation != nil }) {
		what := "rows of an API cannot be locked"
		if t.env.Table != nil {
			what = "a statement over several sources cannot lock rows"
		}
		t.noteError(-1, sqlstate.FeatureNotSupported, "Leave out FOR UPDATE or FOR SHARE.", "%s", what)
	}
}

// splitConjuncts lists what must be true for a condition to be.
func splitConjuncts(n *pg_query.Node, list []*conjunct) []*conjunct {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		for _, arg := range b.Args {
			list = splitConjuncts(arg, list)
		}
		return list
	}
	if n == nil {
		return list
	}
	return append(list, &conjunct{node: n})
}

// collectFrom notes the items of an entry of FROM.
func (t *taker) collectFrom(l *level, n *pg_query.Node, path []step) {
	switch from := n.GetNode().(type) {
	case *pg_query.Node_JoinExpr:
		j := &join{expr: from.JoinExpr, conds: splitConjuncts(from.JoinExpr.Quals, nil)}
		l.joins = append(l.joins, j)
		t.collectFrom(l, from.JoinExpr.Larg, append(slices.Clone(path), step{j, false}))
		t.collectFrom(l, from.JoinExpr.Rarg, append(slices.Clone(path), step{j, true}))
		if from.JoinExpr.Quals != nil {
			t.collectLevels(from.JoinExpr.Quals.ProtoReflect(), l, l.with)
		}
	case *pg_query.Node_RangeSubselect:
		if name, is := t.env.Views[from.RangeSubselect]; is {
			t.collectUsersView(l, n, name, path)
			return
		}
		i := &item{level: l, alias: from.RangeSubselect.GetAlias().GetAliasname(), node: n, path: path, lateral: from.RangeSubselect.Lateral}
		i.columns, i.open = outputNames(from.RangeSubselect.Subquery.GetSelectStmt(), from.RangeSubselect.Alias)
		l.items = append(l.items, i)
		around := l
		if !i.lateral {
			around = l.outer
		}
		t.collectLevels(from.RangeSubselect.Subquery.ProtoReflect(), around, l.with)
	case *pg_query.Node_RangeTableSample:
		t.collectFrom(l, from.RangeTableSample.Relation, path)
	case *pg_query.Node_RangeVar:
		t.collectRelation(l, n, from.RangeVar, path)
	default: // functions see the items before them
		i := &item{level: l, node: n, path: path, open: n.GetRangeFunction() == nil, lateral: true}
		if f := n.GetRangeFunction(); f != nil {
			i.alias, i.columns = functionColumns(f)
		}
		l.items = append(l.items, i)
		t.collectLevels(n.ProtoReflect(), l, l.with)
	}
}

// jsonColumns are the columns of the functions that return JSON row by row.
var jsonColumns = []string{"key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "rowid"}

// functionColumns returns the alias of a function in FROM, and the names that its columns may have.
func functionColumns(f *pg_query.RangeFunction) (alias string, columns []string) {
	alias = f.GetAlias().GetAliasname()
	columns = append(slices.Clone(jsonColumns), alias)
	for _, n := range f.GetAlias().GetColnames() {
		columns = append(columns, n.GetString_().GetSval())
	}
	eachMessage(f.ProtoReflect(), func(m any) {
		if call, ok := m.(*pg_query.FuncCall); ok {
			name := call.Funcname[len(call.Funcname)-1].GetString_().GetSval()
			columns = append(columns, name)
			if alias == "" {
				alias = name
			}
		}
	})
	return alias, columns
}

// collectRelation notes a relation, or a reference to a common table expression.
func (t *taker) collectRelation(l *level, n *pg_query.Node, ref *pg_query.RangeVar, path []step) {
	i := &item{level: l, alias: ref.GetAlias().GetAliasname(), node: n, path: path, open: true}
	if i.alias == "" {
		i.alias = ref.Relname
	}
	t.names[strings.ToLower(i.alias)] = true
	l.items = append(l.items, i)
	if kept, is := t.env.Kept[ref]; is {
		i.called = t.calledAs(kept.Name)
		i.columns, i.open = kept.Columns, len(ref.GetAlias().GetColnames()) > 0
		if ref.Alias == nil {
			ref.Alias = &pg_query.Alias{Aliasname: i.alias}
		}
		ref.Schemaname, ref.Relname = providers.KeptSchema, kept.Table
		t.kept = append(t.kept, kept.Kept)
		return
	}
	if ref.Schemaname == "" {
		if cte := inScope(l.with, ref.Relname); cte != nil {
			i.columns, i.open = outputNames(cte.Ctequery.GetSelectStmt(), &pg_query.Alias{Colnames: cte.Aliascolnames})
			i.open = i.open || len(ref.GetAlias().GetColnames()) > 0
			return
		}
	}
	source := ref.Catalogname
	if source == "" || source == t.env.Database {
		source = t.env.Source
	}
	if t.collectTable(i, ref, source) || isSystem(ref) {
		return
	}
	methods, err := t.env.Methods(source)
	if err != nil {
		t.failAt(ref, err)
		return
	}
	if choices := methods.Views(ref.Schemaname, ref.Relname); len(choices) > 0 {
		i.view = &view{item: i, ref: ref, source: source, service: ref.Schemaname, resource: ref.Relname, choices: choices, methods: methods, around: t.inside}
		return
	}
	known, _ := methods.Relation(ref.Schemaname, ref.Relname)
	r := &relation{item: i, ref: ref, around: t.inside, methods: methods, known: known.Columns, source: source, service: ref.Schemaname, resource: ref.Relname}
	i.relation = r
	if r.takes, err = methods.Takes(r.service, r.resource, "select"); err != nil {
		t.failAt(ref, err)
		return
	}
	t.relations = append(t.relations, r)
}

// isSystem reports whether a relation is one of the system catalogs.
func isSystem(ref *pg_query.RangeVar) bool {
	switch strings.ToLower(ref.Schemaname) {
	case "pg_catalog", "information_schema":
		return true
	case "": // a resource of an API is named with its service
		return strings.HasPrefix(strings.ToLower(ref.Relname), "pg_")
	}
	return false
}

// failAt notes an error of a catalog with the place of its relation.
func (t *taker) failAt(ref *pg_query.RangeVar, err error) {
	if t.err != nil {
		return
	}
	e := *sqlstate.From(err)
	if ref.Location >= 0 && int(ref.Location) < len(t.env.Text) {
		e.Position = parse.CharacterAt(t.env.Text, int(ref.Location))
	}
	t.err = &e
}

// inScope returns the common table expression that a name means.
func inScope(with []*pg_query.WithClause, name string) *pg_query.CommonTableExpr {
	for _, clause := range slices.Backward(with) {
		for _, c := range clause.Ctes {
			if cte := c.GetCommonTableExpr(); cte.GetCtename() == name {
				return cte
			}
		}
	}
	return nil
}

// outputNames returns the names of the columns of a query, and whether there may be other columns.
func outputNames(s *pg_query.SelectStmt, alias *pg_query.Alias) (names []string, open bool) {
	if len(alias.GetColnames()) > 0 {
		for _, n := range alias.Colnames {
			names = append(names, n.GetString_().GetSval())
		}
	}
	s = parse.FirstQuery(s)
	if s == nil {
		return names, true
	}
	for _, n := range s.TargetList {
		target := n.GetResTarget()
		name := target.GetName()
		if name == "" {
			fields := target.GetVal().GetColumnRef().GetFields()
			if len(fields) == 0 {
				continue // an expression's name is a function's or a type's: no input is meant by it
			}
			last := fields[len(fields)-1]
			open = open || last.GetAStar() != nil
			name = last.GetString_().GetSval()
		}
		names = append(names, name)
	}
	return names, open
}
