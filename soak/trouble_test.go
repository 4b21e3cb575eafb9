package soak

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// crashPostgres kills a backend, upon which PostgreSQL ends all others and
// starts anew from its log. It returns when that is done.
func (r *run) crashPostgres() error {
	conn, err := pgconn.Connect(r.Context(), r.dsn)
	if err != nil {
		return err
	}
	if err := syscall.Kill(int(conn.PID()), syscall.SIGKILL); err != nil {
		return err
	}
	_, _ = conn.Exec(r.Context(), "SELECT 1").ReadAll() // until it is felt
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, err = query(r.dsn, "SELECT 1"); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// cutConnections ends all connections that the server has to PostgreSQL.
func (r *run) cutConnections() error {
	_, err := query(r.dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
	return err
}

// smallDisk is a file system in memory whose size can be changed.
type smallDisk string

const roomy = "size=1g,mode=0700"

// mountSmallDisk fails where we may not.
func mountSmallDisk(dir string) (smallDisk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return smallDisk(dir), syscall.Mount("tmpfs", dir, "tmpfs", 0, roomy)
}

// fill takes away what is free.
func (d smallDisk) fill() (err error) {
	for range 20 {
		var s syscall.Statfs_t
		if err = syscall.Statfs(string(d), &s); err != nil {
			return err
		}
		used := (s.Blocks - s.Bfree) * uint64(s.Bsize)
		if err = syscall.Mount("tmpfs", string(d), "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d,mode=0700", used)); err == nil {
			return nil // else somebody wrote meanwhile
		}
	}
	return err
}

func (d smallDisk) free() error {
	return syscall.Mount("tmpfs", string(d), "tmpfs", syscall.MS_REMOUNT, roomy)
}

func (d smallDisk) unmount() error { return syscall.Unmount(string(d), 0) }

// tear leaves the beginning of a record behind the last one, as a machine that
// stops in the middle of a write does.
func (r *run) tear() error {
	line := r.journal.line
	f, err := os.OpenFile(filepath.Join(r.records, "audit.jsonl"), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil || len(line) < 10 {
		return err
	}
	_, err = f.Write(line[:1+r.random.IntN(len(line)-3)])
	if closing := f.Close(); err == nil {
		err = closing
	}
	return err
}
