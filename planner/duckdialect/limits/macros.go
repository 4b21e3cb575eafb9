package limits

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// DuckDB writes the argument of a macro at each place where its body has the parameter, before it plans a statement, and macros in macros
// repeat what was repeated: eight calls of split_part, each in the next, take 1 s to plan, twelve do not end.
const (
	maxCopies   = 8_192   // of one part of a statement
	maxExpanded = 200_000 // messages of a parse tree that is written so, or maxGrowth times those that it has
)

// macroList says how often macros repeat each of their arguments: schema.name/count of parameters, and a number for each. Those of DuckDB
// itself have no schema. A test of providers/duckdb writes it.
//
//go:embed macros.txt
var macroList string

var macros = sync.OnceValue(func() map[string][]int {
	known := map[string][]int{}
	for line := range strings.Lines(macroList) {
		fields := strings.Fields(line)
		for _, field := range fields[1:] {
			n, _ := strconv.Atoi(field)
			known[fields[0]] = append(known[fields[0]], n)
		}
	}
	return known
})

// macroRepeats returns how often DuckDB repeats each argument of a call; nil: it repeats none.
func macroRepeats(f *pg_query.FuncCall) []int {
	schema, name := parse.SplitName(f.Funcname)
	return repeatsOf(schema[strings.LastIndexByte(schema, '.')+1:], name, len(f.Args))
}

// repeatsOf is macroRepeats for a call by its parts.
func repeatsOf(schema, name string, args int) []int {
	if schema != "" && schema != "main" && schema != "pg_catalog" {
		name = schema + "." + name
	}
	return macros()[strings.ToLower(name)+"/"+strconv.Itoa(args)]
}

// multiply multiplies counts, to no more than one above the bound.
func multiply(a, b int) int { return min(a*b, maxCopies+1) }
