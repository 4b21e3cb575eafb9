-- Arrays: made, taken apart, compared.
CREATE TABLE ta (id int PRIMARY KEY, g text, n int, xs int[], ts text[], d numeric(8,2))
INSERT INTO ta VALUES (1, 'a', 3, '{3,1,2}', '{x,NULL,"y z"}', 1.5), (2, 'b', 1, '{}', '{}', 2), (3, 'a', NULL, NULL, NULL, NULL), (4, 'b', 1, '{1,NULL,3}', '{"a,b","q\"r"}', 10)
SELECT g, array_agg(n ORDER BY n DESC), array_agg(DISTINCT n), array_agg(n) FILTER (WHERE n > 1) FROM ta GROUP BY g ORDER BY g
SELECT array_agg(n ORDER BY n NULLS FIRST, id), array_agg(id ORDER BY g DESC, id DESC), array_agg(DISTINCT g ORDER BY g DESC) FROM ta
SELECT array_agg(xs) FROM ta WHERE id = 1
SELECT array_agg(x) FROM (VALUES (ARRAY[1,2]), (ARRAY[3,4])) v(x)
SELECT array_agg(x) FROM (VALUES (ARRAY[1,2]), (ARRAY[3])) v(x)
SELECT array_agg(n) FROM ta WHERE false
SELECT xs[1], xs[2:3], xs[:2], xs[2:], xs[5], xs[0], xs[2:1], ts[1:2] FROM ta ORDER BY id
SELECT array_position(xs, 2), array_positions(xs, 1), array_position(xs, NULL), array_position(xs, 3, 2), array_position(ts, 'y z') FROM ta ORDER BY id
SELECT array_remove(xs, 1), array_remove(xs, NULL), array_replace(xs, 1, 9), array_replace(xs, NULL, 0), array_replace(ts, NULL, '-') FROM ta ORDER BY id
SELECT array_fill(7, ARRAY[3]), array_fill('x'::text, ARRAY[2,2]), array_fill(NULL::int, ARRAY[2]), array_fill(0, ARRAY[0])
SELECT array_fill(7, ARRAY[3], ARRAY[2])
SELECT trim_array(ARRAY[1,2,3,4], 2), trim_array(ARRAY[1,2], 0)
SELECT trim_array(ARRAY[1,2], 3)
SELECT array_append(xs, 9), array_prepend(0, xs), array_cat(xs, ARRAY[7,8]), xs || 5, 5 || xs, xs || '{4,5}', xs || NULL FROM ta ORDER BY id
SELECT array_length(xs, 1), array_ndims(xs), array_dims(xs), array_upper(xs, 1), array_lower(xs, 1), cardinality(xs), array_length(xs, 2) FROM ta ORDER BY id
SELECT array_to_string(xs, ','), array_to_string(xs, ',', '*'), array_to_string(ts, '|', '?'), string_to_array('a,b,,c', ','), string_to_array('a,b,,c', ',', ''), string_to_array('abc', NULL), string_to_array('', ',') FROM ta ORDER BY id
SELECT ARRAY[[1,2],[3,4]], (ARRAY[[1,2],[3,4]])[2][1], (ARRAY[[1,2],[3,4]])[1:2][1:1], (ARRAY[[1,2],[3,4]])[1], array_dims(ARRAY[[1,2],[3,4]]), array_length(ARRAY[[1,2,3],[3,4,5]], 2), '{{1,2},{3,4}}'::int[]
SELECT ARRAY[[1,2],[3]]
SELECT '{{1,2},{3}}'::int[]
SELECT '{1,2'::int[]
SELECT '[2:4]={1,2,3}'::int[]
SELECT ARRAY[[1,2]] || ARRAY[[3,4]], ARRAY[1,2] || ARRAY[[3,4]], ARRAY[]::int[] || 1, unnest(ARRAY[[1,2],[3,4]])
SELECT ARRAY[1,2,3] = ARRAY[1,2,3], ARRAY[1,2] < ARRAY[1,2,3], ARRAY[1,3] > ARRAY[1,2,9], ARRAY[1,NULL] = ARRAY[1,NULL], ARRAY[1,NULL] < ARRAY[1,2], ARRAY[]::int[] < ARRAY[1], ARRAY[1,2] <> ARRAY[2,1]
SELECT ARRAY[1,2,3] @> ARRAY[3,1], ARRAY[1] <@ ARRAY[1,2], ARRAY[1,2] && ARRAY[2,5], ARRAY[1,2] @> ARRAY[]::int[], ARRAY[1,NULL] @> ARRAY[NULL]::int[], ARRAY[1,NULL] && ARRAY[NULL]::int[]
SELECT id FROM ta WHERE xs @> '{1}' ORDER BY id
SELECT id FROM ta WHERE 2 = ANY (xs) OR 3 < ALL (xs) ORDER BY id
SELECT 1 = ANY ('{1,2}'), 1 <> ALL (ARRAY[2,3]), NULL = ANY (ARRAY[1]), 1 = ANY (ARRAY[2,NULL]), 1 = ALL ('{}'::int[]), 'a' LIKE ANY (ARRAY['a%', 'b%'])
SELECT id, x, o FROM ta, unnest(xs) WITH ORDINALITY AS u(x, o) ORDER BY id, o
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) AS u(a, b)
SELECT * FROM unnest(ARRAY[1,2], ARRAY['a','b','c']) WITH ORDINALITY AS u(a, b, n)
SELECT id, unnest(xs), unnest(ts) FROM ta WHERE id = 1
SELECT t.id, u.x FROM ta t LEFT JOIN LATERAL unnest(t.xs) AS u(x) ON true ORDER BY 1, 2
SELECT generate_subscripts(xs, 1), xs FROM ta WHERE id = 1
SELECT s, (ARRAY['a','b','c'])[s] FROM generate_subscripts(ARRAY['a','b','c'], 1) s
SELECT array_to_json(xs), array_to_json(ts), array_to_json(ARRAY[[1,2],[3,4]]), array_to_json(ARRAY[1,2], true), to_json(ts) FROM ta ORDER BY id
SELECT xs::text, ts::text, xs::bigint[], xs::text[], '{1.5,2}'::numeric[], ARRAY['1','2']::int[] FROM ta ORDER BY id
SELECT ARRAY['a','x']::int[]
SELECT ARRAY(SELECT n FROM ta ORDER BY n NULLS LAST), ARRAY(SELECT id FROM ta WHERE false), ARRAY(SELECT g FROM ta ORDER BY id)
SELECT pg_typeof(xs), pg_typeof(ts), pg_typeof(ARRAY[1.5]), pg_typeof(ARRAY[]::date[]), pg_typeof(xs[1:2]), pg_typeof(array_agg(id)) FROM ta GROUP BY xs, ts ORDER BY 1 LIMIT 1
SELECT ARRAY[]
SELECT ARRAY[1, 'a']
SELECT ARRAY[1, 2.5, NULL], ARRAY[true, NULL], ARRAY['a', NULL], ARRAY[date '2024-01-01', '2024-01-02'], ARRAY[NULL]
SELECT ARRAY['{}', '', 'NULL', 'a"b', 'a\b', ' x '], '{a, b ,"c d", NULL, "NULL"}'::text[]
UPDATE ta SET xs[2] = 99 WHERE id = 1 RETURNING xs
UPDATE ta SET xs = array_append(xs, 100) WHERE id = 1 RETURNING xs
UPDATE ta SET xs[1:2] = '{7,8}' WHERE id = 1 RETURNING xs
SELECT g, array_agg(xs[1]) FROM ta GROUP BY g ORDER BY g
SELECT max(xs), min(ts) FROM ta
SELECT xs FROM ta ORDER BY xs
SELECT DISTINCT xs FROM ta ORDER BY xs
SELECT count(DISTINCT xs) FROM ta
SELECT id FROM ta WHERE xs = '{}' OR ts = '{}'
SELECT id FROM ta WHERE xs IS NULL OR cardinality(xs) = 0 ORDER BY id
SELECT string_agg(g || n, ';' ORDER BY id), array_agg(g || n ORDER BY id) FROM ta
SELECT array_agg(d ORDER BY d), array_agg(d + 0.125 ORDER BY d) FROM ta
SELECT width_bucket(5, ARRAY[1,3,6]), width_bucket(now(), ARRAY[now() - interval '1 day', now()]), array_position(ARRAY['sun','mon'], 'mon')
SELECT array_shuffle(ARRAY[1,2])
SELECT (array_agg(id ORDER BY n DESC NULLS LAST))[1], (array_agg(id ORDER BY id))[2:3] FROM ta
SELECT ARRAY[(1,'a'),(2,'b')]
SELECT unnest(string_to_array('a b c', ' ')), regexp_split_to_array('a1b2c', '\d')
SELECT (regexp_matches('foobar', '(o+)(b)'))[2], regexp_match('x=1', '(\w)=(\d)')
SELECT x, x[1] FROM (SELECT string_to_array(v, '-') FROM (VALUES ('a-b'), ('c')) t(v)) s(x) ORDER BY x
DROP TABLE ta
