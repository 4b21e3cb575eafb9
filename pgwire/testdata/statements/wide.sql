-- Numerics of more digits than DuckDB's decimals have, NaN and the infinities, and scales of each value.
SELECT 12345678901234567890123456789012345678901234567890 + 1
SELECT 99999999999999999999999999999999999999.99 * 1.01
SELECT 12345678901234567890123456789012345678901234567890 / 7, 12345678901234567890123456789012345678901234567890 % 7
SELECT 1e50, 1e-50, -1.5e40, 1e400 > 1e399, 123456789012345678901234567890.123456789012345678901234567890
SELECT 2::numeric ^ 150, 2::numeric ^ 0.5, 2.5 ^ 3, 10::numeric ^ -3, 1.5 ^ 100, 0.5 ^ 10, (-2.0) ^ 3, 2.0 ^ 10
SELECT power(2.5, 3), power(2.0, 100), power(1.1, 1000), power(2, 0.5), power(0.0, 0), power(9.0, 0.5), power(0.1, 5)
SELECT factorial(0), factorial(5), factorial(30), factorial(50), factorial(100)
SELECT 'NaN'::numeric, 'Infinity'::numeric, '-Infinity'::numeric, 'inf'::numeric + 1, 'NaN'::numeric * 0, 'Infinity'::numeric / 'Infinity'::numeric
SELECT 'NaN'::numeric = 'NaN'::numeric, 'NaN'::numeric > 'Infinity'::numeric, 1 < 'NaN'::numeric, '-Infinity'::numeric < -1e100, 1e50 = 1e50::numeric
SELECT 'Infinity'::numeric - 1, -'Infinity'::numeric, abs('-Infinity'::numeric), sign('-inf'::numeric), sqrt('Infinity'::numeric), 1 / 'Infinity'::numeric
SELECT 'Infinity'::numeric::float8, 1e50::numeric::float8, 1e50::text, (1e50 + 0.5)::text || 'x', 1e18::int8, 'NaN'::float8::numeric IS NOT NULL
SELECT 1e50::int
SELECT 'Infinity'::numeric(5,2)
SELECT 'NaN'::numeric(5,2), 123456789012345678901234567890123456789012::numeric(50,3)
SELECT 12345678901234567890123456789012345678901234567890::numeric(40,2)
SELECT sqrt(2::numeric), sqrt(10000000000000000000000000000000000000000000000), sqrt(100.0), sqrt(0.01), exp(1.0), exp(10.5), exp(100.0), ln(2.0), ln(1e50), ln(1.05), log(1e50), log(2.0, 1e40), log(2.0, 8)
SELECT sqrt(-1.0)
SELECT ln(0.0)
SELECT ln(-1.0)
SELECT 1e50 / 0
SELECT 0.0 ^ -1
SELECT (-8.0) ^ 0.5
SELECT round(1e45 / 7, 3), trunc(1e45 / 7, 2), floor(1e45 / 7), ceil(-1e45 / 7), round(1e45 / 7), div(1e45, 7), mod(1e45, 7)
SELECT scale(1e45 / 7), min_scale(1e45 + 0.10), trim_scale(1e45 + 0.10), scale('NaN'::numeric)
SELECT gcd(2.5, 1.5), lcm(2.5, 1.5), gcd(48.0, 18), gcd(0.0, 0)
SELECT CASE WHEN true THEN 1 ELSE 2.50 END, CASE WHEN false THEN 1 ELSE 2.50 END, greatest(1, 2.50, 3), least(1.0, 2), greatest(1, 2.5), coalesce(NULL, 1.10, 2)
SELECT greatest(1e50, 1), least(1e50, 2.50), coalesce(NULL, 1e50), CASE WHEN true THEN 1.50 ELSE 1e50 END, nullif(1e50, 1)
SELECT 1e50 + g FROM generate_series(1, 3) g
SELECT x FROM (VALUES (1e50), (2)) v(x)
SELECT sum(x) FROM (VALUES (1e50), (2)) v(x)
SELECT max(1e50::numeric), count(1e50), 1e50 IS NULL, 1e50 BETWEEN 1 AND 2
SELECT to_char(1e50, '9')
SELECT 1.500000000, '1.500000000'::numeric, 2.100000000000000::numeric, '3.14000000000000000000'::numeric, 1.500000000 + 1, 7.000000000 * 2
SELECT pg_typeof(1e50), pg_typeof('NaN'::numeric), pg_typeof(2.0 ^ 150)
SELECT concat('a', 1e50), format('%s', 1e50 + 1), to_json(1e50), array[1e50, 2]
SELECT json_build_object('a', 1e50)
SELECT 1e50 ORDER BY 1
SELECT 3 > 'Infinity'::numeric, 'Infinity'::float8 = 'Infinity'::numeric
SELECT 1e-40::numeric * 3, 0.000000000000000000000000000000000000000001 + 1
SELECT 1e50 IN (1, 2)
CREATE TABLE wide_t (n numeric)
INSERT INTO wide_t VALUES (1e50)
INSERT INTO wide_t VALUES ('NaN')
SELECT n + 1e50 FROM wide_t
DROP TABLE wide_t
