package planner_test

import (
	"fmt"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// warmTexts are sent repeatedly.
var warmTexts = map[string]string{
	"pgbench": "SELECT abalance FROM pgbench_accounts WHERE aid = 42;",
	"batch":   "BEGIN; UPDATE pgbench_accounts SET abalance = abalance + 7 WHERE aid = 42; COMMIT",
	"own":     "SHOW PROVIDERS",
	"values":  "VALUES (1), (2)",
}

// decide does what a door needs before a text may run.
func decide(t testing.TB, p *planner.Planner, text string, scope *planner.Scope) {
	plans, err := p.Plan(t.Context(), text, scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range plans {
		if d := gate.Decide(gate.FullAccess, gate.AnyPurpose, st); d.Verdict != gate.Allow {
			t.Fatalf("%s: %+v", text, d)
		}
	}
}

// TestWarmAllocatesNothing: a repeated decision allocates nothing.
func TestWarmAllocatesNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	for name, text := range warmTexts {
		for _, source := range []string{"pg", "duck"} {
			p, scope := planner.New(0), planner.FixtureScope(source)
			if n := testing.AllocsPerRun(1_000, func() { decide(t, p, text, scope) }); n != 0 {
				t.Errorf("%s at %s: %v allocations", name, source, n)
			}
		}
	}
}

// BenchmarkWarm measures a repeated decision.
func BenchmarkWarm(b *testing.B) {
	for name, text := range warmTexts {
		b.Run(name, func(b *testing.B) {
			p, scope := planner.New(0), planner.FixtureScope("pg")
			b.ReportAllocs()
			for b.Loop() {
				decide(b, p, text, scope)
			}
		})
	}
}

// BenchmarkAlike measures a decision on a text that differs from an earlier one in its constants.
func BenchmarkAlike(b *testing.B) {
	texts := make([]string, 1_000)
	for i := range texts {
		texts[i] = fmt.Sprintf("SELECT abalance FROM pgbench_accounts WHERE aid = %d;", i)
	}
	p, scope := planner.New(0), planner.FixtureScope("pg")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		decide(b, p, texts[i%len(texts)], scope)
	}
}
