// Package relay carries the sessions whose source answers the client itself: a
// Postgres server's own sessions, with the gate and the record in between.
//
// # A turn
//
// A [Relay] has a few loops, each a goroutine that waits for the sockets of its
// sessions (package poll). What happened since the last wait is a turn (loop.go):
//
//  1. Each session that has something to do goes as far as it can without
//     waiting (session.step): it reads what the server and the client have sent,
//     and sends the server what the client may say.
//  2. What the sessions intend to change is written by one write, and a goroutine
//     waits for the disk; then they go on.
//  3. The records of all statements that ended are written by one write.
//  4. The clients are sent their answers.
//
// So there is one read and one write for each direction, no goroutine that
// changes hands for a message, and the record costs a part of a system call.
// Where waits are short the loop does not sleep: it yields the processor and looks
// again (poll/epoll.go). What else has to wait (a plan that is not known, a
// backend, a person) is done by a goroutine beside the loop, and the session is
// left alone until that is done (session.work).
//
// # The session
//
// What a session knows is in the types that it embeds (state.go): lifetime, waits, input,
// unitState, lease, namings, output, times. Policy is the engine's: the relay says what the
// protocol allows (when a message may be sent, what an error skips, what is under way), and
// asks the engine for everything else. engine.Traits has the facts about a text; whether it
// may run, what its transaction may do, what a person approved, which rows a limit keeps back,
// and what is recorded are answers of engine.Relayed, engine.Batch and engine.Run.
//
// # What is looked at
//
// Of the client's messages: Query, Parse, Bind and Execute are judged by the engine;
// Describe and Close are looked at for their names; FunctionCall is passed
// on for large objects alone (call.go); the rest passes as it comes. Of the
// server's: CommandComplete, ErrorResponse, ReadyForQuery and ParameterStatus are
// read, of all others the header. Of a DataRow the header and the number of columns are read,
// which say how many bytes its values have.
//
// The queue (queue.go) holds what the server was sent and has not answered, in
// order: an answer belongs to the first item. A read's answer is kept back until
// its record is written, or an announcement where there is more to come; the
// answer to a change needs none of that, since its intent is on record before the
// server gets it.
//
// # Refusals
//
// Where the session is idle, the client is told the error and the rest of its
// messages up to Sync is dropped. Anywhere else the server is sent, in the place
// of the refused message, one that it cannot understand, and its error is
// replaced (session.refuse): the transaction fails at the same place, the server
// skips what it would skip, and there is nothing to keep in step.
//
// # Approvals
//
// What a person has to approve is asked about before the server learns of it
// (consent.go): a Query before it is passed on, a portal when it is bound, since
// binding plans the statement and planning may run code of it. Meanwhile the session
// stands still: what came before is answered, what the client sends waits (a
// MiB of it here), no backend is held that others could use, and no lock of a
// statement that was only prepared. An approved Bind is bound to a statement that is prepared anew
// for it, so that nothing that was set or altered since the client's Parse counts;
// when the portal is executed, it is compared with what was approved once more.
// Inside of a transaction its locks are held while somebody thinks.
//
// An execution that was approved for a number of rows is held until its tag is
// known, and undone where that says more (held.go). What foreign keys carry it to no tag
// tells: before it and behind it the server is asked, in the same flight, what the
// transaction has changed (tally.go).
//
// # Bind
//
// Binding plans a statement, and planning may run code of users: a Bind is judged like
// an Execute, and what may change something has its intent before it (binding.go).
// Parsing may run such code, too, where constants are checked by it: late.go.
//
// # Names
//
// A statement or a portal means what the server has confirmed, and what nobody
// has confirmed is not passed on (names.go says why and how).
//
// # The right to write
//
// A backend's transactions are read-only by default. Before a change, and before
// a transaction block, a session that may write has that switched, and back
// before the next read outside of one (session.admit); one that may only read
// never has. A unit of the extended protocol whose end has not come yet may write,
// because nobody knows what follows. What needs an approval counts as a change when
// it has it; a transaction block may write from its beginning, because something may
// be approved in it, so the reads in it are judged by the gate alone.
//
// # Backends
//
// By session or by transaction: pooling.go.
//
// # Limits
//
// A side that does not take what it is sent stops the other from being read, at
// 256 KiB. 4,096 messages of a session wait for answers at most. limits.go ends
// what lasts too long: a server that has been asked to cancel a statement and says
// nothing for ten seconds is given up, with its connection. A COPY whose client
// breaks the protocol is ended here (copy.go), since the server ignores a cancel
// request while it reads COPY data.
//
// # The end
//
// A session that is drained ends when its statement, its pipeline or its transaction
// does (drain.go).
//
// # TLS
//
// An encrypted connection has no file descriptor to read plain text from: two
// goroutines carry its bytes to a socket pair, whose other end the loop has.
//
// # Debugging
//
// attack_*_test.go hold the ways past this that were found, as sequences of
// messages; the transcripts in clients/testdata compare sessions with the
// server's own, message by message.
//
// Elsewhere than on Linux the loops wait by poll(2) instead of epoll (package
// poll). The build tag poll does so on Linux, too: go test -tags poll.
package relay
