package duckdb

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB drops one object per statement, and requires a value for every column in an INSERT without
// a column list. Postgres does neither, so such statements are rewritten here.

// splitDrop splits DROP … a, b, c into one statement for each name. It returns nil for any other
// statement.
func splitDrop(s providers.Statement) []string {
	if !strings.HasPrefix(verb(s), "DROP") {
		return nil
	}
	sql, words := s.SQL, lexical.Scan(s.SQL).Words
	if len(words) < 2 || words[0] != "DROP" || !slices.Contains(splittableKinds, words[1]) {
		return nil
	}
	skipped := 2 // DROP TABLE
	if len(words) > 3 && words[2] == "IF" && words[3] == "EXISTS" {
		skipped = 4 // IF EXISTS
	}
	start, last := wordEnd(sql, skipped), len(strings.TrimRight(sql, " \t\r\n;"))
	var names []string
	for i := start; i < last; {
		end := max(lexical.SkipQuoted(sql, i), i+1)
		if sql[i] == ',' {
			names = append(names, sql[start:i])
			start = end
		}
		i = end
	}
	if len(names) == 0 || start >= last {
		return nil
	}
	names = append(names, sql[start:last])
	final, behaviour := strings.TrimSpace(names[len(names)-1]), ""
	for _, word := range []string{" CASCADE", " RESTRICT"} {
		if at := len(final) - len(word); at > 0 && strings.EqualFold(final[at:], word) {
			names[len(names)-1], behaviour = final[:at], word
		}
	}
	for i, name := range names {
		names[i] = strings.Join(words[:skipped], " ") + " " + strings.TrimSpace(name) + behaviour
	}
	return names
}

// splittableKinds are the kinds of objects whose names contain no brackets.
var splittableKinds = []string{"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "TYPE"}

// wordEnd returns the end of the nth word of a text.
func wordEnd(sql string, nth int) int {
	i := 0
	for nth > 0 && i < len(sql) {
		end := lexical.SkipQuoted(sql, i)
		if end == i && lexical.IsNameStart(sql[i]) {
			end = lexical.NameEnd(sql, i)
			nth--
		}
		i = max(end, i+1)
	}
	return i
}

// runParts runs the parts of a statement, all of them or none. The parameters are those of the query that fills a table.
func (c *Conn) runParts(ctx context.Context, s providers.Statement, parts []string, args providers.Args) (providers.Rows, error) {
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(c.readOnly()); err != nil {
			return nil, err
		}
	}
	defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
	done := &table{tag: verb(s)}
	for _, part := range parts {
		one := s
		one.SQL, one.Folded, one.Before, one.After, one.Sets, one.Warning, one.Notice = part, "", nil, nil, nil, "", ""
		if strings.HasSuffix(s.Verb, " TYPE") || strings.HasSuffix(s.Verb, " DOMAIN") { // its parts are statements of other kinds
			one.Verb = ""
		}
		sequence := (s.Verb == "ALTER TABLE" || s.Verb == "CREATE SEQUENCE") && strings.HasPrefix(part, "ALTER SEQUENCE ") // of an identity column, or OWNED BY
		if sequence {
			one.Verb = "ALTER SEQUENCE"
		}
		altered, _ := definition.ParseAlteration(part)
		skips := altered.Lenient && (altered.Action == definition.AddColumn || altered.Action == definition.DropColumn) // which the client wrote
		c.unsaid = len(s.Before)+len(s.After) > 0 && !sequence && !skips
		fills, own := part == s.SQL && fillsTable(s), providers.Args{}
		if fills {
			own = args
		}
		rows, err := c.runQuery(ctx, one, own)
		if err == nil && fills { // how many rows they are
			if _, err = readAll(rows, "the rows of a new table"); err == nil {
				done.tag = rows.Tag()
			}
		}
		if err != nil {
			if alone {
				_, _ = c.runRollback() // the statement's error is the one to return
			}
			return nil, err
		}
	}
	if alone {
		if _, err := c.runCommit(); err != nil {
			return nil, err
		}
	}
	c.tellNotices(s)
	if s.Warning != "" {
		c.sendWarning(warning, s.Warning)
	}
	return done, nil
}

