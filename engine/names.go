package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// names is what names mean to one session of its default source, as far as it differs from what they
// mean to every session of the role.
type names struct {
	path []string // the search path in force; nil: the role's own
	temp bool     // the search_path setting has pg_temp, which the first temporary object brings into the path
	// absent says that the search_path setting has schemas that are not there, or not for the session: others may make them.
	absent bool
	ask    providers.Asker // asks on the session's own connection; nil: there is no connection yet
	// stale says that the path may be another one by now, and has to be read again.
	stale bool
	// outdated says that the login has another path by now than when the session's connection was opened.
	outdated bool
	// altered says that the open transaction may have changed what names mean. Only the session's own
	// connection sees that, and a rollback takes it back.
	altered bool
	// moved says that the open transaction may have changed the path itself.
	moved bool
	// temporaries are the session's temporary relations; nil: it has none, or the catalog tells of them.
	temporaries *providers.Temporaries
	// schemas is what the source said of its schemas before the path was read: see providers.Schemed.
	schemas string
	// relations are those that the open transaction has altered, and holds locks of.
	relations []providers.Name
	// version counts the changes of all this.
	version uint64
}

// hasTemporary reports whether the session has a temporary schema.
func (n *names) hasTemporary() bool {
	return slices.ContainsFunc(n.path, func(in string) bool { return strings.HasPrefix(in, "pg_temp_") })
}

// ownNames reports whether names may mean something to the session that they do not mean to others.
func (r *Relayed) ownNames() bool {
	s := r.session
	s.namesAfter()
	s.followLogin()
	if s.names.path != nil && !s.names.stale {
		if source := s.schemed(); source != nil {
			s.followSchemas(source.SchemasAtHand())
		}
	}
	return s.names.stale || s.names.altered
}

// schemed is the session's source, if schemas of it come and go; else nil, as for a source that is not there any more.
func (s *Session) schemed() providers.Schemed {
	p, _, _ := s.engine.asSeenBy(s.client, s.source.Name)
	source, _ := p.(providers.Schemed)
	return source
}

// followSchemas notes that the search path may lead elsewhere, because schemas have changed since it was read.
func (s *Session) followSchemas(now string) {
	if now != s.names.schemas {
		s.names.stale = true
		s.names.version++
	}
}

// noteNames notes what a statement that has run did to what names mean.
func (s *Session) noteNames(p *planner.Statement) {
	switch {
	case p.Provider != s.source.Name:
	case meaning.IsChangedBy(p):
		s.names.altered = true
		s.names.noteAltered(p)
		s.names.moved = s.names.moved || s.names.path != nil && s.names.temp || meaning.MovesPath(p)
		s.names.stale = s.names.stale || s.names.moved
		s.names.version++
	case p.Defers() && !s.asksNobody(): // code that runs later may set the path, which no comparison sees
		s.names.altered, s.names.moved = true, true
		s.names.version++
	case p.Control != planner.NoControl && s.names.altered, runsDeferred(p) && s.names.moved: // the end of the transaction, or of a savepoint, may have taken something back
		s.names.stale = s.names.stale || s.names.moved
		s.names.relations = nil // it may have taken their locks back
		s.names.version++
	}
}

// noteAltered notes the relations that a definition has locked: those that it names and does not only read.
func (n *names) noteAltered(p *planner.Statement) {
	if p.Class != planner.Mutate && p.Class != planner.Delete {
		return
	}
	all := slices.Contains([]string{"CREATE TABLE", "ALTER TABLE", "CREATE STATISTICS"}, p.Verb)
	for _, r := range p.Relations {
		if r.Write || all {
			n.relations = append(n.relations, providers.Name{Schema: r.Service, Name: r.Resource})
		}
	}
}

// runsDeferred reports whether a statement may run what is left for the end of the transaction before that end.
func runsDeferred(p *planner.Statement) bool { return p.Verb == "SET CONSTRAINTS" }

// namesAfter forgets what a transaction did to names when the transaction is over.
func (s *Session) namesAfter() {
	if s.names.altered && s.Status() == providers.Idle {
		s.names.stale = s.names.stale || s.names.moved
		s.names.altered, s.names.moved, s.names.relations = false, false, nil
		s.names.version++
	}
}

