SELECT upper(s), lower(s), initcap(s), length(s), reverse(s), s || s, repeat(s, 2) FROM (VALUES ('Hello'), (''), (NULL), ('ÄÖÜ ß')) t(s)

SELECT s, s::int, s::numeric, s::float8 FROM (VALUES ('1'), (' 2 '), ('+3'), ('-4')) t(s)

SELECT s::int FROM (VALUES ('x')) t(s)

SELECT s::boolean FROM (VALUES ('yes'), ('no'), ('1'), ('f'), ('TRUE')) t(s)

SELECT s::date FROM (VALUES ('2024-01-05'), ('Jan 6, 2024'), ('20240107'), ('2024/1/8')) t(s)

SELECT s::interval FROM (VALUES ('1 day'), ('2h'), ('1-2'), ('P1M'), ('3 weeks ago')) t(s)

SELECT substring(s FROM n FOR m) FROM (VALUES ('abcdef', 2, 3), ('abcdef', 0, 2), ('abcdef', -2, 5), ('abc', 5, 1), ('abc', 1, 0)) t(s, n, m)

SELECT substring(s FROM 2 FOR m) FROM (VALUES ('abcdef', -1)) t(s, m)

SELECT left(s, n), right(s, n), lpad(s, n, '-'), rpad(s, n, '-') FROM (VALUES ('abc', 2), ('abc', 5), ('abc', -1), ('abc', 0), (NULL, 2)) t(s, n)

SELECT split_part(s, d, n) FROM (VALUES ('a.b.c', '.', 1), ('a.b.c', '.', 4), ('a.b.c', '.', -1), ('a.b.c', '', 1), ('', '.', 1), ('abc', 'b', 2)) t(s, d, n)

SELECT split_part('a', '.', n) FROM (VALUES (0)) t(n)

SELECT translate(s, a, b), replace(s, a, b) FROM (VALUES ('hello', 'l', 'L'), ('hello', 'lo', 'x'), ('hello', '', 'y'), ('aaa', 'aa', 'b')) t(s, a, b)

SELECT position(a IN s), strpos(s, a), starts_with(s, a), s LIKE a || '%', s ^@ a FROM (VALUES ('hello', 'he'), ('hello', ''), ('hello', 'x'), (NULL, 'a')) t(s, a)

SELECT s ~ p, s ~* p, s !~ p, regexp_replace(s, p, '*', 'g'), regexp_count(s, p), (regexp_match(s, p))[1] FROM (VALUES ('foo bar', 'o+'), ('Foo', '^f'), ('abc', '(b)(c)?'), ('x1y22', '\d+'), ('', '^$'), ('a.b', '\.')) t(s, p)

SELECT s ~ p FROM (VALUES ('a', '[')) t(s, p)

SELECT s LIKE p, s ILIKE p, s SIMILAR TO p FROM (VALUES ('abc', 'a%'), ('a%c', 'a\%c'), ('ABC', 'a_c'), ('', ''), ('abc', '%')) t(s, p)

SELECT s LIKE p ESCAPE e FROM (VALUES ('a%', 'a!%', '!'), ('ab', 'a_', '#')) t(s, p, e)

