package setupcmd

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// maxFile bounds what is read: a configuration is smaller.
const maxFile = 64 << 20

// readFile returns a file's content; nil where there is none.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return nil, fmt.Errorf("%s is a link to a file that is not there", path)
		}
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is no file that setup can change", path)
	}
	content, err := os.ReadFile(path)
	if content == nil {
		content = []byte{}
	}
	return content, err
}

// replaceFile puts content in the place of a file: whole or not at all, with the mode and the
// owner that the file had, and in the place that a link points to.
func replaceFile(path string, content []byte, mode fs.FileMode) (err error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	owner := -1
	group := -1
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		if s, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
			owner, group = int(s.Uid), int(s.Gid)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(mode))
	if owner >= 0 {
		err = errors.Join(err, f.Chown(owner, group))
	}
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// missingFolders are the folders that have to be made for a file, the innermost first.
func missingFolders(path string) (list []string) {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || dir == filepath.Dir(dir) {
			return list
		}
		list = append(list, dir)
	}
}

// write carries out one change, unless somebody has changed the file meanwhile.
func (c *change) write() error {
	now, err := readFile(c.file)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.before) || (now == nil) != (c.before == nil) {
		return fmt.Errorf("%s has changed meanwhile: run the command again", c.file)
	}
	if c.after == nil {
		if err := os.Remove(c.file); err != nil {
			return err
		}
		for _, dir := range c.folders {
			os.Remove(dir) // unless something else is in it
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
		return err
	}
	return replaceFile(c.file, c.after, c.mode)
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
