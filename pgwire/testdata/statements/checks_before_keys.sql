-- Rows that break a NOT NULL or a CHECK and a key: PostgreSQL names the first.
CREATE TABLE cbk_a (id int PRIMARY KEY, a int NOT NULL CHECK (a > 0), u int UNIQUE, r int REFERENCES cbk_a(id), CHECK (a < 100))
INSERT INTO cbk_a VALUES (1, 5, 1, NULL)
INSERT INTO cbk_a VALUES (1, -5, 2, NULL)
INSERT INTO cbk_a VALUES (1, NULL, 2, NULL)
INSERT INTO cbk_a VALUES (2, -5, 1, NULL)
INSERT INTO cbk_a VALUES (2, 500, 1, 77)
INSERT INTO cbk_a VALUES (2, 5, 1, 77)
INSERT INTO cbk_a VALUES (NULL, 500, 1, 77)
INSERT INTO cbk_a VALUES (1, 5, 1, 77)
INSERT INTO cbk_a VALUES (2, -5, 2, 77)
INSERT INTO cbk_a (id, a) VALUES (1, -5) RETURNING id
INSERT INTO cbk_a (id, a) VALUES (1, -5), (7, 8)
INSERT INTO cbk_a VALUES (2, 5, 2, NULL)
UPDATE cbk_a SET id = 1, a = -1 WHERE id = 2
UPDATE cbk_a SET u = 1, a = NULL WHERE id = 2
UPDATE cbk_a SET u = 1, a = 101 WHERE id = 2
UPDATE cbk_a SET u = 1, r = 99 WHERE id = 2
UPDATE cbk_a AS c SET u = 1, a = c.a * 100 WHERE c.id = 2 RETURNING c.id
UPDATE cbk_a SET u = 1 WHERE id = 2
INSERT INTO cbk_a VALUES (1, -5, 2, NULL) ON CONFLICT DO NOTHING
INSERT INTO cbk_a VALUES (1, -5, 2, NULL) ON CONFLICT (id) DO NOTHING
INSERT INTO cbk_a VALUES (1, -5, 2, NULL) ON CONFLICT (id) DO UPDATE SET u = 9
INSERT INTO cbk_a VALUES (1, 5, 2, NULL) ON CONFLICT (id) DO UPDATE SET u = 2
INSERT INTO cbk_a VALUES (3, 5, 3, NULL), (3, -5, 4, NULL)
INSERT INTO cbk_a VALUES (3, -5, 3, NULL), (3, 5, 4, NULL)
CREATE TABLE cbk_b (id serial PRIMARY KEY, name text UNIQUE CHECK (length(name) > 2), d date NOT NULL, price numeric(6,2) CONSTRAINT positive CHECK (price >= 0))
INSERT INTO cbk_b (name, d, price) VALUES ('abc', '2024-01-01', 1)
INSERT INTO cbk_b VALUES (1, 'ab', '2024-01-01')
INSERT INTO cbk_b VALUES (1, 'ab', NULL)
INSERT INTO cbk_b (name, d, price) VALUES ('abc', '2024-01-01', -1)
INSERT INTO cbk_b (name, d, price) VALUES ('abc', NULL, 1)
INSERT INTO cbk_b (name, d, price) VALUES ('abc', '2024-01-01', 2)
PREPARE cbk_p(text, date, numeric) AS INSERT INTO cbk_b (name, d, price) VALUES ($1, $2, $3)
EXECUTE cbk_p('abc', '2024-01-01', -2)
EXECUTE cbk_p('abc', NULL, 2)
INSERT INTO cbk_b (name, d, price) VALUES ('abd', '2024-01-01', 2) RETURNING id
UPDATE cbk_b SET name = 'abc', price = -3 WHERE name = 'abd'
PREPARE cbk_u(text, numeric, text) AS UPDATE cbk_b SET name = $1, price = $2 WHERE name = $3
EXECUTE cbk_u('abc', -2, 'abd')
BEGIN
INSERT INTO cbk_b (name, d, price) VALUES ('abc', '2024-01-01', -1)
ROLLBACK
BEGIN
INSERT INTO cbk_b (name, d, price) VALUES ('new', '2024-01-01', 1)
INSERT INTO cbk_b (name, d, price) VALUES ('new', '2024-01-01', -1)
ROLLBACK
SELECT nextval('cbk_b_id_seq') > 0
INSERT INTO cbk_b (name, d, price) SELECT 'abc', '2024-01-01', -1
CREATE DOMAIN cbk_d AS int CHECK (VALUE > 0)
CREATE TABLE cbk_c (id int PRIMARY KEY, d cbk_d, g int GENERATED ALWAYS AS (id * 2) STORED)
INSERT INTO cbk_c VALUES (1, 1)
INSERT INTO cbk_c VALUES (1, -1)
INSERT INTO cbk_c (id, d) VALUES (1, 1)
UPDATE cbk_c SET d = -1, id = 1
SELECT * FROM cbk_b ORDER BY name
