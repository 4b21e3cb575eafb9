package planner_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// grammar makes statements from testdata/differential/grammar.txt. Equal seeds make equal
// statements.
type grammar struct {
	ways   map[string][]string
	random *rand.Rand
	tables []table
	trap   func(kind string) string // writes text in the place of a constant; nil: constants stay

	columns []column // in scope, outermost first
	aliases int
	depth   int
	sprung  bool // the statement contains a trap
}

type table struct {
	name    string
	columns []column
	view    bool // no TABLESAMPLE
}

type column struct{ name, kind string }

// maxNesting is the depth from which a kind is written in one of its first ways.
const maxNesting = 7

func newGrammar(t testing.TB, seed uint64) *grammar {
	t.Helper()
	g := &grammar{ways: map[string][]string{}, random: rand.New(rand.NewPCG(seed, 17)), tables: differentialTables()}
	for _, line := range dataLines(t, "grammar.txt") {
		kind, way, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("grammar.txt: %q has no kind", line)
		}
		g.ways[kind] = append(g.ways[kind], strings.TrimSpace(way))
	}
	return g
}

// dataLines reads the lines of a file but for comments and blank lines.
func dataLines(t testing.TB, name string) []string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "differential", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		if line := strings.TrimSpace(scanner.Text()); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func differentialTables() []table {
	define := func(name string, view bool, words string) table {
		tb := table{name: name, view: view}
		for _, word := range strings.Fields(words) {
			c, kind, _ := strings.Cut(word, ":")
			tb.columns = append(tb.columns, column{c, kind})
		}
		return tb
	}
	return []table{
		define("shop.customer", false, "id:int name:text email:text born:date balance:num mood:mood tags:texts profile:jsonb active:bool lower_name:text rank:int code:text"),
		define("shop.product", false, "id:int title:text price:num weight:num dims:ints"),
		define("shop.purchase", false, "id:int customer:int product:int quantity:int at:ts day:date"),
		define("shop.purchase_old", false, "id:int quantity:int day:date"),
		define("shop.event", false, "id:int kind:text body:jsonb"),
		define("ONLY shop.event", false, "id:int kind:text"),
		define("shop.click", false, "id:int kind:text url:text"),
		define("shop.secret", false, "id:int note:text"),
		define("shop.daily", false, "day:date n:int"),
		define("shop.active_customer", true, "id:int name:text balance:num mood:mood born:date"),
		define("shop.customer_total", true, "id:int name:text purchases:int total:num"),
		define("shop.best_customer", true, "id:int name:text total:num place:int"),
		define("shop.hundred", true, "n:int"),
		define("pg_catalog.pg_namespace", false, "nspname:text"),
		define("pg_catalog.pg_roles", true, "rolname:text rolsuper:bool rolconnlimit:int"),
	}
}

// statement writes one statement of a kind.
func (g *grammar) statement(kind string) string {
	g.columns, g.aliases, g.depth, g.sprung = nil, 0, 0, false
	return strings.Join(strings.Fields(g.write(kind)), " ")
}

// write writes a kind in one of its ways.
func (g *grammar) write(kind string) string {
	switch kind {
	case "t", "base":
		return g.table(kind == "base")
	case "col":
		if len(g.columns) > 0 {
			return g.columns[g.random.IntN(len(g.columns))].name
		}
		kind = "int"
	}
	if g.trap != nil && !g.sprung && g.random.IntN(4) == 0 {
		if s := g.trap(kind); s != "" {
			g.sprung = true
			return s
		}
	}
	constant := g.constant(kind)
	ways := g.ways[kind]
	if constant != "" && (len(ways) == 0 || g.depth >= maxNesting || g.random.IntN(3) > 0) {
		if s := g.column(kind); s != "" && g.random.IntN(3) > 0 {
			return s
		}
		return constant
	}
	if len(ways) == 0 {
		panic("grammar.txt has no way to write " + kind)
	}
	n := len(ways)
	if g.depth >= maxNesting {
		n = min(2, n)
	}
	return g.fill(ways[g.random.IntN(n)])
}

