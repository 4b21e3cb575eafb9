package engine_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// BenchmarkCall is what a tool call costs below its door: a session of its own,
// one row, one record.
func BenchmarkCall(b *testing.B) {
	h := newHouse(b, gate.Safe, nil, engine.Limits{})
	for _, source := range []string{"duck", "pg"} {
		b.Run(source, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := h.engine.Open(b.Context(), engine.Client{Door: "bench", Principal: auth.Fixed("bench", auth.Local), Source: source, Ceiling: gate.FullAccess})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := run(b.Context(), s, anything("SELECT 42 AS answer")); err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
