package engine_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// frail is a source that panics once, at a point of its work.
type frail struct {
	providers.Provider
	at atomic.Value // string
}

func (f *frail) reach(point string) {
	if f.at.CompareAndSwap(point, "") {
		panic("frail at " + point)
	}
}

func (f *frail) Catalog(ctx context.Context) (providers.Catalog, error) {
	f.reach("catalog")
	return f.Provider.Catalog(ctx)
}

func (f *frail) Connect(ctx context.Context, o providers.ConnOptions) (providers.Conn, error) {
	f.reach("connect")
	c, err := f.Provider.Connect(ctx, o)
	return &frailConn{c, f}, err
}

type frailConn struct {
	providers.Conn
	source *frail
}

func (c *frailConn) Query(ctx context.Context, s providers.Statement, a providers.Args) (providers.Rows, error) {
	c.source.reach("query")
	rows, err := c.Conn.Query(ctx, s, a)
	return &frailRows{rows, c.source}, err
}

type frailRows struct {
	providers.Rows
	source *frail
}

func (r *frailRows) Columns() []providers.Column {
	r.source.reach("columns")
	return r.Rows.Columns()
}

func (r *frailRows) Next() (providers.Row, error) {
	r.source.reach("next")
	return r.Rows.Next()
}

func (r *frailRows) Close() error {
	defer r.source.reach("close")
	return r.Rows.Close()
}

// TestPanicHasOneOutcome: wherever a source panics, or the door that reads a result, the statement has one outcome on record, which says
// so, and the session goes on.
func TestPanicHasOneOutcome(t *testing.T) {
	var source *frail
	h := newHouse(t, gate.FullAccess, func(p providers.Provider) providers.Provider {
		source = &frail{Provider: p}
		return source
	}, engine.Limits{})
	first := h.open(t, "duck", gate.FullAccess)
	if _, err := run(t.Context(), first, anything("CREATE TABLE kept (i int)")); err != nil {
		t.Fatal(err)
	}
	h.records(t)
	for _, point := range []string{"catalog", "connect", "query", "columns", "next", "close", "door"} {
		for _, sql := range []string{"INSERT INTO kept VALUES (1) RETURNING i", "SELECT i FROM kept"} {
			s := h.open(t, "duck", gate.FullAccess)
			source.at.Store(point)
			var err error
			if point == "door" {
				var batch []*engine.Statement
				if batch, err = s.Prepare(t.Context(), anything(sql)); err == nil {
					err = s.ExecuteAll(t.Context(), batch, func(*engine.Statement, *engine.Result) error { panic("the door") })
				}
			} else {
				_, err = run(t.Context(), s, anything(sql))
			}
			source.at.Store("")
			if sqlstate.CodeOf(err) != sqlstate.InternalError {
				t.Errorf("%s, %s: got %v", point, sql, err)
			}
			ends, intents := 0, 0
			list := h.records(t)
			for _, r := range list {
				switch r.Phase {
				case audit.PhaseIntent:
					intents++
				default:
					if ends++; r.SQLState != string(sqlstate.InternalError) {
						t.Errorf("%s, %s: recorded %+v", point, sql, r)
					}
				}
			}
			if ends != 1 || intents > 1 {
				t.Errorf("%s, %s: %d intents and %d outcomes: %+v", point, sql, intents, ends, list)
			}
			if _, err := run(t.Context(), s, anything("SELECT 1")); err != nil {
				t.Errorf("%s, %s: the session is dead: %v", point, sql, err)
			}
			h.records(t)
			if err := s.Close(); err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: closing: %v", point, sql, err)
			}
			if list := h.records(t); len(list) > 0 {
				t.Errorf("%s, %s: closing recorded %+v", point, sql, list)
			}
		}
	}
}
