CREATE TABLE nps (id int PRIMARY KEY, n numeric, m numeric(10,2), k numeric(6,1), i int, t text, a numeric[], b numeric(6,1)[])
INSERT INTO nps VALUES (1, 1.5, 12.30, 7.0, 3, '1.50', '{1.5,2}', '{1.0,2.5}'), (2, 0.25, 100, 0.5, 1, '2', '{0.25}', '{3}'), (3, 7, 0.05, 2, 7, '3.1400', '{}', NULL), (4, -2.75, NULL, NULL, NULL, NULL, NULL, '{}')
-- JSON
SELECT to_jsonb(n) FROM nps ORDER BY id
SELECT to_json(n) FROM nps ORDER BY id
SELECT to_jsonb(n * 1.1) FROM nps ORDER BY id
SELECT to_jsonb(n * 2) FROM nps ORDER BY id
SELECT to_jsonb(n + 1) FROM nps ORDER BY id
SELECT to_jsonb(n + m) FROM nps WHERE id < 4 ORDER BY id
SELECT to_jsonb(n * n) FROM nps ORDER BY id
SELECT to_jsonb(n / 2) FROM nps ORDER BY id
SELECT to_jsonb(-n) FROM nps ORDER BY id
SELECT to_jsonb(round(n, 1)) FROM nps ORDER BY id
SELECT to_jsonb(round(n, 3)) FROM nps ORDER BY id
SELECT to_jsonb(abs(n)) FROM nps ORDER BY id
SELECT jsonb_build_object('x', n) FROM nps ORDER BY id
SELECT json_build_object('x', n, 'y', n * 1.1) FROM nps ORDER BY id
SELECT jsonb_build_array(n, m, k, i) FROM nps ORDER BY id
SELECT jsonb_build_object('x', n - 0.5) FROM nps ORDER BY id
SELECT jsonb_build_object('x', m * k) FROM nps ORDER BY id
SELECT jsonb_build_object('x', m * 1.1) FROM nps ORDER BY id
SELECT json_agg(n ORDER BY id) FROM nps
SELECT jsonb_agg(n * 2 ORDER BY id) FROM nps
SELECT json_agg(nps ORDER BY id) FROM nps
SELECT row_to_json(nps) FROM nps ORDER BY id
SELECT to_jsonb(nps) FROM nps ORDER BY id
SELECT to_jsonb(nps) -> 'n' FROM nps ORDER BY id
SELECT row_to_json(r) FROM (SELECT id, n FROM nps) r ORDER BY id
SELECT row_to_json(r) FROM (SELECT id, n * 1.1 AS x FROM nps) r ORDER BY id
SELECT json_agg(r) FROM (SELECT id, n + 0.5 AS x FROM nps ORDER BY id) r
SELECT json_object_agg(id, n ORDER BY id) FROM nps
SELECT jsonb_object_agg(id, n * 1.1) FROM nps
SELECT to_jsonb(sum(n)) FROM nps
SELECT to_jsonb(avg(n)) FROM nps
SELECT jsonb_build_object('s', sum(n), 'a', avg(n), 'lo', min(n), 'hi', max(n)) FROM nps
SELECT jsonb_build_object('s', sum(m), 'a', avg(m), 'lo', min(m), 'hi', max(m)) FROM nps
SELECT jsonb_build_object('s', sum(n * m)) FROM nps
SELECT jsonb_build_object('s', sum(n) * 1.10) FROM nps
SELECT jsonb_build_object('s', round(avg(n), 2)) FROM nps
SELECT jsonb_build_object('k', k, 's', sum(n)) FROM nps GROUP BY k ORDER BY k
SELECT to_jsonb(a) FROM nps ORDER BY id
SELECT to_jsonb(b) FROM nps ORDER BY id
SELECT to_jsonb(a[1]) FROM nps ORDER BY id
SELECT to_jsonb(coalesce(n, m)) FROM nps ORDER BY id
SELECT to_jsonb(coalesce(m, n)) FROM nps ORDER BY id
SELECT to_jsonb(CASE WHEN id = 1 THEN n ELSE m END) FROM nps ORDER BY id
SELECT to_jsonb(greatest(n, m)) FROM nps ORDER BY id
SELECT to_jsonb(nullif(n, 7)) FROM nps ORDER BY id
SELECT jsonb_set('{}', '{a}', to_jsonb(n)) FROM nps ORDER BY id
SELECT array_to_json(ARRAY[n, m]) FROM nps ORDER BY id
SELECT to_jsonb(n::numeric(10,3)) FROM nps ORDER BY id
SELECT to_jsonb(i * 1.0) FROM nps ORDER BY id
SELECT to_jsonb(i::numeric) FROM nps ORDER BY id
SELECT to_jsonb(i / 2.0) FROM nps ORDER BY id
-- texts
SELECT n::text FROM nps ORDER BY id
SELECT (n * 1.1)::text FROM nps ORDER BY id
SELECT (n + 1)::text FROM nps ORDER BY id
SELECT (n * m)::text FROM nps ORDER BY id
SELECT n || '' FROM nps ORDER BY id
SELECT n * 2 || 'x' FROM nps ORDER BY id
SELECT 'x' || n + 1 FROM nps ORDER BY id
SELECT concat(n, '/', m) FROM nps ORDER BY id
SELECT concat_ws(',', n, n * 1.1) FROM nps ORDER BY id
SELECT format('%s', n) FROM nps ORDER BY id
SELECT format('%s|%L', n * 1.1, n) FROM nps ORDER BY id
SELECT quote_literal(n) FROM nps ORDER BY id
SELECT length(n::text) FROM nps ORDER BY id
SELECT length((n * 1.1)::text) FROM nps ORDER BY id
SELECT md5(n::text) FROM nps ORDER BY id
SELECT string_agg(n::text, ',' ORDER BY id) FROM nps
SELECT string_agg((n * 1.1)::text, ',' ORDER BY id) FROM nps
SELECT sum(n)::text FROM nps
SELECT avg(n)::text FROM nps
SELECT min(n)::text, max(n)::text FROM nps
SELECT (sum(n) * 1.1)::text FROM nps
SELECT (sum(n) / 3)::text FROM nps
SELECT (n / 3)::text FROM nps ORDER BY id
SELECT round(n / 3, 2)::text FROM nps ORDER BY id
SELECT trunc(n, 1)::text FROM nps ORDER BY id
SELECT (n % 2)::text FROM nps ORDER BY id
SELECT n::varchar(20) FROM nps ORDER BY id
SELECT to_char(n, 'FM999.0099') FROM nps ORDER BY id
SELECT scale(n), min_scale(n), trim_scale(n) FROM nps ORDER BY id
SELECT scale(n * 1.1) FROM nps ORDER BY id
SELECT split_part(n::text, '.', 2) FROM nps ORDER BY id
SELECT n::text = '1.5' FROM nps ORDER BY id
SELECT id FROM nps WHERE n::text LIKE '%5' ORDER BY id
SELECT count(DISTINCT n::text) FROM nps
SELECT n::text, count(*) FROM nps GROUP BY n::text ORDER BY 1
-- arrays and rows
SELECT array_agg(n ORDER BY id) FROM nps
SELECT array_agg(n * 1.1 ORDER BY id) FROM nps
SELECT array_agg(n ORDER BY id)::text FROM nps
SELECT ARRAY[n, n * 2] FROM nps ORDER BY id
SELECT ARRAY[n, m] FROM nps ORDER BY id
SELECT ARRAY[n, 1] FROM nps ORDER BY id
SELECT ARRAY[m, k] FROM nps ORDER BY id
SELECT ARRAY[n]::text FROM nps ORDER BY id
SELECT array_to_string(ARRAY[n, n * 1.1], ',') FROM nps ORDER BY id
SELECT array_to_string(array_agg(n ORDER BY id), ',') FROM nps
SELECT array_append(b, 1) FROM nps ORDER BY id
SELECT array_append(b, 1::numeric) FROM nps ORDER BY id
SELECT array_append(b, 1.25) FROM nps ORDER BY id
SELECT array_prepend(1, b) FROM nps ORDER BY id
SELECT b || 1.5 FROM nps ORDER BY id
SELECT array_append(ARRAY[1.5]::numeric(6,1)[], 1)
SELECT array_cat(b, a) FROM nps ORDER BY id
SELECT array_remove(b, 3) FROM nps ORDER BY id
SELECT array_replace(b, 3, 4) FROM nps ORDER BY id
SELECT a FROM nps ORDER BY id
SELECT a::text FROM nps ORDER BY id
SELECT array_to_string(a, ',') FROM nps ORDER BY id
SELECT array_append(a, 1.25) FROM nps ORDER BY id
SELECT a[1]::text FROM nps ORDER BY id
SELECT unnest(a)::text FROM nps WHERE id < 3 ORDER BY id, 1
SELECT ROW(n, m) FROM nps ORDER BY id
SELECT ROW(n * 1.1, 1) FROM nps ORDER BY id
SELECT ROW(n)::text FROM nps ORDER BY id
SELECT nps FROM nps ORDER BY id
SELECT nps::text FROM nps ORDER BY id
SELECT (nps).n::text FROM nps ORDER BY id
SELECT r FROM (SELECT id, n FROM nps) r ORDER BY id
SELECT r::text FROM (SELECT id, n * 1.1 AS x FROM nps) r ORDER BY id
-- mixes
SELECT coalesce(n, 0)::text FROM nps ORDER BY id
SELECT coalesce(n, 0.000)::text FROM nps ORDER BY id
SELECT (CASE WHEN id = 1 THEN n ELSE m END)::text FROM nps ORDER BY id
SELECT (CASE WHEN id = 1 THEN 0 ELSE n END)::text FROM nps ORDER BY id
SELECT (CASE WHEN id = 1 THEN 0 ELSE n END)::text FROM nps ORDER BY id DESC
SELECT x::text FROM (SELECT n AS x FROM nps WHERE id = 1 UNION ALL SELECT m FROM nps WHERE id = 1) u ORDER BY 1
SELECT to_jsonb(x) FROM (SELECT n AS x FROM nps WHERE id = 1 UNION ALL SELECT 10 FROM nps WHERE id = 1) u ORDER BY x
SELECT to_jsonb(x) FROM (SELECT n * 1.1 AS x FROM nps) u ORDER BY x
SELECT x::text FROM (SELECT sum(n) AS x FROM nps) u
SELECT x || '' FROM (SELECT id, n + 0.5 AS x FROM nps) u ORDER BY id
WITH w AS (SELECT id, n * 2 AS x FROM nps) SELECT x::text, to_jsonb(x) FROM w ORDER BY id
WITH w AS (SELECT id, n FROM nps) SELECT jsonb_build_object('n', n) FROM w ORDER BY id
SELECT (SELECT n FROM nps WHERE id = 1)::text
SELECT to_jsonb((SELECT sum(n) FROM nps))
SELECT greatest(n, m)::text, least(n, 1)::text FROM nps ORDER BY id
SELECT nullif(n, 7)::text FROM nps ORDER BY id
SELECT lag(n) OVER (ORDER BY id)::text FROM nps ORDER BY id
SELECT sum(n) OVER (ORDER BY id)::text FROM nps ORDER BY id
SELECT to_jsonb(sum(n) OVER (ORDER BY id)) FROM nps ORDER BY id
SELECT to_jsonb(avg(n) OVER (ORDER BY id)) FROM nps ORDER BY id
SELECT n::text FROM nps x WHERE EXISTS (SELECT 1 FROM nps y WHERE y.n::text = x.n::text) ORDER BY id
SELECT p.n::text, q.n::text FROM nps p JOIN nps q ON p.id = q.id ORDER BY p.id
SELECT n::text FROM nps ORDER BY n
SELECT to_jsonb(power(n, 2)) FROM nps WHERE id < 3 ORDER BY id
SELECT to_jsonb(sqrt(n)) FROM nps WHERE id < 4 ORDER BY id
SELECT to_jsonb(mod(n, 2)) FROM nps ORDER BY id
SELECT to_jsonb(ceil(n)), to_jsonb(floor(n)), to_jsonb(trunc(n)), to_jsonb(round(n)) FROM nps ORDER BY id
-- kept in tables
CREATE TABLE nps_made AS SELECT id, n * 1.1 AS x, n, m * 1.1 AS y, n::text AS s, sum(n) OVER () AS w FROM nps
SELECT id, x, n, y, s FROM nps_made ORDER BY id
SELECT x::text, n::text, y::text FROM nps_made ORDER BY id
SELECT to_jsonb(nps_made) FROM nps_made ORDER BY id
CREATE TABLE nps_kept (id int, s text, j jsonb, v varchar(20))
INSERT INTO nps_kept SELECT id, n, to_jsonb(n), n FROM nps
INSERT INTO nps_kept SELECT id + 10, n * 1.1, to_jsonb(n * 1.1), n + 1 FROM nps
SELECT * FROM nps_kept ORDER BY id
UPDATE nps_kept SET s = n * 2 FROM nps WHERE nps.id = nps_kept.id
SELECT * FROM nps_kept ORDER BY id
CREATE VIEW nps_view AS SELECT id, n, n * 1.1 AS x, n::text AS s, to_jsonb(n) AS j FROM nps
SELECT * FROM nps_view ORDER BY id
SELECT x::text, to_jsonb(x) FROM nps_view ORDER BY id
INSERT INTO nps (id, n) VALUES (5, 1.50) RETURNING to_jsonb(n)
INSERT INTO nps (id, n) VALUES (6, 2.000) RETURNING n::text
UPDATE nps SET n = n + 0.50 WHERE id = 5 RETURNING to_jsonb(n), n::text
SELECT n, n::text FROM nps WHERE id >= 5 ORDER BY id
COPY (SELECT n, n * 1.1, to_jsonb(n) FROM nps WHERE id < 5 ORDER BY id) TO STDOUT
SELECT to_jsonb(n * 1.1), count(*) FROM nps WHERE id < 5 GROUP BY n ORDER BY n
SELECT to_jsonb(n * 1.1), count(*) FROM nps WHERE id < 5 GROUP BY n * 1.1 ORDER BY n * 1.1
SELECT (n + m)::text FROM nps WHERE id < 4 GROUP BY n + m ORDER BY n + m
SELECT jsonb_build_object('s', sum(n * 2 + m)) FROM nps WHERE id < 4
SELECT jsonb_build_object('s', sum(n) FILTER (WHERE id < 3)) FROM nps
SELECT jsonb_build_object('s', sum(n) FILTER (WHERE id > 99)) FROM nps
SELECT jsonb_build_object('s', sum(n * k)) FROM nps WHERE id < 5 GROUP BY id ORDER BY id
SELECT to_jsonb(coalesce(sum(n), 0)) FROM nps WHERE id > 99
SELECT to_jsonb(max(n * 1.1)), to_jsonb(min(n * m)) FROM nps WHERE id < 5
SELECT to_jsonb(sum(DISTINCT n)) FROM nps WHERE id < 5
SELECT to_jsonb(avg(n * 1.1)) FROM nps WHERE id < 5
SELECT ARRAY[n, 1.50], ARRAY[m, n, 0] FROM nps WHERE id < 4 ORDER BY id
SELECT DISTINCT to_jsonb(n * 1.1) FROM nps WHERE id < 5 ORDER BY 1
SELECT to_jsonb(n * 1.1) AS x FROM nps WHERE id < 5 ORDER BY x
SELECT n * 1.1 || '' AS x FROM nps WHERE id < 5 ORDER BY n * 1.1
