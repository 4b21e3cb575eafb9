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
//   - An INSERT … ON CONFLICT of what DuckDB does not have puts the rows that it proposes into a table first (conflicts.go, upserts.go).
//
// The caller translates and judges each step. A statement that has no order of steps is refused with 0A000.
//
// # System columns
//
// The system column ctid becomes DuckDB's rowid where a statement compares places of rows with each other alone (places.go), and
// a comparison of xmax with 0 says whether a row that an INSERT returns was inserted (inserted.go).
package changes
