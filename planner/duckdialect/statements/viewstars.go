package statements

import (
	"maps"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// The columns of a view are those that its query had when it was made, also where the query says *. DuckDB keeps the star, and
// would show columns that a table gets later. So stars are written out where what they mean is known.

// writeViewStars writes the stars of a view's query out.
func (t *Rules) writeViewStars(query *pg_query.SelectStmt) {
	if query == nil || t.Env.Columns == nil || t.Env.Unsettled {
		return
	}
	t.writeStarsOf(query, map[string]bool{})
}

func (t *Rules) writeStarsOf(query *pg_query.SelectStmt, named map[string]bool) {
	for _, n := range query.GetWithClause().GetCtes() {
		named[n.GetCommonTableExpr().GetCtename()] = true
	}
	if query.Larg != nil && query.Rarg != nil {
		t.writeStarsOf(query.Larg, named)
		t.writeStarsOf(query.Rarg, named)
		return
	}
	var targets []*pg_query.Node
	for _, n := range query.TargetList {
		ref := n.GetResTarget().GetVal().GetColumnRef()
		if fields := ref.GetFields(); len(fields) == 0 || len(fields) > 2 || fields[len(fields)-1].GetAStar() == nil {
			targets = append(targets, n)
			continue
		}
		of := ""
		if len(ref.Fields) == 2 {
			of = ref.Fields[0].GetString_().GetSval()
		}
		columns := t.starColumns(query.FromClause, of, named)
		if len(columns) == 0 {
			return
		}
		targets = append(targets, columns...)
	}
	if len(targets) != len(query.TargetList) || len(targets) == 1 {
		t.Changed = true
	}
	query.TargetList = targets
}

// starColumns are the columns of what a query reads from, or of the table of a name alone. They are nil where nobody knows them.
func (t *Rules) starColumns(from []*pg_query.Node, of string, named map[string]bool) (list []*pg_query.Node) {
	for _, n := range from {
		if j := n.GetJoinExpr(); len(from) > 1 && (j.GetIsNatural() || len(j.GetUsingClause()) > 0) {
			return nil // a column of both sides would be ambiguous by its name alone
		}
		columns, known := t.columnsFrom(n, of, named)
		if !known {
			return nil
		}
		list = append(list, columns...)
	}
	return list
}

func (t *Rules) columnsFrom(n *pg_query.Node, of string, named map[string]bool) (list []*pg_query.Node, known bool) {
	if j := n.GetJoinExpr(); j != nil {
		left, known := t.columnsFrom(j.Larg, of, named)
		if !known || j.Alias != nil {
			return nil, false
		}
		right, known := t.columnsFrom(j.Rarg, of, named)
		if of != "" {
			return append(left, right...), known
		}
		return joined(left, right, parse.Strings(j.UsingClause), j.IsNatural), known
	}
	if s := n.GetRangeSubselect(); s != nil && (of == "" || s.GetAlias().GetAliasname() == of) {
		return t.columnsOfQuery(s, named)
	}
	table := n.GetRangeVar()
	alias := parse.AliasOrName(table)
	switch {
	case of != "" && table != nil && alias != of:
		return nil, true
	case table == nil, table.Schemaname == "" && named[table.Relname], table.Catalogname != "":
		return nil, of != "" && n.GetRangeSubselect() != nil && n.GetRangeSubselect().GetAlias().GetAliasname() != of
	}
	names := parse.Strings(table.GetAlias().GetColnames())
	for i, c := range t.Env.Columns(table.Schemaname, table.Relname) {
		name := c.Name
		if i < len(names) {
			name = names[i]
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(alias, name), build.Nowhere), build.Nowhere))
	}
	return list, len(list) > 0
}

// columnsOfQuery are the columns of a query in FROM.
func (t *Rules) columnsOfQuery(s *pg_query.RangeSubselect, named map[string]bool) (list []*pg_query.Node, known bool) {
	query := s.GetSubquery().GetSelectStmt()
	if s.GetAlias() == nil || query == nil || query.Larg != nil {
		return nil, false
	}
	t.writeStarsOf(query, maps.Clone(named))
	names := parse.Strings(s.Alias.Colnames)
	for i, n := range query.TargetList {
		name := n.GetResTarget().GetName()
		if name == "" {
			name = targetName(n)
		}
		if i < len(names) {
			name = names[i]
		}
		if name == "" {
			return nil, false
		}
		list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(s.Alias.Aliasname, name), build.Nowhere), build.Nowhere))
	}
	return list, len(list) > 0
}

// joined are the columns of a join: first those that USING or NATURAL makes one.
func joined(left, right []*pg_query.Node, using []string, natural bool) (list []*pg_query.Node) {
	named := func(name string) func(n *pg_query.Node) bool {
		return func(n *pg_query.Node) bool { return targetName(n) == name }
	}
	if natural {
		for _, n := range left {
			if slices.ContainsFunc(right, named(targetName(n))) {
				using = append(using, targetName(n))
			}
		}
	}
	for _, name := range using {
		list = append(list, pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere), build.Nowhere))
	}
	for _, n := range slices.Concat(left, right) {
		if !slices.Contains(using, targetName(n)) {
			list = append(list, n)
		}
	}
	return list
}

// targetName is the name of a column that columnsFrom returns.
func targetName(n *pg_query.Node) string {
	_, name := parse.SplitName(n.GetResTarget().GetVal().GetColumnRef().GetFields())
	return name
}
