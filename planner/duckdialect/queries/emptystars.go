package queries

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Relations without columns in FROM: what stars and rows mean of them.

// noteItem notes an item of FROM.
func (e *emptyLists) noteItem(n *pg_query.Node, sc *emptyScope) {
	switch item := n.GetNode().(type) {
	case *pg_query.Node_JoinExpr:
		first := len(sc.order)
		e.noteItem(item.JoinExpr.Larg, sc)
		right := len(sc.order) - first
		e.noteItem(item.JoinExpr.Rarg, sc)
		e.noteJoin(item.JoinExpr, sc.order[first:], right, sc)
	case *pg_query.Node_RangeTableSample:
		e.noteItem(item.RangeTableSample.Relation, sc)
	case *pg_query.Node_RangeVar:
		r := item.RangeVar
		e.noteRelation(parse.AliasOrName(r), r.Alias, r.Schemaname == "" && sc.isEmptyWith(r.Relname), sc)
	case *pg_query.Node_RangeSubselect:
		r := item.RangeSubselect
		e.noteRelation(r.GetAlias().GetAliasname(), r.Alias, e.visitQuery(r.Subquery.GetSelectStmt(), sc), sc)
	case *pg_query.Node_RangeFunction:
		r := item.RangeFunction
		name := r.GetAlias().GetAliasname()
		if name == "" && len(r.Functions) == 1 {
			_, name = parse.SplitName(r.Functions[0].GetList().GetItems()[0].GetFuncCall().GetFuncname())
		}
		e.noteRelation(name, r.Alias, false, sc)
	default:
		e.noteRelation("", nil, false, sc)
	}
}

// noteRelation notes a relation of FROM by its name.
func (e *emptyLists) noteRelation(name string, alias *pg_query.Alias, empty bool, sc *emptyScope) {
	if given := len(alias.GetColnames()); empty && given > 0 {
		e.NoteError(build.Nowhere, "42P10", "table %q has 0 columns available but %d columns specified", name, given)
	}
	if slices.Contains(sc.order, name) {
		name = "" // tables of two schemas have this name
	}
	sc.order = append(sc.order, name)
	sc.from[name] = sc.from[name] || empty
}

// noteJoin notes what a join means for the columns of the relations that it joins: names are those of its left side, and then those of
// its right side from number right on.
func (e *emptyLists) noteJoin(j *pg_query.JoinExpr, names []string, right int, sc *emptyScope) {
	empty := func(name string) bool { return sc.from[name] }
	filled := func(name string) bool { return !sc.from[name] }
	some := slices.ContainsFunc(names, empty)
	switch {
	case !some && j.Alias != nil:
		sc.order = append(sc.order[:len(sc.order)-len(names)], j.Alias.Aliasname)
		sc.from[j.Alias.Aliasname] = false
	case some && j.Alias != nil:
		e.NoteUnsupported(build.Nowhere, "an alias of a join of a relation without columns is not supported")
	case j.IsNatural && (!slices.ContainsFunc(names[:right], filled) || !slices.ContainsFunc(names[right:], filled)):
		j.IsNatural, j.Quals, e.Changed = false, build.Boolean(true), true // no columns are common
	case j.IsNatural && slices.ContainsFunc(names[:right], empty) && slices.ContainsFunc(names[right:], empty):
		e.NoteUnsupported(build.Nowhere, "NATURAL JOIN of a relation without columns is not supported here").WithHint("Write JOIN … USING.")
	}
	sc.merge = sc.merge || j.IsNatural || len(j.UsingClause) > 0
}

// expandStars takes the relations without columns from the stars of a select list.
func (e *emptyLists) expandStars(s *pg_query.SelectStmt, sc *emptyScope) {
	var list []*pg_query.Node
	changed := false
	for _, n := range s.TargetList {
		fields := n.GetResTarget().GetVal().GetColumnRef().GetFields()
		switch {
		case trees.IsSingleColumn(n):
			list = append(list, n)
		case len(fields) == 1 && len(s.FromClause) > 0 && sc.hasEmpty():
			list, changed = append(list, e.starsBeside(sc)...), true
		case len(fields) == 2 && sc.isEmptyRow(fields[0].GetString_().GetSval()):
			changed = true
		default:
			list = append(list, n)
		}
	}
	if changed {
		s.TargetList, e.Changed = list, true
	}
}

// starsBeside are the columns of all relations of FROM, of which one has none.
func (e *emptyLists) starsBeside(sc *emptyScope) (list []*pg_query.Node) {
	for _, name := range sc.order {
		switch {
		case sc.from[name] && name != "":
		case name == "" || sc.merge:
			e.NoteUnsupported(build.Nowhere, "* beside a relation without columns is not supported here").WithHint("Name the columns.")
			return nil
		default:
			list = append(list, build.Target(pg_query.MakeColumnRefNode(append(build.Names(name), pg_query.MakeAStarNode()), build.Nowhere), ""))
		}
	}
	return list
}

// refuseReference refuses the row of a relation without columns, and stars outside of select lists that mean the columns of one.
func (e *emptyLists) refuseReference(c *pg_query.ColumnRef, sc *emptyScope) {
	name, star := c.Fields[0].GetString_().GetSval(), c.Fields[len(c.Fields)-1].GetAStar() != nil
	switch {
	case c.Fields[len(c.Fields)-1].GetString_().GetSval() == hiddenColumn:
		e.NoteError(c.Location, sqlstate.UndefinedColumn, "column %s does not exist", strings.Join(parse.Strings(c.Fields), "."))
	case len(c.Fields) == 1 && star && sc.hasEmpty():
		e.NoteUnsupported(c.Location, "* beside a relation without columns is not supported here").WithHint("Name the columns.")
	case (len(c.Fields) == 1 || len(c.Fields) == 2 && star) && sc.isEmptyRow(name):
		e.NoteUnsupported(c.Location, "the row of a relation without columns is not supported")
	}
}
