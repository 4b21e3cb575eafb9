-- Arrays that are read from computed texts, and arrays of arrays that are accumulated.
CREATE TABLE va_texts (id int, t text, v varchar(20), n int)
INSERT INTO va_texts VALUES (1, '{1,2}', '{a,"b c"}', 3), (2, '{}', '{NULL,"NULL",null}', 4), (3, NULL, '{ x , y z }', 5)
SELECT id, t::int[], v::text[] FROM va_texts ORDER BY id
SELECT id, (t::int[])[1], cardinality(t::int[]), 1 = ANY(t::int[]) FROM va_texts ORDER BY id
SELECT id, x FROM va_texts, unnest(t::int[]) x ORDER BY id, x
SELECT CAST(t AS bigint[]), t::text[], t::float8[], t::varchar[] FROM va_texts WHERE id = 1
SELECT ('{t,f,yes}' || '')::boolean[]
SELECT ('{2024-01-01,infinity}' || '')::date[]
SELECT ('{"2024-01-01 10:00"}' || '')::timestamp[]
SELECT ('{1.5,NaN}' || '')::float8[]
SELECT ('{a,b' || ',c}')::varchar(1)[]
SELECT ('{99999999999}' || '')::int[]
SELECT ('{1.5}' || '')::int[]
SELECT array_agg(x) FROM (SELECT array_agg(id) AS x FROM va_texts GROUP BY id % 2) s
SELECT array_agg(x) FROM (SELECT array_agg(id ORDER BY id) AS x FROM va_texts) s
WITH w AS (SELECT ARRAY[id, n] AS p FROM va_texts) SELECT array_agg(p ORDER BY p) FROM w
WITH w AS (SELECT CASE WHEN id > 1 THEN ARRAY[id] ELSE ARRAY[id, n] END AS p FROM va_texts) SELECT array_agg(p) FROM w
SELECT array_agg(s.u ORDER BY u DESC) FROM (SELECT n AS u FROM va_texts) s
SELECT array_agg(DISTINCT u) FROM (SELECT n % 2 AS u FROM va_texts) s
SELECT array_agg(u) FILTER (WHERE u > 3) FROM (SELECT n AS u FROM va_texts ORDER BY n) s
SELECT (array_agg(u ORDER BY u))[1], array_length(array_agg(u), 1), array_to_string(array_agg(u ORDER BY u), '-') FROM (SELECT n AS u FROM va_texts) s
SELECT array_agg(u ORDER BY u) || 9 FROM (SELECT n AS u FROM va_texts) s
SELECT ARRAY[ARRAY[1], NULL]
SELECT ARRAY[ARRAY[1,2], ARRAY[3]]
SELECT array_to_string(ARRAY[NULL]::int[], ','), array_to_string('{}'::text[], ','), array_to_string(NULL::text[], ','), array_to_string(ARRAY[NULL,'a']::text[], ',')
SELECT array_fill(1, ARRAY[-1])
SELECT array_fill(1, ARRAY[0]), array_fill(n, ARRAY[2]) FROM va_texts ORDER BY id
SELECT json_agg(x) FROM (SELECT array_agg(id ORDER BY id) x FROM va_texts) s
SELECT id, array_agg(array_agg) OVER (ORDER BY id) FROM (SELECT id, array_agg(n) FROM va_texts GROUP BY id) s
SELECT id, string_to_array(v, ',')::text[] FROM va_texts ORDER BY id
SELECT id, ('{' || n || '}')::int[] || 7 FROM va_texts ORDER BY id
SELECT id FROM va_texts WHERE n = ANY(('{3,' || id || '}')::int[]) ORDER BY id
SELECT '{' || n || '}' || 'x' FROM va_texts ORDER BY id
