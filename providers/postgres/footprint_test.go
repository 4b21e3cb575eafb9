package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

const footprintSchema = `
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE FUNCTION ef() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE TABLE parent (id serial PRIMARY KEY, code text UNIQUE, note text);
CREATE TABLE child (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, parent int REFERENCES parent ON DELETE CASCADE);
CREATE TABLE grand (child int REFERENCES child ON DELETE SET NULL, code text REFERENCES parent (code) ON UPDATE CASCADE);
CREATE TABLE stays (parent int REFERENCES parent);
CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree ON DELETE CASCADE);
CREATE TRIGGER ins BEFORE INSERT ON parent FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER "Del!" AFTER DELETE ON parent FOR EACH STATEMENT EXECUTE FUNCTION f();
CREATE TRIGGER off BEFORE DELETE ON parent FOR EACH ROW EXECUTE FUNCTION f();
ALTER TABLE parent DISABLE TRIGGER off;
CREATE TRIGGER notes BEFORE UPDATE OF note ON parent FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER tr AFTER TRUNCATE ON parent EXECUTE FUNCTION f();
CREATE TRIGGER gone AFTER DELETE ON child FOR EACH ROW EXECUTE FUNCTION f();
CREATE CONSTRAINT TRIGGER later AFTER UPDATE ON grand DEFERRABLE FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER codes AFTER UPDATE OF code ON grand FOR EACH ROW EXECUTE FUNCTION f();
CREATE TABLE ruled (a int);
CREATE RULE twice AS ON INSERT TO ruled DO ALSO INSERT INTO stays VALUES (1);
CREATE TABLE parts (k int, v text) PARTITION BY LIST (k);
CREATE TABLE part1 PARTITION OF parts FOR VALUES IN (1);
CREATE TABLE part2 PARTITION OF parts FOR VALUES IN (2) PARTITION BY LIST (v);
CREATE TABLE part2a PARTITION OF part2 FOR VALUES IN ('a');
CREATE TRIGGER every AFTER INSERT OR UPDATE ON parts FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER own AFTER UPDATE ON part2a FOR EACH ROW EXECUTE FUNCTION f();
CREATE TRIGGER own_statement AFTER UPDATE ON part2a FOR EACH STATEMENT EXECUTE FUNCTION f();
CREATE TABLE heir () INHERITS (parent);
CREATE TRIGGER heirs BEFORE UPDATE ON heir FOR EACH ROW EXECUTE FUNCTION f();
CREATE VIEW simple AS SELECT id, note FROM parent;
CREATE VIEW over AS SELECT * FROM simple;
CREATE VIEW clever AS SELECT count(*) AS n FROM parent;
CREATE TRIGGER instead INSTEAD OF UPDATE ON clever FOR EACH ROW EXECUTE FUNCTION f();
CREATE SCHEMA "Odd S";
CREATE TABLE "Odd S"."T ""x""" (a serial, b int);
CREATE TRIGGER t BEFORE DELETE ON "Odd S"."T ""x""" FOR EACH ROW EXECUTE FUNCTION f();
CREATE EVENT TRIGGER drops ON sql_drop EXECUTE FUNCTION ef();
CREATE EVENT TRIGGER tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION ef();
`

