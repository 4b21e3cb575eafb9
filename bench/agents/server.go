package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// server is a child with an address for MCP clients.
type server struct {
	cmd  *exec.Cmd
	mcp  string
	log  string        // file
	done chan struct{} // closed when it has ended
}

const (
	startLimit = time.Minute
	stopLimit  = 30 * time.Second
)

// start starts a program with its sample data, in a folder of its own.
func start(ctx context.Context, program, dir string) (*server, error) {
	dir, err := os.MkdirTemp(dir, "server")
	if err != nil {
		return nil, err
	}
	pg, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	s := &server{log: filepath.Join(dir, "log"), done: make(chan struct{})}
	if s.mcp, err = freeAddress(ctx); err != nil {
		return nil, err
	}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s.cmd = exec.CommandContext(context.WithoutCancel(ctx), program, "srv", "--state-dir", filepath.Join(dir, "state"),
		"--mcp-address", s.mcp, "--pgwire-address", pg)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(s.done)
		_ = s.cmd.Wait()
	}()
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// awaitReady returns when the server takes calls, and has answered one.
func (s *server) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.mcp+"/ready", nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(r)
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case <-s.done:
			return fmt.Errorf("it ended: %s", s.tail())
		default:
		}
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("it takes no calls: %w: %s", err, s.tail())
		}
	}
	first := newAgent(eras[1], s.mcp)
	defer first.end()
	return first.call(ctx, "run_select_query", question(0, 0))
}

func (s *server) tail() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}

func (s *server) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.NewTimer(stopLimit)
	defer timer.Stop()
	select {
	case <-s.done:
		return nil
	case <-timer.C:
		return errors.Join(fmt.Errorf("%s did not stop within %v", s.cmd.Path, stopLimit), s.cmd.Process.Kill())
	}
}

// memory is what the server has in RAM, in MiB; 0 where the system does not tell.
func (s *server) memory() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kib); err == nil {
			return kib / 1024
		}
	}
	return 0
}

func freeAddress(ctx context.Context) (string, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
