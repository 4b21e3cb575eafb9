package postgres_test

import (
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestMadeTables: a table that a session of ours has made is there at once, with all that has got a name by
// it, and what was known of other names needs no comparison.
func TestMadeTables(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Hour})
	out.do("CREATE TABLE kept (a int); CREATE TYPE _mine AS (a int)")
	kept := closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "kept"}}, Types: []providers.Name{{Name: "text"}, {Name: "int4"}}})
	relations := []providers.Name{{Name: "made"}, {Schema: "public", Name: "made_pkey"}, {Name: "made_b_seq"}, {Name: "own_name"}}
	types := []providers.Name{{Name: "made"}, {Name: "_made"}, {Name: "_mine"}}
	old := closureOf(t, p, providers.Names{Relations: relations, Types: types})
	out.do("CREATE TABLE made (a int PRIMARY KEY, b serial, CONSTRAINT own_name UNIQUE (b))")
	if p.Altered([]string{"made", "own_name"}); old.Believed() {
		t.Error("that there is no such table is believed")
	}
	if !kept.Believed() {
		t.Error("what the table does not touch is not believed")
	}
	catalog := catalogOf(t, p)
	for _, name := range relations {
		if _, ok := catalog.Relation(name.Schema, name.Name); !ok {
			t.Errorf("%s is not there", name.Name)
		}
	}
	for _, name := range types {
		if _, ok := catalog.Type(name.Schema, name.Name); !ok {
			t.Errorf("the type %s is not there", name.Name)
		}
	}
}

// TestMadeUnderEventTriggers: where event triggers run at DDL, a new table is a reason to compare everything.
func TestMadeUnderEventTriggers(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Hour})
	out.do(`CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';
		CREATE FUNCTION on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'ALTER FUNCTION f() STRICT'; END $$;
		CREATE EVENT TRIGGER on_ddl ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION on_ddl()`)
	old := closureOf(t, p, providers.Names{Functions: []providers.Name{{Name: "f"}}})
	out.do("CREATE TABLE made (a int)")
	p.Altered([]string{"made"})
	if old.Believed() {
		t.Error("what an event trigger has changed is believed")
	}
	catalogOf(t, p).Functions("", "f")
	if again := closureOf(t, p, providers.Names{Functions: []providers.Name{{Name: "f"}}}); again == old || !holds(t, again) {
		t.Error("what is known is not what is there")
	}
	out.do("DROP EVENT TRIGGER on_ddl")
	p.Altered(nil)
	last := closureOf(t, p, providers.Names{Functions: []providers.Name{{Name: "f"}}})
	out.do("CREATE TABLE made2 (a int)")
	if p.Altered([]string{"made2"}); !last.Believed() {
		t.Error("without event triggers everything is compared")
	}
}

// TestMadeWhileFetched: an answer that was fetched before a table was made is not kept, however late it is.
func TestMadeWhileFetched(t *testing.T) {
	p, out := fresh(t, postgres.Options{CatalogTTL: time.Hour})
	out.do("CREATE TABLE known (a int)")
	closureOf(t, p, providers.Names{Relations: []providers.Name{{Name: "known"}}})
	for i := range 200 { // what is asked for beside the DDL is fetched before, while or after it
		name := "t" + string(rune('a'+i%26)) + string(rune('a'+i/26))
		asked := make(chan struct{})
		catalog := catalogOf(t, p).(providers.Lazy)
		go func() {
			defer close(asked)
			catalog.Prefetch(providers.Names{Relations: []providers.Name{{Name: name}}})
		}()
		out.do("CREATE TABLE " + name + " (a int)")
		p.Altered([]string{name})
		if _, ok := catalogOf(t, p).Relation("", name); !ok {
			t.Fatalf("%s is not there", name)
		}
		<-asked
		if _, ok := catalogOf(t, p).Relation("", name); !ok {
			t.Fatalf("%s is not there when it was asked for before", name)
		}
	}
}
