package providers

import "context"

// Footprinter is a Provider that can tell what a change sets off beyond the rows that it
// names. The people who approve the change are told.
type Footprinter interface {
	// Footprint looks at the source now. It reads, and changes nothing.
	Footprint(ctx context.Context, changes []Change) (Footprint, error)
}

// Change is what a statement does to one relation.
type Change struct {
	Verb string // INSERT, UPDATE, DELETE, TRUNCATE, DROP TABLE …; else what event triggers look for
	// Schema and Name are as the statement spells them; "" for a schema means the
	// search path, and for a name that there is no relation.
	Schema, Name string
	// Columns are set by an UPDATE, or given values by an INSERT. An empty list means any
	// column for an UPDATE, and no certain column for an INSERT.
	Columns []string
	Leading int  // an INSERT gives values to so many columns, from the first on
	Only    bool // without the tables that inherit from it
	Cascade bool // TRUNCATE and DROP: whatever refers to it, too
	Restart bool // TRUNCATE: its sequences begin anew
}

// Footprint is what a change sets off. Each list is sorted and has at most
// MaxFootprint names, spelled as the source would need them quoted.
type Footprint struct {
	Triggers  []string // that will fire if there are rows for them: "name on schema.table"
	Rules     []string // that rewrite the statement: "name on schema.table"
	Sequences []string // that will advance, or begin anew
	Cascades  []string // relations that foreign keys carry the change to
	Guarded   []string // relations whose row security decides which rows are seen
	// Reached are the relations whose rows are changed, the named ones first.
	Reached []Reached
	// Code are the functions that triggers of those run, for each trigger once.
	Code []TriggerCode
	// Dropped lists the objects that go together with those that a DROP names, as the source describes them:
	// "view public.v", "constraint orders_fkey on table public.orders".
	Dropped []string
	// More says that there are more names than are listed.
	More bool
}

// Reached is a relation whose rows a change reaches.
type Reached struct {
	ID           uint64 // its own at its source
	Schema, Name string
	Quoted       string // both, as the source would need them quoted
	Verb         string // what happens to its rows: INSERT, UPDATE, DELETE, TRUNCATE, DROP TABLE
	How          ReachedHow
	Kind         byte   // pg_class.relkind
	Rows         int64  // that it has in all, as the source last reckoned; -1: never
	Links        []Link // that carry the change here
}

// ReachedHow says how a change comes to a relation.
type ReachedHow int

// The ways.
const (
	Named   ReachedHow = iota // the statement names it
	Heir                      // it is a partition, or inherits from one that is reached
	Base                      // a view over it is changed
	Carried                   // foreign keys carry the change there
)

// Link is a foreign key that carries a change on.
type Link struct {
	From       int    // in Footprint.Reached
	Name       string // of the constraint
	Columns    []string
	Referenced []string // the columns there, one for each of Columns
	// Equals are the operators that compare a column of Referenced with one of Columns, with their schemas: pg_catalog.=
	// They are empty where a source has only one operator of the name =.
	Equals []string
}

// TriggerCode is the code that a trigger runs.
type TriggerCode struct {
	What       string // "trigger t on public.orders"
	Definition string // the function's, as the source spells it
	EachRow    bool
}

// MaxFootprint is how many names one list of a Footprint has at most.
const MaxFootprint = 20
