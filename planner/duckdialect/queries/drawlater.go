package queries

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// drawLater has nextval in a select list called once the rows are in order and limited, as PostgreSQL does: DuckDB calls it
// for every row, before. What cannot be written so is refused.
func drawLater(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || s.Larg != nil || len(s.FromClause) == 0 || len(s.SortClause) == 0 && s.LimitCount == nil && s.LimitOffset == nil { // which skips rows that PostgreSQL draws for
			return
		}
		for _, n := range s.TargetList {
			if drawsNext(n) {
				if !drawOutside(t, s) {
					t.NoteUnsupported(build.Nowhere, "nextval in the select list of this query with ORDER BY or LIMIT is not supported").
						WithHint("Call it in a query around this one.")
				}
				return
			}
		}
	})
}

// drawsNext reports whether an expression calls nextval outside of its subqueries.
func drawsNext(n *pg_query.Node) (found bool) {
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		switch e := m.Interface().(type) {
		case *pg_query.SelectStmt:
			return true
		case *pg_query.FuncCall:
			if _, name := parse.SplitName(e.Funcname); name == "nextval" {
				found = true
			}
		}
		return parse.Children(m, visit)
	}
	if n != nil {
		visit(n.ProtoReflect())
	}
	return found
}

// drawOutside puts a query with its order and limit into FROM of one that calls nextval. It reports whether it can.
func drawOutside(t *rewrite.Translation, s *pg_query.SelectStmt) bool {
	if s.LimitOffset != nil || len(s.DistinctClause) > 0 || len(s.GroupClause) > 0 || s.HavingClause != nil || s.IntoClause != nil || len(s.LockingClause) > 0 {
		return false
	}
	const rows = "__rows"
	inner := proto.Clone(s).(*pg_query.SelectStmt) //nolint:forcetypeassert // a clone
	for _, n := range inner.SortClause {
		by := n.GetSortBy()
		if !sortedByTarget(by, s.TargetList) || drawsNext(by.Node) {
			return false
		}
	}
	var outer []*pg_query.Node
	inner.TargetList = nil
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) || target.GetVal() == nil {
			return false
		}
		name := target.Name
		if name == "" {
			name, _ = resultcolumns.Name(target.Val)
		}
		value := target.Val
		if drawsNext(value) {
			reads := false
			parse.EachMessage(value.ProtoReflect(), func(m proto.Message) {
				switch m.(type) {
				case *pg_query.ColumnRef, *pg_query.SubLink:
					reads = true
				}
			})
			if reads {
				return false
			}
		} else {
			column := "__" + strconv.Itoa(i+1)
			inner.TargetList = append(inner.TargetList, pg_query.MakeResTargetNodeWithNameAndVal(column, value, build.Nowhere))
			value = pg_query.MakeColumnRefNode(build.Names(rows, column), build.Nowhere)
		}
		outer = append(outer, pg_query.MakeResTargetNodeWithNameAndVal(name, value, build.Nowhere))
	}
	if len(inner.TargetList) == 0 {
		inner.TargetList = []*pg_query.Node{pg_query.MakeResTargetNodeWithNameAndVal("__0", build.Number(1), build.Nowhere)}
	}
	inner.WithClause = nil
	from := build.Lateral(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: inner}}, &pg_query.Alias{Aliasname: rows})
	from.GetRangeSubselect().Lateral = false
	by, with := build.Select(from, outer...).GetSelectStmt(), s.WithClause
	proto.Reset(s)
	proto.Merge(s, by)
	s.WithClause, t.Changed = with, true
	return true
}
