package federation

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A source that has SQL is read by one connection for each statement, in one transaction that only reads: all of
// its scans see the same moment. One of them streams; the others are loaded before, one after the other.

// opened is a source that has SQL as one statement reads it.
type opened struct {
	name  string
	conn  providers.Conn
	place chan struct{} // of the result that is read

	dialect providers.Dialect
	saved   bool // there is a savepoint from which guesses begin
	silent  bool // its planner says nothing
}

// snapshot begins a transaction that sees one moment.
var snapshot = map[providers.Dialect]string{
	providers.Postgres: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	providers.DuckDB:   "BEGIN ISOLATION LEVEL REPEATABLE READ",
}

// openTables connects to the sources that have SQL. All statements take their connections in the same order, so no
// two statements wait for each other.
func (r *run) openTables(ctx context.Context) error {
	if r.into != nil {
		if err := r.into.open(ctx, r.columns); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.tables)) {
		source := r.conn.federation.table(name)
		if source == nil {
			return sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q for statements over several sources", name)
		}
		o := r.conn.options
		c, err := source.Connect(ctx, providers.ConnOptions{ApplicationName: o.ApplicationName, Principal: o.Principal, ReadOnly: true, Part: true})
		if err != nil {
			return ofSource(name, err)
		}
		r.tables[name] = &opened{name: name, conn: c, place: make(chan struct{}, 1), dialect: source.Info().Dialect}
		if err := command(ctx, c, snapshot[source.Info().Dialect], "BEGIN"); err != nil {
			return ofSource(name, err)
		}
	}
	return r.confirm(ctx)
}

// confirm has the sources prepare the statements of all scans, so that what they name is locked, and then asks
// whether the names mean what the statement was judged by.
func (r *run) confirm(ctx context.Context) error {
	if r.statement.Confirm == nil || len(r.tables) == 0 && r.into == nil {
		return nil
	}
	for _, one := range r.reads {
		if one.scan.Select == nil || one.of != nil {
			continue
		}
		d, err := r.tables[one.scan.Source].conn.Describe(ctx, selectStatement(one.scan.Select))
		if err == nil {
			err = sameColumns(one.scan, d.Columns, false)
		}
		if err != nil {
			// What the statement was judged by may have changed. Confirm then forgets it, so that the next try is planned anew.
			if moved := r.statement.Confirm(ctx); moved != nil {
				return moved
			}
			return named(one.scan, ofSource(one.scan.Source, err))
		}
	}
	return r.statement.Confirm(ctx)
}

// inBinary has the values of scans of a Postgres come in binary form, as far as they can: nobody writes and reads their
// texts then.
func (c *conn) inBinary(scans []providers.Scan) []providers.Scan {
	scans = slices.Clone(scans)
	for i := range scans {
		s := &scans[i]
		if s.Select == nil {
			continue
		}
		source := c.federation.table(s.Source)
		if source == nil || source.Info().Dialect != providers.Postgres {
			continue
		}
		s.Columns = slices.Clone(s.Columns)
		for j := range s.Columns {
			if column := &s.Columns[j]; column.Type != pgtype.JSONBOID && c.ReadsBinary(*column) {
				column.Format = providers.Binary
			}
		}
	}
	return scans
}

// formatsOf are the formats that a scan asks for.
func formatsOf(columns []providers.Column) []providers.Format {
	list := make([]providers.Format, len(columns))
	for i := range columns {
		list[i] = columns[i].Format
	}
	return list
}

// selectStatement is the statement of a scan.
func selectStatement(s *providers.Select) providers.Statement {
	statement := providers.Statement{SQL: s.SQL, Verb: "SELECT", ReadOnly: true}
	for _, v := range s.Params {
		statement.ParamTypes = append(statement.ParamTypes, v.Type)
	}
	for _, k := range s.Keys {
		statement.ParamTypes = append(statement.ParamTypes, keyTypes[k.Type].array)
	}
	return statement
}

// ofSource says which source an error is of.
func ofSource(name string, err error) error {
	e := *sqlstate.From(err)
	if e.Position = 0; !strings.Contains(e.Message, strconv.Quote(name)) {
		e.Message = "source " + strconv.Quote(name) + ": " + e.Message
	}
	return &e
}

