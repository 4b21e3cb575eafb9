package audit

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/folder"
)

// oldFiles deletes the files that are too many or too old and compresses the others, one at a time,
// in one goroutine, which close waits for. lumberjack could do both, but it writes no notes, and it
// deletes the plain file before the compressed one is on the disk.
type oldFiles struct {
	dir    string
	logger hclog.Logger
	work   chan struct{}
	stop   chan struct{}
	group  sync.WaitGroup
}

// tendOld starts the goroutine, if the options need it, with the files that are there. It returns
// nil if they do not.
func (l *Log) tendOld() *oldFiles {
	o := l.options
	if !o.Compress && o.MaxBackups <= 0 && o.MaxAgeDays <= 0 {
		return nil
	}
	c := &oldFiles{dir: o.Dir, logger: l.logger, work: make(chan struct{}, 1), stop: make(chan struct{})}
	c.group.Go(func() {
		for {
			select {
			case <-c.stop:
				return
			case <-c.work:
			}
			if err := l.deleteExpired(); err != nil {
				l.logger.Warn("cannot delete old audit files; they stay until the next rotation", "error", err)
			}
			if o.Compress {
				c.compress()
			}
		}
	})
	c.wake()
	return c
}

func (c *oldFiles) wake() {
	if c != nil {
		wake(c.work)
	}
}

func (c *oldFiles) close() {
	if c != nil {
		close(c.stop)
		c.group.Wait()
	}
}

func (c *oldFiles) compress() {
	paths, err := filepath.Glob(filepath.Join(c.dir, "audit-*.jsonl"))
	if err != nil {
		return // impossible: the pattern is valid
	}
	for _, path := range paths {
		if err := c.compressFile(path); err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errStopped) {
			c.logger.Warn("cannot compress an old audit file; it stays as it is", "file", path, "error", err)
		}
	}
}

var errStopped = errors.New("stopped")

// compressFile compresses a file. The compressed file is whole and durable before the plain one is deleted.
func (c *oldFiles) compressFile(path string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	unfinished := path + ".gz.tmp"
	to, err := os.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(unfinished)
	defer to.Close()
	zip := gzip.NewWriter(to)
	if _, err := io.Copy(zip, stoppable{from, c.stop}); err != nil {
		return err
	}
	if err := errors.Join(zip.Close(), to.Sync(), to.Close()); err != nil {
		return err
	}
	if err := os.Rename(unfinished, path+".gz"); err != nil {
		return err
	}
	if err := folder.Sync(c.dir); err != nil {
		return err
	}
	err = os.Remove(path)
	if errors.Is(err, os.ErrNotExist) {
		return os.Remove(path + ".gz") // deleteExpired removed the plain file meanwhile
	}
	return err
}

// stoppable is a reader that returns errStopped once stop is closed.
type stoppable struct {
	io.Reader
	stop <-chan struct{}
}

func (s stoppable) Read(p []byte) (int, error) {
	select {
	case <-s.stop:
		return 0, errStopped
	default:
		return s.Reader.Read(p)
	}
}
