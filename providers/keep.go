package providers

import "context"

// A source without SQL of its own keeps the rows of a query beside what runs its statements: a materialized
// view. They are gone with the server.

// Keep has the rows of a statement's query kept, in the place of those that there were.
type Keep struct {
	Table   string   // what Kept calls them
	Columns []string // names for the first columns
	Empty   bool     // no rows are read
}

// Kept are rows that a statement reads and that a Keep has kept.
type Kept struct {
	Name  string // what the client calls them
	Table string // what SQL calls them, in the schema KeptSchema
}

// KeptSchema is the schema of tables that are kept.
const KeptSchema = "kept"

// Keeper is a Conn of a source that keeps rows.
type Keeper interface {
	// Forget drops rows that were kept, if there are any.
	Forget(ctx context.Context, tables ...string) error
}
