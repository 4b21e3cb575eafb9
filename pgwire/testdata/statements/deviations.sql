-- Variances and deviations of integers and numerics, and choices among numerics of several scales.
CREATE TABLE dev (id int, grp text, n int, b bigint, d numeric(10,2), f float8, s smallint)
INSERT INTO dev VALUES (1,'a',10,1000000000,10.50,1.5,1),(2,'a',20,2000000000,20.25,2.5,2),(3,'b',-30,30,-3.75,3.5,3),(4,'b',30,40,3.75,4.5,4),(5,'c',7,NULL,NULL,NULL,NULL)
SELECT stddev(n), variance(n), stddev_pop(n), var_pop(n), stddev_samp(n), var_samp(n) FROM dev
SELECT stddev(b), variance(b), stddev(s), variance(s) FROM dev
SELECT stddev(d), variance(d), stddev_pop(d), var_pop(d) FROM dev
SELECT pg_typeof(f) FROM dev LIMIT 1
SELECT grp, stddev(n), var_pop(n), stddev(d) FROM dev GROUP BY grp ORDER BY grp
SELECT grp, stddev(n) AS sd FROM dev GROUP BY grp ORDER BY sd DESC NULLS LAST
SELECT grp, stddev(n) FROM dev GROUP BY grp ORDER BY 2 NULLS FIRST
SELECT stddev(DISTINCT abs(n)), variance(DISTINCT n), var_pop(DISTINCT d) FROM dev
SELECT stddev(n) FILTER (WHERE n > 0), variance(d) FILTER (WHERE grp = 'b') FROM dev
SELECT id, stddev(n) OVER (ORDER BY id), var_pop(d) OVER (PARTITION BY grp ORDER BY id) FROM dev ORDER BY id
SELECT id, stddev(n) OVER w FROM dev WINDOW w AS (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) ORDER BY id
SELECT round(stddev(n), 2), round(stddev(d) / avg(d), 4), round(variance(d), 3) FROM dev
SELECT stddev(n) > 5, stddev(n)::float8, stddev(n)::int, stddev(n)::text FROM dev
SELECT grp, count(*) FROM dev GROUP BY grp HAVING stddev(n) > 8 ORDER BY grp
SELECT q.sd FROM (SELECT stddev(n) AS sd FROM dev) q
SELECT stddev(n), stddev(x) FROM dev, (VALUES (1)) v(x)
SELECT stddev(n) FROM dev WHERE false
SELECT variance(n), stddev(n), stddev_pop(n) FROM dev WHERE id = 1
SELECT variance(x), stddev(x), var_pop(x) FROM (VALUES (0.001),(0.0012),(0.0009)) t(x)
SELECT variance(x), stddev(x), var_pop(x), stddev_pop(x) FROM (VALUES (100000),(200000),(500001)) t(x)
SELECT stddev(x) AS a, stddev(x) * 2 AS b FROM (VALUES (1),(2),(4)) t(x)
SELECT stddev(5), variance(1) FROM generate_series(1, 4)
SELECT stddev(g), variance(g), var_pop(g) FROM generate_series(1, 100) g
SELECT stddev(n) - stddev_pop(n) FROM dev
SELECT coalesce(stddev(n), 0) FROM dev WHERE id = 1
SELECT coalesce(stddev(n), 0), coalesce(variance(d), 0.0) FROM dev
WITH s AS (SELECT grp, stddev(n) AS sd, avg(n) AS mean FROM dev GROUP BY grp) SELECT grp, mean, sd, round(sd / nullif(mean, 0), 3) FROM s ORDER BY grp
SELECT (SELECT stddev(n) FROM dev)
SELECT stddev('x') FROM dev
SELECT stddev(grp) FROM dev
SELECT variance(NULL::int)
SELECT stddev(n::numeric), stddev(n::bigint) FROM dev
SELECT coalesce(sum(d), 0), coalesce(sum(n), 0), coalesce(sum(b), 0) FROM dev
SELECT coalesce(sum(d), 0), coalesce(avg(d), 0), coalesce(max(d), 0), coalesce(avg(n), 0) FROM dev WHERE false
SELECT id, coalesce(d, 0) FROM dev ORDER BY id
SELECT id, coalesce(d, 0.0) AS amount FROM dev ORDER BY amount, id
SELECT id, coalesce(d, 0) AS amount FROM dev ORDER BY 2 DESC, 1
SELECT id, coalesce(d, n) FROM dev ORDER BY id
SELECT id, coalesce(d, n, 0) FROM dev ORDER BY id
SELECT id, coalesce(f, 0), coalesce(b, 0), coalesce(s, 0), coalesce(n, 0.5) FROM dev ORDER BY id
SELECT grp, coalesce(sum(d), 0) AS total FROM dev GROUP BY grp ORDER BY total DESC
SELECT coalesce(d, 0), count(*) FROM dev GROUP BY coalesce(d, 0) ORDER BY 1
SELECT coalesce(d, 0) AS v, count(*) FROM dev GROUP BY v ORDER BY v
SELECT DISTINCT coalesce(d, 0) FROM dev ORDER BY 1
SELECT id, CASE WHEN d > 5 THEN d ELSE 0 END FROM dev ORDER BY id
SELECT id, CASE WHEN d > 5 THEN d WHEN d IS NULL THEN NULL ELSE 1.5 END AS x FROM dev ORDER BY x, id
SELECT id, CASE grp WHEN 'a' THEN d ELSE 0 END FROM dev ORDER BY id
SELECT id, CASE WHEN d > 5 THEN n ELSE 0 END, CASE WHEN n > 5 THEN f ELSE 0 END FROM dev ORDER BY id
SELECT sum(CASE WHEN grp = 'a' THEN d ELSE 0 END) FROM dev
SELECT coalesce(d, 0) + 1, coalesce(d, 0) * 2 FROM dev ORDER BY id
SELECT pg_typeof(coalesce(d, 0)), pg_typeof(coalesce(n, 0)) FROM dev WHERE id = 1
SELECT coalesce(lag(d) OVER (ORDER BY id), 0), d - lag(d, 1, 0) OVER (ORDER BY id) FROM dev ORDER BY id
SELECT coalesce((SELECT sum(d) FROM dev WHERE false), 0)
SELECT coalesce(sum(d), 0)::int, round(coalesce(sum(d), 0), 1) FROM dev
SELECT coalesce(sum(d) FILTER (WHERE grp = 'z'), 0) AS z, coalesce(sum(d) FILTER (WHERE grp = 'a'), 0) AS a FROM dev
SELECT coalesce(d, -1), coalesce(d, 0.000) FROM dev WHERE id > 3 ORDER BY id
SELECT coalesce(d / 3, 0), coalesce(d * 1.5, 0) FROM dev ORDER BY id
CREATE VIEW dev_view AS SELECT grp, stddev(n) AS sd, coalesce(sum(d), 0) AS total FROM dev GROUP BY grp
SELECT * FROM dev_view ORDER BY grp
CREATE TABLE dev_copy AS SELECT stddev(n) AS sd FROM dev
SELECT data_type FROM information_schema.columns WHERE table_name = 'dev_copy'
SELECT stddev(a) FROM (SELECT avg(n) AS a FROM dev GROUP BY grp) q
