package planner

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// resolver looks up the names of a tree in the catalog of its source, and adds the effects of what
// they mean.
type resolver struct {
	shapes      *policy.Shapes
	routines    *routines
	ctx         context.Context //nolint:containedctx // of one statement's planning: it lives as long as this does
	source      Source
	scope       *Scope
	opened      openedViews
	effects     []Effect
	within      []string           // the hidden code being judged, outermost first
	seen        map[hiddenKey]bool // hidden code judged so far
	judged      map[uint64]verdict // users' functions judged so far
	adding      bool               // inside code that runs only when rows are added or changed
	folding     bool               // inside code that only the planner evaluates
	pending     []pending          // code that runs if there are values of its types
	types       []uint64           // users' types that there may be values of
	users       bool               // users' code was judged
	fires       bool               // what the change of a relation runs by itself finds names as the session does
	defers      bool               // ... and may run later
	unjudged    bool               // see Statement.RunsUnjudged
	filters     bool               // see Statement.Filters
	runsUnknown bool               // it is not known what some part runs
	unknown     bool               // there may be values of types that are not known
	missing     *name              // the first function that the source does not have
	ofSession   bool               // the plan has what the session alone holds
	several     bool               // the statement's relations are of several sources
	doubtful    bool               // the types do not fit, unless statements before change them
	scales      *keptScales        // what the statement does with scales; nil: nothing
	foreign     bool               // the statement reads APIs, or several sources: it is taken apart
	// plan plans the statements of scans; tables are the sources with SQL that have some.
	plan    func(ctx context.Context, text string, scope *Scope) ([]*Statement, error)
	tables  map[string]*tables
	filled  []Filled
	called  []Called
	signals *hiddenSignals // of the whole statement
	uses    *uses          // nil: nobody asks for them
	written *readings      // what the text may read as its client wrote it; nil: its tree has not changed since
	early   bool           // inside code that may run when a constant is read
	parsing bool           // a function that does more than read takes values that such code checks
}

func (r *resolver) addEffect(class Class, offset int, what, reason string) {
	r.add(Effect{Class: class, What: what, Reason: reason, Offset: offset})
}

// add notes an effect of the statement, or of the hidden code that is judged.
func (r *resolver) add(e Effect) {
	e.Within, e.Early = slices.Clone(r.within), r.early
	r.effects = append(r.effects, e)
}

// resolvePostgres resolves a statement for a Postgres source and blanks the source's name before
// relations and columns.
func (r *resolver) resolvePostgres(st *Statement, w *walker, text string, before *batchState) error {
	r.prefetch(w)
	r.judgeNames(w)
	r.judgeRelations(w.mentions)
	r.judgeExecutes(w, before.prepared)
	r.judgeFetches(w, before.cursors)
	r.judgeParameters(r.scope.ParamTypes)
	r.judgeEverywhere(w)
	r.judgeDefining(st, w)
	r.judgeByTypes()
	r.judgeHold(st)
	if !r.scope.Unproven {
		if err := r.missingFunctionError(text); err != nil {
			return err
		}
	}
	return blankSourceName(st, w.mentions, w.columns)
}

// prefetch asks a lazy catalog for all names of a tree in one round trip, and for those that depend
// on the answer in a second.
func (r *resolver) prefetch(w *walker) {
	lazy, ok := r.source.Catalog.(providers.Lazy)
	if !ok {
		return
	}
	names := providers.Names{TypeOIDs: r.scope.ParamTypes}
	for _, m := range w.mentions {
		if r.isNew(m) {
			continue
		}
		names.Relations = append(names.Relations, providers.Name{Schema: m.schema, Name: m.name})
	}
	for _, n := range w.names {
		one := providers.Name{Schema: n.schema, Name: n.name}
		switch n.kind {
		case functionName, syntaxName, grammarName:
			names.Functions = append(names.Functions, one)
			if n.kind == functionName {
				prefetchTaken(&names, n)
			}
		case typeName:
			names.Types = append(names.Types, one)
		case operatorName:
			names.Operators = append(names.Operators, one)
			if n.name == concatenation {
				names.Types = append(names.Types, textType)
			}
		case attributeName, samplingName:
		}
	}
	lazy.Prefetch(names)
	names = providers.Names{}
	for _, n := range w.names {
		if n.kind == attributeName {
			if rows, values := r.qualifierKinds(n, w.bound); rows || values {
				names.Functions = append(names.Functions, providers.Name{Name: n.name})
				prefetchTaken(&names, n)
			}
		}
	}
	lazy.Prefetch(names)
}

