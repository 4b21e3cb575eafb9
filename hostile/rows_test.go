package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// corpusRows is how many known ways past a gate the corpus counts.
const corpusRows = 150

// TestEveryRow: each row of the corpus is run, or excused with a reason.
func TestEveryRow(t *testing.T) {
	run, excused := map[int]int{}, map[int][]string{}
	for _, f := range load(t) {
		for _, p := range f.payloads {
			for _, row := range p.rows {
				run[row]++
			}
		}
		for _, p := range f.excused {
			for _, row := range p.rows {
				excused[row] = append(excused[row], p.excuse)
			}
		}
	}
	var missing []string
	for row := 1; row <= corpusRows; row++ {
		if run[row] == 0 && excused[row] == nil {
			missing = append(missing, fmt.Sprint(row))
		}
	}
	if len(missing) > 0 {
		t.Errorf("rows neither run nor excused: %s", strings.Join(missing, ", "))
	}
	for _, row := range slices.Sorted(maps.Keys(run)) {
		if row < 1 || row > corpusRows {
			t.Errorf("there is no row %d", row)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(excused)) {
		if run[row] == 0 {
			t.Logf("not run: %d: %s", row, strings.Join(excused[row], "; "))
		}
	}
	t.Logf("%d rows run, %d excused", len(run), corpusRows-len(run)-len(missing))
}
