package duckdb

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

// look describes the files of a table at one moment.
type look struct {
	print   string   // differs if the files do: their places, sizes, times and inodes
	from    string   // the FROM item that reads them
	size    int64    // bytes, of compressed files as much as they may unpack to
	reader  string   // read_csv, read_json or read_parquet
	paths   []string // of its files
	changed time.Time
}

// unpacked is how many times its size a compressed file counts.
const unpacked = 5

var (
	errLink    = errors.New("it is a link to somewhere else")
	errSpecial = errors.New("it is neither a file nor a folder")
	errMixed   = errors.New("its files are of several kinds: CSV, JSON or Parquet alone make a table")
	errMany    = fmt.Errorf("it has more than %d files and folders", maxFiles)
)

// lookAt looks at an entry of the folder, a file or a subfolder. The folder's path has no links.
// errKind: the entry holds no table.
func lookAt(folder, entry string) (look, error) {
	var l look
	path := filepath.Join(folder, entry)
	stamp, size, err := l.stamp(path, "")
	if errors.Is(err, errLink) {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return l, err
		}
		if filepath.Dir(path) != folder {
			return l, errLink
		}
		stamp, size, err = l.stamp(path, "")
	}
	if err != nil {
		return l, err
	}
	if size >= 0 {
		l.print, l.size = stamp, weight(path, size)
		l.from, _, l.reader, err = reader(path)
		l.paths = []string{path}
		return l, err
	}
	print := sha256.New()
	print.Write([]byte(stamp))
	err = l.lookInto(path, func(stamp string) { print.Write([]byte(stamp)) })
	l.print = hex.EncodeToString(print.Sum(nil))
	return l, err
}

// mark tells one state of a file or folder from another: its device, inode, size (of a folder -1), and the times of its
// last modification and change. The time of change cannot be set by hand, as that of modification can.
type mark [7]int64

// markOf is the mark of a file or folder, and when it was changed.
func markOf(path string) (m mark, changed time.Time, err error) {
	var s unix.Stat_t
	if err := unix.Lstat(path, &s); err != nil {
		return m, changed, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	size := int64(-1)
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		size = s.Size
	case unix.S_IFDIR:
	case unix.S_IFLNK:
		return m, changed, errLink
	default:
		return m, changed, errSpecial
	}
	return mark{int64(s.Dev), int64(s.Ino), size, s.Mtim.Sec, s.Mtim.Nsec, s.Ctim.Sec, s.Ctim.Nsec}, time.Unix(s.Ctim.Unix()), nil //nolint:gosec,unconvert // the bits; they differ by system
}

// stamp is the mark of a file or folder as text, with its name. The size of a folder is -1.
func (l *look) stamp(path, name string) (stamp string, size int64, err error) {
	m, changed, err := markOf(path)
	if err != nil {
		return "", 0, err
	}
	if changed.After(l.changed) {
		l.changed = changed
	}
	b := strconv.AppendQuote(make([]byte, 0, 128), name)
	for _, number := range m {
		b = strconv.AppendInt(append(b, ' '), number, 10)
	}
	return string(append(b, '\n')), m[2], nil
}

// lookInto looks at the files of a subfolder. Hidden ones and links are no part of the table.
func (l *look) lookInto(folder string, add func(string)) error {
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
			return errMany
		}
		stamp, size, err := l.stamp(path, strings.TrimPrefix(path, folder))
		if err != nil {
			return err
		}
		add(stamp)
		if size < 0 {
			return nil
		}
		_, _, kind, err := reader(path)
		switch {
		case errors.Is(err, errKind):
			return nil
		case err != nil:
			return err
		case l.reader != "" && l.reader != kind:
			return errMixed
		}
		l.reader, l.size = kind, l.size+weight(path, size)
		l.paths = append(l.paths, path)
		return nil
	})
	if err != nil {
		return err
	}
	if len(l.paths) == 0 {
		return errKind
	}
	slices.Sort(l.paths)
	quoted := make([]string, len(l.paths))
	for i, path := range l.paths {
		quoted[i] = native.Text(path)
	}
	l.from = l.reader + "([" + strings.Join(quoted, ", ") + "], union_by_name = true)"
	return nil
}

// checkDepth returns ErrDeep if a file is too deep for DuckDB.
func (l *look) checkDepth(ctx context.Context) error {
	for _, path := range l.paths {
		var err error
		switch l.reader {
		case readJSON:
			err = depth.CheckJSON(ctx, path)
		case readParquet:
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

// settled waits until a change of the files would have another stamp.
func (l *look) settled() { awaitTick(l.changed) }

// awaitTick waits until a change would have another stamp than that of a moment.
func awaitTick(at time.Time) {
	if age := time.Since(at); age < clockTick {
		time.Sleep(clockTick - max(age, 0))
	}
}

// isGone reports whether an error says that a file is not there.
func isGone(err error) bool { return errors.Is(err, os.ErrNotExist) }
