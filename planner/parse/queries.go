package parse

import pg_query "github.com/pganalyze/pg_query_go/v6"

// NullsFirst reports whether an item of ORDER BY, or a key of an index, has NULL before all values: where the text does not
// say it, PostgreSQL puts NULL first in descending order.
func NullsFirst(direction pg_query.SortByDir, nulls pg_query.SortByNulls) bool {
	switch nulls {
	case pg_query.SortByNulls_SORTBY_NULLS_FIRST:
		return true
	case pg_query.SortByNulls_SORTBY_NULLS_LAST:
		return false
	}
	return direction == pg_query.SortByDir_SORTBY_DESC
}

// SetOperations are the words of set operations.
var SetOperations = map[pg_query.SetOperation]string{
	pg_query.SetOperation_SETOP_UNION: "UNION", pg_query.SetOperation_SETOP_INTERSECT: "INTERSECT", pg_query.SetOperation_SETOP_EXCEPT: "EXCEPT",
}

// FirstQuery is the first query of set operations, whose columns give the result its names, or the query itself. It is nil for nil.
func FirstQuery(s *pg_query.SelectStmt) *pg_query.SelectStmt {
	for s.GetLarg() != nil {
		s = s.Larg
	}
	return s
}
