package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// noteNewName notes, for policies, the new name that a statement gives to an existing relation. A
// principal that may not use a relation of some name must not make one of that name out of another.
func (r *resolver) noteNewName(w *walker, one *pg_query.Node) {
	var target *pg_query.RangeVar
	var schema, name string
	switch {
	case one.GetRenameStmt() != nil && renamesRelation[one.GetRenameStmt().RenameType]:
		target, name = one.GetRenameStmt().Relation, one.GetRenameStmt().Newname
	case one.GetAlterObjectSchemaStmt().GetRelation() != nil:
		target, schema = one.GetAlterObjectSchemaStmt().Relation, one.GetAlterObjectSchemaStmt().Newschema
		name = target.Relname
	}
	if target == nil {
		return
	}
	u := Use{Relation: Relation{Provider: r.source.Info.Name, Service: schema, Resource: name, Write: true}, As: qualified(schema, name), Offset: -1}
	for i := range w.mentions {
		m := &w.mentions[i]
		if m.schema != target.Schemaname || m.name != target.Relname {
			continue
		}
		if m.provider != "" {
			u.Provider = m.provider
		}
		if u.Service == "" {
			if u.Service = m.found; u.Service == "" {
				u.Service = m.schema
			}
		}
	}
	if u.Service == "" {
		u.Service = r.source.Info.Default
	}
	r.uses.add(u)
}

// renamesRelation are the kinds of objects that are relations.
var renamesRelation = map[pg_query.ObjectType]bool{
	pg_query.ObjectType_OBJECT_TABLE: true, pg_query.ObjectType_OBJECT_VIEW: true, pg_query.ObjectType_OBJECT_MATVIEW: true,
	pg_query.ObjectType_OBJECT_FOREIGN_TABLE: true, pg_query.ObjectType_OBJECT_SEQUENCE: true, pg_query.ObjectType_OBJECT_INDEX: true,
}
