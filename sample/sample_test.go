package sample_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"github.com/sallyportdb/sallyport/sample"
)

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "sample")
	tables, err := sample.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]struct {
		rows   int
		column string
	}{
		"airports":    {3376, "iata"},
		"birdstrikes": {10000, "Airport Name"},
		"weather":     {1461, "date"},
	} {
		f, err := os.Open(tables[table])
		if err != nil {
			t.Errorf("%s: %v", table, err)
			continue
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", table, err)
		} else if len(rows)-1 != want.rows || rows[0][0] != want.column {
			t.Errorf("%s has %d rows and begins with column %q, want %d and %q", table, len(rows)-1, rows[0][0], want.rows, want.column)
		}
	}
	if len(tables) != 3 {
		t.Errorf("tables: %v, want three", tables)
	}
}

func TestWriteMendsAndKeeps(t *testing.T) {
	dir := t.TempDir()
	tables, err := sample.Write(dir)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(tables["weather"])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tables["weather"], whole[:100], 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(tables["airports"])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sample.Write(dir); err != nil {
		t.Fatal(err)
	}
	if mended, _ := os.ReadFile(tables["weather"]); len(mended) != len(whole) {
		t.Errorf("a cut file has %d bytes after Write, want %d", len(mended), len(whole))
	}
	if after, err := os.Stat(tables["airports"]); err != nil || !os.SameFile(before, after) {
		t.Errorf("a whole file was replaced (%v)", err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 3 {
		t.Errorf("%d files in the folder, want 3", len(names))
	}
}

func TestWriteNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sample.Write(file); err == nil {
		t.Error("Write into a file went well")
	}
}
