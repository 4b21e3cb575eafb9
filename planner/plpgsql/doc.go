// Package plpgsql finds all SQL in a function that is written in PL/pgSQL.
//
// [Read] takes the CREATE FUNCTION statement that the server spells and returns
// every statement, every expression and every type of the function, each as a
// SELECT that the planner judges like any other. A function that only reads is
// one whose every piece only reads.
//
// # What is not proven
//
// The reader knows the statements of PL/pgSQL by name. An error says why a
// function cannot be judged, with the line in its body:
//
//   - SQL that is put together at run time: EXECUTE in all its forms;
//   - statements other than SELECT, VALUES, TABLE and WITH, and CALL, DO, COMMIT
//     and ROLLBACK;
//   - OPEN, FETCH, MOVE and CLOSE: a cursor outlives the function that opened it, and
//     a variable may hold the name of a cursor of the session (a FOR loop over a
//     cursor closes the cursor itself and is fine);
//   - whatever the reader does not understand.
//
// # How it reads
//
// The tokens are those of PostgreSQL's own scanner, by which the server reads the
// body, too, and the grammar is that of the server's pl_gram.y: an expression ends
// at the same keyword at which the server ends it. The body is
// read here and not by libpg_query's PL/pgSQL parser, which has no catalog:
// it rejects fields of variables of a row type, and its output leaves the types of
// records out. A test compares both.
//
// The reader uses no variables' types: an expression is judged with the names of
// variables in place, which look like columns. A variable of a row type that is
// followed by .x counts as a possible call of a function x, as for a column.
package plpgsql
