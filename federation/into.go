package federation

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement over several sources that adds its rows to a table has one connection more, to the table's source, and one
// transaction there: all rows are added, or none. The query runs as any other (run.go). An embedded source reads its
// rows while they come, in one statement. A Postgres gets them by parts, as arrays, each by a statement of the same text.
// A file of COPY is written by an embedded DuckDB, too, and gets its name when the transaction is committed.
//
// The transaction is committed when all rows are there. Where one is open in the DuckDB, because the caller wants to
// look at the result first, its end is that of the rows, too.

// adding is a transaction at the source that gets the rows.
type adding struct {
	*providers.Into
	run    *run
	conn   providers.Conn
	duck   bool
	fills  []filling          // of a Postgres
	sent   bool               // the first part
	ended  bool               // the transaction
	asked  error              // of the query; the goroutine that reads it has ended when the statement that adds its rows has
	file   providers.NewFile  // that is made in the place of a table; nil: none is
	result []providers.Column // of RETURNING
	giveUp context.CancelFunc // ends the statement; nil: it is only described

	lookout *lookout // nil: none runs
}

func (c *conn) newAdding(s providers.Statement, args providers.Args) *adding {
	into := s.Into
	s.Into, s.Verb, s.ReadOnly = nil, "SELECT", true
	args.ResultFormats, args.MaxRows = nil, 0
	a := &adding{Into: into, run: c.newRun(s, args)}
	a.run.into = a
	return a
}

// open begins the transaction, and has the source understand the statement that adds the rows: what it names is locked.
func (a *adding) open(ctx context.Context, columns []providers.Column) error {
	if err := a.connect(ctx, columns); err != nil {
		return err
	}
	rows, err := a.conn.Query(ctx, providers.Statement{SQL: "BEGIN", Verb: "BEGIN"}, providers.Args{})
	if err == nil {
		err = rows.Close()
	}
	if err == nil {
		err = a.understand(ctx)
	}
	if err == nil {
		a.beginLooking(ctx)
	}
	return ofSourceOrNil(a.Source, err)
}

// connect connects to the source.
func (a *adding) connect(ctx context.Context, columns []providers.Column) (err error) {
	if err := a.Fits(columns); err != nil {
		return err
	}
	source := a.run.conn.federation.table(a.Source)
	if source == nil {
		return sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q for statements over several sources", a.Source)
	}
	if a.File != nil {
		return a.connectFile(ctx, source)
	}
	o := a.run.conn.options
	a.conn, err = source.Connect(ctx, providers.ConnOptions{ApplicationName: o.ApplicationName, Principal: o.Principal, OnNotice: o.OnNotice, Part: true})
	if err != nil {
		return ofSource(a.Source, err)
	}
	if a.duck = source.Info().Dialect == providers.DuckDB; !a.duck {
		a.fills, err = fillingsOf(a.Into, columns)
	}
	return err
}

// connectFile connects to what writes a file.
func (a *adding) connectFile(ctx context.Context, source providers.Provider) error {
	maker, ok := source.(providers.FileMaker)
	if !ok {
		return sqlstate.New(sqlstate.FeatureNotSupported, "the source %q makes no files", a.Source)
	}
	file, err := maker.MakeFile(ctx, *a.File)
	if err != nil {
		return ofSource(a.Source, err)
	}
	a.file, a.conn, a.duck = file, file, true
	return nil
}

// statement adds the rows to a table of an embedded source, or makes a file of them.
func (a *adding) statement() providers.Statement {
	if a.file != nil {
		return a.file.Statement(a.Table)
	}
	return providers.Statement{SQL: a.SQL, Verb: a.Verb}
}

// understand has the source prepare the statement.
func (a *adding) understand(ctx context.Context) error {
	var d providers.Description
	var err error
	if a.duck {
		streamer, ok := a.conn.(providers.Streamer)
		if !ok {
			return sqlstate.New(sqlstate.FeatureNotSupported, "the source %q takes no rows of other sources", a.Source)
		}
		if err := streamer.Stream(ctx, providers.Stream{Table: a.Table, Columns: a.streamed(), Where: "adding rows to " + a.name(), Open: a.query}); err != nil {
			return err
		}
		d, err = a.conn.Describe(ctx, a.statement())
	} else {
		d, err = a.conn.Describe(ctx, a.part())
	}
	a.result = d.Columns
	return err
}

