package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// writeDomainCasts writes calls of domains as casts, which they are where no function has the name: func_get_detail.
func (r *resolver) writeDomainCasts(statement *pg_query.Node, env *rewrite.Env) {
	if env.SQLite || env.Type == nil || len(env.Types) == 0 {
		return
	}
	isCast := func(n *pg_query.Node) bool {
		f := n.GetFuncCall()
		if f == nil || len(f.Args) != 1 || f.AggStar || f.AggDistinct || f.AggFilter != nil || f.Over != nil || len(f.AggOrder) > 0 || f.FuncVariadic || f.Args[0].GetNamedArgExpr() != nil {
			return false
		}
		schema, name := parse.SplitName(f.Funcname)
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
		n.Node, env.Placed = build.Cast(f.Args[0], &pg_query.TypeName{Names: f.Funcname, Typemod: -1, Location: f.Location}).Node, true
	})
}
