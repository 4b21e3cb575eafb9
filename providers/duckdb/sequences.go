package duckdb

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's sequences cannot be set. One that shall count on from another value is made anew; the defaults of columns that
// take their values from it are taken away before, and put back. What DuckDB does not keep of a sequence is in its comment.

// sequence has the definition of a sequence and its state.
type sequence struct {
	object
	start, least, most, step string // start is where DuckDB begins to count
	cycles                   bool
	last                     string // the value that it has returned last; "": none
	called                   bool   // start has been returned
	kept                     keptSequence
}

// keptSequence is what the comment of a sequence keeps besides the client's comment. pgcatalog's base.sql reads it.
type keptSequence struct {
	Start   string `json:"start,omitempty"` // its START, where DuckDB begins elsewhere
	Type    string `json:"type,omitempty"`  // smallint, integer or bigint, where its bounds do not tell
	Owned   *bool  `json:"owned,omitempty"` // by the column whose default draws from it; nil: its name tells
	Comment string `json:"comment,omitempty"`
}

const keptSequencePrefix = "sallyport:"

// readComment reads the comment of a sequence.
func (k *keptSequence) readComment(comment string) {
	rest, ok := strings.CutPrefix(comment, keptSequencePrefix)
	if !ok || json.Unmarshal([]byte(rest), k) != nil {
		*k = keptSequence{Comment: comment}
	}
}

// comment is the comment that DuckDB keeps; "": none.
func (k keptSequence) comment() string {
	if k == (keptSequence{Comment: k.Comment}) && !strings.HasPrefix(k.Comment, keptSequencePrefix) {
		return k.Comment
	}
	text, err := json.Marshal(k)
	if err != nil { // texts and a truth value
		return ""
	}
	return keptSequencePrefix + string(text)
}

// readSequence reads a sequence.
func (c *Conn) readSequence(o object) (s sequence, err error) {
	rows, err := c.collectText(`SELECT CAST(start_value AS VARCHAR), CAST(min_value AS VARCHAR), CAST(max_value AS VARCHAR), CAST(increment_by AS VARCHAR), CAST(cycle AS VARCHAR), coalesce(CAST(last_value AS VARCHAR), ''), coalesce(comment, '') FROM duckdb_sequences() WHERE database_name = ` +
		native.Text(o.database) + ` AND schema_name = ` + native.Text(o.schema) + ` AND sequence_name = ` + native.Text(o.name))
	if err != nil || len(rows) != 1 {
		return s, err
	}
	v := rows[0]
	s = sequence{object: o, start: v[0], least: v[1], most: v[2], step: v[3], cycles: v[4] == "true", last: v[5]}
	s.kept.readComment(v[6])
	if s.kept.Start == "" {
		s.kept.Start = s.start
	}
	return s, nil
}

func (s sequence) path() string {
	return native.Path(s.database, s.schema, s.name)
}

// key is the name of a sequence by which a session's draws are noted.
func (o object) key() string {
	if o.database == "temp" {
		return strings.ToLower("temp." + o.name)
	}
	return strings.ToLower(o.schema + "." + o.name)
}

// options are the options of the statement that makes a sequence.
func (s sequence) options() string {
	cycle := ""
	if s.cycles {
		cycle = " CYCLE"
	}
	return " INCREMENT BY " + s.step + " MINVALUE " + s.least + " MAXVALUE " + s.most + " START WITH " + s.start + cycle
}

// steps are the statements that make a sequence.
func (s sequence) steps() []string {
	temporary := ""
	if s.database == "temp" {
		temporary = "TEMPORARY "
	}
	steps := []string{"CREATE " + temporary + "SEQUENCE " + s.path() + s.options()}
	if s.kept.Start == s.start {
		s.kept.Start = ""
	}
	if comment := s.kept.comment(); comment != "" {
		steps = append(steps, "COMMENT ON SEQUENCE "+s.path()+" IS "+native.Text(comment))
	}
	if s.called {
		steps = append(steps, "SELECT nextval("+native.Text(s.path())+")")
	}
	return steps
}

// drawing are the columns whose defaults draw from a sequence, as schema, table, name and default.
func (c *Conn) drawing(o object) (columns [][]string, err error) {
	rows, err := c.collectText(`SELECT schema_name, table_name, column_name, column_default FROM duckdb_columns() WHERE database_name = ` + native.Text(o.database) +
		` AND contains(column_default, 'nextval(') AND contains(column_default, ` + native.Text(o.name) + `) ORDER BY table_oid, column_index`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for _, name := range columndef.SequencesIn(row[3]) {
			parts := definition.SplitName(name)
			if n := len(parts); n == 0 || parts[n-1] != o.name || n > 1 && parts[n-2] != o.schema || n == 1 && row[0] != o.schema {
				continue
			}
			columns = append(columns, row)
			break
		}
	}
	return columns, nil
}

