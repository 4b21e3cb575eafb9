-- Sequences, views, materialized views, schemas, types, comments, temporary tables.
CREATE SEQUENCE q START 10 INCREMENT 5
SELECT currval('q')
SELECT nextval('q')
SELECT nextval('q'), currval('q')
SELECT lastval()
SELECT setval('q', 100)
SELECT nextval('q')
SELECT setval('q', 200, false)
SELECT nextval('q')
SELECT last_value, is_called FROM q
ALTER SEQUENCE q RESTART
SELECT nextval('q')
ALTER SEQUENCE q RESTART WITH 7
SELECT nextval('q')
ALTER SEQUENCE q INCREMENT BY 2
SELECT nextval('q')
SELECT nextval('nosuch')
CREATE SEQUENCE q
CREATE SEQUENCE IF NOT EXISTS q
CREATE SEQUENCE qm MINVALUE 1 MAXVALUE 2
SELECT nextval('qm'), nextval('qm')
SELECT nextval('qm')
CREATE SEQUENCE qc MAXVALUE 2 CYCLE
SELECT nextval('qc')
SELECT nextval('qc')
SELECT nextval('qc')
DROP SEQUENCE qm, qc
CREATE TABLE ser (id serial, big bigserial, v text)
INSERT INTO ser (v) VALUES ('a') RETURNING *
SELECT pg_get_serial_sequence('ser', 'id')
SELECT setval(pg_get_serial_sequence('ser', 'id'), 50)
INSERT INTO ser (v) VALUES ('b') RETURNING id, big
SELECT setval('ser_id_seq', (SELECT max(id) FROM ser))
SELECT currval('ser_id_seq'), lastval() IS NOT NULL
DROP SEQUENCE ser_id_seq
ALTER SEQUENCE ser_id_seq OWNED BY ser.id
CREATE VIEW vw AS SELECT id, v FROM ser
CREATE VIEW vw AS SELECT 1
CREATE OR REPLACE VIEW vw AS SELECT id, v, 1 AS one FROM ser
CREATE OR REPLACE VIEW vw AS SELECT id FROM ser
SELECT * FROM vw ORDER BY id
ALTER VIEW vw RENAME TO vw2
CREATE TEMP VIEW tv AS SELECT 1 AS a
SELECT * FROM tv
DROP VIEW vw
DROP VIEW IF EXISTS vw
DROP TABLE vw2
DROP VIEW ser
DROP TABLE ser
DROP TABLE ser CASCADE
SELECT * FROM vw2
CREATE MATERIALIZED VIEW mv AS SELECT g AS n, g * 2 AS d FROM generate_series(1, 3) g
SELECT * FROM mv ORDER BY n
REFRESH MATERIALIZED VIEW mv
CREATE UNIQUE INDEX mv_n ON mv (n)
REFRESH MATERIALIZED VIEW CONCURRENTLY mv
INSERT INTO mv VALUES (1, 1)
SELECT matviewname, ispopulated FROM pg_matviews ORDER BY 1
CREATE MATERIALIZED VIEW IF NOT EXISTS mv AS SELECT 1
CREATE MATERIALIZED VIEW mv0 AS SELECT 1 AS x WITH NO DATA
SELECT * FROM mv0
REFRESH MATERIALIZED VIEW mv0
SELECT * FROM mv0
DROP VIEW mv
DROP MATERIALIZED VIEW mv, mv0
CREATE SCHEMA shop
CREATE SCHEMA shop
CREATE SCHEMA IF NOT EXISTS shop
CREATE TABLE shop.t (id int)
INSERT INTO shop.t VALUES (1)
SELECT shop.t.id FROM shop.t
CREATE TABLE nosuch.t (id int)
SET search_path TO shop, public
SELECT * FROM t
SELECT current_schemas(false)
RESET search_path
SELECT * FROM t
DROP SCHEMA shop
DROP SCHEMA shop CASCADE
DROP SCHEMA IF EXISTS shop
DROP SCHEMA shop
CREATE TYPE color AS ENUM ('red', 'green', 'blue')
CREATE TYPE color AS ENUM ('x')
CREATE TABLE paint (id int, c color DEFAULT 'red', list color[])
INSERT INTO paint (id) VALUES (1) RETURNING c
INSERT INTO paint VALUES (2, 'blue', '{red,blue}') RETURNING c, list
INSERT INTO paint VALUES (3, 'pink')
SELECT id, c FROM paint WHERE c > 'red' ORDER BY c DESC
SELECT c::text, count(*) FROM paint GROUP BY c ORDER BY c
SELECT enum_range(NULL::color)
ALTER TYPE color ADD VALUE 'black'
INSERT INTO paint VALUES (4, 'black') RETURNING c
ALTER TYPE color RENAME VALUE 'red' TO 'crimson'
SELECT c FROM paint WHERE id = 1
DROP TYPE color
DROP TABLE paint
DROP TYPE color
DROP TYPE IF EXISTS color
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%')
CREATE TABLE person (id int, mail email NOT NULL)
INSERT INTO person VALUES (1, 'a@b') RETURNING mail
INSERT INTO person VALUES (2, 'nope')
SELECT 'x@y'::email, 'nope'::email
DROP DOMAIN email CASCADE
CREATE TABLE note (id int PRIMARY KEY, t text)
COMMENT ON TABLE note IS 'what people wrote'
COMMENT ON COLUMN note.t IS 'the text'
SELECT obj_description('note'::regclass), col_description('note'::regclass, 2)
COMMENT ON TABLE note IS NULL
SELECT obj_description('note'::regclass)
CREATE TEMP TABLE tt (a int) ON COMMIT DELETE ROWS
BEGIN
INSERT INTO tt VALUES (1)
SELECT count(*) FROM tt
COMMIT
SELECT count(*) FROM tt
CREATE TEMP TABLE td ON COMMIT DROP AS SELECT 1 AS a
CREATE TEMP TABLE note (id int)
SELECT count(*) FROM note
DROP TABLE note
CREATE TABLE "Mixed" ("Id" int PRIMARY KEY, "userName" text, username text)
INSERT INTO "Mixed" VALUES (1, 'a', 'b') RETURNING "userName", username
SELECT "Id" FROM "Mixed"
SELECT id FROM mixed
CREATE TABLE cp (LIKE note)
CREATE TABLE cp2 (LIKE note INCLUDING ALL)
INSERT INTO cp2 VALUES (1, 'a'), (1, 'b')
CREATE TABLE cta (x, y) AS SELECT 1, 'a'::text
SELECT * FROM cta
CREATE TABLE cta AS SELECT 1
CREATE TABLE IF NOT EXISTS cta AS SELECT 2 AS q
CREATE TABLE ctn AS SELECT 1 AS a WITH NO DATA
SELECT count(*) FROM ctn
SELECT 5 AS five INTO into1
SELECT * FROM into1
DROP TABLE nosuch
DROP TABLE IF EXISTS nosuch, cta
DROP INDEX nosuch
DROP INDEX IF EXISTS nosuch
CREATE INDEX note_t ON note (t)
ALTER INDEX note_t RENAME TO note_tt
DROP INDEX note_tt
CREATE INDEX nn ON note (nosuch)
CREATE INDEX nn ON nosuch (a)