// streamed are the columns of the rows, as an embedded source reads them.
func (a *adding) streamed() []providers.Column {
	list := slices.Clone(a.run.columns)
	if a.Columns == nil {
		return list // they are the table's
	}
	for i := range list {
		list[i].Name = "c" + strconv.Itoa(i+1)
	}
	return list
}

func (a *adding) name() string { return a.Source + "." + a.Service + "." + a.Resource }

// query starts the query whose rows are added. Its errors are not those of the source that gets them.
func (a *adding) query(ctx context.Context, _ <-chan struct{}) (providers.Rows, error) {
	rows, err := a.run.conn.Streamer.Query(ctx, a.run.statement, a.run.args)
	if err != nil {
		a.asked = err
		return nil, err
	}
	return &queried{Rows: rows, adding: a}, nil
}

// queried are the rows of the query.
type queried struct {
	providers.Rows
	adding *adding
}

// Next returns the next row.
func (q *queried) Next() (providers.Row, error) {
	row, err := q.Rows.Next()
	q.note(err)
	return row, err
}

// BatchTypes are the query's.
func (q *queried) BatchTypes() []string { return batchTypes(q.Rows) }

// NextBatch returns the next rows.
func (q *queried) NextBatch() (providers.Batch, error) {
	b, err := nextBatch(q.Rows)
	q.note(err)
	return b, err
}

// note keeps the first error. That of a query that was ended, because the source did not take its rows, says nothing.
func (q *queried) note(err error) {
	if err != nil && !errors.Is(err, io.EOF) && q.adding.asked == nil && sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		q.adding.asked = err
	}
}

// ofTarget is the error of adding rows: that of the query, if it has failed, else one of the source.
func (a *adding) ofTarget(err error) error {
	if err != nil && a.asked != nil {
		return a.asked
	}
	return ofSourceOrNil(a.Source, err)
}

// endTransaction ends the transaction and gives the connection back.
func (a *adding) endTransaction(commit bool) (err error) {
	if a.ended || a.conn == nil {
		return nil
	}
	a.ended = true
	verb := "ROLLBACK"
	if commit {
		verb = "COMMIT"
	}
	rows, err := a.conn.Query(context.Background(), providers.Statement{SQL: verb, Verb: verb}, providers.Args{}) // it is short, and its outcome matters
	if err == nil {
		err = rows.Close()
	}
	if err == nil && commit && a.file != nil {
		err = a.file.Keep()
	}
	return ofSourceOrNil(a.Source, errors.Join(err, a.conn.Close()))
}

func ofSourceOrNil(name string, err error) error {
	if err == nil {
		return nil
	}
	return ofSource(name, err)
}

// endAdded ends the transaction of the rows with that of the connection.
func (c *conn) endAdded(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	a := c.added
	c.added = nil
	if err := a.endTransaction(s.Verb == "COMMIT"); err != nil {
		return nil, err
	}
	return c.Streamer.Query(ctx, s, args)
}

// describeInto tells what the statement takes and gives; nothing is added.
func (c *conn) describeInto(ctx context.Context, s providers.Statement) (d providers.Description, err error) {
	a := c.newAdding(s, providers.Args{})
	defer a.run.drop(&err)
	if err := a.run.makeEmpty(ctx); err != nil {
		return d, err
	}
	if d, err = a.run.describe(ctx); err != nil || !a.Returns {
		d.Columns = nil
		return d, err
	}
	defer a.endTransaction(false) //nolint:errcheck // nothing was done
	err = a.open(ctx, d.Columns)
	d.Columns = a.result
	return d, err
}

