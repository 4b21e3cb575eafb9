package usertypes

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Comment returns the text of COMMENT ON DOMAIN and of COMMENT ON TYPE of a domain or a composite type, whose names alone the source
// does not know. It returns "" for a comment on an enum, or on a type that is not there: the source looks for it.
func (t *Rules) Comment(s *pg_query.CommentStmt) string {
	named := s.GetObject().GetTypeName()
	emulation.RefuseName(&t.Translation, named.GetNames())
	schema, name := parse.SplitName(named.GetNames())
	u, asDomain := t.TypeNamed(named), s.Objtype == pg_query.ObjectType_OBJECT_DOMAIN
	switch {
	case len(named.GetArrayBounds()) > 0 || named.GetPctType():
		t.NoteUnsupported(build.Nowhere, "a comment on the type of an array or of a column is not supported")
	case u != nil && asDomain && u.Kind != "d", u == nil && asDomain && t.isOtherType(named):
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a domain", name)
	case u != nil:
		return lexical.CommentOn("TYPE", []string{u.Schema, u.Name}, s.Comment)
	case t.isRowType(schema, name):
		t.NoteUnsupported(build.Nowhere, "a comment on the type of a relation's rows is not supported").WithHint("Comment on the relation.")
	}
	s.Objtype, t.Changed = pg_query.ObjectType_OBJECT_TYPE, t.Changed || asDomain || s.Comment == "" // '' takes the comment away, as NULL does
	return ""
}

// CommentCheck makes a domain anew of which a constraint has another comment.
func (t *Rules) CommentCheck(root *pg_query.Node, s *pg_query.CommentStmt) {
	parts := s.GetObject().GetList().GetItems()
	named, name := parts[0].GetTypeName(), parts[1].GetString_().GetSval()
	emulation.RefuseName(&t.Translation, named.GetNames())
	u := t.domainNamed(named.GetNames())
	if u == nil {
		return
	}
	now := *u
	now.Checks = slices.Clone(u.Checks)
	at := slices.IndexFunc(now.Checks, func(c providers.DomainCheck) bool { return c.Name == name })
	if at < 0 {
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "constraint %q for domain %s does not exist", name, t.Env.ShownName(u.Schema, u.Name))
		return
	}
	now.Checks[at].Comment = s.Comment
	t.makeAgain(root, u, &now)
}

// isOtherType reports whether a name is that of a type that is there and is no domain.
func (t *Rules) isOtherType(n *pg_query.TypeName) bool {
	schema, name := parse.SplitName(n.Names)
	if schema == "" || schema == "pg_catalog" {
		return t.isPostgresType(&pg_query.TypeName{Names: build.Names(name)}) || t.isRowType(schema, name)
	}
	return t.Env.Enum != nil && t.Env.Enum(schema, name) != nil || t.isRowType(schema, name)
}

// isRowType reports whether a relation has the name.
func (t *Rules) isRowType(schema, name string) bool {
	return t.Env.Columns != nil && len(t.Env.Columns(schema, name)) > 0
}
