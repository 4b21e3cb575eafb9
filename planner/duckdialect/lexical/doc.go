// Package lexical compares PostgreSQL's lexer with DuckDB's: texts, without their trees.
//
// A text that both read alike ([ReadsAlike]) reaches DuckDB as the client wrote it, unless a name of it would be
// folded ([HasCapitals]) or is a keyword of DuckDB's ([HasWords]). Any other is deparsed from the tree. Of what the
// deparser wrote, [WellWritten] says whether DuckDB would misread it, and [QuoteWords] puts names into quotes.
//
// [Position] is for errors: the place of the client's text that a place of the translated text stands for.
package lexical
