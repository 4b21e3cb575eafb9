-- Labels of enums in queries that an INSERT selects from, beside domains, and arrays of enums in steps of changes.
CREATE TYPE esel_st AS ENUM ('new', 'open', 'done')
CREATE DOMAIN esel_mail AS text CHECK (VALUE ~ '^[^@]+@[^@]+$')
CREATE TABLE esel_1 (id int PRIMARY KEY, s esel_st)
INSERT INTO esel_1 SELECT 1, 'open' FROM generate_series(1, 1)
INSERT INTO esel_1 SELECT 1, 'open' FROM generate_series(1, 1) ON CONFLICT (id) DO NOTHING
INSERT INTO esel_1 SELECT 1, 'open' FROM generate_series(1, 1) ON CONFLICT DO NOTHING
INSERT INTO esel_1 SELECT 1, 'done' FROM generate_series(1, 1) ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s RETURNING *
INSERT INTO esel_1 SELECT 2, 'done' ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s RETURNING *
CREATE TABLE esel_2 (id int PRIMARY KEY CHECK (id > 0), s esel_st, d date, m esel_mail UNIQUE, a esel_st[], t timestamptz DEFAULT now(), u uuid, j jsonb, x int)
INSERT INTO esel_2 (id, s, d, m) SELECT g, 'open', '2024-01-01', 'a@b' FROM generate_series(1, 1) g
INSERT INTO esel_2 (id, s, d, m) SELECT g, 'open', '2024-01-01', 'a' || g || '@b' FROM generate_series(1, 2) g ON CONFLICT (id) DO NOTHING
INSERT INTO esel_2 (id, s, d, m) SELECT g, 'open', '2024-01-01', 'b' || g || '@b' FROM generate_series(1, 2) g ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s, d = EXCLUDED.d
INSERT INTO esel_2 (id, m, a, u, j, x) SELECT 5, 'q@q', '{new,open}', '00000000-0000-0000-0000-000000000001', '{"a": 1}', '7' ON CONFLICT (id) DO NOTHING RETURNING id, a, u, j, x
INSERT INTO esel_2 (id, m, a, u, j, x) SELECT 6, 'r@q', '{new,open}', '00000000-0000-0000-0000-000000000001', '{"a": 1}', '7' FROM esel_1 WHERE id = 1 ON CONFLICT (m) DO UPDATE SET x = 3 RETURNING id, a, u, j, x
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', 'open', 20 FROM unnest(ARRAY['f']) k ON CONFLICT (m) DO NOTHING RETURNING m, s
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', 'open', 21 FROM unnest(ARRAY['g']) k ON CONFLICT DO NOTHING RETURNING m, s
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', 'nope', 22 FROM unnest(ARRAY['h']) k
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', 'open'::text, 22 FROM unnest(ARRAY['h']) k
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', k, 22 FROM unnest(ARRAY['new']) k
INSERT INTO esel_2 (m, s, id) SELECT k || '@y', k::esel_st, 22 FROM unnest(ARRAY['new']) k ON CONFLICT (id) DO NOTHING
INSERT INTO esel_2 (m, s, id) SELECT 'z' || k || '@y', CASE WHEN k = 'a' THEN 'new' ELSE 'done' END, 23 FROM unnest(ARRAY['new']) k
INSERT INTO esel_2 (m, s, id) SELECT 'z' || k || '@y', CASE WHEN k = 'a' THEN 'new'::esel_st ELSE 'done' END, 23 FROM unnest(ARRAY['new']) k ON CONFLICT (id) DO NOTHING
INSERT INTO esel_2 (m, s, id) SELECT DISTINCT 'y' || k || '@y', 'open', 24 FROM unnest(ARRAY['new']) k
INSERT INTO esel_2 (m, s, id) SELECT 'x' || k || '@y', 'open', 25 FROM unnest(ARRAY['new']) k GROUP BY k
INSERT INTO esel_2 (m, s, id) SELECT 'w@y', 'open', 26 UNION ALL SELECT 'v@y', 'done', 27
INSERT INTO esel_2 (m, s, id) (SELECT 'w@yy', 'open', 28) ON CONFLICT (id) DO NOTHING
WITH q AS (SELECT 'open' AS s) INSERT INTO esel_2 (m, s, id) SELECT 'w@yyy', q.s, 29 FROM q ON CONFLICT (id) DO NOTHING
WITH q AS (SELECT 'open' AS s) INSERT INTO esel_2 (m, s, id) SELECT 'w@yyy', q.s::esel_st, 29 FROM q ON CONFLICT (id) DO NOTHING
SELECT id, s, d, m, a FROM esel_2 ORDER BY id
INSERT INTO esel_2 (id, m, s) VALUES (40, 'n@n', (SELECT 'open'))
INSERT INTO esel_2 (id, m, s) VALUES (41, 'n@m', (SELECT s FROM esel_1 LIMIT 1)) ON CONFLICT (id) DO UPDATE SET s = (SELECT max(s) FROM esel_1) RETURNING s
UPDATE esel_2 SET s = x.s FROM (VALUES (1, 'done')) x(id, s) WHERE x.id = esel_2.id
UPDATE esel_2 SET s = x.s::esel_st FROM (VALUES (1, 'done')) x(id, s) WHERE x.id = esel_2.id RETURNING esel_2.s
UPDATE esel_2 SET s = CASE WHEN id = 1 THEN 'done' ELSE 'new' END WHERE id < 3
UPDATE esel_2 SET s = 'done', d = '2024-02-01', a = '{done}' WHERE id = 1 RETURNING s, d, a
CREATE TABLE esel_3 (id int PRIMARY KEY CHECK (id > 0), a esel_st[], s esel_st, n int[], t text[])
INSERT INTO esel_3 SELECT 1, '{new}' ON CONFLICT (id) DO UPDATE SET a = '{done}'
INSERT INTO esel_3 SELECT 1, '{new}' ON CONFLICT (id) DO UPDATE SET a = '{done}'
INSERT INTO esel_3 SELECT 1, '{new}' FROM generate_series(1, 1) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a
INSERT INTO esel_3 (id, s, n, t) SELECT 1, 'done', '{1,2}', '{a,b}' FROM generate_series(1, 1) ON CONFLICT (id) DO UPDATE SET s = EXCLUDED.s, n = EXCLUDED.n, t = EXCLUDED.t
INSERT INTO esel_3 (id, a, n) VALUES (2, '{new,done}', '{3}') ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a
INSERT INTO esel_3 (id, a, n) VALUES (2, '{done}', '{3}') ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a || esel_3.a
INSERT INTO esel_3 (id, a, n) VALUES (2, ARRAY['done']::esel_st[], '{3}'), (3, '{}', NULL) ON CONFLICT (id) DO UPDATE SET a = array_append(esel_3.a, 'open') RETURNING *
SELECT * FROM esel_3 ORDER BY id
CREATE TABLE esel_4 (id int PRIMARY KEY, a esel_st[])
INSERT INTO esel_4 SELECT 1, '{new}' ON CONFLICT (id) DO UPDATE SET a = '{done}'
INSERT INTO esel_4 SELECT 1, '{new}' ON CONFLICT (id) DO UPDATE SET a = '{done}' RETURNING *
INSERT INTO esel_4 SELECT 2, '{new,open}' FROM esel_3 WHERE id = 1
INSERT INTO esel_4 SELECT 2, '{new,open}' FROM esel_3 WHERE id = 1 ON CONFLICT (id) DO NOTHING
INSERT INTO esel_4 SELECT 3, '{new,open}' FROM esel_3 WHERE id = 1 ON CONFLICT (id) DO UPDATE SET a = '{new}' RETURNING *
MERGE INTO esel_4 USING (SELECT 3 AS id) v ON v.id = esel_4.id WHEN MATCHED THEN UPDATE SET a = '{open}' WHEN NOT MATCHED THEN INSERT VALUES (3, '{new}')
WITH i AS (INSERT INTO esel_4 SELECT 9, '{new,open}' RETURNING *) SELECT * FROM i
SELECT * FROM esel_4 ORDER BY id
