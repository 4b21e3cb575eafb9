package duckdb

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgsettings"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no savepoints, and an error while a statement runs ends its transaction. So a savepoint is made of what the
// transaction has changed until then: SAVEPOINT keeps the rows of the tables that it has changed (package kept), and the
// definitions of what it has made (changes.go). ROLLBACK TO rolls DuckDB's transaction back, begins another, and puts
// these in place. The new transaction has another snapshot: it is an error if others have committed meanwhile and the
// difference could be seen. If something cannot be kept, ROLLBACK TO fails the transaction, so that changes that should
// have been rolled back are never committed.

// savepoint is a savepoint of the open transaction.
type savepoint struct {
	name     string
	writes   int              // transaction.writes when the savepoint was set
	settings pgsettings.Saved // the settings at that time
	changes  kept.Changes     // what the transaction had changed
}

// invalidSavepoint is the code of a savepoint that does not exist.
const invalidSavepoint sqlstate.Code = "3B001"

// warning is the code of a warning without a code of its own.
const warning sqlstate.Code = "01000"

// savepointName returns the name at a statement's end: a quoted one as it is, any other in lower
// case.
func savepointName(sql string) string {
	name := ""
	for i := 0; i < len(sql); {
		end := lexical.SkipQuoted(sql, i)
		switch {
		case end > i && sql[i] == '"':
			name = strings.ReplaceAll(sql[i+1:max(i+1, end-1)], `""`, `"`)
		case end > i:
		case lexical.IsNameStart(sql[i]):
			for end = i; end < len(sql) && lexical.IsName(sql[end]); end++ {
			}
			name = strings.ToLower(sql[i:end])
		default:
			end = i + 1
		}
		i = end
	}
	return name
}

// savepointTags are PostgreSQL's names for the statements about savepoints.
var savepointTags = map[string]string{"SAVEPOINT": "SAVEPOINT", "RELEASE": "RELEASE SAVEPOINT", "ROLLBACK": "ROLLBACK TO SAVEPOINT"}

// runSavepoint runs SAVEPOINT, RELEASE and ROLLBACK TO. words are the statement's, in upper
// case.
func (c *Conn) runSavepoint(words []string, s providers.Statement) (providers.Rows, error) {
	verb, name := words[0], savepointName(s.SQL)
	if verb == "ABORT" {
		verb = "ROLLBACK"
	}
	if c.tx.status == providers.Idle || s.Implicit {
		return nil, sqlstate.New(sqlstate.NoActiveTransaction, "%s can only be used in transaction blocks", savepointTags[verb])
	}
	if verb != "ROLLBACK" {
		if err := c.tx.refuseIfFailed(); err != nil {
			return nil, err
		}
	}
	if verb == "SAVEPOINT" {
		return &table{tag: verb}, c.setSavepoint(name)
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
		c.forgetKept()
		return &table{tag: verb}, nil
	}
	if err := c.returnTo(c.tx.savepoints[at]); err != nil {
		c.tx.markFailed()
		return nil, err
	}
	c.tx.savepoints = c.tx.savepoints[:at+1]
	c.tx.status = providers.InTransaction
	c.forgetKept()
	return &table{tag: verb}, nil
}

// setSavepoint keeps the rows that the transaction has changed so far.
func (c *Conn) setSavepoint(name string) error {
	if err := c.applySearchPath(); err != nil {
		return err
	}
	c.keepChanges()
	at := savepoint{name, c.tx.writes, c.settings.Snapshot(), c.tx.changes.Clone()}
	if why := at.changes.Unkept; why != "" && !c.tx.warned {
		c.sendWarning(warning, "ROLLBACK TO this savepoint works while nothing but reads has run since: "+why)
		c.tx.warned = true
	}
	c.tx.savepoints = append(c.tx.savepoints, at)
	return nil
}

// returnTo undoes the changes of the transaction since a savepoint.
func (c *Conn) returnTo(at savepoint) error {
	c.settings.Restore(at.settings)
	if err := c.applySettings(); err != nil {
		return err
	}
	if c.tx.writes == at.writes && native.Run(c.conn, "SELECT 1") == nil {
		return nil
	}
	if at.changes.Unkept != "" {
		return sqlstate.New(sqlstate.FeatureNotSupported, "ROLLBACK TO SAVEPOINT is not supported after this: %s", at.changes.Unkept).
			WithHint("The embedded engine cannot take back a part of such a transaction: end it with ROLLBACK.")
	}
	err := c.beginAgain(at, false)
	if err != nil && len(at.changes.Tables) > 1 && sqlstate.CodeOf(err) != sqlstate.SerializationFailure {
		err = c.beginAgain(at, true) // rows that refer to others come behind these
	}
	if err != nil {
		return err
	}
	c.tx.writes, c.tx.changes = at.writes, at.changes.Clone()
	return nil
}

// beginAgain begins another transaction of DuckDB's, with the changes that were made before a savepoint.
func (c *Conn) beginAgain(at savepoint, backward bool) error {
	if err := native.Run(c.conn, "ROLLBACK"); err != nil && !strings.Contains(err.Error(), "no transaction is active") {
		return c.provider.translateError(err, "", nil)
	}
	if c.tx.catalog != 0 {
		c.provider.version.countChange(c.tx.catalog)
	}
	c.dropAllPrepared()
	snapshot := c.tx.snapshot
	if err := c.beginAtDuckDB(c.tx.readOnly); err != nil {
		return err
	}
	c.takeSnapshot()
	strict := c.tx.isolation == repeatableRead && c.tx.used || at.changes.Strict()
	if strict && !c.provider.commits.SameSince(snapshot) {
		return sqlstate.New(sqlstate.SerializationFailure, "could not serialize access due to concurrent update").
			WithHint("The embedded engine takes back changed rows only while no other session commits changes. Try the transaction again.")
	}
	c.tx.snapshot, c.tx.seen = snapshot, seenTables{}
	c.endCopy()
	if err := c.makeLimitedAgain(); err != nil {
		return err
	}
	if c.path.setting != at.changes.Path && !at.changes.Empty() {
		return sqlstate.New(sqlstate.FeatureNotSupported, "ROLLBACK TO SAVEPOINT is not supported after a change of search_path")
	}
	if err := at.changes.PutBack(c.conn, backward); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	return nil
}

// noteChanges notes the table that a statement is about to change, so that a savepoint can keep its rows.
func (c *Conn) noteChanges(kind lib.StatementType, s providers.Statement) {
	if kind == lib.StatementTypeCreate { // what it makes may have the name of a table that was changed
		c.nameChanges()
	}
	if !readingKinds[kind] || kind == lib.StatementTypeExplain {
		c.tx.changes.Note(kind, verb(s), s.SQL, c.path.setting)
		c.readOwnTable(s.SQL)
	}
}

// nameChanges gives the changed tables their full names.
func (c *Conn) nameChanges() { c.tx.changes.NameTables(c.fullName) }

// keepChanges keeps the rows of the tables that have changed since the last savepoint.
func (c *Conn) keepChanges() {
	c.nameChanges()
	c.tx.kept = append(c.tx.kept, c.tx.changes.KeepRows(c.conn)...)
}

// forgetKept frees the rows that no savepoint, present or future, needs.
func (c *Conn) forgetKept() {
	c.tx.kept = slices.DeleteFunc(c.tx.kept, func(k *kept.Rows) bool {
		used := c.tx.changes.Uses(k) || slices.ContainsFunc(c.tx.savepoints, func(s savepoint) bool { return s.changes.Uses(k) })
		if !used {
			k.Free()
		}
		return !used
	})
}
