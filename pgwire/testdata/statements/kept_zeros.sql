-- Zeros at the end of numerics within arrays, JSON, texts and choices.
CREATE TABLE kz (id int PRIMARY KEY, n numeric, m numeric(10,2), k numeric(6,1), i int, t text, a numeric[], b numeric(6,1)[])
INSERT INTO kz VALUES (1, 1.50, 12.30, 7.0, 3, '1.50', '{1.50,2}', '{1.0,2.5}'), (2, 0.250, 100, 0.5, 1, '2', '{0.250}', '{3}'), (3, 7, 0.05, 2, 7, '3.1400', '{}', NULL), (4, -2.75, NULL, NULL, NULL, NULL, NULL, '{}')
SELECT array_append(ARRAY[1.5], 1)
SELECT array_append(ARRAY[1.5, 2.00], 1)
SELECT array_prepend(1, ARRAY[1.50])
SELECT array_cat(ARRAY[1], ARRAY[2.5])
SELECT array_cat(ARRAY[1.50, 2], ARRAY[2.500])
SELECT ARRAY[1.5, 2] || 3.00
SELECT ARRAY[1.5] || ARRAY[2.00]
SELECT 1.0 || ARRAY[2.50]
SELECT ARRAY[1.5, 2, 3.00]
SELECT ARRAY[[1.5, 2], [3.00, 4]]
SELECT '{1.50,2}'::numeric[]
SELECT '{{1.50,2},{3.0,4}}'::numeric[]
SELECT ARRAY['1.50', '2']::numeric[]
SELECT CAST(ARRAY[1.50, 2] AS numeric[])
SELECT ARRAY[1.50, 2]::numeric(6,1)[]
SELECT ARRAY[1, 2]::numeric[]
SELECT ('{1.50,2}'::numeric[])[1]
SELECT (ARRAY[1.50, 2])[2]
SELECT (ARRAY[1.50, 2, 3.000])[1:2]
SELECT ('{1.50,2,3.000}'::numeric[])[2:3]
SELECT unnest('{1.50,2}'::numeric[])
SELECT unnest(ARRAY[1.50, 2])
SELECT unnest(array_append(ARRAY[1.50, 2], 3.0))
SELECT * FROM unnest(ARRAY[1.50, 2]) x
SELECT * FROM unnest('{1.50,2}'::numeric[]) WITH ORDINALITY x(v, o)
SELECT v * 2 FROM unnest('{1.50,2}'::numeric[]) v
SELECT v::text FROM unnest(ARRAY[1.50, 2]) v
SELECT sum(v), min(v), max(v) FROM unnest('{1.50,2}'::numeric[]) v
SELECT array_agg(v) FROM unnest('{1.50,2}'::numeric[]) v
SELECT array_agg(v ORDER BY v DESC) FROM unnest(ARRAY[1.50, 2]) v
SELECT array_agg(n ORDER BY id) FROM kz
SELECT array_agg(n) FROM kz
SELECT array_agg(m ORDER BY id) FROM kz
SELECT array_agg(i / 3.0 ORDER BY id) FROM kz
SELECT array_agg(n / 3 ORDER BY id) FROM kz
SELECT array_agg(n * 2 ORDER BY id) FROM kz
SELECT array_agg(m ORDER BY id) || 1.5 FROM kz
SELECT array_append(array_agg(m ORDER BY id), 1) FROM kz
SELECT (array_agg(n ORDER BY id))[1] FROM kz
SELECT (array_agg(n ORDER BY id))[1:2] FROM kz
SELECT array_agg(x / 3) FROM (VALUES (1.50), (2)) v(x)
SELECT ARRAY[10 / 4.0, 1.50]
SELECT ARRAY[1 / 3.0, 2, 0.50]
SELECT ARRAY[n, m, 1.50] FROM kz ORDER BY id
SELECT ARRAY[n / 2, 1] FROM kz ORDER BY id
SELECT a FROM kz ORDER BY id
SELECT b FROM kz ORDER BY id
SELECT array_append(b, 1) FROM kz ORDER BY id
SELECT array_append(b, 1.25) FROM kz ORDER BY id
SELECT array_prepend(1, b) FROM kz ORDER BY id
SELECT array_cat(b, ARRAY[1.50]) FROM kz ORDER BY id
SELECT array_replace(b, 3, 4) FROM kz ORDER BY id
SELECT array_remove(b, 1) FROM kz ORDER BY id
SELECT array_remove(ARRAY[1.50, 2], 2)
SELECT array_replace(ARRAY[1.50, 2], 2, 3.000)
SELECT array_to_string(ARRAY[1.50, 2], ',')
SELECT array_to_string('{1.50,2}'::numeric[], ',')
SELECT array_to_string(array_append(ARRAY[1.50], 2), ',')
SELECT array_to_string(array_agg(n ORDER BY id), ';') FROM kz
SELECT ARRAY[1.50, 2]::text
SELECT ARRAY[1.50, 2]::text[]
SELECT ('{1.50,2}'::numeric[])::text
SELECT array_append(ARRAY[1.50], 2)::text
SELECT 1.5 = ANY (ARRAY[1.50, 2]), 2.0 = ANY ('{1.50,2}'::numeric[])
SELECT ARRAY[1.50, 2] = ARRAY[1.5, 2.00], ARRAY[1.50] @> ARRAY[1.5]
SELECT array_fill(1.50, ARRAY[2])
SELECT array_fill(1.50::numeric, '{3}')
SELECT string_to_array('1.50,2', ',')::numeric[]
SELECT ARRAY(SELECT n FROM kz ORDER BY id)
SELECT ARRAY(SELECT x FROM (VALUES (1.50), (2)) v(x))
SELECT cardinality(ARRAY[1.50, 2]), array_length('{1.50,2}'::numeric[], 1)
SELECT coalesce(NULL::numeric[], ARRAY[1.50, 2])
SELECT coalesce(b, ARRAY[1.50]) FROM kz ORDER BY id
SELECT CASE WHEN id = 1 THEN ARRAY[1.50, 2] ELSE ARRAY[3, 4.000] END FROM kz ORDER BY id
SELECT trim_array(ARRAY[1.50, 2, 3.0], 1)
SELECT to_json(ARRAY[1.50, 2])
SELECT to_jsonb(ARRAY[1.50, 2])
SELECT to_jsonb('{1.50,2}'::numeric[])
SELECT to_jsonb(array_append(ARRAY[1.50], 2))
SELECT array_to_json(ARRAY[1.50, 2])
SELECT array_to_json('{1.50,2}'::numeric[])
SELECT json_build_object('a', ARRAY[1.50, 2])
SELECT json_agg(n ORDER BY id) FROM kz
SELECT jsonb_agg(m ORDER BY id) FROM kz
SELECT jsonb_agg(x) FROM (VALUES (1.50), (2)) v(x)
SELECT json_build_object('a', n, 'b', m, 'c', 1.50) FROM kz ORDER BY id
SELECT jsonb_build_array(1.50, 2, n) FROM kz ORDER BY id
SELECT json_object_agg(id, n ORDER BY id) FROM kz
SELECT row_to_json(ROW(1.50, 2))
SELECT to_jsonb(ROW(1.50, 2))
SELECT ROW(1.50, 2.0, ARRAY[1.50, 2])
SELECT string_agg(n::text, ',' ORDER BY id) FROM kz
SELECT format('%s %s', n, m) FROM kz ORDER BY id
SELECT concat(n, '|', m, '|', 1.50) FROM kz ORDER BY id
SELECT concat_ws(',', 1.50, 2.0, n) FROM kz ORDER BY id
SELECT greatest(1.50, 1), least(1.50, 2.000), greatest(1.5, 1.50), least(2.0, 2)
SELECT greatest(n, m), least(n, m), greatest(n, 1.50) FROM kz ORDER BY id
SELECT coalesce(n, 1.500), coalesce(m, 0), coalesce(k, 1.25) FROM kz ORDER BY id
SELECT nullif(n, 7), nullif(1.50, 2), nullif(m, 100.0) FROM kz ORDER BY id
SELECT CASE WHEN id > 2 THEN n ELSE 1.000 END, CASE WHEN id = 1 THEN 1.50 WHEN id = 2 THEN 2 END FROM kz ORDER BY id
SELECT min(x), max(x), sum(x), avg(x) FROM (VALUES (1.50), (2), (0.125)) v(x)
SELECT x FROM (VALUES (1.50), (2), (0.125)) v(x) ORDER BY x
SELECT x, x * 2, x + 1, x / 2 FROM (VALUES (1.50), (2), (0.125)) v(x)
SELECT mode() WITHIN GROUP (ORDER BY x) FROM (VALUES (1.50), (1.5), (2)) v(x)
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY x) FROM (VALUES (1.50), (2), (3.000)) v(x)
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY n) FROM kz
SELECT mode() WITHIN GROUP (ORDER BY m) FROM kz
SELECT generate_series(1.0, 2, 0.5)
SELECT g FROM generate_series(1, 2.0, 0.50) g
SELECT g, g::text FROM generate_series(1.00, 2) g
SELECT array_agg(g) FROM generate_series(1, 2, 0.50) g
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(n, 0.0, 10.00, 5) FROM kz ORDER BY id
SELECT extract(second FROM time '10:00:01.50'), extract(epoch FROM interval '1.5 seconds'), extract(year FROM date '2020-01-01'), extract(milliseconds FROM time '10:00:01.5')
SELECT extract(epoch FROM timestamp '2020-01-01 00:00:00.25'), extract(julian FROM date '2020-01-01'), extract(second FROM interval '1 minute 2.50 seconds')::text
SELECT ARRAY[extract(second FROM time '10:00:01.50'), 1.5]
SELECT round(12345.678, -2), trunc(12345.678, -2), round(1.5, 4), trunc(1.5, 3), round(n, id), trunc(n, id - 2) FROM kz ORDER BY id
SELECT round(1.50, i), trunc(m, i - 3) FROM kz ORDER BY id
SELECT sum(n) OVER (ORDER BY id), avg(m) OVER (ORDER BY id), max(n) OVER (ORDER BY id) FROM kz ORDER BY id
SELECT sum(x) OVER (ORDER BY x), avg(x) OVER (ORDER BY x) FROM (VALUES (1.50), (2), (0.125)) v(x) ORDER BY x
SELECT n % 2, n % 0.30, 7.50 % 2, div(n, 2), div(7.5, 2.00), mod(n, 1.000) FROM kz ORDER BY id
SELECT power(2.0, 3), power(1.5, 2), sqrt(2.0), sqrt(4), exp(1.0), ln(2.0), log(100.0), log(2.0, 8.00), 2.0 ^ 3
SELECT to_char(n, '999D999'), to_char(m, 'FM9990.000'), to_char(1.50, 'FM9.9999') FROM kz ORDER BY id
SELECT 1.5::numeric(5,2)::numeric, m::numeric, (m::numeric)::text, 1.505::numeric(5,2)::text FROM kz ORDER BY id
SELECT 1.5::numeric(6,2) UNION SELECT 2.25::numeric(8,3) ORDER BY 1
SELECT 1.5::numeric(6,2) UNION ALL SELECT 2.25::numeric(8,3) ORDER BY 1
SELECT m FROM kz UNION ALL SELECT k FROM kz ORDER BY 1
SELECT 1.50 UNION ALL SELECT 2 ORDER BY 1
SELECT 1.50 UNION SELECT 1.5
SELECT '{"a":1.50}'::jsonb ->> 'a', '{"a":1.50}'::jsonb -> 'a', '{"a":1.50}'::json -> 'a'
SELECT ('{"a":1.50}'::jsonb -> 'a')::numeric, ('{"a":1.50}'::jsonb ->> 'a')::numeric, (('{"a":1.50}'::jsonb -> 'a')::numeric + 1)
SELECT * FROM jsonb_to_record('{"x":1.50}') AS r(x numeric)
SELECT * FROM jsonb_to_recordset('[{"x":1.50},{"x":2}]') AS r(x numeric)
SELECT * FROM json_to_recordset('[{"x":1.50},{"x":2}]') AS r(x numeric(6,3))
SELECT x, x * 2, x::text FROM jsonb_to_record('{"x":1.50}') AS r(x numeric)
SELECT jsonb_path_query('[1.50, 2]', '$[*]'), jsonb_path_query_array('[1.50, 2]', '$[*] ? (@ > 1)')
SELECT jsonb_array_elements('[1.50, 2]'), jsonb_array_elements_text('[1.50, 2]')
SELECT (jsonb_array_elements('[1.50, 2]'))::numeric
SELECT sum(v::numeric) FROM jsonb_array_elements_text('[1.50, 2]') v
SELECT array_agg(v::numeric) FROM jsonb_array_elements_text('[1.50, 2]') v
SELECT xmlforest(1.50 AS a, n AS b) FROM kz ORDER BY id
SELECT xmlelement(name x, n, ' ', m) FROM kz ORDER BY id
SELECT n, count(*) FROM kz GROUP BY n ORDER BY n
SELECT DISTINCT m FROM kz ORDER BY m
SELECT lag(n, 1, 0.00) OVER (ORDER BY id), first_value(n) OVER (ORDER BY id) FROM kz ORDER BY id
SELECT (SELECT n FROM kz WHERE id = 1), (SELECT array_agg(n ORDER BY id) FROM kz)
SELECT scale(n), scale(1.50), scale(m), min_scale(1.500), trim_scale(1.500), scale((ARRAY[1.50, 2])[1]) FROM kz ORDER BY id
SELECT abs(-1.50), -n, +n, sign(n), ceil(n), floor(-1.50) FROM kz ORDER BY id
WITH w AS (SELECT ARRAY[1.50, 2] AS x) SELECT x, x[1], x[1] + 1 FROM w
SELECT x[1], x FROM (SELECT '{1.50,2}'::numeric[] AS x) s
SELECT array_agg(x) FROM (SELECT m AS x FROM kz ORDER BY id) s
SELECT a[1], a[1]::text, b[1], b[2] + 1 FROM kz ORDER BY id
SELECT unnest(a) FROM kz ORDER BY 1
SELECT unnest(b) FROM kz ORDER BY 1
-- Arrays beside others, and what is not to change.
SELECT array_cat(b, a) FROM kz ORDER BY id
SELECT array_cat(a, a) FROM kz ORDER BY id
SELECT array_append(NULL::numeric[], 1.50), array_append(ARRAY[1.50], NULL), array_cat(NULL, ARRAY[1.50, 2]), array_prepend(NULL, ARRAY[1.50])
SELECT ARRAY[1.50, NULL, 2], '{1.50,NULL,2}'::numeric[], ARRAY[NULL::numeric, 1.50]
SELECT ARRAY[[1.50], [2]] || ARRAY[[3.000]], array_cat(ARRAY[[1.50, 2]], ARRAY[3, 4.0])
SELECT (ARRAY[[1.50, 2], [3.000, 4]])[2][1], (ARRAY[[1.50, 2], [3.000, 4]])[1:1], ('{{1.50,2},{3,4.0}}'::numeric[])[1][2]
SELECT '{}'::numeric[], '{"1.50",2}'::numeric[], ' { 1.50 , 2 } '::numeric[], '{1e3,1.5e-2}'::numeric[], '{-1.50,+2.0}'::numeric[]
SELECT '{1.50,x}'::numeric[]
SELECT '{1.50,2'::numeric[]
SELECT '{1.50,{2}}'::numeric[]
SELECT '{{1.50},{2,3}}'::numeric[]
SELECT ARRAY[[1.50], [2, 3]]
SELECT array_append(ARRAY[[1.50]], 2)
SELECT array_cat(ARRAY[[[1.50]]], ARRAY[2])
SELECT ARRAY[1.50, 2]::int[], ARRAY[1.50, 2]::float8[], ARRAY[1.50, 2]::numeric(6,3)[], '{1.505,2}'::numeric(6,2)[]
SELECT ARRAY[1.50, 2] || ARRAY[3], ARRAY[1, 2] || 3.50, ARRAY[1, 2] || ARRAY[2.50], 1 || ARRAY[2.50]
SELECT ARRAY[1.50, 2] || '{3.000}', ARRAY[1.50, 2] || NULL
SELECT array_agg(x ORDER BY x) FROM (VALUES (1.50), (2), (0.125)) v(x)
SELECT array_agg(DISTINCT m ORDER BY m) FROM kz
SELECT array_agg(DISTINCT n ORDER BY n) FROM kz
SELECT array_agg(n ORDER BY id) FILTER (WHERE id > 1) FROM kz
SELECT array_agg(n) OVER (ORDER BY id) FROM kz ORDER BY id
SELECT i, array_agg(m ORDER BY id) FROM kz GROUP BY i ORDER BY i
SELECT ARRAY[m, 1], count(*) FROM kz GROUP BY ARRAY[m, 1] ORDER BY 1
SELECT ARRAY[m, 1.5] AS x, count(*) FROM kz GROUP BY 1 ORDER BY 1
SELECT ARRAY[m, 1.5] AS x FROM kz ORDER BY x
SELECT ARRAY[m, 1.5] AS x FROM kz ORDER BY 1 DESC
SELECT DISTINCT ARRAY[1.50, m] FROM kz ORDER BY 1
SELECT ARRAY[1.50, 2] UNION ALL SELECT ARRAY[3, 4.0]
SELECT ARRAY[1.50, 2] UNION SELECT ARRAY[1.5, 2.0]
SELECT ARRAY[1.50, 2] < ARRAY[1.5, 3], ARRAY[1.50, 2] IN (ARRAY[1.5, 2.0]), array_position(ARRAY[1.50, 2], 1.5), array_positions(ARRAY[1.50, 2], 2.0)
SELECT ARRAY[1.50, 2] @> ARRAY[2.0], ARRAY[1.50, 2] && ARRAY[1.5], 1.5 = ALL (ARRAY[1.50, 1.500])
SELECT id FROM kz WHERE a = ARRAY[1.5, 2.0] OR 3.0 = ANY (b) ORDER BY id
SELECT id FROM kz WHERE m = ANY ('{12.3,100.00}'::numeric[]) ORDER BY id
SELECT array_dims(ARRAY[1.50, 2]), array_upper('{1.50,2}'::numeric[], 1), array_ndims(ARRAY[[1.50], [2]])
SELECT unnest(ARRAY[1.50, 2]), unnest(ARRAY[3.000, 4])
SELECT unnest(ARRAY[1.50, 2]) * 2, unnest('{1.50,2}'::numeric[])::text
SELECT * FROM unnest(ARRAY[1.50, 2], '{3.000,4}'::numeric[]) x(p, q)
SELECT * FROM unnest(array_append(ARRAY[1.50], 2)) x
SELECT sum(x), avg(x) FROM unnest(array_append(ARRAY[1.50], 2)) x
SELECT x FROM kz, unnest(b) x ORDER BY 1
SELECT id, x FROM kz, unnest(ARRAY[m, k]) x ORDER BY 1, 2
SELECT (array_agg(x))[1] FROM (VALUES (1.50), (2)) v(x)
SELECT x[1] FROM (SELECT array_agg(m ORDER BY id) AS x FROM kz) s
SELECT array_to_string(ARRAY[n, m], ',') FROM kz ORDER BY id
SELECT array_to_string(ARRAY[1.50, NULL, 2], ',', '*'), array_to_string(array_agg(m ORDER BY id), ',', '-') FROM kz
SELECT array_to_json(ARRAY[[1.50, 2], [3.0, 4]]), to_jsonb('{{1.50,2}}'::numeric[])
SELECT json_build_object('a', array_agg(n ORDER BY id), 'b', (array_agg(m ORDER BY id))[1]) FROM kz
SELECT jsonb_build_object('x', x) FROM (SELECT ARRAY[1.50, 2] AS x) s
SELECT row_to_json(s) FROM (SELECT ARRAY[1.50, 2] AS x) s
SELECT ARRAY[1.50, 2]::varchar[], array_append(ARRAY[1.50], 2)::text[], '{1.50,2}'::numeric[]::text[]
SELECT concat(ARRAY[1.50, 2], '!'), format('%s', ARRAY[1.50, 2]), ARRAY[1.50, 2] || ''::text
SELECT CASE WHEN true THEN ARRAY[1.50, 2] END, coalesce(ARRAY[1.50, 2], '{}'), nullif(ARRAY[1.50, 2], ARRAY[1, 2]), greatest(ARRAY[1.50, 2], ARRAY[1, 9.0])
SELECT CASE id WHEN 1 THEN a ELSE b END FROM kz ORDER BY id
SELECT array_remove(ARRAY[1.50, 2, 1.5], 1.500), array_replace(ARRAY[1.50, NULL], NULL, 7.0), array_remove(ARRAY[1.50, NULL], NULL), array_remove(NULL::numeric[], 1)
SELECT array_replace(ARRAY[1.50, 2.0], 1.5, NULL), array_replace(a, 2, 3.00) FROM kz WHERE id = 1
SELECT round(1.505, id), trunc(-1.505, id), round(m, id) + 1, round(m, id)::text, trunc(id / 3.0, id) FROM kz ORDER BY id
SELECT round(1234.5, -id), trunc(1234.5, -id), round(NULL::numeric, id), round(1.5, NULL), round(12.5, CASE WHEN id = 1 THEN 0 ELSE 1 END) FROM kz ORDER BY id
SELECT id FROM kz WHERE round(m, id) > 1 ORDER BY id
SELECT sum(round(m, id)), max(trunc(m, id)) FROM kz
INSERT INTO kz (id, a, b, n) SELECT 10, ARRAY[1.50, 2], array_append(ARRAY[1.50], 2), (ARRAY[2.50, 3])[1] RETURNING a[2], b
SELECT a = ARRAY[1.5, 2], b = '{1.5,2}', n = 2.5 FROM kz WHERE id = 10
UPDATE kz SET b = b || 3.5, a = array_append(a, 1.250) WHERE id = 10 RETURNING b, cardinality(a)
CREATE TABLE kz_made AS SELECT ARRAY[1.50, 2] AS x, unnest(ARRAY[1.50, 2]) AS y
SELECT x = ARRAY[1.5, 2], y = round(y, 1) FROM kz_made
