package json

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// PathCall calls the source's function of a jsonpath, which takes all arguments.
func PathCall(function string) func(*inference.Types, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *inference.Types, n *pg_query.Node, f *pg_query.FuncCall) bool {
		if len(f.Args) < 2 || len(f.Args) > 4 {
			return false
		}
		args := []*pg_query.Node{nil, nil, build.Cast(build.Text("{}"), build.PlainType(emulation.JSONB)), build.Truth(false)}
		for i, a := range f.Args {
			if named := a.GetNamedArgExpr(); named != nil {
				if i = slices.Index(pathParameters, named.Name); i < 0 {
					return false
				}
				a = named.Arg
			}
			args[i] = a
		}
		if args[0] == nil || args[1] == nil {
			return false
		}
		_, name := parse.SplitName(f.Funcname)
		return t.ReplaceCall(n, name, build.Call(function, pathArguments(args)...))
	}
}

// pathParameters are the names of the functions' parameters.
var pathParameters = []string{"target", "path", "vars", "silent"}

// pathArguments casts constant arguments for the JSON and the variables to jsonb.
func pathArguments(args []*pg_query.Node) []*pg_query.Node {
	for _, i := range []int{0, 2} {
		if _, quoted := parse.TextConstant(args[i]); quoted {
			args[i] = build.Cast(args[i], build.PlainType(emulation.JSONB))
		}
	}
	if _, quoted := parse.TextConstant(args[1]); !quoted {
		args[1] = build.Cast(args[1], build.PlainType("varchar")) // a jsonpath is kept as its text
	}
	return args
}

// pathOperators are operators between JSON and a jsonpath, and their functions.
var pathOperators = map[string]string{"@?": "pg__path_exists", "@@": "pg__path_match"}

// PathOperator finds out by a jsonpath, without errors.
func PathOperator(t *inference.Types, n *pg_query.Node, e *pg_query.A_Expr, op string) bool {
	function := pathOperators[op]
	if function == "" || e.Lexpr == nil {
		return false
	}
	t.ReplaceNode(n, build.Call(function, pathArguments([]*pg_query.Node{e.Lexpr, e.Rexpr, build.Cast(build.Text("{}"), build.PlainType(emulation.JSONB)), build.Truth(true)})...))
	return true
}

// ReadPaths has texts that are cast to jsonpath where a path is taken be the paths themselves, which the source's functions read. The
// tree is the client's.
func ReadPaths(t *inference.Types, root *pg_query.Node) {
	if t.Env.SQLite || !t.Env.Rewritten && !strings.Contains(strings.ToLower(t.Text), "jsonpath") {
		return
	}
	t.EachNode(root, func(n *pg_query.Node) {
		if e := n.GetAExpr(); e != nil {
			if _, op := parse.SplitName(e.Name); pathOperators[op] != "" {
				e.Rexpr = withoutCast(t, e.Rexpr)
			}
			return
		}
		f := n.GetFuncCall()
		if _, name := parse.SplitName(f.GetFuncname()); f == nil || !strings.HasPrefix(name, "jsonb_path_") {
			return
		}
		for i, a := range f.Args {
			if named := a.GetNamedArgExpr(); named != nil && named.Name == pathParameters[1] {
				named.Arg = withoutCast(t, named.Arg)
			} else if i == 1 {
				f.Args[i] = withoutCast(t, a)
			}
		}
	})
}

// withoutCast is what is cast to jsonpath, as a text.
func withoutCast(t *inference.Types, n *pg_query.Node) *pg_query.Node {
	c := n.GetTypeCast()
	if _, name := parse.SplitName(c.GetTypeName().GetNames()); name != "jsonpath" || len(c.TypeName.ArrayBounds) > 0 {
		return n
	}
	t.Changed = true
	if _, constant := parse.TextConstant(c.Arg); constant {
		return c.Arg
	}
	return build.Cast(c.Arg, build.PlainType("text"))
}