// judgeEverywhere judges the code that may run in any statement that has values.
func (r *resolver) judgeEverywhere(w *walker) {
	if lazy, ok := r.source.Catalog.(providers.Lazy); ok && len(w.names)+len(w.mentions) > 0 {
		r.judgeHidden(lazy.Everywhere(), use{event: providers.Read, offset: -1})
	}
}

// judgeParameters judges the types that the client gave to parameters: reading a value of a domain
// checks the domain.
func (r *resolver) judgeParameters(types []uint32) {
	for _, id := range types {
		t, known := r.source.Catalog.TypeOf(id)
		if !known {
			r.addEffect(Exec, -1, fmt.Sprintf("a parameter of the type with OID %d", id), "it is not known")
		}
		r.types = append(r.types, t.Types...)
		r.useRowType(t, -1)
		r.judgeHidden(t.Hidden, use{event: providers.Read, offset: -1})
	}
}

// judgeNames judges functions, operators, types and attribute notation.
func (r *resolver) judgeNames(w *walker) {
	for _, n := range w.names {
		if r.folding && n.overColumn {
			continue
		}
		switch n.kind {
		case syntaxName:
			r.judgeSyntax(n)
		case functionName:
			r.judgeCall(n, w.bound)
		case operatorName:
			r.judgeOperator(n)
		case typeName:
			r.judgeType(n)
		case grammarName:
			r.judgeGrammar(n)
		case attributeName:
			r.judgeAttribute(n, w.bound)
		case samplingName:
			if n.name != "system" && n.name != "bernoulli" {
				r.addEffect(Exec, n.offset, "TABLESAMPLE "+n.name, "it is not a built-in sampling method")
			}
		}
	}
}

// duckSyntax maps a piece of the grammar to the function that DuckDB calls for it, where PostgreSQL
// calls it otherwise.
var duckSyntax = map[string]string{"extract": "date_part", "btrim": "trim", "position": "strpos", "normalize": "nfc_normalize"}

// judgeSyntax judges EXTRACT, POSITION and the like, which call built-in functions. An older Postgres
// may call another built-in one. In DuckDB a user's macro of the name is called instead.
func (r *resolver) judgeSyntax(n name) {
	if r.source.Info.Dialect == providers.Postgres {
		if len(r.source.Catalog.Functions(n.schema, n.name)) > 0 {
			r.judgeCall(n, nil)
		}
		return
	}
	for _, called := range []string{n.name, duckSyntax[n.name]} {
		for _, f := range r.source.Catalog.Functions("", called) {
			if !f.Builtin && !f.Harmless {
				r.addEffect(Exec, n.offset, "function "+called, "a macro of users has the name of this part of the grammar")
			}
		}
	}
}

func (r *resolver) judgeCall(n name, bound map[string][]binding) {
	if r.source.Info.Dialect == providers.DuckDB {
		r.judgeDuckCall(n)
		return
	}
	candidates := r.source.Catalog.Functions(n.schema, n.name)
	if len(candidates) == 0 {
		if t, known := r.source.Catalog.Type(n.schema, n.name); known && len(t.RowsOf) == 0 { // mood('ok') is a cast; a type of rows is none
			r.useRowType(t, n.offset)
			r.types = append(r.types, t.Types...)
			r.judgeHidden(t.Hidden, use{event: providers.Read, offset: n.offset})
			return
		}
		if !r.isColumn(n, bound) {
			r.noteMissingFunction(n)
		}
		return
	}
	if n.args == 1 {
		r.judgeTaken(n.schema, n.name, n.offset)
	}
	candidates = FittingArgs(candidates, n.args)
	r.noteCalled(n, candidates)
	if n.reading {
		r.add(Effect{Class: Session, Kind: FunctionCall, Name: n.name, What: "function " + n.name, Reason: "it opens a large object for reading", Offset: n.offset})
	}
	if n.setting || n.reading { // setConfig or opensReading judged it; users' functions of the name remain
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(f providers.Function) bool { return f.Builtin })
	}
	if n.byRow {
		if view, known := r.source.Catalog.Relation("", settingsView); !known || !view.Builtin {
			r.addEffect(Exec, n.offset, "function "+qualified(n.schema, n.name), "another relation has the name pg_settings, so which setting it sets is not known")
		}
	}
	v := r.judgeCandidates(candidates)
	if v.class == Exec && r.adding && sequenceFunctions[n.name] {
		v = verdict{Mutate, "it takes the next number for a new row"}
	}
	if v.class != Read {
		called := qualified(n.schema, n.name)
		r.add(Effect{Class: v.class, Kind: FunctionCall, Name: called, What: "function " + called, Reason: v.reason, Offset: n.offset, builtin: !slices.ContainsFunc(candidates, isOfUsers)})
	}
}

