package postgres_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// TestFootprintNow: what was made, dropped and set since the last look is seen, and what is not asked of the server
// is nothing that it has.
func TestFootprintNow(t *testing.T) {
	_, out := fresh(t, postgres.Options{Name: "pg"})
	out.do(`CREATE TABLE up (id int PRIMARY KEY, note text); CREATE TABLE down (up int CONSTRAINT leads REFERENCES up);
CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE SCHEMA other; CREATE TABLE other.up (id int)`)
	dsn := login(t, out, pgtest.Start(t).DSN(out.do("SELECT current_database()")), "footprint_now")
	out.do("GRANT USAGE ON SCHEMA other TO footprint_now")
	p := open(t, postgres.Options{Name: "pg", DSN: dsn})
	changes := []providers.Change{{Verb: "DELETE", Name: "up"}}
	for _, test := range []struct {
		before  string
		table   string
		reached int
		links   int
		code    string
	}{
		{"SELECT 1", "public.up", 1, 0, ""},
		{"ALTER TABLE down DROP CONSTRAINT leads, ADD CONSTRAINT leads FOREIGN KEY (up) REFERENCES up ON DELETE CASCADE", "public.up", 2, 1, ""},
		{"CREATE TRIGGER fires AFTER DELETE ON down FOR EACH ROW EXECUTE FUNCTION f()", "public.up", 2, 1, "trigger fires on public.down"},
		{"ALTER TABLE down DISABLE TRIGGER fires", "public.up", 2, 1, ""},
		{"ALTER ROLE footprint_now SET search_path = other", "other.up", 1, 0, ""},
		{"ALTER ROLE footprint_now RESET search_path", "public.up", 2, 1, ""},
		{"DROP TABLE down", "public.up", 1, 0, ""},
	} {
		out.do(test.before)
		found, err := p.Footprint(t.Context(), changes)
		if err != nil || len(found.Reached) != test.reached || found.Reached[0].Quoted != test.table {
			t.Errorf("%s: %+v %v", test.before, found, err)
			continue
		}
		links, code := 0, ""
		for _, r := range found.Reached {
			links += len(r.Links)
		}
		for _, c := range found.Code {
			code += c.What
		}
		if links != test.links || code != test.code {
			t.Errorf("%s: %+v", test.before, found)
		}
	}
	// A trigger of other columns does not fire, and its code is told for the people who look.
	out.do("CREATE TRIGGER notes AFTER UPDATE OF note ON up FOR EACH ROW EXECUTE FUNCTION f()")
	found, err := p.Footprint(t.Context(), []providers.Change{{Verb: "UPDATE", Name: "up", Columns: []string{"id"}}})
	if err != nil || len(found.Triggers) > 0 || len(found.Code) != 1 || found.Code[0].What != "trigger notes on public.up" {
		t.Errorf("%+v %v", found, err)
	}
}
