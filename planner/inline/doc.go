// Package inline reads functions in LANGUAGE sql from CREATE FUNCTION, and puts their bodies in the place of their calls.
//
// The embedded engine runs no functions of users. [Define] reads a CREATE FUNCTION: it binds the names of the body to
// what they mean at that time, and numbers the parameters. [Expand] replaces the calls in a statement; the planner then
// plans the statement with the bodies in it, and the gate judges all that they do as if the client had written it.
//
// # How a call is replaced
//
// A body that is an expression (SELECT without FROM and the like) stands in the place of the call, with the arguments
// in the place of its parameters. An argument that would be evaluated twice, or whose columns a query within the body
// could mistake for its own, is evaluated once: (SELECT body FROM (SELECT argument AS "x@f") AS "$1"). Any other body is a
// subquery with at most one row. A function in FROM is a subquery in FROM, LATERAL if its arguments have columns.
//
// # What is refused
//
// 0A000: bodies that change something, of several statements, or of another language; functions of names that
// PostgreSQL has itself; polymorphic and row parameters; SECURITY DEFINER; a function that calls itself;
// calls in definitions (views, defaults, checks, indexes), which would keep the old body when the function is
// replaced; arguments that change from call to call where the body uses them more than once. 54001: bodies within bodies
// that grow beyond [mostNodes].
package inline