// fill replaces the kinds in a text. FROM is written first, because what it brings into scope holds
// for the whole text.
func (g *grammar) fill(way string) string {
	outer := g.columns
	g.depth++
	defer func() { g.columns, g.depth = outer, g.depth-1 }()
	for _, first := range []bool{true, false} {
		var b strings.Builder
		for {
			before, rest, found := strings.Cut(way, "{")
			b.WriteString(before)
			if !found {
				break
			}
			kind, after, closed := strings.Cut(rest, "}")
			switch {
			case !closed || !g.known(strings.TrimPrefix(kind, "!")):
				b.WriteString("{")
				way = rest
				continue
			case first && kind != "from":
				b.WriteString("{" + kind + "}")
			default:
				b.WriteString(g.inner(kind))
			}
			way = after
		}
		way = b.String()
		if first && strings.Count(way, "{from}") > 0 {
			panic("a FROM was left")
		}
	}
	return way
}

// inner writes a kind within another; "!" hides the columns outside.
func (g *grammar) inner(kind string) string {
	name, hidden := strings.CutPrefix(kind, "!")
	switch {
	case hidden:
		outer := g.columns
		g.columns = nil
		defer func() { g.columns = outer }()
	case name == "from":
		// its columns stay in scope for the surrounding text
		text := g.ways["from"][g.random.IntN(len(g.ways["from"]))]
		if g.depth >= maxNesting {
			text = "{t}"
		}
		return g.fillHere(text)
	}
	return g.write(name)
}

// fillHere is fill without a scope of its own.
func (g *grammar) fillHere(way string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(way, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		kind, after, closed := strings.Cut(rest, "}")
		if !closed || !g.known(strings.TrimPrefix(kind, "!")) {
			b.WriteString("{")
			way = rest
			continue
		}
		b.WriteString(g.inner(kind))
		way = after
	}
}

func (g *grammar) known(kind string) bool {
	return len(g.ways[kind]) > 0 || kind == "t" || kind == "base" || kind == "col" || g.constant(kind) != ""
}

func (g *grammar) table(base bool) string {
	for {
		tb := g.tables[g.random.IntN(len(g.tables))]
		if base && (tb.view || strings.HasPrefix(tb.name, "pg_")) {
			continue
		}
		g.aliases++
		alias := fmt.Sprintf("t%d", g.aliases)
		for _, c := range tb.columns {
			g.columns = append(g.columns[:len(g.columns):len(g.columns)], column{alias + "." + c.name, c.kind})
		}
		return tb.name + " AS " + alias
	}
}

// column returns a column of a kind in scope, or "".
func (g *grammar) column(kind string) string {
	var names []string
	for _, c := range g.columns {
		if c.kind == kind {
			names = append(names, c.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[g.random.IntN(len(names))]
}

func (g *grammar) constant(kind string) string {
	n := g.random.IntN(50)
	pick := func(forms ...string) string { return forms[g.random.IntN(len(forms))] }
	switch kind {
	case "int":
		return pick(fmt.Sprint(n), fmt.Sprintf("'%d'::int", n), fmt.Sprintf("CAST(%d AS int4)", n), fmt.Sprintf("int '%d'", n), "NULL::int")
	case "num":
		return pick(fmt.Sprintf("%d.5", n), fmt.Sprintf("%de1::numeric", n), fmt.Sprintf("'%d.25'::numeric(10,2)", n))
	case "text":
		return pick(fmt.Sprintf("'a%d'::text", n), fmt.Sprintf("'It''s %d'", n), fmt.Sprintf("$x$n %d$x$", n), fmt.Sprintf("E'a\\n%d'", n), fmt.Sprintf("U&'\\0041%d'", n), "''::varchar(20)")
	case "bool":
		return pick("true", "false", "'t'::boolean", "NULL::boolean", fmt.Sprintf("%d > 20", n))
	case "date":
		return pick(fmt.Sprintf("DATE '2024-01-%02d'", 1+n%28), fmt.Sprintf("'2023-%02d-01'::date", 1+n%12), "current_date")
	}
	return ""
}
