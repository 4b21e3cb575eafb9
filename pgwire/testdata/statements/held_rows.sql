-- Rows: their columns, comparisons with rows and with queries, tests for NULL.
CREATE TYPE addr AS (street text, zip int)
CREATE TABLE p (id int, a addr, tags text[])
INSERT INTO p VALUES (1, ROW('Main', 123), '{x,y}'), (2, NULL, NULL), (3, ('Side', NULL), '{}')
SELECT ROW(1, 'a', NULL)
SELECT ROW(1, 2.5, true, date '2024-01-01')
SELECT ROW('a b', 'c,d', 'e"f', '', NULL, '(x)')
SELECT (1, 2)
SELECT ROW()
SELECT ROW(1)
SELECT (ROW(1, 2)).f1
SELECT (a).street, (a).zip FROM p ORDER BY id
SELECT (p.a).* FROM p ORDER BY id
SELECT (p).* FROM p ORDER BY id
SELECT (p).id, (p).a FROM p ORDER BY 1
SELECT p FROM p ORDER BY id
SELECT p.* FROM p ORDER BY id
SELECT p.p FROM p
SELECT x FROM (SELECT 1 AS a, 'b' AS b) x
SELECT x.* FROM (VALUES (1, 'a'), (2, 'b')) x
SELECT x FROM (VALUES (1, 'a'), (2, NULL)) x
SELECT x FROM generate_series(1, 2) x
SELECT (x).f FROM (SELECT 1 AS f) x
SELECT ROW(p.*) FROM p ORDER BY id
SELECT ROW(p.*, 1) FROM p ORDER BY id
SELECT row_to_json(p) FROM p ORDER BY id
SELECT row_to_json(ROW(1, 'a'))
SELECT to_json(p.a) FROM p ORDER BY id
SELECT json_agg(x) FROM (SELECT id FROM p ORDER BY id) x
SELECT count(p) FROM p
SELECT count(p.*) FROM p
SELECT count(a) FROM p
SELECT (1, 2) = (1, 2), (1, 2) <> (1, 3), (1, 2) < (1, 3), (2, 1) >= (1, 9)
SELECT (1, NULL) = (1, 2), (1, NULL) = (2, 2), (1, NULL) < (2, 1), (1, NULL) < (1, 2)
SELECT ROW(1, 2) IS NULL, ROW(NULL, NULL) IS NULL, ROW(1, NULL) IS NULL, ROW(1, NULL) IS NOT NULL, ROW(1, 2) IS NOT NULL
SELECT id, a IS NULL, a IS NOT NULL FROM p ORDER BY id
SELECT id, p IS NULL, p IS NOT NULL, p.* IS NULL FROM p ORDER BY id
SELECT (1, 2) IS DISTINCT FROM (1, NULL), (1, NULL) IS NOT DISTINCT FROM (1, NULL)
SELECT (1, 2, 3) = (1, 2)
SELECT (1, 2) = 3
SELECT (1, 'a') = (1, 2)
SELECT (1, 2) + (3, 4)
SELECT * FROM p WHERE (id, tags) = (1, '{x,y}')
SELECT id FROM p WHERE (id, (a).zip) IN ((1, 123), (3, 5)) ORDER BY id
SELECT id FROM p WHERE (id, id) IN (SELECT 1, 1 UNION SELECT 2, 2) ORDER BY id
SELECT id FROM p WHERE (id, id) NOT IN (SELECT 1, 1) ORDER BY id
SELECT id FROM p WHERE (id) = ANY (SELECT 1)
SELECT (1, 2) = ANY (SELECT 1, 2), (1, 2) > ALL (SELECT 0, 5)
SELECT (SELECT ROW(1, 2)) = ROW(1, 2)
SELECT ROW(1, 2) = (SELECT 1, 2)
SELECT ROW(1, 2) < (SELECT 1, 3)
SELECT ROW(1, 2) = (SELECT 1, 2, 3)
SELECT ROW('Main', 123)::addr
SELECT (ROW('Main', 123)::addr).street
SELECT ('(Main,5)'::addr).zip
SELECT '(Main)'::addr
SELECT '(Main,x)'::addr
SELECT ROW(1)::addr
SELECT a = ROW('Main', 123)::addr FROM p ORDER BY id
SELECT a FROM p ORDER BY a
SELECT DISTINCT a FROM p ORDER BY a NULLS FIRST
SELECT a, count(*) FROM p GROUP BY a ORDER BY a
SELECT max(id), (a).zip FROM p GROUP BY (a).zip ORDER BY 1
UPDATE p SET a.zip = 99 WHERE id = 1
SELECT * FROM p ORDER BY id
UPDATE p SET a.street = 'New' WHERE id = 2
UPDATE p SET a = ROW('R', 1) WHERE id = 3 RETURNING a, (a).street
INSERT INTO p (id, a.zip) VALUES (4, 7)
SELECT a FROM p WHERE id = 4
UPDATE p SET (id, tags) = (5, ARRAY['k']) WHERE id = 4
UPDATE p SET (id, tags) = ROW(6, ARRAY['m']) WHERE id = 5
UPDATE p SET (id, tags) = (SELECT 8, ARRAY['n']) WHERE id = 6
SELECT id, tags FROM p ORDER BY id
SELECT pg_typeof(ROW(1, 2)), pg_typeof(a), pg_typeof(p) FROM p LIMIT 1
SELECT p::text FROM p ORDER BY id
SELECT (p)::text = '(1,"(Main,99)","{x,y}")' FROM p WHERE id = 1
SELECT ROW(1, 2)::text
SELECT array_agg(ROW(id, (a).zip) ORDER BY id) FROM p
SELECT ARRAY[ROW(1, 'a'), ROW(2, 'b')]
SELECT (unnest(ARRAY[ROW('a', 1)::addr, ROW('b', 2)::addr])).*
SELECT * FROM unnest(ARRAY[ROW('a', 1)::addr, ROW('b', 2)::addr])
SELECT (SELECT p FROM p WHERE id = 1)
SELECT ((SELECT p FROM p WHERE id = 1)).id
SELECT coalesce(a, ROW('none', 0)::addr) FROM p ORDER BY id
SELECT CASE WHEN id = 1 THEN a END FROM p ORDER BY id
SELECT greatest(ROW(1, 2), ROW(1, 3))
SELECT ROW(1, 2) BETWEEN ROW(1, 1) AND ROW(1, 3)
SELECT * FROM p AS q (x, y, z) WHERE q.x = 1
SELECT q FROM p AS q (x, y, z) WHERE q.x = 1
SELECT (q).z FROM p AS q (x, y, z) WHERE q.x = 1
SELECT (a).nope FROM p
SELECT a.street FROM p
SELECT p.a.street FROM p
SELECT (p.a).street FROM p ORDER BY id
SELECT (public.p.a).street FROM p ORDER BY id
SELECT public.p.id FROM p ORDER BY 1
SELECT to_jsonb(p) - 'tags' FROM p ORDER BY id
SELECT jsonb_build_object('p', p) FROM p WHERE id = 1
SELECT * FROM json_to_record('{"a":1,"b":"x"}') AS r(a int, b text)
CREATE TABLE pa (id int, list addr[])
INSERT INTO pa VALUES (1, ARRAY[ROW('a', 1)::addr, ROW('b', 2)::addr])
SELECT unnest(list) FROM pa
SELECT (unnest(list)).street FROM pa
SELECT list[1], (list[1]).zip FROM pa
SELECT (ROW(1, 2, 3)).f3 AS third, (ROW(id, id * 2)).f2 FROM p ORDER BY id
SELECT (id, (a).zip) = (SELECT 1, 99), (id, 1) < (SELECT 2, 2), (id, 1) = (SELECT 1, 1 WHERE false) FROM p ORDER BY id
SELECT id FROM p WHERE (id, 1) = (SELECT max(id), 1 FROM p)
SELECT id FROM p WHERE (id, 1) = (SELECT id, 1 FROM p)
SELECT (1, 2) = (VALUES (1, 2)), (1, 2) <> (SELECT 1, 3), (1, NULL) = (SELECT 1, 2)
SELECT id, p.* IS NOT NULL FROM p ORDER BY id
SELECT l.id, r.* IS NULL FROM p l LEFT JOIN p r ON r.id = l.id + 1 ORDER BY l.id
SELECT (1, 'a') <> (1, 'b'), (1, 'a') = ('1', 'a'), NOT (1, 2) = (1, 3)
SELECT id FROM p WHERE NOT (id, tags) = (1, '{x,y}') ORDER BY id
SELECT * FROM p WHERE (id, 'x') = (2)
SELECT (id, id) = (id, NULL) FROM p ORDER BY id
SELECT ROW(1, 2) = ROW(1, 2) AND ROW(3) = ROW(3)
SELECT (date '2024-01-01', 1) = ('2024-01-01', 1)
SELECT (1.50, 'x') = (1.5, 'x')
UPDATE p SET id = id WHERE (id, 1) = (SELECT 1, 1)
SELECT count(*) FROM p x JOIN p y ON (x.id, x.tags) = (y.id, y.tags)
DELETE FROM p WHERE (id, tags) = (8, '{n}')
SELECT CASE WHEN (1, 2) = (1, 2) THEN 'y' END
