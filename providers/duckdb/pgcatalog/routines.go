package pgcatalog

// RoutineMacro is the beginning of the names of macros that keep users' functions: see package duckdb, routines.go.
const RoutineMacro = "sallyport function "
