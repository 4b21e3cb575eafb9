package engine

import (
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// Traits are what a door has to know of statements beside their class.
type Traits struct {
	Begins   bool // opens a transaction block
	Ends     bool // ends one
	Access   bool // sets, or shows, whether transactions may write
	Discards bool // takes back every setting
	Sets     bool // sets something, for the session or its transaction
	Stays    bool // leaves something behind in its session beyond the transaction
	Alters   bool // may change what names mean
	Drops    bool // may drop prepared statements
	// Setting is what a batch of this one statement sets or resets for the session.
	Setting *providers.Setting
}

// Traits are those of all statements of the batch together.
func (b *Batch) Traits() (t Traits) {
	for _, p := range b.plans {
		t.add(p)
		t.Alters = t.Alters || p.Verb == "DISCARD" && b.relayed.session.names.temporary() // it drops temporary tables
	}
	return t
}

func (t *Traits) add(p *planner.Statement) {
	switch p.Control {
	case planner.Begin:
		t.Begins = true
	case planner.Commit, planner.Rollback:
		t.Ends = true
	default:
	}
	if p.Prepared != nil {
		t.Drops = t.Drops || p.Prepared.Gone
		t.Stays = t.Stays || !p.Prepared.Gone
		t.Discards = t.Discards || p.Verb == "DISCARD"
	}
	if p.Setting != nil {
		t.set(p)
		return
	}
	t.leaves(p)
}

// leaves adds what a statement leaves behind.
func (t *Traits) leaves(p *planner.Statement) {
	for _, e := range p.Effects {
		sets := e.Kind == planner.SettingCall
		t.Sets, t.Stays = t.Sets || sets, t.Stays || sets
	}
	switch {
	case p.Class == planner.Read:
	case p.Class == planner.Session:
		t.Stays = t.Stays || p.Cursor != nil && p.Cursor.Hold || p.Verb == "LISTEN"
	case providers.ChangesRows(p.Verb) && p.Class != planner.Exec, passes(p):
	case providers.ChangesRows(p.Verb) || p.Verb == "SELECT":
		t.Stays, t.Alters = true, p.Verb == "SELECT"
	case keepsNames(p.Verb):
	default:
		t.Stays, t.Alters = true, true
	}
}

// keepsNames reports whether a statement that is no DML leaves what names mean as
// it is.
func keepsNames(verb string) bool {
	switch verb {
	case "ANALYZE", "CHECKPOINT", "COPY", "LOCK TABLE", "NOTIFY", "TRUNCATE TABLE", "VACUUM":
		return true
	}
	return false
}

// set adds what a SET, RESET or SHOW does.
func (t *Traits) set(p *planner.Statement) {
	t.Sets = t.Sets || p.Verb != "SHOW"
	switch p.Setting.Name {
	case "":
		t.Access, t.Discards = true, t.Discards || p.Setting.Reset
	case "default_transaction_read_only", "transaction_read_only", "session characteristics":
		t.Access = true
		t.Discards = t.Discards || p.Setting.Reset
	}
	if p.Verb == "SHOW" || p.Setting.Local || p.Setting.Name == "transaction" {
		return
	}
	t.Stays, t.Setting = true, p.Setting
}

// passes reports a SELECT that changes something, but nothing of the session: it
// calls such functions alone.
func passes(p *planner.Statement) bool {
	if p.Verb != "SELECT" || p.OfUsers() {
		return false
	}
	for _, e := range p.Effects {
		if e.Class != planner.Read && e.Kind != planner.RowLock && !(e.Kind == planner.FunctionCall && forgotten[e.Name]) {
			return false
		}
	}
	return true
}

// forgotten are functions that change something, but nothing of the session.
var forgotten = map[string]bool{"nextval": true, "setval": true, "pg_notify": true, "pg_sleep": true}
