-- Statements after the chapters of PostgreSQL's manual: data types (8).
SELECT 32767::smallint, (-2147483648)::int, 9223372036854775807::bigint
SELECT 32768::smallint
SELECT '2147483648'::int
SELECT 9223372036854775807 + 1
SELECT 12.345::numeric(4,1), 12345.678::numeric(7,-2), 0.000123::numeric(3,5)
SELECT 123.456::numeric(4,2)
SELECT round(-2.5), round(2.5), round(2.5::float8), round(3.5::double precision), round(-2.5::float8)
SELECT 'Infinity'::float8, '-inf'::real, 'NaN'::double precision = 'NaN'
SELECT 1e-400::float8
SELECT '1e400'::float8
SELECT 0.1::real + 0.2::real, 0.1::float8 + 0.2::float8, 1.0::float8 / 3, 1::real / 3
SELECT 1234567890123::real, 1e15::float8, 1e16::float8, 123456789.123::real, 1e-5::float8
SELECT 10::numeric / 3, 1.0 / 3.0, 2 / 3.0, 1e3, 1.50 * 2.0, 100.0 / 7
SELECT 'abc'::char(5), 'abc  '::char(5) = 'abc', length('abc  '::char(5)), 'abc'::char(2)
SELECT 'ok'::char(4) || '|', 'too long'::varchar(5), char_length('good '::varchar(5))
SELECT 'a'::"char", 'x'::name, 'text'::text, 'v'::varchar
SELECT '\xDEADBEEF'::bytea, 'abc \153\154\155 \052\251\124'::bytea
SELECT E'\\x41'::bytea || '\x42', length('\x0102'::bytea), substring('\x010203'::bytea from 2 for 1)
SELECT '1999-01-08'::date, 'January 8, 1999'::date, '19990108'::date, '1999-Jan-08'::date, 'J2451187'::date
SELECT '1/8/1999'::date, '08-Jan-1999'::date, '99-Jan-08'::date, '1999.008'::date
SELECT '0044-03-15 BC'::date, '4713-01-01 BC'::date, 'infinity'::date, '5874897-12-31'::date
SELECT '04:05:06.789'::time, '040506'::time, '04:05 PM'::time, '04:05:06-08:00'::time
SELECT '04:05:06.789-8'::timetz, '04:05-08:00'::time with time zone, '040506+0730'::timetz
SELECT TIMESTAMP '2004-10-19 10:23:54', TIMESTAMP '2004-10-19 10:23:54+02', TIMESTAMP WITH TIME ZONE '2004-10-19 10:23:54+02'
SELECT '1999-01-08 04:05:06 -8:00'::timestamptz, 'January 8 04:05:06 1999 PST'::timestamptz
SELECT 'epoch'::timestamptz, 'infinity'::timestamp, '-infinity'::timestamptz, 'allballs'::time
SELECT '2024-02-30'::date
SELECT '2024-13-01'::timestamp
SELECT '25:00'::time
SELECT 'hello'::timestamp
SELECT '1-2'::interval, '3 4:05:06'::interval, 'P1Y2M3DT4H5M6S'::interval, 'P0001-02-03T04:05:06'::interval
SELECT '1 year 2 months 3 days 4 hours 5 minutes 6 seconds ago'::interval, '-1 day +02:03'::interval, '1.5 weeks'::interval
SELECT interval '1' year, interval '90' minute, interval '1-6' year to month, interval '10:20' hour to minute
SELECT '1 fortnight'::interval
SELECT 'true'::boolean, 'yes'::bool, 'off'::bool, '1'::bool, 't'::bool, ' F '::bool
SELECT 'maybe'::boolean
SELECT 1::boolean, 0::boolean, true::int, true::text, false::varchar
SELECT 1.5::boolean
CREATE TYPE mood3 AS ENUM ('sad', 'ok', 'happy')
CREATE TABLE person (name text, current_mood mood3)
INSERT INTO person VALUES ('Moe', 'happy'), ('Larry', 'sad'), ('Curly', 'ok')
SELECT * FROM person WHERE current_mood > 'sad' ORDER BY current_mood
SELECT name FROM person WHERE current_mood = (SELECT min(current_mood) FROM person)
SELECT enum_first(null::mood3), enum_last(null::mood3), enum_range(null::mood3)
SELECT 'angry'::mood3
INSERT INTO person VALUES ('Shemp', 'furious')
SELECT B'1001', b'101' || B'0', X'1FF', B'10'::bit(4), B'10011'::bit(3), B'101'::varbit(2)
SELECT B'10001' & B'01101', B'10001' | B'01101', B'10001' # B'01101', ~ B'10001', B'10001' << 3, B'10001' >> 2
SELECT 44::bit(10), 44::bit(3), cast(-44 as bit(12)), '1110'::bit(4)::integer
SELECT length(B'1011'), bit_length(B'1011'), octet_length(B'101110111'), get_bit(B'10', 0), set_bit(B'1000', 1, 1), bit_count(B'1011'), position(B'11' in B'0110'), substring(B'110010' from 2 for 3), overlay(B'0000' placing B'11' from 2)
SELECT B'101' & B'1'
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'::uuid, 'a0eebc999c0b4ef8bb6d6bb9bd380a11'::uuid
SELECT 'not-a-uuid'::uuid
SELECT '5'::json, '[1, 2, "foo", null]'::json, '{"bar": "baz", "balance": 7.77, "active": false}'::json
SELECT '{"bar": "baz", "balance": 7.77, "active":false}'::jsonb, '{"reading": 1.230e-5}'::jsonb, '{"b":1, "a":2, "b":3}'::jsonb
SELECT '{bad json'::json
SELECT '"foo"'::jsonb @> '"foo"'::jsonb, '[1, 2, 3]'::jsonb @> '[1, 3]'::jsonb, '["foo", "bar"]'::jsonb ? 'bar', '{"foo": {"bar": "baz"}}'::jsonb @> '{"foo": {}}'
SELECT ('{"a": {"b": {"c": 1}}}'::jsonb)['a']['b']['c'], ('[1, "2", null]'::jsonb)[1]
SELECT '{{1,2},{3,4}}'::int[], ARRAY[[1,2],[3,4]], ARRAY['a','b']::varchar[], '{"x y",NULL,z}'::text[]
SELECT (ARRAY[10,20,30])[2], (ARRAY[1,2,3,4])[2:3], (ARRAY[1,2,3])[5], (ARRAY[[1,2],[3,4]])[2][1], (ARRAY[[1,2,3],[4,5,6]])[1:2][2:3]
SELECT array_dims(ARRAY[[1,2],[3,4],[5,6]]), array_upper(ARRAY[1,2,3], 1), array_lower(ARRAY[1], 1), array_length(ARRAY[[1,2]], 2), array_ndims(ARRAY[[1]]), cardinality(ARRAY[[1,2],[3,4]])
SELECT ARRAY[1,2] || ARRAY[3,4], 5 || ARRAY[6], ARRAY[1] || 2, ARRAY[5,6] || ARRAY[[1,2],[3,4]], ARRAY[1,2] || NULL, ARRAY[1, 2] || '{3, 4}'
SELECT array_prepend(1, ARRAY[2,3]), array_append(ARRAY[1,2], 3), array_cat(ARRAY[1,2], ARRAY[3,4]), array_remove(ARRAY[1,2,3,2], 2), array_replace(ARRAY[1,2,5,4], 5, 3)
SELECT array_position(ARRAY['sun','mon','tue','mon'], 'mon'), array_positions(ARRAY[1,4,3,1,3,4,2,1], 1), array_to_string(ARRAY[1,2,3,NULL,5], ',', '*'), string_to_array('xx~~yy~~zz', '~~', 'yy')
SELECT '{1,2'::int[]
SELECT '{a,b}'::int[]
SELECT ARRAY[1, 'a']
SELECT ARRAY[]
SELECT ARRAY[]::int[], '{}'::text[], ARRAY[NULL], ARRAY[1,NULL]
SELECT ROW(1, 2.5, 'this is a test'), ROW('fuzzy dice', 42, 1.99), (1, NULL, 'a,b', '')
SELECT '[3,7)'::int4range, '(3,7)'::int4range, '[4,4]'::int4range, '[4,4)'::int4range, int4range(3, 7, '(]')
SELECT int4range(10, 20) @> 3, numrange(11.1, 22.2) && numrange(20.0, 30.0), upper(int8range(15, 25)), int4range(10, 20) * int4range(15, 25), isempty(numrange(1, 5))
SELECT '10:00'::money
SELECT '$1,000.00'::money
SELECT '192.168.100.128/25'::cidr, '192.168/24'::cidr, '10.1.2.3/32'::inet, '::1'::inet
SELECT '08:00:2b:01:02:03'::macaddr, '08002b010203'::macaddr
SELECT point '(1,2)', circle '((0,0),2)', lseg '[(0,0),(1,1)]'
SELECT 'a fat cat sat'::tsvector, 'fat & (rat | cat)'::tsquery
SELECT '<foo>bar</foo>'::xml
SELECT 'pg_class'::regclass, 'integer'::regtype, 'now'::regproc, 1259::regclass, 23::regtype::text
SELECT 'nosuchtable'::regclass
SELECT 564182::oid, '12'::oid::int, 4294967295::oid
SELECT pg_typeof(1), pg_typeof(1.5), pg_typeof('a'), pg_typeof(now()), pg_typeof(ARRAY[1]), pg_typeof(NULL), pg_typeof('1'::jsonb)
SELECT '16/B374D848'::pg_lsn, '0/0'::pg_lsn < '0/1'::pg_lsn
CREATE TABLE test1 (a boolean, b text, c bit(3), d bit varying(5))
INSERT INTO test1 VALUES (true, 'sic est', B'101', B'00'), (false, 'non est', B'100', B'10101')
SELECT * FROM test1 WHERE a
INSERT INTO test1 VALUES (true, 'x', B'10', B'101')
SELECT c, d, c::int FROM test1 ORDER BY b
SELECT 1::int2 + 1::int4, 1::int4 * 1::int8, 1 + 1.5::real, 1.5::numeric + 1::float8, '5' + 3, 2 * '3.5'::numeric
SELECT CAST('12' AS integer), int '42', CAST(4.7 AS int), CAST(-4.5 AS int), 4.5::float8::int, '  7 '::int
SELECT '12a'::int
SELECT ''::int
SELECT '1.5'::int
SELECT 'abc'::numeric
SELECT 300::text::"char", 'hello'::bpchar, 'abc'::text::varchar(2)::char(4)
SELECT NULL::int + 1, NULL || 'a', NULL = NULL, NULL IS NULL, (NULL::boolean) IS UNKNOWN
SELECT U&'d\0061t\+000061', U&'d!0061t' UESCAPE '!', E'tab\there', 'it''s', $$dollar$$, $tag$quo$$ted$tag$
SELECT 'foo'
	'bar'
SELECT 0x1F
SELECT 1_000
SELECT 42 AS "Column", 3.5 AS col, 4., .001, 5e2, 1.925e-3
