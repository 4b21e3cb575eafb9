package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// transaction is where a session stands.
type transaction struct {
	status   providers.TxStatus
	readOnly bool
	used     bool // a statement ran in it
	catalog  bool // it changed what names mean

	writes     int // statements that were anything but reads, failed ones too
	savepoints []savepoint
}

// refuse says that a failed transaction takes nothing but its end.
func (t *transaction) refuse() error {
	if t.status == providers.Failed {
		return sqlstate.New(sqlstate.InFailedTransaction, sqlstate.TransactionAborted).
			WithHint("End it with ROLLBACK.")
	}
	return nil
}

// fail marks an open transaction as failed.
func (t *transaction) fail() {
	if t.status == providers.InTransaction {
		t.status = providers.Failed
	}
}

// controlVerb says which statement of transaction control s is: BEGIN, COMMIT,
// ROLLBACK, SAVEPOINT (for all that has to do with savepoints), PREPARED (two
// phases), or "" for any other statement.
func controlVerb(s providers.Statement) string {
	v := verb(s)
	first, _, _ := strings.Cut(v, " ")
	switch first {
	case "BEGIN", "START":
		return "BEGIN"
	case "COMMIT", "END", "ROLLBACK", "ABORT":
		words := scan(s.SQL).words
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

// control runs a statement of transaction control.
func (c *Conn) control(verb string, s providers.Statement) (providers.Rows, error) {
	words := scan(s.SQL).words
	if i := slices.Index(words, "AND"); i >= 0 && i+1 < len(words) && words[i+1] == "CHAIN" {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "AND CHAIN is not supported")
	}
	switch verb {
	case "BEGIN":
		return c.begin(words)
	case "COMMIT":
		return c.commit()
	case "ROLLBACK":
		return c.rollback()
	case "SAVEPOINT":
		return c.savepointStatement(words, s.SQL)
	}
	if err := c.tx.refuse(); err != nil {
		return nil, err
	}
	c.tx.fail()
	return nil, sqlstate.New(sqlstate.FeatureNotSupported, "prepared transactions are not supported").
		WithHint("Use BEGIN, COMMIT and ROLLBACK.")
}

func (c *Conn) begin(words []string) (providers.Rows, error) {
	done := &table{tag: "BEGIN"}
	if len(words) > 0 && words[0] == "START" {
		done.tag = "START TRANSACTION"
	}
	if err := c.tx.refuse(); err != nil {
		return nil, err
	}
	if c.tx.status != providers.Idle {
		c.notice(sqlstate.ActiveTransaction, "there is already a transaction in progress")
		return done, nil
	}
	if slices.Contains(words, "SERIALIZABLE") {
		return nil, errSerializable()
	}
	readOnly := c.readOnly()
	if mode, said := accessMode(words); said {
		readOnly = mode || c.options.ReadOnly
	}
	if err := c.open(readOnly); err != nil {
		return nil, err
	}
	return done, nil
}

// accessMode finds READ ONLY or READ WRITE among the words of a statement.
func accessMode(words []string) (readOnly, said bool) {
	for i := range len(words) - 1 {
		if words[i] == "READ" && (words[i+1] == "ONLY" || words[i+1] == "WRITE") {
			return words[i+1] == "ONLY", true
		}
	}
	return false, false
}

func errSerializable() error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "isolation level SERIALIZABLE is not supported").
		WithHint("The source gives every transaction a snapshot: REPEATABLE READ.")
}

// readOnly says that transactions only read unless they say otherwise.
func (c *Conn) readOnly() bool {
	value, _ := c.settings.get("default_transaction_read_only")
	return c.options.ReadOnly || value == "on"
}

// open begins a transaction.
func (c *Conn) open(readOnly bool) error {
	sql := "BEGIN TRANSACTION"
	if readOnly {
		sql += " READ ONLY"
	}
	if err := run(c.conn, sql); err != nil {
		return c.provider.translate(err, "", nil)
	}
	c.tx = transaction{status: providers.InTransaction, readOnly: readOnly}
	c.settings.begin()
	return nil
}

func (c *Conn) commit() (providers.Rows, error) {
	switch c.tx.status {
	case providers.Idle:
		c.notice(sqlstate.NoActiveTransaction, "there is no transaction in progress")
		return &table{tag: "COMMIT"}, nil
	case providers.Failed:
		return c.rollback()
	case providers.InTransaction:
	}
	err := run(c.conn, "COMMIT")
	c.close(err == nil)
	if err != nil {
		return nil, c.provider.translate(err, "", nil)
	}
	return &table{tag: "COMMIT"}, nil
}

func (c *Conn) rollback() (providers.Rows, error) {
	if c.tx.status == providers.Idle {
		c.notice(sqlstate.NoActiveTransaction, "there is no transaction in progress")
		return &table{tag: "ROLLBACK"}, nil
	}
	err := run(c.conn, "ROLLBACK")
	c.close(false)
	// DuckDB ends a transaction by itself when it cannot go on.
	if err != nil && !strings.Contains(err.Error(), "no transaction is active") {
		return nil, c.provider.translate(err, "", nil)
	}
	return &table{tag: "ROLLBACK"}, nil
}

// close forgets the transaction after DuckDB has.
func (c *Conn) close(committed bool) {
	if c.tx.catalog {
		c.provider.version.Add(1)
	}
	c.tx = transaction{status: providers.Idle}
	if c.settings.end(committed) {
		if err := c.applySettings(); err != nil {
			c.provider.log.Warn("a session's settings could not be restored", "error", err)
		}
	}
}
