package planner_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner"
)

// coldTexts are texts that were not sent before.
func coldTexts(t testing.TB) map[string]string {
	texts := map[string]string{
		"pgbench":    "SELECT abalance FROM pgbench_accounts WHERE aid = 42",
		"insert 100": "INSERT INTO t (id, name, price, made) VALUES (1, 'one', 1.5, now())" + strings.Repeat(", (2, 'it''s two', 2.25, now())", 99),
	}
	for _, name := range []string{"tpch1", "bi", "catalog"} {
		text, err := os.ReadFile("testdata/cold/" + name + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// BenchmarkCold measures a text that was not sent before, beside its parse alone. Both run in
// turns; the metric is the median of their ratios.
func BenchmarkCold(b *testing.B) {
	sources := openSources(b)
	p, scope := planner.Forgetful(), scopeOf(b, sources, "pg")
	for name, text := range coldTexts(b) {
		b.Run(name, func(b *testing.B) {
			var ratios []float64
			var parsing time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := pg_query.Parse(text); err != nil {
					b.Fatal(err)
				}
				between := time.Now()
				if _, err := p.Plan(b.Context(), text, scope); err != nil {
					b.Fatal(err)
				}
				parse := between.Sub(began)
				ratios = append(ratios, float64(time.Since(between))/float64(parse))
				parsing += parse
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x/parse")
			b.ReportMetric(float64(parsing.Microseconds())/float64(len(ratios)), "parse-µs")
		})
	}
}
