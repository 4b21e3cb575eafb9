package duckdb

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// COPY FROM reads values in Go, by PostgreSQL's rules (package functions), and appends them a chunk at a time, in the
// client's transaction or in one of its own. While it waits for rows, it holds no thread of DuckDB.

var _ providers.Copier = (*Conn)(nil)

// copying is one COPY FROM.
type copying struct {
	loading
	copy    *providers.Copy
	inputs  []inputs.Input
	columns []providers.Column
	digits  map[int]int // by the places of the columns that have a precision
	scales  []int       // the places of the columns whose companions get the scales of the values, see providers.ScaleColumn
	types   *pgtype.Map // of binary values
}

// CopyFrom adds the rows that a client sends to a table.
func (c *Conn) CopyFrom(ctx context.Context, s providers.Statement, open providers.CopyOpener) (providers.Rows, error) {
	l := &copying{loading: loading{conn: c, table: s.Copy.Table}, copy: s.Copy}
	ctx, cancel := c.Limited(ctx)
	defer cancel()
	if err := l.findColumns(ctx); err != nil {
		return nil, l.failTransaction(err)
	}
	rows, err := open(ctx, s.Copy, l.columns)
	if err != nil {
		return nil, l.failTransaction(err)
	}
	defer rows.Close()
	if err := l.addRows(ctx, rows); err != nil {
		return nil, err
	}
	return &table{tag: commandTag("COPY", l.total)}, nil
}

// addRows adds the rows.
func (l *copying) addRows(ctx context.Context, rows providers.CopyRows) (err error) {
	own, over := false, false
	defer func() {
		if !over { // a panic: nothing stays
			err = errors.New("panic")
		}
		err = l.closeTarget(own, err)
	}()
	if own, err = l.openTarget(ctx); err == nil {
		err = l.appendRows(ctx, rows)
	}
	if err == nil {
		err = l.checkDomains()
	}
	over = true
	return err
}

// checkDomains looks whether the values of the columns of domains are theirs. The rows that were there before are: looking at all is
// the same.
func (l *copying) checkDomains() error {
	if l.copy.Check == "" || l.total == 0 {
		return nil
	}
	c := l.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := native.Run(c.conn, l.copy.Check); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	return nil
}

// failTransaction fails an open transaction, and returns the error that does.
func (l *copying) failTransaction(err error) error {
	l.conn.mu.Lock()
	defer l.conn.mu.Unlock()
	l.conn.tx.markFailed()
	return err
}

// findColumns finds the columns of the table, and whether it takes rows.
func (l *copying) findColumns(ctx context.Context) error {
	c := l.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkUsable(ctx); err != nil {
		return err
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return err
	}
	if c.mayNotWrite() {
		return errReadOnly("COPY FROM")
	}
	selected := "*"
	if names := native.Idents(l.copy.Columns); len(names) > 0 {
		selected = strings.Join(names, ", ")
	}
	described := &prepared{sql: "SELECT " + selected + " FROM " + l.tableName()}
	defer described.destroy()
	if _, err := c.freshenFiles(ctx, providers.Statement{SQL: described.sql}); err != nil {
		return err
	}
	if err := c.prepareText(described, described.sql); err != nil {
		return l.describeError(err)
	}
	for i := range lib.PreparedStatementColumnCount(described.stmt) {
		n, name := vector.TypeOf(lib.PreparedStatementColumnLogicalType(described.stmt, i)), lib.PreparedStatementColumnName(described.stmt, i)
		l.columns = append(l.columns, n.Column(name))
		l.inputs = append(l.inputs, inputs.NewInput(n, name))
	}
	if err := l.refuseTypes(); err != nil {
		return err
	}
	for i, companion := range l.copy.Companions {
		if companion != "" && i < len(l.columns) {
			l.scales = append(l.scales, i)
			selected += ", NULL"
		}
	}
	taking := &prepared{sql: l.insertText() + "SELECT " + selected + " FROM " + l.tableName()}
	defer taking.destroy()
	err := c.prepareText(taking, taking.sql)
	if sqlstate.CodeOf(err) == sqlstate.FeatureNotSupported { // it can be read, and takes no rows
		return sqlstate.Wrap(err, "42809", "cannot copy to view %q", l.copy.Table).
			WithHint("Files of the folder are views, too. Copy into a table.")
	}
	return err
}

