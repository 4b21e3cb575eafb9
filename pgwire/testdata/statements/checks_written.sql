CREATE SCHEMA chk
SET search_path = chk, public
CREATE TABLE z2 (s text CHECK (s = ANY (ARRAY['a', 'b'])))
INSERT INTO z2 VALUES ('a'), (NULL)
INSERT INTO z2 VALUES ('q')
CREATE TABLE z3 (s text CHECK (s <> ALL (ARRAY['a', 'b'])))
INSERT INTO z3 VALUES ('q')
INSERT INTO z3 VALUES ('a')
CREATE TABLE z5 (s text, CONSTRAINT z5c CHECK (s = ANY (ARRAY['a'::text, 'b'::text])))
CREATE TABLE z6 (s varchar(10), CONSTRAINT z6c CHECK (((s)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))))
INSERT INTO z5 VALUES ('q')
INSERT INTO z6 VALUES ('q')
INSERT INTO z6 VALUES ('b')
CREATE TABLE z7 (s int CHECK (s = ANY (ARRAY[1, 2])), t text CHECK (lower(t) = t))
INSERT INTO z7 VALUES (3, 'a')
INSERT INTO z7 VALUES (2, 'a')
ALTER TABLE z7 ADD CONSTRAINT z7c CHECK (t = ANY (ARRAY['a'::text, 'b'::text]))
INSERT INTO z7 VALUES (2, 'c')
ALTER TABLE z7 ADD COLUMN u text CHECK (u <> ALL (ARRAY['x', 'y'])) DEFAULT 'z'
INSERT INTO z7 VALUES (2, 'a', 'x')
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid IN ('z2'::regclass, 'z3'::regclass, 'z5'::regclass, 'z7'::regclass) ORDER BY 1
CREATE TABLE z10 (a int CHECK (a % 2 = 0), b text CHECK (char_length(b) <= 5), e text CHECK (left(e, 1) = 'q'), f text CHECK (f NOT LIKE '%z' AND f ILIKE 'A%'), i text CHECK (coalesce(i, '') <> 'bad'), j text CHECK (replace(j, 'a', 'b') = j), k int CHECK (k / 2 > 0), c text CHECK (length(repeat(c, 2)) < 10), z text DEFAULT lpad('1', 5, '0'), d text DEFAULT repeat('x', 3))
SELECT conname, pg_get_constraintdef(oid), pg_get_constraintdef(oid, true) FROM pg_constraint WHERE conrelid = 'z10'::regclass ORDER BY 1
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE adrelid = 'z10'::regclass ORDER BY a.attnum
CREATE TABLE z11 (a int, b int GENERATED ALWAYS AS (a / 2 + a % 3) STORED, c int GENERATED ALWAYS AS ((a + 1) * 2 / 3 % 4) STORED)
SELECT a.attname, pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE adrelid = 'z11'::regclass ORDER BY a.attnum
SELECT table_name, column_name, generation_expression FROM information_schema.columns WHERE table_name = 'z11' ORDER BY ordinal_position
ALTER TABLE z10 RENAME COLUMN j TO jj
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'z10_j_check'
RESET search_path
DROP SCHEMA chk CASCADE
