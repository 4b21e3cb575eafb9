package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// unnestSeveral turns unnest(a, b, …) in FROM, with as many rows as the longest array has elements,
// into (SELECT unnest(a), unnest(b), …), which fills up with NULL in the same way. So it does with an array of names of objects, which
// are looked up: a function in FROM takes no subquery. DuckDB finds no row of an unnest WITH ORDINALITY.
func (t *translation) unnestSeveral(n *pg_query.Node, r *pg_query.RangeFunction, f *pg_query.FuncCall) bool {
	if _, name := parse.SplitName(f.Funcname); name != "unnest" || len(f.Args) == 0 || len(f.Args) == 1 && !looksUpNames(f.Args[0]) && !(r.Ordinality && t.bareNames[r.GetAlias().GetAliasname()]) {
		return false
	}
	alias := r.Alias
	if alias == nil {
		alias = &pg_query.Alias{Aliasname: "unnest"}
	}
	given := parse.NameParts(alias.Colnames)
	targets := make([]*pg_query.Node, len(f.Args))
	for i, a := range f.Args {
		name := "unnest"
		if len(f.Args) == 1 {
			name = alias.Aliasname
		}
		if i < len(given) {
			name = given[i]
		}
		targets[i] = pg_query.MakeResTargetNodeWithNameAndVal(name, build.Call("unnest", a), build.Nowhere)
	}
	query := build.Select(nil, targets...)
	if r.Ordinality {
		ordinality := "ordinality"
		if len(given) > len(f.Args) {
			ordinality = given[len(f.Args)]
		}
		query = numberedRows(targets, alias.Aliasname, ordinality)
	}
	t.ReplaceNode(n, build.Lateral(query, &pg_query.Alias{Aliasname: alias.Aliasname, Colnames: alias.Colnames}))
	return true
}

// numberedRows is a query of values that are unnested side by side, with a column of the rows' numbers. The numbers are unnested, too, where
// the arrays can be written twice: a window function over the rows would lose their order.
func numberedRows(targets []*pg_query.Node, alias, ordinality string) *pg_query.Node {
	lengths := make([]*pg_query.Node, len(targets))
	for i, n := range targets {
		place := unnested(n.GetResTarget().Val)
		if place == nil || trees.IsVolatile((*place).ProtoReflect()) || trees.HasSubquery(*place) {
			return build.Select(build.Lateral(build.Select(nil, targets...), build.Alias(alias)), build.Target(build.Star(), ""), numbered(ordinality))
		}
		lengths[i] = build.Call("len", proto.CloneOf(*place))
	}
	return build.Select(nil, append(targets, build.Target(numbersUpTo(build.Call("greatest", lengths...)), ordinality))...)
}

// looksUpNames reports whether an expression reads names of objects.
func looksUpNames(n *pg_query.Node) (found bool) {
	trees.EachExpression(n, func(e *pg_query.Node) {
		schema, _ := parse.SplitName(e.GetFuncCall().GetFuncname())
		_, of := parse.SplitName(e.GetTypeCast().GetTypeName().GetNames())
		found = found || strings.HasPrefix(schema, emulation.Database+".") || strings.HasPrefix(of, "reg")
	})
	return found
}

// numbered returns the column that WITH ORDINALITY adds.
func numbered(name string) *pg_query.Node {
	rows := build.Call("row_number")
	rows.GetFuncCall().Over = &pg_query.WindowDef{FrameOptions: build.DefaultFrame, Location: build.Nowhere}
	return pg_query.MakeResTargetNodeWithNameAndVal(name, rows, build.Nowhere)
}

// unnested gives the arguments of unnest and its like the types and the dimensions of which DuckDB makes rows as Postgres does.
func (t *translation) unnested(n *pg_query.Node, f *pg_query.FuncCall) bool {
	t.smallElements(f)
	return t.arrays.FlattenUnnested(n, f)
}