// runInto runs the query and adds its rows.
func (c *conn) runInto(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	if c.added != nil {
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s over several sources cannot run twice in a transaction", s.Verb)
	}
	a := c.newAdding(s, args)
	ctx, cancel := c.Limited(ctx)
	ctx, late := a.run.watched(ctx)
	ctx, a.giveUp = context.WithCancel(ctx)
	added := &addedRows{adding: a, ctx: ctx, cancel: func() { a.giveUp(); late(); cancel() }}
	if err = a.run.prepare(ctx); err == nil {
		err = added.begin()
	}
	if err == nil && !a.Returns {
		if _, err = added.Next(); errors.Is(err, io.EOF) {
			return added, nil
		}
	}
	if err != nil {
		return nil, added.finish(err)
	}
	return added, nil
}

// addedRows are the rows of RETURNING, if the statement has one. The statement's rows are added while these
// are read.
type addedRows struct {
	*adding
	ctx      context.Context //nolint:containedctx // of the statement, which lives as long
	cancel   context.CancelFunc
	from     providers.Rows // the query's, of a Postgres
	last     bool           // they are at their end
	returned providers.Rows // of the statement that runs; nil: none does
	count    int64
	tag      string
	over     error // why there is nothing more
}

// begin starts what adds the rows.
func (r *addedRows) begin() (err error) {
	if r.duck {
		r.returned, err = r.conn.Query(r.ctx, r.statement(), providers.Args{})
		return r.ofTarget(err)
	}
	r.from, err = r.query(r.ctx, nil)
	if gone := r.endLooking(); gone != nil {
		err = gone
	}
	return err
}

// Columns are those of RETURNING.
func (r *addedRows) Columns() []providers.Column {
	if r.Returns {
		return r.result
	}
	return nil
}

// Tag is INSERT's, or that of SELECT, which CREATE TABLE … AS has.
func (r *addedRows) Tag() string { return r.tag }

// Next returns the next row of RETURNING, and commits behind the last one.
func (r *addedRows) Next() (providers.Row, error) {
	for r.over == nil {
		if r.returned == nil {
			more, err := r.send()
			if err != nil {
				return nil, r.finish(err)
			}
			if !more {
				return nil, r.finish(io.EOF)
			}
		}
		row, err := r.returned.Next()
		if err == nil {
			return row, nil
		}
		tag := r.returned.Tag()
		if closing := r.returned.Close(); errors.Is(err, io.EOF) && closing != nil {
			err = closing
		}
		if r.returned = nil; !errors.Is(err, io.EOF) {
			return nil, r.finish(r.ofTarget(err))
		}
		n, _ := strconv.ParseInt(tag[strings.LastIndexByte(tag, ' ')+1:], 10, 64) // there is none in that of CREATE TABLE
		if r.count += n; r.duck {
			return nil, r.finish(io.EOF)
		}
	}
	return nil, r.over
}

// finish ends all: the transaction is committed where err is io.EOF, unless its end is that of the connection's.
func (r *addedRows) finish(err error) error {
	if r.over != nil {
		return r.over
	}
	c := r.run.conn
	done := errors.Is(err, io.EOF)
	failed := error(nil)
	if !done {
		failed = r.run.orLate(err)
	}
	if gone := r.endLooking(); gone != nil {
		failed = gone
	}
	if r.returned != nil {
		_ = r.returned.Close() // the first error is told
	}
	if r.from != nil {
		if closing := r.from.Close(); failed == nil {
			failed = closing
		}
	}
	r.run.drop(&failed)
	if done && failed == nil && c.Status() != providers.Idle {
		c.added = r.adding
	} else if ending := r.endTransaction(done && failed == nil); failed == nil {
		failed = ending
	}
	r.cancel()
	if r.over = failed; failed == nil {
		r.over = io.EOF
		r.tag = map[string]string{"INSERT": "INSERT 0 ", "COPY": "COPY "}[r.Verb]
		if r.tag == "" {
			r.tag = "SELECT "
		}
		r.tag += strconv.FormatInt(r.count, 10)
	}
	return r.over
}

// Close adds the remaining rows, as closing the result of any statement that writes does. The rows of
// RETURNING are dropped.
func (r *addedRows) Close() error { return providers.ReadToEnd(r) }
