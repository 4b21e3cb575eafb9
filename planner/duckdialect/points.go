package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Points and documents of text search are the rare types that columns have, too. Package planner refuses what nobody has checked of them.

// checkPointNames refuses the name of a column of points that is one of another column, too, but where it is read as it is. The tree
// is the client's.
func (t *translation) checkPointNames(root *pg_query.Node) {
	if t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	named, plain := map[string]bool{}, map[*pg_query.Node]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			for _, c := range t.Env.Columns(m.Schemaname, m.Relname) {
				named[c.Name] = named[c.Name] || raretypes.Columns[inference.Names[c.Type]]
			}
		case *pg_query.ResTarget:
			plain[m.Val] = true
		}
	})
	t.EachNode(root, func(n *pg_query.Node) {
		if c := n.GetColumnRef(); c != nil && !plain[n] && named[c.Fields[len(c.Fields)-1].GetString_().GetSval()] && t.Column(c) == "" {
			t.NoteUnsupported(c.Location, "a column of type point or tsvector beside another column of its name is not supported").WithHint("Write the name of its table before it.")
		}
	})
}

// pointPart takes a number of a point: p[0] or p[1].
func (t *translation) pointPart(n *pg_query.Node, x *pg_query.A_Indirection) bool {
	if kind := t.kindOf(x.Arg); !raretypes.Types[kind] {
		return false
	} else if i, ok := parse.IntConstant(x.Indirection[0].GetAIndices().GetUidx()); kind == "point" && ok && len(x.Indirection) == 1 && !x.Indirection[0].GetAIndices().IsSlice && (i == 0 || i == 1) {
		t.ReplaceNode(n, build.Call("pg__geo_number", x.Arg, build.Cast(build.Number(i), build.PlainType("int4"))))
		return true
	}
	t.refuseRare(build.Nowhere, "subscript of", t.kindOf(x.Arg))
	return true
}
