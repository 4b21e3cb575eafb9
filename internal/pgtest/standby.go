package pgtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Standby starts a hot standby that follows the server by streaming replication; it
// ends with the test.
func (s *Server) Standby(tb testing.TB) *Server {
	tb.Helper()
	dir, err := os.MkdirTemp("", "standby")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	standby, err := s.launchStandby(tb.Context(), dir)
	if err != nil {
		tb.Fatalf("pgtest: %v", err)
	}
	tb.Cleanup(func() {
		if err := standby.Stop(); err != nil {
			tb.Error(err)
		}
	})
	return standby
}

func (s *Server) launchStandby(ctx context.Context, dir string) (*Server, error) {
	credential, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	standby := &Server{BinDir: s.BinDir, Dir: dir}
	cmd := exec.CommandContext(ctx, filepath.Join(s.BinDir, "pg_basebackup"), "--pgdata", standby.dataDir(), "--dbname", s.DSN("postgres"),
		"--write-recovery-conf", "--wal-method", "stream", "--checkpoint", "fast", "--no-sync")
	cmd.Dir = dir
	cmd.Env = environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, tail(string(out), 20))
	}
	return standby, standby.start(ctx, credential, Options{})
}

// AwaitReplay waits until the standbys have what the server has written, on its disk
// or not.
func (s *Server) AwaitReplay(tb testing.TB) {
	tb.Helper()
	s.Exec(tb, "postgres", `DO $$ DECLARE target pg_lsn := pg_current_wal_insert_lsn(); BEGIN
		FOR n IN 1..1000 LOOP
			PERFORM pg_stat_clear_snapshot();
			EXIT WHEN (SELECT bool_and(replay_lsn >= target) FROM pg_stat_replication);
			PERFORM pg_sleep(0.01);
		END LOOP; END $$`)
}
