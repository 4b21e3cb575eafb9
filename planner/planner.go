package planner

import (
	"context"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/planner/textkey"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxRelations bounds the relations that one statement names.
const maxRelations = 1_000

// Planner turns text into statements. It is safe for concurrent use.
type Planner struct {
	maxBytes   int
	shapes     *policy.Shapes
	routines   *routines
	large      chan struct{} // one place for each large text that is planned
	middling   chan struct{} // one place for each middling text that is planned
	cache      *cache
	keyBuffers sync.Pool // of *address
	tellUses   bool
}

// New returns a planner. maxBytes bounds a text; 0 means parse.DefaultMaxBytes.
func New(maxBytes int) *Planner {
	return &Planner{
		maxBytes:   maxBytes,
		shapes:     policy.NewShapes(),
		routines:   &routines{},
		large:      make(chan struct{}, parse.MaxLarge),
		middling:   make(chan struct{}, max(parse.LeastMiddling, runtime.GOMAXPROCS(0))),
		cache:      newCache(cacheBytes),
		keyBuffers: sync.Pool{New: func() any { return new(textkey.Buffer) }},
	}
}

// TellUses makes the planner find the uses of each statement, which a policy decides on. It is called
// before the first statement is planned.
func (p *Planner) TellUses() { p.tellUses = true }

// Source is one source that a statement may name.
type Source struct {
	Info    providers.Info
	Catalog providers.Catalog
}

// version returns the version of the source's catalog, or 0 where statements have closures instead.
func (s Source) version() uint64 {
	if _, lazy := s.Catalog.(providers.Lazy); lazy || s.Catalog == nil {
		return 0
	}
	return s.Catalog.Version()
}

// Plan reads a text: limits first, then the dialect's own verbs, then the parser. It returns the
// statements in order, none for blank text. The statements are shared by all callers that send this
// text; nobody may change them. With an error of one statement it returns those before that one.
// Errors: 42601 syntax; 54000, 54001 too large or too deep; 22021 not text; 0A000 not supported;
// 42883 no such function; 3D000 no such source.
func (p *Planner) Plan(ctx context.Context, text string, scope *Scope) ([]*Statement, error) {
	if len(text) > longestKept || len(scope.ParamTypes) > 0 {
		if err := parse.CheckBytes(text, p.maxBytes); err != nil {
			return nil, err
		}
		return p.planText(ctx, text, scope)
	}
	a := p.keyBuffers.Get().(*textkey.Buffer)
	defer p.keyBuffers.Put(a)
	plans, form, err := p.lookUp(ctx, a, text, scope, true)
	if plans != nil || err != nil {
		return plans, err
	}
	text = strings.Clone(text) // a cached plan must not hold a larger buffer
	if plans, err = p.planText(ctx, text, scope); err == nil {
		p.store(a, text, form, scope, plans)
	}
	return plans, err
}

// Known returns what Plan would return if the text was planned before and the sources' catalogs
// answer without an error; else nil. Known keeps no reference to text, but its result may.
func (p *Planner) Known(ctx context.Context, text string, scope *Scope) []*Statement {
	if len(text) > longestKept || len(scope.ParamTypes) > 0 {
		return nil
	}
	a := p.keyBuffers.Get().(*textkey.Buffer)
	defer p.keyBuffers.Put(a)
	plans, _, err := p.lookUp(ctx, a, text, scope, false)
	if err != nil {
		return nil // Plan returns the error
	}
	return plans
}

// planText plans a text that is not in the cache. parse.CheckBytes has passed.
func (p *Planner) planText(ctx context.Context, text string, scope *Scope) ([]*Statement, error) {
	if len(text) > parse.MiddlingText { // the texts it waits for are bounded, too
		places := p.middling
		if len(text) > parse.LargeText {
			places = p.large
		}
		within, leave, err := takePlace(ctx, places)
		if err != nil {
			return nil, err
		}
		defer leave()
		ctx = within
	}
	list, own, err := parseText(text)
	if err != nil {
		return nil, err
	}
	statements := make([]*Statement, 0, len(list)+len(own))
	before := newBatchState(scope, len(list))
	for len(list) > 0 || len(own) > 0 {
		var st *Statement
		if len(list) == 0 || len(own) > 0 && own[0].Offset < list[0].Offset {
			st, err = planVerb(ctx, &own[0], text, scope)
			own = own[1:]
		} else {
			st, err = p.planStatement(ctx, list[0], text, scope, before)
			list = list[1:]
		}
		if err != nil {
			return statements, err
		}
		if statements = append(statements, st); len(list) > 0 {
			before.follow(st)
		}
	}
	return statements, nil
}

// batchState is what earlier statements of a batch have made for later ones.
type batchState struct {
	prepared map[string]string // by PREPARE in this batch: the text by name
	cursors  *Cursors
	routines providers.OwnRoutines // made in this batch
	styled   bool                  // a statement changes the forms in which values are shown
	moved    bool                  // a statement may change what names mean
}

func newBatchState(scope *Scope, statements int) *batchState {
	l := &batchState{cursors: &Cursors{}}
	if scope.Cursors != nil {
		l.cursors = scope.Cursors()
	}
	if statements > 1 {
		l.cursors = l.cursors.clone()
	}
	return l
}

// follow notes what a statement will have made when the next one runs.
func (l *batchState) follow(st *Statement) {
	l.cursors.Follow(st)
	l.followRoutine(st)
	l.moved = l.moved || !keepsNames[st.Verb]
	l.styled = l.styled || st.Setting != nil && styleSettings[strings.ToLower(st.Setting.Name)]
	for _, set := range st.Sets {
		l.styled = l.styled || styleSettings[strings.ToLower(set.Name)]
	}
	if made := st.Prepared; made != nil && !made.Gone {
		if l.prepared == nil {
			l.prepared = map[string]string{}
		}
		l.prepared[made.Name] = st.SQL
	}
}

// keepsNames are the verbs of statements after which names mean what they did.
var keepsNames = parse.WordSet(`SELECT VALUES TABLE INSERT UPDATE DELETE MERGE SHOW BEGIN COMMIT EXPLAIN`)

// styleSettings are the settings that choose the forms of values.
var styleSettings = map[string]bool{"datestyle": true, "intervalstyle": true, "bytea_output": true, "extra_float_digits": true, "": true}

// parseText checks and parses a text. own are the dialect's verbs in it.
func parseText(text string) (list []parse.Statement, own []dialect.Verb, err error) {
	if err := parse.CheckDepth(text); err != nil {
		return nil, nil, err
	}
	batch, err := dialect.Read(text)
	switch {
	case err != nil:
		return nil, nil, err
	case batch != nil:
		list, err = parseBeside(batch, text)
		return list, batch.Verbs, err
	}
	list, err = parse.Statements(text)
	return list, nil, err
}

// placed marks the context of a text that has its place.
type placed struct{}

// takePlace waits for a place. A text that is planned for another one, as the parts of a statement over several sources
// are, shares the place of that one: two that waited for each other's would wait for ever.
func takePlace(ctx context.Context, places chan struct{}) (within context.Context, leave func(), err error) {
	if ctx.Value(placed{}) != nil {
		return ctx, func() {}, nil
	}
	select {
	case places <- struct{}{}:
		return context.WithValue(ctx, placed{}, true), func() { <-places }, nil
	case <-ctx.Done():
		return nil, nil, sqlstate.From(ctx.Err())
	}
}

// planStatement plans one statement.
func (p *Planner) planStatement(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	if st, err := p.planOtherwise(ctx, one, text, scope, before); st != nil || err != nil {
		return st, err
	}
	w, opened, err := p.walk(one, text, scope)
	if err != nil {
		return nil, err
	}
	st := p.newStatement(one, w, scope)
	if err := routeStatement(ctx, st, w, text, scope); err != nil {
		return nil, err
	}
	src, err := scope.Source(ctx, st.Provider)
	if err != nil {
		return nil, err
	}
	if err := checkReplace(st, src, one, text); err != nil {
		return nil, err
	}
	st.Version = src.version()
	r := &resolver{ctx: ctx, shapes: p.shapes, routines: p.routines, source: src, scope: scope, plan: p.Plan, opened: opened, signals: new(hiddenSignals), uses: p.newUses()}
	r.readAsWritten(w, one)
	if err := r.resolve(st, w, one, text, before); err != nil {
		if _, failed := r.closure(); failed != nil { // a name that could not be looked up looks like one that is not there
			err = failed
		}
		return nil, r.withUses(st, w, one, err)
	}
	listRelations(st, w.mentions)
	r.noteUses(w, one)
	r.noteFilled(w.mentions)
	st.Filled, st.Called = r.filled, r.called
	if resetsRole(w, one, src) {
		st.SQL = resetRole(st.Text)
	}
	st.users, st.unknown, st.runsUnknown = r.users, r.unknown, r.runsUnknown || r.missing != nil
	st.fires, st.defers, st.unjudged, st.filters = r.fires, r.defers, r.unjudged, r.filters
	st.Signals = append(w.signals, r.signals.list...)
	st.parsing = w.strings && (r.parsing || slices.ContainsFunc(r.effects, changesEarly))
	if st.closure, err = r.closure(); err != nil {
		return nil, err
	}
	st.byLiteral, st.byUser = w.literal, st.translated
	st.uncached = r.several || r.doubtful || r.ofSession || len(w.executed) > 0 || len(w.fetched) > 0 || r.missing != nil || scope.Own || opened.any()
	setEffects(st, append(w.effects, r.effects...))
	st.setUses(r.uses)
	return st, refuseTemporaryView(st, one.Raw.Stmt, src)
}

// resetsRole reports whether a setting of Postgres takes the session's role back.
func resetsRole(w *walker, one parse.Statement, src Source) bool {
	return w.resetsRole && one.Raw.Stmt.GetVariableSetStmt() != nil && src.Info.Dialect == providers.Postgres
}

// newStatement is a statement with what its text alone tells.
func (p *Planner) newStatement(one parse.Statement, w *walker, scope *Scope) *Statement {
	st := &Statement{Text: one.Text, Offset: one.Offset, Params: w.params, SQL: one.Text}
	st.Setting = settingOf(one.Raw.Stmt)
	st.Control = controlOf(one.Raw.Stmt)
	st.ReadWrite = asksToWrite(one.Raw.Stmt)
	st.Evaluates = evaluatesOf(one.Raw.Stmt)
	st.Makes, st.Chain = madeNames(one.Raw.Stmt), one.Raw.Stmt.GetTransactionStmt().GetChain()
	st.Prepared, st.Cursor, st.Notify = preparedOf(one.Raw.Stmt), cursorOf(one.Raw.Stmt), notifyOf(one.Raw.Stmt)
	st.Fetches, st.paramTypes = w.fetched, scope.ParamTypes
	st.CopiesHeader = copiesHeader(one.Raw.Stmt.GetCopyStmt())
	st.savepoint = one.Raw.Stmt.GetTransactionStmt().GetSavepointName()
	st.Verb, st.Class = verbAndClass(p.shapes, one.Raw.Stmt)
	return st
}

// planOtherwise plans a statement that another takes the place of, or that the server itself carries out. It returns nil
// if it is none.
func (p *Planner) planOtherwise(ctx context.Context, one parse.Statement, text string, scope *Scope, before *batchState) (*Statement, error) {
	if st, err := p.planRoutines(ctx, one, scope, before); st != nil || err != nil {
		return st, err
	}
	if st, err := p.planSchema(ctx, one, text, scope, before); st != nil || err != nil {
		return st, err
	}
	if kept, err := p.planKept(ctx, one, text, scope, before); kept != nil || err != nil {
		return kept, err
	}
	if st, err := p.planForAPI(ctx, one, text, scope, before); st != nil || err != nil {
		return st, err
	}
	return p.planViewChange(ctx, one, scope, before)
}

// resolve resolves a statement as its source understands it.
func (r *resolver) resolve(st *Statement, w *walker, one parse.Statement, text string, before *batchState) error {
	if r.source.Info.Dialect == providers.DuckDB {
		return r.resolveDuckDB(st, w, one, text, before)
	}
	err := r.resolvePostgres(st, w, text, before)
	r.judgeUnderNewPath(w)
	return err
}

// closureOf returns what the catalog's answers rest on, or nil if the catalog has a version
// instead.
func closureOf(catalog providers.Catalog) (providers.Closure, error) {
	if lazy, ok := catalog.(providers.Lazy); ok {
		return lazy.Closure()
	}
	return nil, nil //nolint:nilnil // there is none
}

// setEffects sorts the effects, worst first, and gives the statement the worst class.
func setEffects(st *Statement, effects []Effect) {
	severity := func(c Class) int {
		if c == Unknown {
			return int(Exec) + 1
		}
		return int(c)
	}
	slices.SortStableFunc(effects, func(a, b Effect) int { return severity(b.Class) - severity(a.Class) })
	for _, e := range effects {
		st.Class = st.Class.Worse(e.Class)
	}
	st.Effects = effects
}

// verbAndClass returns the verb of a statement and the class that it has without effects: read or session.
func verbAndClass(s *policy.Shapes, n *pg_query.Node) (string, Class) {
	stmt := parse.Unwrap(n)
	if stmt == nil {
		return "", Unknown
	}
	r, known := s.RuleOf(reflect.TypeOf(stmt).Elem().Name())
	if !known || r.Verb == "" {
		return "", Unknown
	}
	if r.Class == Session {
		return verbOf(r, stmt), Session
	}
	return verbOf(r, stmt), Read
}

func controlOf(n *pg_query.Node) Control {
	t := n.GetTransactionStmt()
	if t == nil {
		return NoControl
	}
	switch t.Kind {
	case pg_query.TransactionStmtKind_TRANS_STMT_BEGIN, pg_query.TransactionStmtKind_TRANS_STMT_START:
		return Begin
	case pg_query.TransactionStmtKind_TRANS_STMT_COMMIT:
		return Commit
	case pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK:
		return Rollback
	default:
		return Savepoint
	}
}

// asksToWrite reports a BEGIN with READ WRITE.
func asksToWrite(n *pg_query.Node) bool {
	return slices.ContainsFunc(n.GetTransactionStmt().GetOptions(), func(o *pg_query.Node) bool {
		d := o.GetDefElem()
		return d.GetDefname() == "transaction_read_only" && d.GetArg().GetAConst().GetIval().GetIval() == 0
	})
}

func preparedOf(n *pg_query.Node) *Prepared {
	switch {
	case n.GetPrepareStmt() != nil:
		return &Prepared{Name: n.GetPrepareStmt().Name}
	case n.GetDeallocateStmt() != nil:
		return &Prepared{Name: n.GetDeallocateStmt().Name, Gone: true}
	case n.GetDiscardStmt().GetTarget() == pg_query.DiscardMode_DISCARD_ALL:
		return &Prepared{Gone: true}
	}
	return nil
}

// routeStatement finds the source that runs a statement: that of all its relations, or the first
// of several whose relations are answered by methods.
func routeStatement(ctx context.Context, st *Statement, w *walker, text string, scope *Scope) error {
	st.Provider = scope.Default
	if len(w.mentions) > maxRelations {
		return sqlstate.New(sqlstate.StatementTooComplex, "the statement names %d relations, the limit is %d", len(w.mentions), maxRelations)
	}
	seen := ""
	for i := range w.mentions {
		m := &w.mentions[i]
		provider := scope.Default
		if m.catalog != "" && m.catalog == scope.Database {
			m.catalog = "" // the server accepts its own database's name before a schema
		}
		if m.catalog != "" {
			if provider = m.catalog; !scope.Known(provider) {
				return sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q", m.catalog).
					WithHint("A table is provider.service.resource; SHOW PROVIDERS lists the sources.").
					At(parse.CharacterAt(text, m.offset))
			}
		}
		if m.provider = provider; seen != "" && provider != seen {
			if seen == providers.Several || answeredByMethods(ctx, scope, seen, provider) {
				continue
			}
			if !scope.Several || !takesSeveral(st.Verb) {
				return errSeveral(scope.Several, st.Verb, seen, provider, parse.CharacterAt(text, m.offset))
			}
			provider = providers.Several
		}
		seen = provider
	}
	if seen != "" {
		st.Provider = seen
	}
	if scope.toFile {
		st.Provider = providers.Several
	}
	listed := map[string]bool{}
	for _, n := range w.names {
		if f := qualified(n.schema, n.name); n.kind == functionName && !listed[f] {
			listed[f] = true
			st.Functions = append(st.Functions, f)
		}
	}
	return nil
}

// listRelations lists the relations of a statement under their full names: with the schemas where they
// were found, or as written if they were not found.
func listRelations(st *Statement, mentions []mention) {
	for _, m := range mentions {
		relation := Relation{Provider: m.provider, Service: m.schema, Resource: m.name, Write: m.write}
		if m.known && m.found != "" {
			relation.Service = m.found
		} else if !m.known && m.required && !makes(mentions, &m) && st.Verb != "CREATE SCHEMA" {
			st.Missing = append(st.Missing, Missing{Service: m.schema, Resource: m.name, Offset: m.offset})
		}
		if !slices.Contains(st.Relations, relation) {
			st.Relations = append(st.Relations, relation)
			st.Named = append(st.Named, relation.fullName())
		}
	}
}

// makes reports whether a statement with these mentions may make the relation of one of them.
func makes(mentions []mention, m *mention) bool {
	return slices.ContainsFunc(mentions, func(n mention) bool { return !n.required && n.schema == m.schema && n.name == m.name })
}

// fullName returns the full name of a relation, as far as it is known.
func (r Relation) fullName() string {
	if r.Service == "" {
		return r.Provider + "." + r.Resource
	}
	return r.Provider + "." + r.Service + "." + r.Resource
}

func qualified(schema, name string) string {
	if schema == "" {
		return name
	}
	return strings.Join([]string{schema, name}, ".")
}
