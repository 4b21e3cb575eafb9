-- Keys over arrays, keys in which NULLs are the same, and keys that include columns.
CREATE TABLE ka_t (id int, tags text[] UNIQUE, nums int[], UNIQUE (tags, nums))
CREATE TABLE ka_copy (LIKE ka_t INCLUDING ALL)
SELECT indexdef FROM pg_indexes WHERE tablename = 'ka_copy' ORDER BY 1
INSERT INTO ka_copy VALUES (1, '{a}', '{1}')
INSERT INTO ka_copy VALUES (1, '{a}', '{1}')
CREATE TABLE ka_d (id int PRIMARY KEY, d date[] UNIQUE, n numeric[] UNIQUE, u uuid[] UNIQUE, b boolean[] UNIQUE, t timestamp[] UNIQUE)
INSERT INTO ka_d VALUES (1, '{2024-01-01}', '{1.0}', NULL, '{t,f}', '{2024-01-01 10:00}')
INSERT INTO ka_d VALUES (3, NULL, NULL, NULL, '{t,f}', NULL)
INSERT INTO ka_d VALUES (3, NULL, NULL, NULL, NULL, '{2024-01-01 10:00:00}')
CREATE TABLE ka_v (v varchar(5)[] UNIQUE, n int)
INSERT INTO ka_v VALUES ('{abc,de}')
INSERT INTO ka_v VALUES ('{abc,de}')
CREATE TYPE ka_e AS ENUM ('x', 'y')
CREATE TABLE ka_en (e ka_e[] PRIMARY KEY)
INSERT INTO ka_en VALUES ('{x,y}'), ('{y,x}')
INSERT INTO ka_en VALUES ('{x,y}')
ALTER TABLE ka_en RENAME COLUMN e TO ee
INSERT INTO ka_en VALUES ('{x,y}')
ALTER TABLE ka_en RENAME TO ka_en2
INSERT INTO ka_en2 VALUES ('{x,y}')
ALTER TABLE ka_en2 RENAME CONSTRAINT ka_en_pkey TO ka_pk
INSERT INTO ka_en2 VALUES ('{x,y}')
ALTER INDEX ka_pk RENAME TO ka_pk2
INSERT INTO ka_en2 VALUES ('{x,y}')
DROP INDEX ka_pk2
ALTER TABLE ka_en2 ADD COLUMN z int
ALTER TABLE ka_en2 ADD CHECK (z > 0)
INSERT INTO ka_en2 VALUES ('{x,y}')
ALTER TABLE ka_en2 ADD PRIMARY KEY (z)
ALTER TABLE ka_en2 DROP CONSTRAINT ka_pk2
INSERT INTO ka_en2 VALUES ('{x,y}')
DELETE FROM ka_en2
ALTER TABLE ka_en2 ADD CONSTRAINT kk PRIMARY KEY (ee)
INSERT INTO ka_en2 VALUES ('{x,y}')
INSERT INTO ka_en2 VALUES ('{x,y}') ON CONFLICT ON CONSTRAINT kk DO UPDATE SET z = 4 RETURNING *
INSERT INTO ka_en2 VALUES ('{x,y}', 1), ('{x}', 2) ON CONFLICT (ee) DO UPDATE SET z = excluded.z RETURNING *
INSERT INTO ka_en2 VALUES ('{y,y}', 1), ('{y,y}', 2) ON CONFLICT (ee) DO UPDATE SET z = excluded.z RETURNING *
INSERT INTO ka_en2 VALUES ('{y,y}', 1), ('{ y, y }', 2) ON CONFLICT (ee) DO NOTHING
INSERT INTO ka_en2 SELECT ARRAY['y','x']::ka_e[], 5 ON CONFLICT (ee) DO UPDATE SET z = 100
SELECT * FROM ka_en2 ORDER BY z, ee
ALTER TABLE ka_en2 DROP COLUMN ee
SELECT count(*) FROM pg_constraint WHERE conrelid = 'ka_en2'::regclass AND contype = 'p'
CREATE TABLE IF NOT EXISTS ka_t (id int, tags text[] UNIQUE)
CREATE TABLE nd_t (id int, a text, b int, CONSTRAINT nd_c UNIQUE NULLS NOT DISTINCT (a, b))
INSERT INTO nd_t VALUES (1, NULL, 1), (2, NULL, 2), (3, 'x', NULL), (4, '=', 7), (5, 'NULL', 8)
INSERT INTO nd_t VALUES (4, NULL, 1)
INSERT INTO nd_t VALUES (4, 'x', NULL)
INSERT INTO nd_t VALUES (4, 'NULL', NULL)
INSERT INTO nd_t VALUES (6, NULL, NULL)
INSERT INTO nd_t VALUES (5, NULL, NULL)
INSERT INTO nd_t VALUES (7, NULL, NULL) ON CONFLICT (a, b) DO UPDATE SET id = excluded.id RETURNING *
INSERT INTO nd_t VALUES (8, NULL, NULL) ON CONFLICT ON CONSTRAINT nd_c DO UPDATE SET id = excluded.id RETURNING *
INSERT INTO nd_t VALUES (8, NULL, NULL) ON CONFLICT ON CONSTRAINT nd_cc DO UPDATE SET id = excluded.id RETURNING *
INSERT INTO nd_t VALUES (6, NULL, NULL) ON CONFLICT DO NOTHING
UPDATE nd_t SET a = NULL WHERE id = 3
UPDATE nd_t SET b = 1 WHERE id = 2
SELECT * FROM nd_t ORDER BY id, a
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'nd_t'::regclass
SELECT indexdef FROM pg_indexes WHERE tablename = 'nd_t'
SELECT indnullsnotdistinct, indisunique, indnatts, indnkeyatts FROM pg_index WHERE indrelid = 'nd_t'::regclass
SELECT constraint_name, constraint_type, nulls_distinct FROM information_schema.table_constraints WHERE table_name = 'nd_t'
SELECT constraint_name, constraint_type FROM information_schema.table_constraints WHERE table_name = 'nd_t'
SELECT column_name, ordinal_position FROM information_schema.key_column_usage WHERE table_name = 'nd_t'
CREATE TABLE nd_i (id int PRIMARY KEY, email text)
CREATE UNIQUE INDEX nd_i_e ON nd_i (email) NULLS NOT DISTINCT
INSERT INTO nd_i VALUES (1, NULL)
INSERT INTO nd_i VALUES (2, NULL)
INSERT INTO nd_i VALUES (2, 'a')
INSERT INTO nd_i VALUES (3, 'a')
SELECT indexdef FROM pg_indexes WHERE indexname = 'nd_i_e'
ALTER TABLE nd_i ADD CONSTRAINT nd_more UNIQUE NULLS NOT DISTINCT (id, email)
DELETE FROM nd_i WHERE id = 2
ALTER TABLE nd_i ADD COLUMN code int UNIQUE NULLS NOT DISTINCT
INSERT INTO nd_i VALUES (3, 'x', NULL)
CREATE UNIQUE INDEX nd_part ON nd_i (email) NULLS NOT DISTINCT WHERE id > 100
INSERT INTO nd_i VALUES (101, NULL, 5)
CREATE INDEX nd_plain ON nd_i (email) NULLS NOT DISTINCT
SELECT indexdef FROM pg_indexes WHERE tablename = 'nd_i' ORDER BY 1
CREATE TABLE ix_c (id int PRIMARY KEY, name text UNIQUE, other text, CONSTRAINT ix_inc UNIQUE (id) INCLUDE (other))
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'ix_c'::regclass ORDER BY 1
CREATE TABLE ix_d (id int, v text, PRIMARY KEY (id) INCLUDE (v))
INSERT INTO ix_d VALUES (1, 'a')
INSERT INTO ix_d VALUES (1, 'a')
INSERT INTO ix_d VALUES (1, 'b') ON CONFLICT (id) DO UPDATE SET v = excluded.v
INSERT INTO ix_d VALUES (NULL, 'a')
SELECT v FROM ix_d GROUP BY id
CREATE TABLE ix_e (d int REFERENCES ix_d)
INSERT INTO ix_e VALUES (2)
INSERT INTO ix_e VALUES (1)
DELETE FROM ix_d
DROP TABLE ix_d
ALTER TABLE ix_d DROP CONSTRAINT ix_d_pkey
ALTER TABLE ix_d DROP CONSTRAINT ix_d_pkey CASCADE
SELECT indexdef FROM pg_indexes WHERE tablename = 'ix_d'
BEGIN; DELETE FROM ka_copy; INSERT INTO ka_copy VALUES (9, '{a}', '{1}'); COMMIT
SELECT * FROM ka_copy
BEGIN; SAVEPOINT s; INSERT INTO ka_copy VALUES (9, '{a}', '{1}'); ROLLBACK TO s; INSERT INTO ka_copy VALUES (10, '{b}', '{1}'); COMMIT
ROLLBACK
TRUNCATE ka_copy
INSERT INTO ka_copy VALUES (9, '{a}', '{1}'), (10, '{a}', '{2}')
CREATE TABLE kb_t (id int, tags text[] UNIQUE, nums int[])
INSERT INTO kb_t VALUES (1, '{a,b}', '{1,2}')
INSERT INTO kb_t VALUES (2, '{a,b}', '{1,2}')
INSERT INTO kb_t VALUES (2, '{b,a}', '{1,2}')
INSERT INTO kb_t VALUES (3, NULL, NULL), (4, NULL, '{}'), (5, '{}', '{NULL}')
INSERT INTO kb_t VALUES (6, '{}', NULL)
INSERT INTO kb_t VALUES (6, '{NULL}', NULL)
INSERT INTO kb_t VALUES (7, '{NULL}', NULL)
INSERT INTO kb_t VALUES (7, '{"NULL"}', NULL)
INSERT INTO kb_t VALUES (8, '{"a,b"}', NULL), (9, '{"a\"b"}', NULL)
INSERT INTO kb_t VALUES (10, '{a,b}', '{9}') ON CONFLICT (tags) DO UPDATE SET nums = excluded.nums RETURNING id, tags, nums
INSERT INTO kb_t VALUES (10, '{a,b}', '{9}') ON CONFLICT DO NOTHING
INSERT INTO kb_t VALUES (12, '{a,b,c,d}', '{9}')
UPDATE kb_t SET tags = '{a,b}' WHERE id = 2
UPDATE kb_t SET tags = tags || 'x'::text
SELECT * FROM kb_t ORDER BY id
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'kb_t'
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'kb_t'::regclass
CREATE TABLE kb_p (path int[] PRIMARY KEY, name text)
INSERT INTO kb_p VALUES ('{1}', 'a'), ('{1,2}', 'b'), ('{1,2,3}', 'c')
INSERT INTO kb_p VALUES ('{1,2}', 'b')
INSERT INTO kb_p VALUES (NULL, 'b')
INSERT INTO kb_p VALUES ('{1,2}', 'bb') ON CONFLICT (path) DO UPDATE SET name = excluded.name
SELECT * FROM kb_p ORDER BY path
SELECT * FROM kb_p WHERE path = '{1,2}'
SELECT name FROM kb_p GROUP BY path ORDER BY 1
SELECT path, name FROM kb_p GROUP BY path ORDER BY 1
UPDATE kb_p SET path = path || 9 WHERE path[1] = 1
SELECT * FROM kb_p ORDER BY path
CREATE UNIQUE INDEX kb_u ON kb_t (id, nums)
INSERT INTO kb_t VALUES (1, '{zz}', '{9}')
INSERT INTO kb_t VALUES (1, '{zzz}', '{9}')
DROP INDEX kb_u
ALTER TABLE kb_t DROP CONSTRAINT kb_t_tags_key
INSERT INTO kb_t VALUES (1, '{zz}', '{9}')
ALTER TABLE kb_t ADD UNIQUE (tags)
DELETE FROM kb_t WHERE tags = '{zz}'
ALTER TABLE kb_t ADD UNIQUE (tags)
ALTER TABLE kb_t ADD CONSTRAINT kb_t_n UNIQUE (tags, nums)
CREATE TABLE kb_c (id int, p int[] REFERENCES kb_p (path))
CREATE TABLE kb_d (id int PRIMARY KEY, d date[] UNIQUE, n numeric[] UNIQUE, u uuid[] UNIQUE)
INSERT INTO kb_d VALUES (1, '{2024-01-01}', '{1.0}', NULL)
INSERT INTO kb_d VALUES (2, '{2024-01-01}', '{2.0}', NULL)
CREATE TABLE kb_m (id int PRIMARY KEY, tags text[])
CREATE UNIQUE INDEX kb_m_tags ON kb_m (tags) WHERE id > 10
INSERT INTO kb_m VALUES (1, '{a}'), (2, '{a}'), (11, '{a}')
INSERT INTO kb_m VALUES (12, '{a}')
