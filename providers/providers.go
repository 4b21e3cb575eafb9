// Package providers is the contract between the engine and the sources.
//
// A [Provider] is one named source: an embedded DuckDB, a Postgres server by
// DSN. It hands out connections ([Conn]), says what names mean there
// ([Catalog], for the planner), and lists what it has ([Hierarchy], for
// people and agents): provider > service > resource, where a service is a
// schema and a resource a table or view.
//
// # The life of a connection
//
// Connect gives a Conn that belongs to one session and is used by one
// goroutine at a time. Query starts a statement and returns its Rows; they
// must be read to io.EOF or closed before the next call. The context given to
// Query governs the whole run: when it ends, the source is told to cancel, and
// the pending Next returns an error with SQLSTATE 57014. Close gives the
// connection back; state of its session (temporary tables, settings,
// transactions) must not reach the next user.
//
// # Values
//
// A value is bytes in Postgres's text representation for the column's type
// (as psql shows it), or in its binary one where the column says so; nil is
// NULL. One form serves the wire, JSON and the audit, and nothing is boxed.
//
// # Errors
//
// Every error a provider returns is, or wraps, a *sqlstate.Error. A message
// never holds a DSN, a password or a path of the server's machine.
//
// providertest holds the suite that every provider passes.
package providers

import (
	"context"
	"errors"
	"io"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Provider is one named source. It is safe for concurrent use.
type Provider interface {
	Info() Info
	// Connect returns a connection for one session; it may wait for a place,
	// no longer than ctx allows. 53300: no place; 08001: not reachable.
	Connect(ctx context.Context, options ConnOptions) (Conn, error)
	// Catalog returns the current snapshot of what names mean here, loading or
	// refreshing it where needed.
	Catalog(ctx context.Context) (Catalog, error)
	// Close ends every connection and waits for what it started.
	Close() error
}

// Info names a provider.
type Info struct {
	Name        string
	Kind        string // "duckdb", "postgres"
	Description string // the operator's words, may be empty
	Dialect     Dialect
	Version     string // of the source itself, e.g. "15.18"; "" while unknown
	Default     string // the service that unqualified names belong to
	// Tells says that its sessions are told who asks, and that its policies may rest on that.
	Tells bool
	// MakesFiles says that COPY … TO may make files in its folder, which are its tables then.
	MakesFiles bool
	Database   string // what its server calls the database, which names may begin with; "": nothing
}

// Dialect says what SQL text a source reads.
type Dialect int

// The dialects.
const (
	Postgres Dialect = iota // PostgreSQL's, as the client wrote it
	DuckDB                  // DuckDB's, translated by planner/duckdialect
)

// ConnOptions are what a session wants of its connection.
type ConnOptions struct {
	ApplicationName string
	Principal       auth.Principal // whose session it is
	// ReadOnly promises that the session will never be allowed anything but
	// reads; the source should hold it to that.
	ReadOnly bool
	// Part says that the connection serves a part of a statement over several sources, and no client: nobody lists tables by it.
	Part bool
	// OnNotice, if set, receives notices and warnings while a statement runs: on the goroutine that
	// reads its rows, and on another one where that waits for APIs.
	OnNotice func(*sqlstate.Error)
}

// Conn is one connection of one session.
type Conn interface {
	// Describe prepares without running: parameter types and result columns.
	Describe(ctx context.Context, s Statement) (Description, error)
	// Query runs s. An error here means that nothing was returned; the
	// statement may still have failed half way, as in any database.
	Query(ctx context.Context, s Statement, args Args) (Rows, error)
	// Status is the transaction status after the last statement.
	Status() TxStatus
	// Close gives the connection back, clean.
	Close() error
}

// Step is a statement that runs for a part of the client's.
type Step struct {
	SQL, Verb string
	Params    []int  // the client's parameters that SQL has as $1, $2 and so on
	Table     string // the temporary table that gets its rows; "": none
	Shape     string // a query without rows that has the columns of Table
	Makes     bool   // SQL is a query, of whose rows Table is made
	Like      string // the table whose columns, defaults and checks Table gets, without rows; "": none
	Sets      bool   // its row is a call of setval; see Statement.Setval
	Rows      bool   // its rows are the statement's
	Tag       bool   // its command tag is the statement's; several count together
	Fails     error  // the statement fails so if the step returns a row; nil: it does not
	Every     error  // the statement fails so unless the step returns as many rows as the last change has changed; nil: it does not
}

// Statement is one statement, in the source's own dialect, already allowed.
type Statement struct {
	SQL      string
	Verb     string // upper case: "SELECT", "INSERT", "CREATE TABLE", "BEGIN", "SET", "SHOW"…
	ReadOnly bool   // its class is read (or session): the source is told so too
	// ParamTypes are the client's parameter type OIDs; 0 or a short list leaves
	// the choice to the source.
	ParamTypes []uint32
	// Cursor says that the rows are read at several times: the source's own limit of a statement's
	// time does not hold.
	Cursor bool
	// Setting is set for SET, RESET and SHOW, so that a source that has no such
	// setting can answer for it.
	Setting *Setting
	// Before and After are statements that run with SQL, all of them or none; Warning is sent to the
	// session then.
	Before, After []string
	// Folded is a query of constants without a table that PostgreSQL computes while it plans: where it fails, the statement does. "":
	// there is none.
	Folded  string
	Warning string
	Notice  string // the same, as a notice
	// Alone is what the statement is called that cannot run inside a transaction block, where its verb does not tell; "": it can.
	Alone string
	// LocksRows is the clause by which a SELECT locks rows, such as FOR UPDATE; "": it has none. The rows are locked elsewhere.
	LocksRows string
	// Implicit: the open transaction holds the statements of one message, and no client has begun it.
	Implicit bool
	// Parts, if there are any, run in the place of SQL, which is that of the part with Rows: all of them or none.
	Parts []Step
	// ChangedView is the view that the client changes by its name alone, where SQL changes the view's table: a temporary object
	// of this name comes before it. "": there is none.
	ChangedView string
	// Setval are the names of the result's columns where the rows of SQL are calls of setval: for each, a sequence's name, a value, and
	// whether it was returned.
	Setval []string
	// NoColumns: the rows of SQL have one column, which is not the result's: its rows have none.
	NoColumns bool
	// Shown are columns of the result that are shown with scales of their own: a number below 0 counts from the end. For each, in this order, the rows of SQL have a further column
	// at their end with the scale, which is not the result's. See ScaleColumn.
	Shown []int
	// Routine is what the statement does to functions that the source keeps; nil: nothing.
	Routine *RoutineChange
	// Results say what the statement's text says of the result's columns, for a source whose types have other
	// modifiers than Postgres's.
	Results []Described
	// Origins are the columns of tables that the result's columns are, if there are as many as these.
	Origins []Origin
	// Constants, if there are any, are all constants of SQL, in order. SQL then reads columns of one table, and compares
	// columns with these, or counts rows with them: other constants of the same types change nothing else.
	Constants []Constant
	// Compared, if they are there, are the types of columns that the parameters are compared with, by their numbers:
	// with their values in the place of the parameters, SQL would be such a statement. Types of a count are int8.
	Compared []uint32
	// Seeks says what SQL seeks, where it has such Constants or Compared, and compares by = alone; nil: something else. Statements
	// with the same pointer differ in these values alone.
	Seeks *Seek
	// Exact: parameters that are numerics keep all of their digits, where those of columns beside them have fewer.
	Exact bool
	// Styled: texts that SQL makes within expressions have the form that the session's settings choose.
	Styled bool
	// Sets are the calls of set_config in SQL, in order: they are carried out before it runs.
	Sets []Setting
	// Keep says that the rows are kept under a name, and Kept are the rows that were and that SQL reads.
	Keep *Keep
	Kept []Kept
	// Scans make the tables that SQL reads, and Call makes a change; both are for sources that
	// answer scans. A Call that is not Fed needs no SQL to run first. Planned: the statement is
	// only planned, by EXPLAIN, and the tables stay empty. PlainPlan: the plan is text for people.
	Scans              []Scan
	Planned, PlainPlan bool
	// Held, if set, is compared when the statement has run, before its rows have ended and before anything is committed: if it does not
	// hold the statement is undone, and its error is ErrChanged. Sources whose closures are not Guarded never see it.
	Held Guarded
	// HeldBeside are the changes of its own that SQL makes to what Held is compared by.
	HeldBeside OwnChanges
	// LeavesSetting: SQL calls set_config. Where Held differs the setting goes, too.
	LeavesSetting bool
	// Confirm, where Scans have a Select, is asked when their sources have prepared these, and before they run: what
	// names mean stays from then on until the end. An error of it, that they mean something else by now, is the
	// statement's. nil: nobody is asked.
	Confirm func(ctx context.Context) error
	// Renumbered are the client's parameters that SQL has as $1, $2 and so on, where there are Scans.
	Renumbered []int
	Call       *Call
	// Into, if set, adds the rows of SQL to a table.
	Into *Into
	// Copy is set for COPY: SQL is the query whose rows are copied out, or an INSERT that nobody runs,
	// since a Copier adds the rows.
	Copy *Copy
	// Returned remembers the results of statements like this one; nil: nothing does.
	Returned *Returned
}

// Constant is a constant of a statement: an integer or a quoted text.
type Constant struct {
	Start, End int    // its place in SQL, in bytes, with its quotes
	Type       uint32 // of the columns that it is compared with: int4, which also serves int2, int8 or text
}

// Origin is a column of a table: the table's OID and the column's number. Zero: a value has none.
type Origin struct {
	Table uint32
	Attr  uint16
	// Precise: the column has the TypeMod of a time of so many digits, which the source's own column has not.
	Precise bool
	TypeMod int32
}

// Described says what the text of a statement says of a column of its result.
type Described struct {
	Name string // "": unknown
	// Star: any number of columns, as those of a table.
	Star bool
	// Computed: the column is an expression's, whose type has no modifier; but if Type is not 0, the expression is a
	// cast to that type.
	Computed bool
	// Row: the expression is the row of a table, whose type Type is.
	Row     bool
	Type    uint32
	TypeMod int32
	// Analysed: Type is what the types of the whole statement say it is. A NULL is of it, whatever it is at the source.
	Analysed bool
	// Text: the column is the text of a value of Type.
	Text bool
}

// ChangesRows names the statements that change rows of tables and nothing else.
func ChangesRows(verb string) bool {
	switch verb {
	case "INSERT", "UPDATE", "DELETE", "MERGE":
		return true
	}
	return false
}

// Setting is a SET, RESET or SHOW, taken apart.
type Setting struct {
	Name  string // lower case; "" with RESET ALL or SHOW ALL
	Value string // as text; "" for SHOW, RESET and SET … TO DEFAULT
	Local bool   // SET LOCAL
	Reset bool   // RESET, or SET … TO DEFAULT
	Param int    // of set_config: the number of the parameter that is the value; 0: it is Value
	// Computed is a query of the source whose row is the value, in a call of set_config; "": it is Value, or Param.
	Computed string
	// Written is the name as the client wrote it, for errors; "" where it is as Name.
	Written string
}

// Args are the parameters of one execution.
type Args struct {
	Values  [][]byte // nil is NULL
	Formats []Format // none: all text; one: for all; else one for each
	// ResultFormats are the formats that the caller prefers; a provider may answer in text all
	// the same, and says so in Column.Format.
	ResultFormats []Format
	// MaxRows is how many rows the caller takes at most, 0 for all: a source may
	// end the result of a read there.
	MaxRows int64
	// Alone says that the statement is all its session does: a source may run a
	// read in a transaction of its own, with a snapshot of its own.
	Alone bool
}

// Format is a Postgres format code.
type Format int16

// The format codes.
const (
	Text   Format = 0
	Binary Format = 1
)

// FormatAt returns the format of item i by the rule of Bind: no code means
// text, one code means it for all.
func FormatAt(formats []Format, i int) Format {
	switch {
	case len(formats) == 0:
		return Text
	case len(formats) == 1:
		return formats[0]
	case i < len(formats):
		return formats[i]
	}
	return Text
}

// Description has the parameters and the columns of a statement.
type Description struct {
	Params  []uint32 // type OIDs
	Columns []Column // see ReturnsRows
}

// Column is one column of a result.
type Column struct {
	Name    string
	Type    uint32 // Postgres type OID
	TypeMod int32  // -1: none
	HeldMod int32  // the modifier of the values as they are held, of a computed numeric whose TypeMod is none; 0: it is TypeMod
	Size    int16  // Postgres typlen: bytes, -1 variable
	Table   uint32 // OID of the table it comes from, 0: none
	Attr    uint16 // its attribute number there
	Format  Format
	// TypeName is for people: "integer", "numeric(10,2)", "timestamp".
	TypeName string
	Enum     bool   // the type is an enum: its values are the same in both formats
	Elements uint32 // the enum that the elements of an array are of; 0: none
}

// ReturnsRows reports whether a statement with these columns returns rows. A list that is nil says that it returns none, an
// empty list that its rows have no columns, as those of SELECT FROM t.
func ReturnsRows(columns []Column) bool { return columns != nil }

// Row is the values of one row, valid until the next call to Next.
type Row [][]byte

// Rows streams a result.
type Rows interface {
	// Columns describes the rows; see ReturnsRows.
	Columns() []Column
	// Next returns the next row, io.EOF after the last, or the error that
	// ended the statement. There is no second place to look for an error.
	Next() (Row, error)
	// Tag is the command tag ("SELECT 3", "INSERT 0 1"), valid after io.EOF.
	Tag() string
	// Close ends the statement if it still runs, and waits until it has.
	Close() error
}

// ComparedRows are rows of a Statement with Held that is compared behind its transaction.
type ComparedRows interface {
	Rows
	// Compare compares the rows that were read, so that they can be told before the others have ended. Its error ends the statement.
	Compare() error
}

// ReadToEnd reads rows to their end, and returns the error that ends them before.
func ReadToEnd(rows interface{ Next() (Row, error) }) error {
	for {
		if _, err := rows.Next(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TxStatus is the transaction status as ReadyForQuery says it.
type TxStatus byte

// The transaction statuses.
const (
	Idle          TxStatus = 'I'
	InTransaction TxStatus = 'T'
	Failed        TxStatus = 'E'
)

// Reporter is a Conn that follows what its source reports of its settings, as
// Postgres does by ParameterStatus.
type Reporter interface {
	// ParameterStatus returns a setting's value; "" if it is not reported.
	ParameterStatus(name string) string
	// StatusVersion is another number once a setting may have another value; 0: ask for the values.
	StatusVersion() uint64
}

// Beginner is a Conn that keeps what was set so far, the settings of a client's
// startup message, as what RESET returns to.
type Beginner interface{ Begun() }

// Comparer is a Provider whose Catalog may be a moment behind what others
// change at the source.
type Comparer interface {
	// CompareCatalog is Catalog, compared with the source since the call, as far
	// as that does not keep the source busy.
	CompareCatalog(ctx context.Context) (Catalog, error)
}

// Saved is a Provider that knows what names mean at a source from a catalog that was
// saved before: nothing runs there, and nobody is connected to.
type Saved interface {
	// Saved says of when and of which source the catalog is, in words.
	Saved() string
}
