package planner

import (
	_ "embed"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
)

//go:embed duckfunctions.txt
var duckFunctionsText string

var duckFunctions = sync.OnceValues(func() (map[string]builtin, error) { return parseBuiltins(duckFunctionsText) })

// judgeDuckFunction returns the worst class of the candidates: by the table in duckfunctions.txt,
// else by DuckDB's label, which counts for scalar functions and aggregates alone.
func judgeDuckFunction(n name, candidates []providers.Function) (Class, string) {
	table, err := duckFunctions()
	if err != nil {
		return Unknown, err.Error()
	}
	worst := builtin{class: Read}
	for _, f := range candidates {
		if rule := duckRule(table, n, f); worst.class.Worse(rule.class) != worst.class {
			worst = rule
		}
	}
	return worst.class, worst.reason
}

func duckRule(table map[string]builtin, n name, f providers.Function) builtin {
	rule, listed := table[n.name]
	switch {
	case f.Harmless:
		return builtin{class: Read}
	case !f.Builtin:
		return builtin{Exec, "it is defined by users, and what it does is not known"}
	case listed:
		return rule
	case f.Kind == 'p':
		return builtin{Exec, "it is a PRAGMA"}
	case f.Table:
		return builtin{Exec, "it is a table function not known to be harmless"}
	case f.Volatility == providers.Volatile:
		return builtin{Exec, "it is volatile and not known to be harmless"}
	}
	return builtin{class: Read}
}
