package json

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// Subscript takes a part of jsonb by its subscripts, which are the steps of a path: a number counts the elements of an array,
// and is the key of an object.
func Subscript(t *inference.Types, n *pg_query.Node, x *pg_query.A_Indirection) bool {
	kind := t.Inferred(x.Arg)
	if _, by := parse.SplitName(x.Arg.GetFuncCall().GetFuncname()); by == "pg__json_path" || emulation.IsJSONB(x.Arg) {
		kind = "jsonb"
	}
	_, quoted := parse.TextConstant(x.Indirection[0].GetAIndices().GetUidx())
	if quoted = quoted && kind == "" && x.Arg.GetAArrayExpr() == nil && len(x.Arg.GetTypeCast().GetTypeName().GetArrayBounds()) == 0; kind != "jsonb" && kind != "json" && !quoted || t.Env.SQLite {
		return false
	}
	steps := make([]*pg_query.Node, len(x.Indirection))
	for i, part := range x.Indirection {
		at := part.GetAIndices()
		switch {
		case at == nil:
			return false
		case kind == "json":
			t.NoteError(build.Nowhere, "42804", "cannot subscript type json because it does not support subscripting")
			return true
		case at.IsSlice:
			t.NoteError(build.Nowhere, "42804", "jsonb subscript does not support slices")
			return true
		}
		if of := t.Inferred(at.Uidx); inference.SpelledNumbers[of] != "" && of != "int2" && of != "int4" || of == "bool" || of == "date" {
			t.NoteError(build.Nowhere, "42804", "subscript type %s is not supported", inference.Spelled(of)).
				WithHint("jsonb subscript must be coercible to either integer or text.")
			return true
		}
		steps[i] = build.Cast(at.Uidx, build.PlainType("text"))
	}
	path := build.Cast(build.Array(steps...), build.TextArray())
	t.ReplaceNode(n, build.Call("pg__json_path", build.Cast(x.Arg, build.PlainType(emulation.JSONB)), path))
	return true
}
