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

// Kept is what a server keeps of its log in a file that is not in the log's
// directory, so that a log which lost its end, or all of it, is found out. The
// file claims only what the disk has: a log may be ahead of it, never behind.
type Kept struct {
	// Head was durable when it was kept. The zero Head is that of a log without
	// a record.
	Head Head `json:"head,omitzero"`
	// Expired are the records that the server has deleted as Options.MaxBackups
	// and Options.MaxAgeDays say.
	Expired Range `json:"expired,omitzero"`
	// Settled is the last record of a loss that a person acknowledged: older
	// heads may not be in the log.
	Settled uint64 `json:"settled,omitzero"`
}

// ErrNotKept says that no head is kept of a log.
var ErrNotKept = errors.New("no head is kept of this log")

// errForged says that the file was not written with the key beside it.
var errForged = errors.New("the kept head does not fit to its key: the file or the key was changed or replaced")

// The file has two slots, which are written in turn, each in a sector of its
// own: a crash leaves one of them whole.
const slotSize = 512

// slot is one of the two, as JSON in a line that is filled up with spaces.
type slot struct {
	N uint64 `json:"n"` // the higher one counts
	Kept
	MAC string `json:"mac,omitempty"` // HMAC-SHA-256 of the line without it, and of the file's name
}

// sum is the MAC of a slot.
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

// ReadKept reads the head that a server keeps of its log in a file, beside the
// server too. The error is ErrNotKept where there is none.
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

// lastSlot is the newer of the slots that are whole.
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

// keeper writes the file. It has the file locked: whatever becomes of the log's
// directory, one server at a time keeps this log. One goroutine at a time uses
// it; a nil keeper keeps nothing.
type keeper struct {
	path string
	key  []byte
	file *os.File
	n    uint64
	kept Kept
	err  error // why what was in the file cannot be believed; ErrNotKept: there was nothing
}

// openKeeper opens the file and reads what an earlier server kept. 55P03:
// another server has it.
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

// open opens and locks the file, and makes it and the key where they are missing.
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

// headKey reads the key of a directory of heads, or makes it.
func headKey(path string) ([]byte, error) {
	key, err := os.ReadFile(path)
	if info, statErr := os.Stat(path); err == nil && statErr == nil && (len(key) != sha256.Size || info.Mode().Perm()&0o077 != 0) {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "%s is not a file of %d bytes that only its owner may read", path, sha256.Size).
			WithHint("If nobody else can have read it, `chmod 600` it; else remove it, and `sallyport audit acknowledge` that what was kept with it is not believed.")
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
	err = os.Link(f.Name(), path) // unlike a rename it never replaces another server's key
	if errors.Is(err, fs.ErrExist) {
		return os.ReadFile(path)
	}
	return key, errors.Join(err, folder.Sync(filepath.Dir(path)))
}

// keep writes the file where there is something new. durable waits for the disk.
func (k *keeper) keep(now Kept, durable bool) error {
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
