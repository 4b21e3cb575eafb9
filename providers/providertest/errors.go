package providertest

import (
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

var errorCases = map[string]func(*suite){
	"errors have codes and positions": codesAndPositions,
	"statement by statement":          statementByStatement,
	"read-only session":               readOnlySession,
}

func codesAndPositions(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE e (a integer PRIMARY KEY, b text NOT NULL)")
	c.must("INSERT INTO e VALUES (1, 'x')")
	for _, test := range []struct {
		sql      string
		code     sqlstate.Code
		position int // 0: not checked
	}{
		{"SELECT * FROM no_such_table", sqlstate.UndefinedTable, 15},
		{"SELECT 'grün', * FROM no_such_table", sqlstate.UndefinedTable, 23}, // characters, not bytes
		{"SELECT a,\n  nope FROM e", sqlstate.UndefinedColumn, 13},
		{"SELECT no_such_function(1)", sqlstate.UndefinedFunction, 8},
		{"SELEC 1", sqlstate.SyntaxError, 1},
		{"SELECT a FROM e WHERE", sqlstate.SyntaxError, 0},
		{"SELECT CAST('abc' AS integer)", sqlstate.InvalidTextRepresent, 0},
		{"SELECT 1 / (a - 1) FROM e", sqlstate.DivisionByZero, 0},
		{"INSERT INTO e VALUES (1, 'y')", sqlstate.UniqueViolation, 0},
		{"INSERT INTO e VALUES (2, NULL)", sqlstate.NotNullViolation, 0},
		{"CREATE TABLE e (a integer)", sqlstate.DuplicateTable, 0},
		{"DROP TABLE no_such_table", sqlstate.UndefinedTable, 0},
	} {
		e := c.failure(test.code, test.sql)
		if test.position != 0 && e.Position != test.position {
			s.Errorf("%s: position %d, want %d", test.sql, e.Position, test.position)
		}
		c.status(providers.Idle)
	}
	if got := c.one("SELECT count(*) FROM e"); got != "1" {
		s.Errorf("%s rows after failed inserts, want 1", got)
	}
}

// statementByStatement: a text of two statements is refused.
func statementByStatement(s *suite) {
	c := s.connect(providers.ConnOptions{})
	c.must("CREATE TABLE one (a integer)")
	c.fails(sqlstate.SyntaxError, "SELECT 1; DROP TABLE one")
	c.fails(sqlstate.SyntaxError, "SELECT 1; COMMIT; DROP TABLE one")
	if got := c.one("SELECT count(*) FROM one"); got != "0" {
		s.Errorf("%s rows", got)
	}
}

// readOnlySession: a read-only session does not write.
func readOnlySession(s *suite) {
	writer, reader := s.connect(providers.ConnOptions{}), s.connect(providers.ConnOptions{ReadOnly: true})
	writer.must("CREATE TABLE r (a integer)")
	reader.must("SELECT * FROM r")
	reader.fails(sqlstate.ReadOnlyTransaction, "INSERT INTO r VALUES (1)")
	reader.fails(sqlstate.ReadOnlyTransaction, "CREATE TABLE r2 (a integer)")
	reader.must("BEGIN")
	reader.must("SELECT * FROM r")
	reader.fails(sqlstate.ReadOnlyTransaction, "DELETE FROM r")
	reader.must("ROLLBACK")
	if got := writer.one("SELECT count(*) FROM r"); got != "0" {
		s.Errorf("%s rows, want 0", got)
	}
}
