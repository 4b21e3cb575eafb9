package engine

import (
	"slices"

	"github.com/sallyportdb/sallyport/engine/meaning"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// Traits are facts about a batch that its door needs.
type Traits struct {
	Statements int  // how many statements; none in blank text
	Local      bool // the batch is not for the session's source: it is one of the dialect's own verbs, or about another source
	Asks       bool // each execution needs a person's approval, before its Bind, since binding may run code
	Weighs     bool // the cost of its plan has to be known before it runs
	Changes    bool // does more than read or control its session
	OfSession  bool // what it means depends on what the session has prepared or declared
	Named      bool // is one EXECUTE, FETCH or MOVE: a Bind plans nothing of what has the name
	OfUsers    bool // what it may do rests on users' code
	// RunsWhenBound says that a Bind may change something: binding plans, and planning evaluates
	// functions that are called immutable or stable. RunsWhenParsed says that a Parse may, since the
	// source reads constants then.
	RunsWhenBound, RunsWhenParsed bool
	ChangesNames                  bool   // may change what names mean to its session
	ChangesAllNames               bool   // … and to every session
	Turns                         bool   // may give names another meaning, as triggers that are left for the end of a transaction find them
	Access                        Access // what its transaction has to be able to do, once it has its approval

	Begins     bool // opens a transaction block
	Ends       bool // ends one
	Commits    bool // may commit the open transaction by itself, where that is no block
	Calls      bool // is one DO or CALL alone, which may commit in its midst
	HoldsCode  bool // leaves a cursor WITH HOLD whose query runs users' code when the transaction commits
	SetsAccess bool // sets, or shows, whether transactions may write
	Discards   bool // takes back every setting
	Sets       bool // sets something, for the session or for its transaction
	Stays      bool // leaves something in its session that outlives the transaction
	MayStay    bool // runs code of triggers or constraints that may do so
	Drops      bool // may drop prepared statements
	CopiesIn   bool // may read COPY data of the client's
	Declares   bool // gives a cursor a name
	RunsUnread bool // runs code that nobody has read, and that may give prepared statements and portals of any name another meaning
	// Setting is what a batch of this one statement sets or resets for the session.
	Setting *providers.Setting
}

// traitsOf are those of all statements of a batch together, as the session is now.
func (s *Session) traitsOf(plans []*planner.Statement) (t Traits) {
	t.Statements = len(plans)
	for _, p := range plans {
		t.addJudged(p)
		t.add(p)
		t.ChangesAllNames = t.ChangesAllNames || p.Verb == "DISCARD" && s.names.hasTemporary() // it drops temporary tables
	}
	t.RunsUnread = !s.asksNobody() && slices.ContainsFunc(plans, (*planner.Statement).RunsUnread)
	t.addDeferred(s, plans)
	t.Named = len(plans) == 1 && slices.Contains([]string{"EXECUTE", "FETCH", "MOVE"}, plans[0].Verb)
	t.Calls = len(plans) == 1 && (plans[0].Verb == "DO" || plans[0].Verb == "CALL")
	t.Local = len(plans) > 0 && s.isLocal(plans[0])
	t.Weighs = s.limitsCost() && slices.ContainsFunc(plans, mayWeigh)
	t.Access = t.accessMode()
	return t
}

// addDeferred adds what code of users may do that runs when the transaction ends: it may set the search path for the session.
func (t *Traits) addDeferred(s *Session, plans []*planner.Statement) {
	if !s.asksNobody() && slices.ContainsFunc(plans, (*planner.Statement).Defers) {
		t.ChangesNames, t.Stays = true, true
	}
}

// isLocal reports whether a statement is not for the session's own source.
func (s *Session) isLocal(p *planner.Statement) bool {
	return p.Control == planner.OwnVerb || p.Provider != s.source.Name
}

// addJudged adds what the planner has found in a statement.
func (t *Traits) addJudged(p *planner.Statement) {
	changes := p.Class.Changes()
	t.Changes = t.Changes || changes
	t.OfSession = t.OfSession || p.OfSession()
	t.OfUsers = t.OfUsers || p.OfUsers()
	t.RunsWhenBound = t.RunsWhenBound || p.Class == planner.Exec || changes && (p.OfUsers() || p.OfUnknown())
	t.RunsWhenParsed = t.RunsWhenParsed || p.RunsWhenParsed()
	t.Commits = t.Commits || meaning.MayCommit(p)
	t.HoldsCode = t.HoldsCode || holdsCode(p)
	t.MayStay = t.MayStay || p.RunsUnjudged()
	t.Turns = t.Turns || changesMeaning(p)
	t.CopiesIn = t.CopiesIn || p.Verb == "COPY" && changes
	t.Declares = t.Declares || p.Cursor != nil && !p.Cursor.Gone
	changed := meaning.ChangedBy(p)
	t.ChangesNames = t.ChangesNames || changed != meaning.Nobodys
	t.ChangesAllNames = t.ChangesAllNames || changed == meaning.Everyones
}

// holdsCode reports whether a statement declares a cursor WITH HOLD whose query runs users' code when the transaction commits.
func holdsCode(p *planner.Statement) bool {
	return p.Cursor != nil && p.Cursor.Hold && (p.OfUsers() || p.OfUnknown())
}

// Access is what a transaction has to be able to do.
type Access byte

// The accesses.
const (
	ReadOnly  Access = iota
	ReadWrite        // a change may follow
	AnyAccess        // both are fine, or the client has set it
)

// accessMode says what the batch's transaction has to be able to do.
func (t *Traits) accessMode() Access {
	switch {
	case t.Changes || t.Begins || t.SetsAccess:
		return ReadWrite
	case t.Stays || t.Ends || t.Statements == 0:
		return AnyAccess
	}
	return ReadOnly
}

func (t *Traits) add(p *planner.Statement) {
	switch p.Control {
	case planner.Begin:
		t.Begins = true
	case planner.Commit, planner.Rollback:
		t.Ends = true
	default:
		t.Ends = t.Ends || p.Verb == prepareTransaction
	}
	if p.Prepared != nil {
		t.Drops = t.Drops || p.Prepared.Gone
		t.Stays = t.Stays || !p.Prepared.Gone
		t.Discards = t.Discards || p.Verb == "DISCARD"
	}
	if p.Setting != nil {
		t.addSetting(p)
		return
	}
	t.addLeft(p)
}

// addLeft adds what a statement leaves in its session.
func (t *Traits) addLeft(p *planner.Statement) {
	for _, e := range p.Effects {
		sets := e.Kind == planner.SettingCall
		t.Sets, t.Stays = t.Sets || sets, t.Stays || sets
	}
	switch {
	case p.Class == planner.Read:
	case p.Class == planner.Session:
		t.Stays = t.Stays || p.Cursor != nil && p.Cursor.Hold || p.Verb == "LISTEN"
	case providers.ChangesRows(p.Verb) && p.Class != planner.Exec, meaning.CallsHarmless(p), meaning.IsKeptBy(p.Verb):
	default:
		t.Stays = true
	}
}

// addSetting adds what a SET, RESET or SHOW does.
func (t *Traits) addSetting(p *planner.Statement) {
	t.Sets = t.Sets || p.Verb != "SHOW"
	switch p.Setting.Name {
	case "":
		t.SetsAccess, t.Discards = true, t.Discards || p.Setting.Reset
	case "default_transaction_read_only", "transaction_read_only", "session characteristics":
		t.SetsAccess = true
		t.Discards = t.Discards || p.Setting.Reset
	}
	if p.Verb == "SHOW" || p.Setting.Local || p.Setting.Name == "transaction" {
		return
	}
	t.Stays, t.Setting = true, p.Setting
}
