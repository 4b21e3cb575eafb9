package main

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// predicates are conditions by the table that they are on.
var predicates = map[string][]string{
	"c": strings.Split(`c.id = 7; c.id < 50; 250 <= c.id; c.id <> 12; c.id IN (1, 5, 9, 200, 301); c.id NOT IN (3, 4); c.name LIKE 'cust 1%'; c.name NOT LIKE '%7'; c.name IS NULL;
		c.name IS NOT NULL; c.name = 'cust 5'; c.balance > 1000.5; c.ok; NOT c.ok; c.ok = false; c.born BETWEEN '2000-02-01' AND '2000-05-01'; c.born > date '2000-06-01'; c.code = 'c7'; c.code <> 'c7';
		c.mood = 'ok'; c.mood <> 'sad'; c.mood IN ('ok', 'happy'); c.raw IS NULL; c.raw > 12.5; c.real8 > 20; c.real4 < 30.5; c.joined >= '2024-06-01 00:00:00+00'; c.seen < '2024-01-05 12:00:00';
		c.uid = '00000000-0000-0000-0000-000000000009'; c.note = 'a%b'; c.note LIKE 'a\%b'; c.note LIKE '_%_c'; lower(c.name) = 'cust 9'; c.id + 1 = 8; c.small = 5; c.big > 100000000000; c.vc = 'vc3'; c.mail LIKE 'm2%'`, ";"),
	"o": strings.Split(`o.id < 300; o.total > 700; o.total = 3; o.total BETWEEN 10 AND 100.5; o.note IS NULL; o.note = 'note 3'; o.note LIKE 'note 1_'; o.placed >= '2024-11-01'; o.customer = 8; o.customer > 290; o.customer IS NOT NULL`, ";"),
	"k": strings.Split(`k.region = 'r1'; k.region IN ('r2', 'r3'); k.cost > 50; k.cost <= 20.5; k.customer = 9; k.customer < 40; k.region IS NULL; k.cost IS NOT NULL`, ";"),
}

// links are conditions on two tables.
var links = map[string][]string{
	"co": {"c.id = o.customer", "o.customer = c.id AND o.id > 100", "c.id = o.customer AND c.ok"},
	"ck": {"c.id = k.customer", "k.customer = c.id AND k.cost > 10"},
	"ok": {"o.customer = k.customer", "o.customer = k.customer AND o.total > k.cost"},
}

// generatedStatements is enough for each predicate to stand in some, which the test sees.
var generatedStatements = flag.Int("generated", 80, "how many statements over several sources are generated")

// generator makes statements over customers, orders and costs.
type generator struct {
	*rand.Rand
	left  map[string][]string // predicates by table that have not been taken in this round
	drawn map[string]int      // how often each has been taken
}

func (g *generator) one(list []string) string { return list[g.IntN(len(list))] }

// predicate takes each condition on a table once before it takes one again.
func (g *generator) predicate(table string) string {
	if len(g.left[table]) == 0 {
		g.left[table] = slices.Clone(predicates[table])
		g.Shuffle(len(g.left[table]), func(i, j int) {
			g.left[table][i], g.left[table][j] = g.left[table][j], g.left[table][i]
		})
	}
	taken := g.left[table][0]
	g.left[table] = g.left[table][1:]
	g.drawn[taken]++
	return strings.TrimSpace(taken)
}

// condition is one on some of the tables.
func (g *generator) condition(tables string, depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		joined := g.condition(tables, depth-1) + " " + g.one([]string{"AND", "OR"}) + " " + g.condition(tables, depth-1)
		if g.IntN(4) == 0 {
			return "NOT (" + joined + ")"
		}
		return "(" + joined + ")"
	}
	return g.predicate(string(tables[g.IntN(len(tables))]))
}

// statement is a SELECT with two or three tables.
func (g *generator) statement() string {
	kinds := []string{"JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"}
	names := map[byte]string{'c': "$customers c", 'o': "$orders o", 'k': "$costs k"}
	order := []byte(g.one([]string{"cok", "ock", "kco", "cko", "co", "ck", "oc", "ok"}))
	on := func(a, b byte) string {
		if a > b && (a != 'o' || b != 'k') && !(a == 'k' && b == 'o') || a == 'k' {
			a, b = b, a
		}
		return g.one(links[string([]byte{a, b})])
	}
	from := names[order[0]]
	for i := 1; i < len(order); i++ {
		kind := g.one(kinds)
		link := on(order[g.IntN(i)], order[i])
		if kind != "FULL JOIN" && g.IntN(3) == 0 {
			link += " AND " + g.condition(string(order[:i+1]), 1)
		} else if kind == "FULL JOIN" { // both systems need an equality alone
			link = strings.SplitN(link, " AND ", 2)[0]
		}
		from += " " + kind + " " + names[order[i]] + " ON " + link
	}
	columns := map[byte]string{'c': "c.id, c.name", 'o': "o.id, o.total", 'k': "k.customer, k.cost"}
	var list []string
	for _, one := range order {
		list = append(list, columns[one])
	}
	where := " WHERE " + g.condition(string(order), 2)
	switch g.IntN(4) {
	case 0:
		return "SELECT count(*), count(" + string(order[len(order)-1]) + "." + map[byte]string{'c': "id", 'o': "id", 'k': "customer"}[order[len(order)-1]] + ") FROM " + from + where
	case 1:
		inner := string(order[0])
		return "SELECT " + strings.Join(list, ", ") + " FROM " + from + where + " AND EXISTS (SELECT FROM $orders x WHERE x.customer = " + map[string]string{"c": "c.id", "o": "o.customer", "k": "k.customer"}[inner] + " AND x.total > 100)"
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + from + where
}

// TestSeveralGenerated: generated statements give what they give over one Postgres.
func TestSeveralGenerated(t *testing.T) {
	s := newSpread(t, "")
	whole, several := s.connect(t, "whole"), s.connect(t, "crm")
	apart := strings.NewReplacer("$customers", "crm.public.customers", "$orders", "ops.public.orders", "$costs", "files.public.costs")
	together := strings.NewReplacer("$", "public.")
	g := &generator{rand.New(rand.NewPCG(16, 26)), map[string][]string{}, map[string]int{}} //nolint:gosec // the same statements each time
	rows := 0
	for i := range *generatedStatements {
		sql := g.statement()
		want, err := texts(t.Context(), whole, together.Replace(sql))
		if err != nil {
			t.Fatalf("%s\nby one Postgres: %v", sql, err)
		}
		got, err := texts(t.Context(), several, apart.Replace(sql))
		if err != nil {
			t.Errorf("%d %s\n%v", i, sql, err)
			continue
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%d %s\n%d rows, want %d", i, sql, len(got), len(want))
			t.Logf("%.300q\n%.300q", got, want)
		}
		rows += len(want)
	}
	if rows < 25**generatedStatements {
		t.Errorf("only %d rows were compared", rows)
	}
	for table, list := range predicates {
		for _, part := range list {
			if g.drawn[part] == 0 {
				t.Errorf("%q, on %s, is in no statement: generate more", part, table)
			}
		}
	}
}
