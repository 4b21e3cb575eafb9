CREATE TABLE mzk (id int PRIMARY KEY, n numeric)
CREATE TABLE mzs (id int PRIMARY KEY, n numeric, other text)
INSERT INTO mzs VALUES (1, 1.500, 'x'), (3, 3.00, 'y')
MERGE INTO mzk USING mzs q ON mzk.id = q.id WHEN NOT MATCHED THEN INSERT VALUES (q.id, q.n)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
MERGE INTO mzk USING mzs ON mzk.id = mzs.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (mzs.id, mzs.n + 1.0)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
MERGE INTO mzk USING public.mzs ON mzk.id = mzs.id WHEN NOT MATCHED AND other = 'x' THEN INSERT (id, n) VALUES (mzs.id, n * 1.10)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
MERGE INTO mzk t USING mzs q ON t.id = q.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (q.id % 7, q.n)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
MERGE INTO mzk USING mzs q ON mzk.id = q.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (q.id, round(q.n, 1) * q.n)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
CREATE VIEW mzv AS SELECT id, n FROM mzs
MERGE INTO mzk USING mzv q ON mzk.id = q.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (q.id, q.n)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
WITH mzs AS (SELECT 5 AS id, 2.50 AS n) MERGE INTO mzk USING mzs q ON mzk.id = q.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (q.id % 7, q.n)
SELECT * FROM mzk ORDER BY id
DELETE FROM mzk
MERGE INTO mzk USING (SELECT id, n FROM mzs) q ON mzk.id = q.id WHEN NOT MATCHED THEN INSERT (id, n) VALUES (q.id % 7, q.n)
SELECT * FROM mzk ORDER BY id
MERGE INTO mzk USING mzs q ON mzk.id = q.id WHEN MATCHED AND q.id > 1 THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (q.id, q.n)
SELECT * FROM mzk ORDER BY id
INSERT INTO mzs VALUES (0, 4.00)
MERGE INTO mzk USING mzs q ON mzk.id = q.id WHEN NOT MATCHED AND q.id > 0 THEN INSERT VALUES (q.id, q.n * (6 / q.id))
SELECT * FROM mzk ORDER BY id
