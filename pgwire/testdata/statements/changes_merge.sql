-- MERGE as PostgreSQL 15 has it.
CREATE TABLE mg_stock (item text PRIMARY KEY, n int NOT NULL, note text DEFAULT 'none')
CREATE TABLE mg_in (item text, n int)
INSERT INTO mg_stock VALUES ('apple', 10), ('pear', 5), ('plum', 1)
INSERT INTO mg_in VALUES ('apple', 3), ('fig', 7), ('plum', -1)
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN UPDATE SET n = s.n + i.n WHEN NOT MATCHED THEN INSERT VALUES (i.item, i.n)
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED AND s.n + i.n <= 0 THEN DELETE WHEN MATCHED AND i.n > 5 THEN DO NOTHING WHEN MATCHED THEN UPDATE SET n = s.n + i.n, note = DEFAULT WHEN NOT MATCHED AND i.n > 0 THEN INSERT (item, n) VALUES (i.item, i.n) WHEN NOT MATCHED THEN DO NOTHING
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock USING (VALUES ('kiwi', 2), ('pear', 9)) AS v(item, n) ON v.item = mg_stock.item WHEN MATCHED THEN UPDATE SET n = v.n WHEN NOT MATCHED THEN INSERT (item, n, note) VALUES (v.item, v.n, DEFAULT)
SELECT * FROM mg_stock ORDER BY item
INSERT INTO mg_in VALUES ('apple', 1)
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN UPDATE SET n = i.n
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DELETE
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DO NOTHING
MERGE INTO mg_stock s USING (SELECT item, sum(n) AS n FROM mg_in GROUP BY item) i ON s.item = i.item WHEN MATCHED THEN UPDATE SET n = i.n
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN NOT MATCHED THEN INSERT VALUES (i.item, i.n) RETURNING *
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN NOT MATCHED BY SOURCE THEN DELETE
MERGE INTO mg_stock s USING (SELECT 'new' AS item) i ON s.item = i.item WHEN NOT MATCHED THEN INSERT (item) VALUES (i.item)
MERGE INTO mg_stock s USING (SELECT 'd' AS item) i ON s.item = i.item WHEN NOT MATCHED THEN INSERT DEFAULT VALUES
WITH src AS (SELECT 'lime' AS item, 4 AS n) MERGE INTO mg_stock s USING src ON s.item = src.item WHEN MATCHED THEN UPDATE SET n = src.n WHEN NOT MATCHED THEN INSERT VALUES (src.item, src.n, 'with')
SELECT * FROM mg_stock WHERE item = 'lime'
WITH m AS (MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DELETE) SELECT 1
WITH d AS (DELETE FROM mg_in WHERE item = 'fig' RETURNING *) MERGE INTO mg_stock s USING d ON s.item = d.item WHEN MATCHED THEN DELETE
MERGE INTO mg_stock s USING mg_stock o ON s.item = o.item AND o.n > 5 WHEN MATCHED THEN UPDATE SET n = 0
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN INSERT VALUES (1)
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN NOT MATCHED THEN UPDATE SET n = 1
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN NOT MATCHED THEN INSERT VALUES (s.item, 1)
MERGE INTO mg_stock s USING mg_in s ON true WHEN MATCHED THEN DELETE
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DO NOTHING WHEN MATCHED THEN DELETE
MERGE INTO mg_nope s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DELETE
MERGE INTO mg_stock s USING mg_nope i ON s.item = i.item WHEN MATCHED THEN DELETE
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN UPDATE SET nope = 1
MERGE INTO mg_stock AS s USING (SELECT 'zzz' AS item, 1 AS n WHERE false) i ON s.item = i.item WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (i.item, i.n)
MERGE INTO mg_stock s USING generate_series(1, 3) g(k) ON s.item = 'k' || g.k WHEN NOT MATCHED THEN INSERT (item, n) VALUES ('k' || g.k, g.k)
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING (VALUES ('k1'), ('k1')) v(item) ON s.item = v.item WHEN NOT MATCHED THEN INSERT VALUES (v.item, 1)
MERGE INTO mg_stock s USING (VALUES ('q'), ('q')) v(item) ON s.item = v.item WHEN NOT MATCHED THEN INSERT VALUES (v.item, 1)
MERGE INTO mg_stock s USING (SELECT * FROM mg_in LEFT JOIN (VALUES (1)) w(k) ON true) i ON s.item = i.item AND i.n = 1 WHEN MATCHED THEN UPDATE SET (n, note) = (i.n * 10, 'pair')
SELECT * FROM mg_stock ORDER BY item
MERGE INTO mg_stock s USING mg_in i ON s.item = i.item AND i.n = 1 WHEN MATCHED THEN UPDATE SET n = (SELECT max(n) FROM mg_stock) + 1
SELECT item, n FROM mg_stock WHERE item = 'apple'
MERGE INTO mg_stock s USING mg_in i ON false WHEN NOT MATCHED AND i.item = 'plum' THEN INSERT (item, n) VALUES (i.item || '2', 3)
CREATE TABLE mg_id (id int GENERATED ALWAYS AS IDENTITY, v text, w text GENERATED ALWAYS AS (v || '!') STORED)
MERGE INTO mg_id USING (VALUES ('a'), ('b')) s(v) ON mg_id.v = s.v WHEN NOT MATCHED THEN INSERT (v) VALUES (s.v)
MERGE INTO mg_id USING (VALUES ('c')) s(v) ON mg_id.v = s.v WHEN NOT MATCHED THEN INSERT (id, v) VALUES (9, s.v)
MERGE INTO mg_id USING (VALUES ('c')) s(v) ON mg_id.v = s.v WHEN NOT MATCHED THEN INSERT (id, v) OVERRIDING SYSTEM VALUE VALUES (9, s.v)
MERGE INTO mg_id USING (VALUES ('a')) s(v) ON mg_id.v = s.v WHEN MATCHED THEN UPDATE SET v = 'A'
SELECT * FROM mg_id ORDER BY id
CREATE VIEW mg_view AS SELECT * FROM mg_stock
MERGE INTO mg_view s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DELETE
EXPLAIN (COSTS off) MERGE INTO mg_stock s USING mg_in i ON s.item = i.item WHEN MATCHED THEN DELETE
DROP VIEW mg_view
DROP TABLE mg_stock, mg_in, mg_id
