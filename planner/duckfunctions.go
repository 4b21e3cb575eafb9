package planner

import "github.com/sallyportdb/sallyport/providers"

// duckExecFunctions do more than read in DuckDB, whatever their label says.
var duckExecFunctions = merge(
	reasons("it runs SQL given as text", `query query_table json_execute_serialized_sql from_substrait from_substrait_json`),
	reasons("it reads files", `read_csv read_csv_auto read_json read_json_auto read_json_objects read_json_objects_auto
		read_ndjson read_ndjson_auto read_ndjson_objects read_parquet parquet_scan read_text read_blob glob sniff_csv
		parquet_metadata parquet_schema parquet_file_metadata parquet_kv_metadata parquet_bloom_probe read_duckdb`),
	reasons("it reads memory of the process", `arrow_scan arrow_scan_dumb pandas_scan python_map_function`),
	reasons("it tells of the machine", `getenv duckdb_secrets which_secret duckdb_temporary_files pragma_database_list duckdb_databases`),
	reasons("it changes settings or state", `enable_profiling disable_profiling enable_logging disable_logging set_log_level
		truncate_duckdb_logs write_log checkpoint force_checkpoint pragma_storage_info setseed nextval add_parquet_key
		duckdb_logs duckdb_log_contexts`),
)

// duckTableFunctions may stand in FROM: they read nothing but their arguments
// and the tables of the database.
var duckTableFunctions = wordSet(`unnest generate_series range repeat repeat_row json_each json_tree generate_subscripts
	duckdb_columns duckdb_tables duckdb_views duckdb_schemas duckdb_functions duckdb_types duckdb_constraints
	duckdb_indexes duckdb_sequences duckdb_keywords summary pragma_table_info pragma_version`)

// duckReadFunctions are labelled volatile in DuckDB and change nothing.
var duckReadFunctions = wordSet(`random gen_random_uuid uuid uuidv4 uuidv7 currval now get_current_timestamp today
	current_localtime current_localtimestamp txid_current_if_assigned error hash`)

func judgeDuckFunction(n name, candidates []providers.Function) (Class, string) {
	if reason, ok := duckExecFunctions[n.name]; ok {
		return Exec, reason
	}
	class, reason := Read, ""
	for _, f := range candidates {
		switch {
		case !f.Builtin:
			return Exec, "it is defined by users, and what it does is not known"
		case f.Table && !duckTableFunctions[n.name] && f.Language != "emulation":
			return Exec, "it is a table function not known to be harmless"
		case f.Volatility == providers.Volatile && !duckReadFunctions[n.name] && !f.Table:
			class, reason = Exec, "it is volatile and not known to be harmless"
		}
	}
	return class, reason
}
