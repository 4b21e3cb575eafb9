package views

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestStore: views are kept in a file that several stores share, whole or not at all.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	a, b := Open(dir), Open(dir)
	if _, ok := a.Get("v"); ok {
		t.Error("there is a view in an empty directory")
	}
	if err := a.Put(View{Name: "v", SQL: "SELECT 1"}, false); err != nil {
		t.Fatal(err)
	}
	if v, ok := b.Get("v"); !ok || v.SQL != "SELECT 1" {
		t.Errorf("the other store has %v, %v", v, ok)
	}
	for want, err := range map[sqlstate.Code]error{
		sqlstate.DuplicateTable:       b.Put(View{Name: "v", SQL: "SELECT 2"}, false),
		sqlstate.UndefinedTable:       b.Drop([]string{"v", "w"}, false),
		sqlstate.ProgramLimitExceeded: b.Put(View{Name: "long", SQL: string(make([]byte, longest+1))}, false),
	} {
		if sqlstate.CodeOf(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if v, ok := b.Get("v"); !ok || v.SQL != "SELECT 1" {
		t.Errorf("after errors: %v, %v", v, ok)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := Open(dir).Put(View{Name: fmt.Sprint("n", i), SQL: "SELECT 1"}, false); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if list, err := a.List(); err != nil || len(list) != 9 || list[8].Name != "v" {
		t.Errorf("%v, %v", list, err)
	}
	if err := b.Drop([]string{"v", "none"}, true); err != nil {
		t.Error(err)
	}
	if _, ok := a.Get("v"); ok {
		t.Error("the view was dropped")
	}
	left, err := filepath.Glob(filepath.Join(dir, ".views-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
	if err := os.WriteFile(filepath.Join(dir, fileName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := a.Put(View{Name: "x", SQL: "SELECT 1"}, true); sqlstate.CodeOf(err) != sqlstate.DataCorrupted {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, fileName)); err != nil || string(text) != "{" {
		t.Errorf("a file that cannot be read was written over: %q, %v", text, err)
	}
}
