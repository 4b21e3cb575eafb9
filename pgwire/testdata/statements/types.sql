-- Types, casts and what values of them look like.
SELECT 1, 1.0, 1e3, 'a', NULL, true, false
SELECT 1::smallint, 2::int, 3::bigint, 4::numeric, 5::real, 6::double precision
SELECT 32767::int2 + 1::int2
SELECT 2147483647 + 1
SELECT 9223372036854775807 + 1
SELECT 2147483648, 9223372036854775808
SELECT 0.1 + 0.2, 0.1::float8 + 0.2::float8
SELECT 1e10, 1e-10, 1.5e20, 123456789012345678901234567890
SELECT 1e400
SELECT 1e400::float8
SELECT 1::numeric(10,2), 1.005::numeric(10,2), -1.005::numeric(5,2)
SELECT 12345.678::numeric(5,2)
SELECT 'NaN'::numeric, 'NaN'::float8, 'Infinity'::float8, '-Infinity'::float8
SELECT 'Infinity'::numeric
SELECT '  42  '::int, ' 4.5 '::numeric, '+7'::int
SELECT '4.5'::int
SELECT 'abc'::int
SELECT ''::int
SELECT 4.5::int, 5.5::int, -4.5::int, 4.5::float8::int, 5.5::float8::int
SELECT 99999::smallint
SELECT 1e20::bigint
SELECT 't'::bool, 'yes'::bool, 'off'::bool, '0'::bool, 'TRUE'::boolean
SELECT 'maybe'::bool
SELECT 1::bool, 0::bool, true::int, false::text
SELECT 2::bool, -1::bool
SELECT true::text, 't'::text::bool
SELECT 'abc'::varchar(2), 'abc'::char(5), 'abc'::char(2), 'abc'::bpchar
SELECT 'abc'::char, 'abc'::"char"
SELECT 'ab '::char(5) = 'ab', length('ab '::char(5)), 'ab '::char(5) || 'x'
SELECT 'abcdefgh'::name, 'x'::text COLLATE "C"
SELECT '\x48656c6c6f'::bytea, 'Hello'::bytea, E'\\001\\002'::bytea
SELECT '\xZZ'::bytea
SELECT encode('\x00ff'::bytea, 'hex'), encode('\x00ff'::bytea, 'base64'), encode('\x00ff41'::bytea, 'escape')
SELECT decode('AP8=', 'base64'), decode('00ff', 'hex'), decode('a\\b', 'escape')
SELECT length('\x000102'::bytea), substring('\x000102'::bytea from 2), '\x01'::bytea || '\x02'::bytea, get_byte('\x0102'::bytea, 1)
SELECT set_byte('\x0102'::bytea, 0, 255), position('\x02'::bytea in '\x0102'::bytea), md5('\x01'::bytea)
SELECT sha256('abc'::bytea), sha224('abc'::bytea)
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, 'A0EEBC999C0B4EF8BB6D6BB9BD380A11'::uuid, '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}'::uuid
SELECT 'a0eebc99'::uuid
SELECT B'101', X'1F', B'101'::bit(3), 5::bit(8), 255::bit(4)
SELECT B'101' & B'110', B'101' | B'010', B'101' # B'110', ~B'101', B'101' << 1, B'1' || B'0'
SELECT B'1010'::int, 44::bit(10)::int, length(B'101'), bit_length('abc'), B'101'::varbit
SELECT '192.168.1.5'::inet, '10.0.0.0/8'::cidr, '08:00:2b:01:02:03'::macaddr
SELECT host('192.168.1.5/24'::inet), '192.168.1.5'::inet << '192.168.1.0/24'::inet
SELECT '12.34'::money, 1234.5::money
SELECT point(1,2), '(1,2),(3,4)'::box
SELECT '<a>1</a>'::xml
SELECT 'fat & rat'::tsquery, 'a fat cat'::tsvector
SELECT to_tsvector('english', 'The fat cats') @@ to_tsquery('english', 'cat')
SELECT int4range(1,5), '[1,10)'::int4range @> 3
SELECT numrange(1.5, 2.5), daterange('2024-01-01','2024-02-01'), tsrange('2024-01-01','2024-01-02','[]')
SELECT lower(int4range(1,5)), upper(int4range(1,5)), isempty(int4range(1,1))
SELECT int4range(1,5) && int4range(4,8), int4range(1,5) * int4range(4,8), int4range(1,5) -|- int4range(5,8)
SELECT '{[1,3),[5,7)}'::int4multirange
SELECT 1::oid, 'pg_class'::regclass, 'int4'::regtype, 1259::regclass
SELECT 'nosuch'::regclass
SELECT 'integer'::regtype::oid, 'now'::regproc, 'public'::regnamespace
SELECT ROW(1, 'a', NULL), (1, 2.5), ROW()
SELECT ROW(1, 'a b', 'x"y', '')
SELECT (ROW(1,2)).f1
SELECT ROW(1,2) = ROW(1,2), ROW(1,2) < ROW(1,3), (1,NULL) IS NULL, ROW(NULL,NULL) IS NULL
SELECT pg_typeof(1), pg_typeof(1.5), pg_typeof('a'), pg_typeof('a'::text), pg_typeof(now()), pg_typeof(ARRAY[1]), pg_typeof(NULL)
SELECT pg_typeof(1 + 1.5), pg_typeof(2::int8 * 1), pg_typeof(1::real + 1), pg_typeof(current_date + 1), pg_typeof(now() - now()), pg_typeof(1/2)
SELECT pg_typeof(sum(x)), pg_typeof(avg(x)), pg_typeof(count(*)), pg_typeof(max(x)) FROM (VALUES (1),(2)) t(x)
SELECT CAST('5' AS int), CAST(5 AS text), CAST('2024-01-01' AS date), int '7', float8 '1.5', date '2024-05-06'
SELECT '5'::int::text::varchar(10), 65::"char", 'A'::"char"::int
SELECT 12::text || 'x', 1.50::text, 1e5::float8::text, 0.00001::float8::text, 1e15::float8, 1e16::float8, 123456.789::real
SELECT 1::float4/3, 1::float8/3, 1::numeric/3, 2::numeric/3
SELECT 100000000::float4, 0.1::float4, 0.1::float4::float8, 1.1::float8::float4
SELECT -0.0::float8, -0.0::numeric, 0::float8 * -1
SELECT '1e5'::numeric, '1e-5'::numeric, '.5'::numeric, '5.'::numeric
SELECT 1_000
SELECT 0x1F
SELECT '1 day'::interval::text, '2024-01-01'::date::timestamp, '2024-01-01 10:00'::timestamp::date, '10:00'::time::interval
SELECT ('2024-01-01'::timestamp)::time, ('2024-01-01 10:11:12'::timestamptz)::timetz
SELECT NULL::int, NULL::text, NULL::int[], NULL::jsonb, NULL::date
SELECT 'x'::text = NULL, NULL = NULL, NULL IS NULL, 1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL
SELECT COALESCE(NULL, 1), COALESCE(NULL, 'a'), NULLIF(1, 1), NULLIF('a', 'b'), GREATEST(1, 2, NULL), LEAST('b', 'a')
SELECT COALESCE(1, 2.5), CASE WHEN true THEN 1 ELSE 2.5 END, CASE 1 WHEN 1 THEN 'a' END
SELECT CASE WHEN false THEN 1 END, CASE WHEN NULL THEN 1 ELSE 2 END
SELECT 1 = '1', '1' = 1, 1.0 = 1, 'a' < 'b', 'a' = 'A', 'B' < 'a'
SELECT 1 = 'x'
SELECT 'a' || 1, 1 || 'a', 'a' || NULL, 'a' || true
SELECT 1 || 2
SELECT date '2024-01-01' || 'x'
SELECT U&'\0041\00e9', E'tab\there', E'\u00e9', E'line\nbreak', 'it''s', $$dollar$$, $x$a $$ b$x$
SELECT 'a'
	'b'
