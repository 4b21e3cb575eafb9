// Package pgcatalog gives an embedded DuckDB the face of a Postgres 15 server:
// the system catalogs, the information schema and the functions that Postgres
// clients ask for. planner/duckdialect sends them here.
//
// # Parts
//
//   - [TypeOID] says which Postgres type stands for a DuckDB type. Result
//     columns and catalogs agree because both ask it.
//   - [Install] returns the SQL that builds the emulation in a database of its
//     own, [Database], in memory, whose schemas stand for pg_catalog and
//     information_schema. No catalog lists it.
//   - data/ holds what never changes, exported from a Postgres 15 by export.sql:
//     types, functions, operators and their like, and which columns every system
//     relation has.
//   - sql/ holds what lives: base.sql reads DuckDB's own catalog, catalog.sql,
//     derived.sql and information.sql make the relations of it, scalars.sql and
//     lookups.sql the functions.
//
// A relation that Postgres has and that is in none of these files is there,
// with its columns, and empty.
//
// # What is true and what is not
//
// Tables, views, columns, keys, indexes, sequences, comments, macros and enums
// are the database's own, as they are when they are asked for, within the
// asking transaction. One role exists, the session's user, who owns all; what a
// session may do is decided elsewhere, so every privilege is granted. Sizes of
// tables are not known and NULL. An index is called a btree, and a table's access
// method heap, which is what clients expect to read. Constraints have the names
// that Postgres would give them: DuckDB keeps none.
//
// OIDs of objects are DuckDB's own numbers; base.sql has the ranges of what it
// does not number. They hold while the server runs.
//
// # Adding to it
//
// A section "--- name" in a file of sql/ makes the view of that name: columns it
// does not give are NULL, their order and types are Postgres's. A section with
// parameters depends on the session, and duckdialect's table of relations says
// what is put in. A function needs a line in duckdialect's table of functions.
// The tests ask a real Postgres the same and keep what differs as text; run them
// with -update and read the difference.
package pgcatalog
