package daemoncmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/sys/unix"
)

const (
	// logLimit is how long the log may become before a new file is begun.
	logLimit = 10 << 20
	// olderLogs is how many files are kept beside it.
	olderLogs = 3
	// endLimit is how much of a log is shown with an error.
	endLimit = 4 << 10
)

// openLog opens the log to be added to, for its owner alone.
func openLog(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the folder of the log: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the log: %w", err)
	}
	return f, nil
}

// rotating is the log of the server in the background. Its file is standard output and standard
// error of the process, too, so that what the runtime and C code print is not lost.
type rotating struct {
	path     string
	limit    int64
	standard []int // descriptors that are the log, too

	mu   sync.Mutex
	file *os.File
	size int64
}

func newRotating(path string, limit int64, standard ...int) (*rotating, error) {
	r := &rotating{path: path, limit: limit, standard: standard}
	return r, r.open()
}

func (r *rotating) open() error {
	f, err := openLog(r.path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	for _, standard := range r.standard {
		if err == nil {
			err = unix.Dup2(int(f.Fd()), standard)
		}
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	if r.file != nil {
		_ = r.file.Close() // nothing of it is buffered
	}
	r.file, r.size = f, info.Size()
	return nil
}

// Write adds to the log. Where the files cannot be renamed, the old one goes on.
func (r *rotating) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.size > 0 && r.size+int64(len(p)) > r.limit {
		if err := errors.Join(r.rename(), r.open()); err != nil {
			fmt.Fprintf(r.file, "cannot begin a new log: %v\n", err)
		}
		r.size = min(r.size, r.limit/2) // try again much later, if it did not work
	}
	n, err := r.file.Write(p)
	r.size += int64(n)
	return n, err
}

func (r *rotating) rename() error {
	for n := olderLogs; n > 0; n-- {
		from := r.path
		if n > 1 {
			from = olderLog(r.path, n-1)
		}
		if err := os.Rename(from, olderLog(r.path, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func olderLog(path string, n int) string { return fmt.Sprintf("%s.%d", path, n) }

// endOfLog is what was written to a log since a position, the last of it.
func endOfLog(path string, since int64) string {
	f, err := os.Open(path)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		since = max(since, info.Size()-endLimit)
	}
	text, err := io.ReadAll(io.NewSectionReader(f, since, endLimit))
	if err != nil {
		return err.Error()
	}
	if len(text) == 0 {
		return "(nothing was written)"
	}
	return string(text)
}
