package planner

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/class"
	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/blame"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Class says what a statement may do; see [class.Class].
type Class = class.Class

// The classes.
const (
	Unknown = class.Unknown
	Read    = class.Read
	Session = class.Session
	Mutate  = class.Mutate
	Delete  = class.Delete
	Exec    = class.Exec
)

// Relation is a relation that a statement names.
type Relation struct {
	Provider, Service, Resource string
	Write                       bool
}

// Missing is a relation that the catalog does not have, as the statement names it.
type Missing struct {
	Service, Resource string
	Offset            int // byte offset in the batch; -1: the tree has no place
}

// Called is a function of users that a statement calls by this name.
type Called struct {
	Schema, Name string     // as they are written
	Arguments    [][]string // the names of its arguments, of each function that has them
}

// Filled is a relation that a statement adds rows to without naming the columns of its values.
type Filled struct {
	Schema, Resource string   // as the statement names it
	Columns          []string // in the order of the values; empty: they are not known
}

// Control is what a statement does to the session's transaction, or OwnVerb.
type Control int

// The controls.
const (
	NoControl Control = iota
	Begin             // BEGIN, START TRANSACTION
	Commit            // COMMIT, END
	Rollback          // ROLLBACK, ABORT
	Savepoint         // SAVEPOINT, RELEASE, ROLLBACK TO
	OwnVerb           // one of the dialect's own verbs, which the engine answers; see Statement.Show
)

// Show is one of the dialect's own verbs that list something: SHOW, DESCRIBE, REGISTRY.
type Show = dialect.Show

// What a Show lists; see dialect.
const (
	ShowProviders = dialect.Providers
	ShowServices  = dialect.Services
	ShowResources = dialect.Resources
	ShowMethods   = dialect.Methods
	ShowColumns   = dialect.Columns
	ShowMethod    = dialect.Method
	ShowInsert    = dialect.Insert
	ShowVersion   = dialect.Version
	ShowReleases  = dialect.Releases
	PullRelease   = dialect.Pull
)

// Prepared is what a PREPARE, DEALLOCATE or DISCARD ALL does to the session's prepared statements.
type Prepared struct {
	Name string // "": all of them
	Gone bool   // dropped
}

