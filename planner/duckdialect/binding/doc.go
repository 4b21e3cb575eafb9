// Package binding finds what the names of columns mean by PostgreSQL's rules of scope, before DuckDB looks for them by
// its own: there a name has no case, every subquery in FROM sees the relations before it, a label of the select list is
// seen everywhere in its query, and the nearest of all these is meant.
//
// [Bind] qualifies a name that DuckDB would find nearer than PostgreSQL does, and returns PostgreSQL's error for a name
// that PostgreSQL does not find. Where the columns of a relation are unknown (files, catalogs, most functions), a name
// that they may have stays as it is.
//
// The parts: bind.go walks statements and keeps the namespace of each query as PostgreSQL's parser does (what it calls
// the visibility of a relation and of its columns, and LATERAL); resolve.go finds names in it; output.go says which
// columns a query has.
package binding
