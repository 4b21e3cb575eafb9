package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCallsNotSent: nothing that changes an API is sent unapproved, however a statement hides it.
func TestCallsNotSent(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	for _, mode := range []string{"read_only", "safe"} {
		d := startDesked(t, callable, "mode: "+mode+"\n")
		d.name("acme")
		swept := "SELECT name FROM own.s.swept WHERE org = 'a'"
		for _, sql := range []string{
			swept, "TABLE own.s.swept", "EXPLAIN " + swept, "EXPLAIN ANALYZE " + swept, "EXPLAIN (ANALYZE true, VERBOSE) " + swept,
			"WITH x AS (" + swept + ") SELECT * FROM x", "WITH x AS (" + swept + ") SELECT 1", "VALUES ((" + swept + "))", "SELECT EXISTS (" + swept + ")",
			"SELECT 1 WHERE false AND EXISTS (" + swept + ")", swept + " LIMIT 0", "PREPARE p AS " + swept, "PREPARE p AS " + swept + "; EXECUTE p",
			"BEGIN; DECLARE c CURSOR FOR " + swept + "; FETCH c", "COPY (" + swept + ") TO STDOUT", "CREATE TABLE x AS " + swept, swept + " UNION ALL " + swept,
			"SELECT n.name FROM own.s.names n, LATERAL (" + swept + ") x", "SELECT n.name FROM own.s.names n WHERE n.name IN (" + swept + ")",
			"INSERT INTO own.s.things (org, data__name) SELECT 'a', name FROM own.s.swept WHERE org = 'a'", "DELETE FROM own.s.things WHERE id IN (" + swept + ")",
			"EXPLAIN ANALYZE DELETE FROM own.s.things WHERE id = '1'", "WITH x AS (DELETE FROM own.s.things WHERE id = '1' RETURNING name) SELECT * FROM x",
			"CALL own.s.things.remove(id => '1')", "SELECT 1; " + swept, "CREATE VIEW v AS " + swept, "SELECT * FROM v",
		} {
			_, stdout, stderr := d.sql(t, "-c", sql)
			if sent := d.took(); len(sent) > 0 {
				t.Errorf("%s: %s: sent %s\n%s%s", mode, sql, fmt.Sprint(sent), stdout, stderr)
			}
		}
		d.stop()
	}
}

// TestChangingSelectInBlock: what a SELECT changes at an API is not a part of a transaction, so it is not sent in one.
func TestChangingSelectInBlock(t *testing.T) {
	t.Parallel() // it waits as long as it computes
	d := startDesked(t, callable, "mode: full_access\n")
	d.name("acme")
	swept := "SELECT name FROM own.s.swept WHERE org = 'a'"
	for _, sql := range []string{
		"BEGIN;\n" + swept + ";\nROLLBACK;\n", "BEGIN;\nDECLARE c CURSOR FOR " + swept + ";\nFETCH c;\nROLLBACK;\n",
	} {
		file := filepath.Join(t.TempDir(), "block.sql")
		if err := os.WriteFile(file, []byte(sql), 0o600); err != nil {
			t.Fatal(err)
		}
		_, out, stderr := d.sql(t, "--source", "own", "--file", file)
		if sent := d.took(); len(sent) > 0 || !strings.Contains(stderr, "transaction block") {
			t.Errorf("%s: sent %v\n%s%s", sql, sent, out, stderr)
		}
	}
	if _, out, stderr := d.sql(t, "--source", "own", "-c", swept); len(d.took()) == 0 {
		t.Errorf("alone it is not sent: %s%s", out, stderr)
	}
}
