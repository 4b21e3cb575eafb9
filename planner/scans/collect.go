package scans

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// each calls f for every message of a tree, parents first.
func each(m protoreflect.Message, f func(any)) {
	f(m.Interface())
	children(m, func(child protoreflect.Message) { each(child, f) })
}

// children calls f for the messages of m's fields, but for those named.
func children(m protoreflect.Message, f func(protoreflect.Message), but ...protoreflect.Name) {
	parse.Children(m, func(child protoreflect.Message) bool {
		f(child)
		return true
	}, but...)
}

// collect finds the levels of a tree and their items. in is the level around, and with the common
// table expressions in scope.
func (t *taker) collect(m protoreflect.Message, in *level, with []*pg_query.WithClause) {
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
	children(m, func(child protoreflect.Message) { t.collect(child, in, with) })
}

func (t *taker) collectSelect(s *pg_query.SelectStmt, in *level, with []*pg_query.WithClause) {
	if s.WithClause != nil {
		for _, c := range s.WithClause.Ctes {
			t.names[strings.ToLower(c.GetCommonTableExpr().GetCtename())] = true
		}
		with = append(slices.Clone(with), s.WithClause)
		t.collect(s.WithClause.ProtoReflect(), in, with)
	}
	l := in
	if len(s.FromClause) > 0 {
		l = &level{outer: in, stmt: s, with: with}
		t.levels = append(t.levels, l)
		t.owner[s] = l
		for _, n := range s.FromClause {
			t.collectFrom(l, n, nil)
		}
		l.where = conjuncts(s.WhereClause, nil)
		t.openViews(l)
	}
	t.changes = t.changes || s.IntoClause != nil
	children(s.ProtoReflect(), func(child protoreflect.Message) { t.collect(child, l, with) }, "with_clause", "from_clause")
	if l != in && len(s.LockingClause) > 0 && slices.ContainsFunc(l.items, func(i *item) bool { return i.relation != nil }) {
		what := "rows of an API cannot be locked"
		if t.env.Table != nil {
			what = "a statement over several sources cannot lock rows"
		}
		t.fail(-1, sqlstate.FeatureNotSupported, "Leave out FOR UPDATE or FOR SHARE.", "%s", what)
	}
}

// conjuncts lists what must be true for a condition to be.
func conjuncts(n *pg_query.Node, list []*conjunct) []*conjunct {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		for _, arg := range b.Args {
			list = conjuncts(arg, list)
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
		j := &join{expr: from.JoinExpr, conds: conjuncts(from.JoinExpr.Quals, nil)}
		l.joins = append(l.joins, j)
		t.collectFrom(l, from.JoinExpr.Larg, append(slices.Clone(path), step{j, false}))
		t.collectFrom(l, from.JoinExpr.Rarg, append(slices.Clone(path), step{j, true}))
		if from.JoinExpr.Quals != nil {
			t.collect(from.JoinExpr.Quals.ProtoReflect(), l, l.with)
		}
	case *pg_query.Node_RangeSubselect:
		i := &item{level: l, alias: from.RangeSubselect.GetAlias().GetAliasname(), node: n, path: path, lateral: from.RangeSubselect.Lateral}
		i.columns, i.open = outputs(from.RangeSubselect.Subquery.GetSelectStmt(), from.RangeSubselect.Alias)
		l.items = append(l.items, i)
		around := l
		if !i.lateral {
			around = l.outer
		}
		t.collect(from.RangeSubselect.Subquery.ProtoReflect(), around, l.with)
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
		t.collect(n.ProtoReflect(), l, l.with)
	}
}

// jsonColumns are what the functions return that tell of JSON row by row.
var jsonColumns = []string{"key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "rowid"}

// functionColumns are the alias of a function in FROM, and names that its columns may have.
func functionColumns(f *pg_query.RangeFunction) (alias string, columns []string) {
	alias = f.GetAlias().GetAliasname()
	columns = append(slices.Clone(jsonColumns), alias)
	for _, n := range f.GetAlias().GetColnames() {
		columns = append(columns, n.GetString_().GetSval())
	}
	each(f.ProtoReflect(), func(m any) {
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
	if ref.Schemaname == "" {
		if cte := inScope(l.with, ref.Relname); cte != nil {
			i.columns, i.open = outputs(cte.Ctequery.GetSelectStmt(), &pg_query.Alias{Colnames: cte.Aliascolnames})
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
	case "": // a resource of an API stands in a service
		return strings.HasPrefix(strings.ToLower(ref.Relname), "pg_")
	}
	return false
}

// failAt notes an error of a catalog with the place of its relation.
func (t *taker) failAt(ref *pg_query.RangeVar, err error) {
	e := *sqlstate.From(err)
	t.fail(ref.Location, e.Code, e.Hint, "%s", e.Message)
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

// outputs are the names of the columns of a query, and whether there may be others.
func outputs(s *pg_query.SelectStmt, alias *pg_query.Alias) (names []string, open bool) {
	if len(alias.GetColnames()) > 0 {
		for _, n := range alias.Colnames {
			names = append(names, n.GetString_().GetSval())
		}
	}
	for s != nil && s.Larg != nil {
		s = s.Larg
	}
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
