package statements

import (
	"cmp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ownType answers ALTER TYPE and ALTER DOMAIN … OWNER TO the user of the session, who owns every type. Nothing changes.
func (t *Rules) ownType(root *pg_query.Node, s *pg_query.AlterOwnerStmt) {
	names := s.GetObject().GetList().GetItems()
	emulation.RefuseName(&t.Translation, names)
	schema, name := parse.SplitName(names)
	user := t.users.TypeNamed(&pg_query.TypeName{Names: names})
	isOther := t.Env.Enum != nil && t.Env.Enum(schema, name) != nil || t.users.IsRange(names) // an enum, a range type or a multirange type
	switch {
	case user == nil && !isOther:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "type %q does not exist", strings.Join(parse.NameParts(names), "."))
	case s.ObjectType == pg_query.ObjectType_OBJECT_DOMAIN && (user == nil || user.Kind != "d"):
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%s is not a domain", t.Env.ShownName(cmp.Or(schema, t.Env.Schema), name))
	}
	t.keepOwner(s.Newowner)
	t.answerNothing(root)
}

// answerNothing has a statement change nothing.
func (t *Rules) answerNothing(root *pg_query.Node) {
	t.Before = append(t.Before, "SELECT 1 LIMIT 0")
	t.ReplaceNode(root, build.Select(nil, pg_query.MakeResTargetNodeWithVal(build.Number(1), build.Nowhere)))
}

// alterOther handles ALTER … SET SCHEMA and ALTER … OWNER TO.
func (t *Rules) alterOther(root *pg_query.Node) string {
	if s := root.GetAlterObjectSchemaStmt(); s != nil {
		t.setSchema(root, s)
		return ""
	}
	return t.alterOwner(root)
}

// setSchema leaves a relation to the source, which makes it anew in the other schema. The rest is refused.
func (t *Rules) setSchema(root *pg_query.Node, s *pg_query.AlterObjectSchemaStmt) {
	switch s.ObjectType {
	case pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW, pg_query.ObjectType_OBJECT_SEQUENCE:
	case pg_query.ObjectType_OBJECT_MATVIEW: // the statement's verb tells the source
		s.ObjectType = pg_query.ObjectType_OBJECT_TABLE
	default:
		t.noteUnsupportedKind(root)
		return
	}
	t.Changed = true
	emulation.RefuseTarget(&t.Translation, s.Relation)
	emulation.RefuseName(&t.Translation, build.Names(s.Newschema))
}
