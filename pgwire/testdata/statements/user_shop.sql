-- A shop: its schema, its migrations and its reports.
CREATE SCHEMA cshop
SET search_path = cshop, public
CREATE TYPE order_status AS ENUM ('new', 'paid', 'shipped')
ALTER TYPE order_status ADD VALUE 'cancelled'
ALTER TYPE order_status ADD VALUE IF NOT EXISTS 'cancelled'
ALTER TYPE order_status ADD VALUE 'paid'
ALTER TYPE order_status ADD VALUE 'packed' BEFORE 'shipped'
ALTER TYPE order_status ADD VALUE 'x' AFTER 'nothing'
ALTER TYPE order_status RENAME VALUE 'new' TO 'open'
ALTER TYPE order_status RENAME VALUE 'neww' TO 'open2'
CREATE DOMAIN email AS text CHECK (VALUE ~ '^[^@]+@[^@]+$')
CREATE DOMAIN money_amount AS numeric(12,2) NOT NULL DEFAULT 0 CHECK (VALUE >= 0)
CREATE TABLE customers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email email NOT NULL, name varchar(80) NOT NULL, country char(2) NOT NULL DEFAULT 'DE', created_at timestamptz NOT NULL DEFAULT '2024-01-01 00:00+00', CONSTRAINT customers_email_key UNIQUE (email))
CREATE TABLE products (sku text PRIMARY KEY, title text NOT NULL, price numeric(10,2) NOT NULL CHECK (price > 0), tags text[] NOT NULL DEFAULT '{}', attrs jsonb NOT NULL DEFAULT '{}'::jsonb, active boolean NOT NULL DEFAULT true)
CREATE TABLE orders (id serial PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customers ON DELETE CASCADE, status order_status NOT NULL DEFAULT 'open', placed_on date NOT NULL, note text)
CREATE TABLE order_items (order_id integer NOT NULL REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE, line smallint NOT NULL, sku text NOT NULL REFERENCES products ON UPDATE CASCADE ON DELETE RESTRICT, qty integer NOT NULL DEFAULT 1, price numeric(10,2) NOT NULL, total numeric(12,2) GENERATED ALWAYS AS (qty * price) STORED, PRIMARY KEY (order_id, line), CONSTRAINT qty_positive CHECK (qty > 0))
CREATE INDEX CONCURRENTLY orders_customer_idx ON orders (customer_id) INCLUDE (placed_on)
CREATE INDEX IF NOT EXISTS orders_customer_idx ON orders (customer_id)
CREATE INDEX orders_customer_idx ON orders (status)
CREATE UNIQUE INDEX customers_lower_email ON customers (lower(name))
CREATE INDEX orders_open ON orders (placed_on DESC NULLS LAST) WHERE status = 'open'
CREATE INDEX products_tags ON products USING gin (tags)
CREATE INDEX products_attrs ON products USING gin (attrs jsonb_path_ops)
COMMENT ON TABLE orders IS 'What customers order'
COMMENT ON COLUMN orders.note IS 'Free text'
COMMENT ON COLUMN orders.nothing IS 'x'
COMMENT ON INDEX orders_open IS 'open ones'
COMMENT ON TYPE order_status IS 'Life of an order'
COMMENT ON CONSTRAINT qty_positive ON order_items IS 'at least one'
COMMENT ON CONSTRAINT qty_negative ON order_items IS 'at least one'
INSERT INTO customers (email, name, country) VALUES ('ann@x.de', 'Ann', 'DE'), ('bob@y.fr', 'Bob', 'FR'), ('cid@z.it', 'Cid', 'IT'), ('dee@x.de', 'Dee', 'DE')
INSERT INTO customers (email, name) VALUES ('nomail', 'Eve')
INSERT INTO customers (email, name) VALUES ('ann@x.de', 'Eve')
INSERT INTO customers (id, email, name) VALUES (9, 'e@x.de', 'Eve')
INSERT INTO customers (email, name, country) VALUES ('f@x.de', 'Fay', 'GER')
INSERT INTO customers (email, nam) VALUES ('f@x.de', 'Fay')
INSERT INTO products (sku, title, price, tags, attrs) VALUES ('A1', 'Apple', 1.20, '{fruit,red}', '{"kg": 0.2, "origin": {"country": "DE"}}'), ('B2', 'Book', 15.99, '{paper}', '{"pages": 320, "authors": ["Kim", "Lee"]}'), ('C3', 'Chair', 79, '{wood,furniture}', '{"legs": 4}')
INSERT INTO products (sku, title, price) VALUES ('D4', 'Dud', 0)
INSERT INTO products (sku, title, price) VALUES ('D4', 'Dud', 123456789.99)
INSERT INTO orders (customer_id, status, placed_on) VALUES (1, 'paid', '2024-01-05'), (1, 'open', '2024-02-10'), (2, 'shipped', '2024-01-20'), (3, 'cancelled', '2024-03-03'), (1, 'packed', '2024-03-15') RETURNING id, status
INSERT INTO orders (customer_id, status, placed_on) VALUES (1, 'lost', '2024-01-05')
INSERT INTO orders (customer_id, placed_on) VALUES (99, '2024-01-05')
INSERT INTO orders (customer_id, placed_on) VALUES (1, '2024-02-30')
INSERT INTO order_items (order_id, line, sku, qty, price) VALUES (1, 1, 'A1', 10, 1.20), (1, 2, 'B2', 1, 15.99), (2, 1, 'C3', 4, 75), (3, 1, 'A1', 3, 1.25), (4, 1, 'B2', 2, 15.99), (5, 1, 'A1', 100, 1)
INSERT INTO order_items (order_id, line, sku, qty, price) VALUES (1, 1, 'A1', 1, 1)
INSERT INTO order_items (order_id, line, sku, qty, price, total) VALUES (1, 3, 'A1', 1, 1, 1)
INSERT INTO order_items (order_id, line, sku, qty, price) VALUES (1, 3, 'A1', 0, 1)
UPDATE order_items SET total = 5
DELETE FROM products WHERE sku = 'A1'
DROP TABLE customers
DROP TYPE order_status
DROP DOMAIN email
ALTER TABLE customers DROP COLUMN id
ALTER TABLE orders ADD COLUMN channel text NOT NULL
ALTER TABLE orders ADD COLUMN channel text NOT NULL DEFAULT 'web'
ALTER TABLE orders ADD COLUMN channel text
ALTER TABLE orders ADD COLUMN IF NOT EXISTS channel text
ALTER TABLE orders ALTER COLUMN note SET NOT NULL
ALTER TABLE orders ALTER COLUMN note TYPE integer
ALTER TABLE orders ALTER COLUMN note TYPE integer USING length(note)
ALTER TABLE orders ALTER COLUMN note TYPE text
ALTER TABLE orders ALTER COLUMN status TYPE text
ALTER TABLE orders ALTER status DROP DEFAULT, ALTER status TYPE text USING status::text, ALTER status SET DEFAULT 'open'
ALTER TABLE orders ADD CONSTRAINT status_known CHECK (status IN ('open', 'paid', 'packed', 'shipped')) 
ALTER TABLE orders ADD CONSTRAINT status_known CHECK (status IN ('open', 'paid', 'packed', 'shipped')) NOT VALID
UPDATE orders SET note = 'x' WHERE id = 4
ALTER TABLE orders VALIDATE CONSTRAINT status_known
DELETE FROM orders WHERE status = 'cancelled'
ALTER TABLE orders VALIDATE CONSTRAINT status_known
SELECT conname, contype, convalidated, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'cshop.orders'::regclass ORDER BY conname
ALTER TABLE orders RENAME COLUMN note TO remark
ALTER TABLE orders RENAME COLUMN note TO remark
ALTER TABLE orders RENAME remark TO status
ALTER TABLE orders RENAME CONSTRAINT status_known TO orders_status_check
ALTER TABLE orders RENAME CONSTRAINT status_known TO orders_status_check
ALTER INDEX orders_open RENAME TO orders_open_idx
ALTER INDEX IF EXISTS orders_open RENAME TO orders_open_idx
ALTER INDEX orders_open RENAME TO orders_open_idx
CREATE VIEW order_totals AS SELECT o.id, o.customer_id, o.placed_on, sum(i.total) AS total, count(*) AS lines FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY o.id
CREATE OR REPLACE VIEW order_totals AS SELECT o.id, o.customer_id, o.placed_on, sum(i.total) AS total, count(*) AS lines, max(i.price) AS dearest FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY o.id
CREATE OR REPLACE VIEW order_totals AS SELECT o.id, o.customer_id FROM orders o
CREATE OR REPLACE VIEW order_totals AS SELECT o.id, o.customer_id::text, o.placed_on, sum(i.total) AS total, count(*) AS lines, max(i.price) AS dearest FROM orders o JOIN order_items i ON i.order_id = o.id GROUP BY o.id
SELECT * FROM order_totals ORDER BY id
ALTER TABLE orders DROP COLUMN placed_on
DROP TABLE order_items
ALTER TABLE orders ALTER COLUMN placed_on TYPE timestamptz
CREATE MATERIALIZED VIEW monthly AS SELECT date_trunc('month', placed_on)::date AS month, sum(total) AS revenue FROM order_totals GROUP BY 1
REFRESH MATERIALIZED VIEW CONCURRENTLY monthly
CREATE UNIQUE INDEX monthly_month ON monthly (month)
REFRESH MATERIALIZED VIEW CONCURRENTLY monthly
SELECT * FROM monthly ORDER BY month
DROP VIEW order_totals
DROP VIEW monthly
INSERT INTO monthly VALUES ('2024-01-01', 1)
SELECT c.name, t.total, t.placed_on FROM customers c LEFT JOIN LATERAL (SELECT * FROM order_totals t WHERE t.customer_id = c.id ORDER BY t.total DESC NULLS LAST LIMIT 1) t ON true ORDER BY c.name
WITH m AS (SELECT date_trunc('month', placed_on)::date AS month, customer_id, sum(total) AS rev FROM order_totals GROUP BY 1, 2), r AS (SELECT m.*, rank() OVER (PARTITION BY month ORDER BY rev DESC) AS rk, sum(rev) OVER (PARTITION BY customer_id ORDER BY month ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running, lag(rev) OVER (PARTITION BY customer_id ORDER BY month) AS prev FROM m) SELECT r.month, c.name, r.rev, r.rk, r.running, round(100 * (r.rev - r.prev) / r.prev, 1) AS growth FROM r JOIN customers c ON c.id = r.customer_id ORDER BY 1, 4, 2
SELECT sku, title, attrs -> 'origin' ->> 'country' AS origin, attrs #>> '{authors,0}' AS first_author, attrs ? 'legs' AS has_legs, jsonb_array_length(attrs -> 'authors') AS authors FROM products ORDER BY sku
SELECT tag, count(*), array_agg(sku ORDER BY sku) FROM products, unnest(tags) AS tag GROUP BY tag ORDER BY tag
SELECT jsonb_build_object('customer', c.name, 'orders', coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'items', (SELECT jsonb_agg(jsonb_build_object('sku', i.sku, 'qty', i.qty) ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id)) ORDER BY o.id) FILTER (WHERE o.id IS NOT NULL), '[]')) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY c.id
SELECT c.name, o.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE id = 1
SELECT name, count(*) FROM customers
SELECT nme FROM customers
SELECT c.nme FROM customers c
SELECT customers.name FROM customers c
SELECT name FROM customer
SELECT * FROM customers WHERE id = 'abc'
SELECT * FROM customers WHERE created_at > 5
SELECT sum(name) FROM customers
SELECT upper(id) FROM customers
SELECT d::date AS day, count(o.id) FROM generate_series(date '2024-01-04', date '2024-01-07', interval '1 day') AS d LEFT JOIN orders o ON o.placed_on = d::date GROUP BY d ORDER BY d
UPDATE products p SET price = price * 1.1 FROM (SELECT sku, sum(qty) AS sold FROM order_items GROUP BY sku) s WHERE s.sku = p.sku AND s.sold > 50 RETURNING p.sku, p.price
UPDATE products SET tags = array_append(tags, 'sale') WHERE sku = 'C3' RETURNING tags
UPDATE products SET attrs = jsonb_set(attrs, '{origin,city}', '"Kiel"') WHERE sku = 'A1' RETURNING attrs
UPDATE products SET attrs = attrs || '{"new": true}' - 'pages' WHERE sku = 'B2' RETURNING attrs
UPDATE products SET sku = 'A1x' WHERE sku = 'A1' RETURNING sku
SELECT DISTINCT sku FROM order_items ORDER BY sku
INSERT INTO products AS p (sku, title, price) VALUES ('B2', 'Book 2', 17), ('E5', 'Egg', 0.3) ON CONFLICT (sku) DO UPDATE SET title = excluded.title, price = excluded.price WHERE p.price <> excluded.price RETURNING sku, title, price
INSERT INTO products (sku, title, price) VALUES ('B2', 'x', 1) ON CONFLICT DO NOTHING
INSERT INTO products (sku, title, price) VALUES ('B2', 'x', 1) ON CONFLICT (title) DO NOTHING
DELETE FROM customers WHERE id = 1
SELECT count(*) FROM orders
TRUNCATE customers
TRUNCATE customers, orders, order_items RESTART IDENTITY
INSERT INTO customers (email, name) VALUES ('a@b', 'Z') RETURNING id
DROP TABLE IF EXISTS nothing, order_items CASCADE
RESET search_path
