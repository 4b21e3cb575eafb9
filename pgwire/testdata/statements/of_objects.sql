-- Part VI: views, sequences, types, domains, indexes.
CREATE SEQUENCE of_serial START 101
SELECT nextval('of_serial')
SELECT nextval('of_serial'), currval('of_serial'), lastval()
SELECT setval('of_serial', 200)
SELECT nextval('of_serial')
SELECT setval('of_serial', 300, false)
SELECT nextval('of_serial')
SELECT last_value, is_called FROM of_serial
SELECT currval('of_nosuch')
CREATE SEQUENCE of_serial
CREATE SEQUENCE IF NOT EXISTS of_serial
CREATE SEQUENCE of_down INCREMENT BY -1 MINVALUE -10 MAXVALUE -1 START -1 CYCLE
SELECT nextval('of_down'), nextval('of_down')
CREATE SEQUENCE of_small AS smallint MAXVALUE 2
SELECT nextval('of_small') FROM generate_series(1, 2)
SELECT nextval('of_small')
SELECT setval('of_small', 5)
CREATE SEQUENCE of_never; SELECT currval('of_never')
ALTER SEQUENCE of_serial RESTART WITH 105
SELECT nextval('of_serial')
ALTER SEQUENCE of_serial INCREMENT BY 5
ALTER SEQUENCE of_serial RENAME TO of_serial2
ALTER SEQUENCE of_serial2 OWNED BY NONE
SELECT pg_get_serial_sequence('of_ser', 'id')
SELECT sequencename, start_value, increment_by, last_value FROM pg_sequences WHERE sequencename LIKE 'of\_s%' ORDER BY 1
DROP SEQUENCE of_serial2
DROP SEQUENCE IF EXISTS of_serial2
DROP SEQUENCE of_serial2
DROP SEQUENCE of_ser_id_seq
CREATE TABLE of_base (id int PRIMARY KEY, name text, qty int); INSERT INTO of_base VALUES (1, 'one', 10), (2, 'two', 20)
CREATE VIEW of_view AS SELECT id, name FROM of_base WHERE qty > 5
CREATE VIEW of_view AS SELECT 1
CREATE OR REPLACE VIEW of_view AS SELECT id, name, qty FROM of_base
CREATE OR REPLACE VIEW of_view AS SELECT id FROM of_base
CREATE OR REPLACE VIEW of_view AS SELECT id AS i, name, qty FROM of_base
INSERT INTO of_view VALUES (3, 'three', 30)
UPDATE of_view SET qty = 11 WHERE id = 1
DELETE FROM of_view WHERE id = 3
SELECT * FROM of_view ORDER BY id
CREATE VIEW of_view2 (a, b) AS SELECT id, qty FROM of_view
CREATE VIEW of_checkv AS SELECT * FROM of_base WHERE qty > 5 WITH CHECK OPTION
CREATE RECURSIVE VIEW of_nums (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM of_nums WHERE n < 5
SELECT sum(n) FROM of_nums
ALTER VIEW of_view2 RENAME TO of_view3
ALTER VIEW of_view3 RENAME COLUMN a TO aa
ALTER VIEW of_view3 ALTER COLUMN aa SET DEFAULT 1
SELECT pg_get_viewdef('of_view'::regclass)
DROP VIEW of_view
DROP TABLE of_base
DROP VIEW of_base
DROP TABLE of_view
DROP VIEW of_view CASCADE
DROP VIEW IF EXISTS of_view
CREATE MATERIALIZED VIEW of_mv AS SELECT name, qty FROM of_base
SELECT * FROM of_mv ORDER BY qty
INSERT INTO of_base VALUES (4, 'four', 40)
SELECT count(*) FROM of_mv
REFRESH MATERIALIZED VIEW of_mv
SELECT count(*) FROM of_mv
CREATE UNIQUE INDEX ON of_mv (name)
REFRESH MATERIALIZED VIEW CONCURRENTLY of_mv
REFRESH MATERIALIZED VIEW of_mv WITH NO DATA
SELECT * FROM of_mv
INSERT INTO of_mv VALUES ('x', 1)
ALTER MATERIALIZED VIEW of_mv RENAME TO of_mv2
CREATE MATERIALIZED VIEW IF NOT EXISTS of_mv2 AS SELECT 1
SELECT matviewname, ispopulated FROM pg_matviews ORDER BY 1
DROP VIEW of_mv2
DROP MATERIALIZED VIEW of_mv2
CREATE TYPE of_mood AS ENUM ('sad', 'ok', 'happy')
CREATE TABLE of_person (name text, current_mood of_mood)
INSERT INTO of_person VALUES ('Moe', 'happy'), ('Larry', 'sad')
INSERT INTO of_person VALUES ('Curly', 'nosuch')
SELECT * FROM of_person WHERE current_mood > 'sad' ORDER BY current_mood
SELECT enum_range(NULL::of_mood), enum_first('ok'::of_mood), enum_last(NULL::of_mood)
ALTER TYPE of_mood ADD VALUE 'ecstatic' AFTER 'happy'
ALTER TYPE of_mood ADD VALUE 'meh' BEFORE 'ok'
ALTER TYPE of_mood ADD VALUE IF NOT EXISTS 'meh'
ALTER TYPE of_mood ADD VALUE 'meh'
SELECT enum_range(NULL::of_mood)
ALTER TYPE of_mood RENAME VALUE 'meh' TO 'bored'
ALTER TYPE of_mood RENAME TO of_mood2
SELECT name, current_mood, pg_typeof(current_mood) FROM of_person ORDER BY current_mood DESC
DROP TYPE of_mood2
DROP TYPE of_mood2 CASCADE
SELECT * FROM of_person
CREATE TYPE of_comp AS (f1 int, f2 text)
SELECT (ROW(1, 'a')::of_comp).f2, ROW(1, 'a')::of_comp
CREATE TABLE of_inv (item of_comp, count int); INSERT INTO of_inv VALUES (ROW(1, 'x'), 5); SELECT (item).f1, item FROM of_inv
ALTER TYPE of_comp ADD ATTRIBUTE f3 int
CREATE TYPE of_rng AS RANGE (subtype = float8)
DROP TYPE IF EXISTS of_nosuch
CREATE DOMAIN of_posint AS integer CHECK (VALUE > 0)
CREATE TABLE of_dom (a of_posint)
INSERT INTO of_dom VALUES (1)
INSERT INTO of_dom VALUES (-1)
SELECT (-5)::of_posint
CREATE DOMAIN of_zip AS text NOT NULL DEFAULT 'n/a' CONSTRAINT zip_check CHECK (VALUE ~ '^\d{5}$')
SELECT 'abc'::of_zip
ALTER DOMAIN of_posint DROP CONSTRAINT of_posint_check
DROP DOMAIN of_posint
DROP DOMAIN of_posint CASCADE
CREATE INDEX of_idx ON of_base (name)
CREATE INDEX of_idx ON of_base (qty)
CREATE INDEX IF NOT EXISTS of_idx ON of_base (qty)
CREATE INDEX ON of_base (qty)
CREATE UNIQUE INDEX of_uidx ON of_base (name)
INSERT INTO of_base VALUES (9, 'one', 1)
CREATE INDEX of_lower ON of_base (lower(name))
CREATE INDEX of_partial ON of_base (qty) WHERE qty > 10
CREATE INDEX of_desc ON of_base USING btree (qty DESC NULLS LAST, name)
CREATE INDEX of_incl ON of_base (id) INCLUDE (name)
CREATE INDEX of_gin ON of_base USING gin (to_tsvector('english', name))
CREATE INDEX CONCURRENTLY of_conc ON of_base (id)
CREATE INDEX of_bad ON of_base (nosuch)
CREATE INDEX of_bad ON of_nosuch (a)
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'of_base' ORDER BY 1
ALTER INDEX of_idx RENAME TO of_idx2
REINDEX TABLE of_base
REINDEX INDEX of_idx2
DROP INDEX of_idx2
DROP INDEX of_idx2
DROP INDEX IF EXISTS of_idx2
DROP INDEX of_base_pkey
CREATE FUNCTION of_add(a int, b int) RETURNS int LANGUAGE SQL AS $$ SELECT a + b $$
SELECT of_add(1, 2)
CREATE FUNCTION of_trg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
CREATE TRIGGER t BEFORE INSERT ON of_base FOR EACH ROW EXECUTE FUNCTION of_trg()
CREATE RULE r AS ON INSERT TO of_base DO NOTHING
CREATE EXTENSION IF NOT EXISTS pgcrypto
CREATE ROLE of_r
CREATE DATABASE of_d
CREATE TABLE "of_Case" (a int, "A" int)
CREATE TABLE "of_Case2" (a int, "B c" int); INSERT INTO "of_Case2" VALUES (1, 2); SELECT "B c" FROM "of_Case2"
SELECT * FROM of_Case2
SELECT * FROM "OF_CASE2"
CREATE TABLE OF_UPPER (Id int); SELECT relname FROM pg_class WHERE relname = 'of_upper'
COMMENT ON TABLE of_base IS 'the base'
COMMENT ON COLUMN of_base.name IS 'its name'
COMMENT ON TABLE of_nosuch IS 'x'
COMMENT ON COLUMN of_base.nosuch IS 'x'
SELECT obj_description('of_base'::regclass), col_description('of_base'::regclass, 2)
COMMENT ON TABLE of_base IS NULL
SELECT obj_description('of_base'::regclass) IS NULL
COMMENT ON SCHEMA public IS 'standard public schema'
COMMENT ON INDEX of_uidx IS 'an index'
COMMENT ON DATABASE demo IS 'x'
