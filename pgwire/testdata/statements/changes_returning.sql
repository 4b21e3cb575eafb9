-- RETURNING, and UPDATE and DELETE with other tables.
CREATE TABLE cr_t (id int PRIMARY KEY, a int, b text DEFAULT 'dflt', c numeric(8,2))
CREATE TABLE cr_s (id int, x int, name text)
INSERT INTO cr_t VALUES (1,10,'one',1.5),(2,20,'two',2.5),(3,30,'three',3.5),(4,40,'four',NULL)
INSERT INTO cr_s VALUES (1,100,'s1'),(2,200,'s2'),(3,300,'s3')
UPDATE cr_t SET a = s.x FROM cr_s s WHERE s.id = cr_t.id AND s.id = 1 RETURNING cr_t.*, s.x, s.name
UPDATE cr_t t SET a = s.x + 1 FROM cr_s s WHERE s.id = t.id AND s.id = 2 RETURNING *
UPDATE cr_t t SET b = s.name || '!' FROM cr_s s WHERE s.id = t.id RETURNING t.id, s.name AS source, t.b
DELETE FROM cr_t USING cr_s WHERE cr_t.id = cr_s.id AND cr_s.x = 300 RETURNING cr_t.id, cr_s.x, cr_s.name
DELETE FROM cr_t t USING cr_s s WHERE t.id = s.id AND s.x = 200 RETURNING *
INSERT INTO cr_t (id, a) VALUES (5, 50) RETURNING id, a * 2 AS twice, upper(b) AS loud, (SELECT max(x) FROM cr_s) AS top
INSERT INTO cr_t (id, a) VALUES (6, 60), (7, 70) RETURNING *, id + 1 AS next
UPDATE cr_t SET a = a + 1 WHERE id > 4 RETURNING id, (SELECT count(*) FROM cr_t) AS n, (SELECT sum(a) FROM cr_t) AS before
DELETE FROM cr_t WHERE id = 7 RETURNING id, (SELECT count(*) FROM cr_t) AS before
UPDATE cr_t SET (a, b) = (1, 'pair') WHERE id = 5 RETURNING a, b
UPDATE cr_t SET (a, b) = ROW(2, 'row') WHERE id = 5 RETURNING a, b
UPDATE cr_t SET (a, b) = (SELECT x, name FROM cr_s WHERE cr_s.id = cr_t.id - 4) WHERE id = 6 RETURNING id, a, b
UPDATE cr_t SET (a, b) = (SELECT x, name FROM cr_s WHERE cr_s.id = 77) WHERE id = 6 RETURNING id, a, b
UPDATE cr_t SET (a, b) = (SELECT x, name FROM cr_s) WHERE id = 6
UPDATE cr_t SET (a, b) = (3, DEFAULT) WHERE id = 6 RETURNING a, b
UPDATE cr_t SET b = DEFAULT, a = DEFAULT WHERE id = 5 RETURNING *
INSERT INTO cr_t VALUES (8, DEFAULT, DEFAULT, 8.888) RETURNING *
INSERT INTO cr_t VALUES (9, 1, DEFAULT, 1), (10, DEFAULT, 'ten', DEFAULT) RETURNING id, a, b, c
UPDATE cr_t SET id = id + 100
BEGIN
UPDATE cr_t SET id = id + 1 WHERE id > 100
ROLLBACK
SELECT id FROM cr_t ORDER BY id
UPDATE cr_t SET id = 102 WHERE id = 105
UPDATE cr_t SET a = (SELECT count(*) FROM cr_t u WHERE u.id <= cr_t.id)
SELECT id, a FROM cr_t ORDER BY id
UPDATE cr_t t SET a = u.a FROM cr_t u WHERE u.id = t.id - 1
SELECT id, a FROM cr_t ORDER BY id
DELETE FROM cr_t t USING cr_t u WHERE t.a = u.a AND t.id > u.id
UPDATE cr_t SET a = a FROM cr_s, generate_series(1, 3) g WHERE cr_t.id = 102
UPDATE cr_t SET c = v.c FROM (VALUES (102, 1.255), (105, 7)) AS v(id, c) WHERE v.id = cr_t.id RETURNING cr_t.id, cr_t.c, v.c
UPDATE cr_t SET c = d.total FROM (SELECT sum(x) AS total FROM cr_s) d WHERE cr_t.id = 102 RETURNING c, d.total
UPDATE cr_t SET a = s.x FROM cr_s s LEFT JOIN cr_s s2 ON s2.id = s.id + 1 WHERE cr_t.id = 102 AND s2.id IS NULL RETURNING cr_t.a, s2.id IS NULL AS none
DELETE FROM cr_t WHERE id = 999 RETURNING *
DELETE FROM cr_t WHERE EXISTS (SELECT 1 FROM cr_t u WHERE u.id > cr_t.id + 5) RETURNING id
INSERT INTO cr_t (id, a, b) SELECT id, x, name FROM cr_s WHERE x > 100 RETURNING cr_t.id, cr_t.b
INSERT INTO cr_t AS tt (id, a) VALUES (50, 5) RETURNING tt.id, tt.*
INSERT INTO cr_t AS tt (id, a) VALUES (51, 5) RETURNING cr_t.id
UPDATE cr_t SET nope = 1
UPDATE cr_t SET cr_t.a = 1
UPDATE cr_t t SET a = 1 WHERE cr_t.id = 1
UPDATE cr_t SET a = 1, a = 2
INSERT INTO cr_t (id, id) VALUES (1, 2)
INSERT INTO cr_t (id, a) VALUES (1)
INSERT INTO cr_t (id) VALUES (1, 2)
UPDATE cr_t SET a = sum(a)
UPDATE cr_t SET a = row_number() OVER ()
DELETE FROM cr_t WHERE count(*) > 1
INSERT INTO cr_t (id) VALUES (60) RETURNING count(*)
UPDATE cr_t SET (a, b) = (1, 'x', 2)
UPDATE cr_t SET a = 5 WHERE id = 50 RETURNING cr_t AS whole, cr_t.a::text || '?' AS q
UPDATE cr_t t SET a = 6 WHERE t.id = 50 RETURNING t
INSERT INTO cr_s SELECT g, g * 10, 'g' || g FROM generate_series(10, 12) g RETURNING id, x, name
UPDATE cr_s SET x = CASE WHEN x > 110 THEN x - 1 ELSE x + 1 END WHERE id >= 10 RETURNING x
DELETE FROM cr_s WHERE (id, x) IN (SELECT id, x FROM cr_s ORDER BY id DESC LIMIT 2) RETURNING id
DELETE FROM cr_s WHERE id = ANY (ARRAY[1, 10]) RETURNING id, name
DELETE FROM ONLY cr_s WHERE id = 2
TABLE cr_s
DROP TABLE cr_t, cr_s
