// Package duckdb is the embedded source: tables in memory or in one database
// file, and CSV, Parquet and JSON files of a folder as tables, in DuckDB.
//
// # Names
//
// A provider is one DuckDB instance. Its database is attached under the
// provider's name and its default schema is public, so that both demo.public.t
// and, through the search path, t resolve as a Postgres client expects. A
// database file that holds tables in DuckDB's own schema main shows that
// schema as well.
//
// # Opening
//
// Open attaches the database, tunes DuckDB towards Postgres (integer division,
// the order of nulls, UTC), installs the Postgres catalog, loads
// [Options].Tables, makes a view for every file in [Options].Folder, and then
// locks the instance down: no extensions are installed or loaded, no file
// outside of the folder is read, nothing is attached, memory, threads and
// temporary files are limited, and the configuration is locked last. After
// that only the settings named in sessionSettings can change, each for one
// connection alone, and never by a client's own text: SET, RESET and SHOW are
// answered from a table of Postgres settings.
//
// That is the second layer behind the gate. It has one more part: what DuckDB
// lets a locked instance do all the same (profiling and logging to standard
// output, SQL hidden in strings, COPY to standard output) is refused here, by
// DuckDB's own kind of the statement and by the names of functions it calls.
// What would end the process is kept from it: JSON is measured before it reaches
// a function that would overflow the stack, and a value longer than 64 MiB is
// not returned. Definitions of views and plans are told without the folders of
// the files they read.
//
// What is left: DuckDB cannot be interrupted while it plans or works on a single
// value, and does not count all of the memory that single values and plans take.
// The translation bounds the costly parts of one statement, but views over views
// and calls such as printf('%2000000000d', 1) or levenshtein of two long texts
// still take what they take. Where clients are not trusted, give the process a
// limit of memory from outside.
//
// [Options].Views are views of the server's own making over files of a
// directory, by patterns: each statement sees the files that are there when it
// runs, and only read.
//
// A file of the folder is read anew by every statement; a file that comes later
// is seen at the next start. Links out of the folder, names with wildcards and
// files that cannot be read are left out, with a warning in the log.
//
// # Running
//
// One Conn is one DuckDB connection; a statement is prepared (the last few are
// kept), its parameters are bound, and its result is streamed: DuckDB works a
// little ahead of the reader and no further. Each batch of rows is written as
// Postgres text into one buffer which the next batch uses again, so a value
// costs no allocation.
//
// Parameters of simple types are bound as such. The others go in as text and
// are converted by DuckDB: their $n is wrapped in a cast before the statement
// is prepared again, and error positions are counted without the casts. A
// parameter whose type DuckDB cannot tell has the type that the client
// declared, else the first of text, bigint and double precision with which the
// statement makes sense.
//
// Results are in Postgres's text format whatever format was asked for. DuckDB
// adds integers up in 128 bits: sum(integer) is numeric here, where Postgres
// says bigint. Values of type VARIANT and GEOMETRY are refused: cast them.
//
// Division by zero is 22012, where DuckDB alone says NULL: macros with the names
// of the operators stand in the search path before DuckDB's own. A macro of
// ours raises an error with a code of its choice by error('22012: message').
//
// # Cancelling
//
// A context that ends interrupts its connection again and again until the
// statement has ended, because an interrupt before the statement began is lost
// on DuckDB; the end of a statement waits for that loop, so an interrupt never
// reaches the next one.
//
// # Transactions
//
// BEGIN, COMMIT and ROLLBACK behave as in Postgres, with the status that
// ReadyForQuery reports; a savepoint can be gone back to over reads only. The isolation is snapshot
// isolation (Postgres's "repeatable read"): of two writers to one row the
// second fails with 40001. Statements of a read-only session run in read-only
// transactions.
//
// # Why the bindings
//
// The package calls the lower half of duckdb-go, its bindings to DuckDB's C
// interface, and not its database/sql driver: the driver keeps whole results in
// memory and takes half a second to cancel. In exchange every handle (database,
// connection, prepared statement, pending and real result, chunk, logical type)
// is freed by hand, by its owner: Provider, Conn, prepared, result.
//
// An internal error of class FATAL invalidates the whole DuckDB instance; from
// then on everything answers XX000 and the server must be restarted.
package duckdb
