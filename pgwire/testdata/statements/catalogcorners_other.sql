-- Locks, names in views, and time zones of defaults.
CREATE SCHEMA ccz
SET search_path = ccz, public
CREATE TABLE ccz_l (a int PRIMARY KEY)
INSERT INTO ccz_l VALUES (1)
BEGIN
SELECT a FROM ccz_l FOR UPDATE
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
COMMIT
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
BEGIN
SELECT a FROM ccz_l FOR SHARE
SELECT a FROM ccz_l x FOR KEY SHARE OF x
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
ROLLBACK
BEGIN
SELECT a FROM ccz_l
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
INSERT INTO ccz_l VALUES (2)
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
LOCK TABLE ccz_l IN SHARE MODE
SELECT relation::regclass, mode, granted FROM pg_locks WHERE locktype = 'relation' AND relation::regclass::text LIKE 'ccz%' ORDER BY 1::text, 2
COMMIT
CREATE TABLE ccz_d (a timestamptz DEFAULT '2024-01-01 00:00:00+00', b timestamptz DEFAULT '2024-07-01 12:00:00', c timestamp DEFAULT '2024-01-01', d date DEFAULT '2024-01-01', e time DEFAULT '12:00', f timetz DEFAULT '12:00+02', g timestamptz DEFAULT timestamptz '2024-01-01 00:00:00+05', h timestamptz[] DEFAULT '{2024-01-01 00:00:00+00}', i timestamptz DEFAULT 'epoch', j interval DEFAULT '36 hours', k timestamptz DEFAULT 'now', l timestamptz DEFAULT '2024-01-01 00:00:00+00'::timestamptz + interval '1 hour')
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name <> 'k' ORDER BY ordinal_position
SET TimeZone = 'America/New_York'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name <> 'k' ORDER BY ordinal_position
SELECT adnum, pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = 'ccz_d'::regclass AND adnum <> 11 ORDER BY 1
INSERT INTO ccz_d (k) VALUES (NULL) RETURNING *
CREATE TABLE ccz_d2 (a timestamptz DEFAULT '2024-01-01 00:00:00', b timestamptz DEFAULT '2024-07-01 00:00:00', CHECK (a > '2020-01-01'), c boolean GENERATED ALWAYS AS (b > '2024-07-01 00:00:00+00'::timestamptz) STORED)
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d2' ORDER BY ordinal_position
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'ccz_d2'::regclass
SET TimeZone = 'UTC'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d2' ORDER BY ordinal_position
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'ccz_d2'::regclass
SELECT adnum, pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = 'ccz_d2'::regclass ORDER BY 1
INSERT INTO ccz_d2 VALUES (DEFAULT) RETURNING *
SET DateStyle = 'SQL, DMY'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name <> 'k' ORDER BY ordinal_position
RESET DateStyle
SET IntervalStyle = 'iso_8601'
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'ccz_d' AND column_name = 'j' ORDER BY ordinal_position
RESET IntervalStyle
CREATE VIEW ccz_vt AS SELECT a FROM ccz_d WHERE a > '2024-01-01 00:00:00+00'
SELECT pg_get_viewdef('ccz_vt', true)
SET TimeZone = 'Asia/Tokyo'
SELECT pg_get_viewdef('ccz_vt', true)
CREATE INDEX ccz_it ON ccz_d (c) WHERE a > '2024-01-01 00:00:00+00'
SELECT pg_get_indexdef('ccz_it'::regclass)
SET TimeZone = 'UTC'
SELECT pg_get_indexdef('ccz_it'::regclass)
CREATE TABLE ccz_b (x int)
CREATE VIEW ccz_v1 AS SELECT relname FROM pg_class WHERE oid = 'ccz_b'::regclass
SELECT * FROM ccz_v1
ALTER TABLE ccz_b RENAME TO ccz_b2
SELECT * FROM ccz_v1
SELECT pg_get_viewdef('ccz_v1', true)
CREATE TABLE ccz_b (y int)
SELECT * FROM ccz_v1
DROP TABLE ccz_b2
SELECT * FROM ccz_v1
DROP VIEW ccz_v1
DROP TABLE ccz_b2
CREATE VIEW ccz_v2 AS SELECT 'ccz_b'::regclass AS r, 'int4'::regtype AS t, 'now'::regproc AS p
SELECT * FROM ccz_v2
ALTER TABLE ccz_b RENAME TO ccz_b3
SELECT * FROM ccz_v2
SELECT pg_get_viewdef('ccz_v2', true)
CREATE SCHEMA ccz2
SET search_path = ccz2, public
SELECT * FROM ccz.ccz_v2
SELECT pg_get_viewdef('ccz.ccz_v2', true)
