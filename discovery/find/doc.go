// Package find finds tables, columns and wiki pages by the words of a question.
//
// # Parts
//
// A [Finder] has what is searched: the index of each connection's current
// snapshot ([Tables]) and the index of the wiki ([Pages]). Both are immutable and
// may be searched by many goroutines.
// A store that is opened with an [Indexer] keeps what each table brings to an
// index, its document, in its own file, in the transaction that makes the table
// current; a [Live] puts the documents together to Tables, and again when the
// store's revision has grown. Then it reads only the documents that changed.
//
// # A search
//
// [Finder.Search] asks up to three lanes side by side: pages, the semantic layer
// (not there yet), and tables with columns. Each lane ranks its own. The lanes
// are fused by reciprocal rank: what is at rank r of its lane scores 1/(60+r),
// scaled so that the first of a lane has 1. Equal scores are ordered by id, so an
// answer depends on the indexes and the request alone.
//
// # How tables and columns are ranked
//
// question.go makes a concept of each word of the question: the terms of the index
// that may stand for it, each with how much like the word it is. The word itself
// counts 1, and less do what it is short for, what businesses say for it (package
// terms) and the words nearest in meaning (package meaning). rank.go gives each
// table and column the best that each concept found in it: the likeness, times
// how rare the term is, times what the field counts (a name more than a comment, a
// comment more than another word for the same), and adds the concepts up. A table
// also gets, for each concept, a part of what its columns have, and a part of what
// the tables have that it refers to or that refer to it: so a table between two
// that were asked for comes up. In the answer a table stands once; where nothing
// but columns of it matched, the best of them stands for it; further columns come
// lower.
//
// # What may be seen
//
// [Request].Visible is asked for each table and column that matches. What is hidden
// is not counted where rareness is, lifts nothing, leads nowhere and is in no
// snippet.
//
// # Quality
//
// testdata has questions about public schemas. TestFloors keeps a part of them in
// CI; make bench-find measures all, with each way of finding switched off in turn.
package find
