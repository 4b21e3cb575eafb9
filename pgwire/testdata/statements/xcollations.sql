-- Collations of columns.
CREATE TABLE xz_c (a text COLLATE "C", b varchar(5) COLLATE "POSIX", c char(6) COLLATE "C", d text, e int, f text COLLATE "default")
SELECT a.attname, c.collname, a.attcollation = t.typcollation AS own FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_c'::regclass AND a.attnum > 0 ORDER BY a.attnum
SELECT column_name, collation_catalog, collation_schema, collation_name FROM information_schema.columns WHERE table_name = 'xz_c' ORDER BY ordinal_position
ALTER TABLE xz_c ADD COLUMN g text COLLATE "C", ALTER COLUMN d TYPE text COLLATE "C"
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_c'::regclass AND a.attnum > 0 ORDER BY a.attnum
ALTER TABLE xz_c ALTER COLUMN a TYPE text
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_c'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE TABLE xz_e (LIKE xz_c)
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_e'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE TABLE IF NOT EXISTS xz_c (z text COLLATE "C")
ALTER TABLE xz_c RENAME COLUMN b TO bb
ALTER TABLE xz_c DROP COLUMN c
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_c'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT obj_description('xz_c'::regclass) AS o
COMMENT ON TABLE xz_c IS 'a comment'
SELECT obj_description('xz_c'::regclass) AS o, (SELECT collname FROM pg_attribute JOIN pg_collation c ON c.oid = attcollation WHERE attrelid = 'xz_c'::regclass AND attname = 'bb') AS c
CREATE TABLE xz_h (n int COLLATE "C")
CREATE TABLE xz_h (n text COLLATE "nope")
CREATE TEMP TABLE xz_k (a text COLLATE "C" PRIMARY KEY, b text COLLATE "POSIX" DEFAULT 'x' NOT NULL CHECK (b > ''))
INSERT INTO xz_k VALUES ('b'), ('A') RETURNING *
SELECT * FROM xz_k ORDER BY a
SELECT a.attname, c.collname FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation WHERE a.attrelid = 'xz_k'::regclass AND a.attnum > 0 ORDER BY a.attnum
CREATE TABLE xz_n (a name, b "char", c text)
SELECT column_name, collation_schema, collation_name FROM information_schema.columns WHERE table_name = 'xz_n' ORDER BY ordinal_position
SELECT column_name, collation_name FROM information_schema.columns WHERE table_schema = 'pg_catalog' AND table_name = 'pg_namespace' ORDER BY ordinal_position
