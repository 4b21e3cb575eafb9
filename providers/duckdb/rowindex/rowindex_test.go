package rowindex

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
)

// TestFind compares what an index finds with what a look at each row does.
func TestFind(t *testing.T) {
	for _, keys := range [][]int{nil, {0}, {2}, {0, 2}, {1, 1}} {
		for _, rows := range []int{0, 1, 2, 7, 300} {
			b := NewBuilder(3, keys, 1<<20)
			var all []providers.Row
			for range rows {
				row := make(providers.Row, 3)
				for i := range row {
					if n := rand.IntN(6); n > 0 {
						row[i] = []byte(fmt.Sprint(n-1, "")[:n%2])
					}
				}
				all = append(all, row)
				if !b.Add(row) {
					t.Fatal("an index of a few rows is too large")
				}
			}
			x := b.Index()
			for range 200 {
				values := make([][]byte, len(keys))
				for i := range values {
					values[i] = []byte(fmt.Sprint(rand.IntN(6)))[:rand.IntN(2)]
				}
				skip, most := rand.Int64N(5), rand.Int64N(5)
				if most == 4 {
					most = 1 << 40
				}
				var want, got []string
				for _, row := range all {
					if slices.ContainsFunc(indexes(keys), func(i int) bool { return row[keys[i]] == nil || string(row[keys[i]]) != string(values[i]) }) {
						continue
					}
					want = append(want, fmt.Sprintf("%q %v", row, row[1] == nil))
				}
				want = want[min(int(skip), len(want)):]
				want = want[:min(most, int64(len(want)))]
				found := x.Find(values, skip, most)
				for row := found.Next(); row >= 0; row = found.Next() {
					cells := providers.Row{found.Cell(row, 0), found.Cell(row, 1), found.Cell(row, 2)}
					got = append(got, fmt.Sprintf("%q %v", cells, cells[1] == nil))
				}
				if !slices.Equal(got, want) {
					t.Fatalf("keys %v, values %q, skip %d, most %d: %q, want %q", keys, values, skip, most, got, want)
				}
			}
		}
	}
}

func indexes(list []int) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

// TestEmptyTexts: rows that have no text but ” are found by it, and have no NULL.
func TestEmptyTexts(t *testing.T) {
	b := NewBuilder(1, []int{0}, 1000)
	b.Add(providers.Row{nil})
	b.Add(providers.Row{[]byte{}})
	rows := b.Index().Find([][]byte{{}}, 0, 2)
	if row := rows.Next(); row != 1 || rows.Cell(row, 0) == nil {
		t.Errorf("found row %d, want 1, the one with ''", row)
	}
	if row := rows.Next(); row != -1 {
		t.Errorf("found row %d, too", row)
	}
}

// TestBound: an index does not become larger than it may.
func TestBound(t *testing.T) {
	b := NewBuilder(1, []int{0}, 1000)
	for i := range 1000 {
		if !b.Add(providers.Row{[]byte("a row")}) {
			if size := b.Index().Size(); size < 1000 || size > 1100 {
				t.Errorf("the bound was reached after %d rows and %d bytes", i, size)
			}
			return
		}
	}
	t.Error("an index has more than its bound")
}
