-- Quoted constants in UNION, VALUES and choices, beside values that are computed.
SELECT now() IS NULL UNION ALL SELECT 'off'
SELECT 1 = 1 UNION ALL SELECT 'off'
SELECT x IS NULL FROM (VALUES (1)) v(x) UNION ALL SELECT 'no'
SELECT x > 0 FROM (VALUES (1)) v(x) UNION ALL SELECT 'no'
SELECT x > 0 AND x < 3 FROM (VALUES (1)) v(x) UNION ALL SELECT 'no'
SELECT true UNION ALL SELECT 'off'
SELECT 'off' UNION ALL SELECT NOT true
SELECT x + 1 FROM (VALUES (1)) v(x) UNION ALL SELECT '5'
SELECT count(*) FROM (VALUES (1)) v(x) UNION ALL SELECT '5'
SELECT now()::date UNION ALL SELECT '2024-01-01' ORDER BY 1 LIMIT 1
SELECT now() - now() UNION ALL SELECT '1 day'
SELECT CASE WHEN true THEN '10:00+00'::timetz ELSE '12:00+02' END, coalesce(NULL, '12:00+02', '10:00+00'::timetz)
SELECT '10:00+00'::timetz UNION ALL SELECT '12:00+02'
SELECT x FROM (VALUES ('10:00+00'::timetz),('12:00+02')) v(x)
SELECT x FROM (VALUES (now() IS NULL), ('off')) v(x)
SELECT x FROM (VALUES (1 > 2), ('off')) v(x)
SELECT ARRAY[1 > 2, 'off'], coalesce(1 > 2, 'off'), CASE WHEN true THEN 'off' ELSE 1 > 2 END
SELECT EXISTS (SELECT 1) UNION ALL SELECT 'off'
SELECT 1 IN (1, 2) UNION ALL SELECT 'no'
SELECT 'a' LIKE 'b' UNION ALL SELECT 'no'
SELECT starts_with('a', 'b') UNION ALL SELECT 'no'
SELECT upper('a') = 'A' UNION ALL SELECT 'no'
SELECT bool_or(x > 1) FROM (VALUES (1)) v(x) UNION ALL SELECT 'no'
SELECT overlay('abcdef' placing 'XX' from 0)
SELECT overlay('abcdef' placing 'XX' from -1)
SELECT overlay('abcdef' placing 'XX' from 3 for -1), overlay('abcdef' placing 'XX' from 3 for -5), overlay('abcdef' placing 'XX' from 3), overlay(NULL placing 'a' from 0), overlay('abc' placing '' from 1), overlay('abc' placing 'x' from 1 for 0)
