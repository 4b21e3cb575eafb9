package audit

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Kept is what a server keeps of its log in a file outside of the log's directory, to find out that
// the log lost its end, or all of it. The file names only durable records, so an intact log is
// never behind it.
type Kept struct {
	// Head was durable when it was kept. The zero Head: the log had no record.
	Head Head `json:"head,omitzero"`
	// Expired are the records that the server deleted as Options.MaxBackups and Options.MaxAgeDays
	// say.
	Expired Range `json:"expired,omitzero"`
	// Settled is the last record of a loss that a person acknowledged. Heads up to it are not
	// looked for.
	Settled uint64 `json:"settled,omitzero"`
}

// ErrNotKept means that no head is kept of a log.
var ErrNotKept = errors.New("no head is kept of this log")

// errForged means that the file was not written with the key beside it.
var errForged = errors.New("the kept head does not fit to its key: the file or the key was changed or replaced")

// The file has two slots of one sector each, written in turn: a crash while one is written leaves
// the other whole.
const slotSize = 512

// slot is one of the two: a line of JSON, padded with spaces.
type slot struct {
	N uint64 `json:"n"` // the slot with the higher one is valid
	Kept
	MAC string `json:"mac,omitempty"` // HMAC-SHA-256 of the file's name and the slot without its MAC
}

// sum returns the MAC of a slot.
func (s slot) sum(key []byte, name string) (string, error) {
	s.MAC = ""
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(name + "\n"))
	mac.Write(text)
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// ReadKept reads the head file of a log. The server may be running. ErrNotKept: there is no head.
func ReadKept(path string) (Kept, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(text) == 0 {
		return Kept{}, ErrNotKept
	}
	if err != nil {
		return Kept{}, err
	}
	key, err := os.ReadFile(keyPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return Kept{}, errForged
	}
	if err != nil {
		return Kept{}, err
	}
	last, err := lastSlot(text, key, filepath.Base(path))
	return last.Kept, err
}

// lastSlot returns the newer one of the valid slots.
func lastSlot(text, key []byte, name string) (last slot, err error) {
	for part := range slices.Chunk(text, slotSize) {
		var s slot
		if json.Unmarshal(part, &s) != nil || s.N <= last.N {
			continue
		}
		if sum, err := s.sum(key, name); err == nil && hmac.Equal([]byte(sum), []byte(s.MAC)) {
			last = s
		}
	}
	if last.N == 0 {
		return last, errForged
	}
	return last, nil
}

func keyPath(path string) string { return filepath.Join(filepath.Dir(path), "key") }

// keeper writes the head file. It locks that file, so that one server at a time keeps this log even
// if the log's directory was replaced. One goroutine at a time uses a keeper. A nil keeper keeps
// nothing.
type keeper struct {
	path string
	key  []byte
	file *os.File
	n    uint64
	kept Kept
	err  error // why the content of the file was not valid; ErrNotKept: the file was empty
}

// openKeeper opens the head file and reads what an earlier server kept. 55P03: another server holds
// its lock.
func openKeeper(path string) (*keeper, error) {
	if path == "" {
		return nil, nil
	}
	k := &keeper{path: path}
	if err := k.open(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	switch {
	case err != nil:
		k.close()
		return nil, cannotOpen(err, path)
	case len(text) == 0:
		k.err = ErrNotKept
	default:
		last, err := lastSlot(text, k.key, filepath.Base(path))
		k.n, k.kept, k.err = last.N, last.Kept, err
	}
	return k, nil
}

// open opens and locks the file. It creates the file and the key where they are missing.
func (k *keeper) open() error {
	dir := filepath.Dir(k.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return cannotOpen(err, dir)
	}
	f, err := folder.Lock(k.path)
	switch {
	case errors.Is(err, folder.ErrTaken):
		return sqlstate.New(sqlstate.LockNotAvailable, "another server keeps the head of its log in %s", k.path).
			WithHint("Stop it, or give this server a state directory of its own (--state-dir).")
	case err != nil:
		return cannotOpen(err, k.path)
	}
	if k.key, err = headKey(keyPath(k.path)); err != nil {
		f.Close()
		if sqlstate.CodeOf(err) == sqlstate.ConfigFileError {
			return err
		}
		return cannotOpen(err, keyPath(k.path))
	}
	k.file = f
	return nil
}

// headKey reads the key that a directory's heads are signed with, or creates it.
func headKey(path string) ([]byte, error) {
	key, err := os.ReadFile(path)
	if info, statErr := os.Stat(path); err == nil && statErr == nil && (len(key) != sha256.Size || info.Mode().Perm()&0o077 != 0) {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "%s is not a file of %d bytes that only its owner may read", path, sha256.Size).
			WithHint("If nobody else can have read it, run `chmod 600` on it. Otherwise delete it, and run `sallyport audit acknowledge` to accept that heads signed with it are no longer trusted.")
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "key-*") // 0600
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	key = make([]byte, sha256.Size)
	_, _ = rand.Read(key) // it never fails
	_, err = f.Write(key)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, err
	}
	err = os.Link(f.Name(), path) // unlike a rename, Link never replaces another server's key
	if errors.Is(err, fs.ErrExist) {
		return os.ReadFile(path)
	}
	return key, errors.Join(err, folder.Sync(filepath.Dir(path)))
}

// writeHead writes now to the file, if it differs from the last. durable waits for the disk.
func (k *keeper) writeHead(now Kept, durable bool) error {
	if k == nil || now == k.kept && k.err == nil && !durable {
		return nil
	}
	if info, err := k.file.Stat(); err != nil || !isAt(info, k.path) {
		k.file.Close()
		if err := k.open(); err != nil {
			return err
		}
	}
	s := slot{N: k.n + 1, Kept: now}
	var err error
	if s.MAC, err = s.sum(k.key, filepath.Base(k.path)); err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if len(text) >= slotSize {
		return fmt.Errorf("a kept head of %d bytes is too long", len(text))
	}
	line := append(text, bytes.Repeat([]byte{' '}, slotSize-len(text)-1)...)
	if _, err := k.file.WriteAt(append(line, '\n'), int64(s.N%2)*slotSize); err != nil {
		return err
	}
	k.n, k.kept, k.err = s.N, now, nil
	if !durable {
		return nil
	}
	return errors.Join(k.file.Sync(), folder.Sync(filepath.Dir(k.path)))
}

func (k *keeper) close() {
	if k != nil {
		k.file.Close()
	}
}
