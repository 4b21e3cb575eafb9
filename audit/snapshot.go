package audit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// currentFile is the file that a server may be writing, up to where it was when
// it was opened.
type currentFile struct {
	io.Reader
	*os.File
	path string
}

// Read reads up to where the file was.
func (c *currentFile) Read(p []byte) (int, error) { return c.Reader.Read(p) }

// snapshot lists the files of a log that may be rotated meanwhile, the current
// one last and open.
func snapshot(dir string) (paths []string, current *currentFile, err error) {
	for range 20 {
		again := false
		if paths, current, again, err = look(dir); !again {
			return paths, current, err
		}
	}
	return nil, nil, fmt.Errorf("%s: the log is rotated faster than it can be listed", dir)
}

// look opens the current file, then lists the others, then sees whether that
// was rotated between.
func look(dir string) (paths []string, current *currentFile, again bool, err error) {
	path := filepath.Join(dir, fileName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		paths, err = Files(dir)
		return paths, nil, slices.Contains(paths, path), err
	}
	if err != nil {
		return nil, nil, false, err
	}
	mine, err := f.Stat()
	if err == nil {
		paths, err = Files(dir)
	}
	if err != nil {
		f.Close()
		return nil, nil, false, err
	}
	if !isAt(mine, path) {
		f.Close()
		return nil, nil, true, nil
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return p == path })
	return append(paths, path), &currentFile{io.LimitReader(f, mine.Size()), f, path}, false, nil
}

// openOld opens an old file, which may have been compressed since it was
// listed.
func openOld(path string) (io.ReadCloser, error) {
	f, err := OpenFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return OpenFile(path + ".gz")
	}
	return f, err
}
