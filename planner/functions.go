package planner

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// Postgres's built-in functions, and those that an extension brought, are believed by their label in pg_proc:
// immutable and stable ones read. This file has the exceptions, in both
// directions. Users' functions are never believed by their label.

// execFunctions are labelled stable or immutable and do more than read, or are
// worth a reason of their own.
var execFunctions = merge(
	reasons("it runs SQL given as text", `query_to_xml query_to_xmlschema query_to_xml_and_xmlschema table_to_xml
		table_to_xmlschema table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema
		database_to_xml database_to_xmlschema database_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema
		ts_stat ts_rewrite crosstab connectby xpath_table`),
	reasons("it opens a connection of its own", `dblink dblink_exec dblink_connect dblink_connect_u dblink_open dblink_fetch
		dblink_send_query dblink_get_result`),
	reasons("it changes settings", `set_config`),
	reasons("it reads values by the input functions of users' types", `json_populate_record json_populate_recordset
		jsonb_populate_record jsonb_populate_recordset domain_in domain_recv record_in record_recv array_in array_recv
		range_in range_recv multirange_in multirange_recv`),
	reasons("it reads files of the database server", `pg_read_file pg_read_binary_file pg_ls_dir pg_ls_waldir pg_ls_logdir
		pg_ls_tmpdir pg_ls_archive_statusdir pg_stat_file pg_read_file_old pg_file_read pg_current_logfile lo_import`),
	reasons("it writes files of the database server", `lo_export pg_file_write pg_file_rename pg_file_unlink pg_file_sync`),
	reasons("it writes large objects", `lo_create lo_creat lo_from_bytea lo_put lo_unlink lowrite lo_truncate lo_truncate64 lo_open`),
	reasons("it takes a lock that outlives the statement", `pg_advisory_lock pg_advisory_lock_shared pg_advisory_xact_lock
		pg_advisory_xact_lock_shared pg_try_advisory_lock pg_try_advisory_lock_shared pg_try_advisory_xact_lock
		pg_try_advisory_xact_lock_shared`),
	reasons("it releases locks", `pg_advisory_unlock pg_advisory_unlock_shared pg_advisory_unlock_all`),
	reasons("it ends or cancels sessions", `pg_terminate_backend pg_cancel_backend`),
	reasons("it sends to other sessions", `pg_notify`),
	reasons("it only waits, and holds a connection", `pg_sleep pg_sleep_for pg_sleep_until`),
	reasons("it writes to the write-ahead log", `pg_logical_emit_message`),
	reasons("it uses up a transaction number", `txid_current pg_current_xact_id`),
	reasons("it holds a snapshot", `pg_export_snapshot`),
	reasons("it changes a sequence", `nextval setval`),
	reasons("it changes what later calls return", `setseed`),
)

// readFunctions are labelled volatile, because what they return changes from
// call to call, and change nothing.
var readFunctions = wordSet(`random random_normal clock_timestamp timeofday gen_random_uuid uuidv4 uuidv7 currval lastval
	pg_relation_size pg_table_size pg_indexes_size pg_total_relation_size pg_database_size pg_tablespace_size
	pg_is_in_recovery pg_is_wal_replay_paused pg_get_wal_replay_pause_state pg_last_wal_receive_lsn pg_last_wal_replay_lsn
	pg_last_xact_replay_timestamp pg_current_wal_lsn pg_current_wal_insert_lsn pg_current_wal_flush_lsn
	pg_blocking_pids pg_safe_snapshot_blocking_pids pg_isolation_test_session_is_blocked pg_lock_status
	pg_stat_get_snapshot_timestamp pg_sequence_last_value pg_xact_commit_timestamp pg_last_committed_xact
	pg_xact_status txid_status pg_partition_tree pg_partition_ancestors pg_relation_filenode pg_relation_filepath
	pg_filenode_relation pg_notification_queue_usage pg_sequence_parameters pg_get_replication_slots
	pg_available_wal_summaries pg_wal_summary_contents pg_get_multixact_members
	uuid_generate_v1 uuid_generate_v4 pg_stat_statements pg_stat_statements_info pg_buffercache_pages`)

