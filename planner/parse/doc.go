// Package parse stands before the parser: it turns a text into trees, or refuses it.
//
// The parser is PostgreSQL's own, in C. A deep tree overflows its stack, which ends
// the process, and a long text takes it hours or gigabytes. [Check] keeps such texts
// away: it bounds bytes, tokens, statements and the depth of any tree that a text can
// make (limits.go), by the scanner's tokens (scan.go) or, where it can, by a count of
// the bytes alone (tally.go), which decides nothing else. [Statements] parses what
// passed.
//
// Planner and redactor share it, and how long a word, a string or a comment is
// (lexical.go).
package parse
