package pgcatalog

// RoutineMacro is the beginning of the names of macros that keep users' functions: see package duckdb, routines.go.
const RoutineMacro = "sallyport function "

// SchemaComment is the name of the macro that keeps the comment of its schema: see package duckdb, comments.go.
const SchemaComment = "sallyport comment"

// StreamFunction is the table function that all streams of an instance are read by. Its parameter is
// the number of a stream, which only the stream's own connection may read. No client can name it:
// the catalog does not list it, and package duckdb refuses texts with its name.
const StreamFunction = "sallyport_stream"
