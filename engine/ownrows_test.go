package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
)

// TestRowsOfOthers: a session sees the sessions, the locks, the cursors and the prepared statements of nobody else; a narrowed
// role sees none at all.
func TestRowsOfOthers(t *testing.T) {
	e := duckShop(t, "marker")
	open := func(who string, pid uint32) *engine.Session {
		s, err := e.Open(t.Context(), engine.Client{Door: "test", Principal: auth.Fixed(who, auth.Local), Ceiling: gate.FullAccess, PID: pid})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	one, two, other := open("admin", 101), open("admin", 102), open("analyst", 103)
	for _, sql := range []string{"PREPARE seen AS SELECT 'marker'", "DECLARE seen CURSOR WITH HOLD FOR SELECT 'marker'", "SELECT pg_advisory_lock(7)"} {
		if _, err := run(t.Context(), one, anything(sql)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run(t.Context(), other, anything("SELECT pg_advisory_lock(8)")); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		"SELECT name FROM pg_prepared_statements":                                  "name\nSELECT 0 \n",
		"SELECT name FROM pg_cursors":                                              "name\nSELECT 0 \n",
		"SELECT pid FROM pg_stat_activity ORDER BY pid":                            "pid\n101\n102\nSELECT 2 \n",
		"SELECT pid, objid FROM pg_locks WHERE locktype = 'advisory' ORDER BY pid": "pid | objid\n101 | 7\nSELECT 1 \n",
		"SELECT count(*) FROM pg_locks WHERE NOT granted":                          "count\n0\nSELECT 1 \n",
	} {
		if out, err := run(t.Context(), two, anything(sql)); err != nil || strings.Join(strings.Fields(out), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s: %q, %v, want %q", sql, out, err, want)
		}
		if out, err := run(t.Context(), other, anything(sql)); !refusedByGate(err) {
			t.Errorf("%s of a narrowed role: %q, %v", sql, out, err)
		}
	}
	for _, sql := range []string{"SELECT name FROM pg_prepared_statements", "SELECT name FROM pg_cursors"} {
		if out, err := run(t.Context(), one, anything(sql)); err != nil || !strings.Contains(out, "seen") {
			t.Errorf("%s: %q, %v", sql, out, err)
		}
	}
	if _, err := run(t.Context(), one, anything("CREATE VIEW shop.cursors AS SELECT * FROM pg_cursors")); err == nil || !strings.Contains(fmt.Sprint(err), "0A000") {
		t.Errorf("a view of cursors: %v", err)
	}
}
