package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxViewDepth bounds views over views.
const maxViewDepth = 16

// resolver looks up what a tree names in the catalog of the source that will
// run it, and adds the effects of what the names mean.
type resolver struct {
	shapes  *shapes
	source  Source
	text    string
	effects []Effect
	views   []string // the views being judged, outermost first
}

func (r *resolver) effect(class Class, offset int, what, reason string) {
	if len(r.views) > 0 {
		what += " in view " + strings.Join(r.views, " → ")
	}
	r.effects = append(r.effects, Effect{Class: class, What: what, Reason: reason, Offset: offset})
}

// postgres resolves a statement for a Postgres source and blanks the source's
// own name before relations, keeping every position.
func (r *resolver) postgres(st *Statement, w *walker) error {
	if err := r.names(w.names); err != nil {
		return err
	}
	if err := r.relations(w.mentions); err != nil {
		return err
	}
	return r.unprefix(st, w.mentions)
}

// names judges functions, operators, types and attribute notation.
func (r *resolver) names(names []name) error {
	for _, n := range names {
		switch n.kind {
		case functionName:
			if err := r.function(n); err != nil {
				return err
			}
		case operatorName:
			if r.source.Catalog.Foreign(providers.Operator, n.schema, n.name) {
				r.effect(Exec, n.offset, "operator "+qualified(n.schema, n.name), "it is defined by users and calls a function of theirs")
			}
		case typeName:
			if n.schema != "pg_catalog" && r.source.Catalog.Foreign(providers.Type, n.schema, n.name) {
				r.effect(Exec, n.offset, "type "+qualified(n.schema, n.name), "it is defined by users, and a cast to it may call a function of theirs")
			}
		case attributeName:
			r.attribute(n)
		case samplingName:
			if n.name != "system" && n.name != "bernoulli" {
				r.effect(Exec, n.offset, "TABLESAMPLE "+n.name, "it is not a built-in sampling method")
			}
		}
	}
	return nil
}

func (r *resolver) function(n name) error {
	candidates := r.source.Catalog.Functions(n.schema, n.name)
	if len(candidates) == 0 {
		if len(r.views) > 0 {
			r.effect(Exec, n.offset, "function "+qualified(n.schema, n.name), "it is not known")
			return nil
		}
		return sqlstate.New(sqlstate.UndefinedFunction, "function %s does not exist", qualified(n.schema, n.name)).
			WithHint("The source %q has no function of that name.", r.source.Info.Name).
			At(characterAt(r.text, n.offset))
	}
	if class, reason := judgeFunction(r.source.Info.Dialect, n, candidates); class != Read {
		r.effect(class, n.offset, "function "+qualified(n.schema, n.name), reason)
	}
	return nil
}

// attribute judges t.x: where a function x takes one argument, Postgres may
// call it.
func (r *resolver) attribute(n name) {
	if r.source.Info.Dialect == providers.DuckDB {
		return // DuckDB has no attribute notation for functions without brackets
	}
	var callable []providers.Function
	for _, f := range r.source.Catalog.Functions("", n.name) {
		if f.MinArgs <= 1 && (f.MaxArgs >= 1 || f.MaxArgs < 0) {
			callable = append(callable, f)
		}
	}
	if len(callable) == 0 {
		return
	}
	if class, reason := judgeFunction(r.source.Info.Dialect, n, callable); class != Read {
		r.effect(class, n.offset, "."+n.name, "it may call the function "+n.name+": "+reason)
	}
}

// relations judges what reading a relation runs: a view is its query.
func (r *resolver) relations(mentions []mention) error {
	for _, m := range mentions {
		relation, known := r.source.Catalog.Relation(m.schema, m.name)
		if !known {
			if r.source.Info.Dialect == providers.DuckDB && strings.ContainsAny(m.name, `./\*?[:`) {
				r.effect(Unknown, m.offset, "relation "+m.name, "DuckDB would take it for a file")
			}
			continue
		}
		if relation.Definition == "" || relation.Builtin || m.write {
			continue
		}
		if err := r.view(m, relation); err != nil {
			return err
		}
	}
	return nil
}

