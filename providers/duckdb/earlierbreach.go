package duckdb

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// PostgreSQL looks at a new row's NOT NULL and CHECK before its keys, DuckDB at the keys first. So where a key is there twice, the row
// is put into a table without keys: what that table refuses is the error. Only rows are looked at of which it is known that PostgreSQL
// looks at them first: the first row of VALUES, the row of a query without FROM, and the only row of an UPDATE outside of a transaction block.

// keylessTable is the table without keys.
const keylessTable = "__keyless"

// mostCopied is how many rows a table may have whose only changed row is looked at.
const mostCopied = 10_000

// drawing is a call that draws from a sequence: a row that is looked at again draws nothing.
var drawing = regexp.MustCompile(`(?i)\bnextval\([^()]*\)`)

// settingValue is a call that nobody makes twice.
var settingValue = regexp.MustCompile(`(?i)\bsetval\b`)

// findEarlierBreach returns the error of a NOT NULL or a CHECK that PostgreSQL finds before the key of e, nil if there is none.
func (c *Conn) findEarlierBreach(ctx context.Context, e *sqlstate.Error, s providers.Statement, args providers.Args) (earlier *sqlstate.Error) {
	if e.Code != sqlstate.UniqueViolation || len(s.Parts) > 0 || c.tx.status != providers.Idle && c.tx.catalog != 0 || settingValue.MatchString(s.SQL) {
		return nil
	}
	target, verb := definition.ChangeTarget(s.SQL), changingVerb(s)
	tokens := definition.Tokens(s.SQL)
	var again string
	switch {
	case verb == "INSERT":
		again = firstRow(s.SQL, tokens, target)
	case verb == "UPDATE" && c.tx.status == providers.Idle:
		again = withTarget(s.SQL, withoutReturning(tokens), target)
	}
	if again == "" || tokens[0].Is("WITH") {
		return nil
	}
	c.withReader(ctx, func(reader *Conn) {
		if verb == "UPDATE" && !reader.changesOne(target, s, again, args) || reader.makeKeyless(target, verb == "UPDATE", true) != nil {
			return
		}
		_, err := reader.runAgain(s, again, args)
		if found := (*sqlstate.Error)(nil); errors.As(err, &found) && (found.Code == sqlstate.NotNullViolation || found.Code == sqlstate.CheckViolation) {
			name := definition.LastName(target)
			found.Message, found.Table = strings.ReplaceAll(found.Message, keylessTable, name), name
			earlier = found
		}
	})
	return earlier
}

// withoutReturning are the tokens of a statement before RETURNING.
func withoutReturning(tokens []definition.Token) []definition.Token {
	depth := 0
	for i, t := range tokens {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		default:
			if depth == 0 && t.Is("RETURNING") {
				return tokens[:i]
			}
		}
	}
	return tokens
}

// withTarget is a statement of tokens with the table without keys in the place of its target, "" if that cannot be told.
func withTarget(sql string, tokens []definition.Token, target string) string {
	sql, first := sql[:tokens[len(tokens)-1].End], definition.Tokens(target)
	for i := range tokens {
		if i+len(first) <= len(tokens) && slices.EqualFunc(tokens[i:i+len(first)], first, func(a, b definition.Token) bool { return a.Text == b.Text }) {
			return drawing.ReplaceAllString(sql[:tokens[i].At]+native.Ident(keylessTable)+sql[tokens[i+len(first)-1].End:], "0")
		}
	}
	return ""
}

// firstRow is an INSERT of the first row of VALUES into the table without keys, or of that of a query without FROM; "" for another INSERT.
func firstRow(sql string, tokens []definition.Token, target string) string {
	depth, values, selects := 0, false, false
	for i, t := range tokens {
		switch t.Text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 && values {
				return withTarget(sql, tokens[:i+1], target)
			}
		default:
			if depth == 0 && (t.Is("FROM") || t.Is("UNION")) {
				return ""
			}
			selects = selects || depth == 0 && t.Is("SELECT")
			values = values || depth == 0 && !selects && t.Is("VALUES")
		}
	}
	if selects {
		return withTarget(sql, withoutReturning(tokens), target)
	}
	return ""
}

// changesOne reports whether an UPDATE changes one row.
func (c *Conn) changesOne(target string, s providers.Statement, again string, args providers.Args) bool {
	if c.makeKeyless(target, true, false) != nil {
		return false
	}
	rows, err := c.runAgain(s, again, args)
	c.dropPrepared(statementKey(providers.Statement{SQL: again, ParamTypes: s.ParamTypes}))
	return err == nil && rows == 1
}

// makeKeyless makes the table without keys, with the rows of the table if these are changed, and with its constraints or without any.
func (c *Conn) makeKeyless(target string, rows, constrained bool) error {
	found, err := c.lookUpTable(target)
	if err != nil || found == nil {
		return errors.Join(err, errNotCopied)
	}
	t, err := c.readTableOf(found[0], found[1], found[2])
	if err != nil || t == nil {
		return errors.Join(err, errNotCopied)
	}
	elements := t.WithoutKeys()
	for i, e := range elements {
		elements[i] = drawing.ReplaceAllString(e, "0")
	}
	if !constrained {
		return native.Run(c.conn, "CREATE OR REPLACE TEMP TABLE "+native.Ident(keylessTable)+" AS SELECT * FROM "+t.Path()+" LIMIT "+strconv.Itoa(mostCopied))
	}
	if err := native.Run(c.conn, "CREATE OR REPLACE TEMP TABLE "+native.Ident(keylessTable)+" ("+strings.Join(elements, ", ")+")"); err != nil || !rows {
		return err
	}
	counted, err := c.collectText("SELECT 1 FROM " + t.Path() + " OFFSET " + strconv.Itoa(mostCopied) + " LIMIT 1")
	if err != nil || len(counted) > 0 {
		return errors.Join(err, errNotCopied)
	}
	return native.Run(c.conn, "INSERT INTO "+native.Ident(keylessTable)+" SELECT * FROM "+t.Path())
}

// errNotCopied is the error of a table that is not copied.
var errNotCopied = errors.New("the table is not copied")

// runAgain runs a statement over the table without keys, and returns how many rows it changes.
func (c *Conn) runAgain(s providers.Statement, again string, args providers.Args) (rows uint64, err error) {
	p, err := c.preparedWith(providers.Statement{SQL: again, Verb: s.Verb, ParamTypes: s.ParamTypes}, args)
	if err != nil {
		return 0, err
	}
	if err := c.binder.Bind(p.stmt, p.params, args); err != nil {
		return 0, err
	}
	var res lib.Result
	defer lib.DestroyResult(&res)
	var executed lib.State
	c.memory.Call(func() { executed = lib.ExecutePrepared(p.stmt, &res) })
	if executed == lib.StateError {
		return 0, c.provider.translateError(native.Error(lib.ResultError(&res)), "", nil)
	}
	return uint64(lib.RowsChanged(&res)), nil
}
