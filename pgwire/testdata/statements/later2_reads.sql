-- A second set, written before anything was looked at: what analysts, tools and the authors of manuals and tests write.
CREATE TABLE l2_orders (id int PRIMARY KEY, customer varchar(30), placed timestamptz, total numeric(10,2), status text, items jsonb, tags text[])
INSERT INTO l2_orders VALUES (1, 'acme', '2024-01-05 10:00+00', 120.50, 'paid', '[{"sku":"a","n":2},{"sku":"b","n":1}]', '{x,y}'), (2, 'acme', '2024-02-10 12:30+00', 80, 'open', '[]', NULL), (3, 'beta', '2024-02-11 09:15+00', 42.42, 'paid', NULL, '{y}'), (4, 'Ceta', '2024-03-01 00:00+00', NULL, 'void', '[{"sku":"c"}]', '{}')
SELECT date_trunc('month', placed) AS m, count(*), sum(total), round(avg(total), 2) FROM l2_orders GROUP BY 1 ORDER BY 1
SELECT to_char(placed, 'YYYY-MM') AS ym, count(DISTINCT customer) FROM l2_orders GROUP BY ym HAVING count(*) > 1
SELECT customer, total, total - lag(total) OVER (PARTITION BY customer ORDER BY placed) AS delta, sum(total) OVER (ORDER BY placed) AS running FROM l2_orders ORDER BY placed
SELECT customer, total / sum(total) OVER () AS share FROM l2_orders WHERE total IS NOT NULL ORDER BY id
SELECT o.id, i ->> 'sku' AS sku, (i ->> 'n')::int AS n FROM l2_orders o CROSS JOIN LATERAL jsonb_array_elements(o.items) AS i ORDER BY 1, 2
SELECT id, x.sku, x.n FROM l2_orders, jsonb_to_recordset(items) AS x(sku text, n int) ORDER BY id, sku
SELECT customer, string_agg(status, '/' ORDER BY placed DESC) FILTER (WHERE total > 50) FROM l2_orders GROUP BY customer ORDER BY customer COLLATE "C"
SELECT status, customer, count(*) FROM l2_orders GROUP BY ROLLUP (status, customer) ORDER BY status NULLS LAST, customer NULLS LAST
WITH monthly AS (SELECT date_trunc('month', placed)::date AS m, sum(total) AS t FROM l2_orders GROUP BY 1) SELECT m, t, t - lag(t) OVER (ORDER BY m) AS diff, m - lag(m) OVER (ORDER BY m) AS days FROM monthly ORDER BY m
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) AS median, mode() WITHIN GROUP (ORDER BY status) FROM l2_orders
SELECT id FROM l2_orders WHERE 'y' = ANY (tags) OR tags @> ARRAY['x'] ORDER BY id DESC
SELECT id, cardinality(tags), array_to_string(tags, '+'), tags[1] FROM l2_orders ORDER BY id
SELECT CASE status WHEN 'paid' THEN 1 WHEN 'open' THEN 0 END AS code, coalesce(total, 0), nullif(status, 'void') FROM l2_orders ORDER BY id
SELECT id, placed AT TIME ZONE 'Asia/Tokyo', extract(dow FROM placed), placed::date, placed::time FROM l2_orders ORDER BY id
SELECT width_bucket(total, 0, 150, 3), count(*) FROM l2_orders GROUP BY 1 ORDER BY 1
SELECT count(*) FILTER (WHERE total > 50), bool_or(total > 100), bool_and(total > 100), max(placed) - min(placed) FROM l2_orders
SELECT g.d::date, count(o.id) FROM generate_series(date '2024-01-01', date '2024-03-01', interval '1 month') AS g(d) LEFT JOIN l2_orders o ON date_trunc('month', o.placed) = g.d GROUP BY g.d ORDER BY g.d
SELECT a.id, b.id FROM l2_orders a JOIN l2_orders b ON a.customer = b.customer AND a.id < b.id
SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY customer ORDER BY total DESC NULLS LAST) AS rn FROM l2_orders) t WHERE rn = 1 ORDER BY id
SELECT id FROM l2_orders WHERE total > (SELECT avg(total) FROM l2_orders)
SELECT customer FROM l2_orders GROUP BY customer HAVING sum(total) > ALL (SELECT total FROM l2_orders WHERE status = 'open')
SELECT l2_orders.*, 1 AS one FROM l2_orders WHERE id = 3
SELECT row_number() OVER () AS n, v FROM unnest(ARRAY['c','a','b']) AS v ORDER BY v
SELECT to_jsonb(o) - 'items' - 'tags' FROM l2_orders o WHERE id = 1
SELECT jsonb_agg(jsonb_build_object('id', id, 't', total) ORDER BY id) FROM l2_orders WHERE id < 3
SELECT json_object_agg(id, status) FROM (SELECT id, status FROM l2_orders ORDER BY id) s
SELECT jsonb_path_query_array(items, '$[*].sku') FROM l2_orders WHERE id = 1
SELECT items #>> '{0,sku}', items -> 0, jsonb_array_length(items) FROM l2_orders WHERE id = 1
SELECT id, ts_rank(to_tsvector('english', status), to_tsquery('english', 'paid')) > 0 FROM l2_orders ORDER BY id
SELECT DISTINCT customer FROM l2_orders ORDER BY customer DESC NULLS LAST LIMIT 2
SELECT upper(left(customer, 1)) || substr(customer, 2), length(customer), customer || ':' || total FROM l2_orders ORDER BY id
SELECT regexp_replace(customer, '^(.)', '<\1>'), customer ~* '^c', position('e' in customer) FROM l2_orders ORDER BY id
SELECT customer LIKE 'a%', customer ILIKE 'C%', customer SIMILAR TO '(acme|beta)', customer BETWEEN 'a' AND 'b' FROM l2_orders ORDER BY id
SELECT corr(id, total), regr_count(id, total), round(stddev_samp(total), 4) FROM l2_orders
SELECT id, dense_rank() OVER (ORDER BY customer), first_value(id) OVER (PARTITION BY customer ORDER BY id), ntile(3) OVER (ORDER BY id) FROM l2_orders ORDER BY id
SELECT sum(total) OVER (ORDER BY placed RANGE BETWEEN '20 days' PRECEDING AND CURRENT ROW) FROM l2_orders ORDER BY placed
SELECT id, total FROM l2_orders ORDER BY total DESC NULLS FIRST, id FETCH FIRST 2 ROWS ONLY
SELECT 'id' AS k, id::text AS v FROM l2_orders WHERE id = 1 UNION ALL SELECT 'total', total::text FROM l2_orders WHERE id = 1
SELECT id FROM l2_orders INTERSECT SELECT 3 EXCEPT SELECT 4
WITH RECURSIVE d AS (SELECT date '2024-02-27' AS x UNION ALL SELECT x + 1 FROM d WHERE x < '2024-03-02') SELECT x, to_char(x, 'FMDy') FROM d
WITH t(a, b) AS (VALUES (1, 'x'), (2, 'y')) SELECT t.*, t FROM t ORDER BY a
SELECT a, b, a + b AS s FROM (VALUES (1, 2.5), (3, 4.25)) v(a, b)
SELECT x, x * 2, pg_typeof(x) FROM (SELECT unnest(ARRAY[1.5, 2]) AS x) s
SELECT ROUND(AVG(x), 3), SUM(x) / COUNT(x), MAX(x) - MIN(x) FROM (VALUES (1), (2), (4)) v(x)
SELECT 7 / 2, 7 % 3, 7.0 / 2, -7 / 2, 7 / 2::float8, 2 ^ 3, 2 ** 3
SELECT 0.1 + 0.2, 0.1::float8 + 0.2::float8, 1e0, 1e-5, 123456789 * 1000, 1.0 * 3, 10.00 / 4
SELECT 10 / 3.0, 1 / 3::numeric, 2.00 * 1.5, round(10 / 3.0, 2), trunc(-10 / 3.0, 1), 5.5 % 2, mod(10, 4)
SELECT greatest(3, 7.5, 2), least('b', 'a'), greatest(NULL, 1), coalesce(NULL, 'x'), nullif(1, 2)
SELECT '123'::int + 1, '1.5'::numeric * 2, 'true'::bool, '2024-01-01'::date + 1, '1 day'::interval * 2, cast('7' AS bigint)
SELECT 1::bool, 0::bool, 'no'::bool, true::int, 'abc'::varchar(2), 12.345::numeric(4,1), 3.7::int, -3.5::int
SELECT concat('a', 1, NULL, true), concat_ws(', ', 'x', NULL, 'y'), format('%s has %s', 'x', 3), 'a' || NULL, repeat('=', 5), lpad(5::text, 3, '0')
SELECT split_part('a/b/c', '/', 2), string_to_array('1,2,3', ',')::int[], array_length(string_to_array('a b', ' '), 1), initcap('o''neil mc-donald'), reverse('über')
SELECT regexp_match('key=val', '(\w+)=(\w+)'), regexp_split_to_array('a1b2', '\d'), (regexp_matches('x1y22', '\d+', 'g'))[1]
SELECT regexp_replace('2024-03-05', '(\d+)-(\d+)-(\d+)', '\3.\2.\1'), substring('order 66' from '\d+'), 'foo.bar' ~ '^foo\.'
SELECT now() - interval '1 day' < now(), current_date - 7 < current_date, age(timestamp '2024-03-01') IS NOT NULL, extract(year FROM now()) >= 2024
SELECT date '2024-03-31' - interval '1 month', date '2024-01-31' + interval '1 month', timestamp '2024-01-01' + 90 * interval '1 minute', interval '1 day' + interval '36 hours'
SELECT extract(epoch FROM timestamptz '2024-01-01 00:00+00'), to_timestamp(1704067200), date_part('week', date '2024-12-30'), to_char(interval '1 day 02:03', 'DD HH24:MI')
SELECT to_char(1234.5, 'FM999,990.00'), to_char(-5, 'S9'), to_char(0.256, '990.9%'), to_char(date '2024-07-04', 'Day DD Month YYYY'), to_char(timestamp '2024-01-01 15:00', 'HH:MI PM')
SELECT make_date(2024, 12, 25), date_bin('1 hour', timestamp '2024-01-01 10:37', timestamp '2024-01-01'), justify_days('40 days'), timestamp '2024-01-01 10:00' BETWEEN '2024-01-01' AND '2024-01-02'
SELECT array_agg(x), array_agg(x ORDER BY x DESC) FILTER (WHERE x > 1), array_cat(ARRAY[1], ARRAY[2]), ARRAY[3,1,2] || 4 FROM generate_series(1, 3) x
SELECT (ARRAY['a','b','c'])[2:], array_position(ARRAY[5,6], 6), array_remove(ARRAY[1,NULL,2], NULL), ARRAY[1,2] = '{1,2}', unnest('{1,2}'::int[])
SELECT ROW(1, 'x') = ROW(1, 'x'), (1, 2) IN ((1, 2), (3, 4)), ROW(1, NULL) IS DISTINCT FROM ROW(1, NULL), (SELECT ROW(1, 2))
SELECT '{"a":{"b":1}}'::jsonb @> '{"a":{}}', '{"a":1}'::jsonb || '{"a":2}', '[1,2,3]'::jsonb - 0, '{"a":[1,2]}'::jsonb #> '{a,1}', jsonb_typeof('[]'), '{"k":"v"}'::json ->> 'k'
SELECT jsonb_set('{"a":1}', '{b,c}', '2'), jsonb_set('{"a":{}}', '{a,b}', '"x"'), jsonb_pretty('{"a":1}'), json_strip_nulls('{"a":null,"b":[null]}'), jsonb_build_object('d', date '2024-01-01')
SELECT key, value FROM jsonb_each('{"x":1,"y":[2]}') ORDER BY key
SELECT int4range(1, 10) @> 5, daterange('2024-01-01', '2024-12-31') && daterange('2024-06-01', NULL), tsrange('2024-01-01', '2024-01-02', '[]'), upper(int4range(1, 5)), numrange(1.1, 2.2) * numrange(2, 3)
SELECT gen_random_uuid() <> gen_random_uuid(), md5('x'), encode(sha256('x'), 'hex'), length(gen_random_uuid()::text)
SELECT inet '10.0.0.1' << inet '10.0.0.0/8', host(inet '10.1.2.3/24'), cidr '10.0.0.0/8', macaddr '08-00-2b-01-02-03'
SELECT E'\\x41'::bytea, encode('abc', 'base64'), decode('ff', 'hex'), bit_length('abc'), B'101' | B'010'
SELECT current_database() IS NOT NULL, current_schema(), version() LIKE 'PostgreSQL%', pg_typeof(1.5), pg_typeof('x'::text), current_setting('TimeZone')
SELECT table_name, table_type FROM information_schema.tables WHERE table_name = 'l2_orders'
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'l2_orders' ORDER BY ordinal_position
SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relname = 'l2_orders' AND a.attnum > 0 ORDER BY a.attnum
SELECT tc.constraint_type, kcu.column_name FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu USING (constraint_name, table_name) WHERE tc.table_name = 'l2_orders'
SELECT pg_get_indexdef(indexrelid) LIKE 'CREATE UNIQUE INDEX%' FROM pg_index WHERE indrelid = 'l2_orders'::regclass
SELECT 'l2_orders'::regclass::oid = oid, relkind, relnatts FROM pg_class WHERE relname = 'l2_orders'
SELECT typname FROM pg_type WHERE oid = 'timestamptz'::regtype
SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'pg_catalog', 'information_schema') ORDER BY 1
SELECT count(*) > 10 FROM pg_proc WHERE proname LIKE 'date%'
SELECT missing FROM l2_orders
SELECT id, count(*) FROM l2_orders
SELECT * FROM l2_orders WHERE customer = 1
SELECT total + status FROM l2_orders
SELECT sum(status) FROM l2_orders
SELECT max(id) FROM l2_orders WHERE max(id) > 1
SELECT id FROM l2_orders GROUP BY status
SELECT avg(DISTINCT total) OVER () FROM l2_orders
SELECT l2_orders.id FROM l2_orders o
SELECT 1 FROM l2_orders ORDER BY 2
SELECT date '2024-13-01'
SELECT 'abc'::int
SELECT '12.5'::int
SELECT 1/(id - 1) FROM l2_orders ORDER BY id
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT substring('abc', 1, -1)
SELECT (SELECT id FROM l2_orders)
SELECT id FROM l2_orders WHERE id IN (SELECT id, total FROM l2_orders)
SELECT unnest(ARRAY[1,2]), count(*) FROM l2_orders
SELECT lower(id) FROM l2_orders
SELECT foo(1, 'a')
SELECT 1 AS a FROM l2_orders WHERE a = 1
SELECT * FROM l2_orders JOIN l2_orders ON true
SELECT count(*) FROM l2_orders LIMIT 'x'
SELECT interval '1 fortnight'
SELECT 'x'::json
SELECT '{"a":}'::jsonb
SELECT cast('a' AS uuid)
SELECT 99999::int2
SELECT 5 IN ('a')
SELECT -- nothing
SELECT 1 +
SELECT * FROM l2_orders WHERE id = = 1
SELECT "Id" FROM l2_orders
SELECT id FROM L2_ORDERS WHERE "id" = 1
DROP TABLE l2_orders
SELECT ~5 << 2, ~5 >> 1, (~x) << 3, -x << 1 FROM (VALUES (5), (-7)) v(x)
