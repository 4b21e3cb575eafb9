package soak

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// crashPostgres kills a backend, upon which PostgreSQL ends all others, the
// witness among them, and starts anew from its log. It returns when that is done.
func (r *run) crashPostgres() error {
	var conns [2]*pgconn.PgConn
	for i := range conns {
		conn, err := pgconn.Connect(r.Context(), r.dsn)
		if err != nil {
			return err
		}
		defer conn.Close(r.Context())
		conns[i] = conn
	}
	victim, witness := conns[0], conns[1]
	if err := syscall.Kill(int(victim.PID()), syscall.SIGKILL); err != nil {
		return err
	}
	if _, err := witness.Exec(r.Context(), "SELECT pg_sleep(60)").ReadAll(); err == nil {
		return errors.New("PostgreSQL did not mind that a backend was killed")
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		_, err := query(r.dsn, "SELECT 1")
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// cutConnections ends all connections that the server has to PostgreSQL.
func (r *run) cutConnections() error {
	_, err := query(r.dsn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
	return err
}

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
