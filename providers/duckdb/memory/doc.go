// Package memory bounds what DuckDB takes of the process's memory.
//
// DuckDB's memory limit counts the blocks and hash tables of its buffer manager. It does not count what
// planning takes, nor single values: repeat('x', 2000000000), a list of all rows, a text that a regular
// expression makes a thousand times longer. So the process has a bound of its own (memory_linux.c): the sum of
// its instances' limits and 1 GiB, and no more than four fifths of the machine's memory. An allocation that
// would exceed the bound, also once the allocators and Go have given back what nobody uses, fails, and DuckDB ends the statement
// that asked for it with 53200. A thread asks
// whether the bound is reached once it has taken 16 MB, and a statement that has taken little may have 256 MiB
// more, so small statements go on while a large one is refused. A statement is its session's calls, on whatever
// thread. A statement that has taken little, and a helper, wait three seconds for the memory that a refused
// statement gives back.
//
// What functions in Go take for a large value they count themselves ([Take]): the bound is the process's, so Go's memory is in it.
//
// Only calls by [Counts.Call] are refused memory. Other functions of DuckDB's let exceptions pass: one that tells the type of
// a result's column has ended the process. So do those by which a function in Go fills DuckDB's vectors, and there DuckDB's own
// limit is reached, too: what they throw is caught in C++ (fill_linux.cc).
//
// [Allow] adds an instance's limit to the bound, [Counts.Call] has DuckDB work for a statement, whose memory is counted, and
// [Counts.Small] says whether the statement has taken little. Elsewhere than on Linux there is no bound.
//
// Counts also say in which thread DuckDB works for a statement. So a function in Go that DuckDB calls can ask whether its
// statement is to end ([Interrupted]): DuckDB itself looks only between two batches of rows.
package memory
