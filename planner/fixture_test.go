package planner

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fixture is a catalog in memory, for fuzzers and benchmarks. The name of an object says that it is
// harmful (evil…), unknown (no_…) or else built-in. Other tests use a real Postgres.
type fixture struct {
	dialect providers.Dialect
	version atomic.Uint64
}

func (f *fixture) Version() uint64 { return f.version.Load() }

func (f *fixture) Functions(schema, name string) []providers.Function {
	if strings.HasPrefix(name, "no_") {
		return nil
	}
	own := !strings.HasPrefix(name, "evil")
	fn := providers.Function{
		Schema: "pg_catalog", Name: name, Builtin: own, Volatility: providers.Immutable, Kind: 'f', MaxArgs: -1, Language: "internal",
	}
	switch {
	case !own:
		fn.Schema, fn.Language, fn.Volatility = "public", "plpgsql", providers.Volatile
	case slices.Contains([]string{"pg_sleep", "nextval", "random", "set_config"}, name):
		fn.Volatility = providers.Volatile
	}
	return []providers.Function{fn}
}

func (f *fixture) Operators(_, name string) []providers.Function {
	if strings.Contains(name, "@+") {
		return []providers.Function{{Schema: "public", Name: "evil_operator", MaxArgs: 2}}
	}
	return nil
}

func (f *fixture) Relation(schema, name string) (providers.Relation, bool) {
	if strings.HasPrefix(name, "no_") {
		return providers.Relation{}, false
	}
	r := providers.Relation{Schema: schema, Name: name, Kind: "table"}
	if strings.HasPrefix(name, "foreign") {
		r.Kind = "foreign table"
	}
	if strings.Contains(name, "typed") {
		for i, column := range []string{"small", "id", "big", "name", "short", "code", "day", "label", "loose"} {
			oid := []uint32{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.TextOID, pgtype.VarcharOID, pgtype.VarcharOID, pgtype.DateOID, pgtype.TextOID, pgtype.TextOID}[i]
			r.Typed = append(r.Typed, providers.TypedColumn{Column: providers.Column{Name: column, Type: oid, TypeMod: -1}, Loose: column == "loose"})
		}
		r.Typed[4].TypeMod, r.Typed[7].Labels = 9, []string{"a", "b"}
	}
	if strings.HasPrefix(name, "evil") {
		r.Kind = "view"
		r.Hidden = []providers.Hidden{{What: "view " + name, OfView: true, SQL: "SELECT evil_function(1), 'x' FROM t WHERE a = 5"}}
	}
	return r, true
}

func (f *fixture) Type(schema, name string) (providers.Type, bool) {
	t := providers.Type{Schema: schema, Name: name}
	if strings.HasPrefix(name, "evil") {
		t.Hidden = []providers.Hidden{{What: "cast to " + name, Call: &providers.Function{Schema: "public", Name: name, MaxArgs: 1}}}
	}
	return t, !strings.HasPrefix(name, "no_")
}

// fixtureScope is a scope of two sources, "pg" and "duck".
func fixtureScope(source, user string) (*Scope, map[string]*fixture) {
	sources := map[string]*fixture{"pg": {}, "duck": {dialect: providers.DuckDB}}
	return &Scope{
		Default:   source,
		User:      user,
		Databases: []string{"duck", "pg"},
		Known:     func(name string) bool { return sources[name] != nil },
		Source: func(_ context.Context, name string) (Source, error) {
			f := sources[name]
			if f == nil {
				return Source{}, sqlstate.New(sqlstate.InvalidCatalogName, "there is no source %q", name)
			}
			return Source{Info: providers.Info{Name: name, Dialect: f.dialect, Default: "public"}, Catalog: f}, nil
		},
	}, sources
}

// mustPlan plans a text that must be valid.
func mustPlan(t testing.TB, p *Planner, text string, scope *Scope) []*Statement {
	t.Helper()
	plans, err := p.Plan(t.Context(), text, scope)
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return plans
}

// FixtureScope is fixtureScope for the tests outside of the package.
func FixtureScope(source string) *Scope {
	scope, _ := fixtureScope(source, "alice")
	return scope
}

// Forgetful returns a planner without a cache.
func Forgetful() *Planner {
	p := New(0)
	p.cache = newCache(0)
	return p
}

func (f *fixture) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, true }
