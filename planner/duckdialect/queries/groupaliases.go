package queries

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// writeGroups writes GROUP BY of all queries in DuckDB's way. The tree is still the client's.
func writeGroups(t *rewrite.Translation, root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if s, ok := m.(*pg_query.SelectStmt); ok && len(s.GroupClause) > 0 {
			groupAliases(t, s)
			groupRows(t, s)
		}
	})
}

// groupAliases replaces names in GROUP BY that are both columns of the result and tables of FROM. Postgres means
// the column of the result, DuckDB the rows of the table.
func groupAliases(t *rewrite.Translation, s *pg_query.SelectStmt) {
	tables := map[string]bool{}
	for _, n := range s.FromClause {
		trees.EachTable(n, func(r *pg_query.RangeVar) {
			tables[r.Relname] = r.Alias == nil
			tables[r.GetAlias().GetAliasname()] = true
		})
		tables[n.GetRangeSubselect().GetAlias().GetAliasname()] = true
	}
	for i, n := range s.GroupClause {
		fields := parse.NameParts(n.GetColumnRef().GetFields())
		if len(fields) != 1 || !tables[fields[0]] {
			continue
		}
		for _, target := range s.TargetList {
			if target.GetResTarget().GetName() == fields[0] {
				s.GroupClause[i], t.Changed = proto.CloneOf(target.GetResTarget().Val), true
				break
			}
		}
	}
}
