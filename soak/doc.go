// Package soak kills the server again and again while clients change data, and
// then looks for changes without a record. It has no code but its tests.
//
//	go test ./soak                                  # half a minute
//	make soak KILLS=200 MUTATIONS=20000 SEED=7      # as long as that takes
//
// # What happens
//
// The real program (go build, once) serves a real PostgreSQL and a DuckDB file
// in full_access, both doors open. Clients write rows, each with an id of its
// own that stands in the text or in a parameter: alone, in transactions, in
// simple queries of several statements, in pipelines, prepared, by functions,
// through MCP. Some statements fail, some are rolled back, some are refused; a
// few only read. The [ledger] has what each client was told of each id.
//
// Meanwhile the server is killed (SIGKILL, now and then SIGTERM) after a random
// time and started again on the same state directory. In some of its lives
// PostgreSQL crashes, or loses all its connections. Where root can mount one,
// a second run keeps the records on a small file system that is full for a
// moment. After some kills half a record is appended to the log, as a crash of
// the machine would leave it.
//
// # What must hold
//
// After each death of the server the log is read on and compared with the rows
// of the database and the ledger; see check_test.go for the list. The first
// thing that is wrong ends the run, and the evidence is kept. [audit.Verify]
// has its say every few kills and at the end, with the heads of the log as they
// were at each kill.
//
// At the end what the run left is damaged in several ways, with all numbers and
// hashes made right again, and each must be found: a harness that finds nothing
// must be able to.
//
// What a kill cannot show is that fsync was called: the operating system
// survives. The tests of package audit see to that.
package soak
