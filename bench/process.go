package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/bench/wire"
)

// server is something with a port for Postgres clients: a child of ours, or
// (cmd is nil) the PostgreSQL itself.
type server struct {
	cmd  *exec.Cmd
	port int
	mcp  string        // the address for MCP clients, if it has one
	log  string        // file
	done chan struct{} // closed when it has ended

	connecting map[int]time.Duration // pgbench's time for it, by number of clients, where it was long
}

// start starts a child whose output goes to a file in dir. Its goroutine ends
// with it, and stop waits for both.
func start(cmd *exec.Cmd, dir string, port int) (*server, error) {
	s := &server{cmd: cmd, port: port, log: filepath.Join(dir, "log"), done: make(chan struct{})}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.done)
		_ = cmd.Wait()
	}()
	return s, nil
}

// stop asks the child to end, and ends it if it does not.
func (s *server) stop() error {
	if s.cmd == nil {
		return nil
	}
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.NewTimer(stopLimit)
	defer timer.Stop()
	select {
	case <-s.done:
		return nil
	case <-timer.C:
	}
	err := fmt.Errorf("%s did not stop within %s and was killed", filepath.Base(s.cmd.Path), stopLimit)
	if e := s.cmd.Process.Kill(); e != nil && !errors.Is(e, os.ErrProcessDone) {
		return errors.Join(err, e)
	}
	<-s.done
	return err
}

// awaitPostgres returns when a Postgres client gets an answer. The child is
// stopped if there is none.
func (s *server) awaitPostgres(ctx context.Context) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.ask(ctx, database, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("it ended: %s", s.tail())
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("no answer: %w: %s", err, s.tail()), s.stop())
		case <-tick.C:
		}
	}
}

// dial connects to a database there.
func (s *server) dial(ctx context.Context, database string) (*wire.Conn, error) {
	return wire.Dial(ctx, net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)), "postgres", database)
}

// ask runs statements, one after another, on a connection of its own.
func (s *server) ask(ctx context.Context, database string, statements ...string) error {
	conn, err := s.dial(ctx, database)
	if err != nil {
		return err
	}
	for _, sql := range statements {
		if _, err := conn.Query(sql); err != nil {
			return errors.Join(fmt.Errorf("%s: %w", sql, err), conn.Close())
		}
	}
	return conn.Close()
}

// tail is the end of what the child said.
func (s *server) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}

func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// raiseFileLimit lets us and our children open as many files as may be.
func raiseFileLimit() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// unprivileged runs a child as somebody else if we are root.
func unprivileged() (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
