package aggregates

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Hypothetical is rank(x) WITHIN GROUP (ORDER BY y) and its kin: the place that a row would have, which follows from how
// many rows are before it.
func Hypothetical(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
	if !f.AggWithinGroup {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	if len(f.Args) != 1 || len(f.AggOrder) != 1 {
		t.NoteUnsupported(f.Location, "%s(…) WITHIN GROUP of several columns is not supported", name)
		return true
	}
	by, value := f.AggOrder[0].GetSortBy(), f.Args[0]
	op := "<"
	if by.SortbyDir == pg_query.SortByDir_SORTBY_DESC {
		op = ">"
	}
	nullsFirst := parse.NullsFirst(by.SortbyDir, by.SortbyNulls)
	before, peer := build.Binary(op, by.Node, value), build.Binary("=", by.Node, value)
	if value.GetAConst().GetIsnull() {
		before, peer = build.IsNotNull(by.Node), build.IsNull(by.Node)
		if nullsFirst {
			before = build.Boolean(false)
		}
	} else if nullsFirst {
		before = build.Or(before, build.IsNull(by.Node))
	}
	count := func(filter *pg_query.Node, distinct bool) *pg_query.Node {
		c := build.Call("count")
		if c.GetFuncCall().AggStar = !distinct; distinct {
			c.GetFuncCall().AggDistinct, c.GetFuncCall().Args = true, []*pg_query.Node{by.Node}
		}
		if c.GetFuncCall().AggFilter = filter; f.AggFilter != nil {
			if c.GetFuncCall().AggFilter = f.AggFilter; filter != nil {
				c.GetFuncCall().AggFilter = build.And(f.AggFilter, filter)
			}
		}
		return c
	}
	double := func(n *pg_query.Node) *pg_query.Node { return build.Cast(n, build.PlainType("float8")) }
	switch name {
	case "percent_rank":
		share := build.Call("pg__div", double(count(before, false)), double(build.Call("nullif", count(nil, false), build.Number(0))))
		t.ReplaceNode(n, build.Coalesce(share, double(build.Number(0))))
	case "cume_dist":
		upTo := build.Or(before, peer)
		t.ReplaceNode(n, build.Call("pg__div", double(build.Binary("+", count(upTo, false), build.Number(1))), double(build.Binary("+", count(nil, false), build.Number(1)))))
	case "dense_rank":
		rank := build.Binary("+", count(before, true), build.Number(1))
		if nullsFirst && !value.GetAConst().GetIsnull() { // NULL is one value, which count(DISTINCT …) does not count
			rank = build.Binary("+", rank, build.Call("least", count(build.IsNull(by.Node), false), build.Number(1)))
		}
		t.ReplaceNode(n, rank)
	default:
		t.ReplaceNode(n, build.Binary("+", count(before, false), build.Number(1)))
	}
	return true
}
