-- Columns of type point: definitions, what is written into them, what reads them, and what PostgreSQL refuses of them.
CREATE TABLE place (id int PRIMARY KEY, name text NOT NULL, loc point, far point DEFAULT '(0,0)')
INSERT INTO place VALUES (1, 'a', '(1,2)', '(3,4)'), (2, 'b', '1.5, -2', NULL), (3, 'c', NULL, point(1e20, -0.00001)), (4, 'd', point '(0.1,0.2)', '( 5 , 6 )')
INSERT INTO place (id, name) VALUES (5, 'e')
INSERT INTO place (id, name, loc) VALUES (6, 'f', point(0.1 + 0.2, 1.0 / 3))
INSERT INTO place (id, name, loc) SELECT 7, 'g', '(7,7)'
INSERT INTO place (id, name, loc) SELECT 8, name, loc FROM place WHERE id = 1
INSERT INTO place (id, name, loc) VALUES (9, 'x', 'x')
INSERT INTO place (id, name, loc) VALUES (9, 'x', 5)
INSERT INTO place (id, name, loc) VALUES (9, 'x', 'x'::text)
INSERT INTO place (id, name, loc) VALUES (9, 'x', '1 2,3')
INSERT INTO place (id, name, loc) VALUES (9, 'x', '(1,1e400)')
SELECT * FROM place ORDER BY id
SELECT id, loc, loc[0], loc[1], far[0] + 1 FROM place ORDER BY id
SELECT p.loc, p.far FROM place p WHERE p.id < 3 ORDER BY p.id
SELECT id FROM place WHERE loc IS NULL ORDER BY id
SELECT id FROM place WHERE far IS NOT NULL ORDER BY id
SELECT id, loc <-> point(0, 0) AS d FROM place WHERE loc IS NOT NULL ORDER BY loc <-> point(0, 0), id
SELECT id, loc <-> '(0,0)' AS d FROM place WHERE loc <-> '(0,0)' < 3 ORDER BY d, id
SELECT id FROM place ORDER BY loc <-> '(1,2)' NULLS LAST, id LIMIT 2
SELECT a.id, b.id, a.loc <-> b.loc FROM place a JOIN place b ON a.id < b.id WHERE a.loc IS NOT NULL AND b.loc IS NOT NULL ORDER BY 1, 2
SELECT id FROM place WHERE loc ~= '(1,2)' ORDER BY id
SELECT id FROM place WHERE loc ~= point(1, 2) ORDER BY id
SELECT id FROM place WHERE loc ~= far ORDER BY id
SELECT id FROM place WHERE loc <@ box '(0,0),(2,3)' ORDER BY id
SELECT id FROM place WHERE box '(0,0),(2,3)' @> loc ORDER BY id
SELECT id FROM place WHERE loc <@ circle '<(0,0),3>' ORDER BY id
SELECT id FROM place WHERE loc << point(1.2, 0) ORDER BY id
SELECT loc + point(1, 1), loc - '(1,1)', loc * point(2, 0) FROM place WHERE id IN (1, 2) ORDER BY id
SELECT id FROM place WHERE loc = '(1,2)'
SELECT id FROM place WHERE loc = point(1, 2)
SELECT id FROM place WHERE loc = far
SELECT id FROM place WHERE loc <> far
SELECT id FROM place WHERE loc <> '(1,2)' ORDER BY id
SELECT id FROM place WHERE loc NOT IN ('(1,2)') ORDER BY id
SELECT id FROM place WHERE NOT loc ~= far ORDER BY id
SELECT id FROM place WHERE loc < far
SELECT id FROM place WHERE loc IN ('(1,2)', '(3,4)')
SELECT id FROM place WHERE loc IS DISTINCT FROM far
SELECT id FROM place WHERE loc BETWEEN '(0,0)' AND '(1,1)'
SELECT nullif(loc, far) FROM place
SELECT CASE loc WHEN '(1,2)' THEN 1 END FROM place
SELECT id FROM place WHERE loc = ANY ('{}')
SELECT id FROM place WHERE loc LIKE '(1%'
SELECT id FROM place ORDER BY loc
SELECT id, loc FROM place ORDER BY 2
SELECT loc AS x FROM place ORDER BY x
SELECT DISTINCT loc FROM place
SELECT DISTINCT id, loc FROM place
SELECT DISTINCT * FROM place
SELECT DISTINCT ON (loc) id FROM place
SELECT loc, count(*) FROM place GROUP BY loc
SELECT loc, count(*) FROM place GROUP BY 1
SELECT count(DISTINCT loc) FROM place
SELECT loc FROM place UNION SELECT far FROM place
SELECT * FROM place UNION SELECT * FROM place
SELECT loc FROM place INTERSECT SELECT far FROM place
SELECT loc FROM place EXCEPT ALL SELECT far FROM place
SELECT loc FROM place WHERE id = 1 UNION ALL SELECT far FROM place WHERE id = 1
SELECT id FROM place WHERE loc IN (SELECT far FROM place)
SELECT id FROM place WHERE EXISTS (SELECT 1 FROM place f WHERE f.loc ~= place.far) ORDER BY id
SELECT a.id FROM place a JOIN place b USING (loc)
SELECT count(*) FROM place a NATURAL JOIN place b
SELECT max(loc) FROM place
SELECT min(loc) FROM place
SELECT greatest(loc, far) FROM place
SELECT row_number() OVER (PARTITION BY loc) FROM place
SELECT row_number() OVER (ORDER BY loc) FROM place
SELECT id, lag(loc) OVER (ORDER BY id), first_value(loc) OVER (ORDER BY id) FROM place ORDER BY id
SELECT count(loc), count(*) FROM place
SELECT id, coalesce(loc, '0,0') FROM place ORDER BY id
SELECT id, coalesce(loc, far) FROM place ORDER BY id
SELECT id, CASE WHEN id < 2 THEN loc ELSE '9, 9' END FROM place ORDER BY id
SELECT id, CASE WHEN id < 2 THEN loc END FROM place ORDER BY id
SELECT id, coalesce(loc::text, 'none'), loc::varchar(4), 'at ' || loc::text FROM place ORDER BY id
SELECT 'at ' || loc FROM place WHERE id = 1
SELECT concat('at ', loc), format('%s', loc), concat_ws('-', loc, far) FROM place WHERE id IN (1, 2) ORDER BY id
SELECT pg_typeof(loc), pg_typeof(loc[0]), pg_typeof(loc <-> far) FROM place WHERE id = 1
SELECT loc::int FROM place
SELECT loc::box, loc::circle FROM place WHERE id = 1
SELECT length(loc) FROM place
SELECT upper(loc) FROM place
SELECT circle(loc, 2), box(loc, far), lseg(loc, far) FROM place WHERE id = 1
SELECT slope(loc, far) FROM place WHERE id = 1
SELECT string_agg(loc::text, ';' ORDER BY id) FROM place
SELECT to_json(loc), jsonb_build_object('at', loc) FROM place WHERE id = 1
SELECT row_to_json(p) FROM (SELECT id, loc FROM place WHERE id = 1) p
SELECT row_to_json(p) FROM place p WHERE id = 1
SELECT json_agg(loc) FROM place WHERE id < 3
SELECT p FROM place p WHERE id = 1
SELECT DISTINCT p FROM place p
SELECT p = p FROM place p
SELECT id FROM place p ORDER BY p
SELECT ROW(loc, 1) = ROW(far, 1) FROM place
SELECT (loc, id) < (far, id) FROM place
SELECT array_agg(loc ORDER BY id) FROM place
SELECT ARRAY[loc, far] FROM place WHERE id = 1
SELECT q FROM (SELECT loc AS q FROM place WHERE id = 1) s
SELECT q FROM (SELECT loc AS q FROM place) s ORDER BY q
SELECT DISTINCT q FROM (SELECT loc AS q FROM place) s
SELECT DISTINCT q FROM (SELECT coalesce(loc, far) AS q FROM place) s
SELECT DISTINCT q FROM (SELECT loc + far AS q FROM place) s
SELECT q FROM (SELECT (SELECT loc FROM place LIMIT 1) AS q) s ORDER BY q
SELECT q, r FROM (SELECT * FROM place WHERE id = 1) s(q, n, r)
SELECT r FROM (SELECT * FROM place) s(q, n, r) ORDER BY r
SELECT r FROM (SELECT * FROM place) s(q, n, r) WHERE r = '(1,2)'
WITH w AS (SELECT id, loc FROM place) SELECT loc[0] FROM w WHERE id = 1
WITH w AS (SELECT id, loc FROM place) SELECT loc FROM w ORDER BY loc
WITH w(i, l) AS (SELECT id, loc FROM place) SELECT l <-> '(0,0)' FROM w WHERE i = 1
SELECT (SELECT loc FROM place WHERE id = 1) <-> point(0, 0)
SELECT coalesce((SELECT loc FROM place WHERE id = 3), '0,0')
WITH w AS (SELECT id, loc FROM place) SELECT coalesce(loc, '0 , 0'), CASE WHEN loc IS NULL THEN '1 , 1' ELSE loc END, loc <-> '(0,0)' FROM w ORDER BY id
WITH w AS (SELECT id, loc FROM place) SELECT loc <> '(1,2)', loc ~= far FROM w JOIN place p USING (id) ORDER BY id
SELECT coalesce(q, '0 , 0') FROM (SELECT (SELECT loc FROM place WHERE id = 3) AS q) s
SELECT CASE WHEN q IS NULL THEN '0 , 0' ELSE q END FROM (SELECT (SELECT loc FROM place WHERE id = 3) AS q) s
SELECT q FROM (SELECT (SELECT loc FROM place WHERE id = 3) AS q) s UNION ALL SELECT '0 , 0'
SELECT loc FROM place WHERE id = 1 UNION ALL SELECT '0 , 0'
VALUES ((SELECT loc FROM place WHERE id = 1)), ('0 , 0')
SELECT coalesce(q, '0 , 0') FROM (SELECT coalesce(loc, far) AS q FROM place WHERE id = 3) s
SELECT q <-> '(0,0)', q[0] FROM (SELECT loc + far AS q FROM place WHERE id = 1) s
SELECT x FROM (SELECT unnest(array_agg(loc)) AS x FROM place) s ORDER BY x
SELECT x FROM place, LATERAL (SELECT loc AS x) s ORDER BY x
SELECT x = '(1,2)' FROM place, LATERAL (SELECT loc AS x) s
SELECT l.loc FROM place p LEFT JOIN LATERAL (SELECT loc FROM place WHERE id = p.id) l ON true WHERE p.id < 3 ORDER BY p.id
WITH RECURSIVE r AS (SELECT id, loc FROM place WHERE id = 1 UNION SELECT p.id, p.loc FROM place p JOIN r ON p.id = r.id + 1) SELECT * FROM r
WITH RECURSIVE r AS (SELECT id, loc FROM place WHERE id = 1 UNION ALL SELECT p.id, p.loc FROM place p JOIN r ON p.id = r.id + 1 WHERE p.id < 3) SELECT * FROM r
BEGIN
WITH d AS (DELETE FROM place WHERE id = 5 RETURNING loc, id) SELECT * FROM d
ROLLBACK
BEGIN
WITH i AS (INSERT INTO place (id, name, loc) VALUES (5, 'e', '5 , 5') RETURNING loc) SELECT loc, loc[0] FROM i
ROLLBACK
WITH i AS (UPDATE place SET loc = NULL WHERE id = 5 RETURNING loc) SELECT DISTINCT loc FROM i
TABLE place
SELECT mode() WITHIN GROUP (ORDER BY loc) FROM place
SELECT string_agg(loc, ',') FROM place
SELECT sum(loc) FROM place
SELECT count(*) FILTER (WHERE loc = far) FROM place
SELECT id FROM place GROUP BY id HAVING min(loc) IS NULL
SELECT name, loc FROM place GROUP BY id ORDER BY id
SELECT id, count(*) FROM place GROUP BY GROUPING SETS ((id), (loc)) ORDER BY 1
SELECT loc::text FROM place WHERE id < 3 GROUP BY loc::text ORDER BY 1
SELECT DISTINCT loc::text FROM place WHERE id < 3 ORDER BY 1
SELECT id FROM place WHERE loc::text = '(1,2)' ORDER BY id
SELECT id FROM place WHERE loc[0] = 1 AND loc[1] = 2 ORDER BY id
SELECT id FROM place WHERE id = 1 AND (loc[0] BETWEEN 0 AND 2) ORDER BY loc[0], loc[1]
UPDATE place SET loc = '(8,8)' WHERE id = 8
UPDATE place SET loc = far, far = loc WHERE id = 1 RETURNING id, loc, far
UPDATE place SET loc = point(loc[0] + 1, loc[1]) WHERE id = 1 RETURNING loc
UPDATE place SET (loc, name) = ('2,2', 'z') WHERE id = 2 RETURNING loc, name
UPDATE place SET (loc, name) = (SELECT far, 'y' FROM place WHERE id = 4) WHERE id = 2 RETURNING loc, name
UPDATE place SET loc = 'x' WHERE id = 1
UPDATE place SET loc = 1 WHERE id = 1
UPDATE place SET name = loc WHERE id = 1
UPDATE place SET id = loc WHERE id = 1
UPDATE place SET loc = NULL WHERE loc ~= '(8,8)' RETURNING id
UPDATE place SET loc = DEFAULT WHERE id = 7 RETURNING loc
UPDATE place SET loc[0] = 5 WHERE id = 1
DELETE FROM place WHERE loc = '(1,1)'
DELETE FROM place WHERE loc ~= '(100,100)'
INSERT INTO place (id, name, loc) VALUES (1, 'A', '9,9') ON CONFLICT (id) DO UPDATE SET loc = EXCLUDED.loc RETURNING loc
INSERT INTO place (id, name, loc) VALUES (1, 'A', '9,9') ON CONFLICT (id) DO UPDATE SET name = 'q' WHERE place.loc = EXCLUDED.loc
INSERT INTO place (id, name, loc) VALUES (1, 'A', '9,9') ON CONFLICT (loc) DO NOTHING
MERGE INTO place p USING (SELECT 1 AS id) s ON p.id = s.id WHEN MATCHED THEN UPDATE SET loc = '(3,3)'
PREPARE at(int, point) AS UPDATE place SET loc = $2 WHERE id = $1 RETURNING loc
EXECUTE at(1, '4, 4')
EXECUTE at(1, 'x')
SELECT id, loc, far FROM place ORDER BY id
SELECT column_name, data_type, udt_name, column_default FROM information_schema.columns WHERE table_name = 'place' ORDER BY ordinal_position
SELECT attname, atttypid, format_type(atttypid, atttypmod), attlen, attalign, attstorage FROM pg_attribute WHERE attrelid = 'place'::regclass AND attnum > 0 ORDER BY attnum
CREATE INDEX ON place (loc)
CREATE UNIQUE INDEX ON place (loc)
CREATE INDEX place_gist ON place USING gist (loc)
ALTER TABLE place ADD UNIQUE (loc)
ALTER TABLE place ADD CHECK (loc <> '(0,0)')
ALTER TABLE place ADD COLUMN more point
ALTER TABLE place ADD COLUMN home point NOT NULL DEFAULT '1,1'
SELECT id, more, home FROM place WHERE id < 3 ORDER BY id
ALTER TABLE place ALTER COLUMN more SET DEFAULT '2,2'
ALTER TABLE place ALTER COLUMN more SET DEFAULT 'x'
INSERT INTO place (id, name) VALUES (20, 't') RETURNING more, home
ALTER TABLE place ALTER COLUMN name TYPE point
ALTER TABLE place ALTER COLUMN id TYPE point
ALTER TABLE place ALTER COLUMN more TYPE int
ALTER TABLE place DROP COLUMN home
ALTER TABLE place RENAME COLUMN more TO extra
SELECT extra FROM place WHERE id = 20
CREATE VIEW near AS SELECT id, loc, loc <-> '(0,0)' AS d FROM place WHERE loc <-> '(0,0)' < 20
SELECT * FROM near ORDER BY id
SELECT loc FROM near ORDER BY loc
SELECT loc FROM near WHERE loc = '(1,1)'
SELECT data_type FROM information_schema.columns WHERE table_name = 'near' ORDER BY ordinal_position
CREATE VIEW ill AS SELECT DISTINCT loc FROM place
CREATE TABLE copied AS SELECT id, loc, far + point(1, 1) AS up FROM place WHERE id < 3
SELECT * FROM copied ORDER BY id
SELECT data_type FROM information_schema.columns WHERE table_name = 'copied' ORDER BY ordinal_position
SELECT up FROM copied ORDER BY up
CREATE TABLE ill1 (p point PRIMARY KEY)
CREATE TABLE ill2 (p point UNIQUE)
CREATE TABLE ill3 (a int, p point, UNIQUE (a, p))
CREATE TABLE ill4 (p point CHECK (p <> '(0,0)'))
CREATE TABLE ill5 (p point DEFAULT 'x')
CREATE TABLE ill6 (p point DEFAULT 5)
CREATE TABLE ill7 (p point, q float8 GENERATED ALWAYS AS (p[0]) STORED)
CREATE TABLE ill8 (p point(3))
CREATE TABLE alike (LIKE place)
INSERT INTO ill5 VALUES (DEFAULT)
CREATE TABLE well (p point DEFAULT ' 1.50 , -2 ', q point DEFAULT point(1, 2), r point DEFAULT '(1,2)'::point)
INSERT INTO well DEFAULT VALUES
SELECT * FROM well
CREATE TEMP TABLE passing (p point)
INSERT INTO passing VALUES ('1,2'), (point(3, 4))
SELECT p, p[1] FROM passing
SELECT p FROM passing ORDER BY p
CREATE TABLE texts (id int, loc text)
INSERT INTO texts VALUES (1, '(1,2)'), (2, 'b')
SELECT t.loc FROM texts t JOIN place p ON p.id = t.id WHERE t.loc = 'b' ORDER BY t.loc
SELECT t.loc, p.loc FROM texts t JOIN place p ON p.id = t.id ORDER BY t.loc
SELECT t.loc, p.loc FROM texts t JOIN place p ON p.id = t.id ORDER BY p.loc
SELECT id FROM place WHERE id IN (SELECT id FROM texts WHERE loc = '(1,2)')
SELECT id FROM texts WHERE id IN (SELECT id FROM place WHERE loc = '(1,2)')
SELECT coalesce(p.loc, '0,0') FROM texts t JOIN place p ON p.id = t.id ORDER BY t.id
SELECT t.loc::point FROM texts t WHERE id = 1
UPDATE place SET loc = t.loc FROM texts t WHERE t.id = place.id
UPDATE place SET loc = t.loc::point FROM texts t WHERE t.id = place.id AND t.id = 1 RETURNING place.loc
EXPLAIN SELECT DISTINCT loc FROM place
BEGIN
DECLARE c CURSOR FOR SELECT loc FROM place WHERE id < 3 ORDER BY id
FETCH ALL FROM c
COMMIT
BEGIN
DECLARE c CURSOR FOR SELECT * FROM place WHERE id = 2
FETCH c
UPDATE place SET name = 'moved' WHERE CURRENT OF c
ROLLBACK
DROP VIEW near
DROP TABLE place, copied, texts, well
-- Texts of points.
SELECT '(1,2)'::point, '1,2'::point, ' ( 1 , 2 ) '::point, '(-0,0)'::point, '(0,-0.0)'::point
SELECT '(inf,-inf)'::point, '(Infinity,-infinity)'::point, '(NaN,nan)'::point, '(+inf,+1)'::point, '(iNf,0)'::point
SELECT '(0x10,0x1p3)'::point, '(1.,.5)'::point, '(1e5,1E-5)'::point, '(1e15,1e16)'::point, '(123456789012345678,0.1)'::point
SELECT '(5e-324,1.7976931348623157e308)'::point
SELECT '(1e-400,1)'::point
SELECT '(1,-1e309)'::point
SELECT '(1,2'::point
SELECT '1,2)'::point
SELECT '((1,2))'::point
SELECT '(1 2)'::point
SELECT '(1,2,3)'::point
SELECT '(1,)'::point
SELECT '(,1)'::point
SELECT ''::point
SELECT '1'::point
SELECT '(1,2)x'::point
SELECT '(1e,2)'::point
SELECT '(1 0,2)'::point
SELECT '(infinit,2)'::point
SELECT '(- 1,2)'::point
SELECT '[1,2]'::point
SELECT '(1_0,2)'::point
SELECT '(١,2)'::point
SELECT '(nan(1),2)'::point
SELECT '(--1,2)'::point
SELECT E'\t(\n1\x0b,\f2\r)\n'::point
SELECT point(1, 2), point('1', '2'), point('NaN', 'inf'), point(-0.0, '-0')
SELECT point '(NaN,1)' ~= point '(NaN,1)', point '(NaN,1)' ~= point '(1,1)', point '(inf,1)' ~= point '(inf,1)', point '(1,1)' ~= point '(1.0000001,1)', point '(1,1)' ~= point '(1.00001,1)'
SELECT point '(inf,1)' <-> point '(0,0)', point '(NaN,1)' <-> point '(0,0)', point '(NaN,1)' <-> point '(inf,0)', point '(inf,inf)' <-> point '(inf,0)'
SELECT point '(1e308,0)' <-> point '(-1e308,0)'
SELECT point '(1e308,1)' + point '(1e308,1)'
SELECT point '(1e308,1)' - point '(inf,1)', point '(1e200,0)' / point '(2,0)'
SELECT point '(1e200,1)' * point '(1e200,1)'
SELECT point '(1,1)' / point '(0,0)'
SELECT point '(1,1)' / point '(1e200,0)'
SELECT point '(1,1)' / point '(1e-200,0)'
SELECT point '(1e-200,1)' * point '(1e-200,1)'
SELECT point '(1e200,1e200)' <-> point '(0,0)'
SELECT point '(1e-200,1e-200)' <-> point '(0,0)'
SELECT point '(1.7e308,1.7e308)' <-> point '(0,0)'
SELECT (point '(-0,5)')[0], (point '(1,2)')[1], (point '(1,2)')[2], (point '(1,2)')[-1]
SELECT NULL::point, NULL::point <-> point(1, 2), point(NULL, 1)
SELECT pg_typeof('(1,2)'::point), format_type(600, NULL), 'point'::regtype::oid, typlen, typalign FROM pg_type WHERE typname = 'point'
SELECT point(1)
SELECT point(true, 1)
SELECT 1::point
SELECT point(1, 2)::int
SELECT point(1, 2) @> point(1, 2)
SELECT 1 FROM (VALUES (point(1, 2))) v(p) WHERE p NOT IN ('(1,2)')
SELECT DISTINCT q FROM (SELECT point(1, 1) + point(1, 1) AS q) s
SELECT q FROM (SELECT '1,1'::point AS q) s GROUP BY q
