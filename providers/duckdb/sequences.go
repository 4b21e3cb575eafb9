package duckdb

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// DuckDB's sequences cannot be set. One that shall count on from another value is made anew; the defaults of columns that
// take their values from it are taken away before, and put back.

// sequence has the definition of a sequence and its state.
type sequence struct {
	object
	start, least, most, step string
	cycles                   bool
	first                    string // where RESTART begins: start, if the sequence was not set
	last                     string // the value that it has returned last; "": none
	comment                  string
	called                   bool // start has been returned
}

// readSequence reads a sequence.
func (c *Conn) readSequence(o object) (s sequence, err error) {
	rows, err := c.collectText(`SELECT CAST(start_value AS VARCHAR), CAST(min_value AS VARCHAR), CAST(max_value AS VARCHAR), CAST(increment_by AS VARCHAR), CAST(cycle AS VARCHAR), coalesce(CAST(last_value AS VARCHAR), ''), coalesce(comment, '') FROM duckdb_sequences() WHERE database_name = ` +
		native.Text(o.database) + ` AND schema_name = ` + native.Text(o.schema) + ` AND sequence_name = ` + native.Text(o.name))
	if err != nil || len(rows) != 1 {
		return s, err
	}
	v := rows[0]
	s = sequence{object: o, start: v[0], first: v[0], least: v[1], most: v[2], step: v[3], cycles: v[4] == "true", last: v[5], comment: v[6]}
	if m := firstMark.FindStringSubmatch(s.comment); m != nil {
		s.first, s.comment = m[1], s.comment[len(m[0]):]
	}
	return s, nil
}

// firstMark begins the comment of a sequence that was set: DuckDB knows where the sequence that was made anew begins, and this is
// where the sequence began before.
var firstMark = regexp.MustCompile(`^sallyport:\{"start":"(-?\d+)"\}`)

// keptComment is the comment with firstMark before it, if the sequence was set.
func (s sequence) keptComment() string {
	if s.first == s.start {
		return s.comment
	}
	return `sallyport:{"start":"` + s.first + `"}` + s.comment
}

// commentOn is the statement that comments on the sequence.
func (s sequence) commentOn() string {
	return "COMMENT ON SEQUENCE " + s.path() + " IS " + native.Text(s.keptComment())
}

// commentSequence runs a COMMENT ON SEQUENCE: what is kept in the comment stays. done is false for any other statement.
func (c *Conn) commentSequence(s providers.Statement) (rows providers.Rows, done bool, err error) {
	list := definition.Tokens(s.SQL)
	is := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("IS") })
	if len(list) < 5 || !list[0].Is("COMMENT") || !list[2].Is("SEQUENCE") || is < 4 {
		return nil, false, nil
	}
	o, err := c.lookUpSequence(s.SQL[list[3].At:list[is-1].End])
	if err != nil {
		return nil, true, err
	}
	q, err := c.readSequence(*o)
	if err != nil || q.first == q.start {
		return nil, err != nil, err
	}
	if c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly() {
		return nil, true, errReadOnly("COMMENT")
	}
	text, err := c.collectText("SELECT coalesce(" + strings.TrimRight(s.SQL[list[is].End:], "; \n") + ", '')")
	if err != nil {
		return nil, true, err
	}
	q.comment = text[0][0]
	if err := c.runSteps([]string{q.commentOn()}); err != nil {
		return nil, true, err
	}
	c.tx.catalog = true
	c.provider.version.Add(1)
	return &table{tag: "COMMENT"}, true, nil
}

func (s sequence) path() string {
	return strings.Join(quoteIdents([]string{s.database, s.schema, s.name}), ".")
}

// create is the statement that makes a sequence.
func (s sequence) create() string {
	cycle := ""
	if s.cycles {
		cycle = " CYCLE"
	}
	return "CREATE SEQUENCE " + s.path() + " INCREMENT BY " + s.step + " MINVALUE " + s.least + " MAXVALUE " + s.most + " START WITH " + s.start + cycle
}

// resetSequence makes a sequence anew, with what change has changed of it.
func (c *Conn) resetSequence(ctx context.Context, o object, change func(*sequence)) error {
	s, err := c.readSequence(o)
	if err != nil {
		return err
	}
	if change != nil {
		change(&s)
	}
	columns, err := c.collectText(`SELECT table_name, column_name, column_default, schema_name FROM duckdb_columns() WHERE database_name = ` + native.Text(o.database) +
		` AND contains(column_default, 'nextval(') AND contains(column_default, ` + native.Text(o.name) + `)`)
	if err != nil {
		return err
	}
	alter := func(row []string, action string) error {
		defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
		c.unsaid = true
		_, err := c.runDefinition(ctx, providers.Statement{Verb: "ALTER TABLE", SQL: "ALTER TABLE " + native.Ident(row[3]) + "." + native.Ident(row[0]) + " ALTER COLUMN " + native.Ident(row[1]) + action}, providers.Args{})
		return err
	}
	for _, row := range columns {
		if err := alter(row, " DROP DEFAULT"); err != nil {
			return err
		}
	}
	old := o
	steps := []string{"DROP SEQUENCE " + strings.Join(quoteIdents([]string{old.database, old.schema, old.name}), "."), s.create()}
	if s.keptComment() != "" {
		steps = append(steps, s.commentOn())
	}
	if s.called {
		steps = append(steps, "SELECT nextval("+native.Text(s.path())+")")
	}
	if err := c.runSteps(steps); err != nil {
		return err
	}
	for _, row := range columns {
		if s.name != old.name {
			row[2] = strings.ReplaceAll(row[2], old.name, s.name)
		}
		if err := alter(row, " SET DEFAULT "+row[2]); err != nil {
			return err
		}
	}
	c.tx.catalog, c.tx.changes.unkept = true, "a sequence was set in the transaction"
	c.provider.version.Add(1)
	return nil
}
