// Package federation makes sources of what has no SQL of its own: of [providers.Scanner]s.
//
// The planner takes a statement apart into scans and one statement over tables of their rows. A
// connection of such a source is a connection to an embedded DuckDB and the scanners: it runs the
// scans, side by side where none waits for another, loads their rows into temporary tables of the
// session, runs the statement, and drops the tables when its result is at its end. All sources
// share the DuckDB, which is opened when the first connection or catalog needs it; no session sees
// the tables of another.
//
// What a statement may do in that DuckDB is what package providers/duckdb allows: it reads no
// files, changes no configuration and attaches nothing. Memory is bounded by its limit, beyond
// which it spills to disk. A scan that returns more than [Limits] allow is an error: a result is
// whole or there is none.
//
// A context that ends, ends the requests. The first error of a scan ends the others; it says which
// relation it is about. A transaction fails with it, as with any error.
//
// Describe and EXPLAIN need no rows: the tables are made and stay empty.
package federation
