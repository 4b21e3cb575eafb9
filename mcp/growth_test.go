package mcp_test

import (
	"fmt"
	"net/http"
	"runtime"
	"testing"

	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/mcp/transport"
)

// TestFailuresDoNotGrow: statements that fail, each another, in session after
// session, leave nothing behind but what is bounded: as many sessions as there may
// be, and the plans that are kept.
func TestFailuresDoNotGrow(t *testing.T) {
	const sessions, calls = 10, 10
	d := open(t, settings{limits: mcp.Limits{Limits: transport.Limits{Sessions: sessions}}})
	b := browser(t)
	n := 0
	round := func() uint64 {
		for range 3 * sessions {
			header := http.Header{"Mcp-Session-Id": {d.post(t, b, hello, nil).header.Get("Mcp-Session-Id")}}
			for range calls {
				n++
				sql := [...]string{"SELEC %d", "SELECT * FROM no_such_table_%d", "DELETE FROM t_%d", "SELECT no_such_function_%d()", "SELECT 'x'::int AS a_%d"}[n%5]
				answer := d.post(t, b, callMessage(n, "run_select_query", fmt.Sprintf(`{"sql":%q}`, fmt.Sprintf(sql, n))), header)
				if o := parse(t, answer.message(t)); !o.IsError {
					t.Fatalf("%s: %+v", sql, o)
				}
			}
		}
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	round()
	before := round()
	round()
	after := round()
	// 120 texts were planned and kept meanwhile, some 2 KiB each.
	if grown := int64(after) - int64(before); grown > 3<<18 {
		t.Errorf("60 sessions with 600 failures took %d bytes, from %d to %d", grown, before, after)
	}
}
