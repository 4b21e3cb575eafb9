package federation

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Kept rows are tables of the DuckDB that runs the statements. A refresh puts the new rows in the place of the
// old ones at once, when all of them have come. A statement that reads the old rows meanwhile reads them to
// their end.

// kept is what a federation keeps.
type kept struct {
	// of is how many rows each table has; a table that does not exist is not in it.
	of map[string]int64
	// making are the tables that are being made.
	making map[string]bool
	// placed says that the schema of the tables is there.
	placed bool
}

var _ providers.Keeper = (*conn)(nil)

// checkKept is the error of a statement that reads rows that are not there. 55000: they were not kept yet, or the
// server was started anew.
func (f *Federation) checkKept(list []providers.Kept) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, k := range list {
		if _, there := f.kept.of[k.Table]; !there {
			return sqlstate.New(sqlstate.ObjectNotInState, "materialized view %q has not been populated", k.Name).
				WithHint("Use the REFRESH MATERIALIZED VIEW command: its rows are kept until the server ends.")
		}
	}
	return nil
}

// beginKeeping reserves a table's name for the statement that makes it. 55P03: another statement makes that table.
func (f *Federation) beginKeeping(table string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept.making[table] {
		return sqlstate.New(sqlstate.LockNotAvailable, "another statement reads the rows of this view already").WithHint("Try again when it is done.")
	}
	if f.kept.of == nil {
		f.kept.of, f.kept.making = map[string]int64{}, map[string]bool{}
	}
	f.kept.making[table] = true
	return nil
}

func (f *Federation) endKeeping(table string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.kept.making, table)
}

// keeps notes how many rows a table has; fewer than none: there is no table. It returns how many there are in all
// tables.
func (f *Federation) keeps(table string, rows int64) (all int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if rows < 0 {
		delete(f.kept.of, table)
	} else {
		f.kept.of[table] = rows
	}
	for _, n := range f.kept.of {
		all += n
	}
	return all
}

func keptTable(table string) string { return providers.KeptSchema + "." + quoted(table) }

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// making is the text around a query that makes a table of its rows.
type making struct{ before, after string }

// keepRows runs the query of a statement and keeps its rows. 25001: a transaction is open, and what is kept is no
// part of it.
func (c *conn) keepRows(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	f, table, verb := c.federation, s.Keep.Table, s.Verb
	if c.Status() != providers.Idle {
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s over APIs cannot run inside a transaction block", verb).WithHint("End the transaction first.")
	}
	if s.Keep.Empty {
		return &done{tag: verb}, c.Forget(ctx, table)
	}
	if err := f.beginKeeping(table); err != nil {
		return nil, err
	}
	defer f.endKeeping(table)
	if err := c.place(ctx); err != nil {
		return nil, err
	}
	into := making{before: "CREATE OR REPLACE TABLE " + keptTable(table) + " AS SELECT * FROM (", after: ") AS kept_rows"}
	names := make([]string, len(s.Keep.Columns))
	for i, name := range s.Keep.Columns {
		names[i] = quoted(name)
	}
	if len(names) > 0 {
		into.after += "(" + strings.Join(names, ", ") + ")"
	}
	s.Verb, s.Keep, s.ReadOnly = "SELECT", nil, true
	args.MaxRows, args.ResultFormats = 0, nil
	rows, err := c.query(ctx, s, args, &into)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(providers.ReadToEnd(rows), rows.Close()); err != nil {
		return nil, err
	}
	count, err := strconv.ParseInt(rows.Tag()[strings.LastIndexByte(rows.Tag(), ' ')+1:], 10, 64)
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.InternalError, "it is not known how many rows were kept")
	}
	if all, most := f.keeps(table, count), f.options.Limits.Rows; all > most {
		full := sqlstate.New(sqlstate.ProgramLimitExceeded, "materialized views over APIs would keep more than %d rows", most).
			WithHint("Drop others, or have the query return fewer rows; the limit is limits.api_max_rows.")
		return nil, errors.Join(full, c.Forget(ctx, table))
	}
	if verb == "CREATE MATERIALIZED VIEW" { // as PostgreSQL's tag is
		verb = "SELECT " + strconv.FormatInt(count, 10)
	}
	return &done{tag: verb}, nil
}

// place makes the schema of the tables, once: a client is told of a schema that is there already.
func (c *conn) place(ctx context.Context) error {
	f := c.federation
	f.mu.Lock()
	placed := f.kept.placed
	f.mu.Unlock()
	if placed {
		return nil
	}
	if err := c.execute(ctx, "CREATE SCHEMA", "CREATE SCHEMA IF NOT EXISTS "+providers.KeptSchema); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept.placed = true
	return nil
}

// Forget drops rows that are kept.
func (c *conn) Forget(ctx context.Context, tables ...string) error {
	for _, table := range tables {
		c.federation.mu.Lock()
		_, there := c.federation.kept.of[table]
		c.federation.mu.Unlock()
		if !there {
			continue
		}
		c.federation.keeps(table, -1)
		if err := c.execute(ctx, "DROP TABLE", "DROP TABLE IF EXISTS "+keptTable(table)); err != nil {
			return err
		}
	}
	return nil
}

// execute runs a statement of ours.
func (c *conn) execute(ctx context.Context, verb, sql string) error {
	rows, err := c.Streamer.Query(ctx, providers.Statement{SQL: sql, Verb: verb}, providers.Args{})
	if err != nil {
		return err
	}
	return cmp.Or(providers.ReadToEnd(rows), rows.Close())
}

// done is the result of a statement that returns no rows.
type done struct{ tag string }

// Columns are none.
func (*done) Columns() []providers.Column { return nil }

// Next returns io.EOF.
func (*done) Next() (providers.Row, error) { return nil, io.EOF }

// Tag is the command tag.
func (d *done) Tag() string { return d.tag }

// Close does nothing.
func (*done) Close() error { return nil }
