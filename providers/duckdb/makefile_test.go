package duckdb

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestMakeFile: a file comes whole or not at all; the DuckDB that writes it reaches nothing else, and what a killed server
// has left goes away.
func TestMakeFile(t *testing.T) {
	folder := t.TempDir()
	old := filepath.Join(folder, hiddenFolder+"old")
	if err := os.Mkdir(old, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*abandoned)); err != nil {
		t.Fatal(err)
	}
	p := open(t, Options{Name: "files", Folder: folder, MakesFiles: true})
	names := func() (list []string) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	written := func(name string) providers.NewFile {
		t.Helper()
		f, err := p.MakeFile(t.Context(), providers.File{Name: name, Format: "csv", Header: true})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := f.Query(t.Context(), providers.Statement{SQL: "CREATE TEMP TABLE r AS SELECT 1 AS a", Verb: "CREATE TABLE AS"}, providers.Args{})
		if err == nil {
			err = rows.Close()
		}
		if err == nil {
			rows, err = f.Query(t.Context(), f.Statement("r"), providers.Args{})
		}
		if err != nil || rows.Tag() != "COPY 1" || rows.Close() != nil {
			t.Fatal(err)
		}
		return f
	}
	f := written("left.csv")
	for _, sql := range []string{"COPY (SELECT 1) TO '" + filepath.Join(folder, "other.csv") + "'", "COPY (SELECT 1) TO '/tmp/other.csv'", "ATTACH '/tmp/x.duckdb'", "SET enable_external_access = true"} {
		if rows, err := f.Query(t.Context(), providers.Statement{SQL: sql, Verb: "COPY"}, providers.Args{}); err == nil {
			t.Errorf("%s: %v", sql, rows.Close())
		}
	}
	if err := f.Close(); err != nil || len(names()) != 0 {
		t.Errorf("not kept: %v %v", names(), err)
	}
	f, other := written("kept.csv"), written("kept.csv")
	if err := f.Keep(); err != nil {
		t.Error(err)
	}
	if err := other.Keep(); sqlstate.CodeOf(err) != sqlstate.DuplicateFile {
		t.Errorf("the second one: %v", err)
	}
	for _, one := range []providers.NewFile{f, other} {
		if err := one.Close(); err != nil {
			t.Error(err)
		}
	}
	if list := names(); len(list) != 1 || list[0] != "kept.csv" {
		t.Errorf("%v", list)
	}
	for name, code := range map[string]sqlstate.Code{"kept.csv": sqlstate.DuplicateFile, "../x.csv": sqlstate.InsufficientPrivilege, ".x.csv": sqlstate.InsufficientPrivilege, "a/x.csv": sqlstate.InsufficientPrivilege} {
		if _, err := p.MakeFile(t.Context(), providers.File{Name: name, Format: "csv"}); sqlstate.CodeOf(err) != code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := open(t, Options{Name: "files", Folder: folder}).MakeFile(t.Context(), providers.File{Name: "y.csv", Format: "csv"}); sqlstate.CodeOf(err) != sqlstate.InsufficientPrivilege {
		t.Errorf("where it is not allowed: %v", err)
	}
	if os.Geteuid() == 0 {
		return // who may write every folder
	}
	if err := os.Chmod(folder, 0o500); err != nil { //nolint:gosec // no server may write it
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o700) //nolint:errcheck,gosec // of this test
	if _, err := p.MakeFile(t.Context(), providers.File{Name: "z.csv", Format: "csv"}); sqlstate.CodeOf(err) != sqlstate.IOError {
		t.Errorf("a folder that the server may not write: %v", err)
	}
}