// describeError names the table in the error of a column that the table does not have.
func (l *copying) describeError(err error) error {
	e := *sqlstate.From(err)
	e.Position = 0
	if e.Code == sqlstate.UndefinedColumn {
		for _, name := range l.copy.Columns {
			if strings.Contains(e.Message, native.Ident(name)) {
				e.Message = "column " + native.Ident(name) + " of relation " + native.Ident(l.copy.Table) + " does not exist"
			}
		}
	}
	return &e
}

// tableName is the table's, as SQL has it.
func (l *copying) tableName() string {
	if l.copy.Schema == "" {
		return native.Ident(l.copy.Table)
	}
	return native.Ident(l.copy.Schema) + "." + native.Ident(l.copy.Table)
}

// insertText is the beginning of the statement that adds rows.
func (l *copying) insertText() string {
	names := ""
	if len(l.copy.Columns) > 0 {
		names = " (" + strings.Join(native.Idents(l.filled()), ", ") + ")"
	}
	return "INSERT INTO " + l.tableName() + names + " "
}

// filled are the columns that the rows fill: those that the statement names, and then the companions of some.
func (l *copying) filled() []string {
	list := slices.Clone(l.copy.Columns)
	for _, i := range l.scales {
		list = append(list, l.copy.Companions[i])
	}
	return list
}

// zonedTimes are the casts of the types that are read as texts and rounded.
var zonedTimes = map[uint32]string{pgtype.TimetzOID: "::TIMETZ", pgtype.TimetzArrayOID: "::TIMETZ[]"}

// openTarget begins a transaction if none is open, and opens the appender for the rows.
func (l *copying) openTarget(ctx context.Context) (own bool, err error) {
	c := l.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.checkLoadable(ctx); err != nil {
		return false, err
	}
	if c.tx.status == providers.Idle {
		if err := c.beginTransaction(false); err != nil {
			return false, err
		}
		own = true
	}
	c.tx.used = true
	c.changesRows()
	if !own {
		c.noteChanges(lib.StatementTypeInsert, providers.Statement{SQL: l.insertText()})
	}
	types, names, values := make([]lib.LogicalType, len(l.inputs)), make([]string, len(l.inputs)), make([]string, len(l.inputs))
	for i := range l.inputs {
		names[i] = "c" + strconv.Itoa(i)
		values[i] = names[i]
		if digits, precise := l.digits[i]; precise {
			values[i] = "pg__precise(" + names[i] + zonedTimes[l.columns[i].Type] + ", " + strconv.Itoa(digits) + ")"
		}
		types[i] = l.inputs[i].Logical()
		defer lib.DestroyLogicalType(&types[i])
	}
	for range l.scales {
		name := "c" + strconv.Itoa(len(names))
		names, values, types = append(names, name), append(values, name), append(types, lib.CreateLogicalType(lib.TypeUTinyInt))
		defer lib.DestroyLogicalType(&types[len(types)-1])
	}
	return own, l.openAppender(l.insertText()+"SELECT "+strings.Join(values, ", ")+" FROM "+loaded, types, names)
}

// closeTarget ends what openTarget has begun: all rows are added, or none.
func (l *copying) closeTarget(own bool, err error) error {
	l.close()
	c := l.conn
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		err = l.settleKeys()
	}
	switch {
	case err == nil && own:
		_, err = c.runCommit()
	case err != nil && own:
		_, _ = c.runRollback() // the error that led here is told
	case err != nil:
		c.tx.markFailed()
	}
	if err == nil {
		return nil
	}
	return c.orClosedError(sqlstate.From(err))
}

