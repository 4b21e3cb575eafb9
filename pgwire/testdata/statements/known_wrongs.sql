-- Arrays of other dimensions compared.
SELECT ARRAY[1] <> ARRAY[[1]]
SELECT ARRAY[1] = ARRAY[[1]], ARRAY[[1,2]] = ARRAY[1,2], ARRAY[1] < ARRAY[[1]], ARRAY[[1]] > ARRAY[1], ARRAY[[1]] <= ARRAY[1], ARRAY[1] >= ARRAY[[1]]
SELECT ARRAY[1] IN (ARRAY[[1]], ARRAY[1]), ARRAY[1] NOT IN (ARRAY[[1]])
SELECT ARRAY[1] IS DISTINCT FROM ARRAY[[1]], ARRAY[[1]] IS NOT DISTINCT FROM ARRAY[1]
SELECT ARRAY[1] = '{{1}}'::int[], '{1}'::int[] = ARRAY[[1]], '{1}'::int[] <> '{{1}}'::int[], '{{1}}'::int[] = '{1}'
SELECT ARRAY['a'] = ARRAY[['a']], ARRAY['a'] < ARRAY[['a']], ARRAY['b'] < ARRAY[['a']]
SELECT ARRAY[[1,2],[3,4]] = ARRAY[1,2,3,4], ARRAY[[1,2],[3,4]] < ARRAY[1,2,3,4], ARRAY[[1,2],[3,4]] > ARRAY[1,2,3,5]
SELECT ARRAY[[1,2,3,4]] < ARRAY[[1,2],[3,4]], ARRAY[[1,2],[3,4]] = ARRAY[[1,2,3,4]], ARRAY[[1],[2]] <> ARRAY[[1,2]]
SELECT CASE ARRAY[1] WHEN ARRAY[[1]] THEN 'a' ELSE 'b' END, NULLIF(ARRAY[1], ARRAY[[1]])
CREATE TABLE kwr_a (id int, a int[], t text[])
INSERT INTO kwr_a VALUES (1, '{1}', '{a}'), (2, '{1,2}', '{a,b}'), (3, '{}', NULL), (4, NULL, '{}')
SELECT id, a = ARRAY[[1]], a <> ARRAY[[1]], a < ARRAY[[1]], a > '{{1}}', a = '{{1,2}}'::int[] FROM kwr_a ORDER BY id
SELECT id FROM kwr_a WHERE a IN (ARRAY[[1]], ARRAY[1,2]) ORDER BY id
SELECT id FROM kwr_a WHERE t = ARRAY[['a']] OR t <> ARRAY[['a','b']] ORDER BY id
SELECT id FROM kwr_a WHERE a IS DISTINCT FROM ARRAY[[1]] ORDER BY id
SELECT 1 = ANY (ARRAY[[1,2],[3,4]]), 5 <> ALL (ARRAY[[1,2],[3,4]]), 1 = ANY ('{{1,2},{3,4}}'::int[])
SELECT id, id = ANY (ARRAY[[1,2],[3,3]]) FROM kwr_a ORDER BY id
SELECT id FROM kwr_a WHERE id = ANY ('{{1,2},{3,3}}') ORDER BY id
SELECT ARRAY[1] @> ARRAY[[1]], ARRAY[[1,2]] && ARRAY[2], ARRAY[1,2] <@ ARRAY[[1,2],[3,4]]
SELECT a @> ARRAY[[1]], a && ARRAY[[2]], a <@ ARRAY[[1],[2]] FROM kwr_a ORDER BY id
SELECT ARRAY[1] || ARRAY[[1]], ARRAY[[1]] || ARRAY[2]
SELECT greatest(ARRAY[1], ARRAY[[1]]), least(ARRAY[1], ARRAY[[1]])
SELECT ARRAY[[1]] BETWEEN ARRAY[1] AND ARRAY[[2]]
SELECT ROW(ARRAY[1], 1) = ROW(ARRAY[[1]], 1), (ARRAY[1], 2) < (ARRAY[[1]], 1)
SELECT ARRAY[1] = (SELECT ARRAY[[1]]), (SELECT ARRAY[[1]]) <> ARRAY[1]
SELECT ARRAY[1] IN (SELECT ARRAY[[1]])
SELECT x = ARRAY[1] FROM (SELECT ARRAY[[1]] AS x) s
SELECT ARRAY[1]::bigint[] = ARRAY[[1]]::bigint[], ARRAY[1.5] = ARRAY[[1.5]], ARRAY[date '2024-01-01'] = ARRAY[[date '2024-01-01']]
SELECT ARRAY[NULL::int] = ARRAY[[NULL::int]], ARRAY[NULL::int] IS DISTINCT FROM ARRAY[[NULL::int]]
SELECT ARRAY[]::int[] = ARRAY[[1]], ARRAY[]::int[] < ARRAY[[1]], '{}'::int[] <> '{{}}'::int[]
SELECT ARRAY[[1]] = a FROM kwr_a ORDER BY id
DELETE FROM kwr_a WHERE a = ARRAY[[1]]
UPDATE kwr_a SET id = 9 WHERE a <> ARRAY[[1]]
SELECT * FROM kwr_a ORDER BY id, t
SELECT x FROM (VALUES (ARRAY[1]), (ARRAY[[1]]), (ARRAY[[0]])) v(x) ORDER BY x
SELECT count(DISTINCT x) FROM (VALUES (ARRAY[1]), (ARRAY[[1]])) v(x)
SELECT ARRAY[1] UNION SELECT ARRAY[[1]] ORDER BY 1
SELECT CASE WHEN true THEN ARRAY[1] ELSE ARRAY[[1]] END, coalesce(NULL::int[], ARRAY[[1]], ARRAY[1])
SELECT ARRAY[true] <> ARRAY[[true]], ARRAY['\x00'::bytea] = ARRAY[['\x00'::bytea]]
SELECT array_ndims(ARRAY[1]) = array_ndims(ARRAY[[1]]), ARRAY[[1]]::text = '{{1}}'
SELECT max(x), min(x) FROM (VALUES (ARRAY[1]), (ARRAY[[1]])) v(x)
SELECT array_position(ARRAY[1,2], 2), array_remove(ARRAY[1,2], 2) = ARRAY[[1]]
CREATE TABLE kwr_n (id int, m int[][], n numeric(5,2)[][], l int[])
INSERT INTO kwr_n VALUES (1, '{{1,2},{3,4}}', '{{1.5,2}}', '{1,2,3,4}'), (2, '{{1,2,3,4}}', '{{1},{2}}', '{1,2}'), (3, '{}', NULL, '{}'), (4, NULL, '{}', NULL)
SELECT id, m = l, m < l, m > l, m <= l, m >= l, m <> l, m IS DISTINCT FROM l FROM kwr_n ORDER BY id
SELECT a.id, b.id, a.m < b.m, a.m = b.m FROM kwr_n a, kwr_n b ORDER BY 1, 2
SELECT id, m = '{{1,2},{3,4}}', m < '{{1,2,3,5}}', m = '{{1,2},{3,4}}'::int[] FROM kwr_n ORDER BY id
SELECT id FROM kwr_n WHERE m IN (ARRAY[1,2,3,4], ARRAY[[1,2],[3,4]]) ORDER BY id
SELECT id, m @> l, l <@ m, m && ARRAY[[4]], 3 = ANY (m), 9 <> ALL (m) FROM kwr_n ORDER BY id
SELECT id, n = ARRAY[[1.5,2]], n < ARRAY[1.5,2] FROM kwr_n ORDER BY id
SELECT id FROM kwr_n ORDER BY m, id
SELECT max(m), min(m) FROM kwr_n
SELECT m, count(*) FROM kwr_n GROUP BY m ORDER BY m
SELECT id, NULLIF(m, l), m BETWEEN l AND ARRAY[[9]] FROM kwr_n ORDER BY id
SELECT a.id, b.id FROM kwr_n a JOIN kwr_n b ON a.m = b.l ORDER BY 1, 2
