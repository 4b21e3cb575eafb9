-- ALTER COLUMN … DROP EXPRESSION, and constraints of generated columns.
CREATE TABLE gal_p (a int, b int GENERATED ALWAYS AS (a * 2) STORED, c text)
INSERT INTO gal_p VALUES (1, DEFAULT, 'x'), (2, DEFAULT, 'y'), (NULL, DEFAULT, 'n')
ALTER TABLE gal_p ALTER COLUMN b DROP EXPRESSION
SELECT * FROM gal_p ORDER BY a
INSERT INTO gal_p VALUES (3, 7, 'z')
INSERT INTO gal_p (a) VALUES (4)
UPDATE gal_p SET a = 10 WHERE a = 1
SELECT * FROM gal_p ORDER BY a, b
ALTER TABLE gal_p ALTER COLUMN a DROP EXPRESSION
ALTER TABLE gal_p ALTER COLUMN a DROP EXPRESSION IF EXISTS
ALTER TABLE gal_p ALTER COLUMN b DROP EXPRESSION IF EXISTS
ALTER TABLE gal_p ALTER COLUMN nope DROP EXPRESSION
ALTER TABLE gal_p ALTER COLUMN nope DROP EXPRESSION IF EXISTS
ALTER TABLE gal_nosuch ALTER COLUMN b DROP EXPRESSION
ALTER TABLE IF EXISTS gal_nosuch ALTER COLUMN b DROP EXPRESSION
SELECT attname, attnum, attgenerated, atthasdef, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'gal_p'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, column_default, is_generated, generation_expression FROM information_schema.columns WHERE table_name = 'gal_p' ORDER BY ordinal_position
ALTER TABLE gal_p ALTER b SET DEFAULT 5
INSERT INTO gal_p (a) VALUES (77)
SELECT b FROM gal_p WHERE a = 77
CREATE TABLE gal_k (id int PRIMARY KEY, first text NOT NULL, last text, whole text GENERATED ALWAYS AS (first || ' ' || last) STORED, day date GENERATED ALWAYS AS (date '2024-01-01' + id) STORED, big boolean GENERATED ALWAYS AS (id > 2) STORED, CHECK (id > 0))
COMMENT ON COLUMN gal_k.whole IS 'both'
CREATE INDEX gal_k_last ON gal_k (last)
CREATE TABLE gal_r (id int REFERENCES gal_k)
INSERT INTO gal_k (id, first, last) VALUES (1, 'Ann', 'Lee'), (3, 'Bo', NULL)
INSERT INTO gal_r VALUES (1)
CREATE VIEW gal_v AS SELECT whole, big FROM gal_k
ALTER TABLE gal_k ALTER COLUMN whole DROP EXPRESSION, ALTER COLUMN big DROP EXPRESSION
ALTER TABLE gal_k ALTER day DROP EXPRESSION
SELECT * FROM gal_k ORDER BY id
SELECT * FROM gal_v ORDER BY 1
UPDATE gal_k SET whole = 'Ann M. Lee', big = true WHERE id = 1
SELECT * FROM gal_v ORDER BY 1
SELECT col_description('gal_k'::regclass, 4)
DELETE FROM gal_k WHERE id = 1
INSERT INTO gal_k (id, first) VALUES (0, 'x')
SELECT indexname FROM pg_indexes WHERE tablename = 'gal_k' ORDER BY 1
CREATE TABLE gal_n (a int, n numeric(8,2) GENERATED ALWAYS AS (a * 1.5) STORED, v varchar(5) GENERATED ALWAYS AS (a::text) STORED)
INSERT INTO gal_n (a) VALUES (3)
ALTER TABLE gal_n ALTER COLUMN n DROP EXPRESSION
SELECT * FROM gal_n
BEGIN; CREATE TABLE gal_b (a int, b int GENERATED ALWAYS AS (a + 1) STORED); INSERT INTO gal_b VALUES (1); ALTER TABLE gal_b ALTER b DROP EXPRESSION; INSERT INTO gal_b VALUES (5, 5); SELECT * FROM gal_b ORDER BY a; COMMIT
SELECT * FROM gal_b ORDER BY a
CREATE TEMP TABLE gal_t (a int, b int GENERATED ALWAYS AS (a + 1) STORED)
INSERT INTO gal_t VALUES (1)
ALTER TABLE gal_t ALTER b DROP EXPRESSION
SELECT * FROM gal_t
CREATE TABLE gal_c (a int, b int GENERATED ALWAYS AS (a * 2) STORED CHECK (b > 0))
CREATE TABLE gal_u (a int, b int GENERATED ALWAYS AS (a * 2) STORED UNIQUE)
CREATE TABLE gal_x (a int, b int GENERATED ALWAYS AS (a * 2) STORED NOT NULL)
CREATE VIEW gal_w AS SELECT a FROM gal_p
ALTER TABLE gal_w ALTER COLUMN a DROP EXPRESSION
