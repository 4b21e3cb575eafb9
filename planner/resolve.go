package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// resolver looks up what a tree names in the catalog of the source that will
// run it, and adds the effects of what the names mean.
type resolver struct {
	shapes      *shapes
	routines    *routines
	ctx         context.Context //nolint:containedctx // of one statement's planning: it lives as long as this does
	source      Source
	scope       *Scope
	effects     []Effect
	within      []string           // the hidden code being judged, outermost first
	seen        map[unseen]bool    // hidden code that was judged
	judged      map[uint64]verdict // users' functions that were judged
	adding      bool               // in code that runs when rows are added or changed, and only then
	folding     bool               // in code that only the planner evaluates
	waiting     []pending          // casts that run if there are values of their type
	types       []uint64           // users' types that there may be values of
	users       bool               // code of users was judged
	runsUnknown bool               // what something runs is not known
	unknown     bool               // there may be values of types that are not known
	missing     *name              // the first function that the source does not have
	constants   map[string]bool    // the code that may run where a constant is read, by what it is
	parsing     bool               // a function that may do anything takes values that such code checks
}

func (r *resolver) effect(class Class, offset int, what, reason string) {
	r.add(Effect{Class: class, What: what, Reason: reason, Offset: offset})
}

// add notes an effect of the statement, or of the hidden code that is being judged.
func (r *resolver) add(e Effect) {
	e.Within = slices.Clone(r.within)
	r.effects = append(r.effects, e)
}

// postgres resolves a statement for a Postgres source and blanks the source's
// own name before relations, keeping every position.
func (r *resolver) postgres(st *Statement, w *walker, text string, before *batchState) error {
	r.prefetch(w)
	r.names(w)
	r.relations(w.mentions)
	r.prepared(w, before.prepared)
	r.judgeFetches(w, before.cursors)
	r.parameters(r.scope.ParamTypes)
	r.everywhere(w)
	r.settle()
	r.judgeHold(st)
	if !r.scope.Unproven {
		if err := r.undefined(text); err != nil {
			return err
		}
	}
	return r.unprefix(st, w.mentions)
}

// prefetch reads what a tree names in one go, where that takes a round trip.
func (r *resolver) prefetch(w *walker) {
	lazy, ok := r.source.Catalog.(providers.Lazy)
	if !ok {
		return
	}
	names := providers.Names{TypeOIDs: r.scope.ParamTypes}
	for _, m := range w.mentions {
		names.Relations = append(names.Relations, providers.Name{Schema: m.schema, Name: m.name})
	}
	for _, n := range w.names {
		one := providers.Name{Schema: n.schema, Name: n.name}
		switch n.kind {
		case functionName, syntaxName, grammarName:
			names.Functions = append(names.Functions, one)
		case typeName:
			names.Types = append(names.Types, one)
		case operatorName:
			names.Operators = append(names.Operators, one)
		case attributeName, samplingName:
		}
	}
	lazy.Prefetch(names)
	names = providers.Names{}
	for _, n := range w.names {
		if n.kind == attributeName {
			if rows, values := r.takers(n, w.bound); rows || values {
				names.Functions = append(names.Functions, providers.Name{Name: n.name})
			}
		}
	}
	lazy.Prefetch(names)
}

// everywhere judges what may run in any statement that has values.
func (r *resolver) everywhere(w *walker) {
	if lazy, ok := r.source.Catalog.(providers.Lazy); ok && len(w.names)+len(w.mentions) > 0 {
		r.hidden(lazy.Everywhere(), use{event: providers.Read, offset: -1})
	}
}

// parameters judges the types that the client gave parameters: to read a value of
// a domain checks it.
func (r *resolver) parameters(types []uint32) {
	for _, id := range types {
		t, known := r.source.Catalog.TypeOf(id)
		if !known {
			r.effect(Exec, -1, fmt.Sprintf("a parameter of the type with OID %d", id), "it is not known")
		}
		r.types = append(r.types, t.Types...)
		r.hidden(t.Hidden, use{event: providers.Read, offset: -1})
	}
}

// names judges functions, operators, types and attribute notation.
func (r *resolver) names(w *walker) {
	for _, n := range w.names {
		if r.folding && n.overColumn {
			continue
		}
		switch n.kind {
		case syntaxName:
			r.syntax(n)
		case functionName:
			r.function(n)
		case operatorName:
			r.operator(n)
		case typeName:
			r.typ(n)
		case grammarName:
			r.grammar(n)
		case attributeName:
			r.attribute(n, w.bound)
		case samplingName:
			if n.name != "system" && n.name != "bernoulli" {
				r.effect(Exec, n.offset, "TABLESAMPLE "+n.name, "it is not a built-in sampling method")
			}
		}
	}
}

