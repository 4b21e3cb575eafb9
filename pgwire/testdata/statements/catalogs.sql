-- What clients ask of the catalogs.
CREATE TABLE cat1 (id serial PRIMARY KEY, name varchar(50) NOT NULL UNIQUE, price numeric(10,2) DEFAULT 1.5, tags text[], created timestamp(3) with time zone, c char(4), CHECK (price > 0))
CREATE TABLE cat2 (id int PRIMARY KEY, cat1_id int NOT NULL REFERENCES cat1 (id))
CREATE INDEX cat1_price ON cat1 (price DESC)
CREATE VIEW catv AS SELECT id, name FROM cat1
SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE 'cat%' ORDER BY 1
SELECT column_name, data_type, is_nullable, column_default, character_maximum_length, numeric_precision, numeric_scale, udt_name, datetime_precision FROM information_schema.columns WHERE table_name = 'cat1' ORDER BY ordinal_position
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'cat1' AND constraint_type <> 'CHECK' ORDER BY 1
SELECT constraint_name, column_name, ordinal_position FROM information_schema.key_column_usage WHERE table_name IN ('cat1','cat2') ORDER BY 1
SELECT constraint_name, unique_constraint_name, update_rule, delete_rule FROM information_schema.referential_constraints WHERE constraint_name LIKE 'cat2%'
SELECT table_name, view_definition IS NOT NULL FROM information_schema.views WHERE table_name = 'catv'
SELECT schemaname, tablename, hasindexes FROM pg_tables WHERE tablename LIKE 'cat_' ORDER BY 2
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'cat1' ORDER BY 1
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attnum FROM pg_attribute a WHERE a.attrelid = 'cat1'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'cat1'::regclass ORDER BY conname
SELECT conname, confrelid::regclass, conkey, confkey FROM pg_constraint WHERE conrelid = 'cat2'::regclass AND contype = 'f'
SELECT relname, relkind, relnatts FROM pg_class WHERE relname LIKE 'cat_' ORDER BY relname
SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'cat1'
SELECT typname, typlen, typtype, typcategory FROM pg_type WHERE typname IN ('int4','text','bool','numeric','timestamptz','jsonb','_int4') ORDER BY typname
SELECT oid, typname FROM pg_type WHERE oid IN (16, 20, 23, 25, 1043, 1114, 1184, 1700) ORDER BY oid
SELECT format_type(23, NULL), format_type(1043, 24), format_type(1700, 655366), format_type(1184, 3), format_type(1007, -1)
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'cat1'::regclass ORDER BY adnum
SELECT pg_get_viewdef('catv'::regclass) IS NOT NULL, pg_get_indexdef('cat1_price'::regclass)
SELECT 'cat1'::regclass, 'cat1'::regclass::text, to_regclass('nosuch'), to_regclass('cat1') = 'cat1'::regclass
SELECT has_table_privilege('cat1', 'SELECT'), has_schema_privilege('public', 'USAGE'), has_database_privilege(current_database(), 'CONNECT')
SELECT indisunique, indisprimary, indkey::text FROM pg_index WHERE indrelid = 'cat1'::regclass ORDER BY indexrelid::regclass::text
SELECT sequence_name, data_type, start_value, increment FROM information_schema.sequences WHERE sequence_name LIKE 'cat%'
SELECT sequencename, start_value, increment_by, data_type FROM pg_sequences WHERE sequencename LIKE 'cat%'
SELECT pg_table_is_visible('cat1'::regclass), pg_relation_size('cat1') >= 0, pg_total_relation_size('cat1') >= 0
SELECT schema_name FROM information_schema.schemata WHERE schema_name IN ('public', 'information_schema', 'pg_catalog') ORDER BY 1
SELECT datname = current_database(), encoding, datistemplate FROM pg_database WHERE datname = current_database()
SELECT rolname = current_user, rolcanlogin FROM pg_roles WHERE rolname = current_user
SELECT name, setting FROM pg_settings WHERE name IN ('server_version_num', 'TimeZone', 'standard_conforming_strings', 'max_identifier_length') ORDER BY name
SELECT count(*) > 0 FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT state FROM pg_stat_activity WHERE pid = pg_backend_pid()
SELECT count(*) FROM pg_extension WHERE extname = 'plpgsql'
SELECT proname, pronargs FROM pg_proc WHERE proname = 'lower' ORDER BY oid
SELECT collname FROM pg_collation WHERE collname IN ('C', 'POSIX', 'default') ORDER BY 1
SELECT amname FROM pg_am WHERE amname IN ('btree', 'hash', 'heap') ORDER BY 1
SELECT count(*) FROM pg_trigger
SELECT t.typname, e.enumlabel FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid ORDER BY 1, e.enumsortorder
SELECT relname, n_live_tup >= 0 FROM pg_stat_user_tables WHERE relname = 'cat1'
SELECT viewname FROM pg_views WHERE viewname = 'catv'
SELECT pg_encoding_to_char(6), pg_client_encoding(), pg_is_in_recovery(), inet_server_addr() IS NOT NULL OR true
SELECT description FROM pg_description WHERE objoid = 'cat1'::regclass
SELECT c.column_name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) WHERE t.table_name = 'catv' ORDER BY c.ordinal_position
SELECT tc.table_name, kcu.column_name, ccu.table_name AS foreign_table_name, ccu.column_name AS foreign_column_name FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu ON tc.constraint_name = kcu.constraint_name JOIN information_schema.constraint_column_usage ccu ON ccu.constraint_name = tc.constraint_name WHERE tc.constraint_type = 'FOREIGN KEY' AND tc.table_name = 'cat2'
SELECT attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) WHERE i.indrelid = 'cat1'::regclass AND i.indisprimary
SELECT pg_get_userbyid(relowner) = current_user FROM pg_class WHERE relname = 'cat1'
SELECT obj_description('cat1'::regclass, 'pg_class'), shobj_description(1, 'pg_database')
SELECT pg_typeof(oid), pg_typeof(relname), pg_typeof(relkind) FROM pg_class LIMIT 1
SELECT relkind::text || 'x', relname || 'y' FROM pg_class WHERE relname = 'cat1'
SELECT current_setting('server_version_num')::int / 10000
SELECT pg_get_keywords() IS NOT NULL LIMIT 1
SELECT array_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = 'cat1'::regclass AND a.attnum > 0
SELECT is_updatable, is_insertable_into FROM information_schema.views WHERE table_name = 'catv'
SELECT routine_name FROM information_schema.routines WHERE routine_schema = 'public'
SELECT grantee IS NOT NULL, privilege_type FROM information_schema.table_privileges WHERE table_name = 'cat1' ORDER BY 2
SELECT datcollate IS NOT NULL, pg_database_size(current_database()) > 0 FROM pg_database WHERE datname = current_database()
SELECT pg_conf_load_time() < now(), pg_postmaster_start_time() < now()
SELECT c.relname, a.attname, t.typname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid WHERE c.relname = 'cat2' AND a.attnum > 0 ORDER BY a.attnum
SELECT attidentity, attgenerated, atthasdef FROM pg_attribute WHERE attrelid = 'cat1'::regclass AND attname = 'id'
DROP TABLE cat1
DROP TABLE cat1 CASCADE
