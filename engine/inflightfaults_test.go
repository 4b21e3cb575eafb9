package engine_test

import (
	"cmp"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestFaultsInFlight: where a comparison cannot be made, or its statement is cancelled or loses its connection meanwhile, the statement leaves
// nothing, has one outcome on record, and the session goes on.
func TestFaultsInFlight(t *testing.T) {
	for _, c := range []struct{ name, sql, end string }{
		{"a change, and no end", "INSERT INTO kept SELECT a FROM viewed", ""},
		{"a change that is cancelled", "INSERT INTO kept SELECT a FROM viewed", "cancel"},
		{"a change whose connection ends", "INSERT INTO kept SELECT a FROM viewed", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'INSERT INTO kept%'"},
		{"a read that is cut", "SELECT a FROM viewed", "cut"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dsn := pgtest.Start(t).CreateFilled(t, swappedCode)
			armed := false
			var holder *pgconn.PgConn
			var inUse sync.Mutex // the holder, which serves one goroutine at a time
			hold := func(ctx context.Context, sql string) error {
				inUse.Lock()
				defer inUse.Unlock()
				_, err := holder.Exec(ctx, sql).ReadAll()
				return err
			}
			h := overPostgres(t, dsn, func(p providers.Provider) providers.Provider {
				return &faulty{p, func(s providers.Statement) error {
					if armed && s.SQL == c.sql {
						armed = false
						return hold(t.Context(), "BEGIN; LOCK TABLE pg_catalog.pg_namespace, pg_catalog.pg_operator")
					}
					return nil
				}}
			})
			holder, err := pgconn.Connect(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer holder.Close(t.Context())
			s := h.open(t, "pg", gate.DeleteSafe)
			once := func(ctx context.Context) error {
				batch, err := s.Prepare(ctx, anything(c.sql))
				if err != nil {
					return err
				}
				result, err := s.Execute(ctx, batch[0], providers.Args{}, engine.Options{})
				if err != nil {
					return err
				}
				if c.end == "cut" {
					_, err := result.Next()
					return cmp.Or(err, result.Cut("rows"))
				}
				return providers.ReadToEnd(result)
			}
			for range 3 {
				if err := once(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			before := pgtest.Ask(t, dsn, "SELECT count(*) FROM kept")
			h.records(t)
			armed = true
			ctx, cancel := context.WithCancel(t.Context())
			began := time.Now()
			timer := time.AfterFunc(time.Second, func() {
				switch c.end {
				case "", "cut":
				case "cancel":
					cancel()
				default:
					_ = hold(context.Background(), c.end) // what it ends is looked at below
				}
			})
			err = once(ctx)
			took := time.Since(began)
			timer.Stop()
			cancel()
			if err := hold(t.Context(), "ROLLBACK"); err != nil {
				t.Fatal(err)
			}
			if err == nil || took > 12*time.Second {
				t.Errorf("after %v: %v", took, err)
			}
			if now := pgtest.Ask(t, dsn, "SELECT count(*) FROM kept"); now != before {
				t.Errorf("%s rows, and %s before", now, before)
			}
			records, outcomes := h.records(t), 0
			for _, r := range records {
				if r.Phase != audit.PhaseIntent {
					outcomes++
				}
			}
			if last := records[len(records)-1]; outcomes != 1 || last.SQLState != string(sqlstate.CodeOf(err)) {
				t.Errorf("%d outcomes, the last %+v, and the client got %v", outcomes, last, err)
			}
			if err := once(t.Context()); err != nil {
				t.Errorf("behind it: %v", err)
			}
		})
	}
}
