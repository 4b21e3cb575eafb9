package engine_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// examined is a source whose login is what the test says.
type examined struct {
	providers.Provider
	look func() (providers.Posture, error)
}

func (e *examined) Posture(context.Context) (providers.Posture, error) { return e.look() }

func posturesOf(e *engine.Engine) map[string]engine.Posture {
	known := map[string]engine.Posture{}
	for _, p := range e.Info().Postures {
		known[p.Source] = p
	}
	return known
}

// TestExamine: findings stay when a later look fails or panics. A right to write is a risk only in modes that
// allow no writes.
func TestExamine(t *testing.T) {
	found := providers.Posture{Role: "app", Risks: []providers.Risk{{Code: "owner"}, {Code: "write", Writing: true}}}
	for _, mode := range gate.Modes {
		source := &examined{look: func() (providers.Posture, error) {
			p := found
			p.Risks = append([]providers.Risk{}, found.Risks...)
			return p, nil
		}}
		h := newHouse(t, mode, func(p providers.Provider) providers.Provider { source.Provider = p; return source }, engine.Limits{})
		if p := posturesOf(h.engine)["duck"]; p.Source != "duck" || !p.Found.IsZero() || p.Failed != nil || len(p.Risks) > 0 {
			t.Errorf("before any look: %+v", p)
		}
		p, ok := h.engine.Examine(t.Context(), "duck")
		want := map[gate.Mode]int{gate.ReadOnly: 2, gate.Safe: 2, gate.DeleteSafe: 1, gate.FullAccess: 1}[mode]
		if !ok || len(p.Risks) != want || p.Found.IsZero() || p.Role != "app" {
			t.Errorf("%s: %+v", mode, p)
		}
		for _, look := range []func() (providers.Posture, error){
			func() (providers.Posture, error) { return providers.Posture{}, errors.New("down") },
			func() (providers.Posture, error) { panic("boom") },
		} {
			source.look = look
			if p, ok := h.engine.Examine(t.Context(), "duck"); !ok || p.Failed == nil || len(p.Risks) != want {
				t.Errorf("%s, after a look that failed: %+v", mode, p)
			}
			if p := posturesOf(h.engine)["duck"]; p.Failed == nil || len(p.Risks) != want {
				t.Errorf("%s, remembered: %+v", mode, p)
			}
		}
	}
}

// TestExamineSources: a source without a login has no posture, a Postgres
// server has.
func TestExamineSources(t *testing.T) {
	h := newHouse(t, gate.Safe, nil, engine.Limits{})
	for _, name := range []string{"duck", "none"} {
		if p, ok := h.engine.Examine(t.Context(), name); ok {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if p, ok := h.engine.Examine(t.Context(), "pg"); !ok || p.Failed != nil || p.Role != "postgres" {
		t.Errorf("%+v", p)
	}
	if known := posturesOf(h.engine); len(known) != 1 || known["pg"].Role != "postgres" {
		t.Errorf("%+v", known)
	}
}

// TestValidator: without a record there is a verdict, and nothing else.
func TestValidator(t *testing.T) {
	duck, err := duckdb.Open(t.Context(), duckdb.Options{Name: "duck"})
	if err != nil {
		t.Fatal(err)
	}
	defer duck.Close()
	pg, err := postgres.Open(t.Context(), postgres.Options{Name: "pg", DSN: pgtest.Start(t).CreateDB(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close()
	sources := []providers.Provider{duck, pg}
	if _, err := engine.New(engine.Config{Mode: gate.Safe, Sources: sources}); err == nil {
		t.Error("an engine without a record")
	}
	v, err := engine.NewValidator(engine.Config{Mode: gate.Safe, Sources: sources, Limits: engine.Limits{MaxSQLBytes: 100}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := v.Validate(t.Context(), "pg", "SELECT 1; DROP TABLE IF EXISTS t")
	if err != nil || len(list) != 2 || !list[0].Allowed || list[1].Allowed || list[1].Class != "delete" || list[1].Effects[0].Position != 11 {
		t.Errorf("%+v %v", list, err)
	}
	if list, err := v.Validate(t.Context(), "", "SELECT 1"); err != nil || list[0].Source != v.Default() || v.Default() != "duck" {
		t.Errorf("%+v %v", list, err)
	}
	for _, test := range []struct {
		source, text string
		code         sqlstate.Code
	}{
		{"none", "SELECT 1", sqlstate.InvalidCatalogName},
		{"pg", "SELEC", sqlstate.SyntaxError},
		{"pg", "SELECT '" + string(make([]byte, 100)), sqlstate.ProgramLimitExceeded},
	} {
		if list, err := v.Validate(t.Context(), test.source, test.text); sqlstate.CodeOf(err) != test.code || len(list) > 0 {
			t.Errorf("%q: %v", test.text, err)
		}
	}
}
