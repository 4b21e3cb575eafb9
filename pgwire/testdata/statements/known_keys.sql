-- Names of constraints in 23505.
CREATE TABLE kwk (id int PRIMARY KEY, c char(5) UNIQUE, a int, b text, CONSTRAINT kwk_ab UNIQUE (a, b))
INSERT INTO kwk VALUES (1, 'a', 1, 'x'), (1, 'b', 2, 'y')
INSERT INTO kwk VALUES (1, 'a', 1, 'x'), (2, 'a', 2, 'y')
INSERT INTO kwk VALUES (1, 'a', 1, 'x'), (2, 'b', 1, 'x')
INSERT INTO kwk VALUES (1, 'a', 1, 'x')
INSERT INTO kwk VALUES (2, 'a', 2, 'x')
INSERT INTO kwk VALUES (1, 'b', 2, 'x')
INSERT INTO kwk VALUES (2, 'b', 1, 'x')
INSERT INTO kwk VALUES (1, 'a', 1, 'x')
INSERT INTO kwk VALUES (2, NULL, NULL, 'x'), (3, NULL, NULL, 'x')
UPDATE kwk SET id = 1 WHERE id = 2
UPDATE kwk SET id = 7
UPDATE kwk SET c = 'z'
UPDATE kwk SET a = 5, b = 'q'
BEGIN
INSERT INTO kwk VALUES (10, 'k', 10, 'k')
INSERT INTO kwk VALUES (10, 'l', 11, 'k')
ROLLBACK
BEGIN
INSERT INTO kwk VALUES (10, 'k', 10, 'k')
INSERT INTO kwk VALUES (11, 'k', 11, 'k')
ROLLBACK
BEGIN
INSERT INTO kwk VALUES (10, 'k', 10, 'k')
INSERT INTO kwk VALUES (11, 'l', 10, 'k')
ROLLBACK
BEGIN
DELETE FROM kwk WHERE id = 1
INSERT INTO kwk VALUES (1, 'a', 1, 'x')
INSERT INTO kwk VALUES (1, 'a', 1, 'x')
ROLLBACK
CREATE TABLE kwk_n (id int, x int, y text, UNIQUE NULLS NOT DISTINCT (x, y))
INSERT INTO kwk_n VALUES (1, NULL, 'a'), (2, NULL, 'a')
INSERT INTO kwk_n VALUES (1, NULL, 'a')
INSERT INTO kwk_n VALUES (2, NULL, 'a')
INSERT INTO kwk_n VALUES (3, NULL, NULL), (4, NULL, NULL)
CREATE UNIQUE INDEX zk_n_lower ON kwk_n (lower(y))
INSERT INTO kwk_n VALUES (9, 9, 'A')
INSERT INTO kwk_n VALUES (9, 9, 'Q'), (10, 10, 'q')
CREATE UNIQUE INDEX zk_n_part ON kwk_n (id) WHERE x IS NULL
INSERT INTO kwk_n VALUES (1, NULL, 'zz')
INSERT INTO kwk_n VALUES (20, NULL, 'z1'), (20, NULL, 'z2')
CREATE TABLE kwk_t (d date, ts timestamptz, n numeric(6,2), PRIMARY KEY (d, ts, n))
INSERT INTO kwk_t VALUES ('2024-01-01', '2024-01-01 00:00+00', 1.5), ('2024-01-01', '2024-01-01 00:00+00', 1.50)
INSERT INTO kwk_t VALUES ('2024-01-01', '2024-01-01 00:00+00', 1.5)
INSERT INTO kwk_t VALUES ('2024-01-01', '2024-01-01 00:00+00', 1.5)
INSERT INTO kwk_t SELECT '2024-02-01', '2024-01-01 00:00+00', 2 FROM generate_series(1, 2)
CREATE TABLE kwk_q ("Id x" int, "b,c" text, PRIMARY KEY ("Id x", "b,c"))
INSERT INTO kwk_q VALUES (1, 'a, b'), (1, 'a, b')
INSERT INTO kwk_q VALUES (1, 'a)=(b')
INSERT INTO kwk_q VALUES (1, 'a)=(b')
CREATE TABLE kwk_c (c char(4), v varchar(4), PRIMARY KEY (c, v))
INSERT INTO kwk_c VALUES ('a', 'b '), ('a  ', 'b ')
INSERT INTO kwk_c VALUES ('a', 'b ')
INSERT INTO kwk_c VALUES ('a  ', 'b ')
INSERT INTO kwk VALUES (1, 'n', 7, 'n') ON CONFLICT (c) DO NOTHING
INSERT INTO kwk VALUES (50, 'n', 7, 'n'), (50, 'm', 8, 'n') ON CONFLICT (id) DO UPDATE SET a = 0
CREATE TABLE kwk_a (k int[] PRIMARY KEY, j uuid UNIQUE, b bool UNIQUE, f float8 UNIQUE, y bytea UNIQUE)
INSERT INTO kwk_a VALUES ('{1,2}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', true, 1.5, '\x01'), ('{1,2}', NULL, NULL, NULL, NULL)
INSERT INTO kwk_a VALUES ('{1,2}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', true, 1.5, '\x01'), ('{3}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', NULL, NULL, NULL)
INSERT INTO kwk_a VALUES ('{1,2}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', true, 1.5, '\x01'), ('{3}', NULL, true, NULL, NULL)
INSERT INTO kwk_a VALUES ('{1,2}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', true, 1.5, '\x01'), ('{3}', NULL, NULL, NULL, '\x01')
CREATE TABLE kwk_p (id int, email text)
INSERT INTO kwk_p VALUES (1, 'x'), (2, 'x'), (2, 'y')
ALTER TABLE kwk_p ADD PRIMARY KEY (id)
ALTER TABLE kwk_p ADD CONSTRAINT zk_p_email UNIQUE (email)
CREATE UNIQUE INDEX zk_p_i ON kwk_p (email)
MERGE INTO kwk USING (VALUES (60), (60)) v(i) ON kwk.id = v.i WHEN NOT MATCHED THEN INSERT (id) VALUES (v.i)
WITH w AS (SELECT 1 AS i UNION ALL SELECT 1) INSERT INTO kwk (id) SELECT i + 70 FROM w
CREATE TABLE kwk_u (id int PRIMARY KEY, email text UNIQUE, code varchar(8) UNIQUE, c char(6) REFERENCES kwk_r)
CREATE TABLE kwk_r (c char(6) PRIMARY KEY)
CREATE TABLE kwk_w (id int PRIMARY KEY, email text UNIQUE, code varchar(8) UNIQUE, c char(6) REFERENCES kwk_r)
INSERT INTO kwk_w VALUES (1, 'a@b.c', 'x', NULL), (2, 'a@b.c', 'y', NULL)
INSERT INTO kwk_w (id, code, email) VALUES (1, '7', 'a'), (2, '7', 'b')
INSERT INTO kwk_w (id, email) VALUES (1, '1'), (1, '2')
INSERT INTO kwk_w (email, id) VALUES ('1', 5), ('1', 6) ON CONFLICT (id) DO NOTHING
INSERT INTO kwk_w (id, email) VALUES (1, 'q'), (2, 'q') RETURNING id
INSERT INTO kwk_w (id, c) VALUES (1, 'zz')
INSERT INTO kwk_r VALUES ('zz')
INSERT INTO kwk_w (id, c) VALUES (1, 'zz')
DELETE FROM kwk_r
UPDATE kwk_r SET c = 'yy'
INSERT INTO kwk_r VALUES ('aa'), ('aa')
