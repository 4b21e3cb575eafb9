// Package rewrite has what all rules of the translation to DuckDB's SQL share.
//
// A [Translation] is one statement that is being translated: its text, its [Env], the first error that a rule noted and
// whether anything was changed. A rule is a function that takes a Translation and a part of the tree. It changes the
// tree in place:
//
//   - A rule that changes anything says so: ReplaceNode and ReplaceCall do, and a rule that sets a field sets Changed,
//     too. A statement without a change keeps the client's text.
//   - A rule that refuses notes an error (NoteError, NoteUnsupported) with the place in the client's text, and returns.
//     The first error counts, and none is noted for a place that is not in the text (build.Nowhere).
//   - A rule that looks at all of a tree does so by EachMessage, which ends when the translation is to end.
//   - A call that becomes another call keeps its old name (OriginalName): later rules know functions by PostgreSQL's
//     names.
//
// The rules themselves are in package duckdialect and in the packages below it.
package rewrite
