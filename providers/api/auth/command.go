package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	commandTime  = 30 * time.Second
	commandBytes = 64 << 10
)

// command is a program whose output is a credential. It runs without a shell, and its
// output is kept for a while.
type command struct {
	argv  func() []string // hidden like a secret
	cache cache[secret]
	end   func(output string) time.Time // nil: outputs do not say when they end
}

func newCommand(argv func() []string) *command { return &command{argv: argv} }

// name is the program without its arguments, which may be secrets.
func (c *command) name() string { return filepath.Base(c.argv()[0]) }

// Format writes the program's name, whatever the verb.
func (c *command) Format(f fmt.State, _ rune) { io.WriteString(f, c.name()) } //nolint:errcheck // a fmt.State keeps its errors

func (c *command) output(ctx context.Context) (string, error) {
	s, err := c.cache.get(ctx, [32]byte{}, func(ctx context.Context) (fetched[secret], error) {
		text, err := c.run(ctx)
		if err != nil {
			return fetched[secret]{}, err
		}
		got := fetched[secret]{value: hide(text)}
		if c.end != nil {
			got.end = c.end(text)
		}
		return got, nil
	})
	return s.show(), err
}

// limited keeps the beginning of what is written to it and fails on more.
type limited struct {
	text strings.Builder
	full bool
}

var errTooMuch = errors.New("too much output")

func (l *limited) Write(p []byte) (int, error) {
	if l.text.Len()+len(p) > commandBytes {
		l.full = true
		return 0, errTooMuch
	}
	return l.text.Write(p)
}

func (c *command) run(ctx context.Context) (string, error) {
	within, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	var out limited
	argv := c.argv()
	cmd := exec.CommandContext(within, argv[0], argv[1:]...)
	cmd.Stdout, cmd.WaitDelay = &out, time.Second
	err := cmd.Run()
	hint := "Run it by hand as the server's user: its output is the credential, and nothing else."
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case within.Err() != nil:
		return "", wrong(hint, "the command %s did not end within %v", c.name(), commandTime)
	case out.full:
		return "", wrong(hint, "the command %s wrote more than %d bytes", c.name(), commandBytes)
	case errors.As(err, &exit):
		return "", wrong(hint, "the command %s failed with exit code %d", c.name(), exit.ExitCode())
	case err != nil:
		return "", wrong("Give its whole path.", "the command %s cannot be run", c.name())
	}
	text := strings.TrimSpace(out.text.String())
	if text == "" {
		return "", wrong(hint, "the command %s wrote nothing", c.name())
	}
	return text, nil
}