// alterDefault changes the default of a column that draws from a sequence.
func (c *Conn) alterDefault(ctx context.Context, column []string, action string) error {
	defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
	c.unsaid = true
	_, err := c.runDefinition(ctx, providers.Statement{Verb: "ALTER TABLE", SQL: "ALTER TABLE " + native.Ident(column[0]) + "." + native.Ident(column[1]) + " ALTER COLUMN " + native.Ident(column[2]) + action}, providers.Args{})
	return err
}

// resetSequence makes a sequence anew, with what change has changed of it.
func (c *Conn) resetSequence(ctx context.Context, o object, change func(*sequence)) error {
	s, err := c.readSequence(o)
	if err != nil {
		return err
	}
	change(&s)
	columns, err := c.drawing(o)
	if err != nil {
		return err
	}
	for _, column := range columns {
		if err := c.alterDefault(ctx, column, " DROP DEFAULT"); err != nil {
			return err
		}
	}
	drop := "DROP SEQUENCE " + native.Path(o.database, o.schema, o.name)
	if err := c.runSteps(slices.Concat([]string{drop}, s.steps())); err != nil {
		return err
	}
	for _, column := range columns {
		if s.name != o.name {
			column[3] = strings.ReplaceAll(column[3], o.name, s.name)
		}
		if err := c.alterDefault(ctx, column, " SET DEFAULT "+column[3]); err != nil {
			return err
		}
	}
	c.provider.drawn.rename(c.connection(), o.key(), s.key())
	c.tx.catalog, c.tx.changes.unkept = true, "a sequence was set in the transaction"
	c.provider.version.Add(1)
	return nil
}

// dropSequence drops a sequence and, with CASCADE, the defaults that draw from it.
func (c *Conn) dropSequence(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, o *object) (rows providers.Rows, err error) {
	columns, err := c.drawing(*o)
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if columndef.IdentityOf(column[3]) != 0 {
			return nil, ofTable(sqlstate.New(dependentObjects, "cannot drop sequence %s because column %s of table %s requires it", o.name, column[2], column[1]).
				WithHint("You can drop column %s of table %s instead.", column[2], column[1]), column[0], column[1])
		}
	}
	if len(columns) > 0 && !d.Cascade {
		return nil, ofTable(sqlstate.New(dependentObjects, "cannot drop sequence %s because other objects depend on it", o.name).
			WithDetail("default value for column %s of table %s depends on sequence %s", columns[0][2], columns[0][1], o.name).
			WithHint("Use DROP ... CASCADE to drop the dependent objects too."), columns[0][0], columns[0][1])
	}
	err = c.inOne(func() error {
		for _, column := range columns {
			if err := c.alterDefault(ctx, column, " DROP DEFAULT"); err != nil {
				return err
			}
		}
		rows, err = c.runMeant(ctx, s, args)
		return err
	})
	if err == nil {
		c.provider.drawn.forget(c.connection(), o.key())
	}
	if err == nil && len(columns) > 0 {
		c.sendNotice(sqlstate.SuccessfulCompletion, "drop cascades to default value for column "+columns[0][2]+" of table "+columns[0][1])
	}
	return rows, err
}

// ofTable notes the table that an error tells of, of which not everybody may hear.
func ofTable(e *sqlstate.Error, schema, table string) *sqlstate.Error {
	e.Schema, e.Table = schema, table
	return e
}

// commentKept runs COMMENT ON SEQUENCE and ON INDEX: their comments keep more than the client's.
func (c *Conn) commentKept(s providers.Statement, kind string) (providers.Rows, error) {
	written, rest := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[3:])
	o, err := c.lookUpObject(kind, written)
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", definition.LastName(written))
	case o.kind != kind:
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not %s", o.name, article(kind))
	case c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly():
		return nil, errReadOnly("COMMENT")
	}
	rows, err := c.collectText("SELECT coalesce(CAST(" + strings.TrimRight(s.SQL[rest[0].End:], "; \n") + " AS VARCHAR), '')")
	if err != nil {
		return nil, err
	}
	comment, list := rows[0][0], "sequence"
	if kind == "INDEX" {
		list = "index"
	}
	where := ` WHERE database_name = ` + native.Text(o.database) + ` AND schema_name = ` + native.Text(o.schema) + ` AND ` + list + `_name = ` + native.Text(o.name)
	old, err := c.collectText(`SELECT coalesce(comment, '') FROM duckdb_` + strings.Replace(list, "index", "indexe", 1) + `s()` + where)
	if err != nil || len(old) == 0 {
		return nil, err
	}
	if kind == "INDEX" {
		kept := providers.ReadKeptIndex(old[0][0])
		kept.Comment = comment
		comment = kept.Text()
	} else {
		var kept keptSequence
		kept.readComment(old[0][0])
		kept.Comment = comment
		comment = kept.comment()
	}
	path := native.Path(o.database, o.schema, o.name)
	err = c.inOne(func() error {
		c.tx.catalog = true
		c.provider.version.Add(1)
		return c.runSteps([]string{"COMMENT ON " + kind + " " + path + " IS " + native.Text(comment)})
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: "COMMENT"}, nil
}
