-- What dashboards and tools that look at a database send.
CREATE TYPE rt_state AS ENUM ('new', 'open', 'closed')
CREATE TABLE rt_customer (id serial PRIMARY KEY, email varchar(120) UNIQUE, "Full Name" text, created_at timestamptz DEFAULT now(), balance numeric(12,2) DEFAULT 0 NOT NULL, state rt_state DEFAULT 'new', meta jsonb)
CREATE TABLE rt_order (id bigint PRIMARY KEY, customer_id int REFERENCES rt_customer (id), total numeric(10,2) NOT NULL CHECK (total >= 0), placed timestamp, lines text[])
CREATE INDEX rt_order_placed ON rt_order (placed)
CREATE VIEW rt_open AS SELECT id, email FROM rt_customer WHERE state = 'open'
INSERT INTO rt_customer (id, email, "Full Name", created_at, balance, state, meta) VALUES (1, 'a@x.org', 'Al Able', '2024-01-05 10:00+00', 10.50, 'open', '{"plan": "pro", "seats": 3}'), (2, 'b@x.org', 'Bo Baker', '2024-02-10 11:30+00', 0, 'new', '{"plan": "free"}'), (3, NULL, 'Cy', '2024-02-11 00:00+00', 99.99, 'closed', NULL)
INSERT INTO rt_order VALUES (10, 1, 20.00, '2024-03-01 10:15', '{a,b}'), (11, 1, 5.25, '2024-03-02 11:00', '{}'), (12, 2, 100.10, '2024-04-10 23:59:59', NULL)
SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE 'rt%' ORDER BY 2
SELECT column_name, data_type, is_nullable, character_maximum_length, numeric_precision, numeric_scale, udt_name, ordinal_position FROM information_schema.columns WHERE table_name = 'rt_customer' ORDER BY ordinal_position
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'rt_customer' AND column_default IS NOT NULL ORDER BY 1
SELECT c.relname, c.relkind, n.nspname, c.relnatts, c.relhasindex, c.relpersistence FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname LIKE 'rt%' AND c.relkind IN ('r', 'v') ORDER BY 1
SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.atthasdef, a.attnum FROM pg_attribute a WHERE a.attrelid = 'rt_customer'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT kcu.column_name, tc.constraint_type FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu ON kcu.constraint_name = tc.constraint_name AND kcu.table_name = tc.table_name WHERE tc.table_name IN ('rt_customer', 'rt_order') ORDER BY 1, 2
SELECT ccu.table_name AS foreign_table, ccu.column_name AS foreign_column, kcu.column_name FROM information_schema.referential_constraints rc JOIN information_schema.key_column_usage kcu ON kcu.constraint_name = rc.constraint_name JOIN information_schema.constraint_column_usage ccu ON ccu.constraint_name = rc.unique_constraint_name WHERE kcu.table_name = 'rt_order'
SELECT con.contype, con.conkey, con.confkey, con.confrelid::regclass, con.confdeltype, con.confmatchtype FROM pg_constraint con WHERE con.conrelid = 'rt_order'::regclass ORDER BY 1
SELECT i.relname, ix.indisunique, ix.indisprimary, array_agg(a.attname ORDER BY k.n) FROM pg_index ix JOIN pg_class i ON i.oid = ix.indexrelid CROSS JOIN LATERAL unnest(ix.indkey::int2[]) WITH ORDINALITY k(attnum, n) JOIN pg_attribute a ON a.attrelid = ix.indrelid AND a.attnum = k.attnum WHERE ix.indrelid = 'rt_order'::regclass GROUP BY 1, 2, 3 ORDER BY 1
SELECT t.typname, e.enumlabel, e.enumsortorder FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typname = 'rt_state' ORDER BY e.enumsortorder
SELECT enum_range(NULL::rt_state), enum_first(NULL::rt_state), enum_last('new'::rt_state), 'new'::rt_state < 'closed', 'nope'::rt_state
SELECT typname, typtype, typcategory, typlen, typelem::regtype, typarray::regtype, typbyval, typdelim FROM pg_type WHERE oid IN (16, 20, 23, 25, 1009, 1043, 1184, 1700, 3802) ORDER BY oid
SELECT oid::regtype, typname, typnotnull, typbasetype, typcollation, typrelid FROM pg_type WHERE typname IN ('text', 'name', 'uuid', 'interval', 'bytea', 'int4range') ORDER BY typname
SELECT viewname, definition IS NOT NULL FROM pg_views WHERE viewname = 'rt_open'
SELECT schemaname, tablename, hasindexes, rowsecurity FROM pg_tables WHERE tablename LIKE 'rt%' ORDER BY 2
SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND nspname NOT LIKE 'of%' ORDER BY 1
SELECT schema_name FROM information_schema.schemata WHERE schema_name IN ('public', 'pg_catalog', 'information_schema') ORDER BY 1
SELECT proname, pronargs, prorettype::regtype, prokind, provolatile FROM pg_proc WHERE proname IN ('abs', 'lower') AND pronamespace = 'pg_catalog'::regnamespace ORDER BY 1, 3, 2
SELECT pg_get_viewdef('rt_open'::regclass) IS NOT NULL, pg_get_indexdef('rt_order_placed'::regclass), pg_get_serial_sequence('rt_customer', 'id'), pg_relation_size('rt_order') >= 0, pg_total_relation_size('rt_order'::regclass) >= 0
SELECT datname, datistemplate, datallowconn, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()
SELECT rolname, rolsuper, rolcanlogin FROM pg_roles WHERE rolname = current_user
SELECT name, setting, unit, vartype FROM pg_settings WHERE name IN ('max_connections', 'work_mem', 'TimeZone', 'search_path') AND setting IS NOT NULL ORDER BY name COLLATE "C"
SELECT current_setting('server_version_num')::int >= 150000, current_setting('search_path'), current_setting('nosuch.setting', true), set_config('myapp.user', '7', false), current_setting('myapp.user')
SELECT extname, extversion IS NOT NULL FROM pg_extension ORDER BY 1
SELECT collname, collprovider FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default') ORDER BY 1
SELECT amname FROM pg_am WHERE amtype = 'i' ORDER BY 1
SELECT spcname FROM pg_tablespace ORDER BY 1
SELECT relname, n_live_tup >= 0, seq_scan >= 0 FROM pg_stat_user_tables WHERE relname LIKE 'rt%' ORDER BY 1
SELECT count(*) FROM pg_locks WHERE granted AND locktype = 'nosuch'
SELECT opr.oprname, opr.oprleft::regtype, opr.oprright::regtype, opr.oprresult::regtype FROM pg_operator opr WHERE opr.oprname = '||' ORDER BY 2, 3
SELECT castsource::regtype, casttarget::regtype, castcontext, castmethod FROM pg_cast WHERE castsource = 'int4'::regtype ORDER BY 2
SELECT "public"."rt_customer"."id" AS "id", "public"."rt_customer"."email" AS "email", "public"."rt_customer"."Full Name" AS "Full Name", "public"."rt_customer"."state" AS "state" FROM "public"."rt_customer" ORDER BY 1 LIMIT 2000
SELECT CAST("public"."rt_order"."placed" AS date) AS "placed", SUM("public"."rt_order"."total") AS "sum" FROM "public"."rt_order" GROUP BY CAST("public"."rt_order"."placed" AS date) ORDER BY CAST("public"."rt_order"."placed" AS date) ASC
SELECT DATE_TRUNC('month', "public"."rt_order"."placed") AS "placed", COUNT(*) AS "count", SUM("public"."rt_order"."total") AS "sum", AVG("public"."rt_order"."total") AS "avg" FROM "public"."rt_order" GROUP BY DATE_TRUNC('month', "public"."rt_order"."placed") ORDER BY 1
SELECT (CAST(DATE_TRUNC('week', (CAST("o"."placed" AS timestamp) + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') AS "placed", COUNT(*) AS "count" FROM "rt_order" "o" WHERE "o"."placed" >= timestamp with time zone '2024-01-01 00:00:00.000Z' GROUP BY 1 ORDER BY 1
SELECT (FLOOR(("rt_order"."total" / 50.0)) * 50.0) AS "total", COUNT(*) AS "count" FROM "rt_order" GROUP BY (FLOOR(("rt_order"."total" / 50.0)) * 50.0) ORDER BY 1
SELECT "rt_customer"."state" AS "state", SUM(1) AS "count_star_ok", MIN("rt_customer"."balance") AS "min_balance" FROM "public"."rt_customer" "rt_customer" GROUP BY 1 ORDER BY 1
SELECT (CASE WHEN (LOWER("rt_customer"."email") LIKE '%x.org%') THEN 'Yes' ELSE 'No' END) AS "Calculation_1", COUNT(DISTINCT "rt_customer"."id") AS "ctd_id_ok" FROM "rt_customer" GROUP BY 1 ORDER BY 1
SELECT to_timestamp(floor(extract(epoch FROM placed) / 3600) * 3600) AT TIME ZONE 'UTC' AS "time", sum(total) AS value FROM rt_order WHERE placed BETWEEN '2024-03-01T00:00:00Z' AND '2024-05-01T00:00:00Z' GROUP BY 1 ORDER BY 1
SELECT floor(extract(epoch from placed)/86400)*86400 AS "time", count(*) AS "orders", 'orders' AS metric FROM rt_order GROUP BY 1 ORDER BY 1
SELECT date_trunc('day', "created_at" AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin') AS "day", count(*) FROM rt_customer GROUP BY "day" ORDER BY "day"
SELECT "_"."id", "_"."email" FROM (SELECT "id", "email" FROM "public"."rt_customer") "_" WHERE "_"."email" = 'a@x.org' AND "_"."email" IS NOT NULL LIMIT 1001
SELECT "rows"."state" AS "state", sum("rows"."balance") AS "a0" FROM (SELECT "state", "balance" FROM "public"."rt_customer" "$Table") "rows" GROUP BY "state" ORDER BY "state" LIMIT 1000001
SELECT NULL AS table_cat, n.nspname AS table_schem, c.relname AS table_name, CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'v' THEN 'VIEW' ELSE NULL END AS table_type, d.description AS remarks FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_description d ON (c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass) WHERE c.relnamespace = n.oid AND c.relname LIKE 'rt%' AND c.relkind IN ('r', 'v') ORDER BY table_type, table_schem, table_name
SELECT c.oid::regclass::text, pg_catalog.pg_get_partkeydef(c.oid), c.relispartition, pg_catalog.array_to_string(c.reloptions, ', ') FROM pg_catalog.pg_class c WHERE c.relname = 'rt_order'
SELECT pg_catalog.pg_get_constraintdef(r.oid, true), r.convalidated FROM pg_catalog.pg_constraint r WHERE r.conrelid = 'rt_order'::regclass AND r.contype = 'f'
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, t.typname, coalesce(bt.typname, t.typname) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type bt ON bt.oid = t.typbasetype LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = 'rt_order'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT attrelid::regclass, count(*) FROM pg_attribute WHERE attrelid IN ('rt_order'::regclass, 'rt_customer'::regclass) AND attnum > 0 GROUP BY 1 ORDER BY 1
SELECT grantee, privilege_type FROM information_schema.role_table_grants WHERE table_name = 'nosuch'
SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'public' AND routine_name LIKE 'rt%'
SELECT sequence_name, data_type FROM information_schema.sequences WHERE sequence_name LIKE 'rt%'
SELECT n.nspname = ANY(current_schemas(true)), n.nspname, t.typname FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON t.typnamespace = n.oid WHERE t.oid = 1043
SELECT typinput = 'array_in'::regproc AS is_array, typtype, typname, pg_type.oid FROM pg_catalog.pg_type WHERE typname = '_int4'
SELECT t.oid, t.typname, t.typsend, t.typreceive, t.typoutput::regproc, t.typinput::regproc FROM pg_type t WHERE t.typname IN ('int4', 'bool') ORDER BY 2
SELECT pg_get_keywords() IS NOT NULL LIMIT 1
SELECT string_agg(word, ',' ORDER BY word) FROM pg_catalog.pg_get_keywords() WHERE word IN ('select', 'table', 'abort')
SELECT ns.nspname, p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid) FROM pg_proc p JOIN pg_namespace ns ON ns.oid = p.pronamespace WHERE p.proname = 'initcap'
SELECT txid_current() IS NOT NULL, pg_is_in_recovery(), pg_postmaster_start_time() < now(), inet_client_addr() IS NULL OR true, pg_my_temp_schema() >= 0, pg_conf_load_time() IS NOT NULL
SELECT count(*) > 300 FROM pg_settings
SELECT objoid FROM pg_description WHERE objoid = 0
SELECT o.id, o.lines[1], array_length(o.lines, 1), cardinality(o.lines), 'a' = ANY (o.lines), o.lines @> '{a}', array_to_string(o.lines, ';') FROM rt_order o ORDER BY 1
SELECT meta->>'plan' AS plan, sum((meta->>'seats')::int) AS seats, jsonb_agg(id ORDER BY id) FROM rt_customer GROUP BY meta->>'plan' ORDER BY 1
SELECT c.state, count(o.*) AS orders, coalesce(sum(o.total), 0) AS total, coalesce(sum(o.total), 0.00) AS total2, coalesce(avg(o.total), 0) AS mean FROM rt_customer c LEFT JOIN rt_order o ON o.customer_id = c.id GROUP BY c.state ORDER BY c.state
SELECT c.*, o.total FROM rt_customer c JOIN rt_order o ON o.customer_id = c.id WHERE c.state IN ('open', 'new') AND o.placed::date >= date '2024-03-01' ORDER BY o.id
SELECT sum(total) + sum(balance), sum(total) * 1.1, avg(total) - min(total), sum(total)::int, round(sum(total)) , sum(total)::text, -sum(total), abs(sum(total)), max(total) / 3 FROM rt_order o JOIN rt_customer c ON c.id = o.customer_id
EXPLAIN SELECT * FROM rt_order WHERE id = 10
EXPLAIN (COSTS OFF) SELECT * FROM rt_order
EXPLAIN (FORMAT JSON) SELECT 1
EXPLAIN (ANALYZE, BUFFERS, VERBOSE, TIMING OFF, SUMMARY OFF) SELECT count(*) FROM rt_order
EXPLAIN (ANALYZE false, FORMAT YAML) SELECT 1
SHOW transaction_isolation
SHOW standard_conforming_strings
SHOW nosuch_setting
