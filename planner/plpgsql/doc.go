// Package plpgsql finds all SQL in a function that is written in PL/pgSQL.
//
// [Read] takes the CREATE FUNCTION statement that the server spells out and returns every
// statement, every expression and every type of the function, each as a SELECT that the planner
// judges like any other. A function only reads if each of its pieces only reads.
//
// # What is not proven
//
// The reader knows the statements of PL/pgSQL by name. An error says why a function cannot be
// judged, with the line in its body:
//
//   - SQL that is built at run time: EXECUTE in all its forms;
//   - statements other than SELECT, VALUES, TABLE and WITH, and CALL, DO, COMMIT
//     and ROLLBACK;
//   - OPEN, FETCH, MOVE and CLOSE: a cursor outlives the function that opened it, and
//     a variable may hold the name of a cursor of the session (a FOR loop over a
//     cursor closes the cursor itself and is allowed);
//   - every construct that the reader does not know.
//
// # How it reads
//
// The tokens are those of PostgreSQL's own scanner, which the server also reads the body with. The
// grammar is that of the server's pl_gram.y: an expression ends at the same keyword as on the
// server. libpg_query's PL/pgSQL parser is not used because it has no catalog: it rejects fields of
// variables of a row type, and its output omits the types of records. A test compares both.
//
// The reader does not know the types of variables. The names of variables stay in an expression and
// look like columns there. A variable of a row type before .x counts as a possible call of a
// function x, as a column does.
package plpgsql
