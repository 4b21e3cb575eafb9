package providers

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// The planner takes a statement apart that no source can run whole: one over resources of APIs, which
// have no SQL, or over relations of several sources. It makes scans of its relations and one statement
// over their rows, which the embedded DuckDB runs. A source without SQL answers scans and calls by its
// methods; one with SQL answers a scan by a statement of its own.

// Several is the name of the source that runs statements over several sources. A client cannot
// write it.
const Several = "(several sources)"

// Methods is the Catalog of a source whose resources are answered by methods, not by SQL. Names
// are matched without regard to case, because the parser folds them.
type Methods interface {
	Catalog
	// Choose returns the method that answers a verb ("select", "insert", "update", "replace",
	// "delete") on a resource, when values are given for these inputs.
	// 42P01: no such resource; 0A000: no method answers the verb; 42P10: required inputs are
	// missing: the cause is a MissingInputs, and the hint is a statement that has them.
	Choose(service, resource, verb string, given []string) (Method, error)
	// Takes returns the inputs that any method takes that answers the verb, each name once.
	// 42P01: no such resource.
	Takes(service, resource, verb string) ([]Input, error)
	// Method returns a method by its name, for EXEC and CALL. The errors are those of Choose;
	// 42883: no such method.
	Method(service, resource, method string, given []string) (Method, error)
	// Views returns the queries that stand in the place of a resource's methods for SELECT: the first one
	// counts whose needs are given, and where there is none the methods.
	Views(service, resource string) []View
}

// MissingInputs is the cause of an error of Choose and Method where required inputs have no values.
type MissingInputs struct {
	Names []string // at least one
}

func (m *MissingInputs) Error() string { return "missing inputs: " + strings.Join(m.Names, ", ") }

// View is a query in the place of methods.
type View struct {
	SQL    string
	Needs  []string // the inputs that it is for
	Source string   // what its SQL calls the source that it belongs to
	File   string   // where it is written, and the line of its first
	Line   int
}

// ViewColumn is a column of a view. Where it is a column of a relation, both are named; "": it is an
// expression.
type ViewColumn struct {
	Name                      string
	Source, Service, Resource string
	Column                    string
}

// Method is how a source answers a verb on a resource.
type Method struct {
	Name string
	// Request shows the request to people and in the record: "GET api.github.com/orgs/{org}/repos".
	Request string
	// Print changes with everything that the document says of the method, so that a method that
	// was judged cannot be replaced unseen before it runs.
	Print  string
	Effect MethodEffect
	Inputs []Input // those that it takes, in the order of the document
	// Columns are the columns of the method's answer, in the order of the document. No two names
	// differ in case alone.
	Columns []Column
	// Pushes says that the API may be told conditions on columns, Orders that it may be told an order.
	Pushes, Orders bool
}

// MethodEffect says whether a method reads or changes its source. The zero value: it is not known.
type MethodEffect int

// The effects.
const (
	NotKnown MethodEffect = iota
	Reads
	Creates // and changes
	Deletes
	Runs // an operation
)

// Input is a value that a method takes.
type Input struct {
	Name     string // as the document has it
	Type     uint32 // Postgres type OID
	TypeName string // "text", "bigint", "json"…
	Required bool
}

// Scan is the part of a statement that reads one relation.
type Scan struct {
	Source, Service, Resource string
	Method                    string   // Method.Name
	Print                     string   // Method.Print
	Table                     string   // what the statement's SQL calls the rows
	Columns                   []Column // those of the answer that are read
	// Select, if set, is the statement that reads the rows: the source has SQL, and no methods.
	Select *Select
	// Fewer are statements that leave out rows which cannot matter, because the statement would drop them. Each may
	// take the place of Select.
	Fewer  []Select
	Inputs []InputValues
	Limit  int64 // rows beyond it cannot matter; 0: all may
	// Held are the prints of the first requests that were rehearsed, one for each combination of the
	// inputs' values: it begins with none but these. nil: the scan is held to nothing.
	Held []string
	// Where are conditions that rows must fulfil to matter. The source may leave out rows that do not.
	Where []Condition
	// Order, if set, says that rows behind the first Top in this order cannot matter. The source may leave them
	// out; the statement orders the rows again.
	Order []Order
	Top   int64
	// Counted says that only the number of rows matters, and the columns of inputs: any other value may be NULL.
	Counted bool
}

// Order is a column that rows are ordered by.
type Order struct {
	Column                 string
	Descending, NullsFirst bool
}

// Select is a scan as a statement in its source's dialect. It has the scan's Columns, in their order.
type Select struct {
	SQL string
	// Params are the client's parameters that SQL has as $1, $2 and so on, with their types in SQL. Where
	// a text is not certainly one of the type, or is longer than MostPushed, NULL takes its place: SQL then
	// gives the rows of any value.
	Params []Value
	// Keys are the parameters behind Params: arrays of the values that a column of another scan's table has. NULL:
	// whatever the values are.
	Keys []Keys
	// Joined says that rows are left out which have no partner in other tables of the source.
	Joined bool
	// Quiet says that no users' code takes part, so that a plan of it can be asked for.
	Quiet bool
}

// Keys are the values of a column of another scan's table, which has read its rows before.
type Keys struct {
	Table, Column string
	Type          uint32 // of a value
}

