package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// names is what names mean to one session of its default source where that differs
// from what they mean to every session of the role.
type names struct {
	path []string        // the search path in force; nil: the role's
	temp bool            // the setting names pg_temp, which a first temporary object brings into the path
	ask  providers.Asker // asks on the session's own connection; nil: there is none yet
	// stale says that the path may be another by now and has to be asked for.
	stale bool
	// altered says that the open transaction may have changed what names mean: only
	// the session's own connection sees that, and its end may take it back.
	altered bool
	// moved says that the open transaction may have changed the path itself.
	moved bool
	// version counts what may have changed them.
	version uint64
}

// temporary reports whether the session has a temporary schema.
func (n *names) temporary() bool {
	return slices.ContainsFunc(n.path, func(in string) bool { return strings.HasPrefix(in, "pg_temp_") })
}

// AskBy has the session's own connection asked where names mean something to it
// alone.
func (r *Relayed) AskBy(ask providers.Asker) { r.session.names.ask = ask }

// OwnNames reports whether names may mean something to the session alone.
func (r *Relayed) OwnNames() bool {
	s := r.session
	s.namesAfter()
	return s.names.stale || s.names.altered
}

// changesNames reports whether a statement may change what names mean to its
// session, once it has run.
func changesNames(p *planner.Statement) bool {
	if p.Setting != nil {
		return p.Verb != "SHOW" && slices.Contains(pathSettings, p.Setting.Name)
	}
	switch {
	case callsPath(p), p.Verb == "DISCARD":
		return true
	case p.Control != planner.NoControl, p.Class == planner.Read, p.Class == planner.Session:
		return false
	case p.Class != planner.Exec:
		return !providers.ChangesRows(p.Verb) && !keepsNames(p.Verb)
	}
	return true
}

// movesPath reports whether a statement that changes what names mean may change the
// search path in force: a setting, code, schemas that come and go, the session's
// first temporary object. A definition of anything else leaves the path as it is.
func movesPath(p *planner.Statement) bool {
	head, object, _ := strings.Cut(p.Verb, " ")
	switch head {
	case "CREATE", "ALTER", "DROP", "COMMENT", "GRANT", "REVOKE", "REFRESH", "REINDEX":
	default:
		return true
	}
	object, _, _ = strings.Cut(object, " ")
	switch object {
	case "SCHEMA", "EXTENSION", "OWNED", "ROLE", "USER", "DATABASE":
		return true
	}
	text := strings.ToLower(p.Text)
	return strings.Contains(text, "temp") || strings.Contains(text, `u&"`) // a name may be spelled by its characters
}

// pathSettings are settings that decide on the search path in force; "" is RESET
// ALL.
var pathSettings = []string{"", "search_path", "role", "session_authorization", "session authorization"}

// noteNames follows what a statement that has run did to what names mean.
func (s *Session) noteNames(p *planner.Statement) {
	switch {
	case p.Provider != s.source.Name:
	case changesNames(p):
		s.names.altered = true
		s.names.moved = s.names.moved || s.names.path != nil && s.names.temp || movesPath(p)
		s.names.stale = s.names.stale || s.names.moved
		s.names.version++
	case p.Control != planner.NoControl && s.names.altered: // it may have taken something back
		s.names.stale = s.names.stale || s.names.moved
		s.names.version++
	}
}

// namesAfter forgets that a transaction altered names when it is over.
func (s *Session) namesAfter() {
	if s.names.altered && s.Status() == providers.Idle {
		s.names.stale = s.names.stale || s.names.moved
		s.names.altered, s.names.moved = false, false
		s.names.version++
	}
}

// pathQuery asks for the search path in force, and whether its setting names pg_temp.
const pathQuery = "SELECT pg_catalog.unnest(pg_catalog.current_schemas(true)), pg_catalog.current_setting('search_path') ILIKE '%pg\\_temp%'"

// readNames finds out what names a text will be understood by.
func (s *Session) readNames(ctx context.Context) error {
	s.namesAfter()
	ask := s.asker()
	if own, ok := s.conns[s.source.Name].(providers.Pathed); ok && s.names.stale {
		s.names.path, s.names.temp, s.names.stale = own.SearchPath(), true, false
	}
	if s.names.stale && ask != nil && s.Status() != providers.Failed {
		lists, err := ask(ctx, providers.Query{SQL: pathQuery})
		if err != nil {
			return sqlstate.From(err)
		}
		s.names.path, s.names.temp = []string{}, len(lists[0]) == 0
		for _, row := range lists[0] {
			s.names.path, s.names.temp = append(s.names.path, row[0]), row[1] != "f"
		}
		s.names.stale = false
	}
	s.scope.Path = strings.Join(s.names.path, "\x00")
	s.scope.Own = s.names.altered && ask != nil && s.Status() != providers.Failed
	return nil
}

// asker asks on the session's own connection; nil where there is none.
func (s *Session) asker() providers.Asker {
	if s.names.ask != nil {
		return s.names.ask
	}
	if own, ok := s.conns[s.source.Name].(providers.Asking); ok {
		return own.Ask
	}
	return nil
}

// sourceOf is a source as the planner sees it, with the session's own names.
func (s *Session) sourceOf(ctx context.Context, name string) (planner.Source, error) {
	p, err := s.engine.runs(s.client, name)
	if err != nil {
		return planner.Source{}, err
	}
	surrounded, ok := p.(providers.Surrounded)
	if !ok || name != s.source.Name {
		catalog, err := p.Catalog(ctx)
		return planner.Source{Info: p.Info(), Catalog: catalog}, err
	}
	in := providers.Surroundings{Path: s.names.path}
	if s.scope.Own {
		in.Ask = s.asker()
	}
	catalog, err := surrounded.CatalogIn(ctx, in)
	return planner.Source{Info: p.Info(), Catalog: catalog}, err
}

