package planner

import "slices"

// Some functions of the server run queries of their own, in which operators have no schema. So an operator of users runs if the search path
// has it before pg_catalog. PostgreSQL spells out a view or a rule after it has found it so: "SELECT * FROM pg_catalog.pg_rewrite WHERE
// ev_class = $1 AND rulename = $2". And up to version 13 it keeps the bodies of its functions in SQL as texts.

var (
	// queriesOf are the operators in such queries, by the names of the functions.
	queriesOf = map[string][]string{
		"pg_get_viewdef": {"="}, "pg_get_ruledef": {"="},
		"obj_description": {"="}, "col_description": {"="}, "shobj_description": {"="}, "ts_debug": {"="}, "bit_length": {"*"}, "overlaps": {"+"}, "timestamptz": {"+"},
		"int8pl_inet": {"+"}, "integer_pl_date": {"+"}, "interval_pl_date": {"+"}, "interval_pl_time": {"+"}, "interval_pl_timestamp": {"+"},
		"interval_pl_timestamptz": {"+"}, "interval_pl_timetz": {"+"}, "timedate_pl": {"+"}, "timetzdate_pl": {"+"}, "anytextcat": {"||"}, "textanycat": {"||"},
		"_pg_expandarray": {"+", "-"}, "_pg_index_position": {"=", "+", "-"}, "_pg_truetypid": {"="}, "_pg_truetypmod": {"="},
		"_pg_char_max_length": {"=", "-"}, "_pg_char_octet_length": {"=", "-", "^", "*"}, "_pg_numeric_precision": {"=", "-", "&", ">>"},
		"_pg_numeric_precision_radix": {"="}, "_pg_numeric_scale": {"=", "-", "&"}, "_pg_datetime_precision": {"=", "<", "&"}, "_pg_interval_type": {"="},
	}
	// callersOf are the functions among them that the server's views call.
	callersOf = map[string][]string{
		"pg_views": {"pg_get_viewdef"}, "pg_matviews": {"pg_get_viewdef"}, "pg_rules": {"pg_get_ruledef"}, "views": {"pg_get_viewdef"},
		"columns": ofColumns, "attributes": ofColumns, "domains": ofColumns, "sequences": {"_pg_numeric_precision"}, "key_column_usage": {"_pg_index_position", "_pg_expandarray"},
		"parameters": {"_pg_expandarray"}, "triggered_update_columns": {"_pg_expandarray"}, "element_types": {"_pg_expandarray"},
	}
	ofColumns = []string{
		"_pg_truetypid", "_pg_truetypmod", "_pg_char_max_length", "_pg_char_octet_length", "_pg_numeric_precision", "_pg_numeric_precision_radix",
		"_pg_numeric_scale", "_pg_datetime_precision", "_pg_interval_type",
	}
)

// noteServerQueries notes the operators in the queries of functions, if they have any.
func (w *walker) noteServerQueries(functions ...string) {
	var operators []string
	for _, f := range functions {
		operators = append(operators, queriesOf[f]...)
	}
	if len(operators) > 0 {
		w.queried = true
		slices.Sort(operators)
		w.noteOperators(slices.Compact(operators)...)
	}
}
