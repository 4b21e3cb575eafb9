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
	targets := make([]*pg_query.Node, len(r.Functions))
	for i, item := range r.Functions {
		items := item.GetList().GetItems()
		f := items[0].GetFuncCall()
		name := ""
		if f != nil {
			name = t.OriginalName(f)
		}
		known := functions[name]
		if !known.set || !known.list && name != "unnest" || len(f.Args) > 1 && name == "unnest" || len(items) > 1 && items[1].GetList() != nil {
			t.NoteUnsupported(build.Nowhere, "ROWS FROM with this function is not supported")
			return
		}
		value := unnest(known, items[0])
		if name == "generate_series" && smallIntegers(f) {
			value = build.Cast(value, build.PlainType("int4"))
		}
		if i < len(given) {
			name = given[i]
		}
		targets[i] = pg_query.MakeResTargetNodeWithNameAndVal(name, value, build.Nowhere)
	}
	query := build.Select(nil, targets...)
	if r.Ordinality {
		ordinality := "ordinality"
		if len(given) > len(targets) {
			ordinality = given[len(targets)]
		}
		star := pg_query.MakeResTargetNodeWithVal(pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, build.Nowhere), build.Nowhere)
		query = build.Select(build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname}), star, numbered(ordinality))
	}
	t.ReplaceNode(n, build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames}))
}

// sample takes all rows, or none.
func (t *translation) sample(n *pg_query.Node, s *pg_query.RangeTableSample) {
	if share, _ := parse.IntConstant(s.Args[0]); share == 0 {
		alias := s.Relation.GetRangeVar().GetAlias()
		if alias == nil {
			alias = &pg_query.Alias{Aliasname: s.Relation.GetRangeVar().GetRelname()}
		}
		star := pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeAStarNode()}, build.Nowhere)
		query := build.Select(s.Relation, pg_query.MakeResTargetNodeWithVal(star, build.Nowhere))
		query.GetSelectStmt().WhereClause = build.Truth(false)
		rows := build.Lateral(query, alias)
		rows.GetRangeSubselect().Lateral = false
		t.ReplaceNode(n, rows)
		return
	}
	t.ReplaceNode(n, s.Relation)
}