// errPathInBatch is the error of a query of several statements that changes the
// search path on the way: what follows would be judged by the wrong one.
func errPathInBatch() error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "a query cannot change the search path and go on to name relations, functions or types").
		WithHint("Send the statements one by one.")
}

// changesPath reports whether a batch changes the search path and then names
// something, so that it cannot be judged whole.
func (s *Session) changesPath(plans []*planner.Statement) bool {
	if s.mode == gate.FullAccess {
		return false
	}
	changed := false
	for _, p := range plans {
		if changed && p.Closure() != nil {
			return true
		}
		restores := p.Control == planner.Commit || p.Control == planner.Rollback || p.Control == planner.Savepoint && p.Verb == "ROLLBACK"
		changed = changed || setsPath(p) || restores && s.names.moved
	}
	return false
}

// setsPath reports whether a statement sets the search path in force by itself.
func setsPath(p *planner.Statement) bool {
	return changesNames(p) && (p.Setting != nil || p.Verb == "DISCARD" || callsPath(p))
}

// callsPath reports whether a statement sets the search path by a function.
func callsPath(p *planner.Statement) bool {
	return slices.ContainsFunc(p.Effects, func(e planner.Effect) bool {
		return e.Kind == planner.SettingCall && slices.Contains(pathSettings, e.Name)
	})
}

// unsettled reports whether something that the statement names was changed so lately
// that the source is to be asked again before it runs.
func unsettled(p *planner.Statement) bool {
	c, ok := p.Closure().(providers.Guarded)
	return ok && c.Moving()
}

// Guard is a comparison, in the flight of a batch, of what one of its statements was
// understood by: see providers.Guarded. Where the batch is one query, the comparison belongs
// behind a statement of the query.
type Guard struct {
	Args  []string // the parameters of the comparison
	End   int      // where that statement ends in the text
	After int      // its place in the query
}

// Guards returns the comparisons that a batch needs. Compared is what rests on code of
// users, and what may write unless backed says that a read-only transaction stands behind
// it; before a statement that may end the transaction or change what names mean, or at the
// end. What a person has approved was compared for that.
func (b *Batch) Guards(backed bool, consent *Consent) (list []Guard) {
	if consent != nil || b.Statements == 0 || b.relayed.session.mode == gate.FullAccess { // there everything is allowed
		return nil
	}
	placed, made := 0, map[string]bool{}
	for i, p := range b.plans {
		c, ok := p.Closure().(providers.Guarded)
		changes := p.Class.Changes() && (p.Class == planner.Exec || !providers.ChangesRows(p.Verb))
		if ok && !changes && (p.OfUsers() || !backed || p.Class.Changes() || c.Unsettled()) && !namesAny(p, made) {
			list = append(list, Guard{Args: c.Guard()})
		}
		noteMade(p, made)
		if i+1 < len(b.plans) && onlyRows(b.plans[i+1]) {
			continue
		}
		for ; placed < len(list); placed++ {
			list[placed].After, list[placed].End = i, p.Offset+len(p.Text)
		}
	}
	return list
}

// noteMade notes the tables that a statement of a query makes. One after it that names
// such a table is not compared: the table was not there when the statement was judged,
// and is a table when it runs. What makes anything else, a view or a rule, is compared
// and fails.
func noteMade(p *planner.Statement, made map[string]bool) {
	if p.Verb != "CREATE TABLE" && p.Verb != "CREATE TABLE AS" {
		return
	}
	for _, r := range p.Relations {
		if r.Write {
			made[r.Resource] = true
		}
	}
}

// namesAny reports whether a statement names one of these tables.
func namesAny(p *planner.Statement, made map[string]bool) bool {
	return len(made) > 0 && slices.ContainsFunc(p.Relations, func(r planner.Relation) bool { return made[r.Resource] })
}

// onlyRows reports whether a statement only reads, or only changes rows.
func onlyRows(p *planner.Statement) bool {
	return p.Class == planner.Read && p.Setting == nil && p.Control == planner.NoControl ||
		p.Class != planner.Exec && p.Class.Changes() && providers.ChangesRows(p.Verb)
}

// HoldForAll compares what the batch was understood by with what everybody sees. 40001:
// something of it has changed.
func (b *Batch) HoldForAll(ctx context.Context) error {
	for _, p := range b.plans {
		c, ok := p.Closure().(providers.Guarded)
		if !ok {
			continue
		}
		same, err := c.HoldsForAll(ctx)
		if err != nil {
			return sqlstate.From(err)
		}
		if !same {
			return b.Changed()
		}
	}
	return nil
}

// Changed is the error of a batch of which what it names was changed while it ran; the
// source has taken back what it did. 40001; 0A000 where a statement of its own may have
// done that, so that to run it again would not help.
func (b *Batch) Changed() error {
	b.relayed.Source.Altered()
	if len(b.plans) > 1 && b.ChangesNames {
		return sqlstate.New(sqlstate.FeatureNotSupported, "rolled back: a statement of the query names what was changed while the query ran, perhaps by one before it").
			WithHint("Send the statements one by one: then each is judged by what those before it have made.")
	}
	return sqlstate.New(sqlstate.SerializationFailure, "rolled back: what the statement names was changed while it ran").
		WithHint("Run it again.")
}
