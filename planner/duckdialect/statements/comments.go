package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// commented are the kinds of objects that have comments.
var commented = map[pg_query.ObjectType]bool{
	pg_query.ObjectType_OBJECT_TABLE: true, pg_query.ObjectType_OBJECT_COLUMN: true, pg_query.ObjectType_OBJECT_VIEW: true,
	pg_query.ObjectType_OBJECT_INDEX: true, pg_query.ObjectType_OBJECT_SEQUENCE: true, pg_query.ObjectType_OBJECT_TYPE: true,
}

// comment refuses comments of objects that have none, and returns the text of a comment that the source keeps by itself. It returns "" if
// DuckDB keeps it.
func (t *Rules) comment(s *pg_query.CommentStmt) string {
	if s.Objtype == pg_query.ObjectType_OBJECT_DOMAIN || s.Objtype == pg_query.ObjectType_OBJECT_TYPE {
		return t.users.Comment(s)
	}
	switch names := s.GetObject().GetList().GetItems(); s.Objtype {
	case pg_query.ObjectType_OBJECT_SCHEMA:
		schema := s.GetObject().GetString_().GetSval()
		emulation.RefuseName(&t.Translation, build.Names(schema))
		return lexical.CommentOn("SCHEMA", []string{schema}, s.Comment)
	case pg_query.ObjectType_OBJECT_TABCONSTRAINT:
		last := len(names) - 1
		emulation.RefuseName(&t.Translation, names[:last])
		return lexical.CommentOn("CONSTRAINT "+lexical.Quote(names[last].GetString_().GetSval())+" ON", parse.NameParts(names[:last]), s.Comment)
	case pg_query.ObjectType_OBJECT_MATVIEW:
		s.Objtype, t.Changed = pg_query.ObjectType_OBJECT_TABLE, true
	}
	if !commented[s.Objtype] {
		kind := strings.ReplaceAll(strings.TrimPrefix(s.Objtype.String(), "OBJECT_"), "_", " ")
		t.NoteUnsupported(build.Nowhere, "COMMENT ON %s is not supported", kind).WithHint("Schemas, tables, columns, constraints, views, indexes, sequences, types, domains and functions have comments.")
	}
	t.Changed = t.Changed || s.Comment == "" // '' takes the comment away, as NULL does
	names := s.GetObject().GetList().GetItems()
	emulation.RefuseName(&t.Translation, names)
	if s.Objtype == pg_query.ObjectType_OBJECT_TABLE && len(names) == 1 && emulation.IsCatalog(&pg_query.RangeVar{Relname: names[0].GetString_().GetSval()}) {
		t.NoteUnsupported(build.Nowhere, "a comment on a system catalog is not supported")
	}
	return ""
}

// rewriteComment writes a comment, of a constraint of a domain too, which is one of users' types.
func (t *Rules) rewriteComment(root *pg_query.Node, s *pg_query.CommentStmt) string {
	if s.Objtype == pg_query.ObjectType_OBJECT_DOMCONSTRAINT {
		t.users.CommentCheck(root, s)
		return ""
	}
	return t.comment(s)
}
