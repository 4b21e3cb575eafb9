package planner_test

import (
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner"
)

// BenchmarkPlan is what a statement costs before it is decided, beside the parse
// alone.
func BenchmarkPlan(b *testing.B) {
	const sql = "SELECT abalance FROM pgbench_accounts WHERE aid = 42"
	sources := openSources(b)
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			if _, err := pg_query.Parse(sql); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, source := range []string{"pg", "duck"} {
		p, scope := planner.New(0), scopeOf(b, sources, source)
		b.Run(source, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Plan(b.Context(), sql, scope); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
