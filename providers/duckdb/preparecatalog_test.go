package duckdb

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// TestPreparedCatalog: where the options say so, the catalog's common tables are filled once somebody has connected, before
// anybody asks, and anew after a change of names; statements over them fill none.
func TestPreparedCatalog(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "f.csv"), []byte("id,name\n1,a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, Options{Folder: folder, CopyDir: t.TempDir(), PreparesCatalog: true})
	connect(t, p, providers.ConnOptions{Part: true})
	if p.tabled.stop != nil {
		t.Error("the catalog is prepared though no client has connected")
	}
	c := connect(t, p, providers.ConnOptions{})
	for _, change := range []string{"", "CREATE TABLE made(a int PRIMARY KEY)"} {
		if change != "" {
			must(t, c, change)
		}
		for until := time.Now().Add(prepareUntil); !readsPrepared(t, p, c); {
			if time.Now().After(until) {
				t.Fatalf("the catalog is not prepared (%s)", change)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// readsPrepared reads the catalog as soon as it is prepared, and reports whether it stood meanwhile: a copy of a file that is
// made in the background changes it.
func readsPrepared(t *testing.T, p *Provider, c *Conn) bool {
	t.Helper()
	before, _ := p.currentMoment()
	if !p.isPrepared() {
		return false
	}
	fills := p.tabled.fills.Load()
	for _, sql := range []string{
		"SELECT relname FROM " + pgcatalog.Database + ".cat.pg_class c JOIN " + pgcatalog.Database + ".cat.pg_namespace n ON n.oid = c.relnamespace",
		"SELECT attname, " + pgcatalog.Database + ".cat.format_type(['public'], atttypid, atttypmod) FROM " + pgcatalog.Database + ".cat.pg_attribute WHERE attnum > 0",
	} {
		if rows := must(t, c, sql).rows; len(rows) == 0 {
			t.Errorf("%s finds nothing", sql)
		}
	}
	if after, _ := p.currentMoment(); after != before {
		return false
	}
	if p.tabled.fills.Load() != fills {
		t.Error("a statement over the prepared catalog has filled a table")
	}
	return true
}

// isPrepared reports whether the common tables are of the present moment.
func (p *Provider) isPrepared() bool {
	t := &p.tabled
	t.mu.Lock()
	defer t.mu.Unlock()
	now, stands := p.currentMoment()
	return stands && t.made != nil && len(staleObjects(t.made, withNeeds(commonObjects()), now)) == 0
}

// TestPreparingEnds: a source that is closed while its catalog is to be prepared waits for the goroutine alone, which
// fills no more tables then.
func TestPreparingEnds(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	unprepared := open(t, Options{})
	if unprepared.prepareCatalog(ended); unprepared.tabled.made != nil {
		t.Errorf("%d objects were made when nobody waited any more", len(unprepared.tabled.made))
	}
	for range 3 {
		p := open(t, Options{PreparesCatalog: true})
		connect(t, p, providers.ConnOptions{})
		began := time.Now()
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %s", took)
		}
	}
}

// TestLull: the catalog is due where a tick sees what the tick before has seen, once for each version of the names.
func TestLull(t *testing.T) {
	l := lull{version: 1, began: 3}
	for i, tick := range []struct {
		version, began uint64
		due            bool
	}{
		{1, 4, false}, // a statement has begun
		{2, 4, false}, // names have changed
		{2, 4, true},
		{2, 4, false}, // it is prepared
		{2, 9, false},
		{2, 9, false},
		{3, 9, false},
		{3, 10, false},
		{3, 10, true},
	} {
		if got := l.isDue(tick.version, tick.began); got != tick.due {
			t.Errorf("tick %d: %v", i, got)
		}
	}
}
