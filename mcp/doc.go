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
// Clients and their messages are package transport's; the library that keeps the
// protocol's loop is behind package library, which lists its defects. This package has the
// calls, package failure makes results of their errors, and package progress tells
// clients of long ones:
//
//	server.go    Options, New, Shutdown
//	surface.go   which tools, prompts and resources are published, and the instructions
//	tools.go     the tools as a table; schemas and annotations come out of it
//	argerrors.go which wrong arguments are an error of the protocol; package arguments
//	             declares and reads them
//	call.go      one call: who it is, recovery from panics
//	direct.go    plain calls of tools that only read, answered without the library
//	sql.go       the four tools that take SQL; validate.go is one of them
//	discover.go  those that do not: info.go, list.go, describe.go, methods.go,
//	             registry.go, review.go
//	prompts.go   the prompt; resources.go the MCP resources
//	results.go   rows out, within the caps; package render turns them to JSON and text
//	exports.go   results as files, which package export keeps
//	pages.go     answers of rows; cursors.go and held.go keep what comes after
//	approve.go   who is asked to approve a call, and what counts as yes;
//	             package wording words the question, deciders.go says who may not be asked
//	approvestate.go  the requestState of clients of 2026-07-28
//
// # Life of a call
//
// A message that wants an answer takes a place, or waits for its turn; while a person
// is asked it has none. The transport hands it to the library, which finds the tool and
// calls its handler. The handler checks the arguments, opens an engine session for this
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
package mcp
