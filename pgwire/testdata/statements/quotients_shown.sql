CREATE TABLE spans (id int, grp text, d date, ts timestamp, tz timestamptz, t time, n numeric(8,2), v varchar(10), iv interval, f float8, b bigint, s smallint)
INSERT INTO spans VALUES (1,'a','2024-01-01','2024-01-01 10:00','2024-01-01 10:00+00','10:00',10.25,'one','1 day',1.5,100,1),(2,'a','2024-01-05','2024-01-05 11:30','2024-01-05 11:30+00','11:30',3.50,'two','2 days 03:00',2.5,200,2),(3,'b','2024-02-01','2024-02-01 00:00','2024-02-01 00:00+00','00:00',7.75,'three','1 mon',3.5,300,3)
SELECT id, nxt - d AS x FROM (SELECT id, d, lead(d) OVER (ORDER BY d) AS nxt FROM spans) q ORDER BY id
SELECT id, nxt - d - 1 AS x FROM (SELECT id, d, lead(d) OVER (ORDER BY d) AS nxt FROM spans) q ORDER BY id
SELECT id, nxt - prv AS x, nxt - 1 AS y, prv + 1 AS z, (nxt - prv) * 2 AS w, abs(nxt - prv) AS ab FROM (SELECT id, lead(d) OVER (ORDER BY d) AS nxt, lag(d) OVER (ORDER BY d) AS prv FROM spans) q ORDER BY id
SELECT mx - mn AS span, mx - mn + 1 AS days, (mx - mn) / 2 AS half, (mx - mn) % 7 AS wk FROM (SELECT max(d) AS mx, min(d) AS mn FROM spans) q
WITH q AS (SELECT max(d) AS mx, min(d) AS mn FROM spans) SELECT mx - mn + 1 AS days, sum(mx - mn) AS s, avg(mx - mn) AS a FROM q GROUP BY 1
SELECT id, fv - d AS x, lv - d - 1 AS y, nv - d - 1 AS z FROM (SELECT id, d, first_value(d) OVER (ORDER BY id) fv, last_value(d) OVER (ORDER BY id) lv, nth_value(d, 2) OVER (ORDER BY id) nv FROM spans) q ORDER BY id
SELECT id, d - lag(d) OVER (ORDER BY d) - 1 AS x FROM spans ORDER BY id
SELECT id, d - lag(d) OVER (ORDER BY d) AS x, pg_typeof(d - lag(d) OVER (ORDER BY d) - 1) AS ty FROM spans ORDER BY id
SELECT id, gap, pg_typeof(gap), gap - 1 AS g1 FROM (SELECT id, d - lag(d) OVER (ORDER BY d) AS gap FROM spans) q ORDER BY id
SELECT id, nxt - ts AS x, (nxt - ts) / 2 AS h, extract(epoch FROM nxt - ts) AS e, nxt - ts > interval '3 days' AS big FROM (SELECT id, ts, lead(ts) OVER (ORDER BY ts) nxt FROM spans) q ORDER BY id
SELECT id, nxt - tz AS x, extract(epoch FROM (nxt - tz)) / 3600 AS hrs FROM (SELECT id, tz, lead(tz) OVER (ORDER BY tz) nxt FROM spans) q ORDER BY id
SELECT id, nxt - t AS x FROM (SELECT id, t, lead(t) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, nxt - n AS x, nxt * 2 AS y, nxt / n AS z, nxt FROM (SELECT id, n, lead(n) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, nxt - n - 1 AS x, coalesce(nxt, 0) AS c, nxt::int AS i, round(nxt / n, 3) AS r FROM (SELECT id, n, lead(n) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, nxt, nxt - iv AS x, nxt * 2 AS y FROM (SELECT id, iv, lead(iv) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, nxt, nxt - s AS x, nxt - 1 AS y, nxt * s AS z FROM (SELECT id, s, lead(s) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, nxt - b AS x, nxt / b AS y FROM (SELECT id, b, lead(b) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT id, d - (SELECT min(d) FROM spans) - 1 AS x, (SELECT max(d) FROM spans) - d AS y FROM spans ORDER BY id
SELECT id, lead(d, 1, d) OVER (ORDER BY id) - d - 1 AS x, lead(d, 1, date '2030-01-01') OVER (ORDER BY id) - d AS y FROM spans ORDER BY id
SELECT id, nxt - d - 1 AS x FROM (SELECT id, d, lead(d, 1, d + 1) OVER (ORDER BY id) nxt FROM spans) q ORDER BY id
SELECT x - 1 AS y FROM (SELECT coalesce(lead(d) OVER (ORDER BY id), current_date) - d AS x FROM spans WHERE id = 1) q
SELECT a - b - 1 AS y FROM (SELECT coalesce(lead(d) OVER (ORDER BY id), date '2024-06-01') AS a, d AS b FROM spans) q ORDER BY 1
SELECT a - b - 1 AS y FROM (SELECT CASE WHEN id > 1 THEN max(d) ELSE date '2024-06-01' END AS a, min(d) AS b FROM spans GROUP BY id) q ORDER BY 1
SELECT a - b - 1 AS y FROM (SELECT greatest(max(d), date '2024-06-01') AS a, least(min(d), date '2024-01-01') AS b FROM spans) q ORDER BY 1
SELECT a - b - 1 AS y FROM (SELECT (array_agg(d ORDER BY d DESC))[1] AS a, (array_agg(d ORDER BY d))[1] AS b FROM spans) q ORDER BY 1
SELECT a - b - 1 AS y FROM (SELECT d::date AS a, ts::date AS b FROM spans) q ORDER BY 1
SELECT a - b - 1 AS y FROM (SELECT date_trunc('month', d)::date AS a, (date_trunc('month', d) + interval '1 month')::date AS b FROM spans) q ORDER BY 1
SELECT b.d - a.d - 1 AS y FROM spans a JOIN spans b ON b.id = a.id + 1 ORDER BY 1
SELECT y.d2 - y.d1 - 1 AS z FROM (SELECT x.d1, x.d2 FROM (SELECT min(d) AS d1, max(d) AS d2 FROM spans) x) y
SELECT y.d2 - y.d1 - 1 AS z FROM spans w CROSS JOIN LATERAL (SELECT w.d AS d1, max(d) AS d2 FROM spans) y ORDER BY 1
SELECT g - d - 1 AS z FROM spans, (SELECT generate_series('2024-03-01'::date, '2024-03-02'::date, '1 day')::date AS g) s ORDER BY 1
SELECT g::date - d - 1 AS z FROM spans, generate_series('2024-03-01'::date, '2024-03-02'::date, '1 day') g ORDER BY 1
WITH RECURSIVE r AS (SELECT date '2024-01-01' AS d UNION ALL SELECT d + 1 FROM r WHERE d < '2024-01-04') SELECT d - date '2024-01-01' - 1 AS x, max(d) OVER () - d - 1 AS y FROM r ORDER BY 1
SELECT grp, max(d) - min(d) - 1 AS x, (max(d) - min(d))::float8 / count(*) AS y, count(*)::numeric / (max(d) - min(d) + 1) AS z FROM spans GROUP BY grp ORDER BY 1
SELECT x, count(*) FROM (SELECT max(d) - min(d) - 1 AS x FROM spans GROUP BY grp) q GROUP BY x ORDER BY x
SELECT min(ts) - max(ts) AS x, max(ts) - min(ts) > '1 day' AS y, avg(ts - '2024-01-01') AS a FROM spans
SELECT max(t) - min(t) AS x, min(t) + interval '1 hour' AS y FROM spans
SELECT max(n) - min(n) AS x, avg(n) - 1 AS y, sum(n) / count(*) AS z, max(n) * 1.1 AS w FROM spans
SELECT x - y AS z, x * 2 AS w, round(x, 1) AS r FROM (SELECT avg(n) AS x, max(n) AS y FROM spans) q
SELECT x - y AS z, x / y AS w FROM (SELECT sum(n) AS x, count(*) AS y FROM spans) q
SELECT x - y AS z, x / y AS w FROM (SELECT sum(b) AS x, sum(id) AS y FROM spans) q
SELECT x, y, x / y AS w FROM (SELECT avg(id) AS x, avg(b) AS y FROM spans) q
SELECT x / 3 AS w FROM (SELECT avg(id) AS x, avg(b) AS y FROM spans) q
SELECT id, sum(n) OVER w - n AS rest, avg(n) OVER w AS a, n - avg(n) OVER w AS dev, n / sum(n) OVER () * 100 AS pct FROM spans WINDOW w AS (ORDER BY id) ORDER BY id
SELECT id, pct FROM (SELECT id, round(100.0 * n / sum(n) OVER (), 2) AS pct FROM spans) q ORDER BY id
SELECT variance(n), var_pop(n), stddev(n), stddev_pop(n) FROM spans
SELECT variance(id), var_pop(id), stddev(id), stddev_pop(id) FROM spans
SELECT variance(b), var_pop(b), stddev(b), stddev_pop(b) FROM spans
SELECT variance(s), var_pop(s), stddev(s), stddev_pop(s) FROM spans
SELECT variance(f), var_pop(f), stddev(f), stddev_pop(f) FROM spans
SELECT variance(n * 100), variance(n / 3), variance(n * n), variance(n::numeric(10,4)), variance(-n) FROM spans
SELECT variance(b * b * b), var_pop(id * 1000000000::bigint) FROM spans
SELECT variance(x), var_pop(x), stddev(x), stddev_pop(x) FROM (VALUES (1.5), (100.25), (99999.125), (3)) v(x)
SELECT variance(x), var_pop(x), stddev(x), stddev_pop(x) FROM (VALUES (0.001), (0.0025), (0.00125)) v(x)
SELECT variance(x), var_pop(x) FROM (VALUES (10000000000), (20000000005), (3)) v(x)
SELECT variance(x), var_pop(x), stddev(x) FROM (VALUES (85.5), (90.25), (77.0), (150), (12), (33.25), (90)) v(x)
SELECT grp, variance(n), stddev_samp(n), var_pop(n), var_samp(id) FROM spans GROUP BY grp ORDER BY grp
SELECT id, variance(n) OVER (ORDER BY id), stddev(n) OVER (ORDER BY id), var_pop(id) OVER () FROM spans ORDER BY id
SELECT variance(DISTINCT n), stddev(n) FILTER (WHERE id < 3) FROM spans
SELECT variance(n)::numeric(10,3), round(variance(n), 4), stddev(n)::float8, variance(n) / 2, variance(n) + 1, sqrt(variance(n)), stddev(n) * 100 / avg(n) AS cv FROM spans
SELECT count(*) / sum(1.0 / id) FROM spans
SELECT sum(1.0 / id) FROM spans
SELECT sum(1 / n), avg(1 / n), sum(n / 3) FROM spans
SELECT avg(n), avg(n * 2), avg(n + id), avg(id * 1.0), avg(n / 3), avg(id::numeric), avg(1.0), avg(n * n) FROM spans
SELECT avg(n) - 5, avg(n) / 2, avg(n) * 2, sum(n) / 7, sum(n) / count(*), avg(n) / avg(id), sum(n) / sum(id) FROM spans
SELECT regr_slope(n, id), regr_intercept(n, id), regr_r2(n, id), regr_count(n, id), regr_avgx(n, id), regr_avgy(n, id), regr_sxx(n, id), regr_syy(n, id), regr_sxy(n, id), corr(n, id), covar_pop(n, id), covar_samp(n, id) FROM spans
SELECT regr_slope(f, b), regr_intercept(f, b), regr_r2(f, b), corr(f, b), covar_pop(f, b), covar_samp(f, b) FROM spans
SELECT corr(f, f), corr(id, -id), corr(1, 2), regr_slope(1.0, id), regr_r2(f, 1) FROM spans
SELECT grp, corr(f, id), regr_slope(f, id), regr_r2(id, f), stddev(f), variance(f) FROM spans GROUP BY grp ORDER BY grp
SELECT exp(avg(ln(id))), exp(avg(ln(n))), power(avg(n), 2), avg(ln(f)) FROM spans
SELECT sum((n - a) ^ 2) / count(*) FROM spans, (SELECT avg(n) AS a FROM spans) q
SELECT sum(n * id) / sum(id) AS wavg, sum(n) * 1.0 / nullif(sum(id), 0), 1.0 * sum(id) / count(*) FROM spans
SELECT 100.0 * count(*) FILTER (WHERE grp = 'a') / count(*) AS pct, count(*)::numeric / 7, count(*) / 7.0 FROM spans
SELECT count(*) / sum(1.0 / n), 1 / avg(n), sum(id) / sum(1.0 / id) FROM spans
SELECT id, sum(1.0 / id) OVER (ORDER BY id), count(*) OVER (ORDER BY id) / sum(1.0 / id) OVER (ORDER BY id) FROM spans ORDER BY id
CREATE TABLE parts_of (id int, x numeric, y numeric(12,2))
INSERT INTO parts_of VALUES (1, 85.5, 1.5), (2, 90.25, 2.25), (3, 77, 3)
SELECT count(*) / sum(1.0000000000000000000000000000000000000000 / id) FROM parts_of
SELECT sum(1.0000000000000000000000000000000000000000 / y) FROM parts_of
SELECT id / (1.0 / id), y / (1.0 / id), y / (y / 3), (y / 3) / y, (y/3) / (y / 7) FROM parts_of ORDER BY id
SELECT sum(y) / (1.0 / 3), 1 / (y / 300) FROM parts_of GROUP BY y ORDER BY y
SELECT avg(y / 3), avg(1.0 / id), sum(y / 3) / 3, sum(y / 3) / count(*), avg(1.0 / y) FROM parts_of
SELECT (1.0 / id) * (1.0 / id), y * (1.0 / id), round(y / 3, 2) / 3, (y / 3)::numeric(10,4) / 3 FROM parts_of ORDER BY id
SELECT 100.0 * y / sum(y) OVER () / 2, (y / sum(y) OVER ()) / 3 FROM parts_of ORDER BY id
SELECT q / 3, r / s FROM (SELECT y / 3 AS q, y / 7 AS r, 1.0 / id AS s FROM parts_of) z ORDER BY 1
SELECT sum(q) / 3, avg(q) FROM (SELECT y / 3 AS q FROM parts_of) z
SELECT avg(y) / avg(id), avg(y) / 3, (avg(y) / 3) / 7 FROM parts_of
SELECT (max(y) - min(y)) / min(y), (max(y) - avg(y)) / stddev(y) FROM parts_of
SELECT (y - avg(y) OVER ()) / stddev(y) OVER () FROM parts_of ORDER BY id
SELECT sum(x / 3), avg(x / 3), sum(y / 7), avg(y / 7), sum(1.0 / id), avg(1.0 / id), sum(10.0 / id) FROM parts_of
SELECT id, sum(10.0 / id) OVER (ORDER BY id), avg(10.0 / id) OVER (ORDER BY id ROWS 1 PRECEDING), sum(y / 3) OVER () FROM parts_of ORDER BY id
SELECT sum(10.0 / id) FILTER (WHERE id > 1), sum(10.0 / id) FILTER (WHERE id > 9), avg(10.0 / id) FILTER (WHERE id > 9) FROM parts_of
SELECT id, y - avg(y) OVER () AS d, (y - avg(y) OVER ()) / avg(y) OVER () AS r, 100 * (y - avg(y) OVER ()) / avg(y) OVER () AS p FROM parts_of ORDER BY d
SELECT id % 2 AS g, avg(y) - avg(id) AS d FROM parts_of GROUP BY 1 ORDER BY d DESC, 1
SELECT sum(y / id) AS s, count(*) FROM parts_of GROUP BY id % 2 HAVING sum(y / id) > 0 ORDER BY s
SELECT sum(id / 2), avg(id / 2), sum(y::float8 / id), avg(y::float8 / 3), sum(y) / sum(id)::float8 FROM parts_of
SELECT sum(y / nullif(id - 1, 0)), avg(y / nullif(id - 1, 0)) FROM parts_of
SELECT round(sum(y / id), 2), round(avg(y / 3), 3), (avg(y / 3))::numeric(10,2), floor(avg(y / 3)), abs(avg(y) - 5), (avg(y) - 5)::int FROM parts_of
SELECT avg(y) - 1 AS a, count(*) AS c FROM parts_of GROUP BY id HAVING avg(y) - 1 > 1 ORDER BY 1
SELECT avg(y) / 3 AS a FROM parts_of UNION ALL SELECT avg(y) - 1 FROM parts_of ORDER BY 1
SELECT DISTINCT avg(y) - 1 FROM parts_of
