-- The commonest mistakes, and what a session sees afterwards, written without a look at what is implemented.
CREATE TABLE am_t (id int PRIMARY KEY, name varchar(5) NOT NULL, n numeric(4,1), d date, CONSTRAINT am_pos CHECK (n >= 0))
CREATE TABLE am_child (id int PRIMARY KEY, t_id int REFERENCES am_t (id) ON DELETE RESTRICT, u int UNIQUE)
INSERT INTO am_t VALUES (1, 'one', 1, '2024-01-01'), (2, 'two', 2, NULL)
INSERT INTO am_child VALUES (10, 1, 100)
SELECT * FROM am_missing
SELECT nme FROM am_t
SELECT t.nme FROM am_t t
SELECT am_t.id FROM am_t x
SELECT id FROM am_t, am_child
SELECT name, count(*) FROM am_t
SELECT id FROM am_t WHERE count(*) > 1
SELECT id FROM am_t WHERE name = "one"
SELECT id FROM am_t WHERE id = 'abc'
SELECT id FROM am_t WHERE d = '2024-13-01'
SELECT id FROM am_t WHERE name = 1
SELECT FROM am_t WHERE
SELECT id name n FROM am_t
SELEC 1
SELECT 'unfinished
SELECT (1 + 2
SELECT 1 / 0
SELECT id / (id - 1) FROM am_t ORDER BY id
SELECT no_such_function(1)
SELECT lower(1)
SELECT length(1, 2)
SELECT 'a' + 'b'
SELECT 1 + 'x'
SELECT '2024-01-01' + 1
SELECT d + d FROM am_t
SELECT CAST('x' AS int)
SELECT 'yes'::bool, 'maybe'::bool
SELECT 99999999999::int
SELECT 2147483647 + 1
SELECT id FROM am_t UNION SELECT name FROM am_t
SELECT id FROM am_t UNION SELECT id, name FROM am_t
SELECT * FROM am_t ORDER BY 9
SELECT DISTINCT name FROM am_t ORDER BY id
SELECT id FROM am_t GROUP BY nme
SELECT id FROM am_t LIMIT -1
SELECT (SELECT id FROM am_t)
SELECT (SELECT id, name FROM am_t LIMIT 1)
SELECT id IN (SELECT id, name FROM am_t) FROM am_t
SELECT sum(count(*)) FROM am_t
SELECT row_number() FROM am_t
SELECT id FROM am_t WHERE row_number() OVER () = 1
SELECT a.id FROM am_t a JOIN am_child a ON true
SELECT id FROM am_t JOIN am_child USING (name)
SELECT x.* FROM am_t
SELECT 1::nonsense
SELECT '{1,2'::int[]
SELECT '{"a":'::json
SELECT ARRAY[1, 'a']
SELECT CASE WHEN 1 THEN 2 END
SELECT CASE WHEN true THEN 1 ELSE 'a' END
SELECT coalesce(1, 'a')
SELECT id FROM am_t WHERE id
SELECT NOT 1
INSERT INTO am_t VALUES (1, 'dup', 0, NULL)
INSERT INTO am_t VALUES (3, NULL, 0, NULL)
INSERT INTO am_t (id) VALUES (3)
INSERT INTO am_t VALUES (3, 'toolong', 0, NULL)
INSERT INTO am_t VALUES (3, 'neg', -1, NULL)
INSERT INTO am_t VALUES (3, 'big', 1000, NULL)
INSERT INTO am_t (id, nme) VALUES (3, 'x')
INSERT INTO am_t (id, name) VALUES (3)
INSERT INTO am_t (id, name) VALUES (3, 'x', 4)
INSERT INTO am_t (id, id) VALUES (3, 4)
INSERT INTO am_t VALUES (3, 'x', 'y', NULL)
INSERT INTO am_child VALUES (11, 99, 1)
INSERT INTO am_child VALUES (12, 1, 100)
INSERT INTO am_t VALUES (1, 'one') ON CONFLICT (name) DO NOTHING
INSERT INTO am_t VALUES (3, 'a'), (3, 'b') ON CONFLICT (id) DO UPDATE SET name = excluded.name
UPDATE am_t SET nme = 1
UPDATE am_t SET id = 2 WHERE id = 1
UPDATE am_t SET name = NULL
UPDATE am_t SET name = 'x', name = 'y'
UPDATE am_missing SET x = 1
DELETE FROM am_t WHERE id = 1
DELETE am_t
DELETE FROM am_t WHERE nme = 1
CREATE TABLE am_t (id int)
CREATE TABLE am_two (id int, id text)
CREATE TABLE am_two (id integr)
CREATE TABLE am_two (id int PRIMARY KEY, x int PRIMARY KEY)
CREATE TABLE am_two (id int REFERENCES am_missing)
CREATE TABLE am_two (id int DEFAULT 'x')
CREATE TABLE am_two (id int CHECK (x > 1))
CREATE INDEX ON am_t (nme)
CREATE VIEW am_v AS SELECT nme FROM am_t
ALTER TABLE am_t ADD COLUMN name text
ALTER TABLE am_t DROP COLUMN nme
ALTER TABLE am_t ADD COLUMN must int NOT NULL
ALTER TABLE am_t ALTER COLUMN name TYPE int
ALTER TABLE am_t ADD CONSTRAINT am_pos CHECK (id > 0)
ALTER TABLE am_missing ADD COLUMN x int
DROP TABLE am_missing
DROP TABLE am_t
DROP VIEW am_t
DROP TYPE am_missing
DROP FUNCTION am_missing(int)
TRUNCATE am_t
BEGIN
SELECT 1 / 0
SELECT 1
INSERT INTO am_t VALUES (7, 'x')
SAVEPOINT s
COMMIT
SELECT count(*) FROM am_t
BEGIN
INSERT INTO am_t VALUES (8, 'ok')
SAVEPOINT s
INSERT INTO am_t VALUES (8, 'dup')
ROLLBACK TO s
INSERT INTO am_t VALUES (9, 'ok')
COMMIT
SELECT id FROM am_t ORDER BY id
COMMIT
ROLLBACK
SAVEPOINT s
ROLLBACK TO s
INSERT INTO am_t VALUES (20, 'a'); INSERT INTO am_t VALUES (20, 'b')
SELECT id FROM am_t WHERE id = 20
EXECUTE am_missing
FETCH 1 FROM am_missing
PREPARE am_p AS SELECT $1::int + 1
EXECUTE am_p
EXECUTE am_p ('x')
DEALLOCATE am_p
SET nonsense = 1
SET work_mem = 'lots'
SHOW nonsense
DROP TABLE am_child, am_t
