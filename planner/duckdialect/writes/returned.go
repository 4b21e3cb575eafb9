package writes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// CheckReturned refuses RETURNING of the columns of tables that an UPDATE or DELETE joins: DuckDB has those of the target
// alone, and would mean these by a star.
func CheckReturned(t *rewrite.Translation, target *pg_query.RangeVar, joined, returning []*pg_query.Node) {
	if len(joined) == 0 {
		return
	}
	own := parse.AliasOrName(target)
	for _, n := range returning {
		t.EachMessage(n.ProtoReflect(), func(m any) {
			ref, ok := m.(*pg_query.ColumnRef)
			if !ok {
				return
			}
			of, _ := parse.SplitName(ref.Fields)
			if star := ref.Fields[len(ref.Fields)-1].GetAStar() != nil; star && of == "" || of != "" && of != own && of != target.GetSchemaname()+"."+own {
				t.NoteUnsupported(ref.Location, "RETURNING of columns of a joined table is not supported").
					WithHint("Name the columns of %q alone: %s.*", own, own)
			}
		})
	}
}

// UnaliasReturned takes the alias of an INSERT's table away from the columns that are returned: DuckDB knows no alias there.
func UnaliasReturned(t *rewrite.Translation, s *pg_query.InsertStmt) {
	alias := s.GetRelation().GetAlias().GetAliasname()
	if alias == "" {
		return
	}
	for _, n := range s.ReturningList {
		t.EachMessage(n.ProtoReflect(), func(m any) {
			ref, ok := m.(*pg_query.ColumnRef)
			if !ok || len(ref.Fields) < 2 {
				return
			}
			switch of, _ := parse.SplitName(ref.Fields); of {
			case alias:
				ref.Fields, t.Changed = ref.Fields[len(ref.Fields)-1:], true
			case s.Relation.Relname:
				t.NoteError(ref.Location, sqlstate.UndefinedTable, "invalid reference to FROM-clause entry for table %q", of).
					WithHint("%s", "Perhaps you meant to reference the table alias \""+alias+"\".")
			}
		})
	}
}
