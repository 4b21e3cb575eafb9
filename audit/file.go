package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gopkg.in/natefinch/lumberjack.v2"
)

const fileName = "audit.jsonl"

var errMoved = errors.New("the log file was moved or deleted while it was open")

// file is the current log file: lumberjack writes to it and rotates it, and a
// second descriptor of the same inode makes it durable. The two are opened and
// closed together, and [flush] finds out should they ever part. One goroutine
// at a time uses it, but for flush.
type file struct {
	path  string
	out   *lumberjack.Logger
	sync  *os.File
	size  int64
	max   int64
	stale bool // a write failed, or the path is another file's: reopen before the next
}

// openFile opens the log file, or begins it. It says whether the last line was
// torn; if so, it has ended it.
func openFile(o Options) (f *file, torn bool, err error) {
	megabytes := o.MaxSizeMB
	if megabytes <= 0 {
		megabytes = 100
	}
	f = &file{path: filepath.Join(o.Dir, fileName), max: int64(megabytes) << 20}
	f.out = &lumberjack.Logger{
		Filename: f.path, MaxSize: megabytes, MaxBackups: o.MaxBackups, MaxAge: o.MaxAgeDays,
	}
	torn, err = f.reopen()
	return f, torn, err
}

// reopen opens the file at the path, whichever it is by now. The old one must
// have been flushed. Until it succeeds the file stays stale.
func (f *file) reopen() (torn bool, err error) {
	f.stale = true
	f.close()
	if f.sync, err = os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
		return false, err
	}
	if err = f.sync.Chmod(0o600); err != nil {
		return false, err
	}
	info, err := f.sync.Stat()
	if err != nil {
		return false, err
	}
	if f.size = info.Size(); f.size > 0 {
		if torn, err = f.endLine(); err != nil {
			return false, err
		}
	}
	if err = syncDir(filepath.Dir(f.path)); err != nil {
		return false, err
	}
	f.stale = false
	return torn, nil
}

// endLine ends the last line if it has no end.
func (f *file) endLine() (torn bool, err error) {
	var last [1]byte
	if _, err := f.sync.ReadAt(last[:], f.size-1); err != nil || last[0] == '\n' {
		return false, err
	}
	if _, err := f.sync.Write([]byte{'\n'}); err != nil {
		return false, err
	}
	f.size++
	return true, f.sync.Sync()
}

// write appends a line, which must fit in the file (see full). If it fails it
// has taken back what it wrote of the line; torn says that it could not.
func (f *file) write(line []byte) (torn bool, err error) {
	n, err := f.out.Write(line)
	f.size += int64(n)
	if err == nil {
		return false, nil
	}
	// A file that lumberjack began is not in append mode: after a truncation
	// it would write beyond the end. Reopened, it is.
	f.stale = true
	if n > 0 && f.sync.Truncate(f.size-int64(n)) != nil {
		return true, err
	}
	return false, err
}

// full says that a line of n bytes must go to the next file. Lumberjack has the
// same rule, give or take a byte, and must never be the first to apply it.
func (f *file) full(n int) bool { return f.size > 0 && f.size+int64(n) >= f.max }

// rotate moves the file aside and begins the next one. The old one must have
// been flushed.
func (f *file) rotate() error {
	f.stale = true
	if err := f.awaitName(); err != nil {
		return err
	}
	if err := f.out.Rotate(); err != nil {
		return err
	}
	_, err := f.reopen()
	return err
}

// awaitName waits until no old file has the name that lumberjack would give to
// this one now: names have milliseconds, and it would overwrite. The clock may
// have been set back.
func (f *file) awaitName() error {
	const layout = "2006-01-02T15-04-05.000"
	for range 50 {
		now, taken := time.Now().UTC(), false
		for ms := range 20 {
			name := "audit-" + now.Add(time.Duration(ms)*time.Millisecond).Format(layout) + ".jsonl"
			if _, err := os.Lstat(filepath.Join(filepath.Dir(f.path), name)); err == nil {
				taken = true
			}
		}
		if !taken {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("no free name for the old log file: %w", os.ErrExist)
}

// close closes both descriptors. It does not flush.
func (f *file) close() {
	_ = f.out.Close() // writes nothing: what was written is flushed or in doubt
	if f.sync != nil {
		f.sync.Close()
	}
}

// flush makes all that was written to the open file durable, and makes sure
// that this file is still the one at path. It is safe beside other calls.
func flush(open *os.File, path string) error {
	if err := open.Sync(); err != nil {
		return err
	}
	mine, err := open.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(mine, named) {
		return errors.Join(errMoved, err)
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// lastLines returns the end of a file as lines, the last one first, up to 2 MiB
// of it, which is more than the longest line.
func lastLines(path string) ([][]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	tail := make([]byte, min(info.Size(), 2<<20))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil && err != io.EOF {
		return nil, err
	}
	var lines [][]byte
	for len(tail) > 0 {
		tail = bytes.TrimSuffix(tail, []byte{'\n'})
		cut := bytes.LastIndexByte(tail, '\n')
		lines = append(lines, tail[cut+1:])
		tail = tail[:cut+1]
	}
	return lines, nil
}
