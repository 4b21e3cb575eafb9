// Package vector reads and writes DuckDB's vectors, the columns of a chunk of up to 2,048 rows that DuckDB
// hands out and takes.
//
// # Reading
//
// A [Type] says what DuckDB's type of a column is and of what it consists: [TypeOf] reads a type of DuckDB's,
// [TypeNamed] the name of one. A [Reader] points to the memory of one vector: [Reader.Load] points it to the
// vector of the next chunk, [At] returns a value of fixed size, and [Reader.Bytes] a text or a blob. A
// [Writer] appends a value as Postgres writes it in a result: numbers, dates and times, arrays, records and
// JSON, in the forms that the session's [Styles] choose.
//
// # Writing
//
// A [Filler] points to the memory of one vector that is filled: [Set] writes a value of fixed size,
// [Filler.SetBytes] a text, [Filler.SetList] the place of a list, and [Filler.SetNull] a NULL. A [Column] is
// a column of rows from elsewhere: [NewColumn] finds DuckDB's type for it, and [Column.Put] writes a value's
// text, or its binary form, into a vector. Values of a type that nothing here writes are vectors of text,
// which DuckDB casts ([Column].Cast).
//
// # Lifetimes
//
// A Reader and what [Reader.Bytes] returns are valid as long as the chunk, a Filler as long as the vector.
// Nothing here locks: a vector has one reader or one filler at a time. No row is compared with the size of
// the vector: the caller stays below the size of its chunk.
package vector
