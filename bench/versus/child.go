package versus

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// StartLimit is how long a server may take until it serves; stopLimit, until it has ended.
const (
	StartLimit = time.Minute
	stopLimit  = time.Minute
)

// Child is a server that runs.
type Child struct {
	*Process
	MCP, Wire string // addresses
}

// Start starts a program at free addresses. Its log and its state are kept in the folder
// dir; args are more of its flags. It may not serve yet.
func Start(ctx context.Context, program, dir string, args ...string) (*Child, error) {
	c := &Child{}
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
	cmd := exec.CommandContext(context.WithoutCancel(ctx), program, append([]string{ //nolint:gosec // the program that is measured
		"srv", "--state-dir", filepath.Join(dir, "state"), "--mcp-address", c.MCP, "--pgwire-address", c.Wire,
	}, args...)...)
	var err error
	c.Process, err = Run(cmd, dir)
	return c, err
}

// Stop stops the server and waits for its end.
func (c *Child) Stop() error { return c.StopBy(syscall.SIGTERM, stopLimit) }

// Memory is what the server has in RAM, in MiB, and the most that it has had; 0 where the
// system does not tell.
func (c *Child) Memory() (now, peak float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.PID))
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
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.PID))
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
