// Package export keeps results of queries as files, for the clients that asked for
// them, within bounds and for a time.
//
//	store.go     [Store]: which files there are, whose they are, and when they go
//	folder.go    the folder of one process, and the folders of processes that were killed
//	writer.go    [Writer]: rows as CSV or JSON
//
// The caller asks [Store.Folder] where to write, writes a file there by [Writer.WriteAll],
// and gives it to [Store.Keep]. [Store.Read] gives it to its owner alone.
package export

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How much is kept of exports, on disk.
const (
	MaxBytes  = 16 << 20 // of one export
	mostOfOne = 8        // exports of one owner; the owner's oldest makes room
	maxTotal  = 256 << 20
	lifetime  = 15 * time.Minute
)

// Root is the prefix of the URIs of all exports.
const Root = "sallyport://exports"

// Kind is a file format of exports.
type Kind struct{ Name, MIME string }

// The file formats.
var (
	CSV     = Kind{"csv", "text/csv"}
	JSON    = Kind{"json", "application/json"}
	Parquet = Kind{"parquet", "application/vnd.apache.parquet"}
)

// Owner is the principal and the session that may read an export; clients of 2026-07-28 have
// no session.
type Owner struct{ Principal, Session, Granted string }

// Export is a result in a file, for the client that asked for it.
type Export struct {
	Owner   Owner
	Name    string // the name of the file, which ends the URI
	Kind    Kind
	Rows    int64
	Bytes   int64
	Expires time.Time
}

// URI returns the address of the export as an MCP resource.
func (e *Export) URI() string { return Root + "/" + e.Name }

// Store keeps results as files of one folder, which is made when it is needed. Safe
// for concurrent use.
type Store struct {
	now    func() time.Time
	parent string // the folder around dir; "": the folder for temporary files

	mu    sync.Mutex
	dir   string   // "": not made yet
	lock  *os.File // the lock that keeps dir for this process
	ended bool
	all   []*Export // the oldest first
	size  int64
}

// NewStore returns a store that keeps its folder below parent, or below the folder for temporary files if parent is "".
func NewStore(parent string) *Store { return &Store{now: time.Now, parent: parent} }

// Folder returns the folder that exports are written to. The error 55000 means that the server ends, and 58030 that the
// folder cannot be made.
func (s *Store) Folder() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return "", sqlstate.New(sqlstate.ObjectNotInState, "the server is ending")
	}
	if s.dir == "" {
		dir, lock, err := makeFolder(s.parent)
		if err != nil {
			return "", err
		}
		s.dir, s.lock = dir, lock
	}
	return s.dir, nil
}

// Keep takes over a file. It removes exports that are too old, and the owner's own oldest
// if the owner has too many: nobody can push out the exports of others. The error 53400
// means that there is no room.
func (s *Store) Keep(e *Export) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.Expires = s.now().Add(lifetime)
	s.sweep()
	for s.size+e.Bytes > maxTotal || s.of(e.Owner) >= mostOfOne {
		oldest := slices.IndexFunc(s.all, func(x *Export) bool { return x.Owner == e.Owner })
		if oldest < 0 {
			_ = os.Remove(filepath.Join(s.dir, e.Name)) // Close removes a file that is left
			return sqlstate.New(sqlstate.ConfigLimitExceeded, "the exports of all clients take %d MiB, and there is no room for another", s.size>>20).
				WithHint("They are kept for %d minutes: try again later, or page through the result.", int(lifetime.Minutes()))
		}
		s.drop(oldest)
	}
	s.all, s.size = append(s.all, e), s.size+e.Bytes
	return nil
}

// Read returns an export of an owner and its content. The error 42704 means that the owner
// has no such export; it does not tell whether another owner has it.
func (s *Store) Read(name string, by Owner) (*Export, []byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sweep()
	at := slices.IndexFunc(s.all, func(e *Export) bool { return e.Name == name && e.Owner == by })
	if at < 0 {
		return nil, nil, sqlstate.New(sqlstate.UndefinedObject, "there is no such export for you").
			WithHint("An export is gone after %d minutes. Run the query again.", int(lifetime.Minutes()))
	}
	text, err := os.ReadFile(filepath.Join(s.dir, s.all[at].Name))
	if err != nil {
		return nil, nil, sqlstate.Wrap(err, sqlstate.IOError, "the export cannot be read")
	}
	return s.all[at], text, nil
}

func (s *Store) sweep() {
	for len(s.all) > 0 && !s.now().Before(s.all[0].Expires) {
		s.drop(0)
	}
}

func (s *Store) of(by Owner) (n int) {
	for _, e := range s.all {
		if e.Owner == by {
			n++
		}
	}
	return n
}

func (s *Store) drop(at int) {
	e := s.all[at]
	s.all, s.size = slices.Delete(s.all, at, at+1), s.size-e.Bytes
	_ = os.Remove(filepath.Join(s.dir, e.Name)) // Close removes a file that is left
}

// Close removes all files.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.all, s.size = true, nil, 0
	if s.dir == "" {
		return nil
	}
	return errors.Join(os.RemoveAll(s.dir), folder.Release(s.lock))
}
