-- Zeros at the end of numerics without a scale that changes write.
CREATE TABLE zw (id int PRIMARY KEY, n numeric, m numeric DEFAULT 0.00, t text)
INSERT INTO zw VALUES (1, 1.50, 2.250, '3.10'), (2, 2, 4.0, '5'), (3, 19.80, 7, '0.500')
CREATE TABLE zw_s (id int, price numeric, rate numeric(6,2))
INSERT INTO zw_s VALUES (1, 5.10, 1.5), (2, 6, 2.25), (4, 8.000, 3)
UPDATE zw SET t = n || 1.250
SELECT t FROM zw ORDER BY id
UPDATE zw SET t = n || m::text || 1.250 RETURNING t
UPDATE zw SET t = concat(n, '/', m) RETURNING t
UPDATE zw SET t = (n || '') || ' EUR' RETURNING t
UPDATE zw SET t = format('%s', n * m)
SELECT t FROM zw ORDER BY id
INSERT INTO zw (id, t) SELECT id + 10, n || '!' FROM zw WHERE id < 4 RETURNING t
INSERT INTO zw (id, t) SELECT id + 20, n::text FROM zw WHERE id < 4 ORDER BY id
SELECT t FROM zw WHERE id > 9 ORDER BY id
DELETE FROM zw WHERE id > 9
UPDATE zw SET n = s.price FROM zw_s s WHERE s.id = zw.id
SELECT id, n, m FROM zw ORDER BY id
UPDATE zw SET n = s.price * 2, m = s.rate FROM zw_s s WHERE s.id = zw.id RETURNING zw.id, n, m
UPDATE zw SET n = q.total FROM (SELECT id, price * 1.00 AS total FROM zw_s) q WHERE q.id = zw.id RETURNING zw.id, n
UPDATE zw SET n = q.total FROM (SELECT id, sum(price) AS total FROM zw_s GROUP BY id) q WHERE q.id = zw.id RETURNING zw.id, n
SELECT id, n FROM zw ORDER BY id
UPDATE zw SET n = q.p FROM (SELECT id, price AS p FROM zw_s) q WHERE q.id = zw.id
SELECT id, n FROM zw ORDER BY id
UPDATE zw SET n = v.x FROM (VALUES (1, 1.50), (2, 2.000)) v(id, x) WHERE v.id = zw.id
SELECT id, n FROM zw ORDER BY id
WITH q AS (SELECT id, price + 1.00 AS p FROM zw_s) UPDATE zw SET n = q.p FROM q WHERE q.id = zw.id
SELECT id, n FROM zw ORDER BY id
UPDATE zw z SET n = (SELECT price FROM zw_s s WHERE s.id = z.id) WHERE id < 3
SELECT id, n FROM zw ORDER BY id
UPDATE zw SET n = (SELECT max(price) FROM zw_s)
SELECT id, n FROM zw ORDER BY id
UPDATE zw SET n = (SELECT sum(price) FROM zw_s), m = (SELECT sum(rate) FROM zw_s)
SELECT id, n, m FROM zw ORDER BY id
UPDATE zw SET (n, m) = (SELECT price, rate FROM zw_s s WHERE s.id = zw.id) WHERE id < 3
SELECT id, n, m FROM zw ORDER BY id
UPDATE zw SET (n, m) = (1.50, 2.500) WHERE id = 3
UPDATE zw SET (n, m) = ROW(1.50, 2.500) WHERE id = 2
SELECT id, n, m FROM zw ORDER BY id
MERGE INTO zw USING zw_s s ON s.id = zw.id WHEN MATCHED THEN UPDATE SET n = s.price WHEN NOT MATCHED THEN INSERT (id, n) VALUES (s.id, s.price)
SELECT id, n, m FROM zw ORDER BY id
MERGE INTO zw USING (SELECT id, price * 2.0 AS p FROM zw_s) s ON s.id = zw.id WHEN MATCHED THEN UPDATE SET n = s.p
SELECT id, n, m FROM zw ORDER BY id
MERGE INTO zw USING (SELECT id + 5 AS id, price AS p FROM zw_s) s ON s.id = zw.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, s.p, 1.10)
SELECT id, n, m FROM zw ORDER BY id
MERGE INTO zw USING (VALUES (1, 1.50), (2, 2.00), (20, 3.0)) s(id, p) ON s.id = zw.id WHEN MATCHED THEN UPDATE SET n = s.p, m = zw.n + 1.00 WHEN NOT MATCHED THEN INSERT (id, n) VALUES (s.id, s.p)
SELECT id, n, m FROM zw ORDER BY id
MERGE INTO zw USING zw_s s ON s.id = zw.id WHEN MATCHED THEN UPDATE SET n = zw.n + s.price, m = 1.00
SELECT id, n, m FROM zw ORDER BY id
INSERT INTO zw SELECT id + 30, price, rate FROM zw_s ON CONFLICT (id) DO UPDATE SET n = excluded.n + zw.n
SELECT id, n, m FROM zw WHERE id > 30 ORDER BY id
INSERT INTO zw VALUES (31, 1.50) ON CONFLICT (id) DO UPDATE SET n = excluded.n, m = excluded.n * 2.0
SELECT id, n, m FROM zw WHERE id > 30 ORDER BY id
INSERT INTO zw (id, n) SELECT 40, sum(price) FROM zw_s
INSERT INTO zw (id, n) SELECT 41, avg(price) FROM zw_s WHERE id < 3
INSERT INTO zw (id, n) SELECT 42, (SELECT max(price) FROM zw_s)
INSERT INTO zw (id, n) VALUES (43, (SELECT sum(price) FROM zw_s)), (44, round(2.5, 3))
INSERT INTO zw (id, n) WITH w AS (SELECT id + 44 AS i, price FROM zw_s) SELECT i, price FROM w
SELECT id, n, m FROM zw WHERE id >= 40 ORDER BY id
PREPARE zw_i AS INSERT INTO zw (id, n) VALUES ($1, $2)
EXECUTE zw_i (60, 1.50)
EXECUTE zw_i (61, '2.500')
PREPARE zw_u (numeric, int) AS UPDATE zw SET n = $1, m = $1 * 2.00 WHERE id = $2
EXECUTE zw_u (3.70, 61)
SELECT id, n, m FROM zw WHERE id >= 60 ORDER BY id
PREPARE zw_r (numeric) AS SELECT $1, $1 * 2, $1::text
EXECUTE zw_r (1.50)
CREATE VIEW zw_v AS SELECT id, price, price * 1.10 AS dear FROM zw_s
UPDATE zw SET n = v.price, m = v.dear FROM zw_v v WHERE v.id = zw.id RETURNING *
UPDATE zw SET n = price FROM zw_v WHERE zw_v.id = zw.id RETURNING zw.id, n, price, dear
UPDATE zw SET n = price FROM zw_s WHERE zw_s.id = zw.id
SELECT id, n, m FROM zw WHERE id < 5 ORDER BY id
UPDATE zw SET n = q.p FROM (SELECT id, price * 3 AS p, rate FROM zw_s) q WHERE q.id = zw.id RETURNING *
UPDATE zw SET n = q.p FROM (SELECT id, price * 3 AS p, rate FROM zw_s) q WHERE q.id = zw.id RETURNING q.*, zw.*
UPDATE zw SET m = n FROM zw_s s JOIN zw_v v USING (id) WHERE s.id = zw.id RETURNING zw.id, zw.n, zw.m, v.dear, s.price
UPDATE zw SET n = 2.50 WHERE id = 1 RETURNING n, (SELECT max(price) FROM zw_s), m
DELETE FROM zw USING zw_s s WHERE s.id = zw.id AND zw.id = 2 RETURNING zw.*, s.price
DELETE FROM zw WHERE id = 1 RETURNING n, (SELECT max(price) FROM zw_s)
WITH u AS (UPDATE zw SET n = 4.50 WHERE id = 4 RETURNING id, n) SELECT * FROM u
WITH d AS (DELETE FROM zw WHERE id = 4 RETURNING id, n) INSERT INTO zw (id, n) SELECT id + 100, n FROM d RETURNING id, n
MERGE INTO zw USING zw_v v ON v.id = zw.id WHEN MATCHED THEN UPDATE SET n = v.price, m = v.dear WHEN NOT MATCHED THEN INSERT (id, n, m) VALUES (v.id, v.price, v.dear)
MERGE INTO zw USING zw_v v ON v.id = zw.id WHEN MATCHED THEN UPDATE SET n = price, m = dear WHEN NOT MATCHED THEN INSERT (id, n, m) VALUES (v.id, price, dear)
SELECT id, n, m FROM zw WHERE id < 5 ORDER BY id
UPDATE zw SET (n, m) = (SELECT max(price), sum(price) FROM zw_s) WHERE id = 3
UPDATE zw SET (n, t) = (SELECT price, id || 'x' FROM zw_s ORDER BY price DESC LIMIT 1) WHERE id = 9
UPDATE zw SET (t, n) = (SELECT 'x', 1.500) WHERE id = 20
SELECT id, n, m, t FROM zw ORDER BY id
UPDATE zw SET n = v.b FROM zw_v v(a, b) WHERE v.a = zw.id AND zw.id = 1 RETURNING zw.id, v.b
UPDATE zw SET n = x.b FROM zw_s AS x(a, b) WHERE x.a = zw.id AND zw.id = 1 RETURNING zw.id, x.b, n
UPDATE zw SET n = o.n * 2.0 FROM zw o WHERE o.id = zw.id + 1 AND zw.id = 1 RETURNING zw.id, zw.n, o.n
SELECT id, n FROM zw WHERE id < 5 ORDER BY id
