package checks

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// checkClauseConstants refuses constants in GROUP BY, DISTINCT ON and ORDER BY, where a number is a column of the result. DuckDB
// groups by them, or tells of them in its own words.
func (t *checker) checkClauseConstants(s *pg_query.SelectStmt) {
	if t.Env.SQLite || t.Env.Rewritten {
		return
	}
	for _, n := range s.GroupClause {
		t.checkGroupConstant(n)
	}
	for _, n := range s.DistinctClause {
		t.checkClauseConstant(n, "DISTINCT ON")
	}
	for _, n := range s.SortClause {
		t.checkClauseConstant(n.GetSortBy().GetNode(), "ORDER BY")
	}
}

// checkGroupConstant refuses a constant in GROUP BY, and in the sets of columns there.
func (t *checker) checkGroupConstant(n *pg_query.Node) {
	t.checkClauseConstant(n, "GROUP BY")
	for _, inner := range n.GetGroupingSet().GetContent() {
		t.checkGroupConstant(inner)
	}
	for _, inner := range bracketed(n).GetArgs() {
		t.checkGroupConstant(inner)
	}
}

func (t *checker) checkClauseConstant(n *pg_query.Node, clause string) {
	c := n.GetAConst()
	if _, isInt := c.GetVal().(*pg_query.A_Const_Ival); c != nil && !isInt {
		t.NoteError(c.Location, sqlstate.SyntaxError, "non-integer constant in %s", clause)
	}
}

// checkStar refuses * without FROM.
func (t *checker) checkStar(s *pg_query.SelectStmt) {
	if len(s.FromClause) > 0 || t.Env.Rewritten {
		return
	}
	for _, n := range s.TargetList {
		if c := n.GetResTarget().GetVal().GetColumnRef(); len(c.GetFields()) == 1 && c.Fields[0].GetAStar() != nil {
			t.NoteError(c.Location, sqlstate.SyntaxError, "SELECT * with no tables specified is not valid")
		}
	}
}

// checkDistinctOn refuses DISTINCT ON in an order that begins with something else, as far as columns and numbers show it.
func (t *checker) checkDistinctOn(s *pg_query.SelectStmt) {
	if len(s.DistinctClause) == 0 || s.DistinctClause[0].GetNode() == nil || t.Env.SQLite {
		return
	}
	key := func(n *pg_query.Node) string {
		if at, ok := parse.IntConstant(n); ok && at > 0 && int(at) <= len(s.TargetList) {
			n = s.TargetList[at-1].GetResTarget().GetVal()
		}
		name := trees.LastField(n)
		for _, other := range s.TargetList {
			if target := other.GetResTarget(); target.GetName() == name && len(n.GetColumnRef().GetFields()) == 1 {
				return trees.LastField(target.Val)
			}
		}
		return name
	}
	on := map[string]bool{}
	for _, n := range s.DistinctClause {
		on[key(n)] = true
	}
	if on[""] {
		return // an expression
	}
	matched := map[string]bool{}
	for _, n := range s.SortClause {
		by := key(n.GetSortBy().GetNode())
		if by == "" || len(matched) == len(on) {
			return
		}
		if !on[by] {
			t.NoteError(build.Nowhere, "42P10", "SELECT DISTINCT ON expressions must match initial ORDER BY expressions")
			return
		}
		matched[by] = true
	}
}

// distinctByLabel writes what a label of the select list means in DISTINCT ON, where DuckDB sees columns alone.
func (t *checker) distinctByLabel(s *pg_query.SelectStmt) {
	for i, n := range s.DistinctClause {
		if len(n.GetColumnRef().GetFields()) != 1 || t.Env.SQLite {
			continue
		}
		for _, other := range s.TargetList {
			if target := other.GetResTarget(); target.GetName() != "" && target.Name == trees.LastField(n) {
				s.DistinctClause[i], t.Changed = proto.Clone(target.Val).(*pg_query.Node), true //nolint:forcetypeassert // a clone
				break
			}
		}
	}
}

// checkHypothetical refuses the place of a column in a group that is no group of that column: its value is none of one row.
func (t *checker) checkHypothetical(s *pg_query.SelectStmt) {
	t.distinctGroups(s)
	grouped := len(s.GroupClause) > 0
	for _, n := range s.GroupClause {
		grouped = grouped && n.GetGroupingSet() == nil
	}
	if grouped || t.Env.SQLite {
		return
	}
	for _, n := range s.TargetList {
		trees.EachExpression(n.GetResTarget().GetVal(), func(n *pg_query.Node) {
			f := n.GetFuncCall()
			if _, name := parse.SplitName(f.GetFuncname()); f == nil || !f.AggWithinGroup || !hypotheticalFunctions[name] {
				return
			}
			for _, a := range f.Args {
				trees.EachColumn(a.ProtoReflect(), func(c *pg_query.ColumnRef) {
					t.NoteUnsupported(c.Location, "a column as the hypothetical row of an aggregate is not supported where it is not in GROUP BY")
				})
			}
		})
	}
}

// readsQuoted are the types that a quoted constant takes in a column of a set operation.
var readsQuoted = parse.WordSet(`int2 int4 int8 numeric float4 float8 bool date timestamp timestamptz uuid interval`)

// unknownInUnion reads quoted constants in a column of a set operation as the type that the other parts have there.
func (t *checker) unknownInUnion(s *pg_query.SelectStmt) {
	if s.Larg == nil || t.Env.SQLite {
		return
	}
	parts := trees.Leaves(s)
	for i := range parts[0].TargetList {
		kind := ""
		var quoted []*pg_query.ResTarget
		for _, part := range parts {
			if len(part.TargetList) != len(parts[0].TargetList) {
				return
			}
			target := part.TargetList[i].GetResTarget()
			if _, ok := parse.TextConstant(target.GetVal()); ok {
				quoted = append(quoted, target)
				continue
			}
			if target.GetVal().GetAConst().GetIsnull() {
				continue
			}
			own := t.Shown(target.GetVal())
			if _, isTruth := target.GetVal().GetAConst().GetVal().(*pg_query.A_Const_Boolval); isTruth {
				own = "bool"
			}
			if kind == "" || own == kind {
				kind = own
			} else {
				kind = "several"
			}
		}
		if !readsQuoted[kind] {
			continue
		}
		for _, target := range quoted {
			if target.Name == "" {
				target.Name = "?column?"
			}
			target.Val, t.Changed = build.Cast(target.Val, build.PlainType(kind)), true
		}
	}
}
