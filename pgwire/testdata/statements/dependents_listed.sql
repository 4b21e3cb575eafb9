-- What depends on what is dropped is listed as PostgreSQL lists it.
CREATE SCHEMA dl_shop
CREATE TABLE dl_shop.dl_products (id int PRIMARY KEY, name text)
CREATE TABLE dl_shop.dl_orders (id serial PRIMARY KEY, product int REFERENCES dl_shop.dl_products)
CREATE TABLE dl_stock (id int, product int REFERENCES dl_shop.dl_products (id))
DROP SCHEMA dl_shop
CREATE VIEW dl_shop.dl_v AS SELECT id FROM dl_shop.dl_products
DROP SCHEMA dl_shop
CREATE VIEW dl_outer AS SELECT * FROM dl_shop.dl_v
CREATE TYPE dl_shop.dl_mood AS ENUM ('a', 'b')
CREATE TYPE dl_shop.dl_comp AS (a int, b dl_shop.dl_mood)
CREATE DOMAIN dl_shop.dl_dom AS int CHECK (VALUE > 0)
CREATE SEQUENCE dl_shop.dl_seq
CREATE FUNCTION dl_shop.dl_f(a int, b text) RETURNS int LANGUAGE sql AS 'SELECT 1'
DROP SCHEMA dl_shop
CREATE TABLE dl_uses (id int, m dl_shop.dl_mood, d dl_shop.dl_dom, c dl_shop.dl_comp, s int DEFAULT nextval('dl_shop.dl_seq'))
DROP SCHEMA dl_shop
DROP TYPE dl_shop.dl_mood
DROP TYPE dl_shop.dl_comp
DROP DOMAIN dl_shop.dl_dom
DROP SEQUENCE dl_shop.dl_seq
DROP TABLE dl_shop.dl_products
DROP TABLE dl_shop.dl_orders
DROP VIEW dl_shop.dl_v
DROP FUNCTION dl_shop.dl_f(int, text)
CREATE INDEX dl_i ON dl_shop.dl_products (name)
CREATE MATERIALIZED VIEW dl_mv AS SELECT count(*) FROM dl_shop.dl_v
DROP VIEW dl_shop.dl_v
DROP SCHEMA dl_shop
BEGIN
DROP SCHEMA dl_shop CASCADE
ROLLBACK
BEGIN
DROP TABLE dl_shop.dl_products CASCADE
ROLLBACK
BEGIN
DROP TYPE dl_shop.dl_mood CASCADE
ROLLBACK
BEGIN
DROP VIEW dl_shop.dl_v CASCADE
ROLLBACK
BEGIN
DROP SEQUENCE dl_shop.dl_seq CASCADE
ROLLBACK
BEGIN
DROP DOMAIN dl_shop.dl_dom CASCADE
ROLLBACK
BEGIN
DROP FUNCTION dl_shop.dl_f(int, text) CASCADE
ROLLBACK
SET search_path = dl_shop, public
DROP TABLE dl_products
DROP SCHEMA dl_shop
RESET search_path
CREATE TABLE dl_a (id int PRIMARY KEY)
CREATE TABLE dl_b (id int PRIMARY KEY REFERENCES dl_a)
CREATE TABLE dl_c (id int CONSTRAINT dl_named REFERENCES dl_b, a int REFERENCES dl_a)
CREATE VIEW dl_va AS SELECT * FROM dl_a
CREATE VIEW dl_vb AS SELECT dl_va.id FROM dl_va JOIN dl_b USING (id)
CREATE VIEW dl_vc AS SELECT * FROM dl_vb
DROP TABLE dl_a
DROP TABLE dl_b
DROP TABLE dl_a, dl_b
DROP TABLE dl_a, dl_b, dl_c
DROP VIEW dl_va
DROP VIEW dl_vb
DROP VIEW dl_va, dl_vb
ALTER TABLE dl_a DROP COLUMN id
ALTER TABLE dl_a DROP CONSTRAINT dl_a_pkey
ALTER TABLE dl_b DROP COLUMN id
ALTER TABLE dl_b DROP CONSTRAINT dl_b_pkey
BEGIN
ALTER TABLE dl_a DROP COLUMN id CASCADE
ROLLBACK
BEGIN
ALTER TABLE dl_a DROP CONSTRAINT dl_a_pkey CASCADE
ROLLBACK
BEGIN
DROP TABLE dl_a CASCADE
ROLLBACK
BEGIN
DROP TABLE dl_a, dl_b CASCADE
ROLLBACK
CREATE FUNCTION dl_takes(dl_a) RETURNS int LANGUAGE sql AS 'SELECT 1'
DROP TABLE dl_a
CREATE FUNCTION dl_gives() RETURNS SETOF dl_b LANGUAGE sql AS 'SELECT * FROM dl_b'
DROP TABLE dl_b
CREATE TABLE dl_rows (r dl_a)
DROP TABLE dl_a
CREATE TYPE dl_e AS ENUM ('x', 'y')
CREATE TABLE dl_es (id int, e dl_e DEFAULT 'x', es dl_e[], CHECK (e <> 'y'))
CREATE FUNCTION dl_ef(dl_e) RETURNS dl_e LANGUAGE sql AS 'SELECT $1'
CREATE VIEW dl_ev AS SELECT e FROM dl_es
CREATE DOMAIN dl_ed AS dl_e
CREATE TYPE dl_ec AS (e dl_e)
CREATE INDEX dl_ei ON dl_es (e)
DROP TYPE dl_e
DROP TABLE dl_es
BEGIN
DROP TYPE dl_e CASCADE
ROLLBACK
CREATE SEQUENCE dl_s
CREATE TABLE dl_us (id int DEFAULT nextval('dl_s'), b int DEFAULT nextval('dl_s') + 1)
DROP SEQUENCE dl_s
CREATE SEQUENCE dl_s2 OWNED BY dl_us.id
DROP SEQUENCE dl_s, dl_s2
CREATE TABLE dl_ser (id serial, x int GENERATED ALWAYS AS IDENTITY)
DROP SEQUENCE dl_ser_id_seq
DROP SEQUENCE dl_ser_x_seq
CREATE FUNCTION dl_one() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1'
CREATE TABLE dl_ut (id int DEFAULT dl_one(), CHECK (id > dl_one()), g int GENERATED ALWAYS AS (dl_one()) STORED)
CREATE VIEW dl_uv AS SELECT dl_one() AS one
DROP FUNCTION dl_one()
BEGIN
DROP FUNCTION dl_one() CASCADE
ROLLBACK
CREATE SCHEMA dl_empty
DROP SCHEMA dl_empty
CREATE SCHEMA dl_s1
CREATE SCHEMA dl_s2
CREATE TABLE dl_s1.t1 (id int PRIMARY KEY)
CREATE TABLE dl_s2.t2 (id int REFERENCES dl_s1.t1)
DROP SCHEMA dl_s1
DROP SCHEMA dl_s1, dl_s2
DROP SCHEMA dl_s2, dl_s1
DROP SCHEMA dl_s2
DROP SCHEMA dl_s1, dl_s2 CASCADE
