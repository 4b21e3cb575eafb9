-- Names of types as regtype reads them, and arrays of names that become rows.
SELECT 'timestamp(2) with time zone'::regtype
SELECT 'timestamp(2) without time zone'::regtype, 'timestamp(3)'::regtype, 'timestamptz(3)'::regtype
SELECT 'time(2) with time zone'::regtype, 'time(0)'::regtype, 'timetz(1)'::regtype, 'time(1) without time zone'::regtype
SELECT 'varchar(20)'::regtype, 'character varying(20)'::regtype, 'char(3)'::regtype, 'character(3)'::regtype, 'bpchar(3)'::regtype
SELECT 'numeric(10,2)'::regtype, 'numeric (10, 2)'::regtype, 'decimal(5)'::regtype, 'dec(5,1)'::regtype
SELECT 'numeric(10,2)'::regtype::oid, 'varchar(20)'::regtype::oid, 'timestamp(2) with time zone'::regtype::int
SELECT 'bit(4)'::regtype, 'bit varying(4)'::regtype, 'varbit(4)'::regtype, 'interval(3)'::regtype, 'float(30)'::regtype, 'float(10)'::regtype
SELECT 'interval day to second'::regtype, 'interval day to second(3)'::regtype, 'interval year'::regtype
SELECT 'varchar(20)[]'::regtype, 'numeric(10,2)[]'::regtype, 'timestamp(2) with time zone[]'::regtype, 'int[3]'::regtype
SELECT to_regtype('timestamp(2) with time zone'), to_regtype('varchar(20)'), to_regtype('numeric(10,2)')
SELECT to_regtype('timestamp(2) with time zone')::oid, to_regtype('varchar(20)')::oid, to_regtype('numeric(10,2)')::oid
SELECT pg_typeof(to_regtype('varchar(20)')), to_regtype('nosuch(20)'), to_regtype('NUMERIC(10,2)')
SELECT 'Numeric(10,2)'::regtype, 'pg_catalog.numeric(10,2)'::regtype, 'pg_catalog.varchar(3)'::regtype
SELECT atttypid = 'varchar(20)'::regtype, 'numeric(10,2)'::regtype = 'numeric'::regtype FROM pg_attribute WHERE attrelid = 'pg_class'::regclass AND attname = 'oid'
SELECT t::regtype FROM (VALUES ('varchar(20)'), ('numeric(10,2)'), ('timestamp(2) with time zone'), ('int4')) v(t)
SELECT to_regtype(t) FROM (VALUES ('varchar(20)'), ('numeric(10,2)'), ('timestamp(2) with time zone'), ('int4'), ('nosuch')) v(t)
SELECT 'numeric(10,2)'::regtype::text || 'x', format('%s', 'varchar(20)'::regtype)
SELECT unnest(ARRAY[23, 25]::oid[])::regtype
SELECT unnest(ARRAY[23, 25]::oid[])::regtype::text
SELECT unnest(a)::regtype FROM (SELECT ARRAY[23, 25]::oid[] AS a) q
SELECT unnest(proargtypes)::regtype FROM pg_proc WHERE oid = 'substr(text,int,int)'::regprocedure
SELECT unnest(proallargtypes)::regtype FROM pg_proc WHERE proname = 'pg_get_keywords'
SELECT unnest(ARRAY['pg_class'::regclass::oid])::regclass
SELECT unnest(ARRAY['pg_catalog'::regnamespace::oid])::regnamespace
SELECT ARRAY(SELECT unnest(ARRAY[23, 25]::oid[])::regtype)
SELECT u::regtype FROM unnest(ARRAY[23, 25]::oid[]) u
SELECT unnest('{23,25}'::oid[])::regtype
SELECT unnest('{int,text}'::regtype[])
SELECT unnest('{int,text}'::regtype[])::oid
SELECT unnest(ARRAY['int','text'])::regtype
SELECT array_agg(x) FROM (SELECT unnest(ARRAY[23, 25]::oid[])::regtype AS x) q
SELECT 'TIMESTAMP(2) WITH TIME ZONE'::regtype, 'timestamp  with  time  zone'::regtype, ' int4 '::regtype, 'int4 []'::regtype, 'int[][]'::regtype
SELECT id, unnest(oids)::regtype::text FROM (SELECT 1 AS id, ARRAY[23, 25]::oid[] AS oids UNION ALL SELECT 2, ARRAY[16]::oid[]) o ORDER BY 1, 2
SELECT unnest(oids)::regtype AS t FROM (SELECT proargtypes::oid[] AS oids FROM pg_proc WHERE oid = 'substr(text,int,int)'::regprocedure) q
SELECT unnest(oids)::regtype FROM (VALUES ('{23,25}'::oid[])) v(oids)
WITH q AS (SELECT unnest(oids)::regtype AS t FROM (SELECT 1 AS id, ARRAY[23, 25]::oid[] AS oids UNION ALL SELECT 2, ARRAY[16]::oid[]) o) SELECT t FROM q ORDER BY t::oid
SELECT t FROM (SELECT unnest(oids)::regtype AS t FROM (SELECT 1 AS id, ARRAY[23, 25]::oid[] AS oids UNION ALL SELECT 2, ARRAY[16]::oid[]) o) q WHERE t = 'text'::regtype
CREATE TYPE objsp_e AS ENUM ('a')
SELECT 'objsp_e'::regtype, 'public.objsp_e'::regtype, '"objsp_e"'::regtype, to_regtype('objsp_e[]')
