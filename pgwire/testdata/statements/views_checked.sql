CREATE SCHEMA vck
SET search_path = vck, public
CREATE TABLE items (id int PRIMARY KEY, name text NOT NULL, qty int DEFAULT 1, price numeric(8,2) DEFAULT 0)
INSERT INTO items VALUES (1, 'a', 5, 1.5), (2, 'b', 50, 2.5), (3, 'c', 500, 3.5)
CREATE VIEW cheap AS SELECT id, name, qty FROM items WHERE qty < 100 WITH CHECK OPTION
SELECT * FROM cheap ORDER BY id
INSERT INTO cheap VALUES (4, 'd', 10)
INSERT INTO cheap VALUES (5, 'e', 1000)
UPDATE cheap SET qty = 200 WHERE id = 1
UPDATE cheap SET qty = 20 WHERE id = 1
DELETE FROM cheap WHERE id = 2
INSERT INTO cheap (id, name) VALUES (6, 'f') RETURNING *
SELECT * FROM items ORDER BY id
SELECT table_name, check_option, is_updatable, is_insertable_into, view_definition FROM information_schema.views WHERE table_name = 'cheap'
SELECT reloptions FROM pg_class WHERE relname = 'cheap'
SELECT pg_get_viewdef('cheap')
CREATE VIEW v_local AS SELECT id, name, qty FROM items WHERE qty > 3 WITH LOCAL CHECK OPTION
INSERT INTO v_local VALUES (10, 'x', 1)
INSERT INTO v_local VALUES (10, 'x', 7)
CREATE VIEW v2 AS SELECT * FROM cheap WHERE qty > 2
INSERT INTO v2 VALUES (11, 'y', 1)
INSERT INTO v2 VALUES (12, 'y', 100)
CREATE VIEW v3 AS SELECT * FROM v2 WHERE id > 0 WITH CASCADED CHECK OPTION
INSERT INTO v3 VALUES (13, 'z', 1)
INSERT INTO v3 VALUES (13, 'z', 1000)
INSERT INTO v3 VALUES (-13, 'z', 10)
INSERT INTO v3 VALUES (13, 'z', 10)
CREATE VIEW v4 AS SELECT * FROM v2 WHERE id > 0 WITH LOCAL CHECK OPTION
INSERT INTO v4 VALUES (14, 'z', 1)
INSERT INTO v4 VALUES (-14, 'z', 5)
INSERT INTO v4 VALUES (15, 'z', 500)
CREATE VIEW bad AS SELECT count(*) FROM items WITH CHECK OPTION
CREATE VIEW bad AS SELECT DISTINCT id FROM items WITH CHECK OPTION
CREATE VIEW v5 WITH (check_option = local) AS SELECT id, name FROM items WHERE id < 1000
INSERT INTO v5 VALUES (1001, 'q')
SELECT * FROM v5 ORDER BY id LIMIT 2
UPDATE v3 SET qty = qty + 90 WHERE id = 13
UPDATE v3 SET qty = qty + 1 WHERE id = 13 RETURNING qty
INSERT INTO cheap VALUES (1, 'dup', 1) ON CONFLICT (id) DO UPDATE SET qty = 1000
INSERT INTO cheap VALUES (1, 'dup', 1) ON CONFLICT (id) DO UPDATE SET qty = excluded.qty + 1 RETURNING *
INSERT INTO cheap VALUES (1, 'dup', 1) ON CONFLICT DO NOTHING
INSERT INTO cheap SELECT g, 'g', g FROM generate_series(98, 101) g
INSERT INTO cheap SELECT g, 'g', g FROM generate_series(96, 97) g
MERGE INTO cheap c USING (VALUES (96, 1), (97, 2)) s(id, q) ON c.id = s.id WHEN MATCHED THEN UPDATE SET qty = s.q
COPY cheap FROM STDIN
UPDATE cheap SET nope = 1
INSERT INTO cheap (id, price) VALUES (70, 1)
INSERT INTO cheap VALUES (71, 'x', NULL)
UPDATE cheap SET qty = NULL WHERE id = 1
CREATE OR REPLACE VIEW cheap AS SELECT id, name, qty FROM items WHERE qty < 100
INSERT INTO cheap VALUES (80, 'e', 1000)
CREATE OR REPLACE VIEW cheap AS SELECT id, name, qty FROM items WHERE qty < 100 WITH LOCAL CHECK OPTION
INSERT INTO cheap VALUES (81, 'e', 1000)
CREATE VIEW vord AS SELECT id, name FROM items ORDER BY id
INSERT INTO vord VALUES (93, 'o')
UPDATE vord SET name = 'oo' WHERE id = 93
DELETE FROM vord WHERE id = 93
CREATE VIEW vjoin AS SELECT a.id, b.name FROM items a JOIN items b USING (id)
INSERT INTO vjoin VALUES (1, 'x')
UPDATE vjoin SET name = 'x'
DELETE FROM vjoin
CREATE VIEW vagg AS SELECT qty, count(*) c FROM items GROUP BY qty
DELETE FROM vagg
CREATE VIEW vlim AS SELECT id FROM items LIMIT 1
DELETE FROM vlim
CREATE VIEW vdist AS SELECT DISTINCT id FROM items
DELETE FROM vdist
CREATE VIEW vun AS SELECT id FROM items UNION SELECT 1
DELETE FROM vun
TRUNCATE cheap
CREATE TABLE par (id int PRIMARY KEY)
INSERT INTO par VALUES (1), (2)
CREATE TABLE it (id int PRIMARY KEY, pid int REFERENCES par, state text NOT NULL DEFAULT 'open', amount numeric(8,2) DEFAULT 5, tags text[], code varchar(5))
CREATE VIEW open_it AS SELECT id, pid, state, amount, code FROM it WHERE state = 'open' AND amount BETWEEN 1 AND 100 WITH CHECK OPTION
INSERT INTO open_it (id) VALUES (1) RETURNING amount, code, state AS s
INSERT INTO open_it (id, amount) VALUES (2, 1000)
INSERT INTO open_it (id, amount, pid) VALUES (2, 10, 7)
INSERT INTO open_it (id, amount, pid) VALUES (2, 10, 1) RETURNING *
INSERT INTO open_it (id, amount, code) VALUES (3, 10, 'toolong')
INSERT INTO open_it (id) VALUES (1)
INSERT INTO open_it (id, state) VALUES (1, 'closed')
INSERT INTO open_it (id, state) VALUES (4, NULL)
UPDATE open_it SET state = 'closed' WHERE id = 1
UPDATE open_it SET amount = amount * 10
UPDATE open_it SET amount = amount * 2 RETURNING id, amount
UPDATE open_it o SET amount = 1 WHERE o.id = 1 RETURNING o.*
UPDATE open_it SET id = id + 10
SELECT * FROM it ORDER BY id
BEGIN
INSERT INTO open_it (id) VALUES (20)
SAVEPOINT a
INSERT INTO open_it (id, state) VALUES (21, 'no')
ROLLBACK TO a
INSERT INTO open_it (id) VALUES (22)
COMMIT
SELECT id FROM it ORDER BY id
PREPARE ins AS INSERT INTO open_it (id, amount) VALUES ($1, $2) RETURNING id, amount
EXECUTE ins(30, 50)
EXECUTE ins(31, 5000)
DEALLOCATE ins
WITH x AS (SELECT 40 AS id, 'open' AS st) INSERT INTO open_it (id, state) SELECT id, st FROM x RETURNING id
WITH x AS (SELECT 41 AS id, 'shut' AS st) INSERT INTO open_it (id, state) SELECT id, st FROM x
INSERT INTO open_it (id, state) SELECT id + 100, state FROM it WHERE id < 15
INSERT INTO open_it DEFAULT VALUES
INSERT INTO open_it (id, amount) VALUES (50, DEFAULT), (51, 20)
INSERT INTO open_it (id) VALUES (1) ON CONFLICT DO NOTHING
INSERT INTO open_it (id) VALUES (11) ON CONFLICT (id) DO UPDATE SET amount = 500
INSERT INTO open_it (id) VALUES (11) ON CONFLICT (id) DO UPDATE SET amount = 50 RETURNING amount
DELETE FROM open_it WHERE id = 11
SELECT count(*) FROM it
CREATE VIEW nocond AS SELECT id, code FROM it WITH CHECK OPTION
INSERT INTO nocond VALUES (60, 'x')
CREATE VIEW overopen AS SELECT id, state FROM open_it WHERE id < 1000
INSERT INTO overopen VALUES (61, 'shut')
INSERT INTO overopen VALUES (1001, 'open')
CREATE VIEW localtop AS SELECT id, state FROM open_it WHERE id < 500 WITH LOCAL CHECK OPTION
INSERT INTO localtop VALUES (600, 'open')
INSERT INTO localtop VALUES (62, 'shut')
SELECT table_name, check_option FROM information_schema.views WHERE table_schema = 'vck' ORDER BY 1
SELECT relname, reloptions FROM pg_class WHERE relkind = 'v' AND relnamespace = 'vck'::regnamespace ORDER BY 1
CREATE VIEW aggv AS SELECT state, max(id) FROM it GROUP BY state WITH CHECK OPTION
CREATE VIEW joinv AS SELECT a.id FROM it a, it b WITH CHECK OPTION
CREATE VIEW inv AS SELECT id, state FROM it WHERE state IN ('open', 'new') AND NOT id IS NULL WITH CHECK OPTION
INSERT INTO inv VALUES (72, 'new')
INSERT INTO inv VALUES (73, 'old')
CREATE VIEW likev AS SELECT id, state FROM it WHERE state LIKE 'o%' OR id > 1000 WITH CHECK OPTION
INSERT INTO likev VALUES (74, 'old')
INSERT INTO likev VALUES (75, 'new')
CREATE VIEW betv AS SELECT id, state FROM it WHERE id NOT BETWEEN 80 AND 90 WITH CHECK OPTION
INSERT INTO betv VALUES (85, 'x')
INSERT INTO betv VALUES (91, 'x')
CREATE VIEW colv AS SELECT id, pid, state FROM it WHERE id <> pid WITH CHECK OPTION
INSERT INTO colv VALUES (2, 2, 'x')
INSERT INTO colv VALUES (92, 2, 'x')
CREATE VIEW tcv AS SELECT id, state, amount FROM it WHERE amount > 1.5 AND state <> '' WITH CHECK OPTION
INSERT INTO tcv VALUES (93, '', 3)
INSERT INTO tcv VALUES (94, 'q', 3)
INSERT INTO tcv VALUES (95, 'q', 1.5)
DROP VIEW open_it CASCADE
CREATE VIEW several AS SELECT id FROM it WHERE id > 0 WITH CHECK OPTION; INSERT INTO several VALUES (200); INSERT INTO several VALUES (-200)
SELECT count(*) FROM it WHERE id IN (200, -200)
DROP SCHEMA vck CASCADE