// followLogin notes whether the session's connection has the path that its login begins with now, and reports whether that has changed.
func (s *Session) followLogin() bool {
	own, _ := s.conns[s.source.Name].(providers.Outdating)
	outdated := own != nil && own.Outdated() || s.outdated != nil && s.outdated()
	if outdated == s.names.outdated {
		return false
	}
	s.names.outdated, s.names.stale = outdated, true
	s.names.version++
	return true
}

// errLoginChanged is the error of a statement that was planned while the session's connection became outdated.
var errLoginChanged = sqlstate.New(sqlstate.SerializationFailure, "the search path of the source's login was changed: what the statement names is not known").
	WithHint("Run it again.")

// pathQuery asks for the search path in force, whether its setting names pg_temp, and whether the setting names schemas that are not in force.
// The temporary schema is left out while nothing is in it: a backend that another session has used has one.
const pathQuery = `SELECT s, pg_catalog.current_setting('search_path') OPERATOR(pg_catalog.~~*) '%pg\_temp%',
  EXISTS (SELECT FROM pg_catalog.unnest(pg_catalog.string_to_array(pg_catalog.current_setting('search_path'), ',')) e
    WHERE pg_catalog.lower(pg_catalog.btrim(e, ' "')) OPERATOR(pg_catalog.<>) ALL ('{$user,pg_temp,""}'::pg_catalog.text[] OPERATOR(pg_catalog.||) pg_catalog.current_schemas(true)::pg_catalog.text[]))
FROM pg_catalog.unnest(pg_catalog.current_schemas(true)::pg_catalog.text[]) s
WHERE CASE WHEN pg_catalog.starts_with(s, 'pg_temp_') THEN EXISTS (SELECT FROM pg_catalog.pg_depend d
  WHERE d.refclassid OPERATOR(pg_catalog.=) 2615::pg_catalog.oid AND d.refobjid OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()) ELSE true END`

// readNames finds out by which search path a text will be understood.
func (s *Session) readNames(ctx context.Context) error {
	s.namesAfter()
	s.followLogin()
	if own, ok := s.conns[s.source.Name].(providers.Styling); ok && own.Styled() != s.scope.Styled {
		s.scope.Styled = own.Styled()
		s.names.version++
	}
	if own, ok := s.conns[s.source.Name].(providers.Deferring); ok {
		s.scope.DefersBodies = own.DefersBodies()
	}
	ask := s.connectionAsker()
	if err := s.readOwnPath(ctx); err != nil {
		return err
	}
	if err := s.readSchemas(ctx); err != nil {
		return err
	}
	if s.names.stale && ask != nil && s.Status() != providers.Failed {
		lists, err := ask(ctx, providers.Query{SQL: pathQuery})
		if err != nil {
			return sqlstate.From(err)
		}
		s.names.path, s.names.temp, s.names.absent = []string{}, len(lists[0]) == 0, len(lists[0]) == 0
		for _, row := range lists[0] {
			s.names.path, s.names.temp, s.names.absent = append(s.names.path, row[0]), row[1] != "f", row[2] != "f"
		}
		s.names.stale = false
	}
	if s.scope.Path = strings.Join(s.names.path, "\x00"); s.names.absent {
		s.scope.Path += "\x00" // plans by it are not for sessions whose setting names no more than these schemas
	}
	s.scope.Own = s.names.altered && ask != nil && s.Status() != providers.Failed
	if own, ok := s.conns[s.source.Name].(providers.Routined); ok {
		s.scope.Routines = own.OwnRoutines()
		s.scope.Own = s.scope.Own || len(s.scope.Routines) > 0
	}
	return s.readTemporaries(ctx)
}

// readSchemas finds out whether the search path has to be read again, because schemas have changed. It keeps what is read here, before the path
// is.
func (s *Session) readSchemas(ctx context.Context) error {
	if s.names.path == nil && !s.names.stale {
		return nil
	}
	source := s.schemed()
	if source == nil {
		return nil
	}
	now, err := source.Schemas(ctx)
	if err != nil {
		return sqlstate.From(err)
	}
	if !s.names.stale {
		s.followSchemas(now)
	}
	s.names.schemas = now
	return nil
}

