-- Names of another schema than the search path has, in messages; and texts that are read as enums.
CREATE SCHEMA app
CREATE TYPE app.st AS ENUM ('a', 'b')
CREATE DOMAIN app.pos AS int CHECK (VALUE > 0)
CREATE DOMAIN app.nn AS text NOT NULL
CREATE TYPE app.pair AS (x int, y text)
CREATE TABLE app.t (id serial PRIMARY KEY, s app.st DEFAULT 'a', p app.pos, q app.pair, ss app.st[])
CREATE SEQUENCE app.sq
CREATE TABLE uses (id int DEFAULT nextval('app.sq'), s app.st, p app.pos, q app.pair)
INSERT INTO app.t (s) VALUES ('x')
SELECT 'x'::app.st
SELECT 'x'::text::app.st
INSERT INTO app.t (ss) VALUES ('{a,z}')
SELECT (-1)::app.pos
INSERT INTO app.t (p) VALUES (-1)
SELECT NULL::app.nn
SELECT 'x'::app.pos
SELECT '(1'::app.pair
SELECT 1::app.st
SELECT 'a'::app.st + 1
SELECT 'a'::app.st = 1
SELECT lower('a'::app.st)
SELECT 'a'::app.st::int
SELECT ARRAY['a'::app.st]::int[]
SELECT (ROW(1, 'a')::app.pair).z
SELECT ROW(1)::app.pair
INSERT INTO app.t (s) VALUES (1)
UPDATE app.t SET s = 1
UPDATE app.t SET q = 1
SELECT CASE WHEN true THEN 'a'::app.st ELSE 1 END
SELECT 'a'::app.st UNION SELECT 1
SELECT coalesce('a'::app.st, 1)
SELECT pg_typeof('a'::app.st), pg_typeof(1::app.pos), pg_typeof(ROW(1,'a')::app.pair), pg_typeof(ARRAY['a'::app.st])
CREATE TYPE app.st AS ENUM ('a')
CREATE DOMAIN app.pos AS int
CREATE TYPE app.pair AS (x int)
CREATE TABLE app.t (id int)
CREATE SEQUENCE app.sq
CREATE VIEW app.t AS SELECT 1
CREATE INDEX ON app.nosuch (id)
DROP TYPE app.st
DROP DOMAIN app.pos
DROP TYPE app.pair
DROP SEQUENCE app.sq
DROP SEQUENCE app.t_id_seq
DROP TYPE app.nosuch
DROP DOMAIN app.nosuch
DROP SEQUENCE app.nosuch
DROP TABLE app.nosuch
DROP VIEW app.nosuch
DROP INDEX app.nosuch
DROP SCHEMA nosuch
DROP TYPE nosuch.x
DROP TABLE nosuch.x
DROP TABLE IF EXISTS app.nosuch, nosuch.x
DROP TYPE IF EXISTS app.nosuch
DROP TYPE IF EXISTS nosuch.x
DROP SEQUENCE IF EXISTS app.nosuch
DROP VIEW IF EXISTS app.nosuch
DROP FUNCTION IF EXISTS app.nosuch(int)
DROP FUNCTION app.nosuch(int)
ALTER TYPE app.nosuch ADD VALUE 'x'
ALTER TYPE app.st ADD VALUE 'a'
ALTER DOMAIN app.pos DROP CONSTRAINT nosuch
ALTER DOMAIN app.nosuch DROP NOT NULL
ALTER DOMAIN app.pos ADD CHECK (VALUE < 10)
ALTER SEQUENCE app.nosuch RESTART
ALTER TABLE app.nosuch ADD a int
ALTER TABLE app.t ADD id int
ALTER TABLE app.t DROP nosuch
ALTER TABLE app.t ALTER COLUMN s TYPE int
ALTER TABLE app.t ALTER COLUMN s SET DEFAULT 'zz'
ALTER TABLE app.t ALTER COLUMN s SET DEFAULT 1
ALTER TABLE app.t ALTER COLUMN p SET DEFAULT 'zz'
CREATE VIEW app.v AS SELECT id, s FROM app.t
CREATE VIEW v2 AS SELECT id, s FROM app.v
DROP VIEW app.v
ALTER TABLE app.t DROP COLUMN s
ALTER TABLE app.t ALTER COLUMN s TYPE text
CREATE TABLE fk (id int REFERENCES app.t)
INSERT INTO fk VALUES (1)
ALTER TABLE app.t DROP CONSTRAINT t_pkey
TRUNCATE app.t
INSERT INTO app.v VALUES (1, 'zz')
COMMENT ON TABLE app.nosuch IS 'x'
COMMENT ON TYPE app.nosuch IS 'x'
SELECT nextval('app.nosuch')
SELECT currval('app.sq')
SELECT setval('app.sq', 0)
DROP SEQUENCE app.sq CASCADE
CREATE TYPE st AS ENUM ('a', 'b')
CREATE TABLE named_tt (s st, t text)
INSERT INTO named_tt VALUES ('a', 'x')
SELECT 'x'::text::st
SELECT t::st FROM named_tt
SELECT CAST(t || 'y' AS st) FROM named_tt
UPDATE named_tt SET s = t::st
INSERT INTO named_tt SELECT t::st FROM named_tt
ALTER TABLE named_tt ALTER COLUMN s SET DEFAULT 'zz'
CREATE TABLE named_t3 (s st DEFAULT 'zz')
ALTER TABLE named_tt ALTER COLUMN t TYPE st USING t::st
SELECT lower('X')::st
SELECT array_agg(t)::st[] FROM named_tt
SELECT s = (t::st) FROM named_tt
CREATE TABLE named_ins (id int, s st); INSERT INTO named_ins (id, s) SELECT 1, 'q'
SELECT nullif('x', 'y')::st
SELECT s::text::st FROM named_tt
SELECT enum_range(NULL::st)::text[]
CREATE TYPE enum_of AS ENUM ('x')
SELECT t::enum_of, t::st FROM named_tt
SELECT s::text::enum_of FROM named_tt
