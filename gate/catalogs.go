package gate

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
)

// plainCatalogs are relations of a source's own catalog that name no other relations: they show what the
// source can do. pg_show_all_settings is judged by what it shows, as pg_settings.
var plainCatalogs = words(`pg_timezone_names pg_timezone_abbrevs pg_collation pg_cast pg_language
	pg_opclass pg_opfamily pg_encoding pg_show_all_settings pg_get_keywords sql_features sql_implementation_info
	sql_sizing pg_get_userbyid pg_get_functiondef_builtin character_sets`)

// valueCatalogs are relations and functions of a source's own catalog that show values of columns, what other principals have
// sent, or settings and options in which there may be secrets. TestCatalogColumnsAreDecidedOn walks PostgreSQL's catalog.
var valueCatalogs = words(`pg_stats pg_statistic pg_stats_ext pg_stats_ext_exprs pg_statistic_ext_data pg_stat_activity pg_stat_statements
	pg_largeobject pg_prepared_xacts pg_stat_get_activity lo_get loread pg_authid pg_shadow pg_user_mapping
	pg_user_mappings user_mapping_options _pg_user_mappings pg_subscription pg_stat_wal_receiver pg_stat_get_wal_receiver
	pg_foreign_server foreign_server_options _pg_foreign_servers pg_foreign_table foreign_table_options _pg_foreign_tables
	pg_foreign_data_wrapper foreign_data_wrapper_options _pg_foreign_data_wrappers
	pg_locks pg_lock_status currtid2 pg_stat_replication pg_buffercache pg_cursors pg_cursor pg_prepared_xact pg_prepared_statements pg_prepared_statement
	pg_db_role_setting pg_hba_file_rules pg_ident_file_mappings pg_file_settings pg_show_all_file_settings
	pg_backend_memory_contexts pg_get_backend_memory_contexts
	pgstattuple pgstattuple_approx pgstatindex pgstatginindex pgstathashindex pgrowlocks verify_heapam`)

// valuePrefixes begin the names of others of them.
var valuePrefixes = []string{"pg_stat_statements", "pg_stat_get_backend_"}

// valueColumns are columns like valueCatalogs of relations whose other columns only name and define.
var valueColumns = map[string][]string{
	"pg_roles":       {"rolconfig"},
	"pg_user":        {"useconfig"},
	"pg_stat_ssl":    {"client_dn", "client_serial", "issuer_dn"},
	"pg_stat_gssapi": {"principal"},
}

// secretSettings are settings of a server that hold commands, connections, keys or paths of its machine. Its logins see most of them. So is
// any setting of an extension or of users, in whose names there is a dot: those of roles and databases are such.
var secretSettings = words(`archive_command archive_library archive_cleanup_command restore_command recovery_end_command promote_trigger_file
	primary_conninfo primary_slot_name synchronous_standby_names recovery_target_name ssl_cert_file ssl_key_file ssl_ca_file ssl_crl_file ssl_crl_dir ssl_dh_params_file
	ssl_passphrase_command krb_server_keyfile data_directory config_file hba_file ident_file external_pid_file
	log_directory log_filename log_line_prefix syslog_ident event_source unix_socket_directories unix_socket_group listen_addresses bonjour_name
	dynamic_library_path extension_control_path extension_destdir shared_preload_libraries session_preload_libraries local_preload_libraries jit_provider
	oauth_validator_libraries stats_temp_directory`)

// ownSettings begin the names of settings by which the gateway tells a source who asks.
const ownSettings = "sallyport."

// settingColumns are the columns of pg_settings that show values, or files of the server.
var settingColumns = []string{"setting", "reset_val", "boot_val", "sourcefile"}

const settingsHint = "Ask for one that is none of these: SHOW name, or FROM pg_settings WHERE name = 'name'. A role that has everything of the source may read all."

// judgeSettings returns why a use of pg_settings, by SHOW and current_setting too, is refused. Code of the source that asks for a setting of
// users by its name, such as a policy, may.
func judgeSettings(u *planner.Use) (reason, hint string) {
	if u.Embedded {
		return "", ""
	}
	for _, name := range u.Settings {
		custom := strings.Contains(name, ".") && !strings.HasPrefix(name, ownSettings) && len(u.Within) == 0
		if custom || secretSettings[name] {
			return "the setting " + name + " may hold a secret, or tells of the server's machine, and your role may not see it", valuesHint
		}
	}
	if len(u.Settings) > 0 {
		return "", ""
	}
	for _, column := range settingColumns {
		if how := u.Reads(column); how != "" {
			return how + " of pg_settings shows settings in which there may be secrets, and your role may not see all of them", settingsHint
		}
	}
	return "", ""
}

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

const (
	namesHint  = "SHOW RESOURCES, DESCRIBE, list_resources and describe_resource tell what there is for you. A role can have catalogs: true, and see the names of all that the source's login sees."
	valuesHint = "A role that has everything of the source may read it."
)

// judgeCatalog returns why a use of the source's own catalog is refused.
func (r *Rights) judgeCatalog(u *planner.Use) (reason, hint string) {
	name := strings.ToLower(u.Resource)
	switch {
	case r.hasAll(u.Provider) || plainCatalogs[name]:
		return "", ""
	case name == "pg_settings":
		return judgeSettings(u)
	case valueCatalogs[name] || slices.ContainsFunc(valuePrefixes, func(begin string) bool { return strings.HasPrefix(name, begin) }):
		return name + " shows values of relations, secrets, or statements of others, and your role may not see all of them", valuesHint
	case !slices.ContainsFunc(r.roles, func(one *role) bool { return one.has(u.Provider) && one.Catalogs }):
		return name + " belongs to the catalog of the source, which names relations that are not for you", namesHint
	}
	for _, column := range valueColumns[name] {
		if how := u.Reads(column); how != "" {
			return how + " of " + name + " shows secrets or what others have sent, and your role may not see all of them", "Name the columns that you need, without " + column + "."
		}
	}
	return "", ""
}
