-- What errors say, with their details and the objects that they name.
CREATE SCHEMA ew
CREATE TABLE ew.t (id int PRIMARY KEY, code text UNIQUE, n numeric(3,3), amount numeric(6,2) CHECK (amount >= 0), at date, CONSTRAINT "Even One" CHECK (id % 2 = 0))
CREATE TABLE ew_u (a int, b text, c int GENERATED ALWAYS AS (a * 2) STORED, d int GENERATED ALWAYS AS IDENTITY)
INSERT INTO ew.t VALUES (2, 'x', 0.5, 1, '2024-01-01')
INSERT INTO ew_u (a, b) VALUES (1, 'x'), (1, 'y')
INSERT INTO ew.t (id, amount) VALUES (4, -1)
INSERT INTO ew.t (id) VALUES (3)
UPDATE ew.t SET id = 5
INSERT INTO ew.t (id, n) VALUES (4, 1)
INSERT INTO ew.t (id, amount) VALUES (4, 10000)
INSERT INTO ew.t (id, code) VALUES (4, 'x')
INSERT INTO ew.t (id, code) VALUES (2, 'y')
INSERT INTO ew.t (id, code) VALUES (6, 'k'), (8, 'k')
ALTER TABLE ew_u ADD CONSTRAINT ew_one UNIQUE (a)
ALTER TABLE ew_u ADD PRIMARY KEY (a)
ALTER TABLE ew_u ADD CONSTRAINT ew_large CHECK (a > 5)
ALTER TABLE ew_u ADD COLUMN e int NOT NULL
INSERT INTO ew_u (a, c) VALUES (1, 1)
INSERT INTO ew_u (a, d) VALUES (1, 1)
UPDATE ew_u SET c = 1
UPDATE ew_u SET d = 1
UPDATE ew_u SET nope = 1
UPDATE ew_u SET a = nope
INSERT INTO ew_u (nope) VALUES (1)
SELECT u.nope FROM ew_u u
SELECT ew_u.a FROM ew_u u
SELECT 1 FROM ew_u u WHERE EXISTS (SELECT 1 FROM ew.t WHERE ew_u.a = t.id)
ALTER TABLE ew_u DROP COLUMN nope
ALTER TABLE ew_u ADD COLUMN a int
ALTER TABLE ew_u RENAME b TO a
CREATE TABLE ew_v (a int, a text)
SELECT b, count(*) FROM ew_u GROUP BY a
SELECT u.b FROM ew_u u, ew.t GROUP BY u.a
SELECT 1 FROM ew_u WHERE sum(a) > 1
SELECT 1 FROM ew_u JOIN ew.t ON count(*) > 1
SELECT 1 FROM ew_u GROUP BY sum(a)
SELECT 1 FROM ew_u WHERE row_number() OVER () = 1
SELECT count(*) FROM ew_u HAVING row_number() OVER () = 1
UPDATE ew_u SET a = row_number() OVER ()
SELECT a, b FROM ew_u ORDER BY 3
SELECT a, count(*) FROM ew_u GROUP BY 4
SELECT a FROM ew_u LIMIT -1
SELECT a FROM ew_u OFFSET -1
SELECT 1 INTERSECT SELECT 1, 2
SELECT 1 UNION ALL SELECT 1, 2
SELECT 1 UNION (SELECT 1 EXCEPT SELECT 1, 2)
SELECT a FROM ew_u WHERE a IN (SELECT a, b FROM ew_u)
SELECT (SELECT a, b FROM ew_u)
INSERT INTO ew_u (a, b) VALUES (1)
INSERT INTO ew_u (a) VALUES (1, 'x')
SELECT nosuch(1, 'a', NULL, 1.5, true, now(), date '2024-01-01')
SELECT nosuch(a, b) FROM ew_u
SELECT nosuch(t.at, t.amount, ARRAY[1, 2]) FROM ew.t
SELECT nosuch()
SELECT stddev(b) FROM ew_u
SELECT sum(code) FROM ew.t
SELECT 'a' + 'b'
SELECT amount + code FROM ew.t
SELECT coalesce(1, 'a'::text)
SELECT abs((-32768)::smallint)
SELECT abs((-9223372036854775808)::bigint)
SELECT 1e20::bigint
SELECT 1e10::int
SELECT 70000.5::smallint
SELECT make_date(2023, 2, 29)
SELECT '25:00'::time
SELECT 'x' ~ '['
SELECT 'x' ~ 'a{1'
SELECT 'x' ~ 'a{2,999}'
SELECT 'x' ~ '(a'
SELECT 'x' ~ '*a*+'
SELECT 'x' ~ '[b-a]'
SELECT 'x' ~ '[[:nosuch:]]'
SELECT b ~ '\q' FROM ew_u
DROP TABLE ew_none
DROP VIEW ew_none
DROP SEQUENCE ew_none
DROP VIEW ew_u
RELEASE nosuch
ROLLBACK TO nosuch
COMMIT PREPARED 'one'
DROP SCHEMA ew
DROP SCHEMA ew CASCADE
DROP TABLE ew_u
