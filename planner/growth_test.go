package planner_test

import (
	"flag"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/planner"
)

// growing are statements of the embedded engine whose length is as large as one says.
var growing = []struct {
	what string
	make func(n int) string
}{
	{"VALUES", func(n int) string { return "VALUES " + numbered(n, ", ", "(%[1]d, 'a%[1]d', %[1]d.5)") }},
	{"VALUES in FROM", func(n int) string {
		return "SELECT v.a, count(*) FROM (VALUES " + numbered(n, ", ", "(%[1]d, 'a%[1]d', date '2024-01-01')") + ") v(a, b, c) GROUP BY v.a"
	}},
	{"INSERT", func(n int) string {
		return "INSERT INTO typed (id, name, day) VALUES " + numbered(n, ", ", "(%[1]d, 'a%[1]d', DEFAULT)")
	}},
	{"labels", func(n int) string { return "SELECT " + numbered(n, ", ", "id + %[1]d AS c%[1]d") + " FROM typed" }},
	{"labels without AS", func(n int) string { return "SELECT " + numbered(n, ", ", "id + %[1]d c%[1]d") + " FROM typed" }},
	{"columns", func(n int) string { return "SELECT t.id" + strings.Repeat(", t.name", n) + " FROM typed t" }},
	{"casts", func(n int) string { return "SELECT " + numbered(n, ", ", "'%[1]d'::numeric(10,2) AS c%[1]d") }},
	{"calls", func(n int) string {
		return "SELECT " + numbered(n, ", ", "to_char(day, 'YYYY'), upper(name) || left(name, %[1]d)") + " FROM typed"
	}},
	{"aggregates", func(n int) string { return "SELECT " + numbered(n, ", ", "sum(id + %[1]d)") + " FROM typed" }},
	{"GROUP BY", func(n int) string {
		return "SELECT " + numbered(n, ", ", "id + %[1]d AS c%[1]d") + " FROM typed GROUP BY " + numbered(n, ", ", "c%[1]d") + " ORDER BY " + numbered(n, ", ", "c%[1]d")
	}},
	{"CREATE TABLE", func(n int) string {
		return "CREATE TABLE wide (" + numbered(n, ", ", "c%[1]d numeric(10,2) NOT NULL DEFAULT %[1]d") + ")"
	}},
	{"CREATE TABLE of checks", func(n int) string {
		return "CREATE TABLE wide (" + numbered(n, ", ", "c%[1]d text CHECK (c%[1]d <> 'x')") + ")"
	}},
	{"CREATE VIEW", func(n int) string {
		return "CREATE VIEW w AS SELECT " + numbered(n, ", ", "id AS c%[1]d") + " FROM typed"
	}},
	{"terms", func(n int) string {
		return "SELECT 1 FROM typed WHERE " + numbered(n, " OR ", "id = %[1]d OR name LIKE 'x%[1]d'")
	}},
	{"pairs", func(n int) string {
		return "SELECT 1 FROM typed WHERE " + numbered(n, " OR ", "(id = %[1]d AND name = 'x%[1]d')")
	}},
	{"IN", func(n int) string { return "SELECT 1 FROM typed WHERE id IN (" + numbered(n, ", ", "%[1]d") + ")" }},
	{"IN of texts", func(n int) string { return "SELECT 1 FROM typed WHERE name IN (" + numbered(n, ", ", "'k%[1]d'") + ")" }},
	{"IN of rows", func(n int) string {
		return "SELECT 1 FROM typed WHERE (id, name) IN (" + numbered(n, ", ", "(%[1]d, 'k%[1]d')") + ")"
	}},
	{"ARRAY", func(n int) string { return "SELECT ARRAY[" + numbered(n, ", ", "%[1]d") + "]" }},
	{"a text of an array", func(n int) string { return "SELECT '{" + numbered(n, ",", "%[1]d") + "}'::int[]" }},
	{"a text of a document", func(n int) string { return "SELECT '[" + numbered(n, ",", `{"a":%[1]d}`) + "]'::jsonb" }},
	{"CASE", func(n int) string {
		return "SELECT CASE id " + numbered(n, " ", "WHEN %[1]d THEN 'x%[1]d'") + " END FROM typed"
	}},
	{"UPDATE", func(n int) string {
		return "UPDATE typed SET name = CASE " + numbered(n, " ", "WHEN id = %[1]d THEN 'x%[1]d'") + " END"
	}},
	{"GREATEST of times with zones", func(n int) string {
		return "SELECT greatest(" + numbered(n, ", ", "timetz '01:00:00.%06[1]d+01'") + ")"
	}},
	{"concat", func(n int) string { return "SELECT concat(" + numbered(n, ", ", "'x%[1]d'") + ")" }},
	{"jsonb_build_object", func(n int) string { return "SELECT jsonb_build_object(" + numbered(n, ", ", "'k%[1]d', %[1]d") + ")" }},
	{"common table expressions", func(n int) string {
		n /= 10 // a plan takes no more than some hundreds
		return "WITH " + numbered(n, ", ", "w%[1]d AS (SELECT %[1]d AS a)") + " SELECT * FROM w1"
	}},
	{"means of queries", func(n int) string { // a mean of a mean, so many times
		return "SELECT concat((" + strings.Repeat("SELECT avg((", min(n/125, 16)) + "SELECT avg(a::numeric) FROM (VALUES ('1.5')) v(a)" + strings.Repeat("))", min(n/125, 16)) + "))"
	}},
	{"UNION", func(n int) string { return numbered(n/8, " UNION ALL ", "SELECT id FROM typed WHERE id = %[1]d") }},
	{"comments", func(n int) string { return "SELECT 1 " + numbered(n, " ", "/* %[1]d */ -- AS\n") }},
	{"statements", func(n int) string { return numbered(n, "; ", "SELECT %[1]d AS a FROM typed") }},
}

// numbered joins texts that contain their number.
func numbered(n int, between, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(between)
		}
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

var long = flag.Bool("long", false, "the long form of tests that have one: make long")

// TestPlanningGrowsInProportion: a statement of eight times the length takes about eight times the processor's time, not
// sixty-four times. The longest have 2,000 parts, and 4,000 with -long.
func TestPlanningGrowsInProportion(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector takes a time of its own")
	}
	p, scope := planner.Forgetful(), planner.FixtureScope("duck")
	for _, g := range growing {
		t.Run(g.what, func(t *testing.T) {
			n := 250
			if *long {
				n = 500
			}
			short, long := g.make(n), g.make(8*n)
			once := min(planningTime(t, p, scope, short), planningTime(t, p, scope, short))
			for attempt := 1; ; attempt++ {
				often := planningTime(t, p, scope, long)
				if often <= 16*once+time.Duration(n)*100*time.Microsecond {
					return
				}
				if attempt == 3 {
					t.Fatalf("%d take %v, %d take %v", n, once, 8*n, often)
				}
				once = max(once, planningTime(t, p, scope, short))
			}
		})
	}
}

// planningTime is the time of the processor that a plan takes.
func planningTime(t *testing.T, p *planner.Planner, scope *planner.Scope, text string) time.Duration {
	t.Helper()
	before := processorTime(t)
	if _, err := p.Plan(t.Context(), text, scope); err != nil {
		t.Fatalf("%.300s", err)
	}
	return processorTime(t) - before
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
