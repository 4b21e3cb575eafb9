package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/definitions"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// bindConstants writes the constants of a definition that PostgreSQL reads once, by the session's time zone or day, and the source at
// each use. The planner does not know the zone, so the source refuses another than UTC where a constant does not tell its zone.
func (r *resolver) bindConstants(one parse.Statement, statement *pg_query.Node, env *rewrite.Env) error {
	if !definesExpressions(statement) || env.SQLite || tooLarge(one.Text, statement) {
		return nil
	}
	found := definitions.ReadKept(statement, r.definitionSource(env.Types, env.VisiblePath()))
	if found.Refused != nil && !env.Unsettled {
		return found.Refused
	}
	r.doubtful = r.doubtful || found.Refused != nil // the types may be others once the statements before have run
	for _, b := range append(found.Bound, castConstants(statement)...) {
		text := b.Constant.GetSval().GetSval()
		if constants.IsMoving(text) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a constant %q of type %s in a definition is not supported", text, strings.TrimPrefix(b.Type, "_")).
				WithHint("Postgres reads it once, when the definition is made: write that day, or current_date or now() for the day of each use.")
		}
		if !strings.HasPrefix(strings.TrimPrefix(b.Type, "_"), "timestamptz") && !strings.HasPrefix(b.Type, "tstz") {
			continue
		}
		bound, zoneless, ok := constants.Bind(text, b.Type)
		if !ok && !strings.ContainsAny(text, "0123456789") {
			continue // which no type reads
		}
		if !ok {
			return sqlstate.New(sqlstate.FeatureNotSupported, "a constant %q of a type with time zone in a definition is not supported", text).
				WithHint("Write it with its zone, as in '2024-01-01 00:00:00+00'.")
		}
		if zoneless {
			env.ZoneBound = true
		}
		if bound != text {
			env.Placed = true
			b.Constant.Val = &pg_query.A_Const_Sval{Sval: &pg_query.String{Sval: bound}}
		}
	}
	for value, one := range found.Typed {
		env.Placed = true
		castArgument(value, one)
	}
	return nil
}

// definesExpressions reports whether a statement defines something whose expressions are used later.
func definesExpressions(n *pg_query.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg_query.Node_ViewStmt, *pg_query.Node_CreateStmt, *pg_query.Node_AlterTableStmt, *pg_query.Node_IndexStmt, *pg_query.Node_CreateDomainStmt, *pg_query.Node_AlterDomainStmt:
		return true
	case *pg_query.Node_CreateTableAsStmt:
		return e.CreateTableAsStmt.Objtype == pg_query.ObjectType_OBJECT_MATVIEW
	}
	return false
}

// castConstants are the quoted constants that a definition casts to types with a time zone.
func castConstants(statement *pg_query.Node) (list []definitions.BoundConstant) {
	var visit func(m proto.Message) bool
	visit = func(m proto.Message) bool {
		if n, ok := m.(*pg_query.TypeCast); ok {
			schema, name := parse.SplitName(n.TypeName.GetNames())
			if _, quoted := parse.TextConstant(n.Arg); quoted && (schema == "" || schema == "pg_catalog") && (name == "timestamptz" || strings.HasPrefix(name, "tstz")) {
				if len(n.TypeName.ArrayBounds) > 0 {
					name = "_" + name
				}
				list = append(list, definitions.BoundConstant{Constant: n.Arg.GetAConst(), Type: name})
			}
		}
		return parse.Parts(m, visit)
	}
	visit(statement)
	return list
}