// readOwnPath asks a source that knows the session's search path, also before there is a connection.
func (s *Session) readOwnPath(ctx context.Context) error {
	var path []string
	var err error
	own, connected := s.conns[s.source.Name].(providers.Pathed)
	user, pathed := s.current.(providers.UserPathed)
	switch {
	case connected:
		path, err = own.SearchPath(ctx)
	case pathed && s.relayed == nil && s.conns[s.source.Name] == nil:
		path, err = user.SearchPathOf(ctx, s.client.Principal.Name)
	default:
		return nil
	}
	if err != nil {
		return sqlstate.From(err)
	}
	if s.names.temp, s.names.stale = true, false; !slices.Equal(path, s.names.path) {
		s.names.path = path
		s.names.version++
	}
	return nil
}

// readTemporaries finds out which temporary relations the session has, where the catalog does not tell. Plans by them are
// for this session alone.
func (s *Session) readTemporaries(ctx context.Context) error {
	own, ok := s.conns[s.source.Name].(providers.Temporaried)
	if !ok {
		return nil
	}
	found, err := own.Temporaries(ctx)
	if err != nil {
		return sqlstate.From(err)
	}
	if found != s.names.temporaries {
		s.names.temporaries = found
		s.names.version++
	}
	s.scope.Own = s.scope.Own || found != nil
	return nil
}

// connectionAsker asks on the session's own connection. It returns nil if there is none.
func (s *Session) connectionAsker() providers.Asker {
	if s.names.ask != nil {
		return s.names.ask
	}
	if own, ok := s.conns[s.source.Name].(providers.Asking); ok {
		return own.Ask
	}
	return nil
}

// sourceOf is a source for the planner, with the session's own names.
func (s *Session) sourceOf(ctx context.Context, name string) (planner.Source, error) {
	p, err := s.engine.runnerOf(s.client, name)
	if err != nil {
		return planner.Source{}, err
	}
	surrounded, ok := p.(providers.Surrounded)
	if !ok || name != s.source.Name {
		catalog, err := p.Catalog(ctx)
		return planner.Source{Info: p.Info(), Catalog: catalog}, err
	}
	in := providers.Surroundings{Path: s.names.path, Absent: s.names.absent, Temporaries: s.names.temporaries}
	if s.scope.Own && s.Status() != providers.Failed {
		in.Ask = s.connectionAsker()
	}
	catalog, err := surrounded.CatalogIn(ctx, in)
	return planner.Source{Info: p.Info(), Catalog: catalog}, err
}

// errPathInBatch is the error of a query of several statements that changes the search path on the
// way: the statements behind that would be judged by the wrong path.
func errPathInBatch() error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a query cannot change the search path and go on to name relations, functions or types").
		WithHint("Send the statements one by one.")
}

// changesPath reports whether a batch changes the search path and then names something, so that it
// cannot be judged as a whole.
func (s *Session) changesPath(plans []*planner.Statement) bool {
	if s.asksNobody() {
		return false
	}
	changed, left := false, s.defers
	for _, p := range plans {
		if changed && p.Closure() != nil {
			return true
		}
		changed = changed || left && (endsTransaction(p) || runsDeferred(p))
		left = left || p.Defers()
		restores := endsTransaction(p) || p.Control == planner.Savepoint && p.Verb == "ROLLBACK"
		changed = changed || meaning.SetsPath(p) || restores && s.names.moved
	}
	return false
}

// Guard is a query that compares the catalog with what one statement of a batch was judged by. It is sent
// together with the batch (providers.Guarded); in a query of several statements it stands behind one of
// them.
type Guard struct {
	SQL  string   // the comparison; "": the source's Guard
	Args []string // its parameters
	// Beside says that the comparison, whose SQL is "", is the source's GuardBeside.
	Beside bool
	End    int // where the statement before it ends in the text
	After  int // the place of the statement before it
}

// Guards returns the comparisons that a batch needs. A statement needs none if it only reads, rests on no
// users' code, names nothing that was changed a moment ago, and runs in a read-only transaction (backed).
// A statement that changes more than rows needs none, either. A comparison stands before a statement that
// may end the transaction or change what names mean, or at the end. A batch that was approved was compared for the
// approval, and needs only those of guardsOfHeld.
func (b *Batch) Guards(backed bool, consent *Consent) (list []Guard) {
	switch {
	case b.Statements == 0 || b.relayed.session.asksNobody(): // everything may run
		return nil
	case consent != nil:
		return inOrder(append(b.guardsOfHeld(), b.guardsOfEnd(consent)...))
	}
	var own providers.OwnChanges
	guard := func(p *planner.Statement, c providers.Guarded) *Guard {
		meaning.NoteMade(p, &own)
		if c == nil || !isCompared(p, c, backed) {
			return nil
		}
		args, beside := c.GuardBeside(meaning.OwnChanges(p, own))
		return &Guard{Args: args, Beside: beside}
	}
	return b.placeGuards(guard, meaning.OnlyRows)
}

