package find

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func openStore(t testing.TB, dir string) *discovery.Store {
	t.Helper()
	s, err := discovery.Open(context.Background(), dir, Indexer{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func ingest(t testing.TB, s *discovery.Store, connection string, tables ...discovery.Table) {
	t.Helper()
	w, err := s.Begin(context.Background(), connection, connection)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, table := range tables {
		if err := w.Put(context.Background(), table); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (l *Live) ask(t testing.TB, query string) string {
	t.Helper()
	tables, err := l.All(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	refs, err := Finder{Tables: tables}.Search(context.Background(), Request{Query: query, Limit: 50, Visible: everything})
	if err != nil {
		t.Fatal(err)
	}
	return write(refs)
}

// TestLive: a search finds what the store has at that time, as a new index would, also by a Live that was open
// before and by one of another process.
func TestLive(t *testing.T) {
	dir := t.TempDir()
	store := openStore(t, dir)
	before, other := NewLive(store, 1<<20), NewLive(openStore(t, dir), 1<<20)
	same := func(tables []discovery.Table, query string) {
		t.Helper()
		refs, err := Finder{Tables: []*Tables{Build("shop", tables)}}.Search(context.Background(), Request{Query: query, Limit: 50, Visible: everything})
		if err != nil {
			t.Fatal(err)
		}
		for name, l := range map[string]*Live{"that was there before": before, "of another process": other, "that is new": NewLive(store, 1<<20)} {
			if got := l.ask(t, query); got != write(refs) {
				t.Errorf("%s: a Live %s finds\n%sand not\n%s", query, name, got, write(refs))
			}
		}
	}
	if _, err := before.Tables(context.Background(), "shop"); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState {
		t.Errorf("without a snapshot: %v", err)
	}
	same(nil, "orders")
	tables := readSchema(t, "northwind")
	ingest(t, store, "shop", tables...)
	same(tables, "customers and their orders")
	tables = tables[2:] // two are dropped
	tables[0].Comment = "changed: the seven seas"
	ingest(t, store, "shop", tables...)
	same(tables, "seven seas")
	same(tables, "categories")
	if err := store.Annotate(context.Background(), "shop", "user", []discovery.Annotation{{Ref: tables[1].Ref, Text: "Those who buy from us"}}); err != nil {
		t.Fatal(err)
	}
	tables[1].Descriptions = []discovery.Description{{Origin: "user", Text: "Those who buy from us"}}
	same(tables, "who buys from us")
}

// TestFormChanges: documents of another form are made again when the store is opened.
func TestFormChanges(t *testing.T) {
	dir := t.TempDir()
	store, err := discovery.Open(context.Background(), dir) // as a version did that had no index
	if err != nil {
		t.Fatal(err)
	}
	ingest(t, store, "shop", shop()...)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := NewLive(openStore(t, dir), 1<<20).ask(t, "customers"), NewLive(openStore(t, dir), 1<<20).ask(t, "customers"); got == "" || got != want {
		t.Errorf("%q, %q", got, want)
	}
}

// TestLiveForgets: of many connections, more than are kept, each is found.
func TestLiveForgets(t *testing.T) {
	store := openStore(t, t.TempDir())
	for i := range 5 {
		ingest(t, store, fmt.Sprint("shop", i), shop()...)
	}
	live := NewLive(store, 3000)
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			tables, err := live.Tables(context.Background(), fmt.Sprint("shop", i%5))
			if err != nil || tables.Connection() != fmt.Sprint("shop", i%5) || tables.tables() != 4 {
				t.Error(tables, err)
			}
		})
	}
	wait.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := live.Tables(ctx, "shop1"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzAssemble: a document that is damaged is an index of less.
func FuzzAssemble(f *testing.F) {
	a := newAuthor(terms.New())
	f.Add(a.document(shop()[0]), a.document(shop()[1]))
	f.Add("", "\xff\xff\xff\xff\xff")
	f.Fuzz(func(_ *testing.T, one, two string) {
		x := assemble("shop", []string{one, two}, false)
		_, _ = Finder{Tables: []*Tables{x}}.Search(context.Background(), Request{Query: "customers with orders", Limit: MaxLimit, Visible: everything})
	})
}
