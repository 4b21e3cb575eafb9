package providers

import "context"

// Snapshotter is a Provider that tells of all its tables at once, which costs less than to describe
// each.
type Snapshotter interface {
	// Snapshot calls each with the tables and views of the services that choose accepts, as they
	// are at one moment, in no order; nil accepts all. The source's own services are left out. An
	// error of each ends it. 40001: the source was changed meanwhile in a way that shows: what
	// was told is no snapshot.
	Snapshot(ctx context.Context, choose func(service string) bool, each func(SnapshotTable) error) error
}

// SnapshotTable is all that a source tells of a table or view.
type SnapshotTable struct {
	Service string
	Resource
	PartitionOf [2]string // the service and name of the table that it is a part of; empty: of none
	Columns     []SnapshotColumn
	Keys        []Key // the primary key first
	References  []NamedForeign
	Indexes     []SnapshotIndex // with those that serve keys
}

// NamedForeign is a foreign key with its name.
type NamedForeign struct {
	Name string
	Foreign
}

// SnapshotColumn is a column of a SnapshotTable.
type SnapshotColumn struct {
	Name     string
	Native   string // the type as the source spells it
	Type     string // PostgreSQL's name of the type that its values have, without lengths
	Kind     ValueKind
	Nullable bool
	Default  string
	Comment  string
	Labels   []string // the values of an enum
}

// ValueKind says what values can be used as.
type ValueKind string

// The kinds of values.
const (
	TextValues    ValueKind = "string"
	NumberValues  ValueKind = "number"
	TimeValues    ValueKind = "time" // points in time, not intervals
	BooleanValues ValueKind = "boolean"
)

// SnapshotIndex is an index of a SnapshotTable.
type SnapshotIndex struct {
	Name    string
	Columns []string // an expression stands as its text
	Unique  bool
}

// KindOf returns the kind of the values of a type, by PostgreSQL's name of the type.
func KindOf(typeName string) ValueKind {
	switch typeName {
	case "smallint", "integer", "bigint", "numeric", "real", "double precision", "oid", "money":
		return NumberValues
	case "date", "timestamp without time zone", "timestamp with time zone", "timestamp", "timestamptz",
		"time without time zone", "time with time zone", "time", "timetz":
		return TimeValues
	case "boolean":
		return BooleanValues
	}
	return TextValues
}
