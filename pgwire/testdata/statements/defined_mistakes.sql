-- Generated columns and indexes that PostgreSQL does not take, COPY of generated columns, and identities of what is not there.
CREATE TABLE dm_t (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a int, b int GENERATED ALWAYS AS (a * 2) STORED, d date, s text)
CREATE VIEW dm_v AS SELECT a, b, s FROM dm_t
CREATE VIEW dm_all AS SELECT * FROM dm_t
INSERT INTO dm_t (a) VALUES (1)
INSERT INTO dm_t (a, b) VALUES (2, DEFAULT)
INSERT INTO dm_t (a, b) VALUES (2, 4)
INSERT INTO dm_v (a, b) VALUES (3, DEFAULT)
INSERT INTO dm_v (a, b) VALUES (3, 6)
INSERT INTO dm_v VALUES (3, DEFAULT, 'x')
INSERT INTO dm_v VALUES (3)
INSERT INTO dm_v (a, b) SELECT 1, 2
INSERT INTO dm_v (a, b, s) VALUES (3, DEFAULT, 'p'), (4, DEFAULT, 'q')
INSERT INTO dm_all (a, id) VALUES (3, DEFAULT)
INSERT INTO dm_all (a, id) VALUES (3, 70)
INSERT INTO dm_all (id, a, b) VALUES (DEFAULT, 3, DEFAULT)
UPDATE dm_v SET b = 5
UPDATE dm_v SET b = DEFAULT
UPDATE dm_v SET a = DEFAULT WHERE a = 3
UPDATE dm_t SET b = 5
SELECT a, b, s FROM dm_t ORDER BY id
COPY dm_t (a, b) TO STDOUT
COPY dm_t (b) TO STDOUT
COPY dm_t (a, s) TO STDOUT
COPY dm_t TO STDOUT
COPY dm_t (nope) TO STDOUT
COPY dm_t (a, a) TO STDOUT
COPY (SELECT b FROM dm_t) TO STDOUT
CREATE INDEX dm_i ON dm_t (nosuch(a))
CREATE INDEX dm_i ON dm_t (lower(a))
CREATE INDEX dm_i ON dm_t (lower(s), upper(a))
CREATE INDEX dm_i ON dm_t (a) WHERE nosuch(a)
CREATE INDEX dm_i ON dm_t ((nosuch(a) + 1))
CREATE INDEX dm_i ON dm_t (a) WHERE nosuch(a) > 1
CREATE INDEX dm_i ON dm_t ((s::date))
CREATE INDEX dm_i ON dm_t (CAST(s AS date))
CREATE INDEX dm_i ON dm_t ((s::timestamp))
CREATE INDEX dm_i ON dm_t ((s::timestamptz))
CREATE INDEX dm_i ON dm_t ((s::time))
CREATE INDEX dm_i ON dm_t ((s::interval))
CREATE INDEX dm_i ON dm_t ((d::text))
CREATE INDEX dm_i ON dm_t ((d::timestamptz))
CREATE INDEX dm_i ON dm_t (a) WHERE s::date > '2020-01-01'
CREATE INDEX dm_i ON dm_t (a) WHERE d > now()
CREATE INDEX dm_i2 ON dm_t ((a::text))
CREATE INDEX dm_i3 ON dm_t ((d::timestamp))
DROP INDEX dm_i2, dm_i3
CREATE TABLE dm_g (s text, d date GENERATED ALWAYS AS (s::date) STORED)
CREATE TABLE dm_g (s text, d date GENERATED ALWAYS AS (CAST(s AS date)) STORED)
CREATE TABLE dm_g (s text, d timestamp GENERATED ALWAYS AS (s::timestamp) STORED)
CREATE TABLE dm_g (d date, s text GENERATED ALWAYS AS (d::text) STORED)
CREATE TABLE dm_g (d date, s timestamptz GENERATED ALWAYS AS (d::timestamptz) STORED)
CREATE TABLE dm_g (d timestamptz, s date GENERATED ALWAYS AS (d::date) STORED)
CREATE TABLE dm_g (s text, n int GENERATED ALWAYS AS (s::int) STORED)
INSERT INTO dm_g VALUES ('12') RETURNING n
ALTER TABLE dm_none ALTER COLUMN id DROP IDENTITY
ALTER TABLE dm_none ALTER COLUMN id DROP IDENTITY IF EXISTS
ALTER TABLE dm_t ALTER COLUMN nope DROP IDENTITY
ALTER TABLE dm_t ALTER COLUMN nope ADD GENERATED ALWAYS AS IDENTITY
ALTER TABLE dm_t ALTER COLUMN a DROP IDENTITY
ALTER TABLE dm_t ALTER COLUMN a DROP IDENTITY IF EXISTS
CREATE TABLE dm_j (j jsonb, a text, b text)
CREATE INDEX dm_k ON dm_j (((j->>'d')::date))
CREATE INDEX dm_k ON dm_j (((a || b)::timestamp))
CREATE INDEX dm_k ON dm_j ((substr(a, 1, 10)::date))
CREATE INDEX dm_k ON dm_j ((lower(a)::text))
CREATE INDEX dm_l ON dm_j (((j->>'d')))
ALTER TABLE IF EXISTS dm_none ALTER COLUMN id DROP IDENTITY
DROP TABLE dm_j, dm_g
DROP TABLE dm_t CASCADE
