// Package definition reads the texts of statements that define or change tables, and the texts of definitions that DuckDB
// keeps: CREATE, DROP, ALTER TABLE, TRUNCATE, the elements of a table, the query of a view. It needs no connection.
//
// DuckDB's bindings give no trees of such statements, so they are read by their tokens. A function whose second result is
// false has met another statement than it reads. Names are as they were written, with quotes, where a comment says so;
// Token.Name, LastName and SplitName give them as the catalog has them.
//
// Package lexical, below, knows where quoted texts, names and comments end; package native writes names and texts for
// DuckDB.
package definition