// settleKeys checks the foreign keys of the rows that were added.
func (l *copying) settleKeys() error {
	c := l.conn
	change, err := c.followedByKeys(providers.Statement{SQL: l.insertText(), Verb: "INSERT"})
	if err != nil || change == nil {
		return err
	}
	return c.settleKeys(context.Background(), change, keysBefore{}, 0)
}

// ofTable adds the table to an error of DuckDB's, which does not tell the row.
func (l *copying) ofTable(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	e := *sqlstate.From(err)
	if e.Where == "" && e.Code != sqlstate.QueryCanceled {
		e.Where = "COPY " + l.copy.Table
	}
	l.conn.nameBroken(ctx, &e, providers.Statement{SQL: l.insertText(), Verb: "INSERT"})
	return &e
}

// appendRows appends all rows.
func (l *copying) appendRows(ctx context.Context, rows providers.CopyRows) error {
	for {
		if err := ctx.Err(); err != nil {
			return sqlstate.From(err)
		}
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return l.ofTable(ctx, l.flush(ctx))
		}
		if err != nil {
			return err
		}
		if err := l.addRow(ctx, rows, row); err != nil {
			return err
		}
	}
}

// addRow reads the values of a row into the chunk.
func (l *copying) addRow(ctx context.Context, rows providers.CopyRows, row providers.Row) (err error) {
	defer vector.RecoverFull(&err)
	for i, value := range row {
		if value == nil {
			l.vectors[i].SetNull(l.rows)
			continue
		}
		l.bytes += len(value)
		value, err := l.textOf(i, value)
		if err == nil {
			err = l.inputs[i].Put(l.conn.settings.Zone, &l.vectors[i], l.rows, value)
		}
		if err != nil {
			e := *sqlstate.From(err)
			e.Where = rows.Where(i)
			return &e
		}
	}
	l.addScales(row)
	if len(row) < len(l.inputs) { // the next call says what is missing
		_, err := rows.Next()
		return err
	}
	return l.ofTable(ctx, l.countAdded(ctx))
}

// addScales gives the companions of a row's values their scales. A value in binary form, and one with an exponent, has none.
func (l *copying) addScales(row providers.Row) {
	for n, i := range l.scales {
		filler := &l.vectors[len(l.inputs)+n]
		if i >= len(row) || row[i] == nil || l.copy.Format.Kind == providers.CopyBinary || bytes.ContainsAny(row[i], "eEnN") {
			filler.SetNull(l.rows)
			continue
		}
		_, fraction, _ := bytes.Cut(bytes.TrimSpace(row[i]), []byte("."))
		if len(fraction) > math.MaxUint8 {
			filler.SetNull(l.rows)
			continue
		}
		vector.Set(filler, l.rows, uint8(len(fraction)))
	}
}

// binarySizes are the sizes of the types whose binary values have one.
var binarySizes = map[uint32]int{
	pgtype.BoolOID: 1, pgtype.Int2OID: 2, pgtype.Int4OID: 4, pgtype.Int8OID: 8, pgtype.Float4OID: 4, pgtype.Float8OID: 8,
	pgtype.DateOID: 4, pgtype.TimeOID: 8, pgtype.TimestampOID: 8, pgtype.TimestamptzOID: 8, pgtype.IntervalOID: 16, pgtype.UUIDOID: 16,
}

// textOf is a value as text.
func (l *copying) textOf(i int, value []byte) ([]byte, error) {
	if l.copy.Format.Kind != providers.CopyBinary {
		return value, nil
	}
	if l.types == nil {
		l.types = pgtype.NewMap()
	}
	if len(value) < binarySizes[l.columns[i].Type] {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "insufficient data left in message")
	}
	text, err := parameter.DecodeBinary(l.types, l.columns[i].Type, value)
	if err != nil && sqlstate.CodeOf(err) == sqlstate.InvalidBinaryRepresent {
		e := *sqlstate.From(err)
		e.Message = "incorrect binary data format"
		return nil, &e
	}
	return []byte(text), err
}
