package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTransactions runs scripts; each step has its expected result.
func TestTransactions(t *testing.T) {
	type step struct {
		sql    string
		want   string // the tag, or a SQLSTATE
		status providers.TxStatus
		notice sqlstate.Code
	}
	const idle, in, failed = providers.Idle, providers.InTransaction, providers.Failed
	instance := open(t, Options{})
	for name, script := range map[string][]step{
		"commit": {
			{"BEGIN", "BEGIN", in, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", in, ""},
			{"COMMIT", "COMMIT", idle, ""},
			{"SELECT * FROM t", "SELECT 1", idle, ""},
		},
		"rollback": {
			{"START TRANSACTION", "START TRANSACTION", in, ""},
			{"CREATE TABLE u(i int)", "CREATE TABLE", in, ""},
			{"ABORT", "ROLLBACK", idle, ""},
			{"SELECT * FROM u", "42P01", idle, ""},
		},
		"failed": {
			{"BEGIN", "BEGIN", in, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", in, ""},
			{"SELECT nope", "42703", failed, ""},
			{"SELECT 1", "25P02", failed, ""},
			{"SHOW TimeZone", "25P02", failed, ""},
			{"BEGIN", "25P02", failed, ""},
			{"SAVEPOINT a", "25P02", failed, ""},
			{"COMMIT", "ROLLBACK", idle, ""},
			{"SELECT * FROM t", "SELECT 0", idle, ""},
		},
		"failed while running": {
			{"BEGIN", "BEGIN", in, ""},
			{"SELECT 'x'::int", "22P02", failed, ""},
			{"END", "ROLLBACK", idle, ""},
			{"SELECT 1", "SELECT 1", idle, ""},
		},
		"savepoints over reads": {
			{"SAVEPOINT a", "25P01", idle, ""},
			{"BEGIN", "BEGIN", in, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", in, ""},
			{"SAVEPOINT a", "SAVEPOINT", in, ""},
			{"SELECT nope", "42703", failed, ""},
			{"RELEASE SAVEPOINT a", "25P02", failed, ""},
			{"ROLLBACK TO SAVEPOINT a", "ROLLBACK", in, ""},
			{"SAVEPOINT b", "SAVEPOINT", in, ""},
			{"RELEASE a", "RELEASE", in, ""},
			{`SAVEPOINT "_Pg_1"`, "SAVEPOINT", in, ""},
			{`RELEASE "_pg_1"`, "3B001", failed, ""},
			{`ROLLBACK TO "_Pg_1"`, "ROLLBACK", in, ""},
			{`RELEASE "_Pg_1"`, "RELEASE", in, ""},
			{"COMMIT", "COMMIT", idle, ""},
			{"SELECT * FROM t", "SELECT 1", idle, ""},
		},
		"savepoints over changes": {
			{"BEGIN", "BEGIN", in, ""},
			{"SAVEPOINT a", "SAVEPOINT", in, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", in, ""},
			{"ROLLBACK TO a", "ROLLBACK", in, ""},
			{"COMMIT", "COMMIT", idle, ""},
			{"SELECT * FROM t", "SELECT 0", idle, ""},
			{"BEGIN", "BEGIN", in, ""},
			{"ROLLBACK TO nowhere", "3B001", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
		},
		"a savepoint that cannot be returned to": {
			{"BEGIN", "BEGIN", in, ""},
			{"CREATE TABLE u AS SELECT 1 AS i", "CREATE TABLE", in, ""},
			{"SAVEPOINT a", "SAVEPOINT", in, "01000"},
			{"SAVEPOINT b", "SAVEPOINT", in, ""},
			{"SELECT * FROM u", "SELECT 1", in, ""},
			{"ROLLBACK TO b", "ROLLBACK", in, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", in, ""},
			{"ROLLBACK TO a", "0A000", failed, ""},
			{"COMMIT", "ROLLBACK", idle, ""},
			{"SELECT * FROM t", "SELECT 0", idle, ""},
		},
		"warnings": {
			{"COMMIT", "COMMIT", idle, "25P01"},
			{"ROLLBACK", "ROLLBACK", idle, "25P01"},
			{"BEGIN", "BEGIN", in, ""},
			{"BEGIN", "BEGIN", in, "25001"},
			{"END", "COMMIT", idle, ""},
		},
		"not supported": {
			{"BEGIN", "BEGIN", in, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"BEGIN ISOLATION LEVEL SERIALIZABLE", "BEGIN", in, ""},
			{"INSERT INTO t VALUES (7)", "INSERT 0 1", in, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"COMMIT AND CHAIN", "25P01", idle, ""},
			{"BEGIN READ ONLY", "BEGIN", in, ""},
			{"COMMIT AND CHAIN", "COMMIT", in, ""},
			{"INSERT INTO t VALUES (1)", "25006", failed, ""},
			{"ROLLBACK AND CHAIN", "ROLLBACK", in, ""},
			{"ROLLBACK AND NO CHAIN", "ROLLBACK", idle, ""},
			{"COMMIT PREPARED 'x'", "42704", idle, ""},
		},
		"read only": {
			{"BEGIN READ ONLY", "BEGIN", in, ""},
			{"SELECT * FROM t", "SELECT 0", in, ""},
			{"INSERT INTO t VALUES (1)", "25006", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"BEGIN ISOLATION LEVEL REPEATABLE READ", "BEGIN", in, ""},
			{"SET transaction_read_only TO on", "SET", in, ""},
			{"INSERT INTO t VALUES (1)", "25006", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"INSERT INTO t VALUES (1)", "INSERT 0 1", idle, ""},
			{"SET default_transaction_read_only TO on", "SET", idle, ""},
			{"DELETE FROM t", "25006", idle, ""},
			{"BEGIN READ WRITE", "BEGIN", in, ""},
			{"DELETE FROM t", "DELETE 1", in, ""},
			{"ALTER TABLE t ADD CHECK (i > 0)", "ALTER TABLE", in, ""},
			{"COMMIT", "COMMIT", idle, ""},
			{"ALTER TABLE t DROP CONSTRAINT t_i_check", "25006", idle, ""},
		},
		"modes": {
			{"SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "SET", idle, ""},
			{"DELETE FROM t", "25006", idle, ""},
			{"SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", "SET", idle, ""},
			{"DELETE FROM t", "DELETE 0", idle, ""},
			{"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED", "SET", idle, ""},
			{"SET TRANSACTION READ ONLY", "SET", idle, "25P01"},
			{"DELETE FROM t", "DELETE 0", idle, ""},
			{"BEGIN", "BEGIN", in, ""},
			{"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", "SET", in, ""},
			{"DELETE FROM t", "25006", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"BEGIN", "BEGIN", in, ""},
			{"SELECT 1", "SELECT 1", in, ""},
			{"SET TRANSACTION READ ONLY", "SET", in, ""},
			{"DELETE FROM t", "25006", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"BEGIN READ ONLY", "BEGIN", in, ""},
			{"SELECT 1", "SELECT 1", in, ""},
			{"SET TRANSACTION READ WRITE", "25001", failed, ""},
			{"ROLLBACK", "ROLLBACK", idle, ""},
			{"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE", "SET", idle, ""},
			{"SHOW transaction_isolation", "SHOW", idle, ""},
			{"DELETE FROM t", "DELETE 0", idle, ""},
			{"BEGIN", "BEGIN", in, ""},
			{"DELETE FROM t", "DELETE 0", in, ""},
			{"COMMIT", "COMMIT", idle, ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var notice sqlstate.Code
			c := connect(t, instance, providers.ConnOptions{
				OnNotice: func(e *sqlstate.Error) { notice = e.Code },
			})
			for _, sql := range []string{"DROP TABLE IF EXISTS t", "DROP TABLE IF EXISTS u", "CREATE TABLE t(i int)"} {
				must(t, c, sql)
			}
			for _, s := range script {
				notice = ""
				a, err := try(c, s.sql)
				got := a.tag
				if err != nil {
					got = string(sqlstate.CodeOf(err))
				}
				if got != s.want || c.Status() != s.status || notice != s.notice {
					t.Errorf("%s: %s, status %c, notice %q, want %s, %c, %q (%v)", s.sql, got, c.Status(), notice, s.want, s.status, s.notice, err)
				}
			}
		})
	}
}

// TestSerializableByDefault: where SERIALIZABLE is the default of a session, its blocks and its statements alone fail if others
// commit changes meanwhile, although no row is changed twice.
func TestSerializableByDefault(t *testing.T) {
	p := open(t, Options{})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, a, "CREATE TABLE totals(n bigint)")
	must(t, a, "CREATE TABLE counted(i int)")
	for _, level := range []string{"READ COMMITTED", "SERIALIZABLE"} {
		must(t, a, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL "+level)
		inBlock := func() error {
			must(t, a, "BEGIN")
			must(t, a, "INSERT INTO totals SELECT count(*) FROM counted")
			must(t, b, "INSERT INTO counted VALUES (1)")
			_, err := try(a, "COMMIT")
			return err
		}
		alone := func() error {
			ended := make(chan error, 1)
			go func() {
				_, err := try(a, "INSERT INTO totals SELECT count(*) + (SELECT count(*) FROM counted) FROM range(50000000) WHERE range % 7 = 3")
				ended <- err
			}()
			for {
				select {
				case err := <-ended:
					return err
				default:
					must(t, b, "INSERT INTO counted VALUES (1)")
				}
			}
		}
		for name, change := range map[string]func() error{"in a block": inBlock, "alone": alone} {
			err := change()
			if failed := sqlstate.CodeOf(err) == sqlstate.SerializationFailure; failed != (level == "SERIALIZABLE") || !failed && err != nil {
				t.Errorf("%s, %s: %v", level, name, err)
			}
		}
	}
}

func TestConflict(t *testing.T) {
	p := open(t, Options{})
	a, b := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	must(t, a, "CREATE TABLE t(i int, j int)")
	must(t, a, "INSERT INTO t VALUES (1, 1)")
	must(t, a, "BEGIN")
	must(t, b, "BEGIN")
	must(t, a, "UPDATE t SET j = 2")
	refused(t, b, "40001", "UPDATE t SET j = 3")
	must(t, a, "COMMIT")
	if tag := must(t, b, "COMMIT").tag; tag != "ROLLBACK" {
		t.Errorf("the second writer's COMMIT answers %s", tag)
	}
	if got := must(t, b, "SELECT j FROM t"); got.rows[0] != "2" {
		t.Errorf("j is %s, want 2", got.rows[0])
	}
}
