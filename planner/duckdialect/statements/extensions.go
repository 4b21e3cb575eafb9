package statements

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An extension of PostgreSQL is kept as a type of users of the kind 'e' (providers.UserType), if the embedded engine has what it brings:
// of btree_gist, the operator classes by which EXCLUDE USING gist compares numbers, texts and times.

// extensions are the versions of the extensions that the embedded engine has, as PostgreSQL 15 has them.
var extensions = map[string]string{"btree_gist": "1.7"}

// createExtension makes CREATE EXTENSION a statement that keeps the extension.
func (t *Rules) createExtension(root *pg_query.Node, s *pg_query.CreateExtensionStmt) {
	version, known := extensions[s.Extname]
	schema := t.newSchema(&pg_query.RangeVar{})
	for _, n := range s.Options {
		switch o := n.GetDefElem(); {
		case o.GetDefname() == "schema":
			schema = parse.OptionValue(o)
		case o.GetDefname() == "new_version" && parse.OptionValue(o) != version:
			known = false
		}
	}
	switch {
	case !known:
		t.NoteUnsupported(build.Nowhere, "CREATE EXTENSION of this extension is not supported").
			WithHint("The embedded engine has btree_gist. gen_random_uuid() and the functions of text search need no extension.")
		return
	case t.hasExtension(s.Extname) && s.IfNotExists:
		t.Notice = `extension "` + s.Extname + `" already exists, skipping`
		t.answerNothing(root)
		return
	case t.hasExtension(s.Extname):
		t.NoteError(build.Nowhere, sqlstate.DuplicateObject, "extension %q already exists", s.Extname)
		return
	}
	kept := providers.UserType{Kind: providers.ExtensionKind, ID: s.Extname, Base: version}
	t.ReplaceNode(root, &pg_query.Node{Node: &pg_query.Node_CreateEnumStmt{CreateEnumStmt: &pg_query.CreateEnumStmt{
		TypeName: build.Names(schema, providers.KeptPrefix+s.Extname), Vals: []*pg_query.Node{pg_query.MakeStrNode(kept.Text())},
	}}})
}

// hasExtension reports whether an extension is there.
func (t *Rules) hasExtension(name string) bool {
	return slices.ContainsFunc(t.Env.Types, func(u *providers.UserType) bool { return u.Kind == providers.ExtensionKind && u.ID == name })
}

// refuseDropExtension refuses to drop an extension that is there. It returns false for another statement.
func (t *Rules) refuseDropExtension(s *pg_query.DropStmt) bool {
	if s.RemoveType != pg_query.ObjectType_OBJECT_EXTENSION || !slices.ContainsFunc(parse.NameParts(s.Objects), t.hasExtension) {
		return false
	}
	t.NoteUnsupported(build.Nowhere, "DROP EXTENSION of %s is not supported", lexical.QuoteIfNeeded(parse.NameParts(s.Objects)[0]))
	return true
}
