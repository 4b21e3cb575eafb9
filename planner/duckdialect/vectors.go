package duckdialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The vectors of the catalogs, int2vector and oidvector, are lists to DuckDB. Their first element has the number 0.

// vectorConstant writes a quoted vector as an array.
func (t *translation) vectorConstant(c *pg_query.TypeCast) {
	_, name := parse.SplitName(c.TypeName.Names)
	s, quoted := parse.TextConstant(c.Arg)
	if !quoted || name != "int2vector" && name != "oidvector" || len(c.TypeName.ArrayBounds) > 0 {
		return
	}
	var elements []*pg_query.Node
	for _, field := range strings.Fields(s) {
		i, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return
		}
		elements = append(elements, build.Number(i))
	}
	c.Arg, t.Changed = build.Array(elements...), true
}

// isVector reports whether an expression is a vector of a catalog, or a cast of one to an array.
func isVector(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil && len(n.GetTypeCast().TypeName.GetArrayBounds()) > 0 {
		if _, name := parse.SplitName(n.GetTypeCast().TypeName.Names); name == "pg_int2vector" || name == "pg_oidvector" {
			return true
		}
		n = n.GetTypeCast().Arg
	}
	return parse.IsVectorColumn(trees.LastField(n))
}

// vectorBound answers array_lower, array_upper and array_dims of a vector, whose first element has the number 0.
func (t *translation) vectorBound(n *pg_query.Node, f *pg_query.FuncCall) bool {
	if len(f.Args) == 0 || !isVector(f.Args[0]) {
		return false
	}
	_, name := parse.SplitName(f.Funcname)
	empty := build.When(isEmptyList(f.Args[0]), build.Null())
	to, by := "int4", lastOfVector(f.Args[0])
	switch name {
	case "array_dims":
		to, by = "text", boundsOfVector(f.Args[0])
	case "array_lower":
		by = build.Number(0)
	}
	if len(f.Args) == 2 {
		other := build.When(build.Binary("<>", f.Args[1], build.Number(1)), build.Null())
		return t.ReplaceCall(n, name, build.Cast(build.Case(by, empty, other), build.PlainType(to)))
	}
	return t.ReplaceCall(n, name, build.Cast(build.Case(by, empty), build.PlainType(to)))
}

// lastOfVector is the number of the last element of a vector.
func lastOfVector(list *pg_query.Node) *pg_query.Node {
	return build.Binary("-", build.Call("len", list), build.Number(1))
}

// boundsOfVector are the numbers of the first and the last element of a vector, as arrays show them.
func boundsOfVector(list *pg_query.Node) *pg_query.Node {
	last := build.Cast(lastOfVector(list), build.PlainType("text"))
	return build.Binary("||", build.Binary("||", build.Text("[0:"), last), build.Text("]"))
}

func isEmptyList(list *pg_query.Node) *pg_query.Node {
	return build.Binary("=", build.Call("len", list), build.Number(0))
}

// showVectors shows the arrays that vectors were cast to: their first element has the number 0.
func (t *translation) showVectors(root *pg_query.Node) {
	s := root.GetSelectStmt()
	if s == nil || !t.Env.Shown || s.Larg != nil || len(s.DistinctClause)+len(s.GroupClause) > 0 || len(t.results) != len(s.TargetList) {
		return
	}
	for i, n := range s.TargetList {
		target := n.GetResTarget()
		oid := t.Env.ObjectVectors[target]
		if oid == 0 {
			continue
		}
		list := target.Val
		shown := build.Binary("||", build.Binary("||", boundsOfVector(list), build.Text("=")), build.Call("pg__show_row", list))
		target.Val = build.Case(shown, build.When(isEmptyList(list), build.Text("{}")))
		t.results[i].Computed, t.results[i].Type, t.results[i].TypeMod, t.results[i].Text, t.Changed = true, oid, -1, true, true
	}
}

// isSmallVector reports whether an expression is an int2vector of a catalog, whose elements are smallints of a name of their own to
// DuckDB: no operator takes one beside another integer.
func (t *translation) isSmallVector(n *pg_query.Node) bool {
	if c := n.GetTypeCast(); c != nil {
		_, name := parse.SplitName(c.TypeName.GetNames())
		return name == "pg_int2vector" && len(c.TypeName.ArrayBounds) > 0
	}
	if parse.VectorType(trees.LastField(n)) != "int2vector" {
		return false
	}
	kind := t.Inferred(n)
	return kind == "" || kind == "int2[]"
}

// smallElements makes the int2vectors that become rows arrays of smallints.
func (t *translation) smallElements(f *pg_query.FuncCall) {
	for i, a := range f.Args {
		if t.isSmallVector(a) {
			to := build.PlainType("int2")
			to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
			f.Args[i], t.Changed = build.Cast(a, to), true
		}
	}
}
