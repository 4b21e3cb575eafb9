package engine_test

import (
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestLongBatchIsLinear: the cost of a batch grows linearly with its statements, also where one of them changes
// the meaning of names in those that follow.
func TestLongBatchIsLinear(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	pad := strings.Repeat(" ", 2_000) // a text of such a length is not known when it comes again
	for _, source := range []string{"duck", "pg"} {
		s := h.open(t, source, gate.FullAccess)
		allocations := func(n int) float64 {
			text := "DROP TABLE IF EXISTS batch_t; CREATE TABLE batch_t (i int);" + strings.Repeat("INSERT INTO batch_t VALUES (1)"+pad+";", n)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := run(t.Context(), s, anything(text)); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			return float64(after.Mallocs - before.Mallocs)
		}
		allocations(10)
		few, many := allocations(10), allocations(60) // if the cost were quadratic, 36 times as many
		if many > 9*few {
			t.Errorf("%s: 10 statements make %.0f allocations, 60 make %.0f", source, few, many)
		}
	}
}

// TestReplannedInABatch: a statement of a batch that is planned again has its
// place in the batch, its prepared statements and its errors.
func TestReplannedInABatch(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.FullAccess)
	seen, err := run(t.Context(), s, anything("CREATE TABLE é (i int); PREPARE p AS INSERT INTO é VALUES ($1); EXECUTE p (5); EXECUTE p (6); SELECT sum(i) FROM é"))
	if err != nil || !strings.Contains(seen, "11") {
		t.Errorf("%v: %s", err, seen)
	}
	text := "CREATE TABLE ü (i int); SELECT i, x FROM ü"
	if _, err := run(t.Context(), s, anything(text)); sqlstate.From(err).Position != 35 {
		t.Errorf("%+v", sqlstate.From(err))
	}
}

// TestRefusedTextIsNotKept: of a long text that was not run the record has the
// beginning, its length, and its digest where that tells no secret.
func TestRefusedTextIsNotKept(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	s := h.open(t, "pg", gate.ReadOnly)
	plus := "SELECT 1" + strings.Repeat("+1", 2_000_000)
	sum := sha256.Sum256([]byte(plus))
	for _, test := range []struct{ sql, begins, digest string }{
		{plus, "SELECT 1+1+1", hex.EncodeToString(sum[:])},
		{"INSERT INTO users (name, password) VALUES " + strings.Repeat("('ada', 'hunter2'),", 10_000) + "('a', 'b')", "INSERT INTO users (name, <the rest of 190052 bytes", ""},
		{"INSERT INTO users VALUES " + strings.Repeat("('ada', 'hunter2'),", 10_000) + "('a', 'b') -- password", "INSERT INTO users VALUES (<the rest", ""},
		{"ALTER ROLE x PASSWORD 'hunter2" + strings.Repeat("x", 100_000), "ALTER ROLE x <the rest", ""},
		{"SELEC " + strings.Repeat("a, ", 100_000), "SELEC a, a,", ""},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := s.Prepare(t.Context(), anything(test.sql)); err == nil {
			t.Fatalf("%.40s runs", test.sql)
		}
		runtime.ReadMemStats(&after)
		records := h.records(t)
		r := records[len(records)-1]
		if !strings.HasPrefix(r.SQL, test.begins) || len(r.SQL) > 1_200 || r.SQLBytes != len(test.sql) || strings.Contains(r.SQL, "hunter2") ||
			test.digest != "" && r.SQLSHA256 != test.digest || strings.Contains(test.sql, "hunter2") && r.SQLSHA256 != "" {
			t.Errorf("%.40s: %d bytes, %q: %.200s", test.sql, r.SQLBytes, r.SQLSHA256, r.SQL)
		}
		if made := after.TotalAlloc - before.TotalAlloc; test.digest != "" && made > 256<<10 {
			t.Errorf("%.40s: refusing %d bytes made %d", test.sql, len(test.sql), made)
		}
	}
}
