package approval_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// block puts something in the place of a file that no file can replace, and returns what
// takes it away and puts the file back.
func block(t *testing.T, path string) (free func()) {
	t.Helper()
	text, err := os.ReadFile(path)
	gone := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(filepath.Join(path+".d", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(path)
	if err := os.Rename(path+".d", path); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if !gone {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// ledger is the record of grants, which fails while it is told to.
type ledger struct {
	told  []string
	fails bool
	also  func(g approval.Grant, what string)
}

func (l *ledger) options(dir string) approval.Options {
	return approval.Options{Dir: dir, GrantMax: time.Hour, OnGrant: func(g approval.Grant, what string) error {
		if l.also != nil {
			l.also(g, what)
		}
		if l.fails {
			return sqlstate.New(sqlstate.DiskFull, "the record is full")
		}
		l.told = append(l.told, what)
		return nil
	}}
}

// TestGrantThatCannotBeKept: where the grant or its request cannot be written, there is no grant on
// disk, in memory or after a restart, the request is pending still, and the record says that the
// grant was taken back.
func TestGrantThatCannotBeKept(t *testing.T) {
	for _, what := range []string{"grant", "request"} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			l := &ledger{}
			s := open(t, l.options(dir))
			id := submit(t, s, scoped("d")).ID
			free := func() {}
			l.also = func(g approval.Grant, said string) {
				if said == "granted" {
					name := g.ID + ".grant"
					if what == "request" {
						name = id + ".json"
					}
					free = block(t, filepath.Join(dir, name))
				}
			}
			if _, _, err := s.Grant(id, byBert, approval.Terms{For: time.Hour}); err == nil {
				t.Fatal("granted")
			}
			free()
			if want := []string{"granted", "revoked"}; !slices.Equal(l.told, want) {
				t.Errorf("on record: %v", l.told)
			}
			for range 2 {
				r, err := s.Get(id)
				files, _ := filepath.Glob(filepath.Join(dir, "*.grant"))
				if err != nil || r.State != approval.Pending || len(s.Grants()) != 0 || s.Granted("anna", "shop") || len(files) != 0 {
					t.Errorf("%+v %v, %v, files %v", r, err, s.Grants(), files)
				}
				s.Close()
				s = open(t, l.options(dir))
			}
			l.also = nil
			if _, _, err := s.Grant(id, byBert, approval.Terms{For: time.Hour}); err != nil {
				t.Errorf("it cannot be granted later: %v", err)
			}
		})
	}
}

// TestUnfinishedGrant: a grant whose request does not name it was not given: the process ended
// before it was.
func TestUnfinishedGrant(t *testing.T) {
	dir := t.TempDir()
	l := &ledger{}
	s := open(t, l.options(dir))
	id := submit(t, s, scoped("d")).ID
	before, err := os.ReadFile(filepath.Join(dir, id+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Grant(id, byBert, approval.Terms{For: time.Hour}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := os.WriteFile(filepath.Join(dir, id+".json"), before, 0o600); err != nil {
		t.Fatal(err)
	}
	s = open(t, l.options(dir))
	if r, err := s.Get(id); err != nil || r.State != approval.Pending || len(s.Grants()) != 0 {
		t.Errorf("%+v %v %v", r, err, s.Grants())
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.grant")); len(files) != 0 {
		t.Errorf("%v", files)
	}
}

// TestRevokeThatFails: nothing uses a revoked grant, and what could not be written or recorded is
// done by the next Revoke, or when the server stops.
func TestRevokeThatFails(t *testing.T) {
	for _, what := range []string{"disk", "record", "both"} {
		for _, end := range []string{"again", "close"} {
			t.Run(what+" "+end, func(t *testing.T) {
				dir := t.TempDir()
				l := &ledger{}
				s := open(t, l.options(dir))
				_, g, err := s.Grant(submit(t, s, scoped("d")).ID, byBert, approval.Terms{For: time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				free := func() {}
				if what != "record" {
					free = block(t, filepath.Join(dir, g.ID+".grant"))
				}
				l.fails = what != "disk"
				if _, err := s.Revoke(g.ID, "carla"); err == nil {
					t.Error("no error")
				}
				if _, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1)); ok || err != nil {
					t.Errorf("used: %v", err)
				}
				free()
				l.fails = false
				if end == "again" {
					if after, err := s.Revoke(g.ID, "dora"); err != nil || after.RevokedBy != "carla" {
						t.Errorf("%+v %v", after, err)
					}
					_, err := s.Revoke(g.ID, "carla")
					wantCode(t, err, sqlstate.ObjectNotInState, "is revoked already")
				}
				s.Close()
				if want := []string{"granted", "revoked"}; !slices.Equal(l.told, want) {
					t.Errorf("on record: %v", l.told)
				}
				s = open(t, l.options(dir))
				if got := s.Grants(); len(got) != 1 || got[0].RevokedBy != "carla" {
					t.Errorf("after a restart: %+v", got)
				}
			})
		}
	}
}

// TestUseThatCannotBeWritten is not a use.
func TestUseThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	s := open(t, (&ledger{}).options(dir))
	_, g, err := s.Grant(submit(t, s, scopedRows("d", 1)).ID, byBert, approval.Terms{For: time.Hour, Times: 2, TotalRows: 5})
	if err != nil {
		t.Fatal(err)
	}
	free := block(t, filepath.Join(dir, g.ID+".grant"))
	if _, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(1)); ok || err == nil {
		t.Error("used")
	}
	free()
	if got := s.Grants()[0]; got.Uses != 1 || got.Rows != 1 {
		t.Errorf("%+v", got)
	}
	if _, ok, err := s.UseGrant("anna", "shop", some, approval.Facts{}, counted(4)); !ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
}
