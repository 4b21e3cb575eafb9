package engine_test

import (
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// TestRelationsInFull: the record names relations with the schema that their names led
// to by the path in force, and as written where they led nowhere.
func TestRelationsInFull(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	for _, test := range []struct {
		source string
		steps  [][2]string // a text, and the relation on record
	}{
		{"pg", [][2]string{
			{"CREATE TABLE public.orders (id int)", "pg.public.orders"},
			{"CREATE SCHEMA other", ""},
			{"CREATE TABLE other.orders (id int)", "pg.other.orders"},
			{"SELECT * FROM orders", "pg.public.orders"},
			{"SELECT * FROM public.orders, orders", "pg.public.orders"},
			{"INSERT INTO orders VALUES (1)", "pg.public.orders"},
			{"SELECT count(*) FROM pg_class", "pg.pg_catalog.pg_class"},
			{"SELECT * FROM nowhere", "pg.nowhere"},
			{"SELECT * FROM other.nowhere", "pg.other.nowhere"},
			{"SET search_path = other, public", ""},
			{"SELECT * FROM orders", "pg.other.orders"},
			{"TRUNCATE orders", "pg.other.orders"},
			{"RESET search_path", ""},
			{"SELECT o.id FROM orders o FOR UPDATE OF o", "pg.public.orders"},
			{"DROP TABLE orders", "pg.public.orders"},
		}},
		{"duck", [][2]string{
			{"CREATE TABLE orders (id int)", "duck.public.orders"}, // where it is made
			{"SELECT * FROM orders", "duck.public.orders"},
			{"SELECT * FROM duck.orders", "duck.public.orders"},
			{"SELECT count(*) FROM pg_class", "duck.pg_catalog.pg_class"},
			{"SELECT * FROM nowhere", "duck.nowhere"},
		}},
	} {
		s := h.open(t, test.source, gate.FullAccess)
		for _, step := range test.steps {
			h.records(t)
			_, _ = run(t.Context(), s, anything(step[0])) // some of them fail
			want := []string{step[1]}
			if step[1] == "" {
				want = nil
			}
			for _, r := range h.records(t) {
				if r.Phase != audit.PhaseOutcome && r.Verb != "ROLLBACK" && !slices.Equal(r.Relations, want) {
					t.Errorf("%s: %s is recorded as %q, want %q", test.source, step[0], r.Relations, want)
				}
			}
		}
	}
}
