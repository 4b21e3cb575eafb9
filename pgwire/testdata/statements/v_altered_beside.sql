CREATE TABLE gnu (id int PRIMARY KEY, a int, b int GENERATED ALWAYS AS (a * 2) STORED NOT NULL)
INSERT INTO gnu VALUES (1, 5), (2, 6)
INSERT INTO gnu VALUES (3, NULL)
UPDATE gnu SET a = NULL WHERE id = 1
SELECT * FROM gnu ORDER BY id
CREATE TABLE gnu2 (id int, a int, b int GENERATED ALWAYS AS (a * 2) STORED UNIQUE)
INSERT INTO gnu2 VALUES (1, 5), (2, 6)
INSERT INTO gnu2 VALUES (3, 5)
UPDATE gnu2 SET a = 6 WHERE id = 1
UPDATE gnu2 SET a = 7 WHERE id = 1
SELECT * FROM gnu2 ORDER BY id
CREATE TABLE gnu3 (id int, email text, low text GENERATED ALWAYS AS (lower(email)) STORED, UNIQUE (id, low))
INSERT INTO gnu3 VALUES (1, 'A@b.c'), (2, 'a@B.c')
INSERT INTO gnu3 VALUES (1, 'a@b.C')
SELECT * FROM gnu3 ORDER BY id
CREATE TABLE gnu4 (id int, a int, b int GENERATED ALWAYS AS (a + 1) STORED PRIMARY KEY)
INSERT INTO gnu4 VALUES (1, 5)
INSERT INTO gnu4 VALUES (2, 5)
SELECT * FROM gnu4
ALTER TABLE gnu2 ALTER COLUMN b SET NOT NULL
INSERT INTO gnu2 VALUES (4, NULL)
ALTER TABLE gnu2 ALTER COLUMN b DROP NOT NULL
INSERT INTO gnu2 VALUES (4, NULL)
CREATE UNIQUE INDEX gnu3_low ON gnu3 (low)
DELETE FROM gnu3 WHERE id = 2
CREATE UNIQUE INDEX gnu3_low ON gnu3 (low)
INSERT INTO gnu3 VALUES (9, 'A@B.C')
INSERT INTO gnu3 VALUES (9, 'A@B.C') ON CONFLICT (low) DO UPDATE SET id = 99 RETURNING *
CREATE TABLE gnu5 (a int, b int GENERATED ALWAYS AS (a * 2) STORED CHECK (b < 100) NOT NULL UNIQUE)
INSERT INTO gnu5 VALUES (60)
INSERT INTO gnu5 VALUES (6)
INSERT INTO gnu5 VALUES (6)
SELECT attname, attnotnull, attgenerated FROM pg_attribute WHERE attrelid = 'gnu5'::regclass AND attnum > 0 ORDER BY attnum
CREATE SCHEMA abx
CREATE TABLE mover (id int PRIMARY KEY, t text)
INSERT INTO mover VALUES (1, 'x')
CREATE INDEX mover_t ON mover (t)
ALTER TABLE mover SET SCHEMA abx
SELECT * FROM abx.mover
SELECT * FROM mover
SELECT schemaname, tablename, indexname FROM pg_indexes WHERE tablename = 'mover' ORDER BY 3
INSERT INTO abx.mover VALUES (1, 'y')
ALTER TABLE abx.mover SET SCHEMA public
SELECT * FROM mover
ALTER TABLE mover SET SCHEMA nosuch
ALTER TABLE nosuch SET SCHEMA abx
ALTER TABLE IF EXISTS nosuch SET SCHEMA abx
CREATE VIEW mover_v AS SELECT id, t AS txt FROM mover
ALTER VIEW mover_v SET SCHEMA abx
SELECT * FROM abx.mover_v
ALTER TABLE mover SET SCHEMA abx
SELECT * FROM abx.mover_v
ALTER TABLE abx.mover SET SCHEMA public
ALTER VIEW abx.mover_v SET SCHEMA public
CREATE SEQUENCE mover_s
ALTER SEQUENCE mover_s SET SCHEMA abx
SELECT nextval('abx.mover_s')
CREATE TYPE mover_e AS ENUM ('a', 'b')
ALTER TYPE mover_e SET SCHEMA abx
SELECT 'a'::abx.mover_e
CREATE FUNCTION mover_f() RETURNS int LANGUAGE sql AS 'SELECT 1'
ALTER FUNCTION mover_f() SET SCHEMA abx
SELECT abx.mover_f()
ALTER VIEW mover_v RENAME COLUMN txt TO words
SELECT * FROM mover_v
SELECT words FROM mover_v
SELECT txt FROM mover_v
ALTER VIEW mover_v RENAME COLUMN nosuch TO x
ALTER VIEW mover_v RENAME COLUMN words TO id
ALTER VIEW mover_v RENAME words TO w2
SELECT column_name FROM information_schema.columns WHERE table_name = 'mover_v' ORDER BY ordinal_position
SELECT pg_get_viewdef('mover_v')
ALTER TABLE mover_v RENAME COLUMN w2 TO w3
SELECT w3 FROM mover_v
ALTER VIEW IF EXISTS nosuch RENAME COLUMN a TO b
ALTER VIEW nosuch RENAME COLUMN a TO b
ALTER VIEW mover RENAME COLUMN t TO tt
SET TIME ZONE INTERVAL '+05:30' HOUR TO MINUTE
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE INTERVAL '-08:00' HOUR TO MINUTE
SHOW TIME ZONE
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE 5.5
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE -3.5
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz, current_setting('timezone')
SET TIME ZONE '5.5'
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE '+05:30'
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET timezone = '<+0530>-05:30'
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE 5
SHOW timezone
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE INTERVAL '1 month' 
SET TIME ZONE 'Asia/Kolkata'
SELECT '2024-01-01 00:00:00+00'::timestamptz
SET TIME ZONE UTC
SELECT '2024-01-01 00:00'::timestamp AT TIME ZONE INTERVAL '05:30', '2024-01-01 00:00+00'::timestamptz AT TIME ZONE INTERVAL '-03:30', '2024-01-01 00:00+00'::timestamptz AT TIME ZONE '+05:30'
CREATE DOMAIN dod AS int CHECK (VALUE > 0)
CREATE TABLE dot (id int, d dod, e text)
INSERT INTO dot VALUES (1, 5, 'x')
DROP DOMAIN dod
DROP DOMAIN dod CASCADE
SELECT * FROM dot
DROP DOMAIN IF EXISTS dod CASCADE
DROP DOMAIN dod CASCADE
CREATE DOMAIN dod2 AS text
CREATE VIEW dov AS SELECT 'x'::dod2 AS x
DROP DOMAIN dod2
DROP DOMAIN dod2 CASCADE
SELECT * FROM dov
CREATE DOMAIN dod3 AS int
DROP DOMAIN dod3 RESTRICT
CREATE TYPE eoc AS ENUM ('lo', 'mid', 'hi')
CREATE TYPE ecc AS (n int, lvl eoc)
CREATE TABLE ect (id int, c ecc)
INSERT INTO ect VALUES (1, ROW(5, 'hi')), (2, '(6,lo)'), (3, NULL), (4, ROW(7, NULL))
INSERT INTO ect VALUES (5, ROW(5, 'nosuch'))
INSERT INTO ect VALUES (5, '(6,nosuch)')
SELECT * FROM ect ORDER BY id
SELECT (c).n, (c).lvl, (c).lvl > 'lo' FROM ect ORDER BY id
SELECT id FROM ect WHERE (c).lvl = 'hi'
UPDATE ect SET c.lvl = 'mid' WHERE id = 1
SELECT c FROM ect ORDER BY (c).lvl
SELECT ROW(1, 'mid')::ecc, (ROW(1, 'mid')::ecc).lvl, '(1,hi)'::ecc
SELECT ROW(1, 'zz')::ecc
SELECT pg_typeof((c).lvl) FROM ect LIMIT 1
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ecc'::regclass AND attnum > 0 ORDER BY attnum
ALTER TYPE ecc ADD ATTRIBUTE extra eoc
SELECT * FROM ect ORDER BY id
DROP TYPE eoc
DROP TYPE ecc CASCADE
DROP TYPE eoc