// Condition compares a column with a value.
type Condition struct {
	Column   string
	Operator string // =, <>, <, <=, >, >=, or startswith
	Value    Value
}

// TableColumns are the columns of the scan's table: those that are read, and the inputs that are
// columns.
func (s *Scan) TableColumns() []Column {
	list := slices.Clone(s.Columns)
	for _, in := range s.Inputs {
		if in.As != nil {
			list = append(list, *in.As)
		}
	}
	return list
}

// InputValues are the values of an input. With several values a scan has the rows of each of
// them. NULL gives no rows.
type InputValues struct {
	Name   string
	Values []Value
	// Query, if set, returns the values in its only column. Renumbered are the client's parameters
	// that it has as $1, $2 and so on. Tables are the tables of other scans that it reads: they run
	// before this one.
	Query      string
	Renumbered []int
	Tables     []string
	As         *Column // the column of the scan's table that has the value; nil: there is none
}

// Value is a constant, or a parameter of the statement.
type Value struct {
	Text  []byte // nil: NULL
	Param int    // $n; 0: it is Text
	Type  uint32 // of a parameter: the Postgres type OID that the statement or the input says; 0: none
}

// Call is a change of one resource by a method: a request for each of its rows, in their order.
type Call struct {
	Source, Service, Resource string
	Method, Print             string          // of the Method
	Rows                      [][]InputValues // of one value each
	// Fed, if set, are the inputs whose values come from the statement's SQL, a query that reads:
	// input i takes column i. Each row of the query is a row of the call; Rows is nil.
	Fed []string
	// Chosen are the inputs that WHERE gives. A row in which one of them is NULL is left out, and
	// equal rows count once.
	Chosen []string
	// Once says that rows with the same chosen inputs change one thing; without chosen inputs, all rows do.
	Once      bool
	Body      *Value   // the body as a whole, JSON; nil: it is made of inputs
	Await     bool     // wait until the operation that it starts is done
	Columns   []Column // of the answers that are read; none: only that they are those of success
	Returning *Returning
	// Held are the prints of the requests that were rehearsed, one for each of Rows: none but these is
	// sent. nil: the call is held to nothing.
	Held []string
}

// MostCalled bounds the rows of a call.
const MostCalled = 1_000

// TooManyCalled is the error of a call that would have more. 54000.
func TooManyCalled() *sqlstate.Error {
	return sqlstate.New(sqlstate.ProgramLimitExceeded, "the statement would send more than %d requests that change something", MostCalled).
		WithDetail("None of them was sent.").WithHint("Change less at a time: add conditions, or a LIMIT to the query that says what is changed.")
}

// Returning is a query over the rows of a call's answers, which are in a table then.
type Returning struct {
	SQL        string
	Table      string // what SQL calls the answers
	Renumbered []int  // the client's parameters that SQL has as $1, $2 and so on
}

// Scanner is a source that answers scans.
type Scanner interface {
	Provider
	// Scan starts a scan whose values are bound: each is a Text that is not nil, and no input has a
	// Query. The rows have the scan's TableColumns in text form. The context governs the whole.
	Scan(ctx context.Context, s Scan) (Rows, error)
	// Call runs a call of one row, whose values are bound: each is a Text. It returns the rows of the
	// answer, with the call's Columns; without Columns there are no rows. 40001: the request would
	// differ from the one that the call is held to, and nothing was sent.
	Call(ctx context.Context, c Call) (Rows, error)
	// Rehearse returns the request that Call would send, and sends nothing. The errors are the errors
	// of [Rehearser]; 40001: the request differs from the one that the call is held to.
	Rehearse(ctx context.Context, c Call) (Outgoing, error)
}

// Request is a request that a source has sent for a statement, as the record has it: no secret,
// no query, no body.
type Request struct {
	Method, Host, Path string
	Status             int   // 0: no answer
	Count              int   // how many requests were like this
	Bytes              int64 // of the answers
}

// Part tells how a statement over several sources has read one relation, for the record.
type Part struct {
	Source   string
	Relation string // service.resource
	SQL      string // that was sent; "": the source has none
	Rows     int64
	Bytes    int64 // of their values
	Duration time.Duration
}

// Parted is a Conn that tells of the parts of the last statement. They are told once.
type Parted interface {
	Parts() []Part
}

// Requested are Rows, or a Conn, that tell of the requests that were sent. A Conn tells of those since
// it was asked before.
type Requested interface {
	Requests() []Request
}

// Loader is a Conn into which rows can be loaded as tables that its session alone sees. Several
// goroutines may load at a time.
type Loader interface {
	Conn
	// Load makes a table of the rows, which it reads to their end, and returns how many there were;
	// with nil for the rows the table is empty. A second Load adds to the table. The table goes with
	// Drop or with the connection. An error fails the transaction, as a statement's error does.
	// 22P02: a value is not of its column's type.
	Load(ctx context.Context, table string, columns []Column, rows Rows) (int64, error)
	// Drop drops tables, and forgets what was prepared over tables that Load has made.
	Drop(tables ...string) error
	// Values runs a query of one column and returns its values, each once and without NULL. 54000:
	// there are more than so many.
	Values(ctx context.Context, s Statement, args Args, most int) ([][]byte, error)
}

// Notifying are Rows that have something to tell besides, once they are at their end.
type Notifying interface {
	Notices() []*sqlstate.Error
}
