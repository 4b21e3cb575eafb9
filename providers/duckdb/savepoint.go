package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no savepoints, but drivers set them around reads. So they are emulated: ROLLBACK TO
// works if only reads ran since the savepoint. Otherwise it is an error that fails the transaction,
// so changes that should have been rolled back are never committed. An error while a statement runs
// ends DuckDB's transaction. ROLLBACK TO then begins another, with a new snapshot, unless that would
// lose changes or the client has asked for one snapshot.

// savepoint is a savepoint of the open transaction.
type savepoint struct {
	name     string
	writes   int     // transaction.writes when the savepoint was set
	settings settled // the settings at that time
}

// invalidSavepoint is the code of a savepoint that does not exist.
const invalidSavepoint sqlstate.Code = "3B001"

// warning is the code of a warning that has none of its own.
const warning sqlstate.Code = "01000"

// savepointName returns the name at a statement's end: a quoted one as it is, any other in lower
// case.
func savepointName(sql string) string {
	name := ""
	for i := 0; i < len(sql); {
		end := skipQuoted(sql, i)
		switch {
		case end > i && sql[i] == '"':
			name = strings.ReplaceAll(sql[i+1:max(i+1, end-1)], `""`, `"`)
		case end > i:
		case isNameStart(sql[i]):
			for end = i; end < len(sql) && isName(sql[end]); end++ {
			}
			name = strings.ToLower(sql[i:end])
		default:
			end = i + 1
		}
		i = end
	}
	return name
}

// runSavepoint runs SAVEPOINT, RELEASE and ROLLBACK TO. words are the statement's, in upper
// case.
func (c *Conn) runSavepoint(words []string, sql string) (providers.Rows, error) {
	verb, name := words[0], savepointName(sql)
	if verb == "ABORT" {
		verb = "ROLLBACK"
	}
	if c.tx.status == providers.Idle {
		return nil, sqlstate.New(sqlstate.NoActiveTransaction, "%s can only be used in transaction blocks", verb)
	}
	if verb != "ROLLBACK" {
		if err := c.tx.refuseIfFailed(); err != nil {
			return nil, err
		}
	}
	if verb == "SAVEPOINT" {
		if !c.tx.warned {
			c.sendWarning(warning, "DuckDB has no savepoints: ROLLBACK TO works while nothing but reads has run since")
			c.tx.warned = true
		}
		c.tx.savepoints = append(c.tx.savepoints, savepoint{name, c.tx.writes, c.settings.snapshot()})
		return &table{tag: verb}, nil
	}
	at := -1
	for i, s := range slices.Backward(c.tx.savepoints) {
		if s.name == name {
			at = i
			break
		}
	}
	switch {
	case at < 0:
		c.tx.markFailed()
		return nil, sqlstate.New(invalidSavepoint, "savepoint %q does not exist", name)
	case verb == "RELEASE":
		c.tx.savepoints = c.tx.savepoints[:at]
		return &table{tag: verb}, nil
	case c.tx.writes > c.tx.savepoints[at].writes || !c.revive():
		c.tx.markFailed()
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "ROLLBACK TO SAVEPOINT is not supported after changes").
			WithHint("The embedded engine, DuckDB, has no savepoints: roll the whole transaction back with ROLLBACK.")
	}
	c.settings.restore(c.tx.savepoints[at].settings)
	if err := c.applySettings(); err != nil {
		return nil, err
	}
	c.tx.savepoints = c.tx.savepoints[:at+1]
	c.tx.status = providers.InTransaction
	return &table{tag: verb}, nil
}

// revive reports whether DuckDB's transaction is usable, after it has begun another if nothing is
// lost by that.
func (c *Conn) revive() bool {
	if run(c.conn, "SELECT 1") == nil {
		return true
	}
	return c.tx.writes == 0 && c.tx.isolation != repeatableRead && run(c.conn, "ROLLBACK") == nil && c.beginAtDuckDB(c.tx.readOnly) == nil
}
