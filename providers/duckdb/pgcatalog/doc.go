// Package pgcatalog gives an embedded DuckDB the face of a Postgres 15 server:
// the system catalogs and functions that Postgres clients ask for.
package pgcatalog
