package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// joinBytes rewrites string_agg of bytea, which DuckDB would join as texts. Of a value whose type is not known here DuckDB itself says
// whether it is bytea, and then the call is refused.
func (t *translation) joinBytes(n *pg_query.Node, f *pg_query.FuncCall) bool {
	kind, by := t.Inferred(f.Args[0]), t.Inferred(f.Args[1])
	switch {
	case kind == "" && by != "bytea":
		refuseBytes(f)
		t.Changed = true
		return false
	case kind == "unknown" && by == "bytea":
		t.bytesArgument(f.Args[0])
	case kind == "", kind == "bytea" && by == "" && f.Args[1].GetParamRef() == nil:
		t.NoteUnsupported(f.Location, "string_agg of bytea with a value whose type is not known is not supported").WithHint("Cast both to bytea.")
		return true
	case kind != "bytea" && by != "bytea":
		return false
	case kind != "bytea" || by != "bytea" && by != "unknown" && by != "":
		t.NoteError(f.Location, sqlstate.UndefinedFunction, "function string_agg(%s, %s) does not exist", inference.Spelled(kind), inference.Spelled(by)).
			WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
		return true
	}
	t.bytesArgument(f.Args[1])
	if f.Args[0].GetAConst().GetIsnull() {
		f.Args[0] = build.Cast(f.Args[0], build.PlainType("bytea"))
	}
	if f.Args[1].GetParamRef() != nil {
		f.Args[1] = build.Cast(f.Args[1], build.PlainType("bytea"))
	}
	if why := aggregates.JoinBytes(&t.Types, n, f); why != "" {
		t.NoteUnsupported(f.Location, "%s", why)
	}
	return true
}

// refuseBytes has a call fail where its first argument is bytea.
func refuseBytes(f *pg_query.FuncCall) {
	isBytes := build.Binary("=", build.Call("typeof", f.Args[0]), build.Text("BLOB"))
	fails := build.Cast(rewrite.Failing("string_agg of bytea is not supported here: cast the value to bytea"), build.PlainType("bool"))
	checked := build.Case(build.Boolean(true), build.When(isBytes, fails))
	if f.AggFilter != nil {
		checked = build.And(f.AggFilter, checked)
	}
	f.AggFilter = checked
}
