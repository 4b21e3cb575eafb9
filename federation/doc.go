// Package federation makes sources of what has no SQL of its own: of [providers.Scanner]s.
//
// The planner takes a statement apart into scans and one statement over tables of their rows. A
// connection of such a source is a connection to an embedded DuckDB and the scanners. All sources
// share the DuckDB, which is opened when the first connection or catalog needs it; no session sees
// the tables of another.
//
// # How rows get to the statement
//
// A table that the statement reads once is a stream: the statement runs at once, and its rows come
// while the scan sends requests. A scan is read ahead by some thousand rows at most, so it stops where
// the statement, or the client, reads no more; it ends where a LIMIT is satisfied.
//
// Rows that are read more than once are loaded into a temporary table before the statement runs: those
// that give another scan its inputs, those of identical scans, which are one scan, and those that the
// plan of DuckDB reads more than once, or in a recursive query. The plan is asked for that, not the
// text; what does not show its plan, EXPLAIN ANALYZE for one, is loaded.
//
// Scans run side by side where none waits for another, up to [Limits].Scans. A scan whose rows DuckDB
// waits for starts without a place, because those that have one may wait for DuckDB.
//
// # Limits and errors
//
// What a statement may do in that DuckDB is what package providers/duckdb allows: it reads no
// files, changes no configuration and attaches nothing. Memory is bounded by its limit, beyond
// which it spills to disk. A scan that returns more than [Limits] allow is an error: a result is
// whole, or the statement fails.
//
// A call changes something (calls.go). The query that feeds it runs first, as any other does, and is
// read to its end: how many requests would be sent is known before the first one is. They are sent
// one after the other (answers.go); the first that fails ends the call, and its error says which rows
// were done. The rows of the answers are loaded into a table, over which the query of RETURNING runs.
// All requests have been sent when the first row of a result is there, so a client that goes away
// leaves nothing half sent by that.
//
// A context that ends, ends the requests, and so does the session's statement_timeout. The first error
// of a scan ends the others; it is the statement's error as the source made it, and says which relation
// it is about. Rows that came before may have been returned by then. A transaction fails with it, as
// with any error.
//
// # Rows that are kept
//
// A statement with a Keep (keep.go) makes a table of its query's rows, in the DuckDB that all sources share, for
// statements that name it. The table takes the place of the one before in one step. It is gone with the DuckDB.
//
// # The Postgres catalog
//
// A statement that asks which relations there are reads no rows of the scanner. It runs in another DuckDB, that of its source
// (catalogs.go), where each resource is a table without rows: so psql, BI tools and information_schema find a source's
// resources, and those of other sources are not among them.
//
// Describe and EXPLAIN need no rows: they open no scan.
package federation
