// Package shell is what sallyport sql is: statements and commands from a person
// at a terminal, a file or a pipe, sent to a server by the Postgres wire protocol.
// It knows nothing of what is behind the wire.
//
// [Run] connects and reads lines (lines.go). The lexer (lexer.go) finds in them
// where a statement ends, or a command begins with a backslash; the server alone
// understands SQL. One text goes to the server by the simple protocol
// (client.go); its rows go through a format of shell/show to the screen, the
// pager (pager.go) or a file. commands.go has the commands, describe.go the
// queries behind \d and its like, copy.go COPY in both directions, complete.go
// what Tab completes, history.go what is remembered.
//
// # Who waits for whom
//
// One goroutine runs the shell. While a text runs, one more waits for an
// interrupt, and sends the server a cancel request then; and one sends the rows
// of a COPY FROM STDIN, so that the server's messages are read meanwhile. exec
// ends both before it returns. A server that does not end what was cancelled is
// let go after five seconds.
package shell
