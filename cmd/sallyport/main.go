// Sallyport is one server with two front doors: agents come in by MCP, people
// and BI tools by the Postgres wire protocol, and every statement is parsed,
// decided, recorded and run on the same path.
//
//	sallyport srv           both doors
//	sallyport mcp           MCP alone, on HTTP or on standard input and output
//	sallyport sql           statements against a running server, or a shell
//	sallyport validate      what the gate makes of statements, without a server
//	sallyport audit         verify, follow and query the audit log
//	sallyport approvals     see what waits for a person, and decide
//	sallyport role-sql      the SQL of a least-privilege Postgres role
//	sallyport scram-verifier  what the configuration keeps of a password
//	sallyport check-config  read the configuration and say what is wrong
//	sallyport version
//
// # How it is put together
//
// main owns the process; [run] is the program, and tests call it. Each command
// reads the configuration (flags.go), then calls constructors from top to
// bottom: [openServer] in server.go makes the record, the sources and the
// engine, and srv.go and mcp.go put doors in front. This package alone knows
// the configuration and the kinds of sources.
//
// # Stopping
//
// What ends the context (a signal, a test) shuts the doors. Nothing new is taken;
// statements that run, calls and open transactions may end within the grace period,
// and who waits for an approval is told that the server ends. Then the rest is
// cancelled, and the sources and at last the record are closed. If that takes too
// long, the process ends with what is unfinished. A second signal ends it at once.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}, os.Environ()))
}

// streams are the standard ones of a process, or a test's.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// untilSignal is the context of a server: the first SIGINT or SIGTERM ends it,
// the second the process, as the kernel does it. A shell is not a server:
// there, an interrupt is for the statement that runs.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
