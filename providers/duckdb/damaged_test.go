package duckdb

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestDamagedFiles damages a database file or its WAL at many places. Each opening gives the tables
// or an error that names the file, and a source that opens can be read or says that it cannot.
func TestDamagedFiles(t *testing.T) {
	whole := t.TempDir()
	path := filepath.Join(whole, "t.duckdb")
	p := open(t, Options{Path: path})
	c := connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE a AS SELECT i, 'text ' || i AS t FROM range(100000) r(i)")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	p = open(t, Options{Path: path})
	c = connect(t, p, providers.ConnOptions{})
	must(t, c, "CREATE TABLE b AS SELECT i FROM range(1000) r(i)")
	must(t, c, "INSERT INTO a VALUES (1, 'one')")
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil || len(data) == 0 {
			t.Fatalf("%s: %d bytes, %v", name, len(data), err)
		}
		return data
	}
	files := map[string][]byte{"t.duckdb": read("t.duckdb"), "t.duckdb.wal": read("t.duckdb.wal")}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same places in each run
	refused := 0
	rounds := 18 // each file is damaged in each way three times
	if *long {
		rounds = 60
	}
	for i := range rounds {
		dir := t.TempDir()
		for name, data := range files {
			damaged := append([]byte{}, data...)
			if (name == "t.duckdb") == (i%2 == 0) {
				damaged = damage(damaged, i/2%3, random)
			}
			if err := os.WriteFile(filepath.Join(dir, name), damaged, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, err := Open(context.Background(), Options{Name: "demo", Path: filepath.Join(dir, "t.duckdb"), TempDir: t.TempDir()})
		if err != nil {
			refused++
			e := sqlstate.From(err)
			if e.Code != sqlstate.DataCorrupted || !strings.Contains(e.Message, `"t.duckdb"`) || strings.Contains(e.Error(), dir) {
				t.Errorf("damage %d: %v: %v", i, err, e.Cause)
			}
			continue
		}
		if c, err := p.Connect(context.Background(), providers.ConnOptions{}); err == nil {
			_, _ = try(c, "SELECT sum(i), max(t) FROM a")
			_, _ = try(c, "INSERT INTO a SELECT * FROM a")
			_ = c.Close()
		}
		_ = p.Close()
	}
	if refused == 0 {
		t.Error("no damage was noticed")
	}
}

// damage cuts a file, or puts zeros or other bytes into it.
func damage(data []byte, how int, random *rand.Rand) []byte {
	at := random.IntN(len(data))
	switch how {
	case 0:
		return data[:at]
	case 1:
		clear(data[at:min(at+4096, len(data))])
	default:
		for i := at; i < min(at+64, len(data)); i++ {
			data[i] = byte(random.UintN(256))
		}
	}
	return data
}
