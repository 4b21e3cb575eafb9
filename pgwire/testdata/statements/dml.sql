-- Changes.
CREATE TABLE p (id int PRIMARY KEY, name text, qty int DEFAULT 1, price numeric(8,2), UNIQUE (name))
INSERT INTO p VALUES (1,'a',10,1.50),(2,'b',20,2.25),(3,'c',30,3)
INSERT INTO p (id, name) VALUES (4, 'd') RETURNING *
INSERT INTO p (id) SELECT 5 RETURNING id, name, qty + 1 AS q
INSERT INTO p DEFAULT VALUES
INSERT INTO p VALUES (1, 'x')
INSERT INTO p VALUES (6, 'a')
INSERT INTO p VALUES (1,'x',1,1) ON CONFLICT DO NOTHING
INSERT INTO p VALUES (1,'x',1,1) ON CONFLICT (id) DO NOTHING RETURNING id
INSERT INTO p VALUES (1,'a',5,9.99) ON CONFLICT (id) DO UPDATE SET qty = p.qty + EXCLUDED.qty, price = EXCLUDED.price RETURNING id, qty, price
INSERT INTO p AS t VALUES (2,'b',1,1) ON CONFLICT (id) DO UPDATE SET qty = t.qty + 1 WHERE t.qty > 100 RETURNING *
INSERT INTO p VALUES (8,'a',1,1) ON CONFLICT ON CONSTRAINT p_name_key DO UPDATE SET qty = 0 RETURNING id, qty
INSERT INTO p VALUES (9,'z') ON CONFLICT (qty) DO NOTHING
INSERT INTO p VALUES (9,'n',1,1),(9,'m',1,1) ON CONFLICT (id) DO UPDATE SET qty = 5
INSERT INTO p VALUES (10)
INSERT INTO p (id, nosuch) VALUES (1, 2)
INSERT INTO p (id) VALUES (1, 2)
INSERT INTO p (id, name) VALUES (11)
INSERT INTO p VALUES ('x')
INSERT INTO p VALUES (12, 'price', 1, 1234567.89)
INSERT INTO p VALUES (12, 'p', 1, 1.005) RETURNING price
INSERT INTO nosuch VALUES (1)
UPDATE p SET qty = qty + 1
UPDATE p SET price = price * 1.1 WHERE id = 1 RETURNING id, price, price * 2 AS dbl
UPDATE p SET (name, qty) = ('bb', 99) WHERE id = 2 RETURNING *
UPDATE p SET (name, qty) = (SELECT 'sub', 7) WHERE id = 3 RETURNING *
UPDATE p SET qty = DEFAULT WHERE id = 3 RETURNING qty
UPDATE p SET name = v.n FROM (VALUES (1,'new1'),(2,'new2')) v(i, n) WHERE p.id = v.i RETURNING p.id, p.name
UPDATE p AS t SET qty = (SELECT count(*) FROM p) WHERE t.id = 1 RETURNING t.qty
UPDATE p SET id = 2 WHERE id = 1
UPDATE p SET nosuch = 1
UPDATE p SET qty = 'abc'
UPDATE p SET name = NULL WHERE id = 4
UPDATE p SET qty = 5 WHERE false
DELETE FROM p WHERE id = 5
DELETE FROM p WHERE id = 4 RETURNING *
DELETE FROM p USING (VALUES (3)) v(i) WHERE p.id = v.i RETURNING p.id
DELETE FROM p WHERE nosuch = 1
SELECT * FROM p ORDER BY id
MERGE INTO p USING (VALUES (1, 5), (77, 6)) s(i, q) ON p.id = s.i WHEN MATCHED THEN UPDATE SET qty = s.q WHEN NOT MATCHED THEN INSERT (id, qty) VALUES (s.i, s.q)
SELECT id, qty FROM p ORDER BY id
CREATE TABLE log (id serial, msg text, at timestamp DEFAULT '2024-01-01')
INSERT INTO log (msg) SELECT 'm' || g FROM generate_series(1, 3) g
INSERT INTO log (msg) VALUES ('x'), (DEFAULT) RETURNING id, msg, at
SELECT count(*), max(id) FROM log
DELETE FROM log
INSERT INTO log (msg) VALUES ('after') RETURNING id
WITH moved AS (DELETE FROM log RETURNING msg) INSERT INTO log (msg) SELECT msg || '!' FROM moved RETURNING msg
COPY (SELECT 1) TO '/tmp/x'
INSERT INTO p (id, price) VALUES (20, 'NaN') RETURNING price
INSERT INTO p (id, price) VALUES (21, 1e2), (22, '3.456') RETURNING price
CREATE TABLE types (i2 int2, i4 int4, i8 int8, n numeric, n2 numeric(5,1), r real, f float8, t text, v varchar(3), c char(3), b bool, by bytea, d date, ts timestamp, tz timestamptz, ti time, iv interval, u uuid, j json, jb jsonb)
INSERT INTO types VALUES (1,2,3,4.50,5.55,1.1,2.2,'t','v','c',true,'\x01','2024-01-01','2024-01-01 10:00','2024-01-01 10:00+00','10:00','1 day','a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11','{"a": 1}','{"a": 1}')
SELECT * FROM types
INSERT INTO types (n) VALUES (1.5), (100), (0.001) RETURNING n
SELECT n FROM types ORDER BY n
SELECT n * 2, n / 3, n + 1, -n FROM types ORDER BY n
SELECT sum(n), avg(n), max(n) FROM types
INSERT INTO types (i2) VALUES (40000)
INSERT INTO types (v) VALUES ('long')
INSERT INTO types (v) VALUES ('ab   ') RETURNING v, length(v)
INSERT INTO types (c) VALUES ('x') RETURNING c, length(c), c || '|'
INSERT INTO types (n2) VALUES (99999)
INSERT INTO types (d) VALUES ('2024-13-01')
INSERT INTO types (u) VALUES ('x')
INSERT INTO types (j) VALUES ('{')
INSERT INTO types (b) VALUES ('perhaps')
INSERT INTO types (i4) VALUES (1.6), ('7'), (2.5) RETURNING i4
INSERT INTO types (i4) VALUES (true)
INSERT INTO types (t) VALUES (1), (2.50) RETURNING t
INSERT INTO types (t) VALUES (now()) RETURNING t IS NOT NULL
INSERT INTO types (ts) VALUES ('2024-01-01T10:00:00Z'), ('2024-01-01 10:00:00.1234567') RETURNING ts
INSERT INTO types (f) VALUES ('Infinity'), ('nan'), (1e-300) RETURNING f
DROP TABLE types