SELECT 'ünïcödé', '日本語', '😀', length('😀'), octet_length('日本語')
SELECT current_user = session_user, current_catalog, current_schema, current_role = user
SELECT current_database(), current_schemas(false)
SELECT txid_current() > 0, pg_backend_pid() > 0, version() LIKE 'PostgreSQL 15%'
SELECT gen_random_uuid() IS NOT NULL, length(gen_random_uuid()::text)
SELECT '{"a":1}'::json, '{"a":1}'::jsonb, '[1, 2]'::jsonb, '"x"'::jsonb, 'null'::jsonb
SELECT '{a}'::json
SELECT 10::int::money
SELECT '2024-02-30'::date
SELECT '25:00'::time
SELECT 'x'::interval
SELECT '1 day'::interval(0), '1.5 seconds'::interval(0), '1-2'::interval year to month, interval '3' hour
SELECT 1::int4 = 1::int8, 1::numeric = 1.0::float8, '1'::text = 1::text
SELECT (1,2)::text, ARRAY[1,2]::text, ROW('a','b')::text
SELECT quote_literal(NULL), quote_nullable(NULL), quote_nullable('a'), quote_ident('select'), quote_ident('Ab'), quote_literal(E'a\\b')
SELECT pg_column_size(1), pg_column_size('abc'::text)
