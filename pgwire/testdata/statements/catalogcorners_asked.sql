-- Questions that a hostile tester asks of the catalogs.
CREATE SCHEMA ccp
SET search_path = ccp, public
CREATE TYPE ccp_mood AS ENUM ('a', 'b')
CREATE DOMAIN ccp_email AS varchar(50) NOT NULL DEFAULT 'x@y' CHECK (VALUE LIKE '%@%')
CREATE TABLE ccp_dept (id serial PRIMARY KEY, name varchar(40) NOT NULL UNIQUE, budget numeric(12,2) DEFAULT 0 CHECK (budget >= 0), created timestamptz DEFAULT now(), tags text[] DEFAULT '{}', mood ccp_mood DEFAULT 'a')
CREATE TABLE ccp_emp (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, dept_id int NOT NULL REFERENCES ccp_dept (id) ON DELETE CASCADE, email ccp_email, first text, last text, full_name text GENERATED ALWAYS AS (first || ' ' || last) STORED, hired date DEFAULT CURRENT_DATE, salary numeric(10,2), UNIQUE (first, last), CONSTRAINT ccp_pay CHECK (salary > 0 AND salary < 1000000))
CREATE INDEX ccp_emp_last ON ccp_emp (lower(last), hired DESC NULLS LAST) WHERE salary > 100
CREATE VIEW ccp_rich AS SELECT e.id, e.full_name, d.name AS dept FROM ccp_emp e JOIN ccp_dept d ON d.id = e.dept_id WHERE e.salary > 1000
COMMENT ON TABLE ccp_emp IS 'people'
COMMENT ON COLUMN ccp_emp.email IS 'address'
SELECT c.relname, c.relkind, c.relpersistence, c.relhasindex, c.relchecks, c.relhasrules, c.relhastriggers, c.relnatts, c.relispopulated, c.relreplident, c.relispartition, am.amname FROM pg_class c LEFT JOIN pg_am am ON am.oid = c.relam WHERE c.relnamespace = 'ccp'::regnamespace ORDER BY 1
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef), a.attnotnull, (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t WHERE c.oid = a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS attcollation, a.attidentity, a.attgenerated, a.attstorage, a.attcompression AS attcompression, CASE WHEN a.attstattarget=-1 THEN NULL ELSE a.attstattarget END AS attstattarget, pg_catalog.col_description(a.attrelid, a.attnum) FROM pg_catalog.pg_attribute a WHERE a.attrelid = 'ccp_emp'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT c2.relname, i.indisprimary, i.indisunique, i.indisclustered, i.indisvalid, pg_catalog.pg_get_indexdef(i.indexrelid, 0, true), pg_catalog.pg_get_constraintdef(con.oid, true), contype, condeferrable, condeferred, i.indisreplident, c2.reltablespace FROM pg_catalog.pg_class c, pg_catalog.pg_class c2, pg_catalog.pg_index i LEFT JOIN pg_catalog.pg_constraint con ON (conrelid = i.indrelid AND conindid = i.indexrelid AND contype IN ('p','u','x')) WHERE c.oid = 'ccp_emp'::regclass AND c.oid = i.indrelid AND i.indexrelid = c2.oid ORDER BY i.indisprimary DESC, c2.relname
SELECT r.conname, pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_constraint r WHERE r.conrelid = 'ccp_emp'::regclass AND r.contype = 'c' ORDER BY 1
SELECT conname, conrelid::pg_catalog.regclass AS ontable, pg_catalog.pg_get_constraintdef(oid, true) AS condef FROM pg_catalog.pg_constraint c WHERE confrelid = 'ccp_dept'::regclass AND contype = 'f' ORDER BY conname
SELECT n.nspname AS "Schema", t.typname, pg_catalog.format_type(t.typbasetype, t.typtypmod) AS "Type", t.typnotnull, t.typdefault, pg_catalog.array_to_string(ARRAY(SELECT pg_catalog.pg_get_constraintdef(r.oid, true) FROM pg_catalog.pg_constraint r WHERE t.oid = r.contypid), ' ') AS "Check" FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'd' AND n.nspname = 'ccp'
SELECT table_name, column_name, ordinal_position, column_default, is_nullable, data_type, character_maximum_length, numeric_precision, numeric_scale, datetime_precision, udt_name, domain_name, is_identity, identity_generation, is_generated, generation_expression, is_updatable FROM information_schema.columns WHERE table_schema = 'ccp' ORDER BY 1, 3
SELECT constraint_name, table_name, constraint_type, is_deferrable FROM information_schema.table_constraints WHERE table_schema = 'ccp' AND constraint_name NOT LIKE '%not_null' ORDER BY 1
SELECT kcu.constraint_name, kcu.column_name, kcu.ordinal_position, kcu.position_in_unique_constraint, ccu.table_name, ccu.column_name FROM information_schema.key_column_usage kcu JOIN information_schema.constraint_column_usage ccu USING (constraint_schema, constraint_name) WHERE kcu.table_schema = 'ccp' ORDER BY 1, 2, 6
SELECT * FROM information_schema.referential_constraints WHERE constraint_schema = 'ccp' ORDER BY constraint_name
SELECT sequence_name, data_type, start_value, minimum_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_schema = 'ccp' ORDER BY 1
SELECT schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE schemaname = 'ccp' ORDER BY 2
SELECT schemaname, tablename, hasindexes, hasrules, hastriggers, rowsecurity FROM pg_tables WHERE schemaname = 'ccp' ORDER BY 2
SELECT schemaname, tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'ccp' ORDER BY 3
SELECT viewname, definition FROM pg_views WHERE schemaname = 'ccp'
SELECT d.classid::regclass, d.refclassid::regclass, d.deptype, count(*) FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND d.classid = 'pg_class'::regclass WHERE c.relnamespace = 'ccp'::regnamespace GROUP BY 1, 2, 3 ORDER BY 1::text, 2::text, 3, 4
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = 'ccp_emp'::regclass AND i.indisprimary
SELECT array_agg(a.attname ORDER BY k.n) FROM pg_constraint c CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY k(attnum, n) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum WHERE c.conrelid = 'ccp_emp'::regclass AND c.contype = 'u'
SELECT pg_get_serial_sequence('ccp_dept', 'id'), pg_get_serial_sequence('ccp_emp', 'id')
SELECT obj_description('ccp_emp'::regclass), obj_description('ccp_emp'::regclass, 'pg_class'), col_description('ccp_emp'::regclass, 3)
SELECT enumlabel, enumsortorder FROM pg_enum WHERE enumtypid = 'ccp_mood'::regtype ORDER BY 2
SELECT t.typname, t.typtype, t.typcategory, t.typlen, t.typbyval, e.typname FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem WHERE t.typnamespace = 'ccp'::regnamespace ORDER BY 1
SELECT tgname ~ '^RI_ConstraintTrigger', tgenabled, tgisinternal, tgtype FROM pg_trigger WHERE tgrelid = 'ccp_emp'::regclass ORDER BY 4
SELECT grantee, privilege_type FROM information_schema.role_table_grants WHERE table_schema = 'ccp' AND table_name = 'ccp_dept' ORDER BY 2
SELECT has_table_privilege('ccp_emp', 'SELECT'), has_schema_privilege('ccp', 'USAGE'), has_column_privilege('ccp_emp', 'email', 'SELECT'), has_sequence_privilege('ccp_dept_id_seq', 'USAGE')
SELECT to_regclass('ccp_emp'), to_regclass('nosuch'), 'ccp.ccp_emp'::regclass, 'ccp_emp'::regclass::text, 'ccp_mood'::regtype, to_regtype('nosuch'), to_regnamespace('ccp')
SELECT pg_typeof(e), pg_typeof(e.email), pg_typeof(e.full_name), pg_typeof(e.id), pg_typeof(e.hired), pg_typeof(e.salary) FROM ccp_emp e RIGHT JOIN (SELECT 1) s ON true
SELECT format_type('ccp_email'::regtype, NULL), format_type(1043, 24), format_type(1700, 655366), format_type(1042, -1), format_type(0, NULL), format_type(99999999, NULL), format_type(NULL, 1)
SELECT pg_relation_is_updatable('ccp_rich'::regclass, true), pg_column_is_updatable('ccp_emp'::regclass, 6::smallint, true)
SELECT c.oid::regclass::text, pg_get_viewdef(c.oid) FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = 'ccp'::regnamespace
SELECT relname, relkind FROM pg_class WHERE oid = 'ccp_nosuch'::regclass
SELECT count(*) FROM pg_attrdef WHERE adrelid = 'ccp_nosuch'::regclass
SELECT indnatts, indnkeyatts, indkey, indoption, indcollation = indcollation, indisexclusion, indimmediate FROM pg_index WHERE indrelid = 'ccp_emp'::regclass ORDER BY indnatts, indkey::text
SELECT indkey[0], indkey[1], array_length(indkey, 1), indkey::text FROM pg_index WHERE indrelid = 'ccp_emp'::regclass AND indisprimary
SELECT array_position(indkey, 1::smallint), 1 = ANY (indkey), unnest(indkey) FROM pg_index WHERE indrelid = 'ccp_emp'::regclass AND indisprimary
SELECT (information_schema._pg_expandarray(conkey)).n FROM pg_constraint WHERE conrelid = 'ccp_emp'::regclass AND contype = 'u' ORDER BY 1
SELECT pg_size_pretty(pg_total_relation_size('ccp_emp')) IS NOT NULL, pg_table_size('ccp_emp') >= 0
SELECT relname FROM pg_class WHERE relname = ANY (ARRAY['ccp_emp', 'ccp_dept']::name[]) ORDER BY 1
SELECT relname::text || '.' || attname AS f FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relname = 'ccp_dept' AND attnum > 0 ORDER BY attnum
SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'ccp_dept'::regclass AND attnum > 0
SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'ccp_dept'::regclass AND attnum > 0
SELECT row_to_json(t) FROM (SELECT relname, relkind, relnatts FROM pg_class WHERE relname = 'ccp_dept') t
SELECT to_jsonb(relname), to_jsonb(relkind), to_jsonb(relnatts) FROM pg_class WHERE relname = 'ccp_dept'
SELECT quote_ident(relname), quote_literal(relname), upper(relname), length(relname), relname || 'x', concat(relname, 1), relname LIKE 'ccp%', relname ~ '^ccp', substr(relname, 1, 3), left(relname, 3), reverse(relname), md5(relname) FROM pg_class WHERE relname = 'ccp_dept'
SELECT relname = 'ccp_dept', relname = 'ccp_dept'::text, relname < 'd', relname IN ('ccp_dept'), relkind = 'r', relkind IN ('r', 'v'), relkind::text || 'x', ascii(relkind::text) FROM pg_class WHERE relname = 'ccp_dept'
SELECT DISTINCT relkind FROM pg_class WHERE relnamespace = 'ccp'::regnamespace ORDER BY 1
SELECT relkind, count(*) FROM pg_class WHERE relnamespace = 'ccp'::regnamespace GROUP BY relkind HAVING count(*) > 1 ORDER BY relkind
SELECT CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' END AS "Type", c.relname FROM pg_class c WHERE relnamespace = 'ccp'::regnamespace ORDER BY 2
SELECT t.oid::regtype::text, t.typinput::text, t.typoutput::regproc, t.typarray::regtype FROM pg_type t WHERE typname IN ('int4', 'text', 'ccp_mood') ORDER BY 1
SELECT proname, pronargs, prorettype::regtype, proargtypes::text, provolatile, proisstrict, prokind FROM pg_proc WHERE proname = 'lower' ORDER BY 4
SELECT oprname, oprleft::regtype, oprright::regtype, oprresult::regtype, oprcode FROM pg_operator WHERE oprname = '||' ORDER BY 2::text, 3::text LIMIT 3
SELECT castsource::regtype, casttarget::regtype, castcontext FROM pg_cast WHERE castsource = 'int4'::regtype ORDER BY 2::text LIMIT 5
SELECT name, setting, unit, context, vartype FROM pg_settings WHERE name IN ('search_path', 'work_mem', 'TimeZone', 'DateStyle') ORDER BY 1
SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname = current_user
SELECT datname, datistemplate, datallowconn, pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()
SELECT current_setting('search_path'), current_schemas(false), current_schema()
SELECT locktype, mode FROM pg_locks WHERE locktype = 'advisory'
SELECT conname, conkey, confkey, confupdtype, confdeltype, confmatchtype, convalidated, connoinherit, conislocal FROM pg_constraint WHERE connamespace = 'ccp'::regnamespace AND conrelid <> 0 ORDER BY 1
SELECT pg_describe_object('pg_class'::regclass, 'ccp_emp'::regclass, 0), pg_describe_object('pg_class'::regclass, 'ccp_emp'::regclass, 3), pg_describe_object('pg_type'::regclass, 'ccp_mood'::regtype, 0)
SELECT * FROM pg_identify_object('pg_class'::regclass, 'ccp_emp'::regclass, 0)
SELECT min(relname), max(relname), count(DISTINCT relname) FROM pg_class WHERE relnamespace = 'ccp'::regnamespace
SELECT coalesce(obj_description(c.oid), 'none'), nullif(relname, 'x'), greatest(relname, 'a') FROM pg_class c WHERE relname LIKE 'ccp\_%' AND relkind = 'r' ORDER BY 2
