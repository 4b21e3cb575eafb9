-- Quoted numerics keep their digits beside numerics of other scales.
SELECT x FROM (VALUES ('1'::numeric), ('2.5'::numeric)) v(x)
SELECT x FROM (VALUES (1000000000000::numeric), (1000000000000.5::numeric)) v(x)
SELECT '1'::numeric UNION ALL SELECT '2.55'::numeric
SELECT x FROM (SELECT '1'::numeric AS x UNION ALL SELECT 2.55::numeric) t ORDER BY x
SELECT CASE WHEN x = 1 THEN '10'::numeric ELSE '10.5'::numeric END FROM generate_series(1,2) x
SELECT coalesce(NULL, '10'::numeric), greatest('10'::numeric, '10.5'::numeric), least('10'::numeric, '10.5'::numeric)
SELECT ARRAY['10'::numeric, '10.5'::numeric]
SELECT '10'::numeric IN ('10.4'::numeric, '9.6'), '10'::numeric = '10.4'::numeric
SELECT '10'::numeric = ANY(ARRAY['10.4'::numeric])
SELECT '1.5'::numeric * '2.25'::numeric, '1.5'::numeric + '2'::numeric, '7'::numeric / '2'::numeric, '7.5'::numeric % '2'::numeric
SELECT sum(x), avg(x), max(x) FROM (VALUES ('10'::numeric), ('10.5'::numeric)) v(x)
SELECT '0.1'::numeric ^ 2, sqrt('2'::numeric), round('2.567'::numeric, 2), '1e5'::numeric, '-1.5'::numeric
SELECT '1234567890123456789'::numeric, 1234567890123456789::numeric, 12345678901234567890123::numeric + 0.5
SELECT * FROM (VALUES ('1'::numeric, 'a'), ('2.5', 'b'), (NULL, 'c')) v(x, y)
SELECT y, sum(x) FROM (VALUES ('1'::numeric, 'a'), ('2.5'::numeric, 'b'), ('0.25'::numeric, 'b')) v(x, y) GROUP BY y ORDER BY y
CREATE TABLE vn AS SELECT * FROM (VALUES ('1'::numeric), ('2.5'::numeric)) v(x)
SELECT * FROM vn ORDER BY 1
INSERT INTO vn VALUES ('3'::numeric), ('3.25'::numeric)
SELECT x::text FROM vn ORDER BY vn.x
SELECT size, pg_size_pretty(size), pg_size_pretty(-1 * size) FROM (VALUES (10::numeric), (1000::numeric), (1000000000000000::numeric), (10.5::numeric), (1000000000000000.5::numeric)) x(size)
SELECT x, pg_typeof(x) FROM (VALUES (1), ('2.5'::numeric)) v(x)
SELECT '12345678901234567'::numeric - '0.000000000000000001'::numeric
SELECT '12345678901234567'::numeric * '0.000000000000000001'::numeric
SELECT mod('5'::numeric, '3'::numeric), power('2'::numeric, '0.5'::numeric), ln('2'::numeric), exp('1'::numeric), log('100'::numeric), div('7'::numeric,'2'::numeric)
