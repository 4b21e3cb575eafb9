// Package served is the sessions of the Postgres door whose statements the engine runs,
// whatever their source is: it keeps the protocol's prepared statements, portals and
// pipelines, and sends what the engine answers.
//
// # The life of a session
//
//	NewSession   makes it, before the engine's session is open: it keeps notices
//	Begin        greets the client, and hands the session to the loop
//	Next         reads a message, and checks it to its last byte
//	Serve        carries it out, and answers it
//	Ready        ends the implicit transaction, and answers ReadyForQuery
//	Close        ends the engine's session and the connection
//
// The loop is the library psql-wire's, behind the adapter in psqlwire: it calls Next,
// Serve and Ready in the order that the protocol wants, and skips to Sync after an error.
// Everything that is read and written is the session's.
//
//	served.go     the server of all sessions
//	session.go    how a session begins and ends, is cancelled and stopped; notices
//	serve.go      the messages, and simple queries
//	statement.go  Parse and Describe
//	portal.go     Bind and Execute
//	copy.go       COPY: the client's data in, rows out as data
//	listen.go     notifications, between statements and while the client rests
//	pipeline.go   the implicit transaction of a pipeline
//	client.go     the connection: frames in, gathered output
//	watch.go      notices clients that leave while their statement runs
//
// # What is told apart
//
//   - A statement's error is an ErrorResponse with all fields; the session goes on. An
//     error without a public face is XX000, and the log has the cause.
//   - A frame that breaks the protocol is FATAL 08P01 and the end of that connection.
//   - A panic in a statement is XX000. A panic elsewhere in the session or in the loop
//     ends its connection with a FATAL XX000, and no other.
//   - A client that leaves while its statement runs has it cancelled. A client that does
//     not read loses its connection after WriteTimeout.
//
// # Goroutines
//
// A session has one, the loop's. The server has two: the library's accept loop and the
// watch. Shutdown waits for all of them.
//
// # Pipelines
//
// What a client sends up to its Sync is one transaction. It begins with the first
// statement that changes something, a SET included, unless Sync follows that at once:
// so such an Execute waits until the next message is there. A read before it stands
// outside; BEGIN inside makes the transaction the client's own, and the source warns of
// it.
//
// # What is not supported
//
// The function call message: refused with 0A000. Notifications of a source that has them
// itself are not passed on; those of the engine's are (listen.go). A transaction that
// needs two results at once has the older one read ahead, up to 16 MiB.
package served