// Statement is the plan of one statement of a batch.
type Statement struct {
	Text   string // as the client wrote it, trimmed
	Offset int    // byte offset of Text in the batch
	Verb   string // "SELECT", "INSERT", "CREATE TABLE", "BEGIN"…
	Class  Class

	Effects   []Effect // worst first; empty for a plain read
	Relations []Relation
	Uses      []Use    // what the statement uses, by its text and by hidden code; only after Planner.TellUses
	Unseen    string   // what the statement runs, or reads, that Uses may not tell; "": Uses tells all
	Named     []string // Relations as records spell them: provider.service.resource
	Functions []string
	Called    []Called // with the names of arguments
	Filled    []Filled // also by a prepared statement that the statement executes
	// Missing are the relations that the catalog lacks and the statement cannot run without.
	Missing []Missing
	Params  int // the highest $n
	// ParamTypes are the type OIDs of parameters that the statement casts to a type which its
	// source calls otherwise; 0: the source knows the type.
	ParamTypes []uint32

	// Makes are the names of the table that a CREATE TABLE makes and of its indexes. nil: the statement may also
	// change objects that were there before.
	Makes []string
	// Evaluates says what a definition evaluates when it runs; nil: nothing.
	Evaluates *Evaluates

	Control   Control
	ReadWrite bool // a BEGIN that asks for READ WRITE
	Chain     bool // COMMIT or ROLLBACK AND CHAIN
	// Before and After run with SQL at its source, and Warning and Notice are told then; see providers.Statement.
	Before, After []string
	Folded        string // see providers.Statement
	Warning       string
	Notice        string
	Alone         string // see providers.Statement
	// Parts are what a statement with changes in WITH is taken apart into; see providers.Statement.
	Parts []providers.Step
	// Elements are what runs after SQL, in the same transaction; nil: nothing.
	Elements *Elements
	// Executes is what an EXECUTE runs, if that reads; nil: it is something else.
	Executes *Executed
	// ChangedView is the view that the client changes by its name alone, where SQL changes the view's table.
	ChangedView string
	// checked: its Parts look whether the rows meet the conditions of views.
	checked bool
	// Setval are the names of the result's columns where the rows of SQL are calls of setval.
	Setval []string
	// NoColumns: the rows of the result have no columns; see providers.Statement.
	NoColumns bool
	// Shown are the columns whose values are shown with scales of their own; see providers.Statement.
	Shown []int

	Locks   *Locks // nil: none
	Results []providers.Described
	Origins []providers.Origin
	// Constants are those of SQL, where the statement is a lookup and its text is one of several that share the plan.
	Constants []providers.Constant
	Returned  *providers.Returned // of a plan that is kept; all that share the plan share it
	Setting   *providers.Setting
	Styled    bool                // texts within expressions have the form of the session
	Sets      []providers.Setting // calls of set_config in SQL, where a source has DuckDB's dialect
	Prepared  *Prepared
	Cursor    *Cursor
	CurrentOf *CurrentOf      // of WHERE CURRENT OF where the engine keeps the cursors
	Fetch     *Fetch          // of FETCH and MOVE where the engine keeps the cursors
	Fetches   []string        // the cursors that a FETCH or MOVE reads
	Copy      *providers.Copy // of COPY where the engine moves the rows
	// CopiesHeader says that a line of names precedes the rows of a COPY TO.
	CopiesHeader bool
	Signals      []Signal     // the sessions that it ends or cancels at a Postgres server
	Calls        []ServerCall // the functions of a SELECT that the engine answers
	Notify       *Notify      // of LISTEN, UNLISTEN and NOTIFY
	Show         *Show
	View         *ViewChange              // of statements about views in a session of an API
	Routine      *providers.RoutineChange // of CREATE FUNCTION and DROP FUNCTION, where a source keeps functions
	Keep         *providers.Keep          // of those that keep rows
	Kept         []providers.Kept
	Call         *providers.Call // a method of an API that runs: of EXEC, and of what changes a resource
	Provider     string          // the source that runs it
	SQL          string          // the text in that source's dialect
	// Scans make the tables that SQL names, where its relations are answered by methods; Planned:
	// the statement only plans them.
	Scans      []providers.Scan
	Into       *providers.Into // what a statement over several sources adds its rows to
	Renumbered []int           // see providers.Statement
	Planned    bool
	PlainPlan  bool   // the plan is text
	Version    uint64 // of the catalog at planning time; 0 if the statement has a closure
	translated bool   // SQL differs from Text by more than blanks in place of the source's name

	// uncached: the meaning depends on the session, so no other session may get this plan.
	// byLiteral: the class depends on a literal, so the plan holds for the exact text alone.
	// byUser: SQL contains the user's name.
	uncached, byLiteral, byUser bool
	duck                        bool // the source is DuckDB's
	typesFit                    bool // all types are known, and fit
	enums                       []rewrite.ReadEnum
	compared                    int             // all of its constants, if they are integers that columns are compared with
	lookup                      []uint32        // the types of all of its constants, in order, if it is a lookup
	comparedParams              []uint32        // see ComparedParams
	seeks                       *providers.Seek // see Seeks; all that share the plan share it
	oids                        []int           // which of its constants are OIDs beside columns: see quotedOIDs
	constants                   int             // all of its constants, if it has such
	users                       bool            // see OfUsers
	closure                     providers.Closure
	runsUnknown                 bool // it is not known what some part runs
	fires, defers               bool // see Fires and Defers
	unjudged                    bool // see RunsUnjudged
	filters                     bool // see Filters
	unknown                     bool // see OfUnknown
	parsing                     bool // see RunsWhenParsed
	executes                    bool // SQL is that of another text, which the statement runs
	savepoint                   string
	paramTypes                  []uint32 // Scope.ParamTypes
}

// Closure returns what the plan rests on, if its source has closures; else nil, and Version says
// it.
func (s *Statement) Closure() providers.Closure { return s.closure }

