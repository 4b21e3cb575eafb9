-- Statements after the chapters of PostgreSQL's manual: functions and operators (9).
SELECT 2 BETWEEN 1 AND 3, 2 NOT BETWEEN SYMMETRIC 3 AND 1, 1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL
SELECT true IS TRUE, NULL::boolean IS NOT TRUE, false IS NOT FALSE, NOT NULL::bool, true AND NULL, true OR NULL
SELECT num_nonnulls(1, NULL, 2), num_nulls(1, NULL, 2)
SELECT 5 / 2, (-5) / 2, 5.0 / 2, 5 % 4, -5 % 3, 5.5 % 2, 2 ^ 3, |/ 25.0, ||/ 64.0, @ -5.0
SELECT 91 & 15, 32 | 3, 17 # 5, ~1, 1 << 4, 8 >> 2
SELECT abs(-17.4), cbrt(64.0), ceil(42.2), ceil(-42.8), ceiling(95.3), degrees(0.5), div(9, 4), exp(1.0), factorial(5)
SELECT floor(42.8), floor(-42.8), gcd(1071, 462), lcm(1071, 462), ln(2.0), log(100), log10(1000), log(2.0, 64.0)
SELECT min_scale(8.4100), mod(9, 4), pi(), power(9, 3), radians(45.0), round(42.4), round(42.4382, 2), round(1234.56, -1)
SELECT scale(8.4100), sign(-8.4), sqrt(2), trim_scale(8.4100), trunc(42.8), trunc(-42.8), trunc(42.4382, 2)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(now(), array['yesterday', 'today', 'tomorrow']::timestamptz[])
SELECT acos(1), acosd(0.5), asin(1), asind(0.5), atan(1), atand(1), atan2(1, 0), atan2d(1, 0), cos(0), cosd(60), cot(0.5), cotd(45), sin(1), sind(30), tan(1), tand(45)
SELECT sinh(1), cosh(0), tanh(1), asinh(1), acosh(1), atanh(0.5)
SELECT 1 / 0
SELECT 1.0 / 0
SELECT 1::float8 / 0
SELECT 5 % 0
SELECT sqrt(-1)
SELECT ln(0)
SELECT power(0, -1)
SELECT 2147483647 + 1
SELECT (-32768)::int2 * 2::int2
SELECT abs((-2147483648)::int)
SELECT 'Post' || 'greSQL', 'Value: ' || 42, 'x' || NULL
SELECT bit_length('jose'), char_length('josé'), character_length('a'), octet_length('josé'), lower('TOM'), upper('tom'), initcap('hi THOMAS')
SELECT overlay('Txxxxas' placing 'hom' from 2 for 4), position('om' in 'Thomas'), strpos('high', 'ig')
SELECT substring('Thomas' from 2 for 3), substring('Thomas' from 3), substring('Thomas' for 2), substring('Thomas' from '...$'), substring('Thomas' from '%#"o_a#"_' for '#')
SELECT trim(both 'xyz' from 'yxTomxx'), trim(leading from '  a'), trim(trailing 'x' from 'axx'), trim(both from 'yxTomxx', 'xyz'), btrim('xyxtrimyyx', 'xyz'), ltrim('zzzytest', 'xyz'), rtrim('testxxzx', 'xyz')
SELECT ascii('x'), chr(65), concat('abcde', 2, NULL, 22), concat_ws(',', 'abcde', 2, NULL, 22), format('Hello %s, %1$s', 'World')
SELECT format('INSERT INTO %I VALUES(%L)', 'Foo bar', E'O\'Reilly'), format('|%10s|%-10s|', 'foo', 'bar'), format('%s%%', 5), format('|%*s|', 7, 'x')
SELECT left('abcde', 2), left('abcde', -2), right('abcde', 2), right('abcde', -2), length('jose'), lpad('hi', 5, 'xy'), rpad('hi', 5, 'xy'), lpad('hello', 2)
SELECT md5('abc'), parse_ident('"SomeSchema".someTable'), quote_ident('Foo bar'), quote_literal(E'O\'Reilly'), quote_literal(42.5), quote_nullable(NULL)
SELECT regexp_count('123456789012', '\d\d\d', 2), regexp_instr('ABCDEF', 'c(.)(..)', 1, 1, 0, 'i'), regexp_like('Hello World', 'world$', 'i'), regexp_match('foobarbequebaz', '(bar)(beque)')
SELECT regexp_matches('foobarbequebazilbarfbonk', '(b[^b]+)(b[^b]+)', 'g')
SELECT regexp_replace('Thomas', '.[mN]a.', 'M'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_replace('Thomas', '.', 'X', 3, 2)
SELECT regexp_split_to_array('hello world', '\s+'), regexp_substr('ABCDEF', 'c(.)(..)', 1, 1, 'i', 2)
SELECT foo FROM regexp_split_to_table('the quick brown fox', '\s+') AS foo
SELECT repeat('Pg', 4), replace('abcdefabcdef', 'cd', 'XX'), reverse('abcde'), split_part('abc~@~def~@~ghi', '~@~', 2), split_part('abc,def,ghi,jkl', ',', -2), starts_with('alphabet', 'alph')
SELECT string_to_array('xx~~yy~~zz', '~~'), to_ascii('Karel'), to_hex(2147483647), translate('12345', '143', 'ax'), unistr('d\0061t\+000061')
SELECT string_to_table('xx~^~yy~^~zz', '~^~', 'yy')
SELECT 'abc' LIKE 'abc', 'abc' LIKE 'a%', 'abc' LIKE '_b_', 'abc' LIKE 'c', 'a%c' LIKE 'a\%c', 'a_c' LIKE 'a#_c' ESCAPE '#', 'ABC' ILIKE 'abc', 'abc' NOT LIKE 'b%'
SELECT 'abc' SIMILAR TO 'abc', 'abc' SIMILAR TO 'a', 'abc' SIMILAR TO '%(b|d)%', '-abc-' SIMILAR TO '%\mabc\M%', 'xabcy' SIMILAR TO '%\mabc\M%'
SELECT 'thomas' ~ 't.*ma', 'thomas' ~* 'T.*ma', 'thomas' !~ 't.*max', 'thomas' !~* 'T.*ma', 'abc' ~ '^(b|c)', 'foo.bar' ~ 'o\.b'
SELECT 'abc' LIKE 'abc\'
SELECT 'abc' ~ '('
SELECT 'alphabet' ^@ 'alph', 'abc' ~~ 'a%', 'abc' !~~* 'A%'
SELECT repeat('x', -1), lpad('x', 0), substr('hello', -1, 4), substring('hello' from 2 for 0)
SELECT substring('hello' from 2 for -1)
SELECT chr(0)
SELECT to_char(125, '999'), to_char(125.8::real, '999D9'), to_char(-125.8, '999D99S'), to_char(1234567.891, '9,999,999.99'), to_char(12, '0099'), to_char(0.1, '0.9')
SELECT to_char(interval '15h 2m 12s', 'HH24:MI:SS'), to_char(timestamp '2002-04-20 17:31:12.66', 'HH12:MI:SS'), to_char(timestamp '2002-04-20 17:31:12.66', 'Day, DD  HH12:MI:SS'), to_char(date '2024-03-05', 'FMMonth FMDDth, YYYY Q WW ID')
SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_number('12,454.8-', '99G999D9S'), to_timestamp('05 Dec 2000', 'DD Mon YYYY'), to_timestamp(1284352323.5)
SELECT '\x123456'::bytea || '\x789a00bcde'::bytea, bit_length('\x123456'::bytea), btrim('\x1234567890'::bytea, '\x9012'::bytea), overlay('\x1234567890'::bytea placing '\002\003'::bytea from 2 for 3)
SELECT get_bit('\x1234567890'::bytea, 30), get_byte('\x1234567890'::bytea, 4), set_bit('\x1234567890'::bytea, 30, 0), set_byte('\x1234567890'::bytea, 4, 64), sha256('abc'::bytea), bit_count('\x1234567890'::bytea)
SELECT convert_from('text_in_utf8', 'UTF8'), convert_to('some_text', 'UTF8'), encode('123\000\001', 'base64'), decode('MTIzAAE=', 'base64'), encode('\x0102', 'hex'), decode('3132', 'hex'), encode('\x00ff41'::bytea, 'escape')
SELECT convert('text_in_utf8', 'UTF8', 'LATIN1')
SELECT decode('zz', 'hex')
SELECT date '2001-09-28' + 7, date '2001-09-28' + interval '1 hour', date '2001-09-28' + time '03:00', interval '1 day' + interval '1 hour', timestamp '2001-09-28 01:00' + interval '23 hours', time '01:00' + interval '3 hours'
SELECT - interval '23 hours', date '2001-10-01' - date '2001-09-28', date '2001-10-01' - 7, time '05:00' - time '03:00', time '05:00' - interval '2 hours', timestamp '2001-09-29 03:00' - timestamp '2001-07-27 12:00'
SELECT 900 * interval '1 second', 21 * interval '1 day', 3.5 * interval '1 hour', interval '1 hour' / 1.5, interval '1 month' * 1.5
SELECT age(timestamp '2001-04-10', timestamp '1957-06-13'), age(date '2024-02-29', date '2023-03-31'), date_bin('15 minutes', timestamp '2001-02-16 20:38:40', timestamp '2001-02-16 20:05:00')
SELECT date_part('hour', timestamp '2001-02-16 20:38:40'), date_part('month', interval '2 years 3 months'), date_trunc('hour', timestamp '2001-02-16 20:38:40'), date_trunc('hour', interval '2 days 3 hours 40 minutes')
SELECT date_trunc('day', timestamptz '2001-02-16 20:38:40+00', 'Australia/Sydney')
SELECT extract(century from timestamp '2000-12-16 12:21:13'), extract(day from interval '40 days 1 minute'), extract(dow from timestamp '2001-02-16 20:38:40'), extract(doy from timestamp '2001-02-16 20:38:40'), extract(epoch from timestamptz '2001-02-16 20:38:40.12-08')
SELECT extract(hour from timestamp '2001-02-16 20:38:40'), extract(isodow from timestamp '2001-02-18 20:38:40'), extract(isoyear from date '2006-01-01'), extract(julian from timestamp '2006-01-01 12:00'), extract(microseconds from time '17:12:28.5'), extract(millennium from timestamp '2001-02-16 20:38:40')
SELECT extract(quarter from timestamp '2001-02-16 20:38:40'), extract(second from time '17:12:28.5'), extract(week from timestamp '2001-02-16 20:38:40'), extract(year from date '2001-02-16'), extract(timezone from timestamptz '2001-02-16 20:38:40+00')
SELECT extract(nosuch from timestamp '2001-02-16')
SELECT isfinite(date '2001-02-16'), isfinite(timestamp 'infinity'), isfinite(interval '4 hours'), justify_days(interval '35 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour')
SELECT make_date(2013, 7, 15), make_interval(days => 10), make_interval(1, 2, 0, 3), make_time(8, 15, 23.5), make_timestamp(2013, 7, 15, 8, 15, 23.5), make_timestamptz(2013, 7, 15, 8, 15, 23.5)
SELECT make_date(2013, 2, 30)
SELECT (date '2001-02-16', date '2001-12-21') OVERLAPS (date '2001-10-30', date '2002-10-30'), (date '2001-02-16', interval '100 days') OVERLAPS (date '2001-10-30', date '2002-10-30')
SELECT timestamp '2001-02-16 20:38:40' AT TIME ZONE 'America/Denver', timestamptz '2001-02-16 20:38:40-05' AT TIME ZONE 'America/Denver', timestamp '2001-02-16 20:38:40' AT TIME ZONE INTERVAL '-05:00'
SELECT current_timestamp::text = now()::text, current_date = now()::date, localtimestamp(0) <= now()::timestamp + interval '1 second', pg_typeof(current_time), pg_typeof(localtime)
SELECT enum_range('a'::text)
SELECT json_build_array(1, 2, 'foo', 4, 5), json_build_object('foo', 1, 2, row(3, 'bar')), to_json('Fred said "Hi."'::text), to_jsonb(row(42, 'Fred'))
SELECT array_to_json('{{1,5},{99,100}}'::int[]), row_to_json(row(1, 'foo')), json_object('{a, 1, b, "def", c, 3.5}'), json_object('{a,b}', '{1,2}')
SELECT '[{"a":"foo"},{"b":"bar"},{"c":"baz"}]'::json -> 2, '{"a": {"b":"foo"}}'::json -> 'a', '[1,2,3]'::json ->> 2, '{"a":1,"b":2}'::json ->> 'b', '{"a": {"b": ["foo","bar"]}}'::json #> '{a,b,1}', '{"a": {"b": ["foo","bar"]}}'::json #>> '{a,b,1}'
SELECT '["a", "b"]'::jsonb || '["a", "d"]'::jsonb, '{"a": "b"}'::jsonb || '{"c": "d"}'::jsonb, '[1, 2]'::jsonb || '3'::jsonb, '{"a": "b", "c": "d"}'::jsonb - 'a', '["a", "b"]'::jsonb - 1, '["a", {"b":1}]'::jsonb #- '{1,b}', '{"a":1,"b":2}'::jsonb - '{a,b}'::text[]
SELECT * FROM json_array_elements('[1,true, [2,false]]')
SELECT * FROM json_array_elements_text('["foo", "bar"]')
SELECT * FROM json_each('{"a":"foo", "b":"bar"}')
SELECT * FROM jsonb_each_text('{"a":"foo", "b":"bar"}')
SELECT * FROM json_to_record('{"a":1,"b":[1,2,3],"c":[1,2,3],"e":"bar"}') AS x(a int, b text, c int[], d text)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"foo"}, {"a":"2","c":"bar"}]') AS x(a int, b text)
SELECT json_array_length('[1,2,3,{"f1":1,"f2":[5,6]},4]'), json_extract_path('{"f2":{"f3":1},"f4":{"f5":99,"f6":"foo"}}', 'f4', 'f6'), json_typeof('-123.4'), jsonb_typeof('null')
SELECT jsonb_set('[{"f1":1,"f2":null},2,null,3]', '{0,f1}', '[2,3,4]', false), jsonb_insert('{"a": [0,1,2]}', '{a, 1}', '"new_value"'), jsonb_set_lax('[{"f1":1,"f2":null},2]', '{0,f1}', null), json_strip_nulls('[{"f1":1, "f2":null}, 2, null, 3]')
SELECT jsonb_pretty('[{"f1":1,"f2":null}, 2]')
SELECT jsonb_path_exists('{"a":[1,2,3,4,5]}', '$.a[*] ? (@ >= $min && @ <= $max)', '{"min":2, "max":4}'), jsonb_path_query_array('{"a":[1,2,3,4,5]}', '$.a[*] ? (@ > 2)')
SELECT * FROM jsonb_path_query('{"a":[1,2,3,4,5]}', '$.a[*] ? (@ >= 2 && @ <= 4)')
SELECT '{"a":[1,2,3,4,5]}'::jsonb @? '$.a[*] ? (@ > 2)', '{"a":[1,2,3,4,5]}'::jsonb @@ '$.a[*] > 2', jsonb_path_match('{"a":[1,2,3]}', 'exists($.a[*] ? (@ > 2))')
SELECT nextval('nosuchseq')
SELECT coalesce(NULL, NULL, 'default'), nullif(1, 1), nullif('a', 'b'), greatest(1, 5, NULL, 3), least('b', 'a', 'c'), coalesce(NULL, 1, 2.5)
SELECT CASE WHEN 1 > 0 THEN 1 ELSE 1/0 END, CASE 2 WHEN 1 THEN 'one' WHEN 2 THEN 'two' END, CASE WHEN false THEN 'x' END
SELECT ARRAY[1.1,2.1,3.1]::int[] = ARRAY[1,2,3], ARRAY[1,4,3] @> ARRAY[3,1,3], ARRAY[2,2,7] <@ ARRAY[1,7,4,2,6], ARRAY[1,4,3] && ARRAY[2,1], ARRAY[1,2,3] < ARRAY[1,2,4], ARRAY[1,2,3] || 4
SELECT array_fill(11, ARRAY[2,3]), array_fill(7, ARRAY[3], ARRAY[2]), trim_array(ARRAY[1,2,3,4,5,6], 2), unnest(ARRAY[1,2])
SELECT * FROM unnest(ARRAY[[1,2],[3,4]])
SELECT generate_subscripts('{NULL,1,NULL,2}'::int[], 1) AS s
SELECT generate_series(5, 1, -2), generate_series(1.1, 4, 1.3)
SELECT generate_series(1, 5, 0)
SELECT generate_series(timestamptz '2024-03-30 00:00+00', '2024-04-01 00:00+00', '1 day')
SELECT current_catalog, current_schema, current_user = session_user, pg_backend_pid() > 0, version() LIKE 'PostgreSQL 15%'
SELECT current_schemas(true), has_table_privilege('pg_class', 'select'), pg_table_is_visible('pg_class'::regclass)
SELECT format_type(23, NULL), format_type(1700, 655366), to_regclass('pg_class'), to_regtype('int4'), pg_get_userbyid(10) IS NOT NULL, col_description(1259, 1)
SELECT pg_client_encoding(), current_setting('datestyle'), set_config('search_path', 'public', false), pg_size_pretty(1048576::bigint), pg_is_in_recovery()
SELECT gen_random_uuid() IS NOT NULL, random() < 1, length(gen_random_uuid()::text)
SELECT inet_client_addr() IS NULL, txid_current() > 0, pg_current_xact_id() IS NOT NULL
SELECT host('192.168.1.5'), masklen('192.168.1.5/24'), netmask('192.168.1.5/24'), family('::1'), network('192.168.1.5/24'), broadcast('192.168.1.5/24'), abbrev(cidr '10.1.0.0/16')
SELECT inet '192.168.1.5' << inet '192.168.1/24', inet '192.168.1.6' - 5, inet '192.168.1.6' & inet '0.0.0.255'
SELECT to_tsvector('english', 'a fat  cat sat on a mat'), 'fat:2 cat:3'::tsvector @@ 'fat & cat'::tsquery
SELECT ts_rank(to_tsvector('cat'), to_tsquery('cat'))
SELECT area(box '(2,2),(0,0)'), box '(1,1),(0,0)' + point '(2,0)', point '(1,2)' <-> point '(4,6)'
SELECT xmlelement(name foo), xmlcomment('hello')
SELECT lower_inc(numrange(1.1, 2.2)), range_merge('[1,2)'::int4range, '[3,4)'::int4range)
SELECT upper(concat('a', NULL, 'b')), nosuchfunction(1)
SELECT abs('x')
SELECT length(5)
SELECT lower(1)
SELECT 'a' + 1
SELECT 1 + true
SELECT 'abc' = 1
SELECT now() + 1
SELECT round(1.5::float8, 1)
SELECT substring('abc', 'x', 'y', 'z')
SELECT 'a' COLLATE "C" < 'B' COLLATE "C", 'a' < 'B' COLLATE "POSIX", upper('straße'), lower('ÀÉ')
SELECT collation for ('foo'::text)
SELECT 'b' COLLATE "nosuch"
SELECT * FROM (VALUES ('b'), ('A'), ('a'), ('B'), ('_'), ('é')) t(x) ORDER BY x COLLATE "C"
SELECT interval '1 day 2 hours' > interval '25 hours', interval '1 month' = interval '30 days', extract(epoch from interval '1 year 1 day')
SELECT sum(i), avg(i), max(i) FROM (VALUES (interval '1 hour'), ('2 hours 30 minutes')) v(i)
SELECT to_char(sum(x), 'FM999,990.00') AS total FROM (VALUES (1234.5), (0.25)) v(x)
SELECT justify_interval(timestamp '2024-03-10' - timestamp '2023-01-01'), timestamp '2024-01-31' + interval '1 month', date '2024-03-31' - interval '1 month'
