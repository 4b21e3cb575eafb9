// Package hostile tries to get past the gate. It has no code but its tests.
//
// Payloads are data: testdata/*.txt. Each is sent through both front doors, as
// a superuser's source and as an unprivileged one's that was granted all that
// can be granted, in all four modes; on embedded DuckDB as well. At the wire it
// goes as a simple query and through Parse, Bind and Execute; at MCP to each tool
// that takes SQL. The engine and the tool for validation tell the verdict of
// every mode, and those are compared, too.
//
// Before and after, a detector (pgtest.Detector) looks at the whole server: what
// was refused and what reads must have changed nothing. All payloads of a file
// are played between two looks; where those differ, they are played again one
// by one to find out which it was. What a mode allows to change something is
// judged in that mode and not run.
//
// # The form of a file
//
// At the head: setup (run by the superuser), "source: duck", or "catalog: eager"
// for payloads in which the superuser changes something meanwhile. Then blocks:
//
//	== #15,#16 a name
//	setup: CREATE …
//	sql: WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d
//	sql: another text of which the same is true
//	expect: delete
//	why: in a few words
//
// The numbers are rows of the corpus of known ways past a gate, of which each is
// run or has an excuse (TestEveryRow); + is beyond it. Lines that begin with two
// blanks go on with the line before. A "# " at the beginning is a remark.
//
//	sql      one text
//	quoted   one text, as a Go string
//	built    one text, of parts: SELECT 1 | +1 * 500
//	steps    what clients at the wire do, a line each: connect, query, parse name,
//	         bind name (values with | between them), describe name, execute name,
//	         sync, send (bytes, as a Go string), ready, leave; and super, which
//	         the superuser runs at the server. query@b is of a second client, b.
//	         "=> delete" behind a line says what must come back.
//	check    a function in checks_test.go
//	excuse   why the row is not run
//	expect   the verdicts of read_only, safe, delete_safe and full_access: allow,
//	         ask (nobody can be asked here, so it is refused) or deny; or one
//	         word: a class, or the SQLSTATE of an error in all of them
//	fails    the SQLSTATE of the source, where the gate allows; "fails ro" of one role
//	engine   the SQLSTATE that the engine itself gives, where a door has another
//	door     wire: not for tools
//	todo     why it does not hold yet. It is played and its problems are printed;
//	         when it has none any more the test fails, so that the mark goes.
//
// In texts %out% is a folder that the server may write to, %db% the database.
//
// go test -v ends with a table of what was sent and what came back.
package hostile
