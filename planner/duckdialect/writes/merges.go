package writes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// mergeForms refuses the forms of MERGE that Postgres 15 does not have, and writes the others as DuckDB has them.
func mergeForms(t *rewrite.Translation, s *pg_query.MergeStmt, columns []rewrite.Column) {
	if s == nil {
		return
	}
	for _, n := range s.MergeWhenClauses {
		when := n.GetMergeWhenClause()
		switch {
		case when.MatchKind == pg_query.MergeMatchKind_MERGE_WHEN_NOT_MATCHED_BY_SOURCE:
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "syntax error at or near \"BY\"")
		case when.CommandType == pg_query.CmdType_CMD_INSERT:
			mergeInsert(t, s, when, columns)
		}
	}
}

// mergeInsert writes the INSERT of a MERGE: DuckDB takes neither fewer values than columns nor OVERRIDING.
func mergeInsert(t *rewrite.Translation, s *pg_query.MergeStmt, when *pg_query.MergeWhenClause, columns []rewrite.Column) {
	switch when.Override {
	case pg_query.OverridingKind_OVERRIDING_USER_VALUE:
		t.NoteUnsupported(build.Nowhere, "OVERRIDING USER VALUE in MERGE is not supported").WithHint("Leave the column out.")
	case pg_query.OverridingKind_OVERRIDING_SYSTEM_VALUE:
		when.Override, t.Changed = pg_query.OverridingKind_OVERRIDING_NOT_SET, true
	}
	if len(when.TargetList) == 0 && len(when.Values) < len(columns) {
		for _, c := range columns[:len(when.Values)] {
			target := &pg_query.ResTarget{Name: c.Name, Location: build.Nowhere}
			when.TargetList = append(when.TargetList, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: target}})
			t.Changed = true
		}
	}
	own := s.Relation.GetAlias().GetAliasname()
	if own == "" {
		own = s.Relation.Relname
	}
	for _, value := range when.Values {
		if ref := value.GetColumnRef(); len(ref.GetFields()) == 2 {
			if of, _ := parse.SplitName(ref.Fields); of == own {
				t.NoteError(ref.Location, sqlstate.UndefinedTable, "invalid reference to FROM-clause entry for table %q", own).
					WithHint("%s", "There is an entry for table \""+own+"\", but it cannot be referenced from this part of the query.")
			}
		}
	}
}
