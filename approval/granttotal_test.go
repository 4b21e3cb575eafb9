package approval_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// scopedRows is scoped of a request that would touch so many rows.
func scopedRows(digest string, rows int64) approval.Request {
	r := scoped(digest)
	r.Estimate = counted(rows)
	return r
}

// TestGrantTotal: the rows of all statements together are counted on disk before each runs, each is
// held to what was counted for it, and what does not fit asks.
func TestGrantTotal(t *testing.T) {
	o := approval.Options{Dir: t.TempDir(), GrantMax: time.Hour}
	s := open(t, o)
	id := submit(t, s, scopedRows("d", 3)).ID
	for _, total := range []int64{-1, 2} {
		_, _, err := s.Grant(id, byBert, approval.Terms{For: time.Hour, TotalRows: total})
		wantCode(t, err, sqlstate.InvalidParameterValue, "in all")
	}
	r, g, err := s.Grant(id, byBert, approval.Terms{For: time.Hour, TotalRows: 20})
	if err != nil || g.Rows != 3 || r.MaxRows != 3 || g.MaxRows != 5 {
		t.Fatalf("%+v %+v %v", r, g, err)
	}
	for i, step := range []struct {
		rows, held, total int64
		ok                bool
	}{
		{4, 4, 7, true},
		{6, 0, 7, false}, // more than each may
		{-1, 5, 12, true},
		{0, 0, 12, true},
		{5, 5, 17, true},
		{4, 0, 17, false}, // 3 are left
		{-1, 0, 17, false},
		{2, 2, 19, true},
		{1, 1, 20, true},
		{0, 0, 20, false}, // used up
	} {
		used, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(step.rows))
		if ok != step.ok || err != nil || ok && (used.MaxRows != step.held || used.Rows != step.total) {
			t.Errorf("step %d: %v %+v %v", i, ok, used, err)
		}
		s.Close()
		s = open(t, o)
		if got := s.Grants()[0]; got.Rows != step.total || got.MaxRows != 5 {
			t.Errorf("step %d: kept %+v", i, got)
		}
	}
	if state := s.Grants()[0].State(time.Now()); state != "used up" {
		t.Error(state)
	}
	guess := approval.Estimate{Rows: 1, By: "plan"}
	if _, _, err := s.Grant(submit(t, s, scopedRows("e", 1)).ID, byBert, approval.Terms{For: time.Hour, TotalRows: 6}); err != nil {
		t.Fatal(err)
	}
	if used, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, guess); !ok || used.MaxRows != 5 || err != nil {
		t.Errorf("a guess counts for what is guessed: %v %+v %v", ok, used, err)
	}
}

// TestGrantTotalRace: statements at the same time do not share rows.
func TestGrantTotalRace(t *testing.T) {
	s := open(t, approval.Options{GrantMax: time.Hour})
	if _, _, err := s.Grant(submit(t, s, scopedRows("d", 2)).ID, byBert, approval.Terms{For: time.Hour, TotalRows: 22}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var uses atomic.Int64
	for range 40 {
		wg.Go(func() {
			if _, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(3)); err != nil {
				t.Error(err)
			} else if ok {
				uses.Add(1)
			}
		})
	}
	wg.Wait()
	if got := s.Grants()[0]; uses.Load() != 6 || got.Rows != 20 {
		t.Errorf("%d uses, %d rows", uses.Load(), got.Rows)
	}
}
