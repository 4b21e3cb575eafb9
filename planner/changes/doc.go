// Package changes rewrites changes of rows that PostgreSQL has in one statement and DuckDB has not.
//
// # Steps
//
// A [Division] takes a statement apart into steps that run one after the other in a transaction, all or none:
//
//   - An INSERT, UPDATE, DELETE or MERGE in WITH is a step of its own. Its rows become a temporary table, and the parts that refer
//     to it read that (with.go). In PostgreSQL all parts see the rows as they were before the statement: what reads a table runs
//     before what changes it, or reads a copy (copies.go).
//   - An UPDATE or DELETE over several tables, and RETURNING with a query, find their rows first (found.go, foundsteps.go).
//   - A MERGE counts first which rows it would change twice (merge.go).
//
// The caller translates and judges each step. A statement that has no order of steps is refused with 0A000.
//
// # One other statement
//
// INSERT … ON CONFLICT of a table with a unique index of expressions, or of some rows, is written as a MERGE or as an INSERT of
// a query (conflicts.go, conflictrow.go). The system column ctid becomes DuckDB's rowid where a statement compares places of
// rows with each other alone (places.go).
package changes
