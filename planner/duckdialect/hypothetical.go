package duckdialect

import pg_query "github.com/pganalyze/pg_query_go/v6"

// hypothetical is rank(x) WITHIN GROUP (ORDER BY y) and its kin: the place that a row would have, which follows from how
// many rows are before it.
func (t *translation) hypothetical(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if !f.AggWithinGroup {
		return false
	}
	_, name := split(f.Funcname)
	if len(f.Args) != 1 || len(f.AggOrder) != 1 {
		t.noteUnsupported(f.Location, "%s(…) WITHIN GROUP of several columns is not supported", name)
		return true
	}
	by, value := f.AggOrder[0].GetSortBy(), f.Args[0]
	op := "<"
	descending := by.SortbyDir == pg_query.SortByDir_SORTBY_DESC
	if descending {
		op = ">"
	}
	before := binary(op, by.Node, value)
	if by.SortbyNulls == pg_query.SortByNulls_SORTBY_NULLS_FIRST || by.SortbyNulls != pg_query.SortByNulls_SORTBY_NULLS_LAST && descending {
		if before = or(before, isNull(by.Node)); name == "dense_rank" { // which counts values, and NULL is one
			t.noteUnsupported(f.Location, "dense_rank(…) WITHIN GROUP with NULLs first is not supported").WithHint("Add NULLS LAST.")
			return true
		}
	}
	count := func(filter *pg_query.Node, distinct bool) *pg_query.Node {
		c := call("count")
		if c.GetFuncCall().AggStar = !distinct; distinct {
			c.GetFuncCall().AggDistinct, c.GetFuncCall().Args = true, []*pg_query.Node{by.Node}
		}
		if c.GetFuncCall().AggFilter = filter; f.AggFilter != nil {
			if c.GetFuncCall().AggFilter = f.AggFilter; filter != nil {
				c.GetFuncCall().AggFilter = and(f.AggFilter, filter)
			}
		}
		return c
	}
	double := func(n *pg_query.Node) *pg_query.Node { return cast(n, plainType("float8")) }
	switch name {
	case "percent_rank":
		share := call("pg__div", double(count(before, false)), double(call("nullif", count(nil, false), number(0))))
		t.replaceNode(n, coalesce(share, double(number(0))))
	case "cume_dist":
		upTo := or(before, binary("=", by.Node, value))
		t.replaceNode(n, call("pg__div", double(binary("+", count(upTo, false), number(1))), double(binary("+", count(nil, false), number(1)))))
	default:
		t.replaceNode(n, binary("+", count(before, name == "dense_rank"), number(1)))
	}
	return true
}
