package queries

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// GroupSets puts a function that returns a set, by whose values a query groups its rows, into FROM. PostgreSQL groups the rows that the
// function makes; DuckDB refuses some of these queries, and in others calls the function once the rows are grouped. Names are
// bound, and otherwise still the client's.
func GroupSets(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite {
		return
	}
	grouped := 0
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || len(s.GroupClause) == 0 {
			return
		}
		g := setGrouping{t: t, query: s}
		if g.read(); g.call != nil && t.Err == nil {
			grouped++
			g.write("__set" + strconv.Itoa(grouped))
		}
	})
}

// setGrouping is a query that is grouped by values of a function that returns a set.
type setGrouping struct {
	t     *rewrite.Translation
	query *pg_query.SelectStmt
	call  *pg_query.Node   // the call; nil: there is none
	by    []*pg_query.Node // the expressions of GROUP BY that have it
}

// read finds the expressions of GROUP BY that call such a function. It refuses what it cannot write.
func (g *setGrouping) read() {
	for _, n := range g.query.GroupClause {
		place, ok := parse.IntConstant(n)
		if ok && place > 0 && int(place) <= len(g.query.TargetList) {
			n = g.query.TargetList[place-1].GetResTarget().GetVal()
		}
		if !functionnames.CallsSet(n) {
			continue
		}
		if n.GetGroupingSet() != nil {
			g.t.NoteUnsupported(build.Nowhere, "set-returning functions are not supported in grouping sets")
			return
		}
		calls := 0
		eachSet(n, func(set *pg_query.Node) {
			f := callOf(set)
			if calls++; calls > 1 || returnsRows(f) && f == set || g.call != nil && !trees.SameExpression(g.call, f) {
				g.t.NoteUnsupported(f.GetFuncCall().Location, "GROUP BY several set-returning functions, or rows of one, is not supported").
					WithHint("Call them in a query in FROM, and group its columns.")
			}
			g.call = f
		})
		g.by = append(g.by, proto.CloneOf(n))
	}
	if g.call != nil {
		g.call = proto.CloneOf(g.call)
	}
}

// rowFunctions are the functions whose sets are of rows, which have these columns.
var (
	rowFunctions = parse.WordSet("json_each json_each_text jsonb_each jsonb_each_text")
	rowColumns   = []string{"key", "value"}
)

// returnsRows reports whether a call returns a set of rows.
func returnsRows(f *pg_query.Node) bool {
	_, name := parse.SplitName(f.GetFuncCall().GetFuncname())
	return rowFunctions[name]
}

// callOf is the call of a function that returns a set, or whose rows a column is taken of.
func callOf(set *pg_query.Node) *pg_query.Node {
	if x := set.GetAIndirection(); x != nil {
		return x.Arg
	}
	return set
}

// write writes the query over the rows of the function.
func (g *setGrouping) write(alias string) {
	for _, n := range g.query.TargetList {
		target := n.GetResTarget()
		if functionnames.CallsSet(target.GetVal()) && target.Name == "" {
			target.Name, _ = resultcolumns.Name(target.Val)
		}
		if fields := target.GetVal().GetColumnRef().GetFields(); len(fields) == 1 && fields[0].GetAStar() != nil {
			g.t.NoteUnsupported(build.Nowhere, "* beside a set-returning function in GROUP BY is not supported").WithHint("Name the columns.")
			return
		}
		g.replace(target.GetVal(), alias)
	}
	for _, list := range [][]*pg_query.Node{g.query.GroupClause, {g.query.HavingClause}} {
		for _, n := range list {
			g.replace(n, alias)
		}
	}
	for _, n := range g.query.SortClause {
		g.replace(n.GetSortBy().GetNode(), alias)
	}
	list := &pg_query.Node{Node: &pg_query.Node_List{List: &pg_query.List{Items: []*pg_query.Node{g.call, {}}}}}
	function := &pg_query.RangeFunction{Functions: []*pg_query.Node{list}, Alias: build.Alias(alias, setColumn)}
	if returnsRows(g.call) {
		function.Alias = build.Alias(alias, rowColumns...)
	}
	if len(g.query.FromClause) > 0 {
		function.Lateral = true
	}
	g.query.FromClause = append(g.query.FromClause, &pg_query.Node{Node: &pg_query.Node_RangeFunction{RangeFunction: function}})
	g.t.Changed = true
}

// setColumn is the column of a function whose sets are of values.
const setColumn = "__value"

// replace puts a column of the function in the place of the call, where an expression is one of GROUP BY or has one in it.
func (g *setGrouping) replace(n *pg_query.Node, alias string) {
	if n == nil || n.GetSelectStmt() != nil {
		return
	}
	for _, by := range g.by {
		if trees.SameExpression(n, by) {
			eachSet(n, func(set *pg_query.Node) {
				column := setColumn
				if x := set.GetAIndirection(); x != nil {
					column = x.Indirection[0].GetString_().GetSval()
				}
				set.Node = build.Column(alias, column).Node
			})
			return
		}
	}
	trees.EachChild(n, func(child *pg_query.Node) { g.replace(child, alias) })
}

// eachSet calls f with the calls of functions that return sets in an expression, outside of the queries in it, and with the columns
// that are taken of the rows of such a call.
func eachSet(n *pg_query.Node, f func(*pg_query.Node)) {
	if n.GetSelectStmt() != nil {
		return
	}
	if x := n.GetAIndirection(); returnsRows(x.GetArg()) && len(x.Indirection) == 1 && slices.Contains(rowColumns, x.Indirection[0].GetString_().GetSval()) {
		f(n)
		return
	}
	if call := n.GetFuncCall(); call != nil {
		if _, name := parse.SplitName(call.Funcname); functionnames.ReturnsSet(name) {
			f(n)
			return
		}
	}
	trees.EachChild(n, func(child *pg_query.Node) { eachSet(child, f) })
}
