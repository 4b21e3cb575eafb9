-- What MERGE sets and inserts: types, parts of columns, values computed where a clause applies.
CREATE TYPE mt_mood AS ENUM ('downcast', 'so_so', 'glad')
CREATE DOMAIN mt_pos AS int CHECK (VALUE > 0)
CREATE TYPE mt_addr AS (street text, zip text)
CREATE TABLE mt_t (id int PRIMARY KEY, mood mt_mood DEFAULT 'so_so', tags text[], nums int[], doc jsonb, at timestamp, d date, code varchar(4), ch char(3), pos mt_pos, addr mt_addr, amt numeric(6,2), iv interval, u uuid, b bytea, ok bool, bits bit(3), r int4range)
MERGE INTO mt_t t USING (VALUES (1), (2)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT VALUES (s.id, 'glad', '{a,b}', '{1,NULL}', '{"k": 1}', '2024-01-01 10:00', '2024-02-03', 'abcd', 'x', 5, ROW('s', '1'), 1.239, '1 day 2 hours', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '\xdead', 'yes', '101', '[1,5)')
SELECT * FROM mt_t ORDER BY id
MERGE INTO mt_t t USING (VALUES (1), (3)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET mood = 'downcast', tags = '{}', nums[2] = 7, doc = '[]', addr.zip = 'm', amt = '9.999', d = '2024-12-31', code = 'zz', iv = '3 mon' WHEN NOT MATCHED THEN INSERT (id, nums, mood) VALUES (s.id, '{1}', DEFAULT)
SELECT id, mood, tags, nums, doc, addr, amt, d, code, ch, iv FROM mt_t ORDER BY id
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, mood) VALUES (s.id, 'nope')
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, code) VALUES (s.id, 'toolong')
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, pos) VALUES (s.id, -1)
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, amt) VALUES (s.id, 'abc')
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, d) VALUES (s.id, '2024-13-01')
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, ok) VALUES (s.id, 5)
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, d) VALUES (s.id, 5)
MERGE INTO mt_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET id = 'x'
MERGE INTO mt_t t USING (VALUES (1, 'glad', '{q,r}', '2024-05-05')) s(id, m, tg, d) ON t.id = s.id WHEN MATCHED THEN UPDATE SET mood = s.m::mt_mood, tags = s.tg::text[], d = s.d::date
MERGE INTO mt_t t USING (VALUES (1, 'glad')) s(id, m) ON t.id = s.id WHEN MATCHED THEN UPDATE SET mood = s.m
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, nope) VALUES (s.id, 1)
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, d) VALUES (s.id)
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id, 4)
MERGE INTO mt_t t USING (VALUES (9)) s(id) ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, id) VALUES (s.id, 4)
MERGE INTO mt_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET ok = true, ok = false
MERGE INTO mt_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED AND t.mood = 'glad' THEN UPDATE SET ch = 'hap', bits = '110' WHEN MATCHED THEN DELETE
SELECT id, mood, tags, d, ch, bits FROM mt_t ORDER BY id
MERGE INTO mt_t t USING generate_series(1, 4) g ON t.id = g WHEN MATCHED AND g = 2 THEN DELETE WHEN NOT MATCHED THEN INSERT (id) VALUES (g)
MERGE INTO mt_t AS t USING mt_t AS s ON t.id = s.id AND s.id > 3 WHEN MATCHED THEN UPDATE SET code = 'c' || s.id
SELECT id, code FROM mt_t ORDER BY id
MERGE INTO nope USING mt_t s ON true WHEN MATCHED THEN DELETE
MERGE INTO mt_t t USING nope s ON true WHEN MATCHED THEN DELETE
MERGE INTO mt_t t USING mt_t s ON t.id = s.nope WHEN MATCHED THEN DELETE
MERGE INTO mt_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED THEN DELETE RETURNING *
PREPARE mt_p(int, text) AS MERGE INTO mt_t t USING (VALUES ($1, $2)) s(id, c) ON t.id = s.id WHEN MATCHED THEN UPDATE SET code = s.c WHEN NOT MATCHED THEN INSERT (id, code) VALUES (s.id, s.c)
EXECUTE mt_p(1, 'p1')
EXECUTE mt_p(50, 'p50')
SELECT id, code FROM mt_t WHERE code LIKE 'p%' ORDER BY id
CREATE TABLE mu_t (id int PRIMARY KEY, q int, ok bool, at date, nums int[])
INSERT INTO mu_t VALUES (1, 10, true, '2024-01-01', '{1}'), (2, 20, false, NULL, NULL)
MERGE INTO mu_t t USING (VALUES (1, 2), (99, 0)) s(id, d) ON t.id = s.id WHEN MATCHED THEN UPDATE SET q = 10 / s.d WHEN NOT MATCHED THEN INSERT (id, q) VALUES (s.id, 5)
MERGE INTO mu_t t USING (VALUES (1, 0), (98, 2)) s(id, d) ON t.id = s.id WHEN MATCHED THEN UPDATE SET q = 1 WHEN NOT MATCHED THEN INSERT (id, q) VALUES (s.id, 10 / s.d)
MERGE INTO mu_t t USING (VALUES (1, 0), (2, 4)) s(id, d) ON t.id = s.id WHEN MATCHED AND s.d > 0 THEN UPDATE SET q = 100 / s.d WHEN MATCHED THEN UPDATE SET q = -1
MERGE INTO mu_t t USING (VALUES (1, 7), (97, 8)) s(id, d) ON t.id = s.id WHEN MATCHED THEN UPDATE SET nums[2] = s.d WHEN NOT MATCHED THEN INSERT (id, nums) VALUES (s.id, ARRAY[s.d])
SELECT * FROM mu_t ORDER BY id
MERGE INTO mu_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET ok = 1
MERGE INTO mu_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED AND t.q THEN DELETE
MERGE INTO mu_t t USING (VALUES (1)) s(id) ON t.id = s.id WHEN MATCHED THEN UPDATE SET at = s.id
MERGE INTO mu_t t USING (SELECT 1 AS id, now() AS ts) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET at = s.ts, q = 3.7
MERGE INTO mu_t t USING (SELECT 70 AS id, 'x' AS q) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, q) VALUES (id, q)
MERGE INTO mu_t t USING (SELECT 70 AS id, 3 AS q) s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (id, q) VALUES (id, q + 1)
INSERT INTO mu_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET ok = 5
INSERT INTO mu_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET at = excluded.q
INSERT INTO mu_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET q = excluded.ok
INSERT INTO mu_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET q = 1 WHERE mu_t.q
INSERT INTO mu_t (id, ok) VALUES (1, 5) ON CONFLICT (id) DO NOTHING
INSERT INTO mu_t AS m (id, q) VALUES (1, 4), (3, 6) ON CONFLICT (id) DO UPDATE SET q = m.q + excluded.q, ok = excluded.q > 3 RETURNING m.id, m.q, ok
INSERT INTO mu_t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET q = mu_t.nope
SELECT id, q, ok FROM mu_t ORDER BY id
MERGE INTO mu_t t USING (VALUES (1, '0'), (300, '4')) s(id, d) ON t.id = s.id WHEN MATCHED AND s.d = '0' THEN UPDATE SET q = nullif(s.d, '0')::int WHEN NOT MATCHED AND s.id > 500 THEN INSERT (id, q) VALUES (s.id, s.d::int / 0) WHEN NOT MATCHED THEN INSERT (id, q, nums) VALUES (s.id, s.d::int * 2, ARRAY[s.d::int])
CREATE TABLE mu_src (id int PRIMARY KEY, amount int, divisor int)
INSERT INTO mu_src VALUES (1, 5, 0), (400, 100, 4)
MERGE INTO mu_t USING mu_src ON mu_t.id = mu_src.id WHEN NOT MATCHED THEN INSERT (id, q) VALUES (mu_src.id, amount / divisor) WHEN MATCHED THEN UPDATE SET q = mu_t.q + amount
WITH w AS (SELECT id, divisor AS dv FROM mu_src) MERGE INTO mu_t t USING w ON t.id = w.id WHEN MATCHED AND w.dv <> 0 THEN UPDATE SET q = 80 / w.dv WHEN NOT MATCHED THEN INSERT (id, q) VALUES (w.id, abs(w.dv))
MERGE INTO mu_t t USING generate_series(1, 3) g ON t.id = g WHEN NOT MATCHED THEN INSERT (id, q) VALUES (g, abs(-g)) WHEN MATCHED THEN UPDATE SET q = abs(t.q)
SELECT * FROM mu_t ORDER BY id
CREATE TABLE pq_t (id int, code text)
PREPARE pq_1(int, text) AS SELECT t.id FROM pq_t t JOIN (VALUES ($1, $2)) s(id, c) ON t.id = s.id
PREPARE pq_2(int, text) AS UPDATE pq_t t SET code = s.c FROM (VALUES ($1, $2)) s(id, c) WHERE t.id = s.id
