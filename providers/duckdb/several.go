package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
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
	if len(words) < 3 || words[0] != "DROP" || !slices.Contains(splittableKinds, words[1]) {
		return nil
	}
	skipped := 2 // DROP TABLE
	if words[2] == "IF" {
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

// runParts runs the parts of a statement, all of them or none.
func (c *Conn) runParts(ctx context.Context, s providers.Statement, parts []string) (providers.Rows, error) {
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(c.readOnly()); err != nil {
			return nil, err
		}
	}
	defer func(unsaid bool, dropping []string) { c.unsaid, c.dropping = unsaid, dropping }(c.unsaid, c.dropping)
	if verb(s) == "DROP TABLE" {
		for _, part := range parts {
			if d, ok := parseDefines(part); ok && d.name != "" {
				c.dropping = append(c.dropping, lastName(d.name))
			}
		}
	}
	for _, part := range parts {
		one := s
		one.SQL, one.Before, one.After, one.Sets, one.Warning, one.Notice = part, nil, nil, nil, "", ""
		if strings.HasSuffix(s.Verb, " TYPE") || strings.HasSuffix(s.Verb, " DOMAIN") { // its parts are statements of other kinds
			one.Verb = ""
		}
		c.unsaid = len(s.Before)+len(s.After) > 0
		if _, err := c.query(ctx, one, providers.Args{}); err != nil {
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
	if s.Notice != "" {
		c.sendNotice(sqlstate.SuccessfulCompletion, s.Notice)
	}
	if s.Warning != "" {
		c.sendWarning(warning, s.Warning)
	}
	return &table{tag: verb(s)}, nil
}

// nameFirstColumns adds the names of the table's first columns to an INSERT that gives fewer values
// than there are columns. It returns "" for any other statement.
func (c *Conn) nameFirstColumns(sql string, failure error) string {
	m := fewerValues.FindStringSubmatch(failure.Error())
	if m == nil {
		return ""
	}
	given, columns := atoi(m[1]), atoi(m[2])
	name, end := insertTarget(sql)
	if name == "" || given < 1 || given >= columns {
		return ""
	}
	names, err := c.columnNames(name)
	if err != nil || len(names) != columns {
		return ""
	}
	return sql[:end] + " (" + strings.Join(names[:given], ", ") + ")" + sql[end:]
}

// withoutStored removes STORED from the generated columns of a CREATE TABLE. DuckDB computes them when
// they are read, which gives the same: their expressions depend on nothing but the row.
func withoutStored(sql string, words []string) string {
	upper := strings.ToUpper(sql)
	if len(words) == 0 || words[0] != "CREATE" || !strings.Contains(upper, "GENERATED") || !strings.Contains(upper, "STORED") {
		return sql
	}
	bracket := false // the last token was a closing one, as it is before STORED
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		if end == i && lexical.IsNameStart(sql[i]) {
			end = lexical.NameEnd(sql, i)
			if bracket && strings.EqualFold(sql[i:end], "STORED") {
				sql = sql[:i] + strings.Repeat(" ", end-i) + sql[end:]
			}
		}
		end = max(end, i+1)
		if !lexical.IsSpace(sql[i]) {
			bracket = sql[i] == ')'
		}
		i = end
	}
	return sql
}

// insertTarget returns the name of the table behind INSERT INTO as written, and the end of it and
// its alias.
func insertTarget(sql string) (name string, end int) {
	start, dot := -1, false
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		isWord := end > i && sql[i] == '"'
		if end == i && lexical.IsNameStart(sql[i]) {
			end, isWord = lexical.NameEnd(sql, i), true
		}
		switch {
		case isWord && start < 0:
			if strings.EqualFold(sql[i:end], "INTO") {
				start = end
			}
		case isWord && name != "" && !dot:
			if !strings.EqualFold(sql[i:end], "AS") {
				return name, start
			}
			start = aliasEnd(sql, end)
			return name, start
		case start >= 0 && isWord:
			name, start, dot = name+sql[i:end], end, false
		case start >= 0 && sql[i] == '.':
			name, dot = name+".", true
		case start >= 0 && end == i && !lexical.IsSpace(sql[i]):
			return "", 0 // it names columns, or is no INSERT
		}
		i = max(end, i+1)
	}
	return "", 0
}

// aliasEnd returns the end of the name that follows i.
func aliasEnd(sql string, i int) int {
	for i < len(sql) {
		end := lexical.SkipQuoted(sql, i)
		switch {
		case end > i && sql[i] == '"':
			return end
		case end == i && lexical.IsNameStart(sql[i]):
			return lexical.NameEnd(sql, i)
		}
		i = max(end, i+1)
	}
	return i
}
