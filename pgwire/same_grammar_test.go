package pgwire

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// grammar is testdata/same/grammar.txt: the expressions of each type.
type grammar struct {
	rules []grammarRule
	of    map[string][]string // type, with ' for its values alone → templates
}

type grammarRule struct{ kind, template string }

// goal is a generated expression and how it is asked for.
type goal struct {
	kind, template, expression string
}

func readGrammar(t *testing.T, file string) *grammar {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g := &grammar{of: map[string][]string{}}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		kind, template, found := strings.Cut(line, ": ")
		if !found {
			t.Fatalf("%s: %q has no type", file, line)
		}
		g.rules = append(g.rules, grammarRule{kind, template})
		g.of[kind] = append(g.of[kind], template)
	}
	return g
}

// deepest is how many rules are applied inside of each other.
const deepest = 2

// generate returns count expressions: each rule in turn, with parts by chance.
func (g *grammar) generate(seed uint64, count int) []goal {
	chance := rand.New(rand.NewPCG(seed, 15))
	goals := make([]goal, 0, count)
	for len(goals) < count {
		for _, r := range g.rules {
			if len(goals) == count {
				break
			}
			// The first round has values alone, so that each rule is seen at its simplest.
			depth := len(goals) / len(g.rules)
			goals = append(goals, goal{r.kind, r.template, g.fill(chance, r.template, min(depth, deepest))})
		}
	}
	return goals
}

// fill replaces the parts of a template.
func (g *grammar) fill(chance *rand.Rand, template string, depth int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		kind, after, closed := strings.Cut(rest, "}")
		if !found || !closed || len(g.of[strings.TrimSuffix(kind, "'")+"'"]) == 0 {
			if !found {
				b.WriteString(template)
				return b.String()
			}
			b.WriteString(before + "{")
			template = rest
			continue
		}
		b.WriteString(before)
		template = after
		values, rules := g.of[strings.TrimSuffix(kind, "'")+"'"], g.of[kind]
		if depth > 0 && !strings.HasSuffix(kind, "'") && len(rules) > 0 && chance.IntN(2) == 0 {
			b.WriteString("(" + g.fill(chance, rules[chance.IntN(len(rules))], depth-1) + ")")
			continue
		}
		b.WriteString(values[chance.IntN(len(values))])
	}
}

// statement returns the statement that shows expressions of one kind.
func statement(kind string, expressions []string) string {
	list := strings.Join(expressions, ", ")
	switch kind {
	case "set":
		return expressions[0]
	case "agg":
		return "SELECT " + list + " FROM v"
	}
	return "SELECT " + list + " FROM v ORDER BY id"
}

// numberOf reads a number from the environment.
func numberOf(t *testing.T, variable string, otherwise int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is not a number", variable, text)
	}
	return n
}
