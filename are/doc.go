// Package are matches PostgreSQL's regular expressions, the advanced ones (ARE), as PostgreSQL does.
//
// # How it differs from Go's and DuckDB's
//
// Those find the first of several matches at a place; PostgreSQL finds the longest one, or the shortest, as the first
// quantifier of the expression says. Groups are taken apart by the same rule, from left to right. PostgreSQL looks ahead
// and behind, refers to groups, and knows the beginnings and ends of words.
//
// # How it works
//
// [Compile] writes an expression in Go's syntax, with characters of its own for what Go's syntax does not have
// (source.go), has it parsed, and makes a tree of nodes (node.go). [Regexp.Find] has Go's machine find where a match
// begins and ends if that can tell, and otherwise computes the set of all ends that a node has from a place (ends.go).
// Groups are found by taking the match apart (dissect.go).
//
// # Bounds
//
// Sets of ends are counted, and a search that needs too many ends with [ErrCost]. What is not known here is
// [ErrUnsupported], what PostgreSQL refuses too is [ErrSyntax].
package are
