package fault

import (
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestNearestHint: DuckDB suggests a name of its catalogs where nothing is near.
func TestNearestHint(t *testing.T) {
	for candidates, want := range map[string]string{
		"":                           "",
		"sqlite_schema":              "",
		"pg_class":                   "",
		"system.pg_catalog.pg_am":    "",
		"information_schema":         "",
		"__pg.info.applicable_roles": "",
		"__pg.cat._indexes or __pt.tab._indexes, wares": `Perhaps you meant "wares".`,
		"child":                     `Perhaps you meant "child".`,
		"pragma_x, shop.public.t":   `Perhaps you meant "shop.public.t".`,
		"pgbench_accounts, other":   `Perhaps you meant "pgbench_accounts".`,
		"duckdb_tables, duckdb_log": "",
	} {
		if got := (Fault{Candidates: candidates}).withNearest(&sqlstate.Error{}).Hint; got != want {
			t.Errorf("%q: %q", candidates, got)
		}
	}
}

// TestPatterns: all patterns of rules are some.
func TestPatterns(t *testing.T) {
	for i, rules := range [][]rule{catalogRules, binderRules, parserRules, inputRules, missingRules, rangeRules, typeRules, conversionRules, transactionRules} {
		for j, r := range rules {
			if r.pattern() == nil {
				t.Errorf("rule %d of list %d has no pattern", j, i)
			}
		}
	}
}

// TestMemoryAtCommit: a transaction for whose commit there is no memory says so.
func TestMemoryAtCommit(t *testing.T) {
	f := Fault{Kind: "TransactionContext", Message: "Failed to commit: Failed to allocate block of 32768 bytes (bad allocation)"}
	if e := f.Public(); e.Code != sqlstate.OutOfMemory {
		t.Error(e.Code, e)
	}
}
