package providertest

import (
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var transactionCases = map[string]func(*suite){
	"commit and rollback":         commitAndRollback,
	"failed transaction":          failedTransaction,
	"commit of a failed one":      commitFailed,
	"isolation from the others":   isolation,
	"transaction left open":       leftOpen,
	"autocommit stands at once":   autocommit,
	"failed statement leaves out": failedStatement,
}

func commitAndRollback(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.status(providers.Idle)
	c.must("CREATE TABLE x (a integer)")
	c.must("BEGIN")
	c.status(providers.InTransaction)
	c.must("INSERT INTO x VALUES (1)")
	c.status(providers.InTransaction)
	c.must("ROLLBACK")
	c.status(providers.Idle)
	c.must("BEGIN")
	c.must("INSERT INTO x VALUES (2)")
	c.must("COMMIT")
	c.status(providers.Idle)
	if got := c.one("SELECT a FROM x"); got != "2" {
		s.Errorf("left %s, want the committed 2", got)
	}
}

func failedTransaction(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE x (a integer)")
	c.must("BEGIN")
	c.must("INSERT INTO x VALUES (1)")
	c.fails(sqlstate.UndefinedTable, "SELECT * FROM no_such_table")
	c.status(providers.Failed)
	c.fails(sqlstate.InFailedTransaction, "SELECT 1")
	c.fails(sqlstate.InFailedTransaction, "INSERT INTO x VALUES (2)")
	c.status(providers.Failed)
	c.must("ROLLBACK")
	c.status(providers.Idle)
	if got := c.one("SELECT count(*) FROM x"); got != "0" {
		s.Errorf("%s rows survived, want 0", got)
	}
}

func commitFailed(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE x (a integer)")
	c.must("BEGIN")
	c.must("INSERT INTO x VALUES (1)")
	c.fails(sqlstate.DivisionByZero, "SELECT 1/0")
	if r := c.must("COMMIT"); r.tag != "ROLLBACK" {
		s.Errorf("tag %q, want ROLLBACK: the client must learn that nothing was committed", r.tag)
	}
	c.status(providers.Idle)
	if got := c.one("SELECT count(*) FROM x"); got != "0" {
		s.Errorf("%s rows survived, want 0", got)
	}
}

func isolation(s *suite) {
	a, b := s.connect(providers.ConnOptions{}), s.connect(providers.ConnOptions{})
	a.must("CREATE TABLE x (a integer)")
	a.must("BEGIN")
	a.must("INSERT INTO x VALUES (1)")
	if got := b.one("SELECT count(*) FROM x"); got != "0" {
		s.Errorf("another session sees %s uncommitted rows", got)
	}
	a.must("COMMIT")
	if got := b.one("SELECT count(*) FROM x"); got != "1" {
		s.Errorf("another session sees %s rows after COMMIT, want 1", got)
	}
}

func leftOpen(s *suite) {
	a := s.connect(providers.ConnOptions{})
	a.must("CREATE TABLE x (a integer)")
	a.must("BEGIN")
	a.must("INSERT INTO x VALUES (1)")
	a.close()
	b := s.connect(providers.ConnOptions{})
	b.status(providers.Idle)
	if got := b.one("SELECT count(*) FROM x"); got != "0" {
		s.Errorf("%s rows of a transaction that nobody committed", got)
	}
}

func autocommit(s *suite) {
	a, b := s.connect(providers.ConnOptions{}), s.connect(providers.ConnOptions{})
	a.must("CREATE TABLE x (a integer)")
	a.must("INSERT INTO x VALUES (1)")
	if got := b.one("SELECT count(*) FROM x"); got != "1" {
		s.Errorf("another session sees %s rows, want 1", got)
	}
}

func failedStatement(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE x (a integer PRIMARY KEY)")
	c.fails(sqlstate.UniqueViolation, "INSERT INTO x VALUES (1), (2), (1)")
	if got := c.one("SELECT count(*) FROM x"); got != "0" {
		s.Errorf("%s rows of a failed statement", got)
	}
	c.must("INSERT INTO x VALUES (1)")
}
