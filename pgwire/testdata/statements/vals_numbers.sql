-- Numbers, their digits and their errors.
CREATE TABLE nums (id int, p jsonb, a numeric(10,2), b numeric(10,4), n numeric)
INSERT INTO nums VALUES (1, '{"x": 1.50}', 1.50, 1.5000, 1.5), (2, '{"x": "2.250"}', 2.25, 2.25, 2.250), (3, '{"x": 10}', 10, 10.0001, 10), (4, '{}', NULL, 0, NULL), (5, '{"x": 1.5}', 1.5, -3.3333, 1.50)
SELECT avg((p->>'x')::numeric), min((p->>'x')::numeric), max((p->>'x')::numeric) FROM nums
SELECT DISTINCT n FROM nums WHERE n < 2
SELECT sum(x) FROM (VALUES (1.5), (2.50), (1)) t(x)
SELECT * FROM generate_series(1.5, 4) g
SELECT * FROM generate_series(3.0, 1, -0.5) g
SELECT generate_series(1, 3, 0.0)
SELECT generate_series(1, 3, 0)
SELECT * FROM generate_series(0.1, 0.5, 0.1) WITH ORDINALITY
SELECT lcm(2147483647, 2147483646)
SELECT gcd((-2147483648)::int, 0)
SELECT gcd((-2147483648)::int, (-2147483648)::int)
SELECT gcd(12, 18), lcm(4, 6), gcd(12.5, 5), lcm(1.5, 2.0), gcd(-4, 6), lcm(-4, 6), gcd(0, 0), lcm(0, 5), gcd(5::bigint, 15)
SELECT width_bucket(5, 0, 10, 5), width_bucket(5.35, 0.024, 10.06, 5), width_bucket(-1, 0, 10, 5), width_bucket(10, 0, 10, 5), width_bucket(5, 10, 0, 5), width_bucket(now(), ARRAY['yesterday','today','tomorrow']::timestamptz[]), width_bucket(3, ARRAY[1,3,5])
SELECT width_bucket(5, 0, 10, 0)
SELECT width_bucket(5, 10, 10, 4)
SELECT width_bucket('NaN'::float8, 0, 10, 4)
SELECT width_bucket(5, 'Infinity'::float8, 10, 4)
SELECT div(7, 2), div(-7, 2), div(7.5, 2), mod(7, -3), mod(-7, 3), mod(7.5, 2), 7 % 3, -7.5 % 2, div(9, 0.5)
SELECT div(7, 0)
SELECT mod(7, 0)
SELECT mod(7.5, 0)
SELECT 7.0 / 0
SELECT trunc(1234.567, 2), trunc(1234.567, -2), trunc(-1234.567), round(1234.567, 1), round(1250, -2), round(-2.5), round(2.5), round(0.5), round(1.005, 2), round(1234.5, 4), trunc(12.3, 5), round(99999, -5), round(44444, -5)
SELECT round(2.5::float8), round(3.5::float8), round(-0.5::float8), trunc(-0.5::float8), ceil(-0.5), floor(-0.5), ceil(-0.5::float8), sign(-2.5), sign(0::float8), abs(-3.50)
SELECT power(2, 10), power(2.0, 3), power(2.5, 2), power(2, 0.5), power(2.0, 0.5), power(10, -2), power(10.0, -2), 2 ^ 3, 2.0 ^ 3, power(0, 0), power(0.0, 0)
SELECT power(-2.0, 0.5)
SELECT power(0.0, -1)
SELECT power(10::numeric, 400) > 1
SELECT exp(1.0), exp(1), exp(0.0), exp(-10.0), exp(10.5), exp(100.0)
SELECT ln(2.0), ln(10), log(100.0), log(2.0, 8), log(10, 1000), ln(0.5), log(2, 0.1), log10(1000), ln(2::float8)
SELECT ln(0)
SELECT ln(-1.0)
SELECT log(0.0)
SELECT log(1.0, 5)
SELECT sqrt(2), sqrt(2.0), sqrt(4.0), sqrt(0.0001), sqrt(1000000.00), |/ 25.0, ||/ 27.0, cbrt(8), sqrt(2::numeric(10,4))
SELECT sqrt(-1)
SELECT sqrt(-1.0)
SELECT 'NaN'::numeric = 'NaN', 'NaN'::numeric > 1000, 'Infinity'::numeric > 1, '-Infinity'::numeric < 1, 'NaN'::float8 = 'NaN', 'Infinity'::numeric - 'Infinity', 'inf'::numeric * 0, 1 / 'inf'::numeric
SELECT 'Infinity'::float8 - 'Infinity'::float8, 0 * 'Infinity'::float8, 'NaN'::float8 + 1, -'Infinity'::float8, 1 / 'Infinity'::float8
SELECT 1e308::float8 * 10
SELECT 1e-308::float8 / 1e100
SELECT exp(1000::float8)
SELECT 'NaN'::float8::int
SELECT 1e20::bigint
SELECT 3000000000::int
SELECT 32767::int2 + 1::int2
SELECT 2147483647 + 1
SELECT 9223372036854775807 + 1
SELECT (-32768)::int2 / (-1)::int2
SELECT abs((-2147483648)::int)
SELECT to_char(1234567.891, '9,999,999.99'), to_char(0.5, '0.99'), to_char(-5, '999PR'), to_char(5, 'S999'), to_char(12, '999th'), to_char(1234, 'L9,999'), to_char(0.1, '99.9'), to_char(485, '"Good number:"999'), to_char(12345, '9.99EEEE'), to_char(15, 'RN'), to_char(15, 'FMRN'), to_char(1e6, '999'), to_char(0, '9.99'), to_char(-0.01, '9.9'), to_char(12.34, 'FM999.999'), to_char(12, 'FM0000'), to_char(1234.5, 'FM9G999D00'), to_char(5, '9MI'), to_char(-5, 'MI9'), to_char(148.5, '999.999'), to_char(12, '99V99')
SELECT to_number('12,345.67', '99,999.99'), to_number('-5', 'S9'), to_number('$1,234', 'L9,999'), to_number('<5>', '9PR'), to_number('123abc', '999'), to_number('1.5', '9.9'), to_number(' 12', '999'), to_number('12-', '99S')
SELECT to_number('abc', '999')
SELECT 0.1::float8 + 0.2::float8, 1e15::float8, 1e16::float8, 123456789.123::float4, 1e-5::float8, 0.0001::float8, 1e21::float8, '-0'::float8, 1.0::float8, 3.14::float4::float8, 100000::float4, 1e6::float4, 1234567890::float4
SELECT 1.0::float8::text, 1e20::float8::numeric, 0.1::float4::numeric, 123456789.123456789::float8::numeric, 1.5::numeric::text, 1e10::numeric, 1.23e-5, 1e3, 1.50e2
SELECT 10 / 4, 10 / 4.0, 10.0 / 3, 1 / 3.0, 1.0 / 3.00, 2.0 / 3, 100.00 / 3, 1e10 / 3, 0.001 / 7, 22 / 7.0, 1234567.89 / 0.001, 1 / 7::numeric, 5::numeric / 5
SELECT 1.10 * 1.10, 1.10 + 1.1, 1.100 - 1.1, -1.50, +1.50, @ -1.50, 5.00 % 3, 1.5 * 2, 0.00 * 5
SELECT factorial(-1)
SELECT 123.456::numeric(5,2), 123.456::numeric(5), 0.005::numeric(3,2), 1234::numeric(6,-2)
SELECT 1234.5::numeric(5,2)
SELECT 5::numeric(3,2), '1e3'::numeric, ' 12 '::numeric, '.5'::numeric, '5.'::numeric, '1_000'::text
SELECT 'abc'::numeric
SELECT ''::numeric
SELECT 1.5::int, 2.5::int, -1.5::int, 2.5::float8::int, 3.5::float8::int, '12'::int, 1.5::numeric::int8
SELECT '1.5'::int
SELECT ceil(1.1), floor(1.9), ceiling(-1.1), ceil(1.0), floor(1.50), round(1.50, 0), trunc(1.50, 0)
SELECT degrees(1), radians(180), sin(1), cos(1), tan(1), asin(0.5), acos(0.5), atan(1), atan2(1, 2), cot(1), sind(30), cosd(60), tand(45), pi(), sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5)
SELECT asin(2)
SELECT acosh(0.5)
SELECT atanh(2)
SELECT sum(a) / count(*), sum(a) / 3, round(avg(a), 2), round(sum(n) * 100 / 7, 2) FROM nums
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a), percentile_disc(0.5) WITHIN GROUP (ORDER BY a), mode() WITHIN GROUP (ORDER BY n) FROM nums