func isOfUsers(f providers.Function) bool { return !f.Builtin }

// sequenceFunctions are called by the default of a serial column.
var sequenceFunctions = parse.WordSet("nextval currval lastval")

// noteMissingFunction notes a function that the source does not have. It counts as exec in case the
// statement runs all the same.
func (r *resolver) noteMissingFunction(n name) {
	r.addEffect(Exec, n.offset, "function "+qualified(n.schema, n.name), "it is not known")
	if r.missing == nil && len(r.within) == 0 {
		r.missing = &n
	}
}

// missingFunctionError returns the error of a statement that names a missing function.
func (r *resolver) missingFunctionError(text string) error {
	if r.missing == nil {
		return nil
	}
	if functionnames.InPostgres(r.missing.name) {
		return sqlstate.New(sqlstate.FeatureNotSupported, "function %s is not supported", r.missing.name).
			WithHint("The embedded engine, DuckDB, has no such function.").
			At(parse.CharacterAt(text, r.missing.offset))
	}
	return sqlstate.New(sqlstate.UndefinedFunction, "function %s does not exist", qualified(r.missing.schema, r.missing.name)).
		WithHint("The source %q has no function of that name.", r.source.Info.Name).
		At(parse.CharacterAt(text, r.missing.offset))
}

// judgeDuckCall judges a call in DuckDB, where names are not case-sensitive.
func (r *resolver) judgeDuckCall(n name) {
	n.name = strings.ToLower(n.name)
	candidates := r.source.Catalog.Functions(n.schema, n.name)
	if len(candidates) == 0 {
		if t, _ := r.source.Catalog.Type(n.schema, n.name); !(t.User.IsRange() && t.User.NamesFunction()) && !raretypes.IsUserRange(n.name) && !raretypes.OfUserRanges[n.name] { // a range type's function makes a range
			r.noteMissingFunction(n)
		}
	} else if class, reason := judgeDuckFunction(n, candidates); class != Read {
		called := qualified(n.schema, n.name)
		r.add(Effect{Class: class, Kind: FunctionCall, Name: called, What: "function " + called, Reason: reason, Offset: n.offset, builtin: !slices.ContainsFunc(candidates, isOfUsers)})
	}
}

func (r *resolver) judgeOperator(n name) {
	if n.name == concatenation {
		r.judgeCastToText(n.offset)
	}
	for _, f := range r.source.Catalog.Operators(n.schema, n.name) {
		judge := func() {
			r.signals.call(&f, n.offset)
			if v := r.judgeFunction(&f); v.class != Read {
				r.addEffect(v.class, n.offset, "operator "+qualified(n.schema, n.name), "it calls a function: "+v.reason)
			}
		}
		if len(f.Operands) > 0 {
			r.deferJudging(f.Operands, judge)
		} else {
			judge()
		}
	}
}

func (r *resolver) judgeType(n name) {
	t, known := r.source.Catalog.Type(n.schema, n.name)
	if !known {
		r.addEffect(Exec, n.offset, "type "+qualified(n.schema, n.name), "it is not known")
		r.useAbsentType(n)
	}
	r.types = append(r.types, t.Types...)
	r.useRowType(t, n.offset)
	if n.array {
		t.Hidden = slices.Clone(t.Hidden)
		for i := range t.Hidden {
			if t.Hidden[i].Constant == providers.ReadingPart {
				t.Hidden[i].Constant = providers.ReadingSelf
			}
		}
	}
	r.judgeHidden(t.Hidden, use{event: providers.Read, offset: n.offset})
}

// judgeGrammar judges a piece of PostgreSQL 17's grammar that is a function call to an older server.
func (r *resolver) judgeGrammar(n name) {
	for _, f := range r.source.Catalog.Functions("", n.name) {
		if f.Builtin {
			continue
		}
		if v := r.judgeFunction(&f); v.class != Read {
			r.addEffect(v.class, n.offset, "function "+n.name, "it has the name of this part of the grammar, and "+v.reason)
		}
	}
}

