package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
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
		columns := t.columnsOfFunction(item)
		if t.Err == nil && len(columns) == 0 {
			t.NoteUnsupported(build.Nowhere, "ROWS FROM with this function is not supported")
		}
		for _, column := range columns {
			if len(targets) < len(given) {
				column.GetResTarget().Name = given[len(targets)]
			}
			targets = append(targets, column)
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

// columnsOfFunction are the columns of a function in ROWS FROM as a select list; none: it is not supported. One that returns no set has one
// row.
func (t *translation) columnsOfFunction(item *pg_query.Node) (columns []*pg_query.Node) {
	call := item.GetList().GetItems()[0]
	f := call.GetFuncCall()
	if f == nil {
		return nil
	}
	name, definitions := t.OriginalName(f), trees.DefinitionsOf(item)
	if trees.ReturnsRecord(name) || len(definitions) > 0 {
		return t.columnsOfRecords(call, definitions)
	}
	known, listed := functions[name]
	switch {
	case name == "unnest":
		for _, a := range f.Args {
			columns = append(columns, build.Target(build.Call("unnest", a), name))
		}
		return columns
	case known.set && !known.list, !listed, tableFunctions[name]:
		return nil
	case !known.set:
		return []*pg_query.Node{build.Target(build.Call("unnest", build.Array(call)), name)}
	}
	value := unnest(known, call)
	if kind := t.typeOfSeries(name, f); kind != nil {
		value = build.Cast(value, kind)
	} else if name == "generate_series" && smallIntegers(f) {
		value = build.Cast(value, build.PlainType("int4"))
	}
	return []*pg_query.Node{build.Target(value, name)}
}

// columnsOfRecords are the columns of a function of JSON that returns rows, each with the values that a query of the rows finds.
func (t *translation) columnsOfRecords(call *pg_query.Node, definitions []*pg_query.Node) []*pg_query.Node {
	const rows = "__records"
	function := pg_query.MakeListNode([]*pg_query.Node{call, {}})
	r := &pg_query.RangeFunction{Functions: []*pg_query.Node{function}, Coldeflist: definitions, Alias: build.Alias(rows)}
	n := &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: r}}
	if t.rangeFunction(n, r); t.Err != nil || n.GetRangeSubselect() == nil {
		return nil
	}
	query := n.GetRangeSubselect().Subquery.GetSelectStmt()
	if len(query.FromClause) == 0 { // its columns are unnested already
		return query.TargetList
	}
	columns := make([]*pg_query.Node, len(query.TargetList))
	for i, target := range query.TargetList {
		name := target.GetResTarget().Name
		values := build.Select(proto.CloneOf(n), build.Target(build.Column(rows, name), ""))
		columns[i] = build.Target(build.Call("unnest", build.ArrayOf(values)), name)
	}
	return columns
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
