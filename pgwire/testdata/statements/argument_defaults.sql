-- Arguments of functions with defaults, in the catalogs.
SELECT pg_get_function_arguments(oid) FROM pg_proc WHERE proname = 'make_interval'
SELECT proname, oid, pronargs, pronargdefaults, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid), pg_get_expr(proargdefaults, 0) FROM pg_proc WHERE pronargdefaults > 0 ORDER BY oid
SELECT count(*) FROM pg_proc WHERE pronargdefaults > 0
SELECT count(*) FROM pg_proc WHERE proargdefaults IS NOT NULL
SELECT oid::regprocedure, pg_get_function_arg_default(oid, 1), pg_get_function_arg_default(oid, 3), pg_get_function_arg_default(oid, 4), pg_get_function_arg_default(oid, 7) FROM pg_proc WHERE proname IN ('make_interval', 'jsonb_set', 'jsonb_path_query', 'json_populate_record', 'random') ORDER BY oid
SELECT specific_name, ordinal_position, parameter_name, parameter_default FROM information_schema.parameters WHERE specific_name LIKE 'make\_interval%' ORDER BY 2
SELECT count(*) FROM information_schema.parameters WHERE parameter_default IS NOT NULL
SELECT specific_name, ordinal_position, parameter_default FROM information_schema.parameters WHERE parameter_default IS NOT NULL ORDER BY specific_name COLLATE "C", ordinal_position
SELECT pg_get_functiondef('make_interval'::regproc)
SELECT pg_get_functiondef('jsonb_set'::regproc)
SELECT pg_get_functiondef('jsonb_path_query'::regproc)
SELECT make_interval(), make_interval(1), make_interval(days => 3), make_interval(1, 2, hours => 5)
SELECT jsonb_set('{"a":1}', '{b}', '2'), jsonb_set('{"a":1}', '{b}', '2', false), jsonb_insert('[1]', '{0}', '2'), jsonb_set_lax('{"a":1}', '{b}', NULL)
SELECT jsonb_set('{"a":1}', '{b}', '2', create_if_missing => false), jsonb_insert('[1]', '{0}', '2', insert_after => true)
SELECT jsonb_path_exists('{"a":1}', '$.a'), jsonb_path_exists('{"a":1}', '$.b', silent => true), jsonb_path_query_first('{"a":1}', '$.a', vars => '{}')
SELECT parse_ident('a.b'), parse_ident('a.b', true), parse_ident('a.b', strict => false)
SELECT * FROM json_populate_record(NULL::pg_cast, '{}')
SELECT unaccent('a')
CREATE FUNCTION ad2_f(a int, b int DEFAULT 5, c text DEFAULT 'x''y', d date DEFAULT '2024-01-01') RETURNS int LANGUAGE sql AS 'SELECT 1'
SELECT pronargs, pronargdefaults, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid), pg_get_expr(proargdefaults, 0), pg_get_function_arg_default(oid, 1), pg_get_function_arg_default(oid, 2), pg_get_function_arg_default(oid, 3), pg_get_function_arg_default(oid, 4), pg_get_function_arg_default(oid, 5) FROM pg_proc WHERE proname = 'ad2_f'
SELECT ordinal_position, parameter_name, parameter_default FROM information_schema.parameters WHERE specific_name LIKE 'ad2\_f%' ORDER BY 1
SELECT pg_get_functiondef('ad2_f'::regproc)
SELECT proname, pg_get_function_arguments(oid), pg_get_function_result(oid) FROM pg_proc WHERE proname IN ('jsonb_set', 'jsonb_insert', 'parse_ident', 'pg_terminate_backend', 'pg_start_backup', 'pg_backup_start', 'pg_backup_stop', 'pg_logical_emit_message', 'make_timestamptz', 'random_normal', 'pg_stat_reset_shared', 'ts_debug', 'normalize', 'is_normalized', 'pg_promote', 'json_strip_nulls', 'pg_replication_slot_advance', 'pg_create_logical_replication_slot', 'ts_stat', 'unnest') ORDER BY oid
SELECT oid, pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid) FROM pg_proc WHERE oid < 16384 AND probin IS NULL AND (proargmodes IS NOT NULL OR prokind = 'a') ORDER BY oid
SELECT oid, pg_get_functiondef(oid) FROM pg_proc WHERE proname IN ('abs', 'now', 'generate_series', 'lower', 'row_number', 'unnest', 'pg_sleep', 'starts_with', 'concat', 'aclexplode', 'pg_ls_dir', 'texteq', 'set_config', 'current_setting') AND oid < 16384 AND prokind <> 'a' AND prolang = 12 ORDER BY oid
SELECT count(pg_get_functiondef(oid)) FROM pg_proc WHERE oid < 16384 AND prolang = 12 AND prokind <> 'a' AND probin IS NULL
SELECT pg_get_functiondef('sum(int4)'::regprocedure)
SELECT pg_get_functiondef(0), pg_get_functiondef(NULL), pg_get_functiondef(999999)
SELECT pg_get_function_arg_default('make_interval'::regproc, 0), pg_get_function_arg_default('make_interval'::regproc, -1), pg_get_function_arg_default(0, 1), pg_get_function_arg_default(NULL, 1), pg_get_function_arg_default('now'::regproc, 1)
SELECT proargdefaults IS NULL, pg_get_expr(proargdefaults, 'pg_class'::regclass) FROM pg_proc WHERE proname = 'jsonb_set'
CREATE FUNCTION ad2_g(a int, OUT b int, c int DEFAULT 3, OUT d text) LANGUAGE sql AS $$ SELECT a + c, 'x'::text $$
SELECT pg_get_function_arguments(oid), pg_get_function_arg_default(oid, 1), pg_get_function_arg_default(oid, 2), pg_get_function_arg_default(oid, 3), pg_get_function_arg_default(oid, 4), pg_get_expr(proargdefaults, 0) FROM pg_proc WHERE proname = 'ad2_g'
SELECT parameter_name, parameter_mode, parameter_default FROM information_schema.parameters WHERE specific_name LIKE 'ad2\_g%' ORDER BY ordinal_position
