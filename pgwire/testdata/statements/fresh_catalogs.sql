-- What tools ask of the catalogs and of the session.
CREATE TABLE shop (id int PRIMARY KEY, label varchar(30) NOT NULL, price numeric(8,2) DEFAULT 0, made timestamptz DEFAULT now(), tags text[])
CREATE VIEW shop_view AS SELECT id, label FROM shop
COMMENT ON TABLE shop IS 'what is sold'
COMMENT ON COLUMN shop.label IS 'its name'
CREATE TYPE size AS ENUM ('s', 'm', 'l')
SELECT 's'::size, 's'::size < 'l'::size, enum_range(NULL::size), enum_first(NULL::size), ARRAY['s', 'l']::size[], pg_typeof('s'::size)
SELECT ARRAY['s', 'm']::size[], ('{s,l}'::size[])[2], 'm' = ANY ('{s,m}'::size[]), max(x) FROM unnest(ARRAY['s', 'l']::size[]) x
SELECT 'xl'::size
SELECT unnest(enum_range(NULL::size))
SELECT e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = 'size' ORDER BY e.enumsortorder
SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_name LIKE 'shop%' ORDER BY 2
SELECT column_name, data_type, is_nullable, character_maximum_length, numeric_precision, numeric_scale, udt_name, ordinal_position FROM information_schema.columns WHERE table_name = 'shop' ORDER BY ordinal_position
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'shop' ORDER BY ordinal_position
SELECT tc.constraint_type, kcu.column_name FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu USING (constraint_name) WHERE tc.table_name = 'shop'
SELECT table_name, view_definition IS NOT NULL FROM information_schema.views WHERE table_schema = 'public' AND table_name = 'shop_view'
SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT LIKE 'pg_temp%' AND schema_name NOT LIKE 'pg_toast%' ORDER BY 1
SELECT schemaname, tablename, tableowner = current_user, hasindexes FROM pg_tables WHERE tablename = 'shop'
SELECT schemaname, viewname FROM pg_views WHERE viewname = 'shop_view'
SELECT c.relname, c.relkind, n.nspname, c.relnatts, c.relhasindex, c.relpersistence FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname LIKE 'shop%' AND c.relkind IN ('r', 'v') ORDER BY 1
SELECT attname, format_type(atttypid, atttypmod), attnotnull, attnum, atthasdef FROM pg_attribute WHERE attrelid = 'shop'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = 'shop'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT obj_description('shop'::regclass), col_description('shop'::regclass, 2), obj_description('shop'::regclass, 'pg_class')
SELECT conname, contype, conkey FROM pg_constraint WHERE conrelid = 'shop'::regclass
SELECT indisprimary, indisunique, indkey FROM pg_index WHERE indrelid = 'shop'::regclass
SELECT typname, typtype, typcategory, typlen, oid, typarray FROM pg_type WHERE typname IN ('int4', 'text', 'jsonb', 'timestamptz', 'uuid') ORDER BY 1
SELECT format_type(1043, 24), format_type(1700, 524294), format_type(25, -1), format_type(1009, NULL), format_type(0, NULL), format_type(1114, 3)
SELECT current_database(), current_schema, current_schema(), current_schemas(false), current_catalog
SELECT current_user = user, session_user = current_user, pg_backend_pid() > 0, pg_postmaster_start_time() < now(), pg_is_in_recovery(), inet_server_port() IS NULL
SELECT has_table_privilege('shop', 'SELECT'), has_schema_privilege('public', 'USAGE'), has_database_privilege(current_database(), 'CONNECT'), has_column_privilege('shop', 'label', 'SELECT'), has_table_privilege(current_user, 'shop', 'INSERT')
SELECT has_table_privilege('nosuch', 'SELECT')
SELECT to_regclass('shop')::text, to_regclass('nosuch'), 'shop'::regclass::text, to_regtype('integer')::text, to_regproc('lower') IS NULL, 'public'::regnamespace
SELECT pg_table_is_visible('shop'::regclass), pg_get_userbyid(relowner) = current_user, pg_relation_size('shop') >= 0, pg_total_relation_size('shop'::regclass) >= 0, pg_size_pretty(pg_relation_size('shop')) IS NOT NULL FROM pg_class WHERE relname = 'shop'
SELECT pg_size_pretty(1024::bigint), pg_size_pretty(123456789::bigint), pg_size_pretty(10240::numeric), pg_size_bytes('1 MB'), pg_column_size(1)
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'shop'::regclass AND contype = 'p'
SELECT pg_get_viewdef('shop_view'::regclass, true)
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'shop'::regclass
SELECT pg_get_serial_sequence('shop', 'id'), pg_get_functiondef(NULL), pg_get_keywords() IS NOT NULL LIMIT 1
SELECT count(*) FROM pg_get_keywords() WHERE word = 'select'
SELECT name, setting, unit, vartype FROM pg_settings WHERE name IN ('work_mem', 'search_path', 'DateStyle') ORDER BY 1
SELECT current_setting('server_version_num')::int >= 150000, current_setting('search_path'), current_setting('nosuch.setting', true), current_setting('TimeZone')
SELECT current_setting('nosuch')
SHOW search_path
SHOW server_encoding
SHOW transaction_isolation
SHOW max_connections
SHOW ALL
SELECT datname, datallowconn, datistemplate, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()
SELECT rolname = current_user, rolcanlogin FROM pg_roles WHERE rolname = current_user
SELECT usename = current_user, usesuper FROM pg_user WHERE usename = current_user
SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'pg_catalog', 'information_schema') ORDER BY 1
SELECT proname, pronargs FROM pg_proc WHERE proname = 'lower' AND pronargs = 1 ORDER BY 1, 2 LIMIT 1
SELECT relname, n_live_tup >= 0 FROM pg_stat_user_tables WHERE relname = 'shop'
SELECT amname FROM pg_am WHERE amname = 'btree'
SELECT extname FROM pg_extension WHERE extname = 'nosuch'
SELECT name, default_version IS NOT NULL FROM pg_available_extensions WHERE name = 'nosuch'
SELECT tablename, indexname FROM pg_indexes WHERE tablename = 'shop'
SELECT pid = pg_backend_pid(), datname, state FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT locktype FROM pg_locks WHERE pid = -1
SELECT attname, n_distinct FROM pg_stats WHERE tablename = 'nosuch'
SELECT oid::regtype, typname FROM pg_type WHERE oid IN (23, 25, 1009) ORDER BY oid
SELECT 'shop'::regclass::oid = (SELECT oid FROM pg_class WHERE relname = 'shop'), 23::regtype, 'varchar'::regtype, 'int4[]'::regtype::text
SELECT 'nosuch'::regclass
SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = 'shop'::regclass
SELECT t.typname, n.nspname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typname = 'size'
SELECT collname FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default') ORDER BY 1
SELECT castsource::regtype, casttarget::regtype FROM pg_cast WHERE castsource = 'int4'::regtype AND casttarget = 'int8'::regtype
SELECT oprname FROM pg_operator WHERE oprname = '=' AND oprleft = 23 AND oprright = 23
SELECT version() ~ '^PostgreSQL', pg_my_temp_schema() = 0, pg_conf_load_time() IS NOT NULL, txid_current() > 0
SELECT set_config('myapp.user', '42', false), current_setting('myapp.user')
SELECT table_catalog, table_schema, privilege_type FROM information_schema.role_table_grants WHERE table_name = 'shop' ORDER BY 3
SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'public' AND routine_name = 'nosuch'
SELECT table_name, column_name FROM information_schema.constraint_column_usage WHERE table_name = 'shop'
SELECT collation_name, character_set_name FROM information_schema.columns WHERE table_name = 'shop' AND column_name = 'label'
SELECT array_agg(a.attname ORDER BY k.ord) FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(attnum, ord), pg_attribute a WHERE i.indrelid = 'shop'::regclass AND a.attrelid = i.indrelid AND a.attnum = k.attnum
SELECT relname FROM pg_class WHERE oid = 'shop'::regclass::oid AND reltuples IS NOT NULL
SELECT c.oid::regclass::text FROM pg_class c WHERE c.relname = 'shop'
SELECT quote_ident(table_name) || '.' || quote_ident(column_name) FROM information_schema.columns WHERE table_name = 'shop' ORDER BY ordinal_position LIMIT 2
SELECT EXISTS (SELECT FROM information_schema.tables WHERE table_schema = 'public' AND table_name = 'shop')
SELECT pg_describe_object('pg_class'::regclass, 'shop'::regclass::oid, 0), pg_identify_object('pg_class'::regclass, 'shop'::regclass::oid, 0)
SELECT pg_advisory_lock(1), pg_advisory_unlock(1), pg_try_advisory_lock(2)
SELECT inet_server_addr() IS NULL, pg_client_encoding(), pg_encoding_max_length(6), getdatabaseencoding()
EXPLAIN (COSTS OFF) SELECT 1
