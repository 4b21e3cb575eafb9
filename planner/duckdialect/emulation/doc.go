// Package emulation names what stands for PostgreSQL's system catalogs in DuckDB.
//
// The source has a database of its own for them ([Database]), which providers/duckdb/pgcatalog installs: its schema
// [Catalog] is pg_catalog, and [Information] is information_schema. The rules of the translation write its relations and
// functions ([Call]) in the place of PostgreSQL's. No client may name the database, nor that of its tables ([Tables]), nor others that DuckDB has besides
// the source's own ([Databases]).
//
// The emulation is one for all sessions. What depends on the session (the user, the search path) is passed to its
// functions as constants ([Constants]), and relations that depend on the session ([SessionRelations]) are macros with
// such arguments.
package emulation
