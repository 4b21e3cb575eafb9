package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// createView handles CREATE VIEW.
func (t *Rules) createView(s *pg_query.ViewStmt) {
	t.writeViewStars(s.Query.GetSelectStmt())
	t.checkResultNames(s.Query.GetSelectStmt(), s.Aliases)
	t.checkViewOptions(s)
	t.refuseBoundNames(s.Query)
}

// refuseBoundNames refuses constants in the query of a view that name an object, as 'orders'::regclass does. PostgreSQL looks the object
// up once, and the view means it whatever its name becomes. The source would look the name up at each read. Objects of the system keep
// their names.
func (t *Rules) refuseBoundNames(query *pg_query.Node) {
	if query == nil || t.Env.SQLite {
		return
	}
	parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
		c, ok := m.(*pg_query.TypeCast)
		if !ok {
			return
		}
		schema, kind := parse.SplitName(c.GetTypeName().GetNames())
		named, constant := parse.TextConstant(c.Arg)
		if !constant || schema != "" && schema != "pg_catalog" || strings.Trim(named, "0123456789-") == "" || t.isOfSystem(kind, named) {
			return
		}
		t.NoteUnsupported(c.Location, "a constant of type %s in a view is not supported", kind).
			WithHint("A view would look the name up whenever it is read. Compare names, as in relname = '%s'.", named)
	})
}

// isOfSystem reports whether a name means no object of users, or the kind is of no objects that get other names.
func (t *Rules) isOfSystem(kind, named string) bool {
	space, name, qualified := strings.Cut(named, ".")
	if !qualified {
		space, name = "", named
	}
	switch kind {
	case "regclass":
		return emulation.IsCatalog(&pg_query.RangeVar{Schemaname: space, Relname: name}) || space == "information_schema"
	case "regtype":
		return (t.Env.Type == nil || t.Env.Type(space, name) == nil) && (t.Env.Enum == nil || t.Env.Enum(space, name) == nil)
	case "regnamespace":
		return named == "pg_catalog" || named == "information_schema"
	}
	return true
}
