// Package checks refuses what PostgreSQL 15 refuses and DuckDB, or the parser's newer grammar, takes.
//
// [CheckStatement] visits every message of a statement's tree once, while the tree is still the client's:
//
//   - statement.go: names of columns in other case, system columns, texts that are syntax errors
//   - forms.go: clauses, expressions, operators; what DuckDB has no form of, with 0A000
//   - calls.go, types.go: arguments of functions
//   - queries.go, frames.go: DISTINCT ON, UNION, ordered sets; windows
//   - labels.go: labels without AS, which it has written with AS
//
// The errors have PostgreSQL's codes and words. A check that asks for a type treats a type that the text does not show as a
// type that may be right. What a quoted constant must look like is checked by package inference, definitions of tables by
// package duckdialect.
package checks
