package duckdb

import (
	"cmp"
	"context"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB alters no table that has an index or that a foreign key ties to another, and adds and drops no
// constraint. So such an ALTER TABLE runs in one transaction as several steps: the indexes are dropped, the tables with
// foreign keys are made again without these (rebuild.go), the table is altered, and all is put back.

// runDefinition runs a statement of DDL, and has the comments of constraints follow it: those of constraints that are gone go, too, and
// that of a renamed one gets the new name.
func (c *Conn) runDefinition(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	if verb(s) != "ALTER TABLE" && verb(s) != "DROP TABLE" || len(s.SQL) == 0 {
		return c.dispatchDefinition(ctx, s, args)
	}
	commented, err := c.commentedTables()
	if err != nil {
		return nil, err
	}
	if len(commented) == 0 {
		return c.dispatchDefinition(ctx, s, args)
	}
	err = c.inOne(func() error {
		if rows, err = c.dispatchDefinition(ctx, s, args); err != nil {
			return err
		}
		return c.followConstraints(s)
	})
	return rows, err
}

// dispatchDefinition runs a statement of DDL by what it defines: keys, unique constraints, or something else.
func (c *Conn) dispatchDefinition(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if definesKeys(s) {
		return c.defineKeys(ctx, s, args)
	}
	if definesUnique(s) {
		return c.defineUnique(ctx, s, args)
	}
	return c.runChangingKept(ctx, s, args)
}

// runUnfollowed runs a statement that no kept constraint follows.
func (c *Conn) runUnfollowed(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	a, ok := definition.ParseAlteration(s.SQL)
	drops := verb(s) == "DROP TABLE" && strings.HasSuffix(strings.ToUpper(strings.TrimRight(s.SQL, "; \n")), " CASCADE")
	if drops {
		words := definition.Tokens(s.SQL)
		a = definition.Alteration{Target: strings.TrimSpace(s.SQL[words[1].End:words[len(words)-1].At]), Action: definition.OtherAction}
		if words[2].Is("IF") {
			a.Target = strings.TrimSpace(s.SQL[words[3].End:words[len(words)-1].At])
		}
	}
	if !ok && !drops {
		return c.runOne(ctx, s, args)
	}
	return c.runAlteration(ctx, s, args, a, drops)
}

// runAlteration runs an ALTER TABLE, or a DROP TABLE … CASCADE, by steps where it needs them.
func (c *Conn) runAlteration(ctx context.Context, s providers.Statement, args providers.Args, a definition.Alteration, drops bool) (providers.Rows, error) {
	if c.mayNotWrite() {
		return nil, errReadOnly(verb(s))
	}
	if err := c.makeLimited(s.SQL); err != nil {
		return nil, err
	}
	r, err := c.readRebuilding(a)
	if err != nil {
		return nil, err
	}
	if r == nil || !r.isNeeded() {
		return c.runUnhindered(ctx, s, args, a, r == nil)
	}
	if a.Action == definition.NoAction {
		if changes, err := r.validateConstraint(c, a); err != nil || !changes {
			return &table{tag: verb(s)}, err
		}
	}
	alone := c.tx.status == providers.Idle
	if alone {
		if err := c.beginTransaction(false); err != nil {
			return nil, err
		}
	}
	c.provider.tabled.changing.Add(1)
	err = c.alterBySteps(ctx, s, r, drops)
	c.tx.changes.Unkept = verb(s) + " has run in the transaction"
	c.changesCatalog()
	c.changesRows()
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

// runUnhindered runs an ALTER TABLE that nothing hinders. unread says that the table was not read: it is not there, or a temporary one.
func (c *Conn) runUnhindered(ctx context.Context, s providers.Statement, args providers.Args, a definition.Alteration, unread bool) (providers.Rows, error) {
	if a.Action == definition.DropExpression {
		if found, err := c.lookUpTable(a.Target); err != nil || found != nil {
			return nil, cmp.Or(err, error(sqlstate.New(sqlstate.FeatureNotSupported, "DROP EXPRESSION of a column of a temporary table is not supported")))
		}
		return nil, c.errNoRelation(a.Target)
	}
	if a.Action == definition.NoAction && unread {
		if found, err := c.lookUpTable(a.Target); err != nil || found != nil {
			return &table{tag: verb(s)}, err
		}
	}
	if a.Action == definition.DropConstraint || a.Action == definition.AddConstraint || a.Action == definition.RenameConstraint || a.Action == definition.NoAction && unread {
		return nil, c.errNoRelation(a.Target)
	}
	return c.runOne(ctx, s, args)
}

// alterBySteps takes what holds the table away, alters it, and puts all back.
func (c *Conn) alterBySteps(ctx context.Context, s providers.Statement, r *rebuilding, drops bool) error {
	before, err := r.stepsBefore(c)
	if err != nil {
		return err
	}
	if err := c.runSteps(before); err != nil {
		return err
	}
	if r.ofConstraint() {
		if err = c.runSteps(r.changed); sqlstate.CodeOf(err) == sqlstate.CheckViolation {
			err = r.errViolated()
		}
	} else {
		_, err = c.runOne(ctx, s, providers.Args{})
	}
	if err != nil {
		return err
	}
	if drops {
		r.dropTarget()
	}
	after, err := r.stepsAfter(c)
	if err != nil {
		return err
	}
	return c.runSteps(after)
}

// isNeeded reports whether something holds the table, or a constraint is to be changed.
func (r *rebuilding) isNeeded() bool {
	return r.ofConstraint() || len(r.tied) > 0
}

func (r *rebuilding) ofConstraint() bool {
	switch r.alteration.Action {
	case definition.AddConstraint, definition.DropConstraint, definition.RenameConstraint, definition.DropExpression, definition.NoAction:
		return true
	case definition.DropColumn:
		return r.rebuildsWithout()
	case definition.AddColumn:
		return r.alteration.Body != ""
	case definition.OtherAction, definition.RenameColumn, definition.ChangeType, definition.RenameTable:
	}
	return false
}
