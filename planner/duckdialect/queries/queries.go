// Package queries rewrites whole queries: their clauses, not their expressions.
//
// Its rules run before the tree is walked, and in the order of package duckdialect, which each function's comment says:
//
//   - [FillEmptyLists] before all else: queries without columns (emptylists.go, emptystars.go).
//   - [ReadRows] then: comparisons of rows, columns of ROW(…) (rowforms.go).
//   - [GroupSets] then: what GROUP BY has of functions that return sets becomes a function in FROM (groupsets.go).
//   - [ReadSequences] then: a sequence in FROM becomes a query of its row (sequencerows.go).
//   - [Rewrite], while names are still the client's: FETCH FIRST … WITH TIES (ties.go), GROUP BY (groupaliases.go,
//     grouprows.go, dependent.go), SEARCH and CYCLE (cycles.go), and names that PostgreSQL refuses where DuckDB takes them (aliases.go).
//   - [NullMissingRows], once the types of columns are known: rows of tables for which an outer join found nothing
//     (outerjoins.go).
//   - [NameResults] last: the columns of results get the names that PostgreSQL gives them (names.go).
//
// A rule that does not know the form of a query leaves the query as it is; what DuckDB cannot do of it is refused by the walk.
package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
)

// Rewrite writes the clauses of all queries of a statement in DuckDB's way, and refuses names that PostgreSQL refuses. The
// tree is still the client's.
func Rewrite(t *rewrite.Translation, root *pg_query.Node) {
	checkSets(t, root)
	checkRecursion(t, root)
	withTies(t, root)
	drawLater(t, root)
	writeGroups(t, root)
	groupDependent(t, root)
	writeSearches(t, root)
	checkAliases(t, root)
}

// NameResults gives the columns of results the names that PostgreSQL gives them. Rules after it may change expressions.
func NameResults(t *rewrite.Translation, root *pg_query.Node) {
	valuesRows(t, root)
	nameColumns(t, root)
	nameInner(t, root)
}
