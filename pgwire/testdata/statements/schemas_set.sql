-- ALTER … SET SCHEMA of tables, views, materialized views and sequences.
CREATE SCHEMA sset_a
CREATE SCHEMA "sset B"
CREATE TYPE sset_mood AS ENUM ('sad', 'ok')
CREATE TABLE sset_t (id serial PRIMARY KEY, name text NOT NULL DEFAULT 'x', n int CHECK (n > 0), m numeric(8,2), v varchar(5), twice int GENERATED ALWAYS AS (n * 2) STORED, at timestamptz DEFAULT '2024-01-01 00:00:00+00', mood sset_mood DEFAULT 'ok', plain numeric, ts timestamp(0), CONSTRAINT sset_named CHECK (name <> ''), UNIQUE (name))
COMMENT ON TABLE sset_t IS 'the table'
COMMENT ON COLUMN sset_t.name IS 'the name'
COMMENT ON CONSTRAINT sset_named ON sset_t IS 'named'
CREATE INDEX sset_n ON sset_t (n) WHERE n > 1
CREATE UNIQUE INDEX sset_l ON sset_t (lower(name))
COMMENT ON INDEX sset_n IS 'by n'
INSERT INTO sset_t (name, n, m, plain) VALUES ('a', 1, 1.50, 1.200), ('b', 2, 2.25, 7)
SELECT currval('sset_t_id_seq')
ALTER TABLE sset_t SET SCHEMA sset_a
SELECT * FROM sset_t
SELECT id, name, n, m, v, twice, mood, plain, ts FROM sset_a.sset_t ORDER BY id
SELECT currval('sset_a.sset_t_id_seq')
INSERT INTO sset_a.sset_t (name, n) VALUES ('c', 3) RETURNING id, twice, mood
INSERT INTO sset_a.sset_t (name, n) VALUES ('c', 3)
INSERT INTO sset_a.sset_t (name, n) VALUES ('C', 3)
INSERT INTO sset_a.sset_t (name, n) VALUES ('d', 0)
INSERT INTO sset_a.sset_t (name, n) VALUES ('', 1)
INSERT INTO sset_a.sset_t (name, n, v) VALUES ('e', 1, 'toolong')
SELECT pg_get_serial_sequence('sset_a.sset_t', 'id')
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'sset_t' ORDER BY ordinal_position
SELECT schemaname, tablename, indexname, indexdef FROM pg_indexes WHERE tablename = 'sset_t' ORDER BY 3
SELECT conname, contype, pg_get_constraintdef(oid), connamespace::regnamespace FROM pg_constraint WHERE conrelid = 'sset_a.sset_t'::regclass ORDER BY 1
SELECT obj_description('sset_a.sset_t'::regclass), col_description('sset_a.sset_t'::regclass, 2), obj_description('sset_a.sset_n'::regclass)
SELECT sequence_schema, sequence_name FROM information_schema.sequences WHERE sequence_name LIKE 'sset%'
ALTER TABLE sset_a.sset_t SET SCHEMA sset_a
ALTER TABLE sset_a.sset_t SET SCHEMA "sset B"
SELECT count(*) FROM "sset B".sset_t
INSERT INTO "sset B".sset_t (name) VALUES ('q') RETURNING id
ALTER TABLE "sset B".sset_t SET SCHEMA public
INSERT INTO sset_t (name) VALUES ('r') RETURNING id
ALTER TABLE sset_t SET SCHEMA nosuch
ALTER TABLE nosuch SET SCHEMA sset_a
ALTER TABLE nosuch SET SCHEMA nosuch
ALTER TABLE IF EXISTS nosuch SET SCHEMA sset_a
ALTER VIEW IF EXISTS nosuch SET SCHEMA sset_a
ALTER VIEW nosuch SET SCHEMA sset_a
ALTER SEQUENCE nosuch SET SCHEMA sset_a
ALTER VIEW sset_t SET SCHEMA sset_a
ALTER SEQUENCE sset_t SET SCHEMA sset_a
ALTER MATERIALIZED VIEW sset_t SET SCHEMA sset_a
ALTER TABLE sset_n SET SCHEMA sset_a
ALTER SEQUENCE sset_t_id_seq SET SCHEMA sset_a
CREATE TABLE sset_a.sset_t (x int)
ALTER TABLE sset_t SET SCHEMA sset_a
DROP TABLE sset_a.sset_t
CREATE TABLE sset_a.sset_l (x int)
ALTER TABLE sset_t SET SCHEMA sset_a
DROP TABLE sset_a.sset_l
CREATE TABLE sset_parent (id int PRIMARY KEY, up int REFERENCES sset_parent)
CREATE TABLE sset_child (id int GENERATED ALWAYS AS IDENTITY (START WITH 5 INCREMENT BY 5) PRIMARY KEY, parent int REFERENCES sset_parent ON DELETE CASCADE)
INSERT INTO sset_parent VALUES (1, NULL), (2, 1)
INSERT INTO sset_child (parent) VALUES (1), (2) RETURNING id
ALTER TABLE sset_child SET SCHEMA sset_a
INSERT INTO sset_a.sset_child (parent) VALUES (2) RETURNING id
INSERT INTO sset_a.sset_child (parent) VALUES (3)
ALTER TABLE sset_parent SET SCHEMA "sset B"
INSERT INTO sset_a.sset_child (parent) VALUES (3)
INSERT INTO "sset B".sset_parent VALUES (9, 8)
DELETE FROM "sset B".sset_parent WHERE id = 2
SELECT * FROM sset_a.sset_child ORDER BY 1
SELECT conname, conrelid::regclass, confrelid::regclass, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' AND conname LIKE 'sset%' ORDER BY 1
DROP TABLE "sset B".sset_parent
ALTER TABLE sset_a.sset_child SET SCHEMA public
SELECT is_identity, identity_generation, identity_start FROM information_schema.columns WHERE table_name = 'sset_child' AND column_name = 'id'
CREATE VIEW sset_v (p, q) AS SELECT id, parent FROM sset_child
COMMENT ON VIEW sset_v IS 'a view'
COMMENT ON COLUMN sset_v.p IS 'the p'
ALTER VIEW sset_v SET SCHEMA sset_a
SELECT p FROM sset_a.sset_v ORDER BY 1
SELECT pg_get_viewdef('sset_a.sset_v'::regclass), obj_description('sset_a.sset_v'::regclass), col_description('sset_a.sset_v'::regclass, 1)
SELECT * FROM sset_v
ALTER TABLE sset_a.sset_v SET SCHEMA public
SELECT p FROM sset_v ORDER BY 1
DROP VIEW sset_v
CREATE MATERIALIZED VIEW sset_m AS SELECT id, parent FROM sset_child
CREATE INDEX sset_mi ON sset_m (id)
ALTER MATERIALIZED VIEW sset_m SET SCHEMA sset_a
SELECT * FROM sset_a.sset_m ORDER BY 1
REFRESH MATERIALIZED VIEW sset_a.sset_m
SELECT pg_get_viewdef('sset_a.sset_m'::regclass)
SELECT matviewname, schemaname, hasindexes FROM pg_matviews WHERE matviewname = 'sset_m'
DROP MATERIALIZED VIEW sset_a.sset_m
CREATE SEQUENCE sset_s START 7 INCREMENT 3
SELECT nextval('sset_s'), nextval('sset_s')
ALTER SEQUENCE sset_s SET SCHEMA sset_a
SELECT nextval('sset_a.sset_s'), currval('sset_a.sset_s')
SELECT nextval('sset_s')
CREATE SEQUENCE sset_free
CREATE TABLE sset_d (a int DEFAULT nextval('sset_free'), b text)
INSERT INTO sset_d (b) VALUES ('x')
ALTER TABLE sset_d SET SCHEMA sset_a
INSERT INTO sset_a.sset_d (b) VALUES ('y') RETURNING a
SELECT column_default FROM information_schema.columns WHERE table_name = 'sset_d' AND column_name = 'a'
BEGIN; ALTER TABLE sset_child SET SCHEMA sset_a; SELECT count(*) FROM sset_a.sset_child; ROLLBACK
SELECT count(*) FROM sset_child
BEGIN; ALTER TABLE sset_child SET SCHEMA sset_a; INSERT INTO sset_a.sset_child (parent) VALUES (NULL) RETURNING id; COMMIT
SELECT count(*) FROM sset_a.sset_child
CREATE TEMP TABLE sset_temp (a int)
ALTER TABLE sset_temp SET SCHEMA sset_a
ALTER TABLE sset_d SET SCHEMA pg_temp
ALTER TABLE pg_class SET SCHEMA public
SET search_path = sset_a
ALTER TABLE sset_child SET SCHEMA public
SELECT count(*) FROM public.sset_child
RESET search_path
DROP SCHEMA sset_a CASCADE
CREATE SCHEMA sset_c
CREATE TYPE sset_c.color AS ENUM ('red', 'green')
CREATE DOMAIN sset_c.pos AS int CHECK (VALUE > 0)
CREATE TYPE sset_c.pair AS (a int, b text)
CREATE TABLE sset_c.kinds (id int GENERATED BY DEFAULT AS IDENTITY, c sset_c.color DEFAULT 'red', p sset_c.pos, pr sset_c.pair, cs sset_c.color[], d date[] DEFAULT '{}', j jsonb DEFAULT '{}', b bytea, r int4range, EXCLUDE USING gist (r WITH &&))
INSERT INTO sset_c.kinds (p, pr, cs) VALUES (1, ROW(1, 'x'), '{red,green}')
CREATE TABLE sset_c.alike (LIKE sset_c.kinds INCLUDING ALL)
INSERT INTO sset_c.alike (p) VALUES (5) RETURNING id
ALTER TABLE sset_c.kinds SET SCHEMA public
INSERT INTO kinds (p) VALUES (0)
INSERT INTO kinds (c) VALUES ('blue')
INSERT INTO kinds (p, r) VALUES (2, '[1,5)') RETURNING id, c
INSERT INTO kinds (p, r) VALUES (2, '[2,3)')
SELECT * FROM kinds ORDER BY id
SELECT attname, format_type(atttypid, atttypmod), attidentity FROM pg_attribute WHERE attrelid = 'kinds'::regclass AND attnum > 0 ORDER BY attnum
ALTER TABLE sset_c.alike SET SCHEMA public
INSERT INTO alike (p) VALUES (6) RETURNING id, c
SELECT pg_get_serial_sequence('alike', 'id')
ALTER TABLE kinds SET SCHEMA sset_main
ALTER TABLE kinds SET SCHEMA main
ALTER TABLE kinds SET SCHEMA pg_temp
ALTER TABLE kinds SET SCHEMA PUBLIC
CREATE VIEW kinds_v AS SELECT id FROM kinds
ALTER TABLE kinds SET SCHEMA sset_c
ALTER TABLE alike ALTER COLUMN p SET NOT NULL, ALTER COLUMN p SET DEFAULT 3
ALTER TABLE ONLY alike SET SCHEMA sset_c
INSERT INTO sset_c.alike DEFAULT VALUES RETURNING id, p
CREATE UNLOGGED TABLE sset_u (a int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, b int, CONSTRAINT bu UNIQUE (b) INCLUDE (a))
INSERT INTO sset_u VALUES (1, 1)
ALTER TABLE sset_u SET SCHEMA sset_c
SELECT relpersistence, relname, relkind FROM pg_class WHERE relnamespace = 'sset_c'::regnamespace AND relname !~ 'kinds' ORDER BY 2
SELECT conname, contype, condeferrable, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'sset_c.sset_u'::regclass ORDER BY 1
BEGIN; INSERT INTO sset_c.sset_u VALUES (1, 2); DELETE FROM sset_c.sset_u WHERE b = 1; COMMIT
INSERT INTO sset_c.sset_u VALUES (1, 5)
PREPARE sset_p AS SELECT * FROM alike
EXECUTE sset_p
