package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/bench/versus"
	"github.com/sallyportdb/sallyport/bench/wire"
)

// server is something with a port for Postgres clients: a child of ours, or the PostgreSQL itself.
type server struct {
	*versus.Process // nil: the PostgreSQL itself
	port            int
	mcp             string // the address for MCP clients, if it has one
	behind          int    // the process whose children serve it: PostgreSQL; 0: it is not asked about

	connecting map[int]time.Duration // pgbench's time for it, by number of clients, where it was long
}

// start starts a child whose output goes to a file in dir.
func start(cmd *exec.Cmd, dir string, port int) (*server, error) {
	p, err := versus.Run(cmd, dir)
	if err != nil {
		return nil, err
	}
	return &server{Process: p, port: port}, nil
}

// stop asks the child to end, and ends it if it does not.
func (s *server) stop() error {
	if s.Process == nil {
		return nil
	}
	return s.StopBy(syscall.SIGINT, stopLimit)
}

// awaitPostgres returns when a Postgres client gets an answer.
func (s *server) awaitPostgres(ctx context.Context) error {
	return s.await(ctx, func() error { return s.ask(ctx, database, "SELECT 1") })
}

// await returns when a client gets an answer. The child is stopped if there is none.
func (s *server) await(ctx context.Context, ask func() error) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := ask()
		if err == nil {
			return nil
		}
		select {
		case <-s.Ended:
			return s.Failed(errors.New("it ended"))
		case <-ctx.Done():
			return errors.Join(s.Failed(fmt.Errorf("no answer: %w", err)), s.stop())
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
