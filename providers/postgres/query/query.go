// Package query runs the gateway's own queries on a connection and reads their results as text. Most
// of them read the server's catalogs, where every value is short.
package query

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// Chore bounds the provider's own statements: clean-up, settings.
	Chore = 5 * time.Second
	// Farewell bounds how long closing a connection with Terminate may take.
	Farewell = time.Second
	// StrayCancel is how long a cancel request may take inside the server after it was
	// delivered.
	StrayCancel = 100 * time.Millisecond
)

// All reads a whole result as text; NULL becomes "".
func All(ctx context.Context, pg *pgconn.PgConn, sql string, args ...string) ([][]string, error) {
	return readAll(pg.ExecParams(ctx, sql, bytesOf(args), nil, nil, nil))
}

// AllPrepared is All for a prepared statement.
func AllPrepared(ctx context.Context, pg *pgconn.PgConn, name string, args ...string) ([][]string, error) {
	return readAll(pg.ExecPrepared(ctx, name, bytesOf(args), nil, nil))
}

func bytesOf(args []string) [][]byte {
	values := make([][]byte, len(args))
	for i, a := range args {
		values[i] = []byte(a)
	}
	return values
}

func readAll(reader *pgconn.ResultReader) ([][]string, error) {
	var lines [][]string
	for reader.NextRow() {
		lines = append(lines, Texts(reader.Values()))
	}
	_, err := reader.Close()
	return lines, err
}

// Number returns a whole number of a result, or 0 if the text is none.
func Number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// Texts returns values as text; NULL becomes "".
func Texts(row [][]byte) []string {
	line := make([]string, len(row))
	for i, v := range row {
		line[i] = string(v)
	}
	return line
}

// Array returns a list in PostgreSQL's form of an array of text.
func Array(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// EndsSession reports whether an error ends its session at the server.
func EndsSession(e *pgconn.PgError) bool {
	severity := e.SeverityUnlocalized
	if severity == "" {
		severity = e.Severity
	}
	return severity == "FATAL" || severity == "PANIC"
}

// Find returns the line whose first value is name, or -1.
func Find(lines [][]string, name string) int {
	for i, v := range lines {
		if v[0] == name {
			return i
		}
	}
	return -1
}

// Unknown returns the error of a name that is not the first value of any line. Its hint is the nearest name.
func Unknown(code sqlstate.Code, lines [][]string, name, format string, args ...any) error {
	names := make([]string, len(lines))
	for i, v := range lines {
		names[i] = v[0]
	}
	return sqlstate.New(code, format, args...).WithNearest(name, names, "")
}

// ServerError returns a server's error or notice with all of its public fields.
func ServerError(e *pgconn.PgError) *sqlstate.Error {
	names, foreign := namesInHint(e.Hint)
	return &sqlstate.Error{
		HintNames: names, HintForeign: foreign,
		Code: sqlstate.Code(e.Code), Message: e.Message, Detail: e.Detail, Hint: e.Hint, Position: int(e.Position),
		Where: e.Where, Schema: e.SchemaName, Table: e.TableName, Column: e.ColumnName,
		DataType: e.DataTypeName, Constraint: e.ConstraintName,
	}
}

// CutAtOnce makes a wait on a connection end as soon as its context does. The connection cannot be
// used afterwards.
func CutAtOnce(pg *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.DeadlineContextWatcherHandler{Conn: pg.Conn()}
}

// meantColumns matches the hint of a server that suggests columns. A server that speaks another
// language than English is not understood.
var meantColumns = regexp.MustCompile(`^Perhaps you meant to reference the column "(.*?)"(?: or the column "(.*)")?\.$`)

// namesInHint returns the names that a server's hint suggests. foreign says that the hint is another text.
func namesInHint(hint string) (names []string, foreign bool) {
	m := meantColumns.FindStringSubmatch(hint)
	if m == nil {
		return nil, hint != ""
	}
	return slices.DeleteFunc(m[1:], func(name string) bool { return name == "" }), false
}
