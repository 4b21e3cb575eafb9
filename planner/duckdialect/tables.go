package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/aggregates"
	"github.com/sallyportdb/sallyport/planner/duckdialect/arrays"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/statements"
	"github.com/sallyportdb/sallyport/planner/duckdialect/times"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// LastSchema is the schema that ends every search path in DuckDB.
const LastSchema = "main"

// rule says how a function is rewritten. The zero rule keeps the name.
type rule struct {
	native   string // DuckDB's own function of that name
	emulated string // the emulation's function of that name
	// first are arguments that the emulation's function takes before the client's.
	first []emulation.SessionValue
	// set: the function returns a set; DuckDB's returns a list, or is a macro that unnests.
	set bool
	// list: DuckDB's function returns a list that must be unnested.
	list bool
	// fields: the elements are rows of these columns.
	fields []string
	// by rewrites special cases. If it returns false, the rest of the rule applies.
	by func(t *translation, n *pg_query.Node, f *pg_query.FuncCall) bool
}

// emulatedFunctions lists functions that have the same name in the emulation.
func emulatedFunctions(first []emulation.SessionValue, list string) map[string]rule {
	m := map[string]rule{}
	for _, name := range strings.Fields(list) {
		m[name] = rule{emulated: name, first: first}
	}
	return m
}

// relationFunctions are the rules of the functions of relations.
func relationFunctions() map[string]rule {
	m := emulatedFunctions(nil, emulation.RelationFunctions)
	for name, r := range m {
		r.by = (*translation).regclassArgument
		m[name] = r
	}
	return m
}

// renamedFunctions lists pairs "postgres duckdb".
func renamedFunctions(list string) map[string]rule {
	m, words := map[string]rule{}, strings.Fields(list)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = rule{native: words[i+1]}
	}
	return m
}

