package duckdb

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB alters no table that has an index or that a foreign key ties to another, and adds and drops no
// constraint. So such an ALTER TABLE runs in one transaction as several steps: the indexes are dropped, the tables with
// foreign keys are made again without these (rebuild.go), the table is altered, and all is put back.

// alteration is a text of ALTER TABLE, taken apart.
type alteration struct {
	target  string // as written
	kind    alterationKind
	column  string // that is renamed or dropped, or gets another type; unquoted
	to      string // its new name, or the table's; unquoted
	body    string // the constraint that is added
	name    string // of the constraint that is dropped; unquoted
	lenient bool   // IF EXISTS
	cascade bool
}

type alterationKind int

const (
	alterOther alterationKind = iota
	alterAddColumn
	alterDropColumn
	alterRenameColumn
	alterColumnType
	alterRename
	alterAddConstraint
	alterDropConstraint
	alterRenameConstraint
	alterNothing // it is about files of Postgres, or so already
)

// parseAlteration takes an ALTER TABLE apart; ok is false for another statement.
func parseAlteration(sql string) (a alteration, ok bool) {
	if !begins(sql, "ALTER TABLE") {
		return a, false
	}
	list := tokens(sql)
	if len(list) < 4 {
		return a, false
	}
	list = list[2:]
	if list[0].is("IF") && len(list) > 2 {
		list = list[2:]
	}
	if list[0].is("ONLY") {
		list = list[1:]
	}
	target := list[0].at
	for len(list) > 2 && list[1].text == "." {
		list = list[2:]
	}
	a.target, list = sql[target:list[0].end], list[1:]
	a.cascade = len(list) > 0 && list[len(list)-1].is("CASCADE")
	a.parseAction(sql, list)
	return a, true
}

// parseAction takes apart what is behind the name of the table.
func (a *alteration) parseAction(sql string, list []token) {
	at := func(i int) token {
		if i < len(list) {
			return list[i]
		}
		return token{}
	}
	skip := func(i int, words ...string) int {
		for _, w := range words {
			if at(i).is(w) {
				i++
			}
		}
		return i
	}
	switch {
	case at(0).is("ADD") && slices.ContainsFunc([]string{"CONSTRAINT", "FOREIGN", "CHECK", "UNIQUE", "PRIMARY"}, at(1).is):
		from := 1
		if at(1).is("CONSTRAINT") {
			from, a.name = 3, at(2).name()
		}
		if !slices.ContainsFunc([]string{"FOREIGN", "CHECK", "UNIQUE", "PRIMARY"}, at(from).is) {
			return
		}
		a.kind, a.body = alterAddConstraint, strings.TrimRight(sql[at(from).at:], "; \n")
	case at(0).is("ADD"):
		column := skip(skip(1, "COLUMN"), "IF", "NOT", "EXISTS")
		a.kind, a.column, a.lenient = alterAddColumn, at(column).name(), at(column-1).is("EXISTS")
	case at(0).is("DROP") && at(1).is("CONSTRAINT"):
		name := skip(2, "IF", "EXISTS")
		a.kind, a.name, a.lenient = alterDropConstraint, at(name).name(), name > 2
	case at(0).is("DROP"):
		column := skip(1, "COLUMN", "IF", "EXISTS")
		a.kind, a.column, a.lenient = alterDropColumn, at(column).name(), at(column-1).is("EXISTS")
	case at(0).is("ALTER"):
		from := skip(1, "COLUMN")
		switch {
		case at(skip(from+1, "SET", "DATA")).is("TYPE"):
			a.kind, a.column = alterColumnType, at(from).name()
		case at(from+1).is("SET") && (at(from+2).is("STATISTICS") || at(from+2).is("STORAGE")):
			a.kind = alterNothing
		}
	case slices.ContainsFunc([]string{"SET", "RESET", "CLUSTER", "REPLICA", "OWNER"}, at(0).is):
		a.kind = alterNothing
	case at(0).is("VALIDATE"):
		a.kind, a.name = alterNothing, at(2).name()
	case at(0).is("RENAME") && at(1).is("CONSTRAINT"):
		a.kind, a.name, a.to = alterRenameConstraint, at(2).name(), at(4).name()
	case at(0).is("RENAME") && at(1).is("TO"):
		a.kind, a.to = alterRename, at(2).name()
	case at(0).is("RENAME"):
		from := skip(1, "COLUMN")
		a.kind, a.column, a.to = alterRenameColumn, at(from).name(), at(from+2).name()
	}
}

// runDefinition runs a statement, an ALTER TABLE by steps where it needs them.
func (c *Conn) runDefinition(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if definesKeys(s) {
		return c.defineKeys(ctx, s, args)
	}
	return c.runDefined(ctx, s, args)
}

