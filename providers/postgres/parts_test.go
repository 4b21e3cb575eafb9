package postgres_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
)

// relationParts are relations that have one thing each which the catalog asks about only if the relation has it.
const relationParts = `
CREATE FUNCTION own(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE TABLE checked (a int); CREATE TABLE indexed (a int); CREATE TABLE ruled (a int); CREATE TABLE policed (a int); CREATE TABLE parent (a int); CREATE TABLE heir (a int);
CREATE TABLE parted (a int) PARTITION BY RANGE (a); CREATE TABLE part (a int); CREATE SEQUENCE counts;`

// partsAdded adds the things: in turn, so that each relation was known without its own.
var partsAdded = []struct{ relation, sql, found string }{
	{"checked", "ALTER TABLE checked ADD CHECK (own(a) > 0)", "check checked_a_check of checked"},
	{"indexed", "CREATE INDEX indexed_index ON indexed (own(a))", "index indexed_index of indexed"},
	{"indexed_index", "", "under indexed"},
	{"ruled", "CREATE RULE r AS ON INSERT TO ruled DO INSTEAD NOTHING", "rule r on ruled"},
	{"policed", "CREATE POLICY p ON policed USING (own(a) > 0); ALTER TABLE policed ENABLE ROW LEVEL SECURITY", "policy p on policed"},
	{"heir", "ALTER TABLE heir INHERIT parent; ALTER TABLE heir ADD CHECK (own(a) > 1)", "check heir_a_check of heir under parent"},
	{"parent", "", "under heir"},
	{"part", "ALTER TABLE parted ATTACH PARTITION part FOR VALUES FROM (0) TO (9)", "under parted"},
	{"counts", "ALTER SEQUENCE counts OWNED BY parent.a", "under parent"},
}

// TestPartsOfRelations: what a relation gets after the catalog has looked at it is found, by all sessions, and by one whose own
// transaction adds it.
func TestPartsOfRelations(t *testing.T) {
	p, out := fresh(t, postgres.Options{})
	out.do(relationParts)
	own := &recorder{t: t, pg: connectOutside(t, pgtest.Start(t).DSN(out.do("SELECT current_database()"))).pg, sent: map[string]bool{}}
	look := func(relation string, names providers.Catalog, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		r, found := names.Relation("public", relation)
		if !found {
			return ""
		}
		told := ""
		for _, h := range r.Hidden {
			told += h.What
		}
		for _, k := range r.Kin {
			told += " under " + k.Name
		}
		return strings.ReplaceAll(strings.TrimSpace(told), "public.", "") // which a session's own path spares
	}
	inside := &outside{t, own.pg}
	for _, committed := range []bool{false, true} {
		do, ask := inside.do, func(relation string) string {
			names, err := p.CatalogIn(t.Context(), providers.Surroundings{Path: []string{"pg_catalog", "public"}, Ask: own.ask})
			return look(relation, names, err)
		}
		if committed {
			do, ask = out.do, func(relation string) string {
				names, err := p.Catalog(t.Context())
				return look(relation, names, err)
			}
		} else {
			do("BEGIN")
		}
		for _, part := range partsAdded {
			if before := ask(part.relation); part.sql != "" && before != "" {
				t.Errorf("%s has %q before", part.relation, before)
			}
			if part.sql != "" {
				do(part.sql)
			}
			p.Altered(nil)
			if got := ask(part.relation); got != part.found {
				t.Errorf("%s (committed: %v): %q, not %q", part.relation, committed, got, part.found)
			}
		}
		if !committed {
			do("ROLLBACK")
		}
	}
}
