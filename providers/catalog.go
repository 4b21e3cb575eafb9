package providers

import (
	"context"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Catalog is a snapshot of what names mean at a source: what the planner
// needs to know to prove that a statement only reads. It is immutable and
// safe for concurrent use. Names come already folded by the parser's rules.
//
// The zero answer of every method is the careful one: an unknown function is
// not a harmless function.
type Catalog interface {
	// Version changes whenever an answer may have changed.
	Version() uint64
	// Functions returns every function, aggregate, window function and
	// procedure that the name could mean: in that schema, or with schema ""
	// anywhere that the search path reaches.
	Functions(schema, name string) []Function
	// Operators returns the functions behind every operator of that name that is
	// not the source's own, anywhere that the name could reach, and those of their
	// commutators and negators, which the source may use instead.
	Operators(schema, name string) []Function
	// Relation returns the relation that the name means; with schema "" by the
	// search path.
	Relation(schema, name string) (Relation, bool)
	// Type returns what the name of a type or a collation may mean: if it could mean
	// several, the answer has the hidden code of all of them.
	Type(schema, name string) (Type, bool)
	// TypeOf returns the type that a client gave a parameter, by its OID.
	TypeOf(oid uint32) (Type, bool)
}

// Lazy is a Catalog that asks its source only about the names that it is asked for. Each
// statement is planned with a Lazy of its own, which remembers what its answers rest on.
// One goroutine uses it at a time.
type Lazy interface {
	Catalog
	// Prefetch looks up several names in as few round trips as possible. The other methods of Catalog then answer
	// from what it has read.
	Prefetch(Names)
	// Everywhere returns code that may run in any statement: users' implicit casts
	// between types of the source's own.
	Everywhere() []Hidden
	// Defining returns what statements that define something run by themselves: event triggers. What they run is not told.
	Defining() []Trigger
	// Closure returns what all answers until now rest on, nil where the source was
	// asked for nothing; or why an answer could not be had: no answer is to be
	// believed then.
	Closure() (Closure, error)
}

// Names are names that a statement mentions.
type Names struct {
	Relations, Functions, Types, Operators []Name
	TypeOIDs                               []uint32
}

// Name is a name; with Schema "" the search path decides.
type Name struct{ Schema, Name string }

// Closure has the facts that the answers of a Catalog rest on: the objects that names led to,
// all objects that these use, and the names that led nowhere. It is safe for concurrent use.
type Closure interface {
	// Believed reports, without waiting, whether the closure was compared with the
	// source lately and nothing in it has changed.
	Believed() bool
	// Kept reports whether it may be believed again. If not, because nothing has used
	// it for a while, each use would have to ask the source: what was understood by it
	// is to be understood anew.
	Kept() bool
	// ComparedSince reports, without waiting, whether the closure was compared with the
	// source since then and held.
	ComparedSince(then time.Time) bool
	// Holds compares the closure with the source since the call. false: something
	// has changed, and what was understood by it has to be understood anew.
	// 08001: the source cannot be reached.
	Holds(ctx context.Context) (bool, error)
}

// Guarded is a Closure that the server can compare itself, in the flight of a
// statement: by a statement of ours, with the text that its provider's Guard returns,
// which fails unless the closure holds. It returns one row: 1 where the snapshot of the
// transaction is older than the statement, which the closure has then to be compared
// for by HoldsForAll; else 0.
type Guarded interface {
	Closure
	// HoldsForAll is Holds by the committed catalog: the snapshot of the session's own
	// transaction may be older than the objects that its statements use. Objects that the
	// transaction itself has made do not count, nor the definitions of relations that it has altered: it has
	// locked them.
	HoldsForAll(ctx context.Context, altered []Name) (bool, error)
	// HoldsIn is Holds by what one session sees, by its search path: its open
	// transaction may have changed something.
	HoldsIn(ctx context.Context, ask Asker) (bool, error)
	// Guard are the parameters of that statement, as text. The caller must not
	// change them.
	Guard() []string
	// GuardBeside is Guard for a statement that stands behind changes of the transaction's own. beside says
	// that the text is another one: that of Relayer.GuardBeside.
	GuardBeside(own OwnChanges) (args []string, beside bool)
	// Unsettled reports whether something that statements use was changed so lately
	// that a comparison a moment ago is not enough.
	Unsettled() bool
	// Moving is Unsettled for what the closure itself has.
	Moving() bool
}

// OwnChanges are what a transaction has changed itself of what a closure was compared by, since the statement was judged: the
// comparison leaves that out, where the transaction has done it.
type OwnChanges struct {
	Made    []string // the names of relations that it has made
	Touched []Name   // relations whose rows it has replaced, or that others refer to by now
	// Altered and Domains are relations and domains whose definition it has altered: nothing of that is compared, but that their names lead to them.
	Altered, Domains []Name
	Before           []Name // relations that statements before it have altered, of the same transaction
}

// ErrChanged is the error of a statement that was undone because something that it names was changed while it ran.
var ErrChanged = sqlstate.New(sqlstate.SerializationFailure, "rolled back: what the statement names was changed while it ran").
	WithHint("Run it again.")

// Revised is a Provider that tells apart what users' code is at a moment:
// functions, views, rules, triggers, policies, operators and casts, and the
// constraints and heirs that carry changes on. What was approved at one revision
// is not approved at another.
type Revised interface {
	// Revision is the same, after a restart too, until some of it changes.
	Revision(ctx context.Context) (string, error)
}

// Surroundings are the settings by which names are looked up in one session, where they differ
// from those of other sessions of its role.
type Surroundings struct {
	// Path is the search path in force, as current_schemas(true) says it; nil for
	// the role's.
	Path []string
	// Absent says that the setting of the path names more schemas than are in force: others may make them.
	Absent bool
	// Ask, if not nil, asks on the session's own connection, which sees what its
	// open transaction has made. Nothing of the answers is kept for others.
	Ask Asker
	// Temporaries are the session's temporary relations; nil: it has none, or the other answers have them.
	Temporaries *Temporaries
}

// Temporaries are the temporary relations of one session, by their names in lower case. They stay as they are.
type Temporaries struct {
	Relations map[string]Relation
	// Structs are the source's own types of columns of composite types, as its listings spell them, by the names of the relation and the column.
	Structs map[[2]string]string
}

// Temporaried is a Conn whose session may have temporary relations that the catalog does not have.
type Temporaried interface {
	// Temporaries returns them: the same pointer as long as they are the same. nil: there are none.
	Temporaries(ctx context.Context) (*Temporaries, error)
}

// Shadowed is a Catalog that knows the temporary relations of a session, although Relation does not return them. They come
// before all others in its search path. Policies have no rules for them: a name is judged by the relation that others see.
type Shadowed interface {
	// Temporary returns the temporary relation that a name means.
	Temporary(schema, name string) (Relation, bool)
}

// Asker runs queries of ours, one after the other, and returns the rows of each
// as text; NULL is "".
type Asker func(ctx context.Context, queries ...Query) ([][][]string, error)

// Outdating is a connection that keeps the search path of its login as it was when it was opened.
type Outdating interface {
	// Outdated reports whether sessions of the login begin with another one by now, as the catalog has it.
	Outdated() bool
}

// Pathed is a Conn that knows its session's search path.
type Pathed interface {
	// SearchPath lists the schemas where unqualified names belong, see LookupPath: never an empty list; nil: those of the
	// source's own path.
	SearchPath(ctx context.Context) ([]string, error)
}

// Entering is a Conn whose search path a schema can be put before for a while.
type Entering interface {
	// EnterSchema puts a schema before all others of the search path, until leave is called.
	EnterSchema(name string) (leave func())
}

// UserPathed is a Provider of Pathed connections.
type UserPathed interface {
	// SearchPathOf is SearchPath of a session of that user that has no connection yet.
	SearchPathOf(ctx context.Context, user string) ([]string, error)
}

// Styling is a Conn that knows whether its session shows values in other forms than the usual ones: DateStyle and its like.
type Styling interface {
	Styled() bool
}

// Deferring is a Conn that knows whether its session makes functions without looking at their bodies: check_function_bodies.
type Deferring interface {
	DefersBodies() bool
}

// Asking is a Conn that answers queries of ours between the client's.
type Asking interface {
	// Ask is an Asker.
	Ask(ctx context.Context, queries ...Query) ([][][]string, error)
}

// Carrying is a Conn that itself carries changes on, over foreign keys.
type Carrying interface {
	// Carried is how many rows of other tables were changed that way since the session began.
	Carried() int64
}

// Query is a query of ours with its parameters as text.
type Query struct {
	SQL  string
	Args []string
}

// Surrounded is a Provider whose sessions may see names of their own.
type Surrounded interface {
	// CatalogIn is Catalog for a session with these surroundings.
	CatalogIn(ctx context.Context, s Surroundings) (Catalog, error)
}

// Schemed is a Provider of which schemas come and go, so that the search path of a session may lead elsewhere.
type Schemed interface {
	// Schemas returns a text that is another one when schemas were made, renamed or dropped, or others may use them: as of a moment ago, as
	// answers of the catalog are.
	Schemas(ctx context.Context) (string, error)
	// SchemasAtHand is that of the last time, without waiting; "": it is not known.
	SchemasAtHand() string
}

// Event is what a statement does to a relation; a set of bits. The zero value,
// as the time when something hidden runs, is always.
type Event uint8

// The events.
const (
	Read Event = 1 << iota
	Insert
	Update
	Delete
)

// Hidden is code that runs where an object is used although the statement does
// not name it: a view's query, the body of a function, a policy, the function
// of a cast. It is either SQL, or a function in PL/pgSQL, or a call.
type Hidden struct {
	What string // for people: "view a.v", "policy p", "cast from mood to integer"
	// OfView says that it is the query of the view, and Computes names the generated column that it
	// computes; "": it computes none.
	OfView   bool
	Computes string
	Filters  bool  // it is a policy that hides rows, and so it runs over rows that the statement does not return
	When     Event // 0: at every use
	// SQL is one or more statements whose names resolve like a client's; an
	// expression is a SELECT of it, a rule its CREATE RULE.
	SQL string
	// Shown is the query of a view as Postgres shows it; "": the source does not know.
	Shown string
	// Schema is where the source looks first for the relations that SQL names without a schema; "": by the
	// search path, as for a client's.
	Schema string
	// PLpgSQL is the CREATE FUNCTION of a function in PL/pgSQL as the source spells
	// it, whose body and types run.
	PLpgSQL string
	// Folded says that SQL only takes part in planning, which runs no call over a
	// plain column but may run those over constants: the expression of an index, a
	// CHECK of a table.
	Folded bool
	// Unread says that what runs could not be read: because somebody else has locked
	// it, or for the reason in Why.
	Unread bool
	Why    string
	// Constant says whether it also runs where the source reads a constant, which is
	// when it prepares a statement.
	Constant Reading
	Call     *Function // nil: SQL or PL/pgSQL
	// From is the type that a value must have, for the cast of a user's type to a
	// built-in one; 0: any. Where no value of the type can be it does not run.
	// Values come from relations, functions and named types, whose Types tell of
	// those that matter here or for an operator; and from parameters.
	From uint64
}

// Reading says where code of a type runs when a constant is read. The checks of a
// domain do if it is part of another type.
type Reading int

// The ways.
const (
	NotReading  Reading = iota // nowhere
	ReadingPart                // where the constant is an array, a row or a range of the type
	ReadingSelf                // where the constant is of the type, too
)

// Volatility as pg_proc has it; the zero value is the worst.
type Volatility int

// The volatilities.
const (
	Volatile Volatility = iota
	Stable
	Immutable
)

// Function is one candidate for a function name.
type Function struct {
	ID           uint64 // its own in a snapshot; 0: not told
	Schema, Name string
	// Builtin says that it came with the source, not from a user or an
	// extension. Only a built-in's label is believed.
	Builtin    bool
	Volatility Volatility
	// Table says that it can stand in FROM and reads something by its own
	// means there (DuckDB's table functions).
	Table bool
	// Kind is pg_proc.prokind: 'f' function, 'a' aggregate, 'w' window, 'p' procedure.
	Kind    byte
	MinArgs int
	MaxArgs int // -1: variadic
	// Arguments are the names of a user's function's arguments, "" for one without; nil: none has.
	Arguments []string
	// Row says that its first argument takes a row: a composite type, a domain
	// over one, or a pseudo-type such as record or anyelement.
	Row        bool
	AnyType    bool   // an argument of a user's function takes values of any type: see Types
	TellsNames bool   // an argument or the result of a user's function is of a type whose values name objects: see Type
	Language   string // "internal", "c", "sql", "plpgsql"…
	Definer    bool   // SECURITY DEFINER
	Settings   bool   // it runs under settings of its own (SET …), by which names may mean something else
	// Extension names the extension that it belongs to, "" for none.
	Extension string
	// Harmless says that the operator declared it so.
	Harmless bool
	// Hidden is the code that a call runs, where it is known: the body of a function in
	// SQL, defaults of arguments, the functions that an aggregate is made of, and the code
	// that the types of its arguments and its result hide.
	Hidden []Hidden
	Types  []uint64 // users' types that it takes and returns: see Hidden.From
	// Operands are, for a function behind an operator, the users' types of the operands.
	// The operator can be meant only if the statement can have values of all these types.
	Operands []uint64
}

// Relation is a table, view, or the like.
type Relation struct {
	ID           uint64 // its own at its source, whatever it is called; 0: not told
	OID          uint32 // that of the catalogs which the source emulates; 0: not told
	Schema, Name string
	// Spelled is the name as the source keeps it, where clients must write it so and the source itself would find it in any
	// case; "": that is not so.
	Spelled string
	Kind    string // "table", "view", "materialized view", "foreign table", "sequence", "index"
	Builtin bool   // part of the source's own catalog
	Columns []string
	Typed   []TypedColumn // Columns with their types; nil: they are not told
	Key     []string      // the columns of the primary key, as far as the source is asked for them
	// Hidden is a view's query, rules, policies, defaults, expressions of indexes
	// and constraints, and what the types of its columns run without being named.
	Hidden []Hidden
	// Triggers are what changes of it run besides, as far as the source is a Postgres server. Turned says that the names in code of users
	// may mean something else in this session than in a new session of the same login, so that the code of constraints, which is part of
	// what the relation is, has to be judged.
	Triggers []Trigger
	Turned   bool
	Types    []uint64 // users' types of its columns and rows: see Hidden.From
	// Kin are the partitions and heirs of the relation, however far down, and its parents, however far up:
	// they share rows with it. That of a sequence is the table to which it belongs.
	Kin []Name
	// ReferredBy are the other tables whose foreign keys refer to it, as far as the source is DuckDB.
	ReferredBy []Name
	// Computed are the expressions of generated columns, by the column.
	Computed map[string]string
	// Unique are the unique indexes of expressions or of some rows, as far as the source is DuckDB.
	Unique []UniqueExpressions
	// Exclusions are its exclusion constraints, as far as the source is DuckDB.
	Exclusions []UniqueExpressions
	// UniqueKeys are its other keys that are not deferrable, with the primary key, as far as the source is DuckDB.
	UniqueKeys []UniqueKey
	// Checked: it has CHECK constraints, as far as the source is DuckDB.
	Checked bool
	// Empty: the relation is a materialized view that was not populated, and cannot be read.
	Empty bool
	// CheckOption is that of a view of the embedded engine: "local" or "cascaded"; "": none.
	CheckOption string
	// Children are the partitions and heirs that are read with it, as far as they
	// are foreign tables or hide something.
	Children []*Relation
}

// UniqueKey is a unique index of columns, or what stands behind such a constraint.
type UniqueKey struct {
	Name    string
	Columns []string
	// Index: it is an index of columns in their order alone, and no constraint.
	Index bool
}

// UniqueExpressions is a unique index of expressions, or of some rows.
type UniqueExpressions struct {
	Keys  []string
	Where string // the condition of its rows; "": all
	// Constraint is the name of the constraint that the index is of; "": it is of none. NotDistinct: see KeptIndex.
	Constraint  string
	NotDistinct bool
	// Deferrable: see KeptIndex. Keys are names of columns then. ON CONFLICT takes no such key.
	Deferrable bool
	// Operators are those of an exclusion constraint, one for each key; none: the keys are unique.
	Operators []string
}

// TypedColumn is a column of a relation with its type.
type TypedColumn struct {
	// Column has the type of a domain's values in the place of the domain.
	Column
	Labels []string // of an enum, in their order
	Mark   string   // that of the enum: see Enum
	Dims   int      // of an array of arrays: how deep they are in each other, where the source's types tell
	// Scaled says that the column is a numeric without a modifier whose values have at most Scale digits behind the point, at a source
	// that keeps no more. Without Scaled, Scale is how many digits the source's widest decimal has, which stands for such a numeric.
	Scaled bool
	Scale  int
	// Whole says that the column is of a type of whole numbers of the source that stands for a numeric without a modifier. TypeMod says how
	// many digits they have.
	Whole bool
	// Companion is the column that has the scale which each value is shown with; "": none has. See ScaleColumn.
	Companion string
	// Assumes says that the companion has a default: the scale of the column's own.
	Assumes bool
	// Loose says that texts which differ may be equal: the collation says so.
	Loose bool
	// Collation is the column's where it is not that of the column's type, at a source that is the embedded engine; "": it is that one, or
	// the type has none.
	Collation string
	// Opaque says that the type means something to its own source alone, although values have
	// the OID of another one.
	Opaque bool
	// TellsNames says that its values name objects of the source, as those of regclass do, or have parts that do.
	TellsNames bool
	RowsOf     []Name // the relations whose rows its values are, or have in them
	// Identity is a for GENERATED ALWAYS AS IDENTITY, d for BY DEFAULT, as pg_attribute has it; 0: neither.
	Identity byte
	// Generated: the column is computed from others.
	Generated bool
	// NotNull: the column is never NULL, at a source that tells.
	NotNull bool
	// HasDefault: the column has a default of its own.
	HasDefault bool
	// Unchecked: a CHECK that was added NOT VALID reads the column first. An UPDATE that does not set the column has to hold its rows
	// to the CHECK as well.
	Unchecked bool
	// Draws is the sequence, by schema and name, that the column's default draws from, at a source that keeps what sessions draw; "": none.
	Draws string
	// User is the domain or the composite type of the column, at a source that has them as UserType; "": another type.
	User string
	// Range is the source's own name of the range type or multirange type of users that the column is of, or its elements; "": another type.
	Range string
	// Domain is the domain of the column, at a source that does not have it as a UserType; "": another type.
	Domain Name
	// Enum is the enum of the column, or of its elements, at a source that tells; nil: another type.
	Enum *Enum
	// Altered: the column, of a temporary table, has a composite type that was altered since the table was made.
	Altered bool
}

// Type is a type or a collation.
type Type struct {
	Schema, Name string
	RowsOf       []Name // the relations whose rows its values may be, or have in them
	// Hidden is the code that a cast to or from the type may run, also by the types that it
	// is built of.
	Hidden []Hidden
	// Taken is the part of Hidden that may run where a value of another type is taken for one of the type without a cast of users: all but
	// explicit casts. The source's own types have none.
	Taken []Hidden
	Types []uint64 // users' types, itself and what it is built of: see Hidden.From
	// TellsNames says that its values name objects of the source, as those of regclass do, or have parts that do.
	TellsNames bool
	// User is what the embedded engine keeps of a domain or a composite type; nil: the type is another.
	User *UserType
	// Enum is the enum, at a source that tells; nil: the type is another.
	Enum *Enum
}
