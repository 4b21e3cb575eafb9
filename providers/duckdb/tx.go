package duckdb

import (
	"maps"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/kept"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// transaction is the state of a session's transaction.
type transaction struct {
	status   providers.TxStatus
	readOnly bool
	writable bool // in spite of readOnly, DuckDB would let it write: it became read-only after a query
	used     bool // a statement has run in it
	// described: a statement was described in it, and so it sees the rows of that moment.
	described bool
	catalog   kinds // of objects that it has changed, and so what names mean
	macros    bool  // it may have changed functions
	remade    bool  // it has put new tables in the place of old ones

	began     moment // the catalog's, if it stands
	stands    bool   // no session was changing the catalog at the beginning
	emulation uint64 // fills below this number are seen; 0: the emulation was not read yet
	pinned    bool   // the snapshot of the source's database is taken

	deferrable bool
	isolation  string // the level that the client has asked for
	warned     bool   // the client knows that a savepoint cannot be returned to

	routines providers.OwnRoutines // functions that it has made or dropped
	limited  []string              // types that it has made (lengths.go)
	copies   bool                  // a copy of rows has begun, and not ended: see endCopy
	labels   []newLabel            // that it has added to enums
	// onCommit is the session's before the transaction.
	onCommit onCommits
	keys     foreignkey.Work
	set      map[string]setSequence // sequences that setval has set in it

	seen       seenTables
	writes     int // statements other than reads, failed ones included
	changes    kept.Changes
	savepoints []savepoint
	kept       []*kept.Rows  // the rows of savepoints
	snapshot   commits.Since // what others had committed at the beginning
}

// refuseIfFailed returns an error if the transaction has failed: then only a statement that ends it is accepted.
func (t *transaction) refuseIfFailed() error {
	if t.status == providers.Failed {
		return sqlstate.New(sqlstate.InFailedTransaction, sqlstate.TransactionAborted).
			WithHint("End it with ROLLBACK.")
	}
	return nil
}

// markFailed marks an open transaction as failed.
func (t *transaction) markFailed() {
	if t.status == providers.InTransaction {
		t.status = providers.Failed
	}
}

// controlVerb classifies transaction control: BEGIN, COMMIT, ROLLBACK, SAVEPOINT (any statement
// about savepoints), PREPARED (two-phase commit), or "" for any other statement.
func controlVerb(s providers.Statement) string {
	v := verb(s)
	first, _, _ := strings.Cut(v, " ")
	switch first {
	case "BEGIN", "START":
		return "BEGIN"
	case "COMMIT", "END", "ROLLBACK", "ABORT":
		words := lexical.Scan(s.SQL).Words
		if slices.Contains(words, "PREPARED") {
			return "PREPARED"
		}
		if slices.Contains(words, "TO") {
			return "SAVEPOINT"
		}
		if first == "COMMIT" || first == "END" {
			return "COMMIT"
		}
		return "ROLLBACK"
	case "SAVEPOINT", "RELEASE":
		return "SAVEPOINT"
	}
	if v == "PREPARE TRANSACTION" {
		return "PREPARED"
	}
	return ""
}

// runControl runs a statement of transaction control.
func (c *Conn) runControl(verb string, s providers.Statement) (providers.Rows, error) {
	words := lexical.Scan(s.SQL).Words
	switch verb {
	case "BEGIN":
		return c.runBegin(words, s.Implicit)
	case "COMMIT", "ROLLBACK":
		if s.Implicit {
			c.sendWarning(sqlstate.NoActiveTransaction, "there is no transaction in progress")
		}
		return c.runEnd(verb, words)
	case "SAVEPOINT":
		return c.runSavepoint(words, s)
	}
	return c.runPrepared(words, s.SQL)
}

// runPrepared answers statements of two-phase commit as a Postgres whose max_prepared_transactions is 0, its default.
func (c *Conn) runPrepared(words []string, sql string) (providers.Rows, error) {
	if words[0] == "PREPARE" {
		if c.tx.status != providers.InTransaction {
			return c.runRollback()
		}
		_, _ = c.runRollback() // the error says more
		return nil, sqlstate.New("55000", "prepared transactions are disabled").
			WithHint("The embedded engine has no two-phase commit: use COMMIT.")
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	if c.tx.status == providers.InTransaction {
		c.tx.markFailed()
		return nil, sqlstate.New(sqlstate.ActiveTransaction, "%s PREPARED cannot run inside a transaction block", words[0])
	}
	_, name, _ := strings.Cut(sql, "'")
	return nil, sqlstate.New(sqlstate.UndefinedObject, "prepared transaction with identifier \"%s\" does not exist", strings.TrimRight(name, "'; \n\t")).
		WithHint("The embedded engine has no two-phase commit.")
}

// runBegin begins a transaction, or makes an implicit one the client's.
func (c *Conn) runBegin(words []string, implicit bool) (providers.Rows, error) {
	done := &table{tag: "BEGIN"}
	if len(words) > 0 && words[0] == "START" {
		done.tag = "START TRANSACTION"
	}
	if err := c.tx.refuseIfFailed(); err != nil {
		return nil, err
	}
	if c.tx.status != providers.Idle {
		if !implicit {
			c.sendWarning(sqlstate.ActiveTransaction, "there is already a transaction in progress")
		}
		return done, nil
	}
	level := isolationLevel(words)
	readOnly := c.readOnly()
	if mode, said := accessMode(words); said {
		readOnly = mode || c.options.ReadOnly
	}
	if err := c.beginTransaction(readOnly); err != nil {
		return nil, err
	}
	if level != "" {
		c.tx.isolation = level
	}
	if i := slices.Index(words, "DEFERRABLE"); i > 0 { // the source has no conflicts that it would wait for
		c.tx.deferrable = words[i-1] != "NOT"
	}
	return done, nil
}

// runEnd runs COMMIT and ROLLBACK. AND CHAIN begins another transaction like the one that ends.
func (c *Conn) runEnd(verb string, words []string) (providers.Rows, error) {
	ending := c.tx
	i := slices.Index(words, "CHAIN")
	chain := i > 0 && words[i-1] == "AND"
	if chain && ending.status == providers.Idle {
		return nil, sqlstate.New(sqlstate.NoActiveTransaction, "%s AND CHAIN can only be used in transaction blocks", verb)
	}
	end := c.runRollback
	if verb == "COMMIT" {
		end = c.runCommit
	}
	rows, err := end()
	if err != nil || !chain {
		return rows, err
	}
	if err := c.beginTransaction(ending.readOnly); err != nil {
		return nil, err
	}
	c.tx.isolation = ending.isolation
	return rows, nil
}

// accessMode finds the last READ ONLY or READ WRITE among the words of a statement.
func accessMode(words []string) (readOnly, said bool) {
	for i := range len(words) - 1 {
		if words[i] == "READ" && (words[i+1] == "ONLY" || words[i+1] == "WRITE") {
			readOnly, said = words[i+1] == "ONLY", true
		}
	}
	return readOnly, said
}

// refuseWrite returns an error for a statement that a read-only transaction does not allow. It lets
// changes of rows through if DuckDB itself refuses them for tables that are not temporary.
func (c *Conn) refuseWrite(p *prepared, s providers.Statement) error {
	readOnly := c.tx.readOnly
	if c.tx.status == providers.Idle {
		readOnly = c.readOnly()
	}
	if readOnly && s.LocksRows != "" {
		return errReadOnly(changingVerb(s))
	}
	if !readOnly || readingKinds[p.kind] || providers.ChangesRows(verb(s)) && !c.tx.writable {
		return nil
	}
	return errReadOnly(verb(s))
}

// changingVerb returns the verb of a statement, or of the statement that its EXPLAIN runs.
func changingVerb(s providers.Statement) string {
	if verb(s) == "EXPLAIN" {
		for _, word := range lexical.Scan(s.SQL).Words {
			if providers.ChangesRows(word) {
				return word
			}
		}
	}
	if s.LocksRows != "" {
		return verb(s) + " " + s.LocksRows
	}
	return verb(s)
}

// mayNotWrite reports whether the open transaction, or else the one that the next statement begins, only reads.
func (c *Conn) mayNotWrite() bool {
	return c.tx.readOnly || c.tx.status == providers.Idle && c.readOnly()
}

// refuseWriting returns the error of a changing statement in a read-only transaction, or in one that has failed.
func (c *Conn) refuseWriting(s providers.Statement) error {
	if c.mayNotWrite() {
		return errReadOnly(verb(s))
	}
	return c.tx.refuseIfFailed()
}

// errReadOnly is the error of a statement that changes something in a read-only transaction.
func errReadOnly(verb string) error {
	return sqlstate.New(sqlstate.ReadOnlyTransaction, "cannot execute %s in a read-only transaction", verb)
}

// serializesAlone reports whether a statement that changes rows outside of a block is a SERIALIZABLE transaction, because that is
// the session's default: it is committed as one.
func (c *Conn) serializesAlone(s providers.Statement) bool {
	if c.tx.status != providers.Idle || s.ReadOnly || !providers.ChangesRows(verb(s)) {
		return false
	}
	level, _ := c.settings.Get("default_transaction_isolation")
	return level == serializable
}

// readOnly reports whether transactions are read-only by default.
func (c *Conn) readOnly() bool {
	value, _ := c.settings.Get("default_transaction_read_only")
	return c.options.ReadOnly || value == "on"
}

// beginTransaction begins a transaction.
func (c *Conn) beginTransaction(readOnly bool) error {
	if err := c.beginAtDuckDB(readOnly); err != nil {
		return err
	}
	c.provider.blocks.Add(1)
	level, _ := c.settings.Get("default_transaction_isolation")
	deferrable, _ := c.settings.Get("default_transaction_deferrable")
	c.tx = transaction{
		status: providers.InTransaction, readOnly: readOnly, isolation: level, deferrable: deferrable == "on",
		began: c.tx.began, stands: c.tx.stands, snapshot: c.tx.snapshot, keys: foreignkey.Work{Since: c.tx.keys.Since},
		onCommit: maps.Clone(c.onCommit),
	}
	c.settings.BeginTransaction()
	return nil
}

// beginAtDuckDB has DuckDB begin a transaction.
func (c *Conn) beginAtDuckDB(readOnly bool) error {
	sql := "BEGIN TRANSACTION"
	if readOnly {
		sql += " READ ONLY"
	}
	began, stands := c.provider.currentMoment()
	snapshot, keys := c.provider.commits.Snapshot(), c.provider.keys.Now()
	if err := native.Run(c.conn, sql); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.tx.began, c.tx.stands, c.tx.emulation, c.tx.pinned, c.tx.snapshot = began, stands, 0, false, snapshot
	if c.tx.status == providers.Idle { // one that returns to a savepoint has checked its keys before
		c.tx.keys.Since = keys
	}
	return nil
}

// takeSnapshot has the open transaction see the source's database as it is now. DuckDB takes the snapshot of a database
// when a transaction first looks there: this looks for one table, and lists nothing.
func (c *Conn) takeSnapshot() {
	if c.tx.pinned {
		return
	}
	var none lib.TableDescription
	lib.TableDescriptionCreateExt(c.conn, c.provider.options.Name, defaultSchema, "pg__none", &none)
	lib.TableDescriptionDestroy(&none)
	c.tx.pinned = true
}

func (c *Conn) runCommit() (providers.Rows, error) {
	switch c.tx.status {
	case providers.Idle:
		c.sendWarning(sqlstate.NoActiveTransaction, "there is no transaction in progress")
		return &table{tag: "COMMIT"}, nil
	case providers.Failed:
		return c.runRollback()
	case providers.InTransaction:
	}
	if err := c.settleOnCommit(); err != nil {
		_, _ = c.runRollback() // the error of the table is the one to return
		return nil, err
	}
	if err := c.checkWaiting(func(foreignkey.Key) bool { return true }); err != nil {
		_, _ = c.runRollback() // the error of the key is the one to return
		return nil, err
	}
	if c.tx.catalog != 0 {
		c.provider.tabled.changing.Add(1)
		defer c.provider.tabled.changing.Add(-1)
		defer c.provider.keys.Defining.Begin()()
		if err := c.awaitUnfollowed(); err != nil {
			_, _ = c.runRollback() // the failure to serialize is the error to return
			return nil, err
		}
	}
	// A table that was made again lacks what others have committed since.
	if c.tx.isolation == serializable && c.tx.writes > 0 || c.tx.remade || c.tx.keys.Strict {
		c.provider.serial.Lock()
		defer c.provider.serial.Unlock()
		if !c.provider.commits.SameSince(c.tx.snapshot) {
			_, _ = c.runRollback() // the failure to serialize is the error to return
			return nil, sqlstate.New(sqlstate.SerializationFailure, "could not serialize access due to read/write dependencies among transactions").
				WithHint("The transaction might succeed if retried.")
		}
	}
	if c.tx.writes > 0 {
		defer c.provider.commits.Begin()()
	}
	err := c.provider.keys.Commit(c.tx.keys, c.changedTables, func() error { return native.Run(c.conn, "COMMIT") })
	if sqlstate.CodeOf(err) == sqlstate.SerializationFailure {
		_, _ = c.runRollback() // the failure to serialize is the error to return
		return nil, err
	}
	c.resetTransaction(err == nil)
	if err != nil {
		return nil, c.provider.translateError(err, "", nil)
	}
	return &table{tag: "COMMIT"}, nil
}

func (c *Conn) runRollback() (providers.Rows, error) {
	if c.tx.status == providers.Idle {
		c.sendWarning(sqlstate.NoActiveTransaction, "there is no transaction in progress")
		return &table{tag: "ROLLBACK"}, nil
	}
	err := native.Run(c.conn, "ROLLBACK")
	set := c.tx.set
	c.resetTransaction(false)
	c.setAgain(set)
	// DuckDB may have ended the transaction itself.
	if err != nil && !strings.Contains(err.Error(), "no transaction is active") {
		return nil, c.provider.translateError(err, "", nil)
	}
	return &table{tag: "ROLLBACK"}, nil
}

// endCopy ends the copy of rows that an error has ended, after DuckDB has rolled the transaction back: before it runs no statement.
func (c *Conn) endCopy() {
	if c.tx.copies {
		_ = native.Run(c.conn, tabledef.EndCopy) // it fails where the connection has gone
		c.tx.copies = false
	}
}

// resetTransaction resets the session's state after DuckDB has ended the transaction.
func (c *Conn) resetTransaction(committed bool) {
	if c.tx.macros {
		c.provider.tabled.macros.Add(1)
	}
	if c.tx.catalog != 0 {
		c.provider.version.countChange(c.tx.catalog)
	}
	if c.tx.writes > 0 {
		c.provider.tabled.sizes.Add(1)
	}
	c.provider.blocks.Add(-1)
	for _, k := range c.tx.kept {
		k.Free()
	}
	c.endLimited(committed)
	c.endCopy()
	if !committed {
		c.onCommit = c.tx.onCommit
	}
	c.tx = transaction{status: providers.Idle}
	if c.settings.EndTransaction(committed) {
		if err := c.applySettings(); err != nil {
			c.provider.log.Warn("a session's settings could not be restored", "error", err)
		}
	}
}
