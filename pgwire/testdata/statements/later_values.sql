-- Numbers, texts, bits and bytes, as an analyst, a tool and a tester write them. Written before anything was looked at.
SELECT 17 / 5 AS q, -17 / 5 AS nq, 17 % 5 AS r, -17 % 5 AS nr, div(17.5, 4) AS d, mod(-17.5, 4) AS m
SELECT 1.005 * 100 AS a, 1.00 / 3 AS b, 1e10 / 3 AS c, 100::numeric / 0.0003 AS d
SELECT round(2.345, 2), round(-2.345, 2), round(12345.678, -2), round(0.5), round(1.5), round(-0.5)
SELECT round(2.5::float8), round(3.5::float8), round(-2.5::float8), trunc(-2.7::float8), ceil(-0.3::float8)
SELECT 12345678901234567890123456789012345678901234567890 + 1 AS big
SELECT 99999999999999999999999999999999999999.99 * 1.01 AS wide
SELECT 2::numeric ^ 150 AS p150, 2 ^ 10 AS p10, 2.0 ^ 0.5 AS root
SELECT factorial(30), factorial(5), gcd(48, 180), lcm(4, 6), gcd(2.5, 1.5)
SELECT 0.1::float4 + 0.2::float4 AS f4, 0.1::float8 + 0.2 AS f8, 1e20::float4 AS g, 1.0e-7::float8 AS s
SELECT 'NaN'::numeric = 'NaN'::numeric AS eq, 'NaN'::float8 > 'Infinity'::float8 AS gt, 'Infinity'::numeric - 1 AS inf
SELECT 3.14159::numeric(4,2), 123.4::numeric(5,1), 0.00001::numeric(3,3)
SELECT numeric '1e-20' * 3 AS tiny, numeric '1.2300' AS trailing, trim_scale(1.2300) AS trimmed, scale(1.2300), min_scale(1.2300)
SELECT 1.5 AS v UNION ALL SELECT 2 UNION ALL SELECT 3.25
SELECT CASE WHEN true THEN 1 ELSE 2.50 END AS c, coalesce(NULL, 1.50, 2) AS co, greatest(1, 2.50, 3) AS g, least(1.0, 2) AS l, nullif(1.10, 1.1) AS n
SELECT x, count(*), sum(x), avg(x) FROM (VALUES (1.10), (1.1), (2)) AS t(x) GROUP BY x ORDER BY x
SELECT avg(i), avg(i::numeric), avg(i::float8), sum(i), sum(i::bigint), sum(i::float4) FROM generate_series(1, 4) AS i
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(-1, 0, 10, 4), width_bucket(array[1, 3, 5], 4)
SELECT log(100), log(2, 64), ln(2.718281828), exp(1.0), sqrt(2), cbrt(27), sqrt(2::numeric), pi()
SELECT power(2, 0.5), power(9, -1), power(2.5, 3), 7.0 / 2, 7 / 2.0, abs(-7.50), sign(-3.2)
SELECT 5 & 3 AS a, 5 | 3 AS o, 5 # 3 AS x, ~5 AS n, 1 << 10 AS l, -16 >> 2 AS r
SELECT 32767::int2 + 1::int2
SELECT 2147483647 + 1
SELECT 9223372036854775807 + 1
SELECT (-32768)::int2 * (-1)::int2, 40000::int4 * 2
SELECT '  42 '::int, '0042'::int, '-0'::int, '+7'::bigint, 42.5::int, 43.5::int, -42.5::int
SELECT '4.2'::int
SELECT to_char(1234567.891, 'FM9,999,999.00'), to_char(-12.5, '999.9PR'), to_char(0.5, '0.99'), to_char(485, 'RN'), to_char(12, '0000'), to_char(1234.5, '9.99EEEE'), to_char(-1, 'S99'), to_char(148.5, '999D999'), to_char(12, '99th'), to_char(125.8, 'L999.99')
SELECT to_number('12,454.8-', '99G999D9S'), to_number('$1,234.56', 'L9,999.99')
SELECT sum(x) OVER (ORDER BY x) AS s, avg(x) OVER () AS a FROM (VALUES (1.5), (2.25), (3)) v(x)
SELECT var_pop(x), var_samp(x), stddev(x), stddev_pop(x) FROM (VALUES (1), (2), (4)) v(x)
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY x), percentile_disc(0.5) WITHIN GROUP (ORDER BY x), mode() WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2), (2), (10)) v(x)
SELECT upper('straße'), lower('ÀÉÎ'), initcap('hello wORLD of_sql 3rd'), length('naïve'), octet_length('naïve'), char_length('日本'), bit_length('ab')
SELECT overlay('Txxxxas' placing 'hom' from 2 for 4), position('b' in 'abc'), substring('Thomas' from 2 for 3), substring('Thomas' from '...$'), substring('Thomas' similar '%#"o_a#"_' escape '#'), trim(both 'xy' from 'yxTomxx')
SELECT translate('12345', '143', 'ax'), replace('abcabc', 'bc', 'X'), reverse('abc'), repeat('ab', 3), lpad('7', 3, '0'), rpad('hi', 5, 'xy'), lpad('toolong', 3), left('abcde', -2), right('abcde', 2), split_part('a,b,c', ',', -1)
SELECT format('%s is %L and %I', 'x', 'it''s', 'My Col'), format('%2$s %1$s', 'a', 'b'), format('[%-6s][%6s]', 'ab', 'cd'), format('%%'), format('[%*s]', 5, 'q')
SELECT format('%s %s', 'one')
SELECT regexp_matches('foobarbequebaz', '(bar)(beque)')
SELECT regexp_matches('a1b22c333', '\d+', 'g')
SELECT regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 3, 'i')
SELECT regexp_split_to_array('hello   world  again', '\s+'), regexp_count('ABCABC', 'b', 1, 'i'), regexp_instr('ABCDEF', 'c(.)(..)', 1, 1, 0, 'i', 2), regexp_like('Hello', 'l+o$'), regexp_substr('ABCDEF', 'c.', 1, 1, 'i')
SELECT w, ordinality FROM regexp_split_to_table('the quick brown', E'\\s') WITH ORDINALITY AS t(w, ordinality)
SELECT 'abc' ~ '^a', 'abc' ~* 'B', 'abc' !~ 'd', 'abc' SIMILAR TO '(b|a)%', 'abc' LIKE 'a\_c', 'a_c' LIKE 'a\_c', 'a%c' LIKE 'a#%c' ESCAPE '#', 'ABC' ILIKE 'abc'
SELECT 'foo' ~ '(('
SELECT 'B' < 'a' AS c, 'a' < 'B' COLLATE "C" AS k, 'Z' > 'a' COLLATE "POSIX" AS p, 'ab' || 'cd' AS cc, 'a' || 1 AS ai, 1 || 'a' AS ia
SELECT 'a ' = 'a'::char(3) AS e, 'ab'::char(5) || 'x' AS c, length('ab'::char(5)) AS l, octet_length('ab'::char(5)) AS o, 'abcdef'::char(3) AS t, 'abc   '::varchar(4) AS v
SELECT 'ab'::char(4), 'xyz'::bpchar, 'q'::"char", 'verylongname'::name
SELECT 'abc'::char(2) = 'ab', cast('hello' AS varchar(3)) || '!', 'a'::text = 'a '::char(2)
SELECT B'1010' & B'1100', B'1010' | B'0101', B'1010' # B'1111', ~B'101', B'1' || B'01', B'1001' << 1, 44::bit(10), 5::bit(3), B'110'::bit(5), X'1F', length(B'1011'), B'101'::int, get_bit(B'1010', 0), set_bit(B'1010', 1, 1), bit_count(B'1011')
SELECT '101'::bit(3)::text, B'10101'::varbit(3), '10'::bit varying
SELECT B'10' & B'101'
SELECT '\xDEADBEEF'::bytea, 'abc\000d'::bytea, length('\x0102'::bytea), substring('\x010203'::bytea from 2), '\x01'::bytea || '\x02'::bytea, get_byte('\x1f2e'::bytea, 1), set_byte('\x00'::bytea, 0, 255), position('\x02'::bytea in '\x010203'::bytea), trim('\x00'::bytea from '\x00aa00'::bytea)
SELECT encode('hello', 'base64'), decode('aGVsbG8=', 'base64'), encode('\x00ff', 'hex'), encode('a\b'::bytea, 'escape'), md5('abc'), sha256('abc'), convert_from('\xc3a9', 'UTF8'), convert_to('é', 'LATIN1')
SELECT ascii('é'), chr(233), to_hex(255), to_hex(-1), quote_ident('My Table'), quote_ident('select'), quote_literal(E'a\\b'), quote_nullable(NULL), string_to_array('a,,b', ','), string_to_array('a,,b', ',', ''), string_to_array('abc', NULL), starts_with('alphabet', 'alph'), normalize('é'), unistr('d\0061t\+000061'), concat('a', NULL, 1, true), concat_ws('-', 'a', NULL, 2.50)
SELECT string_agg(c, ', ' ORDER BY c DESC), string_agg(DISTINCT c, '|' ORDER BY c), array_agg(c ORDER BY c) FROM (VALUES ('b'), ('a'), ('b'), (NULL)) v(c)
SELECT parse_ident('"Some".thing'), starts_with('a', ''), strpos('high', 'ig'), btrim('  x '), ltrim('zzytest', 'xyz'), substr('alphabet', 3, 2), to_ascii('x', 'LATIN1')
SELECT E'tab\tnew\nline\u00e9\x41', U&'\0441\043B', $tag$it's$tag$, 'con' 
	'tinued'
SELECT chr(0)
SELECT substring('abc' from 1 for -1)
SELECT repeat('x', -3) || '|', lpad('abc', 0) || '|', left('abc', 0) || '|', split_part('abc', '', 1), substr('hello', -1, 4)
SELECT 12.30::money, '$1,234.567'::money, '-5'::money, 10::money / 4, 10::money / 3::money, '3.50'::money * 2, 7::int::money::numeric
SELECT sum(x::money), max(x::money) FROM (VALUES (1.25), (2.50)) v(x)
SELECT cash_words('12.05'::money)
