CREATE TABLE z_item (id int PRIMARY KEY, note text, n int)
CREATE TABLE z_load (id int, note text, m int)
INSERT INTO z_item VALUES (1, 'a', 1), (2, 'b', 2)
INSERT INTO z_load VALUES (1, 'x', 10), (3, 'y', 30)
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN MATCHED THEN UPDATE SET note = l.note WHEN NOT MATCHED THEN INSERT VALUES (id, note, m)
SELECT * FROM z_item ORDER BY id
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN MATCHED THEN UPDATE SET note = note
MERGE INTO z_item i USING z_load l ON id = l.id WHEN MATCHED THEN UPDATE SET note = l.note
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN MATCHED AND id = 1 THEN DELETE
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN MATCHED AND n = 1 THEN UPDATE SET n = n + m
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN NOT MATCHED AND i.id = 1 THEN DO NOTHING
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN NOT MATCHED AND n = 1 THEN DO NOTHING
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN NOT MATCHED THEN INSERT (id) VALUES (n)
MERGE INTO z_item i USING z_load l ON i.id = l.id WHEN NOT MATCHED THEN INSERT (id) VALUES (i.id)
MERGE INTO z_item i USING (SELECT *, id + 1 FROM z_load) l ON i.id = l.id WHEN MATCHED THEN UPDATE SET n = l."?column?"
MERGE INTO z_item i USING (SELECT id, id, m FROM z_load) l ON i.id = l.m WHEN MATCHED THEN UPDATE SET n = 1 WHEN NOT MATCHED THEN INSERT (id) VALUES (m)
MERGE INTO z_item i USING (SELECT id, id, m FROM z_load) l ON i.id = l.m WHEN MATCHED THEN UPDATE SET n = l.id
MERGE INTO z_item i USING z_load l JOIN z_load k USING (id) ON i.id = l.id WHEN MATCHED THEN UPDATE SET n = k.m
MERGE INTO z_item i USING (SELECT 1 AS id, 5 AS m UNION ALL SELECT 9, 6) l ON i.id = l.id WHEN MATCHED THEN UPDATE SET n = m WHEN NOT MATCHED THEN INSERT (id, n) VALUES (l.id, m)
WITH l AS (SELECT 1 AS id, 2 AS id) MERGE INTO z_item i USING l ON i.id = l.id WHEN MATCHED THEN DO NOTHING
WITH l AS (SELECT 1 AS x, 7 AS m) MERGE INTO z_item USING l ON id = x WHEN MATCHED THEN UPDATE SET n = m
MERGE INTO z_item USING (VALUES (1, 8)) AS l(x, m) ON id = x WHEN MATCHED AND (SELECT count(*) FROM z_load WHERE id = z_item.id) > 0 THEN UPDATE SET n = (SELECT max(m) FROM z_load WHERE z_load.id = x)
SELECT * FROM z_item ORDER BY id
UPDATE z_item SET n = m FROM z_load WHERE z_item.id = z_load.id RETURNING note
UPDATE z_item SET n = m FROM z_load WHERE z_item.id = z_load.id RETURNING z_load.note, n, m
UPDATE z_item SET n = m FROM z_load WHERE id = 1
UPDATE z_item SET n = m FROM z_load JOIN z_load k USING (id) WHERE z_item.id = z_load.id
UPDATE z_item SET n = k.m FROM z_load JOIN z_load k USING (id) WHERE z_item.id = z_load.id RETURNING n
UPDATE z_item SET n = k.m FROM z_load JOIN z_load k USING (id) WHERE z_item.id = z_load.id RETURNING k.*
UPDATE z_item SET n = q.y FROM (SELECT id, m AS y, m + 1 AS y FROM z_load) q WHERE z_item.id = q.id
UPDATE z_item SET n = q.y_2 FROM (SELECT id, m AS y, m + 1 AS y FROM z_load) q WHERE z_item.id = q.id
UPDATE z_item SET n = q.y_1 FROM (SELECT id, m AS y, m + 1 AS y FROM z_load) q WHERE z_item.id = q.id RETURNING *
UPDATE z_item SET n = (SELECT y FROM (SELECT m AS y, m + 1 AS y FROM z_load) q LIMIT 1) RETURNING id
DELETE FROM z_item USING z_load WHERE id = 3
DELETE FROM z_item USING z_load WHERE z_item.id = z_load.id AND n = 0 AND note = 'x' RETURNING *
DELETE FROM z_item USING (SELECT id, id FROM z_load) q WHERE z_item.id = q.id
DELETE FROM z_item i USING z_load WHERE z_item.id = 3
WITH gone AS (DELETE FROM z_item WHERE id = 3 RETURNING id, id AS id) SELECT gone.id FROM gone
WITH gone AS (DELETE FROM z_item WHERE id = 3 RETURNING id, note), more AS (SELECT *, * FROM gone) SELECT * FROM more
WITH gone(a, a) AS (DELETE FROM z_item WHERE id = 1 RETURNING id, note) SELECT a FROM gone
WITH gone(a) AS (DELETE FROM z_item WHERE id = 1 RETURNING id, note AS a) SELECT gone.* FROM gone
WITH gone(a, b, c) AS (DELETE FROM z_item WHERE id = 1 RETURNING id, note) SELECT a FROM gone
WITH new AS (INSERT INTO z_item VALUES (11, 'k', 1) RETURNING *, id AS n) INSERT INTO z_load SELECT id, note, 1 FROM new RETURNING *
WITH new AS (INSERT INTO z_item VALUES (12, 'k', 1) RETURNING *, id AS n) INSERT INTO z_load SELECT id, note, n FROM new RETURNING *
WITH new AS (INSERT INTO z_item VALUES (13, 'k', 1) RETURNING *) SELECT missing FROM new
WITH new AS (INSERT INTO z_item VALUES (13, 'k', 1) RETURNING *) SELECT new.missing FROM new
WITH new AS (INSERT INTO z_item VALUES (14, 'k', 1) RETURNING id AS new_id) SELECT new.new_id, l.* FROM new LEFT JOIN z_load l ON l.id = new_id
WITH new AS (INSERT INTO z_item VALUES (15, 'k', 1) RETURNING id) SELECT * FROM new JOIN z_load USING (id)
WITH new AS (INSERT INTO z_item VALUES (16, 'k', 1) RETURNING (z_item).id, (z_item).*) SELECT * FROM new
WITH new AS (INSERT INTO z_item VALUES (17, 'k', 1) RETURNING count(*) OVER ()) SELECT * FROM new
WITH new AS (INSERT INTO z_item VALUES (19, 'k', 1) RETURNING 1, 2) SELECT * FROM new
WITH new AS (INSERT INTO z_item VALUES (20, 'k', 1) RETURNING 1, 2) SELECT "?column?" FROM new
WITH new AS (INSERT INTO z_item VALUES (21, 'k', 1)) SELECT * FROM new
WITH new AS (INSERT INTO z_item VALUES (22, 'k', 1) RETURNING ID) SELECT new.ID, New.id FROM new
WITH up AS (UPDATE z_item i SET n = l.m FROM z_load l WHERE l.id = i.id RETURNING i.*, l.*) SELECT * FROM up
WITH up AS (UPDATE z_item i SET n = l.m FROM z_load l WHERE l.id = i.id RETURNING *) SELECT up.id FROM up
WITH up AS (UPDATE z_item i SET n = l.m FROM z_load l WHERE l.id = i.id RETURNING i.*, l.m) SELECT up.id, m FROM up ORDER BY 1
SELECT * FROM z_item ORDER BY id
SELECT * FROM z_load ORDER BY id, m
