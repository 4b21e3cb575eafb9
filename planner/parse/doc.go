// Package parse turns a text into trees, or refuses it.
//
// The parser is PostgreSQL's own, in C. A deep tree overflows its stack, which ends the process,
// and a long text takes it hours or gigabytes. [Check] refuses such texts first: it bounds bytes,
// tokens, statements and the depth of any tree that a text can make (limits.go). It reads the
// scanner's tokens (scan.go); a count of the bytes alone (tally.go) may refuse a text before that,
// but decides nothing else. [Statements] parses a checked text, and [Deparse] makes a text of a tree.
//
// The planner and the redactor share this package, and its functions for the ends of words, strings
// and comments (lexical.go).
package parse
