// Package relay carries the sessions of a Postgres server that the server answers itself, with the
// gate and the record in between.
//
// # A turn
//
// A [Relay] has a few loops. Each is a goroutine that waits for the sockets of its sessions (package
// poll). What is done between two waits is a turn (loop.go):
//
//  1. The loop goes on with each session that has something to do, as far as that is possible without
//     waiting (session.step): it reads what the server and the client have sent, and sends the
//     server the messages that may pass.
//  2. One write puts on record what the sessions intend to change. When the log's flush has it on the
//     disk, the sessions go on.
//  3. One write puts on record all statements that ended, and intents whose flush a later statement
//     of their transaction waits for; the sessions of these go on at once.
//  4. The clients are sent their answers.
//
// Where the kernel has an io_uring for us, all that leaves in a turn, to servers and to clients, is sent by one system
// call behind step 4 (together.go); otherwise the servers are sent their messages in step 1. Either way, nothing is
// under way to a socket between two turns.
//
// So a turn needs one read and one write in each direction, no message is handed from goroutine to
// goroutine, and many records share one system call. Where waits are short the loop does not sleep: it
// yields the processor and looks again (poll/epoll.go), unless more servers work than there are processors
// beside the loops: then others need this one. Work that has to wait (for a plan that is not
// known, for a backend, for a person) is done by a goroutine beside the loop, and the loop does not
// touch the session until that is done (session.workBeside).
//
// # A step of a message
//
// The functions called ensure… make sure of something that a message needs: that its text is judged
// (ensureJudged), that there is a backend (ensureBackend), that its intent is on record (ensureIntent).
// They return true if it is so. If not, they begin what is missing and return false, and the message
// is handled again from its beginning when that is done; what was found out meanwhile is in
// session.head.
//
// # The session
//
// What a session knows is in the types that it embeds (state.go): lifetime, waits, input, unitState,
// lease, namings, output, times. Policy is the engine's. The relay knows the protocol: when a message
// may be sent, what an error skips, what is under way. It asks the engine for everything else:
// engine.Relayed, engine.Batch and engine.Run say whether a text may run, what a person approved, which
// rows a limit keeps back, and what is recorded; engine.Traits and engine.Progress have the facts about a
// text and an execution. testdata/crossing.txt lists all that the relay uses of the engine.
//
// # Which messages are read
//
// Of the client's messages, Query, Parse, Bind and Execute are judged by the engine; Describe and Close
// are read for their names; FunctionCall is passed on for large objects only (call.go); the others pass
// unread. Of the server's messages, CommandComplete, ErrorResponse, ReadyForQuery and ParameterStatus
// are read whole, and of the others the header. Of a DataRow the number of columns is read, too, which
// tells how many bytes its values have.
//
// The queue (queue.go) holds what the server was sent and has not answered, in order: an answer belongs
// to the first item. The answer to a read is kept back until its record is written, or an
// announcement of a long one. The answer to a change is not kept back, since its intent is on record
// before the server gets it.
//
// # Refusals
//
// If the session is idle, the client gets the error, and the rest of its messages up to Sync is
// dropped. Otherwise the server is sent, in the place of the refused message, one that it cannot
// understand, and the client gets the refusal in the place of the server's error
// (session.refuseMessage). So the transaction fails at the same place on both sides, and the server
// skips what it would have skipped.
//
// # Outcomes
//
// A statement has one outcome on record, and several of its messages may be what decides it. attempt.go says
// where the outcome is entered, and pending.go how it waits for a comparison.
//
// # Approvals
//
// People are asked before the server gets a statement (consent.go): a Query before it is passed on, a
// portal when it is bound, since binding plans the statement, and planning may run code of it. While
// people are asked, the session stands still: what came before is answered, the client's further
// messages are kept (up to a MiB), no backend is held that others could use, and no lock of a statement
// that was only prepared. Locks of an open transaction are held. An approved Bind gets a statement that
// is prepared anew for it, so that nothing counts that was set or altered since the client's Parse. When
// the portal is executed, it is compared once more with what was approved.
//
// An execution that was approved for a number of rows is kept open until its tag is known, and undone if
// the tag says more (held.go). No tag counts the rows that foreign keys carry it to. So the server is
// asked right before and right behind the execution, in the same flight, what the transaction has changed
// (tally.go).
//
// # Bind
//
// Binding plans a statement, and planning may run users' code. So a Bind is judged as an Execute is, and
// what may change something has its intent on record before the Bind (binding.go). Where constants are
// checked by users' code, parsing runs it, too (late.go).
//
// # Names
//
// A statement or a portal is what the server has confirmed that its name means. A name that is not
// confirmed is not passed on (names.go says why). SQL can take a portal's name for a cursor, and code that nobody has read can
// take any name: namings.unread and item.traits.Declares say what is not believed behind them.
//
// # COPY
//
// What follows a COPY FROM STDIN waits until the server asks for its data or has answered, and a Sync between the data is not passed
// on, because nobody could tell whether it has an answer (copy.go).
//
// # The right to write
//
// A backend's transactions are read-only by default. Before a change, and before a transaction block, a
// session that may write has the default switched, and switched back before the next read outside of a
// block (session.ensureAccess). A session that may only read never switches it. A unit of the extended
// protocol that has not ended may write, because what follows in it is not known. A statement that needs
// an approval counts as a change once it has the approval. A transaction block may write from its
// beginning, since something may be approved in it: reads in it are judged by the gate alone.
//
// # Transactions that the server ends
//
// Outside of a transaction block, the server commits at the end of a simple query or at a Sync
// (session.isImplicit). Where that runs code that was judged before, the code is judged again (unitend.go). Every change in such a transaction has its own intent on disk before it runs. The
// end is only on record if it undid the changes, or if its result is not known (engine/implicit.go).
//
// # Backends
//
// A session has a backend of its own, or shares backends by transaction (pooling.go).
//
// # Cancel requests
//
// A request that comes before the statement was sent (it is judged, or waits for a person, a backend or its
// intent) ends the work beside the loop, or is sent behind the statement; any other goes to the backend (end.go).
//
// # Limits
//
// If one side does not read, the other side is not read any more once 256 KiB wait. At most 4,096 messages
// of a session wait for answers. limits.go ends what lasts too long: a server that was asked to cancel a
// statement and has said nothing for ten seconds is given up, with its connection. A COPY whose client
// breaks the protocol is ended by the relay (copy.go), since a server that reads COPY data ignores cancel
// requests.
//
// # The end
//
// When the gateway shuts down, a session ends when its statement, its pipeline or its transaction is over
// (drain.go).
//
// # TLS
//
// An encrypted connection has no file descriptor to read plain text from. Two goroutines carry its bytes
// to a socket pair, whose other end the loop reads.
//
// # Debugging
//
// attack_*_test.go hold the ways past the gate that were found, as sequences of messages. The transcripts
// in clients/testdata compare sessions with the server's own, message by message.
//
// On other systems than Linux the loops wait by poll(2) instead of epoll (package poll). The build tag
// poll does so on Linux, too: go test -tags poll.
package relay
