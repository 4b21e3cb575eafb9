package discovery

import "time"

// Current says which snapshot of a connection (a source, by its name in the configuration) is the
// current one.
type Current struct {
	Connection string
	// Database is what the source's server calls the database, which references may begin with.
	Database string
	// SyncID names the snapshot. A later snapshot of the connection has another SyncID.
	SyncID      string
	ExtractedAt time.Time // UTC
	Tables      int
	Columns     int
	// Revision grows with every change of what the store tells of the connection: a snapshot that
	// differs, profiles, descriptions. A cache in memory compares it.
	Revision int64
	// Of the profiles; the zero values: there are none.
	ProfiledAt      time.Time
	ProfiledColumns int
	SampledColumns  int   // those that have sample values
	SampledRows     int64 // at most, of one table
	ValuesPerColumn int   // at most
}

// TableRef is what a table is called at its source. An empty part is one that the source does not
// have.
type TableRef struct {
	Catalog string // a database or a project
	DB      string // a schema
	Name    string
}

// Kind is the kind of a table.
type Kind string

// The kinds.
const (
	KindTable       Kind = "table"
	KindView        Kind = "view"
	KindExternal    Kind = "external" // a file, a foreign table, a resource of an API
	KindEventStream Kind = "event_stream"
)

// Table is a relation of a snapshot.
type Table struct {
	Ref           TableRef
	Kind          Kind
	Materialized  bool     // of a view
	PartitionOf   TableRef // the table whose part it is; the zero reference: none
	Comment       string   // as the source has it
	EstimatedRows *int64   // nil: not known
	Columns       []Column
	PrimaryKey    []string // in the order of the key
	ForeignKeys   []ForeignKey
	Indexes       []Index
	// Descriptions are what people and tools have written of the table.
	Descriptions []Description
}

// DimensionType is what a column's values can be used as.
type DimensionType string

// The dimension types.
const (
	Time    DimensionType = "time"
	String  DimensionType = "string"
	Number  DimensionType = "number"
	Boolean DimensionType = "boolean"
)

// Column is a column of a table.
type Column struct {
	Name           string
	NativeType     string // as the source spells it
	NormalizedType string // PostgreSQL's name of the type that the values have behind our doors
	DimensionType  DimensionType
	Nullable       bool
	PrimaryKey     bool
	Default        string
	Comment        string
	Labels         []string // the values of an enum, in its order
	// PII columns are never sampled: somebody has described them so, or a policy denies them.
	PII          bool
	Descriptions []Description
	Profile      *Profile // nil: not profiled
}

// Description is a text about a table or a column, and who wrote it.
type Description struct {
	Origin string // "user", "ai", "dbt", "db", in the order in which they are preferred
	Text   string
}

// ForeignKey is one column of a foreign key. A key of several columns is several of them with one
// Constraint.
type ForeignKey struct {
	FromColumn string
	To         TableRef
	ToColumn   string
	Constraint string // "": nobody declared the key
	// Guess is why an undeclared key is proposed; "": it is declared, or described by a person.
	Guess string
}

// Index is an index of a table.
type Index struct {
	Name    string
	Columns []string // an expression stands as its text
	Unique  bool
}

// Profile is what a bounded sample of a column has shown.
type Profile struct {
	SampledRows int64
	NullShare   float64 // of the sampled rows, 0 to 1
	Distinct    int64   // estimate
	Min, Max    string  // "": not known
	Samples     []Sample
	ProfiledAt  time.Time
}

// Sample is a frequent value of a column.
type Sample struct {
	Value string
	Count int64 // in the sampled rows
}
