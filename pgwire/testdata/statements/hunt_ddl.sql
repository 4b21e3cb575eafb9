-- Definitions, as a developer of applications writes them.
CREATE SCHEMA IF NOT EXISTS hd_shop
CREATE SCHEMA IF NOT EXISTS hd_shop
CREATE SCHEMA hd_shop
CREATE TYPE hd_shop.hd_status AS ENUM ('draft', 'placed', 'shipped', 'cancelled')
CREATE TYPE hd_shop.hd_status AS ENUM ('draft')
CREATE DOMAIN hd_email AS varchar(120) CHECK (VALUE ~ '^[^@]+@[^@]+$')
CREATE DOMAIN hd_money AS numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT hd_money_positive CHECK (VALUE >= 0)
CREATE TABLE hd_customer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email hd_email NOT NULL UNIQUE, full_name text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), credit hd_money, vip boolean NOT NULL DEFAULT false, tags text[] DEFAULT '{}')
INSERT INTO hd_customer (email, full_name) VALUES ('ann@example.org', 'Ann'), ('bob@example.org', 'Bob') RETURNING id, email, credit, vip, tags
INSERT INTO hd_customer (email, full_name) VALUES ('not an address', 'Eve')
INSERT INTO hd_customer (email, full_name) VALUES ('ann@example.org', 'Ann again')
INSERT INTO hd_customer (email, full_name, credit) VALUES ('carl@example.org', 'Carl', -5)
INSERT INTO hd_customer (id, email, full_name) VALUES (10, 'dora@example.org', 'Dora')
INSERT INTO hd_customer (email) VALUES ('erik@example.org')
CREATE TABLE hd_shop.hd_order (id serial PRIMARY KEY, customer_id bigint NOT NULL REFERENCES hd_customer ON DELETE RESTRICT, status hd_shop.hd_status NOT NULL DEFAULT 'draft', placed_on date, total numeric(10,2) NOT NULL CHECK (total >= 0), CONSTRAINT hd_placed CHECK (status = 'draft' OR placed_on IS NOT NULL))
INSERT INTO hd_shop.hd_order (customer_id, total) VALUES (1, 10.5) RETURNING *
INSERT INTO hd_shop.hd_order (customer_id, total, status) VALUES (1, 10.5, 'placed')
INSERT INTO hd_shop.hd_order (customer_id, total) VALUES (99, 10.5)
INSERT INTO hd_shop.hd_order (customer_id, total) VALUES (1, -1)
INSERT INTO hd_shop.hd_order (customer_id, total, status) VALUES (1, 1, 'lost')
ALTER TYPE hd_shop.hd_status ADD VALUE 'returned' AFTER 'shipped'
ALTER TYPE hd_shop.hd_status ADD VALUE IF NOT EXISTS 'returned'
ALTER TYPE hd_shop.hd_status ADD VALUE 'returned'
ALTER TYPE hd_shop.hd_status RENAME VALUE 'draft' TO 'new'
SELECT status, enum_range(NULL::hd_shop.hd_status) FROM hd_shop.hd_order
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'hd_shop.hd_order'::regclass ORDER BY adnum
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'hd_shop.hd_order'::regclass ORDER BY conname
ALTER TABLE hd_shop.hd_order ADD COLUMN note text, ADD COLUMN weight numeric(6,3) DEFAULT 1.5, ADD COLUMN updated_at timestamp
SELECT id, status, weight, note, updated_at FROM hd_shop.hd_order
ALTER TABLE hd_shop.hd_order ADD COLUMN note text
ALTER TABLE hd_shop.hd_order ADD COLUMN IF NOT EXISTS note text
ALTER TABLE hd_shop.hd_order ALTER COLUMN note SET NOT NULL
UPDATE hd_shop.hd_order SET note = 'n/a' WHERE note IS NULL
ALTER TABLE hd_shop.hd_order ALTER COLUMN note SET NOT NULL, ALTER note SET DEFAULT 'n/a'
ALTER TABLE hd_shop.hd_order RENAME COLUMN note TO remark
ALTER TABLE hd_shop.hd_order RENAME COLUMN nosuch TO remark
ALTER TABLE hd_shop.hd_order RENAME COLUMN weight TO remark
ALTER TABLE hd_shop.hd_order DROP COLUMN nosuch
ALTER TABLE hd_shop.hd_order DROP COLUMN IF EXISTS nosuch
ALTER TABLE hd_shop.hd_order ALTER COLUMN placed_on TYPE timestamp USING placed_on::timestamp
ALTER TABLE hd_shop.hd_order ALTER COLUMN remark TYPE integer
ALTER TABLE hd_shop.hd_order ALTER COLUMN remark TYPE integer USING length(remark)
ALTER TABLE hd_shop.hd_order ALTER COLUMN remark DROP DEFAULT, ALTER COLUMN remark TYPE integer USING length(remark)
SELECT * FROM hd_shop.hd_order
ALTER TABLE hd_shop.hd_order ADD CONSTRAINT hd_weight CHECK (weight < 1000) NOT VALID
ALTER TABLE hd_shop.hd_order VALIDATE CONSTRAINT hd_weight
ALTER TABLE hd_shop.hd_order ADD CONSTRAINT hd_weight CHECK (weight > 0)
ALTER TABLE hd_shop.hd_order ADD CONSTRAINT hd_heavy CHECK (weight > 100)
ALTER TABLE hd_shop.hd_order DROP CONSTRAINT hd_nosuch
ALTER TABLE hd_shop.hd_order DROP CONSTRAINT IF EXISTS hd_nosuch
ALTER TABLE hd_shop.hd_order RENAME CONSTRAINT hd_weight TO hd_light
CREATE INDEX hd_order_customer ON hd_shop.hd_order (customer_id)
CREATE INDEX IF NOT EXISTS hd_order_customer ON hd_shop.hd_order (customer_id)
CREATE INDEX hd_order_customer ON hd_shop.hd_order (customer_id)
CREATE INDEX ON hd_shop.hd_order (status, placed_on DESC NULLS LAST)
CREATE INDEX hd_order_recent ON hd_shop.hd_order USING btree (placed_on) WHERE status <> 'cancelled'
CREATE UNIQUE INDEX hd_customer_lower ON hd_customer (lower(email))
INSERT INTO hd_customer (email, full_name) VALUES ('ANN@example.org', 'Ann')
CREATE INDEX CONCURRENTLY hd_customer_name ON hd_customer (full_name text_pattern_ops)
CREATE INDEX hd_customer_tags ON hd_customer USING gin (tags)
CREATE INDEX hd_bad ON hd_customer (nosuch)
CREATE INDEX hd_bad ON hd_nosuch (id)
SELECT schemaname, tablename, indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'hd%' ORDER BY indexname
DROP INDEX hd_order_recent
DROP INDEX hd_shop.hd_order_recent
DROP INDEX IF EXISTS hd_order_recent
DROP INDEX CONCURRENTLY IF EXISTS hd_customer_name
DROP INDEX hd_customer_pkey
REINDEX TABLE hd_customer
ALTER INDEX hd_shop.hd_order_customer RENAME TO hd_order_by_customer
ALTER INDEX IF EXISTS hd_nothing RENAME TO hd_something
CREATE VIEW hd_placed AS SELECT o.id, c.full_name, o.total FROM hd_shop.hd_order o JOIN hd_customer c ON c.id = o.customer_id
SELECT * FROM hd_placed
DROP TABLE hd_customer
DROP TABLE hd_shop.hd_order
ALTER TABLE hd_shop.hd_order DROP COLUMN total
ALTER TABLE hd_customer ALTER COLUMN full_name TYPE varchar(50)
CREATE OR REPLACE VIEW hd_placed AS SELECT o.id, c.full_name FROM hd_shop.hd_order o JOIN hd_customer c ON c.id = o.customer_id
CREATE OR REPLACE VIEW hd_placed AS SELECT o.id, c.full_name, o.total, o.status FROM hd_shop.hd_order o JOIN hd_customer c ON c.id = o.customer_id
CREATE OR REPLACE VIEW hd_placed AS SELECT o.id, c.full_name AS name, o.total, o.status FROM hd_shop.hd_order o JOIN hd_customer c ON c.id = o.customer_id
CREATE OR REPLACE VIEW hd_placed AS SELECT o.id::text, c.full_name, o.total, o.status FROM hd_shop.hd_order o JOIN hd_customer c ON c.id = o.customer_id
ALTER VIEW hd_placed RENAME TO hd_orders_view
SELECT * FROM hd_orders_view
SELECT pg_get_viewdef('hd_orders_view', true)
COMMENT ON VIEW hd_orders_view IS 'orders with the names of customers'
COMMENT ON TABLE hd_customer IS 'people who buy'
COMMENT ON COLUMN hd_customer.email IS 'where we write to'
COMMENT ON COLUMN hd_customer.nosuch IS 'x'
COMMENT ON CONSTRAINT hd_placed ON hd_shop.hd_order IS 'a placed order has a date'
COMMENT ON TYPE hd_shop.hd_status IS 'life of an order'
COMMENT ON DOMAIN hd_email IS 'an address'
COMMENT ON SCHEMA hd_shop IS 'the shop'
SELECT obj_description('hd_customer'::regclass), col_description('hd_customer'::regclass, 2), obj_description('hd_shop'::regnamespace, 'pg_namespace'), obj_description('hd_shop.hd_status'::regtype, 'pg_type')
CREATE MATERIALIZED VIEW hd_totals AS SELECT c.id, c.full_name, coalesce(sum(o.total), 0) AS total FROM hd_customer c LEFT JOIN hd_shop.hd_order o ON o.customer_id = c.id GROUP BY c.id, c.full_name WITH DATA
CREATE UNIQUE INDEX hd_totals_id ON hd_totals (id)
REFRESH MATERIALIZED VIEW CONCURRENTLY hd_totals
SELECT * FROM hd_totals ORDER BY id
CREATE MATERIALIZED VIEW hd_empty AS SELECT 1 AS one WITH NO DATA
SELECT * FROM hd_empty
REFRESH MATERIALIZED VIEW hd_empty
SELECT * FROM hd_empty
INSERT INTO hd_totals VALUES (9, 'x', 1)
DROP VIEW hd_totals
DROP TABLE hd_totals
DROP MATERIALIZED VIEW hd_orders_view
DROP MATERIALIZED VIEW IF EXISTS hd_nomat
CREATE SEQUENCE hd_numbers START 1000 INCREMENT BY 10 MAXVALUE 1020 NO CYCLE
SELECT nextval('hd_numbers'), nextval('hd_numbers'), nextval('hd_numbers')
SELECT nextval('hd_numbers')
SELECT currval('hd_numbers'), lastval()
ALTER SEQUENCE hd_numbers RESTART WITH 1005
SELECT nextval('hd_numbers')
SELECT setval('hd_numbers', 1010, false), nextval('hd_numbers')
SELECT setval('hd_numbers', 5000)
SELECT last_value, is_called FROM hd_numbers
ALTER SEQUENCE hd_numbers OWNED BY hd_customer.credit
DROP SEQUENCE hd_shop.hd_order_id_seq
DROP SEQUENCE IF EXISTS hd_nosequence
SELECT pg_get_serial_sequence('hd_shop.hd_order', 'id'), pg_get_serial_sequence('hd_customer', 'id')
CREATE TABLE hd_line (order_id int NOT NULL, pos int NOT NULL, qty int NOT NULL DEFAULT 1 CHECK (qty > 0), price numeric(8,2) NOT NULL, amount numeric(10,2) GENERATED ALWAYS AS (qty * price) STORED, PRIMARY KEY (order_id, pos), FOREIGN KEY (order_id) REFERENCES hd_shop.hd_order (id) ON DELETE CASCADE ON UPDATE CASCADE)
INSERT INTO hd_line VALUES (1, 1, 3, 2.50) RETURNING amount
INSERT INTO hd_line (order_id, pos, qty, price, amount) VALUES (1, 2, 3, 2.50, 7)
UPDATE hd_line SET amount = 3
INSERT INTO hd_line VALUES (1, 1, 1, 1)
INSERT INTO hd_line VALUES (1, 3, 0, 1)
ALTER TABLE hd_line DROP COLUMN price
ALTER TABLE hd_line ALTER COLUMN price TYPE numeric(9,2)
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity FROM pg_attribute a WHERE a.attrelid = 'hd_line'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
ALTER TABLE hd_line ADD CONSTRAINT hd_line_order FOREIGN KEY (order_id) REFERENCES hd_shop.hd_order (total)
ALTER TABLE hd_line ADD CONSTRAINT hd_line_x FOREIGN KEY (nosuch) REFERENCES hd_shop.hd_order (id)
ALTER TABLE hd_line ADD PRIMARY KEY (pos)
ALTER TABLE hd_line ADD UNIQUE (qty, price)
ALTER TABLE hd_line DROP CONSTRAINT hd_line_pkey
ALTER TABLE hd_line ADD CONSTRAINT hd_line_pk PRIMARY KEY (order_id, pos)
CREATE TABLE hd_copy (LIKE hd_line INCLUDING ALL)
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'hd_copy'::regclass ORDER BY 1
CREATE TABLE hd_snapshot AS SELECT * FROM hd_line
CREATE TABLE IF NOT EXISTS hd_snapshot AS SELECT * FROM hd_line
CREATE TABLE hd_snapshot AS SELECT 1
CREATE TABLE hd_empty_copy AS TABLE hd_line WITH NO DATA
SELECT * INTO hd_into FROM hd_line
CREATE TABLE hd_dup (a int, b int, a text)
CREATE TABLE hd_badtype (a strng)
CREATE TABLE hd_badref (a int REFERENCES hd_nowhere (id))
CREATE TABLE hd_badfk (a text REFERENCES hd_customer (id))
CREATE TABLE hd_two (a int PRIMARY KEY, b int PRIMARY KEY)
CREATE TABLE hd_baddef (a int DEFAULT 'abc')
CREATE TABLE hd_badcheck (a int CHECK (b > 0))
CREATE TABLE hd_badsub (a int CHECK (a IN (SELECT 1)))
CREATE TABLE hd_badgen (a int, b int GENERATED ALWAYS AS (a + random()) STORED)
CREATE TABLE hd_line (a int)
CREATE TABLE IF NOT EXISTS hd_line (a int)
CREATE TABLE nosuchschema.t (a int)
CREATE TYPE hd_address AS (street text, city varchar(40), zip char(5))
CREATE TABLE hd_person (id int PRIMARY KEY, home hd_address, work hd_address)
INSERT INTO hd_person VALUES (1, ROW('Main 1', 'Bern', '30000'), NULL), (2, '("Side 2",Basel,40000)', ('x', 'y', 'z'))
SELECT id, (home).city, (home).zip, work FROM hd_person ORDER BY id
ALTER TYPE hd_address ADD ATTRIBUTE country text
ALTER TYPE hd_address RENAME ATTRIBUTE zip TO postcode
SELECT home FROM hd_person WHERE id = 1
DROP TYPE hd_address
DROP DOMAIN hd_email
DROP TYPE hd_shop.hd_status
DROP TYPE IF EXISTS hd_nosuch
ALTER DOMAIN hd_email ADD CONSTRAINT hd_short CHECK (length(VALUE) < 12)
ALTER DOMAIN hd_email ADD CONSTRAINT hd_long CHECK (length(VALUE) < 200)
ALTER DOMAIN hd_email DROP CONSTRAINT hd_long
ALTER DOMAIN hd_email DROP CONSTRAINT hd_long
ALTER DOMAIN hd_money SET DEFAULT 1
ALTER TABLE hd_customer ALTER COLUMN id SET GENERATED BY DEFAULT
INSERT INTO hd_customer (id, email, full_name) VALUES (10, 'dora@example.org', 'Dora') RETURNING id, credit
ALTER TABLE hd_customer ALTER COLUMN id RESTART WITH 50
INSERT INTO hd_customer (email, full_name) VALUES ('finn@example.org', 'Finn') RETURNING id
ALTER TABLE hd_customer ALTER COLUMN id DROP IDENTITY
ALTER TABLE hd_customer ALTER COLUMN id DROP IDENTITY IF EXISTS
ALTER TABLE hd_customer ALTER COLUMN id DROP IDENTITY
ALTER TABLE hd_nosuch ADD COLUMN a int
ALTER TABLE IF EXISTS hd_nosuch ADD COLUMN a int
ALTER TABLE hd_copy RENAME TO hd_line
ALTER TABLE hd_copy RENAME TO hd_copied
DROP TABLE IF EXISTS hd_nosuch, hd_into, hd_snapshot
DROP TABLE hd_into, hd_nosuch2
DROP VIEW hd_orders_view, hd_nosuchview
DROP SCHEMA hd_shop
DROP SCHEMA hd_shop RESTRICT
DROP SCHEMA hd_shop CASCADE
DROP SCHEMA IF EXISTS hd_shop CASCADE
SELECT * FROM hd_orders_view
DROP TABLE hd_customer CASCADE
DROP TABLE hd_customer
