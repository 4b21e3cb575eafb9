package planner

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLookups says which statements are lookups: [type:constant …] behind each text are what its source may be
// supplied with.
func TestLookups(t *testing.T) {
	for _, test := range []struct{ sql, want string }{
		{"SELECT name FROM typed WHERE id = 1", "[23:1]"},
		{" SELECT name, id FROM typed WHERE 1 < small AND big >= 22 ; ", "[23:1 20:22]"},
		{"SELECT * FROM typed WHERE name = 'a-b 7' LIMIT 3 OFFSET 12", "[25:'a-b 7' 20:3 20:12]"},
		{"SELECT t.name, t.* FROM typed t WHERE t.code <> 'x' OFFSET 5", ""}, // t.* could be a column's fields
		{"SELECT t.name FROM typed t WHERE t.code <> 'x' OFFSET 5", "[25:'x' 20:5]"},
		{"SELECT id FROM public.typed LIMIT 1", "[20:1]"},
		{"SELECT name FROM foreign_typed WHERE id = 1", "[23:1]"},
		{"SELECT id FROM typed OFFSET 2 LIMIT 1", "[20:2 20:1]"},
		{"SELECT name FROM typed WHERE id = -1", ""},
		{"SELECT name FROM typed WHERE id = 3000000000", ""},
		{"SELECT name FROM typed WHERE id = 1.5", ""},
		{"SELECT name FROM typed WHERE id = '1'", ""},
		{"SELECT name FROM typed WHERE name = 1", ""},
		{"SELECT name FROM typed WHERE short = 'a'", ""}, // varchar(5)
		{"SELECT name FROM typed WHERE day = '2020-01-01'", ""},
		{"SELECT name FROM typed WHERE label = 'a'", ""},
		{"SELECT name FROM typed WHERE loose = 'a'", ""},
		{"SELECT name FROM typed WHERE name = '10.0.0.1'", ""},
		{"SELECT name FROM typed WHERE name = 'it''s'", ""},
		{"SELECT name FROM typed WHERE name = ' Empty '", ""},
		{"SELECT name FROM typed WHERE name = '{a}'", ""},
		{"SELECT name FROM typed WHERE name = 'ä'", ""},
		{"SELECT name FROM typed WHERE id = 1 OR id = 2", ""},
		{"SELECT name FROM typed WHERE NOT id = 1", ""},
		{"SELECT name FROM typed WHERE id IN (1, 2)", ""},
		{"SELECT name FROM typed WHERE id BETWEEN 1 AND 2", ""},
		{"SELECT name FROM typed WHERE id = 1 + 1", ""},
		{"SELECT name FROM typed WHERE id + 0 = 1", ""},
		{"SELECT name FROM typed WHERE id = 1 AND name IS NULL", ""},
		{"SELECT name FROM typed WHERE id = 1 AND big = $1", "[23:1]"},
		{"SELECT name, 1 FROM typed WHERE id = 1", ""},
		{"SELECT count(*) FROM typed WHERE id = 1", ""},
		{"SELECT typed FROM typed WHERE id = 1", ""},
		{"SELECT name FROM typed WHERE nobody = 1", ""},
		{"SELECT name FROM typed WHERE id = 1 ORDER BY name", ""},
		{"SELECT name FROM typed WHERE id = 1 ORDER BY name LIMIT 1", ""},
		{"SELECT DISTINCT name FROM typed WHERE id = 1", ""},
		{"SELECT name FROM typed WHERE id = 1 GROUP BY name", ""},
		{"SELECT name FROM typed WHERE id = 1 FOR UPDATE", ""},
		{"SELECT name FROM typed WHERE id = 1 UNION SELECT name FROM typed", ""},
		{"SELECT name FROM typed LIMIT ALL OFFSET 1", ""},
		{"SELECT name FROM typed LIMIT '1'", ""},
		{"SELECT name FROM typed LIMIT NULL OFFSET 1", ""},
		{"SELECT a.name FROM typed a, typed b WHERE a.id = 1", ""},
		{"SELECT a.name FROM typed a JOIN typed b USING (id) WHERE a.id = 1", ""},
		{"SELECT name FROM (SELECT name, id FROM typed) t WHERE id = 1", ""},
		{"WITH t AS (SELECT 1) SELECT name FROM typed WHERE id = 1", ""},
		{"SELECT name FROM typed TABLESAMPLE SYSTEM (5) WHERE id = 1", ""},
		{"SELECT name FROM typed t(name) WHERE id = 1", ""},
		{"SELECT name INTO other FROM typed WHERE id = 1", ""},
		{"EXPLAIN SELECT name FROM typed WHERE id = 1", ""},
		{"DELETE FROM typed WHERE id = 1", ""},
		{"SELECT name FROM typed WHERE id = 1 -- more", ""},
		{"SELECT Name FROM typed WHERE id = 1", ""}, // translated
		{"SELECT name FROM evil_view WHERE id = 1", ""},
		{"SELECT name FROM typed WHERE id = 1; SELECT 1", ""},
	} {
		p := New(0)
		scope, _ := fixtureScope("duck", "alice")
		for _, how := range []string{"first", "again"} {
			plans, err := p.Plan(t.Context(), test.sql, scope)
			got := ""
			if err == nil {
				var list []string
				for _, c := range plans[0].Constants {
					list = append(list, fmt.Sprintf("%d:%s", c.Type, plans[0].SQL[c.Start:c.End]))
				}
				if list != nil {
					got = fmt.Sprint(list)
				}
			}
			if got != test.want {
				t.Errorf("%s, %s: %q, want %q (%v)", test.sql, how, got, test.want, err)
			}
		}
	}
}

