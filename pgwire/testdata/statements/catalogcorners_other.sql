-- Locks, names in views, and time zones of defaults.
CREATE SCHEMA ccz
SET search_path = ccz, public
CREATE TABLE ccz_l (a int PRIMARY KEY)
INSERT INTO ccz_l VALUES (1)
BEGIN
SELECT a FROM ccz_l FOR UPDATE
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
COMMIT
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
BEGIN
SELECT a FROM ccz_l FOR SHARE
SELECT a FROM ccz_l x FOR KEY SHARE OF x
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
ROLLBACK
BEGIN
SELECT a FROM ccz_l
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
INSERT INTO ccz_l VALUES (2)
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
LOCK TABLE ccz_l IN SHARE MODE
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text = 'ccz_l' AND mode <> 'AccessShareLock' ORDER BY 2
COMMIT
CREATE TABLE ccz_d (a timestamptz DEFAULT '2024-01-01 00:00:00+00', b timestamptz DEFAULT '2024-07-01 12:00:00', c timestamp DEFAULT '2024-01-01', d date DEFAULT '2024-01-01', e time DEFAULT '12:00', f timetz DEFAULT '12:00+02', i timestamptz DEFAULT 'epoch', j interval DEFAULT '36 hours')
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name <> 'k' ORDER BY ordinal_position
SET TimeZone = 'America/New_York'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name <> 'k' ORDER BY ordinal_position
SELECT adnum, pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = 'ccz_d'::regclass ORDER BY 1
INSERT INTO ccz_d DEFAULT VALUES RETURNING *
CREATE TABLE ccz_d3 (a timestamptz DEFAULT '2024-01-01 00:00:00', b timestamptz DEFAULT '2024-07-01 00:00:00', CHECK (a > '2020-01-01'), c boolean GENERATED ALWAYS AS (b > '2024-07-01 00:00:00+00'::timestamptz) STORED)
SET TimeZone = 'UTC'
CREATE TABLE ccz_d2 (a timestamptz DEFAULT '2024-01-01 00:00:00', b timestamptz DEFAULT '2024-07-01', c timestamptz DEFAULT '2024-07-01 10:00:00.5')
ALTER TABLE ccz_d2 ADD COLUMN d timestamptz DEFAULT '2024-12-31', ALTER COLUMN c SET DEFAULT '2024-08-01 10:00'
SET TimeZone = 'America/New_York'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d2' ORDER BY ordinal_position
SET TimeZone = 'UTC'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d2' ORDER BY ordinal_position
SELECT adnum, pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = 'ccz_d2'::regclass ORDER BY 1
INSERT INTO ccz_d2 VALUES (DEFAULT) RETURNING *
SET TimeZone = 'Asia/Tokyo'
SET TimeZone = 'UTC'
CREATE TABLE ccz_b (x int)
CREATE VIEW ccz_v1 AS SELECT relname FROM pg_class WHERE oid = 'ccz_b'::regclass
CREATE VIEW ccz_v3 AS SELECT relname FROM pg_class WHERE oid = 'pg_class'::regclass AND relnamespace = 'pg_catalog'::regnamespace
SELECT * FROM ccz_v3
CREATE VIEW ccz_v4 AS SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE a.attrelid = 'ccz_b'::regclass AND EXISTS (SELECT 1 FROM pg_index WHERE indrelid = 'ccz.ccz_b'::regclass)
CREATE MATERIALIZED VIEW ccz_v5 AS SELECT relname FROM pg_class WHERE oid = 'ccz_b'::regclass
CREATE TYPE ccz_mood AS ENUM ('up', 'down')
CREATE VIEW ccz_v6 AS SELECT typname FROM pg_type WHERE oid = 'ccz_mood'::regtype
CREATE VIEW ccz_v7 AS SELECT typname FROM pg_type WHERE oid = 'integer'::regtype
SELECT * FROM ccz_v7
CREATE VIEW ccz_v8 AS SELECT count(*) AS n FROM pg_class WHERE relnamespace = 'ccz'::regnamespace
CREATE VIEW ccz_v9 AS SELECT relname FROM pg_class WHERE oid = to_regclass('ccz_b')
SELECT * FROM ccz_v9
