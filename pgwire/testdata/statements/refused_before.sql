CREATE FUNCTION rb_v(a int, b int DEFAULT 10, VARIADIC rest int[] DEFAULT '{}') RETURNS text LANGUAGE sql AS $$ SELECT a::text || ' ' || b::text || ' ' || rest::text $$
CREATE FUNCTION rb_p(a int, b int DEFAULT 10) RETURNS int LANGUAGE sql AS $$ SELECT a + b $$
CREATE FUNCTION rb_arr(a int[]) RETURNS int LANGUAGE sql AS $$ SELECT a[1] $$
CREATE FUNCTION rb_num(VARIADIC a numeric[]) RETURNS numeric LANGUAGE sql AS $$ SELECT a[1] $$
SELECT rb_v(7, VARIADIC rest => ARRAY[1,1])
SELECT rb_v(7, VARIADIC ARRAY[1,1])
SELECT rb_v(b => 2, a => 1, VARIADIC ARRAY[9])
SELECT rb_v(7, VARIADIC b => ARRAY[9])
SELECT rb_v(7, VARIADIC b => 9)
SELECT rb_v(VARIADIC b => 9)
SELECT rb_v(7, 8, VARIADIC a => 9)
SELECT rb_v(7, b => 1, VARIADIC b => 9)
SELECT rb_p(VARIADIC 7)
SELECT rb_p(1, VARIADIC 7)
SELECT rb_p(1, VARIADIC b => 7)
SELECT rb_p(b => 1, VARIADIC a => 7)
SELECT rb_p(VARIADIC b => 7)
SELECT rb_p(VARIADIC ARRAY[7])
SELECT rb_p(b => 1, 7)
SELECT rb_p(a => 1, a => 7)
SELECT rb_p(1, a => 7)
SELECT rb_p(a => 1, b => 2)
SELECT rb_p(a := 1, b := 2)
SELECT rb_p(c => 1)
SELECT rb_p(1, ARRAY[2])
SELECT rb_p(1, ARRAY['2'])
SELECT rb_p(1, ARRAY[2]::int[])
SELECT rb_p(1, '{1}'::text[])
SELECT rb_arr(1)
SELECT rb_arr(ARRAY[1.5])
SELECT rb_arr(ARRAY[1, 2.5])
SELECT rb_arr(ARRAY['1'])
SELECT rb_arr('{3}')
SELECT rb_arr(ARRAY[1::smallint])
SELECT rb_num(VARIADIC ARRAY[1, 2])
SELECT rb_num(VARIADIC ARRAY['a'])
SELECT rb_num(VARIADIC a => ARRAY[1, 2])
SELECT * FROM rb_p(b => 1, 7)
SELECT * FROM rb_v(7, VARIADIC rest => ARRAY[1,1])
SELECT make_interval(days => 3, VARIADIC hours => 4)
SELECT make_interval(VARIADIC years => 4)
SELECT make_interval(3, VARIADIC months => 4)
SELECT make_interval(days => 3, 4)
SELECT make_interval(1, years => 3)
SELECT make_interval(days => 3, days => 4)
SELECT make_interval(day => 3)
SELECT make_date(year => 2020, month => 1, day => 2)
SELECT make_date(2020, day => 1, month => 2)
SELECT make_date(2020, year => 1, month => 2)
SELECT make_date(year => 2020, month => 1, 2)
SELECT make_time(hour => 1, min => 2, sec => 3)
SELECT make_timestamp(year => 2020, month => 1, mday => 2, hour => 1, min => 2, sec => 3)
SELECT jsonb_set(target => '{"a":1}', path => '{a}', new_value => '2')
SELECT jsonb_set(jsonb_in => '{"a":1}', path => '{a}', replacement => '2')
SELECT jsonb_set('{"a":1}', '{b}', replacement => '2', create_if_missing => false)
SELECT jsonb_path_query_array(target => '[1,2]', path => '$[*]')
SELECT jsonb_path_query_array('[1,2]', '$[*]', silent => true)
SELECT parse_ident('a.b', strict => true)
SELECT parse_ident(str => 'a.b')
SELECT string_to_array(string => 'a,b', delimiter => ',')
SELECT abs(x => 1)
SELECT upper(VARIADIC 'a')
SELECT sum(x => 1)
SELECT count(VARIADIC '{1}')
SELECT jsonb_build_object(VARIADIC ARRAY['a', 'b'])
SELECT jsonb_build_object('a', VARIADIC ARRAY['b'])
SELECT jsonb_build_object(VARIADIC 'a')
SELECT concat(VARIADIC ARRAY[1,2])
SELECT concat(VARIADIC 1)
SELECT concat('a', VARIADIC ARRAY[1,2])
SELECT greatest(VARIADIC ARRAY[1,2])
SELECT coalesce(VARIADIC ARRAY[1,2])
SELECT format('%s', VARIADIC 1)
SELECT num_nulls(VARIADIC ARRAY[1,NULL])
SELECT json_extract_path('{"a":{"b":1}}', VARIADIC ARRAY['a','b'])
SELECT json_extract_path('{"a":{"b":1}}', 'a', VARIADIC ARRAY['b'])
SELECT json_extract_path(from_json => '{"a":{"b":1}}', VARIADIC path_elems => ARRAY['a','b'])
SELECT jsonb_extract_path_text('{"a":{"b":1}}', VARIADIC path_elems => ARRAY['a','b'])
SELECT jsonb_extract_path_text(VARIADIC path_elems => ARRAY['a','b'])
SELECT jsonb_extract_path_text('{"a":{"b":1}}', path_elems => ARRAY['a','b'])
CREATE TYPE rb_comp AS (street text, zip text)
CREATE TYPE rb_one AS (street text)
CREATE TABLE rb_people (id int, addresses rb_comp[])
INSERT INTO rb_people VALUES (1, ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]), (2, NULL), (3, '{}'), (4, ARRAY[ROW('a','1'), NULL, ROW(NULL, NULL)]::rb_comp[])
SELECT s.* FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) AS s
SELECT * FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) AS s(x, y)
SELECT * FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) AS s(x)
SELECT s.x, s.y FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) AS s(x, y)
SELECT * FROM unnest(ARRAY[ROW('a','1')]::rb_comp[])
SELECT street FROM unnest(ARRAY[ROW('a','1')]::rb_comp[])
SELECT s FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) AS s
SELECT unnest.zip FROM unnest(ARRAY[ROW('a','1')]::rb_comp[])
SELECT p.id, s.* FROM rb_people p, unnest(p.addresses) AS s ORDER BY 1, 2
SELECT p.id, s.zip FROM rb_people p, unnest(p.addresses) AS s ORDER BY 1, 2
SELECT p.id, s.z FROM rb_people p, unnest(p.addresses) AS s(st, z) ORDER BY 1, 2
SELECT p.id, s.z FROM rb_people p LEFT JOIN unnest(p.addresses) AS s(st, z) ON true ORDER BY 1, 2
SELECT p.id, (s).zip FROM rb_people p, unnest(p.addresses) AS s ORDER BY 1, 2
SELECT p.id, street FROM rb_people p, unnest(p.addresses) ORDER BY 1, 2
SELECT p.id, (unnest(p.addresses)).zip FROM rb_people p ORDER BY 1, 2
SELECT p.id, (unnest(p.addresses)).* FROM rb_people p ORDER BY 1, 2
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s(street, zip, n)
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s(x)
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s(x, y)
SELECT * FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s(x, y, z, w)
SELECT s.n, s.zip FROM unnest(ARRAY[ROW('a','1'), ROW('b','2')]::rb_comp[]) WITH ORDINALITY AS s(street, zip, n) ORDER BY s.n DESC
SELECT s.n, s.street FROM unnest(ARRAY[ROW('a'), ROW('b')]::rb_one[]) WITH ORDINALITY AS s(street, n) ORDER BY s.n DESC
SELECT s.street FROM unnest(ARRAY[ROW('a'), ROW('b')]::rb_one[]) AS s ORDER BY s.street DESC
SELECT s.* FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) WITH ORDINALITY AS s
SELECT s.ordinality FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) WITH ORDINALITY AS s
SELECT s FROM unnest(ARRAY[ROW('a','1')]::rb_comp[]) WITH ORDINALITY AS s(x)
SELECT p.id, s.street, s.zip, s.n FROM rb_people p, unnest(p.addresses) WITH ORDINALITY AS s(street, zip, n) ORDER BY 1, 4
SELECT p.id, s.* FROM rb_people p, unnest(p.addresses) WITH ORDINALITY AS s(street, zip, n) ORDER BY 1, 4
SELECT p.id, s.street, s.zip, s.n FROM rb_people p LEFT JOIN LATERAL unnest(p.addresses) WITH ORDINALITY AS s(street, zip, n) ON true ORDER BY 1, 4
SELECT count(*), max(n) FROM rb_people p, unnest(p.addresses) WITH ORDINALITY AS s(street, zip, n)
SELECT count(*), max(ordinality) FROM rb_people p, unnest(p.addresses) WITH ORDINALITY
SELECT * FROM unnest(ARRAY[ROW('a','1')]::rb_comp[], ARRAY[1,2]) AS s(a, b, c)
SELECT * FROM unnest(ARRAY[ROW('a','1')]::rb_comp[], ARRAY[1,2]) WITH ORDINALITY AS s(a, b, c, d)
SELECT * FROM unnest((SELECT array_agg(r) FROM (SELECT ROW('a', 'b')::rb_comp AS r) x)) WITH ORDINALITY AS s(street, zip, n)
SELECT * FROM unnest((SELECT addresses FROM rb_people WHERE id = 1)) WITH ORDINALITY AS s(street, zip, n)
SELECT * FROM unnest((SELECT array_agg(p) FROM rb_people p WHERE id < 3)) WITH ORDINALITY AS s(id, adr, n)
CREATE FUNCTION rb_rows() RETURNS SETOF rb_comp LANGUAGE sql AS $$ SELECT 'a', 'b' UNION ALL SELECT 'c', 'd' $$
CREATE FUNCTION rb_adr(int) RETURNS rb_comp[] LANGUAGE sql AS $$ SELECT addresses FROM rb_people WHERE id = $1 $$
SELECT * FROM unnest(rb_adr(1)) WITH ORDINALITY AS s(street, zip, n)
SELECT s.zip FROM unnest(rb_adr(1)) AS s
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) WITH ORDINALITY AS z(a, b, c, n)
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) AS z
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) WITH ORDINALITY
SELECT z.unnest FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) AS z
SELECT z.generate_series FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) AS z ORDER BY 1
SELECT z.n, z.b FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), generate_series(10, 11)) WITH ORDINALITY AS z(a, b, c, n) ORDER BY 1
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c'])) AS z(a, b)
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2], ARRAY['a','b','c']), unnest(ARRAY[true])) AS z(a, b)
SELECT * FROM ROWS FROM (upper('a'), generate_series(1, 2)) AS z(a, b)
SELECT * FROM ROWS FROM (generate_series(1, 2), upper('a')) WITH ORDINALITY AS z
SELECT * FROM ROWS FROM (abs(-1), lower('X')) AS z
SELECT * FROM ROWS FROM (generate_series(1, 2), string_to_table('a,b,c', ',')) WITH ORDINALITY AS z(a, b, c)
SELECT * FROM ROWS FROM (generate_series(1, 2), regexp_matches('abc', '.', 'g')) AS z(a, b)
SELECT * FROM ROWS FROM (json_array_elements('[1,2]'), generate_series(1, 3)) AS z(a, b)
SELECT * FROM ROWS FROM (jsonb_each('{"a":1}'), generate_series(1, 3)) AS z(a, b)
SELECT * FROM ROWS FROM (json_to_recordset('[{"a":1}]') AS (a int), generate_series(1, 3)) AS z(a, b)
SELECT t.x, z.* FROM (VALUES (1), (2)) AS t(x), ROWS FROM (generate_series(1, t.x), unnest(ARRAY['a','b'], ARRAY[t.x])) AS z(a, b, c) ORDER BY 1, 2
SELECT * FROM ROWS FROM (unnest(ARRAY[1,2]), unnest(ARRAY[3])) AS z(a, b, c)
CREATE TABLE rb_sales (region text, product text, year int, revenue numeric)
INSERT INTO rb_sales VALUES ('n', 'x', 2020, 10), ('n', 'y', 2020, 20.5), ('s', 'x', 2021, 30.25), ('s', 'y', 2021, 1e3)
SELECT region, product, sum(revenue) FROM rb_sales GROUP BY DISTINCT ROLLUP (region, product), ROLLUP (region, year) ORDER BY 1, 2, 3
SELECT region, product, year, sum(revenue), grouping(region, product, year) FROM rb_sales GROUP BY DISTINCT ROLLUP (region, product), ROLLUP (region, year) ORDER BY 1, 2, 3, 5
SELECT region, count(*) FROM rb_sales GROUP BY DISTINCT CUBE (region), region ORDER BY 1
SELECT region, count(*) FROM rb_sales GROUP BY DISTINCT GROUPING SETS ((region), (region), (), ()) ORDER BY 1
SELECT region, product, count(*) FROM rb_sales GROUP BY DISTINCT GROUPING SETS ((region, product), (product, region), ROLLUP (region), CUBE (region, product)) ORDER BY 1, 2, 3
SELECT region, product, count(*) FROM rb_sales GROUP BY DISTINCT ROLLUP ((region, product), year), region ORDER BY 1, 2, 3
SELECT region AS r, count(*) FROM rb_sales GROUP BY DISTINCT GROUPING SETS (1, region, (r), ()) ORDER BY 1
SELECT region, upper(product), count(*) FROM rb_sales s GROUP BY DISTINCT ROLLUP (s.region, upper(product)), CUBE (region, upper(s.product)) ORDER BY 1, 2, 3
SELECT region, count(*) FROM rb_sales GROUP BY DISTINCT region ORDER BY 1
SELECT count(*) FROM rb_sales GROUP BY DISTINCT (), ()
SELECT region, product, count(*) FROM rb_sales GROUP BY ALL ROLLUP (region, product), ROLLUP (region) ORDER BY 1, 2, 3
SELECT DISTINCT region, count(*) OVER () FROM rb_sales GROUP BY DISTINCT ROLLUP (region), ROLLUP (region) HAVING count(*) > 1 ORDER BY 1
CREATE VIEW rb_grouped AS SELECT region, product, count(*) AS n FROM rb_sales GROUP BY DISTINCT ROLLUP (region, product), ROLLUP (region)
SELECT * FROM rb_grouped ORDER BY 1, 2
SELECT pg_get_viewdef('rb_grouped')
SELECT year, revenue, lag(revenue, 1, 0::numeric) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lag(revenue, 1, 0) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lead(revenue, 1, 0.0) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lead(revenue, 2, -1.50) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lag(revenue, 1, revenue) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lag(revenue, 1, year) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue, lag(revenue, year - 2020, 0.5) OVER (PARTITION BY region ORDER BY year, revenue) FROM rb_sales
SELECT year, revenue - lag(revenue, 1, 0::numeric) OVER (ORDER BY year, revenue) AS d FROM rb_sales
SELECT year, lag(revenue * 1.5, 1, 0.000) OVER (ORDER BY year, revenue) AS d FROM rb_sales
SELECT lag(sum(revenue), 1, 0::numeric) OVER (ORDER BY region) FROM rb_sales GROUP BY region
SELECT lag(nosuch, 1, 0::numeric) OVER (ORDER BY id) FROM rb_sales
SELECT lag(year, 1, 0::numeric) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT lag(year, 1, 0.5) OVER (ORDER BY year, revenue) FROM rb_sales
SELECT lag(v, 1, 0.25) OVER (ORDER BY v) FROM (VALUES (1.5), (2.00)) AS t(v)
SELECT lag(v, 1, 0.25) OVER (ORDER BY v) FROM (SELECT 1.5::numeric(10,1) AS v UNION SELECT 2.0) t
SELECT year, coalesce(lag(revenue) OVER (ORDER BY year, revenue), 0.00) FROM rb_sales
SELECT sum(x) FROM (SELECT lag(revenue, 1, 0.0) OVER w AS x FROM rb_sales WINDOW w AS (ORDER BY year, revenue)) t
SELECT round(lag(revenue, 1, 0.5) OVER w, 1) AS x FROM rb_sales WINDOW w AS (ORDER BY year, revenue)
SELECT region, upper(product), count(*) FROM rb_sales s GROUP BY ROLLUP (s.region, upper(product)), CUBE (region, upper(s.product)) ORDER BY 1, 2, 3
SELECT s.region, count(*) FROM rb_sales s GROUP BY GROUPING SETS ((region), (s.region), ()) ORDER BY 1, 2
SELECT * FROM generate_series(0, 1.2, 0.3)
SELECT * FROM generate_series(0.0, 1.2, 0.3)
SELECT * FROM generate_series(0, 1.2, 0.3) AS g(x) WHERE x > 0.3
SELECT generate_series(1.5, 3)
SELECT generate_series(1::numeric, 3)
SELECT * FROM generate_series(1::numeric, 3)
SELECT * FROM generate_series(3.0, 1.0, -0.5)
SELECT * FROM generate_series(3.0, 1.0, 0.0)
SELECT x, pg_typeof(x) FROM generate_series(0::numeric, 1, 0.25) x
SELECT sum(x) FROM generate_series(0.0, 100.0, 0.1) x
SELECT * FROM generate_series(NULL, 1.2, 0.3)
SELECT count(*) FROM generate_series(1.5, NULL, 0.3)
SELECT * FROM generate_series('NaN'::numeric, 1.2, 0.3)
SELECT r.year, g FROM rb_sales r, generate_series(0, r.revenue / 10, 0.7) g ORDER BY 1, 2
SELECT g FROM rb_sales r, generate_series(1, r.revenue) g ORDER BY 1
SELECT g FROM rb_sales r, generate_series(0.5, r.year, 1000) g ORDER BY 1
SELECT x * 2 AS y, round(x) AS z FROM generate_series(0, 2, 0.5) AS x ORDER BY x DESC
SELECT * FROM generate_series('1'::numeric, '2'::numeric, '0.5'::numeric)
SELECT * FROM generate_series(1.0, 1e1, 3) x
SELECT * FROM generate_series(2.5, 1.0) x
SELECT s.region, count(*) FROM rb_sales s JOIN rb_sales t USING (region) GROUP BY GROUPING SETS ((region), (s.region), ()) ORDER BY 1, 2
SELECT s.region, count(*) FROM rb_sales s JOIN rb_sales t ON s.product = t.product GROUP BY ROLLUP (s.region, t.region) ORDER BY 1, 2
SELECT year AS region, count(*) FROM rb_sales s GROUP BY ROLLUP (region) ORDER BY 1, 2
SELECT upper(region) AS u, count(*) FROM rb_sales s GROUP BY ROLLUP (u) ORDER BY 1, 2
SELECT upper(region) AS u, count(*) FROM rb_sales s GROUP BY ROLLUP (1), CUBE (product) ORDER BY 1, 2
SELECT region AS r, product AS p, count(*) FROM rb_sales s GROUP BY CUBE (r, p) ORDER BY 1, 2
SELECT region AS r, count(*) FROM rb_sales s GROUP BY GROUPING SETS ((r), (region)) ORDER BY 1, 2
CREATE TABLE rb_jul (id int, d date, t timestamp, z timestamptz)
INSERT INTO rb_jul VALUES (1, '2020-01-01', '2020-01-01 12:00', '2020-01-01 06:00+00'), (2, '0044-03-15 BC', '1999-12-31 23:59:59.25', NULL), (3, NULL, NULL, NULL)
SELECT extract(julian FROM d) FROM rb_jul
SELECT extract(julian FROM t) FROM rb_jul
SELECT extract(julian FROM z) FROM rb_jul
SELECT extract(julian FROM nosuch) FROM rb_jul
SELECT extract(julian FROM x.nosuch) FROM rb_jul x
SELECT extract(julian FROM nosuch) FROM rb_nosuch
SELECT extract(julian FROM d) FROM rb_nosuch
SELECT extract(julian FROM date '2020-01-01'), extract(julian FROM timestamp '2020-01-01 12:00')
SELECT date_part('julian', d), date_part('julian', t) FROM rb_jul
SELECT extract(julian FROM timestamptz '2020-01-01 12:00+00')
SELECT extract(julian FROM t)::int FROM rb_jul
SELECT extract(julian FROM interval '1 day')
SELECT extract(julian FROM time '12:00')
SELECT extract(nosuch FROM nosuch) FROM rb_jul
SELECT date_part('nosuch', nosuch) FROM rb_jul
SELECT ts_headline(nosuch, 'a'::tsquery) FROM rb_jul
SELECT nosuch COLLATE "fr_FR" FROM rb_jul
SELECT lag(nosuch, 1, 0::numeric) OVER (ORDER BY id) FROM rb_jul
SELECT nosuch::jsonpath FROM rb_jul
SELECT id::jsonpath FROM rb_jul2
SELECT json_object_agg(DISTINCT nosuch, 1) FROM rb_jul
UPDATE rb_jul SET id = extract(julian FROM nosuch)
UPDATE rb_jul SET nosuch = extract(julian FROM t)
DELETE FROM rb_jul WHERE nosuch COLLATE "fr_FR" = 'x'
INSERT INTO rb_jul (nosuch) SELECT id::jsonpath FROM rb_jul
INSERT INTO rb_jul (id) SELECT nosuch COLLATE "fr_FR" FROM rb_jul
WITH x AS (SELECT 1 AS a) SELECT b COLLATE "fr_FR" FROM x
SELECT id FROM rb_jul WHERE EXISTS (SELECT 1 FROM rb_jul j WHERE j.nosuch COLLATE "fr_FR" = 'x')
SELECT id COLLATE "fr_FR" FROM rb_jul
SELECT id FROM rb_jul ORDER BY nosuch COLLATE "fr_FR"
SELECT id AS q FROM rb_jul ORDER BY q COLLATE "fr_FR"
CREATE VIEW rb_jv AS SELECT nosuch COLLATE "fr_FR" FROM rb_jul
CREATE TABLE rb_ja AS SELECT nosuch COLLATE "fr_FR" FROM rb_jul
SELECT extract(julian FROM 'infinity'::timestamp)
SELECT date_part('julian', 'infinity'::timestamp), date_part('julian', '-infinity'::timestamptz)
SELECT extract(julian FROM timestamp '2020-01-01 00:00:00'), extract(julian FROM timestamp '2020-01-01 00:01:00')
SELECT extract(julian FROM timestamp '1969-12-31 23:59:59.999999'), extract(julian FROM timestamp '0001-01-01 01:00:00 BC'), extract(julian FROM timestamp '2020-01-01 00:01:40')
SELECT date_part('julian', timestamp '1969-12-31 23:59:59.999999'), date_part('julian', timestamp '2020-01-01 00:00:00.5')
SET TimeZone = 'Europe/Berlin'
SELECT extract(julian FROM z), date_part('julian', z) FROM rb_jul
RESET TimeZone
SELECT round(extract(julian FROM t), 3), floor(extract(julian FROM t)) FROM rb_jul
SELECT id FROM rb_jul WHERE extract(julian FROM t) > 2458850
SELECT extract(julian FROM t) - extract(julian FROM d) FROM rb_jul
