package planner

import (
	"slices"
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
	judged  map[string]bool
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
		case syntaxName:
			// DuckDB's grammar has EXTRACT, POSITION and their like, too.
			if r.source.Info.Dialect == providers.Postgres {
				if err := r.function(n); err != nil {
					return err
				}
			}
		case functionName:
			if err := r.function(n); err != nil {
				return err
			}
		case operatorName:
			if len(r.source.Catalog.Operators(n.schema, n.name)) > 0 {
				r.effect(Exec, n.offset, "operator "+qualified(n.schema, n.name), "it is defined by users and calls a function of theirs")
			}
		case typeName:
			if t, known := r.source.Catalog.Type(n.schema, n.name); !known || len(t.Hidden) > 0 {
				r.effect(Exec, n.offset, "type "+qualified(n.schema, n.name), "it is defined by users, and a cast to it may call a function of theirs")
			}
		case grammarName:
			for _, f := range r.source.Catalog.Functions("", n.name) {
				if !f.Builtin {
					r.effect(Exec, n.offset, "function "+n.name, "a function of users has the name of this part of the grammar")
					break
				}
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
	if r.source.Info.Dialect == providers.DuckDB {
		n.name = strings.ToLower(n.name) // DuckDB's names have no case, quoted or not
	}
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
			r.unknownRelation(m)
			continue
		}
		if reason := serverFiles[relation.Name]; reason != "" && relation.Builtin {
			r.effect(Exec, m.offset, "relation "+m.name, reason)
		}
		if relation.Kind == "foreign table" && r.source.Info.Dialect == providers.Postgres {
			r.effect(Exec, m.offset, "foreign table "+m.name, "it reaches another server, a file or a program")
		}
		if len(relation.Hidden) == 0 || relation.Builtin || m.write {
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
	if r.judged[qualified(v.Schema, v.Name)] {
		return nil
	}
	if r.judged == nil {
		r.judged = map[string]bool{}
	}
	r.judged[qualified(v.Schema, v.Name)] = true
	r.views = append(r.views, qualified(v.Schema, v.Name))
	defer func() { r.views = r.views[:len(r.views)-1] }()

	err := checkText(v.Hidden[0].SQL, 0)
	var list []parsed
	if err == nil {
		list, err = parse(v.Hidden[0].SQL)
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

// serverFiles are built-in relations that show files of the database server.
var serverFiles = reasons("it reads files of the database server",
	`pg_hba_file_rules pg_file_settings pg_ident_file_mappings pg_available_extensions pg_available_extension_versions`)

// unknownRelation judges a name that the catalog does not have: made within an
// open transaction, misspelt, or not a table at all.
func (r *resolver) unknownRelation(m mention) {
	if r.source.Info.Dialect == providers.DuckDB {
		name := strings.ToLower(m.name)
		switch {
		case likeFile(m.schema) || likeFile(m.name):
			r.effect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "DuckDB would take it for a file")
		case strings.HasPrefix(name, "duckdb_"), strings.HasPrefix(name, "pragma_"), strings.HasPrefix(name, "sqlite_"):
			r.effect(Exec, m.offset, "relation "+m.name, "it tells of the machine")
		}
		return
	}
	if strings.HasPrefix(m.schema, "pg_temp_") || strings.HasPrefix(m.schema, "pg_toast_temp_") {
		r.effect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "it belongs to another session")
	}
}

// likeFile reports whether DuckDB could take a name for that of a file.
func likeFile(name string) bool { return strings.ContainsAny(name, `./\*?[:`) }

// unprefix takes the source's own name from provider.service.resource, which
// Postgres would read as the name of a database. Blanks take its place, so that
// positions hold.
func (r *resolver) unprefix(st *Statement, mentions []mention) error {
	var sql []byte
	var after map[int]int
	for _, m := range mentions {
		if m.catalog == "" {
			continue
		}
		if m.offset < 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "%s cannot name a source", st.Verb).
				WithHint("Connect to the source %q and leave its name out.", m.catalog)
		}
		if sql == nil {
			var err error
			if after, err = afterDots(st.Text); err != nil {
				return err
			}
			sql = []byte(st.Text)
		}
		start := m.offset - st.Offset
		end, ok := after[start]
		if !ok {
			return sqlstate.New(sqlstate.InternalError, "a relation is not where the parser said")
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

// afterDots returns, for the start of every dotted name, where its second part
// begins.
func afterDots(text string) (map[int]int, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil, parseError(err, text)
	}
	after := map[int]int{}
	for i := range len(scan.Tokens) - 2 {
		if scan.Tokens[i+1].Token == pg_query.Token_ASCII_46 {
			after[int(scan.Tokens[i].Start)] = int(scan.Tokens[i+2].Start)
		}
	}
	return after, nil
}

// duck translates a statement to DuckDB's dialect and resolves what will run,
// not what was written: functions are judged in the translated text.
func (r *resolver) duck(st *Statement, w *walker, one parsed, scope *Scope) error {
	if err := r.relations(w.mentions); err != nil {
		return err
	}
	for _, cte := range w.allCTEs {
		if likeFile(cte) {
			r.effect(Unknown, one.offset, "WITH "+cte, "DuckDB would take the name for a file")
		}
	}
	// The provider keeps a session's settings itself: nothing there to lose.
	w.effects = slices.DeleteFunc(w.effects, func(e Effect) bool { return e.What == discardAll || e.What == resetAll })
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
	list, err := parse(sql)
	if err != nil || len(list) != 1 {
		return sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the statement cannot be said in DuckDB's dialect")
	}
	translated := &walker{shapes: r.shapes, ours: duckdialect.Emulation}
	translated.node(list[0].stmt.Stmt)
	written := map[string]int{} // where the client wrote a name that the translation still has
	for _, n := range w.names {
		written[n.name] = n.offset
	}
	for i, n := range translated.names {
		offset, ok := written[n.name]
		if !ok {
			offset = -1
		}
		translated.names[i].offset = offset
	}
	for _, e := range translated.effects {
		if e.Class == Unknown {
			r.effect(e.Class, one.offset, e.What, e.Reason)
		}
	}
	return r.names(translated.names)
}

// shift moves an error's position from a statement to its batch.
func shift(err error, text string, offset int) error {
	e := *sqlstate.From(err)
	if e.Position > 0 {
		e.Position += characterAt(text, offset) - 1
	}
	return &e
}
