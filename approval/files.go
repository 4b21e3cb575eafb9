package approval

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	suffix  = ".json"
	temp    = "tmp-" // begins the names of files that are being written
	keyFile = "key"
	keySize = 32
)

// makeDir makes the folder, and shuts it to everybody but its owner, which must be the user of
// this process: files of somebody else could be forged approvals.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return cannotOpen(err, dir)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return cannotOpen(err, dir)
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && int64(owner.Uid) != int64(os.Geteuid()) {
		return sqlstate.New(sqlstate.ConfigFileError, "the folder of approval requests %s belongs to another user (%d)", dir, owner.Uid).
			WithHint("Give the server a state directory of its own, or give that folder to the user that it runs as.")
	}
	if err := os.Chmod(dir, 0o700); err != nil { //nolint:gosec // a folder has to be entered
		return cannotOpen(err, dir)
	}
	return nil
}

// lockDir locks the folder for this process until the returned file is released: see folder.Own.
func lockDir(dir string) (*os.File, error) {
	path := filepath.Join(dir, "approval.lock")
	f, err := folder.Own(path)
	switch {
	case errors.Is(err, folder.ErrTaken):
		return nil, sqlstate.New(sqlstate.LockNotAvailable, "another server keeps its approval requests in %s", dir).
			WithDetail("%s", folder.Detail(path)).WithHint("Stop it, or give this server a state directory of its own (--state-dir).")
	case err != nil:
		return nil, cannotOpen(err, path)
	}
	return f, nil
}

// loadKey reads the key, or makes one if there is none.
func loadKey(dir string) ([]byte, error) {
	path := filepath.Join(dir, keyFile)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keySize)
		_, _ = rand.Read(key) // it never fails
		return key, writeFile(dir, keyFile, key)
	}
	if err != nil {
		return nil, cannotOpen(err, path)
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 || info.Size() != keySize {
		return nil, sqlstate.New(sqlstate.IOError, "%s is not a file of %d bytes that only its owner may read", path, keySize).
			WithHint("If nobody else can have read it, `chmod 600` it; else remove it: a new one is made, and what was approved has to be approved again.")
	}
	key, err := os.ReadFile(path)
	if err != nil {
		return nil, cannotOpen(err, path)
	}
	if len(key) != keySize {
		return nil, cannotOpen(io.ErrUnexpectedEOF, path)
	}
	return key, nil
}

// readAll reads the requests, the oldest first, and removes files that were not written to their end.
func readAll(dir string) ([]*entry, error) {
	var list []*entry
	err := eachFile(dir, suffix, func(path, id string, text []byte) error {
		r, err := decode(text, id)
		if err != nil {
			return sqlstate.Wrap(err, sqlstate.IOError, "%s is not an approval request: %v", path, err).
				WithHint("It is not known what was decided. Look at the file, then move it away; what it approved has to be approved again.")
		}
		list = append(list, newEntry(r, len(text)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(list, func(a, b *entry) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// eachFile reads the files of a folder with a suffix, and removes files that were not written to their
// end.
func eachFile(dir, suffix string, read func(path, id string, text []byte) error) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return cannotOpen(err, dir)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if strings.HasPrefix(f.Name(), temp) && f.Type().IsRegular() {
			_ = os.Remove(path) // what stays there does no harm
			continue
		}
		id, ours := strings.CutSuffix(f.Name(), suffix)
		if !ours || f.IsDir() {
			continue
		}
		text, err := readFile(path)
		if err != nil {
			return cannotOpen(err, path)
		}
		if err := read(path, id, text); err != nil {
			return err
		}
	}
	return nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(err, errors.New("it is not a regular file"))
	}
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// decodeStrictly reads a file's text. Unknown fields are an error, since a field of a newer version
// might take an approval back.
func decodeStrictly(text []byte, into any) error {
	if len(text) > maxFile {
		return fmt.Errorf("it is longer than %d bytes", maxFile)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after it")
	}
	return nil
}

func decode(text []byte, id string) (Request, error) {
	var r Request
	if err := decodeStrictly(text, &r); err != nil {
		return r, err
	}
	if !slices.Contains(States(), r.State) {
		return r, fmt.Errorf("state %q is unknown", r.State)
	}
	if r.ID != id || r.Digest == "" || r.Created.IsZero() || r.Expires.IsZero() {
		return r, errors.New("its id is not its name, or the digest or a time is missing")
	}
	return r, nil
}

// write puts a request on disk, whole or not at all.
func write(dir string, r Request) (size int, err error) {
	text, err := json.Marshal(r)
	if err != nil {
		return 0, sqlstate.From(err)
	}
	if len(text) > maxFile {
		return 0, sqlstate.New(sqlstate.ProgramLimitExceeded, "the statement is too long to be approved: %d KiB with its parameters, and the limit is %d KiB", len(text)>>10, maxFile>>10).
			WithHint("Nobody can read that much before saying yes. Split it, or have it run in a mode that does not ask.")
	}
	return len(text), writeFile(dir, r.ID+suffix, text)
}

// writeFile replaces a file. The new content is durable when writeFile returns, and the file is never
// half written.
func writeFile(dir, name string, text []byte) error {
	f, err := os.CreateTemp(dir, temp) // 0600
	if err != nil {
		return cannotWrite(err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return cannotWrite(err)
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	if err := folder.Sync(dir); err != nil {
		return cannotWrite(err)
	}
	return nil
}

func remove(dir, id string) error { return removeFile(dir, id+suffix) }

func removeFile(dir, name string) error {
	err := os.Remove(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func cannotOpen(err error, path string) error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot keep approval requests in %s: %v", path, folder.Reason(err)).
		WithHint("The server needs a folder that it owns and can write to, on a file system with free space.")
}

func cannotWrite(err error) error {
	return sqlstate.Wrap(err, folder.Code(err), "cannot write the approval request: %v", folder.Reason(err)).
		WithHint("Nothing is asked for, approved or run without it. The server's own log says more.")
}

// cause is the part of an error that only the log may show.
func cause(err error) error { return errors.Unwrap(err) }
