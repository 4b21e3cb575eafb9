-- Arrays beside quoted constants in definitions.
CREATE TABLE defq4 (id int, c int[] CHECK (c <> '{1}'), d text[] DEFAULT '{}' CHECK (d <> '{a,b}'), e date[] CHECK (e IS DISTINCT FROM '{2024-01-01}'))
INSERT INTO defq4 VALUES (1, '{2}', '{x}', '{2024-01-02}')
INSERT INTO defq4 VALUES (2, '{1}', '{x}', '{2024-01-02}')
INSERT INTO defq4 VALUES (3, '{2}', '{a,b}', '{2024-01-02}')
INSERT INTO defq4 VALUES (4, '{2}', '{a}', '{2024-01-01}')
SELECT * FROM defq4 ORDER BY id
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'defq4'::regclass ORDER BY conname
CREATE TABLE defq4g (id int, c int[], g boolean GENERATED ALWAYS AS (c = '{1,2}') STORED, h boolean GENERATED ALWAYS AS (c @> '{1}') STORED, i boolean GENERATED ALWAYS AS (1 = ANY (c[1:2])) STORED, j boolean GENERATED ALWAYS AS (c && '{3}') STORED)
INSERT INTO defq4g VALUES (1, '{1,2}'), (2, '{3,4,1}'), (3, NULL), (4, '{}')
SELECT * FROM defq4g ORDER BY id
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'defq4g'::regclass ORDER BY adnum
CREATE TABLE defq4h (id int, c int[], g int[] GENERATED ALWAYS AS (c || '{7}') STORED, h int[] GENERATED ALWAYS AS (coalesce(c, '{0}')) STORED, i int[] GENERATED ALWAYS AS (CASE WHEN id > 1 THEN c ELSE '{}' END) STORED)
INSERT INTO defq4h VALUES (1, '{1,2}'), (2, NULL)
SELECT * FROM defq4h ORDER BY id
CREATE TABLE defq4i (id int, c int[], CHECK (c <@ '{1,2,3}'), CHECK (c >= '{1}'))
CREATE TABLE defq4j (id int, c int[], CHECK (c <@ '{1,2,3}'), CHECK (c >= '{1}'))
INSERT INTO defq4j VALUES (1, '{1,2}')
INSERT INTO defq4j VALUES (1, '{1,4}')
INSERT INTO defq4j VALUES (1, '{0}')
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'defq4j'::regclass ORDER BY conname
CREATE TABLE defq4k (c numeric[] CHECK (c <> '{1.50}'), d varchar(3)[] CHECK (d <> '{abc}'), e timestamptz[] CHECK (e <> '{2024-01-01}'), f bool[] CHECK (f <> '{t}'), g jsonb[] CHECK (g <> '{}'), h uuid[] CHECK (h <> '{}'), i interval[] CHECK (i <> '{1 day}'), j int8[] CHECK (j <> '{1}'), k float8[] CHECK (k <> '{1.5}'), l bytea[] CHECK (l <> '{}'))
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'defq4k'::regclass ORDER BY conname
INSERT INTO defq4k (c) VALUES ('{1.5}')
INSERT INTO defq4k (c) VALUES ('{1.6}')
INSERT INTO defq4k (d) VALUES ('{abc}')
INSERT INTO defq4k (e) VALUES ('{2024-01-01}')
INSERT INTO defq4k (i) VALUES ('{24:00:00}')
INSERT INTO defq4k (i) VALUES ('{1 day}')
ALTER TABLE defq4 ADD COLUMN f int[] CHECK (f <> '{9}'), ADD COLUMN g bool GENERATED ALWAYS AS (c = '{2}') STORED
SELECT * FROM defq4
ALTER TABLE defq4 ADD CHECK (c <> '{77}')
INSERT INTO defq4 (c) VALUES ('{77}')
CREATE INDEX defq4_x ON defq4 ((c = '{1}')) WHERE c <> '{5}'
SELECT pg_get_indexdef('defq4_x'::regclass)
CREATE TABLE defq4m (c int[] CHECK (c <> 'x'))
CREATE TABLE defq4n (c int[] CHECK (c = '{{1},{2}}'))
INSERT INTO defq4n VALUES ('{1,2}')
CREATE TABLE defq4o (id int, c int[], g bool GENERATED ALWAYS AS (1 = ANY (c)) STORED, h bool GENERATED ALWAYS AS (2 <> ALL (c[2:])) STORED, i int GENERATED ALWAYS AS (c[1]) STORED, j int[] GENERATED ALWAYS AS (c[1:2]) STORED)
INSERT INTO defq4o (id, c) VALUES (1, '{1,2,3}'), (2, '{4}')
INSERT INTO defq4o (id, c) VALUES (3, '{0,2,3}')
SELECT * FROM defq4o ORDER BY id
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'defq4o'::regclass ORDER BY adnum
SELECT 1 = ANY ((ARRAY[1,2,3])[1:2]), 3 = ANY (c[1:2]), 3 = ANY (c[2:3]) FROM defq4o ORDER BY id
CREATE DOMAIN defq4d AS int[] CHECK (VALUE <> '{1}')
SELECT '{1}'::defq4d
SELECT '{2}'::defq4d
CREATE TABLE defq4p (c interval[] DEFAULT ARRAY['1 day'::interval, '2 hours'], d text[] DEFAULT '{a b,"c d"}', e text[] CHECK (e <> '{a b}'), f date[] DEFAULT ARRAY['2024-01-01'::date], g numeric(5,2)[] DEFAULT '{1.5}', h bool[] DEFAULT ARRAY[true, false], i int8[] DEFAULT ARRAY[1, 2]::int8[])
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'defq4p'::regclass ORDER BY adnum
INSERT INTO defq4p (e) VALUES ('{a,b}') RETURNING *
