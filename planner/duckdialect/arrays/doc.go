// Package arrays answers from a statement's text what DuckDB's lists do not have of PostgreSQL's arrays.
//
//   - Arrays of several dimensions are lists of lists, whose functions take the lists inside for elements. Subscripts, slices and
//     functions of an array that is written out are answered by its dimensions (nested.go, slices.go).
//   - Arrays whose first element is not numbered 1, as in '[0:2]={7,8,9}', are marked while the statement is rewritten; what asks
//     for their bounds is answered, and they can be shown as columns of the result (bounded.go).
//
// [Rules] is the state of one translation. An array that a column holds is not known here: its functions stay DuckDB's.
package arrays
