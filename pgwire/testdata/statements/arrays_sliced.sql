SELECT m[1:2][2:2] FROM (SELECT '{{1,2,3},{4,5,6},{7,8,9}}'::int[] AS m) s

SELECT m[2:2] FROM (SELECT '{{1,2,3},{4,5,6},{7,8,9}}'::int[] AS m) s

SELECT m[2][1:2] FROM (SELECT '{{1,2,3},{4,5,6},{7,8,9}}'::int[] AS m) s

SELECT m[:2], m[2:], m[:], m[:][2:], m[2:][:2] FROM (SELECT ARRAY[[1,2,3],[4,5,6],[7,8,9]] AS m) s

SELECT m[5:6], m[1:2][7:8], m[0:1] FROM (SELECT ARRAY[[1,2,3],[4,5,6],[7,8,9]] AS m) s

SELECT m[1], m[1][2], m[1][2][1] FROM (SELECT ARRAY[[1,2,3],[4,5,6]] AS m) s

CREATE TABLE gr (id int, g int[][], t text[])

INSERT INTO gr VALUES (1, '{{1,2,3},{4,5,6},{7,8,9}}', '{a,b,c,d}'), (2, '{{10,20},{30,40}}', '{x}'), (3, NULL, NULL), (4, '{}', '{}')

SELECT id, g[1:2][2:2] FROM gr ORDER BY id

SELECT id, g[2:2] FROM gr ORDER BY id

SELECT id, g[2][1:2] FROM gr ORDER BY id

SELECT id, g[2:][:1], g[:1] FROM gr ORDER BY id

SELECT id, t[2:3], t[:2], t[3:] FROM gr ORDER BY id

SELECT id, g[id:id] FROM gr ORDER BY id

SELECT array_dims(g[2:3][1:2]) FROM gr WHERE id = 1

SELECT array_length(g[2:3], 1), array_length(g[2:3], 2) FROM gr WHERE id = 1

SELECT unnest(g[1:2][2:2]) FROM gr WHERE id = 1

SELECT (ARRAY[[1,2],[3,4]])[1:1], ('{{a,b},{c,d}}'::text[])[1:2][2:2], ('{{a,b},{c,d}}'::text[])[2:2][1:1]

SELECT '[0:1]={1,2}'::int[] || 3

SELECT 0 || '[0:1]={1,2}'::int[]

SELECT '[0:1]={1,2}'::int[] || '{3,4}'::int[], '{3,4}'::int[] || '[0:1]={1,2}'::int[]

SELECT array_append('[0:1]={1,2}'::int[], 3), array_prepend(0, '[0:1]={1,2}'::int[])

SELECT array_dims('[0:1]={1,2}'::int[] || 3), array_lower('[0:1]={1,2}'::int[] || 3, 1)

SELECT s, a[s] FROM (SELECT '[-1:1]={x,y,z}'::text[] AS a) q, generate_subscripts(a, 1) s

SELECT s, a[s] FROM (SELECT ARRAY['x','y','z'] AS a) q, generate_subscripts(a, 1) s

SELECT s, t, m[s][t] FROM (SELECT ARRAY[[1,2],[3,4]] AS m) q, generate_subscripts(m, 1) s, generate_subscripts(m, 2) t ORDER BY 1, 2

SELECT generate_subscripts('[-1:1]={x,y,z}'::text[], 1)

SELECT generate_subscripts(ARRAY[1,2,3], 1, true)

SELECT * FROM unnest(ARRAY[1,2,3], ARRAY['x','y'], ARRAY[[1.0,2.50],[3,4]])

SELECT * FROM unnest(ARRAY[1,2,3], ARRAY[[1,2],[3,4]]) AS u(a, b)

SELECT * FROM unnest(ARRAY[[1,2],[3,4]], ARRAY['p','q']) WITH ORDINALITY AS u(a, b, n)

SELECT * FROM ROWS FROM (unnest(ARRAY[[1,2],[3,4]]), unnest(ARRAY['p','q'])) AS u(a, b)

SELECT unnest(ARRAY[[1,2],[3,4]]), unnest(ARRAY['p','q'])

SELECT array_position(ARRAY[[1,2],[3,4]], 3)

SELECT array_positions(ARRAY[[1,2],[3,4]], 3)

SELECT array_remove(ARRAY[[1,2],[3,4]], 3)

SELECT array_replace(ARRAY[[1,2],[3,4]], 3, 9)

SELECT array_fill(7, ARRAY[2,3])

SELECT array_fill(7, ARRAY[3], ARRAY[2])

SELECT array_fill(7, ARRAY[2,2], ARRAY[0,5])

SELECT trim_array(ARRAY[[1,2],[3,4],[5,6]], 1)

SELECT trim_array(ARRAY[1,2,3], 2), trim_array(ARRAY[1,2,3], 0)

SELECT trim_array(ARRAY[1,2,3], 4)

