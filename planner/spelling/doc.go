// Package spelling compares the names that a statement spells with the names that there are.
//
// DuckDB finds a name whatever its case is, and PostgreSQL does not: h_mixed is no name of "h_Mixed". So [Check] compares the names of
// relations and columns before DuckDB sees the statement (check.go). Names that the statement itself gives, as labels and
// aliases, count as well (given.go). A column is compared only if all columns that a name may mean are known. The error is
// PostgreSQL's, or 0A000 where two names that differ in case alone stand in one statement.
//
// Names of files and of their columns are found in any case, since nobody chose them for SQL. APIs are not compared: their dialect
// is SQLite's.
package spelling
