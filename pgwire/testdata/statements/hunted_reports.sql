CREATE TABLE s (d date, store text, item text, qty int, amt numeric(9,2), f float8, r real, ok boolean, tm time, iv interval, u uuid)
INSERT INTO s SELECT date '2024-01-01' + g * 3, 'st' || g % 3, chr(65 + g % 4), g % 5 - 1, (g * 7.35)::numeric(9,2), g / 3.0, g / 7.0, CASE g % 3 WHEN 0 THEN true WHEN 1 THEN false END, time '08:00' + g * interval '37 min', g * interval '1 day 1 hour', ('00000000-0000-0000-0000-' || lpad(g::text, 12, '0'))::uuid FROM generate_series(0, 19) g
INSERT INTO s (d, store) VALUES (NULL, NULL), ('2024-12-31', 'st9')
SELECT store, item, sum(amt), avg(amt), count(*), count(amt), GROUPING(store), GROUPING(store, item) FROM s GROUP BY CUBE (store, item) ORDER BY store NULLS LAST, item NULLS LAST, 8
SELECT extract(month FROM d) AS m, store, max(f) FROM s GROUP BY ROLLUP (m, store) ORDER BY 1, 2, 3
SELECT store, sum(qty) FROM s GROUP BY GROUPING SETS (store, store, ()) ORDER BY 1, 2
SELECT store, sum(amt) FILTER (WHERE ok) AS yes, sum(amt) FILTER (WHERE NOT ok) AS no, sum(amt) FILTER (WHERE ok IS NULL) AS unknown FROM s GROUP BY store ORDER BY store
SELECT d, amt, sum(amt) OVER (ORDER BY d ROWS BETWEEN 2 PRECEDING AND CURRENT ROW), avg(amt) OVER (ORDER BY d RANGE BETWEEN '6 days' PRECEDING AND '3 days' FOLLOWING), count(*) OVER (ORDER BY d GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM s WHERE d < '2024-02-01' ORDER BY d
SELECT store, d, amt, amt - lag(amt, 2, 0) OVER w AS diff, lead(d) OVER w - d AS gap, last_value(amt) OVER w, row_number() OVER w, sum(qty) OVER (w RANGE UNBOUNDED PRECEDING) FROM s WHERE store IN ('st1', 'st2') WINDOW w AS (PARTITION BY store ORDER BY d) ORDER BY store, d
SELECT store, rank() OVER (ORDER BY sum(amt) DESC NULLS LAST), sum(sum(amt)) OVER (), round(100 * sum(amt) / sum(sum(amt)) OVER (), 2) FROM s GROUP BY store ORDER BY 2, 1
SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY f), percentile_cont(0.5) WITHIN GROUP (ORDER BY iv), percentile_disc(0.5) WITHIN GROUP (ORDER BY tm), percentile_disc(0.9) WITHIN GROUP (ORDER BY d DESC), mode() WITHIN GROUP (ORDER BY ok) FROM s
SELECT rank(50.00) WITHIN GROUP (ORDER BY amt), dense_rank(3) WITHIN GROUP (ORDER BY qty), percent_rank(2) WITHIN GROUP (ORDER BY qty), cume_dist(2) WITHIN GROUP (ORDER BY qty DESC) FROM s
SELECT percentile_cont(1.5) WITHIN GROUP (ORDER BY f) FROM s
SELECT sum(f), avg(r), sum(r), stddev_samp(qty), variance(amt), var_samp(f), regr_r2(f, qty), regr_intercept(amt, qty), corr(f, r), avg(qty), sum(qty), sum(d - date '2024-01-01') FROM s
SELECT min(u), max(tm), sum(iv), avg(iv), avg(tm::interval), bool_or(ok), bit_and(qty), bit_or(qty), bit_xor(qty) FROM s
SELECT min(u) FROM s
SELECT max(tm), min(iv), max(d), sum(tm), min(r), max(item), min(amt) FROM s
SELECT store, array_agg(DISTINCT item ORDER BY item DESC), array_agg(qty) FILTER (WHERE qty > 2), string_agg(DISTINCT item, '' ORDER BY item) FROM s GROUP BY store ORDER BY store
SELECT to_char(d, 'Mon YYYY Q "wk"WW'), to_char(amt, 'FM$999,990.00'), to_char(f, '9.99EEEE'), to_char(qty, 'SG9'), to_char(qty, 'RN'), to_char(tm, 'HH24hMI'), to_char(iv, 'DD "days" HH24') FROM s ORDER BY u LIMIT 5
SELECT CASE WHEN qty < 0 THEN 'neg' WHEN qty BETWEEN 0 AND 1 THEN 'low' ELSE 'hi' END AS band, count(*), min(amt) FROM s GROUP BY band HAVING count(*) > 1 ORDER BY band
SELECT s.store, x.item, x.total FROM (SELECT DISTINCT store FROM s) s CROSS JOIN LATERAL (SELECT item, sum(amt) total FROM s i WHERE i.store = s.store GROUP BY item ORDER BY total DESC, item FETCH FIRST 1 ROW ONLY) x ORDER BY 1
WITH RECURSIVE fib(a, b) AS (VALUES (0::numeric, 1::numeric) UNION ALL SELECT b, a + b FROM fib WHERE b < 1e25) SELECT max(a), count(*) FROM fib
WITH RECURSIVE c(n, d) AS (SELECT 1, date '2024-01-31' UNION ALL SELECT n + 1, (d + interval '1 month')::date FROM c WHERE n < 5) SELECT * FROM c
WITH RECURSIVE g(a, b) AS (VALUES (1, 2), (2, 3), (3, 1)), w AS (SELECT a, b FROM g WHERE a = 1 UNION ALL SELECT g.a, g.b FROM g JOIN w ON g.a = w.b) CYCLE a SET looped TO 'Y' DEFAULT 'N' USING path SELECT a, b, looped, path FROM w
SELECT DISTINCT ON (store, ok) store, ok, d FROM s ORDER BY store, ok NULLS FIRST, d DESC
SELECT coalesce(store, 'none') || ':' || coalesce(sum(qty)::text, '-') FROM s GROUP BY store ORDER BY 1
SELECT qty / 2, qty % 2, -qty / 2, qty::numeric / 3, amt / nullif(qty, 0), f::numeric(6,3), r::text, f::text, qty ^ 2, |/ amt, @ qty, amt * f FROM s ORDER BY u LIMIT 5
SELECT round(2.5), round(-2.5), round(2.5::float8), round(1234.567, -2), trunc(-1.7), ceil(-0.5), floor(-0.5::float8), sign(-3.2), mod(-7, 3), mod(7.5, -2), gcd(12, 18), lcm(4, 6), factorial(20), power(2, 0.5), exp(1.0), log(100), log(2, 64), cbrt(27), degrees(pi()), scale(1.500), min_scale(1.500), trim_scale(1.500)
SELECT width_bucket(f, 0, 5, 3), count(*) FROM s GROUP BY 1 ORDER BY 1
SELECT a.d, b.d FROM s a FULL JOIN s b ON a.qty = b.qty AND a.store = b.store AND a.u < b.u WHERE a.u IS NULL OR b.u IS NULL ORDER BY 1, 2 LIMIT 6
SELECT store FROM s INTERSECT SELECT 'st' || n FROM generate_series(1, 9, 4) n ORDER BY 1
SELECT (SELECT count(*) FROM s i WHERE i.amt > o.amt) AS above, amt FROM s o WHERE qty = ALL (SELECT max(qty) FROM s) ORDER BY 1
SELECT * FROM (VALUES (1, 'a', NULL), (2, NULL, 3.50)) v(x, y, z) NATURAL JOIN (VALUES (1, 'q'), (2, 'r')) w(x, k)
SELECT x, sum(x) OVER (ORDER BY x ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), first_value(x) OVER (ORDER BY x ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), nth_value(x, 2) OVER (ORDER BY x DESC), ntile(2) OVER (ORDER BY x), lag(x, -1) OVER (ORDER BY x) FROM generate_series(1, 4) x ORDER BY x
SELECT ntile(0) OVER () FROM s
SELECT sum(qty) OVER (ORDER BY store RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM s
SELECT store, sum(amt) FROM s ORDER BY 1
SELECT store, rank() OVER (ORDER BY amt) FROM s WHERE rank() OVER (ORDER BY amt) < 3
SELECT sum(count(*)) FROM s
SELECT d, nope FROM s
SELECT array_agg(x ORDER BY x) FROM unnest(ARRAY[3,1,NULL,2]) x
SELECT ARRAY(SELECT amt FROM s WHERE qty = 3 ORDER BY amt), ARRAY[[1,2],[3,4]][2][1], (ARRAY[1,2,3,4])[2:3], ARRAY[1,2] || 3 || ARRAY[4], array_remove(ARRAY[1,2,1], 1), array_replace(ARRAY['a',NULL], NULL, 'z'), array_positions(ARRAY[1,2,1], 1), array_fill(0, ARRAY[2,2]), array_ndims('{{1},{2}}'::int[]), array_dims('{{1},{2}}'::int[]), trim_array(ARRAY[1,2,3], 1), array_to_string(ARRAY[1,NULL,3], ',', '*')
SELECT ARRAY[1,2,3] && ARRAY[3,9], ARRAY[1,2] <@ ARRAY[2,1,1], ARRAY[1,2] = ARRAY[2,1], ARRAY[1,NULL] < ARRAY[1,2], 2 = ANY ('{1,2}'), 5 > ALL ('{1,NULL}'::int[]), ARRAY[]::text[] = '{}', array_upper('{}'::int[], 1), cardinality(NULL::int[]), array_cat(NULL, ARRAY[1])
BEGIN ISOLATION LEVEL REPEATABLE READ
DECLARE c SCROLL CURSOR FOR SELECT store, amt FROM s ORDER BY u
FETCH 2 FROM c
FETCH RELATIVE 3 FROM c
FETCH BACKWARD 2 FROM c
MOVE LAST IN c
FETCH PRIOR FROM c
FETCH ABSOLUTE -1 FROM c
FETCH ABSOLUTE 0 FROM c
CLOSE c
FETCH c
SELECT 1
COMMIT