// isCompared reports whether a statement is compared while it runs: see Guards.
func isCompared(p *planner.Statement, c providers.Guarded, backed bool) bool {
	return meaning.FillsMade(p) || meaning.EvaluatesCode(p) || (!p.Class.Changes() || meaning.ChangesRowsOnly(p)) && (p.OfUsers() || !backed || p.Class.Changes() || c.Unsettled())
}

// comparedInFlight is what the source compares while it runs the statement, where the engine runs it; nil: nothing. A change of rows that
// was approved is compared, too.
func (st *Statement) comparedInFlight() providers.Guarded {
	s, p := st.session, st.plan
	c, ok := p.Closure().(providers.Guarded)
	backed := s.readsOnly() || !p.Class.Changes() && s.status(p.Provider) == providers.Idle
	if !ok || s.asksNobody() || !isCompared(p, c, backed) {
		return nil
	}
	return c
}

// guardsOfHeld returns the comparisons that stand before a query of several statements commits cursors WITH HOLD that it has declared
// itself: their code runs then, and statements between may have taken long.
func (b *Batch) guardsOfHeld() []Guard {
	if len(b.plans) < 2 {
		return nil
	}
	guard := func(p *planner.Statement, c providers.Guarded) *Guard {
		if c == nil || !holdsCode(p) {
			return nil
		}
		return &Guard{Args: c.Guard()}
	}
	return b.placeGuards(guard, func(next *planner.Statement) bool { return !meaning.MayCommit(next) })
}

// placeGuards returns the comparisons of the statements; guard makes that of a statement, nil: it needs none. A comparison stands before the first statement behind its own
// that it may not wait for, or at the end. A closure that cannot be compared is nil.
func (b *Batch) placeGuards(guard func(*planner.Statement, providers.Guarded) *Guard, mayWait func(next *planner.Statement) bool) (list []Guard) {
	placed := 0
	for i, p := range b.plans {
		c, _ := p.Closure().(providers.Guarded)
		if g := guard(p, c); g != nil {
			list = append(list, *g)
		}
		if i+1 < len(b.plans) && mayWait(b.plans[i+1]) {
			continue
		}
		for ; placed < len(list); placed++ {
			list[placed].After, list[placed].End = i, p.Offset+len(p.Text)
		}
	}
	return list
}

// HolderForAll returns a function that compares the definitions by which the batch was judged with those that all sessions see, beside the
// session. Its error is ErrChanged if one has changed.
func (b *Batch) HolderForAll() func(ctx context.Context) error {
	altered := slices.Clone(b.relayed.session.names.relations)
	return func(ctx context.Context) error { return b.holdForAll(ctx, altered) }
}

// holdForAll compares the definitions by which the batch was judged with those that all sessions see.
// ErrChanged: one has changed.
func (b *Batch) holdForAll(ctx context.Context, altered []providers.Name) error {
	for _, p := range b.plans {
		c, ok := p.Closure().(providers.Guarded)
		if !ok {
			continue
		}
		same, err := c.HoldsForAll(ctx, altered)
		if err != nil {
			return sqlstate.From(err)
		}
		if !same {
			return ErrChanged
		}
	}
	return nil
}

// isMixed reports whether a statement of the batch may change what others of it name, and a comparison does not leave that out.
func (b *Batch) isMixed() bool {
	return len(b.plans) > 1 && b.ChangesNames && slices.ContainsFunc(b.plans, func(p *planner.Statement) bool {
		return meaning.IsChangedBy(p) && !meaning.FillsMade(p)
	})
}

// changedError is the error that ErrChanged stands for: 0A000 if a statement of the batch itself may have changed what the
// batch names (mixed), so that running it again would not help.
func (r *Relayed) changedError(mixed bool) error {
	r.Source.Altered(nil)
	clear(r.session.prepared) // what has run was not judged, and may have dropped and prepared others by their names
	if mixed {
		return sqlstate.New(sqlstate.FeatureNotSupported, "rolled back: a statement of the query names what was changed while the query ran, perhaps by one before it").
			WithHint("Send the statements one by one: then each is judged by what those before it have made.")
	}
	return ErrChanged
}