// duckSyntax are the functions that DuckDB calls for a piece of the grammar,
// where their names differ from PostgreSQL's.
var duckSyntax = map[string]string{"extract": "date_part", "btrim": "trim", "position": "strpos", "normalize": "nfc_normalize"}

// syntax judges EXTRACT, POSITION and their like: functions of the source's own
// by another grammar. An older Postgres calls another one of its own for it; in
// DuckDB a user's macro of the name stands before it.
func (r *resolver) syntax(n name) {
	if r.source.Info.Dialect == providers.Postgres {
		if len(r.source.Catalog.Functions(n.schema, n.name)) > 0 {
			r.function(n)
		}
		return
	}
	for _, called := range []string{n.name, duckSyntax[n.name]} {
		for _, f := range r.source.Catalog.Functions("", called) {
			if !f.Builtin && !f.Harmless {
				r.effect(Exec, n.offset, "function "+called, "a macro of users has the name of this part of the grammar")
			}
		}
	}
}

func (r *resolver) function(n name) {
	if r.source.Info.Dialect == providers.DuckDB {
		r.duckFunction(n)
		return
	}
	candidates := r.source.Catalog.Functions(n.schema, n.name)
	if len(candidates) == 0 {
		if t, known := r.source.Catalog.Type(n.schema, n.name); known { // mood('ok') is a cast
			r.types = append(r.types, t.Types...)
			r.hidden(t.Hidden, use{event: providers.Read, offset: n.offset})
			return
		}
		r.unknownFunction(n)
		return
	}
	candidates = fitting(candidates, n.args)
	if n.reading {
		r.add(Effect{Class: Session, Kind: FunctionCall, Name: n.name, What: "function " + n.name, Reason: "it opens a large object for reading", Offset: n.offset})
	}
	if n.setting || n.reading { // judged by what it says, but for users' functions of that name
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(f providers.Function) bool { return f.Builtin })
	}
	if n.byRow {
		if view, known := r.source.Catalog.Relation("", settingsView); !known || !view.Builtin {
			r.effect(Exec, n.offset, "function "+qualified(n.schema, n.name), "another relation has the name pg_settings, so which setting it sets is not known")
		}
	}
	v := r.worst(candidates)
	if v.class == Exec && r.adding && sequenceFunctions[n.name] {
		v = verdict{Mutate, "it takes the next number for a new row"}
	}
	if v.class != Read {
		called := qualified(n.schema, n.name)
		r.add(Effect{Class: v.class, Kind: FunctionCall, Name: called, What: "function " + called, Reason: v.reason, Offset: n.offset})
	}
}

// sequenceFunctions are what the default of a serial column calls.
var sequenceFunctions = parse.WordSet("nextval currval lastval")

// unknownFunction remembers a function that the source does not have. It counts
// as harmful, should the statement go on for another reason.
func (r *resolver) unknownFunction(n name) {
	r.effect(Exec, n.offset, "function "+qualified(n.schema, n.name), "it is not known")
	if r.missing == nil && len(r.within) == 0 {
		r.missing = &n
	}
}

// undefined is the error of a statement that names a function that is not there.
func (r *resolver) undefined(text string) error {
	if r.missing == nil {
		return nil
	}
	return sqlstate.New(sqlstate.UndefinedFunction, "function %s does not exist", qualified(r.missing.schema, r.missing.name)).
		WithHint("The source %q has no function of that name.", r.source.Info.Name).
		At(parse.CharacterAt(text, r.missing.offset))
}

// duckFunction judges a call in DuckDB, whose names have no case, quoted or not.
func (r *resolver) duckFunction(n name) {
	n.name = strings.ToLower(n.name)
	candidates := r.source.Catalog.Functions(n.schema, n.name)
	if len(candidates) == 0 {
		r.unknownFunction(n)
	} else if class, reason := judgeDuckFunction(n, candidates); class != Read {
		r.effect(class, n.offset, "function "+qualified(n.schema, n.name), reason)
	}
}

