-- Scripts as people write them for Flyway, Liquibase and psql.
CREATE SCHEMA IF NOT EXISTS fw_app
CREATE SCHEMA IF NOT EXISTS fw_app
CREATE TABLE fw_app.fw_history ("installed_rank" INT NOT NULL, "version" VARCHAR(50), "description" VARCHAR(200) NOT NULL, "type" VARCHAR(20) NOT NULL, "script" VARCHAR(1000) NOT NULL, "checksum" INTEGER, "installed_by" VARCHAR(100) NOT NULL, "installed_on" TIMESTAMP NOT NULL DEFAULT now(), "execution_time" INTEGER NOT NULL, "success" BOOLEAN NOT NULL) 
ALTER TABLE fw_app.fw_history ADD CONSTRAINT "fw_history_pk" PRIMARY KEY ("installed_rank")
CREATE INDEX "fw_history_s_idx" ON fw_app.fw_history ("success")
SET search_path TO fw_app, public
CREATE DOMAIN email_address AS varchar(254) NOT NULL CHECK (VALUE ~ '^[^@]+@[^@]+$')
CREATE DOMAIN positive_int AS integer CONSTRAINT positive_int_check CHECK (VALUE > 0)
CREATE TABLE customer (customer_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email email_address, visits positive_int DEFAULT 1, joined date DEFAULT CURRENT_DATE)
INSERT INTO customer (email, visits) VALUES ('a@b.c', 3)
INSERT INTO customer (email) VALUES ('nobody')
INSERT INTO customer (email, visits) VALUES ('x@y.z', 0)
INSERT INTO customer (email) VALUES (NULL)
SELECT 5::positive_int, 'a@b'::email_address
SELECT (-5)::positive_int
SELECT email, visits FROM customer
SELECT typname, typtype, typnotnull, format_type(typbasetype, typtypmod) FROM pg_type WHERE typname IN ('email_address', 'positive_int') ORDER BY 1
ALTER DOMAIN positive_int DROP CONSTRAINT positive_int_check
ALTER DOMAIN positive_int ADD CONSTRAINT below_thousand CHECK (VALUE < 1000)
DROP DOMAIN email_address
CREATE TYPE address AS (street text, city text, zip varchar(10))
CREATE TABLE shop (id int PRIMARY KEY, name text, at address)
INSERT INTO shop VALUES (1, 'main', ROW('High St', 'London', 'N1'))
SELECT (at).city, at FROM shop
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')
ALTER TYPE mood ADD VALUE 'great'
ALTER TYPE mood ADD VALUE 'meh' BEFORE 'ok'
ALTER TYPE mood RENAME VALUE 'sad' TO 'unhappy'
SELECT enum_range(NULL::mood)
CREATE TABLE person (name text, current_mood mood DEFAULT 'ok')
INSERT INTO person VALUES ('x', 'great'), ('y', DEFAULT), ('z', 'angry')
INSERT INTO person VALUES ('x', 'great'), ('y', DEFAULT)
SELECT * FROM person ORDER BY current_mood
ALTER TYPE mood RENAME TO feeling
DROP TYPE feeling
DROP TYPE feeling CASCADE
SELECT * FROM person
CREATE TABLE parent (id int PRIMARY KEY, code text UNIQUE NOT NULL)
CREATE TABLE child (id int PRIMARY KEY, parent_id int REFERENCES parent ON DELETE CASCADE, code text REFERENCES parent (code) ON UPDATE CASCADE ON DELETE RESTRICT)
CREATE TABLE grandchild (id int PRIMARY KEY, child_id int NOT NULL REFERENCES child(id) ON DELETE CASCADE, note text)
INSERT INTO parent VALUES (1, 'a'), (2, 'b'), (3, 'c')
INSERT INTO child VALUES (10, 1, NULL), (11, 1, NULL), (20, 2, 'b')
INSERT INTO grandchild VALUES (100, 10, 'x'), (101, 10, 'y'), (110, 11, 'z')
DELETE FROM parent WHERE id = 1 RETURNING *
SELECT (SELECT count(*) FROM child), (SELECT count(*) FROM grandchild)
UPDATE parent SET code = 'bb' WHERE id = 2
SELECT * FROM child ORDER BY id
DELETE FROM parent WHERE id = 2
UPDATE parent SET id = 30 WHERE id = 3
CREATE TABLE tree (id int PRIMARY KEY, up int REFERENCES tree(id) ON DELETE CASCADE, label text)
INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, 'a'), (3, 2, 'b'), (4, 1, 'c')
DELETE FROM tree WHERE id = 2
SELECT * FROM tree ORDER BY id
CREATE TABLE defaulted (id int PRIMARY KEY, p int DEFAULT 30 REFERENCES parent ON DELETE SET DEFAULT)
INSERT INTO parent VALUES (40, 'd'); INSERT INTO defaulted VALUES (1, 40); DELETE FROM parent WHERE id = 40
SELECT * FROM defaulted
BEGIN; INSERT INTO parent VALUES (50, 'e'); INSERT INTO child VALUES (50, 50, 'e'); DELETE FROM child WHERE id = 50; DELETE FROM parent WHERE id = 50; COMMIT
BEGIN; INSERT INTO parent VALUES (51, 'f'); INSERT INTO child VALUES (51, 51); DELETE FROM parent WHERE id = 51; SELECT count(*) FROM child WHERE id = 51; ROLLBACK
CREATE MATERIALIZED VIEW counts AS SELECT parent_id, count(*) AS n FROM child GROUP BY parent_id WITH DATA
CREATE UNIQUE INDEX counts_parent ON counts (parent_id)
INSERT INTO child VALUES (60, 30, NULL)
SELECT * FROM counts ORDER BY 1
REFRESH MATERIALIZED VIEW counts
SELECT * FROM counts ORDER BY 1
REFRESH MATERIALIZED VIEW CONCURRENTLY counts
CREATE MATERIALIZED VIEW IF NOT EXISTS counts AS SELECT 1
SELECT relname, relkind FROM pg_class WHERE relname = 'counts'
SELECT matviewname, ispopulated FROM pg_matviews ORDER BY 1
INSERT INTO counts VALUES (1, 1)
CREATE MATERIALIZED VIEW later AS SELECT 1 AS one WITH NO DATA
SELECT * FROM later
DROP VIEW counts
DROP MATERIALIZED VIEW counts, later
CREATE TABLE child_copy (LIKE child INCLUDING ALL)
CREATE TABLE customer_copy (LIKE customer INCLUDING DEFAULTS INCLUDING CONSTRAINTS, extra text)
INSERT INTO child_copy VALUES (1, 999, 'zzz')
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'customer_copy' ORDER BY ordinal_position
CREATE OR REPLACE VIEW active_children AS SELECT id, parent_id FROM child WHERE parent_id IS NOT NULL WITH CASCADED CHECK OPTION
CREATE OR REPLACE VIEW active_children AS SELECT id, parent_id, code FROM child WHERE parent_id IS NOT NULL
ALTER VIEW active_children RENAME TO live_children
ALTER TABLE child SET SCHEMA public
SELECT table_schema FROM information_schema.tables WHERE table_name = 'child'
ALTER TABLE public.child SET SCHEMA fw_app
DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_type WHERE typname = 'fw_kind') THEN CREATE TYPE fw_kind AS ENUM ('a'); END IF; END $$
CREATE OR REPLACE FUNCTION touch() RETURNS trigger AS $$ BEGIN NEW.joined = now(); RETURN NEW; END $$ LANGUAGE plpgsql
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA fw_app TO PUBLIC
CREATE EXTENSION IF NOT EXISTS "uuid-ossp"
CREATE TEMP TABLE stage (id int, v text) ON COMMIT DROP
SELECT * FROM stage
CREATE TEMP TABLE stage2 (id int) ON COMMIT DELETE ROWS
BEGIN; INSERT INTO stage2 VALUES (1); SELECT count(*) FROM stage2; COMMIT; SELECT count(*) FROM stage2
CREATE TEMPORARY TABLE stage3 ON COMMIT PRESERVE ROWS AS SELECT 1 AS a
BEGIN; CREATE TEMP TABLE stage4 (id int) ON COMMIT DROP; INSERT INTO stage4 VALUES (1); SELECT * FROM stage4; COMMIT
SELECT * FROM stage4
CREATE UNLOGGED TABLE fast (id int, body text)
CREATE TABLE measured (at timestamptz, v float8) WITH (fillfactor = 70)
CREATE TABLE parted (id int, at date) PARTITION BY RANGE (at)
ALTER TABLE fast SET LOGGED
ALTER TABLE fast ADD COLUMN IF NOT EXISTS body text, ADD COLUMN IF NOT EXISTS more int NOT NULL DEFAULT 1 CHECK (more > 0)
ALTER TABLE IF EXISTS nosuch ADD COLUMN x int
CREATE INDEX IF NOT EXISTS fast_lower ON fast USING btree (lower(body) text_pattern_ops, id DESC NULLS LAST)
CREATE INDEX ON fast (body, more)
SELECT indexname FROM pg_indexes WHERE tablename = 'fast' ORDER BY 1
CREATE INDEX fast_gin ON fast USING gin (to_tsvector('english', body))
CREATE INDEX fast_hash ON fast USING hash (id)
ALTER TABLE fast ALTER COLUMN id SET DATA TYPE bigint USING id::bigint * 2
ALTER TABLE fast ADD PRIMARY KEY (id)
ALTER TABLE fast ALTER id ADD GENERATED BY DEFAULT AS IDENTITY (START WITH 100)
INSERT INTO fast (body) VALUES ('auto') RETURNING id
ALTER SEQUENCE fast_id_seq RESTART WITH 500
INSERT INTO fast (body) VALUES ('auto2') RETURNING id
ALTER TABLE fast ALTER id DROP IDENTITY
ALTER TABLE fast ADD CONSTRAINT fast_body_key UNIQUE (body) DEFERRABLE INITIALLY DEFERRED
ALTER TABLE fast ADD CONSTRAINT fast_more_small CHECK (more < 100) NOT VALID
ALTER TABLE fast VALIDATE CONSTRAINT fast_more_small
ALTER TABLE fast ADD CONSTRAINT fast_excl EXCLUDE USING gist (id WITH =)
CREATE UNIQUE INDEX fast_more_uq ON fast (more, body); ALTER TABLE fast ADD CONSTRAINT fast_more_uq UNIQUE USING INDEX fast_more_uq
RESET search_path
DROP SCHEMA fw_app
DROP SCHEMA fw_app CASCADE
SELECT count(*) FROM pg_tables WHERE schemaname = 'fw_app'
-- What a refused statement left behind.
ROLLBACK
DROP SCHEMA IF EXISTS fw_app CASCADE
