// Package scans takes statements apart whose relations are answered by methods and not by SQL.
//
// [Take] changes the tree of a SELECT: each relation of such a source becomes a table that a
// [providers.Scan] makes, and conditions that give a value to an input of the relation's method
// become inputs of the scan. What is left is a statement over tables.
//
// [TakeChange] makes a [providers.Call] of an INSERT, UPDATE, REPLACE or DELETE. Its rows are there
// where all values are constants and parameters; else they are those of a query, which Take takes
// apart as any other.
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
//     that item. This is done only for inputs that the method cannot do without, or that are no columns of
//     its answer, and the condition stays where it is. The item is read twice, so it has no random rows, and where an outer join may
//     lack its row the expression is NULL then.
//
// The method is chosen by the inputs that are given. A condition that became an input leaves the
// statement, since what the input means is the API's affair; all others stay. An outer join whose
// nullable side a condition in WHERE restricts is an inner join.
//
// An input that no column of the answer is called by becomes a column of the table, if the
// statement names it elsewhere.
//
// # Inputs of changes
//
// The columns of INSERT, those of SET, and those that WHERE compares by = or IN are inputs of the one
// method that is chosen by all of them. A condition on the resource that does not become an input is an
// error: nothing compares rows afterwards. A name without a qualifier is the resource's, and where
// there is FROM or USING it is not; there a name that an input has is ambiguous. Subqueries have names of
// their own: where one means the resource around it, DuckDB says that it does not know the name.
//
// # Views
//
// A relation may be a query of its document (views.go). The query takes the place of the name, and its
// relations are taken like the statement's. A condition of the statement on a name that is an input of one
// of them gives it its value, in the place of what the query says: values there are samples, or defaults.
// An input that the query has as a column, and that has no value, is NULL.
//
// A user's view is a query in the tree already, which Env names (usersviews.go). A condition of the statement gives
// an input a value where the view's text gives none; what the text gives stays a condition. Rows that are kept, of a
// materialized view, are a table that is there: its name alone is changed.
//
// # Fewer rows
//
// A table of a Postgres has, beside the statement that reads it, others that leave out rows without a partner
// (semijoin.go): in tables of the same Postgres by EXISTS, in other scans by keys. Whoever runs the scans chooses.
//
// # What is read
//
// The columns that the statement names; all where there is a star, a whole row or NATURAL JOIN. A
// LIMIT goes to the scan where nothing else looks at the rows.
package scans
