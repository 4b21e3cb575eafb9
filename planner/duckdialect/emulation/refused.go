package emulation

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// RefuseTarget refuses a change of a system catalog, or of one of its views.
func RefuseTarget(t *rewrite.Translation, r *pg_query.RangeVar) {
	switch {
	case r == nil:
	case isSystemView(r):
		t.NoteError(r.Location, sqlstate.FeatureNotSupported, "a change of %q, which is a view of the system, is not supported", r.Relname)
	case IsCatalog(r):
		t.NoteError(r.Location, sqlstate.InsufficientPrivilege, "permission denied: %q is a system catalog", r.Relname)
	}
}

// RefuseRows refuses a change of the rows of a system catalog, or of one of its views. change is the kind of the change as in "insert into",
// and word is the verb.
func RefuseRows(t *rewrite.Translation, r *pg_query.RangeVar, change, doing, word string) {
	if r != nil && t.Err == nil && isSystemView(r) {
		t.Err = sqlstate.New("55000", "cannot %s view %q", change, r.Relname).
			WithDetail("Views that do not select from a single table or view are not automatically updatable.").
			WithHint("To enable %s the view, provide an INSTEAD OF %s trigger or an unconditional ON %s DO INSTEAD rule.", doing, word, word)
	}
	RefuseTarget(t, r)
}

// systemViews are the views among the relations of pg_catalog, besides those whose names begin with pg_stat.
var systemViews = parse.WordSet(`pg_available_extension_versions pg_available_extensions pg_backend_memory_contexts pg_config pg_cursors pg_file_settings pg_group
	pg_hba_file_rules pg_ident_file_mappings pg_indexes pg_locks pg_matviews pg_policies pg_prepared_statements pg_prepared_xacts pg_publication_tables
	pg_replication_origin_status pg_replication_slots pg_roles pg_rules pg_seclabels pg_sequences pg_settings pg_shadow pg_shmem_allocations pg_tables
	pg_timezone_abbrevs pg_timezone_names pg_user pg_user_mappings pg_views`)

// isSystemView reports whether a relation is a view of the system.
func isSystemView(r *pg_query.RangeVar) bool {
	name := strings.ToLower(r.Relname)
	return strings.EqualFold(r.Schemaname, "information_schema") ||
		IsCatalog(r) && (systemViews[name] || strings.HasPrefix(name, "pg_stat") && name != "pg_statistic" && !strings.HasPrefix(name, "pg_statistic_"))
}

// RefuseName refuses names of the emulation and of system schemas.
func RefuseName(t *rewrite.Translation, name []*pg_query.Node) {
	parts := parse.NameParts(name)
	switch first := strings.ToLower(append(parts, "")[0]); {
	case Databases[first]:
		t.NoteError(build.Nowhere, sqlstate.InsufficientPrivilege, "permission denied: %s is of the system", strings.Join(parts, "."))
	case first == "pg_catalog", first == "information_schema":
		t.NoteUnsupported(build.Nowhere, "a change of what is in the schema %s is not supported", first)
	}
}

// RefuseNew refuses a relation, or a composite type, that is made in a schema of the system. It returns nil for another schema.
func RefuseNew(schema, name string) *sqlstate.Error {
	switch folded := strings.ToLower(schema); folded {
	case "pg_catalog", "pg_toast":
		if folded == "pg_catalog" && catalogRelations[strings.ToLower(name)] {
			return sqlstate.New("42P07", "relation %q already exists", name)
		}
		return sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied to create \"%s.%s\"", folded, name).
			WithDetail("System catalog modifications are currently disallowed.")
	case "information_schema":
		return sqlstate.New(sqlstate.FeatureNotSupported, "a relation in the schema %s is not supported", folded)
	}
	return nil
}

// RefuseDrop refuses to drop an object of the system.
func RefuseDrop(t *rewrite.Translation, kind pg_query.ObjectType, name []*pg_query.Node) {
	schema, last := parse.SplitName(name)
	switch kind {
	case pg_query.ObjectType_OBJECT_SCHEMA:
		if last == "pg_catalog" || last == "pg_toast" {
			t.NoteError(build.Nowhere, "2BP01", "cannot drop schema %s because it is required by the database system", last)
		}
		RefuseName(t, build.Names(last))
	case pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW, pg_query.ObjectType_OBJECT_MATVIEW, pg_query.ObjectType_OBJECT_SEQUENCE:
		if len(name) <= 2 {
			RefuseTarget(t, &pg_query.RangeVar{Schemaname: schema, Relname: last, Location: build.Nowhere})
		}
	}
	if kind == pg_query.ObjectType_OBJECT_TYPE && schema == "" && (Types[last] != "" || build.InGrammar(last)) {
		t.NoteError(build.Nowhere, sqlstate.FeatureNotSupported, "a change of %q, which is a type of the system, is not supported", last)
	}
	RefuseName(t, name)
}
