package planner_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// The families of the corpus. The first n statements of a family all differ.

// generate makes all statements, without duplicates.
func generate(t *testing.T, dsn string) []generated {
	t.Helper()
	g := newGrammar(t, *differentialSeed)
	c := &corpus{grammar: g, seen: map[string]bool{}}
	n := *differentialCount
	for _, line := range dataLines(t, "reads.txt") {
		c.several(3, generated{family: "seed", reads: true}, func() string { return g.line(line) })
	}
	for range n {
		c.add(generated{family: "grammar", reads: true}, g.statement("statement"))
	}
	c.signatures(t, dsn)
	for _, line := range dataLines(t, "writes.txt") {
		c.several(2, generated{family: "write"}, func() string { return g.line(line) })
	}
	return c.list
}

// corpus gathers statements.
type corpus struct {
	*grammar
	list []generated
	seen map[string]bool
}

func (c *corpus) add(g generated, sql string) {
	if sql == "" || c.seen[sql] {
		return
	}
	c.seen[sql] = true
	g.sql = sql
	c.list = append(c.list, g)
}

func (c *corpus) several(n int, g generated, write func() string) {
	for range n {
		c.add(g, write())
	}
}

// line fills one line of a file.
func (g *grammar) line(text string) string {
	g.columns, g.aliases, g.depth, g.sprung = nil, 0, 2, false
	return g.fill(text)
}

// signatures calls all built-in functions of the server.
func (c *corpus) signatures(t *testing.T, dsn string) {
	t.Helper()
	pg, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(t.Context()) //nolint:errcheck // it has only read
	each := func(sql string, use func(row []string)) {
		results, err := pg.Exec(t.Context(), sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range results[0].Rows {
			row := make([]string, len(values))
			for i, v := range values {
				row[i] = string(v)
			}
			use(row)
		}
	}
	each(functionSignatures, func(row []string) {
		design := refusedByDesign[row[1]]
		reads := row[6] != "v" || design != "" || volatileReads[row[1]]
		c.add(generated{family: "function", reads: reads, design: design}, c.functionCall(row, c.random.IntN(4) == 0))
	})
	each(operatorSignatures, func(row []string) { c.add(generated{family: "operator", reads: true}, c.operatorCall(row)) })
	each(castSignatures, func(row []string) { c.add(generated{family: "cast", reads: true}, c.castCall(row)) })
}

// generateHidden makes statements that look like reads and contain one of hidden.txt's traps
// somewhere.
func generateHidden(t *testing.T) []generated {
	t.Helper()
	c := &corpus{grammar: newGrammar(t, *differentialSeed+1), seen: map[string]bool{}}
	traps := hiddenLines(t)
	next := map[string]int{}
	c.trap = func(kind string) string {
		if len(traps[kind]) == 0 {
			return ""
		}
		c.sprung = true // no trap within a trap
		next[kind]++
		return c.fill(traps[kind][next[kind]%len(traps[kind])])
	}
	for range *differentialCount / 3 {
		if sql := c.statement("statement"); c.sprung {
			c.add(generated{family: "hidden"}, sql)
		}
	}
	c.trap = nil
	for _, kind := range slices.Sorted(maps.Keys(traps)) {
		for _, text := range traps[kind] {
			for _, form := range []string{
				"SELECT %", "EXPLAIN SELECT %", "EXPLAIN ANALYZE SELECT %", "COPY (SELECT %) TO STDOUT",
				"SELECT 1 LIMIT (SELECT % IS NULL)::int", "SELECT id FROM shop.event WHERE (%) IS NOT NULL",
			} {
				c.add(generated{family: "hidden"}, c.line(strings.Replace(form, "%", text, 1)))
			}
		}
	}
	return c.list
}

// generatePlain makes statements for a role that is subject to row security.
func generatePlain(t *testing.T) []generated {
	t.Helper()
	c := &corpus{grammar: newGrammar(t, *differentialSeed+2), seen: map[string]bool{}}
	for _, sql := range []string{
		"SELECT * FROM trap.guarded", "SELECT count(*) FROM trap.guarded g WHERE id = 1", "TABLE trap.guarded",
		"SELECT (SELECT max(v) FROM trap.guarded)", "EXPLAIN ANALYZE SELECT * FROM trap.guarded", "COPY trap.guarded TO STDOUT",
	} {
		c.add(generated{family: "plain"}, sql)
	}
	traps := hiddenLines(t)
	for _, kind := range slices.Sorted(maps.Keys(traps)) {
		for _, text := range traps[kind] {
			c.add(generated{family: "plain"}, c.line("SELECT "+text))
		}
	}
	return c.list
}

func hiddenLines(t *testing.T) map[string][]string {
	t.Helper()
	traps := map[string][]string{}
	for _, line := range dataLines(t, "hidden.txt") {
		kind, text, _ := strings.Cut(line, ":")
		traps[kind] = append(traps[kind], strings.TrimSpace(text))
	}
	return traps
}
