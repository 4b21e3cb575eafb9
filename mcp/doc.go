// Package mcp is the front door for agents: the Model Context Protocol over
// streamable HTTP and over standard input and output, in front of
// [engine.Session].
//
// # What it does
//
// A tool call is turned into one request to the engine and the engine's answer
// into text for a model and a typed payload for a program. The door knows
// messages. It knows no SQL, no policy and no records: those are the engine's,
// and every tool call passes through it, the refused ones too.
//
//	server.go    Options, New, Serve, Shutdown
//	http.go      what stands before the library: Host, Origin, body, sessions
//	             access.go and bearer.go: who may speak, and who it is; package
//	             message reads what must be known beforehand, and words refusals
//	places.go    has messages take their places (package admission says whose turn it
//	             is), and bounds bodies
//	inflight.go  streams on which clients listen, in all and for each client
//	connections.go  bounds connections
//	running.go   the calls of sessions, so that they can be cancelled
//	sessions.go  2025 sessions: bounded, their principal's, forgotten when idle
//	reply.go     an answer, and what comes before it on its own stream
//	resume.go    what is kept of streams for clients that come back (listen.go)
//	progress.go  what a client is told of a long call
//	stdio.go     one client on a pipe
//	tools.go     the tools as a table; schemas and annotations come out of it
//	args.go      arguments in: every name known, every type checked
//	call.go      one call: who it is, recovery from panics
//	direct.go    plain calls of tools that only read, answered without the library
//	surface.go   what of it all is published, and the instructions
//	sql.go       the four tools that take SQL; validate.go is one of them
//	discover.go  those that do not: info.go, list.go, describe.go, methods.go,
//	             registry.go
//	prompts.go   the prompt; resources.go the MCP resources
//	results.go   rows out, within the caps; package render turns them to JSON and text
//	exports.go   results as files, which package export keeps
//	pages.go     answers of rows; cursors.go keeps the pages that come after
//	approve.go   who is asked to approve a call, and what counts as yes;
//	             approvetext.go words the question
//	questions.go questions to clients of 2025, and their answers;
//	             approvestate.go the requestState of those of 2026-07-28
//	failure.go   an error as models see it
//
// # Life of a call
//
// A message that wants an answer takes a place, or waits for its turn; while a person
// is asked it has none. The transport hands it to mcp-go, which finds the tool and calls its
// handler. The handler checks the arguments, opens an engine session for this
// call alone, runs, reads the rows up to the caps, and closes the session. The
// context of the call ends when the client goes away, when it sends
// notifications/cancelled, or when the server stops; the engine cancels the
// statement then. A panic ends its call with an internal error and nothing else.
//
// # Two eras
//
// Revisions 2025-03-26 to 2025-11-25 have sessions: initialize mints an id that
// later requests carry, an unknown one is answered with 404, DELETE ends it.
// Revision 2026-07-28 has none: each request stands alone and says who it is.
// One endpoint serves both, request by request.
//
// # What the library gets wrong, and where that is dealt with
//
//   - It reads a body of any size, checks no Origin, and lets any session id
//     open a stream: http.go is in front of it.
//   - It finds the call to cancel by session id and request id; without a
//     session any client could cancel any other's. http.go drops such
//     cancellations; closing the POST is the cancellation there.
//   - A question of its own can go out on a stream that a whole session shares,
//     and is never taken back: questions.go asks on the stream of the call. Its
//     bridge, which would ask old clients by itself and run the handler again, has
//     nothing to do: input_required is answered to clients of 2026-07-28 alone.
//   - Messages of a call go through a channel that all streams of its session
//     share: they come out of order, after the answer, or on another stream.
//     reply.go is the stream of one call; the library's channel is not used.
//   - It keeps each stream that could be resumed, with its connection, as long as
//     its session lives, whatever its event store does: resume.go is bounded.
//   - It tells idle sessions by their last request, and ends those whose call is
//     still running: sessions.go counts what is under way.
//   - Its signs of life are requests that clients must answer: reply.go sends
//     comments.
//   - Its stdio server drops answers at end of input, has one session for the
//     process and no limit on a line: stdio.go replaces it.
package mcp
