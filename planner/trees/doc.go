// Package trees says what parse trees of queries show by themselves: the tables and names of FROM (queries.go), the
// columns, parts and choices of expressions (expressions.go).
//
// Each function reads a tree and changes none. It knows neither a catalog nor types, so its answer is of the text alone: a name
// that it returns may mean nothing at the source. Functions that take a visitor (EachTable, EachColumn, EachExpression,
// EachChild) say where they stop, since that is how they differ. Words and constants are read with package parse, and new
// trees are made with package build.
package trees
