-- Texts, patterns, encodings, dates in texts, and what the session tells.
SELECT substring('Thomas' FROM '...$') AS a, substring('foobar' FROM 'o(.)b') AS b, substring('Thomas' SIMILAR '%#"o_a#"_' ESCAPE '#') AS c, substring('abcdef' FROM 3 FOR 2) AS d
SELECT substring('Thomas' FROM '%#"o_a#"_' FOR '#') AS a, substring('2024-05-06' FROM '\d{4}') AS b, substring('no' FROM 'x+') IS NULL AS c, 'abc' SIMILAR TO '(a|b)%' AS d, 'a.c' SIMILAR TO 'a#.c' ESCAPE '#' AS e
SELECT 'foobar' ~ 'foo(?=bar)' AS a, 'foobaz' ~ 'foo(?!bar)' AS b, 'price: 42' ~ '(?<=: )\d+' AS c, 'abab' ~ '^(ab)\1$' AS d, 'aXb' ~* 'x(?=B)' AS e
SELECT regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g') AS a, regexp_replace('Hello World', '(?<=o) ', '_') AS b, regexp_replace('aaa', 'a', 'b', 2, 1) AS c, regexp_replace('John Smith', '(\w+) (\w+)', '\2, \1') AS d
SELECT regexp_matches('a1b22', '([a-z])(\d+)', 'g') AS m
SELECT regexp_match('2024-05-06', '(\d+)-(\d+)-(\d+)') AS m, regexp_count('banana', 'an') AS n, regexp_instr('hello world', 'o', 1, 2) AS i, regexp_substr('a1 b2', '[a-z](\d)', 1, 2, '', 1) AS s, regexp_like('Hello', '^h', 'i') AS l
SELECT regexp_split_to_array('a1b22c', '\d+') AS a, regexp_replace('  many   spaces ', '\s+', ' ', 'g') AS b, 'x.y' ~ '^x\.y$' AS c, regexp_replace('abc', '(.)', '\1\1', 'g') AS d
SELECT regexp_replace(E'one\ntwo', '^t', 'T', 'n') AS a, E'a\nb' ~ 'a.b' AS b, regexp_match(E'a\nb', 'a$', 'n') AS c, regexp_replace('AbC', '[a-z]', '*', 'gi') AS d
SELECT encode('hello'::bytea, 'base64') AS a, decode('aGVsbG8=', 'base64') AS b, encode('\x00ff'::bytea, 'hex') AS c, encode(E'\\001a\\\\'::bytea, 'escape') AS d, convert_from('\xc3a4'::bytea, 'UTF8') AS e, convert_from('\xe4'::bytea, 'LATIN1') AS f
SELECT format('%s has %L and %I', 'a', 'it''s', 'my col') AS a, format('%1$s %1$s %2$s', 'x', 2) AS b, format('|%10s|%-6s|', 'r', 'l') AS c, format('%%%s', NULL) AS d, format('%s', ARRAY[1,2]) AS e
SELECT format('Hello %s', VARIADIC ARRAY['x']) AS a, concat_ws(', ', 'a', NULL, 'b') AS b, concat('a', 1, NULL, true, 2.50) AS c, quote_ident('Foo bar') AS d, quote_literal(E'a\\b') AS e, quote_nullable(NULL) AS f
SELECT string_to_table('a,b,c', ',') AS s
SELECT part, row_number() OVER () AS n FROM string_to_table('x|y||z', '|', '') AS part
SELECT normalize(U&'\0061\0308', NFC) = U&'\00E4' AS a, length(normalize(U&'\00E4', NFD)) AS b, U&'\00E4' IS NFC NORMALIZED AS c, normalize('ﬁ', NFKC) AS d, unistr('d\0061t\+000061') AS e
SELECT translate('12345', '143', 'ax') AS a, overlay('Txxxxas' PLACING 'hom' FROM 2 FOR 4) AS b, overlay('abc' PLACING 'X' FROM 2) AS c, reverse('äbc') AS d, repeat('ab', 3) AS e, lpad('7', 3, '0') AS f
SELECT initcap('hello wORLD-foo') AS a, ascii('ä') AS b, chr(8364) AS c, md5('x') AS d, to_hex(255) AS e, split_part('a.b.c', '.', -1) AS f
SELECT btrim('xxabcxx', 'x') AS a, ltrim('  a') AS b, rtrim('a..', '.') AS c, trim(both '-' from '--x--') AS d, left('abcde', -2) AS e, right('abcde', 2) AS f
SELECT position('b' in 'abc') AS a, strpos('abc', 'z') AS b, starts_with('abc', 'ab') AS c, 'abc' LIKE '_b%' AS d, 'A' ILIKE 'a' AS e, 'a%c' LIKE 'a\%c' AS f
SELECT to_date('05 Dec 2000', 'DD Mon YYYY') AS a, to_timestamp('2024-05-06 14:30', 'YYYY-MM-DD HH24:MI') AT TIME ZONE 'UTC' AS b, to_date('2024-130', 'YYYY-DDD') AS c, to_date('20240506', 'YYYYMMDD') AS d, to_timestamp('03:04 PM', 'HH12:MI AM')::time AS e
SELECT to_date('January 7, 2024', 'Month DD, YYYY') AS a, to_date('2024-W10-1', 'IYYY-"W"IW-ID') AS b, to_date('7/1/99', 'MM/DD/YY') AS c, to_timestamp('1.5', 'SS.MS')::time AS d
SELECT to_char(timestamp '2024-05-06 14:30:05.678', 'Day, DD Month YYYY HH12:MI:SS.MS AM') AS a, to_char(date '2024-01-01', 'FMDay FMDD FMMonth IYYY-IW-ID Q DDD J CC') AS b, to_char(interval '1 day 02:03:04', 'DD HH24:MI:SS') AS c, to_char(timestamp '2024-05-06 00:00', 'HH24:MI TMMonth Dth') AS d
SELECT extract(epoch FROM interval '1 day 1 hour') AS a, extract(week FROM date '2024-12-30') AS b, date_part('dow', date '2024-05-05') AS c, extract(quarter FROM timestamp '2024-05-06') AS d, extract(microseconds FROM time '10:00:01.5') AS e
SELECT age(timestamp '2024-05-06', timestamp '2020-02-29') AS a, date '2024-01-31' + interval '1 month' AS b, justify_interval(interval '35 days 30:00') AS c, interval '1 year' / 7 AS d, make_interval(days => 3, hours => 5) AS e
SELECT generate_series('2024-01-30'::date, '2024-02-02', '1 day')::date AS d
SELECT date_trunc('week', timestamp '2024-05-08 10:00') AS a, date_bin('15 min', timestamp '2024-05-08 10:22', timestamp '2024-01-01') AS b, timestamp '2024-05-08' - timestamp '2024-05-01 12:00' AS c, (date '2024-05-08', date '2024-06-01') OVERLAPS (date '2024-05-31', date '2024-07-01') AS d
SELECT '{"a":{"b":[10,20]}}'::jsonb #> '{a,b,1}' AS a, '{"a":{"b":[10,20]}}'::jsonb #>> '{a,b}' AS b, jsonb_path_query_array('{"x":[1,2,3]}', '$.x[*] ? (@ > 1)') AS c, '{"a":1}'::jsonb @? '$.a' AS d, jsonb_set('{"a":1}', '{b}', '2') AS e
SELECT jsonb_path_query('{"x":[{"n":1},{"n":2}]}', '$.x[*].n') AS n
SELECT key, value FROM jsonb_each('{"b":1,"a":{"c":null}}') ORDER BY key
SELECT jsonb_agg(x ORDER BY x DESC) AS a, jsonb_object_agg(x::text, x * 1.5 ORDER BY x) AS b, json_agg(ROW(x, 'n' || x) ORDER BY x) AS c, string_agg(x::text, '-' ORDER BY x) AS d FROM generate_series(1, 3) x
SELECT CASE WHEN 1 > 0 THEN 'a' ELSE NULL END AS a, COALESCE(NULL, 'b'::varchar(3)) AS b, NULLIF('x', 'x') IS NULL AS c, GREATEST('b', 'a', NULL) AS d, COALESCE(NULL, 1, 2.5) AS e
SELECT pg_typeof(1 + 1.0) AS a, pg_typeof('x'::varchar) AS b, pg_typeof(ARRAY[1.5]) AS c, pg_typeof(now() - now()) AS d, pg_typeof(CASE WHEN true THEN 1 ELSE 2.0 END) AS e, pg_typeof(NULL) AS f
LISTEN ht_news
SELECT * FROM pg_listening_channels()
SELECT pg_listening_channels() AS c
SELECT pg_notify('ht_other', 'hi') IS NOT NULL AS sent, pg_sleep(0) IS NOT NULL AS slept
SELECT count(*) AS n FROM (SELECT pg_sleep(0)) s
UNLISTEN *
SELECT * FROM pg_listening_channels()
PREPARE ht_p (int, text) AS SELECT $1 + 1 AS n, $2 AS t
SELECT name, statement, parameter_types, from_sql FROM pg_prepared_statements WHERE name = 'ht_p'
SELECT parameter_types::text AS t, generic_plans >= 0 AS g, cardinality(parameter_types) AS n FROM pg_prepared_statements WHERE name = 'ht_p'
EXECUTE ht_p (41, 'x')
DEALLOCATE ht_p
BEGIN
DECLARE ht_c SCROLL CURSOR FOR SELECT generate_series(1, 3) AS g
SELECT name, statement, is_holdable, is_binary, is_scrollable FROM pg_cursors
FETCH 2 FROM ht_c
CLOSE ht_c
COMMIT
