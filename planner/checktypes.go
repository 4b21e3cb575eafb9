package planner

import (
	"slices"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// checkTypes refuses a statement whose types PostgreSQL does not put together and DuckDB does.
func (r *resolver) checkTypes(one parse.Statement, env rewrite.Env, text string) error {
	if env.SQLite || env.Unsettled || env.Rewritten || len(one.Text) > limits.ShortText && limits.CheckSize(one.Raw.Stmt.ProtoReflect()) != nil {
		return nil
	}
	err, place := definitions.Check(one.Raw.Stmt, definitions.Source{
		Relation: r.meant, Type: r.source.Catalog.Type, Types: env.Types,
		Users: func(name string) bool {
			return slices.ContainsFunc(r.source.Catalog.Functions("", name), func(f providers.Function) bool { return !f.Builtin })
		},
	})
	if err == nil {
		return nil
	}
	if place >= 0 {
		err = err.At(parse.CharacterAt(text, place))
	}
	return err
}
