package planner

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/textkey"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// same reports whether two plans are the same object.
func same(a, b []*Statement) bool { return len(a) == len(b) && len(a) > 0 && a[0] == b[0] }

func TestCache(t *testing.T) {
	const batch = "BEGIN; SELECT count(*) FROM t; UPDATE t SET a = 1; COMMIT"
	p := New(0)
	scope, sources := fixtureScope("pg", "alice")
	first := mustPlan(t, p, batch, scope)
	if again := mustPlan(t, p, batch, scope); !same(first, again) {
		t.Error("a text was understood twice")
	}
	bob := *scope
	bob.User = "bob"
	if his := mustPlan(t, p, batch, &bob); !same(first, his) {
		t.Error("a text that no user's name goes into was understood for each user")
	}
	sources["duck"].version.Add(1)
	if again := mustPlan(t, p, batch, scope); !same(first, again) {
		t.Error("a change of another source's catalog counted")
	}
	sources["pg"].version.Add(1)
	again := mustPlan(t, p, batch, scope)
	if same(first, again) || again[1].Version != 1 {
		t.Error("the catalog has changed, and the text was not understood anew")
	}
	if !same(again, mustPlan(t, p, batch, scope)) {
		t.Error("what was understood anew is not kept")
	}
}

// TestCacheKeys: sessions for which a text means something else do not share its plan.
func TestCacheKeys(t *testing.T) {
	p := New(0)
	pg, _ := fixtureScope("pg", "alice")
	duck, _ := fixtureScope("duck", "alice")
	bob, _ := fixtureScope("duck", "bob")
	nobody, _ := fixtureScope("duck", "")
	const sql = "SELECT current_user"
	seen := map[string]string{}
	for range 2 {
		for name, scope := range map[string]*Scope{"nobody": nobody, "pg": pg, "duck": duck, "bob": bob} {
			st := mustPlan(t, p, sql, scope)[0]
			if st.Provider != scope.Default {
				t.Errorf("%s: the statement goes to %s", name, st.Provider)
			}
			if seen[name] == "" {
				seen[name] = st.SQL
			}
			if seen[name] != st.SQL {
				t.Errorf("%s: %s, then %s", name, seen[name], st.SQL)
			}
		}
	}
	if !strings.Contains(seen["duck"], "alice") || !strings.Contains(seen["bob"], "bob") || seen["pg"] != sql {
		t.Errorf("got %q", seen)
	}
	// No other source and user make the same key.
	keys := map[string]bool{}
	for _, pair := range [][2]string{{"a", "bu"}, {"ab", "u"}, {"a", ""}, {"", "a"}, {"\x01a", ""}, {"", "\x01a"}, {"", ""}} {
		var a textkey.Buffer
		keys[string(a.User(pair[0], pair[1], "x"))] = true
		keys[string(a.Whole(pair[0], "x"+pair[1]))] = true
	}
	if len(keys) != 14 {
		t.Errorf("14 scopes have %d keys", len(keys))
	}
}

// TestNotCached: errors, plans that depend on the session, and long texts are not cached.
func TestNotCached(t *testing.T) {
	p := New(0)
	scope, sources := fixtureScope("pg", "alice")
	prepared := "PREPARE p AS SELECT 1"
	scope.Prepared = func(string) (string, bool) { return prepared, true }
	if got := mustPlan(t, p, "EXECUTE p", scope)[0]; got.Class == Delete {
		t.Fatalf("EXECUTE of a read is %s: %+v", got.Class, got.Effects)
	}
	prepared = "PREPARE p AS DELETE FROM t"
	if got := mustPlan(t, p, "EXECUTE p", scope)[0]; got.Class != Delete {
		t.Errorf("EXECUTE of a DELETE is %s: the plan of another statement was used", got.Class)
	}
	typed := *scope
	typed.ParamTypes = []uint32{20_000}
	plain := mustPlan(t, p, "SELECT $1 = 1", scope)
	if same(plain, mustPlan(t, p, "SELECT $1 = 1", &typed)) || !same(plain, mustPlan(t, p, "SELECT $1 = 1", scope)) {
		t.Error("what is understood by types of parameters is shared with texts without them")
	}
	long := "SELECT '" + strings.Repeat("x", longestKept) + "'"
	if same(mustPlan(t, p, long, scope), mustPlan(t, p, long, scope)) {
		t.Error("a text of 64 KiB was kept")
	}
	// An error is not cached: the function may exist by now.
	missing := true
	scope.Source = func(context.Context, string) (Source, error) {
		src := Source{Info: providers.Info{Name: "pg"}, Catalog: sources["pg"]}
		if missing {
			return src, sqlstate.New(sqlstate.ConnectionFailure, "it is away")
		}
		return src, nil
	}
	for _, missing = range []bool{true, false, true} {
		if _, err := p.Plan(t.Context(), "SELECT 7 AS seven", scope); (err != nil) != missing {
			t.Errorf("the source is away: %v, the error: %v", missing, err)
		}
	}
}

