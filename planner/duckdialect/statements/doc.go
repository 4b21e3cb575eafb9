// Package statements rewrites statements by their kind, and what they define: tables, columns, constraints, indexes, sequences.
//
// [Rules.RewriteStatement] comes first in a translation, while the tree is the client's. Transaction control, EXPLAIN and
// definitions become DuckDB's statements there; a query or a change of rows goes on to the rules of expressions, but for its
// target, which is no system catalog, and for calls of setval.
//
//   - statements.go: each kind of statement; what DuckDB has another form of; objects that are dropped and renamed
//   - absent.go: statements that DuckDB lacks, and the source carries out
//   - alter.go, precisions.go: commands of ALTER TABLE, as statements before and after each other
//   - columnchecks.go, expressionchecks.go: what PostgreSQL refuses of columns, defaults, generated columns and indexes
//   - defaults.go: quoted constants in the defaults of columns
//   - keys.go: constraints that the source keeps in a CHECK, since DuckDB's are too weak
//   - indexes.go, keptindexes.go: indexes, and what the source keeps of them
//   - sequences.go, draws.go: serial and identity columns, sequences, setval; which numbers a session has drawn
//
// [Rules] is the state of one translation. It has the rules of domains and composite types (package usertypes) for the
// columns of tables. The expressions of a definition that run apart from it are translated by the interface expressions.
package statements
