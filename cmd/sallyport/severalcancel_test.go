package main

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/courttest"
)

// TestSeveralCanceledWhilePlanned: one cancel request ends a statement that is not planned yet, because a source's
// catalog is waited for.
func TestSeveralCanceledWhilePlanned(t *testing.T) {
	s := newSpread(t, "mode: full_access\n")
	s.pg.Exec(t, s.crm, "CREATE VIEW held AS SELECT 1 AS id")
	locker, err := pgx.Connect(t.Context(), s.pg.DSN(s.crm))
	if err != nil {
		t.Fatal(err)
	}
	defer locker.Close(t.Context())
	if _, err := locker.Exec(t.Context(), "BEGIN; LOCK TABLE pg_catalog.pg_rewrite IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	c := s.connect(t, "own")
	ended := make(chan error, 1)
	go func() {
		_, err := c.PgConn().Exec(t.Context(), "SELECT * FROM crm.public.held h, ops.public.orders o").ReadAll()
		ended <- err
	}()
	courttest.Eventually(t, "the source waits for the lock", func() bool {
		var waiting int
		return locker.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&waiting) == nil && waiting > 0
	})
	if err := c.PgConn().CancelRequest(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		var failed *pgconn.PgError
		if !errors.As(err, &failed) || failed.Code != "57014" {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the statement goes on")
	}
	if got, err := texts(t.Context(), c, "SELECT 1"); err != nil || got[0] != "1" {
		t.Errorf("afterwards: %q %v", got, err)
	}
}
