package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestReadsProven: a session that may only read is kept from writing by DuckDB, also when its connection
// has run the statement, and others, before. Nothing above the provider judges here.
func TestReadsProven(t *testing.T) {
	p := open(t, Options{Name: "demo"})
	writer := connect(t, p, providers.ConnOptions{})
	if _, err := query(writer, providers.Statement{SQL: "CREATE SEQUENCE s", Verb: "CREATE SEQUENCE"}, providers.Args{}); err != nil {
		t.Fatal(err)
	}
	reads := providers.Statement{SQL: "SELECT 1 AS n", Verb: "SELECT", ReadOnly: true}
	writes := providers.Statement{SQL: "SELECT nextval('s')", Verb: "SELECT", ReadOnly: true}
	c := connect(t, p, providers.ConnOptions{ReadOnly: true})
	for range 3 {
		if _, err := query(c, reads, providers.Args{}); err != nil {
			t.Error(err)
		}
		if _, err := query(c, writes, providers.Args{}); sqlstate.CodeOf(err) != sqlstate.ReadOnlyTransaction {
			t.Errorf("nextval: %v, want %s", err, sqlstate.ReadOnlyTransaction)
		}
	}
	if kept := c.prepared[statementKey(reads)]; kept == nil || !kept.reads {
		t.Error("what has read is not known to read")
	}
	if kept := c.prepared[statementKey(writes)]; kept != nil && kept.reads {
		t.Error("nextval is taken for a read")
	}

	// What a statement was proven to be ends with its plan.
	run := func(sql, verb string) {
		t.Helper()
		if _, err := query(writer, providers.Statement{SQL: sql, Verb: verb}, providers.Args{}); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE VIEW v AS SELECT 1::bigint AS n", "CREATE VIEW")
	view := providers.Statement{SQL: "SELECT n FROM v", Verb: "SELECT", ReadOnly: true}
	if _, err := query(c, view, providers.Args{}); err != nil {
		t.Fatal(err)
	}
	run("CREATE OR REPLACE VIEW v AS SELECT nextval('s') AS n", "CREATE VIEW")
	if _, err := query(c, view, providers.Args{}); sqlstate.CodeOf(err) != sqlstate.ReadOnlyTransaction {
		t.Errorf("a view that came to write: %v, want %s", err, sqlstate.ReadOnlyTransaction)
	}
}
