package duckdb

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement with changes in WITH runs as several, in one transaction. The rows that a change returns are put into a
// temporary table, which the other parts read.

// runChanges runs the parts of a statement. What it returns is in memory, because the transaction ends here.
func (c *Conn) runChanges(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if wanted := paramsOf(s); len(args.Values) != wanted {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "bind message supplies %d parameters, but the statement requires %d", len(args.Values), wanted)
	}
	out := &table{}
	err := c.inOne(func() error {
		changed, reached := int64(-1), map[string]bool{}
		for _, part := range s.Parts {
			if err := refuseReached(part, reached); err != nil {
				return err
			}
			if part.Like != "" {
				if err := c.makeLike(part); err != nil {
					return err
				}
				continue
			}
			if part.Makes {
				if err := c.makeOf(s, part, argsOf(args, part), false); err != nil {
					return err
				}
				continue
			}
			rows, err := c.runPart(ctx, partOf(s, part), argsOf(args, part))
			if err != nil {
				return c.failPart(ctx, s, part, err)
			}
			list, err := readAll(rows, "the rows of a statement with changes in WITH")
			if err != nil {
				return sqlstate.Unplaced(err)
			}
			if part.Fails != nil && len(list) > 0 {
				return part.Fails
			}
			if part.Every != nil && int64(len(list)) != changed {
				return part.Every
			}
			if part.Verb != "SELECT" {
				changed = changedRows(rows.Tag())
				if err := c.noteReached(s, part, reached); err != nil {
					return err
				}
			}
			if part.Tag {
				out.tag = addedTag(out.tag, rows.Tag())
			}
			if part.Rows {
				out.columns, out.rows = rows.Columns(), list
			}
			if part.Table != "" {
				if err := c.fillPart(part, len(rows.Columns()), list); err != nil {
					return err
				}
			}
		}
		return c.dropPartTables(s)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// runPart runs one part.
func (c *Conn) runPart(ctx context.Context, part providers.Statement, args providers.Args) (providers.Rows, error) {
	if len(part.Setval) > 0 {
		return c.runSetval(ctx, part, args)
	}
	return c.runQuery(ctx, part, args)
}

// noteReached notes the tables that the actions of foreign keys have changed with a part.
func (c *Conn) noteReached(s providers.Statement, part providers.Step, reached map[string]bool) error {
	change, err := c.followedByKeys(partOf(s, part))
	if err != nil || change == nil {
		return err
	}
	for i := 0; i < len(change.Keys); i++ {
		k := change.Keys[i]
		direct := k.Referred(change.Table) && (change.Takes && k.Delete != "a" && k.Delete != "r" || change.Touches(k.Others) && k.Update != "a" && k.Update != "r")
		if further := reached[strings.ToLower(k.Table)] && (k.Delete != "a" || k.Update != "a"); (direct || further) && !reached[strings.ToLower(k.OwnTable)] {
			reached[strings.ToLower(k.OwnTable)], i = true, -1
		}
	}
	return nil
}

// refuseReached refuses to read or change a table that actions of foreign keys have changed: in Postgres they run when all
// parts have.
func refuseReached(part providers.Step, reached map[string]bool) error {
	for _, t := range definition.Tokens(part.SQL) {
		if reached[strings.ToLower(t.Name())] {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a change whose foreign keys act on table %q, which another part of the statement reads, is not supported", t.Name()).
				WithHint("Send the change by itself, in a transaction with the statement that uses its rows.")
		}
	}
	return nil
}

// addedTag is the command tag of a statement that changes rows by several parts.
func addedTag(before, tag string) string {
	if before == "" {
		return tag
	}
	return strings.TrimRight(tag, "0123456789") + strconv.FormatInt(changedRows(before)+changedRows(tag), 10)
}

// makeOf makes a table of the rows of a query; of none, where empty is set.
func (c *Conn) makeOf(s providers.Statement, part providers.Step, args providers.Args, empty bool) error {
	query := partOf(s, part)
	query.SQL, query.Verb = "CREATE OR REPLACE TEMP TABLE "+native.Ident(part.Table)+" AS "+part.SQL, "CREATE TABLE AS"
	if empty {
		query.SQL = "CREATE OR REPLACE TEMP TABLE " + native.Ident(part.Table) + " AS SELECT * FROM (" + part.SQL + ") LIMIT 0"
	}
	p, err := c.preparedWith(query, args)
	if err != nil {
		return sqlstate.Unplaced(err)
	}
	if err := c.binder.Bind(p.stmt, p.params, args); err != nil {
		return err
	}
	if err := c.executePrepared(p); err != nil {
		return sqlstate.Unplaced(c.provider.translateError(err, part.SQL, nil))
	}
	return nil
}

// failPart returns the error of a part that failed, with the constraint that it breaks.
func (c *Conn) failPart(ctx context.Context, s providers.Statement, part providers.Step, err error) error {
	if e := (*sqlstate.Error)(nil); errors.As(err, &e) {
		own := partOf(s, part)
		for _, p := range s.Parts {
			if p.Like != "" { // rows that broke a constraint there would have broken that of the table
				name := definition.LastName(p.Like)
				e.Message, own.SQL = strings.ReplaceAll(e.Message, p.Table, name), strings.ReplaceAll(own.SQL, native.Ident(p.Table), p.Like)
				if e.Table == p.Table {
					e.Table = name
				}
			}
		}
		c.nameBroken(ctx, e, own)
	}
	return sqlstate.Unplaced(err)
}

// makeLike makes a table with the columns, defaults and checks of another one, without its keys.
func (c *Conn) makeLike(part providers.Step) error {
	found, err := c.lookUpTable(part.Like)
	switch {
	case err != nil:
		return err
	case found == nil:
		return c.errNoRelation(part.Like)
	}
	t, err := c.readTableOf(found[0], found[1], found[2])
	switch {
	case err != nil:
		return err
	case t == nil:
		return c.errNoRelation(part.Like)
	}
	if err := native.Run(c.conn, "CREATE OR REPLACE TEMP TABLE "+native.Ident(part.Table)+" ("+strings.Join(t.WithoutKeys(), ", ")+")"); err != nil {
		return sqlstate.Unplaced(c.provider.translateError(err, "", nil))
	}
	return nil
}

// paramsOf is how many parameters a statement has.
func paramsOf(s providers.Statement) int {
	count := len(s.ParamTypes)
	for _, part := range s.Parts {
		for _, n := range part.Params {
			count = max(count, n)
		}
	}
	return count
}

// partOf is the statement of a part.
func partOf(s providers.Statement, part providers.Step) providers.Statement {
	one := providers.Statement{SQL: part.SQL, Verb: part.Verb}
	for _, n := range part.Params {
		var oid uint32
		if n <= len(s.ParamTypes) {
			oid = s.ParamTypes[n-1]
		}
		one.ParamTypes = append(one.ParamTypes, oid)
	}
	if part.Sets {
		one.Setval = []string{"setval"}
	}
	if part.Rows {
		one.Results, one.Origins = s.Results, s.Origins
	}
	return one
}

// argsOf are the arguments of a part.
func argsOf(args providers.Args, part providers.Step) (own providers.Args) {
	for _, n := range part.Params {
		own.Values = append(own.Values, args.Values[n-1])
		own.Formats = append(own.Formats, providers.FormatAt(args.Formats, n-1))
	}
	return own
}

func partTable(part providers.Step) string { return "temp.main." + native.Ident(part.Table) }

// makePart makes the table of a part's rows.
func (c *Conn) makePart(part providers.Step) error {
	if err := native.Run(c.conn, "CREATE OR REPLACE TEMP TABLE "+native.Ident(part.Table)+" AS "+part.Shape); err != nil {
		return sqlstate.Unplaced(c.provider.translateError(err, part.Shape, nil))
	}
	return nil
}

// mostFilled is how many values one INSERT of fillPart has.
const mostFilled = 512

// fillPart makes the table of a part's rows, and puts the rows there.
func (c *Conn) fillPart(part providers.Step, columns int, rows []providers.Row) error {
	if err := c.makePart(part); err != nil {
		return err
	}
	made, err := c.preparedFor(providers.Statement{SQL: "SELECT * FROM " + partTable(part), Verb: "SELECT", ReadOnly: true})
	if err != nil {
		return err
	}
	for several := range slices.Chunk(rows, max(1, mostFilled/max(1, columns))) {
		var args providers.Args
		var tuples []string
		var types []uint32
		for _, row := range several {
			params := make([]string, len(row))
			for i, value := range row {
				args.Values = append(args.Values, value)
				params[i] = "$" + strconv.Itoa(len(args.Values))
				types = append(types, 0)
				if i < len(made.columns) && made.columns[i].Elements != 0 { // DuckDB makes no array of an enum of one text
					types[len(types)-1] = pgtype.TextArrayOID
					params[i] += "::VARCHAR[]"
				}
			}
			tuples = append(tuples, "("+strings.Join(params, ", ")+")")
		}
		p, err := c.preparedFor(providers.Statement{SQL: "INSERT INTO " + partTable(part) + " VALUES " + strings.Join(tuples, ", "), Verb: "INSERT", ParamTypes: types})
		if err != nil {
			return err
		}
		if err := c.binder.Bind(p.stmt, p.params, args); err != nil {
			return err
		}
		if err := c.executePrepared(p); err != nil {
			return c.provider.translateError(err, "", nil)
		}
	}
	return nil
}

// executePrepared runs a statement that returns nothing.
func (c *Conn) executePrepared(p *prepared) error {
	var res lib.Result
	defer lib.DestroyResult(&res)
	var executed lib.State
	c.memory.Call(func() { executed = lib.ExecutePrepared(p.stmt, &res) })
	if executed == lib.StateError {
		return native.Error(lib.ResultError(&res))
	}
	return nil
}

// dropPartTables drops the tables, and the prepared statements that name them.
func (c *Conn) dropPartTables(s providers.Statement) error {
	for _, part := range s.Parts {
		if part.Table == "" {
			continue
		}
		for _, key := range slices.Clone(c.preparedKeys) {
			if strings.Contains(key, native.Ident(part.Table)) {
				c.dropPrepared(key)
			}
		}
		if err := native.Run(c.conn, "DROP TABLE IF EXISTS "+partTable(part)); err != nil {
			return c.provider.translateError(err, "", nil)
		}
	}
	return nil
}

// describeChanges describes the parameters of all parts, and the rows that one of them returns.
func (c *Conn) describeChanges(s providers.Statement) (d providers.Description, err error) {
	d.Params = make([]uint32, paramsOf(s))
	err = c.inOne(func() error {
		for _, part := range s.Parts {
			if part.Like != "" {
				if err := c.makeLike(part); err != nil {
					return err
				}
				continue
			}
			p, err := c.preparedFor(partOf(s, part))
			if err != nil {
				return sqlstate.Unplaced(err)
			}
			for i, n := range part.Params {
				if i < len(p.params) && d.Params[n-1] == 0 {
					d.Params[n-1] = p.params[i].OID
				}
			}
			if part.Rows && p.returns {
				d.Columns = p.columns
			}
			if part.Makes {
				if err := c.makeOf(s, part, providers.Args{Values: make([][]byte, len(part.Params))}, true); err != nil {
					return err
				}
			} else if part.Table != "" {
				if err := c.makePart(part); err != nil {
					return err
				}
			}
		}
		return c.dropPartTables(s)
	})
	return d, err
}
