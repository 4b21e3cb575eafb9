-- Arrays as analysts use them: bounds, dimensions, NULLs, slices, functions.
CREATE TABLE ha_t (id int, a int[], b text[], m int[][])
INSERT INTO ha_t VALUES (1, '{1,2,3}', '{"a b",NULL,"c,d","e\"f",""}', '{{1,2},{3,4}}'), (2, '{}', '{}', '{}'), (3, '{NULL,5}', '{NULL,"null","NULL"}', '{{5,6},{7,NULL}}'), (4, NULL, NULL, NULL)
SELECT id, a, b, m FROM ha_t ORDER BY id
SELECT '[0:2]={7,8,9}'::int[] AS a, array_lower('[0:2]={7,8,9}'::int[], 1) AS lo, array_upper('[0:2]={7,8,9}'::int[], 1) AS hi, ('[0:2]={7,8,9}'::int[])[0] AS first
SELECT array_dims('[0:2]={7,8,9}'::int[]) AS d, array_length('[-1:1]={a,b,c}'::text[], 1) AS n, ('[-1:1]={a,b,c}'::text[])[-1] AS x, '[1:2]={1,2}'::int[] AS plain
SELECT ARRAY[1,2] || 3 AS a, 0 || ARRAY[1,2] AS b, ARRAY[1,2] || ARRAY[3,4] AS c, ARRAY[1,2] || '{5,6}' AS d, ARRAY['x'] || 'y'::text AS e
SELECT array_cat(ARRAY[1,2], ARRAY[3]) AS a, array_append(NULL::int[], 1) AS b, array_prepend(NULL, ARRAY[1]) AS c, array_remove(ARRAY[1,NULL,2,1], 1) AS d, array_remove(ARRAY[1,NULL,2], NULL) AS e
SELECT array_replace(ARRAY[1,NULL,1], 1, 9) AS a, array_replace(ARRAY[1,NULL], NULL, 0) AS b, array_position(ARRAY['a','b','a'], 'a') AS c, array_position(ARRAY['a','b','a'], 'a', 2) AS d, array_positions(ARRAY[1,2,1,NULL], 1) AS e
SELECT array_fill(0, ARRAY[2,3]) AS a, array_fill('x'::text, ARRAY[2]) AS b, array_fill(1, ARRAY[2], ARRAY[0]) AS c, array_fill(NULL::int, ARRAY[2]) AS d
SELECT id, array_ndims(m) AS nd, array_dims(m) AS dims, array_length(m, 2) AS cols, cardinality(m) AS n, m[2][1] AS x FROM ha_t ORDER BY id
SELECT id, m[1:1] AS row1, m[1:2][2:2] AS col2, a[2:] AS tail, a[:1] AS head, a[-1:2] AS odd FROM ha_t ORDER BY id
SELECT ARRAY[1,2,3] @> ARRAY[2] AS a, ARRAY[1,2] <@ ARRAY[2,1,3] AS b, ARRAY[1,NULL] @> ARRAY[NULL::int] AS c, ARRAY[1,2] && ARRAY[3,2] AS d, '{}'::int[] <@ ARRAY[1] AS e
SELECT id, a @> '{2}' AS has2, a && ARRAY[5,6] AS meets, 3 = ANY (a) AS any3, 5 <> ALL (a) AS all5 FROM ha_t ORDER BY id
SELECT x, y FROM unnest(ARRAY[1,2,3], ARRAY['a','b']) AS u(x, y)
SELECT unnest(ARRAY[1,2]) AS x, unnest(ARRAY['a','b','c']) AS y
SELECT id, u.v, u.n FROM ha_t, unnest(a) WITH ORDINALITY AS u(v, n) ORDER BY id, n
SELECT unnest(m) AS v FROM ha_t WHERE id = 1
SELECT array_agg(a) AS aa FROM ha_t WHERE id = 1
SELECT array_agg(x ORDER BY x DESC) AS d, array_agg(DISTINCT x % 2) AS p, array_agg(x) FILTER (WHERE x > 2) AS f FROM generate_series(1, 4) AS x
SELECT array_agg(ARRAY[x, x * 2] ORDER BY x) AS pairs, array_length(array_agg(x), 1) AS n FROM generate_series(1, 3) AS x
SELECT ARRAY[[1,2],[3,4]] AS m, ARRAY[[1,2],[3,4]][2][1] AS x, array_to_string(ARRAY[[1,2],[3,NULL]], ',', '-') AS s, ARRAY[[1,2],[3,4]] || ARRAY[5,6] AS j
SELECT string_to_array('a,b,,c', ',') AS a, string_to_array('a,b,,c', ',', '') AS b, array_to_string(string_to_array('1 2 3', ' ')::int[], '+') AS c, string_to_array('', ',') AS d
SELECT ARRAY[1,2,3] = ARRAY[1,2,3] AS eq, ARRAY[1,2] < ARRAY[1,3] AS lt, ARRAY[1] < ARRAY[1,1] AS sh, ARRAY[1,NULL] = ARRAY[1,NULL] AS nl, ARRAY[2] > ARRAY[1,9] AS gt
SELECT ARRAY(SELECT id FROM ha_t ORDER BY id DESC) AS ids, ARRAY(SELECT 1 WHERE false) AS none, ARRAY[]::text[] AS e, '{a,"b c",d\\e}'::text[] AS q
SELECT ARRAY[true, NULL, false] AS b, ARRAY['2024-01-01'::date, NULL] AS d, ARRAY[1.50, 2.5] AS n, ARRAY[timestamp '2024-01-01 10:00'] AS t, ARRAY['{"a":1}'::jsonb] AS j
SELECT ('{{1,2},{3,4}}'::int[])[1][2] AS a, '{{1,2},{3,4}}'::int[] AS b, array_upper('{{1,2,3}}'::int[], 2) AS c, ('{{1,2},{3,4}}'::int[])[1] IS NULL AS d
SELECT trim_array(ARRAY[1,2,3,4], 2) AS t, array_upper(ARRAY[[1,2,3]], 1) AS u, generate_subscripts(ARRAY['a','b'], 1) AS s
SELECT (ARRAY[10,20,30])[2] AS a, (string_to_array('x-y-z', '-'))[3] AS b, (ARRAY[10,20,30])[5] IS NULL AS c, (ARRAY[1,2,3,4])[2:3] AS d
SELECT ROW(1, ARRAY['a','b c'], NULL) AS r, ARRAY[ROW(1,'x'), ROW(2,'y z')]::text AS rs, ROW('a"b', '', NULL, 'x,y')::text AS q
SELECT a || 4 AS app, 0 || a AS pre, a || a AS dbl, array_length(a, 1) AS n FROM ha_t WHERE a IS NOT NULL ORDER BY id
UPDATE ha_t SET a[2] = 20 WHERE id = 1
SELECT a FROM ha_t WHERE id = 1
SELECT array_sample(ARRAY[1], 1)
SELECT id, m::text AS t, array_to_string(m, ',', '*') AS s, array_upper(m, 1) AS u, array_lower(m, 2) AS l, m[1] AS none, m[1][2] AS x FROM ha_t ORDER BY id
UPDATE ha_t SET a[1] = a[1] + 100, b[2] = 'new' WHERE id IN (1, 3)
UPDATE ha_t SET a[5] = 5 WHERE id = 1
SELECT id, a, b FROM ha_t ORDER BY id
SELECT a @> ARRAY[NULL]::int[] AS n, ARRAY[NULL]::int[] <@ a AS w, b @> ARRAY['a b'] AS t, ARRAY[1.5, 2] @> ARRAY[2.0] AS d FROM ha_t ORDER BY id
SELECT '[2:3]={a,b}'::text[] AS a, array_to_string('[0:1]={x,y}'::text[], '-') AS s, cardinality('[5:6]={1,2}'::int[]) AS c, ('[5:6]={1,2}'::int[])[4] IS NULL AS n
SELECT v FROM unnest('[3:4]={7,8}'::int[]) AS v
SELECT '[0:2]={1,2}'::int[]
SELECT '[0:1]={1,2}'::int[] || 3
SELECT unnest(ARRAY[[1,2],[3,4]]) AS v, array_agg(ARRAY[1,2]) AS a
SELECT array_agg(DISTINCT upper(x) ORDER BY upper(x)) AS u, array_agg(DISTINCT length(x)) AS l, string_agg(DISTINCT x, '+' ORDER BY x DESC) AS s FROM unnest(ARRAY['b','aa','b',NULL]) AS x
-- A quoted array beside an array with ||.
SELECT ARRAY[1,2] || '{9}', '{9}' || ARRAY[1,2], ARRAY[1,2] || '{}', ARRAY[1,2] || '{NULL,3}'
SELECT ARRAY[1,2]::bigint[] || '{9}', '{1,2}'::int[] || '{9}', ARRAY['a','b'] || '{c,"d e"}', '{c}' || ARRAY['a']
SELECT ARRAY[1.5,2] || '{9.25}', ARRAY[true] || '{f,t}', ARRAY[date '2024-01-01'] || '{2024-02-03}'
SELECT ARRAY[1,2] || '{x}'
SELECT ARRAY[1,2] || '{1.5}'
SELECT (ARRAY[1,2] || '{9}')[3], array_length(ARRAY[1,2] || '{9}', 1), 9 = ANY (ARRAY[1,2] || '{9}')
SELECT array_agg(i) || '{9}' FROM generate_series(1, 2) i
-- Arrays and rows as texts.
CREATE TABLE ha_x (id int, c char(3), cc char(3)[], j json[], n numeric(5,2)[], e text[], jb jsonb[], z timestamptz)
INSERT INTO ha_x VALUES (1, 'a', '{a,bc}', ARRAY['{"a":1}'::json], '{1.5,2}', '{a,"b c"}', '{"{\"a\":1}"}', '2024-01-01 00:00+00')
SELECT cc::text, j::text, n::text, e::text, jb::text FROM ha_x
SELECT 'x' || n::text, 'x' || j::text, length(j::text), md5(n::text), format('%s %s', j, n), quote_literal(j) FROM ha_x
SELECT ARRAY(SELECT j[1] FROM ha_x)::text, ARRAY(SELECT n[1] FROM ha_x)::text, ARRAY(SELECT 'a b'::text)::text, ARRAY(SELECT NULL::text)::text, ARRAY(SELECT 1 WHERE false)::text
SELECT array_agg(j[1])::text, array_agg(n[1])::text, array_agg(n)::text, count(*) FILTER (WHERE n::text = '{1.50,2.00}') FROM ha_x
SELECT s.x::text, s.y::text FROM (SELECT j AS x, n AS y FROM ha_x) s
SELECT '{"{\"a\":1}",2}'::json[]::text, ARRAY['{"a":1}'::json, '2'::json]::text, ARRAY['{"a":1}'::jsonb]::text
SELECT '{1.50,2}'::numeric[]::text, '{1,2}'::numeric(5,2)[]::text, ARRAY[1.5::numeric(5,2), NULL]::text, ARRAY[[1.5::numeric(5,2)]]::text
SELECT '{101}'::bit(3)[]::text, '{101}'::varbit[]::text, '{1,2}'::oid[]::text, ARRAY['10:00+02'::timetz]::text, '{"a b"}'::"char"[]::text
SELECT ARRAY['a'::char(2)], ARRAY['a'::char(2), NULL]::text, ARRAY[c] FROM ha_x
SELECT ARRAY['a'::char(2), 'b'::char(3)]
SELECT '{pg_class,pg_type}'::regclass[]::text, '{pg_class}'::regclass[], '{integer,text}'::regtype[]::text, ARRAY['int4'::regtype]::text
SELECT ARRAY['pg_class'::regclass], array_agg('pg_class'::regclass), ARRAY(SELECT oid::regclass FROM pg_class WHERE relname = 'ha_x')
CREATE TYPE ha_row AS (a int, b text)
CREATE TYPE ha_mood AS ENUM ('sad', 'so so')
SELECT ARRAY[ROW(1,'x y')::ha_row]::text, ROW(1,'x y')::ha_row::text, concat(ROW(1,'x y')::ha_row), concat(ROW(1, 'a b'), ' ', ROW(NULL, true))
SELECT ARRAY['sad'::ha_mood,'so so']::text, '{sad,"so so"}'::ha_mood[]::text, array_agg('so so'::ha_mood)::text
-- The text of a timestamptz within other values is by the session's time zone.
SET TIME ZONE 'Asia/Tokyo'
SELECT ROW(z)::text, ROW(z), concat(z), concat_ws(',', z, 1), format('%s', z), quote_literal(z), quote_nullable(z), z || '' FROM ha_x
SELECT to_json(z), to_jsonb(z), json_build_array(z), jsonb_build_object('x', z), to_json(ARRAY[z]), json_agg(z), jsonb_agg(z), json_object_agg(id, z) FROM ha_x GROUP BY z
SELECT row_to_json(t), to_jsonb(t), json_agg(t) FROM (SELECT id, z FROM ha_x) t GROUP BY t.id, t.z, t
SELECT t::text, concat(t), t.*::text FROM (SELECT id, z FROM ha_x) t
SELECT array_agg(z)::text, ARRAY[z]::text, ARRAY[ARRAY[z]]::text, array_to_string(ARRAY[z], ','), string_agg(z::text, ',') FROM ha_x GROUP BY z
SET TIME ZONE 'Asia/Kolkata'
SELECT to_json(z), concat(z), ARRAY[z]::text FROM ha_x
RESET TIME ZONE
SELECT to_json(z), concat(z), ARRAY[z]::text FROM ha_x
DROP TABLE ha_x
DROP TYPE ha_row, ha_mood
