-- Arrays.
SELECT ARRAY[1,2,3], '{1,2,3}'::int[], ARRAY['a','b c','d"e',NULL,'NULL',''], ARRAY[]::int[], ARRAY[[1,2],[3,4]], ARRAY[1.5,2]
SELECT (ARRAY[1,2,3])[2], (ARRAY[1,2,3])[0], (ARRAY[1,2,3])[2:3], (ARRAY[1,2,3])[:2], (ARRAY[1,2,3])[5], (ARRAY[[1,2],[3,4]])[2][1]
SELECT array_length(ARRAY[1,2], 1), array_length(ARRAY[]::int[], 1), cardinality(ARRAY[1,2]), array_ndims(ARRAY[[1],[2]]), array_dims(ARRAY[1,2]), array_upper(ARRAY[1,2], 1), array_lower(ARRAY[1,2], 1)
SELECT array_append(ARRAY[1], 2), array_prepend(0, ARRAY[1]), array_cat(ARRAY[1], ARRAY[2]), ARRAY[1] || 2, 0 || ARRAY[1], ARRAY[1] || ARRAY[2,3], ARRAY[1] || NULL::int
SELECT array_remove(ARRAY[1,2,1], 1), array_replace(ARRAY[1,2,1], 1, 9), array_position(ARRAY['a','b'], 'b'), array_positions(ARRAY[1,2,1], 1), array_position(ARRAY[1], 5)
SELECT 1 = ANY(ARRAY[1,2]), 3 = ANY('{1,2}'), ARRAY[1,2] @> ARRAY[1], ARRAY[1] <@ ARRAY[1,2], ARRAY[1,2] && ARRAY[2,3], ARRAY[1,2] = ARRAY[1,2], ARRAY[1,2] < ARRAY[1,3]
SELECT unnest(ARRAY[1,2,3])
SELECT unnest(ARRAY['a','b']), unnest(ARRAY[1,2,3])
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) AS t(a, b)
SELECT * FROM unnest(ARRAY['x','y']) WITH ORDINALITY AS t(v, n)
SELECT array_agg(x), array_agg(x ORDER BY x DESC), array_agg(DISTINCT x) FROM (VALUES (2),(1),(2)) t(x)
SELECT array_agg(x) FROM (VALUES (ARRAY[1,2]), (ARRAY[3,4])) t(x)
SELECT array_agg(x) FILTER (WHERE x > 1), array_agg(NULL::int) FROM (VALUES (1),(2)) t(x)
SELECT ARRAY(SELECT x FROM generate_series(1,3) x ORDER BY x DESC), ARRAY(SELECT 1 WHERE false)
SELECT array_fill(0, ARRAY[3]), array_fill(7, ARRAY[2,2])
SELECT generate_subscripts(ARRAY['a','b'], 1), trim_array(ARRAY[1,2,3], 1)
SELECT '{"a,b","c\"d",null,"NULL"}'::text[], '{{1,2},{3,4}}'::int[], '{}'::text[], '{ 1 , 2 }'::int[], '[0:1]={1,2}'::int[]
SELECT '{1,2'::int[]
SELECT ARRAY[1,'a']
SELECT ARRAY[1, 2.5, NULL], ARRAY['a', NULL]::text[], ARRAY[1,2]::text[], ARRAY['1','2']::int[], ARRAY[1,2]::bigint[]
SELECT ARRAY[]
SELECT ARRAY[date '2024-01-01', NULL], ARRAY[true,false], ARRAY[timestamp '2024-01-01 10:00'], ARRAY[interval '1 day'], ARRAY['\x00'::bytea], ARRAY['{"a":1}'::jsonb], ARRAY[1.5::float8, 'NaN']
SELECT ARRAY[ROW(1,'a'), ROW(2,'b c')]
SELECT array_to_string(ARRAY[1,NULL,3], ',', 'x'), string_to_array('1,2,3', ',')::int[], array_to_string(ARRAY[ARRAY[1,2],ARRAY[3,4]], ',')
SELECT ARRAY[1,2,3] IS NULL, ARRAY[NULL]::int[] IS NULL, ARRAY[1,NULL] = ARRAY[1,NULL], (ARRAY[1,2])[NULL]
SELECT x, x[1], x[array_length(x,1)] FROM (VALUES (ARRAY[1,2]), ('{}'), (NULL)) t(x)
SELECT array_agg(a ORDER BY b), array_agg(b ORDER BY a) FROM (VALUES (1,'z'),(2,'y')) t(a,b)
SELECT ARRAY[1,2] || '{3}', '{a}'::text[] || 'b'::text, ARRAY['a'] || ARRAY[NULL]
SELECT 5 = ALL(ARRAY[]::int[]), 5 = ANY(ARRAY[]::int[]), NULL = ANY(ARRAY[1]), 1 = ANY(ARRAY[NULL, 1])
SELECT ARRAY[3,1,2] @> '{1}', array_sort(ARRAY[2,1])
SELECT array_shuffle(ARRAY[1])
SELECT sort_asc FROM unnest(ARRAY[3,1,2]) sort_asc ORDER BY 1
SELECT pg_typeof(ARRAY[1,2]), pg_typeof('{a}'::varchar(5)[]), pg_typeof(array_agg(x)) FROM (VALUES (1)) t(x)
SELECT min(x), max(x) FROM (VALUES (ARRAY[1,2]), (ARRAY[1,1])) t(x)
SELECT ARRAY[1,2,3]::text, '{1,2}'::int[]::text || 'x', ARRAY['a b','c']::text, length(ARRAY[1,2]::text)
SELECT row_number() OVER () AS n, u FROM unnest('{a,b}'::text[]) u
CREATE TABLE arr (id int, tags text[], m int[][], v varchar(3)[])
INSERT INTO arr VALUES (1, '{a,b}', '{{1,2},{3,4}}', '{abc}'), (2, ARRAY['c'], NULL, '{}'), (3, NULL, '{}', NULL)
SELECT * FROM arr ORDER BY id
SELECT id FROM arr WHERE 'a' = ANY(tags)
SELECT id FROM arr WHERE tags @> '{a}' OR tags && ARRAY['c'] ORDER BY id
UPDATE arr SET tags = array_append(tags, 'z') WHERE id = 1 RETURNING tags
UPDATE arr SET tags[1] = 'q' WHERE id = 1 RETURNING tags
SELECT id, t FROM arr, unnest(tags) t ORDER BY id, t
SELECT id, t FROM arr LEFT JOIN LATERAL unnest(tags) t ON true ORDER BY id, t
INSERT INTO arr (id, v) VALUES (4, '{abcd}')
SELECT tags[1:1], cardinality(tags), tags[2] FROM arr ORDER BY id
DROP TABLE arr
