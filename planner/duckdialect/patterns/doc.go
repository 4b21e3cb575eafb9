// Package patterns has the rules for LIKE (like.go), and for SIMILAR TO and regular expressions (regexes.go).
//
// DuckDB's regular expressions are RE2's, PostgreSQL's are Henry Spencer's. A constant pattern that both read alike becomes one of
// DuckDB's functions, which is faster. All others are read by the source's own functions (package are).
package patterns