// tellNotices sends the notices of a statement.
func (c *Conn) tellNotices(s providers.Statement) {
	if s.Notice == "" {
		return
	}
	for notice := range strings.SplitSeq(s.Notice, "\n") {
		c.sendNotice(sqlstate.SuccessfulCompletion, notice)
	}
}

// fillsTable reports whether a statement makes a table of a query's rows.
func fillsTable(s providers.Statement) bool {
	return verb(s) == "CREATE TABLE AS" || verb(s) == "SELECT INTO" || verb(s) == "SELECT"
}

// nameFirstColumns adds the names of the table's first columns to an INSERT that gives fewer values
// than there are columns. It returns "" for any other statement.
func (c *Conn) nameFirstColumns(sql string, failure error) string {
	given, columns := faultOf(failure).TooFewValues()
	if given < 1 {
		return c.dropLastColumns(sql, failure)
	}
	name, end := definition.InsertTarget(sql)
	if name == "" || given >= columns {
		return ""
	}
	names, err := c.columnNames(name)
	if err != nil || len(names) != columns {
		return ""
	}
	return sql[:end] + " (" + strings.Join(names[:given], ", ") + ")" + sql[end:]
}

// dropLastColumns is nameFirstColumns for a table with companions (providers.ScaleColumn): the translation has named all other columns.
func (c *Conn) dropLastColumns(sql string, failure error) string {
	given, columns := faultOf(failure).TooFewNamed()
	if given < 1 || given >= columns {
		return ""
	}
	tokens := definition.Tokens(sql)
	open := slices.IndexFunc(tokens, func(t definition.Token) bool { return t.Text == "(" })
	end := slices.IndexFunc(tokens, func(t definition.Token) bool { return t.Text == ")" })
	names, err := c.columnNames(definition.ChangeTarget(sql))
	all := len(names)
	names = slices.DeleteFunc(names, func(quoted string) bool { return providers.IsScaleColumn(quoted[1:]) })
	if err != nil || len(names) == all || open < 0 || end < open {
		return ""
	}
	behind := columns - len(names) // the companions that the translation gives NULL
	list := strings.Split(sql[tokens[open].End:tokens[end].At], ",")
	if behind < 0 || given <= behind || len(list) != columns || !strings.EqualFold(bareNames(strings.Join(list[:len(names)], ",")), bareNames(strings.Join(names, ","))) {
		return ""
	}
	return sql[:tokens[open].End] + strings.Join(append(names[:given-behind], list[len(list)-behind:]...), ", ") + sql[tokens[end].At:]
}

// bareNames is a list of names without quotes and blanks.
func bareNames(list string) string { return strings.NewReplacer(`"`, "", " ", "").Replace(list) }

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// columnNames returns the quoted columns of a table, in order.
func (c *Conn) columnNames(table string) ([]string, error) { return native.Columns(c.conn, table) }

// withoutConflict takes ON CONFLICT DO NOTHING out of an INSERT into a table that has no keys: DuckDB refuses it there, and in Postgres it
// changes nothing. It returns "" for any other statement.
func (c *Conn) withoutConflict(sql string, failure error) string {
	if !strings.HasPrefix(faultOf(failure).Message, "There are no UNIQUE/PRIMARY KEY constraints") {
		return ""
	}
	found, err := c.lookUpTable(definition.ChangeTarget(sql))
	if err != nil || found == nil {
		return ""
	}
	of := ` WHERE database_name = ` + native.Text(found[0]) + ` AND schema_name = ` + native.Text(found[1]) + ` AND table_name = ` + native.Text(found[2])
	keys, err := c.collectText(`SELECT '1' FROM duckdb_constraints()` + of + ` AND constraint_type IN ('PRIMARY KEY', 'UNIQUE') UNION ALL SELECT '1' FROM duckdb_indexes()` + of + ` AND is_unique`)
	list := definition.Tokens(sql)
	at := slices.IndexFunc(list, func(t definition.Token) bool { return t.Is("CONFLICT") })
	if err != nil || len(keys) > 0 || at < 1 || at+2 >= len(list) || !list[at-1].Is("ON") || !list[at+1].Is("DO") || !list[at+2].Is("NOTHING") {
		return ""
	}
	return sql[:list[at-1].At] + sql[list[at+2].End:]
}
