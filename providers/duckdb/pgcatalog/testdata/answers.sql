select table_schema, table_name, table_type, is_insertable_into from information_schema.tables where table_schema = 'public' order by 2
select table_name, column_name, ordinal_position, column_default, is_nullable, data_type, udt_name from information_schema.columns where table_schema = 'public' order by 1, 3
select table_name, column_name, character_maximum_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision from information_schema.columns where table_schema = 'public' order by 1, 2
select constraint_name, table_name, constraint_type from information_schema.table_constraints where table_schema = 'public' and constraint_name not like '%not_null' order by 1
select constraint_name, table_name, column_name, ordinal_position, position_in_unique_constraint from information_schema.key_column_usage where table_schema = 'public' order by 1, 4
select constraint_name, unique_constraint_name, match_option, update_rule, delete_rule from information_schema.referential_constraints where constraint_schema = 'public'
select constraint_name, table_name, column_name from information_schema.constraint_column_usage where table_schema = 'public' order by 1, 3
select sequence_name, data_type, start_value, minimum_value, maximum_value, increment, cycle_option from information_schema.sequences
select schema_name from information_schema.schemata order by 1
select table_name, privilege_type from information_schema.table_privileges where table_schema = 'public' and privilege_type = 'SELECT' order by 1
select relname, relkind, relnatts, relchecks, relhasindex, relhasrules, relhastriggers, relpersistence, relreplident from pg_class where relnamespace = 'public'::regnamespace order by 1
select c.relname, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, a.attlen, a.attbyval, a.attalign, a.attstorage from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and c.relkind in ('r', 'v') order by 1, 3
select a.attname, a.attnum, format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = 'flights_carrier_departs_key'::regclass order by 2
select conname, contype, conrelid::regclass, confrelid::regclass, conkey, confkey, conindid::regclass, confupdtype, confdeltype from pg_constraint where connamespace = 'public'::regnamespace order by 1
select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'c' order by 1
select indexrelid::regclass, indrelid::regclass, indnatts, indisunique, indisprimary, indkey, indoption from pg_index i join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace order by c.relname
select indexname, tablename, indexdef from pg_indexes where schemaname = 'public' order by 1
select tablename, hasindexes, hasrules, hastriggers from pg_tables where schemaname = 'public' order by 1
select viewname from pg_views where schemaname = 'public'
select objsubid, description, objoid::regclass from pg_description where objoid = 'airports'::regclass order by 1
select obj_description('airports'::regclass), col_description('airports'::regclass, 1), obj_description('airports'::regclass, 'pg_class')
select seqrelid::regclass, format_type(seqtypid, null), seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle from pg_sequence
select count(*) from pg_type where typtype = 'b' and typnamespace = 'pg_catalog'::regnamespace and typcategory <> 'A'
select oid, typname, typlen, typbyval, typtype, typcategory, typelem, typarray, typinput, typnotnull from pg_type where oid in (16, 23, 25, 1007, 1700, 2950, 3904) order by 1
select typname from pg_type where typrelid = 'airports'::regclass
select 'airports'::regclass::text, 'int4'::regtype::text, 'now'::regproc::text, 'pg_catalog'::regnamespace::text
select to_regclass('airports') is not null, to_regclass('nothing') is null, to_regtype('integer')::oid
select 'nothing'::regclass
select 'nothing'::regtype
select current_setting('server_encoding'), current_setting('standard_conforming_strings'), current_setting('integer_datetimes')
select current_setting('nothing')
select current_setting('nothing', true)
select current_schemas(false), current_schemas(true)
select pg_table_is_visible('airports'::regclass), pg_table_is_visible('information_schema.tables'::regclass), pg_type_is_visible('int4'::regtype)
select has_table_privilege('airports', 'SELECT'), has_schema_privilege('public', 'USAGE')
select array_agg(attname order by attnum) from pg_attribute where attrelid = 'airports'::regclass and attnum > 0
select (information_schema._pg_expandarray(array['a', 'b'])).n, (information_schema._pg_expandarray(array['a', 'b'])).x
select relname from pg_class where relkind = 'v' and relnamespace = 11 and relname ~ '^pg_stat_user' order by 1
select attname, format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'pg_class'::regclass and attnum > 0 order by attnum limit 5
select amname, amtype from pg_am order by 1
select collname, collcollate from pg_collation where collname in ('default', 'C', 'POSIX') order by 1
select format_type(1043, 14), format_type(1042, 14), format_type(1114, 3), format_type(1700, 655366), format_type(1231, -1), format_type(99999, null)
select p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid) from pg_proc p where p.proname in ('lower', 'pg_sleep', 'age') order by 1, 2
select rngsubtype::regtype, rngtypid::regtype from pg_range order by rngsubtype
select quote_ident('Mixed'), quote_ident('select'), quote_ident('plain'), quote_literal('it''s'), pg_size_pretty(123456::bigint)
select pg_encoding_to_char(6), getdatabaseencoding(), pg_client_encoding()
select typname, format_type(oid, null), pg_typeof(oid) from pg_type where typname = 'int4'
select relname, obj_description(oid), pg_table_is_visible(oid) from pg_class where relname = 'airports'
select conname, pg_get_constraintdef(oid, true) from pg_constraint where conname = 'flights_pkey'
select oid::regclass, pg_get_indexdef(oid), pg_get_indexdef(oid, 2, false) from pg_class where relname = 'flights_carrier_idx'
select proname, pg_get_function_arguments(oid), pg_get_function_result(oid), oid::regproc, oid::regprocedure from pg_proc where proname = 'initcap'
select name, current_setting(name) = setting from pg_settings where name = 'server_encoding'
select 'nothing'::regproc
select 'airports'::regclass, oid = 'airports'::regclass from pg_class where relname = 'airports'
