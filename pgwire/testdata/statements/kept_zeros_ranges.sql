-- Zeros at the end of the bounds of numeric ranges.
CREATE TABLE kzr (id int PRIMARY KEY, n numeric, m numeric(10,2), r numrange)
INSERT INTO kzr VALUES (1, 1.50, 12.30, '[1.50,2.0]'), (2, 0.250, 100, numrange(1.0, 3)), (3, 7, 0.05, 'empty'), (4, -2.75, NULL, NULL)
SELECT numrange(1.50, 2.0)
SELECT numrange(1.50, 2.0, '[]'), numrange(NULL, 2.0), numrange(1.50, NULL, '()'), numrange(1.0, 1.00), numrange(1.0, 1.00, '[]')
SELECT '[1.50,2.0]'::numrange, '(,2.00)'::numrange, '[ 1.50 , 2.0 )'::numrange, 'empty'::numrange
SELECT '[-1.50,-0.0]'::numrange, '[0.0,0.00]'::numrange, '[-0.50,0.500]'::numrange, '[1e3,1.5e4]'::numrange
SELECT lower(numrange(21.50, 30)), upper(numrange(21.50, 30.0)), upper('[1.50,2.0]'::numrange), lower('(,2.00)'::numrange)
SELECT upper(numrange(10.10, 20.20)) - lower(numrange(10.10, 20.20)), lower(numrange(1.50, 2)) * 2
SELECT lower(numrange(1.50, 2))::text, numrange(1.50, 2)::text, '[1.50,2.0]'::numrange::text, numrange(1.50, 2) || ''
SELECT '{[1.0,2.50),[3.00,4)}'::nummultirange, nummultirange(numrange(1.50, 2.0), numrange(3, 4.00)), nummultirange()
SELECT lower('{[1.0,2.50),[3.00,4)}'::nummultirange), upper('{[1.0,2.50),[3.00,4.0)}'::nummultirange)
SELECT '{[1.0,2.50),[2.5,4.00)}'::nummultirange, '{[2.0,3.0],[1.00,2.000]}'::nummultirange, '{[1.00,2),[1.0,2.0)}'::nummultirange
SELECT range_merge('{[1.0,2.50),[3.00,4.0)}'::nummultirange), range_merge(numrange(1.0, 2), numrange(1.00, 3.0))
SELECT '[1.50,2.0]'::numrange * '[1.5,3.00]'::numrange, '[1.50,2.0]'::numrange + '(2.00,3.00]'::numrange, '[1.50,3.0]'::numrange - '[2.00,3.00]'::numrange
SELECT '[1.5,2.0]'::numrange * '[1.50,2.00]'::numrange, '[1.50,2.00]'::numrange * '[1.5,2.0]'::numrange, '[1.5,2.0]'::numrange + '[1.50,2.00]'::numrange, '[1.50,2.00]'::numrange + '[1.5,2.0]'::numrange
SELECT '[1.0,4.0]'::numrange - '[1.00,2.00]'::numrange, '[1.0,4.0]'::numrange - '[2.00,4.00]'::numrange, '[1.0,4.0]'::numrange - '[8.00,9.00]'::numrange, '[1.0,4.0]'::numrange - '(1.00,4.00)'::numrange * numrange(5, 6)
SELECT '{[1.0,2.50),[3.00,4)}'::nummultirange + '{[2.5,3.0)}'::nummultirange, '{[1.0,4.00)}'::nummultirange - '{[2.000,3)}'::nummultirange, '{[1.0,4.00)}'::nummultirange * '{[1.00,3.0)}'::nummultirange
SELECT range_agg(numrange(m, m + 10)) FROM kzr
SELECT range_agg(numrange(n, n + 1.00)) FROM kzr
SELECT range_intersect_agg(x) FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.50,4)')) v(x)
SELECT range_agg(x) FROM (VALUES ('[1.0,3.00)'::numrange), ('[3.0,4.0)')) v(x)
SELECT unnest('{[1.0,2.50),[3.00,4)}'::nummultirange)
SELECT lower(unnest('{[1.0,2.50),[3.00,4)}'::nummultirange))
SELECT numrange(n, n + 1), numrange(m, m * 2), lower(numrange(n, NULL)) FROM kzr WHERE id < 4 ORDER BY id
SELECT numrange(min(m), max(m), '[]'), numrange(min(n), max(n)) FROM kzr
SELECT numrange(m, m + 10.50) FROM kzr WHERE id < 4 ORDER BY 1
SELECT numrange(m, m + 10.500) AS x FROM kzr WHERE id < 4 ORDER BY x DESC
SELECT numrange(m, m + 1) AS x, count(*) FROM kzr GROUP BY 1 ORDER BY 1
SELECT numrange(m, m + 1), count(*) FROM kzr GROUP BY m ORDER BY m
SELECT DISTINCT numrange(1.50, m) FROM kzr WHERE m > 2 ORDER BY 1
SELECT numrange(i / 4.0, 10) FROM generate_series(1, 3) i
SELECT numrange(1.0, 2) = numrange(1.00, 2.0), numrange(1.0, 2) < numrange(1.00, 3), numrange(1.0, 2) IN (numrange(1.00, 2.000)), numrange(1.0, 2) @> 1.50, 1.500 <@ numrange(1.5, 2)
SELECT count(DISTINCT x), min(x), max(x) FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.00,3)')) v(x)
SELECT x, count(*) FROM (VALUES ('[1.0,3.0)'::numrange), ('[1.0,3.0)')) v(x) GROUP BY x
SELECT x FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.50,4)')) v(x) ORDER BY x
SELECT * FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.50,4)')) v(x) WHERE x @> 3
VALUES ('[1.0,3.00)'::numrange), ('[1.50,4)')
SELECT '[1.0,2.00)'::numrange UNION ALL SELECT numrange(1.50, 2)
SELECT '[1.0,2.0)'::numrange UNION SELECT numrange(1.0, 2.0)
SELECT ARRAY[numrange(1.50, 2), '[1.0,2.00)'::numrange], ARRAY[numrange(1.50, 2)]::text
SELECT array_agg(numrange(m, 200.0)) FROM kzr
SELECT ROW(numrange(1.50, 2), 1), to_json(numrange(1.50, 2)), to_jsonb('[1.50,2.0]'::numrange), json_build_object('r', numrange(1.50, 2))
SELECT concat(numrange(1.50, 2), '!'), format('%s', numrange(1.50, 2.0)), string_agg(numrange(m, 200.0)::text, ';' ORDER BY id) FROM kzr
SELECT coalesce(NULL, numrange(1.50, 2)), coalesce(r, numrange(1.50, 2)) IS NULL, CASE WHEN id = 1 THEN numrange(1.50, 2) ELSE '[2.00,3]'::numrange END, nullif(numrange(1.50, 2), numrange(1, 2)) FROM kzr ORDER BY id
SELECT (SELECT numrange(1.50, 2)), lower((SELECT numrange(1.50, 2)))
SELECT x FROM (SELECT numrange(1.50, 2.0) AS x) s
WITH w AS (SELECT numrange(1.50, 2.0) AS x) SELECT x, lower(x), x * numrange(1.6, 1.90) FROM w
SELECT isempty(numrange(1.0, 1.00)), lower_inc(numrange(1.0, 2)), upper_inf(numrange(1.0, NULL)), numrange(1.0, 2) && numrange(1.50, 3), numrange(1.0, 2.0) -|- numrange(2.00, 3)
SELECT r FROM kzr ORDER BY id
SELECT lower(r), upper(r) FROM kzr ORDER BY id
SELECT r * numrange(1.60, 2.50) FROM kzr ORDER BY id
SELECT id FROM kzr WHERE r = '[1.5,2]'::numrange
SELECT id FROM kzr WHERE r @> 1.75 ORDER BY r
INSERT INTO kzr VALUES (9, 1, 1, numrange(5.50, 6.0)) RETURNING r, numrange(m, 2.0)
SELECT multirange(numrange(1.50, 2.0)), nummultirange('[1.50,2.0]'::numrange)::text
SELECT int4range(1, 5), int8range(1, 5, '[]'), daterange('2020-01-01', '2020-02-01')
SELECT numrange(1.50, 2.0), count(*) FROM kzr GROUP BY numrange(1.50, 2.0)
-- Errors of ranges.
SELECT '[3.0,1.0]'::numrange
SELECT '[a,b]'::numrange
SELECT '[1.50,'::numrange
SELECT '[1.5.0,2]'::numrange
SELECT '{[3.0,1.0]}'::nummultirange
SELECT '{[1.0,2.0]'::nummultirange
SELECT numrange(3.0, 1.0)
SELECT numrange(1.0, 2, '[x')
SELECT numrange(3.0, 1.0) FROM kzr WHERE false
SELECT '[3.0,1.0]'::numrange FROM kzr WHERE false
SELECT numrange(1.0, 2.0) + numrange(5.0, 6.0)
SELECT numrange(1.0, 9.0) - numrange(5.0, 6.0)
SELECT numrange('1.50', '2.0'), numrange('1.50'::numeric, 2.0), numrange(1, 2), numrange(1::bigint, 2::smallint)
SELECT numrange(NULL, NULL), lower(numrange(NULL, 1.0)), upper('empty'::numrange)
SELECT r, numrange(1.50, 2.0) FROM kzr ORDER BY r, id
SELECT x FROM (SELECT numrange(1.0, id) AS x, id FROM kzr WHERE id > 0) s ORDER BY x, id DESC
SELECT x, row_number() OVER (ORDER BY x) FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.00,3)')) v(x) WHERE x IS NOT NULL
SELECT a.x = b.x FROM (SELECT numrange(1.0, 2.0) AS x) a, (SELECT numrange(1.00, 2.00) AS x) b
SELECT count(*) FROM (SELECT numrange(1.0, 2.0) AS x) a JOIN (SELECT numrange(1.00, 2.00) AS x) b ON a.x = b.x
SELECT count(*) FROM (SELECT numrange(1.0, 2.0) AS x) a JOIN (SELECT numrange(1.00, 2.00) AS x) b USING (x)
SELECT x FROM (SELECT numrange(1.0, 2.0) AS x) a WHERE x IN (SELECT numrange(1.00, 2.00))
SELECT ROW(x, 1) = ROW(numrange(1.00, 2.00), 1) FROM (SELECT numrange(1.0, 2.0) AS x) a
SELECT a = b FROM (SELECT numrange(1.0, 2.0) AS x) a, (SELECT numrange(1.00, 2.00) AS x) b
SELECT ARRAY[x] = ARRAY[numrange(1.00, 2.00)], x = ANY (ARRAY[numrange(1.00, 2.00)]) FROM (SELECT numrange(1.0, 2.0) AS x) a
SELECT array_position(ARRAY[numrange(1.0, 2.0)], numrange(1.00, 2.00)), greatest(numrange(1.0, 2.0), numrange(1.00, 2.00)) = numrange(1, 2)
SELECT count(DISTINCT numrange(m, 200.0)), count(DISTINCT (numrange(1.0, 2), 1)) FROM kzr
SELECT CASE numrange(1.0, 2.0) WHEN numrange(1.00, 2.00) THEN 'same' ELSE 'other' END
SELECT max(numrange(m, 200.0)) IS NULL FROM kzr
SELECT numrange(1.0, 2.0) IS DISTINCT FROM numrange(1.00, 2.00), numrange(1.0, 2.0) BETWEEN numrange(1.00, 2.00) AND numrange(1, 2)
SELECT numrange(1.0, 2.0) = r FROM kzr ORDER BY id
SELECT string_agg(x::text, ',') FROM (SELECT numrange(1.50, id) AS x FROM kzr WHERE id BETWEEN 2 AND 4 ORDER BY id) s
SELECT numrange(1.50, 2.0) @> '[1.6,1.70]'::numrange, '[1.50,2.0]'::numrange @> 1.50, 1.5 <@ '{[1.50,2.0]}'::nummultirange
CREATE TABLE kzr_made AS SELECT numrange(1.50, 2.0) AS x
SELECT count(*) FROM kzr_made WHERE x = numrange(1.5, 2)
INSERT INTO kzr_made SELECT * FROM (VALUES ('[1.0,3.00)'::numrange), ('[1.0,3.0)')) v(x)
SELECT count(*), count(DISTINCT x) FROM kzr_made
SELECT count(*) FROM kzr_made a JOIN kzr_made b USING (x)
UPDATE kzr_made SET x = numrange(7.0, 8.00) WHERE x = '[1.50,2.00)'
SELECT count(*) FROM kzr_made WHERE x = '[7,8)'
CREATE VIEW kzr_seen AS SELECT numrange(1.50, 2.0) AS x, lower(numrange(3.50, 4)) AS y
SELECT x = numrange(1.5, 2), y = 3.5 FROM kzr_seen
PREPARE kzr_p AS SELECT numrange($1, 2.0), numrange($1::numeric, 3.00)
EXECUTE kzr_p (1.50)
