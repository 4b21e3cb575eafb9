-- Arrays that are compared, stored or have dimensions of their own.
CREATE TABLE kza (id int PRIMARY KEY, c numeric[][], d numeric(6,2)[], e numeric[])
INSERT INTO kza VALUES (1, '{{1.5,2},{3,4.25}}', '{1.50,2}', '{1.5}')
SELECT array_cat(c, c), c || c, coalesce(c, c), CASE WHEN id = 1 THEN c ELSE c END FROM kza
SELECT c || ARRAY[[1.5, 2.25]], array_cat(ARRAY[[1.5, 2.25]], c) FROM kza
SELECT array_replace(c, 3, 7.5) FROM kza
SELECT c[1][2], c[1:1], (c || c)[3][1] FROM kza
SELECT coalesce(c, ARRAY[[1.5, 2.25]]) FROM kza
SELECT unnest(c) FROM kza ORDER BY 1
SELECT array_to_string(c, ','), c::text, to_jsonb(c) FROM kza
SELECT d || d, d || e, d || 3.5, 3.5 || d, d || 1 FROM kza
SELECT id FROM kza WHERE d || 3.5 = ARRAY[1.5, 2, 3.50]
SELECT id FROM kza WHERE array_append(d, 3.5) = ARRAY[1.5, 2, 3.50]
SELECT (SELECT array_agg(x * 1.10) FROM (VALUES (1.5), (2)) v(x)) = ARRAY[1.65, 2.2]
SELECT (SELECT array_agg((ARRAY[1.50, 2])[i]) FROM generate_series(1, 2) i) = ARRAY[1.5, 2.0]
SELECT array_agg(x) = ARRAY[1.5, 2.0] FROM unnest(ARRAY[1.50, 2]) x
SELECT array_agg(ARRAY[1.50, id]) FROM kza
SELECT array_agg(ARRAY[1.50, id]) = ARRAY[[1.5, 1.0]] FROM kza
INSERT INTO kza (id, e) SELECT 2, array_agg((ARRAY[1.50, 2])[i]) FROM generate_series(1, 2) i
INSERT INTO kza (id, e) VALUES (4, array_append('{1.50}'::numeric[], 2)), (5, ARRAY[1.50, 2] || 3)
UPDATE kza SET d = d || 3.5, e = array_append(e, 1.25) WHERE id = 1 RETURNING d, e
SELECT id, e = ARRAY[1.5, 2], cardinality(e) FROM kza ORDER BY id
SELECT sum(x) FROM kza, unnest(e) x
SELECT id FROM kza ORDER BY e, id
SELECT e, count(*) FROM kza GROUP BY e ORDER BY count(*) DESC LIMIT 1
SELECT max((ARRAY[1.50, id])[2]), min((ARRAY[1.50, 10])[id]) FROM kza
SELECT (ARRAY[1.50, 2])[1] > 1, (ARRAY[1.50, 2])[1] = 1.5, (ARRAY[1.50, 2])[1]::int, (ARRAY[1.50, 2])[2] BETWEEN 1 AND 3
SELECT count(*) FROM generate_series(1, 3) i WHERE (ARRAY[1.50, 2, 0.5])[i] > 1
SELECT (ARRAY[1.50, 2, 0.5])[i] AS x FROM generate_series(1, 3) i ORDER BY x
SELECT (ARRAY[1.50, 2, 1.5])[i] AS x, count(*) FROM generate_series(1, 3) i GROUP BY 1 ORDER BY 1
SELECT DISTINCT (ARRAY[1.50, 2, 1.50])[i] AS x FROM generate_series(1, 3) i ORDER BY 1
SELECT sum((ARRAY[1.50, 2, 0.5])[i]), avg((ARRAY[1.50, 2, 0.5])[i]) FROM generate_series(1, 3) i
SELECT x FROM (SELECT (ARRAY[1.50, 2, 0.5])[i] AS x FROM generate_series(1, 3) i) s WHERE x > 1 ORDER BY x
SELECT x * 2 FROM (SELECT unnest('{1.50,2}'::numeric[]) AS x) s ORDER BY 1
SELECT x, sum(x) OVER (ORDER BY x) FROM unnest('{1.50,2}'::numeric[]) x
SELECT (ARRAY[1.50, 2])[1] + (ARRAY[1, 2.250])[2], (ARRAY[1.50, 2])[1] * id, -(ARRAY[1.50, 2])[2], abs((ARRAY[-1.50, 2])[1]) FROM kza WHERE id = 1
SELECT round((ARRAY[1.505, 2])[1], 2), ((ARRAY[1.50, 2])[1])::numeric(6,3), to_char((ARRAY[1.50, 2])[1], '9.99')
SELECT coalesce((ARRAY[1.50, 2])[3], 1.000), greatest((ARRAY[1.50, 2])[1], 1), nullif((ARRAY[1.50, 2])[1], 2)
SELECT (ARRAY[1.50, 2])[1]::text || 'x', concat((ARRAY[1.50, 2])[2]), to_json((ARRAY[1.50, 2])[1])
SELECT ('{0.12345678912,1}'::numeric[])[1], '{0.12345678912,1}'::numeric[], '{12345678901234567890123456789012345678901234567890}'::numeric[]
SELECT ARRAY['NaN', '1.50']::numeric[], '{NaN,Infinity}'::numeric[]
SELECT '{1.50,2}'::numeric[] FROM kza WHERE false
SELECT ARRAY[1.50, i] FROM generate_series(1, 3) i ORDER BY 1 DESC LIMIT 2
SELECT i, ARRAY[1.50, i] || ARRAY[i / 4.0] FROM generate_series(1, 2) i
SELECT ARRAY[1.50, (SELECT max(d[1]) FROM kza)], ARRAY(SELECT d[1] FROM kza WHERE d IS NOT NULL)
PREPARE kza_p AS SELECT array_append($1::numeric[], 1.50), $1::numeric[] || 2, ($1::numeric[])[1]
EXECUTE kza_p ('{1.5,2.25}')
SELECT array_agg(n) FROM (VALUES (1.50), (2)) v(n) GROUP BY n > 1.7 ORDER BY 1
SELECT string_agg(x::text, ',' ORDER BY x) FROM unnest(ARRAY[1.50, 2, 0.5]) x
SELECT json_agg(x) FROM unnest('{1.50,2}'::numeric[]) x
SELECT jsonb_agg(ARRAY[1.50, id] ORDER BY id) FROM kza
WITH RECURSIVE r(i, a) AS (SELECT 1, ARRAY[1.50] UNION ALL SELECT i + 1, a || (i + 0.5) FROM r WHERE i < 3) SELECT i, cardinality(a) FROM r ORDER BY i
SELECT a.x FROM (VALUES (ARRAY[1.50, 2]), (ARRAY[3, 4.0])) a(x) ORDER BY 1
VALUES (ARRAY[1.50, 2]), (ARRAY[3, 4.0])
