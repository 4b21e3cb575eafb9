// Package views keeps views over APIs, which no source keeps: names and queries, in one file of the
// server's state directory. They outlive the server, and all servers of the directory have the same.
//
// A [Store] reads the file again where it has changed, and writes it whole or not at all, under a lock.
// What a query may hold is for the caller to say: the file is readable for its owner alone, and no place
// for secrets.
package views

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// View is a view over APIs.
type View struct {
	Name    string    `json:"name"`
	SQL     string    `json:"sql"`               // its query, with the full names of relations
	Columns []string  `json:"columns,omitempty"` // names for its first columns
	Owner   string    `json:"owner"`             // the principal who made it
	Created time.Time `json:"created"`
	Shape   []Column  `json:"shape,omitempty"` // what it returned when it was made
	// Materialized says that its rows are kept, by each server for itself, and Sources are those that they
	// are of.
	Materialized bool     `json:"materialized,omitempty"`
	Sources      []string `json:"sources,omitempty"`
}

// Column is a column of a view.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"` // as PostgreSQL calls it
}

// Kind is what PostgreSQL calls it.
func (v View) Kind() string {
	if v.Materialized {
		return "materialized view"
	}
	return "view"
}

// Table names the rows of a materialized view: those of this definition alone, whatever has the view's name
// later.
func (v View) Table() string {
	h := sha256.New()
	for _, part := range append([]string{v.Name, v.SQL, v.Created.UTC().Format(time.RFC3339)}, v.Columns...) {
		h.Write([]byte(strconv.Quote(part)))
	}
	return "view_" + hex.EncodeToString(h.Sum(nil)[:12])
}

const (
	fileName = "views.json"
	lockName = "views.lock"
	// most is how many there may be, and longest how long the query of one.
	most, longest = 10_000, 256 << 10
)

// Store is the views of a state directory. It is safe for concurrent use. It holds nothing open.
type Store struct {
	dir string

	mu    sync.Mutex
	views map[string]View
	seen  fs.FileInfo // of the file that views are of; nil: there was none
}

// Open returns the store of a directory, which need not be there before the first view.
func Open(dir string) *Store { return &Store{dir: dir} }

// Get returns a view.
func (s *Store) Get(name string) (View, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read() != nil {
		return View{}, false
	}
	v, ok := s.views[name]
	return v, ok
}

// List lists the views by name.
func (s *Store) List() ([]View, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.read(); err != nil {
		return nil, err
	}
	return s.sorted(), nil
}

func (s *Store) sorted() []View {
	list := make([]View, 0, len(s.views))
	for _, v := range s.views {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b View) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Put keeps a view. 42P07: a view of that name exists, and replace is false; 42809: it exists, and one of the
// two is materialized; 54000: there are too many views, or this one is too long; 58030, 53100: the file cannot
// be written.
func (s *Store) Put(v View, replace bool) error {
	return s.change(func() error {
		old, there := s.views[v.Name]
		switch {
		case there && replace && old.Materialized != v.Materialized:
			return errKind(v.Name, v.Kind(), old.Kind())
		case there && !replace:
			return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", v.Name).WithHint("CREATE OR REPLACE %s replaces it.", strings.ToUpper(old.Kind()))
		case !there && len(s.views) >= most:
			return sqlstate.New(sqlstate.ProgramLimitExceeded, "there are %d views already", most).WithHint("Drop those that nobody needs.")
		case len(v.SQL) > longest:
			return sqlstate.New(sqlstate.ProgramLimitExceeded, "the view's query has more than %d KiB", longest>>10)
		}
		s.views[v.Name] = v
		return nil
	})
}

func errKind(name, wanted, is string) error {
	return sqlstate.New(sqlstate.WrongObjectType, "%q is not a %s", name, wanted).WithHint("Use DROP %s to remove it.", strings.ToUpper(is))
}

// Drop drops views of a kind, all or none, and returns those that were there. 42P01: a view does not exist,
// unless missing allows that; 42809: a view is of the other kind.
func (s *Store) Drop(names []string, missing, materialized bool) (dropped []View, err error) {
	err = s.change(func() error {
		for _, name := range names {
			v, there := s.views[name]
			kind := View{Materialized: materialized}.Kind()
			switch {
			case there && v.Materialized != materialized:
				return errKind(name, kind, v.Kind())
			case there:
				dropped = append(dropped, v)
			case !missing:
				return sqlstate.New(sqlstate.UndefinedTable, "%s %q does not exist", kind, name)
			}
			delete(s.views, name)
		}
		return nil
	})
	return dropped, err
}

// change changes the views in memory and in the file.
func (s *Store) change(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	lock, err := s.lock()
	if err != nil {
		return err
	}
	defer lock.Close() //nolint:errcheck // the lock goes with the descriptor
	if err := s.read(); err != nil {
		return err
	}
	err = f()
	if err == nil {
		err = s.write()
	}
	if err != nil {
		s.views, s.seen = nil, nil // to be read again
	}
	return err
}

// lock keeps other servers out. It waits for a moment.
func (s *Store) lock() (*os.File, error) {
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		f, err := folder.Lock(filepath.Join(s.dir, lockName))
		if err == nil || !errors.Is(err, folder.ErrTaken) {
			return f, onDisk(err)
		}
		if time.Now().After(until) {
			return nil, sqlstate.Wrap(err, sqlstate.LockNotAvailable, "another server changes the views").WithHint("Try again in a moment.")
		}
	}
}

func onDisk(err error) error {
	if err == nil {
		return nil
	}
	return sqlstate.Wrap(err, folder.Code(err), "the views cannot be kept: %v", folder.Reason(err))
}

// read reads the file if it is not the one that was read. The caller holds mu.
func (s *Store) read() error {
	path := filepath.Join(s.dir, fileName)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.views, s.seen = map[string]View{}, nil
		return nil
	case err != nil:
		return onDisk(err)
	case s.seen != nil && os.SameFile(s.seen, info) && s.seen.ModTime().Equal(info.ModTime()) && s.seen.Size() == info.Size():
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return onDisk(err)
	}
	var list []View
	if err := json.Unmarshal(text, &list); err != nil {
		return sqlstate.Wrap(err, sqlstate.DataCorrupted, "views.json in the server's state directory cannot be read").
			WithHint("Repair the file, or remove it and create the views again.")
	}
	s.views, s.seen = make(map[string]View, len(list)), info
	for _, v := range list {
		s.views[v.Name] = v
	}
	return nil
}

// write writes the file whole. The caller holds mu and the lock.
func (s *Store) write() error {
	text, err := json.MarshalIndent(s.sorted(), "", "  ")
	if err != nil {
		return onDisk(err)
	}
	f, err := os.CreateTemp(s.dir, ".views-*")
	if err != nil {
		return onDisk(err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.dir, fileName))
	}
	if err != nil {
		return onDisk(errors.Join(err, os.Remove(f.Name())))
	}
	if s.seen, err = os.Stat(filepath.Join(s.dir, fileName)); err != nil {
		return onDisk(err)
	}
	return onDisk(folder.Sync(s.dir))
}
