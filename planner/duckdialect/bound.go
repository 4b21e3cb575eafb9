package duckdialect

import (
	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/binding"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// bindNames binds the names of columns as PostgreSQL does, where DuckDB would do otherwise. The tree is still the client's.
func (t *translation) bindNames(root *pg_query.Node) {
	if t.Env.Exact == nil || t.Env.Columns == nil || t.Env.SQLite {
		return
	}
	columns := func(_, schema, name string) (list []binding.Column, exact bool) {
		for _, c := range t.Env.Columns(schema, name) {
			list = append(list, binding.Column{Name: c.Name, Plain: c.Type != pgtype.JSONOID && c.Type != pgtype.JSONBOID && c.User == "", Type: c.Type, Mod: c.TypeMod})
		}
		return list, t.Env.Exact(schema, name)
	}
	found := binding.Bind(root, binding.Source{Columns: columns, Catalogs: t.Env.Catalogs, Lenient: t.Env.Rewritten, Ended: t.IsToEnd})
	if found.Err != nil && t.Err == nil {
		t.Err = t.PlaceError(found.Location, found.Err)
	}
	t.Changed = t.Changed || found.Changed
	if t.Err == nil && len(found.Outer) > 0 {
		b := branches{t: t, outer: found.Outer}
		b.visit(root.ProtoReflect())
	}
}

// BindNames binds the names of columns in a statement that is taken apart, while it is whole: its parts do not show which names are
// ambiguous, nor which columns of a query have one name.
func BindNames(statement *pg_query.Node, text string, env rewrite.Env) error {
	t := &translation{Types: inference.Types{Translation: rewrite.Translation{Env: env.WithDefaults(), Text: text}}}
	t.bindNames(statement)
	if t.Err != nil {
		return t.Err
	}
	return nil
}

// CheckNames returns PostgreSQL's error for the first name of a statement that means no column and no relation of FROM. place is the
// byte of the text where the name stands, -1: not known. relation finds the relation of a name, and ended reports whether to end early.
func CheckNames(statement *pg_query.Node, relation func(catalog, schema, name string) (providers.Relation, bool), ended func() error) (err *sqlstate.Error, place int) { //nolint:revive // the place belongs to the error
	columns := func(catalog, schema, name string) (list []binding.Column, exact bool) {
		found, known := relation(catalog, schema, name)
		for _, c := range found.Typed {
			list = append(list, binding.Column{Name: c.Name, Plain: true})
		}
		return list, known
	}
	found := binding.Bind(proto.CloneOf(statement), binding.Source{Columns: columns, Strict: true, Ended: func() bool { return ended() != nil }})
	if found.Err != nil && found.Err.Code == sqlstate.FeatureNotSupported { // by DuckDB: what it gets is bound later
		return nil, -1
	}
	return found.Err, int(found.Location)
}
