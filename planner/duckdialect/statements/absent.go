package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// neverThere are the kinds of objects that the embedded engine has none of. The source says so of each that DROP names.
var neverThere = map[pg_query.ObjectType]bool{
	pg_query.ObjectType_OBJECT_FUNCTION: true, pg_query.ObjectType_OBJECT_PROCEDURE: true, pg_query.ObjectType_OBJECT_ROUTINE: true,
	pg_query.ObjectType_OBJECT_AGGREGATE: true, pg_query.ObjectType_OBJECT_TRIGGER: true, pg_query.ObjectType_OBJECT_POLICY: true,
	pg_query.ObjectType_OBJECT_RULE: true, pg_query.ObjectType_OBJECT_EXTENSION: true, pg_query.ObjectType_OBJECT_COLLATION: true,
	pg_query.ObjectType_OBJECT_FOREIGN_TABLE: true, pg_query.ObjectType_OBJECT_FOREIGN_SERVER: true, pg_query.ObjectType_OBJECT_FDW: true,
	pg_query.ObjectType_OBJECT_DOMAIN: true, pg_query.ObjectType_OBJECT_PUBLICATION: true, pg_query.ObjectType_OBJECT_EVENT_TRIGGER: true, pg_query.ObjectType_OBJECT_STATISTIC_EXT: true,
}

// dropAbsent takes a DROP of one object of a kind that is never there. What Postgres has of itself is refused.
func (t *Rules) dropAbsent(s *pg_query.DropStmt) bool {
	if !neverThere[s.RemoveType] || len(s.Objects) != 1 {
		return false
	}
	switch s.RemoveType {
	case pg_query.ObjectType_OBJECT_DOMAIN: // Postgres's own types are no domains
		return t.users.TypeNamed(s.Objects[0].GetTypeName()) == nil
	case pg_query.ObjectType_OBJECT_FUNCTION, pg_query.ObjectType_OBJECT_PROCEDURE, pg_query.ObjectType_OBJECT_ROUTINE, pg_query.ObjectType_OBJECT_AGGREGATE:
		// The source has looked whether a function of this name is its own.
		if schema, name := parse.SplitName(s.Objects[0].GetObjectWithArgs().GetObjname()); schema == "pg_catalog" || functionnames.InPostgres(name) {
			return false
		}
	case pg_query.ObjectType_OBJECT_COLLATION:
		if schema, name := parse.SplitName(s.Objects[0].GetList().GetItems()); schema == "pg_catalog" || name == "C" || name == "POSIX" || name == "default" {
			return false
		}
	case pg_query.ObjectType_OBJECT_EXTENSION:
		return s.Objects[0].GetString_().GetSval() != "plpgsql"
	}
	return true
}

// answered reports whether the source answers a statement by the client's own text.
func (t *Rules) answered(root *pg_query.Node) bool {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_DropStmt:
		return t.refuseDropExtension(s.DropStmt) || t.dropAbsent(s.DropStmt)
	case *pg_query.Node_RefreshMatViewStmt:
		emulation.RefuseTarget(&t.Translation, s.RefreshMatViewStmt.Relation)
	case *pg_query.Node_ReindexStmt, *pg_query.Node_ClusterStmt, *pg_query.Node_CheckPointStmt:
	case *pg_query.Node_DropRoleStmt:
		t.dropRoles(s.DropRoleStmt)
	case *pg_query.Node_AlterEnumStmt:
		emulation.RefuseName(&t.Translation, s.AlterEnumStmt.TypeName)
		t.refuseMark(s.AlterEnumStmt.NewVal)
		if u := t.users.TypeNamed(&pg_query.TypeName{Names: s.AlterEnumStmt.TypeName}); u != nil {
			t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%s is not an enum", t.Env.ShownName(u.Schema, u.Name))
		}
	case *pg_query.Node_RenameStmt:
		if s.RenameStmt.RenameType != pg_query.ObjectType_OBJECT_TYPE {
			return false
		}
		emulation.RefuseName(&t.Translation, s.RenameStmt.GetObject().GetList().GetItems())
	default:
		return false
	}
	return true
}

// asWritten returns the client's text for the source, which reads the names in it. A name that the source would read otherwise
// than the gate is refused.
func (t *Rules) asWritten() (string, bool) {
	if !lexical.ReadsAlike(t.Text) {
		t.NoteUnsupported(build.Nowhere, "escapes and nested comments in this statement are not supported")
	}
	return t.Text, true
}

// dropRoles takes DROP ROLE IF EXISTS of other roles than the session's, which is the only one.
func (t *Rules) dropRoles(s *pg_query.DropRoleStmt) {
	for _, n := range s.Roles {
		r := n.GetRoleSpec()
		switch {
		case r.GetRoletype() != pg_query.RoleSpecType_ROLESPEC_CSTRING:
			t.NoteError(build.Nowhere, "22023", "cannot use special role specifier in DROP ROLE")
		case strings.EqualFold(r.GetRolename(), t.Env.User):
			t.NoteError(build.Nowhere, "55006", "current user cannot be dropped")
		case !s.MissingOk:
			t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "role %q does not exist", r.GetRolename())
		}
	}
}
