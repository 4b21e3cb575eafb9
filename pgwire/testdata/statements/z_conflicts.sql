CREATE TABLE zk (id int PRIMARY KEY, note text NOT NULL, n int UNIQUE)
PREPARE zk_a(int, text) AS INSERT INTO zk (id, note) VALUES ($1, $2) ON CONFLICT DO NOTHING
EXECUTE zk_a(1, NULL)
EXECUTE zk_a(NULL, 'a')
EXECUTE zk_a(1, 'a')
EXECUTE zk_a(1, NULL)
PREPARE zk_b(int, text) AS INSERT INTO zk (id, note) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id
EXECUTE zk_b(1, NULL)
EXECUTE zk_b(NULL, 'b')
EXECUTE zk_b(2, 'b')
PREPARE zk_c(int, int) AS INSERT INTO zk (id, note, n) VALUES ($1, 'c', $2) ON CONFLICT (n) DO NOTHING RETURNING id
EXECUTE zk_c(3, NULL)
EXECUTE zk_c(4, NULL)
EXECUTE zk_c(5, 1)
EXECUTE zk_c(6, 1)
EXECUTE zk_c(NULL, 1)
PREPARE zk_d(int, int) AS INSERT INTO zk (id, note, n) VALUES ($1, 'c', $2) ON CONFLICT DO NOTHING
EXECUTE zk_d(7, NULL)
EXECUTE zk_d(NULL, NULL)
PREPARE zk_e AS INSERT INTO zk (id, note) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET note = excluded.note
EXECUTE zk_e(1, NULL)
EXECUTE zk_e(9, NULL)
EXECUTE zk_e(NULL, 'x')
EXECUTE zk_e(1, 'x')
PREPARE zk_f AS INSERT INTO zk (id, note) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = 44
EXECUTE zk_f(1, NULL)
PREPARE zk_g AS INSERT INTO zk VALUES ($1, $2, $3), ($4, $5, $6) ON CONFLICT DO NOTHING
EXECUTE zk_g(20, 'x', 20, 1, NULL, 20)
EXECUTE zk_g(1, 'y', 1, 21, 'z', 22)
INSERT INTO zk VALUES (1, NULL) ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (NULL, 'a') ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (1, nullif('a', 'a')) ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (1, NULL::text) ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (1, (SELECT note FROM zk WHERE id = 1000)) ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (1, (SELECT note FROM zk WHERE id = 2)) ON CONFLICT DO NOTHING
INSERT INTO zk VALUES (1, upper('q')) ON CONFLICT (id) DO UPDATE SET note = excluded.note || '!' RETURNING *
INSERT INTO zk SELECT 1, NULL ON CONFLICT DO NOTHING
INSERT INTO zk SELECT 1, 'a' ON CONFLICT DO NOTHING
INSERT INTO zk SELECT 8, 'a' ON CONFLICT DO NOTHING RETURNING *
INSERT INTO zk (note, id) SELECT NULL, id FROM zk WHERE id = 1 ON CONFLICT DO NOTHING
INSERT INTO zk (id, note) SELECT id, nullif(note, 'b') FROM zk ON CONFLICT DO NOTHING
INSERT INTO zk (id, note) SELECT id + 100, note FROM zk WHERE id < 3 ON CONFLICT DO NOTHING
INSERT INTO zk (id, note) SELECT id, nullif(note, 'b') FROM zk ON CONFLICT (id) DO UPDATE SET n = NULL
INSERT INTO zk (id, note) TABLE zk_none ON CONFLICT DO NOTHING
WITH q AS (SELECT 1 AS id, NULL AS note) INSERT INTO zk (id, note) SELECT * FROM q ON CONFLICT DO NOTHING
WITH q AS (INSERT INTO zk (id, note) SELECT 1, nullif('a', 'a') ON CONFLICT DO NOTHING RETURNING id) SELECT * FROM q
CREATE TABLE zs (id serial PRIMARY KEY, code varchar(5) NOT NULL UNIQUE, at timestamptz NOT NULL DEFAULT '2024-01-01', amount numeric(8,2) NOT NULL, kind char(3) NOT NULL DEFAULT 'abc', doc jsonb NOT NULL DEFAULT '{}', tags text[] NOT NULL DEFAULT '{}', ok boolean NOT NULL DEFAULT true, u uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000')
PREPARE zs_a AS INSERT INTO zs (code, at, amount, kind, doc, tags, ok, u) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (code) DO UPDATE SET amount = excluded.amount, doc = excluded.doc RETURNING code, at, amount, kind, doc, tags, ok, u
EXECUTE zs_a('a', '2024-05-05 10:00+00', 10.505, 'x', '{"a":1}', '{x,y}', false, '11111111-1111-1111-1111-111111111111')
EXECUTE zs_a('a', '2024-05-05 10:00+00', '11.5', 'x', '{"a":2}', ARRAY['z'], true, '11111111-1111-1111-1111-111111111111')
EXECUTE zs_a('a', NULL, 10.5, 'x', '{"a":1}', '{x,y}', false, '11111111-1111-1111-1111-111111111111')
EXECUTE zs_a('a', now(), 10.5, NULL, '{"a":1}', '{x,y}', false, '11111111-1111-1111-1111-111111111111')
EXECUTE zs_a('toolong', now(), 10.5, 'a', '{"a":1}', '{x,y}', false, '11111111-1111-1111-1111-111111111111')
INSERT INTO zs (id, code, amount) VALUES (1, 'a', 3) ON CONFLICT DO NOTHING
INSERT INTO zs (id, code, amount) VALUES (NULL, 'a', 3) ON CONFLICT DO NOTHING
INSERT INTO zs (code, amount) VALUES ('a', 1 + NULL) ON CONFLICT DO NOTHING
INSERT INTO zs (code, amount) VALUES ('a', 1 + 2) ON CONFLICT (code) DO UPDATE SET amount = zs.amount + excluded.amount RETURNING code, amount
INSERT INTO zs (code, amount) SELECT code, amount * 2 FROM zs ON CONFLICT (code) DO UPDATE SET amount = excluded.amount RETURNING code, amount
CREATE TABLE zi (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int NOT NULL, b int NOT NULL, UNIQUE (a, b))
PREPARE zi_a AS INSERT INTO zi (a, b) VALUES ($1, $2) ON CONFLICT (a, b) DO NOTHING RETURNING a, b
EXECUTE zi_a(1, 2)
EXECUTE zi_a(1, 2)
EXECUTE zi_a(1, NULL)
EXECUTE zi_a(NULL, 1)
SELECT * FROM zk ORDER BY id
