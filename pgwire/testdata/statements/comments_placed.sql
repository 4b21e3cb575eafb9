-- Comments on schemas, constraints and the indexes of constraints.
CREATE SCHEMA cp
COMMENT ON SCHEMA cp IS 'a place for things'
SELECT obj_description('cp'::regnamespace, 'pg_namespace'), obj_description('cp'::regnamespace), obj_description('cp'::regnamespace, 'pg_class')
SELECT n.nspname, d.description FROM pg_namespace n JOIN pg_description d ON d.objoid = n.oid AND d.classoid = 'pg_namespace'::regclass AND d.objsubid = 0 WHERE n.nspname LIKE 'cp%'
COMMENT ON SCHEMA cp IS 'it''s another'
SELECT obj_description('cp'::regnamespace)
COMMENT ON SCHEMA cp_nothing IS 'x'
COMMENT ON SCHEMA CP IS E'a line\nand another: sallyport:{'
SELECT obj_description('cp'::regnamespace)
SELECT proname FROM pg_proc WHERE pronamespace = 'cp'::regnamespace
COMMENT ON SCHEMA cp IS NULL
SELECT obj_description('cp'::regnamespace)
COMMENT ON SCHEMA cp IS NULL
COMMENT ON SCHEMA cp IS 'x'
COMMENT ON SCHEMA cp IS ''
SELECT obj_description('cp'::regnamespace)
BEGIN
COMMENT ON SCHEMA cp IS 'undone'
SELECT obj_description('cp'::regnamespace)
ROLLBACK
SELECT obj_description('cp'::regnamespace)
COMMENT ON SCHEMA cp IS 'goes with the schema'
DROP SCHEMA cp
CREATE SCHEMA cp
SELECT obj_description('cp'::regnamespace)
COMMENT ON SCHEMA cp IS 'stays'
CREATE TABLE cp.t (id int PRIMARY KEY, a int CONSTRAINT t_a_check CHECK (a > 0), b int UNIQUE, c int CONSTRAINT c_positive CHECK (c > 0), CONSTRAINT t_pair UNIQUE (a, b))
CREATE TABLE cp.u (id int PRIMARY KEY, t int REFERENCES cp.t, d int DEFAULT 1 CONSTRAINT u_t_b_fkey REFERENCES cp.t (b) ON DELETE CASCADE)
DROP SCHEMA cp
SELECT obj_description('cp'::regnamespace)
SET search_path TO cp
COMMENT ON TABLE t IS 'the table'
COMMENT ON CONSTRAINT t_pkey ON t IS 'the key'
COMMENT ON CONSTRAINT t_a_check ON cp.t IS 'above zero'
COMMENT ON CONSTRAINT t_b_key ON t IS 'one each'
COMMENT ON CONSTRAINT c_positive ON t IS 'above zero, too'
COMMENT ON CONSTRAINT t_pair ON t IS 'a pair'
COMMENT ON CONSTRAINT u_t_fkey ON u IS 'of a t'
COMMENT ON CONSTRAINT u_t_b_fkey ON u IS 'of a b'
COMMENT ON INDEX t_pkey IS 'the index of the key'
COMMENT ON INDEX cp.t_pair IS 'the index of the pair'
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(oid) FROM pg_constraint WHERE connamespace = 'cp'::regnamespace ORDER BY conrelid::regclass::text, conname
SELECT relname, obj_description(oid, 'pg_class') FROM pg_class WHERE relnamespace = 'cp'::regnamespace ORDER BY 1
COMMENT ON CONSTRAINT nothing ON t IS 'x'
COMMENT ON CONSTRAINT t_pkey ON nothing IS 'x'
COMMENT ON CONSTRAINT t_pkey ON cp.nothing IS 'x'
COMMENT ON CONSTRAINT t_pkey ON nowhere.t IS 'x'
COMMENT ON CONSTRAINT t_pkey ON u IS 'x'
COMMENT ON INDEX nothing IS 'x'
COMMENT ON INDEX t IS 'x'
COMMENT ON TABLE t IS 'another comment of the table'
COMMENT ON CONSTRAINT t_b_key ON t IS NULL
COMMENT ON CONSTRAINT c_positive ON t IS ''
COMMENT ON CONSTRAINT t_pair ON t IS E'it''s\na pair'
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 't'::regclass ORDER BY 1
SELECT obj_description('t'::regclass), col_description('t'::regclass, 1)
ALTER TABLE t RENAME CONSTRAINT t_pair TO t_two
ALTER TABLE t RENAME CONSTRAINT t_a_check TO a_positive
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 't'::regclass ORDER BY 1
SELECT relname, obj_description(oid, 'pg_class') FROM pg_class WHERE relnamespace = 'cp'::regnamespace ORDER BY 1
ALTER INDEX t_pkey RENAME TO t_first
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(conindid, 'pg_class') FROM pg_constraint WHERE conrelid = 't'::regclass AND contype = 'p'
ALTER TABLE t DROP CONSTRAINT a_positive
ALTER TABLE t ADD CONSTRAINT a_positive CHECK (a > 1)
ALTER TABLE t DROP CONSTRAINT t_two
ALTER TABLE t ADD CONSTRAINT t_two UNIQUE (a, b)
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(conindid, 'pg_class') FROM pg_constraint WHERE conrelid = 't'::regclass ORDER BY 1
COMMENT ON CONSTRAINT a_positive ON t IS 'more than one'
ALTER TABLE t ADD COLUMN e int CHECK (e > 0)
ALTER TABLE t ALTER COLUMN c TYPE bigint
COMMENT ON CONSTRAINT t_e_check ON t IS 'goes with its column'
ALTER TABLE t RENAME COLUMN a TO aa
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 't'::regclass ORDER BY 1
ALTER TABLE t DROP COLUMN e
ALTER TABLE t ADD COLUMN e int CHECK (e > 0)
ALTER TABLE t RENAME TO tt
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 'tt'::regclass ORDER BY 1
SELECT obj_description('tt'::regclass)
COMMENT ON TABLE tt IS NULL
SELECT obj_description('tt'::regclass), (SELECT count(*) FROM pg_description WHERE classoid = 'pg_constraint'::regclass AND objoid IN (SELECT oid FROM pg_constraint WHERE conrelid = 'tt'::regclass))
DROP TABLE tt CASCADE
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 'u'::regclass ORDER BY 1
CREATE TABLE t (id int PRIMARY KEY, b int UNIQUE)
ALTER TABLE u ADD CONSTRAINT u_t_fkey FOREIGN KEY (t) REFERENCES t
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(conindid, 'pg_class') FROM pg_constraint WHERE connamespace = 'cp'::regnamespace ORDER BY 1
BEGIN
COMMENT ON CONSTRAINT t_pkey ON t IS 'undone'
COMMENT ON INDEX t_b_key IS 'undone'
SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 't_pkey' AND conrelid = 't'::regclass
ROLLBACK
SELECT obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 't_pkey' AND conrelid = 't'::regclass
COMMENT ON TABLE t IS 'sallyport:{'
SELECT obj_description('t'::regclass)
COMMENT ON CONSTRAINT t_pkey ON t IS 'sallyport:{"a'
SELECT obj_description('t'::regclass), obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 't_pkey' AND conrelid = 't'::regclass
CREATE TEMP TABLE tempt (id int PRIMARY KEY)
COMMENT ON CONSTRAINT tempt_pkey ON tempt IS 'for a while'
SELECT conname, obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conrelid = 'tempt'::regclass
DROP TABLE tempt
CREATE VIEW v AS SELECT id FROM t
COMMENT ON CONSTRAINT nothing ON v IS 'x'
CREATE DOMAIN amount AS int CONSTRAINT amount_check CHECK (VALUE > 0)
COMMENT ON CONSTRAINT amount_check ON DOMAIN amount IS 'x'
DROP SCHEMA cp CASCADE
CREATE SCHEMA cp
SELECT obj_description('cp'::regnamespace)
DROP SCHEMA cp
CREATE SCHEMA cp
CREATE TABLE cp.t (id int PRIMARY KEY, a int CHECK (a > 0))
CREATE TABLE cp.u (id int REFERENCES cp.t)
COMMENT ON CONSTRAINT t_a_check ON cp.t IS 'above zero'
COMMENT ON CONSTRAINT u_id_fkey ON cp.u IS 'of a t'
COMMENT ON TABLE cp.u IS 'the other'
INSERT INTO cp.t VALUES (1, 2)
INSERT INTO cp.u VALUES (1)
CREATE TABLE cp.like_all (LIKE cp.t INCLUDING ALL)
CREATE TABLE cp.like_columns (LIKE cp.t INCLUDING COMMENTS)
ALTER TABLE cp.t ALTER COLUMN a TYPE bigint
ALTER TABLE cp.t ADD CONSTRAINT a_small CHECK (a < 100)
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(conrelid, 'pg_class') FROM pg_constraint WHERE connamespace = 'cp'::regnamespace AND conrelid::regclass::text IN ('cp.t', 'cp.u') ORDER BY 1
ALTER TABLE cp.t DROP CONSTRAINT t_pkey CASCADE
ALTER TABLE cp.t ADD PRIMARY KEY (id)
ALTER TABLE cp.u ADD FOREIGN KEY (id) REFERENCES cp.t
SELECT conname, obj_description(oid, 'pg_constraint'), obj_description(conrelid, 'pg_class') FROM pg_constraint WHERE connamespace = 'cp'::regnamespace AND conrelid::regclass::text IN ('cp.t', 'cp.u') ORDER BY 1
SELECT * FROM cp.t, cp.u
BEGIN READ ONLY
COMMENT ON SCHEMA cp IS 'x'
ROLLBACK
BEGIN READ ONLY
COMMENT ON CONSTRAINT t_pkey ON cp.t IS 'x'
ROLLBACK
BEGIN READ ONLY
COMMENT ON INDEX cp.t_pkey IS 'x'
ROLLBACK
BEGIN
SAVEPOINT s
COMMENT ON CONSTRAINT t_pkey ON cp.t IS 'x'
COMMENT ON SCHEMA cp IS 'x'
SELECT obj_description('cp'::regnamespace), obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE conname = 't_pkey' AND connamespace = 'cp'::regnamespace
COMMIT
BEGIN
DROP SCHEMA cp CASCADE
ROLLBACK
SELECT obj_description('cp'::regnamespace)
DROP SCHEMA cp CASCADE
SELECT count(*) FROM pg_description d WHERE d.description IN ('x', 'of a t', 'above zero', 'the other')
COMMENT ON CONSTRAINT t_pkey ON pg_catalog.pg_class IS 'x'
COMMENT ON SCHEMA pg_catalog IS 'x'
