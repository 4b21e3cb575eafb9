package planner

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// The table of what a client may set. A setting that does not stand in it is exec:
// it may change what the server does for itself or for others. To take a setting
// back (RESET, SET … TO DEFAULT) gives what the session began with, so that is
// harmless but for how text is read and whether transactions may write: where a pool
// stands between, a connection may have begun otherwise.

// settingRule is what it means to set a setting.
type settingRule struct {
	class  Class  // of a value for which harmless does not hold
	reason string // for that class
	// harmless reports a value that may be set in every mode: one that says what
	// holds anyway, or one within bounds; nil: all values are of the class.
	harmless func(value string) bool
}

const (
	// maxWorkMem bounds, in bytes, what each sort and hash of a query may take, and
	// the temporary tables of a session.
	maxWorkMem = 256 << 20
	// maxOwnMem bounds, in bytes, what a session takes once.
	maxOwnMem = 1 << 30
	// maxHashMultiplier bounds how many times work_mem a hash may take.
	maxHashMultiplier = 4
)

// settingRules has a rule for each setting, by its name.
var settingRules = settingTable()

func settingTable() map[string]settingRule {
	table := map[string]settingRule{}
	add := func(rule settingRule, names string) {
		for name := range parse.WordSet(names) {
			table[name] = rule
		}
	}
	session := settingRule{class: Session}
	// How results look, and what the client is told.
	add(session, `application_name bytea_output client_min_messages datestyle debug_pretty_print debug_print_parse
		default_text_search_config escape_string_warning extra_float_digits icu_validation_level intervalstyle lc_messages lc_monetary
		lc_numeric lc_time operator_precedence_warning quote_all_identifiers timezone xmlbinary xmloption`)
	// How long one's own statements and connection may take.
	add(session, `client_connection_check_interval idle_in_transaction_session_timeout idle_session_timeout lock_timeout statement_timeout
		tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval tcp_user_timeout transaction_timeout`)
	// How one's own queries are planned.
	add(session, `constraint_exclusion cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost cursor_tuple_fraction debug_parallel_query
		effective_cache_size effective_io_concurrency enable_async_append enable_bitmapscan enable_distinct_reordering
		enable_eager_aggregate enable_gathermerge enable_group_by_reordering enable_hashagg enable_hashjoin enable_incremental_sort
		enable_indexonlyscan enable_indexscan enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append
		enable_parallel_hash enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join enable_presorted_aggregate
		enable_self_join_elimination enable_seqscan enable_sort enable_tidscan force_parallel_mode from_collapse_limit geqo geqo_effort
		geqo_generations geqo_pool_size geqo_seed geqo_selection_bias geqo_threshold gin_fuzzy_search_limit jit jit_above_cost
		jit_expressions jit_inline_above_cost jit_optimize_above_cost jit_tuple_deforming join_collapse_limit maintenance_io_concurrency
		max_parallel_workers_per_gather min_parallel_index_scan_size
		min_parallel_table_scan_size optimizer parallel_leader_participation parallel_setup_cost parallel_tuple_cost plan_cache_mode
		random_page_cost recursive_worktable_factor seq_page_cost stats_fetch_consistency synchronize_seqscans`)
	// How one's own transactions are, and how strictly one's own definitions are
	// checked and views of others may be used. row_security = off switches nothing
	// off: it makes an error of what a policy would filter, and pg_dump sends it.
	add(session, `check_function_bodies default_transaction_deferrable default_transaction_isolation default_toast_compression
		restrict_nonsystem_relation_kind row_security transaction_deferrable transaction_isolation`)
	// What names mean: they are judged by the path in force.
	add(session, "search_path")
	// How much memory of the server one may take.
	memory := "it takes much of the server's memory"
	add(settingRule{Exec, memory, sizeUpTo(maxWorkMem, 1<<10)}, "work_mem")
	add(settingRule{Exec, memory, sizeUpTo(maxOwnMem, 1<<10)}, "maintenance_work_mem logical_decoding_work_mem")
	add(settingRule{Exec, memory, sizeUpTo(maxWorkMem, 8<<10)}, "temp_buffers")
	add(settingRule{Exec, memory, numberUpTo(maxHashMultiplier)}, "hash_mem_multiplier")
	// A commit that is not on the server's disk may be lost after its record said
	// that it was done.
	add(settingRule{Exec, "a change that is on record as done may be lost when the server fails", among("on", "true", "yes", "1", "remote_apply")}, "synchronous_commit")
	// What psql -f sends of a dump, and what holds where nobody set it otherwise.
	where := "it decides where and how tables are stored"
	add(settingRule{Exec, where, among("")}, "default_tablespace temp_tablespaces")
	add(settingRule{Exec, where, among("heap")}, "default_table_access_method")
	add(settingRule{Exec, where, among("false", "off", "no", "0")}, "default_with_oids")
	// Whether transactions may write: to give that up is harmless.
	add(settingRule{Mutate, asksForWrites, isOn}, "default_transaction_read_only transaction_read_only")
	// How text is read, and who one is: no mode lets a client change it.
	alike, login := "the gateway and the server must read strings alike", "the gateway's login must stay who it is"
	add(settingRule{Unknown, "the encoding is pinned to UTF8", isUTF8}, "client_encoding names")
	add(settingRule{Unknown, alike, isOn}, "standard_conforming_strings")
	add(settingRule{Unknown, alike, among("safe_encoding")}, "backslash_quote")
	add(settingRule{Unknown, "the gateway and the server must read text alike", among("off", "false", "no", "0")}, "transform_null_equals")
	add(settingRule{Unknown, login, nil}, "role session_authorization")
	add(settingRule{Unknown, "it switches triggers and rules off", among("origin")}, "session_replication_role")
	return table
}

const asksForWrites = "it asks for the right to write"

// among returns a test for one of some values, in any case of letters.
func among(values ...string) func(string) bool {
	return func(value string) bool { return slices.Contains(values, strings.ToLower(value)) }
}

func isOn(value string) bool {
	on, err := strconv.ParseBool(value)
	return err == nil && on || among("on", "yes")(value)
}

func isUTF8(value string) bool {
	return among("utf8", "unicode")(strings.NewReplacer("-", "", "_", "", "'", "").Replace(value))
}

// sizeUnits are the units of memory that the server knows, in bytes.
var sizeUnits = map[string]float64{"B": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}

// sizeUpTo returns a test for an amount of memory of at most so many bytes; unit is
// that of a bare number.
func sizeUpTo(most, unit float64) func(string) bool {
	return func(value string) bool {
		value = strings.TrimSpace(value)
		digits := strings.TrimRight(value, "BkMGT")
		if name := value[len(digits):]; name != "" {
			unit, known := sizeUnits[name]
			return known && withinSize(digits, unit, most)
		}
		return withinSize(digits, unit, most)
	}
}

func withinSize(digits string, unit, most float64) bool {
	n, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	return err == nil && n >= 0 && n*unit <= most
}

func numberUpTo(most float64) func(string) bool {
	return func(value string) bool { return withinSize(value, 1, most) }
}