func (r *resolver) view(m mention, v providers.Relation) error {
	if len(r.views) >= maxViewDepth {
		r.effect(Unknown, m.offset, "view "+v.Name, "views are nested too deeply")
		return nil
	}
	r.views = append(r.views, qualified(v.Schema, v.Name))
	defer func() { r.views = r.views[:len(r.views)-1] }()

	err := checkText(v.Definition, 0)
	var list []parsed
	if err == nil {
		list, err = parse(v.Definition)
	}
	if err != nil {
		r.effect(Unknown, m.offset, "its query", "it cannot be parsed")
		return nil //nolint:nilerr // told as an effect
	}
	for _, one := range list {
		w := &walker{shapes: r.shapes}
		w.node(one.stmt.Stmt)
		for _, e := range w.effects {
			r.effect(e.Class, m.offset, e.What, e.Reason)
		}
		for i := range w.names {
			w.names[i].offset = m.offset
		}
		for i := range w.mentions {
			w.mentions[i].offset = m.offset
		}
		if err := r.names(w.names); err != nil {
			return err
		}
		if err := r.relations(w.mentions); err != nil {
			return err
		}
	}
	return nil
}

// unprefix takes the source's own name from provider.service.resource, which
// Postgres would read as the name of a database. Blanks take its place, so that
// positions hold.
func (r *resolver) unprefix(st *Statement, mentions []mention) error {
	var sql []byte
	for _, m := range mentions {
		if m.catalog == "" {
			continue
		}
		if m.offset < 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "%s cannot name a source", st.Verb).
				WithHint("Connect to the source %q and leave its name out.", m.catalog)
		}
		if sql == nil {
			sql = []byte(st.Text)
		}
		start := m.offset - st.Offset
		end, err := afterDot(st.Text, start)
		if err != nil {
			return err
		}
		for i := start; i < end; i++ {
			sql[i] = ' '
		}
	}
	if sql != nil {
		st.SQL = string(sql)
	}
	return nil
}

// afterDot returns where the second part of the dotted name at start begins.
func afterDot(text string, start int) (int, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return 0, parseError(err, text)
	}
	for i, t := range scan.Tokens {
		if int(t.Start) == start && i+2 < len(scan.Tokens) && scan.Tokens[i+1].Token == pg_query.Token_ASCII_46 {
			return int(scan.Tokens[i+2].Start), nil
		}
	}
	return 0, sqlstate.New(sqlstate.InternalError, "a relation is not where the parser said")
}

// duck translates a statement to DuckDB's dialect and resolves what will run,
// not what was written: functions are judged in the translated text.
func (r *resolver) duck(st *Statement, w *walker, one parsed, scope Scope) error {
	if err := r.relations(w.mentions); err != nil {
		return err
	}
	tree := &pg_query.ParseResult{Version: one.version, Stmts: []*pg_query.RawStmt{one.stmt}}
	if st.Params > 0 {
		st.ParamTypes = duckdialect.ParamTypes(tree)
	}
	sql, changed, err := duckdialect.Translate(tree, one.text,
		duckdialect.Env{Catalog: r.source.Info.Name, Schema: r.source.Info.Default, User: scope.User, Database: st.Provider, Databases: scope.Databases})
	if err != nil {
		return shift(err, r.text, one.offset)
	}
	if !changed {
		return r.names(w.names)
	}
	st.SQL, st.translated = sql, true
	if st.Control != NoControl || st.Setting != nil {
		return nil
	}
	if err := checkText(sql, 4*DefaultMaxBytes); err != nil {
		return err
	}
	list, err := parse(sql)
	if err != nil || len(list) != 1 {
		return sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the statement cannot be said in DuckDB's dialect")
	}
	translated := &walker{shapes: r.shapes, ours: duckdialect.Emulation}
	translated.node(list[0].stmt.Stmt)
	for i, n := range translated.names {
		translated.names[i].offset = offsetOf(w.names, n)
	}
	for _, e := range translated.effects {
		if e.Class == Unknown {
			r.effect(e.Class, one.offset, e.What, e.Reason)
		}
	}
	return r.names(translated.names)
}

// offsetOf finds where the client wrote a name that a translation still has.
func offsetOf(names []name, n name) int {
	for _, m := range names {
		if m.kind == n.kind && m.name == n.name {
			return m.offset
		}
	}
	return -1
}

// shift moves an error's position from a statement to its batch.
func shift(err error, text string, offset int) error {
	e := *sqlstate.From(err)
	if e.Position > 0 {
		e.Position += characterAt(text, offset) - 1
	}
	return &e
}
