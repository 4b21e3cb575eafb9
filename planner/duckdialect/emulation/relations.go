package emulation

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// IsCatalog reports whether a relation is one of pg_catalog. DuckDB's names have no case, quoted or
// not.
func IsCatalog(r *pg_query.RangeVar) bool {
	return strings.EqualFold(r.Schemaname, "pg_catalog") ||
		r.Schemaname == "" && catalogRelations[strings.ToLower(r.Relname)]
}

// Databases are the databases of every instance besides the source's own. DuckDB reads memory.t as
// a table of the database memory; no client may name them.
var Databases = parse.WordSet(Database + " " + Tables + " " + OfSessions + " memory system temp")

// SessionRelations are relations that depend on the session. The emulation has them as macros.
var SessionRelations = map[string][]SessionValue{
	"pg_authid": {TheUser}, "pg_roles": {TheUser}, "pg_user": {TheUser}, "pg_shadow": {TheUser},
	"pg_database": {TheDatabases}, "pg_stat_database": {TheDatabases},
	"pg_tables": {TheUser}, "pg_views": {TheUser, ThePath}, "pg_matviews": {TheUser, ThePath}, "pg_sequences": {TheUser}, "pg_settings": nil,
	"pg_indexes": {ThePath}, "check_constraints": {ThePath}, // which show moments in the session's time zone
	"columns": {ThePath}, "views": {ThePath}, "schemata": {TheUser}, "enabled_roles": {TheUser}, "table_privileges": {TheUser}, "routine_privileges": {TheUser}, "role_routine_grants": {TheUser},
	"usage_privileges": {TheUser}, "role_usage_grants": {TheUser}, "udt_privileges": {TheUser}, "role_udt_grants": {TheUser}, "role_table_grants": {TheUser},
	"column_privileges": {TheUser}, "role_column_grants": {TheUser},
}

// catalogRelations are unqualified names that mean relations of pg_catalog.
var catalogRelations = parse.WordSet(`
	pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_authid
	pg_available_extension_versions pg_available_extensions pg_backend_memory_contexts pg_cast pg_class
	pg_collation pg_config pg_constraint pg_conversion pg_cursors pg_database pg_db_role_setting
	pg_default_acl pg_depend pg_description pg_enum pg_event_trigger pg_extension pg_file_settings
	pg_foreign_data_wrapper pg_foreign_server pg_foreign_table pg_group pg_hba_file_rules
	pg_ident_file_mappings pg_index pg_indexes pg_inherits pg_init_privs pg_language pg_largeobject
	pg_largeobject_metadata pg_locks pg_matviews pg_namespace pg_opclass pg_operator pg_opfamily
	pg_parameter_acl pg_partitioned_table pg_policies pg_policy pg_prepared_statements pg_prepared_xacts
	pg_proc pg_publication pg_publication_namespace pg_publication_rel pg_publication_tables pg_range
	pg_replication_origin pg_replication_origin_status pg_replication_slots pg_rewrite pg_roles pg_rules
	pg_seclabel pg_seclabels pg_sequence pg_sequences pg_settings pg_shadow pg_shdepend pg_shdescription
	pg_shmem_allocations pg_shseclabel pg_stat_activity pg_stat_all_indexes pg_stat_all_tables
	pg_stat_archiver pg_stat_bgwriter pg_stat_database pg_stat_database_conflicts pg_stat_gssapi
	pg_stat_progress_analyze pg_stat_progress_basebackup pg_stat_progress_cluster pg_stat_progress_copy
	pg_stat_progress_create_index pg_stat_progress_vacuum pg_stat_recovery_prefetch pg_stat_replication
	pg_stat_replication_slots pg_stat_slru pg_stat_ssl pg_stat_subscription pg_stat_subscription_stats
	pg_stat_sys_indexes pg_stat_sys_tables pg_stat_user_functions pg_stat_user_indexes pg_stat_user_tables
	pg_stat_wal pg_stat_wal_receiver pg_stat_xact_all_tables pg_stat_xact_sys_tables
	pg_stat_xact_user_functions pg_stat_xact_user_tables pg_statio_all_indexes pg_statio_all_sequences
	pg_statio_all_tables pg_statio_sys_indexes pg_statio_sys_sequences pg_statio_sys_tables
	pg_statio_user_indexes pg_statio_user_sequences pg_statio_user_tables pg_statistic pg_statistic_ext
	pg_statistic_ext_data pg_stats pg_stats_ext pg_stats_ext_exprs pg_subscription pg_subscription_rel
	pg_tables pg_tablespace pg_timezone_abbrevs pg_timezone_names pg_transform pg_trigger pg_ts_config
	pg_ts_config_map pg_ts_dict pg_ts_parser pg_ts_template pg_type pg_user pg_user_mapping
	pg_user_mappings pg_views`)

// RelationFunctions are the functions of the emulation whose first argument is a relation, by its name or its OID.
const RelationFunctions = `pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size pg_relation_is_updatable pg_column_is_updatable
	pg_relation_filenode pg_relation_is_publishable pg_sequence_last_value pg_partition_root`

// ArrayColumns are the catalog columns that clients compare with '{…}'.
var ArrayColumns = parse.WordSet(`polroles conkey confkey indkey`)

// OIDArrays are the catalog columns that hold arrays of OIDs, which are not vectors.
var OIDArrays = parse.WordSet(`proallargtypes protrftypes polroles conpfeqop conppeqop conffeqop conexclop`)

// FunctionColumns are the catalog columns that hold a function's OID as a regproc.
var FunctionColumns = parse.WordSet(`typinput typoutput typreceive typsend typmodin typmodout typanalyze typsubscript oprcode oprrest oprjoin
	aggfnoid aggtransfn aggfinalfn aggcombinefn aggserialfn aggdeserialfn aggmtransfn aggminvtransfn aggmfinalfn prosupport amhandler rngcanonical rngsubdiff`)

// CharColumns are the catalog columns of the type "char".
var CharColumns = parse.WordSet(`relkind relpersistence relreplident typtype typcategory typdelim typalign typstorage prokind provolatile proparallel contype
	confupdtype confdeltype confmatchtype attidentity attgenerated attstorage attalign attcompression amtype deptype aggkind aggfinalmodify
	aggmfinalmodify oprkind castcontext castmethod ev_type ev_enabled tgenabled polcmd evtenabled partstrat defaclobjtype collprovider datlocprovider`)

// TypeColumns are the catalog columns that hold a type's OID.
var TypeColumns = parse.WordSet(`reloftype atttypid prorettype typbasetype castsource casttarget oprleft oprright oprresult`)
