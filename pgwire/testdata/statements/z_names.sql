CREATE TABLE z_one (id int, note text)
INSERT INTO z_one VALUES (1, 'a'), (2, 'b')
INSERT INTO z_one VALUES (3, 'x') RETURNING (z_one).*
INSERT INTO z_one VALUES (3, 'c') RETURNING id, id
INSERT INTO z_one VALUES (4, 'c') RETURNING id AS x, note AS x
INSERT INTO z_one VALUES (5, 'c') RETURNING *, *
INSERT INTO z_one VALUES (6, 'c') RETURNING z_one.*, id
UPDATE z_one SET note = 'd' WHERE id = 3 RETURNING *, id, id
UPDATE z_one z SET note = y.note FROM z_one y WHERE z.id = 3 AND y.id = 1 RETURNING *
UPDATE z_one z SET note = y.note FROM (SELECT 1 AS x, 2 AS x) y(x, note) WHERE z.id = 3 RETURNING *
UPDATE z_one z SET note = 'n' FROM (SELECT 1 AS x, 2 AS x) y WHERE z.id = 3 RETURNING *
UPDATE z_one z SET note = 'n' FROM (SELECT 1 AS x, 2 AS x) y WHERE z.id = 3 RETURNING y.*
UPDATE z_one z SET note = 'n' FROM (SELECT 1 AS x, 2 AS x) y WHERE z.id = 3 RETURNING y.x
UPDATE z_one z SET note = 'n' FROM (SELECT 1 AS x, 2 AS x) y WHERE z.id = x RETURNING z.*
DELETE FROM z_one z USING (SELECT 1 AS x, 2 AS x) y WHERE z.id = 4 RETURNING *
DELETE FROM z_one z USING (VALUES (1, 2)) y(x, x) WHERE z.id = 5 RETURNING *
DELETE FROM z_one z USING z_one y WHERE z.id = 6 AND y.id = 6 RETURNING *
WITH y AS (SELECT 1 AS x, 2 AS x) UPDATE z_one z SET note = 'n' FROM y WHERE z.id = 3 RETURNING *
WITH y AS (UPDATE z_one SET note = 'n' WHERE id = 3 RETURNING id, id) SELECT * FROM y
WITH y AS (UPDATE z_one SET note = 'n' WHERE id = 3 RETURNING *, id) SELECT y.* FROM y
WITH y AS (UPDATE z_one SET note = 'n' WHERE id = 3 RETURNING *, id) SELECT id FROM y
WITH y AS (UPDATE z_one SET note = 'n' WHERE id = 3 RETURNING *, *) SELECT y FROM y
WITH y AS (INSERT INTO z_one VALUES (7, 'g') RETURNING *, *) SELECT * FROM y
WITH y AS (DELETE FROM z_one WHERE id = 7 RETURNING *, *) SELECT * FROM y
MERGE INTO z_one z USING (SELECT 1 AS x, 2 AS x) y ON z.id = 2 WHEN MATCHED THEN UPDATE SET note = 'm'
MERGE INTO z_one z USING (SELECT 1 AS x, 2 AS x) y ON z.id = x WHEN MATCHED THEN UPDATE SET note = 'm'
SELECT * FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
SELECT q.* FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
SELECT q.*, q.* FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
SELECT count(*) FROM (SELECT id, id FROM z_one) q
SELECT count(q) FROM (SELECT id, id FROM z_one) q
SELECT count(q.*) FROM (SELECT id, id FROM z_one) q
SELECT q FROM (SELECT id, id FROM z_one) q ORDER BY q
SELECT (q).* FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
SELECT (q).id FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
SELECT a.*, b.* FROM (SELECT id, id FROM z_one) a, (SELECT note, note FROM z_one) b ORDER BY 1, 3, 4
SELECT * FROM (SELECT id, id FROM z_one) a JOIN (SELECT id AS k, note, note FROM z_one) b ON true ORDER BY 1, 3, 4
SELECT * FROM (SELECT id, id FROM z_one) a JOIN z_one b USING (id) ORDER BY 1, 2, 3
SELECT * FROM (SELECT id, note, note FROM z_one) a JOIN z_one b USING (id) ORDER BY 1, 2, 3
SELECT * FROM (SELECT id, note, note FROM z_one) a NATURAL JOIN (SELECT id FROM z_one) b ORDER BY 1, 2
SELECT * FROM (SELECT id, note, note FROM z_one) a NATURAL JOIN z_one b ORDER BY 1, 2
SELECT * FROM (SELECT * FROM z_one a, z_one b WHERE a.id = b.id) q ORDER BY 1, 2
SELECT * FROM (SELECT a.*, b.* FROM z_one a, z_one b WHERE a.id = b.id) q(i, n, j) ORDER BY 1,2
SELECT n, note FROM (SELECT a.*, b.* FROM z_one a, z_one b WHERE a.id = b.id) q(i, n, j) ORDER BY 1,2
SELECT * FROM z_one z, LATERAL (SELECT z.id, z.id, z.note) q ORDER BY 1, 2
SELECT (SELECT count(*) FROM (SELECT z.id, z.id) q) FROM z_one z ORDER BY 1
SELECT EXISTS (SELECT id, id FROM z_one)
SELECT * FROM z_one WHERE (id, id) IN (SELECT id, id FROM z_one) ORDER BY 1
SELECT id, id FROM z_one UNION ALL SELECT id, id FROM z_one ORDER BY 1
SELECT id, id FROM z_one UNION ALL SELECT id, id FROM z_one ORDER BY id
SELECT max(id), max(id), count(*), count(*) FROM z_one
SELECT * FROM (SELECT max(id), max(id), count(*), count(*) FROM z_one) q
SELECT max FROM (SELECT max(id), max(id), count(*), count(*) FROM z_one) q
SELECT count FROM (SELECT max(id), max(id), count(*) FROM z_one) q
SELECT * FROM (SELECT 1, 2) q
SELECT "?column?" FROM (SELECT 1, 2) q
SELECT "?column?" FROM (SELECT 1, 2 AS b) q
SELECT q FROM (SELECT 1, 2) q
SELECT * FROM (SELECT id, note, id AS id_1, id FROM z_one) q ORDER BY 1, 2
SELECT id_1 FROM (SELECT id, note, id + 1 AS id_1, id FROM z_one) q ORDER BY 1, 2
SELECT id_1 FROM (SELECT id, id, note FROM z_one) q ORDER BY 1, 2
SELECT q.id_1 FROM (SELECT id, id, note FROM z_one) q ORDER BY 1, 2
SELECT note FROM (SELECT id, id, note FROM z_one) q ORDER BY id
SELECT note FROM (SELECT id, id, note FROM z_one) q ORDER BY 1, 2
INSERT INTO z_one SELECT * FROM (SELECT id AS x, note AS x FROM z_one WHERE id = 1) q RETURNING *
INSERT INTO z_one SELECT id AS x, note AS x FROM z_one WHERE id = 2 RETURNING *, id AS note
COPY (SELECT id, id FROM z_one ORDER BY 1) TO STDOUT WITH (FORMAT csv, HEADER)
COPY (SELECT * FROM (SELECT id, id FROM z_one) q ORDER BY 1) TO STDOUT WITH (FORMAT csv, HEADER)
DECLARE z_c CURSOR WITH HOLD FOR SELECT * FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
FETCH 2 FROM z_c
CLOSE z_c
PREPARE z_p AS SELECT * FROM (SELECT id, id FROM z_one) q ORDER BY 1, 2
EXECUTE z_p
PREPARE z_q AS UPDATE z_one SET note = 'p' WHERE id = 3 RETURNING *, *
EXECUTE z_q
CREATE TABLE z_two AS SELECT * FROM (SELECT id, id FROM z_one) q
CREATE VIEW z_v AS SELECT * FROM (SELECT id, id FROM z_one) q
CREATE VIEW z_v (a, b) AS SELECT * FROM (SELECT id, id FROM z_one) q
SELECT * FROM z_v ORDER BY 1
CREATE TABLE z_three (a, b) AS SELECT * FROM (SELECT id, id FROM z_one) q
SELECT * FROM z_three ORDER BY 1
INSERT INTO z_v VALUES (1)
SELECT json_agg(q) FROM (SELECT id, id FROM z_one) q
SELECT jsonb_agg(q) FROM (SELECT id, id FROM z_one) q
SELECT to_json(q) FROM (SELECT id, note, note FROM z_one WHERE id = 1) q
SELECT q IS NULL, q IS NOT NULL FROM (SELECT id, id FROM z_one) q
SELECT array_agg(q) FROM (SELECT id, id FROM z_one) q
SELECT * FROM unnest(ARRAY[1], ARRAY[2]) AS u(x, x)
SELECT * FROM generate_series(1, 2) AS g(g) JOIN generate_series(1, 2) AS h(g) USING (g) ORDER BY 1
SELECT * FROM generate_series(1, 2) WITH ORDINALITY AS g(x, x)
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(1, 2)) ORDER BY 1
SELECT * FROM ROWS FROM (generate_series(1, 2), generate_series(1, 2)) AS g ORDER BY 1
SELECT generate_series FROM ROWS FROM (generate_series(1, 2), generate_series(1, 2)) AS g ORDER BY 1
WITH RECURSIVE r AS (SELECT 1 AS x, 2 AS x UNION ALL SELECT 3, 4 WHERE false) SELECT * FROM r
WITH RECURSIVE r AS (SELECT 1 AS x, 2 AS x, 1 AS n UNION ALL SELECT 3, 4, n + 1 FROM r WHERE n < 3) SELECT * FROM r
WITH RECURSIVE r AS (SELECT 1 AS x, 2 AS x, 1 AS n UNION ALL SELECT r.* FROM r WHERE n < 0) SELECT * FROM r
SELECT * FROM (TABLE z_one) q JOIN (TABLE z_one) p ON p.id = q.id ORDER BY 1, 2, 4
SELECT * FROM (SELECT * FROM (SELECT 1 AS x, 2 AS x) a, (SELECT 3 AS x) b) c
SELECT * FROM (SELECT 1 AS "X", 2 AS x, 3 AS "X") q
SELECT "X" FROM (SELECT 1 AS "X", 2 AS x) q
SELECT x FROM (SELECT 1 AS "X", 2 AS x) q
SELECT * FROM ((SELECT 1 AS x, 2 AS x) a CROSS JOIN (SELECT 3 AS x) b) j
SELECT * FROM ((SELECT 1 AS x, 2 AS x) a CROSS JOIN (SELECT 3 AS x) b) AS j(p, q, r)
SELECT j.x FROM ((SELECT 1 AS x) a CROSS JOIN (SELECT 3 AS x) b) j
