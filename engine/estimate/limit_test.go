package estimate_test

import (
	"math"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine/estimate"
)

// TestRowLimit: a margin beyond the estimate, and no limit where the estimate is a guess.
func TestRowLimit(t *testing.T) {
	for _, test := range []struct {
		rows          int64
		by            string
		percent, more int64
		want          int64
	}{
		{0, "count", 10, 0, 0},
		{0, "count", 10, 5, 5},
		{10, "values", 0, 0, 10},
		{10, "count", 10, 5, 15},
		{1000, "count", 10, 5, 1100},
		{1999, "count", 10, 5, 2198},
		{math.MaxInt64 - 1, "count", 10, 5, math.MaxInt64},
		{math.MaxInt64 / 2, "count", math.MaxInt64, 5, math.MaxInt64},
		{5, "count", -10, -5, 5},
		{5, "plan", 10, 5, -1},
		{-1, "count", 10, 5, -1},
		{5, "", 10, 5, -1},
	} {
		if got := estimate.RowLimit(approval.Estimate{Rows: test.rows, By: test.by}, test.percent, test.more); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
