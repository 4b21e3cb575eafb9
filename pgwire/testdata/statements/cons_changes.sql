-- RETURNING of joined tables, changes in WITH, cursors, rows without columns. Written before it was run.
CREATE TABLE cc_acc (id int PRIMARY KEY, owner text, balance numeric(10,2))
CREATE TABLE cc_mov (id int, acc int, delta numeric(10,2))
INSERT INTO cc_acc VALUES (1, 'ann', 10), (2, 'bob', 20), (3, 'cy', 30)
INSERT INTO cc_mov VALUES (1, 1, 5), (2, 2, -3), (3, 9, 1)
UPDATE cc_acc a SET balance = a.balance + m.delta FROM cc_mov m WHERE m.acc = a.id AND a.id = 1 RETURNING a.id, a.balance, m.id AS mov, m.delta
UPDATE cc_acc a SET balance = a.balance + m.delta FROM cc_mov m WHERE m.acc = a.id AND a.id = 2 RETURNING a.*, m.delta
UPDATE cc_acc a SET balance = 0 FROM cc_mov m WHERE m.acc = a.id AND a.id = 2 RETURNING *
UPDATE cc_acc SET owner = v.name FROM (VALUES (1, 'Ann'), (3, 'Cyd')) AS v (id, name) WHERE v.id = cc_acc.id RETURNING cc_acc.id, owner, v.name
UPDATE cc_acc a SET balance = b.balance FROM cc_acc b WHERE b.id = a.id + 1 RETURNING a.id, a.balance, b.owner
DELETE FROM cc_mov m USING cc_acc a WHERE a.id = m.acc AND a.owner = 'bob' RETURNING m.id, m.delta, a.owner
DELETE FROM cc_mov USING cc_acc a WHERE a.id = cc_mov.acc RETURNING cc_mov.*, a.owner
WITH up AS (UPDATE cc_acc SET balance = 100 WHERE id = 1 RETURNING *) SELECT up.id, up.balance, a.balance AS before FROM up JOIN cc_acc a USING (id)
WITH up AS (UPDATE cc_acc SET balance = balance + 1 WHERE id = 2 RETURNING id) SELECT balance FROM cc_acc WHERE id = 2
WITH gone AS (DELETE FROM cc_acc WHERE id = 3 RETURNING *) SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM cc_acc)
WITH a AS (INSERT INTO cc_acc VALUES (4, 'dan', 4) RETURNING id), b AS (INSERT INTO cc_acc VALUES (5, 'eve', 5) RETURNING id) SELECT (SELECT id FROM a), (SELECT id FROM b), (SELECT count(*) FROM cc_acc)
WITH a AS (INSERT INTO cc_acc VALUES (6, 'fay', 6) RETURNING id), b AS (UPDATE cc_acc SET balance = -1 WHERE id >= 5 RETURNING id) SELECT id FROM b
WITH a AS (UPDATE cc_acc SET balance = 1 WHERE id = 5 RETURNING id), b AS (DELETE FROM cc_acc WHERE id = 4 RETURNING id) SELECT a.id, b.id FROM a, b
WITH d AS (DELETE FROM cc_acc WHERE id = 6 RETURNING *) INSERT INTO cc_acc SELECT id + 10, owner, balance FROM d RETURNING id
WITH a AS (DELETE FROM cc_acc WHERE id = 16) UPDATE cc_acc SET balance = 7 RETURNING id
SELECT * FROM cc_acc ORDER BY id
MERGE INTO cc_acc t USING (VALUES (1, 5), (7, 7)) AS s (id, b) ON s.id = t.id WHEN MATCHED THEN UPDATE SET balance = s.b WHEN NOT MATCHED THEN INSERT VALUES (s.id, 'new', s.b) RETURNING t.id
BEGIN; DECLARE cc_c CURSOR FOR SELECT * FROM cc_acc ORDER BY id; FETCH cc_c; UPDATE cc_acc SET owner = 'here' WHERE CURRENT OF cc_c RETURNING id; COMMIT
BEGIN; DECLARE cc_d CURSOR FOR SELECT id FROM cc_acc WHERE id > 1 FOR UPDATE; FETCH cc_d; DELETE FROM cc_acc WHERE CURRENT OF cc_d RETURNING id; ROLLBACK
UPDATE cc_acc SET owner = 'x' WHERE CURRENT OF nosuch
UPDATE cc_acc SET owner = 'q' WHERE ctid = (SELECT ctid FROM cc_acc ORDER BY id LIMIT 1) RETURNING id
DELETE FROM cc_acc WHERE ctid IN (SELECT ctid FROM cc_acc WHERE id > 100 LIMIT 10)
DELETE FROM cc_acc a USING cc_acc b WHERE a.ctid < b.ctid AND a.owner = b.owner
CREATE TABLE cc_none ()
INSERT INTO cc_none DEFAULT VALUES
INSERT INTO cc_none DEFAULT VALUES RETURNING *
TABLE cc_none
SELECT * FROM cc_none
SELECT count(*) FROM cc_none
SELECT FROM generate_series(1, 3)
SELECT FROM cc_acc WHERE id = 1
ALTER TABLE cc_none ADD COLUMN a int
SELECT * FROM cc_none
