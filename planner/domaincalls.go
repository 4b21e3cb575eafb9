package planner

import (
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// castingCalls are the types whose functions of one argument, by the name of the type, do what a cast does, and which the embedded engine
// has not.
var castingCalls = parse.WordSet(`text int2 int4 int8 float4 float8 time timetz timestamp timestamptz interval money xml cidr inet macaddr uuid oid regclass bytea
	jsonb`)

// writeTypeCasts writes calls of domains and of types as casts, which they are where no function has the name: func_get_detail.
func (r *resolver) writeTypeCasts(statement *pg_query.Node, env *rewrite.Env) {
	if env.SQLite {
		return
	}
	atOnce := runsAtOnce(statement) // a definition is shown with the call
	relations := sync.OnceValue(func() map[string]bool { return namesInFrom(statement) })
	isCast := func(n *pg_query.Node) bool {
		f := n.GetFuncCall()
		if !isPlainCall(f) {
			return false
		}
		schema, name := parse.SplitName(f.Funcname)
		if castingCalls[name] && atOnce && (schema == "" || schema == "pg_catalog") {
			fields := f.Args[0].GetColumnRef().GetFields()
			isRow := f.Args[0].GetRowExpr() != nil || len(fields) == 1 && relations()[fields[0].GetString_().GetSval()]
			return !isRow && (schema != "" || len(r.source.Catalog.Functions("", name)) == 0)
		}
		if env.Type == nil || len(env.Types) == 0 {
			return false
		}
		u := env.Type(schema, name)
		return u != nil && u.Kind == "d" && len(r.source.Catalog.Functions(schema, name)) == 0
	}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		if target, ok := m.(*pg_query.ResTarget); ok && target.Name == "" && isCast(target.Val) {
			_, target.Name = parse.SplitName(target.Val.GetFuncCall().Funcname)
		}
	})
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		n, ok := m.(*pg_query.Node)
		if !ok || !isCast(n) {
			return
		}
		f := n.GetFuncCall()
		names := f.Funcname
		if _, name := parse.SplitName(names); castingCalls[name] {
			names = build.PlainType(name).Names
		}
		n.Node, env.Placed = build.Cast(f.Args[0], &pg_query.TypeName{Names: names, Typemod: -1, Location: f.Location}).Node, true
	})
}

// namesInFrom are the names by which a statement reads relations: a column of such a name may be a row.
func namesInFrom(statement *pg_query.Node) map[string]bool {
	names := map[string]bool{}
	parse.EachMessage(statement.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			names[m.Relname] = true
		case *pg_query.Alias:
			names[m.Aliasname] = true
		}
	})
	return names
}

// isPlainCall reports whether a call has one argument and nothing else.
func isPlainCall(f *pg_query.FuncCall) bool {
	return f != nil && len(f.Args) == 1 && !f.AggStar && !f.AggDistinct && f.AggFilter == nil && f.Over == nil && len(f.AggOrder) == 0 && !f.FuncVariadic &&
		f.Args[0].GetNamedArgExpr() == nil
}
