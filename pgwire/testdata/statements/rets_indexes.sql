-- Unique indexes on expressions, and ON CONFLICT on them.
CREATE TABLE reti_u (id int, email text, doc jsonb, d date, n int)
CREATE UNIQUE INDEX reti_email ON reti_u (lower(email))
INSERT INTO reti_u VALUES (1, 'A@x', '{"key": "a"}', '2024-01-01', 1)
INSERT INTO reti_u VALUES (2, 'a@X', '{"key": "b"}', '2024-01-02', 2)
INSERT INTO reti_u VALUES (2, 'b@X', '{"key": "b"}', '2024-01-02', 2)
CREATE UNIQUE INDEX reti_key ON reti_u ((doc ->> 'key'))
INSERT INTO reti_u VALUES (3, 'c', '{"key": "c"}', '2024-01-03', 3)
INSERT INTO reti_u VALUES (4, 'd', '{}', '2024-01-03', 4), (5, NULL, '{}', '2024-01-03', 5)
INSERT INTO reti_u VALUES (6, 'C', '{"key": "q"}', '2024-01-03', 3) ON CONFLICT (lower(email)) DO NOTHING
INSERT INTO reti_u VALUES (6, 'C', '{"key": "q"}', '2024-01-03', 3) ON CONFLICT (lower(email)) DO UPDATE SET n = reti_u.n + excluded.n RETURNING *
INSERT INTO reti_u VALUES (6, 'e', '{"key": "a"}', '2024-01-03', 3) ON CONFLICT ((doc ->> 'other')) DO NOTHING
INSERT INTO reti_u VALUES (7, 'f', '{"key": "z"}', '2024-01-03', 3) ON CONFLICT (lower(email)) DO UPDATE SET n = 0 RETURNING *
UPDATE reti_u SET email = 'A@X' WHERE id = 2
UPDATE reti_u SET email = upper(email)
SELECT id, email, doc, n FROM reti_u ORDER BY id, n
CREATE UNIQUE INDEX ON reti_u ((n % 2))
CREATE UNIQUE INDEX ON reti_u (id, (n + 1))
INSERT INTO reti_u SELECT id, NULL, NULL, NULL, n FROM reti_u WHERE id = 1
CREATE UNIQUE INDEX ON reti_u (lower(email), id) WHERE n > 3
CREATE UNIQUE INDEX ON reti_u (upper(email) DESC NULLS LAST)
CREATE UNIQUE INDEX reti_year ON reti_u (date_trunc('month', d))
CREATE UNIQUE INDEX reti_co ON reti_u (coalesce(email, ''), (coalesce(n, 0)))
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'reti_u' AND indexname <> 'reti_key' ORDER BY 1
SELECT attname, attnum FROM pg_attribute WHERE attrelid = 'reti_co'::regclass ORDER BY 2
BEGIN
INSERT INTO reti_u VALUES (20, 'tx', '{"key": "tx"}')
SAVEPOINT s
ROLLBACK TO s
DELETE FROM reti_u WHERE id = 20
INSERT INTO reti_u VALUES (22, 'TX', '{"key": "tx2"}') RETURNING id
COMMIT
DROP INDEX reti_email
INSERT INTO reti_u VALUES (30, 'a@x', '{"key": "n30"}', NULL, 30)
INSERT INTO reti_u VALUES (30, 'a@x', '{"key": "n30"}', NULL, 30) ON CONFLICT (lower(email)) DO NOTHING
CREATE UNIQUE INDEX reti_email ON reti_u (lower(email))
CREATE TABLE reti_v (id int PRIMARY KEY, a text, b int)
CREATE UNIQUE INDEX ON reti_v ((a || b))
CREATE UNIQUE INDEX ON reti_v (md5(a))
CREATE UNIQUE INDEX IF NOT EXISTS reti_v_lower ON reti_v (lower(a))
INSERT INTO reti_v VALUES (1, 'A', 1), (2, 'a', 2)
INSERT INTO reti_v VALUES (1, 'A', 1), (2, 'b', 2)
ALTER TABLE reti_v RENAME COLUMN a TO aa
INSERT INTO reti_v VALUES (3, 'B', 1)
SELECT indexdef FROM pg_indexes WHERE tablename = 'reti_v' ORDER BY 1
ALTER TABLE reti_v DROP COLUMN aa
SELECT indexdef FROM pg_indexes WHERE tablename = 'reti_v' ORDER BY 1
INSERT INTO reti_v VALUES (3, 1) ON CONFLICT (id) DO UPDATE SET b = 9 RETURNING *
DROP TABLE reti_v
CREATE TABLE reti_w (id int, a text, b int, c bigint)
CREATE UNIQUE INDEX reti_wab ON reti_w ((a || b))
CREATE UNIQUE INDEX reti_wmd ON reti_w (md5(a), id)
CREATE UNIQUE INDEX reti_wsum ON reti_w ((b + 1), (c * 2))
INSERT INTO reti_w VALUES (1, 'a', 1, 1), (2, 'a', 2, 2), (3, NULL, NULL, NULL), (4, NULL, NULL, NULL)
INSERT INTO reti_w VALUES (5, 'a', 1, 7)
INSERT INTO reti_w VALUES (1, 'a', 9, 9)
INSERT INTO reti_w VALUES (1, 'q', 2, 2)
INSERT INTO reti_w VALUES (5, 'a', 1, 7) ON CONFLICT ((a || b)) DO UPDATE SET c = excluded.c RETURNING *
INSERT INTO reti_w VALUES (1, 'a', 9, 9) ON CONFLICT (md5(a), id) DO UPDATE SET c = excluded.c RETURNING *
INSERT INTO reti_w VALUES (1, 'q', 2, 2) ON CONFLICT ((b + 1), (c * 2)) DO NOTHING
INSERT INTO reti_w VALUES (1, 'q', 2, 2) ON CONFLICT ((b + 2)) DO NOTHING
INSERT INTO reti_w VALUES (8, 'z', 2147483647, 1)
INSERT INTO reti_w VALUES (8, 'z', 1, 9223372036854775807)
UPDATE reti_w SET b = 2 WHERE id = 1
UPDATE reti_w SET b = b + 10 RETURNING *
SELECT * FROM reti_w ORDER BY id
SELECT indexdef FROM pg_indexes WHERE tablename = 'reti_w' ORDER BY 1
CREATE UNIQUE INDEX reti_small ON reti_w ((id - 1))
CREATE UNIQUE INDEX reti_const ON reti_w ((b + 99999999999))
ALTER TABLE reti_w ALTER COLUMN b TYPE bigint
INSERT INTO reti_w VALUES (30, 'a', 11, 1)