// judgeAttribute judges t.x, which calls the function x(t) if t has no column x.
func (r *resolver) judgeAttribute(n name, bound map[string][]binding) {
	if r.source.Info.Dialect == providers.DuckDB {
		return // DuckDB has no attribute notation for functions without brackets
	}
	rows, values := r.qualifierKinds(n, bound)
	if !rows && !values {
		return
	}
	r.judgeTaken("", n.name, n.offset)
	all := r.source.Catalog.Functions("", n.name)
	var callable []providers.Function
	for _, f := range all {
		if (values || rows && (f.Row || !f.Builtin)) && f.MinArgs <= 1 && (f.MaxArgs >= 1 || f.MaxArgs < 0) {
			callable = append(callable, f)
		}
	}
	if v := r.judgeCandidates(callable); v.class != Read {
		r.addEffect(v.class, n.offset, "."+n.name, "it may call the function "+n.name+": "+v.reason)
	}
}

// qualifierKinds says what the part before the dot may be: a row without that column, or a value of any
// type.
func (r *resolver) qualifierKinds(n name, bound map[string][]binding) (rows, values bool) {
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

// judgeRelations judges the code that the use of relations runs.
func (r *resolver) judgeRelations(mentions []mention) {
	for i, m := range mentions {
		if _, scanned := r.tables[m.provider]; scanned {
			continue // the statement of its scan is judged
		}
		if r.isNew(m) {
			continue // the types of its columns are named
		}
		catalog, err := r.catalogOf(m)
		if err != nil {
			r.addEffect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), err.Error())
			continue
		}
		if r.opened.keeps(m) {
			mentions[i].known = true
			r.uses.noteDoubt("the stored rows of the view " + m.name)
			continue
		}
		relation, known := catalog.Relation(m.schema, m.name)
		mentions[i].known, mentions[i].found = known, relation.Schema
		if known {
			mentions[i].relation = &relation
		}
		if !known {
			r.unknown = true
			r.judgeUnknownRelation(m)
			continue
		}
		r.judgeRelation(&relation, use{event: m.event, planned: m.planned, offset: m.offset}, 0)
	}
}

func (r *resolver) judgeRelation(relation *providers.Relation, u use, depth int) {
	if relation.Builtin {
		r.judgeBuiltinRelation(relation, u)
		return
	}
	if relation.Kind == "foreign table" && r.source.Info.Dialect == providers.Postgres {
		r.addEffect(Exec, u.offset, "foreign table "+relation.Name, "it reaches another server, a file or a program")
	}
	u.view = relation.Kind == "view"
	if u.view && len(relation.Hidden) == 0 || depth > MaxDepth {
		r.addEffect(Unknown, u.offset, relation.Kind+" "+relation.Name, "what it runs is not known")
		return
	}
	r.types = append(r.types, relation.Types...)
	u.turned = u.turned || relation.Turned
	if u.event == 0 { // no rows are read or written by it; but it may have the server look at all of them again
		r.judgeFolded(relation, u)
		return
	}
	if relation.Empty && u.event == providers.Read {
		r.addEffect(Unknown, u.offset, relation.Kind+" "+relation.Name, "it has not been populated")
	}
	r.judgeFired(relation, u)
	r.judgeHidden(relation.Hidden, u)
	r.readsStored(relation, u)
	for _, child := range relation.Children {
		r.judgeRelation(child, u, depth+1)
	}
}

// judgeBuiltinRelation judges a relation that the source brings. Its rules are not judged: an UPDATE of
// pg_settings is a set_config.
func (r *resolver) judgeBuiltinRelation(relation *providers.Relation, u use) {
	if reason := serverFiles[relation.Name]; reason != "" {
		r.addEffect(Exec, u.offset, "relation "+relation.Name, reason)
	}
	switch {
	case u.event&^providers.Read == 0:
	case relation.Name == "pg_settings":
		r.addEffect(Unknown, u.offset, "relation pg_settings", "to write to it changes settings; use SET")
	default:
		r.addEffect(Exec, u.offset, "relation "+relation.Name, "it is the server's own")
	}
}

// judgeExecutes judges what EXECUTE runs, if this session or an earlier statement of the batch prepared
// it.
func (r *resolver) judgeExecutes(w *walker, batch map[string]string) {
	for _, name := range w.executed {
		sql, ok := batch[name]
		if !ok && r.scope.Prepared != nil {
			sql, ok = r.scope.Prepared(name)
		}
		if !ok {
			r.runsUnknown = true
			r.addEffect(Exec, w.offset, "EXECUTE "+name, "it was not prepared in this session, so what it runs is not known")
			continue
		}
		r.judgeSQL(providers.Hidden{What: "prepared statement " + name, SQL: sql}, use{planned: w.planOnly, execute: true, offset: w.offset})
	}
}

// shiftPosition moves an error's position from a statement to its batch.
func shiftPosition(err error, text string, offset int) error {
	return sqlstate.Shifted(err, parse.CharacterAt(text, offset)-1)
}
