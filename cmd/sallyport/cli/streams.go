// Package cli is what the commands of the program share: the streams they read and
// write, the flags that set keys of the configuration, how the configuration is
// loaded, the exit status, and what is printed for people.
//
// A command's function takes [Streams] and the environment, never those of the
// process, so that a test can call it:
//
//	func validateCommand(std cli.Streams, environ []string) *cobra.Command
//
// It declares its flags with [AddConfigFlags] (and [AddStackQLFlags], where the
// command starts a server), and reads the configuration with [LoadConfig]. Variables
// come from [Getenv] over the environment. A command that runs until somebody ends it
// takes its context from [UntilSignal].
//
// What a command returns is its exit status: nil is 0, an [ExitStatus] is itself, any
// other error is 1, and is printed by [Explain] unless it is [ErrReported].
//
// [Version] and [Commit] say which build this is; the Makefile sets them.
package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Streams are the standard ones of a process, or a test's.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// UntilSignal is the context of a server: the first SIGINT or SIGTERM ends it,
// the second the process, as the kernel does it. A shell is not a server:
// there, an interrupt is for the statement that runs.
func UntilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// OwnStdout returns standard output for MCP alone. It is taken before anything else
// runs: what a library prints must not get between the messages.
func (s Streams) OwnStdout() (io.Writer, func(), error) {
	if s.Out != io.Writer(os.Stdout) {
		return s.Out, func() {}, nil
	}
	own, err := takeStdout()
	if err != nil {
		return nil, nil, fmt.Errorf("cannot keep standard output for MCP: %w", err)
	}
	return own, func() { _ = own.Close() }, nil
}
