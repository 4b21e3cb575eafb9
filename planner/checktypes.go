package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// checkTypes refuses a statement whose types PostgreSQL does not put together and DuckDB does.
func (r *resolver) checkTypes(one parse.Statement, env rewrite.Env, text string) error {
	if r.foreign || r.scope.Ours || env.Unsettled || env.Rewritten || tooLarge(one.Text, one.Raw.Stmt) {
		return nil
	}
	err, place := definitions.Check(one.Raw.Stmt, r.definitionSource(env.Types))
	if err == nil {
		return nil
	}
	if place >= 0 {
		err = err.At(parse.CharacterAt(text, place))
	}
	return err
}

// tooLarge reports whether a tree is not walked again and again. A short text has no such tree.
func tooLarge(text string, n *pg_query.Node) bool {
	return len(text) > limits.ShortText && limits.CheckSize(n.ProtoReflect()) != nil
}
