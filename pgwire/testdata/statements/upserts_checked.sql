-- ON CONFLICT: what is proposed, what conflicts, what is returned.
CREATE TABLE dj_c (id int PRIMARY KEY, qty int CHECK (qty >= 0), name text NOT NULL, CONSTRAINT dj_pos CHECK (id > 0))
INSERT INTO dj_c VALUES (1, 5, 'a') ON CONFLICT (id) DO UPDATE SET qty = dj_c.qty + excluded.qty
INSERT INTO dj_c VALUES (1, -2, 'a') ON CONFLICT (id) DO UPDATE SET qty = dj_c.qty + excluded.qty
INSERT INTO dj_c VALUES (1, 2, NULL) ON CONFLICT (id) DO UPDATE SET qty = dj_c.qty + excluded.qty
INSERT INTO dj_c (id, qty) VALUES (1, 2) ON CONFLICT (id) DO NOTHING
INSERT INTO dj_c VALUES (1, -9, 'x') ON CONFLICT DO NOTHING
INSERT INTO dj_c VALUES (1, 2, 'b'), (2, 3, 'c') ON CONFLICT (id) DO UPDATE SET qty = dj_c.qty + excluded.qty, name = excluded.name RETURNING *
INSERT INTO dj_c VALUES (1, 1, 'b') ON CONFLICT (id) DO UPDATE SET qty = dj_c.qty - 100
INSERT INTO dj_c VALUES (1, 1, 'b') ON CONFLICT ON CONSTRAINT dj_c_pkey DO UPDATE SET qty = 1 RETURNING id, qty, xmax = 0
INSERT INTO dj_c VALUES (1, 1, 'b') ON CONFLICT ON CONSTRAINT dj_pos DO NOTHING
INSERT INTO dj_c VALUES (1, 1, 'b') ON CONFLICT ON CONSTRAINT nope DO UPDATE SET qty = 1
CREATE TABLE dj_e (id serial PRIMARY KEY, email text NOT NULL, n int DEFAULT 1, tags text[], doc jsonb, at timestamp DEFAULT '2024-01-01')
CREATE UNIQUE INDEX dj_e_ix ON dj_e (lower(email))
INSERT INTO dj_e (email) VALUES ('A'), ('b') ON CONFLICT (lower(email)) DO UPDATE SET email = excluded.email RETURNING id, email, (xmax = 0) AS new
INSERT INTO dj_e (email, tags, doc) VALUES ('a', '{x,y}', '{"k": 1}'), ('B', ARRAY['z'], '[]') ON CONFLICT (lower(email)) DO UPDATE SET email = excluded.email, tags = excluded.tags, doc = excluded.doc, n = dj_e.n + 1 RETURNING id, email, n, tags, doc, (xmax = 0) AS new, (xmax <> 0)
INSERT INTO dj_e (email) VALUES ('a') ON CONFLICT (lower(email)) DO UPDATE SET tags = dj_e.tags || 'w'::text, doc = dj_e.doc || '{"z": 2}' RETURNING *
INSERT INTO dj_e (email) VALUES ('a') ON CONFLICT (lower(email)) DO UPDATE SET email = 'renamed' RETURNING id, email
INSERT INTO dj_e (email) VALUES ('Renamed') ON CONFLICT (lower(email)) DO UPDATE SET n = 0 WHERE dj_e.n > 100 RETURNING *
INSERT INTO dj_e (email) SELECT x FROM unnest(ARRAY['q', 'r', 'Q']) x ON CONFLICT (lower(email)) DO NOTHING RETURNING email
INSERT INTO dj_e (email, n) SELECT 'S', generate_series(1, 2) ON CONFLICT (lower(email)) DO UPDATE SET n = excluded.n
INSERT INTO dj_e (email, n) VALUES ('t', 1) ON CONFLICT DO NOTHING
INSERT INTO dj_e (email, n) VALUES ('T', 1), ('u', 2) ON CONFLICT DO NOTHING RETURNING email, (SELECT count(*) FROM dj_e) AS before
WITH src AS (SELECT 'v' AS e UNION ALL SELECT 'T') INSERT INTO dj_e (email) SELECT e FROM src ON CONFLICT (lower(email)) DO UPDATE SET n = 50 RETURNING email, n
WITH up AS (INSERT INTO dj_e (email) VALUES ('v'), ('w') ON CONFLICT (lower(email)) DO UPDATE SET n = 60 RETURNING id, email, xmax = 0 AS fresh) SELECT email, fresh FROM up ORDER BY email
WITH up AS (INSERT INTO dj_e (email) VALUES ('v'), ('x') ON CONFLICT (lower(email)) DO NOTHING RETURNING email) SELECT email FROM up UNION ALL SELECT 'old ' || email FROM dj_e WHERE email IN ('v', 'x') ORDER BY 1
SELECT email, n, tags, doc FROM dj_e ORDER BY email COLLATE "C"
CREATE TYPE dj_mood AS ENUM ('sad', 'ok')
CREATE DOMAIN dj_pct AS int CHECK (VALUE BETWEEN 0 AND 100)
CREATE TYPE dj_addr AS (street text, zip text)
CREATE TABLE dj_u (k date, lang char(2), mood dj_mood DEFAULT 'ok', pct dj_pct, addr dj_addr, price numeric(8,2), bits bit(3), len varchar(5), UNIQUE (k, lang))
INSERT INTO dj_u (k, lang, pct) VALUES ('2024-01-01', 'en', 5), ('2024-1-1', 'en', 6) ON CONFLICT (k, lang) DO UPDATE SET pct = excluded.pct
INSERT INTO dj_u (k, lang, pct, addr, price) VALUES ('2024-01-01', 'en', 5, ROW('s', '1'), 1.239), ('2024-01-02', 'en', 6, NULL, 2) ON CONFLICT (k, lang) DO UPDATE SET pct = excluded.pct, mood = DEFAULT RETURNING *, xmax = 0 AS new
INSERT INTO dj_u (k, lang, pct, addr, price) VALUES ('2024-01-01', 'en', 50, ROW('t', '2'), 5.555), ('2024-01-03', 'de', 6, NULL, 2) ON CONFLICT (k, lang) DO UPDATE SET pct = excluded.pct, mood = 'sad', addr = excluded.addr, price = excluded.price + dj_u.price RETURNING *, xmax = 0 AS new
INSERT INTO dj_u (k, lang, pct) VALUES ('2024-01-01', 'en', 500), ('2024-01-01', 'fr', 1) ON CONFLICT (k, lang) DO UPDATE SET pct = 1
INSERT INTO dj_u (k, lang, len) VALUES ('2024-01-01', 'en', 'toolong'), ('2024-01-01', 'fr', 'x') ON CONFLICT (k, lang) DO UPDATE SET pct = 1
INSERT INTO dj_u (k, lang) VALUES ('2024-01-01', 'en'), ('2024-01-01', 'fr') ON CONFLICT (k, lang) DO UPDATE SET len = 'toolong'
INSERT INTO dj_u (k, lang) VALUES (NULL, 'en'), (NULL, 'en') ON CONFLICT (k, lang) DO UPDATE SET pct = 1 RETURNING k, lang, xmax = 0 AS new
INSERT INTO dj_u (k, lang) SELECT d, 'es' FROM generate_series(date '2024-02-01', '2024-02-03', '1 day') d ON CONFLICT (k, lang) DO UPDATE SET pct = 9
SELECT * FROM dj_u ORDER BY k, lang
CREATE TABLE dj_p (a int PRIMARY KEY)
CREATE TABLE dj_f (id int PRIMARY KEY, a int REFERENCES dj_p ON DELETE CASCADE, n int CHECK (n < 10))
INSERT INTO dj_f VALUES (1, 7, 1) ON CONFLICT (id) DO UPDATE SET n = 2
INSERT INTO dj_p VALUES (7), (8) ON CONFLICT DO NOTHING
INSERT INTO dj_f VALUES (1, 7, 1), (2, 8, 3) ON CONFLICT (id) DO UPDATE SET n = 2
INSERT INTO dj_f VALUES (1, 9, 1) ON CONFLICT (id) DO UPDATE SET n = 2
INSERT INTO dj_f VALUES (1, 9, 1) ON CONFLICT (id) DO UPDATE SET a = excluded.a
INSERT INTO dj_f VALUES (1, 8, 1) ON CONFLICT (id) DO UPDATE SET a = excluded.a RETURNING *, (SELECT count(*) FROM dj_p) AS p
SELECT * FROM dj_f ORDER BY id
CREATE VIEW dj_v AS SELECT id, n FROM dj_f
INSERT INTO dj_v VALUES (1, 4) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING *
INSERT INTO dj_v VALUES (1, 40) ON CONFLICT (id) DO UPDATE SET n = 5
CREATE TEMP TABLE dj_t (id int PRIMARY KEY, n int)
INSERT INTO dj_t VALUES (1, 1), (2, 2) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING *
INSERT INTO dj_t VALUES (1, 1), (1, 2) ON CONFLICT (id) DO UPDATE SET n = excluded.n
INSERT INTO dj_t VALUES (1, 5), (3, 2) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id, n, xmax = 0 AS ins
PREPARE dj_up(text, int) AS INSERT INTO dj_e (email, n) VALUES ($1, $2) ON CONFLICT (lower(email)) DO UPDATE SET n = dj_e.n + excluded.n RETURNING email, n, xmax = 0 AS new
EXECUTE dj_up('zed', 5)
EXECUTE dj_up('ZED', 5)
BEGIN
SAVEPOINT s
INSERT INTO dj_e (email, n) VALUES ('zed', 1), ('ZED', 2) ON CONFLICT (lower(email)) DO UPDATE SET n = 0
ROLLBACK TO s
INSERT INTO dj_e (email, n) VALUES ('zed', 1) ON CONFLICT (lower(email)) DO UPDATE SET n = 0 RETURNING email, n
ROLLBACK
SELECT n FROM dj_e WHERE email = 'zed'
CREATE TABLE dj_nn (id int PRIMARY KEY, v text)
ALTER TABLE dj_nn ADD CONSTRAINT dj_nn_v UNIQUE NULLS NOT DISTINCT (v)
INSERT INTO dj_nn VALUES (1, NULL), (2, NULL) ON CONFLICT (v) DO NOTHING RETURNING *
INSERT INTO dj_nn VALUES (3, NULL), (4, 'q') ON CONFLICT (v) DO UPDATE SET id = dj_nn.id + 10 RETURNING *
INSERT INTO dj_nn VALUES (3, NULL), (40, 'q') ON CONFLICT ON CONSTRAINT dj_nn_v DO UPDATE SET v = 'w' RETURNING *
CREATE TABLE dj_mix (id int PRIMARY KEY, a text, b text UNIQUE)
CREATE UNIQUE INDEX dj_mix_a ON dj_mix (lower(a))
INSERT INTO dj_mix VALUES (1, 'a', 'b') ON CONFLICT DO NOTHING
INSERT INTO dj_mix VALUES (2, 'A', 'c'), (3, 'd', 'b'), (1, 'e', 'e'), (4, 'f', 'f'), (5, 'F', 'g') ON CONFLICT DO NOTHING RETURNING id
INSERT INTO dj_mix VALUES (11, 'p', 'p'), (11, 'q', 'q'), (12, 'Q', 'r') ON CONFLICT DO NOTHING RETURNING id
CREATE TABLE dj_w (n int, addr dj_addr, pct dj_pct)
INSERT INTO dj_w (addr, pct) SELECT addr, pct FROM dj_u WHERE lang = 'en' AND k < '2024-01-03' RETURNING addr, pct
UPDATE dj_w SET addr = u.addr, n = 1 FROM dj_u u WHERE u.pct = dj_w.pct RETURNING dj_w.*
