package planner_test

import "strings"

// volatileReads are built-in functions that are labelled volatile and only read. Other volatile
// functions are called too, but may be refused.
var volatileReads = wordList(`random clock_timestamp timeofday gen_random_uuid currval lastval pg_relation_size pg_database_size
	pg_table_size pg_total_relation_size pg_indexes_size pg_tablespace_size pg_is_in_recovery pg_blocking_pids pg_current_wal_lsn
	pg_current_wal_insert_lsn pg_lock_status pg_sequence_last_value pg_relation_filenode pg_xact_status txid_status`)

// refusedByDesign are stable and immutable functions that are refused although these calls change
// nothing.
var refusedByDesign = describeEffect(map[string]string{
	"it runs SQL given as text, or reads a table that is given as text": `query_to_xml query_to_xmlschema query_to_xml_and_xmlschema
		table_to_xml table_to_xmlschema table_to_xml_and_xmlschema schema_to_xml schema_to_xmlschema schema_to_xml_and_xmlschema
		database_to_xml database_to_xmlschema database_to_xml_and_xmlschema cursor_to_xml cursor_to_xmlschema ts_stat`,
	"it runs the input function of a type that is given as a number": `domain_in domain_recv record_in record_recv array_in array_recv
		range_in range_recv multirange_in multirange_recv`,
})

// todo are parts of statements, or of the planner's reasons, that identify known defects. An entry
// that is no longer needed fails the test.
var todo = map[string]string{}

func wordList(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

func describeEffect(reasons map[string]string) map[string]string {
	names := map[string]string{}
	for reason, list := range reasons {
		for w := range wordList(list) {
			names[w] = reason
		}
	}
	return names
}
