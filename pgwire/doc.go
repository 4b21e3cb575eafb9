// Package pgwire is the Postgres front door: psql, drivers and BI tools speak
// protocol 3 with it, and it speaks with an engine.Session for each of them.
//
// # The life of a connection
//
//	Serve         accepts it, if there is a place among the startups (open), or a
//	              silent one gives way (startups.go)
//	startup       TLS, GSS refusal, cancel requests, the startup message: our own
//	              code, on bounded packets and against a deadline
//	authenticate  asks who the client is (auth.go), if there are users
//	open          finds the source, opens the engine's session, greets the client
//	psql-wire     runs the message loop from here on, behind a guard
//	Close         ends the engine's session
//
// The library is given a [net.Conn] that is a guard. It replays a plain startup
// message, swallows the library's own greeting, and from then on reads whole
// messages from the client, checks each to its last byte, and hands them on
// one by one. So the library sees nothing that it could trip over, and while
// it holds a message the guard knows which. What the library lacks is put in
// there: see wire.go for the hooks, prepared.go and portal.go for the extended
// protocol, guard.go for its answers that are replaced by better ones.
//
// A message that is well formed but cannot be served is replaced by one that
// the library answers with an error; so there is one place that decides how
// errors go on (skip to Sync, or ReadyForQuery), and it is the library's.
//
// # Who may come in
//
// Without Options.Users everyone is who they say, and only this machine may
// connect. A user proves itself by SCRAM-SHA-256 (subpackage scram), bound to
// the TLS channel if the client can, or by a client certificate, or both: that is
// what users.go decides. What comes of it is an identity: the principal, the
// ceiling of its mode, its sources and limits. A name that is no user's goes the
// same way and fails at the end; guesses.go slows down those who try again and
// again.
//
// # What is told apart
//
//   - A statement's error is an ErrorResponse with all fields; the session goes
//     on. What has no public face is XX000, and the log has the cause.
//   - A frame that breaks the protocol is FATAL 08P01 and the end of that
//     connection.
//   - A panic in a statement is XX000. One in the library ends its connection:
//     guard.Close is what the library defers, so it is there that it is caught.
//   - A client that leaves while its statement runs has it cancelled (watch.go).
//     A client that does not read loses its connection after WriteTimeout.
//   - Shutdown lets clients finish what they are in for DrainTimeout, then tells
//     every client 57P01, in the middle of a statement if need be.
//
// # Goroutines
//
// A session has one, the library's. A connection that has not come so far has
// one of ours, which ends when the session begins. The server has two: the
// library's accept loop and the watch. Shutdown waits for all of them.
//
// # Databases and settings
//
// A client's database is the source its unqualified names belong to. In a served
// session, settings of the startup message, "options" included, are never carried
// out: harmless ones are ignored, others refused; settings.go has the list.
//
// # Pipelines
//
// What a client sends up to its Sync is one transaction (pipeline.go). It begins
// with the first statement that changes something, a SET included, unless Sync
// follows that at once: so such an Execute waits until the next message is
// there. A read before it stands outside; BEGIN inside makes the transaction the
// client's own, and the source warns of it.
//
// # What is not supported in served sessions
//
// COPY, the function call message and replication: refused with 0A000.
// Notifications are not passed on. A transaction that needs two results at once
// has the older one read ahead, up to 16 MiB.
//
// # Debugging
//
// The tests' transcripts in testdata are the quickest way to see what goes over
// the wire; each can be run against a real Postgres too.
package pgwire
