package providers

import "context"

// Copier is a Conn that adds rows which a client sends to a table.
type Copier interface {
	// CopyFrom runs a COPY FROM STDIN: all rows are added or none. open is called once the table is
	// known to take rows, with the columns that are to come. An error of open or of the rows is the
	// statement's, as it is. CopyFrom reads the rows on the caller's goroutine, and closes them.
	CopyFrom(ctx context.Context, s Statement, open CopyOpener) (Rows, error)
}

// CopyOpener asks a client for the rows of a COPY FROM STDIN.
type CopyOpener func(ctx context.Context, c *Copy, columns []Column) (CopyRows, error)

// CopyRows are the rows that a client sends. Their values are as the client wrote them: in the input
// syntax of their columns' types, or in binary form where the Copy says so.
type CopyRows interface {
	// Next returns the next row, and io.EOF after the last. A row may have too few values: the next
	// call returns the error of that, for errors in the values before come first.
	Next() (Row, error)
	// Where is the context of an error about the value of a column of the last row: "COPY t, line 3,
	// column i: \"x\"". Column -1: the context of the whole row.
	Where(column int) string
	// Close says that no more rows are wanted.
	Close()
}

// Copy is a COPY FROM STDIN or COPY TO STDOUT, taken apart.
type Copy struct {
	From          bool
	Schema, Table string   // as the statement names them; "": a query is copied
	Columns       []string // that the statement names; none: all
	Companions    []string // of Columns, those that keep the scales of their values; "": a column has none. See ScaleColumn
	Computed      string   // one that it names and that is not copied, as it is computed from others
	Check         string   // a query that fails unless the values of the columns of domains are theirs; "": the table may have none
	View          string   // what kind of view Table is: its rows are copied by a query alone; "": it is a table
	Format        CopyFormat
}

// CopyFormat is how rows are written for COPY. (PostgreSQL, "COPY")
type CopyFormat struct {
	Kind                     CopyKind
	Delimiter, Quote, Escape byte
	Null                     string
	Header                   CopyHeader
	// Of CSV: the columns whose values are quoted whatever they are; those whose values are never
	// NULL; and those whose quoted values may be NULL.
	ForceQuote, ForceNotNull, ForceNull []string
	ForceQuoteAll                       bool
}

// CopyKind is one of the formats of COPY.
type CopyKind int

// The formats.
const (
	CopyText CopyKind = iota
	CopyCSV
	CopyBinary
)

// CopyHeader says what the first line is.
type CopyHeader int

// The kinds of a first line.
const (
	NoHeader    CopyHeader = iota // a row
	NamesHeader                   // the names of the columns
	MatchHeader                   // the names of the columns, which are compared
)
