-- Arrays of arrays: casts keep their dimensions, and arrays of several lengths are refused.
CREATE TABLE ra (id int, v int[], w text[])
INSERT INTO ra VALUES (1, '{1,2}', '{a,b}'), (2, '{3}', '{c,d}'), (3, NULL, '{}')
SELECT array_agg(v) FROM ra WHERE id < 3
SELECT array_agg(v) FROM ra WHERE id <> 2
SELECT array_agg(w ORDER BY id DESC) FROM ra WHERE id < 3
SELECT array_agg(w) FROM ra WHERE id = 3
SELECT array_agg(w) FROM ra WHERE id > 5
SELECT id, array_agg(w) AS all_w FROM ra WHERE id < 3 GROUP BY id ORDER BY id
SELECT ARRAY[v, v] FROM ra WHERE id = 1
SELECT ARRAY[v, ARRAY[id]] FROM ra WHERE id < 3 ORDER BY id DESC
SELECT ARRAY[v, ARRAY[7,8]] FROM ra WHERE id < 3 ORDER BY id
SELECT array_agg(v)::text FROM ra WHERE id = 1
SELECT array_length(array_agg(w), 1), array_length(array_agg(w), 2) FROM ra WHERE id < 3
SELECT array_agg(id ORDER BY id), array_agg(DISTINCT id) FROM ra
SELECT array_agg(ARRAY[id, id * 2] ORDER BY id) FROM ra
SELECT v::text[], w::varchar[], v::bigint[], v::numeric[], v::float8[] FROM ra ORDER BY id
SELECT v::text, '{1,2}'::int[] = v, v = '{3}' FROM ra ORDER BY id
SELECT (ARRAY[[1,2],[3,4]])::text, ARRAY[[1,2],[3,4]]::text[]::text, ARRAY[[1.5,2],[3,4]]::int[]
SELECT ARRAY[['2024-01-01','2024-02-01']]::date[], ARRAY[[true,false]]::text[], '{{1,2}}'::int[]::float8[]
CREATE TABLE rm (m int[][])
INSERT INTO rm VALUES ('{{1,2},{3,4}}'), (ARRAY[[5,6],[7,8]])
SELECT m, m::text[], m::bigint[], m::text FROM rm ORDER BY m[1][1]
SELECT array_agg(m) FROM rm
SELECT m[1][2], m[2:2], array_dims(m) FROM rm ORDER BY m[1][1]
SELECT unnest(m) FROM rm ORDER BY 1
select '{{},{}}'::text[]
select '{{},{}}'::int[]
select '{{{}}}'::int[]
select '{{1},{}}'::int[]
select '{{1,2},{3}}'::int[]
select array_agg('{}'::int[]) from generate_series(1,2)
select array_agg(null::int[]) from generate_series(1,2)
select array_agg(ar) from (values ('{1,2}'::int[]), ('{3,4}'::int[])) v(ar)
select array_agg(array[x,x]) from generate_series(1,3) x
select array_agg(array[x,x] order by x desc) from generate_series(1,3) x
select array(select array[x, x+1] from generate_series(1,3) x)
SELECT ARRAY[ARRAY[1,2],ARRAY[3]]
SELECT ARRAY[a, b] FROM (VALUES (ARRAY[1,2], ARRAY[3,4])) v(a,b)
SELECT width_bucket(5, ARRAY[3, 4, 6])
SELECT width_bucket(5.0, 0, 10, 5), width_bucket(-1,0,10,5), width_bucket(10,0,10,5), width_bucket(3,10,0,5)
SELECT ARRAY[1.1] || ARRAY[2,3,4]
SELECT ARRAY[1,2] || ARRAY[1.5]
SELECT 1 || ARRAY[1.5]
SELECT ARRAY[1.5] || 1
SELECT ARRAY[1, 2.5, 3]
SELECT ARRAY[1::numeric, 2.5]
SELECT ARRAY[['a','bc'],['def','hijk']]::text[]::varchar[]
SELECT ARRAY[[1,2],[3,4]]::int[]::bigint[]
SELECT ARRAY[[1,2],[3,4]]::text[]
SELECT ('{{1,2},{3,4}}'::int[])::text[]
SELECT ('{{1,2},{3,4}}'::text[])::int[]
SELECT CAST(ARRAY[[[[[['a','bb','ccc']]]]]] as text[])
SELECT ARRAY[[1,2],[3,4]]::numeric[]
SELECT ARRAY[['1.5']]::numeric[]
select array_length('{}'::int[], 1) is null, '{}'::int[] = ARRAY[]::int[]
SELECT '\377'::text::"char"
SELECT 'a'::"char", 'ab'::text::"char", ''::"char"
SELECT VALUES_.* FROM (VALUES (10::numeric), (10.5::numeric)) VALUES_(size)
SELECT * FROM (VALUES (10::numeric), (10.5)) v(x)
SELECT 10::numeric UNION ALL SELECT 10.5::numeric
SELECT 10::numeric UNION SELECT 10.5 ORDER BY 1
SELECT * FROM (SELECT 10::numeric AS x UNION ALL SELECT 10.25::numeric) t ORDER BY x
SELECT CASE WHEN x = 1 THEN 10::numeric ELSE 10.5::numeric END FROM generate_series(1,2) x
SELECT coalesce(NULL, 10::numeric, 10.5::numeric), greatest(10::numeric, 10.5::numeric), least(10::numeric, 10.5::numeric)
SELECT ARRAY[10::numeric, 10.5::numeric]
SELECT 10::numeric IN (10.5::numeric)
SELECT 10::numeric = ANY(ARRAY[10.4::numeric])
SELECT sum(x), avg(x), max(x) FROM (VALUES (10::numeric), (10.5::numeric)) v(x)
INSERT INTO float8_tbl SELECT x FROM (VALUES (10::numeric), (10.5::numeric)) v(x) RETURNING f1
VALUES (1::numeric), (2.5::numeric)
WITH v(x) AS (VALUES (1::numeric), (2.5::numeric)) SELECT * FROM v
SELECT x FROM (VALUES (1), (2.5)) v(x)
SELECT x FROM (VALUES (1), (2.5::numeric)) v(x)
SELECT x FROM (VALUES ('1'::numeric), ('2.5'::numeric)) v(x)
SELECT pg_size_bytes('256 B')
SELECT pg_size_bytes('256 bytes'), pg_size_bytes('1 GB'), pg_size_bytes('1.5gb'), pg_size_bytes('-1 kb')
SELECT pg_size_bytes('1 PB'), pg_size_bytes('1 EB')
SELECT pg_size_bytes('1 zz')
SELECT pg_size_bytes('')
SELECT pg_size_pretty(11258449312612352::bigint), pg_size_pretty(11258449312612351::bigint), pg_size_pretty(-11258449312612352::bigint)
SELECT pg_size_pretty(10240::numeric), pg_size_pretty(11258449312612352::numeric), pg_size_pretty(1000000000000000000000::numeric), pg_size_pretty(10.5::numeric)
SELECT pg_size_pretty(x) FROM (VALUES (10239::numeric),(10240.5::numeric)) v(x)