// OfUsers reports whether the class rests on users' code that can be replaced at any time:
// functions, views, policies.
func (s *Statement) OfUsers() bool { return s.users }

// OfUnknown reports whether the statement names a relation that the catalog does not have. Such a
// relation may be a view by now.
func (s *Statement) OfUnknown() bool { return s.unknown }

// MayNameTemporary reports whether the text may make something temporary, or name the temporary schema.
func (s *Statement) MayNameTemporary() bool {
	text := strings.ToLower(s.Text)
	return strings.Contains(text, "temp") || strings.Contains(text, `u&"`) // pg_temp may be written as U&"…"
}

// Fires reports whether the statement changes a relation whose triggers or constraints run code of users that finds names as the
// session does.
func (s *Statement) Fires() bool { return s.fires }

// RunsUnjudged reports whether the statement runs code of users that is a part of a relation, by triggers or constraints, and that nobody
// has judged: it may leave anything in its session.
func (s *Statement) RunsUnjudged() bool { return s.unjudged }

// Filters reports whether policies of its source hide rows from the statement: their conditions run over those rows, too.
func (s *Statement) Filters() bool { return s.filters }

// Defers reports whether some of that code may run later, up to the end of the transaction.
func (s *Statement) Defers() bool { return s.defers }

// RunsWhenParsed reports whether users' code that is not proven to read may run when the source
// prepares the statement, because that code checks constants in it.
func (s *Statement) RunsWhenParsed() bool { return s.parsing }

// OfSession reports whether the meaning depends on what the session did before. Such a statement
// must be planned anew before it runs.
func (s *Statement) OfSession() bool { return s.uncached }

// ParamOIDs are the types of parameters that a client gave, with what it left open as the statement's
// casts say.
func (s *Statement) ParamOIDs(given []uint32) []uint32 {
	if len(s.ParamTypes) == 0 {
		return given
	}
	oids := make([]uint32, max(len(given), len(s.ParamTypes)))
	copy(oids, given)
	for i, oid := range s.ParamTypes {
		if oids[i] == 0 {
			oids[i] = oid
		}
	}
	return oids
}

// Moved returns a statement that was planned alone, with its offsets moved by so many bytes into a
// batch.
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

// Place translates a position in SQL to one in Text: both 1-based and in characters, 0 for none.
func (s *Statement) Place(position int) int {
	if s.executes {
		return 0
	}
	if s.translated && s.Elements == nil && position > 0 {
		return lexical.Position(s.Text, s.SQL, position)
	}
	return position
}

// Complete completes an error of the embedded engine's with what the statement's text shows. The error's position is one of Text.
func (s *Statement) Complete(e *sqlstate.Error) {
	if s.duck && !s.executes && s.Elements == nil {
		s.nameEnum(e)
		blame.Complete(e, s.Text)
		if s.typesFit {
			blame.RefuseMissing(e)
		}
	}
}

// noLabel is what the source says of a text that is no label of an enum, which it does not name.
const noLabel = "invalid input value for enum: "

// nameEnum names the enum in such an error: the first of the statement's that has no such label.
func (s *Statement) nameEnum(e *sqlstate.Error) {
	quoted, found := strings.CutPrefix(e.Message, noLabel)
	if !found || e.Code != sqlstate.InvalidTextRepresent {
		return
	}
	label := strings.TrimSuffix(strings.TrimPrefix(quoted, `"`), `"`)
	at := slices.IndexFunc(s.enums, func(enum rewrite.ReadEnum) bool { return !slices.Contains(enum.Labels, label) })
	if at >= 0 {
		e.Message = "invalid input value for enum " + s.enums[at].Shown + ": " + quoted
	}
}

// RestoresWriting reports a SET default_transaction_read_only = off. A session that may write has
// that setting from its start.
func (s *Statement) RestoresWriting() bool {
	return s.Verb == "SET" && s.Setting != nil && s.Setting.Name == "default_transaction_read_only" && !s.Setting.Reset &&
		len(s.Effects) == 1 && s.Class == Mutate
}
