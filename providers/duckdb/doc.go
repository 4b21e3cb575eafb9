// Package duckdb is the embedded source: tables in memory or in one database file, and the CSV,
// Parquet and JSON files of a folder as tables, in DuckDB.
//
// # Where things are
//
//	provider, setup, guard, idle, emulation, image     an instance is opened, locked down, and lends connections
//	conn, prepare, rows, lookup, held, interrupt, tx   a statement runs on a connection, within a transaction
//	folded, errors, broken                             what fails before it runs, and what DuckDB's errors become
//	savepoint, oncommit, temporaries, discard          what DuckDB lacks of sessions and transactions
//	settings*, styled                                  SET and SHOW, and the texts that settings change
//	catalog*, columns, described, find, tabled,
//	owntables                                          what names mean, and the Postgres catalog
//	files: filetables, filenames, copies, makefile     files as tables, and what COPY writes
//	copy, load                                         rows from clients and from other sources
//	defines, drop*, dependents, namesakes, indexes     CREATE and DROP, and who else has or reads the name
//	alter*, rebuild, retype, like, lengths             ALTER TABLE, for which a table may be made anew
//	key*, truncate, withchanges, several, blocks       keys of our own, and statements that run as several
//	sequences, owned, setval, usertypes, routines,
//	views, matviews, upkeep                            objects that DuckDB has otherwise or not at all
//
// # Names
//
// A provider is one DuckDB instance. Its database is attached under the provider's name and its
// default schema is public, so that both demo.public.t and, through the search path, t resolve as a
// Postgres client expects. A database file with tables in DuckDB's own schema main shows that
// schema as well.
//
// # Opening
//
// Open attaches the database, tunes DuckDB towards Postgres (integer division, the order of nulls,
// UTC), attaches the database of the Postgres catalog, loads [Options].Tables, makes a view for
// every file in [Options].Folder, and then locks the instance down: no extensions are installed or
// loaded, no file outside of the folder is read, nothing is attached, memory, threads and temporary
// files are limited, and the configuration is locked last. After that only the settings named in
// sessionSettings can change, each for one connection alone, and never by a client's own text: SET,
// RESET and SHOW are answered from a table of Postgres settings. The Postgres catalog is attached
// later, by the first statement that names its relations or functions.
//
// The lock-down is the second layer behind the gate. DuckDB still lets a locked instance do some
// things: profiling and logging to standard output, SQL hidden in strings, COPY to standard output.
// This package refuses those by DuckDB's own kind of the statement and by the names of the
// functions it calls. It also keeps from DuckDB what would end the process: the depth of JSON is
// checked before functions that could overflow the stack, and a value longer than 64 MiB is not
// returned. Definitions of views and plans are shown without the folders of their files.
//
// DuckDB's memory limit counts neither what plans nor what single values take, so on Linux the process
// has a bound of its own (package memory), which an allocation cannot exceed: the sum of the instances'
// limits and 1 GiB. The statement that asks for more ends with 53200, the others go on.
//
// What remains: DuckDB cannot be interrupted while it plans or works on a single value. The
// translation bounds the costly parts of one statement, and functions in Go look for the end of their
// statement (memory.Interrupted), but views over views keep a core busy until they are done, also for a
// client that has left.
//
// DuckDB runs in this process and not in workers: one process alone can have a database file open to
// write, so a worker would hold all sessions of a source, and its end would end them all the same.
//
// [Options].Views are views that the server itself defines over files of a directory, by patterns.
// Each statement sees the files that exist when it runs, and can only read them.
//
// # Files
//
// Each CSV, Parquet and JSON file of the folder is a view, and each subfolder with files of one kind is
// a view over all of them. Links out of the folder, names with wildcards and files that cannot be read
// are left out, with a warning in the log. A file that is added later is found by the next statement.
//
// Before a statement runs, the files of the views that it may name are looked at (package filelook): their
// sizes, times and inodes are their print. The names are searched in its text and in the definitions of
// users' views and macros (filenames.go), so that too many may be looked at and never too few. Where the
// print differs the view is made anew, which is a change of names as any other (filetables.go). At the
// end of a statement that has read the files themselves their prints are compared again: 40001, and what
// the statement changed is taken back.
//
// CSV and JSON files are copied into a database of the server's own (copies.go). A view reads the copy
// of its files' print, or the files. A copy is one table of one snapshot, so a statement that has begun
// reads it to its end, whatever happens to the file. Files of up to 8 MB are copied while the statement
// waits, others by one goroutine once they are quiet. What cannot be copied is read as before.
//
// # Running
//
// One Conn is one DuckDB connection, which another session gets if nothing of the session is left in it
// (idle.go). DuckDB starts no threads: a statement runs in its caller's, and helpers look for its tasks
// once it has run for a millisecond or two (package threads). A statement is prepared (a few prepared statements are kept),
// its parameters are bound, and its result is streamed: DuckDB works a little ahead of the reader
// and no further. Each batch of rows is written as Postgres text into one buffer that the next
// batch reuses, so a value costs no allocation.
//
// Rows that lookups ask for again and again are held in memory, and DuckDB is not asked for them until something is committed
// (held.go).
//
// Parameters of simple types are bound as such. The others are bound as text and converted by
// DuckDB: their $n is wrapped in a cast, the statement is prepared again, and error positions are
// computed without the casts. A parameter whose type DuckDB cannot tell has the type that the
// client declared, else the first of text, bigint and double precision with which the statement can
// be prepared.
//
// Results are in Postgres's text format whatever format was asked for. DuckDB adds integers in 128
// bits: sum(integer) is numeric here, where Postgres says bigint. Values of type VARIANT and
// GEOMETRY are refused: cast them.
//
// Division by zero is 22012, where DuckDB alone returns NULL: macros with the names of the
// operators come before DuckDB's own in the search path. Such a macro raises an error with a code
// of its choice by error('22012: message').
//
// # Domains and composite types
//
// Both are kept as enums with one label, which is their text (providers.UserType, usertypes.go), so what does not know of
// them fails rather than takes a value unchecked. Columns of a domain have the type of its values, and a kept constraint
// of the kind 't' that names the domain; planner/duckdialect puts the checks around what statements assign. A composite
// type has a STRUCT beside it, and a result whose fields are those of the STRUCT is of the type. COPY FROM into a table
// with columns of either is refused, and so are such columns of temporary tables.
//
// # Temporary relations
//
// The catalog that all sessions share has none. [Conn.Temporaries] lists those of the session, by which the planner reads the
// columns of a name; policies judge a name by the relation that others see. Plans of a session with temporary relations are
// not kept for others.
//
// # Rows from elsewhere
//
// [Conn.CopyFrom] adds the rows of a COPY to a table: values are read in Go by PostgreSQL's rules, so
// that errors name the line and the column, and appended a chunk at a time in one transaction.
//
// [Conn.Load] makes a temporary table of rows, [Conn.Stream] one whose rows a statement reads while
// they come. A stream is a temporary view over a table function, which has the number of the stream as
// its parameter (package streams). Preparing a statement asks for nothing; running it starts a
// goroutine for each stream, which reads rows into a batch of at most 2,048 or about 1 MiB, and waits
// until DuckDB has taken it. DuckDB's thread makes vectors of the text, of those
// columns that the statement reads (package vector). Types for which nothing here writes vectors
// are text that the view casts.
//
// The rows of a stream are read once. [Conn.ReadOnce] tells by DuckDB's plan which streams a statement
// reads so; a second reader gets an error, never a part of the rows. Only the stream's own connection
// can read it, and no client can name the function.
//
// With more than one thread in [Options].Threads, the thread that asks DuckDB for a streamed result
// spins while another one waits for rows: a slow source costs a core. With one there is no other, so
// what waits for networks is given one thread; each connection then works in its caller's.
//
// An error of the rows stays in Go; DuckDB is told a mark, by which the statement's error is found
// again. When a statement ends, for whatever reason, the context of its streams ends, and their
// goroutines are waited for. DuckDB keeps one chunk back until the next one comes, and forgets it where
// an error comes instead: some of the last rows before an error are not returned.
//
// # The Postgres catalog
//
// The catalog (package pgcatalog) is a database file that its statements have made before, since they take seconds of a
// processor (image.go). The program contains it, behind a print of the statements and of DuckDB's version; go generate
// makes it anew after they have changed, and until then each process makes its own. It is attached to be read alone,
// in 20 ms of a processor, from a file in memory that all instances share, and that nothing can change; where the system has
// none, from a file in the instance's private directory, when that is made. What the catalog says of the instance,
// and its tables, are in another database. Both are hidden ones: DuckDB's functions that
// list what there is, such as duckdb_tables, do not look there. OIDs, names, "char" and other types that DuckDB does not have are aliases of
// DuckDB's types (aliases.go): values stay numbers and texts, results say the Postgres type.
//
// A SELECT over the Postgres catalog reads tables that are filled once for a state of the catalog,
// by the first statement that names them. It reads the views, which are always right and slower,
// while a session changes the catalog, and in a transaction that has changed the catalog or that began
// before the last change. A session that may have temporary objects has tables of its own, and reads the views in
// transaction blocks (owntables.go). Statements over the tables, or over rows that never change, that differ in
// OIDs alone, as those of psql's \d *, share a plan (catalogplans.go).
//
// # Forms of values
//
// IntervalStyle, bytea_output and extra_float_digits change the text of results (styled.go). DuckDB's own
// casts to text do not know the session: while one of the settings is changed, statements that make text
// within an expression are refused.
//
// # Cancelling
//
// When a context ends, its connection is interrupted repeatedly until the statement has ended,
// because DuckDB forgets an interrupt that comes before the statement has begun. The end of a
// statement waits for that loop, so an interrupt never reaches the next statement.
//
// # Transactions
//
// BEGIN, COMMIT and ROLLBACK behave as in Postgres, with the status that ReadyForQuery reports.
// DuckDB has no savepoints: ROLLBACK TO rolls the transaction back and makes the changes before the
// savepoint again (savepoint.go), from rows and definitions that SAVEPOINT has kept (package kept). The isolation is snapshot isolation (Postgres's "repeatable
// read"): of two writers to one row the second fails with 40001. Statements of a read-only session
// run in read-only transactions.
//
// # Why the bindings
//
// The package calls duckdb-go's bindings to DuckDB's C interface and not its database/sql driver:
// the driver keeps whole results in memory and takes half a second to cancel. In exchange every
// handle (database, connection, prepared statement, pending and real result, chunk, logical type)
// is freed by hand, by its owner: Provider, Conn, prepared, result.
//
// An internal error of class FATAL invalidates the whole DuckDB instance. From then on every call
// returns XX000, and the server must be restarted.
package duckdb
