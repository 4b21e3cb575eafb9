package pgtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// inMemory is the folder whose files Linux keeps in memory. A database is made and dropped there in
// an eighth of the time that a disk takes.
const inMemory = "/dev/shm"

// roomInMemory is what must be free there, in bytes: tests of several packages run side by side.
const roomInMemory = 4 << 30

// Dir makes a folder for a server that ends with this process: in memory where there is room, else
// in the system's folder for temporary files. The caller removes it; what a process that was killed
// has left in memory, the next one removes.
func Dir() (string, error) {
	parent := ""
	if hasRoom(inMemory) {
		parent = inMemory
		removeLeft(parent)
	}
	return os.MkdirTemp(parent, fmt.Sprintf("pgtest-%d-", os.Getpid()))
}

func hasRoom(folder string) bool {
	var s unix.Statfs_t
	if unix.Access(folder, unix.W_OK) != nil || unix.Statfs(folder, &s) != nil {
		return false
	}
	return s.Bavail*uint64(s.Bsize) >= roomInMemory //nolint:gosec // a block has a size
}

// removeLeft removes the folders of processes that are gone.
func removeLeft(parent string) {
	left, _ := filepath.Glob(filepath.Join(parent, "pgtest-*"))
	for _, dir := range left {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), "pgtest-"), "-")
		if n, err := strconv.Atoi(pid); err == nil && unix.Kill(n, 0) == unix.ESRCH {
			_ = os.RemoveAll(dir) // not ours to remove: it stays
		}
	}
}