// functions is the table of functions. A function that is not in it keeps its name and loses the
// schema pg_catalog.
var functions = merge(
	emulatedFunctions(nil, `
		quote_ident txid_current
		pg_encoding_to_char pg_char_to_encoding getdatabaseencoding pg_client_encoding pg_tablespace_location
		pg_is_in_recovery pg_is_other_temp_schema pg_my_temp_schema
		pg_blocking_pids inet_server_addr inet_server_port inet_client_addr inet_client_port
		pg_jit_available pg_postmaster_start_time pg_conf_load_time pg_current_xact_id
		pg_stat_get_numscans
		array_ndims array_remove array_replace array_positions trim_array split_part
		overlay div
		pg_operator_is_visible pg_opclass_is_visible pg_opfamily_is_visible pg_collation_is_visible
		pg_conversion_is_visible pg_statistics_obj_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible
		pg_ts_parser_is_visible pg_ts_template_is_visible
		to_regnamespace to_regoper pg_get_triggerdef
		pg_get_partkeydef pg_get_statisticsobjdef_columns pg_get_function_sqlbody pg_get_function_arguments pg_get_function_arg_default
		pg_get_function_identity_arguments pg_get_function_result pg_get_functiondef
		obj_description col_description shobj_description current_setting
		pg_tablespace_size pg_database_size
		pg_encoding_max_length pg_index_column_has_property pg_index_has_property pg_indexam_has_property
		pg_get_keywords pg_partition_tree ts_token_type`),
	emulatedFunctions([]emulation.SessionValue{emulation.ThePath}, `
		to_regclass to_regtype to_regproc to_regprocedure to_regoperator current_schemas format_type pg_get_ruledef
		pg_get_constraintdef pg_get_expr pg_get_indexdef pg_get_serial_sequence pg_describe_object oidvectortypes`),
	emulatedFunctions([]emulation.SessionValue{emulation.TheUser}, `pg_get_userbyid to_regrole acldefault
		has_language_privilege
		has_tablespace_privilege has_foreign_data_wrapper_privilege has_server_privilege pg_has_role`),
	relationFunctions(),
	renamedFunctions(`
		to_json pg__to_json to_jsonb pg__to_jsonb
		json_array_length pg__json_array_length jsonb_array_length pg__json_array_length
		json_typeof pg__json_typeof jsonb_typeof pg__json_typeof jsonb_pretty pg__jsonb_pretty
		json_strip_nulls pg__json_strip_nulls
		statement_timestamp now transaction_timestamp now clock_timestamp pg__clock_timestamp
		every bool_and btrim trim string_to_array pg__string_to_array concat pg__concat concat_ws pg__concat_ws
		to_hex pg__to_hex quote_literal pg__quote_literal quote_nullable pg__quote_nullable
		sqrt pg__sqrt exp pg__exp ln pg__ln log pg__log log10 pg__log power pg__power pow pg__power sha256 pg__sha256 sha224 pg__sha224 sha384 pg__sha384 sha512 pg__sha512 get_byte pg__get_byte set_byte pg__set_byte chr pg__chr
		justify_hours pg__justify_hours justify_days pg__justify_days justify_interval pg__justify_interval date_bin pg__date_bin
		scale pg__scale min_scale pg__min_scale trim_scale pg__trim_scale to_number pg__to_number num_nulls pg__num_nulls num_nonnulls pg__num_nonnulls`),
	map[string]rule{
		"pg_table_is_visible":      {emulated: "pg_table_is_visible", first: []emulation.SessionValue{emulation.ThePath}, by: (*translation).visible},
		"pg_type_is_visible":       {emulated: "pg_type_is_visible", first: []emulation.SessionValue{emulation.ThePath}, by: (*translation).visible},
		"pg_function_is_visible":   {emulated: "pg_function_is_visible", first: []emulation.SessionValue{emulation.ThePath}, by: (*translation).visible},
		"pg_typeof":                {emulated: "pg_typeof", by: (*translation).typeOf},
		"has_table_privilege":      {emulated: "has_table_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regclass", 2)},
		"has_column_privilege":     {emulated: "has_column_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regclass", 3)},
		"has_any_column_privilege": {emulated: "has_any_column_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regclass", 2)},
		"has_sequence_privilege":   {emulated: "has_sequence_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regclass", 2)},
		"has_schema_privilege":     {emulated: "has_schema_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regnamespace", 2)},
		"has_function_privilege":   {emulated: "has_function_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regprocedure", 2)},
		"has_database_privilege":   {emulated: "has_database_privilege", first: []emulation.SessionValue{emulation.TheUser, emulation.TheDatabases}},
		"has_type_privilege":       {emulated: "has_type_privilege", first: []emulation.SessionValue{emulation.TheUser}, by: privilegeOf("regtype", 2)},
		"pg_get_viewdef":           {emulated: "pg_get_viewdef", first: []emulation.SessionValue{emulation.ThePath}, by: (*translation).viewDefinition},
		"corr":                     {by: typed(aggregates.Pairs)}, "covar_pop": {by: typed(aggregates.Pairs)}, "covar_samp": {by: typed(aggregates.Pairs)},
		"regr_avgx": {by: typed(aggregates.Pairs)}, "regr_avgy": {by: typed(aggregates.Pairs)}, "regr_count": {by: typed(aggregates.Pairs)},
		"regr_intercept": {by: typed(aggregates.Pairs)}, "regr_r2": {by: typed(aggregates.Pairs)}, "regr_slope": {by: typed(aggregates.Pairs)},
		"regr_sxx": {by: typed(aggregates.Pairs)}, "regr_sxy": {by: typed(aggregates.Pairs)}, "regr_syy": {by: typed(aggregates.Pairs)},
		"nextval":                   {by: ofStatement((*statements.Rules).DrawnSequence)},
		"max":                       {by: (*translation).extremeOf},
		"min":                       {by: (*translation).extremeOf},
		"sum":                       {by: typed(aggregates.Sum)},
		"avg":                       {by: typed(aggregates.Average)},
		"stddev":                    {by: typed(aggregates.Deviation)},
		"stddev_samp":               {by: typed(aggregates.Deviation)},
		"stddev_pop":                {by: typed(aggregates.Deviation)},
		"variance":                  {by: typed(aggregates.Deviation)},
		"var_samp":                  {by: typed(aggregates.Deviation)},
		"var_pop":                   {by: typed(aggregates.Deviation)},
		"round":                     {by: (*translation).round},
		"floor":                     {by: (*translation).whole},
		"ceil":                      {by: (*translation).whole},
		"ceiling":                   {by: (*translation).whole},
		"trunc":                     {by: (*translation).truncate},
		"extract":                   {by: (*translation).extract},
		"date_trunc":                {by: (*translation).dateTrunc},
		"date_part":                 {by: (*translation).extract},
		"upper":                     {native: "pg__upper"},
		"lower":                     {native: "pg__lower"},
		"initcap":                   {native: "pg__initcap"},
		"array_cat":                 {by: (*translation).arrayCat},
		"degrees":                   {by: (*translation).degrees},
		"array_length":              {by: (*translation).arrayLength},
		"pg__array_set":             {emulated: "_array_set"},
		"pg__array_set_slice":       {emulated: "_array_set_slice"},
		"pg__array_set_slices":      {emulated: "_array_set_slices"},
		"pg__array_set_nested":      {emulated: "_array_set_nested"},
		"pg__array_set_flat":        {emulated: "_array_set_flat"},
		"pg__subscript":             {emulated: "_subscript"},
		"array_lower":               {emulated: "array_lower", by: (*translation).vectorBound},
		"array_upper":               {emulated: "array_upper", by: (*translation).vectorBound},
		"array_dims":                {emulated: "array_dims", by: (*translation).vectorBound},
		"array_position":            {by: ofArrays((*arrays.Rules).FindPosition)},
		"array_fill":                {emulated: "array_fill", by: ofArrays((*arrays.Rules).Fill)},
		"timezone":                  {by: typed(times.AtZoneWithin)},
		"date":                      {by: (*translation).dateCall},
		"age":                       {by: (*translation).finiteAge},
		"sign":                      {by: (*translation).typeSign},
		"abs":                       {by: (*translation).absolute},
		"enum_first":                {by: (*translation).keepEnum},
		"enum_last":                 {by: (*translation).keepEnum},
		"enum_range":                {by: (*translation).keepEnum},
		"rank":                      {by: typed(aggregates.Hypothetical)},
		"dense_rank":                {by: typed(aggregates.Hypothetical)},
		"percent_rank":              {by: typed(aggregates.Hypothetical)},
		"cume_dist":                 {by: typed(aggregates.Hypothetical)},
		"_count_nulls":              {emulated: "_count_nulls"},
		"_count_nonnulls":           {emulated: "_count_nonnulls"},
		"parse_ident":               {by: (*translation).parseIdent},
		"acosh":                     {native: "pg__acosh"},
		"unistr":                    {native: "pg__unistr"},
		"to_ascii":                  {native: "pg__to_ascii"},
		"jsonb_concat":              {by: typed(json.Concat)},
		"jsonb_set_lax":             {by: typed(json.SetLax)},
		"width_bucket":              {emulated: "width_bucket", by: (*translation).bucketOf},
		"cardinality":               {emulated: "_cardinality"},
		"array_to_string":           {emulated: "_array_to_string", by: (*translation).joinBy},
		"octet_length":              {native: "pg__octet_length", by: (*translation).paddedLength},
		"encode":                    {native: "pg__encode", by: (*translation).escapeFormat},
		"decode":                    {native: "pg__decode", by: (*translation).escapeFormat},
		"json_build_object":         {native: "pg__json_build_object", by: typed(json.Empty("{}"))},
		"json_build_array":          {native: "pg__json_build_array", by: typed(json.Empty("[]"))},
		"jsonb_build_object":        {native: "pg__jsonb_build_object", by: typed(json.Empty("{}"))},
		"jsonb_build_array":         {native: "pg__jsonb_build_array", by: typed(json.Empty("[]"))},
		"json_object":               {by: (*translation).jsonObject},
		"jsonb_object":              {by: (*translation).jsonObject},
		"substr":                    {by: (*translation).substring},
		"repeat":                    {native: "pg__repeat"},
		"lpad":                      {by: typed(patterns.Pad)},
		"rpad":                      {by: typed(patterns.Pad)},
		"replace":                   {by: typed(patterns.Replace)},
		"printf":                    {by: noFunction},
		"current_query":             {by: noFunction},
		"levenshtein":               {by: typed(patterns.Compare)},
		"editdist3":                 {by: typed(patterns.Compare)},
		"damerau_levenshtein":       {by: typed(patterns.Compare)},
		"jaro_similarity":           {by: typed(patterns.Compare)},
		"jaro_winkler_similarity":   {by: typed(patterns.Compare)},
		"substring":                 {by: (*translation).substring},
		"to_char":                   {by: typed(times.ToChar)},
		"to_date":                   {by: typed(times.ToDate)},
		"to_timestamp":              {by: typed(times.ToTimestamp)},
		"format":                    {by: (*translation).translateFormat},
		"regexp_match":              {native: "pg__regexp_match", by: defaults("")},
		"regexp_matches":            {native: "pg__regexp_matches", set: true, list: true, by: defaults("")},
		"regexp_count":              {native: "pg__regexp_count", by: defaults(1, "")},
		"regexp_like":               {native: "pg__regexp_like", by: defaults("")},
		"regexp_substr":             {native: "pg__regexp_substr", by: defaults(1, 1, "", 0)},
		"regexp_instr":              {native: "pg__regexp_instr", by: defaults(1, 1, 0, "", 0)},
		"regexp_replace":            {by: typed(patterns.RegexpReplace)},
		"row_to_json":               {native: "pg__to_json", by: typed(json.Plain)},
		"array_to_json":             {native: "pg__to_json", by: typed(json.Plain)},
		"make_interval":             {by: (*translation).makeInterval},
		"make_date":                 {native: "pg__make_date"},
		"make_timestamp":            {native: "pg__make_timestamp"},
		"make_timestamptz":          {by: typed(times.MakeZoned)},
		"pg__jsonb_assign":          {native: "pg__jsonb_assign"},
		"jsonb_set":                 {by: typed(json.Change)},
		"jsonb_insert":              {by: typed(json.Change)},
		"jsonb_strip_nulls":         {native: "pg__json_strip_nulls", by: typed(json.Constant)},
		"version":                   {by: (*translation).version},
		"current_database":          {by: (*translation).currentDatabase},
		"current_catalog":           {by: (*translation).currentDatabase},
		"current_schema":            {by: (*translation).currentSchema},
		"generate_series":           {set: true, list: true, by: (*translation).series},
		"generate_subscripts":       {set: true},
		"unnest":                    {set: true, by: (*translation).unnested},
		"regexp_split_to_table":     {native: "pg__regexp_split", set: true, list: true, by: defaults("")},
		"regexp_split_to_array":     {native: "pg__regexp_split", by: defaults("")},
		"string_to_table":           {native: "pg__string_to_array", set: true, list: true},
		"pg_size_pretty":            {by: (*translation).sizeOf},
		"pg_size_bytes":             {by: (*translation).sizeOf},
		"txid_current_if_assigned":  {by: noFunction},
		"json_object_keys":          {native: "pg__json_object_keys", set: true, list: true},
		"jsonb_object_keys":         {native: "pg__json_object_keys", set: true, list: true, by: typed(json.Constant)},
		"json_array_elements":       {native: "pg__json_elements", set: true, list: true},
		"jsonb_array_elements":      {native: "pg__json_elements", set: true, list: true, by: typed(json.Constant)},
		"json_array_elements_text":  {native: "pg__json_elements_text", set: true, list: true},
		"jsonb_array_elements_text": {native: "pg__json_elements_text", set: true, list: true, by: typed(json.Constant)},
		"set_masklen":               {by: (*translation).quotedNetwork},
		"jsonb_path_query":          {set: true, list: true, by: typed(json.PathCall("pg__path_query"))},
		"jsonb_path_query_array":    {by: typed(json.PathCall("pg__path_query_array"))},
		"jsonb_path_query_first":    {by: typed(json.PathCall("pg__path_query_first"))},
		"jsonb_path_exists":         {by: typed(json.PathCall("pg__path_exists"))},
		"jsonb_path_match":          {by: typed(json.PathCall("pg__path_match"))},
		"json_extract_path":         {by: typed(json.Path)},
		"jsonb_extract_path":        {by: typed(json.Path)},
		"json_extract_path_text":    {by: typed(json.Path)},
		"jsonb_extract_path_text":   {by: typed(json.Path)},
		"array_agg":                 {by: ofArrays((*arrays.Rules).Aggregate)},
		"string_agg":                {by: typed(aggregates.JoinTexts)},
		"json_agg":                  {by: typed(json.Aggregate)},
		"jsonb_agg":                 {by: typed(json.Aggregate)},
		"json_object_agg":           {by: typed(json.Aggregate)},
		"jsonb_object_agg":          {by: typed(json.Aggregate)},
		"_pg_expandarray":           {emulated: "_pg_expandarray", set: true, fields: []string{"x", "n"}, by: (*translation).unnested},
		"pg_partition_ancestors":    {emulated: "pg_partition_ancestors", set: true},
		"pg_options_to_table":       {emulated: "pg_options_to_table", set: true, fields: []string{"option_name", "option_value"}},
		"aclexplode":                {emulated: "aclexplode", first: []emulation.SessionValue{emulation.TheUser}, set: true, fields: []string{"grantor", "grantee", "privilege_type", "is_grantable"}},
		"pg_show_all_settings":      {emulated: "pg_show_all_settings", set: true},
		"pg_listening_channels":     {by: noFunction},
		"pg_sleep":                  {by: serverFunction},
		"setseed":                   {by: typed(numerics.SetSeed)},

		"pg_advisory_lock": {by: serverFunction}, "pg_advisory_lock_shared": {by: serverFunction},
		"pg_try_advisory_lock": {by: serverFunction}, "pg_try_advisory_lock_shared": {by: serverFunction},
		"pg_advisory_xact_lock": {by: serverFunction}, "pg_advisory_xact_lock_shared": {by: serverFunction},
		"pg_try_advisory_xact_lock": {by: serverFunction}, "pg_try_advisory_xact_lock_shared": {by: serverFunction},
		"pg_advisory_unlock": {by: serverFunction}, "pg_advisory_unlock_shared": {by: serverFunction},
		"pg_advisory_unlock_all": {by: serverFunction},

		"pg_notify":            {by: serverFunction},
		"pg_cancel_backend":    {by: serverFunction},
		"pg_terminate_backend": {by: serverFunction},
		"pg_backend_pid":       {by: (*translation).backendPID},
		"setval":               {by: ofStatement((*statements.Rules).NoSetval)},
		"lastval":              {by: ofStatement((*statements.Rules).CurrentValue)},
		"currval":              {by: ofStatement((*statements.Rules).CurrentValue)},
		"percentile_cont":      {native: "quantile_cont", by: typed(aggregates.WithinGroup)},
		"percentile_disc":      {native: "quantile_disc", by: typed(aggregates.WithinGroup)},
		"overlaps":             {by: (*translation).overlaps},
		"normalize":            {by: (*translation).normalize},
		"is_normalized":        {by: (*translation).normalize},
		"set_config":           {by: (*translation).setConfig},
		"current_setting":      {emulated: "current_setting", by: (*translation).currentSetting},
		"lo_create":            {by: noFunction},
		"pg_column_size":       {by: noFunction},
		"int4range":            {by: (*translation).makeRange},
		"int8range":            {by: (*translation).makeRange},
		"numrange":             {by: (*translation).makeRange},
		"tsrange":              {by: (*translation).makeRange},
		"tstzrange":            {by: (*translation).makeRange},
		"daterange":            {by: (*translation).makeRange},
	},
)

