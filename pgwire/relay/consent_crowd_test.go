package relay_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestConsentInACrowd: many clients at once, some of whom cancel, leave or are told
// no. What is gone was approved, and what was approved was used once.
func TestConsentInACrowd(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		t.Run(fmt.Sprint(pooling), func(t *testing.T) {
			c := sit(t, gate.Safe, longWait, func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 20 })
			direct(t, c.dsn, "TRUNCATE t; INSERT INTO t SELECT n FROM generate_series(1000, 1999) n")
			stop := make(chan struct{})
			var desk, crowd sync.WaitGroup
			desk.Go(func() { c.decideAll(stop) })
			const clients, each = 8, 6
			for i := range clients {
				crowd.Go(func() { c.visit(1000+i*each, each) })
			}
			crowd.Wait()
			close(stop)
			desk.Wait()
			used := 0
			for _, r := range c.store.List() {
				there := direct(t, c.dsn, "SELECT count(*) FROM t WHERE n = "+number(r))
				if r.State == approval.Used {
					used++
				}
				if there == "0" && r.State != approval.Used {
					t.Errorf("%s is gone and its approval %s", number(r), r.State)
				}
			}
			gone, _ := strconv.Atoi(direct(t, c.dsn, "SELECT 1000 - count(*) FROM t"))
			if gone == 0 || gone > used {
				t.Errorf("%d rows are gone, and %d approvals were used", gone, used)
			}
		})
	}
}

// number is the row that a request is about.
func number(r approval.Request) string {
	text := r.SQL
	if len(r.Params) > 0 {
		text = r.Params[0]
	}
	return strings.Trim(text[strings.LastIndexAny(text, "= ")+1:], "'")
}

// decideAll says yes to rows with an odd number, until it is to stop.
func (c *court) decideAll(stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(2 * time.Millisecond):
		}
		for _, r := range c.store.List() {
			if r.State == approval.Pending {
				n, _ := strconv.Atoi(number(r))
				_, _ = c.store.Decide(r.ID, approval.Verdict{Approve: n%2 == 1}) // it may have been withdrawn
			}
		}
	}
}

// visit tries to delete some rows, one after the other, each in another way.
func (c *court) visit(first, rows int) {
	s := c.enter()
	for n := first; n < first+rows; n++ {
		row := strconv.Itoa(n)
		switch rand.IntN(3) {
		case 0:
			s.begin(query("DELETE FROM t WHERE n = " + row))
		case 1:
			s.begin(parse("", del), bindTo("", "", row), &pgproto3.Describe{ObjectType: 'P'}, execute(""), endUnit)
		default:
			s.begin(closing('S', "d"), parse("d", del), bindTo("p", "d", row), execute("p"), endUnit)
		}
		switch rand.IntN(6) {
		case 0:
			s.cancel(c.addr)
		case 1:
			_ = s.conn.Close()
			s = c.enter()
			continue
		}
		got := s.ready()
		if deleted := strings.Contains(got, "C(DELETE 1)"); deleted && n%2 == 0 || !deleted && !strings.Contains(got, "E(") || !strings.HasSuffix(got, "ZI") {
			c.t.Errorf("row %d: %q", n, got)
		}
		if got := s.query("SELECT 42"); got != "D(42)C(SELECT 1)ZI" && !strings.Contains(got, "E(57014)ZI") {
			c.t.Errorf("after row %d: %q", n, got)
		}
	}
}
