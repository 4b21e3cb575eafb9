package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestStandingRequestIsSeen: what stands since before a restart, without the secrets that were in
// memory, is put to its client's person with them, because the same statement brings them.
func TestStandingRequestIsSeen(t *testing.T) {
	dsn, dir := pgtest.Start(t).CreateDB(t), t.TempDir()
	in := func(o *approval.Options) { o.Dir = dir }
	const sql = "UPDATE users SET password = 'hunter2'"
	first := convene(t, dsn, gate.Safe, true, 50*time.Millisecond, in)
	first.given(t, "pg", "CREATE TABLE users (id int, password text)")
	asked := first.asks(t, "pg", "alice", sql)
	if asked == nil {
		t.Fatal("it ran")
	}
	if err := first.store.Close(); err != nil { // the folder is the next one's
		t.Fatal(err)
	}
	second := convene(t, dsn, gate.Safe, true, 50*time.Millisecond, in)
	var shown []approval.Request
	s := second.session(t, "pg", "alice", approver(func(_ context.Context, r approval.Request) engine.Answer {
		shown = append(shown, r)
		return engine.Accepted
	}))
	if out, err := run(t.Context(), s, anything(sql)); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if len(shown) != 1 || shown[0].ID != asked.ID || shown[0].Revealed().Hides || shown[0].Revealed().SQL != sql {
		t.Errorf("shown: %+v", shown)
	}
}
