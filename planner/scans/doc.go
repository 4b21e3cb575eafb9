// Package scans takes statements apart whose relations are answered by methods and not by SQL.
//
// [Take] changes the tree of a SELECT: each relation of such a source becomes a table that a
// [providers.Scan] makes, and conditions that give a value to an input of the relation's method
// become inputs of the scan. What is left is a statement over tables.
//
// # Inputs
//
// A condition gives an input its value if it restricts the rows of the relation: it stands in
// WHERE, in ON of an inner join, or in ON of an outer join whose nullable side the relation is on.
// It is an equality, IN, = ANY, or equalities with OR between them. What it compares the input
// with is one of these:
//
//   - constants and parameters;
//   - an expression without columns, a subquery without outer columns: a query that runs before
//     the scan;
//   - an expression over one other item of FROM, of this query or of one around it: a query over
//     that item. This is done only for inputs that the method cannot do without, and the condition
//     stays where it is. The item is read twice, so it has no random rows, and where an outer join may
//     lack its row the expression is NULL then.
//
// The method is chosen by the inputs that are given. A condition that became an input leaves the
// statement, since what the input means is the API's affair; all others stay. An outer join whose
// nullable side a condition in WHERE restricts is an inner join.
//
// An input that no column of the answer is called by becomes a column of the table, if the
// statement names it elsewhere.
//
// # What is read
//
// The columns that the statement names; all where there is a star, a whole row or NATURAL JOIN. A
// LIMIT goes to the scan where nothing else looks at the rows.
package scans
