// Sallyport is one server with two front doors: agents come in by MCP, people
// and BI tools by the Postgres wire protocol, and every statement is parsed,
// decided, recorded and run on the same path.
//
//	sallyport srv           both doors
//	sallyport mcp           MCP alone, on HTTP or on standard input and output, or in the background
//	sallyport setup         connect MCP clients: their configuration and the skill
//	sallyport sql           statements against a running server, or a shell
//	sallyport ingest        take snapshots and profiles of what the sources have
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
// reads the configuration (package cli), then calls constructors from top to
// bottom: [openServer] in server.go makes the record, the sources and the
// engine, and srv.go and mcp.go put doors in front. The larger commands are packages
// (auditcmd, approvalscmd, validatecmd); cli, sources and records are what they share
// with the server. Only main and these packages know the configuration and the kinds
// of sources.
//
// # Stopping
//
// What ends the context (a signal, a test) shuts the doors. Nothing new is taken;
// statements that run, calls and open transactions may end within the grace period,
// and clients that wait for an approval are told that the server ends. Then the rest is
// cancelled, and the sources and at last the record are closed. If that takes too
// long, the process ends with what is unfinished. A second signal ends it at once.
package main

import (
	"context"
	"os"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Environ()))
}