func (r *resolver) operator(n name) {
	for _, f := range r.source.Catalog.Operators(n.schema, n.name) {
		judge := func() {
			if v := r.judge(&f); v.class != Read {
				r.effect(v.class, n.offset, "operator "+qualified(n.schema, n.name), "it calls a function: "+v.reason)
			}
		}
		if len(f.Operands) > 0 {
			r.wait(f.Operands, judge)
		} else {
			judge()
		}
	}
}

func (r *resolver) typ(n name) {
	t, known := r.source.Catalog.Type(n.schema, n.name)
	if !known {
		r.effect(Exec, n.offset, "type "+qualified(n.schema, n.name), "it is not known")
	}
	r.types = append(r.types, t.Types...)
	if n.array {
		t.Hidden = slices.Clone(t.Hidden)
		for i := range t.Hidden {
			if t.Hidden[i].Constant == providers.ReadingPart {
				t.Hidden[i].Constant = providers.ReadingSelf
			}
		}
	}
	r.hidden(t.Hidden, use{event: providers.Read, offset: n.offset})
}

// grammar judges what is part of the grammar of PostgreSQL 17, and a call of a
// function to an older server.
func (r *resolver) grammar(n name) {
	for _, f := range r.source.Catalog.Functions("", n.name) {
		if f.Builtin {
			continue
		}
		if v := r.judge(&f); v.class != Read {
			r.effect(v.class, n.offset, "function "+n.name, "it has the name of this part of the grammar, and "+v.reason)
		}
	}
}

// attribute judges t.x: where t has no column x and a function x takes t,
// Postgres calls it.
func (r *resolver) attribute(n name, bound map[string][]binding) {
	if r.source.Info.Dialect == providers.DuckDB {
		return // DuckDB has no attribute notation for functions without brackets
	}
	rows, values := r.takers(n, bound)
	if !rows && !values {
		return
	}
	all := r.source.Catalog.Functions("", n.name)
	var callable []providers.Function
	for _, f := range all {
		if (values || rows && (f.Row || !f.Builtin)) && f.MinArgs <= 1 && (f.MaxArgs >= 1 || f.MaxArgs < 0) {
			callable = append(callable, f)
		}
	}
	if v := r.worst(callable); v.class != Read {
		r.effect(v.class, n.offset, "."+n.name, "it may call the function "+n.name+": "+v.reason)
	}
}

// takers says what the part before the dot may be: a row without that column,
// or a value of any type.
func (r *resolver) takers(n name, bound map[string][]binding) (rows, values bool) {
	if len(bound[n.qualifier]) == 0 {
		return true, true
	}
	for _, b := range bound[n.qualifier] {
		switch b.kind {
		case functionBinding:
			return true, true
		case rowBinding:
			rows = true
		case relationBinding:
			relation, known := r.source.Catalog.Relation(b.schema, b.name)
			rows = rows || !known || !slices.Contains(relation.Columns, n.name)
		}
	}
	return rows, false
}

// relations judges what the use of a relation runs.
func (r *resolver) relations(mentions []mention) {
	for i, m := range mentions {
		relation, known := r.source.Catalog.Relation(m.schema, m.name)
		mentions[i].known, mentions[i].found = known, relation.Schema
		if !known {
			r.unknown = true
			r.unknownRelation(m)
			continue
		}
		r.relation(&relation, use{event: m.event, planned: m.planned, offset: m.offset}, 0)
	}
}

func (r *resolver) relation(relation *providers.Relation, u use, depth int) {
	if relation.Builtin {
		r.builtinRelation(relation, u)
		return
	}
	if relation.Kind == "foreign table" && r.source.Info.Dialect == providers.Postgres {
		r.effect(Exec, u.offset, "foreign table "+relation.Name, "it reaches another server, a file or a program")
	}
	u.view = relation.Kind == "view"
	if u.view && len(relation.Hidden) == 0 || depth > maxDepth {
		r.effect(Unknown, u.offset, relation.Kind+" "+relation.Name, "what it runs is not known")
		return
	}
	r.types = append(r.types, relation.Types...)
	if u.event == 0 { // DDL and the like
		return
	}
	r.hidden(relation.Hidden, u)
	for _, child := range relation.Children {
		r.relation(child, u, depth+1)
	}
}

