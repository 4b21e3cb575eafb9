package audit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"gopkg.in/natefinch/lumberjack.v2"

	"github.com/sallyportdb/sallyport/folder"
)

const fileName = "audit.jsonl"

// failure is an error whose text may be shown to a client.
type failure string

func (f failure) Error() string { return string(f) }

const (
	errGone  failure = "the log file was deleted while it was open"
	errShort failure = "the log file was cut short while it was open"
	errSlow  failure = "the disk does not answer"
	errLost  failure = "records of the transaction may have been lost"

	errEncoding failure = "the record cannot be encoded"
)

// disk is the calls of the operating system that tests make fail.
type disk struct {
	write func(*os.File, []byte) (int, error)
	sync  func(*os.File) error
}

func realDisk() disk { return disk{write: (*os.File).Write, sync: (*os.File).Sync} }

// handle is an open file. The kernel reports a failed fsync once, to whoever asks first. The handle
// remembers the error, so that later callers do not take the kernel's silence for success.
type handle struct {
	*os.File
	mu     sync.Mutex
	failed error
}

// flush calls fsync. It may be called beside other calls.
func (h *handle) flush(sync func(*os.File) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failed == nil {
		h.failed = sync(h.File)
	}
	return h.failed
}

// file is the current log file. It is written and flushed through one descriptor. lumberjack, which
// would hide its own descriptor, only moves full files aside. One goroutine at a time uses a file,
// but flush may be called beside it.
type file struct {
	path    string
	disk    disk
	open    *handle
	size    int64
	max     int64
	stale   bool // a write or a flush failed, or another file has the path: reopen before the next write
	rotator *lumberjack.Logger
}

func newFile(o Options) *file {
	megabytes := o.MaxSizeMB
	if megabytes <= 0 {
		megabytes = 100
	}
	path := filepath.Join(o.Dir, fileName)
	return &file{
		path: path, max: int64(megabytes) << 20, disk: realDisk(), stale: true,
		rotator: &lumberjack.Logger{Filename: path, MaxSize: megabytes},
	}
}

// reopen opens the file that is now at the path and returns how it ends. The old file must have
// been flushed. Until reopen succeeds, the file stays stale.
func (f *file) reopen() (tail, error) {
	f.stale = true
	f.close()
	opened, err := os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return tail{}, err
	}
	f.open = &handle{File: opened}
	info, err := f.open.Stat()
	if err != nil {
		return tail{}, err
	}
	if !info.Mode().IsRegular() {
		return tail{}, fmt.Errorf("%s: %w", f.path, errors.New("it is not a regular file"))
	}
	if err := f.open.Chmod(0o600); err != nil && !errors.Is(err, fs.ErrPermission) {
		return tail{}, err
	}
	if err := folder.Sync(filepath.Dir(f.path)); err != nil {
		return tail{}, err
	}
	f.size = info.Size()
	end, err := readTail(opened, f.size)
	if err != nil {
		return tail{}, err
	}
	f.stale = false
	return end, nil
}

// endLine writes a line end behind a torn last line.
func (f *file) endLine() error {
	n, err := f.disk.write(f.open.File, []byte{'\n'})
	f.size += int64(n)
	if err == nil {
		err = f.open.flush(f.disk.sync)
	}
	f.stale = f.stale || err != nil
	return err
}

// write appends lines. If the write fails, it truncates the file to its length before; if that
// fails too, the next reopen finds what was left.
func (f *file) write(lines []byte) error {
	n, err := f.disk.write(f.open.File, lines)
	if err == nil {
		f.size += int64(n)
		return nil
	}
	f.stale = true
	if n > 0 {
		_ = f.open.Truncate(f.size) // the error of the write is the one to return
	}
	return err
}

// full reports whether a line of n bytes, behind waiting bytes of other lines, must go to the next
// file.
func (f *file) full(waiting, n int) bool {
	size := f.size + int64(waiting)
	return size > 0 && size+int64(n) > f.max
}

// setAside gives the current file the name of an old file. The next reopen begins a new file.
func (f *file) setAside() error {
	f.stale = true
	if err := f.awaitName(); err != nil {
		return err
	}
	f.close()
	err := f.rotator.Rotate()
	_ = f.rotator.Close() // Rotate has opened the next file and written nothing
	return err
}

// named reports whether the path still names this file.
func (f *file) named() bool {
	mine, err := f.open.Stat()
	return err == nil && isAt(mine, f.path)
}

// awaitName waits until the name that lumberjack would give to the current file is free. Such a
// name has milliseconds, and lumberjack would overwrite an older file of the same name, which
// exists if the clock was set back.
func (f *file) awaitName() error {
	const layout = "2006-01-02T15-04-05.000"
	for range 50 {
		now, taken := time.Now().UTC(), false
		for ms := range 20 {
			name := filepath.Join(filepath.Dir(f.path), "audit-"+now.Add(time.Duration(ms)*time.Millisecond).Format(layout)+".jsonl")
			for _, path := range []string{name, name + ".gz"} {
				if _, err := os.Lstat(path); err == nil {
					taken = true
				}
			}
		}
		if !taken {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Errorf("no free name for the old log file: %w", os.ErrExist)
}

// close closes the descriptor without a flush.
func (f *file) close() {
	if f.open != nil {
		f.open.Close()
	}
}

// flush makes the content of the open file durable. It fails if the file was deleted or has fewer
// than size bytes. moved reports that the path names another file by now. It may be called beside
// other calls.
func (d disk) flush(open *handle, path string, size int64) (moved bool, err error) {
	if err := open.flush(d.sync); err != nil {
		return false, err
	}
	mine, err := open.Stat()
	if err != nil {
		return false, err
	}
	if links(mine) == 0 {
		return false, errGone
	}
	if mine.Size() < size {
		return false, errShort
	}
	return !isAt(mine, path), nil
}

// isAt reports whether path names the file.
func isAt(info os.FileInfo, path string) bool {
	named, err := os.Stat(path)
	return err == nil && os.SameFile(info, named)
}

func links(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
