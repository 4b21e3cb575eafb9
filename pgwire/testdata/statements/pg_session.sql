-- What sessions ask of themselves and of the catalogs.
PREPARE pss_a (int, text) AS SELECT $1 + 1, $2
SELECT name, statement, parameter_types, from_sql, generic_plans, custom_plans FROM pg_prepared_statements
EXECUTE pss_a (1, 'x')
EXECUTE pss_a (1)
EXECUTE pss_none
PREPARE pss_a AS SELECT 1
DEALLOCATE pss_a
DEALLOCATE pss_a
SELECT count(*) FROM pg_prepared_statements
BEGIN
DECLARE pss_c SCROLL CURSOR WITH HOLD FOR SELECT generate_series(1, 3)
SELECT name, statement, is_holdable, is_binary, is_scrollable FROM pg_cursors
FETCH 2 FROM pss_c
CLOSE pss_c
COMMIT
SELECT count(*) FROM pg_cursors
LISTEN pss_chan
SELECT pg_listening_channels()
SELECT * FROM pg_listening_channels() AS c
SELECT count(*) FROM pg_listening_channels()
SELECT pg_notify('pss_other', 'hello')
SELECT pg_notify('pss_other', 'n' || g) FROM generate_series(1, 2) g
SELECT CASE WHEN pg_notify('pss_other', 'x') IS NULL THEN 'sent' ELSE 'what' END
SELECT pg_notify('', 'x')
SELECT pg_notify(NULL, 'x')
UNLISTEN *
SELECT pg_listening_channels()
SELECT pg_sleep(0)
SELECT 1 FROM pg_sleep(0.001)
SELECT pg_sleep(0.001), 1 AS one
SELECT pg_sleep_for('1 millisecond'), pg_sleep_until(now())
SELECT coalesce(pg_sleep(0)::text, 'x') = ''
SELECT pg_backend_pid() > 0, pg_backend_pid() = pg_backend_pid(), pg_typeof(pg_backend_pid())
SELECT txid_current() > 0, txid_current() = txid_current(), pg_typeof(txid_current())
BEGIN
SELECT txid_current_if_assigned() IS NULL, pg_current_xact_id_if_assigned() IS NULL
SELECT pg_current_xact_id() = txid_current()::text::xid8, pg_typeof(pg_current_xact_id())
COMMIT
SELECT pg_typeof(txid_current_snapshot()), txid_status(txid_current())
SELECT current_setting('work_mem'), current_setting('nosuch.setting', true)
SELECT current_setting('nosuch.setting')
SELECT current_setting('nosuch', true) IS NULL
SELECT current_setting(NULL), current_setting('search_path', NULL)
SELECT set_config('pss.x', 'one', false), current_setting('pss.x')
SELECT set_config('pss.y', 'two', true), current_setting('pss.y', true)
SELECT current_setting('pss.y', true) = '', current_setting('pss.x') || '!'
CREATE TABLE pss_t (id int PRIMARY KEY, a timestamp(3), b timestamptz(0), c time(2), d timetz(1), e interval day to second, f varchar(7), g numeric(6,2), h char(3), i timestamp, j interval(3))
CREATE TABLE pss_bits (k bit(4), l varbit(9))
SELECT attname, format_type(atttypid, atttypmod), atttypmod FROM pg_attribute WHERE attrelid = 'pss_t'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name, datetime_precision, interval_type, interval_precision, character_maximum_length, character_octet_length, numeric_precision, numeric_scale FROM information_schema.columns WHERE table_name = 'pss_t' ORDER BY ordinal_position
CREATE VIEW pss_v AS SELECT id, a, b, f FROM pss_t
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'pss_v'::regclass AND attnum > 0 ORDER BY attnum
SELECT has_table_privilege('pss_t', 'SELECT'), has_table_privilege('pss_t'::regclass, 'INSERT, UPDATE'), has_table_privilege(current_user, 'pss_t', 'DELETE')
SELECT has_table_privilege('pss_none', 'SELECT')
SELECT has_table_privilege('pss_t', 'NOSUCH')
SELECT has_table_privilege('nosuchrole', 'pss_t', 'SELECT')
SELECT has_column_privilege('pss_t', 'a', 'SELECT'), has_any_column_privilege('pss_t', 'UPDATE')
SELECT has_column_privilege('pss_t', 'none', 'SELECT')
SELECT has_schema_privilege('public', 'USAGE'), has_database_privilege(current_database(), 'CONNECT'), has_function_privilege('lower(text)', 'EXECUTE')
SELECT has_schema_privilege('nosuch', 'USAGE')
SELECT has_sequence_privilege('pss_none', 'USAGE')
SELECT has_type_privilege('int4', 'USAGE'), has_language_privilege('sql', 'USAGE'), pg_has_role(current_user, 'MEMBER')
COMMENT ON TABLE pss_t IS 'a table'
COMMENT ON COLUMN pss_t.a IS 'a column'
SELECT obj_description('pss_t'::regclass, 'pg_class'), obj_description('pss_t'::regclass), col_description('pss_t'::regclass, 2), col_description('pss_t'::regclass, 1)
SELECT objoid::regclass, classoid::regclass, objsubid, description FROM pg_description WHERE objoid = 'pss_t'::regclass ORDER BY 3
COMMENT ON COLUMN pss_t.a IS NULL
SELECT col_description('pss_t'::regclass, 2) IS NULL
COMMENT ON COLUMN pss_t.none IS 'x'
COMMENT ON TABLE pss_none IS 'x'
SELECT pg_size_pretty(1024::bigint), pg_size_pretty(123456789::bigint), pg_size_pretty(10240::numeric), pg_size_bytes('1 GB'), pg_size_pretty(-5000::bigint)
SELECT pg_size_bytes('nonsense')
SELECT pg_relation_size('pss_t') >= 0, pg_total_relation_size('pss_t'::regclass) >= 0, pg_table_size('pss_t') >= 0, pg_indexes_size('pss_t') >= 0, pg_database_size(current_database()) > 0, pg_typeof(pg_relation_size('pss_t'))
SELECT pg_relation_size('pss_none')
SELECT to_regclass('pss_t'), to_regclass('pss_none'), to_regclass('public.pss_t'), to_regclass('"PSS_T"')
SELECT 'pss_t'::regclass::oid::regclass, 'pss_t'::regclass::oid = (SELECT oid FROM pg_class WHERE relname = 'pss_t')
SELECT 'pss_none'::regclass
SELECT 'nosuch.pss_t'::regclass
SELECT 0::regclass, 4000000000::oid::regclass, '-'::regclass
SELECT 'pg_class'::regclass::oid, 1259::regclass, 'pg_catalog.pg_class'::regclass
SELECT to_regtype('int4'), to_regtype('nosuch'), 'int'::regtype, 'integer'::regtype::oid, 25::regtype, 'varchar(5)'::regtype, 'timestamp with time zone'::regtype
SELECT to_regproc('lower'), to_regproc('now'), to_regprocedure('lower(text)'), to_regnamespace('public'), to_regnamespace('nosuch'), to_regrole(current_user) = current_user::regrole
SELECT 'public'::regnamespace, 'public'::regnamespace::oid = (SELECT oid FROM pg_namespace WHERE nspname = 'public'), 'nosuch'::regnamespace
SELECT 'now'::regproc, 'lower(text)'::regprocedure, 'now()'::regprocedure::oid
SELECT '+(int,int)'::regoperator, to_regoperator('+(int4,int4)')
SELECT pg_table_is_visible('pss_t'::regclass), pg_type_is_visible('int4'::regtype), pg_function_is_visible('now()'::regprocedure)
SELECT pg_relation_filenode('pss_t') IS NOT NULL, pg_relation_is_updatable('pss_v'::regclass, false), pg_column_is_updatable('pss_t', 1::smallint, false)
SELECT pg_relation_is_updatable('pss_t', true)::bit(8), pg_relation_is_publishable('pss_t'), pg_partition_root('pss_t') IS NULL
SELECT pg_relation_filenode('pss_nosuch')
SELECT pg_relation_is_updatable('pss_nosuch', false) WHERE false
SELECT count(*) FROM pg_class WHERE relname = 'pss_t' AND pg_relation_filenode(oid) > 0 AND pg_relation_is_publishable(oid)
SELECT pg_describe_object('pg_class'::regclass, 'pss_t'::regclass, 0), pg_describe_object('pg_class'::regclass, 'pss_t'::regclass, 2)
SELECT type, schema, name, identity FROM pg_identify_object('pg_class'::regclass, 'pss_t'::regclass, 0)
SELECT pg_get_userbyid(relowner) = current_user FROM pg_class WHERE relname = 'pss_t'
SELECT current_schemas(false), current_schemas(true), current_schema(), current_catalog = current_database()
SELECT pg_is_in_recovery(), pg_postmaster_start_time() < now(), pg_conf_load_time() <= now(), inet_client_port() IS NULL
SELECT pg_encoding_to_char(6), pg_char_to_encoding('UTF8'), getdatabaseencoding(), pg_client_encoding()
SELECT version() LIKE 'PostgreSQL 15%', session_user = current_user, user = current_role
SELECT pg_my_temp_schema() = 0, pg_is_other_temp_schema(0), pg_current_logfile() IS NULL
SELECT pg_advisory_lock(1), pg_try_advisory_lock(2), pg_advisory_unlock(1), pg_advisory_unlock(2)
SELECT pg_advisory_unlock(77)
SELECT pg_cancel_backend(0), pg_terminate_backend(0)
SELECT pg_column_size(1), pg_column_size('abc'::text), pg_column_size(NULL)
SELECT pg_get_keywords() IS NOT NULL LIMIT 1
SELECT word, catcode, barelabel FROM pg_get_keywords() WHERE word IN ('select', 'abort', 'between')
SELECT datname = current_database() FROM pg_stat_database WHERE datname = current_database()
SELECT relname, seq_scan >= 0, n_live_tup >= 0 FROM pg_stat_user_tables WHERE relname = 'pss_t'
SELECT pid = pg_backend_pid(), state, usename = current_user, datname = current_database() FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT count(*) > 0 FROM pg_locks WHERE pid = pg_backend_pid()
SELECT setting, unit, vartype, context FROM pg_settings WHERE name = 'work_mem'
DROP VIEW pss_v
DROP TABLE pss_t
