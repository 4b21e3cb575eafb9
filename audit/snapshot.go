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

// currentFile is the current file of a log, which a server may be writing. Reads end at the length
// that the file had when it was opened.
type currentFile struct {
	io.Reader
	*os.File
	path string
}

// Read reads up to that length.
func (c *currentFile) Read(p []byte) (int, error) { return c.Reader.Read(p) }

// snapshot lists the files of a log while a server may rotate them. The current file is the last
// one, and open.
func snapshot(dir string) (paths []string, current *currentFile, err error) {
	for range 20 {
		again := false
		if paths, current, again, err = listOnce(dir); !again {
			return paths, current, err
		}
	}
	return nil, nil, fmt.Errorf("%s: the log is rotated faster than it can be listed", dir)
}

// listOnce opens the current file, lists the others, and reports whether the current one was rotated
// meanwhile.
func listOnce(dir string) (paths []string, current *currentFile, again bool, err error) {
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

// openOld opens an old file, or the compressed one if it was compressed since it was listed.
func openOld(path string) (io.ReadCloser, error) {
	f, err := OpenFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return OpenFile(path + ".gz")
	}
	return f, err
}
