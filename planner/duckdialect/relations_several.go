package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// rowsFromSeveral turns ROWS FROM (f(…), g(…)) into (SELECT unnest(f(…)), unnest(g(…))), which fills up with NULL in the
// same way.
func (t *translation) rowsFromSeveral(n *pg_query.Node, r *pg_query.RangeFunction) {
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: "__rows"}
	}
	given := parse.NameParts(alias.Colnames)
	var targets []*pg_query.Node
	for _, item := range r.Functions {
		values, name := t.columnsOfFunction(item.GetList().GetItems())
		if len(values) == 0 {
			t.NoteUnsupported(build.Nowhere, "ROWS FROM with this function is not supported")
			return
		}
		for _, value := range values {
			column := name
			if len(targets) < len(given) {
				column = given[len(targets)]
			}
			targets = append(targets, pg_query.MakeResTargetNodeWithNameAndVal(column, value, build.Nowhere))
		}
	}
	query := build.Select(nil, targets...)
	if r.Ordinality {
		ordinality := "ordinality"
		if len(given) > len(targets) {
			ordinality = given[len(targets)]
		}
		query = numberedRows(targets, alias.Aliasname, ordinality)
	}
	t.ReplaceNode(n, build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames}))
}

// columnsOfFunction are the columns of a function in ROWS FROM as values of a select list, and their name; none: it is not supported. One that
// returns no set has one row.
func (t *translation) columnsOfFunction(items []*pg_query.Node) (values []*pg_query.Node, name string) {
	f := items[0].GetFuncCall()
	if f == nil || len(items) > 1 && items[1].GetList() != nil {
		return nil, ""
	}
	name = t.OriginalName(f)
	known, listed := functions[name]
	switch {
	case name == "unnest":
		for _, a := range f.Args {
			values = append(values, build.Call("unnest", a))
		}
		return values, name
	case known.set && !known.list, !listed, tableFunctions[name]:
		return nil, ""
	case !known.set:
		return []*pg_query.Node{build.Call("unnest", build.Array(items[0]))}, name
	}
	value := unnest(known, items[0])
	if kind := t.typeOfSeries(name, f); kind != nil {
		value = build.Cast(value, kind)
	} else if name == "generate_series" && smallIntegers(f) {
		value = build.Cast(value, build.PlainType("int4"))
	}
	return []*pg_query.Node{value}, name
}

// sample takes all rows, or none.
func (t *translation) sample(n *pg_query.Node, s *pg_query.RangeTableSample) {
	if share, _ := parse.IntConstant(s.Args[0]); share == 0 {
		alias := s.Relation.GetRangeVar().GetAlias()
		if alias == nil {
			alias = &pg_query.Alias{Aliasname: s.Relation.GetRangeVar().GetRelname()}
		}
		query := build.Select(s.Relation, build.Target(build.Star(), ""))
		query.GetSelectStmt().WhereClause = build.Truth(false)
		rows := build.Lateral(query, alias)
		rows.GetRangeSubselect().Lateral = false
		t.ReplaceNode(n, rows)
		return
	}
	t.ReplaceNode(n, s.Relation)
}
