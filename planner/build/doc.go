// Package build makes parse trees of SQL: constants, calls, casts, conditions, queries. The planner's rooms that write
// statements again (inline, duckdialect) make them of its functions.
//
// Each function makes one new node and changes none. A node that is given to a function becomes part of the result, so
// a tree that stands in two places is cloned by its caller. The location of each node is Nowhere, since no client wrote
// it. What trees say is read with package parse.
package build
