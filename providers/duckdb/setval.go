package duckdb

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func setvalColumns(names []string) []providers.Column {
	columns := make([]providers.Column, len(names))
	for i, name := range names {
		columns[i] = providers.Column{Name: name, Type: pgtype.Int8OID, TypeMod: -1, Size: 8}
	}
	return columns
}

// runSetval runs a SELECT of calls of setval. Its rows have, for each call, the name of a sequence, a value, and whether the
// value was returned.
func (c *Conn) runSetval(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if c.mayNotWrite() {
		return nil, errReadOnly("setval()")
	}
	out := &table{columns: setvalColumns(s.Setval)}
	err := c.inOne(func() error {
		rows, err := c.runOne(ctx, s, args)
		if err != nil {
			return err
		}
		calls, err := readAll(rows, "the sequences of setval")
		if err != nil {
			return err
		}
		for _, row := range calls {
			values := make(providers.Row, len(s.Setval))
			for i := range values {
				call := row[3*i : 3*i+3]
				if call[0] == nil || call[1] == nil || call[2] == nil {
					continue
				}
				if err := c.setSequence(ctx, string(call[0]), string(call[1]), string(call[2]) == "t"); err != nil {
					return err
				}
				values[i] = call[1]
			}
			out.rows = append(out.rows, values)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.tag = commandTag(verb(s), int64(len(out.rows)))
	return out, nil
}

// maxCollected is how many bytes of rows a statement may hold in Go's memory.
const maxCollected = 64 << 20

// readAll reads rows into memory, within a bound. The error for more rows calls them what. The caller holds mu.
func readAll(rows providers.Rows, what string) (list []providers.Row, err error) {
	r, streams := rows.(*result)
	size := 0
	for {
		if streams && r.taken == len(r.cells) {
			err = r.fillBatch()
		}
		var row providers.Row
		switch {
		case err != nil:
		case streams:
			row = r.takeRow()
		default:
			row, err = rows.Next()
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return list, err
		}
		kept := make(providers.Row, len(row))
		size += 24 * (len(row) + 1)
		for i, v := range row {
			size += len(v)
			if v != nil {
				kept[i] = append([]byte{}, v...)
			}
		}
		if size > maxCollected {
			if streams {
				r.endWith(nil)
			}
			return nil, sqlstate.New(sqlstate.ProgramLimitExceeded, "%s take more than %d MiB", what, maxCollected>>20).
				WithHint("Change fewer rows at a time.")
		}
		list = append(list, kept)
	}
}

// setSequence sets a sequence to a value: the last that was returned, or the next.
func (c *Conn) setSequence(ctx context.Context, written, value string, called bool) error {
	o, err := c.lookUpSequence(written)
	if err != nil {
		return err
	}
	s, err := c.readSequence(*o)
	if err != nil {
		return err
	}
	n, least, most := sequence.Number(value), sequence.Number(s.Least), sequence.Number(s.Most)
	if n < least || n > most {
		return sqlstate.New(sqlstate.NumericOutOfRange, "setval: value %d is out of bounds for sequence %q (%d..%d)", n, o.Name, least, most)
	}
	if err := c.resetSequence(ctx, *o, func(s *sequence.Sequence) { s.Start, s.Called = value, called }); err != nil {
		return err
	}
	c.provider.bySession.Draws.NoteSet(c.conn, o.Key(), n, called)
	if c.tx.status != providers.Idle {
		if c.tx.set == nil {
			c.tx.set = map[string]setSequence{}
		}
		c.tx.set[o.Key()] = setSequence{*o, value, called}
	}
	return nil
}

// setSequence is a sequence that was set in a transaction.
type setSequence struct {
	object.Object
	value  string
	called bool
}

// setAgain sets the sequences again that a rolled back transaction had set, because Postgres does not take setval back.
func (c *Conn) setAgain(set map[string]setSequence) {
	for key, s := range set {
		if value, drew := c.provider.bySession.Draws.DrawnSinceSet(c.conn, key); drew {
			s.value, s.called = strconv.FormatInt(value, 10), true
		}
		err := c.inOne(func() error {
			there, err := c.readSequence(s.Object)
			if err != nil || there.Name == "" { // the transaction had made it
				return err
			}
			return c.resetSequence(context.Background(), s.Object, func(to *sequence.Sequence) { to.Start, to.Called = s.value, s.called })
		})
		if err != nil {
			c.sendWarning(sqlstate.SerializationFailure, "the sequence "+s.Name+" is as it was before the transaction: another session has changed it")
		}
	}
}

func (c *Conn) lookUpSequence(written string) (*object.Object, error) {
	o, err := c.lookUpObject("SEQUENCE", written)
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, c.errNoRelation(written)
	case o.Kind != "SEQUENCE":
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a sequence", o.Name)
	}
	return o, nil
}

// checkDraws refuses currval and lastval while there are defaults that note nothing: earlier versions have made them.
func (c *Conn) checkDraws(sql string) error {
	if !strings.Contains(sql, "pg__currval(") && !strings.Contains(sql, "pg__lastval(") {
		return nil
	}
	rows, err := c.collectText(`SELECT table_name, column_name FROM duckdb_columns() WHERE database_name = ` + native.Text(c.provider.options.Name) +
		` AND contains(column_default, 'nextval(') AND NOT contains(column_default, 'pg__drawn(') LIMIT 1`)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "currval and lastval are not supported: the default of column %q of table %q was made by an earlier version", rows[0][1], rows[0][0]).
			WithHint("Set the default anew: ALTER TABLE … ALTER COLUMN … SET DEFAULT nextval(…).")
	}
	return err
}