// runUnfollowed runs a statement that no kept constraint follows.
func (c *Conn) runUnfollowed(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	a, ok := parseAlteration(s.SQL)
	drops := verb(s) == "DROP TABLE" && strings.HasSuffix(strings.ToUpper(strings.TrimRight(s.SQL, "; \n")), " CASCADE")
	if drops {
		words := tokens(s.SQL)
		a = alteration{target: strings.TrimSpace(s.SQL[words[1].end:words[len(words)-1].at]), kind: alterOther}
		if words[2].is("IF") {
			a.target = strings.TrimSpace(s.SQL[words[3].end:words[len(words)-1].at])
		}
	}
	if !ok && !drops {
		return c.runOne(ctx, s, args)
	}
	return c.runAlteration(ctx, s, args, a, drops)
}

// runAlteration runs an ALTER TABLE, or a DROP TABLE … CASCADE, by steps where it needs them.
func (c *Conn) runAlteration(ctx context.Context, s providers.Statement, args providers.Args, a alteration, drops bool) (providers.Rows, error) {
	if c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly() {
		return nil, errReadOnly(verb(s))
	}
	if err := c.makeLimited(s.SQL); err != nil {
		return nil, err
	}
	r, err := c.rebuilding(a)
	if err != nil {
		return nil, err
	}
	if r == nil || !r.needed() {
		if a.kind == alterDropConstraint || a.kind == alterAddConstraint || a.kind == alterRenameConstraint {
			return nil, sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", lastName(a.target))
		}
		return c.runOne(ctx, s, args)
	}
	if a.kind == alterNothing {
		if a.name != "" && r.target.constraintNamed(a.name) == nil {
			return nil, sqlstate.New(sqlstate.UndefinedObject, "constraint %q of relation %q does not exist", a.name, r.target.name)
		}
		return &table{tag: verb(s)}, nil
	}
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(false); err != nil {
			return nil, err
		}
	}
	c.provider.tabled.changing.Add(1)
	err = c.alterBySteps(ctx, s, r, drops)
	c.tx.catalog, c.tx.changes.unkept = true, verb(s)+" has run in the transaction"
	c.changesRows()
	c.provider.version.Add(1)
	c.provider.tabled.changing.Add(-1)
	switch {
	case err != nil && alone:
		_, _ = c.runRollback() // the statement's error is the one to return
	case err == nil && alone:
		_, err = c.runCommit()
	}
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// alterBySteps takes what holds the table away, alters it, and puts all back.
func (c *Conn) alterBySteps(ctx context.Context, s providers.Statement, r *rebuilding, drops bool) error {
	before, err := r.before(c)
	if err != nil {
		return err
	}
	if err := c.runSteps(before); err != nil {
		return err
	}
	if r.ofConstraint() {
		err = c.runSteps(r.target.rebuilt)
	} else {
		_, err = c.runOne(ctx, s, providers.Args{})
	}
	if err != nil {
		return err
	}
	if drops {
		r.dropTarget()
	}
	after, err := r.after(c)
	if err != nil {
		return err
	}
	return c.runSteps(after)
}

// needed reports whether something holds the table, or a constraint is to be changed.
func (r *rebuilding) needed() bool {
	return r.ofConstraint() || len(r.tied) > 0
}

func (r *rebuilding) ofConstraint() bool {
	switch r.alteration.kind {
	case alterAddConstraint, alterDropConstraint, alterRenameConstraint, alterNothing:
		return true
	case alterDropColumn:
		return r.rebuildsWithout()
	case alterOther, alterAddColumn, alterRenameColumn, alterColumnType, alterRename:
	}
	return false
}

// token is a name, a quoted text or a character of a statement.
type token struct {
	text    string
	at, end int
}

func (t token) is(word string) bool { return strings.EqualFold(t.text, word) }

// name is what a name means, without its quotes.
func (t token) name() string {
	if strings.HasPrefix(t.text, `"`) && len(t.text) > 1 {
		return strings.ReplaceAll(t.text[1:len(t.text)-1], `""`, `"`)
	}
	return t.text
}

// tokens takes a statement apart, without blanks and comments.
func tokens(sql string) []token { return slices.Collect(eachToken(sql)) }

// eachToken takes a statement apart as far as it is read.
func eachToken(sql string) iter.Seq[token] {
	return func(yield func(token) bool) {
		for i := 0; i < len(sql); {
			end := lexical.SkipQuoted(sql, i)
			if end == i && lexical.IsNameStart(sql[i]) {
				end = lexical.NameEnd(sql, i)
			}
			comment := end > i && (strings.HasPrefix(sql[i:], "--") || strings.HasPrefix(sql[i:], "/*"))
			end = max(end, i+1)
			if !comment && !lexical.IsSpace(sql[i]) && sql[i] != ';' && !yield(token{sql[i:end], i, end}) {
				return
			}
			i = end
		}
	}
}

// namesColumn reports whether a text names a column.
func namesColumn(text, column string) bool {
	return slices.ContainsFunc(tokens(text), func(t token) bool { return strings.EqualFold(t.name(), column) })
}

// renameIn gives a column another name within a text.
func renameIn(text, column, to string) string {
	for _, t := range slices.Backward(tokens(text)) {
		if strings.EqualFold(t.name(), column) {
			text = text[:t.at] + native.Ident(to) + text[t.end:]
		}
	}
	return text
}
