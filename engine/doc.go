// Package engine is where a statement's life is one function.
//
// An [Engine] is the server without its doors. A door opens a [Session] for
// each client and hands it text:
//
//	Session.Prepare  text → judged statements; refuses a batch by its worst member
//	Session.Execute  one statement: decide, record the intent, run, stream
//	Result.Next      rows, then the outcome on record, then io.EOF
//
// [Session.Execute] is the way to a source, and there is one other: where a source
// speaks the client's protocol itself, a door passes the messages on and asks
// [Relayed] before and after. Planner, gate, audit and providers never call each
// other; this package calls all of them, in that order.
//
// # Sessions
//
// A session belongs to one client and one default source; a relation named
// provider.service.resource may belong to another. It connects to a source when
// a statement first needs it and keeps the connection until Close, so that
// temporary tables, settings and transactions are the client's own. One
// goroutine uses a session at a time; Cancel may be called from any. At most
// one result is open at a time.
//
// # Records
//
// Every statement that runs and every batch that is refused is recorded before
// its answer can leave. What changes something has an intent on disk before it
// runs; a read is one record, written before its last row's io.EOF. Transaction
// control and settings are one record too, but for the COMMIT of an open
// transaction, which has an intent. A tool call without SQL is recorded by
// [Session.Inspect].
//
// # Failure
//
// A panic while planning, running or reading ends that statement with XX000.
// An audit log that cannot write ends it too: nothing runs, and nothing is
// answered, off the record.
package engine
