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
		sqlstate.UndefinedTable:       droppedBy(b, "v", "w"),
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
	if _, err := b.Drop([]string{"v", "none"}, true, false); err != nil {
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

func droppedBy(s *Store, names ...string) error {
	_, err := s.Drop(names, false, false)
	return err
}

// TestKinds: a view and a materialized one do not take each other's place, and rows belong to one definition.
func TestKinds(t *testing.T) {
	s := Open(t.TempDir())
	one := View{Name: "m", SQL: "SELECT 1", Materialized: true}
	if err := s.Put(one, false); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(View{Name: "m", SQL: "SELECT 1"}, true); sqlstate.CodeOf(err) != sqlstate.WrongObjectType {
		t.Errorf("%v", err)
	}
	if err := droppedBy(s, "m"); sqlstate.CodeOf(err) != sqlstate.WrongObjectType {
		t.Errorf("%v", err)
	}
	other := one
	other.SQL = "SELECT 2"
	if kept, _ := s.Get("m"); kept.Table() != one.Table() || other.Table() == one.Table() {
		t.Errorf("%s, %s, %s", kept.Table(), one.Table(), other.Table())
	}
	if list, err := s.Drop([]string{"m"}, false, true); err != nil || len(list) != 1 || list[0].Table() != one.Table() {
		t.Errorf("%v, %v", list, err)
	}
}
