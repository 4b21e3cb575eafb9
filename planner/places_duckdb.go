package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB looks names of relations up by rules of its own: temporary relations come first, system catalogs last. So the tree is
// made to say which relation is judged, wherever DuckDB's rules could find another one: placeNew does so before the relations are
// judged, and placeFound when they have been.

// placesNames reports whether names of relations are those of the resolver's source, which looks them up as DuckDB does.
func (r *resolver) placesNames() bool {
	_, isAPI := r.source.Catalog.(providers.Methods)
	return !isAPI && r.source.Info.Name != providers.Several
}

// placeNew gives the relation that a statement makes its schema, and reports whether the tree has changed. path is the session's
// search path; nil: the source's own.
func (r *resolver) placeNew(mentions []mention, root *pg_query.Node, path []string, text string) (changed bool, err error) {
	made := madeRelation(root)
	i := slices.IndexFunc(mentions, func(m mention) bool { return made != nil && m.written == made })
	if i < 0 || !r.placesNames() || mentions[i].catalog != "" {
		return false, nil
	}
	m := &mentions[i]
	m.settled = true
	schema, err := schemaOfNew(*m, path, r.source.Info.Default)
	if err != nil {
		return false, sqlstate.From(err).At(parse.CharacterAt(text, max(m.offset, 0)))
	}
	switch {
	case schema == m.schema && made.Relpersistence == "t" && schema == "" && emulation.IsCatalog(made):
		return false, sqlstate.New(sqlstate.FeatureNotSupported, "a temporary relation of the name of a system catalog is not supported: %q", m.name)
	case schema == m.schema:
		return false, nil
	case schema == providers.TemporarySchema:
		m.schema, made.Schemaname, made.Relpersistence = "", "", "t"
		return true, nil
	}
	if m.schema, m.bare = schema, true; path == nil && !emulation.IsCatalog(made) {
		return false, nil // DuckDB makes it there
	}
	made.Schemaname = schema
	return true, nil
}

// schemaOfNew returns the schema of a relation that is made; "": it is a temporary one.
func schemaOfNew(m mention, path []string, own string) (schema string, err error) {
	switch {
	case providers.IsTemporarySchema(m.schema):
		return providers.TemporarySchema, nil
	case m.schema != "" && m.written.Relpersistence != "t":
		if err := emulation.RefuseNew(m.schema, m.name); err != nil {
			return "", err
		}
		return m.schema, nil
	case m.schema != "" && emulation.RefuseNew(m.schema, m.name) != nil:
		return "", sqlstate.New("42P16", "cannot create temporary relation in non-temporary schema")
	case m.schema != "", m.written.Relpersistence == "t":
		return m.schema, nil
	case path == nil:
		return own, nil
	case len(path) == 0:
		return "", sqlstate.NoSchemaSelected()
	case path[0] == providers.CatalogSchema:
		return "", sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied to create %q", path[0]+"."+m.name).
			WithDetail("System catalog modifications are currently disallowed.")
	}
	return path[0], nil
}

// placeFound gives the other relations of a statement the schemas where they were found.
func (r *resolver) placeFound(mentions []mention, path []string, text string) (changed bool, err error) {
	if !r.placesNames() {
		return false, nil
	}
	for _, m := range mentions {
		if m.catalog != "" || m.settled || m.provider != "" && m.provider != r.source.Info.Name {
			continue
		}
		schema, err := r.placeOf(m, path)
		if err != nil {
			return false, sqlstate.From(err).At(parse.CharacterAt(text, max(m.offset, 0)))
		}
		switch {
		case schema == m.schema:
			continue
		case m.written != nil:
			m.written.Schemaname, changed = schema, true
		case m.parts != nil && schema == "":
			m.parts.Items, changed = build.Names(m.name), true
		case m.parts != nil:
			m.parts.Items, changed = build.Names(schema, m.name), true
		}
	}
	return changed, nil
}

// placeOf returns the schema that the name of a relation gets. Without one DuckDB finds the temporary relation, where there is
// one, and then by the source's own path.
func (r *resolver) placeOf(m mention, path []string) (string, error) {
	if m.schema != "" && !providers.IsTemporarySchema(m.schema) {
		return m.schema, nil
	}
	found, ok := r.meant(m.schema, m.name)
	temporary, hidden := r.temporaryNamed(m.name)
	switch {
	case !ok:
		return m.schema, nil
	case path == nil && m.parts != nil && !found.Builtin:
		return "", nil
	case hidden && found.Schema == temporary.Schema:
		if first, _ := r.meant("", m.name); first.Schema != temporary.Schema {
			return "", sqlstate.New(sqlstate.FeatureNotSupported, "the schema pg_temp before the name of a temporary relation is not supported where a relation of that name comes first in the search path")
		}
		return "", nil
	case path == nil && !hidden && m.written != nil && found.Builtin == emulation.IsCatalog(&pg_query.RangeVar{Relname: m.name}):
		return "", nil
	}
	return found.Schema, nil
}

// temporaryNamed finds the temporary relation of a name, whatever comes before it in the search path.
func (r *resolver) temporaryNamed(name string) (providers.Relation, bool) {
	own, ok := r.source.Catalog.(providers.Shadowed)
	if !ok {
		return providers.Relation{}, false
	}
	return own.Temporary(providers.TemporarySchema, name)
}

// madeRelation returns the name of the relation that a statement makes, where there may be another of the name in the search
// path.
func madeRelation(root *pg_query.Node) *pg_query.RangeVar {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_ExplainStmt:
		return madeRelation(s.ExplainStmt.Query)
	case *pg_query.Node_CreateStmt:
		return s.CreateStmt.Relation
	case *pg_query.Node_ViewStmt:
		return s.ViewStmt.View
	case *pg_query.Node_CreateSeqStmt:
		return s.CreateSeqStmt.Sequence
	case *pg_query.Node_CompositeTypeStmt:
		return s.CompositeTypeStmt.Typevar
	case *pg_query.Node_CreateTableAsStmt:
		return s.CreateTableAsStmt.Into.GetRel()
	case *pg_query.Node_SelectStmt:
		return s.SelectStmt.IntoClause.GetRel()
	}
	return nil
}
