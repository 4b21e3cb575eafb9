package bysession

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// markedArgument says what findMarks finds.
var markedArgument = regexp.MustCompile(`(?:\b(pg__to_numeric|pg__round_even|pg__shown|pg__styled_part|pg__styled|sum)\((?:DISTINCT )?)?` + typeMark + `\((\d+), `)

// TestFindMarks: in texts of pieces of marks, findMarks finds what the expression says.
func TestFindMarks(t *testing.T) {
	pieces := []string{"pg__typed(", "pg__typed", "(", "sum", "sum(", "DISTINCT ", "pg__styled", "pg__styled_part(", "pg__to_numeric(", "x", " ", "7", "12", ", ", ",", "Ä", "_", "sum(pg__typed(7, ", "pg__shown(DISTINCT pg__typed(3, "}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same texts each time
	marks := 0
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		sql := b.String()
		want, got := markedArgument.FindAllStringSubmatchIndex(sql, -1), findMarks(sql)
		if len(got) != len(want) {
			t.Fatalf("%q: %v, want %v", sql, got, want)
		}
		for i, w := range want {
			call := ""
			if w[2] >= 0 {
				call = sql[w[2]:w[3]]
			}
			number, err := strconv.Atoi(sql[w[4]:w[5]])
			if err != nil {
				t.Fatal(err)
			}
			if (got[i] != mark{w[0], w[1], call, number, w[4], w[5]}) {
				t.Fatalf("%q: %v, want %v", sql, got, want)
			}
			marks++
		}
		if same := replaceMarks(sql, func(m mark) string { return sql[m.begin:m.end] }); same != sql {
			t.Fatalf("%q became %q", sql, same)
		}
	}
	if marks < 10_000 {
		t.Errorf("only %d marks were compared", marks)
	}
}
