package filelook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/providers/duckdb/depth"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// maxFiles is how many files and folders a table of files may have: every statement that names the
// table looks at each of them.
const maxFiles = 2_000

// clockTick is longer than the step of the clock that the kernel stamps files with. A file that was
// changed less than a tick ago can change again without another stamp.
const clockTick = 20 * time.Millisecond

// Look describes the files of a table at one moment.
type Look struct {
	Print   string    // another one if the places, sizes, times or inodes of the files are others
	From    string    // the FROM item that reads them
	Size    int64     // bytes, of compressed files as much as they may unpack to
	Reader  string    // read_csv, read_json or read_parquet
	paths   []string  // of its files
	Changed time.Time // when the last of them was changed
}

// unpacked is how many times its size a compressed file counts.
const unpacked = 5

// Why an entry of the folder is no table, though it looks like one.
var (
	ErrLink    = errors.New("it is a link to somewhere else")
	ErrSpecial = errors.New("it is neither a file nor a folder")
	ErrMixed   = errors.New("its files are of several kinds: CSV, JSON or Parquet alone make a table")
	ErrMany    = fmt.Errorf("it has more than %d files and folders", maxFiles)
)

// At looks at an entry of the folder, a file or a subfolder. The folder's path has no links.
// ErrKind: the entry holds no table.
func At(folder, entry string) (Look, error) {
	var l Look
	path := filepath.Join(folder, entry)
	stamp, size, err := l.Stamp(path, "")
	if errors.Is(err, ErrLink) {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return l, err
		}
		if filepath.Dir(path) != folder {
			return l, ErrLink
		}
		stamp, size, err = l.Stamp(path, "")
	}
	if err != nil {
		return l, err
	}
	if size >= 0 {
		l.Print, l.Size = stamp, weight(path, size)
		l.From, _, l.Reader, err = Reader(path)
		l.paths = []string{path}
		return l, err
	}
	print := sha256.New()
	print.Write([]byte(stamp))
	err = l.lookInto(path, func(stamp string) { print.Write([]byte(stamp)) })
	l.Print = hex.EncodeToString(print.Sum(nil))
	return l, err
}

// Stamp tells one state of a file or folder from another. The size of a folder is -1.
func (l *Look) Stamp(path, name string) (stamp string, size int64, err error) {
	var s unix.Stat_t
	if err := unix.Lstat(path, &s); err != nil {
		return "", 0, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		size = s.Size
	case unix.S_IFDIR:
		size = -1
	case unix.S_IFLNK:
		return "", 0, ErrLink
	default:
		return "", 0, ErrSpecial
	}
	if at := time.Unix(s.Ctim.Unix()); at.After(l.Changed) {
		l.Changed = at
	}
	// The time of change cannot be set by hand, as that of modification can. Without fmt: statements look at the folder.
	b := strconv.AppendQuote(make([]byte, 0, 128), name)
	for _, number := range [...]int64{int64(s.Dev), int64(s.Ino), size, s.Mtim.Sec, s.Mtim.Nsec, s.Ctim.Sec, s.Ctim.Nsec} { //nolint:gosec,unconvert // the bits; they differ by system
		b = strconv.AppendInt(append(b, ' '), number, 10)
	}
	return string(append(b, '\n')), size, nil
}

// lookInto looks at the files of a subfolder. Hidden ones and links are no part of the table.
func (l *Look) lookInto(folder string, add func(string)) error {
	seen := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == folder:
			return nil
		case strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_"): // _SUCCESS and the like
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			return nil
		}
		if seen++; seen > maxFiles {
			return ErrMany
		}
		stamp, size, err := l.Stamp(path, strings.TrimPrefix(path, folder))
		if err != nil {
			return err
		}
		add(stamp)
		if size < 0 {
			return nil
		}
		_, _, kind, err := Reader(path)
		switch {
		case errors.Is(err, ErrKind):
			return nil
		case err != nil:
			return err
		case l.Reader != "" && l.Reader != kind:
			return ErrMixed
		}
		l.Reader, l.Size = kind, l.Size+weight(path, size)
		l.paths = append(l.paths, path)
		return nil
	})
	if err != nil {
		return err
	}
	if len(l.paths) == 0 {
		return ErrKind
	}
	slices.Sort(l.paths)
	quoted := make([]string, len(l.paths))
	for i, path := range l.paths {
		quoted[i] = native.Text(path)
	}
	l.From = l.Reader + "([" + strings.Join(quoted, ", ") + "], union_by_name = true)"
	return nil
}

// CheckDepth returns ErrDeep if a file is too deep for DuckDB.
func (l *Look) CheckDepth(ctx context.Context) error {
	for _, path := range l.paths {
		var err error
		switch l.Reader {
		case ReadJSON:
			err = depth.CheckJSON(ctx, path)
		case ReadParquet:
			err = depth.CheckParquet(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// weight is what a file counts against the bound of the copies.
func weight(path string, size int64) int64 {
	if ending := strings.ToLower(filepath.Ext(path)); ending == ".gz" || ending == ".zst" {
		return size * unpacked
	}
	return size
}

// Settle waits until a change of the files would have another stamp.
func (l *Look) Settle() {
	if age := time.Since(l.Changed); age < clockTick {
		time.Sleep(clockTick - max(age, 0))
	}
}

// IsGone reports whether an error says that a file is not there.
func IsGone(err error) bool { return errors.Is(err, os.ErrNotExist) }
