package changes

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The system column tableoid is the OID of the table that a row is of. No table of DuckDB's has heirs, so it is a constant for each table of
// FROM, as long as no outer join leaves the row out.

const tableOID = "tableoid"

// WriteTableOIDs writes the OIDs of tables for tableoid in a statement without subqueries, and reports whether it has. What it leaves is refused
// by the translation. oidOf returns the OID of a table; 0: it has none.
func WriteTableOIDs(root *pg_query.Node, oidOf func(*pg_query.RangeVar) uint32) bool {
	var from, targets []*pg_query.Node
	tables := map[string]uint32{}
	note := func(r *pg_query.RangeVar) { tables[parse.AliasOrName(r)] = oidOf(r) }
	switch s := root.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		from, targets = s.SelectStmt.FromClause, s.SelectStmt.TargetList
	case *pg_query.Node_UpdateStmt:
		note(s.UpdateStmt.Relation)
		from, targets = s.UpdateStmt.FromClause, s.UpdateStmt.ReturningList
	case *pg_query.Node_DeleteStmt:
		note(s.DeleteStmt.Relation)
		from, targets = s.DeleteStmt.UsingClause, s.DeleteStmt.ReturningList
	default:
		return false
	}
	refs, plain := tableOIDsIn(root)
	if len(refs) == 0 || !plain {
		return false
	}
	parse.EachMessage((&pg_query.List{Items: from}).ProtoReflect(), func(m proto.Message) {
		if r, ok := m.(*pg_query.RangeVar); ok {
			note(r)
		}
	})
	oids := make([]uint32, len(refs))
	for i, n := range refs {
		if oids[i] = meantTable(n.GetColumnRef(), tables); oids[i] == 0 {
			return false
		}
	}
	for _, n := range targets {
		if target := n.GetResTarget(); target.GetName() == "" && trees.LastField(trees.WithoutCasts(target.GetVal())) == tableOID {
			target.Name = tableOID
		}
	}
	for i, n := range refs {
		n.Node = build.Cast(build.Number(int64(oids[i])), build.PlainType("oid")).Node
	}
	return true
}

// meantTable is the OID of the table whose column a reference means; 0: it is not known.
func meantTable(ref *pg_query.ColumnRef, tables map[string]uint32) uint32 {
	names := parse.NameParts(ref.Fields)
	switch {
	case len(names) == 2:
		return tables[names[0]]
	case len(names) == 1 && len(tables) == 1:
		for _, oid := range tables {
			return oid
		}
	}
	return 0
}

// tableOIDsIn lists the uses of tableoid. plain: the statement has no other query in it, no outer join, nothing but tables in FROM, and
// does not ask for types.
func tableOIDsIn(root *pg_query.Node) (refs []*pg_query.Node, plain bool) {
	plain = true
	queries := 0
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.Node:
			if ref := m.GetColumnRef(); ref != nil && trees.LastField(m) == tableOID {
				refs = append(refs, m)
			}
		case *pg_query.SelectStmt:
			queries++
			plain = plain && queries == 1 && m.Larg == nil && len(m.ValuesLists) == 0
		case *pg_query.FuncCall: // the type of a constant is not that of what it stands for
			_, name := parse.SplitName(m.Funcname)
			plain = plain && name != "pg_typeof"
		case *pg_query.JoinExpr:
			plain = plain && m.Jointype == pg_query.JoinType_JOIN_INNER && m.Alias == nil
		case *pg_query.SubLink, *pg_query.WithClause, *pg_query.RangeSubselect, *pg_query.RangeFunction, *pg_query.RangeTableSample, *pg_query.RangeTableFunc, *pg_query.GroupingSet:
			plain = false
		}
	})
	return refs, plain
}
