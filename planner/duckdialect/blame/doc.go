// Package blame completes the errors of the embedded engine with what the statement shows.
//
// PostgreSQL's errors say more than DuckDB's: which relation has no such column, the position in GROUP BY, the clause in which an
// aggregate may not stand, that a table was to be dropped. [Complete] reads the statement again, once it has failed, and
// finds in its tree what the error is about. It knows neither relations nor types, and names nothing that the
// statement does not name. Where the tree does not tell, the error stays as it is.
//
// The parts: columns.go for names of columns and relations, clauses.go for what stands where it may not and for lists of other
// lengths, calls.go for names of functions.
package blame
