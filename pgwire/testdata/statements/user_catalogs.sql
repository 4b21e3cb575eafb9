-- What tools ask of the catalogs about a schema of every kind of object.
CREATE SCHEMA ct
COMMENT ON SCHEMA ct IS 'for tools'
CREATE TYPE ct.mood AS ENUM ('sad of ct', 'ok of ct', 'happy of ct')
CREATE DOMAIN ct.pct AS numeric(5,2) DEFAULT 0 CHECK (VALUE BETWEEN 0 AND 100)
CREATE DOMAIN ct.code AS varchar(8) NOT NULL CONSTRAINT code_upper CHECK (VALUE = upper(VALUE))
CREATE SEQUENCE ct.invoice_no START WITH 1000 INCREMENT BY 10 MAXVALUE 9990 CYCLE
CREATE TABLE ct.parent (id integer PRIMARY KEY, k1 text NOT NULL, k2 integer NOT NULL, feel ct.mood DEFAULT 'ok of ct', share ct.pct, c ct.code, UNIQUE (k1, k2), CHECK (k2 > 0))
CREATE TABLE ct.child (id bigserial PRIMARY KEY, parent_id integer NOT NULL CONSTRAINT child_parent_fk REFERENCES ct.parent ON DELETE SET NULL ON UPDATE CASCADE, k1 text, k2 integer, amount numeric(10,2) DEFAULT 0.00, cents integer GENERATED ALWAYS AS ((amount * 100)::integer) STORED, at timestamp(3) with time zone DEFAULT now(), t time(2), iv interval, tags text[] DEFAULT ARRAY['a','b']::text[], nums integer[][], doc jsonb, raw bytea, u uuid DEFAULT gen_random_uuid(), c char(5), v varchar(20) DEFAULT 'x'::character varying, r int4range, FOREIGN KEY (k1, k2) REFERENCES ct.parent (k1, k2) MATCH SIMPLE)
CREATE INDEX child_parent_ix ON ct.child (parent_id)
CREATE INDEX child_lower_ix ON ct.child (lower(v), amount DESC)
CREATE UNIQUE INDEX child_partial_ix ON ct.child (v) WHERE amount > 0
COMMENT ON TABLE ct.child IS 'the child'
COMMENT ON COLUMN ct.child.amount IS 'in euro'
CREATE VIEW ct.v AS SELECT c.id, c.amount, p.feel, upper(c.v) AS vv FROM ct.child c JOIN ct.parent p ON p.id = c.parent_id WHERE c.amount > 1
CREATE MATERIALIZED VIEW ct.mv AS SELECT feel, count(*) AS n FROM ct.parent GROUP BY feel
CREATE FUNCTION ct.add_tax(amount numeric, rate numeric DEFAULT 0.19) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT amount * (1 + rate)'
CREATE FUNCTION ct.kids(p integer) RETURNS TABLE (id bigint, amount numeric) LANGUAGE sql STABLE AS $$ SELECT id, amount FROM ct.child WHERE parent_id = p $$
INSERT INTO ct.parent (id, k1, k2, share, c) VALUES (1, 'a', 1, 10, 'ABC'), (2, 'b', 2, 99.5, 'X')
INSERT INTO ct.parent (id, k1, k2, share, c) VALUES (3, 'a', 3, 100.5, 'ABC')
INSERT INTO ct.parent (id, k1, k2, share, c) VALUES (3, 'a', 3, 1, 'abc')
INSERT INTO ct.parent (id, k1, k2, share, c) VALUES (3, 'a', 3, 1, NULL)
INSERT INTO ct.parent (id, k1, k2, share, c) VALUES (3, 'a', 3, 1, 'TOOLONGCODE')
INSERT INTO ct.child (parent_id, k1, k2, amount, v) VALUES (1, 'a', 1, 5, 'q'), (2, NULL, 7, 0, 'q')
INSERT INTO ct.child (parent_id, k1, k2, amount, v) VALUES (1, 'a', 2, 5, 'z')
SELECT table_catalog, table_schema, table_name, table_type, is_insertable_into, is_typed, commit_action FROM information_schema.tables WHERE table_schema = 'ct' ORDER BY table_name
SELECT column_name, ordinal_position, column_default, is_nullable, data_type, udt_name, domain_name, numeric_precision, numeric_scale, is_identity, is_updatable, dtd_identifier FROM information_schema.columns WHERE table_schema = 'ct' AND table_name IN ('parent', 'v') ORDER BY table_name, ordinal_position
SELECT constraint_schema, constraint_name, table_name, constraint_type, is_deferrable, initially_deferred, enforced, nulls_distinct FROM information_schema.table_constraints WHERE table_schema = 'ct' AND constraint_type <> 'CHECK' ORDER BY table_name, constraint_name
SELECT constraint_name, table_name, column_name, ordinal_position, position_in_unique_constraint FROM information_schema.key_column_usage WHERE table_schema = 'ct' ORDER BY 1, 4
SELECT constraint_name, unique_constraint_name, match_option, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_schema = 'ct' ORDER BY 1
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = 'ct' AND constraint_name NOT LIKE '%not_null' ORDER BY 1
SELECT table_name, constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_schema = 'ct' AND constraint_name LIKE '%not_null' IS FALSE ORDER BY 1, 2
SELECT constraint_name, table_name, column_name FROM information_schema.constraint_column_usage WHERE table_schema = 'ct' ORDER BY 1, 2, 3
SELECT constraint_name, table_name FROM information_schema.constraint_table_usage WHERE table_schema = 'ct' ORDER BY 1, 2
SELECT table_name, view_definition, check_option, is_updatable, is_insertable_into FROM information_schema.views WHERE table_schema = 'ct' ORDER BY 1
SELECT view_name, table_name FROM information_schema.view_table_usage WHERE view_schema = 'ct' ORDER BY 1, 2
SELECT view_name, table_name, column_name FROM information_schema.view_column_usage WHERE view_schema = 'ct' ORDER BY 1, 2, 3
SELECT sequence_name, data_type, numeric_precision, start_value, minimum_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_schema = 'ct' ORDER BY 1
SELECT domain_name, data_type, character_maximum_length, numeric_precision, numeric_scale, domain_default, udt_name FROM information_schema.domains WHERE domain_schema = 'ct' ORDER BY 1
SELECT constraint_name, domain_name, is_deferrable FROM information_schema.domain_constraints WHERE domain_schema = 'ct' ORDER BY 1
SELECT domain_name, table_name, column_name FROM information_schema.column_domain_usage WHERE domain_schema = 'ct' ORDER BY 1, 2
SELECT udt_name, table_name, column_name FROM information_schema.column_udt_usage WHERE udt_schema = 'ct' ORDER BY 1, 2, 3
SELECT routine_name, routine_type, data_type, type_udt_name, routine_body, external_language, is_deterministic, security_type FROM information_schema.routines WHERE routine_schema = 'ct' ORDER BY 1
SELECT p.ordinal_position, p.parameter_mode, p.parameter_name, p.data_type, p.parameter_default FROM information_schema.parameters p JOIN information_schema.routines r ON r.specific_name = p.specific_name WHERE r.routine_name = 'add_tax' ORDER BY 1
SELECT p.ordinal_position, p.parameter_mode, p.parameter_name, p.data_type FROM information_schema.parameters p JOIN information_schema.routines r ON r.specific_name = p.specific_name WHERE r.routine_name = 'kids' ORDER BY 1
SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = 'ct'
SELECT grantee, table_name, privilege_type, is_grantable, with_hierarchy FROM information_schema.role_table_grants WHERE table_schema = 'ct' ORDER BY 2, 3
SELECT grantee, table_name, privilege_type FROM information_schema.table_privileges WHERE table_schema = 'ct' AND table_name = 'parent' ORDER BY 3
SELECT column_name, privilege_type, is_grantable FROM information_schema.column_privileges WHERE table_schema = 'ct' AND table_name = 'parent' AND column_name IN ('id', 'k1') ORDER BY 1, 2
SELECT object_name, object_type, collection_type_identifier, data_type, udt_name FROM information_schema.element_types WHERE object_schema = 'ct' ORDER BY 1, 3
SELECT schema_name, schema_owner IS NOT NULL AS owned, default_character_set_name FROM information_schema.schemata WHERE schema_name IN ('ct', 'public') ORDER BY 1
SELECT catalog_name FROM information_schema.information_schema_catalog_name
SELECT user_defined_type_name FROM information_schema.user_defined_types WHERE user_defined_type_schema = 'ct'
SELECT role_name FROM information_schema.enabled_roles WHERE role_name = current_user
SELECT feature_id, is_supported FROM information_schema.sql_features WHERE feature_id = 'E011'
SELECT n.nspname AS "Schema", c.relname AS "Name", CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 't' THEN 'TOAST table' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' WHEN 'I' THEN 'partitioned index' END AS "Type" FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'ct' ORDER BY 1, 2
SELECT i.relname, x.indisunique, x.indisprimary, x.indkey, x.indnatts, x.indnkeyatts, x.indoption, pg_get_expr(x.indpred, x.indrelid) AS pred, pg_get_expr(x.indexprs, x.indrelid) AS exprs, am.amname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am am ON am.oid = i.relam WHERE x.indrelid = 'ct.child'::regclass ORDER BY 1
SELECT pg_get_indexdef(indexrelid, 1, true), pg_get_indexdef(indexrelid, 2, true), pg_get_indexdef(indexrelid, 0, true) FROM pg_index WHERE indexrelid = 'ct.child_lower_ix'::regclass
SELECT conname, contype, conkey, confkey, confupdtype, confdeltype, confmatchtype, condeferrable, confrelid::regclass, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE connamespace = 'ct'::regnamespace ORDER BY conname
SELECT t.typname, t.typtype, t.typcategory, t.typlen, t.typbyval, t.typnotnull, format_type(t.typbasetype, t.typtypmod) AS base, t.typdefault, t.typelem <> 0 AS is_array FROM pg_type t WHERE t.typnamespace = 'ct'::regnamespace ORDER BY 1
SELECT e.enumlabel, e.enumsortorder FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = 'mood' AND e.enumlabel LIKE '%ct' ORDER BY 2
SELECT p.proname, pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid), p.provolatile, p.prokind, p.pronargs, p.pronargdefaults, l.lanname, p.proretset, p.proargnames, p.proargmodes FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'ct'::regnamespace ORDER BY 1
SELECT pg_get_functiondef('ct.add_tax'::regproc)
SELECT 'ct.add_tax(numeric,numeric)'::regprocedure, 'ct.kids'::regproc
SELECT to_regclass('ct.child'), to_regclass('ct.nothing'), to_regtype('ct.mood'), to_regtype('nothing'), to_regnamespace('ct'), to_regproc('ct.kids'), to_regclass('ct.child_parent_ix')
SELECT 'ct.nothing'::regclass
SELECT 'nothing.child'::regclass
SELECT 'ct.notype'::regtype
SELECT 'ct.nofn'::regproc
SELECT 'ct.mood'::regtype::text, 'ct.parent'::regclass::text, 'int4'::regtype, 'timestamp with time zone'::regtype, 'varchar(3)'::regtype, '_text'::regtype, 'ct.mood[]'::regtype
SELECT d.description, d.objsubid, c.relname FROM pg_description d JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'ct' ORDER BY 2
SELECT schemaname, tablename, tableowner = current_user AS mine, tablespace, hasindexes, hasrules, hastriggers, rowsecurity FROM pg_tables WHERE schemaname = 'ct' ORDER BY 2
SELECT schemaname, viewname, definition FROM pg_views WHERE schemaname = 'ct'
SELECT schemaname, matviewname, hasindexes, ispopulated, definition FROM pg_matviews WHERE schemaname = 'ct'
SELECT schemaname, sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE schemaname = 'ct' ORDER BY 2
SELECT seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle FROM pg_sequence WHERE seqrelid = 'ct.invoice_no'::regclass
SELECT schemaname, tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'ct' ORDER BY 3
SELECT pg_get_viewdef('ct.v'::regclass), pg_get_viewdef('ct.v'::regclass, true), pg_get_viewdef('ct.v')
SELECT has_table_privilege('ct.parent', 'SELECT'), has_table_privilege(current_user, 'ct.parent', 'INSERT, UPDATE'), has_schema_privilege('ct', 'USAGE'), has_column_privilege('ct.parent', 'k1', 'SELECT'), has_sequence_privilege('ct.invoice_no', 'USAGE'), has_database_privilege(current_database(), 'CONNECT'), has_function_privilege('ct.add_tax(numeric, numeric)', 'EXECUTE'), has_any_column_privilege('ct.parent', 'SELECT'), has_type_privilege('ct.mood', 'USAGE'), has_language_privilege('sql', 'USAGE')
SELECT has_table_privilege('ct.nothing', 'SELECT')
SELECT has_table_privilege('ct.parent', 'FLY')
SELECT has_table_privilege('nobody_such', 'ct.parent', 'SELECT')
SELECT has_column_privilege('ct.parent', 'nothing', 'SELECT')
SELECT pg_table_is_visible('ct.parent'::regclass), pg_type_is_visible('ct.mood'::regtype), pg_function_is_visible('ct.kids'::regproc), pg_table_is_visible(0)
SELECT current_schemas(true), current_schemas(false), current_schema()
SELECT classid::regclass, objid::regclass, refclassid::regclass, refobjid::regclass, deptype FROM pg_depend WHERE objid = 'ct.child_id_seq'::regclass AND refobjid = 'ct.child'::regclass
SELECT pg_get_serial_sequence('ct.child', 'id'), pg_get_serial_sequence('ct.parent', 'id')
SELECT relname, reltuples >= -1 AS t, relpages >= 0 AS p, relhasindex, relpersistence, relkind, relnatts, relchecks, relhasrules, relhastriggers, relhassubclass, relrowsecurity, relispartition FROM pg_class WHERE relnamespace = 'ct'::regnamespace AND relkind IN ('r', 'v', 'm') ORDER BY 1
SELECT relname, seq_scan >= 0 AS s, n_live_tup >= 0 AS n FROM pg_stat_user_tables WHERE schemaname = 'ct' ORDER BY 1
SELECT indexrelname FROM pg_stat_user_indexes WHERE schemaname = 'ct' ORDER BY 1
SELECT pg_relation_size('ct.parent') >= 0, pg_total_relation_size('ct.parent') >= 0, pg_size_pretty(10240::bigint), pg_table_size('ct.parent') >= 0, pg_indexes_size('ct.parent') >= 0
SELECT nspname, pg_catalog.pg_get_userbyid(nspowner) = current_user AS mine FROM pg_namespace WHERE nspname = 'ct'
SELECT rolname = current_user, rolsuper IS NOT NULL, rolcanlogin, rolconnlimit, rolvaliduntil FROM pg_roles WHERE rolname = current_user
SELECT datname, pg_encoding_to_char(encoding), datistemplate, datallowconn FROM pg_database WHERE datname = current_database()
SELECT collname, collprovider FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default') ORDER BY 1
SELECT spcname FROM pg_tablespace ORDER BY 1
SELECT castsource::regtype, casttarget::regtype, castcontext FROM pg_cast WHERE castsource = 'int4'::regtype AND casttarget IN ('int8'::regtype, 'bool'::regtype, 'int2'::regtype) ORDER BY 2
SELECT oprname, oprleft::regtype, oprright::regtype, oprresult::regtype FROM pg_operator WHERE oprname = '+' AND oprleft = 'date'::regtype ORDER BY 3
SELECT kcu.column_name, ccu.table_name AS foreign_table, ccu.column_name AS foreign_column, rc.delete_rule FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu ON tc.constraint_name = kcu.constraint_name AND tc.table_schema = kcu.table_schema JOIN information_schema.constraint_column_usage ccu ON ccu.constraint_name = tc.constraint_name JOIN information_schema.referential_constraints rc ON rc.constraint_name = tc.constraint_name WHERE tc.constraint_type = 'FOREIGN KEY' AND tc.table_name = 'child' AND tc.table_schema = 'ct' ORDER BY 1, 3
SELECT c.relname, string_agg(a.attname, ',' ORDER BY k.n) FROM pg_constraint x JOIN pg_class c ON c.oid = x.conrelid CROSS JOIN LATERAL unnest(x.conkey) WITH ORDINALITY AS k(attnum, n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum WHERE x.contype IN ('p', 'u') AND c.relnamespace = 'ct'::regnamespace GROUP BY c.relname, x.conname ORDER BY x.conname
SELECT generate_subscripts(indkey, 1) AS i, indkey[0] AS first FROM pg_index WHERE indexrelid = 'ct.child_parent_ix'::regclass
SELECT a.attname, t.typname, a.attndims, a.atttypmod, a.attlen, a.attstorage, a.attcollation <> 0 AS collated FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = 'ct.child'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
ALTER TABLE ct.child DROP COLUMN nums
EXPLAIN (FORMAT JSON) SELECT 1 WHERE false AND nothing
EXPLAIN (NONSENSE) SELECT 1
EXPLAIN (ANALYZE maybe) SELECT 1
EXPLAIN SELECT nothing FROM ct.parent
EXPLAIN (COSTS OFF) DROP TABLE ct.parent
SELECT pg_get_ruledef(oid) FROM pg_rewrite WHERE ev_class = 'ct.v'::regclass
SELECT pg_get_userbyid(10) IS NOT NULL, pg_get_expr(NULL, 0), pg_get_constraintdef(0), pg_get_indexdef(0), pg_get_viewdef(0)
DROP SCHEMA ct CASCADE
