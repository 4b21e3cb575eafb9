package export

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The folder of a server's exports belongs to one process, by a lock in it. A process that was
// killed leaves the folder behind, and the next one that starts removes it.

const (
	folderPrefix = "sallyport-exports-"
	lockName     = "lock"
	// making is how long a new folder may be without a lock before its process takes the lock.
	making = time.Minute
)

// makeFolder makes a folder below parent ("": below the folder for temporary files) that only its
// owner may enter, and locks the folder for this process.
func makeFolder(parent string) (dir string, lock *os.File, err error) {
	if parent == "" {
		parent = os.TempDir()
	} else if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", nil, cannotKeep(err)
	}
	if dir, err = os.MkdirTemp(parent, folderPrefix); err != nil { // 0700
		return "", nil, cannotKeep(err)
	}
	if lock, err = folder.Own(filepath.Join(dir, lockName)); err != nil {
		return "", nil, errors.Join(cannotKeep(err), os.RemoveAll(dir))
	}
	return dir, lock, nil
}

func cannotKeep(err error) error {
	return sqlstate.Wrap(err, folder.Code(err), "exports cannot be kept: %v", folder.Reason(err))
}

// RemoveLeft removes the folders below parent whose process is gone.
func RemoveLeft(parent string, log hclog.Logger) {
	if parent == "" {
		parent = os.TempDir()
	}
	found, err := filepath.Glob(filepath.Join(parent, folderPrefix+"*"))
	if err != nil {
		log.Warn("the exports of servers that are gone are not looked for", "error", err)
	}
	for _, dir := range found {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !isOurs(info) || time.Since(info.ModTime()) < making && !isThere(filepath.Join(dir, lockName)) {
			continue
		}
		lock, err := folder.Own(filepath.Join(dir, lockName))
		if err != nil { // its process still runs
			continue
		}
		if err = errors.Join(os.RemoveAll(dir), folder.Release(lock)); err != nil {
			log.Warn("the exports of a server that is gone are not removed", "folder", dir, "error", err)
		}
	}
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// isOurs reports whether a file belongs to the user of this process.
func isOurs(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(owner.Uid) == int64(os.Geteuid())
}