func TestFootprint(t *testing.T) {
	p, out := fresh(t, postgres.Options{Name: "pg"})
	out.do(footprintSchema)
	for _, test := range []struct {
		change providers.Change
		want   string
	}{
		{providers.Change{Verb: "INSERT", Name: "parent"}, "triggers: ins on public.parent; sequences: public.parent_id_seq"},
		{providers.Change{Verb: "INSERT", Name: "parent", Columns: []string{"code"}}, "triggers: ins on public.parent; sequences: public.parent_id_seq"},
		{providers.Change{Verb: "INSERT", Name: "parent", Columns: []string{"id", "code"}}, "triggers: ins on public.parent"},
		{providers.Change{Verb: "INSERT", Name: "parent", Leading: 2}, "triggers: ins on public.parent"},
		{providers.Change{Verb: "INSERT", Schema: "public", Name: "child", Columns: []string{"parent"}}, "sequences: public.child_id_seq"},
		{providers.Change{Verb: "INSERT", Name: "over"}, "triggers: ins on public.parent; sequences: public.parent_id_seq"},
		{providers.Change{Verb: "INSERT", Name: "ruled"}, "rules: twice on public.ruled"},
		{providers.Change{Verb: "INSERT", Name: "parts"}, "triggers: every on public.parts"},
		{providers.Change{Verb: "INSERT", Name: "part1"}, "triggers: every on public.part1"},
		{providers.Change{Verb: "INSERT", Name: "part2"}, "triggers: every on public.part2"},
		{providers.Change{Verb: "UPDATE", Name: "parts"}, "triggers: every on public.parts, own on public.part2a"},
		{providers.Change{Verb: "UPDATE", Name: "part2a"}, "triggers: every on public.part2a, own on public.part2a, own_statement on public.part2a"},
		{providers.Change{Verb: "DELETE", Name: "parts"}, ""},
		{providers.Change{Verb: "UPDATE", Name: "parent", Columns: []string{"note"}}, "triggers: heirs on public.heir, notes on public.parent"},
		{providers.Change{Verb: "UPDATE", Name: "parent", Columns: []string{"note"}, Only: true}, "triggers: notes on public.parent"},
		{
			providers.Change{Verb: "UPDATE", Name: "parent", Columns: []string{"code"}, Only: true},
			"triggers: codes on public.grand, later on public.grand; cascades: public.grand",
		},
		{providers.Change{Verb: "UPDATE", Name: "parent", Columns: []string{"id"}, Only: true}, ""},
		{providers.Change{Verb: "UPDATE", Name: "clever"}, "triggers: instead on public.clever"},
		{
			providers.Change{Verb: "DELETE", Name: "parent"},
			`triggers: "Del!" on public.parent, gone on public.child, later on public.grand; cascades: public.child, public.grand`,
		},
		{providers.Change{Verb: "DELETE", Name: "tree"}, "cascades: public.tree"},
		{providers.Change{Verb: "DELETE", Schema: "Odd S", Name: `T "x"`}, `triggers: t on "Odd S"."T ""x"""`},
		{providers.Change{Verb: "TRUNCATE", Name: "parent"}, "triggers: tr on public.parent"},
		{
			providers.Change{Verb: "TRUNCATE", Name: "parent", Cascade: true, Restart: true},
			"triggers: tr on public.parent; sequences: public.child_id_seq (begins anew), public.parent_id_seq (begins anew); cascades: public.child, public.grand, public.stays",
		},
		{providers.Change{Verb: "DROP TABLE", Name: "parent"}, "triggers: drops (event trigger)"},
		{
			providers.Change{Verb: "DROP TABLE", Name: "parent", Cascade: true},
			"triggers: drops (event trigger); cascades: public.clever, public.over, public.simple",
		},
		{providers.Change{Verb: "CREATE TABLE"}, "triggers: tables (event trigger)"},
		{providers.Change{Verb: "DELETE", Name: "none"}, ""},
		{providers.Change{Verb: "DELETE", Name: `x"; DROP TABLE parent; --`}, ""},
	} {
		found, err := p.Footprint(t.Context(), []providers.Change{test.change})
		if got := footprint(found); err != nil || got != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s (%v)", test.change, got, test.want, err)
		}
	}
	both, err := p.Footprint(t.Context(), []providers.Change{{Verb: "INSERT", Name: "ruled"}, {Verb: "DELETE", Name: "tree"}})
	if got := footprint(both); err != nil || got != "rules: twice on public.ruled; cascades: public.tree" {
		t.Errorf("two changes: %s %v", got, err)
	}
	if none, err := p.Footprint(t.Context(), nil); err != nil || footprint(none) != "" {
		t.Errorf("no changes: %+v %v", none, err)
	}
}

// TestFootprintMany: the lists are bounded, and say so.
func TestFootprintMany(t *testing.T) {
	p, out := fresh(t, postgres.Options{Name: "pg"})
	out.do("CREATE TABLE hub (id int PRIMARY KEY)")
	for i := range 2 * providers.MaxFootprint {
		out.do(fmt.Sprintf("CREATE TABLE spoke%02d (hub int REFERENCES hub ON DELETE CASCADE)", i))
	}
	found, err := p.Footprint(t.Context(), []providers.Change{{Verb: "DELETE", Name: "hub"}})
	if err != nil || !found.More || len(found.Cascades) != providers.MaxFootprint || !slices.IsSorted(found.Cascades) {
		t.Errorf("%+v %v", found, err)
	}
}

