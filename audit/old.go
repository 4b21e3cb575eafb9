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

// oldFiles deletes the files that are too many or too old, and turns the others
// into .gz, one at a time, in a goroutine of its own that close waits for.
// Lumberjack could do both, but it notes nothing, and it deletes the old file
// before the compressed one is on the disk.
type oldFiles struct {
	dir    string
	logger hclog.Logger
	work   chan struct{}
	stop   chan struct{}
	group  sync.WaitGroup
}

// tendOld starts the goroutine, if it is wanted, and with what is there.
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
			if err := l.expire(); err != nil {
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
		return // the pattern is right
	}
	for _, path := range paths {
		if err := c.one(path); err != nil && !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errStopped) {
			c.logger.Warn("cannot compress an old audit file; it stays as it is", "file", path, "error", err)
		}
	}
}

var errStopped = errors.New("stopped")

// one replaces a file by its compressed form, which is whole and durable before
// the file is deleted.
func (c *oldFiles) one(path string) error {
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
		return os.Remove(path + ".gz") // it became too old meanwhile
	}
	return err
}

// stoppable is a reader that ends with an error when stop is closed.
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
