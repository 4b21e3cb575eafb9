package versus

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// StartLimit is how long a server may take until it serves; StopLimit, until it has ended.
const (
	StartLimit = time.Minute
	StopLimit  = time.Minute
)

// Child is a server that runs.
type Child struct {
	MCP, Wire string          // addresses
	Ended     <-chan struct{} // closed when it has
	cmd       *exec.Cmd
	log       string // file
}

// Start starts a program at free addresses. Its log and its state are kept in the folder
// dir; args are more of its flags. It may not serve yet.
func Start(ctx context.Context, program, dir string, args ...string) (*Child, error) {
	ended := make(chan struct{})
	c := &Child{Ended: ended, log: filepath.Join(dir, "log")}
	for _, address := range []*string{&c.Wire, &c.MCP} {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		*address = l.Addr().String()
		if err := l.Close(); err != nil {
			return nil, err
		}
	}
	log, err := os.Create(c.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	c.cmd = exec.CommandContext(context.WithoutCancel(ctx), program, append([]string{ //nolint:gosec // the program that is measured
		"srv", "--state-dir", filepath.Join(dir, "state"), "--mcp-address", c.MCP, "--pgwire-address", c.Wire,
	}, args...)...)
	c.cmd.Stdout, c.cmd.Stderr = log, log
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(ended)
		_ = c.cmd.Wait()
	}()
	return c, nil
}

// Failed is an error with the end of the server's log.
func (c *Child) Failed(err error) error {
	text, readErr := os.ReadFile(c.log)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	return fmt.Errorf("%w: %s", err, text[max(0, len(text)-2000):])
}

// Stop stops the server and waits for its end. One that has ended by itself is no error.
func (c *Child) Stop() error {
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	timer := time.NewTimer(StopLimit)
	defer timer.Stop()
	select {
	case <-c.Ended:
		return nil
	case <-timer.C:
		return errors.Join(fmt.Errorf("%s did not stop within %v", c.cmd.Path, StopLimit), c.cmd.Process.Kill())
	}
}

// Memory is what the server has in RAM, in MiB, and the most that it has had; 0 where the
// system does not tell.
func (c *Child) Memory() (now, peak float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kib); err == nil {
			now = kib / 1024
		}
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &kib); err == nil {
			peak = kib / 1024
		}
	}
	return now, peak
}

// CPU is what the server has computed, in milliseconds.
func (c *Child) CPU() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	const tick = 10 // milliseconds, on every Linux that this runs on
	var user, system float64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0
	}
	return (user + system) * tick
}
