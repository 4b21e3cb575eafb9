package planner

import (
	"slices"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/providers"
)

// Class is what a statement may do. The order is the order of harm: the class
// of a whole is the worst of its parts. The zero value is not understood, and
// every mode refuses it.
type Class int

// The classes.
const (
	Unknown Class = iota // not understood: refused everywhere
	Read                 // proven to change nothing
	Session              // transaction control, SET, SHOW, cursors over reads
	Mutate               // INSERT UPDATE REPLACE MERGE, DDL that adds or alters
	Delete               // DELETE TRUNCATE DROP
	Exec                 // CALL DO EXEC, functions with side effects, administration
)

// String returns the class as users and records spell it.
func (c Class) String() string {
	switch c {
	case Read:
		return "read"
	case Session:
		return "session"
	case Mutate:
		return "mutate"
	case Delete:
		return "delete"
	case Exec:
		return "exec"
	case Unknown:
	}
	return "unknown"
}

// Changes reports whether it is of what may do more than read or control a
// session.
func (c Class) Changes() bool { return c != Read && c != Session }

// Worse returns the worse of two classes; Unknown is worse than any.
func (c Class) Worse(d Class) Class {
	if c == Unknown || d == Unknown {
		return Unknown
	}
	return max(c, d)
}

// Relation is a relation that a statement names.
type Relation struct {
	Provider, Service, Resource string
	Write                       bool
}

// Missing is a relation that is not there, as the statement names it.
type Missing struct {
	Service, Resource string
	Offset            int // byte offset in the batch; -1: the statement does not say
}

// Control is the part of a statement that the session itself must know.
type Control int

// The controls.
const (
	NoControl Control = iota
	Begin             // BEGIN, START TRANSACTION
	Commit            // COMMIT, END
	Rollback          // ROLLBACK, ABORT
	Savepoint         // SAVEPOINT, RELEASE, ROLLBACK TO
	OwnVerb           // one of the dialect's own verbs, that the engine answers: Statement.Show says which
)

// Show is one of the dialect's own verbs that list: SHOW PROVIDERS, SHOW
// SERVICES IN p, SHOW RESOURCES IN p.s, DESCRIBE p.s.r.
type Show struct {
	What string   // "providers", "services", "resources", "columns"
	In   []string // the names after IN, as written
	Like string   // the pattern after LIKE, "" for none
}

// Prepared is what a PREPARE, DEALLOCATE or DISCARD ALL does to the statements
// that a session has prepared by SQL.
type Prepared struct {
	Name string // "": all of them
	Gone bool   // dropped
}

// Statement is one statement of a batch, understood.
type Statement struct {
	Text   string // as the client wrote it, trimmed
	Offset int    // byte offset of Text in the batch
	Verb   string // "SELECT", "INSERT", "CREATE TABLE", "BEGIN"…
	Class  Class

	Effects   []Effect // worst first; empty for a plain read
	Relations []Relation
	Named     []string // Relations as records spell them: provider.service.resource
	Functions []string
	// Missing are the relations that the catalog does not have and without which the
	// statement fails.
	Missing []Missing
	Params  int // the highest $n
	// ParamTypes are the type OIDs of parameters that the statement itself casts
	// to a type that its source calls otherwise; 0: the source knows.
	ParamTypes []uint32

	Control    Control
	ReadWrite  bool // a BEGIN that asks for READ WRITE
	Setting    *providers.Setting
	Prepared   *Prepared
	Cursor     *Cursor
	Fetches    []string // the cursors that a FETCH or MOVE reads
	Show       *Show
	Provider   string // who runs it
	SQL        string // the text for that provider, in its dialect
	Version    uint64 // of the catalog that the statement was understood by; 0 where it has a closure
	translated bool   // SQL is not Text, but for blanks in the place of the source's name

	// uncached: what it means depends on the session, so nobody else may be
	// given it. byLiteral: its class depends on a literal in it, so it speaks for
	// its exact text alone. byUser: what its source will run has the user's name
	// in it.
	uncached, byLiteral, byUser bool
	users                       bool // see OfUsers
	closure                     providers.Closure
	runsUnknown                 bool // nobody knows what some of it runs
	unknown                     bool // it names a relation that the catalog does not have
	parsing                     bool // see RunsWhenParsed
	savepoint                   string
	paramTypes                  []uint32 // Scope.ParamTypes
}

// Closure is what the statement was understood by, where its source tells; nil:
// it names nothing, or Version says it.
func (s *Statement) Closure() providers.Closure { return s.closure }

// OfUsers reports that the class rests on code of users that somebody may
// replace at any time: functions, views, policies.
func (s *Statement) OfUsers() bool { return s.users }

// OfUnknown reports that the statement names a relation that the catalog does not
// have: it may be a view.
func (s *Statement) OfUnknown() bool { return s.unknown }

// RunsWhenParsed reports that code of users which is not proven to read may run when the
// source prepares the statement, since it checks constants in it.
func (s *Statement) RunsWhenParsed() bool { return s.parsing }

// OfSession reports that what the statement means depends on what the session
// did before: it must be planned anew before it runs.
func (s *Statement) OfSession() bool { return s.uncached }

// Moved returns a statement that was understood by itself as one that stands so
// many bytes further on, in a batch.
func (s *Statement) Moved(by int) *Statement {
	if by == 0 {
		return s
	}
	moved := *s
	moved.Offset += by
	moved.Effects = slices.Clone(s.Effects)
	moved.Missing = slices.Clone(s.Missing)
	for i := range moved.Missing {
		if moved.Missing[i].Offset >= 0 {
			moved.Missing[i].Offset += by
		}
	}
	for i := range moved.Effects {
		if moved.Effects[i].Offset >= 0 {
			moved.Effects[i].Offset += by
		}
	}
	return &moved
}

// Place returns where in Text a place of SQL is: both 1-based and in
// characters, 0 for none.
func (s *Statement) Place(position int) int {
	if s.translated && position > 0 {
		return duckdialect.Position(s.Text, s.SQL, position)
	}
	return position
}

// RestoresWriting reports a SET default_transaction_read_only = off, which does
// nothing but ask for what a session that may write has from its beginning.
func (s *Statement) RestoresWriting() bool {
	return s.Verb == "SET" && s.Setting != nil && s.Setting.Name == "default_transaction_read_only" && !s.Setting.Reset &&
		len(s.Effects) == 1 && s.Class == Mutate
}
