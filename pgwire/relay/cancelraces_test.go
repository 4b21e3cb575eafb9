package relay_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// TestCancelRaces: a cancel request that comes around the approval of a statement, its intent, its run and its implicit COMMIT ends in one
// outcome on record, which is what has happened and what the client was told; and the backend serves others as before.
func TestCancelRaces(t *testing.T) {
	for _, pooling := range []providers.Pooling{providers.SessionPooling, providers.TransactionPooling} {
		c := sit(t, gate.Safe, longWait, func(s *settings) { s.source.Pooling, s.source.MaxBackends = pooling, 2 })
		other := c.enter()
		for i := range 24 {
			value := fmt.Sprintf("value %v %d", pooling, i)
			sql := "UPDATE t SET at = '" + value + "' WHERE n = 1"
			s := c.enter()
			switch i % 4 {
			default:
				s.begin(query(sql))
			case 1:
				s.begin(parse("", sql), bindTo("", ""), execute(""), endUnit)
			case 2:
				s.begin(query(sql + "; SELECT 1"))
			case 3:
				s.begin(parse("", "SELECT 1"), bindTo("", ""), execute(""), parse("", sql), bindTo("", ""), execute(""), endUnit)
			}
			asked := c.asked(value)
			var both sync.WaitGroup
			both.Go(func() {
				time.Sleep(time.Duration(i%12) * 700 * time.Microsecond)
				s.cancel(c.addr)
			})
			_, _ = c.store.Decide(asked.ID, approval.Verdict{Approve: true, Approver: "root", Channel: "desk"})
			got := s.ready()
			both.Wait()
			changed := direct(t, c.dsn, "SELECT at FROM t WHERE n = 1") == value
			told := strings.Contains(got, "C(UPDATE 1)") && !strings.Contains(got, "E(")
			if changed != told || !told && !strings.Contains(got, "E(57014)") {
				t.Errorf("%d: the client got %s, and changed is %v", i, got, changed)
			}
			if done, failed := c.carriedOut(value); done+failed != 1 && i%4 != 2 || changed != (done == 1) {
				t.Errorf("%d: the client got %s, changed is %v, and on record are %d that ran and %d that did not:\n%s", i, got, changed, done, failed, lastLines(c.everyRecord(t), 4))
			}
			if then := s.query("SELECT 42"); then != "D(42)C(SELECT 1)ZI" && then != "E(57014)ZI" {
				t.Errorf("%d: then %s", i, then)
			}
			check(t, s.conn.Close())
			if then := other.ask(parse("", "SELECT 43"), bindTo("", ""), execute("")); then != "12D(43)C(SELECT 1)ZI" {
				t.Errorf("%d: another session gets %s", i, then)
			}
		}
	}
}

// carriedOut counts the outcomes of the UPDATEs with a text that are on record: those that have changed something, and those that have not. The
// ROLLBACK of an implicit transaction undoes what has run in it.
func (c *court) carriedOut(text string) (done, failed int) {
	c.t.Helper()
	session := ""
	for _, r := range c.outcomes(c.t) {
		switch ran := r.Error == "" && r.Tag == "UPDATE 1"; {
		case r.Verb == "ROLLBACK" && done > 0 && r.Session == session:
			done, failed = done-1, failed+1
		case !strings.Contains(r.SQL, text) || r.Tool != "" || r.Verb != "UPDATE" && r.Verb != "":
		case ran:
			done, session = done+1, r.Session
		default:
			failed++
		}
	}
	return done, failed
}
