package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// keepPrecisions has the source keep the precisions of the columns of a table that a query fills, once it is made.
func (t *Rules) keepPrecisions(s *pg_query.CreateTableAsStmt) {
	into := s.GetInto().GetRel()
	list, open := resultcolumns.Precisions(s.Query, parse.Strings(s.GetInto().GetColNames()), t.relationOf)
	if open {
		t.Warning = "the new table's columns have no precision: they are of the types of its values"
	}
	if len(list) == 0 || into == nil {
		return
	}
	if s.IfNotExists {
		if t.Env.Columns == nil || len(t.Env.Columns(into.Schemaname, into.Relname)) > 0 {
			return
		}
		s.IfNotExists, t.Changed = false, true // the source fails if another table of that name comes first
	}
	made := &pg_query.AlterTableStmt{Relation: into, Objtype: pg_query.ObjectType_OBJECT_TABLE}
	for _, c := range list {
		kept := writes.KeepPrecision(rewrite.Column{Type: c.Type, Precise: true, Digits: c.Digits}, c.Name)
		t.After = append(t.After, t.DeparseStatement(build.AlterTable(made, &pg_query.AlterTableCmd{
			Subtype: pg_query.AlterTableType_AT_AddConstraint, Def: kept, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		})))
	}
}

// relationOf is what is known of the columns of a relation.
func (t *Rules) relationOf(schema, name string) (r providers.Relation, ok bool) {
	if t.Env.Columns == nil {
		return r, false
	}
	for _, c := range t.Env.Columns(schema, name) {
		mod := int32(-1)
		if c.Precise {
			mod = providers.PreciseMod(c.Type, c.Digits)
		}
		r.OID = c.Table
		r.Typed = append(r.Typed, providers.TypedColumn{Column: providers.Column{Name: c.Name, Type: c.Type, TypeMod: mod}})
	}
	return r, len(r.Typed) > 0
}