SELECT s LIKE p FROM (VALUES ('abc', 'abc\')) t(s, p)

SELECT regexp_split_to_array(s, p), regexp_split_to_array(s, ''), string_to_array(s, p) FROM (VALUES ('a,b,,c', ','), ('', ','), ('abc', 'x')) t(s, p)

SELECT format(f, a, b) FROM (VALUES ('%s-%s', 'x', 'y'), ('%2$s %1$s', 'x', 'y'), ('%I', 'My Col', NULL), ('%L %s', NULL, 'z'), ('none', 'a', 'b')) t(f, a, b)

SELECT format('%s', a) FROM (VALUES (1.50), (2), (NULL)) t(a)

SELECT concat_ws(d, a, b) FROM (VALUES (',', 'x', 'y'), (NULL, 'x', 'y'), ('-', NULL, 'y'), ('', 'a', 'b')) t(d, a, b)

SELECT quote_ident(s), quote_literal(s), quote_nullable(s) FROM (VALUES ('abc'), ('a b'), ('O''Neil'), ('back\slash'), ('select'), ('ABC'), (NULL), ('1a'), ('a$b'), ('_x')) t(s)

SELECT trim(c FROM s), ltrim(s, c), rtrim(s, c) FROM (VALUES ('xxaxx', 'x'), ('  a ', ' '), ('abcba', 'ab'), ('aaa', 'a'), ('abc', '')) t(s, c)

SELECT ascii(s), chr(ascii(s)), md5(s), to_hex(ascii(s)) FROM (VALUES ('A'), ('é'), ('日'), ('~')) t(s)

SELECT chr(n) FROM (VALUES (0)) t(n)

SELECT overlay(s PLACING 'XX' FROM n FOR m) FROM (VALUES ('abcdef', 2, 2), ('abcdef', 1, 0), ('abc', 10, 1), ('abc', 3, 5)) t(s, n, m)

SELECT encode(convert_to(s, 'UTF8'), 'hex'), convert_from(decode('c3a9', 'hex'), 'UTF8'), encode(s::bytea, 'base64'), octet_length(s) FROM (VALUES ('é'), ('abc')) t(s)

SELECT s < 'b', s <= 'B', s > 'a', s BETWEEN 'a' AND 'c', greatest(s, 'b'), least(s, 'B') FROM (VALUES ('a'), ('B'), ('c'), ('_'), ('1'), ('Á')) t(s)

SELECT s FROM (VALUES ('banana'), ('Apple'), ('cherry'), ('apple'), ('Banana'), ('_x'), ('10'), ('9'), ('éclair'), ('zebra'), ('')) t(s) ORDER BY s

SELECT s FROM (VALUES ('banana'), ('Apple'), ('cherry'), ('apple'), ('Banana'), ('_x'), ('10'), ('9'), ('éclair'), ('zebra'), ('')) t(s) ORDER BY s DESC NULLS LAST

SELECT s FROM (VALUES ('banana'), ('Apple'), ('cherry')) t(s) ORDER BY lower(s), s COLLATE "C"

SELECT min(s), max(s), count(DISTINCT lower(s)), string_agg(s, '' ORDER BY s) FROM (VALUES ('b'), ('A'), ('a'), ('B'), ('_')) t(s)

SELECT string_agg(DISTINCT s, ',' ORDER BY s DESC), string_agg(s, ',' ORDER BY length(s), s), array_agg(DISTINCT lower(s) ORDER BY lower(s)) FROM (VALUES ('bb'), ('A'), ('a'), ('BB'), (NULL)) t(s)

SELECT string_agg(s, ', ') FILTER (WHERE s <> 'b'), string_agg(NULL::text, ','), string_agg(s, '') FROM (VALUES ('a'), ('b')) t(s)

SELECT string_agg(b, '\x00' ORDER BY b) FROM (VALUES ('\x01'::bytea), ('\x02')) t(b)

SELECT length('a b  '::char(10)), length('a b  '::varchar(10)), 'a  '::char(5) || '|', concat('a  '::char(5), '|'), ('a  '::char(5))::text || '|', 'a'::char(5) LIKE 'a', 'a'::char(5) LIKE 'a    ', 'a'::char(5) ~ '^a$', 'a'::char(3) < 'b'::char(5), 'a '::char(2) = 'a'

SELECT upper('a'::char(3)) || '|', substr('abc'::char(5), 2) || '|', left('abc'::char(5), 4) || '|', replace('a b'::char(5), ' ', '_'), lpad('a'::char(3), 5, '*'), reverse('ab'::char(4)), initcap('ab'::char(4)) || '|', repeat('a'::char(2), 2), position('b' IN 'ab'::char(4)), md5('a'::char(5)) = md5('a')

SELECT to_char(1234.5678, '9999.99'), to_char(1234.5678, 'FM9999.9'), to_char(-1, '9'), to_char(0.999, '0.00'), to_char(1e6, '9,999,999'), to_char(5, '$99'), to_char(123, '9-9-9'), to_char(12345, '99,9,99'), to_char(NULL::int, '9')

SELECT to_char(n, 'FM999,999.00'), to_char(n, '000.0'), to_char(n, '9.99EEEE'), to_char(n, 'S999D9'), to_char(n, '999PR'), to_char(n, 'RN') FROM (VALUES (1.5), (-12.25), (0), (999.99), (1000)) t(n)

SELECT to_char(n, '999'), to_char(n, 'FM000'), to_char(n, '99th'), to_char(n, 'MI99'), to_char(n, 'PL99') FROM (VALUES (1), (-2), (33), (100), (12)) t(n)

SELECT to_char(n, f) FROM (VALUES (1234.5, '9,999.99'), (0.1, 'FM0.999'), (-5, '99MI'), (12, 'FMRN')) t(n, f)

SELECT to_char(f::float8, '999.99'), to_char(f::float8, 'FM9.9999EEEE'), to_char(f::real, '9.9') FROM (VALUES (1.25), (-0.5), (123.456)) t(f)

SELECT to_number(s, '999G999D99'), to_number(s, '99999') FROM (VALUES ('1,234.5'), ('-12'), ('7')) t(s)

SELECT to_date(s, f) FROM (VALUES ('2024-03-05', 'YYYY-MM-DD'), ('05.03.24', 'DD.MM.YY'), ('Mar 5 2024', 'Mon DD YYYY'), ('2024065', 'YYYYDDD')) t(s, f)

SELECT to_timestamp(s, 'YYYY-MM-DD HH24:MI') AT TIME ZONE 'UTC' FROM (VALUES ('2024-03-05 10:20'), ('2024-3-5 1:2')) t(s)

SELECT 'a' || b FROM (VALUES (1), (2)) t(b)

SELECT a || b || c FROM (VALUES ('x', 1, true), ('y', NULL, false)) t(a, b, c)

SELECT a || ' ' || b, concat(a, ' ', b), concat_ws(' ', a, b) FROM (VALUES ('x', NULL), (NULL, 'y'), ('p', 'q')) t(a, b)

SELECT a + b FROM (VALUES ('1', 2)) t(a, b)

SELECT a = b FROM (VALUES ('1', 2)) t(a, b)

SELECT a || b FROM (VALUES (1, 2)) t(a, b)

SELECT length(a) FROM (VALUES (1)) t(a)

SELECT sum(a) FROM (VALUES ('1'), ('2')) t(a)

SELECT sum(a::int), avg(a::numeric), max(a) FROM (VALUES ('1'), ('20'), ('3')) t(a)

SELECT CASE a WHEN 'x' THEN 1 WHEN 'y' THEN 2 END, CASE WHEN a > 'x' THEN 'big' END, coalesce(nullif(a, 'x'), '?') FROM (VALUES ('x'), ('y'), (NULL)) t(a)

SELECT CASE a WHEN 1 THEN 'one' END FROM (VALUES ('x')) t(a)

SELECT a IN ('x', 'y'), a NOT IN ('x', NULL), a = ANY ('{x,z}'), a <> ALL (ARRAY['q']), a IS DISTINCT FROM 'x' FROM (VALUES ('x'), ('z'), (NULL)) t(a)

SELECT a IN (1, 2) FROM (VALUES ('1')) t(a)

SELECT array_to_string(regexp_matches('a1b22c333', '\d+', 'g'), ',')

SELECT regexp_matches('abc', '(x)?(b)'), regexp_matches('abc', 'zz')

SELECT m[1] AS k, m[2] AS v FROM regexp_matches('a=1;b=2', '(\w)=(\d)', 'g') AS m

SELECT (regexp_matches('a=1;b=2', '(\w)=(\d)', 'g'))[2]::int * 10 AS x

SELECT w, count(*) FROM regexp_split_to_table(lower('The cat and the hat and the bat'), '\s+') w GROUP BY w HAVING count(*) > 1 ORDER BY 2 DESC, 1

SELECT string_agg(chr(ascii('a') + n), '' ORDER BY n) FROM generate_series(0, 25) n

SELECT initcap(replace('snake_case_name', '_', ' ')), lower(regexp_replace('CamelCaseName', '([a-z])([A-Z])', '\1_\2', 'g')), regexp_replace('  many   spaces ', '\s{2,}', ' ', 'g')

SELECT regexp_replace('2024-01-15', '(\d+)-(\d+)-(\d+)', '\3/\2/\1'), regexp_replace('phone: 555-1234', '\D', '', 'g'), regexp_replace('aBc', '[[:upper:]]', '_', 'g'), regexp_replace('tel', '(?<x>t)', 'X')

SELECT regexp_replace('abc', '(b)', E'[\\1\\1]'), regexp_replace('abc', 'b', '\\'), regexp_replace('abc', 'b', '&'), regexp_replace('abc', 'b', '[\&]'), regexp_replace('abab', 'a(?=b)', 'X', 'g'), regexp_replace('foo.bar', '.', '_')

SELECT 'abc' ~ 'a.c', E'a\nc' ~ 'a.c', 'aXc' ~ 'a[^[:digit:]]c', 'ab12' ~ '^[[:alnum:]]+$', 'a-b' ~ '^[\w-]+$', 'été' ~ '^\w+$', 'tab	x' ~ '\t', 'aa' ~ '^(a)\1$', 'foobar' ~ 'foo(?!baz)', 'x' ~ '', 'word boundary' ~ '\mbound', 'a{2}' ~ 'a\{2\}', 'aaa' ~ '^a{2,}$'

SELECT substring('2024-05-06' FROM '\d{4}'), substring('key: value' FROM ':\s*(.*)$'), substring('abc' FROM 2), substring('abc' FROM '(a)(b)'), substring('foobar', 'o.b'), substring('XY1234Z', 'Y*([0-9]{1,3})'), substring('XY1234Z', 'Y*?([0-9]{1,3})')

SELECT 'Straße' ILIKE 'STRASSE', 'ÉCOLE' ILIKE 'école', upper('é') = 'É', 'I' ILIKE 'i', lower('ΑΒΓ'), 'naïve' LIKE 'na_ve', length('👍🏽'), reverse('ab👍'), left('👍x', 1), position('x' IN '👍x')

SELECT 'a'::text = 'a'::varchar, 'a'::char(2) = 'a'::text, 'a '::char(2) = 'a '::text, 'a '::varchar = 'a', 'A' = 'a', 'a' <> 'b', NOT 'a' = 'b'

SELECT text 'a' COLLATE "C" < 'B', 'a' < 'B' COLLATE "C", 'a' COLLATE "C" < 'B' COLLATE "POSIX"

SELECT ('x' || 'y') COLLATE "C", upper('a' COLLATE "C"), 'é' COLLATE "C" > 'z', lower('É' COLLATE "C")

SELECT 'abc' COLLATE nosuch

SELECT 1 COLLATE "C"

SELECT U&'\0061\+000062', U&"a\0062" FROM (SELECT 1 AS ab) x

SELECT $$dollar$$, $a$in $$ner$a$, E'\t|\n', E'\\', 'it''s', E'it\'s', '\n', ''''

SELECT 'a' 'b'

SELECT 'abc'::varchar(0)

SELECT repeat('x', 10)::varchar(3), length(repeat('x', 1000000)), repeat('ab', 3)::char(4)

SELECT repeat('x', 2000000000)

SELECT lpad('x', 1000000000)

SELECT concat(1, 'a', 2.50, true, NULL, date '2024-01-01', ARRAY[1], ROW(1, 'x')), concat(), concat(NULL)

SELECT concat_ws(',', 1, 2.50, NULL, '', true), concat_ws(',')

SELECT string_to_array('a b c', ' ') || 'd', array_to_string(string_to_array('1,2', ',')::int[], '+'), (string_to_array('x-y-z', '-'))[2], array_length(string_to_array('a,b', ','), 1), unnest(string_to_array('p q', ' '))

SELECT array_position(string_to_array('a,b,c', ','), 'b'), 'b' = ANY (string_to_array('a,b', ',')), string_to_array(NULL, ','), string_to_array('a', 'abc'), string_to_array('a--b', '--')

SELECT pg_typeof(left('a', 1)), pg_typeof('a' || 1), pg_typeof(string_agg('a', '')), pg_typeof(string_to_array('a', ',')), pg_typeof(regexp_matches('a', 'a')), pg_typeof(split_part('a', ',', 1)), pg_typeof(to_char(1, '9')), pg_typeof(ascii('a')), pg_typeof(length('a')), pg_typeof(md5('a')), pg_typeof(decode('', 'hex')), pg_typeof(quote_ident('a')), pg_typeof(to_number('1', '9')), pg_typeof(to_date('2024', 'YYYY')), pg_typeof(to_timestamp('2024', 'YYYY')), pg_typeof(chr(65)), pg_typeof(concat('a')), pg_typeof(format('a'))

SELECT left('abc')

SELECT substring('abc', 'b', 'c', 'd')

SELECT upper('a', 'b')

SELECT lower(ARRAY['A'])

SELECT replace('abc', 1, 2)

SELECT split_part('a,b', ',', '1'), split_part('a,b', ',', 1.0)

SELECT repeat('a', '3'), left('abc', '2'), lpad('a', '3'), repeat('a', 2.5)

SELECT length(E'\\000'::bytea), length('a\bc'), E'\b' = chr(8), ascii(E'\r')

SELECT 'a' < NULL, NULL || 'a', NULL LIKE 'a', upper(NULL), concat(NULL, 'a'), length(NULL), greatest(NULL, 'a'), NULL = NULL, coalesce(NULL, NULL) IS NULL

SELECT quote_literal(1.5), quote_literal(true), quote_literal(NULL), quote_nullable(5), quote_literal(date '2024-01-01'), quote_literal(ARRAY['a''b'])

SELECT current_setting('server_encoding'), pg_client_encoding(), current_database() = current_catalog, pg_encoding_to_char(6)

SELECT x, x::text, x::varchar, x::char(3), length(x::text) FROM (VALUES (true), (false), (NULL)) t(x)

SELECT x::text FROM (VALUES (1.0), (2.50), (0.001), (-0.0), (1e10)) t(x)

SELECT x::text FROM (VALUES (1.0::float8), (1e15), (1e16), (0.1), (1e-5), (123456789.123), ('NaN'), ('-Infinity')) t(x)

SELECT x::text FROM (VALUES (1.0::real), (1e6), (1e7), (0.1), (3.4e38), (1.17549e-38)) t(x)

SELECT x::text, x::char(4), x::varchar(4) FROM (VALUES (date '2024-01-05'), ('0044-01-01 BC'), ('infinity')) t(x)

SELECT x::text FROM (VALUES (timestamp '2024-01-05 10:20:30.5'), ('2024-01-05'), ('infinity'), ('0001-01-01 BC')) t(x)

SELECT x::text FROM (VALUES (interval '1 day'), ('-1 day 2 hours'), ('1 year -1 mon'), ('0'), ('0.5 s'), ('-0.5 s')) t(x)

SELECT x::text FROM (VALUES (ARRAY[1, NULL]), ('{}')) t(x)

SELECT x::text FROM (VALUES (ARRAY['a b', 'c"d', 'e,f', NULL, '', 'null', '{x}', 'a\b']), (NULL)) t(x)

SELECT x::text, x::text::int[] FROM (VALUES (ARRAY[[1, 2], [3, 4]])) t(x)

SELECT ROW(1, 'a b', NULL, 'c"d', 'x,y', '')::text, ROW(ROW(1, 2), ARRAY[1, 2])::text, (1, 'x')::text

SELECT x::text, length(x::text) FROM (VALUES ('{"a":1}'::jsonb), ('[1,2]'), ('"s"')) t(x)

SELECT x::text FROM (VALUES ('\x00ff'::bytea), ('abc'), ('')) t(x)

SELECT 5::text || 'x', 5::varchar || 1, true::text || 1, 1.50::text || '', 'x' || ARRAY[1, 2]::text, 'd: ' || date '2024-01-01', 'n: ' || 1e3, 'j: ' || '{"a": 1}'::jsonb, 'b: ' || '\x01'::bytea::text
