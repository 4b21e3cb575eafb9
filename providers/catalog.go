package providers

import "context"

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
	// Relation returns the relation that the name means; with schema "" by the
	// search path.
	Relation(schema, name string) (Relation, bool)
	// Foreign reports whether the name of an operator ('+'), a type or a
	// collation ("type") is defined by users rather than by the source itself,
	// anywhere that the name could reach.
	Foreign(kind ObjectKind, schema, name string) bool
}

// ObjectKind is a kind of named object besides functions and relations.
type ObjectKind int

// The kinds.
const (
	Operator ObjectKind = iota + 1
	Type
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
	Schema, Name string
	// Builtin says that it came with the source, not from a user or an
	// extension. Only a built-in's label is believed.
	Builtin    bool
	Volatility Volatility
	// Table says that it can stand in FROM and reads something by its own
	// means there (DuckDB's table functions).
	Table bool
	// Kind is pg_proc.prokind: 'f' function, 'a' aggregate, 'w' window, 'p' procedure.
	Kind     byte
	MinArgs  int
	MaxArgs  int    // -1: variadic
	Language string // "internal", "c", "sql", "plpgsql"…
	Definer  bool   // SECURITY DEFINER
	// Extension names the extension that it belongs to, "" for none.
	Extension string
}

// Relation is a table, view, or the like.
type Relation struct {
	Schema, Name string
	Kind         string // "table", "view", "materialized view", "foreign table", "sequence", "index"
	Builtin      bool   // part of the source's own catalog
	// Definition is a view's query, for the planner to judge; "" for others.
	Definition string
}

// Hierarchy lists what a provider has; every provider of tables offers it.
type Hierarchy interface {
	Services(ctx context.Context) ([]Service, error)
	// Resources lists a service's resources. 3F000: no such service.
	Resources(ctx context.Context, service string) ([]Resource, error)
	// Describe tells of one resource. 42P01: no such resource.
	Describe(ctx context.Context, service, resource string) (ResourceDetail, error)
}

// Service is a schema, to SQL people.
type Service struct {
	Name, Description string
}

// Resource is a table or view.
type Resource struct {
	Name, Kind, Description string
	Rows                    int64 // an estimate; -1: unknown
}

// ResourceDetail is a resource with its columns.
type ResourceDetail struct {
	Resource
	Columns []ColumnDetail
}

// ColumnDetail is a column as people want to see it.
type ColumnDetail struct {
	Name, Type, Description string
	Nullable                bool
	Key                     bool // part of the primary key
	Default                 string
}
