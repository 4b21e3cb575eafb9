package planner

import "testing"

// TestDuckDBSharesPlans tells by the plan's address which texts share a plan on DuckDB.
func TestDuckDBSharesPlans(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"SELECT name FROM people WHERE id = 1", "SELECT name FROM people WHERE id = 22", true},
		{"SELECT name FROM people WHERE id > 1 AND 70 >= id", "SELECT name FROM people WHERE id > 22 AND 3 >= id", true},
		{"SELECT name FROM people WHERE id = -1", "SELECT name FROM people WHERE id = -22", true},
		{"SELECT name FROM people WHERE id = 1 LIMIT 1", "SELECT name FROM people WHERE id = 1 LIMIT 2", false},
		{"SELECT name FROM people WHERE id = 1 ORDER BY 1", "SELECT name FROM people WHERE id = 2 ORDER BY 1", false},
		{"SELECT name FROM people WHERE id = 1 + 1", "SELECT name FROM people WHERE id = 1 + 2", false},
		{"SELECT name FROM people WHERE name = 'a'", "SELECT name FROM people WHERE name = 'b'", false},
		{"SELECT name FROM people WHERE id = 1", "SELECT name FROM people WHERE id = 3000000000", false},
		{"SELECT count(*) FROM people WHERE id = 1", "SELECT count(*) FROM people WHERE id = 2", false}, // translated
		{"DELETE FROM people WHERE id = 1", "DELETE FROM people WHERE id = 2", false},
	} {
		p := New(0)
		scope, _ := fixtureScope("duck", "alice")
		first, err := p.Plan(t.Context(), test.a, scope)
		if err != nil {
			t.Fatal(test.a, err)
		}
		if first[0].Text != test.a {
			t.Errorf("%s became %s", test.a, first[0].Text)
		}
		known := p.Known(t.Context(), test.b, scope)
		if same := known != nil; same != test.same {
			t.Errorf("%s shares the plan of %s: %v", test.b, test.a, same)
		}
		if known != nil && (known[0].Text != test.b || known[0].SQL != test.b) {
			t.Errorf("%s became %s, to run as %s", test.b, known[0].Text, known[0].SQL)
		}
	}
}
