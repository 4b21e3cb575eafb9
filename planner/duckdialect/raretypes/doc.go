// Package raretypes lists the types of PostgreSQL that DuckDB lacks and the source brings: money, geometry, text search, XML
// and multiranges. It has their operators, functions, aggregates and casts, each with the types that it takes and the source's
// function that computes it (package providers/duckdb/functions). A call that is not listed is refused.
//
// The lists are tables; the translation looks its calls up in them.
package raretypes
