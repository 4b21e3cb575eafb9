-- ON CONFLICT: what is proposed, what conflicts, what is returned.
CREATE TABLE dd_kv (ns text NOT NULL DEFAULT 'm', k text NOT NULL, v int, hits int NOT NULL DEFAULT 1, gen int GENERATED ALWAYS AS (v * 2) STORED, CONSTRAINT dd_kv_pk PRIMARY KEY (ns, k))
INSERT INTO dd_kv (k, v) VALUES ('a', 1), ('b', 2)
INSERT INTO dd_kv (k, v) VALUES ('z', 1), ('z', 2) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v
INSERT INTO dd_kv (k, v) SELECT 'z', g FROM generate_series(1, 2) g ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v
INSERT INTO dd_kv (k, v) VALUES ('z', 1), ('z', 2) ON CONFLICT ON CONSTRAINT dd_kv_pk DO UPDATE SET v = excluded.v
INSERT INTO dd_kv (ns, k, v) VALUES ('m', 'z', 1), (DEFAULT, 'z', 2) ON CONFLICT (k, ns) DO UPDATE SET v = excluded.v
INSERT INTO dd_kv (ns, k, v) VALUES ('m', 'z', 1), ('m', lower('Z'), 2) ON CONFLICT (k, ns) DO UPDATE SET v = excluded.v
INSERT INTO dd_kv (ns, k, v) VALUES ('m', 'q', 1), ('m', 'q', 2) ON CONFLICT (k, ns) DO NOTHING
SELECT * FROM dd_kv ORDER BY k, v
INSERT INTO dd_kv (k, v) VALUES ('a', 10), ('n', 11) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v, hits = dd_kv.hits + 1 RETURNING k, v, gen, hits, (xmax = 0) AS inserted
INSERT INTO dd_kv (k, v) VALUES ('a', 10), ('o', 11) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v, hits = dd_kv.hits + 1 RETURNING *, xmax = 0 AS inserted
INSERT INTO dd_kv (k, v) VALUES ('a', 10), ('p', 11) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v RETURNING CASE WHEN xmax::text::int > 0 THEN 'updated' ELSE 'inserted' END AS what, k
INSERT INTO dd_kv (k, v) VALUES ('a', 10), ('r', 11) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v RETURNING xmax::text = '0' AS ins, xmax <> 0 AS upd, k
INSERT INTO dd_kv (k, v) VALUES ('s', 11) ON CONFLICT (ns, k) DO NOTHING RETURNING xmax = 0 AS ins, k
INSERT INTO dd_kv (k, v) VALUES ('t', 11) RETURNING xmax = 0 AS ins, k
WITH u AS (INSERT INTO dd_kv (k, v) VALUES ('a', 12), ('u', 13) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v RETURNING (xmax = 0) AS ins) SELECT count(*) FILTER (WHERE ins) AS inserted, count(*) FILTER (WHERE NOT ins) AS updated FROM u
INSERT INTO dd_kv (k, v) VALUES ('a', 7) ON CONFLICT (ns, k) DO UPDATE SET (v, hits) = (SELECT excluded.v, max(hits) + 100 FROM dd_kv) RETURNING k, v, hits
INSERT INTO dd_kv (k, v) VALUES ('a', 7) ON CONFLICT (ns, k) DO UPDATE SET (v, hits) = (excluded.v + 1, dd_kv.hits * 2) RETURNING k, v, hits
INSERT INTO dd_kv (k, v) VALUES ('a', 7) ON CONFLICT (ns, k) DO UPDATE SET (v, hits) = ROW(excluded.v + 2, DEFAULT) RETURNING k, v, hits
INSERT INTO dd_kv (k, v) VALUES ('a', 7) ON CONFLICT (ns, k) DO UPDATE SET hits = (SELECT count(*) FROM dd_kv x WHERE x.ns = excluded.ns) RETURNING k, v, hits
INSERT INTO dd_kv (k, v) VALUES ('a', 8), ('b', 9) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v WHERE dd_kv.v > 5 RETURNING k, v
INSERT INTO dd_kv (k, v) VALUES ('a', 8), ('b', 9) ON CONFLICT (ns, k) DO UPDATE SET v = excluded.v WHERE EXISTS (SELECT 1 FROM dd_kv x WHERE x.k = excluded.k AND x.v = 8) RETURNING k, v
INSERT INTO dd_kv AS t (k, v) VALUES ('a', 8) ON CONFLICT (ns, k) DO UPDATE SET v = t.v + excluded.v, hits = DEFAULT RETURNING t.*
INSERT INTO dd_kv (k, v) VALUES ('a', 8) ON CONFLICT (ns, k) DO UPDATE SET v = dd_kv.gen RETURNING v, gen
INSERT INTO dd_kv (k, v) VALUES (NULL, 8) ON CONFLICT (ns, k) DO UPDATE SET v = 1
INSERT INTO dd_kv (k, hits) VALUES ('a', NULL) ON CONFLICT (ns, k) DO UPDATE SET v = 1
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns) DO NOTHING
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT ON CONSTRAINT nope DO NOTHING
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) WHERE v > 0 DO NOTHING
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (nope) DO NOTHING
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT DO UPDATE SET v = 1
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) DO UPDATE SET nope = 1
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) DO UPDATE SET v = 'x'
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) DO UPDATE SET gen = 3
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) DO UPDATE SET v = excluded.nope
INSERT INTO dd_kv (k) VALUES ('a') ON CONFLICT (ns, k) DO UPDATE SET v = 1 RETURNING excluded.v
CREATE TABLE dd_s (id serial PRIMARY KEY, email text UNIQUE, nick text, n int DEFAULT 0)
CREATE UNIQUE INDEX dd_s_nick ON dd_s (nick)
INSERT INTO dd_s (email, nick) VALUES ('a@x', 'a'), ('b@x', 'b')
INSERT INTO dd_s (email, nick) VALUES ('a@x', 'c'), ('c@x', 'b'), ('d@x', 'd') ON CONFLICT DO NOTHING RETURNING *
INSERT INTO dd_s (email, nick) VALUES ('e@x', 'e') ON CONFLICT (email) DO UPDATE SET n = dd_s.n + 1 RETURNING *
INSERT INTO dd_s (email, nick) VALUES ('e@x', 'a') ON CONFLICT (email) DO UPDATE SET n = dd_s.n + 1 RETURNING *
INSERT INTO dd_s (email, nick) VALUES ('f@x', 'a') ON CONFLICT (email) DO UPDATE SET n = dd_s.n + 1 RETURNING *
INSERT INTO dd_s (email, nick) VALUES ('a@x', 'zz') ON CONFLICT (email) DO UPDATE SET nick = 'b'
INSERT INTO dd_s (email, nick) SELECT email, nick FROM dd_s ON CONFLICT (email) DO UPDATE SET n = dd_s.n + 10
INSERT INTO dd_s (id, email, nick) VALUES (1, 'zz', 'zz') ON CONFLICT (id) DO UPDATE SET id = 100 RETURNING *
SELECT * FROM dd_s ORDER BY id
CREATE TABLE dd_i (id int GENERATED ALWAYS AS IDENTITY, code text PRIMARY KEY, at int DEFAULT 5)
INSERT INTO dd_i (code) VALUES ('a'), ('b') ON CONFLICT (code) DO UPDATE SET at = excluded.at + 1 RETURNING *
INSERT INTO dd_i (code) VALUES ('a'), ('c') ON CONFLICT (code) DO UPDATE SET at = excluded.id RETURNING *
INSERT INTO dd_i (id, code) VALUES (7, 'a') ON CONFLICT (code) DO NOTHING
INSERT INTO dd_i (id, code) OVERRIDING SYSTEM VALUE VALUES (70, 'q') ON CONFLICT (code) DO NOTHING RETURNING *
CREATE TABLE de_m (id serial PRIMARY KEY, email text NOT NULL, team text DEFAULT 'none', left_at date)
CREATE UNIQUE INDEX de_m_live ON de_m (lower(email)) WHERE left_at IS NULL
INSERT INTO de_m (email) VALUES ('a@x') ON CONFLICT (email) DO NOTHING
INSERT INTO de_m (email) VALUES ('a@x') ON CONFLICT (lower(email)) DO NOTHING
INSERT INTO de_m (email) VALUES ('a@x') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO NOTHING
INSERT INTO de_m (email) VALUES ('A@x'), ('B@x'), ('b@x') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO NOTHING RETURNING id, email
INSERT INTO de_m (email, team) VALUES ('A@x', 'red'), ('c@x', 'blue') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team RETURNING id, email, team
INSERT INTO de_m (email, team) VALUES ('D@x', 'red'), ('d@x', 'blue') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team
INSERT INTO de_m (email, team, left_at) VALUES ('A@x', 'gone', '2024-01-01'), ('a@x', 'gone2', '2024-01-02') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team RETURNING email, team
INSERT INTO de_m (email, team) SELECT 'u' || g, 't' || g FROM generate_series(1, 3) g ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team RETURNING id, email, team
INSERT INTO de_m (email, team) SELECT upper(email), 'up' FROM de_m WHERE email LIKE 'u%' ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = de_m.team || excluded.team RETURNING id, email, team
INSERT INTO de_m (email, team) VALUES ('U1', 'n1'), ('U9', 'n9') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team RETURNING email, (xmax = 0) AS inserted
INSERT INTO de_m (email, team) VALUES ('U1', 'w'), ('U2', 'w') ON CONFLICT (lower(email)) WHERE left_at IS NULL DO UPDATE SET team = excluded.team WHERE de_m.team = 'n1' RETURNING email, team
SELECT * FROM de_m ORDER BY id
CREATE TABLE de_p (sku text, live bool, price int)
CREATE UNIQUE INDEX de_p_sku ON de_p (sku) WHERE live
INSERT INTO de_p VALUES ('a', true, 1) ON CONFLICT (sku) DO NOTHING
INSERT INTO de_p VALUES ('a', true, 1), ('a', false, 2), ('b', true, 3) ON CONFLICT (sku) WHERE live DO NOTHING
INSERT INTO de_p VALUES ('a', true, 10), ('a', false, 20), ('c', true, 30) ON CONFLICT (sku) WHERE live DO UPDATE SET price = excluded.price RETURNING *
INSERT INTO de_p VALUES ('a', true, 10), ('d', false, 20) ON CONFLICT DO NOTHING
INSERT INTO de_p VALUES ('e', true, 10), ('e', true, 20), ('e', false, 20) ON CONFLICT DO NOTHING RETURNING *
SELECT * FROM de_p ORDER BY sku, live, price
CREATE TABLE de_e (email text)
CREATE UNIQUE INDEX de_e_ix ON de_e (lower(email))
INSERT INTO de_e VALUES ('A'), ('b') ON CONFLICT (lower(email)) DO NOTHING
INSERT INTO de_e VALUES ('a'), ('c') ON CONFLICT (email) DO NOTHING
INSERT INTO de_e VALUES ('a'), ('c') ON CONFLICT (email) DO UPDATE SET email = 'x'
INSERT INTO de_e VALUES ('a'), ('c') ON CONFLICT (lower(email)) DO UPDATE SET email = excluded.email RETURNING email
INSERT INTO de_e VALUES ('a'), ('d'), (NULL), (NULL) ON CONFLICT DO NOTHING RETURNING email
INSERT INTO de_e VALUES ('a') ON CONFLICT (upper(email)) DO NOTHING
INSERT INTO de_e VALUES ('A')
SELECT * FROM de_e ORDER BY email
CREATE TABLE de_two (a int, b int, tag text)
CREATE UNIQUE INDEX de_two_ix ON de_two (coalesce(a, 0), b)
INSERT INTO de_two VALUES (NULL, 1, 'x'), (1, 1, 'y') ON CONFLICT (coalesce(a, 0), b) DO UPDATE SET tag = excluded.tag
INSERT INTO de_two VALUES (0, 1, 'z'), (2, 1, 'w') ON CONFLICT (coalesce(a, 0), b) DO UPDATE SET tag = excluded.tag RETURNING *
INSERT INTO de_two VALUES (0, 1, 'z'), (NULL, 1, 'w') ON CONFLICT (coalesce(a, 0), b) DO UPDATE SET tag = excluded.tag RETURNING *
BEGIN
INSERT INTO de_two VALUES (5, 5, 'in tx') ON CONFLICT (coalesce(a, 0), b) DO NOTHING
INSERT INTO de_two VALUES (5, 5, 'again'), (6, 6, 'six') ON CONFLICT (coalesce(a, 0), b) DO UPDATE SET tag = de_two.tag || excluded.tag RETURNING *
DELETE FROM de_two WHERE a = 5
INSERT INTO de_two VALUES (5, 5, 'new'), (6, 6, 'x') ON CONFLICT (coalesce(a, 0), b) DO UPDATE SET tag = de_two.tag || excluded.tag RETURNING *
COMMIT
SELECT * FROM de_two ORDER BY a, b
