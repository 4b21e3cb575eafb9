CREATE TABLE rd_e (id int PRIMARY KEY, grp text, d date, ts timestamp, n numeric(8,2), body jsonb, t1 time, f float8, r real, txt text)
INSERT INTO rd_e VALUES (1,'a','2024-01-10','2024-01-10 10:00',10.5,'{"age": 5, "s": "12", "b": true, "n": null, "f": 1.5, "arr": [1]}','10:00',1.5,2.5,'{1,2}'),(2,'a','2024-01-31','2024-01-31 00:00',20,'{"age": 7}','11:00',2.5,3.5,'{{a,b},{c,d}}'),(3,'b','2024-02-01','2024-02-01 09:00',30,'{"age": 9}','12:00',3.5,4.5,'{x}')
SELECT id FROM rd_e WHERE d BETWEEN '2024-01-01' AND date '2024-01-01' + interval '1 month' - interval '1 day' ORDER BY id
SELECT id FROM rd_e WHERE ts BETWEEN '2024-01-01' AND date '2024-01-01' + interval '1 month' ORDER BY id
SELECT id FROM rd_e WHERE d NOT BETWEEN '2024-01-01' AND date '2024-01-01' + interval '10 days' ORDER BY id
SELECT id FROM rd_e WHERE d BETWEEN date '2024-01-01' + interval '3 days' AND '2024-01-20' ORDER BY id
SELECT id FROM rd_e WHERE d >= '2024-01-01' AND d < date '2024-01-01' + interval '1 month' ORDER BY id
SELECT id FROM rd_e WHERE d IN ('2024-01-10', date '2024-01-30' + 1) ORDER BY id
SELECT (d, interval '5 days') OVERLAPS (date '2024-01-12', interval '10 days') AS o FROM rd_e ORDER BY id
SELECT (d, d + 5) OVERLAPS (date '2024-01-12', interval '10 days') AS o FROM rd_e ORDER BY id
SELECT (d, ts) OVERLAPS (date '2024-01-12', interval '10 days') AS o FROM rd_e ORDER BY id
SELECT (ts, interval '1 hour') OVERLAPS (timestamp '2024-01-10 10:30', interval '1 hour') AS o FROM rd_e ORDER BY id
SELECT (t1, interval '30 min') OVERLAPS (time '10:15', time '10:45') AS o FROM rd_e ORDER BY id
SELECT id, row_number() OVER (ORDER BY n) FROM rd_e ORDER BY row_number() OVER (ORDER BY n) FETCH FIRST 2 ROWS WITH TIES
SELECT id, rank() OVER (ORDER BY grp) AS r FROM rd_e ORDER BY r FETCH FIRST 1 ROW WITH TIES
SELECT id, rank() OVER (ORDER BY grp) FROM rd_e ORDER BY rank() OVER (ORDER BY grp), id FETCH FIRST 1 ROW WITH TIES
SELECT grp, count(*) FROM rd_e GROUP BY grp ORDER BY count(*) FETCH FIRST 1 ROW WITH TIES
SELECT id, n FROM rd_e ORDER BY sum(n) OVER (PARTITION BY grp) DESC FETCH FIRST 1 ROW WITH TIES
SET DateStyle = 'SQL, DMY'
SELECT txt::date FROM (VALUES ('31/01/2024'), ('01/02/2024')) v(txt)
SELECT to_char(txt::date, 'YYYY-MM-DD') AS a, txt::timestamp FROM (VALUES ('31/01/2024'), ('01/02/2024')) v(txt)
CREATE TABLE rd_raw (s text)
INSERT INTO rd_raw VALUES ('31/12/2023'), ('2024-02-03'), ('5/6/2024')
SELECT s::date FROM rd_raw
SELECT CAST(s AS date) + 1, s::timestamp, s::timestamptz FROM rd_raw
SELECT d FROM rd_e WHERE d > '31/01/2024'
RESET DateStyle
SET DateStyle = 'ISO, MDY'
SELECT s::date FROM rd_raw WHERE s LIKE '5/%'
RESET DateStyle
WITH RECURSIVE a AS (SELECT x + 1 AS y FROM b), b AS (SELECT 1 AS x) SELECT * FROM a
WITH RECURSIVE tot AS (SELECT sum(n) AS s FROM steps), steps AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM steps WHERE n < 4) SELECT s FROM tot
WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT * FROM c), c AS (SELECT 3 AS z) SELECT * FROM a
WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT * FROM a) SELECT * FROM a
WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a, b WHERE n < lim), b AS (SELECT 3 AS lim) SELECT * FROM a
SELECT (body->'age')::int, (body->'f')::numeric, (body->'b')::bool FROM rd_e WHERE id = 1
SELECT (body->'s')::int FROM rd_e WHERE id = 1
SELECT (body->'s')::numeric FROM rd_e WHERE id = 1
SELECT (body->'s')::bool FROM rd_e WHERE id = 1
SELECT (body->'n')::int FROM rd_e WHERE id = 1
SELECT (body->'arr')::int FROM rd_e WHERE id = 1
SELECT (body->'b')::int FROM rd_e WHERE id = 1
SELECT (body->'age')::bool FROM rd_e WHERE id = 1
SELECT (body->'b')::float8 FROM rd_e WHERE id = 1
SELECT body::int FROM rd_e WHERE id = 1
SELECT (body->'f')::int, (body->'f')::bigint, (body->'f')::smallint, (body->'f')::real, (body->'f')::float8 FROM rd_e WHERE id = 1
SELECT '"12"'::jsonb::int
SELECT '12'::jsonb::int, '12.7'::jsonb::int, 'true'::jsonb::bool
SELECT 'null'::jsonb::int
SELECT '[1]'::jsonb::numeric
SELECT (body->'age')::text::int, (body->>'s')::int FROM rd_e WHERE id = 1
SELECT jsonb_path_query(body, '$.age')::int FROM rd_e ORDER BY 1
SELECT (body #> '{arr,0}')::int, jsonb_array_elements(body->'arr')::int FROM rd_e WHERE id = 1
SELECT (body->'age')::varchar, (body->'missing')::int FROM rd_e WHERE id = 1
SELECT ('{"a": 1}'::json->'a')::int
SELECT 1, 'a' UNION SELECT 2
SELECT id, d FROM rd_e UNION ALL SELECT id FROM rd_e
SELECT id, d FROM rd_e UNION SELECT 'x', 1, 2
SELECT 1 UNION SELECT now(), 2
INSERT INTO rd_e SELECT 1, 'a' UNION SELECT 2
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT sum(n) + 1 FROM t WHERE n < 5) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT max(n) + 1 FROM t WHERE n < 5) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5 GROUP BY n) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT count(*)::int FROM t HAVING count(*) < 3) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + (SELECT max(id) FROM rd_e) FROM t WHERE n < 9) SELECT * FROM t
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + row_number() OVER () ::int FROM t WHERE n < 3) SELECT * FROM t
SELECT grp, nosuch(n) FROM rd_e GROUP BY grp
SELECT id, nosuch(n) FROM rd_e GROUP BY grp
CREATE TABLE rd_f (a real, b double precision, c numeric, i int)
INSERT INTO rd_f VALUES (3.4e38, 1e100, 1, 1), (1e-30, 1e-300, 2, 2)
INSERT INTO rd_f (a, b) VALUES (3.4e38, 1.7e308), (1, 2), (1.5, 1e-200)
SELECT * FROM rd_f ORDER BY i, a
INSERT INTO rd_f (a) VALUES (1e39), (2)
INSERT INTO rd_f (b) VALUES (1e309), (2)
INSERT INTO rd_f (b) SELECT * FROM (VALUES (1e100), (2)) v(x)
UPDATE rd_f SET b = 1e200 WHERE i = 1
SELECT id, txt::text[] FROM rd_e ORDER BY id
SELECT id, (txt::text[])[1], array_length(txt::text[], 1), array_ndims(txt::text[]) FROM rd_e ORDER BY id
SELECT '{{1,2},{3,4}}'::text::int[]
SELECT j.* FROM rd_e a JOIN rd_e b USING (id) AS j ORDER BY 1
SELECT j.id, a.n FROM rd_e a JOIN rd_e b USING (id) AS j ORDER BY 1
SELECT j FROM rd_e a JOIN rd_e b USING (id) AS j ORDER BY 1
SELECT j.*, a.grp, b.n FROM rd_e a JOIN rd_e b USING (id, grp) AS j WHERE j.id > 1 ORDER BY j.id
SELECT j.n FROM rd_e a JOIN rd_e b USING (id) AS j
SELECT max(j.id) FROM rd_e a LEFT JOIN rd_e b USING (id) AS j GROUP BY j.grp
CREATE TYPE placed AS (x int, y text)
SELECT (r).* FROM (SELECT ROW(1, 'a')::placed AS r) q
SELECT (ROW(1, 'a')::placed).*
SELECT (ROW(1, 'a')::placed).x
SELECT (r).x, (r).y, (q.r).y || '!' FROM (SELECT ROW(1, 'a')::placed AS r) q
CREATE TABLE places (id int, c placed)
INSERT INTO places VALUES (1, ROW(5, 'five')), (2, NULL)
SELECT id, (c).* FROM places ORDER BY id
SELECT (q.c).* FROM (SELECT c FROM places ORDER BY id) q
SELECT (z).* FROM (SELECT c AS z FROM places WHERE id = 1) q
SELECT (array_agg(c ORDER BY id))[1] FROM places
SELECT (q).* FROM (SELECT 1 AS a, 2 AS b) q
SELECT (rd_e).id FROM rd_e ORDER BY 1