// tableFunctions are functions of the table that DuckDB accepts in FROM unchanged.
var tableFunctions = parse.WordSet(`pg_get_keywords pg_partition_tree ts_token_type`)

// operators maps other operators to functions.
var operators = map[string]rule{
	"#": {native: "xor"}, "^": {native: "pg__power"}, "|/": {native: "sqrt"}, "||/": {native: "cbrt"},
	"<<=": {native: "pg__inet_within"}, ">>=": {native: "pg__inet_holds"},
	"-|-": {native: "pg__range_adjacent"}, "&<": {native: "pg__range_over_left"}, "&>": {native: "pg__range_over_right"},
	"#>": {native: "pg__json_path"}, "#>>": {native: "pg__json_path_text"}, "#-": {native: "pg__jsonb_delete_path"},
	"?": {native: "pg__jsonb_has"}, "?|": {native: "pg__jsonb_has_any"}, "?&": {native: "pg__jsonb_has_all"},
}

// merge joins tables; later ones win.
func merge(tables ...map[string]rule) map[string]rule {
	all := map[string]rule{}
	for _, table := range tables {
		for name, r := range table {
			all[name] = r
		}
	}
	return all
}

// typed makes a rule of a function of a room below, which asks for types alone.
func typed(rewrite func(*inference.Types, *pg_query.Node, *pg_query.FuncCall) bool) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, n *pg_query.Node, f *pg_query.FuncCall) bool { return rewrite(&t.Types, n, f) }
}

// ofStatement makes a rule of a method of the statement's rules.
func ofStatement(rewrite func(*statements.Rules, *pg_query.Node, *pg_query.FuncCall) bool) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, n *pg_query.Node, f *pg_query.FuncCall) bool { return rewrite(&t.statements, n, f) }
}

// ofArrays makes a rule of a method of the rules of arrays.
func ofArrays(rewrite func(*arrays.Rules, *pg_query.Node, *pg_query.FuncCall) bool) func(*translation, *pg_query.Node, *pg_query.FuncCall) bool {
	return func(t *translation, n *pg_query.Node, f *pg_query.FuncCall) bool { return rewrite(&t.arrays, n, f) }
}
