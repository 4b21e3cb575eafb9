// Package textsearch has PostgreSQL's text search: the types tsvector and tsquery as texts in the form that PostgreSQL shows,
// their operators, and the configurations simple and english.
//
// Texts whose tokens PostgreSQL's parser would take for addresses, paths, versions or tags are refused ([ErrToken]), and so
// are other configurations ([ErrConfiguration]). The work is linear in the text but for queries, whose nesting is bounded.
package textsearch
