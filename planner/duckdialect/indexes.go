package duckdialect

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// An index that is not unique changes no answer: DuckDB's is over the columns that Postgres's reads. What a unique index
// holds must be what the client wrote.

// createIndex reduces an index to its columns.
func (t *translation) createIndex(s *pg_query.IndexStmt) {
	odd := ""
	switch {
	case s.WhereClause != nil:
		odd = "partial"
	case slices.ContainsFunc(s.IndexParams, func(p *pg_query.Node) bool { return p.GetIndexElem().GetExpr() != nil }):
		odd = "computed"
	}
	switch {
	case s.Unique && odd != "":
		t.noteUnsupported(nowhere, "a unique index that is %s is not supported", odd)
	case s.NullsNotDistinct:
		t.noteUnsupported(nowhere, "NULLS NOT DISTINCT is not supported")
	}
	if s.Idxname == "" {
		s.Idxname, t.changed = indexName(s), true
	}
	if odd != "" || s.Concurrent || strings.Contains(strings.ToLower(t.text), "using") || len(s.Options) > 0 || s.TableSpace != "" || len(s.IndexIncludingParams) > 0 {
		t.changed = true
	}
	s.Concurrent, s.AccessMethod, s.Options, s.TableSpace, s.WhereClause, s.IndexIncludingParams = false, "", nil, "", nil, nil
	var columns []string
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		if e.GetOrdering() > pg_query.SortByDir_SORTBY_DEFAULT || e.GetNullsOrdering() > pg_query.SortByNulls_SORTBY_NULLS_DEFAULT || len(e.GetOpclass())+len(e.GetCollation()) > 0 {
			t.changed = true
		}
		if e.GetExpr() == nil {
			columns = append(columns, e.GetName())
			continue
		}
		columns = columnsIn(e.Expr.ProtoReflect(), columns)
	}
	if s.IndexParams = nil; len(columns) == 0 {
		t.noteUnsupported(nowhere, "an index without a column is not supported")
		return
	}
	for i, name := range columns {
		if !slices.Contains(columns[:i], name) {
			s.IndexParams = append(s.IndexParams, &pg_query.Node{Node: &pg_query.Node_IndexElem{IndexElem: &pg_query.IndexElem{
				Name: name, Ordering: pg_query.SortByDir_SORTBY_DEFAULT, NullsOrdering: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT,
			}}})
		}
	}
}

// indexName is the name that Postgres gives to an index.
func indexName(s *pg_query.IndexStmt) string {
	name := s.Relation.GetRelname()
	for _, p := range slices.Concat(s.IndexParams, s.IndexIncludingParams) {
		e := p.GetIndexElem()
		_, function := split(e.GetExpr().GetFuncCall().GetFuncname())
		name += "_" + cmp.Or(e.GetName(), function, "expr")
	}
	return name + "_idx"
}

// columnsIn adds the columns that an expression reads.
func columnsIn(m protoreflect.Message, columns []string) []string {
	if ref, ok := m.Interface().(*pg_query.ColumnRef); ok {
		_, name := split(ref.Fields)
		return append(columns, name)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		columns = columnsIn(child, columns)
		return true
	})
	return columns
}
