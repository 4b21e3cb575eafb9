// Package engine takes a statement from its text to its outcome on record, by one path.
//
// An [Engine] is the server without its doors. A door opens a [Session] for each client.
// Planner, gate, audit and providers never call each other; this package calls all of them.
//
// The packages below take work that needs no session. engine/estimate finds out what statements would
// touch, and compares what they have touched with what was approved; engine/inspect tells what sources
// have, and which names are near. A session gives both the connections by which they read (reader.go,
// advice.go). engine/meaning tells what statements may change of what names mean.
// engine/opensessions has what other goroutines may know of sessions, engine/sourceset the sources that there are,
// engine/cancellation what a cancel request ends, engine/ownresult the results that the engine makes itself. engine/cursors,
// engine/notify and engine/advisory are what a source with DuckDB's dialect lacks.
//
// # The path of a statement
//
// Each statement passes these functions, in this order, whichever door it came by:
//
//	Session.planAndDecide           planner.Plan says what the text is; Session.decideOn asks the gate
//	Statement.refuseUnlessAdmitted  a refusal is recorded, and ends the path
//	question.obtainConsent          a person approves what the gate asks about
//	execution.addIntents            what changes something has an intent in the audit log
//	execution.checkIntents          the intent is on disk: the source gets the statement now
//	returned.countRow               each row is counted, and held to the limits
//	execution.announceRun           the record of a read is written before many rows of it leave
//	execution.checkRowsTouched      what was touched is compared with the number of rows that was approved
//	execution.addOutcome            the outcome goes into a Ledger
//	Ledger.Commit                   the outcome is on record: the client is told now
//
// The gate is asked once about each plan of a statement. A statement that was prepared is
// planned again, and decided on again, when it runs and something has changed since
// (Statement.refreshPlan, Relayed.Judge); otherwise its decision stands.
//
// There are two ways to walk the path, and both are made of one execution.
//
// The engine runs the statement at its source ([Session.Prepare], [Session.Execute]) and
// returns its rows ([Result]). Result.Next returns io.EOF when the outcome is on record.
//
// A source that speaks the client's protocol runs the statement as the client sent it
// ([Session.Relayed]). The door passes the client's messages on, and the source's answers
// back, and asks before and after:
//
//	Relayed.Known    planAndDecide, if that needs no wait; Batch.Fresh: is it still so
//	Relayed.Judge    the same, if it may wait
//	Relayed.Consent  a person approves; Relayed.Covers compares before the execution
//	Relayed.Begin    addIntents
//	Run.Begun        checkIntents
//	Run.Row          countRow
//	Run.Announce     announceRun
//	Run.Exceeds      checkRowsTouched
//	Run.End          addOutcome, which Run.Suspend puts off; Run.Skip ends what did not run
//	Ledger.Commit    one write for the records of many sessions
//
// What no Run executes is recorded by Relayed.Refuse and Relayed.Record, and what was put off by
// Relayed.RecordPending. Batch.Guards and
// Batch.HolderForAll compare the catalog while a statement runs. What else the door has to know of a text,
// an execution or a session is data ([Traits], [Progress], [Terms]).
//
// # Sessions
//
// A session belongs to one client and one default source; a relation named
// provider.service.resource may belong to another. It connects to a source when
// a statement first needs it and keeps the connection until Close, so that
// temporary tables, settings and transactions are the client's own. One
// goroutine uses a session at a time; Cancel may be called from any, and ends what
// the session does for the message in hand, at whatever step (package cancellation). At most
// one result is open at a time.
//
// # What a source does not have
//
// For a source with DuckDB's dialect the engine keeps what PostgreSQL's backends do: prepared
// statements (prepared.go), cursors (package cursors), COPY (copy.go), LISTEN and NOTIFY
// (package notify), and the functions that wait or signal sessions (servercalls.go).
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
// # Limits
//
// A result is cut where the rows, or the bytes of the values in them, exceed their limit
// (returned). The bytes are those of the values as the client gets them, without the frames
// around them; NULL has none. A read ends where it is cut; a change runs to its end, and its
// remaining rows are dropped. The record of a read that was cut has the rows that were
// handed out. A cursor is one result, whose rows each FETCH adds to, and so is a portal that the relay
// executes in parts (Whole).
//
// # Failure
//
// A panic while planning, running or reading ends that statement with XX000.
// An audit log that cannot write ends it too: nothing runs, and nothing is
// answered, off the record.
package engine
