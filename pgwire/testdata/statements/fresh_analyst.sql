-- What an analyst or a tutorial sends.
CREATE TABLE sales (id int PRIMARY KEY, sold date NOT NULL, region text, product text, qty int, price numeric(8,2))
INSERT INTO sales VALUES (1,'2024-01-05','north','tea',3,4.50),(2,'2024-01-17','south','coffee',1,7.25),(3,'2024-02-02','north','coffee',2,7.25),(4,'2024-02-14','east','tea',5,4.25),(5,'2024-03-01','south','cocoa',4,3.99),(6,'2024-03-20','east','coffee',2,7.50),(7,'2024-03-31','north','tea',1,4.50),(8,'2024-04-11',NULL,'cocoa',6,NULL)
SELECT region, sum(qty * price) AS revenue FROM sales GROUP BY region ORDER BY revenue DESC NULLS LAST
SELECT date_trunc('month', sold)::date AS month, count(*), sum(qty), round(avg(price), 2) FROM sales GROUP BY 1 ORDER BY 1
SELECT id, sold, sum(qty) OVER (ORDER BY sold ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS rolling FROM sales ORDER BY sold
SELECT id, avg(price) OVER (ORDER BY sold ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM sales ORDER BY sold
SELECT id, sum(qty) OVER (ORDER BY sold RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW) FROM sales ORDER BY sold
SELECT region, product, sum(qty) FROM sales GROUP BY GROUPING SETS ((region, product), (region), ()) ORDER BY region NULLS LAST, product NULLS LAST, 3
SELECT coalesce(region, 'all') AS r, grouping(region), sum(qty) FROM sales WHERE region IS NOT NULL GROUP BY ROLLUP (region) ORDER BY 2, 1
SELECT region, product, count(*) FROM sales GROUP BY CUBE (region, product) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST, 3
SELECT region, string_agg(product, ', ' ORDER BY product DESC) FROM sales GROUP BY region ORDER BY region
SELECT region, string_agg(DISTINCT product, '|' ORDER BY product) FROM sales GROUP BY region ORDER BY region
SELECT array_agg(id ORDER BY price DESC NULLS LAST, id) FROM sales
SELECT region, array_agg(DISTINCT product ORDER BY product) FROM sales GROUP BY region ORDER BY region NULLS FIRST
SELECT json_build_object('region', region, 'n', count(*), 'total', sum(qty)) FROM sales GROUP BY region ORDER BY region
SELECT json_agg(json_build_object('id', id, 'price', price) ORDER BY id) FROM sales WHERE id < 3
SELECT jsonb_object_agg(product, qty ORDER BY id) FROM sales WHERE id < 4
SELECT row_to_json(s) FROM (SELECT id, sold, product FROM sales WHERE id = 1) s
SELECT to_char(sold, 'Mon DD, YYYY'), to_char(sold, 'Day'), to_char(price, 'FM999.00') FROM sales WHERE id <= 2 ORDER BY id
SELECT sold, sold + 30, sold - interval '1 month', age(date '2024-06-01', sold) FROM sales WHERE id < 4 ORDER BY id
SELECT extract(dow FROM sold), extract(week FROM sold), extract(quarter FROM sold), extract(doy FROM sold) FROM sales WHERE id = 6
WITH m AS (SELECT date_trunc('month', sold) AS month, sum(qty * price) AS rev FROM sales GROUP BY 1) SELECT month::date, rev, lag(rev) OVER (ORDER BY month), rev - lag(rev) OVER (ORDER BY month) FROM m ORDER BY month
WITH m AS (SELECT date_trunc('month', sold) AS month, sum(qty) AS n FROM sales GROUP BY 1) SELECT to_char(month, 'YYYY-MM'), n, round(100.0 * n / sum(n) OVER (), 1) AS pct FROM m ORDER BY 1
WITH r AS (SELECT *, row_number() OVER (PARTITION BY region ORDER BY price DESC NULLS LAST, id) AS rn FROM sales) SELECT region, product, price FROM r WHERE rn = 1 ORDER BY region
SELECT product, percentile_cont(0.5) WITHIN GROUP (ORDER BY price) AS median, mode() WITHIN GROUP (ORDER BY region) FROM sales GROUP BY product ORDER BY product
SELECT ntile(3) OVER (ORDER BY id), id, percent_rank() OVER (ORDER BY qty), cume_dist() OVER (ORDER BY qty) FROM sales ORDER BY id
SELECT rank() OVER (ORDER BY qty DESC), dense_rank() OVER (ORDER BY qty DESC), id FROM sales ORDER BY qty DESC, id
SELECT first_value(product) OVER w, last_value(product) OVER w, nth_value(product, 2) OVER w FROM sales WINDOW w AS (PARTITION BY region ORDER BY sold ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) ORDER BY id
SELECT sum(qty) FILTER (WHERE product = 'tea') AS tea, sum(qty) FILTER (WHERE product = 'coffee') AS coffee, count(*) FILTER (WHERE region IS NULL) AS unknown FROM sales
SELECT product, sum(CASE WHEN region = 'north' THEN qty ELSE 0 END) AS north, sum(CASE WHEN region = 'south' THEN qty * price ELSE 0 END) AS south FROM sales GROUP BY product ORDER BY product
SELECT id, CASE WHEN price >= 7 THEN 'high' WHEN price >= 4.25 THEN 'mid' WHEN price IS NULL THEN 'none' ELSE 'low' END AS band FROM sales ORDER BY id
SELECT id, coalesce(price, 0) * qty AS total, nullif(region, 'north') FROM sales ORDER BY id
SELECT id, greatest(price, 5), least(price, 5) FROM sales ORDER BY id
SELECT id, greatest(qty, 3), least(qty, price) FROM sales ORDER BY id
SELECT 'total' AS what, sum(price) FROM sales UNION ALL SELECT 'mean', avg(price) FROM sales
SELECT product, max(price) - min(price) AS spread, max(price) / nullif(min(price), 0) AS ratio FROM sales GROUP BY product ORDER BY product
SELECT format('%s sold %s on %s', product, qty, to_char(sold, 'DD/MM')) FROM sales ORDER BY id LIMIT 3
SELECT upper(left(product, 1)) || substr(product, 2) AS label, lpad(id::text, 4, '0'), repeat('*', qty) FROM sales ORDER BY id LIMIT 3
SELECT initcap(region || ' ' || product), length(product), position('e' in product), reverse(product) FROM sales WHERE region IS NOT NULL ORDER BY id
SELECT d::date, coalesce(s.qty, 0) AS qty FROM generate_series(date '2024-01-04', date '2024-01-06', interval '1 day') d LEFT JOIN sales s ON s.sold = d::date ORDER BY d
SELECT a.id, b.id FROM sales a JOIN sales b ON a.product = b.product AND a.id < b.id ORDER BY 1, 2
SELECT DISTINCT ON (product) product, sold, price FROM sales ORDER BY product, sold DESC
SELECT s.product, l.total FROM (SELECT DISTINCT product FROM sales) s CROSS JOIN LATERAL (SELECT sum(qty) AS total FROM sales x WHERE x.product = s.product) l ORDER BY 1
WITH RECURSIVE t(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f * (n + 1) FROM t WHERE n < 10) SELECT n, f FROM t ORDER BY n
SELECT corr(qty, price) IS NOT NULL, stddev(price), variance(qty), round(stddev_pop(qty), 3) FROM sales
SELECT region, avg(qty)::numeric(10,2), avg(qty)::float8 FROM sales GROUP BY region ORDER BY region
SELECT width_bucket(price, 3, 8, 5) AS bucket, count(*) FROM sales WHERE price IS NOT NULL GROUP BY 1 ORDER BY 1
SELECT bool_and(qty > 0), bool_or(price > 7), every(qty < 10), bit_or(qty) FROM sales
SELECT product, count(DISTINCT region) FROM sales GROUP BY product HAVING count(*) > 2 ORDER BY product
SELECT sold, lead(sold) OVER (ORDER BY sold) - sold AS gap FROM sales ORDER BY sold
SELECT date_part('day', timestamp '2024-03-01' - timestamp '2024-02-01'), justify_days(interval '45 days'), interval '1 day' * 3.5
SELECT make_date(2024, 2, 29) + interval '1 year', date '2024-03-31' - interval '1 month', date '2024-01-01' - date '2023-12-25'
SELECT timestamp '2024-05-01 12:00' AT TIME ZONE 'America/New_York', timestamptz '2024-05-01 12:00+00' AT TIME ZONE 'Asia/Tokyo'
SELECT time '10:00' AT TIME ZONE 'UTC'
SELECT pg_typeof(count(*)), pg_typeof(sum(qty)), pg_typeof(avg(price)) FROM sales
SELECT upper(max(product)), length(string_agg(product, '')), coalesce(max(qty), 0) + 1 FROM sales
SELECT s FROM sales s WHERE id = 1
SELECT pg_column_size(1::int)
SELECT unnest(ARRAY['a','b']) AS k, unnest(ARRAY[1,2]) AS v
SELECT id, qty::numeric / 3, price / 3, qty / 2, qty % 2, price * 1.1 FROM sales ORDER BY id LIMIT 3
SELECT avg(price * qty), sum(price) / count(price), round(sum(price) / 3, 4) FROM sales
SELECT sum(price) * 0.2, sum(price) * 1.075, round(sum(price) * 0.075, 2), ceil(avg(price)), floor(sum(price)), trunc(avg(price), 1) FROM sales
SELECT region, round(100 * sum(qty)::numeric / (SELECT sum(qty) FROM sales), 2) AS share FROM sales GROUP BY region ORDER BY share DESC, region
SELECT regexp_replace(product, '[aeiou]', '#', 'g'), split_part('a-b-c', '-', 2), translate(product, 'aeo', '430') FROM sales ORDER BY id LIMIT 2
SELECT to_char(1234567.891, 'FM9,999,999.00'), to_char(0.5, '990.99%'), to_char(-5, '999PR'), to_char(42, '0000')
SELECT jsonb_agg(DISTINCT region ORDER BY region) FROM sales
SELECT jsonb_pretty(jsonb_build_object('tags', jsonb_build_array('a', 1, null), 'ok', true))
SELECT x ->> 'a', (x -> 'b' ->> 0)::int + 1, x #>> '{b,1}' FROM (SELECT '{"a":"z","b":[1,2]}'::jsonb AS x) q
SELECT percentile_disc(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY qty) FROM sales