// closeTables gives the connections back. What a scan that is not wanted any more has to say is not told.
func (r *run) closeTables(err *error) {
	for name, one := range r.tables {
		if one == nil {
			continue
		}
		r.tables[name] = nil
		if closing := one.conn.Close(); *err == nil && closing != nil {
			*err = ofSource(name, closing)
		}
	}
}

// selectArgs are the parameters of the statement of a scan: values that mean the same to every source, else NULL.
func (r *run) selectArgs(ctx context.Context, s *providers.Select) (args providers.Args, err error) {
	for _, v := range s.Params {
		text, err := r.param(ctx, v)
		if err != nil {
			return args, err
		}
		if text != nil && !providers.SameEverywhere(v.Type, text) {
			text = nil
		}
		args.Values = append(args.Values, text)
	}
	args.Values = append(args.Values, make([][]byte, len(s.Keys))...)
	return args, nil
}

// scan starts the statement of a scan when the result before it is at its end.
func (o *opened) scan(ctx context.Context, s *providers.Scan, args providers.Args) (providers.Rows, error) {
	select {
	case o.place <- struct{}{}:
	case <-ctx.Done():
		return nil, sqlstate.From(ctx.Err())
	}
	args.ResultFormats = formatsOf(s.Columns)
	rows, err := o.conn.Query(ctx, selectStatement(s.Select), args)
	if err == nil {
		if err = sameColumns(s, rows.Columns(), true); err == nil {
			return &tableRows{Rows: rows, source: o}, nil
		}
		err = errors.Join(err, rows.Close())
	}
	<-o.place
	return nil, ofSource(o.name, err)
}

// sameColumns refuses a result of other columns than those that the statement was planned for; of rows, of other formats,
// too. 40001.
func sameColumns(s *providers.Scan, got []providers.Column, rows bool) error {
	same := len(got) == len(s.Columns)
	for i := 0; same && i < len(got); i++ {
		same = textual(got[i].Type) == textual(s.Columns[i].Type) && (!rows || got[i].Format == s.Columns[i].Format)
	}
	if same {
		return nil
	}
	return sqlstate.New(sqlstate.SerializationFailure, "the columns of %s.%s.%s have changed since the statement was understood", s.Source, s.Service, s.Resource).
		WithHint("Run it again.")
}

// textual is the type of a column whose values are texts, for which sources have several types.
func textual(oid uint32) uint32 {
	if oid == pgtype.VarcharOID {
		return pgtype.TextOID
	}
	return oid
}

// tableRows are the rows of a scan's statement.
type tableRows struct {
	providers.Rows
	source *opened
	closed bool
}

// Next returns the next row.
func (t *tableRows) Next() (providers.Row, error) {
	row, err := t.Rows.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		err = ofSource(t.source.name, err)
	}
	return row, err
}

// BatchTypes are the statement's.
func (t *tableRows) BatchTypes() []string { return batchTypes(t.Rows) }

// NextBatch returns the next rows.
func (t *tableRows) NextBatch() (providers.Batch, error) {
	b, err := nextBatch(t.Rows)
	if err != nil && !errors.Is(err, io.EOF) {
		err = ofSource(t.source.name, err)
	}
	return b, err
}

// Close ends the statement, and lets the next one begin.
func (t *tableRows) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	defer func() { <-t.source.place }()
	return t.Rows.Close()
}

// part is what a scan has read.
func (c *counted) part() providers.Part {
	p := providers.Part{Source: c.scan.Source, Relation: c.scan.Service + "." + c.scan.Resource, Rows: c.rows, Bytes: c.bytes, Duration: time.Since(c.began)}
	if c.scan.Select != nil {
		p.SQL = c.scan.Select.SQL
	}
	return p
}

// several is the source of statements over several sources.
type several struct{ source }

// Info describes the DuckDB that runs statements over the rows of scans.
func (s *several) Info() providers.Info {
	return providers.Info{Name: providers.Several, Kind: "duckdb", Description: "statements over several sources", Dialect: providers.DuckDB, Default: "main"}
}

// Catalog has DuckDB's functions, and no relations but its system's.
func (s *several) Catalog(ctx context.Context) (providers.Catalog, error) {
	duck, err := s.federation.open(ctx)
	if err != nil {
		return nil, err
	}
	return duck.Catalog(ctx)
}

// Close lets go of what is shared.
func (s *several) Close() (err error) {
	s.closing.Do(func() { err = s.federation.release() })
	return err
}