SELECT array_to_string(ARRAY[[1,2],[3,NULL]], ','), array_to_string(ARRAY[[1,2],[3,NULL]], ',', '*')

SELECT cardinality(ARRAY[[1,2],[3,4]]), cardinality('[0:1]={1,2}'::int[]), array_ndims(ARRAY[[1,2],[3,4]])

SELECT 3 = ANY (ARRAY[[1,2],[3,4]]), 3 = ALL (ARRAY[[3,3],[3,3]]), 5 = ANY ('{{1,2},{3,4}}'::int[])

SELECT id, 30 = ANY (g), cardinality(g), array_to_string(g, '-') FROM gr ORDER BY id

SELECT id, array_remove(t, 'b'), array_replace(t, 'a', 'z'), array_position(t, 'c') FROM gr ORDER BY id

SELECT id, array_replace(g, 1, 0), trim_array(g, 1) FROM gr WHERE id < 3 ORDER BY id

SELECT ARRAY[[1,2],[3,4]] || ARRAY[5,6], ARRAY[0,0] || ARRAY[[1,2],[3,4]], ARRAY[[1,2]] || ARRAY[[3,4]]

SELECT ARRAY[[1,2],[3,4]] @> ARRAY[3], ARRAY[[1,2],[3,4]] && ARRAY[[4,9]], ARRAY[[1,2],[3,4]] = '{{1,2},{3,4}}'::int[]

SELECT g || ARRAY[[0,0]] FROM gr WHERE id = 2

SELECT g || ARRAY[0,0] FROM gr WHERE id = 2

SELECT g || ARRAY[[0,0]] FROM gr WHERE id = 1

SELECT id, g || ARRAY[0,0] FROM gr WHERE id = 1

SELECT ARRAY[0,0] || g, g || '{5,6}' FROM gr WHERE id = 2

SELECT g || ARRAY[0,0] FROM gr WHERE id = 3

SELECT g || g FROM gr WHERE id = 2

SELECT a.g || b.g FROM gr a, gr b WHERE a.id = 1 AND b.id = 2

SELECT unnest(g || ARRAY[0,0]) FROM gr WHERE id = 2

SELECT count(*) FROM gr, unnest(g[1:2][2:2]) u

SELECT u FROM gr, unnest(g[2:2]) u WHERE id = 1

SELECT array_to_string(g[1:2][2:2], ','), cardinality(g[1:2][2:2]), 2 = ANY (g[1:2][2:2]) FROM gr WHERE id = 1

WITH w AS (SELECT ARRAY[['a','b'],['c','d']] AS m) SELECT m[1:1], m[2][2], m[1:2][2:2], m[2], unnest(m) FROM w

SELECT v.m[1:1][1:2], x FROM (VALUES ('{{1,2,3},{4,5,6}}'::int[], 1), ('{{7,8,9}}', 2)) v(m, x) ORDER BY x

SELECT m[lo:2] FROM (SELECT ARRAY[[1,2],[3,4]] AS m, 1 AS lo UNION ALL SELECT ARRAY[[5,6],[7,8]], NULL) s

SELECT array_replace(m, 2, NULL), array_replace(m, NULL, 0) FROM (SELECT '{{1,2},{NULL,2}}'::int[] AS m) s

SELECT array_replace(g, 40, 41) FROM gr ORDER BY id

SELECT array_remove(g, 1) FROM gr WHERE id = 1

SELECT array_position(g, 1) FROM gr WHERE id = 1

SELECT id, trim_array(g, 1) FROM gr WHERE id < 3 ORDER BY id

SELECT '[0:1]={1,2}'::int[] || ARRAY[3,4], ARRAY[9] || '[0:1]={1,2}'::int[], '[0:1]={1,2}'::int[] || '[5:6]={3,4}'::int[]

SELECT '[0:1]={a,b}'::text[] || 'c'::text, 'z'::text || '[0:1]={a,b}'::text[]

SELECT '[0:1]={1,2}'::int[] || NULL, '[0:1]={1,2}'::int[] || 'x'

SELECT '[0:1]={1,2}'::int[] || 3.5

SELECT '[0:1]={1,2}'::int[] || id FROM gr WHERE id = 1

SELECT ('[0:1]={1,2}'::int[] || 3)[0], ('[0:1]={1,2}'::int[] || 3)[2], array_upper('[0:1]={1,2}'::int[] || 3, 1), cardinality(0 || '[0:1]={1,2}'::int[])

SELECT ('[0:1]={1,2}'::int[] || 3)::text, ('[0:1]={1,2}'::int[] || 3) = '[0:2]={1,2,3}'::int[]

SELECT s FROM generate_subscripts('[-1:1]={x,y,z}'::text[], 1) s

SELECT generate_subscripts('[2:3][0:1]={{1,2},{3,4}}'::int[], 2), generate_subscripts('[2:3]={1,2}'::int[], 1, true)
