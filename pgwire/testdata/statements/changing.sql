-- INSERT, UPDATE, DELETE and MERGE with what applications write around them.
CREATE TABLE acct (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL DEFAULT 'me', balance numeric(6,2) CHECK (balance >= 0), kind varchar(5), UNIQUE (owner, kind))
INSERT INTO acct (id, owner) VALUES (9, 'nine')
INSERT INTO acct (id, owner) OVERRIDING SYSTEM VALUE VALUES (9, 'nine') RETURNING id
INSERT INTO acct (id, owner) OVERRIDING USER VALUE VALUES (10, 'ten') RETURNING id
INSERT INTO acct (id, owner) VALUES (DEFAULT, 'def') RETURNING id
UPDATE acct SET id = 3 WHERE owner = 'def'
UPDATE acct SET id = DEFAULT WHERE owner = 'def' RETURNING id
INSERT INTO acct DEFAULT VALUES RETURNING owner, balance
INSERT INTO acct (owner, balance, kind) VALUES ('ann', 10, 'a'), ('bob', 20.555, 'b'), ('cid', NULL, 'c') RETURNING owner, balance
INSERT INTO acct (owner, balance) VALUES ('big', 10000)
INSERT INTO acct (owner, kind) VALUES ('long', 'toolong')
INSERT INTO acct (owner, balance) VALUES ('neg', -1)
INSERT INTO acct (owner, kind) VALUES ('ann', 'a')
INSERT INTO acct (owner) VALUES (NULL)
INSERT INTO acct (nosuch) VALUES (1)
INSERT INTO acct (owner, owner) VALUES ('a', 'b')
INSERT INTO acct (owner, kind) VALUES ('a')
INSERT INTO acct (owner) VALUES ('a', 'b')
UPDATE acct SET balance = DEFAULT, kind = 'z' WHERE owner = 'cid' RETURNING owner, balance, kind
UPDATE acct SET balance = balance * 2 WHERE owner IN ('ann', 'bob') RETURNING owner, balance AS b, balance / 2 > 5 AS big
UPDATE acct SET nosuch = 1
UPDATE acct SET balance = 1, balance = 2
UPDATE acct a SET balance = v.b FROM (VALUES ('ann', 1.25), ('bob', 2.5)) v(o, b) WHERE a.owner = v.o RETURNING a.owner, v.b
UPDATE acct SET balance = 99999
UPDATE acct SET owner = NULL WHERE owner = 'ann'
UPDATE acct SET (balance, kind) = (7, 'k') WHERE owner = 'ann' RETURNING balance, kind
UPDATE acct SET (balance, kind) = ROW (8, 'l') WHERE owner = 'ann' RETURNING balance, kind
INSERT INTO acct (owner, kind, balance) VALUES ('bob', 'b', 5) ON CONFLICT (owner, kind) DO UPDATE SET balance = acct.balance + EXCLUDED.balance RETURNING owner, balance
INSERT INTO acct (owner, kind, balance) VALUES ('bob', 'b', 5) ON CONFLICT DO NOTHING
INSERT INTO acct (owner, kind, balance) VALUES ('bob', 'b', 5) ON CONFLICT (owner, kind) DO NOTHING RETURNING *
INSERT INTO acct (owner, kind, balance) VALUES ('bob', 'b', 5) ON CONFLICT (owner, kind) DO UPDATE SET balance = 1 WHERE acct.balance > 1000 RETURNING balance
INSERT INTO acct (owner, kind) VALUES ('bob', 'b') ON CONFLICT (kind) DO NOTHING
INSERT INTO acct (owner, kind) VALUES ('two', 't'), ('two', 't') ON CONFLICT (owner, kind) DO UPDATE SET balance = 1
INSERT INTO acct (owner, kind) VALUES ('bob', 'b') ON CONFLICT ON CONSTRAINT acct_owner_kind_key DO UPDATE SET balance = 3 RETURNING balance
DELETE FROM acct USING (VALUES ('nine')) v(o) WHERE acct.owner = v.o RETURNING acct.owner
DELETE FROM acct WHERE owner = 'ten' RETURNING owner || '!' AS gone
DELETE FROM acct WHERE false
DELETE FROM nosuch
WITH old AS (SELECT owner FROM acct WHERE kind = 'z') DELETE FROM acct WHERE owner IN (SELECT owner FROM old) RETURNING owner
WITH src AS (SELECT 'eve' AS o, 4.5 AS b) INSERT INTO acct (owner, balance) SELECT o, b FROM src RETURNING owner, balance
CREATE TABLE delta (owner text PRIMARY KEY, d numeric(6,2))
INSERT INTO delta VALUES ('ann', 1), ('new', 2), ('eve', 3)
MERGE INTO acct a USING delta d ON a.owner = d.owner WHEN MATCHED AND d.d > 2 THEN DELETE WHEN MATCHED THEN UPDATE SET balance = a.balance + d.d WHEN NOT MATCHED THEN INSERT (owner, balance) VALUES (d.owner, d.d)
SELECT owner, balance FROM acct ORDER BY owner, balance
MERGE INTO acct a USING delta d ON a.owner = d.owner WHEN MATCHED THEN DO NOTHING
INSERT INTO acct (owner, balance) SELECT owner, d FROM delta ON CONFLICT DO NOTHING
CREATE TABLE calc (a int, b int, c int GENERATED ALWAYS AS (a + b) STORED)
INSERT INTO calc (a, b) VALUES (1, 2) RETURNING *
INSERT INTO calc (a, b, c) VALUES (1, 2, 3)
INSERT INTO calc (a, b, c) VALUES (3, 4, DEFAULT) RETURNING c
UPDATE calc SET a = 10 WHERE b = 2 RETURNING a, b, c
UPDATE calc SET c = 1
UPDATE calc SET c = DEFAULT
INSERT INTO calc VALUES (5, 6) RETURNING c
CREATE TABLE kinds (i smallint, j bigint, r real, b boolean, d date, ts timestamp, u uuid, js jsonb, ba bytea, c char(3), n numeric)
INSERT INTO kinds (i) VALUES (40000)
INSERT INTO kinds (j) VALUES (9223372036854775808)
INSERT INTO kinds (b) VALUES ('maybe')
INSERT INTO kinds (d) VALUES ('2024-02-30')
INSERT INTO kinds (ts) VALUES ('nonsense')
INSERT INTO kinds (u) VALUES ('not-a-uuid')
INSERT INTO kinds (js) VALUES ('{bad')
INSERT INTO kinds (i) VALUES ('12x')
INSERT INTO kinds (d) VALUES (5)
INSERT INTO kinds (c) VALUES ('abcd')
INSERT INTO kinds (c, ba, js, n) VALUES ('ab', '\x6162', '{"b":1,"a":2}', 1.50) RETURNING c, ba, js, n
INSERT INTO kinds (i, b, d, ts, u) VALUES ('7', 't', '2024-02-29', '2024-02-29 10:11:12.5', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11') RETURNING i, b, d, ts, u
TRUNCATE kinds
TRUNCATE kinds, calc
TRUNCATE nosuch
TRUNCATE acct RESTART IDENTITY
INSERT INTO acct (owner) VALUES ('first') RETURNING id
TRUNCATE acct RESTART IDENTITY CASCADE
INSERT INTO acct (owner) VALUES ('first') RETURNING id
CREATE TABLE par (id int PRIMARY KEY)
CREATE TABLE chi (id int PRIMARY KEY, par int REFERENCES par)
INSERT INTO par VALUES (1), (2)
INSERT INTO chi VALUES (1, 1)
TRUNCATE par
DELETE FROM par WHERE id = 1
UPDATE par SET id = 5 WHERE id = 1
INSERT INTO chi VALUES (2, 9)
UPDATE chi SET par = 9
UPDATE par SET id = 6 WHERE id = 2
DROP TABLE par
