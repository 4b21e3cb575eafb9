-- Numbers, strings, bytes and other values.
SELECT 1, 1.0, 1e3, .5, 5., 1.5e-3, 0x1F, 1_000
SELECT 7 / 2, -7 / 2, 7 % 3, -7 % 3, 7.0 / 2, 1 / 3.0, 10::numeric / 3, 2 ^ 10, 2::numeric ^ 0.5, 5 ! = 3
SELECT round(2.5), round(3.5), round(-2.5), round(2.5::float8), round(3.5::float8), round(1234.5678, -2), round(1234.5678, 2), trunc(-1.99), ceil(-0.5), floor(-0.5)
SELECT 0.1 + 0.2, 0.1::float8 + 0.2::float8, 0.1::real + 0.2::real, 1.10 * 2.20, 1.0 / 3 * 3, 100 * 1.1, 1e20 + 1, 12345678901234567890 + 1
SELECT 123456789012345678901234567890123456789012345 AS big, 99999999999999999999999999999999999999 + 1 AS over
SELECT 1e400, 1e-400
SELECT 1.5::int, 2.5::int, -1.5::int, '12'::int, ' 42 '::int, 1::text, 1.50::text, 1e10::float8::text, 1e20::float8::text, 0.00001::float8::text
SELECT 'abc'::int
SELECT '1.5'::int
SELECT 2147483648::int
SELECT 9223372036854775807 + 1
SELECT 32768::smallint
SELECT 'NaN'::float8, 'Infinity'::float8, '-Infinity'::float8, 'NaN'::numeric, 'NaN'::float8 = 'NaN'::float8, 'NaN'::float8 > 1e300
SELECT 3.14159::numeric(5,2), 3.14159::numeric(3), 999.995::numeric(5,2), 1234.5::numeric(6,1), 0.5::numeric(3,3)
SELECT 1000::numeric(5,2)
SELECT sqrt(16), sqrt(2::numeric), cbrt(27), power(2, 0.5), exp(1), ln(10), log(1000), log(2, 8), pi(), degrees(pi()), radians(180)
SELECT abs(-5), sign(-3.2), mod(10, 3), div(10, 3), gcd(12, 18), lcm(4, 6), factorial(20), greatest(1, 2, NULL), least(3, 1.5, 2)
SELECT min_scale(1.500), scale(1.500), trim_scale(1.500), width_bucket(5, 0, 10, 5), random() BETWEEN 0 AND 1
SELECT sum(x), avg(x), sum(x::float8), avg(x::numeric), sum(x::bigint), pg_typeof(sum(x)), pg_typeof(sum(x::bigint)), pg_typeof(avg(x)) FROM generate_series(1, 4) x
SELECT to_char(1234567.891, 'FM999,999,990.00'), to_char(-5, '999'), to_char(0.5, '0.99'), to_char(12, 'RN'), to_char(1234.5, 'L9,999.99'), to_char(485, '9 9 9')
SELECT to_char(1234, '9999MI'), to_char(-1234, '9999PR'), to_char(148.5, '999D999'), to_char(1, 'FM00'), to_char(0, '999'), to_char(1e6, '9.99EEEE'), to_char(12345, '999')
SELECT to_number('1,234.56', '9,999.99'), to_number('-12', 'S99'), to_number('$42', 'L99'), to_hex(255), to_hex(-1), 255::bit(8), B'101'::int
SELECT 'a' || 'b', 'a' || 1, 1 || 'a', 'a' || NULL, 'x' || 1.5 || true, concat('a', NULL, 1, true), concat_ws('-', 'a', NULL, 'b')
SELECT length('héllo'), octet_length('héllo'), upper('héllo'), lower('ÀB'), initcap('the quick-brown fox'), reverse('héllo'), char_length(' a ')
SELECT substring('postgres', 1, 4), substring('postgres' FROM 5), substr('postgres', -2, 5), left('postgres', 3), right('postgres', -4), substring('foobar' FROM 'o(.)b')
SELECT position('g' IN 'postgres'), strpos('postgres', 'x'), replace('aaa', 'a', 'bb'), translate('hello', 'el', 'ip'), overlay('abcdef' PLACING 'zz' FROM 2 FOR 3)
SELECT trim('  x '), ltrim('xxabc', 'x'), rtrim('abcxx', 'x'), btrim('--a--', '-'), trim(LEADING '0' FROM '0042'), lpad('7', 3, '0'), rpad('ab', 5, '.'), repeat('ab', 3)
SELECT split_part('a,b,c', ',', 2), split_part('a,b,c', ',', -1), string_to_array('a,b,,c', ','), string_to_array('a,b,,c', ',', ''), array_to_string(ARRAY['a', NULL, 'c'], ',', '*'), string_to_array('abc', NULL)
SELECT split_part('a,b', ',', 0)
SELECT regexp_replace('foo123bar', '\d+', '#'), regexp_replace('aaa', 'a', 'b', 'g'), regexp_replace('John Smith', '(\w+) (\w+)', '\2, \1'), regexp_matches('a1b2', '(\w)(\d)'), regexp_match('abc', 'b(.)')
SELECT regexp_matches('a1b2c3', '([a-z])(\d)', 'g')
SELECT regexp_split_to_table('a, b,c', ',\s*'), regexp_split_to_array('a1b2', '\d'), 'abc' ~ 'B', 'abc' ~* 'B', 'abc' !~ '^a', 'foo' SIMILAR TO '(f|b)o+', 'x' NOT SIMILAR TO 'y'
SELECT 'a_c' LIKE 'a\_c', 'abc' LIKE 'a_c', 'abc' LIKE '%C', 'ABC' ILIKE '%c', 'a%' LIKE 'a!%' ESCAPE '!', 'abc' LIKE ANY (ARRAY['x%', 'a%']), 'abc' NOT LIKE ALL ('{x%,y%}')
SELECT format('%s is %s', 'x', 1), format('%I = %L', 'my col', 'it''s'), format('%2$s %1$s', 'a', 'b'), format('%-5s|%5s|', 'a', 'b'), format('%L', NULL)
SELECT format('%d', 1)
SELECT quote_ident('Select'), quote_ident('plain'), quote_literal('it''s'), quote_nullable(NULL), quote_literal(E'a\\b')
SELECT ascii('A'), chr(8364), md5('x'), encode('abc', 'hex'), encode('abc', 'base64'), decode('616263', 'hex'), encode(sha256('abc'), 'hex')
SELECT starts_with('postgres', 'post'), 'postgres' ^@ 'gres', string_agg(x, '') FROM (VALUES ('a'), ('b')) t(x)
SELECT E'a\tb\n', E'\u00e9', U&'\0041\00e9', $$it's$$, $tag$ $$ $tag$, 'a' 'b'
SELECT 'abc'::varchar(2), 'abc'::char(5), 'abc'::char(5) || '|', length('abc  '::char(5)), 'a '::char(3) = 'a', 'abc'::name, 'x'::"char", 'abc'::bpchar
SELECT '\x41ff'::bytea, 'a\\b'::bytea, E'\\001'::bytea, length('\x0102'::bytea), '\x01'::bytea || '\x02'::bytea, substring('\x010203'::bytea FROM 2 FOR 1), get_byte('\xff'::bytea, 0), md5('\x61'::bytea)
SELECT B'1010', X'1F', B'1010' & B'0110', B'1010' | B'0101', ~B'1010', B'1010' << 1, B'10' || B'01', length(B'1010'), 5::bit(4), '101'::varbit, bit_count(B'1011'), get_bit(B'100', 0)
SELECT true, 'yes'::bool, 'off'::bool, 't'::boolean::text, true::int, 0::bool, NOT true, true > false, bool 'f'
SELECT 'a0eebc999c0b4ef8bb6d6bb9bd380a11'::uuid, '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'::uuid, gen_random_uuid() <> gen_random_uuid()
SELECT 'x'::uuid
SELECT inet '192.168.1.5/24', cidr '10.0.0.0/8', host(inet '10.1.2.3/16'), inet '10.1.2.3' << cidr '10.0.0.0/8', '::1'::inet, macaddr '08:00:2b:01:02:03'
SELECT inet '10.0.0.1' + 5, inet '10.0.0.9' - inet '10.0.0.1', masklen('10.0.0.0/8'), network(inet '192.168.1.5/24'), broadcast(inet '192.168.1.5/24'), netmask('192.168.1.5/24'), family(inet '::1'), set_masklen(inet '10.0.0.1', 8)
SELECT '12.34'::money, 5::money + '1.50'::money, '$1,000.00'::money::numeric, 100::money / 3
SELECT point '(1,2)', box '((0,0),(1,1))', circle '<(0,0),1>', point '(0,0)' <-> point '(3,4)'
SELECT int4range(1, 5), int4range(1, 5, '[]'), '[1,10)'::int4range, numrange(1.5, 2.5), daterange('2024-01-01', '2024-02-01'), tsrange('2024-01-01', NULL), 'empty'::int4range
SELECT int4range(1, 5) @> 3, int4range(1, 5) && int4range(4, 8), lower(int4range(1, 5)), upper(int4range(1, 5)), isempty(int4range(1, 1)), int4range(1, 5) * int4range(3, 8), int4range(1, 3) + int4range(3, 5)
SELECT daterange('2024-01-01', '2024-02-01') @> date '2024-01-15', tstzrange('2024-01-01 00:00+00', '2024-01-02 00:00+00') && tstzrange('2024-01-01 12:00+00', NULL), upper_inf(daterange('2024-01-01', NULL)), lower_inc(int8range(1, 2))
SELECT range_agg(r) FROM (VALUES (int4range(1, 3)), (int4range(3, 5)), (int4range(7, 9))) t(r)
SELECT '{[1,3),[5,7)}'::int4multirange, int4range(1, 5) -|- int4range(5, 6), int4range(1, 2) << int4range(3, 4), int4range(1, 3) = '[1,2]'::int4range
SELECT to_tsvector('english', 'The quick brown foxes jumped'), to_tsquery('english', 'fox & jump'), to_tsvector('fat cats') @@ to_tsquery('cat')
SELECT plainto_tsquery('english', 'fat cats'), ts_rank(to_tsvector('a cat'), to_tsquery('cat')), ts_headline('a cat', to_tsquery('cat'))
SELECT xmlparse(document '<a/>')
SELECT '<a>1</a>'::xml
SELECT ARRAY[1, 2, 3], ARRAY['a', 'b"c', NULL, ''], '{1,2,3}'::int[], '{{1,2},{3,4}}'::int[], ARRAY[]::text[], ARRAY[[1, 2], [3, 4]]
SELECT (ARRAY[10, 20, 30])[2], (ARRAY[10, 20, 30])[2:3], (ARRAY[10, 20, 30])[9], ('{{1,2},{3,4}}'::int[])[2][1], (ARRAY[1, 2, 3, 4])[:2], (ARRAY[1, 2, 3])[2:]
SELECT array_length(ARRAY[1, 2, 3], 1), array_upper(ARRAY[1, 2], 1), array_lower(ARRAY[1, 2], 1), cardinality('{{1,2},{3,4}}'::int[]), array_ndims(ARRAY[[1], [2]]), array_dims(ARRAY[1, 2]), array_length('{}'::int[], 1)
SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2, 3]), ARRAY[1] || 2, 0 || ARRAY[1], ARRAY[1, 2] || ARRAY[3], array_remove(ARRAY[1, 2, 1], 1), array_replace(ARRAY[1, 2], 2, 9)
SELECT array_position(ARRAY['a', 'b'], 'b'), array_positions(ARRAY[1, 2, 1], 1), ARRAY[1, 2] @> ARRAY[1], ARRAY[1, 2] <@ ARRAY[1, 2, 3], ARRAY[1, 2] && ARRAY[2, 9], ARRAY[1, 2] = ARRAY[1, 2], ARRAY[1, 2] < ARRAY[1, 3]
SELECT 3 = ANY (ARRAY[1, 2, 3]), 3 > ALL (ARRAY[1, 2]), 'a' = ANY ('{a,b}'), NULL = ANY (ARRAY[1]), 1 <> ALL (ARRAY[2, NULL]), 2 IN (1, 2, NULL)
SELECT unnest(ARRAY[1, 2]), unnest(ARRAY['a', 'b', 'c'])
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a', 'b', 'c']) AS t(n, s)
SELECT array_agg(x), array_agg(DISTINCT x), array_agg(ARRAY[x, x]) FROM (VALUES (2), (1), (2)) t(x)
SELECT array_to_string(array_agg(g * g), '-'), array_to_json(ARRAY[1, 2]), array_fill(0, ARRAY[3]), trim_array(ARRAY[1, 2, 3], 1), generate_subscripts(ARRAY[5, 6], 1) FROM generate_series(1, 3) g
SELECT ARRAY[1, 2]::text, ARRAY[1, 2]::text[], '{1.5,2}'::numeric[], ARRAY['2024-01-01'::date], ARRAY[true, false], ARRAY[1.5, 2]::int[], ARRAY[NULL]::int[]
SELECT ARRAY[1, 'a']
SELECT coalesce(NULL, 'x'), nullif('a', 'a'), CASE WHEN NULL THEN 1 ELSE 2 END, CASE 3 WHEN 1 THEN 'a' END, num_nulls(1, NULL), NULL IS NULL, 1 IS NOT NULL
SELECT 1 = 1.0, '1' = 1, 'a' < 'B', 'a' < 'b' COLLATE "C", 1 <> 2, 1 != 2, NULL = NULL, true IS NOT UNKNOWN, NULL::bool IS UNKNOWN
SELECT pg_typeof(1), pg_typeof(1.5), pg_typeof('a'), pg_typeof('a'::text), pg_typeof(NULL), pg_typeof(ARRAY[1]), pg_typeof(1::bigint), pg_typeof(1e0), pg_typeof(ROW(1)), pg_typeof('{}'::jsonb)
SELECT pg_typeof(1 + 1.5), pg_typeof(1::real + 1), pg_typeof(2 ^ 2), pg_typeof(1 / 2), pg_typeof('a' || 'b'), pg_typeof(count(*)), pg_typeof(length('a')), pg_typeof(round(1.5)), pg_typeof(ceil(1.5::float8)), pg_typeof(now()::date)
SELECT cast('1' AS integer), cast(1 AS varchar), int '5', float8 '1.5', '2024-01-01'::date::text, true::text, 1.0::float4::text, 5::oid, 'pg_class'::regclass, 'int4'::regtype, 65::"char"
SELECT concat(1.0, ',', 1e3, ',', true, ',', date '2024-01-01', ',', ARRAY[1]), 1::text || true::text, (1.50)::text, (-0.0)::float8::text, (1/3.0)::float4::text
SELECT upper(NULL), length(NULL) IS NULL, lower(1::text), reverse(123::text), left('abc', NULL)
SELECT 1 + NULL, NULL || 'a', greatest('a', 'b'), least(date '2024-01-01', '2023-01-01'), 5 BETWEEN SYMMETRIC 10 AND 1, 5 NOT BETWEEN 1 AND 3
SELECT string_agg(x::text, ',' ORDER BY x DESC), bit_and(x), bit_or(x), bit_xor(x), count(*) FILTER (WHERE x > 1) FROM generate_series(1, 3) x
SELECT regr_count(y, x), corr(y, x), regr_slope(y, x), covar_pop(y, x) FROM (VALUES (1, 2), (2, 4), (3, 6)) t(x, y)
SELECT max(x), min(x), max(y), min(z) FROM (VALUES ('b', true::int, ARRAY[2]), ('a', 0, ARRAY[1, 5])) t(x, y, z)
SELECT 1 AS "Mixed Case", 2 AS select_, 3 "quoted", 4 AS value, 'x' AS "a""b"
SELECT 'a'::nosuch
SELECT 'a' + 'b'
SELECT sum('a')
SELECT lower(5)
SELECT 1 WHERE 'x'
SELECT CASE WHEN true THEN 1 ELSE 'x' END
SELECT position('a', 'b')
