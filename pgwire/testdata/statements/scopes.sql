-- What names of columns mean: the case of names, the nearest query, LATERAL, labels, aliases of joins.
CREATE TABLE sc_one (id int, v text)
INSERT INTO sc_one VALUES (1, 'a'), (2, 'b'), (3, 'c')
CREATE TABLE sc_two ("Id" int, w int)
INSERT INTO sc_two VALUES (2, 10), (9, 20)
SELECT id FROM sc_one WHERE EXISTS (SELECT 1 FROM sc_two WHERE sc_two."Id" = id) ORDER BY 1
SELECT id FROM sc_one WHERE EXISTS (SELECT 1 FROM sc_two WHERE "Id" = sc_one.id) ORDER BY 1
SELECT id, (SELECT max(w) FROM sc_two WHERE "Id" > id) FROM sc_one ORDER BY 1
SELECT id FROM sc_one WHERE id IN (SELECT id FROM sc_two) ORDER BY 1
SELECT id FROM sc_one WHERE id IN (SELECT "Id" FROM sc_two) ORDER BY 1
SELECT v FROM sc_one WHERE id NOT IN (SELECT id FROM sc_two)
DELETE FROM sc_one WHERE EXISTS (SELECT 1 FROM sc_two WHERE "Id" = id)
UPDATE sc_one SET v = 'x' WHERE EXISTS (SELECT 1 FROM sc_two WHERE "Id" = id)
SELECT id, (SELECT sum(w) FROM sc_two x WHERE x."Id" = id) FROM sc_one ORDER BY 1
SELECT id FROM sc_one, sc_two ORDER BY 1
SELECT sc_one.id, "Id" FROM sc_one JOIN sc_two ON id = "Id"
SELECT sc_one.id FROM sc_one WHERE EXISTS (SELECT 1 FROM (SELECT "Id" FROM sc_two) q WHERE "Id" = id)
WITH q AS (SELECT "Id" FROM sc_two) SELECT sc_one.id FROM sc_one WHERE EXISTS (SELECT 1 FROM q WHERE "Id" = id)
SELECT v FROM sc_one WHERE 2 = (SELECT count(*) FROM generate_series(1, 2) AS "ID" WHERE "ID" <> id)
CREATE TABLE sc_customer (id int, name text)
INSERT INTO sc_customer VALUES (1, 'x'), (2, 'y')
CREATE TABLE sc_orders (sc_customer int, total int)
INSERT INTO sc_orders VALUES (1, 5), (1, 6)
SELECT sc_customer.id FROM sc_customer WHERE EXISTS (SELECT 1 FROM sc_orders WHERE sc_orders.sc_customer = sc_customer.id)
SELECT sc_customer.id, (SELECT sum(total) FROM sc_orders WHERE sc_customer = sc_customer.id) FROM sc_customer ORDER BY 1
SELECT * FROM sc_orders o LEFT JOIN sc_customer ON sc_customer.id = o.sc_customer ORDER BY 1, 2
SELECT f, g FROM (SELECT 1 AS f) a, (SELECT f AS g) b
SELECT f, g FROM (SELECT 1 AS f) a, (SELECT a.f AS g) b
SELECT f, g FROM (SELECT 1 AS f) a, LATERAL (SELECT a.f + 1 AS g) b
SELECT f, g FROM (SELECT 1 AS f) a CROSS JOIN LATERAL (SELECT f AS g) b
SELECT * FROM (SELECT 1 AS f) a RIGHT JOIN LATERAL (SELECT a.f AS g) b ON true
SELECT *, (SELECT r FROM (SELECT total AS sc_customer) x, (SELECT sc_customer AS r) y) FROM sc_orders ORDER BY 1, 2
SELECT * FROM (sc_orders JOIN sc_customer ON sc_customer = id) AS x WHERE sc_orders.total = 5
SELECT x.total FROM (sc_orders JOIN sc_customer ON sc_customer = id) AS x WHERE total = 5
UPDATE sc_orders SET total = c.id FROM sc_customer c, LATERAL (SELECT sc_orders.total AS k) l
UPDATE sc_orders SET total = 1 FROM sc_customer WHERE sc_customer.id = sc_orders.sc_customer
DELETE FROM sc_orders USING sc_customer c WHERE c.id = sc_orders.sc_customer AND total = 99 RETURNING c.name
DELETE FROM sc_orders o WHERE sc_orders.total = 1
SELECT o.sc_customer FROM sc_orders o JOIN sc_customer c ON o.sc_customer = c.id, sc_orders p JOIN sc_customer d ON d.id = o.total
SELECT a.x FROM (VALUES (1)) AS a(y)
SELECT d.a FROM (SELECT sc_orders AS d FROM sc_orders) s
SELECT total FROM sc_orders UNION SELECT id FROM sc_customer ORDER BY id
SELECT total FROM sc_orders UNION SELECT id FROM sc_customer ORDER BY total
SELECT t.id FROM (SELECT id FROM sc_customer) t ORDER BY t.id
SELECT "T".id FROM sc_customer "T" WHERE EXISTS (SELECT 1 FROM sc_orders t WHERE t.sc_customer = "T".id) ORDER BY 1
SELECT sc_customer FROM sc_customer ORDER BY id
SELECT sc_customer, count(*) FROM sc_orders GROUP BY sc_customer ORDER BY count
SELECT count(*) AS n FROM sc_orders HAVING n > 1
SELECT nope FROM sc_orders
SELECT sc_orders.nope FROM sc_orders
SELECT nope FROM (SELECT 1 AS a) x
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r ORDER BY n
WITH RECURSIVE r(m) AS (SELECT 1 AS n UNION ALL SELECT m + 1 FROM r WHERE m < 3) SELECT n FROM r ORDER BY n
SELECT x FROM generate_series(1, 2) x
SELECT x.x FROM generate_series(1, 2) x
SELECT x.y FROM generate_series(1, 2) x(y)
SELECT value FROM json_array_elements('[1]') x
SELECT key, value FROM json_each('{"a":1}')
SELECT id FROM sc_orders JOIN sc_customer USING (id)
SELECT n.id FROM sc_customer NATURAL JOIN (SELECT 1 AS id) n
SELECT id FROM sc_customer NATURAL JOIN (SELECT 1 AS id) n
SELECT id FROM sc_customer FULL JOIN (SELECT 1 AS id) n USING (id) ORDER BY id
SELECT v FROM sc_customer c(k, v), unnest(ARRAY[1]) AS u(w) WHERE w = k
CREATE TYPE sc_pair AS (id int, w int)
CREATE TABLE sc_nest (sc_customer sc_pair, k int)
INSERT INTO sc_nest VALUES (ROW(7, 8), 1)
SELECT sc_customer.id, (SELECT k FROM sc_nest WHERE sc_customer.id = k) FROM sc_customer ORDER BY 1
SELECT sc_customer.id, (SELECT k FROM (SELECT '{"id": 7}'::json AS sc_customer, 1 AS k) n WHERE sc_customer.id = k) FROM sc_customer ORDER BY 1
CREATE TABLE sc_t (a int, b int, v text)
INSERT INTO sc_t VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 5, 'c')
CREATE TABLE sc_u (y int, z int)
INSERT INTO sc_u VALUES (1, 2), (2, 2), (3, 3)
SELECT a, (SELECT y + 1 AS a FROM sc_u WHERE a = sc_u.y) FROM sc_t ORDER BY 1
SELECT a FROM sc_t x, sc_t x
SELECT sc_t.a FROM sc_t, sc_t
SELECT a FROM sc_t x JOIN sc_u x ON true
UPDATE sc_t SET a = 1 FROM sc_t
SELECT a FROM sc_t JOIN sc_u USING (a)
SELECT y FROM sc_t JOIN sc_u USING (y)
SELECT count(*) FROM sc_t p JOIN sc_t q ON true JOIN sc_t r USING (a)
SELECT * FROM sc_u JOIN (sc_t p CROSS JOIN sc_t q) j ON a = y
SELECT 1; SELECT nope FROM sc_t
DROP TABLE sc_t, sc_u, sc_one, sc_two, sc_customer, sc_orders, sc_nest
DROP TYPE sc_pair
-- The columns of functions in FROM are known.
SELECT e.nosuch FROM generate_series(1, 2) e
SELECT generate_series.nosuch FROM generate_series(1, 2)
SELECT (SELECT g.nosuch) FROM generate_series(1, 2) g
SELECT e.e, e FROM generate_series(1, 2) e
SELECT e.n, f.f FROM generate_series(1, 2) e(n), generate_series(1, 2) f WHERE f.f = e.n
SELECT e.ordinality FROM generate_series(1, 2) WITH ORDINALITY e
SELECT x.e FROM generate_series(1, 2) e, LATERAL (SELECT e.e) x ORDER BY 1
