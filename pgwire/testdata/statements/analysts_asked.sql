CREATE TABLE orders_of (id int PRIMARY KEY, cust text, region text, amount numeric(10,2), qty int, ordered date, ts timestamptz, tags text[], meta jsonb, span int4range, f float8)
INSERT INTO orders_of VALUES (1,'ann','east',100.50,2,'2024-01-05','2024-01-05 10:00+00','{a,b}','{"k": 1, "n": {"x": "y"}}','[1,5)',1.5),(2,'bob','west',20.00,1,'2024-01-20','2024-01-20 12:30+00','{b}','{"k": 2}','[3,8)',2.5),(3,'ann','east',75.25,NULL,'2024-02-03','2024-02-03 23:59+00',NULL,NULL,'[10,12)',NULL),(4,'cat',NULL,300,5,'2024-02-28','2024-02-28 08:00+00','{}','{"k": "z"}',NULL,4.5),(5,'bob','west',45.75,3,'2024-03-15','2024-03-15 15:45+00','{c,NULL}','[1,2]','empty',0.5),(6,'dan','north',0,0,'2024-03-31','2024-03-31 00:00+00','{a,c}','{}','[4,6)',-1)
SELECT range_agg(span) FROM orders_of
SELECT region, range_agg(span), range_intersect_agg(span) FROM orders_of GROUP BY region ORDER BY region NULLS LAST
SELECT range_agg(span ORDER BY id DESC) FILTER (WHERE id < 4) FROM orders_of
SELECT id, range_agg(span) OVER (ORDER BY id) FROM orders_of ORDER BY id
SELECT range_agg(daterange(ordered, ordered + 20)) AS r, unnest(range_agg(daterange(ordered, ordered + 20))) AS u FROM orders_of
SELECT range_intersect_agg(span) FROM orders_of WHERE id IN (1, 2)
SELECT range_agg(numrange(amount, amount + 10)) FROM orders_of
SELECT numrange(21.50, 30.0), numrange(1.5, 2.25, '[]'), lower(numrange(21.50, 30)), '[1.50,2.0]'::numrange
SELECT upper(numrange(10.10, 20.20)) - lower(numrange(10.10, 20.20)), 15.5 <@ numrange(10.10, 20.20)
SELECT multirange(int4range(1,5)), int4multirange(int4range(1,3), int4range(5,9)), '{[1,3),[5,8)}'::int4multirange
SELECT int4multirange(int4range(1,3), int4range(5,9)) @> 2, int4multirange(int4range(1,3)) && int4range(2,4), int4multirange(int4range(1,3)) + int4multirange(int4range(3,5)), int4multirange(int4range(1,9)) - int4multirange(int4range(3,5)), int4multirange(int4range(1,9)) * int4multirange(int4range(3,25))
SELECT lower('{[1,3),[5,8)}'::int4multirange), upper('{[1,3),[5,8)}'::int4multirange), isempty('{}'::int4multirange), range_merge('{[1,3),[5,8)}'::int4multirange), lower_inc('{[1,3)}'::int4multirange), upper_inf('{[1,)}'::int4multirange)
SELECT unnest('{[1,3),[5,8)}'::int4multirange)
SELECT '{[1,3)}'::int4multirange << int4range(5,8), '{[1,3)}'::int4multirange -|- int4range(3,8), '{[1,3)}'::int4multirange &< int4range(3,8), '{[1,3)}'::int4multirange = '{[1,3)}'::int4multirange, '{[1,3)}'::int4multirange < '{[1,4)}'::int4multirange
SELECT int4range(1,5) * int4range(3,9), int4range(1,5) + int4range(3,9), int4range(1,5) - int4range(3,9), int4range(1,5) -|- int4range(5,9)
SELECT date_trunc('moon', timestamp '2024-01-01')
SELECT date_trunc('moon', ts) FROM orders_of
SELECT date_trunc('moon', ordered) FROM orders_of
SELECT date_trunc('moon', interval '1 day')
SELECT extract(moon FROM timestamp '2024-01-01')
SELECT extract(moon FROM ordered) FROM orders_of
SELECT date_part('moon', ts) FROM orders_of
SELECT extract(hour FROM ordered) FROM orders_of
SELECT extract(epoch FROM ordered), extract(isodow FROM ts), extract(week FROM ordered), extract(quarter FROM ts) FROM orders_of ORDER BY id
SELECT '{1,2'::int[]
SELECT '1,2}'::int[]
SELECT '{1,a}'::int[]
SELECT '{1,2}}'::int[]
SELECT cust, sum(amount) AS total, count(*) FILTER (WHERE amount > 50) AS big, avg(qty) AS aq, max(ordered) - min(ordered) AS days FROM orders_of GROUP BY cust ORDER BY total DESC, cust
SELECT coalesce(region, 'none') AS region, date_trunc('month', ordered)::date AS m, sum(amount) FROM orders_of GROUP BY 1, 2 ORDER BY 1, 2
SELECT region, cust, sum(amount), grouping(region, cust) AS g FROM orders_of GROUP BY GROUPING SETS ((region, cust), (region), ()) ORDER BY g, region NULLS LAST, cust
SELECT region, date_trunc('quarter', ordered) AS q, count(*), grouping(region) AS gr FROM orders_of GROUP BY CUBE (region, date_trunc('quarter', ordered)) ORDER BY gr, 1 NULLS FIRST, 2 NULLS FIRST
SELECT region, sum(amount) FROM orders_of GROUP BY ROLLUP (region) HAVING sum(amount) > 50 ORDER BY sum(amount)
SELECT DISTINCT ON (cust) cust, ordered, amount FROM orders_of ORDER BY cust, ordered DESC
SELECT DISTINCT ON (date_trunc('month', ordered)) date_trunc('month', ordered) AS m, id FROM orders_of ORDER BY date_trunc('month', ordered), amount DESC
SELECT o.cust, l.id, l.amount FROM (SELECT DISTINCT cust FROM orders_of) o CROSS JOIN LATERAL (SELECT id, amount FROM orders_of i WHERE i.cust = o.cust ORDER BY amount DESC LIMIT 1) l ORDER BY 1
SELECT ordered, sum(amount) OVER (ORDER BY ordered RANGE BETWEEN interval '20 days' PRECEDING AND CURRENT ROW) AS s20, count(*) OVER (ORDER BY ordered RANGE BETWEEN '1 month' PRECEDING AND '1 month' FOLLOWING) AS c FROM orders_of ORDER BY ordered
SELECT id, sum(qty) OVER (ORDER BY region NULLS FIRST GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS s, array_agg(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS a FROM orders_of ORDER BY id
SELECT date_trunc('month', ordered) AS m, sum(amount) AS s, sum(sum(amount)) OVER (ORDER BY date_trunc('month', ordered)) AS run, round(100 * sum(amount) / sum(sum(amount)) OVER (), 1) AS pct, lag(sum(amount)) OVER (ORDER BY date_trunc('month', ordered)) AS prev FROM orders_of GROUP BY 1 ORDER BY 1
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS med, percentile_disc(0.5) WITHIN GROUP (ORDER BY ordered) AS dd, percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY f) AS q, mode() WITHIN GROUP (ORDER BY cust) AS m FROM orders_of
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ts - '2024-01-01') AS iv, percentile_disc(0.9) WITHIN GROUP (ORDER BY ts) AS t FROM orders_of
SELECT string_agg(DISTINCT cust, ', ' ORDER BY cust) AS names, string_agg(cust || ':' || amount, '; ' ORDER BY amount DESC) AS l, array_agg(DISTINCT region ORDER BY region) AS r FROM orders_of
SELECT json_build_object('cust', cust, 'total', sum(amount), 'ids', json_agg(id ORDER BY id)) FROM orders_of GROUP BY cust ORDER BY cust
SELECT jsonb_object_agg(cust, amount ORDER BY id) FROM orders_of
SELECT json_agg(json_build_object('m', m, 's', s) ORDER BY m) FROM (SELECT date_trunc('month', ordered)::date AS m, sum(amount) AS s FROM orders_of GROUP BY 1) q
SELECT d::date, coalesce(sum(o.amount), 0) AS s FROM generate_series('2024-01-01'::date, '2024-03-31', '1 month') d LEFT JOIN orders_of o ON date_trunc('month', o.ordered) = d GROUP BY 1 ORDER BY 1
SELECT h, count(o.id) FROM generate_series(timestamptz '2024-01-05 00:00+00', '2024-01-05 12:00+00', interval '6 hours') h LEFT JOIN orders_of o ON o.ts >= h AND o.ts < h + interval '6 hours' GROUP BY h ORDER BY h
WITH RECURSIVE e(a, b) AS (VALUES (1,2),(2,3),(3,1),(3,4)), p AS (SELECT a, b, ARRAY[a,b] AS path FROM e WHERE a = 1 UNION ALL SELECT e.a, e.b, p.path || e.b FROM p JOIN e ON e.a = p.b WHERE NOT e.b = ANY (p.path)) SELECT path FROM p ORDER BY path
WITH RECURSIVE e(a, b) AS (VALUES (1,2),(2,3),(3,1),(3,4)), p AS (SELECT a, b FROM e WHERE a = 1 UNION ALL SELECT e.a, e.b FROM p JOIN e ON e.a = p.b) CYCLE a, b SET is_cycle USING path SELECT a, b, is_cycle, path FROM p ORDER BY path
WITH RECURSIVE t(id, parent) AS (VALUES (1, NULL::int), (2, 1), (3, 1), (4, 2)), w AS (SELECT id, parent, 1 AS lvl FROM t WHERE parent IS NULL UNION ALL SELECT t.id, t.parent, w.lvl + 1 FROM t JOIN w ON t.parent = w.id) SEARCH DEPTH FIRST BY id SET ord SELECT id, lvl FROM w ORDER BY ord
WITH RECURSIVE t(id, parent) AS (VALUES (1, NULL::int), (2, 1), (3, 1), (4, 2)), w AS (SELECT id, parent FROM t WHERE parent IS NULL UNION ALL SELECT t.id, t.parent FROM t JOIN w ON t.parent = w.id) SEARCH BREADTH FIRST BY id SET ord SELECT id, ord FROM w ORDER BY ord
SELECT o.id, v.label FROM orders_of o JOIN (VALUES ('east', 'E'), ('west', 'W')) v(region, label) USING (region) ORDER BY 1
(SELECT id FROM orders_of WHERE id < 3 ORDER BY id DESC LIMIT 1) UNION ALL (SELECT id FROM orders_of WHERE id > 3 EXCEPT SELECT 5 ORDER BY 1 LIMIT 2) ORDER BY 1
SELECT id FROM orders_of WHERE region NOT IN (SELECT region FROM orders_of WHERE id > 3)
SELECT id FROM orders_of a WHERE NOT EXISTS (SELECT 1 FROM orders_of b WHERE b.region = a.region AND b.id <> a.id) ORDER BY id
SELECT grp, min(id), max(id), count(*) FROM (SELECT id, id - row_number() OVER (ORDER BY id) AS grp FROM orders_of WHERE id <> 4) q GROUP BY grp ORDER BY 1
SELECT "orders_of"."region" AS "region", COUNT(DISTINCT "orders_of"."cust") AS "ctd:cust:ok", SUM("orders_of"."amount") AS "sum:amount:ok" FROM "public"."orders_of" "orders_of" WHERE (("orders_of"."ordered" >= DATE '2024-01-01') AND ("orders_of"."ordered" < DATE '2024-03-01')) GROUP BY 1 ORDER BY 1
SELECT "source"."region" AS "region", "source"."sum" AS "sum" FROM (SELECT "public"."orders_of"."region" AS "region", SUM("public"."orders_of"."amount") AS "sum" FROM "public"."orders_of" GROUP BY "public"."orders_of"."region") AS "source" WHERE "source"."sum" > 10 ORDER BY "source"."region" ASC LIMIT 1048575
SELECT CAST(date_trunc('week', CAST("ordered" AS timestamp) + (INTERVAL '1 day')) + (INTERVAL '-1 day') AS date) AS "w", count(*) FROM orders_of GROUP BY CAST(date_trunc('week', CAST("ordered" AS timestamp) + (INTERVAL '1 day')) + (INTERVAL '-1 day') AS date) ORDER BY 1
SELECT DATE_TRUNC('month', "ts" AT TIME ZONE 'America/New_York') AS m, SUM("amount") FROM orders_of GROUP BY DATE_TRUNC('month', "ts" AT TIME ZONE 'America/New_York') ORDER BY m
select "_".* from (select "$Table"."id" as "id", "$Table"."cust" as "cust" from "public"."orders_of" "$Table") "_" where "_"."id" < 3 order by 1 limit 1000
SELECT FLOOR(("amount" / 50.0)) * 50.0 AS bin, count(*) FROM orders_of GROUP BY 1 ORDER BY 1
SELECT width_bucket(amount, 0, 300, 6) AS b, count(*), min(amount), max(amount) FROM orders_of GROUP BY b ORDER BY b
SELECT TO_CHAR(ordered, 'YYYY-"Q"Q') AS q, TO_CHAR(sum(amount), 'FM999,990.00') AS s, TO_CHAR(ts, 'Dy, DD Mon YYYY') FROM orders_of GROUP BY 1, 3 ORDER BY 1, 3
SELECT cust, amount, ntile(3) OVER (ORDER BY amount), cume_dist() OVER (ORDER BY amount), percent_rank() OVER (ORDER BY amount), dense_rank() OVER (PARTITION BY region ORDER BY amount DESC) FROM orders_of ORDER BY amount
SELECT id, amount - lag(amount, 1, 0.0) OVER w AS diff, first_value(amount) OVER w, last_value(amount) OVER (PARTITION BY cust ORDER BY ordered ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS lv, nth_value(id, 2) OVER w FROM orders_of WINDOW w AS (PARTITION BY cust ORDER BY ordered) ORDER BY id
SELECT cust AS amount, amount AS cust FROM orders_of ORDER BY amount, cust
SELECT upper(cust) AS cust, count(*) FROM orders_of GROUP BY cust ORDER BY cust
SELECT left(cust, 1) AS cust, count(*) FROM orders_of GROUP BY 1 HAVING count(*) > 1 ORDER BY 1
SELECT tag, count(*) FROM orders_of, unnest(tags) tag GROUP BY tag ORDER BY count(*) DESC, tag
SELECT id, key, value FROM orders_of, jsonb_each_text(CASE WHEN jsonb_typeof(meta) = 'object' THEN meta ELSE '{}' END) ORDER BY id, key
SELECT id, meta->'n'->>'x' AS x, meta #>> '{n,x}' AS y, meta ? 'k' AS k, meta @> '{"k": 1}' AS c FROM orders_of ORDER BY id
SELECT cust, amount FROM orders_of ORDER BY amount DESC NULLS LAST OFFSET 1 FETCH NEXT 2 ROWS ONLY
SELECT count(*), count(qty), count(DISTINCT region), sum(qty) / count(qty) AS i, sum(qty)::numeric / count(qty) AS n, avg(f), stddev(f), variance(amount) FROM orders_of
SELECT cust FROM orders_of GROUP BY region
SELECT cust, sum(amount) FROM orders_of
SELECT sum(amount) AS s FROM orders_of WHERE s > 10
SELECT sum(amount) AS s FROM orders_of HAVING s > 10
SELECT id FROM orders_of WHERE sum(amount) > 3
SELECT id, rank() OVER (ORDER BY amount) AS r FROM orders_of WHERE r = 1
SELECT id FROM orders_of ORDER BY nosuch
SELECT * FROM orders_of WHERE region = 1
SELECT amount + cust FROM orders_of
SELECT * FROM orders_of o JOIN orders_of p ON id = id
SELECT region, count(*) FROM orders_of GROUP BY 3
SELECT cust FROM orders_of UNION SELECT id FROM orders_of
SELECT max(cust, region) FROM orders_of
SELECT date '2024-02-30'
SELECT '2024-13-01'::timestamp
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT 1/0, amount FROM orders_of
SELECT amount::int / 0 FROM orders_of
SELECT (SELECT id FROM orders_of) AS x
SELECT generate_series(1, 3) AS g, id FROM orders_of WHERE id = 1
SELECT id, CASE WHEN amount > 100 THEN 'high' WHEN amount > 50 THEN 'mid' ELSE 'low' END AS band, count(*) OVER (PARTITION BY CASE WHEN amount > 100 THEN 'high' WHEN amount > 50 THEN 'mid' ELSE 'low' END) AS n FROM orders_of ORDER BY id
CREATE TABLE sales_of (id bigserial PRIMARY KEY, "Order Date" date, "Customer" varchar(20), sku char(5), price numeric(12,4), disc real, q smallint, big bigint, ok boolean, at timestamp(3), tz timestamptz DEFAULT '2024-01-01 00:00+00', j json, arr int[], iv interval, u uuid, b bytea)
INSERT INTO sales_of ("Order Date", "Customer", sku, price, disc, q, big, ok, at, j, arr, iv, u, b) VALUES ('2023-12-31','Ann','ab',10.5,0.1,3,10000000000,true,'2023-12-31 23:59:59.9996','{"a":[1,2]}','{1,2}','1 day 02:00','a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11','\x01'),('2024-01-01','Bob','abc',20.25,0.25,NULL,5,false,'2024-01-01 00:00','{"a":[]}','{3}','-1 hours',NULL,'\xff'),('2024-02-29','Cy','abcde',0.3333,NULL,7,-1,NULL,'2024-02-29 12:00:00.5',NULL,NULL,'1 mon',NULL,NULL)
SELECT * FROM sales_of ORDER BY id
SELECT price * q, price * disc, price / q, q / 2, q % 2, big * q, -price, abs(price - 15), price ^ 2 FROM sales_of ORDER BY id
SELECT sum(price), avg(price), sum(disc), avg(disc), sum(q), avg(q), sum(big), avg(big), sum(iv), avg(iv) FROM sales_of
SELECT avg(price * q), sum(price * q) / sum(q), sum(price * disc), round(avg(price), 2), round(sum(price) / count(*), 3), trunc(avg(price), 1) FROM sales_of
SELECT to_char(avg(price), '999.99'), to_char(price, 'FM9999.0000'), to_char(q, '000'), to_char(-price, '9999.9S'), to_char(price * 100, '9G999D9') FROM sales_of GROUP BY price, q ORDER BY price
SELECT extract(year FROM "Order Date") AS y, extract(month FROM "Order Date") AS m, sum(price) AS s, sum(price) - lag(sum(price)) OVER (ORDER BY extract(year FROM "Order Date"), extract(month FROM "Order Date")) AS diff, round((sum(price) / nullif(lag(sum(price)) OVER (ORDER BY extract(year FROM "Order Date"), extract(month FROM "Order Date")), 0) - 1) * 100, 2) AS growth FROM sales_of GROUP BY 1, 2 ORDER BY 1, 2
SELECT sum(price) FILTER (WHERE ok) / nullif(sum(price), 0) AS share, sum(price) FILTER (WHERE ok)::float8 / sum(price)::float8 AS f, 100.0 * sum(q) FILTER (WHERE ok) / sum(q) AS p FROM sales_of
SELECT avg(CASE WHEN ok THEN 1 ELSE 0 END), avg(CASE WHEN ok THEN 1.0 ELSE 0 END), avg(ok::int), sum(ok::int)::numeric / count(*), avg(CASE WHEN ok THEN price END) FROM sales_of
SELECT count(*) * 100.0 / sum(count(*)) OVER () AS pct, ok FROM sales_of GROUP BY ok ORDER BY ok NULLS LAST
SELECT "Customer", price / sum(price) OVER () AS r, cume_dist() OVER (ORDER BY price) AS c, round((100 * price / sum(price) OVER ())::numeric, 1) AS p, price - avg(price) OVER () AS dev, (price - avg(price) OVER ()) / stddev(price) OVER () AS z FROM sales_of ORDER BY "Customer"
SELECT corr(price, q), regr_slope(price, q), covar_samp(price, big), stddev_pop(q), var_samp(disc), stddev(big) FROM sales_of
SELECT date_part('day', now() - now()), age('2024-03-01'::timestamp, "Order Date"), justify_days(iv * 40), extract(epoch FROM iv), iv / 2, iv + '1 day', "Order Date" + iv, "Order Date" - interval '1 month' FROM sales_of ORDER BY id
SELECT "Order Date" - date '2023-12-01' AS d, ("Order Date" - date '2023-12-01') / 7 AS w, ("Order Date" - date '2023-12-01') / 7.0 AS wf, "Order Date" + q AS pl, at - "Order Date" AS i, at::date, at::time, date_trunc('hour', at), tz AT TIME ZONE 'Asia/Tokyo' FROM sales_of ORDER BY id
SELECT make_date(2024, 2, 29) + 365, make_interval(days => 10), make_timestamp(2024,1,2,3,4,5.5), to_timestamp(1700000000), to_timestamp('2024-01-02', 'YYYY-MM-DD'), date '2024-01-31' + interval '1 month', age(date '2024-01-01', date '2023-02-28')
SELECT date_bin('15 minutes', at, '2001-01-01'), date_trunc('week', at)::date, to_char(at, 'IYYY-IW'), extract(isodow FROM at), to_char(at, 'HH12:MI AM'), to_char(at, 'MS') FROM sales_of ORDER BY id
SELECT sku || '|', length(sku), sku = 'ab', sku LIKE 'ab%', "Customer" || sku, octet_length(sku), upper(sku) || 'x', concat(sku, '|') FROM sales_of ORDER BY id
SELECT split_part("Customer", 'n', 1), substring("Customer" FROM 2), substring("Customer" FROM '[a-z]+'), left("Customer", -1), right("Customer", 2), reverse("Customer"), position('n' IN "Customer"), initcap(lower("Customer")), lpad(q::text, 3, '0'), translate("Customer", 'An', 'xy'), md5("Customer"), ascii("Customer"), repeat('ab', q) FROM sales_of ORDER BY id
SELECT regexp_replace("Customer", '(.)', '<\1>', 'g'), "Customer" ~* '^a', regexp_matches("Customer", 'n', 'g'), regexp_split_to_array('a,b;c', '[,;]') FROM sales_of ORDER BY id
SELECT j->'a', j->'a'->>0, json_array_length(j->'a'), json_typeof(j), j#>>'{a,1}' FROM sales_of ORDER BY id
SELECT row_to_json(s) FROM (SELECT id, "Customer", price, ok, "Order Date", at, iv, arr FROM sales_of) s ORDER BY id
SELECT json_agg(s ORDER BY id) FROM (SELECT id, "Customer" AS name, price::float8 AS p FROM sales_of) s
SELECT jsonb_agg(to_jsonb(s) - 'id' ORDER BY id) FROM (SELECT id, sku, disc, big FROM sales_of) s
SELECT array_agg("Customer" ORDER BY id), array_to_string(array_agg(q), ',', '*'), cardinality(arr), arr || 9, arr[1:1], 2 = ANY(arr), array_position(arr, 2) FROM sales_of GROUP BY arr ORDER BY arr
SELECT unnest(arr) AS e, id FROM sales_of ORDER BY 1
SELECT id, e, o FROM sales_of LEFT JOIN LATERAL unnest(arr) WITH ORDINALITY AS t(e, o) ON true ORDER BY id, o
SELECT s.id, x.n FROM sales_of s JOIN LATERAL (SELECT count(*) AS n FROM sales_of i WHERE i.price <= s.price) x ON true ORDER BY s.id
SELECT DISTINCT ok, count(*) OVER (PARTITION BY ok) FROM sales_of ORDER BY 1 NULLS FIRST
SELECT ok, count(*) FROM sales_of GROUP BY ok HAVING count(*) = (SELECT max(c) FROM (SELECT count(*) AS c FROM sales_of GROUP BY ok) z) ORDER BY ok
WITH m AS (SELECT date_trunc('month', "Order Date") AS m, sum(price) AS rev FROM sales_of GROUP BY 1), l AS (SELECT m, rev, lag(rev) OVER (ORDER BY m) AS prev FROM m) SELECT to_char(m, 'YYYY-MM') AS month, rev, prev, round(100.0 * (rev - prev) / prev, 2) AS growth, rev / prev - 1 AS g FROM l ORDER BY m
WITH b AS (SELECT id, ntile(2) OVER (ORDER BY price) AS t, price FROM sales_of) SELECT t, count(*), min(price), max(price), avg(price), stddev(price) FROM b GROUP BY t ORDER BY t
SELECT t.d, t.n, sum(t.n) OVER w AS s, count(*) OVER w, array_agg(t.n) OVER w FROM (VALUES (date '2024-01-01', 1), ('2024-01-02', 2), ('2024-01-02', 3), ('2024-01-05', 4)) t(d, n) WINDOW w AS (ORDER BY t.d RANGE BETWEEN '1 day' PRECEDING AND CURRENT ROW EXCLUDE TIES) ORDER BY t.d, t.n
SELECT x, sum(x) OVER (ORDER BY x GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), first_value(x) OVER (ORDER BY x RANGE BETWEEN 2 PRECEDING AND 1 FOLLOWING) FROM generate_series(1, 5) x
SELECT v, lag(v) OVER (ORDER BY i), v - lag(v) OVER (ORDER BY i) AS d, sum(v) OVER (ORDER BY i) / i AS ra, avg(v) OVER (ORDER BY i) FROM (VALUES (1, 1.5), (2, 2.25), (3, 10)) t(i, v)
SELECT g.n, (SELECT string_agg(x::text, '' ORDER BY x DESC) FROM generate_series(1, g.n) x) FROM generate_series(1, 3) g(n)
SELECT * FROM (VALUES (1, 'a'), (2, NULL)) a(id, v) FULL JOIN (VALUES (2, 'x'), (3, 'y')) b(id, w) USING (id) ORDER BY id
SELECT a.id, b.id FROM (VALUES (1), (2), (NULL)) a(id) LEFT JOIN (VALUES (2), (NULL)) b(id) ON a.id IS NOT DISTINCT FROM b.id ORDER BY a.id
SELECT (SELECT max(price) FROM sales_of) - price AS gap, price > ALL (SELECT price FROM sales_of WHERE q IS NULL), price IN (10.5, 0.3333) FROM sales_of ORDER BY id
SELECT id FROM sales_of WHERE (q, ok) = (3, true) OR (q, big) IN (SELECT 7, -1) ORDER BY id
SELECT id FROM sales_of WHERE ("Order Date", at) OVERLAPS (date '2023-12-31', interval '1 day')
SELECT coalesce(ok::text, 'n/a'), ok IS NOT TRUE, ok IS UNKNOWN, NOT ok, bool_and(ok) OVER (), every(ok) OVER (), bool_or(ok) OVER () FROM sales_of ORDER BY id
SELECT id::text || '-' || price || '-' || "Order Date" || '-' || disc || '-' || iv || '-' || coalesce(ok::text, '') FROM sales_of ORDER BY id
SELECT u, encode(b, 'hex'), b, u::text LIKE 'a0%', length(b), b || '\x02' FROM sales_of ORDER BY id
SELECT price::int, price::bigint, price::text, disc::numeric, disc::float8, big::float8, q::bool, '12'::int + q, price::money FROM sales_of ORDER BY id
SELECT 7 / 2, 7 / 2.0, 7.0 / 2, 7 % -3, -7 / 2, 2 ^ 10, 2 ^ 0.5, |/ 16, 10 / 3.0, 1e3, 1.0 / 3 * 3, round(2.5), round(-2.5), round(2.5::float8), 0.1 + 0.2, 0.1::float8 + 0.2
SELECT stddev(x), variance(x), avg(x), sum(x) FROM generate_series(1, 10) x
SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY price), percentile_disc(0.5) WITHIN GROUP (ORDER BY "Order Date" DESC), percentile_cont(0.5) WITHIN GROUP (ORDER BY iv), rank(15) WITHIN GROUP (ORDER BY price) FROM sales_of
SELECT CASE q WHEN 3 THEN 'three' WHEN 7 THEN 'seven' END, CASE WHEN q > 3 THEN price ELSE 0 END, CASE WHEN q > 3 THEN 1 ELSE 0.5 END, CASE WHEN ok THEN "Order Date" ELSE '2000-01-01' END FROM sales_of ORDER BY id
SELECT "Customer" AS c, count(*) AS n FROM sales_of GROUP BY c ORDER BY n DESC, c LIMIT 2 OFFSET 0
SELECT id AS "Customer", "Customer" AS id FROM sales_of ORDER BY "Customer" DESC
SELECT price AS p, p * 2 FROM sales_of
SELECT Customer FROM sales_of
SELECT s.* FROM sales_of
SELECT sales_of.id FROM sales_of s
SELECT id FROM sales_of LIMIT -1
SELECT id FROM sales_of GROUP BY id HAVING nosuch > 1
SELECT 'abc'::int
SELECT "Order Date" + '1 day' FROM sales_of
SELECT "Order Date" > '2024-13-45' FROM sales_of
SELECT sum("Customer") FROM sales_of
SELECT avg("Order Date") FROM sales_of
SELECT id, sum(price) OVER (ORDER BY sum(q)) FROM sales_of
SELECT lag(price) FROM sales_of
SELECT row_number() OVER (ORDER BY id) FROM sales_of WHERE row_number() OVER () < 3
SELECT date_trunc('month', '2024-01-01')
SELECT array[1, 'a']
SELECT 1 = '1', '1' || 1, 1 || 'a', 'a' || NULL, 1::text = '1'
SELECT ARRAY[1,2] = '{1,2}', (1,2) < (1,3), ROW(1,NULL) IS NULL, NULL = NULL
SELECT substring('abc' from 0 for 2), overlay('abcdef' placing 'X' from 2 for 3), trim(both 'x' from 'xxaxx'), format('%s-%L-%I', 'a', 'b''c', 'D e'), to_hex(255), chr(65), strpos('abc', 'c'), btrim(' a '), quote_literal('a''b')
SELECT sum(n) FROM (SELECT 1 AS n UNION ALL SELECT 2.5 UNION ALL SELECT '3') q
SELECT to_number('1,234.5', '9G999D9'), to_date('05 Dec 2023', 'DD Mon YYYY'), to_timestamp('2024-01-01 10:11:12.5', 'YYYY-MM-DD HH24:MI:SS.US')::timestamp, '1 year 2 months'::interval, interval '90' minute, time '10:00' + interval '15 hours'
CREATE TABLE pivots (id int, r text, a numeric(10,2), b numeric(8,3), q int, n numeric)
INSERT INTO pivots VALUES (1,'x',10.50,1.125,2,1.5), (2,'x',20.00,2.5,NULL,2), (3,'y',NULL,0.1,4,2.25), (4,'z',7,NULL,1,NULL)
SELECT r, sum(CASE WHEN q > 1 THEN a ELSE 0 END) AS x, sum(CASE WHEN q = 1 THEN a ELSE 0 END) AS y, sum(CASE WHEN q > 99 THEN a ELSE 0.0 END) AS z, sum(CASE WHEN q > 99 THEN a END) AS w FROM pivots GROUP BY r ORDER BY r
SELECT sum(coalesce(a, 0)), sum(coalesce(b, a)), sum(coalesce(a, b, 0)) FROM pivots
SELECT r, sum(coalesce(a, 0)) FROM pivots GROUP BY r ORDER BY r
SELECT id, sum(CASE WHEN q = 4 THEN a ELSE 0 END) OVER (PARTITION BY r) AS s, sum(coalesce(a, 0)) OVER (ORDER BY id) FROM pivots ORDER BY id
SELECT r AS k, sum(CASE r WHEN 'x' THEN a WHEN 'y' THEN b ELSE 0 END) AS s FROM pivots GROUP BY k ORDER BY s DESC, k
SELECT sum(CASE WHEN q > 9 THEN a ELSE 0 END) FILTER (WHERE r = 'x'), sum(CASE WHEN q > 9 THEN a ELSE 0 END) FILTER (WHERE r = 'nope') FROM pivots
SELECT p.r, sum(CASE WHEN p.q > 9 THEN p.a ELSE 0 END) AS s FROM pivots p GROUP BY p.r HAVING sum(CASE WHEN p.q > 9 THEN p.a ELSE 0 END) = 0 ORDER BY 2, 1
SELECT sum(CASE WHEN q > $1 THEN a ELSE 0 END) FROM pivots
CREATE TABLE kept_of (id int, a numeric(10,2), d date)
INSERT INTO kept_of VALUES (1, 1.5, '2024-01-01'), (2, 2.5, '2024-02-01')
PREPARE p1 AS SELECT a / $1, avg(a) - $2 FROM kept_of GROUP BY a ORDER BY a
EXECUTE p1(3, 1)
PREPARE p2 AS SELECT d - $1::date, d - $2, a / 3 FROM kept_of ORDER BY id
EXECUTE p2('2024-01-01', 3)
CREATE VIEW kept_ofv AS SELECT a / 3 AS q, d - date '2024-01-01' AS n, avg(a) OVER () AS m FROM kept_of
SELECT * FROM kept_ofv ORDER BY 1
CREATE TABLE kept_oft AS SELECT a / 3 AS q, d - date '2024-01-01' AS n, avg(a) OVER () - a AS m FROM kept_of
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'kept_oft'::regclass AND attnum > 0 ORDER BY attnum
INSERT INTO kept_oft SELECT avg(a) / 3, max(d) - min(d), sum(a / 3) FROM kept_of RETURNING *
UPDATE kept_of SET a = a / 3 RETURNING a, a / 7, a / 7 / 3
SELECT (SELECT avg(a) - 1 FROM kept_of), ARRAY(SELECT a / 3 FROM kept_of ORDER BY 1), (SELECT sum(a / 3) FROM kept_of)
SELECT json_agg(a / 3), json_build_object('q', avg(a) / 3), (avg(a) / 3)::text, avg(a) || '' FROM kept_of
DECLARE c CURSOR FOR SELECT avg(a) / 3 FROM kept_of
SELECT avg(a) AS x FROM kept_of ORDER BY x
SELECT id % 2 AS p, avg(a) AS x FROM kept_of GROUP BY p ORDER BY x DESC
SELECT id, avg(a) OVER (ORDER BY id) AS x FROM kept_of ORDER BY avg(a) OVER (ORDER BY id) DESC
SELECT avg(a) FROM kept_of UNION SELECT 1.5
SELECT DISTINCT avg(a) OVER () FROM kept_of
SELECT avg(a)::float8, avg(id)::int, avg(a) > 1, round(avg(a), 1) FROM kept_of
SELECT avg(NULL::numeric), avg(a) FILTER (WHERE false), 1.0 / NULL FROM kept_of
SELECT avg(x) FROM (VALUES (1.5::float8), (2)) v(x)
SELECT avg(x) FROM (VALUES (interval '1 day'), ('2 days')) v(x)
SELECT avg(a) * 2 AS d, avg(a) AS a FROM kept_of GROUP BY id ORDER BY a DESC
SELECT a / id AS a FROM kept_of ORDER BY a
SELECT a / 0 FROM kept_of
SELECT a / nullif(id - 1, 0) FROM kept_of ORDER BY id
SELECT 1 / avg(id - 1.5) FROM kept_of
