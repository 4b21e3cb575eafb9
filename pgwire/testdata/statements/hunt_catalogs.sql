-- What tools and people ask the catalogs.
CREATE SCHEMA hc
CREATE TYPE hc.mood AS ENUM ('sad', 'ok', 'happy')
CREATE DOMAIN hc.pct AS numeric(5,2) DEFAULT 0 CHECK (VALUE BETWEEN 0 AND 100)
CREATE TYPE hc.pair AS (a int, b text)
CREATE TABLE hc.dept (id serial PRIMARY KEY, name varchar(40) NOT NULL UNIQUE, budget numeric(12,2) DEFAULT 0.0, note text)
CREATE TABLE hc.emp (id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100) PRIMARY KEY, dept_id int NOT NULL REFERENCES hc.dept (id) ON UPDATE CASCADE ON DELETE CASCADE, name text COLLATE "C" NOT NULL DEFAULT 'anon', born date CHECK (born > '1900-01-01'), mood hc.mood DEFAULT 'ok', load hc.pct, tags text[] DEFAULT ARRAY['x']::text[], data jsonb DEFAULT '{}'::jsonb, code char(3), at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP, span interval, full_name text GENERATED ALWAYS AS (name || '!') STORED, CONSTRAINT emp_name_dept UNIQUE (dept_id, name), CONSTRAINT emp_name_len CHECK (length(name) > 0 AND name <> 'root'))
CREATE INDEX emp_born_idx ON hc.emp (born DESC, lower(name))
CREATE UNIQUE INDEX emp_code_idx ON hc.emp (code) WHERE code IS NOT NULL
CREATE VIEW hc.emp_v AS SELECT e.id, e.name, d.name AS dept FROM hc.emp e JOIN hc.dept d ON d.id = e.dept_id WHERE e.born IS NOT NULL
CREATE MATERIALIZED VIEW hc.dept_m AS SELECT dept_id, count(*) AS n FROM hc.emp GROUP BY dept_id
CREATE SEQUENCE hc.ticket AS smallint START WITH 5 INCREMENT BY 5 MAXVALUE 500 CACHE 10 CYCLE
CREATE FUNCTION hc.add(a int, b int DEFAULT 1) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS 'SELECT a + b'
COMMENT ON TABLE hc.emp IS 'employees'
COMMENT ON COLUMN hc.emp.mood IS 'how they are'
COMMENT ON FUNCTION hc.add(int, int) IS 'adds'
COMMENT ON SEQUENCE hc.ticket IS 'tickets'
COMMENT ON INDEX hc.emp_born_idx IS 'by age'
INSERT INTO hc.dept (name) VALUES ('eng'), ('ops')
INSERT INTO hc.emp (dept_id, name, born) VALUES (1, 'Ann', '1990-05-05'), (2, 'Bob', '1985-01-31')
SELECT c.relname, c.relkind, c.relpersistence, c.relnatts, c.relchecks, c.relhasindex, c.relispopulated FROM pg_catalog.pg_class c WHERE c.relnamespace = 'hc'::regnamespace ORDER BY c.relname
SELECT n.nspname AS "Schema", c.relname AS "Name", CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 'f' THEN 'foreign table' END AS "Type" FROM pg_class c LEFT JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'hc' AND c.relkind IN ('r', 'v', 'm', 'S') ORDER BY 1, 2
SELECT a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, a.attidentity, a.attgenerated, (SELECT pg_get_expr(d.adbin, d.adrelid, true) FROM pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) AS def FROM pg_attribute a WHERE a.attrelid = 'hc.emp'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT attname, atttypid::regtype, attlen, atttypmod, attndims, attstorage, attalign, attbyval FROM pg_attribute WHERE attrelid = 'hc.emp'::regclass AND attnum > 0 ORDER BY attnum
SELECT attname, attnum FROM pg_attribute WHERE attrelid = 'hc.dept'::regclass ORDER BY attnum
SELECT conname, contype, condeferrable, condeferred, convalidated, conkey, confkey, confupdtype, confdeltype, confmatchtype, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE connamespace = 'hc'::regnamespace ORDER BY conname
SELECT conrelid::regclass, confrelid::regclass, conindid::regclass FROM pg_constraint WHERE contype = 'f' AND connamespace = 'hc'::regnamespace
SELECT i.indexrelid::regclass, i.indisunique, i.indisprimary, i.indkey, i.indnatts, i.indnkeyatts, i.indoption, pg_get_indexdef(i.indexrelid), pg_get_expr(i.indpred, i.indrelid), pg_get_expr(i.indexprs, i.indrelid) FROM pg_index i WHERE i.indrelid = 'hc.emp'::regclass ORDER BY i.indexrelid::regclass::text
SELECT pg_get_indexdef('hc.emp_born_idx'::regclass, 1, true), pg_get_indexdef('hc.emp_born_idx'::regclass, 2, true), pg_get_indexdef('hc.emp_born_idx'::regclass, 0, false)
SELECT * FROM pg_indexes WHERE schemaname = 'hc' ORDER BY indexname
SELECT * FROM pg_tables WHERE schemaname = 'hc' ORDER BY tablename
SELECT schemaname, viewname, definition FROM pg_views WHERE schemaname = 'hc'
SELECT schemaname, matviewname, hasindexes, ispopulated, definition FROM pg_matviews WHERE schemaname = 'hc'
SELECT schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE schemaname = 'hc' ORDER BY 2
SELECT seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle FROM pg_sequence ORDER BY 1
SELECT pg_get_viewdef('hc.emp_v'::regclass), pg_get_viewdef('hc.emp_v', true), pg_get_viewdef('hc.emp_v'::regclass, 40)
SELECT pg_get_functiondef('hc.add(int,int)'::regprocedure)
SELECT pg_get_function_arguments(oid), pg_get_function_result(oid), pg_get_function_identity_arguments(oid), provolatile, proisstrict, prosrc, pronargs, pronargdefaults, prokind FROM pg_proc WHERE proname = 'add' AND pronamespace = 'hc'::regnamespace
SELECT 'hc.add'::regproc, 'hc.add(int4,int4)'::regprocedure
SELECT t.typname, t.typtype, t.typcategory, t.typnotnull, t.typbasetype::regtype, t.typtypmod, t.typdefault, t.typlen FROM pg_type t WHERE t.typnamespace = 'hc'::regnamespace AND t.typname !~ '^_' ORDER BY 1
SELECT enumlabel, enumsortorder FROM pg_enum WHERE enumtypid = 'hc.mood'::regtype ORDER BY enumsortorder
SELECT e.enumlabel FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typname = 'mood' ORDER BY 1
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = 'hc.pct'::regtype
SELECT table_schema, table_name, table_type, is_insertable_into FROM information_schema.tables WHERE table_schema = 'hc' ORDER BY table_name
SELECT column_name, ordinal_position, column_default, is_nullable, data_type, character_maximum_length, numeric_precision, numeric_scale, datetime_precision, udt_schema, udt_name FROM information_schema.columns WHERE table_schema = 'hc' AND table_name = 'emp' ORDER BY ordinal_position
SELECT column_name, is_identity, identity_generation, identity_start, identity_increment, is_generated, generation_expression, is_updatable, domain_name, collation_name, interval_type, numeric_precision_radix FROM information_schema.columns WHERE table_schema = 'hc' AND table_name = 'emp' ORDER BY ordinal_position
SELECT constraint_name, constraint_type, table_name, is_deferrable, initially_deferred FROM information_schema.table_constraints WHERE table_schema = 'hc' AND constraint_name !~ '_not_null$' ORDER BY constraint_name
SELECT kcu.constraint_name, kcu.table_name, kcu.column_name, kcu.ordinal_position, kcu.position_in_unique_constraint FROM information_schema.key_column_usage kcu WHERE kcu.table_schema = 'hc' ORDER BY 1, 4
SELECT tc.table_schema, tc.constraint_name, tc.table_name, kcu.column_name, ccu.table_schema AS foreign_table_schema, ccu.table_name AS foreign_table_name, ccu.column_name AS foreign_column_name FROM information_schema.table_constraints AS tc JOIN information_schema.key_column_usage AS kcu ON tc.constraint_name = kcu.constraint_name AND tc.table_schema = kcu.table_schema JOIN information_schema.constraint_column_usage AS ccu ON ccu.constraint_name = tc.constraint_name WHERE tc.constraint_type = 'FOREIGN KEY' AND tc.table_schema = 'hc'
SELECT constraint_name, unique_constraint_name, match_option, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_schema = 'hc'
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = 'hc' AND constraint_name !~ '_not_null$' ORDER BY 1
SELECT sequence_name, data_type, numeric_precision, start_value, minimum_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_schema = 'hc' ORDER BY 1
SELECT table_name, view_definition, check_option, is_updatable FROM information_schema.views WHERE table_schema = 'hc'
SELECT routine_name, routine_type, data_type, external_language, is_deterministic FROM information_schema.routines WHERE routine_schema = 'hc'
SELECT parameter_name, ordinal_position, parameter_mode, data_type, parameter_default FROM information_schema.parameters WHERE specific_schema = 'hc' ORDER BY ordinal_position
SELECT domain_name, data_type, numeric_precision, numeric_scale, domain_default FROM information_schema.domains WHERE domain_schema = 'hc'
SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT LIKE 'pg_%' ORDER BY 1
SELECT user_defined_type_name FROM information_schema.user_defined_types WHERE user_defined_type_schema = 'hc'
SELECT attribute_name, data_type FROM information_schema.attributes WHERE udt_schema = 'hc' ORDER BY ordinal_position
SELECT view_name, table_name, column_name FROM information_schema.view_column_usage WHERE view_schema = 'hc' ORDER BY 2, 3
SELECT view_name, table_name FROM information_schema.view_table_usage WHERE view_schema = 'hc' ORDER BY 2
SELECT column_name, object_type FROM information_schema.element_types e JOIN information_schema.columns c ON c.dtd_identifier = e.collection_type_identifier AND c.table_name = e.object_name WHERE c.table_schema = 'hc'
SELECT obj_description('hc.emp'::regclass, 'pg_class'), obj_description('hc.emp'::regclass), col_description('hc.emp'::regclass, 5), obj_description('hc.add(int,int)'::regprocedure, 'pg_proc'), obj_description('hc.ticket'::regclass)
SELECT objsubid, description FROM pg_description WHERE objoid = 'hc.emp'::regclass ORDER BY 1
SELECT c.relname, d.description FROM pg_class c JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0 WHERE c.relnamespace = 'hc'::regnamespace ORDER BY 1
SELECT pg_typeof(id), pg_typeof(mood), pg_typeof(load), pg_typeof(tags), pg_typeof(at), pg_typeof(code), pg_typeof(span) FROM hc.emp LIMIT 1
SELECT pg_typeof(1), pg_typeof(1.5), pg_typeof('x'), pg_typeof(NULL), pg_typeof(now()), pg_typeof(ARRAY[1]), pg_typeof('{}'::jsonb), pg_typeof(1::bigint + 1), pg_typeof(current_date - 1), pg_typeof(current_date - current_date)
SELECT format_type(1043, 44), format_type(1700, 655366), format_type(23, NULL), format_type(1009, -1), format_type(0, 0), format_type(1114, 3), format_type(99999, NULL)
SELECT has_table_privilege('hc.emp', 'SELECT'), has_table_privilege(current_user, 'hc.emp', 'INSERT, UPDATE'), has_schema_privilege('hc', 'CREATE'), has_column_privilege('hc.emp', 'name', 'SELECT'), has_sequence_privilege('hc.ticket', 'USAGE'), has_database_privilege(current_database(), 'CONNECT'), has_function_privilege('hc.add(int,int)', 'EXECUTE')
SELECT has_table_privilege('hc.nosuch', 'SELECT')
SELECT has_table_privilege('nosuchuser', 'hc.emp', 'SELECT')
SELECT has_table_privilege('hc.emp', 'FLY')
SELECT has_column_privilege('hc.emp', 'nosuch', 'SELECT')
SELECT 'hc.nosuch'::regclass
SELECT to_regclass('hc.nosuch'), to_regclass('hc.emp'), to_regtype('hc.mood'), to_regtype('nosuch'), to_regproc('hc.add'), to_regnamespace('hc')
SELECT 'nosuch'::regtype
SELECT 'nosuch'::regproc
SELECT 'nosuch(int)'::regprocedure
SELECT 'nosuch'::regnamespace
SELECT 'nosuch'::regrole
SELECT pg_get_serial_sequence('hc.dept', 'id'), pg_get_serial_sequence('hc.emp', 'id'), pg_get_serial_sequence('hc.dept', 'name')
SELECT pg_get_serial_sequence('hc.dept', 'nosuch')
SELECT pg_get_serial_sequence('hc.nosuch', 'id')
SELECT s.relname AS seq, t.relname AS tab, a.attname AS col, d.deptype FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid WHERE s.relkind = 'S' AND s.relnamespace = 'hc'::regnamespace ORDER BY 1
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = 'hc.emp'::regclass AND i.indisprimary
SELECT t.relname, i.relname, array_agg(a.attname ORDER BY k.n) FROM pg_class t JOIN pg_index ix ON t.oid = ix.indrelid JOIN pg_class i ON i.oid = ix.indexrelid CROSS JOIN LATERAL unnest(ix.indkey) WITH ORDINALITY AS k(attnum, n) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum WHERE t.relnamespace = 'hc'::regnamespace GROUP BY 1, 2 ORDER BY 1, 2
SELECT am.amname FROM pg_class c JOIN pg_am am ON am.oid = c.relam WHERE c.relnamespace = 'hc'::regnamespace ORDER BY c.relname
SELECT opc.opcname FROM pg_index i, pg_opclass opc WHERE i.indexrelid = 'hc.emp_born_idx'::regclass AND opc.oid = ANY (i.indclass) ORDER BY 1
SELECT c.relname, c.reltuples >= -1, pg_relation_size(c.oid) >= 0, pg_total_relation_size('hc.emp') > 0 FROM pg_class c WHERE c.oid = 'hc.emp'::regclass
SELECT pg_size_pretty(123456789::bigint), pg_size_pretty(1024::bigint), pg_size_pretty(10240::bigint), pg_size_bytes('2 MB')
SELECT current_database(), current_schema, current_schema(), current_schemas(true), current_user = session_user, pg_backend_pid() > 0
SELECT pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = 'hc.emp'::regclass
SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(toast|temp)' ORDER BY 1
SELECT name, setting, unit, vartype, min_val, max_val FROM pg_settings WHERE name IN ('work_mem', 'statement_timeout', 'search_path', 'TimeZone', 'max_connections') ORDER BY name
SELECT collname FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default', 'en_US') ORDER BY 1
SELECT castsource::regtype, casttarget::regtype, castcontext, castmethod FROM pg_cast WHERE castsource = 'int4'::regtype AND casttarget IN ('int8'::regtype, 'text'::regtype, 'bool'::regtype) ORDER BY 2
SELECT oprname, oprleft::regtype, oprright::regtype, oprresult::regtype FROM pg_operator WHERE oprname = '||' AND oprleft = 'text'::regtype ORDER BY oprright
SELECT count(*) > 100 FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
SELECT typname, typarray::regtype, typelem::regtype FROM pg_type WHERE typname IN ('int4', '_text', 'mood') ORDER BY 1
SELECT oid::regtype, typcategory, typispreferred FROM pg_type WHERE typname IN ('int4', 'text', 'float8', 'bool', 'timestamptz', 'name', 'oid') ORDER BY typname
SELECT 23::regtype, 'int4'::regtype::oid, 'pg_class'::regclass::oid, 1259::regclass, 'character varying'::regtype, 'timestamptz'::regtype, 'int[]'::regtype, 'varchar(3)'::regtype
SELECT relname FROM pg_class WHERE oid = 'hc.emp'::regclass::oid AND relkind = ANY (ARRAY['r', 'v'])
SELECT tgname, tgtype, tgconstraint = 0 FROM pg_trigger WHERE tgrelid = 'hc.nosuch'::regclass
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'hc.dept'::regclass AND NOT tgisinternal
SELECT rulename, ev_type, is_instead FROM pg_rewrite WHERE ev_class = 'hc.emp_v'::regclass
SELECT inhparent FROM pg_inherits
SELECT polname FROM pg_policy
SELECT * FROM pg_policies
SELECT grantee = current_user, privilege_type, is_grantable FROM information_schema.table_privileges WHERE table_schema = 'hc' AND table_name = 'dept' ORDER BY privilege_type
SELECT relacl, relrowsecurity, relforcerowsecurity, relreplident, reloptions FROM pg_class WHERE oid = 'hc.emp'::regclass
SELECT tablename, attname FROM pg_stats WHERE schemaname = 'hc'
SELECT relname, n_tup_ins >= 0 FROM pg_stat_user_tables WHERE schemaname = 'hc' ORDER BY 1
SELECT schemaname, relname, indexrelname FROM pg_stat_user_indexes WHERE schemaname = 'hc' ORDER BY 3
SELECT datname = current_database(), state, usename = current_user FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT locktype, mode, granted FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'
SELECT pg_table_is_visible('hc.emp'::regclass), pg_type_is_visible('hc.mood'::regtype), pg_function_is_visible('hc.add(int,int)'::regprocedure), pg_table_is_visible('pg_class'::regclass)
SELECT pg_get_expr(adbin, adrelid), pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = 'hc.emp'::regclass ORDER BY adnum
SELECT pg_describe_object('pg_class'::regclass, 'hc.emp'::regclass, 0), pg_describe_object('pg_class'::regclass, 'hc.emp'::regclass, 3), pg_describe_object('pg_type'::regclass, 'hc.mood'::regtype, 0), pg_describe_object('pg_proc'::regclass, 'hc.add(int,int)'::regprocedure, 0)
SELECT type, schema, name, identity FROM pg_identify_object('pg_class'::regclass, 'hc.emp'::regclass, 0)
SELECT quote_ident('Weird Name'), quote_ident('plain'), quote_ident('select'), quote_literal('O''Hara'), quote_nullable(NULL), format('%I.%I', 'hc', 'Emp')
SELECT parse_ident('hc.emp'), parse_ident('"Weird Name".x')
SELECT parse_ident('hc..emp')
SELECT attname, attstattarget, attcollation::regcollation FROM pg_attribute WHERE attrelid = 'hc.emp'::regclass AND attname IN ('name', 'code', 'id') ORDER BY 1
SELECT nosuch FROM pg_class
SELECT * FROM pg_nosuch
SELECT * FROM information_schema.nosuch
SELECT column_name FROM information_schema.columns WHERE table_name = 'nosuch'
SELECT pg_get_viewdef('hc.nosuch')
SELECT pg_get_viewdef('hc.emp'::regclass)
SELECT pg_get_constraintdef(0), pg_get_indexdef(0), pg_get_viewdef(0), pg_get_functiondef(0)
SELECT obj_description(0, 'pg_class'), col_description(0, 1), shobj_description(0, 'pg_database')
SELECT pg_indexes_size('hc.emp') >= 0, pg_table_size('hc.emp') >= 0
SELECT pg_relation_size('hc.nosuch')
SELECT version() LIKE 'PostgreSQL 15%', current_setting('server_version_num')::int / 10000
SELECT n.nspname, p.proname, l.lanname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')
SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'hc.emp_v'::regclass AND attnum > 0
SELECT a.attname, t.typname, a.atttypmod FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = 'hc.dept_m'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT row_to_json(t) FROM (SELECT relname, relkind FROM pg_class WHERE relnamespace = 'hc'::regnamespace AND relkind = 'r' ORDER BY 1) t
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'hc.dept'::regclass AND attnum > 0
SELECT 'DROP TABLE ' || oid::regclass || ';' FROM pg_class WHERE relnamespace = 'hc'::regnamespace AND relkind = 'r' ORDER BY relname
SELECT count(*) FROM information_schema.columns WHERE table_schema = 'hc'
SELECT table_name, count(*) FROM information_schema.columns WHERE table_schema = 'hc' GROUP BY table_name HAVING count(*) > 2 ORDER BY 2 DESC, 1
ALTER TABLE hc.emp DROP COLUMN span
ALTER TABLE hc.emp RENAME COLUMN name TO label
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'hc.emp'::regclass ORDER BY 1
SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = 'hc.emp'::regclass ORDER BY 1
SELECT pg_get_viewdef('hc.emp_v'::regclass)
SET search_path = hc
SELECT 'emp'::regclass, 'mood'::regtype, pg_get_viewdef('emp_v'), pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'emp'::regclass AND contype = 'f'
SELECT pg_get_indexdef('emp_born_idx'::regclass), pg_get_serial_sequence('dept', 'id'), pg_table_is_visible('emp'::regclass)
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'emp'::regclass ORDER BY adnum
SELECT format_type('mood'::regtype, NULL), pg_typeof(mood) FROM emp LIMIT 1
RESET search_path
