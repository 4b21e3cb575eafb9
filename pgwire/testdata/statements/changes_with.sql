-- Changes of rows inside WITH, as people send them.
CREATE TABLE cw_orders (id int PRIMARY KEY, customer text, total int, status text DEFAULT 'new')
CREATE TABLE cw_archive (id int, customer text, total int, status text)
CREATE TABLE cw_log (at serial, what text, n int)
INSERT INTO cw_orders VALUES (1,'ann',10,'new'),(2,'bob',20,'paid'),(3,'ann',30,'paid'),(4,'cid',40,'void')
WITH up AS (UPDATE cw_orders SET total = total + 1 WHERE customer = 'ann' RETURNING *) SELECT o.id, o.total AS before, up.total AS after FROM cw_orders o JOIN up ON up.id = o.id ORDER BY o.id
WITH moved AS (DELETE FROM cw_orders WHERE status = 'void' RETURNING *) INSERT INTO cw_archive SELECT * FROM moved
SELECT * FROM cw_archive ORDER BY id
WITH moved AS (DELETE FROM cw_orders WHERE id = 3 RETURNING *) INSERT INTO cw_archive SELECT * FROM moved RETURNING id, status
WITH d AS (DELETE FROM cw_orders WHERE id = 1 RETURNING *) SELECT count(*) FROM cw_orders
SELECT * FROM cw_orders ORDER BY id
WITH i AS (INSERT INTO cw_orders VALUES (5,'eve',50,'new') RETURNING id) SELECT (SELECT count(*) FROM cw_orders) AS before, (SELECT count(*) FROM i) AS made
WITH i AS (INSERT INTO cw_orders VALUES (6,'fay',60,'new')) SELECT count(*) FROM cw_orders
WITH i AS (INSERT INTO cw_log (what) VALUES ('unread')) SELECT 1 AS one
SELECT what, n FROM cw_log ORDER BY at
WITH a AS (UPDATE cw_orders SET status = 'seen' WHERE id = 5 RETURNING id), b AS (INSERT INTO cw_log (what, n) SELECT 'seen', id FROM a RETURNING at, n), c AS (DELETE FROM cw_archive WHERE id = 4 RETURNING id) SELECT (SELECT count(*) FROM a) AS a, (SELECT n FROM b) AS b, (SELECT id FROM c) AS c
SELECT what, n FROM cw_log ORDER BY at
SELECT id FROM cw_archive ORDER BY id
WITH a AS (INSERT INTO cw_archive SELECT * FROM cw_orders WHERE id = 5 RETURNING id) UPDATE cw_orders SET status = 'archived' FROM a WHERE cw_orders.id = a.id
SELECT id, status FROM cw_orders ORDER BY id
WITH s AS (SELECT id FROM cw_orders WHERE total > 50) DELETE FROM cw_orders USING s WHERE cw_orders.id = s.id RETURNING cw_orders.id
WITH u AS (UPDATE cw_orders SET total = 0 RETURNING id, total) UPDATE cw_archive SET total = u.total FROM u WHERE cw_archive.id = u.id
SELECT id, total FROM cw_archive ORDER BY id
SELECT id, total FROM cw_orders ORDER BY id
WITH ins AS (INSERT INTO cw_orders VALUES (7,'gus',70,'new') RETURNING *) INSERT INTO cw_log (what, n) SELECT 'made ' || customer, total FROM ins
WITH ins AS (INSERT INTO cw_orders VALUES (7,'gus',70,'new') ON CONFLICT (id) DO NOTHING RETURNING *) SELECT * FROM ins UNION ALL SELECT * FROM cw_orders WHERE id = 7
WITH ins AS (INSERT INTO cw_orders VALUES (8,'hal',80,'new') ON CONFLICT (id) DO NOTHING RETURNING *) SELECT * FROM ins UNION ALL SELECT * FROM cw_orders WHERE id = 8
WITH up AS (UPDATE cw_orders SET total = 99 WHERE id = 100 RETURNING *) INSERT INTO cw_orders (id, customer, total) SELECT 100, 'ivy', 99 WHERE NOT EXISTS (SELECT 1 FROM up)
SELECT * FROM cw_orders WHERE id >= 7 ORDER BY id
WITH u AS (UPDATE cw_orders SET total = total + 1 WHERE id = 7 RETURNING total) SELECT u.total, (SELECT max(total) FROM cw_orders) FROM u
WITH d AS (DELETE FROM cw_orders WHERE id = 100 RETURNING *), n AS (SELECT count(*) AS n FROM d) INSERT INTO cw_log (what, n) SELECT 'deleted', n FROM n RETURNING what, n
WITH d AS (DELETE FROM cw_orders WHERE id = 8) INSERT INTO cw_log (what, n) SELECT 'left', count(*) FROM cw_orders RETURNING what, n
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) INSERT INTO cw_log (what, n) SELECT 'r', n FROM r RETURNING n
WITH t AS (DELETE FROM cw_log WHERE what = 'r' RETURNING n) SELECT sum(n), count(*) FROM t
WITH x AS (SELECT 1 AS id), u AS (UPDATE cw_orders SET customer = upper(customer) FROM x WHERE cw_orders.id = x.id + 6 RETURNING cw_orders.*) SELECT customer FROM u
SELECT * FROM (WITH d AS (DELETE FROM cw_orders RETURNING *) SELECT * FROM d) q
WITH d AS (DELETE FROM cw_orders WHERE id = 7) SELECT * FROM d
SELECT count(*) FROM cw_orders WHERE id = 7
WITH a AS (UPDATE cw_orders SET total = 5 WHERE id = 2), b AS (UPDATE cw_archive SET total = 6 WHERE id = 3) UPDATE cw_log SET n = 7 WHERE what = 'unread'
SELECT (SELECT total FROM cw_orders WHERE id = 2), (SELECT total FROM cw_archive WHERE id = 3), (SELECT n FROM cw_log WHERE what = 'unread')
WITH a AS (INSERT INTO cw_orders VALUES (2,'dup',1,'x') RETURNING id) INSERT INTO cw_log (what, n) SELECT 'dup', id FROM a
SELECT count(*) FROM cw_log WHERE what = 'dup'
CREATE VIEW cw_view AS SELECT id, customer FROM cw_orders
WITH u AS (UPDATE cw_orders SET customer = 'zoe' WHERE id = 2 RETURNING id) SELECT v.customer FROM cw_view v JOIN u USING (id)
WITH u AS (UPDATE cw_view SET customer = 'yan' WHERE id = 2 RETURNING *) SELECT u.customer AS after, o.customer AS before FROM u JOIN cw_orders o USING (id)
WITH u AS (UPDATE cw_orders SET total = (SELECT count(*) FROM cw_log) WHERE id = 2 RETURNING total), l AS (INSERT INTO cw_log (what) VALUES ('again') RETURNING at) SELECT u.total - (SELECT count(*) FROM cw_log) AS same FROM u
EXPLAIN (COSTS off) WITH d AS (DELETE FROM cw_orders RETURNING id) SELECT * FROM d
CREATE TABLE cw_p (id serial PRIMARY KEY, name text)
CREATE TABLE cw_c (id serial PRIMARY KEY, p int REFERENCES cw_p, name text)
WITH p AS (INSERT INTO cw_p (name) VALUES ('parent') RETURNING id) INSERT INTO cw_c (p, name) SELECT id, 'child' FROM p RETURNING id, p, name
WITH p AS (INSERT INTO cw_p (name) VALUES ('a'), ('b') RETURNING id, name), c AS (INSERT INTO cw_c (p, name) SELECT id, name || '1' FROM p RETURNING p, name) SELECT p.name, c.name FROM p JOIN c ON c.p = p.id ORDER BY 1
WITH c AS (DELETE FROM cw_c WHERE p = 1 RETURNING p) DELETE FROM cw_p WHERE id IN (SELECT p FROM c) RETURNING *
WITH d AS (DELETE FROM cw_orders WHERE id = 2 RETURNING *), i AS (INSERT INTO cw_archive SELECT * FROM d RETURNING *) SELECT (SELECT count(*) FROM d) AS d, (SELECT count(*) FROM i) AS i, (SELECT count(*) FROM cw_archive WHERE id = 2) AS seen
WITH batch AS (SELECT id FROM cw_archive ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE cw_archive a SET status = 'taken' FROM batch WHERE a.id = batch.id RETURNING a.id, a.status
SELECT * FROM cw_archive ORDER BY id
DROP VIEW cw_view
DROP TABLE cw_orders, cw_archive, cw_log, cw_c, cw_p
