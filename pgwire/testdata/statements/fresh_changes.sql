-- INSERT, UPDATE, DELETE and MERGE as psql's users, mappers of objects and tools write them.
CREATE TABLE customers (id serial PRIMARY KEY, email text UNIQUE NOT NULL, name varchar(80), credit numeric(10,2) DEFAULT 0, created timestamp DEFAULT '2024-01-01 00:00:00', active boolean DEFAULT true)
CREATE TABLE orders (id int PRIMARY KEY, customer int, total numeric(10,2), status text DEFAULT 'new', placed date)
CREATE TABLE archive (id int, customer int, total numeric(10,2), status text, placed date)
CREATE TABLE stock (sku text PRIMARY KEY, qty int NOT NULL DEFAULT 0, price numeric(8,2))
CREATE TABLE arrivals (sku text, qty int, price numeric(8,2))
INSERT INTO customers (email, name) VALUES ('ann@x.org', 'Ann'), ('bob@x.org', 'Bob'), ('cy@x.org', NULL) RETURNING id, email
INSERT INTO customers VALUES (DEFAULT, 'dee@x.org', 'Dee', DEFAULT, DEFAULT, false) RETURNING *
INSERT INTO "customers" ("email","name","credit") VALUES ('eve@x.org','Eve',12.5) RETURNING "id"
INSERT INTO customers (email) VALUES ('fay@x.org') RETURNING customers.id AS "customers__id", customers.credit
INSERT INTO orders (id, customer, total, placed) SELECT g, 1 + g % 3, g * 10.25, date '2024-02-01' + g FROM generate_series(1, 12) g
INSERT INTO stock VALUES ('a', 5, 1.50), ('b', 0, 2.25), ('c', 9, NULL)
INSERT INTO arrivals VALUES ('a', 3, 1.60), ('d', 7, 4.00)
INSERT INTO customers (email) VALUES ('ann@x.org')
INSERT INTO customers (name) VALUES ('nobody')
INSERT INTO customers (email, nope) VALUES ('x', 1)
INSERT INTO customers (email) VALUES ('a', 'b')
INSERT INTO customers (email, name) VALUES ('a')
INSERT INTO customers (email, name) VALUES ('zed@x.org', repeat('z', 90))
INSERT INTO orders (id, total) VALUES (99, 123456789.12)
INSERT INTO orders VALUES (50, 1, '12.345', 'x', '2024-13-01')
INSERT INTO stock DEFAULT VALUES
INSERT INTO archive DEFAULT VALUES RETURNING *
DELETE FROM archive
INSERT INTO stock AS s (sku, qty) VALUES ('a', 2) ON CONFLICT (sku) DO UPDATE SET qty = s.qty + EXCLUDED.qty RETURNING s.sku, s.qty
INSERT INTO stock (sku, qty) VALUES ('b', 4), ('e', 1) ON CONFLICT (sku) DO UPDATE SET qty = stock.qty + excluded.qty WHERE stock.qty > 100 RETURNING *
INSERT INTO stock (sku, qty) VALUES ('a', 1), ('f', 1) ON CONFLICT DO NOTHING
INSERT INTO stock (sku, qty) VALUES ('a', 1) ON CONFLICT (sku) DO NOTHING RETURNING sku
INSERT INTO stock (sku, qty) VALUES ('g', 1), ('g', 2) ON CONFLICT (sku) DO UPDATE SET qty = excluded.qty
INSERT INTO stock (sku, qty) VALUES ('a', 1) ON CONFLICT ON CONSTRAINT stock_pkey DO UPDATE SET price = 9.99 RETURNING price
INSERT INTO stock (sku, qty) VALUES ('a', 1) ON CONFLICT (qty) DO NOTHING
INSERT INTO stock (sku, qty) VALUES ('a', 1) ON CONFLICT (nope) DO NOTHING
INSERT INTO stock (sku, qty, price) SELECT sku, qty, price FROM arrivals ON CONFLICT (sku) DO UPDATE SET (qty, price) = (stock.qty + excluded.qty, excluded.price) RETURNING sku, qty, price
INSERT INTO stock (sku, qty) VALUES ('h', 1) ON CONFLICT (sku) DO UPDATE SET qty = (SELECT max(qty) FROM stock) RETURNING qty
INSERT INTO stock (sku, qty) VALUES ('h', 1) ON CONFLICT (sku) DO UPDATE SET qty = DEFAULT, price = DEFAULT RETURNING *
SELECT * FROM stock ORDER BY sku
UPDATE customers SET credit = credit + 10 WHERE id IN (1, 2)
UPDATE customers c SET name = upper(c.name) WHERE c.id = 1 RETURNING c.*
UPDATE customers AS c SET credit = o.sum FROM (SELECT customer, sum(total) FROM orders GROUP BY customer) AS o WHERE o.customer = c.id RETURNING c.id, c.credit
UPDATE orders SET status = 'paid' FROM customers WHERE customers.id = orders.customer AND customers.email = 'ann@x.org'
UPDATE orders SET (status, total) = ('sent', total + 1) WHERE id = 3 RETURNING id, status, total
UPDATE orders SET (status, total) = (SELECT 'best', max(total) FROM orders) WHERE id = 4 RETURNING status, total
UPDATE orders SET status = DEFAULT WHERE id = 5 RETURNING status
UPDATE ONLY orders SET status = 'x' WHERE id = 6
UPDATE orders SET id = 1 WHERE id = 2
UPDATE orders SET id = id + 100
UPDATE orders SET id = id - 100 WHERE true
UPDATE orders SET nope = 1
UPDATE orders SET total = total * CASE WHEN status = 'paid' THEN 0.9 ELSE 1 END WHERE customer = 2 RETURNING id, total
UPDATE orders o SET status = c.name FROM customers c JOIN stock s ON s.sku = 'a' WHERE c.id = o.customer AND o.id = 7 RETURNING o.id, c.id, s.sku, o.status
UPDATE stock SET qty = a.qty FROM (VALUES ('a', 1), ('b', 2)) AS a(sku, qty) WHERE stock.sku = a.sku RETURNING stock.sku, stock.qty, a.qty
UPDATE stock SET qty = a.qty FROM arrivals a WHERE a.qty = 3 AND stock.sku = 'c'
UPDATE stock SET qty = qty + a.qty FROM (VALUES ('a', 1), ('a', 1)) AS a(sku, qty) WHERE stock.sku = a.sku RETURNING stock.qty
UPDATE stock SET qty = NULL WHERE sku = 'a'
UPDATE customers SET email = 'bob@x.org' WHERE id = 1
UPDATE orders SET placed = placed + interval '1 day' WHERE id = 1 RETURNING placed
UPDATE orders SET total = (SELECT avg(total) FROM orders i WHERE i.customer = orders.customer) WHERE id = 8 RETURNING total
UPDATE orders SET status = 'none' WHERE false RETURNING *
UPDATE orders SET status = 'e' WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = orders.customer AND c.name IS NULL)
WITH late AS (SELECT id FROM orders WHERE placed < '2024-02-04') UPDATE orders SET status = 'late' FROM late WHERE orders.id = late.id RETURNING orders.id
DELETE FROM orders o USING customers c WHERE c.id = o.customer AND c.email = 'cy@x.org' AND o.id > 10 RETURNING o.id, c.email
DELETE FROM orders WHERE id = (SELECT min(id) FROM orders) RETURNING *
DELETE FROM orders AS o WHERE o.id = 9
DELETE FROM orders WHERE id IN (SELECT id FROM orders ORDER BY placed DESC LIMIT 1) RETURNING id
DELETE FROM orders WHERE nope = 1
DELETE FROM nope
DELETE FROM ONLY orders WHERE id = 12345
WITH gone AS (DELETE FROM orders WHERE id < 4 RETURNING *) INSERT INTO archive SELECT * FROM gone
WITH gone AS (DELETE FROM orders WHERE id = 4 RETURNING *) SELECT id, status FROM gone
WITH made AS (INSERT INTO customers (email) VALUES ('gil@x.org') RETURNING id) SELECT count(*) FROM made
WITH made AS (INSERT INTO customers (email) VALUES ('hal@x.org') RETURNING id) INSERT INTO orders (id, customer) SELECT 200, id FROM made RETURNING status
WITH up AS (UPDATE stock SET qty = qty + 1 WHERE sku = 'b' RETURNING *) SELECT sku, qty FROM up
WITH gone AS (DELETE FROM stock) SELECT * FROM gone
WITH up AS (UPDATE stock SET qty = 77 WHERE sku = 'zz' RETURNING sku) INSERT INTO stock (sku, qty) SELECT 'zz', 77 WHERE NOT EXISTS (SELECT 1 FROM up)
WITH a AS (UPDATE stock SET qty = 1 WHERE sku = 'a'), b AS (DELETE FROM stock WHERE sku = 'b') SELECT count(*) FROM stock
WITH a AS (DELETE FROM stock WHERE sku = 'c' RETURNING sku), b AS (INSERT INTO arrivals (sku) SELECT sku FROM a RETURNING sku) SELECT * FROM b
WITH src(sku, qty) AS (VALUES ('q', 1), ('r', 2)) INSERT INTO stock (sku, qty) SELECT * FROM src ON CONFLICT (sku) DO UPDATE SET qty = excluded.qty RETURNING sku, (xmax = 0) AS inserted
SELECT count(*) FROM archive
SELECT sku, qty FROM stock ORDER BY 1
MERGE INTO stock s USING arrivals a ON s.sku = a.sku WHEN MATCHED THEN UPDATE SET qty = s.qty + a.qty WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (a.sku, coalesce(a.qty, 0))
MERGE INTO stock s USING (VALUES ('a', 0), ('n', 5)) AS v(sku, qty) ON v.sku = s.sku WHEN MATCHED AND v.qty = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET qty = v.qty WHEN NOT MATCHED AND v.qty > 0 THEN INSERT VALUES (v.sku, v.qty, DEFAULT)
MERGE INTO stock USING arrivals ON stock.sku = arrivals.sku WHEN MATCHED THEN DO NOTHING WHEN NOT MATCHED THEN DO NOTHING
MERGE INTO stock s USING (VALUES ('d', 1), ('d', 2)) AS v(sku, qty) ON v.sku = s.sku WHEN MATCHED THEN UPDATE SET qty = v.qty
SELECT sku, qty, price FROM stock ORDER BY sku
INSERT INTO customers (id, email) VALUES (1, 'again@x.org')
INSERT INTO customers (id, email) VALUES (1, 'again@x.org') ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email RETURNING id, email
SELECT c FROM customers c WHERE id = 2
SELECT o.*::text FROM orders o
SELECT row_to_json(s) FROM stock s WHERE sku = 'd'
SELECT s FROM stock s ORDER BY sku LIMIT 1
SELECT (s).sku, (s).qty FROM stock s WHERE sku = 'd'
INSERT INTO orders (id, customer, total) VALUES (300, 1, 10), (301, 2, 20) RETURNING id, total * 2 AS double, status || '!' AS loud
INSERT INTO orders (id, placed) VALUES (302, now()::date) RETURNING placed = current_date
TRUNCATE archive
TRUNCATE TABLE ONLY archive RESTART IDENTITY
TRUNCATE archive, nope
CREATE TABLE logs (id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz DEFAULT '2024-01-01 00:00:00+00', line text, tags text[] DEFAULT '{}', data jsonb DEFAULT '{}'::jsonb)
INSERT INTO logs (line, tags, data) VALUES ('one', ARRAY['a','b'], '{"k": 1}'), ('two', '{c}', '{"k": 2, "z": null}') RETURNING id, tags, data
INSERT INTO logs (id, line) VALUES (7, 'no')
INSERT INTO logs (id, line) OVERRIDING SYSTEM VALUE VALUES (7, 'yes') RETURNING id
UPDATE logs SET data = data || '{"new": true}', tags = array_append(tags, 'x') WHERE id = 1 RETURNING tags, data
UPDATE logs SET data = jsonb_set(data, '{k}', '5') WHERE data->>'k' = '2' RETURNING data
UPDATE logs SET tags[1] = 'first' WHERE id = 1 RETURNING tags
UPDATE logs SET data['k'] = '9' WHERE id = 1 RETURNING data
DELETE FROM logs WHERE 'c' = ANY(tags) RETURNING line
INSERT INTO logs (line) TABLE (SELECT 'x')
INSERT INTO logs (line) (SELECT sku FROM stock ORDER BY sku LIMIT 2)
INSERT INTO logs (line) VALUES ((SELECT max(sku) FROM stock)) RETURNING line
INSERT INTO logs (line) WITH t AS (SELECT 'from with' AS l) SELECT l FROM t RETURNING line
INSERT INTO logs (line) SELECT unnest(ARRAY['p','q']) RETURNING line
EXPLAIN (COSTS OFF) UPDATE orders SET status = 'x'
SELECT currval('customers_id_seq') > 0
SELECT lastval() > 0
SELECT currval(pg_get_serial_sequence('customers', 'id')) = lastval()
SELECT setval('customers_id_seq', (SELECT max(id) FROM customers)) = (SELECT max(id) FROM customers)
SELECT nextval('customers_id_seq') - 1 = (SELECT max(id) FROM customers)
INSERT INTO customers (email) VALUES ('last@x.org') RETURNING currval('customers_id_seq') = id
CREATE TABLE children (id serial PRIMARY KEY, parent int REFERENCES customers(id), note text)
INSERT INTO children (parent, note) VALUES (1, 'ok'), (NULL, 'alone') RETURNING id
INSERT INTO children (parent) VALUES (4711)
DELETE FROM customers WHERE id = 1
UPDATE children SET parent = 4711 WHERE parent = 1
DELETE FROM children WHERE parent = 1
DELETE FROM customers WHERE id = 1
CREATE TABLE gen (a int, b int GENERATED ALWAYS AS (a * 2) STORED)
INSERT INTO gen VALUES (1), (2) RETURNING *
INSERT INTO gen (a, b) VALUES (1, 2)
UPDATE gen SET a = 10 WHERE a = 1 RETURNING b
UPDATE gen SET b = 3
INSERT INTO gen (a, b) VALUES (4, DEFAULT) RETURNING *
CREATE TABLE parts (a int CHECK (a > 0), b text CHECK (length(b) < 5) DEFAULT 'dflt')
INSERT INTO parts VALUES (0)
INSERT INTO parts VALUES (1, 'toolong')
INSERT INTO parts VALUES (1) RETURNING *
UPDATE parts SET a = -a
DROP TABLE children, customers, orders, archive, stock, arrivals, logs, gen, parts
