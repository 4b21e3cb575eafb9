package providers

import "context"

// Streamer is a Loader whose statements can read rows while they come.
type Streamer interface {
	Loader
	// Stream makes a table, which its session alone sees, of rows that are not there yet. It asks for
	// nothing. The next Query reads the rows, once; the table goes with Drop or with the connection.
	Stream(ctx context.Context, s Stream) error
	// ReadOnce returns the tables made by Stream that the plan of a statement reads exactly once. A statement that
	// reads one of them more often fails.
	ReadOnce(ctx context.Context, s Statement) ([]string, error)
	// ReadsBinary reports whether Load and Stream take the values of such a column in PostgreSQL's binary form, too. They
	// do where the column's Format says so.
	ReadsBinary(c Column) bool
	// Limited is the context of a whole statement: it ends after the session's statement_timeout.
	Limited(ctx context.Context) (context.Context, context.CancelFunc)
}

// Stream is a table of rows that come while a statement reads them.
type Stream struct {
	Table string
	// Columns are the rows'. Those with the format Binary have values in PostgreSQL's binary form.
	Columns []Column
	// Of, if set, is another table of the session, whose rows are read, with the columns that are
	// named here: it may be read any number of times. Nothing is opened.
	Of string
	// Count is about how many rows there are; 0: nobody knows.
	Count int64
	// Where is the context of errors about values, "reading a.b.c", and Hint what helps against them.
	Where, Hint string
	// Open starts the rows, in the columns' formats, when the statement starts. It is called once, on a
	// goroutine of its own, where it may wait for wanted: that is closed when the statement comes to
	// read the rows. The context ends with the statement. The rows are read by that goroutine, no
	// more than some thousand ahead of the statement, and closed by it before the statement ends.
	// An error of Open or of the rows is the statement's, as it is.
	Open func(ctx context.Context, wanted <-chan struct{}) (Rows, error)
}

// Batched is what Rows may be as well: their reader may take many rows at a time, in a form that sources of one kind
// share.
type Batched interface {
	// BatchTypes are the types of the columns in that form, by the kind's own names; nil: the rows come one by one.
	BatchTypes() []string
	// NextBatch returns the next rows, which the caller closes, and io.EOF after the last. A reader that calls it does not call Next.
	NextBatch() (Batch, error)
}

// Batch is some rows of a result. It stays valid until it is closed, whatever is done with the result.
type Batch interface {
	Rows() int
	Bytes() int64 // of the values
	Close()
}