// TestFootprintGuarded: row security counts for the role that asks.
func TestFootprintGuarded(t *testing.T) {
	p, out := fresh(t, postgres.Options{Name: "pg"})
	out.do("CREATE TABLE own (a int); ALTER TABLE own ENABLE ROW LEVEL SECURITY")
	dsn := pgtest.Start(t).DSN(out.do("SELECT current_database()"))
	changes := []providers.Change{{Verb: "DELETE", Name: "own"}}
	if found, err := p.Footprint(t.Context(), changes); err != nil || len(found.Guarded) > 0 {
		t.Errorf("a superuser: %+v %v", found, err)
	}
	limited := open(t, postgres.Options{Name: "limited", DSN: login(t, out, dsn, "footprint_reader")})
	if found, err := limited.Footprint(t.Context(), changes); err != nil || footprint(found) != "guarded: public.own" {
		t.Errorf("a role: %+v %v", found, err)
	}
}

func footprint(f providers.Footprint) string {
	var parts []string
	for _, list := range []struct {
		name  string
		names []string
	}{{"triggers", f.Triggers}, {"rules", f.Rules}, {"sequences", f.Sequences}, {"cascades", f.Cascades}, {"guarded", f.Guarded}} {
		if len(list.names) > 0 {
			parts = append(parts, list.name+": "+strings.Join(list.names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// TestFootprintReached: the relations whose rows a change reaches are told with the
// foreign keys that lead to them, and what a DROP takes along.
func TestFootprintReached(t *testing.T) {
	p, out := fresh(t, postgres.Options{Name: "pg"})
	out.do(footprintSchema)
	out.do(`CREATE SCHEMA app; CREATE TABLE app.a (i int PRIMARY KEY); CREATE TABLE outside (i int REFERENCES app.a);
CREATE VIEW app.v AS SELECT * FROM app.a; CREATE VIEW over_app AS SELECT * FROM app.v; CREATE TYPE app.mood AS ENUM ('x'); CREATE TABLE moody (m app.mood, n int)`)
	for _, test := range []struct {
		change providers.Change
		want   string
	}{
		{providers.Change{Verb: "DELETE", Name: "parent"}, `DELETE public.parent; heir DELETE public.heir; DELETE public.child by child_parent_fkey (parent) of 0 (id); UPDATE public.grand by grand_child_fkey (child) of 2 (id)`},
		{providers.Change{Verb: "DELETE", Name: "tree"}, `DELETE public.tree by tree_up_fkey (up) of 0 (id)`},
		{providers.Change{Verb: "UPDATE", Name: "parent", Columns: []string{"code"}, Only: true}, `UPDATE public.parent; UPDATE public.grand by grand_code_fkey (code) of 0 (code)`},
		{providers.Change{Verb: "DROP SCHEMA", Schema: "app", Cascade: true}, `DROP TABLE app.a; table app.a, table column public.moody.m, table constraint outside_i_fkey on public.outside, type app.mood, view app.v, view public.over_app`},
		{providers.Change{Verb: "ALTER TABLE", Name: "parent", Columns: []string{"code"}, Cascade: true}, `table constraint grand_code_fkey on public.grand, table constraint parent_code_key on public.parent`},
		{providers.Change{Verb: "DROP VIEW", Schema: "app", Name: "v", Cascade: true}, `view public.over_app`},
	} {
		found, err := p.Footprint(t.Context(), []providers.Change{test.change})
		var parts []string
		for _, r := range found.Reached {
			text := r.Verb + " " + r.Quoted
			if r.How == providers.Heir {
				text = "heir " + text
			}
			for _, l := range r.Links {
				text += fmt.Sprintf(" by %s (%s) of %d (%s)", l.Name, strings.Join(l.Columns, ", "), l.From, strings.Join(l.Referenced, ", "))
			}
			parts = append(parts, text)
		}
		if len(found.Dropped) > 0 {
			parts = append(parts, strings.Join(found.Dropped, ", "))
		}
		if got := strings.Join(parts, "; "); err != nil || got != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s (%v)", test.change, got, test.want, err)
		}
	}
}
