-- What tools ask of the catalogs to reflect a schema: names, types, defaults, keys, indexes, views, sequences, privileges.
CREATE SCHEMA tc_app
CREATE TYPE tc_mood AS ENUM ('sad', 'ok', 'glad')
CREATE TABLE tc_kinds (id serial PRIMARY KEY, big bigserial, small smallserial, code char(3) NOT NULL DEFAULT 'ab', name varchar(40) DEFAULT 'none', note text DEFAULT 'it''s', price numeric(10,2) DEFAULT 0.00, free numeric, flag boolean NOT NULL DEFAULT true, day date DEFAULT CURRENT_DATE, made timestamp DEFAULT now(), at timestamptz(3), clock time, span interval, raw bytea, doc jsonb DEFAULT '{}', plain json, uid uuid, tags text[] DEFAULT '{}', nums int[][], mood tc_mood DEFAULT 'ok', ratio real, wide double precision DEFAULT 1.5, tiny smallint DEFAULT 1)
CREATE TABLE tc_orders (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind int NOT NULL REFERENCES tc_kinds (id) ON DELETE CASCADE, qty int NOT NULL CHECK (qty > 0), price numeric(8,2) CHECK (price >= 0), state text DEFAULT 'new' CONSTRAINT state_known CHECK (state IN ('new', 'paid')), total numeric GENERATED ALWAYS AS (qty * price) STORED, UNIQUE (kind, state), CONSTRAINT dear CHECK (price < 1000 OR qty = 1))
CREATE TABLE tc_app.lines (order_id int REFERENCES tc_orders (id), n int, label varchar(20), PRIMARY KEY (order_id, n))
CREATE INDEX tc_orders_state ON tc_orders (state DESC NULLS LAST, qty)
CREATE INDEX tc_orders_lower ON tc_orders (lower(state))
CREATE UNIQUE INDEX tc_kinds_name ON tc_kinds (name)
CREATE VIEW tc_paid AS SELECT id, qty, state FROM tc_orders WHERE state = 'paid'
CREATE VIEW tc_sums AS SELECT k.name, count(*) AS n, sum(o.qty) AS qty FROM tc_orders o JOIN tc_kinds k ON k.id = o.kind GROUP BY k.name
COMMENT ON COLUMN tc_orders.qty IS 'how many'
COMMENT ON VIEW tc_paid IS 'what was paid'
SELECT column_name, data_type, udt_name, is_nullable, column_default FROM information_schema.columns WHERE table_name = 'tc_kinds' ORDER BY ordinal_position
SELECT column_name, character_maximum_length, character_octet_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision, interval_type FROM information_schema.columns WHERE table_name = 'tc_kinds' ORDER BY ordinal_position
SELECT column_name, is_identity, identity_generation, identity_start, identity_increment, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'tc_orders' ORDER BY ordinal_position
SELECT column_name, data_type, is_updatable FROM information_schema.columns WHERE table_name = 'tc_paid' ORDER BY ordinal_position
SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, a.attidentity, a.attgenerated, a.attndims, a.attlen, a.attstorage, a.attcollation FROM pg_attribute a WHERE a.attrelid = 'tc_kinds'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT a.attname, a.attidentity, a.attgenerated, a.atthasdef, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = 'tc_orders'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid, true) FROM pg_attribute a JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum) WHERE a.attrelid = 'tc_kinds'::regclass ORDER BY a.attnum
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'tc_orders'::regclass ORDER BY conname
SELECT conname, pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'tc_orders'::regclass ORDER BY conname
SELECT conname, contype, condeferrable, convalidated, conkey, confkey, confdeltype, confupdtype, confmatchtype, confrelid::regclass FROM pg_constraint WHERE conrelid IN ('tc_orders'::regclass, 'tc_app.lines'::regclass) ORDER BY conname
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'tc_app.lines'::regclass AND contype = 'f'
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_name IN ('tc_orders_qty_check', 'tc_orders_price_check', 'state_known', 'dear') ORDER BY 1
SELECT constraint_name, constraint_type, is_deferrable FROM information_schema.table_constraints WHERE table_name = 'tc_orders' AND constraint_name NOT LIKE '%not_null' ORDER BY 1
SELECT constraint_name, column_name, ordinal_position, position_in_unique_constraint FROM information_schema.key_column_usage WHERE table_name IN ('tc_orders', 'lines') ORDER BY 1, 3
SELECT constraint_name, unique_constraint_name, match_option, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_name LIKE 'tc_orders%' OR constraint_name LIKE 'lines%' ORDER BY 1
SELECT table_name, column_name, constraint_name FROM information_schema.constraint_column_usage WHERE table_name IN ('tc_orders', 'tc_kinds') ORDER BY 3, 2
SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ('tc_orders', 'tc_kinds', 'lines') ORDER BY 1
SELECT c.relname, i.indisunique, i.indisprimary, i.indkey, i.indoption, i.indnatts, pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = 'tc_orders'::regclass ORDER BY 1
SELECT pg_get_indexdef('tc_orders_state'::regclass, 1, true), pg_get_indexdef('tc_orders_state'::regclass, 2, false), pg_get_indexdef('tc_orders_lower'::regclass, 1, true), pg_get_indexdef('tc_orders_state'::regclass, 3, true), pg_get_indexdef('tc_orders_state'::regclass, 0, true)
SELECT pg_get_viewdef('tc_paid'::regclass)
SELECT pg_get_viewdef('tc_paid'::regclass, true)
SELECT pg_get_viewdef('tc_sums'::regclass, true)
SELECT definition FROM pg_views WHERE viewname = 'tc_sums'
SELECT table_name, view_definition, check_option, is_updatable, is_insertable_into FROM information_schema.views WHERE table_name LIKE 'tc%' ORDER BY 1
SELECT table_name, table_type, is_insertable_into FROM information_schema.tables WHERE table_name LIKE 'tc%' ORDER BY 1
SELECT view_name, table_name FROM information_schema.view_table_usage WHERE view_name LIKE 'tc%' ORDER BY 1, 2
SELECT view_name, table_name, column_name FROM information_schema.view_column_usage WHERE view_name LIKE 'tc%' ORDER BY 1, 2, 3
SELECT pg_relation_is_updatable('tc_paid'::regclass, false), pg_relation_is_updatable('tc_sums'::regclass, false), pg_column_is_updatable('tc_paid'::regclass, 1::smallint, false)
SELECT ev_type, is_instead, rulename FROM pg_rewrite WHERE ev_class = 'tc_paid'::regclass
SELECT sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size, last_value FROM pg_sequences WHERE sequencename LIKE 'tc%' ORDER BY 1
SELECT sequence_name, data_type, numeric_precision, start_value, minimum_value, maximum_value, increment, cycle_option FROM information_schema.sequences WHERE sequence_name LIKE 'tc%' ORDER BY 1
SELECT seqrelid::regclass, seqtypid::regtype, seqstart, seqmax, seqcycle FROM pg_sequence WHERE seqrelid::regclass::text LIKE 'tc%' ORDER BY seqmax, seqrelid::regclass::text
SELECT pg_get_serial_sequence('tc_kinds', 'id'), pg_get_serial_sequence('tc_orders', 'id'), pg_get_serial_sequence('tc_kinds', 'name')
SELECT s.relname, t.relname, a.attname, d.deptype FROM pg_depend d JOIN pg_class s ON s.oid = d.objid JOIN pg_class t ON t.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid WHERE s.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND t.relname LIKE 'tc%' ORDER BY 1
SELECT t.typname, t.typtype, t.typcategory, t.typlen, t.typrelid = c.oid, t.typelem, a.typname, a.typelem = t.oid, a.typcategory FROM pg_class c JOIN pg_type t ON t.oid = c.reltype LEFT JOIN pg_type a ON a.oid = t.typarray WHERE c.relname IN ('tc_kinds', 'tc_paid') ORDER BY 1
SELECT typname, typtype, typcategory, typlen, typbyval, typrelid, typelem = 0, typarray <> 0 FROM pg_type WHERE typname IN ('tc_mood', '_tc_mood', 'int4', '_int4', 'varchar', 'numeric') ORDER BY 1
SELECT e.enumlabel, e.enumsortorder FROM pg_enum e WHERE e.enumtypid = 'tc_mood'::regtype ORDER BY 2
SELECT 'varchar'::regtype, 'int'::regtype, 'timestamptz'::regtype, 'tc_mood'::regtype, 'text[]'::regtype, 'char'::regtype, 'bpchar'::regtype, '"char"'::regtype, 'character varying'::regtype::oid, 'double precision'::regtype, 'tc_kinds'::regtype
SELECT 'nosuch'::regtype
SELECT format_type(1186, -1), format_type(1266, -1), format_type(1042, 7), format_type(1015, 14), format_type(1042, -1), format_type(1042, NULL), format_type(99999999, NULL), format_type('tc_mood'::regtype, NULL)
SELECT col_description('tc_orders'::regclass, 3), col_description('tc_orders'::regclass, 1), obj_description('tc_paid'::regclass, 'pg_class')
SELECT has_table_privilege('tc_orders', 'FLY')
SELECT has_table_privilege('tc_orders', 'select, INSERT'), has_table_privilege('tc_orders', 'SELECT WITH GRANT OPTION'), has_any_column_privilege('tc_orders', 'UPDATE'), has_sequence_privilege('tc_kinds_id_seq', 'USAGE'), has_type_privilege('tc_mood', 'USAGE'), has_function_privilege('lower(text)', 'EXECUTE'), has_language_privilege('sql', 'USAGE'), pg_has_role(current_user, 'MEMBER')
SELECT has_schema_privilege('public', 'SELECT')
SELECT has_database_privilege(current_database(), 'USAGE')
SELECT has_column_privilege('tc_orders', 'qty', 'DELETE')
SELECT has_column_privilege('tc_orders', 'nosuch', 'SELECT')
SELECT has_table_privilege('nobody', 'tc_orders', 'SELECT')
SELECT has_schema_privilege('nosuch', 'USAGE')
SELECT has_sequence_privilege('tc_orders', 'USAGE')
SELECT has_table_privilege('tc_orders'::regclass, 'SELECT'), has_table_privilege(0::oid, 'SELECT'), has_schema_privilege('tc_app', 'CREATE'), has_table_privilege(NULL, 'SELECT')
SELECT pg_database_size(current_database()) > 0, pg_size_pretty(pg_database_size(current_database())) IS NOT NULL
CREATE TABLE "tc_Mixed" ("Id" int PRIMARY KEY, "Full Name" text, plain int)
INSERT INTO "tc_Mixed" VALUES (1, 'a', 2)
SELECT * FROM "tc_Mixed"
SELECT "Id", PLAIN, "Full Name" AS "Name" FROM "tc_Mixed" WHERE "Id" = 1
SELECT * FROM tc_mixed
SELECT * FROM "TC_MIXED"
SELECT id FROM "tc_Mixed"
SELECT "Plain" FROM "tc_Mixed"
SELECT m."ID" FROM "tc_Mixed" m
SELECT "tc_Mixed"."Id" FROM "tc_Mixed" ORDER BY "Id"
SELECT tc_mixed."Id" FROM "tc_Mixed"
UPDATE "tc_Mixed" SET "plain" = 3 WHERE "Id" = 1
UPDATE "tc_Mixed" SET id = 3
INSERT INTO "tc_Mixed" (id) VALUES (3)
DELETE FROM tc_Mixed
SELECT 'tc_Mixed'::regclass
SELECT '"tc_Mixed"'::regclass, to_regclass('tc_mixed'), to_regclass('"tc_Mixed"')
SELECT conname, pg_get_constraintdef(oid), conrelid::regclass FROM pg_constraint WHERE conrelid = '"tc_Mixed"'::regclass
SELECT indexdef FROM pg_indexes WHERE tablename = 'tc_Mixed'
SELECT column_name FROM information_schema.columns WHERE table_name = 'tc_Mixed' ORDER BY ordinal_position
CREATE TABLE tc_case ("MyCol" int, other int)
SELECT mycol FROM tc_case
SELECT x.mycol FROM (SELECT "MyCol" FROM tc_case) x
SELECT x."MyCol" FROM (SELECT "MyCol" FROM tc_case) x
ALTER TABLE tc_case DROP COLUMN mycol
DROP TABLE "tc_Case"