// TestSeeks says what lookups seek, and which of them compare otherwise than by =.
func TestSeeks(t *testing.T) {
	for _, test := range []struct{ sql, want string }{
		{"SELECT name FROM typed WHERE id = 1", "{ typed [name] [{id {1 0}}] {0 0} {0 0} 1 []}"},
		{"SELECT id, name, id FROM typed t WHERE 1 = t.id AND name = 'x' LIMIT 2 OFFSET 3", "{ typed [id name id] [{id {1 0}} {name {2 0}}] {3 0} {4 0} 4 []}"},
		{"SELECT id FROM public.typed WHERE name = $2 AND id = 5 OFFSET $1", "{public typed [id] [{name {0 2}} {id {1 0}}] {0 0} {0 1} 1 [20 25]}"},
		{"SELECT id FROM typed LIMIT 3", "{ typed [id] [] {1 0} {0 0} 1 []}"},
		{"SELECT id FROM typed", ""}, // all rows
		{"SELECT id FROM typed OFFSET 3", ""},
		{"SELECT name FROM typed WHERE id = 1 AND big > 2", ""},
		{"SELECT name FROM typed WHERE id <> 1", ""},
		{"SELECT name FROM typed WHERE id = 1 ORDER BY id", ""},
		{"SELECT name FROM typed WHERE id = $1", "{ typed [name] [{id {0 1}}] {0 0} {0 0} 0 [23]}"},
		{"SELECT Name FROM typed WHERE id = $1", ""}, // translated
	} {
		p := New(0)
		scope, _ := fixtureScope("duck", "alice")
		for range 2 {
			plans, err := p.Plan(t.Context(), test.sql, scope)
			got := ""
			if err == nil && plans[0].Seeks() != nil {
				got = fmt.Sprint(*plans[0].Seeks())
			}
			if got != test.want {
				t.Errorf("%s: %q, want %q (%v)", test.sql, got, test.want, err)
			}
		}
	}
	p := New(0)
	scope, _ := fixtureScope("duck", "alice")
	one, err := p.Plan(t.Context(), "SELECT name FROM typed WHERE id = 1", scope)
	other, failed := p.Plan(t.Context(), "SELECT name FROM typed WHERE id = 22", scope)
	if err != nil || failed != nil || one[0].Seeks() == nil || one[0].Seeks() != other[0].Seeks() {
		t.Error("lookups that differ in a constant seek something else", err, failed)
	}
}

