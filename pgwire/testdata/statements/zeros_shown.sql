-- Zeros at the end of stored numerics without a scale, as queries show them.
CREATE TABLE zr (id int PRIMARY KEY, g text, n numeric, m numeric(8,3), k numeric)
INSERT INTO zr VALUES (1, 'a', 1.50, 2.5, 10.00), (2, 'a', 2, 3, 0.10), (3, 'b', 19.80, 4.125, 3), (4, 'b', NULL, NULL, 1.50), (5, 'b', 1.5, 0, 1.500)
SELECT z FROM (SELECT id, n FROM zr) z ORDER BY id
SELECT ROW(id, n, k) FROM zr ORDER BY id
SELECT (z).n, (z).k FROM (SELECT zr AS z FROM zr ORDER BY id) s
SELECT jsonb_build_object('n', n, 'k', k) FROM zr ORDER BY id
SELECT json_build_object('n', n, 'k', k, 'c', 1.50) FROM zr ORDER BY id
SELECT jsonb_agg(n ORDER BY id) FROM zr
SELECT json_agg(k ORDER BY id) FROM zr
SELECT jsonb_object_agg(id, n) FROM zr
SELECT json_object_agg(id, k ORDER BY id) FROM zr
SELECT array_agg(n ORDER BY id) FROM zr
SELECT json_agg(json_build_object('n', n) ORDER BY id) FROM zr
SELECT g, json_agg(json_build_object('n', n, 'k', k) ORDER BY id) FROM zr GROUP BY g ORDER BY g
SELECT g, sum(n), avg(n), min(n), max(n), sum(n * k), array_agg(k ORDER BY id) FROM zr GROUP BY g ORDER BY g
SELECT CASE WHEN id = 1 THEN n ELSE 0.00 END, CASE g WHEN 'a' THEN n WHEN 'b' THEN 1 END FROM zr ORDER BY id
SELECT COALESCE(n, 0.000), COALESCE(n, 0), COALESCE(n, k), COALESCE(NULL, n) FROM zr ORDER BY id
SELECT GREATEST(n, 1.50), LEAST(n, 2.000), GREATEST(n, k), LEAST(k, 100) FROM zr ORDER BY id
SELECT sum(CASE WHEN g = 'a' THEN n ELSE 0 END), sum(COALESCE(n, 0.000)), max(COALESCE(n, 0)) FROM zr
SELECT n, id FROM zr ORDER BY n, id
SELECT n FROM zr ORDER BY n DESC, id DESC
SELECT n, k FROM zr ORDER BY k, id
SELECT DISTINCT ON (g) g, n FROM zr ORDER BY g, id
SELECT DISTINCT ON (n) n, id FROM zr ORDER BY n, id
SELECT DISTINCT ON (n) n, id FROM zr ORDER BY n, id DESC
SELECT DISTINCT n FROM zr WHERE id < 4 ORDER BY n
SELECT n, count(*) FROM zr WHERE id < 4 GROUP BY n ORDER BY n
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY n) FROM zr
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY k), g FROM zr GROUP BY g ORDER BY g
SELECT mode() WITHIN GROUP (ORDER BY k) FROM zr WHERE id < 4
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY n) FROM zr
CREATE VIEW zr_v AS SELECT id, g, n * k AS converted, n * 1.10 AS taxed, n / 2 AS half, n FROM zr
SELECT * FROM zr_v ORDER BY id
SELECT sum(converted), avg(converted), max(converted), sum(taxed), sum(half) FROM zr_v
SELECT g, sum(converted), sum(taxed) FROM zr_v GROUP BY g ORDER BY g
SELECT converted + 1, taxed * 2, converted::text, round(taxed, 1) FROM zr_v ORDER BY id
SELECT sum(converted * 2), sum(n) FROM zr_v
SELECT json_agg(converted ORDER BY id) FROM zr_v
CREATE VIEW zr_w AS SELECT g, sum(n) AS total, avg(n) AS mean, max(k) AS most FROM zr GROUP BY g
SELECT * FROM zr_w ORDER BY g
SELECT sum(total), sum(most), max(mean) FROM zr_w
SELECT total * 2, most + 1.00 FROM zr_w ORDER BY g
CREATE TABLE zr_c AS SELECT id, n * k AS nk, n + 0.000 AS n3, m * k AS mk FROM zr
SELECT * FROM zr_c ORDER BY id
SELECT sum(nk), sum(n3), sum(mk), max(nk) FROM zr_c
SELECT nk * 2, n3 || '', to_jsonb(nk) FROM zr_c ORDER BY id
SELECT sum(n) OVER (ORDER BY id), avg(k) OVER (PARTITION BY g), lag(n) OVER (ORDER BY id), first_value(k) OVER (ORDER BY id) FROM zr ORDER BY id
SELECT n, rank() OVER (ORDER BY n DESC NULLS LAST) FROM zr ORDER BY id
SELECT a.n, b.k FROM zr a JOIN zr b ON a.id = b.id ORDER BY a.id
SELECT a.n, b.k FROM zr a LEFT JOIN zr b ON a.id = b.id + 1 ORDER BY a.id
SELECT n FROM zr WHERE id < 3 UNION ALL SELECT k FROM zr WHERE id < 3 ORDER BY 1
SELECT n FROM zr WHERE id < 3 UNION SELECT k FROM zr WHERE id < 3 ORDER BY 1
SELECT n FROM zr WHERE id < 4 INTERSECT SELECT n FROM zr WHERE id < 3 ORDER BY 1
SELECT sum(x) FROM (SELECT n AS x FROM zr UNION ALL SELECT k FROM zr) s
SELECT (SELECT n FROM zr WHERE id = 1), (SELECT sum(n) FROM zr), (SELECT json_agg(n ORDER BY id) FROM zr)
SELECT n + k, n - k, n * k, -n, abs(n), n % 2, round(n, 2), trunc(k, 1), ceil(n), n ^ 2 FROM zr WHERE id < 4 ORDER BY id
SELECT to_char(n, '999.99'), n::numeric(8,2), n::float8, n::int, n::text FROM zr WHERE id < 4 ORDER BY id
SELECT string_agg(n::text, ',' ORDER BY id), string_agg(k || '', ',' ORDER BY id) FROM zr
SELECT nullif(n, 2), nullif(k, 0) FROM zr ORDER BY id
SELECT * FROM zr CROSS JOIN LATERAL (SELECT zr.n * 2 AS d) l ORDER BY id
SELECT sum(d) FROM zr CROSS JOIN LATERAL (SELECT zr.n * zr.k AS d) l
SELECT g, sum(n) FROM zr GROUP BY ROLLUP (g) ORDER BY g
SELECT n FROM zr FETCH FIRST 1 ROW ONLY
WITH w AS (SELECT g, sum(n) AS s FROM zr GROUP BY g) SELECT g, s, s / 2, sum(s) OVER () FROM w ORDER BY g
WITH RECURSIVE r(i, x) AS (SELECT 1, 1.50 UNION ALL SELECT i + 1, x * 2 FROM r WHERE i < 3) SELECT * FROM r
CREATE TABLE zr_a (id int, a numeric[], r numrange)
INSERT INTO zr_a VALUES (1, '{1.50,2}', '[1.0,2.50)'), (2, ARRAY[3.00], numrange(1.10, 2.00))
SELECT a[1], lower(r), upper(r) FROM zr_a ORDER BY id
SELECT unnest(a) FROM zr_a WHERE id = 1
SELECT GREATEST(1.50, n), LEAST(1.500, n), GREATEST(k, n, 1.5), LEAST(n, k, 1.50, 2)::text, to_jsonb(GREATEST(n, 1.50)) FROM zr ORDER BY id
SELECT sum(GREATEST(n, 1.50)), max(LEAST(k, 1.500)) FROM zr
SELECT GREATEST(n, k) AS x, count(*) FROM zr WHERE id < 4 GROUP BY 1 ORDER BY 1
SELECT GREATEST(1.50, n), LEAST(1.500, n), GREATEST(k, n, 1.5), LEAST(n, k, 1.50, 2)::text, to_jsonb(GREATEST(n, 1.50)) FROM zr ORDER BY id
SELECT sum(GREATEST(n, 1.50)), max(LEAST(k, 1.500)) FROM zr
SELECT GREATEST(n, k) AS x, count(*) FROM zr WHERE id < 4 GROUP BY 1 ORDER BY 1
