// Package clients compares what a client of Postgres gets from the server
// itself with what it gets through Sallyport. It has no code but its tests.
//
// # Transcripts
//
// testdata/wire/*.txt are messages in and, behind "----", messages out. Each is
// played twice, to the server and through a full_access door in front of the same
// server, and both must read the same, message by message, field by field. What
// differs on purpose is a rule (raised_test.go: errors that the door raises
// itself) or stands in a table (excuses_test.go), with a reason.
// -update rewrites what comes out from the server's answers. The files are of
// one version of PostgreSQL; with another only the two are compared.
//
// testdata/refused/*.txt are the same for what the door refuses; there is no
// server to compare with, so -update rewrites them from the door.
//
// A block ends with an empty line. Its lines are messages, in the order in
// which they are sent, all of them before anything is read:
//
//	Query SELECT 1                      to the end of the line; a Go string if it begins with "
//	Parse name(23,25): SELECT $1, $2    name and types may be missing
//	Bind portal from name in 1 out 0 1: 0x0000002a | text | NULL
//	Describe S name                     or P; Close likewise
//	Execute portal max 10
//	Flush, Sync, CopyDone, Terminate
//	CopyData "1\tone\n"                 a Go string, or 0x…
//	CopyFail why
//	FunctionCall 1251: 0xfffffff9
//	Raw 0x5a00000004                    bytes
//
// and things to do besides:
//
//	connect options=-c search_path=s    a new connection; "protocol=3.2" chooses it
//	reconnect                           the same, without showing the greeting
//	wait DataRow                        sends what was written, reads until such a message came
//	unanswered                          the last Sync or Query has no ReadyForQuery of its own
//	running pg_sleep                    waits until the server runs a statement with that in it
//	cancel                              a cancel request for this session
//	approve DELETE                      waits until somebody is asked about that, and says yes; deny
//	super NOTIFY a                      the superuser does this on a connection of its own
//	excused KEY                         how the door differs in this block stands in the table
//
// @b before a line is for a second connection, which is made by its "connect".
// $(repeat 3 ab) is ababab, $(list 3 $#) is $1,$2,$3. At the end of a block each
// connection is read until as many ReadyForQuery came as were asked for.
//
// What differs from run to run is taken out of what is shown: keys, process
// ids, OIDs of new objects, ids of approvals, the server's version. Long values are shown by
// their length and a hash.
//
// # Random messages
//
// TestRandomMessages sends both the same random messages, valid and not, and
// compares kinds, codes and transaction status. FuzzMessages goes on where it
// ends.
//
// # Clients
//
// The tests of clients run psql, pg_dump, pgbench and drivers against both,
// where they are installed. scripts/client-suites runs whole suites.
package clients
