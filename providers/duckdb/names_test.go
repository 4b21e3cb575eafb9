package duckdb

import (
	"reflect"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
)

// TestNamesWithoutListing: what DuckDB's catalog says of names is what its listings say, in the session's own transaction, too.
func TestNamesWithoutListing(t *testing.T) {
	p := open(t, Options{Name: "demo"})
	c, other := connect(t, p, providers.ConnOptions{}), connect(t, p, providers.ConnOptions{})
	quick := 0
	compare := func(when string) {
		t.Helper()
		finder := c.finder()
		if finder.Look.Schemas != nil {
			quick++
		}
		listing := finder
		listing.Look = object.Look{}
		for _, name := range []string{
			"tab", `"Tab"`, "vw", "ix", "seq", "ty", "tmp", "nix", "own", "sch.tab", `"Sch".vw`, "sch.ix", "sch.ty", "main.tmp", "main.tab", "public.tab", "nix.tab",
			"late.tab", "pg_catalog.pg_class", "demo.public.tab", "a.b.c.d", "",
		} {
			for _, kind := range []string{"TABLE", "TYPE", "SCHEMA"} {
				is, err := finder.FindObject(kind, name)
				should, failed := listing.FindObject(kind, name)
				if err != nil || failed != nil || !reflect.DeepEqual(is, should) {
					t.Errorf("%s: %s %s: %v %v, listed %v %v", when, kind, name, is, err, should, failed)
				}
			}
			is, err := finder.FindTable(name)
			should, failed := listing.FindTable(name)
			if err != nil || failed != nil || !reflect.DeepEqual(is, should) {
				t.Errorf("%s: table %s: %v %v, listed %v %v", when, name, is, err, should, failed)
			}
		}
		for _, name := range []string{"tab", "vw", "ix", "seq", "ty", "nix"} {
			listed, err := c.collectText(`SELECT * FROM (` + object.Query + `) WHERE d = 'demo' AND s = 'Sch' AND lower(n) = '` + name + `'`)
			if err != nil || finder.IsFree("demo", "sch", name) != (len(listed) == 0) {
				t.Errorf("%s: whether sch.%s is free: %v, listed %v %v", when, name, finder.IsFree("demo", "sch", name), listed, err)
			}
		}
	}
	compare("nothing is there")
	for _, sql := range []string{
		`CREATE SCHEMA "Sch"`, `CREATE TABLE "Sch"."Tab" (a integer)`, `CREATE VIEW "Sch"."Vw" AS SELECT 1 AS a`, `CREATE INDEX "Ix" ON "Sch"."Tab" (a)`,
		`CREATE TYPE "Sch"."Ty" AS ENUM ('a')`, `CREATE TABLE public.tab (a integer)`, `CREATE SEQUENCE public.seq`, `CREATE TYPE public.ty AS ENUM ('b')`,
	} {
		mustRun(t, other, sql)
	}
	compare("another session has made objects")
	mustRun(t, c, "BEGIN")
	compare("in a transaction")
	mustRun(t, c, "CREATE TABLE own (a integer)")
	mustRun(t, c, `DROP VIEW "Sch"."Vw"`)
	compare("in a transaction that has made a table")
	mustRun(t, other, "CREATE SCHEMA late")
	compare("in a transaction since which there is another schema")
	mustRun(t, c, "ROLLBACK")
	compare("after the transaction")
	mustRun(t, c, "CREATE TEMP TABLE tmp (a integer)")
	mustRun(t, c, "CREATE TEMP VIEW tab AS SELECT 1 AS a")
	compare("with temporary relations")
	if quick < 4 {
		t.Errorf("names were looked up without a listing %d times", quick)
	}
}
