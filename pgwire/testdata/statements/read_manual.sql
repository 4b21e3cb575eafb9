-- Queries, types, functions and operators as a reader of the manual writes them.
CREATE TABLE rm_product (id int PRIMARY KEY, name text NOT NULL, price numeric(8,2), kind varchar(10), tags text[], spec jsonb, added date, seen timestamptz)
INSERT INTO rm_product VALUES (1, 'Lamp', 19.90, 'light', '{home,desk}', '{"w": 40, "dims": {"h": 30, "d": 12}, "colors": ["red", "black"]}', '2024-01-15', '2024-01-15 10:30:00+00'), (2, 'Desk', 249.00, 'wood', '{home}', '{"w": null, "dims": {"h": 75}}', '2024-02-20', '2024-02-21 08:00:00+00'), (3, 'Chair', 89.50, 'wood', '{}', '{}', '2024-02-29', NULL), (4, 'Cable', 4.99, NULL, NULL, NULL, '2023-12-31', '2024-06-01 23:59:59.5+00')
CREATE TABLE rm_sale (id int PRIMARY KEY, product_id int, qty int, sold timestamp, shop text)
INSERT INTO rm_sale VALUES (1, 1, 2, '2024-03-01 09:00', 'north'), (2, 1, 1, '2024-03-02 17:45', 'south'), (3, 2, 1, '2024-03-02 18:00', 'north'), (4, 3, 4, '2024-03-15 12:30:15.25', 'west'), (5, 4, 10, '2024-04-01 00:00', 'south'), (6, 3, NULL, '2024-04-01 08:05', NULL)
SELECT p.name, s.qty FROM rm_product p LEFT JOIN rm_sale s ON s.product_id = p.id AND s.qty > 1 ORDER BY p.id, s.id
SELECT * FROM (VALUES (1, 'one'), (2, 'two'), (3, 'three')) AS t (num, letter) WHERE num <> 2 ORDER BY num DESC
SELECT name, (SELECT max(sold) FROM rm_sale s WHERE s.product_id = p.id) AS last_sold FROM rm_product p ORDER BY 1
SELECT p.name, l.total FROM rm_product p CROSS JOIN LATERAL (SELECT sum(qty) AS total FROM rm_sale s WHERE s.product_id = p.id) l ORDER BY l.total DESC NULLS LAST, p.name
SELECT shop, product_id, sum(qty) FROM rm_sale GROUP BY GROUPING SETS ((shop), (product_id), ()) ORDER BY 1 NULLS LAST, 2 NULLS LAST
SELECT shop, product_id, count(*), grouping(shop, product_id) FROM rm_sale GROUP BY ROLLUP (shop, product_id) ORDER BY 4, 1, 2
SELECT kind, shop, sum(price * qty) FROM rm_product p JOIN rm_sale s ON s.product_id = p.id GROUP BY CUBE (kind, shop) ORDER BY 1, 2, 3
SELECT kind, avg(price), min(price), max(price), sum(price) / count(*) AS mean FROM rm_product GROUP BY kind HAVING count(*) >= 1 ORDER BY kind
SELECT DISTINCT ON (product_id) product_id, sold, shop FROM rm_sale ORDER BY product_id, sold DESC
SELECT kind FROM rm_product EXCEPT ALL SELECT 'wood' ORDER BY 1
SELECT id FROM rm_product INTERSECT SELECT product_id FROM rm_sale WHERE qty IS NOT NULL ORDER BY id
SELECT price FROM rm_product UNION ALL SELECT 1 UNION ALL SELECT 2.505 ORDER BY 1
SELECT name, price FROM rm_product ORDER BY price USING > LIMIT 2
SELECT name FROM rm_product ORDER BY price DESC FETCH FIRST 2 ROWS WITH TIES
SELECT name FROM rm_product ORDER BY id OFFSET 1 ROW FETCH NEXT 1 ROW ONLY
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 100) SELECT sum(n) FROM t
WITH RECURSIVE fib(a, b) AS (SELECT 0::numeric, 1::numeric UNION ALL SELECT b, a + b FROM fib WHERE b < 1000) SELECT array_agg(a) FROM fib
WITH big AS MATERIALIZED (SELECT * FROM rm_product WHERE price > 50), few AS NOT MATERIALIZED (SELECT * FROM big LIMIT 1) SELECT count(*) FROM big, few
SELECT a, b, ordinality FROM ROWS FROM (unnest(ARRAY[1, 2, 3]), unnest(ARRAY['x', 'y'])) WITH ORDINALITY AS t (a, b)
SELECT * FROM unnest(ARRAY['a', 'b'], ARRAY[1, 2, 3]) WITH ORDINALITY
SELECT * FROM generate_series(2, 4) AS g(i), generate_series(1, 2) h(j) ORDER BY i, j
SELECT p.id, t.tag, t.nr FROM rm_product p, unnest(p.tags) WITH ORDINALITY t(tag, nr) ORDER BY 1, 3
TABLE rm_sale ORDER BY id LIMIT 2
VALUES (1, 2.5, 'x'), (2, NULL, 'y')
SELECT p FROM rm_product p WHERE id = 3
SELECT (p).name, (p).price FROM rm_product p WHERE (p).id = 1
SELECT rm_sale FROM rm_sale WHERE id = 1
SELECT row_to_json(p) FROM rm_product p WHERE id = 1
SELECT to_jsonb(s) - 'sold' FROM rm_sale s WHERE id = 4
SELECT count(p), count(p.*), count(DISTINCT kind) FROM rm_product p
SELECT sum(DISTINCT qty) FILTER (WHERE shop <> 'west'), count(*) FILTER (WHERE shop IS NULL) FROM rm_sale
SELECT name FROM rm_product TABLESAMPLE BERNOULLI (100) ORDER BY 1
SELECT count(*) FROM rm_product TABLESAMPLE SYSTEM (100) REPEATABLE (7)
SELECT 32767::smallint, 2147483647::integer, 9223372036854775807::bigint, 32767::smallint + 1::smallint
SELECT 12345678901234567890123456789012345678 + 1, 0.1 + 0.2, 1e-10::numeric, 123456789.123456789::numeric(20,5)
SELECT 1/3, 1/3., 1::numeric/3, 1::float4/3, 1::float8/3, 7 % 4, -7 % 4, 7.5 % 2, -7 / 2
SELECT 'NaN'::numeric, 'NaN'::float8 = 'NaN'::float8, 'Infinity'::float8, '-inf'::float4, 'Infinity'::numeric
SELECT round(2.5), round(3.5), round(-2.5), round(2.5::float8), round(3.5::float8), 2.5::int, 3.5::int, 2.5::float8::int, 3.5::float8::int
SELECT 5 ^ 2, 2.0 ^ 3, 2 ^ 0.5, |/ 25.0, ||/ 27.0, @ -5.0, 91 & 15, 32 | 3, 17 # 5, ~1, 1 << 4, 8 >> 2
SELECT cbrt(64.0), ceil(-42.8), ceiling(95.3), degrees(0.5), div(9, 4), exp(1.0), factorial(5), floor(-42.8), gcd(1071, 462), lcm(1071, 462)
SELECT ln(2.0), log(100.0), log10(1000.0), log(2.0, 64.0), min_scale(8.4100), mod(9, 4), pi(), power(9.0, 3.0), radians(45.0), round(42.4382, 2), scale(8.4100), sign(-8.4), sqrt(2), trim_scale(8.4100), trunc(42.8), trunc(-42.4382, 2)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(now(), ARRAY['yesterday', 'today', 'tomorrow']::timestamptz[]), width_bucket(3, 1, 10, 3)
SELECT acos(1), acosd(0.5), asin(1), asind(0.5), atan(1), atand(1), atan2(1, 0), atan2d(1, 0), cos(0), cosd(60), cot(0.5), cotd(45), sind(30), tand(45), sinh(1), cosh(0), tanh(1), asinh(1), acosh(1), atanh(0.5)
SELECT sum(x), avg(x), stddev(x), variance(x), stddev_pop(x), var_pop(x) FROM (VALUES (1.5), (2.25), (10)) t(x)
SELECT sum(x::int), avg(x::int), avg(x::float8), sum(x::bigint), sum(x::real), avg(x::smallint) FROM generate_series(1, 10) x
SELECT '12.345'::money, 12.345::money + '1'::money
SELECT 'abc'::char(5) || '|', 'abc'::varchar(2), 'too long'::varchar(3), 'a'::char = 'a '::char(2), length('ok  '::char(4)), octet_length('ok  '::char(4)), '"char"'::"char"
SELECT b'1010', x'1F', B'101'::bit(5), B'10011'::bit(3), B'101' || B'01', B'1100' & B'1010', B'1100' | B'1010', ~ B'1100', B'1100' << 1, B'1100' >> 2, B'1100' # B'0110', 44::bit(10), 44::bit(3), cast(-44 AS bit(12)), '1110'::bit(4)::integer, length(B'10111'), get_bit(B'1011', 1), set_bit(B'1011', 1, 1), bit_count(B'10111')
SELECT '\xDEADBEEF'::bytea, 'abc \153\154\155 \052\251\124'::bytea, E'\\000'::bytea, '\x1234'::bytea || '\x56', substring('\x1234567890'::bytea FROM 3 FOR 2), overlay('\x1234567890'::bytea PLACING '\002\003'::bytea FROM 2 FOR 3), position('\x5678'::bytea IN '\x1234567890'::bytea), trim('\x9012'::bytea FROM '\x1234567890'::bytea)
SELECT get_byte('\x1234567890'::bytea, 4), set_byte('\x1234567890'::bytea, 4, 64), get_bit('\x1234567890'::bytea, 30), set_bit('\x1234567890'::bytea, 30, 0), length('\x1234567890'::bytea), bit_count('\x1234567890'::bytea), md5('Th\000omas'::bytea), sha256('abc'::bytea), sha224('abc'), sha384('abc'), sha512('abc')
SELECT encode('123\000\001', 'base64'), decode('MTIzAAE=', 'base64'), encode('\x1234', 'hex'), encode('a\\b'::bytea, 'escape'), convert_to('some_text', 'UTF8'), convert_from('text_in_utf8', 'UTF8'), decode('12zz', 'hex')
SELECT true AND NULL, false AND NULL, true OR NULL, NOT NULL::bool, 'yes'::bool, 'off'::bool, 't'::bool, '1'::bool, 'n'::boolean
SELECT 'maybe'::boolean
SELECT 2 BETWEEN 1 AND 3, 2 BETWEEN SYMMETRIC 3 AND 1, 2 NOT BETWEEN 2 AND 3, 1 IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM NULL, true IS NOT UNKNOWN, NULL::boolean IS UNKNOWN, num_nonnulls(1, NULL, 2), num_nulls(1, NULL, 2)
SELECT concat('abcde', 2, NULL, 22), concat_ws(',', 'abcde', 2, NULL, 22), format('Hello %s, %1$s', 'World'), format('%I.%I = %L', 'a b', 'Col', 'it''s'), format('|%10s|%-10s|%*s|', 'foo', 'bar', 5, 'x'), format('%s%%', 50), format('%L', NULL)
SELECT format('Testing %s, %s', 'one')
SELECT initcap('hi THOMAS o''neil-smith'), left('abcde', -2), right('abcde', 2), lpad('hi', 5, 'xy'), rpad('hi', 5, 'xy'), lpad('hello', 3), ltrim('zzzytest', 'xyz'), rtrim('testxxzx', 'xyz'), btrim('xyxtrimyyx', 'xyz'), repeat('Pg', 4), reverse('abcde'), replace('abcdefabcdef', 'cd', 'XX')
SELECT split_part('abc~@~def~@~ghi', '~@~', 2), split_part('abc,def,ghi,jkl', ',', -2), starts_with('alphabet', 'alph'), 'alphabet' ^@ 'alph', strpos('high', 'ig'), substr('alphabet', 3, 2), substr('alphabet', -1, 3), translate('12345', '143', 'ax'), to_hex(2147483647), to_hex(-1), ascii('x'), chr(65), ascii('é'), unistr('d\0061t\+000061'), md5('abc')
SELECT substring('Thomas' FROM 2 FOR 3), substring('Thomas' FROM 3), substring('Thomas' FOR 2), substring('Thomas' FROM '...$'), substring('Thomas' SIMILAR '%#"o_a#"_' ESCAPE '#'), substring('foobar' FROM 'o(.)b'), overlay('Txxxxas' PLACING 'hom' FROM 2 FOR 4), position('om' IN 'Thomas'), trim(BOTH 'xyz' FROM 'yxTomxx'), trim(LEADING 'x' FROM 'xxa'), trim(TRAILING FROM 'a  '), upper('tom'), lower('TOM'), char_length('jose'), bit_length('jose'), octet_length('é'), normalize(U&'\0061\0308bc', NFC), U&'\0061\0308bc' IS NFD NORMALIZED
SELECT quote_ident('Foo bar'), quote_ident('foo'), quote_literal(E'O\'Reilly'), quote_literal(42.5), quote_nullable(NULL), quote_literal(E'a\\b'), parse_ident('"SomeSchema".someTable'), string_to_array('xx~~yy~~zz', '~~', 'yy'), string_to_table('a,b', ','), array_to_string(ARRAY[1, 2, NULL, 4], ',', '*')
SELECT 'abc' LIKE 'a%', 'abc' LIKE '_b_', 'a%c' LIKE 'a\%c', 'abc' ILIKE 'A%', 'abc' NOT LIKE 'c', 'abc' ~~ 'a%', 'a_c' LIKE 'a#_c' ESCAPE '#', 'abc' SIMILAR TO '%(b|d)%', 'abc' SIMILAR TO 'a', 'abc' NOT SIMILAR TO '(b|c)%'
SELECT 'thomas' ~ 't.*ma', 'thomas' ~* 'T.*ma', 'thomas' !~ 't.*max', 'thomas' !~* 'T.*ma', 'abc' ~ '^(b|c)', 'x1y' ~ '\d', 'foo bar' ~ '\mbar\M', 'a.b' ~ 'a\.b', 'line1' || chr(10) || 'line2' ~ '^line2$', 'AbC' ~ '(?i)abc'
SELECT regexp_match('foobarbequebaz', '(bar)(beque)'), regexp_match('abc', 'd'), regexp_replace('foobarbaz', 'b..', 'X'), regexp_replace('foobarbaz', 'b..', 'X', 'g'), regexp_replace('foobarbaz', 'b(..)', 'X\1Y', 'g'), regexp_split_to_array('hello world', '\s+'), regexp_count('ABCABCAXYaxy', 'A.', 1, 'i'), regexp_instr('number of your street, town zip, FR', '[^,]+', 1, 2), regexp_like('Hello World', 'world$', 'i'), regexp_substr('number of your street, town zip, FR', '[^,]+', 1, 2), regexp_replace('A PostgreSQL function', 'a|e|i|o|u', 'X', 1, 3, 'i')
SELECT regexp_matches('foobarbequebazilbarfbonk', '(b[^b]+)(b[^b]+)', 'g')
SELECT foo FROM regexp_split_to_table('the quick brown fox', '\s+') AS foo
SELECT 'abc' ~ '('
SELECT to_char(125, '999'), to_char(125.8, '999D9'), to_char(-125.8, '999D99S'), to_char(-0.1, '99.99'), to_char(-0.1, 'FM9.99'), to_char(0.1, '0.9'), to_char(12, '9990999.9'), to_char(12, 'FM9990999.9'), to_char(485, '999'), to_char(-485, '999'), to_char(485, '9 9 9'), to_char(1485, '9,999'), to_char(1485, '9G999'), to_char(148.5, '999.999'), to_char(148.5, 'FM999.999'), to_char(148.5, 'FM999.990')
SELECT to_char(-485, '999S'), to_char(-485, '999MI'), to_char(485, '999MI'), to_char(485, 'FM999MI'), to_char(485, 'PL999'), to_char(485, 'SG999'), to_char(-485, 'SG999'), to_char(-485, '9SG99'), to_char(-485, '999PR'), to_char(485, 'L999'), to_char(485, 'RN'), to_char(485, 'FMRN'), to_char(5.2, 'FMRN'), to_char(482, '999th'), to_char(485, '"Good number:"999'), to_char(485.8, '"Pre:"999" Post:" .999'), to_char(12, '99V999'), to_char(12.4, '99V999'), to_char(12.45, '99V9'), to_char(0.0004859, '9.99EEEE')
SELECT to_char(1234567.891, 'FM9,999,999.00'), to_char(0.5, '990.99%'), to_char(-12, '999PR'), to_char(7, '0000'), to_char(1234, '999'), to_char(NULL::int, '999'), to_char(1.5::float8, '9.99'), to_char(12345678901, '99G999G999G999'), to_char(0, 'FM999'), to_char(-1, 'FM000'), to_char(3.14159::real, '9D9999')
SELECT to_number('12,454.8-', '99G999D9S'), to_number('1,234.50', '9,999.99'), to_number('$12.50', 'L99.99'), to_number('-12', 'S99'), to_number('abc', '999')
SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_date('2024-060', 'YYYY-DDD'), to_date('20240315', 'YYYYMMDD'), to_date('12/31/99', 'MM/DD/YY'), to_date('2024-W10-3', 'IYYY-"W"IW-ID'), to_date('March 3, 2024', 'Month DD, YYYY'), to_date('2024 q1', 'YYYY "q"Q')
SELECT to_timestamp('05 Dec 2000', 'DD Mon YYYY'), to_timestamp('2024-01-02 03:04:05.678', 'YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp('10:15 PM', 'HH12:MI PM')::time, to_timestamp('2011-12-18 11:38:15 PM', 'YYYY-MM-DD HH12:MI:SS AM'), to_timestamp('1700000000.5'::float8), to_timestamp('15:12:02.020.001230', 'HH24:MI:SS.MS.US')::time
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT to_timestamp('2024-01-01 25:00', 'YYYY-MM-DD HH24:MI')
SELECT to_char(timestamp '2002-04-20 17:31:12.66', 'HH12:MI:SS'), to_char(timestamp '2002-04-20 17:31:12.66', 'Day, DD  HH12:MI:SS'), to_char(timestamp '2002-04-20 17:31:12.66', 'FMDay, FMDD  HH12:MI:SS'), to_char(interval '15h 2m 12s', 'HH24:MI:SS'), to_char(timestamp '2002-04-20 17:31:12.66', 'YYYY-MM-DD"T"HH24:MI:SS.MS'), to_char(timestamp '2002-04-05', 'FMMonth FMDDth, YYYY'), to_char(timestamp '2002-04-20', 'IYYY-IW-ID IDDD'), to_char(timestamp '2002-04-20 17:31:12.66', 'SSSSS FF3 FF6 US'), to_char(timestamp '0044-03-15 BC', 'YYYY BC'), to_char(timestamp '2024-01-01', 'Y,YYY YYY YY Y CC TMMonth TMDay')
SELECT timestamp '1999-01-08 04:05:06', timestamptz '1999-01-08 04:05:06 -8:00', 'January 8 04:05:06 1999 PST'::timestamptz, 'J2451187'::date, '08-Jan-1999'::date, '1999.008'::date, 'allballs'::time, '04:05:06-08'::timetz, '2003-04-12 04:05:06 America/New_York'::timestamptz
SELECT interval '1-2', interval '3 4:05:06', interval '1 year 2 months 3 days 4 hours 5 minutes 6 seconds', interval 'P1Y2M3DT4H5M6S', interval 'P0001-02-03T04:05:06', interval '@ 1 hour 2 min ago', interval '1.5' month, interval '4 days ago', interval '123' second(1), interval '400' day to hour, '2 decades 1 century'::interval
SELECT date '2001-09-28' + 7, date '2001-09-28' + interval '1 hour', date '2001-09-28' + time '03:00', interval '1 day' + interval '1 hour', timestamp '2001-09-28 01:00' + interval '23 hours', time '01:00' + interval '3 hours', - interval '23 hours', date '2001-10-01' - date '2001-09-28', date '2001-10-01' - 7, date '2001-09-28' - interval '1 hour', time '05:00' - time '03:00', time '05:00' - interval '2 hours', timestamp '2001-09-28 23:00' - interval '23 hours', interval '1 day' - interval '1 hour', timestamp '2001-09-29 03:00' - timestamp '2001-07-27 12:00', interval '1 second' * 900, interval '1 day' * 21, double precision '3.5' * interval '1 hour', interval '1 hour' / 1.5
SELECT age(timestamp '2001-04-10', timestamp '1957-06-13'), date_part('hour', timestamp '2001-02-16 20:38:40'), date_part('month', interval '2 years 3 months'), date_trunc('day', timestamptz '2001-02-16 20:38:40+00', 'Australia/Sydney'), extract(hour FROM timestamp '2001-02-16 20:38:40'), extract(month FROM interval '2 years 3 months'), isfinite(date '2001-02-16'), isfinite(interval '4 hours'), justify_days(interval '1 year 65 days'), justify_hours(interval '50 hours 10 minutes'), justify_interval(interval '1 mon -1 hour')
SELECT extract(century FROM timestamp '2000-12-16 12:21:13'), extract(day FROM interval '40 days 1 minute'), extract(dow FROM timestamp '2001-02-16 20:38:40'), extract(isodow FROM timestamp '2001-02-18 20:38:40'), extract(isoyear FROM date '2006-01-01'), extract(epoch FROM interval '5 days 3 hours'), extract(epoch FROM timestamptz '2001-02-16 20:38:40.12-08'), extract(julian FROM timestamp '2006-01-01 12:00'), extract(second FROM time '17:12:28.5'), extract(quarter FROM date '2001-02-16'), extract(timezone_minute FROM timestamptz '2001-02-16 20:38:40+05:30'), extract(hour FROM timetz '10:00+02'), date_part('second', interval '80 seconds')
SELECT extract(nosuch FROM timestamp '2001-02-16')
SELECT extract(hour FROM date '2001-02-16')
SELECT timestamp '2001-02-16 20:38:40' AT TIME ZONE 'America/Denver', timestamptz '2001-02-16 20:38:40-05' AT TIME ZONE 'America/Denver', timestamp '2001-02-16 20:38:40' AT TIME ZONE 'Asia/Tokyo' AT TIME ZONE 'America/Chicago', timestamp '2024-01-01 12:00' AT TIME ZONE 'EST', timestamp '2024-01-01 12:00' AT TIME ZONE '+03', timestamptz '2024-01-01 12:00+00' AT TIME ZONE interval '5 hours 30 minutes'
SELECT timetz '12:00+02' AT TIME ZONE 'UTC', time '12:00' AT TIME ZONE 'America/New_York' IS NOT NULL
SELECT timestamp '2024-01-01' AT TIME ZONE 'Mars/Phobos'
SELECT date_bin('15 minutes', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01'), date_bin('15 minutes', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01 00:02:30'), date_bin('-1 day', timestamp '2020-02-11', timestamp '2001-01-01')
SELECT make_date(2013, 7, 15), make_interval(days => 10), make_interval(0, 1, 2, 3, 4, 5, 6.5), make_time(8, 15, 23.5), make_timestamp(2013, 7, 15, 8, 15, 23.5), make_timestamptz(2013, 7, 15, 8, 15, 23.5), make_date(2013, 2, 30)
SELECT current_date - 'yesterday'::date, now()::date = current_date, clock_timestamp() >= now(), (current_time)::time IS NOT NULL, current_timestamp(2) IS NOT NULL, 'tomorrow'::date - 'today'::date
SELECT (date '2001-02-16', date '2001-12-21') OVERLAPS (date '2001-10-30', date '2002-10-30'), (date '2001-02-16', interval '100 days') OVERLAPS (date '2001-10-30', date '2002-10-30')
SELECT point(1, 2), '(1,2)'::point, box '((0,0),(1,1))', circle '<(0,0),1>' @> point '(0.5,0)'
SELECT '192.168.1.5/24'::inet, '192.168.1/24'::cidr, inet '192.168.1.5' << inet '192.168.1/24', inet '192.168.1/24' >>= inet '192.168.1/24', host(inet '192.168.1.0/24'), netmask(inet '192.168.1.0/24'), broadcast(inet '192.168.1.5/24'), family(inet '::1'), masklen('10.0.0.0/8'), network(inet '192.168.1.5/24'), set_masklen(inet '192.168.1.5/24', 16), text(inet '192.168.1.5'), abbrev(cidr '10.1.0.0/16'), inet_merge(inet '192.168.1.5/24', inet '192.168.2.5/24'), inet '192.168.1.6' + 25, inet '192.168.1.43' - inet '192.168.1.19', ~ inet '192.168.1.6', hostmask(inet '192.168.23.20/30'), inet_same_family(inet '192.168.1.5/24', inet '::1')
SELECT '08:00:2b:01:02:03'::macaddr, '08002b:010203'::macaddr, trunc(macaddr '12:34:56:78:90:ab'), macaddr8_set7bit(macaddr8 '00:34:56:ab:cd:ef')
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'::uuid, length(gen_random_uuid()::text), 'nope'::uuid
SELECT to_tsvector('english', 'a fat cat sat on a mat') @@ to_tsquery('cat & mat')
SELECT 'fat cats'::tsvector, 'fat & rat'::tsquery
SELECT xmlelement(name foo, 'bar'), xml '<a/>'
SELECT ARRAY[1, 2, 3 + 4], ARRAY[[1, 2], [3, 4]], ARRAY[]::integer[], ARRAY(SELECT id FROM rm_product ORDER BY 1), ARRAY[1, 2]::text[], '{1,2,3}'::int[], '{"a b",NULL,"c,d"}'::text[], '{{1,2},{3,4}}'::int[]
SELECT (ARRAY[1, 2, 3])[2], (ARRAY[[1, 2], [3, 4]])[2][1], (ARRAY[1, 2, 3, 4])[2:3], (ARRAY[1, 2, 3, 4])[:2], (ARRAY[1, 2, 3, 4])[3:], (ARRAY[1, 2])[5], (ARRAY[[1, 2], [3, 4]])[1:1][1:2], ('[0:2]={1,2,3}'::int[])[0]
SELECT ARRAY[1, 4, 3] @> ARRAY[3, 1, 3], ARRAY[2, 2, 7] <@ ARRAY[1, 7, 4, 2, 6], ARRAY[1, 4, 3] && ARRAY[2, 1], ARRAY[1, 2, 3] || ARRAY[4, 5], 3 || ARRAY[4, 5], ARRAY[4, 5] || 7, ARRAY[1, 2] || '{3}', ARRAY[1.1, 2.1]::int[] = ARRAY[1, 2], ARRAY[1, 2] < ARRAY[1, 2, 0]
SELECT array_append(ARRAY[1, 2], 3), array_cat(ARRAY[1, 2], ARRAY[3]), array_dims(ARRAY[[1, 2, 3], [4, 5, 6]]), array_fill(11, ARRAY[2, 3]), array_fill(7, ARRAY[3], ARRAY[2]), array_length(ARRAY[1, 2], 1), array_length(ARRAY[]::int[], 1), array_lower(ARRAY[1], 1), array_ndims(ARRAY[[1], [2]]), array_position(ARRAY['sun', 'mon', 'tue'], 'mon'), array_positions(ARRAY['A', 'A', 'B', 'A'], 'A'), array_prepend(1, ARRAY[2]), array_remove(ARRAY[1, 2, 3, 2], 2), array_replace(ARRAY[1, 2, 5, 4], 5, 3), array_upper(ARRAY[1, 8], 1), cardinality(ARRAY[[1, 2], [3, 4]]), trim_array(ARRAY[1, 2, 3, 4], 2)
SELECT 5 = ANY (ARRAY[1, 5]), 5 <> ALL (ARRAY[1, 2]), 5 > ANY ('{1,2}'::int[]), 'a' = ANY (NULL::text[]), 3 = SOME (SELECT id FROM rm_product), 10 > ALL (SELECT id FROM rm_product), NULL = ANY (ARRAY[1])
SELECT ROW(1, 2.5, 'x'), ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, 2) < ROW(1, 3), (1, 2) = (1, 2), (1, 'a') IN ((1, 'a'), (2, 'b')), ROW(1, 2) IS DISTINCT FROM ROW(1, NULL), (2, 1) > (1, 5)
SELECT (SELECT ROW(1, 2)) = ROW(1, 2), (id, kind) IN (SELECT id, kind FROM rm_product WHERE price > 50), (1, 2) <> ALL (VALUES (1, 3), (2, 2)) FROM rm_product ORDER BY id
SELECT CASE WHEN price > 100 THEN 'high' WHEN price > 20 THEN 'mid' ELSE 'low' END, CASE kind WHEN 'wood' THEN 1 WHEN 'light' THEN 2.5 END, coalesce(kind, 'none'), nullif(kind, 'wood'), greatest(price, 20, NULL), least(price, 20) FROM rm_product ORDER BY id
SELECT int4range(10, 20) @> 3, numrange(11.1, 22.2) && numrange(20.0, 30.0), upper(int8range(15, 25)), int4range(10, 20) * int4range(15, 25), isempty(numrange(1, 5)), '[3,7)'::int4range, '(3,7)'::int4range, '[4,4)'::int4range, daterange('2024-01-01', '2024-02-01', '[]'), int4range(1, 5) -|- int4range(5, 9), range_merge('[1,2)'::int4range, '[3,4)'::int4range), lower_inc(numrange(1, 2)), upper_inf('[1,)'::int4range), int4range(5, 15) + int4range(10, 20), int4range(5, 15) - int4range(10, 20), tsrange('2024-01-01', NULL), 4 <@ int4range(1, 7), '[1,10]'::int8range << '[20,30]'
SELECT '{[3,7), [8,9)}'::int4multirange, int4multirange(int4range(1, 5)) @> 3, range_agg(r) FROM (VALUES (int4range(1, 3)), (int4range(3, 6))) t(r)
SELECT numrange(5, 1)
SELECT '5'::json, '[1, 2, "foo", null]'::json, '{"bar": "baz", "balance": 7.77, "active":false}'::json, '{"bar": "baz", "balance": 7.77, "active":false}'::jsonb, '{"reading": 1.230e-5}'::json, '{"reading": 1.230e-5}'::jsonb, '{"a":1, "a":2}'::jsonb
SELECT '[1, 2, 3]'::jsonb @> '[3, 1]', '{"product": "Pg", "version": 9.4}'::jsonb @> '{"version": 9.4}', '["foo", "bar"]'::jsonb @> '"bar"', '{"a":1}'::jsonb ? 'a', '["foo", "bar"]'::jsonb ?| ARRAY['x', 'bar'], '{"a":1,"b":2}'::jsonb ?& ARRAY['a', 'b']
SELECT '{"a": {"b": 1}}'::jsonb -> 'a' -> 'b', '[{"a":"foo"},{"b":"bar"}]'::json -> 1, '{"a":1}'::json ->> 'a', '[1,2,3]'::json ->> -1, '{"a": {"b": ["x", "y"]}}'::json #> '{a,b,1}', '{"a": {"b": ["x", "y"]}}'::jsonb #>> '{a,b}', '{"a": 1}'::jsonb || '{"b": 2}', '[1]'::jsonb || '2', '{"a":1,"b":2}'::jsonb - 'a', '["a","b"]'::jsonb - 0, '{"a":1,"b":2,"c":3}'::jsonb - '{a,c}'::text[], '["a", {"b":1}]'::jsonb #- '{1,b}'
SELECT ('{"a": {"b": [10, 20]}}'::jsonb)['a']['b'][1], ('[1, "two"]'::jsonb)[1], spec['dims']['h'], spec['colors'][0] FROM rm_product ORDER BY id
SELECT id, spec->>'w', (spec->'dims'->>'h')::int + 1, spec @> '{"w": 40}', jsonb_typeof(spec->'w'), spec #>> '{colors,-1}' FROM rm_product ORDER BY id
SELECT to_json('Fred said "Hi."'::text), to_jsonb(ROW(42, 'x')), array_to_json('{{1,5},{99,100}}'::int[]), json_build_array(1, 2, 'foo', 4, 5), json_build_object('foo', 1, 2, ROW(3, 'bar')), jsonb_build_object('b', 1, 'a', ARRAY[1, 2]), json_object('{a, 1, b, "def", c, 3.5}'), json_object('{a,b}', '{1,2}'), jsonb_object('{{a,1},{b,2}}'), row_to_json(ROW(1, 'foo'))
SELECT json_array_length('[1,2,3]'), jsonb_array_length('[]'), json_extract_path('{"a":{"b":2}}', 'a', 'b'), jsonb_extract_path_text('{"a":["x"]}', 'a', '0'), json_typeof('-123.4'), jsonb_set('[{"f1":1,"f2":null},2]', '{0,f1}', '[2,3]', false), jsonb_set('{"a":1}', '{b}', '2'), jsonb_set_lax('{"a":1}', '{a}', NULL, true, 'delete_key'), jsonb_insert('{"a": [0,1,2]}', '{a, 1}', '"new"'), jsonb_insert('{"a": [0,1,2]}', '{a, 1}', '"new"', true), json_strip_nulls('[{"f1":1, "f2":null}, 2, null]'), jsonb_strip_nulls('{"a":null,"b":{"c":null}}'), jsonb_pretty('[{"f1":1}, 2]')
SELECT * FROM json_each('{"a":"foo", "b":{"c":1}}') ORDER BY key
SELECT * FROM jsonb_each_text('{"a":"foo", "b":null}') ORDER BY 1
SELECT * FROM json_array_elements('[1,true, [2,false]]') WITH ORDINALITY
SELECT value::int * 2 FROM jsonb_array_elements_text('[5, 6]')
SELECT json_object_keys('{"f1":"abc","f2":{"f3":"a"}}')
SELECT * FROM json_to_record('{"a":1,"b":[1,2,3],"c":[1,2,3],"e":"bar","r": {"a": 123}}') AS x(a int, b text, c int[], d text, r jsonb)
SELECT * FROM jsonb_to_recordset('[{"a":1,"b":"foo"}, {"a":"2","c":"bar"}]') AS x(a int, b text)
SELECT * FROM json_populate_record(NULL::rm_sale, '{"id": 7, "qty": 3, "shop": "east"}')
SELECT jsonb_path_query('[1, 2, 3, 4, 5]', '$[*] ? (@ > 2)'), jsonb_path_exists('{"a":[1,2,3]}', '$.a[*] ? (@ >= $min)', '{"min": 3}')
SELECT jsonb_path_query_array('{"a":[1,2,3,4,5]}', '$.a[*] ? (@ >= $min && @ <= $max)', '{"min":2, "max":4}'), jsonb_path_query_first('[1,2]', '$[last]'), '{"a":[1,2,3,4,5]}'::jsonb @? '$.a[*] ? (@ > 2)', '{"a":[1,2]}'::jsonb @@ '$.a[1] == 2', jsonb_path_match('{"a":1}', 'exists($.a)'), jsonb_path_query('"10-03-2017"', '$.datetime("DD-MM-YYYY")')
SELECT json_agg(name ORDER BY id), jsonb_agg(price ORDER BY id), json_object_agg(id, name ORDER BY id), jsonb_object_agg(name, price), json_agg(p.tags ORDER BY id) FROM rm_product p
SELECT '{"a": nope}'::jsonb
SELECT ('{"a": "x"}'::jsonb->>'a')::int
SELECT string_agg(name, ', ' ORDER BY price DESC), array_agg(kind ORDER BY kind NULLS FIRST), bool_and(price > 1), bool_or(price > 200), every(price > 10), count(kind), bit_and(id), bit_or(id), bit_xor(id), min(name), max(added) FROM rm_product
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price), percentile_disc(0.5) WITHIN GROUP (ORDER BY price), mode() WITHIN GROUP (ORDER BY kind), percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY id), percentile_disc(0.5) WITHIN GROUP (ORDER BY added) FROM rm_product
SELECT rank(50) WITHIN GROUP (ORDER BY price), dense_rank(50) WITHIN GROUP (ORDER BY price), percent_rank(50) WITHIN GROUP (ORDER BY price), cume_dist(50) WITHIN GROUP (ORDER BY price) FROM rm_product
SELECT corr(id, price), covar_pop(id, price), regr_count(id, price), regr_slope(id, price)::numeric(10,6), regr_avgx(id, price), regr_r2(id, price)::numeric(8,5) FROM rm_product
SELECT name, row_number() OVER w, rank() OVER (ORDER BY kind), dense_rank() OVER (ORDER BY kind), percent_rank() OVER w, cume_dist() OVER w, ntile(3) OVER w, lag(name, 1, '-') OVER w, lead(price) OVER w, first_value(name) OVER w, last_value(name) OVER w, nth_value(name, 2) OVER w FROM rm_product WINDOW w AS (ORDER BY price) ORDER BY price
SELECT id, sum(qty) OVER (PARTITION BY shop ORDER BY sold ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), avg(qty) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW), count(*) OVER (ORDER BY sold RANGE BETWEEN '1 day' PRECEDING AND '1 day' FOLLOWING), sum(qty) OVER (ORDER BY shop GROUPS 1 PRECEDING) FROM rm_sale ORDER BY id
SELECT shop, sum(qty), sum(sum(qty)) OVER (ORDER BY shop), round(100.0 * sum(qty) / sum(sum(qty)) OVER (), 1) FROM rm_sale GROUP BY shop ORDER BY shop
SELECT EXISTS (SELECT 1 FROM rm_sale WHERE qty > 5), 2 IN (1, 2), 2 NOT IN (1, NULL), NOT EXISTS (SELECT FROM rm_sale WHERE false), (SELECT 1 WHERE false)
SELECT generate_series(1, 10, 3), generate_series(5, 1, -2)
SELECT * FROM generate_series('2008-03-01 00:00'::timestamp, '2008-03-02 12:00', '10 hours') s(a)
SELECT * FROM generate_series('2024-03-30 00:00+00'::timestamptz, '2024-04-01', '1 day')
SELECT generate_series(1.1, 4, 1.3), generate_subscripts('{NULL,1,NULL,2}'::int[], 1)
SELECT current_catalog, current_schema, current_user = session_user, pg_backend_pid() > 0, version() LIKE 'PostgreSQL 15%', current_schemas(true), current_database()
SELECT pg_typeof(1), pg_typeof(1.5), pg_typeof('x'), pg_typeof(NULL), pg_typeof(ARRAY[1]), pg_typeof(now()), pg_typeof(1 = 1), pg_typeof(price), pg_typeof(kind), pg_typeof(spec), pg_typeof(tags), pg_typeof(ROW(1)) FROM rm_product WHERE id = 1
SELECT pg_typeof(count(*)), pg_typeof(sum(qty)), pg_typeof(avg(qty)), pg_typeof(sum(id::bigint)), pg_typeof(max(sold)), pg_typeof(array_agg(id)), pg_typeof(json_agg(id)) FROM rm_sale
SELECT pg_typeof(sum(price)), pg_typeof(count(*) * 2), pg_typeof(string_agg(name, ',')), pg_typeof(bool_and(true)), pg_typeof(avg(price)::float4) FROM rm_product GROUP BY kind ORDER BY kind LIMIT 1
SELECT format_type(23, NULL), format_type('numeric'::regtype, 655366), format_type('varchar'::regtype, 14), 'int4'::regtype, 'rm_product'::regclass, 'rm_product'::regclass::oid > 0, to_regclass('nosuch'), to_regtype('text'), 'abs(integer)'::regprocedure, 'int4'::regtype::oid, '=(int4,int4)'::regoperator
SELECT has_table_privilege('rm_product', 'SELECT'), has_column_privilege('rm_product', 'name', 'UPDATE'), has_schema_privilege('public', 'USAGE'), has_database_privilege(current_database(), 'CONNECT'), has_function_privilege('abs(int)', 'EXECUTE'), has_any_column_privilege('rm_product', 'SELECT'), pg_has_role(current_user, 'USAGE'), has_type_privilege('int4', 'USAGE')
SELECT has_table_privilege('nosuch_table', 'SELECT')
SELECT col_description('rm_product'::regclass, 1), obj_description('rm_product'::regclass, 'pg_class'), pg_get_expr(NULL, 0), pg_table_is_visible('rm_product'::regclass), pg_get_userbyid(10) IS NOT NULL, pg_encoding_to_char(6)
SELECT pg_column_size(1::int8), pg_column_size('abc'::text), pg_size_pretty(10000000::bigint), pg_size_bytes('10 kB'), pg_size_pretty(512::numeric)
SELECT 1 / 0
SELECT 1.0 / 0
SELECT sqrt(-1)
SELECT ln(0)
SELECT 2147483647 + 1
SELECT 32768::smallint
SELECT 'abc'::int
SELECT '2024-13-45'::date
SELECT '25:00'::time
SELECT nosuch FROM rm_product
SELECT * FROM nosuch
SELECT nosuch(1)
SELECT name FROM rm_product GROUP BY kind
SELECT sum(price) FROM rm_product WHERE sum(price) > 1
SELECT 1 + 'a'
SELECT 'a' + 'b'
SELECT name + 1 FROM rm_product
SELECT rank() FROM rm_product
SELECT 1 UNION SELECT 'a'
SELECT (SELECT id FROM rm_product)
SELECT (1, 2) = (1, 2, 3)
SELECT ARRAY[1, 'x']
SELECT coalesce(1, 'x')
SELECT id FROM rm_product, rm_sale
SELECT * FROM rm_product p JOIN rm_sale p ON true
SELECT FROM WHERE
SELECT 1 FROM rm_product LIMIT -1
SELECT substring('abc' FROM 1 FOR -1)
SELECT chr(0)
SELECT repeat('a', -1) || lpad('a', 0) || left('a', 0)
SELECT cast('1' AS nosuchtype)
SELECT 9223372036854775807 + 1
SELECT 1e400::float8
SELECT 100000::numeric(5,2)
SELECT array_fill(1, NULL)
SELECT '{1,2'::int[]
SELECT ARRAY[[1, 2], [3]]
SELECT 'x' COLLATE "C" < 'Y' COLLATE "C", 'a' < 'B' COLLATE "POSIX", max(name COLLATE "C") FROM rm_product
SELECT name COLLATE "de_DE_nosuch" FROM rm_product
EXPLAIN (FORMAT XML) SELECT 1
EXPLAIN (ANALYZE, NOSUCH) SELECT 1
EXPLAIN (FORMAT nosuch) SELECT 1
