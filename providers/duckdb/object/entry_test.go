package object

import (
	"testing"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

func TestFindEntry(t *testing.T) {
	var db lib.Database
	var conn lib.Connection
	if lib.Open(":memory:", &db) == lib.StateError || lib.Connect(db, &conn) == lib.StateError {
		t.Fatal("no DuckDB")
	}
	defer lib.Close(&db)
	defer lib.Disconnect(&conn)
	for _, sql := range []string{
		`CREATE SCHEMA "Sch"`, `CREATE TABLE "Sch"."Tab" (a int)`, `CREATE VIEW "Sch"."Vw" AS SELECT 1 AS a`, `CREATE INDEX "Ix" ON "Sch"."Tab" (a)`,
		`CREATE SEQUENCE "Sch"."Seq"`, `CREATE TYPE "Sch"."Ty" AS ENUM ('a')`, `CREATE TEMP TABLE "Tmp" (a int)`,
	} {
		if err := native.Run(conn, sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	if is, _ := findEntry(conn, "memory", tableEntry, "sch", "tab"); is != noTransaction {
		t.Errorf("outside of a transaction: %d", is)
	}
	if err := native.Run(conn, "BEGIN"); err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		database     string
		of           entryType
		schema, name string
		is           entryType
		found        string
	}{
		{"memory", tableEntry, "sch", "tab", tableEntry, "Tab"},
		{"memory", tableEntry, "sch", "vw", viewEntry, "Vw"},
		{"memory", viewEntry, "sch", "tab", tableEntry, "Tab"},
		{"memory", viewEntry, "sch", "vw", viewEntry, "Vw"},
		{"memory", indexEntry, "sch", "ix", indexEntry, "Ix"},
		{"memory", sequenceEntry, "sch", "seq", sequenceEntry, "Seq"},
		{"memory", typeEntry, "sch", "ty", typeEntry, "Ty"},
		{"memory", typeEntry, "sch", "int4", noEntry, ""},
		{"memory", 2, "sch", "sch", -2, ""},
		{"memory", tableEntry, "nix", "tab", noEntry, ""},
		{"memory", tableEntry, "sch", "nix", noEntry, ""},
		{"memory", sequenceEntry, "sch", "tab", noEntry, ""},
		{"memory", indexEntry, "sch", "tab", noEntry, ""},
		{"memory", indexEntry, "", "tab", noEntry, ""},
		{"memory", tableEntry, "sch", "", noEntry, ""},
		{"temp", tableEntry, "main", "tmp", tableEntry, "Tmp"},
		{"temp", tableEntry, "main", "tab", noEntry, ""},
		{"nix", tableEntry, "main", "tab", noTransaction, ""},
	} {
		if is, found := findEntry(conn, q.database, q.of, q.schema, q.name); is != q.is || found != q.found {
			t.Errorf("%+v: %d %q", q, is, found)
		}
	}
}
