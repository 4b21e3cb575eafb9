package discovery_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
)

// TestDictionaryHeldAndRead: a connection whose values are too many to be held is read, and answers the
// same; what another process writes counts at once.
func TestDictionaryHeldAndRead(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var tables []discovery.Table
	var profiles []discovery.TableProfile
	for i := range 30 {
		x := table("public", fmt.Sprintf("t%02d", i), "name text", "city text")
		tables = append(tables, x)
		profiles = append(profiles, discovery.TableProfile{Ref: x.Ref, ProfiledAt: time.Now(), Columns: map[string]discovery.Profile{
			"name": profiled(fmt.Sprint("Acme ", i), "ACME", "Öl", "a\x00b"), "city": profiled(),
		}})
	}
	write(t, s, "db", tables...)
	held, read := discovery.NewDictionary(s, 1<<20), discovery.NewDictionary(s, 100)
	ask := func(text string, limit int) string {
		t.Helper()
		a, err := held.Find(t.Context(), "db", text, limit)
		b, also := read.Find(t.Context(), "db", text, limit)
		if err != nil || also != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%q: %v, %v; %v, %v", text, a, err, b, also)
		}
		got := fmt.Sprint(len(a))
		for _, m := range a {
			got += fmt.Sprintf(" %s.%s=%s", m.Ref.Name, m.Column, m.Value)
		}
		return got
	}
	if got := ask("acme", 10); got != "0" {
		t.Error(got)
	}
	if err := open(t, dir).SaveProfiles(t.Context(), "db", profiles); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"acme":     "3 t00.name=ACME t01.name=ACME t02.name=ACME",
		"acme 2":   "3 t02.name=Acme 2 t20.name=Acme 20 t21.name=Acme 21",
		"ÖL":       "3 t00.name=Öl t01.name=Öl t02.name=Öl",
		"a\x00":    "3 t00.name=a\x00b t01.name=a\x00b t02.name=a\x00b",
		"acme\xff": "0",
		"nowhere":  "0",
	} {
		if got := ask(text, 3); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := ask("", 5000); got[:4] != "120 " {
		t.Error(got)
	}
	if list, err := held.Find(t.Context(), "other", "acme", 3); err != nil || list != nil {
		t.Errorf("%v, %v", list, err)
	}
}

// TestCache: what was used last is kept, as much as may be; one goroutine at a time renews.
func TestCache(t *testing.T) {
	c := discovery.NewCache[int](10)
	use := func(connection string) (had int) {
		t.Helper()
		value, err := c.Use(t.Context(), connection, func(have int) (int, int, error) {
			had = have
			return have + 1, 4, nil
		})
		if err != nil || value != had+1 {
			t.Error(value, err)
		}
		return had
	}
	for i, name := range []string{"a", "b", "a", "c", "a", "b"} { // c is a third: b has to go
		if want := []int{0, 0, 1, 0, 2, 0}[i]; use(name) != want {
			t.Errorf("step %d: %s was not %d", i, name, want)
		}
	}
	broken := errors.New("broken")
	if _, err := c.Use(t.Context(), "a", func(int) (int, int, error) { return 9, 1, broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if had := use("a"); had != 3 {
		t.Errorf("a failure replaced what was kept by %d", had)
	}
	if _, err := c.Use(t.Context(), "large", func(int) (int, int, error) { return 1, 1000, nil }); err != nil {
		t.Error(err)
	}
	if had := use("large"); had != 1 {
		t.Error("what is larger than all is not kept alone")
	}
	var together sync.WaitGroup
	for range 50 {
		together.Go(func() { use("together") })
	}
	together.Wait()
	if had := use("together"); had != 50 {
		t.Errorf("%d of 50 renewed", had)
	}
	_, err := c.Use(t.Context(), "held", func(int) (int, int, error) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := c.Use(ctx, "held", func(int) (int, int, error) { return 0, 0, nil })
		return 0, 0, err
	})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
