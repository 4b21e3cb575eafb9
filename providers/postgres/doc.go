// Package postgres is a source that is a PostgreSQL server, reached by a DSN.
//
// # Parts
//
// A [Provider] holds a bounded pool of connections and, apart from it, one
// connection that reads the catalog: what names mean is told by package catalog
// (names.go has what the provider gives it). Nothing
// is dialled before the first use: [Open] works while the server is down, and
// what needs it says 08001. A session has one connection of the pool for itself
// (conn.go), and reads rows as they arrive (rows.go): nothing is materialised.
// Client SQL travels by the extended protocol alone, so that one statement is
// one statement (the simple protocol would run several); pgx's Exec is never
// called with it.
//
// # What every connection holds
//
// Three settings are pinned (package pins): standard_conforming_strings=on and
// client_encoding=UTF8, so that the server reads a text as the gateway's parser
// did, and default_transaction_read_only=on. They go into the startup packet,
// which stands above ALTER ROLE and ALTER DATABASE and which DISCARD ALL and
// RESET return to. The server reports all three (the last one since version
// 14); after each statement the reports are compared, and a connection that
// differs is ended. A DSN may not contradict them or carry "options".
//
// # Reading and writing
//
// A statement outside a transaction runs in one of its own, which is read-only
// by the session's default. A statement that was allowed to write is sent as
// three in a row: default off, the statement, default on, each with its own
// Sync, so that VACUUM and CREATE DATABASE work and a failure of the second does
// not keep the third from running. If the third fails, the connection is ended.
//
// BEGIN is not passed on but read and written anew (begin.go): READ WRITE
// unless the client said READ ONLY, and always READ ONLY where the session may
// only read.
//
// # Ways past a read-only transaction, and why they fail here
//
//   - "COMMIT; DROP …" in one text: the extended protocol refuses a second statement.
//   - COMMIT, END, ABORT and the like end the transaction, and what follows runs
//     under the session's read-only default again.
//   - SET TRANSACTION READ WRITE, SET transaction_read_only=off: the server
//     refuses them once there is a snapshot, and a session that may only read
//     gets one together with its BEGIN.
//   - COMMIT AND CHAIN opens a transaction without a snapshot: one is taken before
//     the client hears of the COMMIT.
//   - BEGIN READ WRITE: written anew as READ ONLY for a session that may only read.
//     A second BEGIN inside a transaction gets no READ WRITE from us.
//   - set_config('default_transaction_read_only', 'off', false): reported by the
//     server when the transaction ends; the connection is ended before anything
//     else runs on it.
//   - PREPARE now and EXECUTE later: EXECUTE runs under the default of its own
//     time; no statement prepared outlives the session (DISCARD ALL).
//   - DECLARE … WITH HOLD: the cursor's query runs inside the read-only
//     transaction, at its end at the latest; the cursor dies with the session.
//   - SAVEPOINT and ROLLBACK TO: the snapshot and READ ONLY belong to the whole
//     transaction. PREPARE TRANSACTION leaves nothing that was written.
//   - DO and CALL with COMMIT inside: the transaction that follows is read-only by
//     the default again. One that changes the default first gets past: it is no
//     read to the gate, and a session that may only read refuses what is none.
//
// All of this is the second layer. The gate in front of it is the first, and
// the rights of the role in the DSN are the third: a read-only transaction does
// not stop a superuser from writing files.
//
// # A read that is alone
//
// A read that is all its session does (providers.Args.Alone) goes as a one-shot
// (oneshot.go): a transaction, REPEATABLE READ and READ ONLY, with its snapshot
// and a statement_timeout a second after ours, in one write and one round trip.
// The portal holds the cap of rows, so nothing has to be cancelled; the price is
// that the server runs such a plan without parallel workers. It ends with
// ROLLBACK, never COMMIT: settings, cursors, LISTEN and whatever else a
// transaction can take back is taken back, and session-wide advisory locks, which
// it cannot, are released in the same write. What is left are statements that a
// function may have prepared: only a session of another kind could use them, and
// that begins with DISCARD ALL on such a connection. So the next one-shot needs
// no reset before it. One that failed is reset by Close like any other.
//
// Where statements like it (providers.Returned) have returned few rows, the end goes with the beginning, and no
// row is seen before the server is ready again (wholeshot.go). If there are more rows than few, none of them is
// shown, and the statement runs a second time.
//
// # Going back to the pool
//
// Close rolls back, then DISCARD ALL. A connection is ended instead when its
// session ran anything but reads, settings and INSERT, UPDATE, DELETE or MERGE:
// LISTEN, LOAD, DO, CALL, DDL and functions with side effects can leave things
// behind that DISCARD ALL does not know.
//
// # Backends
//
// Sessions of the Postgres door are relayed: they have a connection of the server
// byte for byte, which package backends gives them (relayer.go has what the provider
// tells it). None of the rules above but the pins hold
// for those: the relay judges and switches the read-only default itself.
//
// # Lookups of footprints
//
// What a write sets off is looked up on a connection that no session has (footprintconn.go). One is kept for a
// minute, and only while a login would begin with the same settings. An error ends it, and the lookup is repeated on
// a new one.
//
// # Not supported but by relayed sessions
//
// COPY (0A000), notifications, several results of one statement.
package postgres
