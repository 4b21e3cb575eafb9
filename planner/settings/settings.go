// Package settings says what it means to set a setting of PostgreSQL: a table of those that a client may set.
//
// A setting that is not in the table is exec: it may change
// what the server does for itself or for others. A reset (RESET, SET … TO DEFAULT) returns to the
// value at the connection's start, which is harmless, but not for how text is read and whether
// transactions may write: behind a pool a connection may have begun otherwise.
package settings

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner/class"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// settingRule says what it means to set a setting.
type settingRule struct {
	class  class.Class // of values that are not harmless
	reason string      // for that class
	// harmless reports whether a value may be set in every mode: one that holds anyway, or one
	// within bounds. nil: no value may.
	harmless func(value string) bool
}

const (
	// maxWorkMem bounds, in bytes, what each sort and hash of a query may take, and the buffers for
	// a session's temporary tables.
	maxWorkMem = 256 << 20
	// maxOwnMem bounds, in bytes, what a session takes once.
	maxOwnMem = 1 << 30
	// maxHashMultiplier bounds how many times work_mem a hash may take.
	maxHashMultiplier = 4
)

// settingRules has a rule for each setting, by name.
var settingRules = settingTable()

func settingTable() map[string]settingRule {
	table := map[string]settingRule{}
	add := func(rule settingRule, names string) {
		for name := range parse.WordSet(names) {
			table[name] = rule
		}
	}
	session := settingRule{class: class.Session}
	// The form of results, and the messages to the client.
	add(session, `application_name bytea_output client_min_messages datestyle debug_pretty_print debug_print_parse
		default_text_search_config escape_string_warning extra_float_digits icu_validation_level intervalstyle lc_messages lc_monetary
		lc_numeric lc_time operator_precedence_warning quote_all_identifiers timezone xmlbinary xmloption`)
	// The time that the session's statements and connection may take.
	add(session, `client_connection_check_interval idle_in_transaction_session_timeout idle_session_timeout lock_timeout statement_timeout
		tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval tcp_user_timeout transaction_timeout`)
	// The planning of the session's queries.
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
	// The session's transactions, the checks of its definitions, and the use of others' views.
	// row_security = off switches nothing off: it turns what a policy would filter into an error.
	// pg_dump sends it.
	add(session, `check_function_bodies default_transaction_deferrable default_transaction_isolation default_toast_compression
		restrict_nonsystem_relation_kind row_security transaction_deferrable transaction_isolation`)
	// The meaning of names: they are judged by the path in force.
	add(session, "search_path")
	// The server's memory.
	memory := "it takes much of the server's memory"
	add(settingRule{class.Exec, memory, isSizeUpTo(maxWorkMem, 1<<10)}, "work_mem")
	add(settingRule{class.Exec, memory, isSizeUpTo(maxOwnMem, 1<<10)}, "maintenance_work_mem logical_decoding_work_mem")
	add(settingRule{class.Exec, memory, isSizeUpTo(maxWorkMem, 8<<10)}, "temp_buffers")
	add(settingRule{class.Exec, memory, isNumberUpTo(maxHashMultiplier)}, "hash_mem_multiplier")
	// A commit that is not on the server's disk may be lost after its record said that it was done.
	add(settingRule{class.Exec, "a change that is on record as done may be lost when the server fails", isAmong("on", "true", "yes", "1", "remote_apply")}, "synchronous_commit")
	// Settings that psql -f of a dump sends, with the values that hold anyway.
	where := "it decides where and how tables are stored"
	add(settingRule{class.Exec, where, isAmong("")}, "default_tablespace temp_tablespaces")
	add(settingRule{class.Exec, where, isAmong("heap")}, "default_table_access_method")
	add(settingRule{class.Exec, where, isAmong("false", "off", "no", "0")}, "default_with_oids")
	// Whether transactions may write. To give that up is harmless.
	for name := range SetsAccess {
		add(settingRule{class.Mutate, AsksForWrites, isOn}, name)
	}
	// How text is read, and whom the session acts as: no mode lets a client change it.
	alike, login := "the gateway and the server must read strings alike", "the gateway's login must stay who it is"
	add(settingRule{class.Unknown, "the encoding is pinned to UTF8", isUTF8}, "client_encoding names")
	add(settingRule{class.Unknown, alike, isOn}, "standard_conforming_strings")
	add(settingRule{class.Unknown, alike, isAmong("safe_encoding")}, "backslash_quote")
	add(settingRule{class.Unknown, "the gateway and the server must read text alike", isAmong("off", "false", "no", "0")}, "transform_null_equals")
	add(settingRule{class.Unknown, login, nil}, "role session_authorization")
	add(settingRule{class.Unknown, "it switches triggers and rules off", isAmong("origin")}, "session_replication_role")
	return table
}

// SetsAccess are the settings that decide whether transactions may write.
var SetsAccess = parse.WordSet(`default_transaction_read_only transaction_read_only`)

// AsksForWrites is the reason why a setting counts as a change.
const AsksForWrites = "it asks for the right to write"

// isAmong returns a test for one of some values, not case-sensitive.
func isAmong(values ...string) func(string) bool {
	return func(value string) bool { return slices.Contains(values, strings.ToLower(value)) }
}

func isOn(value string) bool {
	on, err := strconv.ParseBool(value)
	return err == nil && on || isAmong("on", "yes")(value)
}

func isUTF8(value string) bool {
	return isAmong("utf8", "unicode")(strings.NewReplacer("-", "", "_", "", "'", "").Replace(value))
}

// sizeUnits are the units of memory that the server knows, in bytes.
var sizeUnits = map[string]float64{"B": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}

// isSizeUpTo returns a test for an amount of memory of at most so many bytes. A bare number counts in
// unit.
func isSizeUpTo(most, unit float64) func(string) bool {
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

func isNumberUpTo(most float64) func(string) bool {
	return func(value string) bool { return withinSize(value, 1, most) }
}

// OfSet returns what it means to set a setting to a value: session if it is harmless. A nil
// value is not known.
func OfSet(setting string, value *string) (class.Class, string) {
	rule, known := settingRules[setting]
	switch {
	case TellsPrincipal(setting):
		return class.Unknown, TellsWho
	case known && rule.harmless != nil && value != nil && rule.harmless(*value):
		return class.Session, ""
	case known:
		return rule.class, rule.reason
	case strings.Contains(setting, "."): // an application's own, such as app.user
		return class.Exec, "policies and functions may read it"
	}
	return class.Exec, "it is not known to be harmless"
}

// TellsWho is the reason for refusing to set what tells a source who asks.
const TellsWho = "the gateway alone says there who asks"

// TellsPrincipal reports whether a setting is of those that tell a source who asks, for its policies.
func TellsPrincipal(setting string) bool {
	return strings.HasPrefix(setting, providers.IdentityPrefix)
}

// OfReset returns what it means to reset a setting to the value at the connection's start. That
// value is not relied on for how text is read and for whether transactions may write.
func OfReset(setting string) (class.Class, string) {
	rule, known := settingRules[setting]
	if known && (rule.class == class.Session || rule.class == class.Exec || setting == "role" || setting == "session_authorization") {
		return class.Session, ""
	}
	return OfSet(setting, nil)
}