// builtinRelation judges what the source itself brings. Its rules are not
// looked at: an UPDATE of pg_settings is a set_config.
func (r *resolver) builtinRelation(relation *providers.Relation, u use) {
	if reason := serverFiles[relation.Name]; reason != "" {
		r.effect(Exec, u.offset, "relation "+relation.Name, reason)
	}
	switch {
	case u.event&^providers.Read == 0:
	case relation.Name == "pg_settings":
		r.effect(Unknown, u.offset, "relation pg_settings", "to write to it changes settings; use SET")
	default:
		r.effect(Exec, u.offset, "relation "+relation.Name, "it is the server's own")
	}
}

// prepared judges what EXECUTE runs, if this session prepared it or the batch
// does so before.
func (r *resolver) prepared(w *walker, batch map[string]string) {
	for _, name := range w.executed {
		sql, ok := batch[name]
		if !ok && r.scope.Prepared != nil {
			sql, ok = r.scope.Prepared(name)
		}
		if !ok {
			r.runsUnknown = true
			r.effect(Exec, w.offset, "EXECUTE "+name, "it was not prepared in this session, so what it runs is not known")
			continue
		}
		r.code(providers.Hidden{What: "prepared statement " + name, SQL: sql}, use{planned: w.planOnly, execute: true, offset: w.offset})
	}
}

// serverFiles are built-in relations that show files of the database server.
var serverFiles = reasons("it reads files of the database server",
	`pg_hba_file_rules pg_file_settings pg_ident_file_mappings`)

// unknownRelation judges a name that the catalog does not have: made within an
// open transaction, misspelt, or not a table at all.
func (r *resolver) unknownRelation(m mention) {
	if r.source.Info.Dialect == providers.DuckDB {
		name := strings.ToLower(m.name)
		switch {
		case likeFile(m.schema) || likeFile(m.name) || m.schema != "" && fileEndings[name]: // plain.csv
			r.effect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "DuckDB would take it for a file")
		case strings.HasPrefix(name, "duckdb_"), strings.HasPrefix(name, "pragma_"), strings.HasPrefix(name, "sqlite_"):
			r.effect(Exec, m.offset, "relation "+m.name, "it tells of the machine")
		}
		return
	}
	r.users = true // it may be there by now, and a view
	if strings.HasPrefix(m.schema, "pg_temp_") || strings.HasPrefix(m.schema, "pg_toast_temp_") {
		r.effect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "it belongs to another session")
	}
}

// fileEndings are what DuckDB knows files of data by.
var fileEndings = parse.WordSet("csv tsv txt parquet json jsonl ndjson gz zst bz2 xlsx avro arrow feather db duckdb sqlite")

// likeFile reports whether DuckDB could take a name for that of a file.
func likeFile(name string) bool { return strings.ContainsAny(name, `./\*?[:`) }

// duck translates a statement to DuckDB's dialect and resolves what will run,
// not what was written: functions are judged in the translated text.
func (r *resolver) duck(st *Statement, w *walker, one parse.Statement, text string) error {
	r.relations(w.mentions)
	for _, cte := range w.allCTEs {
		if likeFile(cte) {
			r.effect(Unknown, one.Offset, "WITH "+cte, "DuckDB would take the name for a file")
		}
	}
	r.prepared(w, nil) // DuckDB's sessions prepare nothing by SQL
	tree := &pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{one.Raw}}
	if st.Params > 0 {
		st.ParamTypes = duckdialect.ParamTypes(tree)
	}
	sql, changed, err := duckdialect.Translate(tree, one.Text,
		duckdialect.Env{Catalog: r.source.Info.Name, Schema: r.source.Info.Default, User: r.scope.User, Database: st.Provider, Databases: r.scope.Databases})
	if err != nil {
		return shift(err, text, one.Offset)
	}
	if !changed {
		r.names(w)
		return r.undefined(text)
	}
	st.SQL, st.translated = sql, true
	if st.Control != NoControl || st.Setting != nil {
		return nil
	}
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 {
		return sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "the statement cannot be said in DuckDB's dialect")
	}
	translated := &walker{shapes: r.shapes, ours: duckdialect.Emulation}
	translated.node(list[0].Raw.Stmt)
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
			r.effect(e.Class, one.Offset, e.Text(), e.Reason)
		}
	}
	r.names(translated)
	return r.undefined(text)
}

// shift moves an error's position from a statement to its batch.
func shift(err error, text string, offset int) error {
	e := *sqlstate.From(err)
	if e.Position > 0 {
		e.Position += parse.CharacterAt(text, offset) - 1
	}
	return &e
}
