package planner

import (
	"fmt"
	"strings"
	"testing"
)

// TestOIDsPlanAlike plans texts over the Postgres catalog that differ in quoted OIDs: by the plan of the first, where they share
// it, and anew. All that the plans say is the same.
func TestOIDsPlanAlike(t *testing.T) {
	for _, test := range []struct {
		form   string
		first  []any
		others [][]any
		shares bool
	}{
		{"SELECT relname, '' FROM pg_catalog.pg_class c WHERE c.oid = '%s'", []any{"24000"}, [][]any{{"7"}, {"4294967295"}, {"240001"}, {"24000"}}, true},
		{"  SELECT a.attname FROM pg_catalog.pg_attribute a, pg_catalog.pg_class c WHERE a.attrelid = '%s' AND c.oid = '%s' AND a.attnum > 0 ORDER BY 1", []any{"31000", "24000"}, [][]any{{"24000", "31000"}, {"5", "5"}}, true},
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid = '%s' OR oid = '%s'", []any{"24000", "24000"}, [][]any{{"1", "1"}}, true},
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid = '%s' OR oid = '%s'", []any{"24000", "24000"}, [][]any{{"1", "2"}}, false}, // other than the first
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid = '%s'", []any{"24000"}, [][]any{{"0"}, {"024"}, {"4294967296"}, {"abc"}, {" 7"}, {"-1"}, {"pg_class"}}, false},
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid = '%s'", []any{"0"}, [][]any{{"5"}}, false},
		{"SELECT relname, '%s' FROM pg_catalog.pg_class WHERE oid = '5'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT '24000' FROM pg_catalog.pg_class WHERE oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT 24000 AS n FROM pg_catalog.pg_class WHERE oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT relname FROM pg_catalog.pg_class WHERE relname = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid <> '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT relname FROM pg_catalog.pg_class WHERE oid = '%s'::pg_catalog.regclass", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT t.oid FROM (SELECT 'a' AS oid FROM pg_catalog.pg_class) t WHERE t.oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"WITH t AS (SELECT 'a' AS oid FROM pg_catalog.pg_class) SELECT t.oid FROM pg_catalog.pg_class t WHERE t.oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT t.oid FROM pg_catalog.pg_class t(relname, oid) WHERE t.oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
		{"SELECT name FROM typed WHERE name = '%s'", []any{"24000"}, [][]any{{"7"}}, true}, // a lookup
		{"SELECT c.relname FROM pg_catalog.pg_class c, typed WHERE c.oid = '%s'", []any{"24000"}, [][]any{{"7"}}, false},
	} {
		scope, _ := fixtureScope("duck", "alice")
		p := New(0)
		if _, err := p.Plan(t.Context(), fmt.Sprintf(test.form, test.first...), scope); err != nil {
			t.Errorf("%s: %v", test.form, err)
			continue
		}
		for _, values := range test.others {
			sql := fmt.Sprintf(test.form, values...)
			fresh, err := New(0).Plan(t.Context(), sql, scope)
			known := p.Known(t.Context(), sql, scope)
			if (known != nil) != test.shares {
				t.Errorf("%s shares the plan of %v: %v", sql, test.first, known != nil)
			}
			if known == nil || err != nil {
				continue
			}
			k, f := *known[0], *fresh[0]
			told := func(s Statement) string {
				return fmt.Sprint(s.SQL, s.Text, s.Offset, s.Class, s.Effects, s.Relations, s.Named, s.Functions, s.Origins, s.Results, s.Before, s.After, s.lookup, s.oids, s.byUser)
			}
			if told(k) != told(f) || strings.Contains(k.SQL, "24000") != strings.Contains(sql, "24000") {
				t.Errorf("%s:\n%s\n%s", sql, told(k), told(f))
			}
			other, _ := fixtureScope("duck", "bob")
			if k.byUser && p.Known(t.Context(), sql, other) != nil {
				t.Errorf("%s: another user has the plan", sql)
			}
		}
	}
}