// TestLookupsPlanAlike plans lookups whose constants were not seen before by the plan of another, and anew: all that
// the plans say is the same, and what stands for a constant is the constant.
func TestLookupsPlanAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	letters := "abzAZ09 _-@.:/{}[](),\"%+empty'"
	scope, _ := fixtureScope("duck", "alice")
	p := New(0)
	const form = "  SELECT name FROM typed WHERE id = %d AND name <> '%s' AND big < %d LIMIT %d"
	if _, err := p.Plan(t.Context(), fmt.Sprintf(form, 1, "first", 2, 3), scope); err != nil {
		t.Fatal(err)
	}
	shared := 0
	for range 2000 {
		var text strings.Builder
		for range random.IntN(8) {
			text.WriteByte(letters[random.IntN(len(letters))])
		}
		sql := fmt.Sprintf(form, random.IntN(1<<random.IntN(31)+1), strings.ReplaceAll(text.String(), "'", "''"), random.IntN(99), random.IntN(9))
		fresh, err := New(0).Plan(t.Context(), sql, scope)
		if err != nil {
			t.Fatal(sql, err)
		}
		known := p.Known(t.Context(), sql, scope)
		if known == nil || fresh[0].translated { // by a word of DuckDB's in the text, which changes nothing there
			continue
		}
		shared++
		k, f := *known[0], *fresh[0]
		if k.SQL != f.SQL || k.Text != f.Text || k.Offset != f.Offset || k.Class != f.Class || fmt.Sprint(k.Effects, k.Relations, k.Named, k.Origins, k.Results, k.lookup) != fmt.Sprint(f.Effects, f.Relations, f.Named, f.Origins, f.Results, f.lookup) ||
			fmt.Sprint(k.Constants) != fmt.Sprint(f.Constants) || len(k.Constants) != 4 {
			t.Errorf("%s:\n%+v\n%+v", sql, k, f)
		}
	}
	if shared < 200 {
		t.Errorf("%d of 2000 shared a plan", shared)
	}
}

// TestLookupsOfParameters says which types the parameters of a lookup are compared with.
func TestLookupsOfParameters(t *testing.T) {
	for _, test := range []struct{ sql, want string }{
		{"SELECT name FROM typed WHERE id = $1", "[23]"},
		{"SELECT Name FROM typed WHERE $1 = id LIMIT $2", "[23 20]"},
		{"SELECT name FROM typed WHERE small = $2 AND name <> $1", "[25 21]"},
		{"SELECT name FROM typed WHERE code = $1 AND id > 5 OFFSET $2", "[1043 20]"},
		{"SELECT name FROM typed WHERE id = $1 AND id > $1", "[23]"},
		{"SELECT name FROM foreign_typed WHERE id = $1", "[23]"},
		{"SELECT name FROM typed WHERE id = $1 AND big = $1", "[]"},
		{"SELECT name FROM typed WHERE id = 1 AND big = $1", "[20]"},
		{"SELECT name FROM typed WHERE id = $2", "[]"},
		{"SELECT name FROM typed WHERE short = $1", "[]"},
		{"SELECT name FROM typed WHERE day = $1", "[]"},
		{"SELECT name FROM typed WHERE label = $1", "[]"},
		{"SELECT name FROM typed WHERE loose = $1", "[]"},
		{"SELECT name FROM typed WHERE id = $1::int", "[]"},
		{"SELECT name FROM typed WHERE id = $1 + 1", "[]"},
		{"SELECT name, $1 FROM typed WHERE id = $1", "[]"},
		{"SELECT name FROM typed WHERE id = $1 ORDER BY 1", "[]"},
		{"SELECT name FROM typed WHERE id IN ($1, $2)", "[]"},
		{"SELECT name FROM evil_view WHERE id = $1", "[]"},
		{"UPDATE typed SET name = 'x' WHERE id = $1", "[]"},
	} {
		p := New(0)
		scope, _ := fixtureScope("duck", "alice")
		for range 2 {
			plans, err := p.Plan(t.Context(), test.sql, scope)
			if err != nil {
				t.Fatal(test.sql, err)
			}
			if got := fmt.Sprint(plans[0].ComparedParams()); got != test.want {
				t.Errorf("%s: %s, want %s", test.sql, got, test.want)
			}
		}
	}
}
