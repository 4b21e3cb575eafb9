// Package functions has the functions and the casts of PostgreSQL that DuckDB lacks or has otherwise, written
// in Go and called by DuckDB.
//
// # Registering
//
// [Register] makes the functions, in all of their signatures, for the instance of a connection, and
// [RegisterCasts] the casts. The names of most functions begin with pg__, so that they are no names of
// clients' functions: planner/duckdialect writes them into statements. [CastSameValues], [CastToAlias], [CastArraysOfTexts] and
// [CastWithoutBlanks] make the casts of types that are made later.
//
// # Adding a function
//
// A function is an entry of one of the lists that the variable scalars joins: its name, the types of its
// parameters and of its result by their names, and what computes one row. A function that is to see NULL among its
// arguments says so (nulls); the result of all others is then NULL. An error is Postgres's own, with its
// code: DuckDB is told both in one text, of which the error of the statement is made.
//
// Packages below have what knows no call: jsonvalue and jsonpath, rules (expressions as PostgreSQL shows them), readtime
// (formats of to_timestamp), inputs (texts as PostgreSQL's input functions read them). Package aggregates has the functions of many rows,
// package operators those of dates and times in the place of DuckDB's own.
//
// # Calls from C
//
// DuckDB holds no pointer to memory of Go: what it is given is a number in memory of C ([NewNumber]) that it
// frees, and by which a call finds its function. [Catch] keeps a panic from C. DuckDB calls from many threads
// at once: a call shares nothing with others.
package functions