// TestCacheIsBounded: the cache does not outgrow its limit, and entries in use stay.
func TestCacheIsBounded(t *testing.T) {
	c := newCache(64 << 10)
	hot := &entry{key: "hot", plans: []*Statement{{Text: "hot"}}}
	c.put(hot)
	for i := range 10_000 {
		text := fmt.Sprintf("SELECT %d", i)
		c.put(&entry{key: text, plans: []*Statement{{Text: text, SQL: text}}})
		if i%16 == 0 && c.get([]byte("hot")) != hot {
			t.Fatalf("after %d texts what is in use was dropped", i)
		}
	}
	size := 0
	for _, generation := range []map[string]*entry{c.young, c.old} {
		for _, e := range generation {
			size += e.cost
		}
	}
	if size > 64<<10 || size < 32<<10 {
		t.Errorf("it holds %d bytes of at most %d", size, 64<<10)
	}
	young := 0
	for _, e := range c.young {
		young += e.cost
	}
	if young != c.size {
		t.Errorf("it counted %d bytes where there are %d", c.size, young)
	}
	c.put(&entry{key: strings.Repeat("x", 8<<10)})
	if c.get([]byte(strings.Repeat("x", 8<<10))) != nil {
		t.Error("an entry of an eighth of the cache was kept")
	}
}

// TestCacheTogether is for the race detector: sessions share statements.
func TestCacheTogether(t *testing.T) {
	p := New(0)
	p.cache = newCache(64 << 10)
	scope, sources := fixtureScope("pg", "alice")
	var sessions sync.WaitGroup
	for i := range 4 {
		sessions.Go(func() {
			for j := range 500 {
				if j%100 == 0 {
					sources["pg"].version.Add(1)
				}
				text := fmt.Sprintf("DELETE FROM t WHERE a = %d AND b = 'x'", j%(7+i))
				plans, err := p.Plan(t.Context(), text, scope)
				if err != nil || len(plans) != 1 || plans[0].Class != Delete || plans[0].Text != text {
					t.Errorf("%s: %+v, %v", text, plans, err)
					return
				}
			}
		})
	}
	sessions.Wait()
}

// wide is a catalog whose tables have so many columns that a SELECT of all of them is a long text.
type wide struct{ *fixture }

func (w wide) Relation(schema, name string) (providers.Relation, bool) {
	r, known := w.fixture.Relation(schema, name)
	for i := range 1000 {
		column := fmt.Sprintf("a_column_with_a_long_name_that_is_number_%d", i)
		r.Columns = append(r.Columns, column)
		r.Typed = append(r.Typed, providers.TypedColumn{Column: providers.Column{Name: column, Type: pgtype.Int4OID, TypeMod: -1}})
	}
	return r, known
}

// TestPartsShareAPlace: the parts of a long statement over several sources do not wait for places behind it.
func TestPartsShareAPlace(t *testing.T) {
	p := New(0)
	scope, sources := fixtureScope("pg", "alice")
	scope.Several = true
	scope.Source = func(_ context.Context, name string) (Source, error) {
		dialect := providers.DuckDB
		if sources[name] != nil {
			dialect = sources[name].dialect
		}
		return Source{Info: providers.Info{Name: name, Dialect: dialect, Default: "public"}, Catalog: wide{&fixture{dialect: dialect}}}, nil
	}
	for range cap(p.middling) - 1 {
		p.middling <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	text := "SELECT p, d FROM pg.public.p, duck.public.d WHERE '" + strings.Repeat("x", parse.MiddlingText) + "' = 'x'"
	plans, err := p.Plan(ctx, text, scope)
	if err != nil || plans[0].Provider != providers.Several {
		t.Fatal(err)
	}
}

// TestLargeTextsWait: few large texts are planned at the same time, and a waiting caller may give up. Short ones do not wait.
func TestLargeTextsWait(t *testing.T) {
	p := New(0)
	scope, _ := fixtureScope("pg", "alice")
	for range parse.MaxLarge {
		p.large <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := "SELECT '" + strings.Repeat("x", parse.LargeText) + "'"
	if _, err := p.Plan(ctx, text, scope); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("got %v", err)
	}
	for range cap(p.middling) {
		p.middling <- struct{}{}
	}
	middling := "SELECT '" + strings.Repeat("x", parse.MiddlingText) + "'"
	if _, err := p.Plan(ctx, middling, scope); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("got %v", err)
	}
	mustPlan(t, p, "SELECT 1", scope)
	<-p.middling
	mustPlan(t, p, middling, scope)
	<-p.large
	mustPlan(t, p, text, scope)
	if len(p.large) != parse.MaxLarge-1 {
		t.Errorf("%d turns are taken, want %d", len(p.large), parse.MaxLarge-1)
	}
}
