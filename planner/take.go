package planner

import (
	"context"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// answeredByMethods reports whether the relations of all these sources are answered by methods.
func answeredByMethods(ctx context.Context, scope *Scope, sources ...string) bool {
	return !slices.ContainsFunc(sources, func(name string) bool {
		src, err := scope.Source(ctx, name)
		_, ok := src.Catalog.(providers.Methods)
		return err != nil || !ok
	})
}

// meantRelation finds the relation that a name means to DuckDB: a temporary one of the session comes before others. Policies
// judge by Catalog.Relation alone.
func meantRelation(catalog providers.Catalog, schema, name string) (providers.Relation, bool) {
	if own, ok := catalog.(providers.Shadowed); ok {
		if r, ok := own.Temporary(schema, name); ok {
			return r, true
		}
	}
	return catalog.Relation(schema, name)
}

// meant finds the relation that a name of the statement means.
func (r *resolver) meant(schema, name string) (providers.Relation, bool) {
	return meantRelation(r.source.Catalog, schema, name)
}

// meantOf finds the relation that a full name of the statement means. Without tables of several sources, all relations are of
// the resolver's source.
func (r *resolver) meantOf(catalog, schema, name string) (providers.Relation, bool) {
	if len(r.tables) == 0 {
		return r.meant(schema, name)
	}
	if catalog == "" || catalog == r.scope.Database {
		catalog = r.scope.Default
	}
	one := r.tables[catalog]
	if one == nil {
		return providers.Relation{}, false
	}
	found, known := one.found[providers.Name{Schema: schema, Name: name}]
	return withOwnTypes(found, catalog), known
}

// catalogOf returns the catalog of the source that a relation belongs to.
func (r *resolver) catalogOf(m mention) (providers.Catalog, error) {
	if m.provider == "" || m.provider == r.source.Info.Name {
		return r.source.Catalog, nil
	}
	r.several = true
	src, err := r.scope.Source(r.ctx, m.provider)
	return src.Catalog, err
}

// methodVerbs are the verbs of statements that a source with methods runs and that change nothing by
// themselves. callVerbs change its resources; there are no tables that others could change.
var (
	methodVerbs = parse.WordSet(`SELECT VALUES EXPLAIN SET SHOW RESET BEGIN COMMIT ROLLBACK SAVEPOINT RELEASE DISCARD`)
	callVerbs   = parse.WordSet(`INSERT UPDATE REPLACE DELETE`)
)

// takeScans takes out of a statement what methods answer, and judges the methods. done: there is nothing
// left to translate.
func (r *resolver) takeScans(st *Statement, w *walker, one parse.Statement, env *rewrite.Env, text string) (done bool, err error) {
	explained := one.Raw.Stmt.GetExplainStmt().GetQuery()
	switch {
	case st.Control != NoControl || st.Setting != nil:
		return false, nil
	case r.intoOf(one.Raw.Stmt) != nil:
		return false, r.takeInto(st, r.intoOf(one.Raw.Stmt), w, one, env, text)
	case callVerbs[st.Verb]:
		return r.takeCall(st, w, one, env, text)
	case r.intoOf(explained) != nil:
		return false, sqlstate.New(sqlstate.FeatureNotSupported, "EXPLAIN of a statement that adds rows of other sources is not supported").
			WithHint("EXPLAIN its query alone.").At(parse.CharacterAt(text, one.Offset))
	case trees.VerbOfChange(explained) != "":
		return r.takeExplained(st, w, one, env, text)
	case !methodVerbs[st.Verb] && st.Provider == providers.Several:
		return false, errSeveral(true, st.Verb, "", "", parse.CharacterAt(text, one.Offset))
	case !methodVerbs[st.Verb]:
		return false, sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported for the source %q, which is an API", st.Verb, st.Provider).
			WithHint("SELECT reads its resources; INSERT, UPDATE, REPLACE, DELETE and EXEC change them.").At(parse.CharacterAt(text, one.Offset))
	}
	taken, err := scans.Take(one.Raw.Stmt, r.scansEnv(text))
	if err != nil {
		return false, err
	}
	if e := one.Raw.Stmt.GetExplainStmt(); e != nil {
		st.PlainPlan = isPlain(e)
	}
	st.Planned = len(w.mentions) > 0 && !slices.ContainsFunc(w.mentions, func(m mention) bool { return !m.planned })
	return false, r.keepScans(st, taken, w, one, env)
}

// scansEnv is what names mean to a statement that is taken apart.
func (r *resolver) scansEnv(text string) scans.Env {
	env := scans.Env{
		Source: r.scope.Default, Database: r.scope.Database, Text: text,
		Views: r.opened.queries, Kept: r.opened.kept, ViewSchema: ViewSchema, Defines: r.scope.defines,
	}
	if len(r.tables) > 0 {
		env.Table = r.tableOf
		env.Reduces = func(source string) bool {
			one := r.tables[source]
			return one != nil && one.Info.Dialect == providers.Postgres
		}
	}
	env.Methods = func(source string) (providers.Methods, error) {
		catalog, err := r.catalogOf(mention{provider: source})
		if err != nil {
			return nil, err
		}
		methods, ok := catalog.(providers.Methods)
		if !ok {
			if r.tables[source] != nil {
				return nil, sqlstate.New(sqlstate.FeatureNotSupported, "an UPDATE or DELETE of a table of %q cannot read other sources", source).
					WithHint("INSERT INTO a table of %q what it reads of them, by INSERT … SELECT, and change the rows by that table.", source)
			}
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the source %q is no API", source)
		}
		return methods, nil
	}
	return env
}

// keepScans gives a statement the scans that were taken out of it, and judges them.
func (r *resolver) keepScans(st *Statement, taken *scans.Taken, w *walker, one parse.Statement, env *rewrite.Env) (err error) {
	st.Scans, st.Renumbered, st.Kept = taken.Scans, taken.Renumbered, taken.Kept
	r.noteScanned(w, taken)
	if !env.SQLite {
		env.Columns, env.Exact = columnsOfScans(st.Scans)
	}
	env.Rewritten = true // the queries that feed inputs were rewritten in any case
	for _, q := range taken.Queries {
		in := &st.Scans[q.Scan].Inputs[q.Input]
		if in.Query, err = r.translateQuery(q.Tree, w, one, *env); err != nil {
			return err
		}
		in.Renumbered = q.Renumbered
	}
	env.Rewritten = taken.Rewritten
	for i := range st.Scans {
		s := &st.Scans[i]
		switch {
		case s.Select != nil:
			if err := r.judgeSelect(s, st.Planned, taken.Offsets[i]); err != nil {
				return err
			}
		case !st.Planned:
			r.judgeMethod(s, taken.Methods[i], taken.Offsets[i])
		}
	}
	return nil
}

// columnsOfScans tells the translation which columns the tables of scans have. There are no other tables.
func columnsOfScans(list []providers.Scan) (columns func(schema, name string) []rewrite.Column, exact func(schema, name string) bool) {
	tables := map[string][]rewrite.Column{}
	for i := range list {
		var typed []providers.TypedColumn
		for _, c := range list[i].TableColumns() {
			typed = append(typed, providers.TypedColumn{Column: c})
		}
		tables[list[i].Table] = rewrite.ColumnsOf(providers.Relation{Typed: typed})
	}
	columns = func(schema, name string) []rewrite.Column {
		if schema != "" {
			return nil
		}
		return tables[name]
	}
	return columns, func(schema, name string) bool { return columns(schema, name) != nil }
}

// noteScanned notes relations that the statement does not name itself: views of documents read them.
func (r *resolver) noteScanned(w *walker, taken *scans.Taken) {
	for i, s := range taken.Scans {
		same := func(m mention) bool {
			return m.provider == s.Source && strings.EqualFold(m.schema, s.Service) && strings.EqualFold(m.name, s.Resource)
		}
		if !slices.ContainsFunc(w.mentions, same) {
			w.mentions = append(w.mentions, mention{
				provider: s.Source, schema: s.Service, name: s.Resource, event: providers.Read, known: true, found: s.Service, offset: taken.Offsets[i],
			})
		}
	}
}

// ViewColumns are the columns of a view of a document, as far as its SQL tells them. 42601: it is no query.
func ViewColumns(sql string) ([]providers.ViewColumn, error) { return scans.ViewColumns(sql) }

// translateQuery translates and judges the query that gives an input its values.
func (r *resolver) translateQuery(query *pg_query.Node, w *walker, one parse.Statement, env rewrite.Env) (string, error) {
	tree := &pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{{Stmt: query}}}
	sql, _, err := duckdialect.Translate(tree, one.Text, env)
	if err != nil {
		return "", err
	}
	return sql, r.judgeTranslation(sql, w, one.Offset)
}

// methodEffects are the classes of what methods do, with the reason.
var methodEffects = map[providers.MethodEffect]struct {
	class  Class
	reason string
}{
	providers.Creates: {Mutate, "it creates or changes something"},
	providers.Deletes: {Delete, "it deletes something"},
	providers.Runs:    {Exec, "it runs an operation"},
}

// judgeMethod judges what a scan does at its source.
func (r *resolver) judgeMethod(s *providers.Scan, m providers.Method, offset int) {
	if m.Effect == providers.Reads {
		return
	}
	known, ok := methodEffects[m.Effect]
	if !ok {
		known.class, known.reason = Unknown, "what it does is not known"
	}
	name := Relation{Provider: s.Source, Service: s.Service, Resource: s.Resource}
	r.addEffect(known.class, offset, m.Request, "a SELECT from "+name.fullName()+" calls the method "+m.Name+", and "+known.reason)
}
