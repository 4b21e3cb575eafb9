-- A schema that is made with its objects.
CREATE SCHEMA hollywood CREATE TABLE films (title text, release date, awards text[]) CREATE VIEW winners AS SELECT title, release FROM films WHERE awards IS NOT NULL
INSERT INTO hollywood.films VALUES ('a', '2020-01-02', '{x}'), ('b', '2021-01-02', NULL)
SELECT * FROM hollywood.winners
SELECT pg_get_viewdef('hollywood.winners'::regclass)
SHOW search_path
SELECT current_schemas(false)
-- out of order: sequences, tables, views, indexes
CREATE SCHEMA el AUTHORIZATION CURRENT_USER CREATE UNIQUE INDEX t_b ON t (b) CREATE VIEW v AS SELECT t.a, u.c FROM t JOIN u ON t.a = u.c CREATE TABLE t (a int PRIMARY KEY DEFAULT nextval('sq'), b text NOT NULL CHECK (b <> '')) CREATE TABLE el.u (c int REFERENCES t, d serial) CREATE SEQUENCE sq START 10 CREATE INDEX ON u (c)
INSERT INTO el.t (b) VALUES ('x'), ('y')
INSERT INTO el.u (c) VALUES (10), (11), (11)
INSERT INTO el.u (c) VALUES (99)
INSERT INTO el.t (b) VALUES ('x')
SELECT * FROM el.v ORDER BY 1, 2
SELECT c.relname, c.relkind, n.nspname, pg_get_userbyid(c.relowner) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('el', 'hollywood') ORDER BY 3, 2, 1
SELECT schemaname, tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'el' ORDER BY 3
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'el'::regnamespace ORDER BY 1
SELECT column_name, column_default, data_type FROM information_schema.columns WHERE table_schema = 'el' ORDER BY table_name, ordinal_position
SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_schema IN ('el', 'hollywood') ORDER BY 1, 2
-- all or nothing
CREATE SCHEMA gone CREATE TABLE t (a int) CREATE VIEW v AS SELECT nosuch FROM t
SELECT count(*) FROM pg_namespace WHERE nspname = 'gone'
CREATE SCHEMA gone CREATE TABLE t (a int) CREATE TABLE t (a int)
SELECT count(*) FROM pg_namespace WHERE nspname = 'gone'
CREATE SCHEMA gone CREATE TABLE a (b int REFERENCES c) CREATE TABLE c (d int PRIMARY KEY)
SELECT count(*) FROM pg_namespace WHERE nspname = 'gone'
CREATE SCHEMA el CREATE TABLE other (a int)
SELECT to_regclass('el.other')
CREATE SCHEMA gone CREATE TABLE el.t2 (a int)
CREATE SCHEMA gone CREATE INDEX ON el.t (b)
CREATE SCHEMA gone CREATE TEMP TABLE t2 (a int)
CREATE SCHEMA IF NOT EXISTS gone CREATE TABLE t (a int)
CREATE SCHEMA pg_gone CREATE TABLE t (a int)
CREATE SCHEMA gone CREATE TABLE t (a int) CREATE TRIGGER tr BEFORE INSERT ON t EXECUTE FUNCTION f()
CREATE SCHEMA gone CREATE TABLE t (a int DEFAULT 'x')
SELECT count(*) FROM pg_namespace WHERE nspname = 'gone'
CREATE SCHEMA granted CREATE TABLE t (a int) GRANT SELECT ON t TO PUBLIC
-- within a transaction
BEGIN
CREATE SCHEMA within CREATE TABLE t (a int DEFAULT 1) CREATE VIEW v AS SELECT a FROM t
INSERT INTO within.t DEFAULT VALUES
SELECT * FROM within.v
SHOW search_path
CREATE TABLE notwithin (b int)
SELECT to_regclass('public.notwithin'), to_regclass('within.notwithin')
ROLLBACK
SELECT count(*) FROM pg_namespace WHERE nspname = 'within'
BEGIN
CREATE SCHEMA within CREATE TABLE t (a int DEFAULT 2) CREATE VIEW v AS SELECT nosuch FROM t
SELECT 1
ROLLBACK
SELECT count(*) FROM pg_namespace WHERE nspname = 'within'
BEGIN
CREATE SCHEMA within CREATE TABLE t (a int DEFAULT 3) CREATE VIEW v AS SELECT a + 1 AS b FROM t
COMMIT
INSERT INTO within.t DEFAULT VALUES
SELECT * FROM within.v
CREATE SCHEMA one CREATE TABLE t (a int); CREATE SCHEMA two CREATE TABLE t (a int) CREATE VIEW v AS SELECT * FROM t, one.t x (b); SELECT * FROM two.v
SELECT pg_get_viewdef('two.v'::regclass)
-- names of the path and of the new schema
CREATE TABLE shared (a text)
INSERT INTO shared VALUES ('public')
CREATE SCHEMA three CREATE VIEW before AS SELECT a FROM shared
SELECT * FROM three.before
CREATE SCHEMA four CREATE VIEW v AS SELECT * FROM shared CREATE TABLE shared (b text DEFAULT 'four')
INSERT INTO four.shared DEFAULT VALUES
SELECT * FROM four.v
SET search_path = four, public
CREATE SCHEMA five CREATE VIEW v AS SELECT * FROM shared CREATE TABLE made (c int)
SELECT * FROM five.v
SHOW search_path
SELECT to_regclass('five.made'), to_regclass('made')
RESET search_path
CREATE SCHEMA "Six" CREATE TABLE "T" ("A" int) CREATE VIEW "V" AS SELECT "A" FROM "T"
SELECT * FROM "Six"."V"
CREATE SCHEMA seven CREATE VIEW v AS SELECT 1 AS create
DROP SCHEMA hollywood CASCADE
DROP SCHEMA el CASCADE
DROP SCHEMA two, one CASCADE
DROP SCHEMA three CASCADE
DROP SCHEMA four, five, within CASCADE