// verdict is what a call of a function may do.
type verdict struct {
	class  Class
	reason string
}

var reads = verdict{class: Read}

func listed(name string) (verdict, bool) {
	if reason, ok := execFunctions[name]; ok {
		return verdict{Exec, reason}, true
	}
	return reads, readFunctions[name]
}

// judge says what a call of one function may do. Postgres's built-in functions
// are believed by their label in pg_proc but for those in the table of
// builtins.txt, and so are those that an extension brought: its author wrote
// the label, and only who may install code brought it. A user's function reads
// if it is proven: in SQL, immutable or stable, and all that it runs only reads.
func (r *resolver) judge(f *providers.Function) verdict {
	if f.Harmless {
		return reads
	}
	if rule, ok := listed(f.Name); ok && (f.Builtin || f.Extension != "" || rule.class != Read) {
		return rule
	}
	switch {
	case f.Name == "":
		return verdict{Exec, "what it calls is not known"}
	case f.Kind == 'p':
		return verdict{Exec, "it is a procedure"}
	case f.Builtin || f.Extension != "" && f.Kind != 'a':
		if f.Volatility == providers.Volatile {
			return verdict{Exec, "it is volatile and not known to be harmless"}
		}
		if f.Definer && !f.Builtin {
			return verdict{Exec, "it runs with the rights of its owner"}
		}
		return reads
	}
	return r.judgeUsers(f)
}

// judgeUsers judges a function or an aggregate that users defined.
func (r *resolver) judgeUsers(f *providers.Function) verdict {
	users := "it is defined by users (" + f.Schema + ")"
	switch {
	case f.Definer:
		return verdict{Exec, users + " and runs with the rights of its owner"}
	case f.Settings:
		return verdict{Exec, users + " and runs under settings of its own"}
	case f.Kind == 'a' && len(f.Hidden) > 0:
	case f.Kind != 'f' || f.Language != "sql" || len(f.Hidden) == 0:
		return verdict{Exec, users + ", and what it runs is not known"}
	case f.Volatility == providers.Volatile:
		return verdict{Exec, users + " and volatile"}
	}
	if known, ok := r.judged[f.ID]; ok && f.ID != 0 {
		return known
	}
	if len(r.within) >= maxDepth {
		return verdict{Unknown, "functions and views are nested too deeply"}
	}
	if r.judged == nil {
		r.judged = map[uint64]verdict{}
	}
	r.judged[f.ID] = reads // for what calls itself
	inner := &resolver{shapes: r.shapes, source: r.source, scope: r.scope, judged: r.judged, seen: map[unseen]bool{}, within: append(slices.Clip(r.within), f.Name)}
	inner.hidden(f.Hidden, use{event: providers.Read, offset: -1})
	found := reads
	for _, e := range inner.effects {
		if found.class == Read || e.Class == Unknown && found.class != Unknown {
			found = verdict{Exec, users + ": " + because(e)}
			if e.Class == Unknown {
				found.class = Unknown
			}
		}
	}
	r.judged[f.ID] = found
	return found
}

// because is an effect in a few words.
func because(e Effect) string {
	if e.Reason == "" {
		return e.What
	}
	return e.What + " (" + e.Reason + ")"
}

// worst judges all functions that a name can mean.
func (r *resolver) worst(candidates []providers.Function) verdict {
	found := reads
	for i := range candidates {
		if v := r.judge(&candidates[i]); v.class == Unknown || v.class > found.class && found.class != Unknown {
			found = v
		}
	}
	return found
}

// fitting are the candidates that take so many arguments: the others the source
// does not consider. Where none does the source will say so; until then all count.
func fitting(candidates []providers.Function, args int) []providers.Function {
	if args < 0 {
		return candidates
	}
	fit := candidates[:0:0]
	for _, f := range candidates {
		if args >= f.MinArgs && (f.MaxArgs < 0 || args <= f.MaxArgs) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return candidates
	}
	return fit
}

func reasons(reason, names string) map[string]string {
	m := map[string]string{}
	for w := range wordSet(names) {
		m[w] = reason
	}
	return m
}

func merge(maps ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, m := range maps {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}
