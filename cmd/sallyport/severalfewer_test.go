package main

import (
	"strings"
	"testing"
)

// TestSeveralFewer: of a table fewer rows are asked for where they need partners in another table of its Postgres, or
// keys of a scan that has few rows; what hides more than a table is not asked about.
func TestSeveralFewer(t *testing.T) {
	s := newSpread(t, "")
	s.pg.Exec(t, s.ops, `CREATE TABLE lines (of int, n bigint, word text);
INSERT INTO lines SELECT i % 3000, i % 9, 'w' || i % 40 FROM generate_series(1, 30000) i;
CREATE VIEW busy AS SELECT id, note FROM orders;
CREATE TABLE guarded (id int, note text); INSERT INTO guarded SELECT id, note FROM orders;
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY evens ON guarded USING (id % 2 = 0); ANALYZE lines; ANALYZE guarded`)
	c := s.connect(t, "crm")
	const partner = `"public"."lines" t WHERE EXISTS (SELECT 1 FROM "public"."orders" t1 WHERE t1."id" = t."of" AND "note" = 'note 7'`
	for _, test := range []struct{ name, from, direct, seen, unseen string }{
		{"partners", "ops.public.lines l JOIN ops.public.orders o ON o.id = l.of JOIN files.public.costs k ON k.customer = 3 WHERE o.note = 'note 7'", "", partner, ""},
		{"partners of the row around", "ops.public.orders o JOIN files.public.costs k ON k.customer = 3 WHERE o.note = 'note 7' AND EXISTS (SELECT FROM ops.public.lines l WHERE l.of = o.id)", "", partner, ""},
		{"a view", "ops.public.lines l JOIN ops.public.busy o ON o.id = l.of JOIN files.public.costs k ON k.customer = 3 WHERE o.note = 'note 8'", "", "", `FROM "public"."busy" t1`},
		{"a table with a policy", "ops.public.lines l JOIN ops.public.guarded o ON o.id = l.of JOIN files.public.costs k ON k.customer = 3 WHERE o.note = 'note 8'", "", "", `FROM "public"."guarded" t1`},
		{"keys", "customers c JOIN ops.public.orders o ON o.customer = c.id WHERE c.name IN ('cust 1', 'cust 2')", "ops.public.orders o WHERE o.customer IN (1, 2)", `"customer" = ANY ($1::integer[])`, ""},
		{"keys of texts", "files.public.costs k JOIN ops.public.lines l ON 'w' || k.customer = l.word AND l.word = k.region", "ops.public.lines WHERE false", "", ""},
		{"an outer join", "ops.public.lines l LEFT JOIN ops.public.orders o ON o.id = l.of AND o.note = 'note 9' JOIN files.public.costs k ON k.customer = 3", "", "", `"note" = 'note 9' AND t1`},
	} {
		before := len(s.pg.Log())
		got, err := texts(t.Context(), c, "SELECT count(*) FROM "+test.from)
		if err != nil {
			t.Fatal(test.name, err)
		}
		direct := test.direct
		if direct == "" {
			direct = strings.NewReplacer("JOIN files.public.costs k ON k.customer = 3 ", "", " JOIN files.public.costs k ON k.customer = 3", "").Replace(test.from)
		}
		want, err := texts(t.Context(), s.connect(t, "ops"), "SELECT count(*) FROM "+direct)
		if err != nil {
			t.Fatal(test.name, err)
		}
		if got[0] != want[0] {
			t.Errorf("%s: %s rows, %s directly", test.name, got[0], want[0])
		}
		log := s.pg.Log()[before:]
		if !strings.Contains(log, test.seen) {
			t.Errorf("%s: the source was not sent %s", test.name, test.seen)
		}
		if test.unseen != "" && strings.Contains(log, test.unseen) {
			t.Errorf("%s: the source was sent %s", test.name, test.unseen)
		}
	}
}
