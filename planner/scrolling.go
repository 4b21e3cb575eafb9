package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Scrolling says whether a cursor reads in both directions.
type Scrolling int

// A cursor without SCROLL reads backward if the plan of its query does (ExecSupportsBackwardScan, executor/execAmi.c), which is known
// of plain queries alone.
const (
	ForwardOnly   Scrolling = iota
	Scrolls                 // it is declared so
	ReadsBackward           // the plan does
	MayRead                 // the plan may
)

// scrolling says how the cursor of a DECLARE reads.
func scrolling(d *pg_query.DeclareCursorStmt, catalog providers.Catalog) Scrolling {
	switch {
	case d.Options&scrollCursor != 0:
		return Scrolls
	case d.Options&noScrollCursor != 0:
		return ForwardOnly
	}
	return readsBackward(d.Query.GetSelectStmt(), catalog)
}

// readsBackward says whether the plan of a query reads backward.
func readsBackward(s *pg_query.SelectStmt, catalog providers.Catalog) Scrolling {
	computed := computes(s)
	switch {
	case len(s.LockingClause) > 0:
		return ForwardOnly
	case s.WithClause != nil || s.Op != pg_query.SetOperation_SETOP_NONE:
		return MayRead
	case len(s.ValuesLists) == 1 || len(s.ValuesLists) == 0 && len(s.FromClause) == 0:
		return ForwardOnly // it computes one row
	case len(s.ValuesLists) > 0:
		return ReadsBackward
	case len(s.DistinctClause) > 0, (computed || len(s.FromClause) > 1 || s.FromClause[0].GetJoinExpr() != nil) && len(s.SortClause) == 0:
		return ForwardOnly
	case computed, len(s.FromClause) > 1, s.WhereClause.GetAConst() != nil:
		return MayRead
	}
	from := s.FromClause[0].GetRangeVar()
	if from == nil {
		return MayRead
	}
	if relation, known := meantRelation(catalog, from.Schemaname, from.Relname); !known || relation.Kind != "table" {
		return MayRead
	}
	return ReadsBackward
}

// computes reports whether a query groups rows, or makes others of them.
func computes(s *pg_query.SelectStmt) (found bool) {
	found = len(s.GroupClause) > 0 || s.HavingClause != nil
	for _, n := range s.TargetList {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			if f, ok := m.(*pg_query.FuncCall); ok {
				_, name := parse.SplitName(f.Funcname)
				found = found || f.Over != nil || functionnames.IsAggregate(name) || returnsSet(name)
			}
		})
	}
	return found
}

// returnsSet reports whether a function of this name may return several rows.
func returnsSet(name string) bool {
	return strings.HasPrefix(name, "generate_") || strings.HasPrefix(name, "json") || strings.HasPrefix(name, "regexp_") || name == "unnest" || name == "string_to_table"
}
