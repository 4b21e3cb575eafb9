package engine_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestOnly: a source that a client may not use looks as if it did not exist, by each way to ask for it, also after
// other clients have used it.
func TestOnly(t *testing.T) {
	h := newHouse(t, gate.FullAccess, nil, engine.Limits{})
	everything := h.open(t, "duck", gate.FullAccess)
	texts := []string{"SELECT count(*) FROM pg.pg_catalog.pg_class", "SHOW SERVICES IN pg", "DESCRIBE pg.pg_catalog.pg_class"}
	for _, sql := range texts[:1] {
		if _, err := everything.Prepare(t.Context(), engine.Request{SQL: sql, Purpose: gate.AnyPurpose}); err != nil {
			t.Errorf("everything: %s: %v", sql, err)
		}
	}

	client := engine.Client{Door: "test", Principal: auth.Fixed("alice", auth.Local), Source: "duck", Ceiling: gate.FullAccess, Only: []string{"duck"}}
	s, err := h.engine.Open(t.Context(), client)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // the test is over
	for _, sql := range texts {
		batch, err := s.Prepare(t.Context(), engine.Request{SQL: sql, Purpose: gate.AnyPurpose})
		if err == nil {
			err = s.ExecuteAll(t.Context(), batch, func(_ *engine.Statement, r *engine.Result) error {
				_, err := r.Next()
				return err
			})
		}
		var hint string
		if err != nil {
			hint = sqlstate.From(err).Hint
		}
		if sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName || strings.Contains(hint, "pg") {
			t.Errorf("%s: %v (hint %q)", sql, err, hint)
		}
	}
	if _, err := s.Sources().Services(t.Context(), "pg"); sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName {
		t.Errorf("Services: %v", err)
	}

	client.Source = "pg"
	if _, err := h.engine.Open(t.Context(), client); sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName {
		t.Errorf("Open of another: %v", err)
	}
	client.Source, client.Only = "", []string{"pg"} // the default is duck
	if _, err := h.engine.Open(t.Context(), client); sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName {
		t.Errorf("Open of the default: %v", err)
	}
	client.Only = []string{}
	if _, err := h.engine.Open(t.Context(), client); sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName {
		t.Errorf("Open of a client with nothing: %v", err)
	}
}
