-- Ranges that are kept, and compared where they stand in others.
CREATE TABLE kzs (id int PRIMARY KEY, r numrange, l numrange[])
INSERT INTO kzs SELECT 1, numrange(1.50, 2.0), array_agg(numrange(1.50, 2.0)) FROM generate_series(1, 1)
INSERT INTO kzs (id, r, l) VALUES (2, '[1.5,2)', ARRAY[numrange(1.5, 2)]), (3, numrange(1.0, 2.0) + numrange(2.00, 3.0), NULL)
SELECT id FROM kzs WHERE r = numrange(1.50, 2.00) ORDER BY id
SELECT count(DISTINCT r), count(DISTINCT l) FROM kzs
SELECT a.id, b.id FROM kzs a JOIN kzs b ON a.l = b.l WHERE a.id < b.id
SELECT array_agg(numrange(1.0, 2.0)) = ARRAY[numrange(1.00, 2.00)] FROM kzs WHERE id = 1
SELECT ARRAY[numrange(1.0, 2.0)] @> ARRAY[numrange(1.00, 2.00)], ARRAY[numrange(1.0, 2.0)] && ARRAY[numrange(1.00, 2.00)]
SELECT id FROM kzs WHERE r IN (SELECT numrange(1.50, 2.00)) ORDER BY id
SELECT id, r IN (numrange(1.50, 2.00)), r <= numrange(1.500, 2.0) FROM kzs ORDER BY id
UPDATE kzs SET r = numrange(1.500, 2.00), l = ARRAY[numrange(1.500, 2.00)] WHERE id = 3 RETURNING id
SELECT count(*), count(DISTINCT r) FROM kzs
CREATE TABLE kzs2 AS SELECT DISTINCT r, l FROM kzs WHERE l IS NOT NULL
SELECT count(*) FROM kzs2
CREATE TABLE kzs3 AS SELECT array_agg(numrange(1.50, 2.0)) AS l FROM kzs
SELECT l = ARRAY[numrange(1.5, 2), numrange(1.5, 2), numrange(1.5, 2)] FROM kzs3
SELECT r FROM kzs UNION SELECT numrange(1.50, 2.00)
SELECT r FROM kzs INTERSECT SELECT numrange(1.50, 2.00)
SELECT r FROM kzs EXCEPT SELECT numrange(1.50, 2.00)
SELECT count(*) FROM (SELECT numrange(1.50, 2.0) AS x UNION ALL SELECT numrange(1.5, 2.00)) s GROUP BY x
SELECT count(*) FROM (SELECT DISTINCT x FROM (VALUES (numrange(1.50, 2.0)), (numrange(1.5, 2.00))) v(x)) s
SELECT first_value(x) OVER (PARTITION BY x ORDER BY i) IS NOT NULL, count(*) OVER (PARTITION BY x) FROM (VALUES (numrange(1.50, 2.0), 1), (numrange(1.5, 2.00), 2)) v(x, i)
SELECT rank() OVER (ORDER BY x) FROM (VALUES (numrange(1.50, 2.0)), (numrange(1.5, 2.00))) v(x)
SELECT json_object_agg(x, 1) FROM (SELECT numrange(1.50, 2.0) AS x) s
SELECT to_jsonb(x) = to_jsonb('[1.50,2.0)'::text), x::text = '[1.50,2.0)', md5(x::text) = md5('[1.50,2.0)') FROM (SELECT numrange(1.50, 2.0) AS x) s
SELECT length(numrange(1.50, 2.0)::text), upper(numrange(1.50, 2.0)::text)
SELECT lower(x), upper(x), lower(x) + 1, lower(x) = 1.5, upper(x) > lower(x) FROM (SELECT numrange(1.50, 2.0) AS x) s
SELECT lower(numrange(1.50, 2)) = 1.5, lower(numrange(1.50, 2)) < upper(numrange(1.50, 2)), lower(numrange(1.50, 2))::int
SELECT id FROM kzs WHERE lower(r) = lower(numrange(1.500, 3)) ORDER BY id
SELECT lower(numrange(1.50, i)) AS x FROM generate_series(2, 3) i GROUP BY 1 ORDER BY 1
SELECT sum(upper(numrange(0.50, i))), max(upper(numrange(0, i + 0.50))) FROM generate_series(2, 3) i
SELECT upper(r) - lower(r), avg(upper(r) - lower(r)) OVER () FROM kzs ORDER BY id
SELECT sum(upper(x) - lower(x)) FROM unnest('{[1.0,2.50),[3.00,4)}'::nummultirange) x
SELECT x FROM unnest('{[1.0,2.50),[3.00,4)}'::nummultirange) x
SELECT numrange(1.5, 2.5) @> lower(numrange(1.50, 2)), lower(numrange(1.50, 2)) IN (1.5, 2), lower(numrange(1.50, 2)) BETWEEN 1 AND 2
DELETE FROM kzs WHERE r = numrange(1.500, 2.000)
SELECT count(*) FROM kzs
