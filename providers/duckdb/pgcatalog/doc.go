// Package pgcatalog gives an embedded DuckDB the face of a Postgres 15 server: the system catalogs,
// the information schema and the functions that Postgres clients ask for. planner/duckdialect
// redirects names to them.
//
// # Parts
//
//   - [TypeOID] returns the Postgres type that stands for a DuckDB type. Both the
//     columns of results and the catalogs use it, so they agree.
//   - [Aliases] are the types that instances must have first: those of Postgres that
//     DuckDB has not, under names of their own.
//   - [Emulation] is the SQL that makes the emulation in a database of its
//     own, [Database], whose schemas stand for pg_catalog and
//     information_schema: [Make], a statement for each [Part]. No catalog lists it. What it says
//     of the instance is in another one, [AttachTables], so the database is the same for all.
//   - data/ has the static part, exported from a Postgres 15 by export.sql:
//     types, functions, operators and the like, and the columns of every system
//     relation.
//   - sql/ has the live part: base.sql reads DuckDB's own catalog; catalog.sql,
//     derived.sql and information.sql define the relations over it, scalars.sql and
//     lookups.sql the functions.
//   - [Tables] are the relations of the live part as tables, and its macros over these. They cost
//     a statement little, where a view is expanded and bound anew by each. providers/duckdb fills
//     them and decides which statements read them.
//
// A relation of Postgres that is in none of these files exists with its columns, and is empty.
//
// # What is true and what is not
//
// Tables, views, columns, keys, indexes, sequences, comments, macros and enums are the database's
// own, as the asking transaction sees them. There is one role, the session's user, who owns
// everything; the gate decides what a session may do, so every privilege is granted. Sizes of
// tables are estimates, from rows and types. An index is a btree and a table's access method is
// heap, because clients expect that. Constraints have the names that Postgres would give them:
// DuckDB stores none.
//
// OIDs of objects are DuckDB's own numbers; base.sql has the ranges for objects that DuckDB does
// not number. They are valid while the server runs.
//
// # Adding to it
//
// A section "--- name" in a file of sql/ defines the view of that name: columns that it does not
// give are NULL; their order and types are Postgres's. A section with parameters depends on the
// session, and duckdialect's table of relations lists its arguments. A function needs a line in
// duckdialect's table of functions. After a change go generate ./providers/duckdb makes the file of
// the emulation anew (TestImage says so, too). The tests ask a real Postgres the same questions and store the
// differences as text; run them with -update and read the diff.
package pgcatalog
