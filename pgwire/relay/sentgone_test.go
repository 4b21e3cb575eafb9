package relay_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/audit"
)

// TestSentAndGone: a client that leaves behind its statement may take it with it,
// or not. The record tells of it once either way, and what it says is so: a row
// that is there was recorded, and one whose outcome has a row is there. With a
// Terminate behind it and the connection open, the statement runs, as on a server.
func TestSentAndGone(t *testing.T) {
	g := serve(t, "")
	direct(t, g.dsn, "DO $$ BEGIN FOR i IN 0..89 LOOP EXECUTE format('CREATE TABLE gone%s (i int)', i); END LOOP; END $$")
	insert := func(i int) string { return fmt.Sprintf("INSERT INTO gone%d DEFAULT VALUES", i) }
	leaves := []struct {
		name  string
		leave func(*client)
	}{
		{"closed", func(c *client) { c.conn.Close() }},
		{"reset", (*client).reset},
		{"terminated", func(c *client) { c.until(2) }},
	}
	const each = 30
	for i := range each * len(leaves) {
		how, c := leaves[i%len(leaves)], connect(t, g.addr)
		messages := []pgproto3.FrontendMessage{&pgproto3.Query{String: insert(i)}}
		if i%2 == 1 {
			messages = append(c.extended(insert(i), 0), &pgproto3.Sync{})
		}
		if how.name == "terminated" {
			messages = append(messages, &pgproto3.Terminate{})
		}
		c.send(messages...)
		how.leave(c)
	}
	eventually(t, "nothing runs", func() bool { return running(t, g.dsn, "INTO gone") == "0" })
	var all []audit.Record
	eventually(t, "all that was recorded has its outcome", func() bool {
		open := 0
		for _, r := range g.written(t) {
			switch r.Phase {
			case audit.PhaseIntent:
				open++
			case audit.PhaseOutcome:
				open--
			default:
			}
		}
		all = g.outcomes(t)
		return open == 0
	})
	told := func(i int) (outcomes, failed int) {
		for _, r := range all {
			if r.SQL == insert(i) {
				outcomes++
				if r.SQLState != "" {
					failed++
				}
			}
		}
		return outcomes, failed
	}
	kept := map[string]int{}
	for i := range each * len(leaves) {
		how := leaves[i%len(leaves)].name
		there := direct(t, g.dsn, fmt.Sprintf("SELECT count(*) FROM gone%d", i)) == "1"
		outcomes, failed := told(i)
		switch {
		case outcomes > 1:
			for _, r := range all {
				if r.SQL == insert(i) {
					t.Logf("%+v", r)
				}
			}
			t.Errorf("%s, %d: %d outcomes", how, i, outcomes)
		case there && outcomes == 0:
			t.Errorf("%s, %d: it ran, and nothing tells of it", how, i)
		case !there && outcomes > 0 && failed == 0:
			t.Errorf("%s, %d: the record says that it ran", how, i)
		case how == "terminated" && (!there || failed > 0):
			t.Errorf("%s, %d: it did not run", how, i)
		}
		if there {
			kept[how]++
		}
	}
	t.Log(strings.TrimPrefix(fmt.Sprint(kept), "map"), "of", each, "each")
}
