-- ON CONFLICT: what is proposed, what conflicts, what is returned.
CREATE TABLE cf_t (id int PRIMARY KEY, scores int[], addr_x text, doc jsonb DEFAULT '{}', n numeric, at timestamptz DEFAULT '2024-01-01 00:00+00', e bool)
INSERT INTO cf_t (id, scores) VALUES (1, '{1,2}') ON CONFLICT (id) DO NOTHING
INSERT INTO cf_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET scores[1] = 77, scores[4] = 5 RETURNING scores
INSERT INTO cf_t (id, doc) VALUES (1, '{"a": 1}') ON CONFLICT (id) DO UPDATE SET doc = cf_t.doc || excluded.doc, n = coalesce(cf_t.n, 0) + 1.5, e = NOT coalesce(cf_t.e, false) RETURNING doc, n, e
INSERT INTO cf_t (id, n) SELECT id + 1, 2.5 FROM cf_t ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n
INSERT INTO cf_t (id, n) VALUES (1, 1), (2, 2), (3, 3) ON CONFLICT (id) DO UPDATE SET n = excluded.n * 10 WHERE cf_t.n IS DISTINCT FROM excluded.n RETURNING id, n
INSERT INTO cf_t (id, n) VALUES (1, 1), (2, 2), (3, 3) ON CONFLICT (id) DO UPDATE SET n = excluded.n * 10 WHERE cf_t.n IS DISTINCT FROM excluded.n * 10 RETURNING id, n
INSERT INTO cf_t (id, n) VALUES (1, 1), (4, 4) ON CONFLICT (id) DO UPDATE SET n = excluded.n, at = DEFAULT RETURNING id, n, at = '2024-01-01 00:00+00' AS d, xmax = 0
INSERT INTO cf_t (id, n) VALUES (1, 1), (5, 5) ON CONFLICT (id) DO UPDATE SET n = cf_t.n + excluded.n RETURNING CASE WHEN xmax = 0 THEN 'i' ELSE 'u' END AS op, id, n
INSERT INTO cf_t (id, n) VALUES (1, 1), (6, 5) ON CONFLICT (id) DO UPDATE SET n = cf_t.n + excluded.n RETURNING cf_t.xmax::text::bigint = 0 AS fresh, cf_t.*
INSERT INTO cf_t AS c (id, n) VALUES (1, 1), (7, 5) ON CONFLICT (id) DO UPDATE SET n = c.n + excluded.n RETURNING (c.xmax = '0') AS fresh, c.id
WITH r(id, n) AS (VALUES (1, 100), (8, 800)), up AS (INSERT INTO cf_t (id, n) SELECT * FROM r ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, (xmax = 0) AS ins) SELECT count(*) FILTER (WHERE ins) AS i, count(*) FILTER (WHERE NOT ins) AS u FROM up
WITH up AS (UPDATE cf_t SET n = 0 WHERE id = 1 RETURNING id), ins AS (INSERT INTO cf_t (id, n) SELECT 1, 5 WHERE NOT EXISTS (SELECT 1 FROM up) RETURNING id) SELECT (SELECT count(*) FROM up) AS u, (SELECT count(*) FROM ins) AS i
SELECT id, n FROM cf_t ORDER BY id
INSERT INTO cf_t SELECT * FROM (VALUES (1), (1)) v(id) ON CONFLICT (id) DO UPDATE SET n = 5
INSERT INTO cf_t SELECT * FROM generate_series(90, 91) ON CONFLICT (id) DO UPDATE SET n = 5 RETURNING id, n
INSERT INTO cf_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = excluded.id + 1000 RETURNING id
INSERT INTO cf_t (id) VALUES (2), (2) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE false
INSERT INTO cf_t (id) VALUES (2), (1 + 1) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE cf_t.n > 1e9
INSERT INTO cf_t (id) VALUES (777), (777) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE false
-- A query in WITH, which may draw from a sequence, is read by the proposed rows and by RETURNING.
CREATE SEQUENCE cf_s
WITH w AS (SELECT nextval('cf_s') AS v) INSERT INTO cf_t (id, n) SELECT 701, v FROM w ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n
WITH w AS (SELECT nextval('cf_s') AS v) INSERT INTO cf_t (id, n) SELECT 701, v FROM w ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n, xmax = 0
WITH w AS (SELECT nextval('cf_s') AS v) INSERT INTO cf_t (id, n) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, xmax = 0, (SELECT v FROM w) AS v
SELECT last_value FROM cf_s
WITH w AS (SELECT nextval('cf_s') AS v) INSERT INTO cf_t (id, n) SELECT 702, v FROM w ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n, xmax = 0, (SELECT v FROM w) AS v
WITH w AS (SELECT nextval('cf_s') AS v), x AS (SELECT v + 1 AS v FROM w) INSERT INTO cf_t (id, n) SELECT 702, v FROM x ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n = (SELECT v FROM w) AS same
WITH RECURSIVE w AS (SELECT random() AS v), x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x WHERE i < 3) INSERT INTO cf_t (id, n) SELECT 710 + i, v FROM w, x ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n = (SELECT max(v) FROM w) AS same
WITH RECURSIVE w AS (SELECT random() AS v), x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x WHERE i < 3) INSERT INTO cf_t (id, n) SELECT 720 + i, i FROM x ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, (SELECT max(i) FROM x) AS most, (SELECT v < 1 FROM w) AS less
WITH w AS (SELECT 5 AS v) INSERT INTO cf_t (id, n) SELECT 704, v FROM w ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n, xmax = 0, (SELECT v FROM w) AS v
WITH w AS (SELECT 5 AS v) INSERT INTO cf_t (id, n) SELECT 704, v FROM w ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n, xmax = 0, (SELECT v FROM w) AS v
CREATE TABLE cf_u (a int UNIQUE, b int NOT NULL, c int CHECK (c > 0))
WITH w AS (SELECT 5 AS v) INSERT INTO cf_u SELECT 704, v, v FROM w ON CONFLICT (a) DO NOTHING RETURNING a, (SELECT v FROM w) AS v
WITH w AS (SELECT 5 AS v) INSERT INTO cf_u SELECT 704, v, v FROM w ON CONFLICT (a) DO NOTHING RETURNING a, (SELECT v FROM w) AS v
WITH w AS (SELECT count(*) AS v FROM cf_u) INSERT INTO cf_u SELECT v + x, v, x FROM w, generate_series(703, 705) x ON CONFLICT (a) DO NOTHING RETURNING a, (SELECT v FROM w) AS v
WITH w AS (SELECT nextval('cf_s') AS v) INSERT INTO cf_u SELECT 708, v, v FROM w ON CONFLICT (a) DO NOTHING RETURNING b = (SELECT v FROM w) AS same
WITH cf_u AS (SELECT 6 AS v) INSERT INTO cf_u SELECT 709, v, v FROM cf_u ON CONFLICT (a) DO NOTHING RETURNING a, (SELECT v FROM cf_u) AS v
WITH w AS (SELECT 8 AS v), i AS (INSERT INTO cf_u SELECT 704 + 8 * x, v, v FROM w, generate_series(0, 2) x ON CONFLICT (a) DO NOTHING RETURNING a, (SELECT v FROM w) AS v) SELECT a, i.v, w.v FROM i, w
SELECT a, b FROM cf_u WHERE a NOT IN (708, 709) ORDER BY a
