-- Arithmetic and its functions.
SELECT 7 / 2, -7 / 2, 7 % 3, -7 % 3, 7 % -3, 7.5 % 2, 7 / 2.0, 7.0 / 2
SELECT 1 / 0
SELECT 1.0 / 0
SELECT 1::float8 / 0
SELECT 5 % 0
SELECT mod(5, 0)
SELECT 2 ^ 3, 2 ^ 0.5, 2.0 ^ 3, (-2) ^ 2, -2 ^ 2, |/ 25, ||/ 27, @ -5
SELECT 5 & 3, 5 | 3, 5 # 3, ~5, 1 << 4, 256 >> 2
SELECT abs(-5), abs(-5.5), abs(-5.5::float8), sign(-3), sign(2.5), sign(0::float8)
SELECT ceil(1.2), ceiling(-1.2), floor(1.8), floor(-1.8), ceil(1.2::float8), floor(5)
SELECT round(2.5), round(3.5), round(-2.5), round(2.5::float8), round(3.5::float8), round(1.2345, 2), round(1234.5, -2), round(5)
SELECT round(1.5::float8, 1)
SELECT trunc(1.9), trunc(-1.9), trunc(1.2345, 2), trunc(1234.5, -2), trunc(1.9::float8)
SELECT sqrt(2), sqrt(2::numeric), sqrt(16), cbrt(27), exp(1), exp(1::numeric), ln(2), ln(2::numeric), log(100), log(2, 8), log10(1000)
SELECT sqrt(-1)
SELECT ln(0)
SELECT ln(-1)
SELECT power(2, 10), power(2, 0.5), power(2::numeric, 10), power(0, 0), pow(2, 3)
SELECT power(0, -1)
SELECT exp(1000)
SELECT exp(1000::float8)
SELECT sin(1), cos(1), tan(1), asin(1), acos(1), atan(1), atan2(1, 2), cot(1), sinh(1), cosh(1), tanh(1), degrees(pi()), radians(180), pi()
SELECT sind(30), cosd(60), tand(45), asind(0.5), acosd(0.5), atand(1), atan2d(1,1)
SELECT asin(2)
SELECT div(7, 2), div(-7.5, 2), mod(7, 3), mod(-7.5, 2), gcd(12, 18), lcm(4, 6), factorial(5)
SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(3, ARRAY[1,3,5]), width_bucket(0, 1, 10, 3)
SELECT scale(8.4100), min_scale(8.4100), trim_scale(8.4100), numeric_inc(1)
SELECT 1.10 + 1.1, 1.10 * 1.1, 1.10 - 1.10, 10.00 / 4, 1.000 / 3, 1 / 3.0, 100 / 7.0, 1e3 / 7
SELECT 10::numeric / 3, 2::numeric / 3, 1000000::numeric / 3, 0.001::numeric / 3, 1::numeric(10,2) / 3
SELECT 1::bigint * 2.5, 3::int * 1.5::float8, 2::smallint * 3, 1.5::real * 2, 1.5::real * 2.0
SELECT 123456789 * 987654321
SELECT 123456789::bigint * 987654321, 99999999999::bigint * 99999999999::bigint
SELECT 12345678901234567890 * 98765432109876543210, 99999999999999999999 + 1
SELECT 123456789012345678901234567890123456789
SELECT 123456789012345678901234567890.123456789 + 0.1
SELECT 0.1::float8 * 3, 1e308 * 10
SELECT 1e308::float8 * 10
SELECT 1::float8 / 3, 1::float4 / 3, 2.0::float8, 1e21::float8, 1.0e-7::float8, 123456789.123456789::float8
SELECT greatest(1, 2.5), least(1::bigint, 2), greatest(NULL, NULL), least(1.5::float8, 1)
SELECT avg(x), sum(x), min(x), max(x), count(x) FROM (VALUES (1),(2),(4)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1.5),(2.25)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1::bigint),(2)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1::float8),(2)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1::real),(2)) t(x)
SELECT avg(x), sum(x) FROM (VALUES (1::smallint),(2)) t(x)
SELECT stddev(x), variance(x), stddev_pop(x), var_pop(x), stddev_samp(x), var_samp(x) FROM (VALUES (1),(2),(4)) t(x)
SELECT stddev(x), variance(x) FROM (VALUES (1::float8),(2),(4)) t(x)
SELECT corr(x, y), covar_pop(x, y), regr_slope(y, x), regr_intercept(y, x), regr_r2(y, x), regr_count(y, x) FROM (VALUES (1::float8, 2::float8),(2,4),(3,7)) t(x, y)
SELECT random() BETWEEN 0 AND 1, setseed(0.5) IS NOT NULL
SELECT setseed(0.5), 1
SELECT 5 BETWEEN 1 AND 10, 5 NOT BETWEEN 1 AND 3, 5 BETWEEN SYMMETRIC 10 AND 1
SELECT 1 IN (1, 2), 3 NOT IN (1, 2), NULL IN (1), 1 IN (2, NULL)
SELECT 1 = ANY (ARRAY[1,2]), 1 > ALL (ARRAY[0, NULL]), 3 <> ALL (ARRAY[1,2])
SELECT 'NaN'::float8 = 'NaN'::float8, 'NaN'::float8 > 1e308, 'Infinity'::float8 - 'Infinity'::float8
SELECT 1.0::numeric = 1.00, 1.0 = 1, 1.50::text, (1.50 + 0)::text, 1.5 * 2, 1.5 * 2.00
SELECT 1e-20::numeric, 1e-7, 0.00000001, 123e-2
SELECT sum(x::numeric(10,2)), avg(x::numeric(10,2)) FROM (VALUES (1.25),(2.5),(3)) t(x)
SELECT sum(x)::float8 / count(*), round(avg(x), 2), round(sum(x) * 100.0 / 7, 1) FROM (VALUES (1),(2),(4)) t(x)
SELECT (1 + 2) * 3 - 4 / 2, -(-3), +5, 2 * -3, - - 2
SELECT not true, true and null, true or null, false and null, not null::bool, true = true is true, null is unknown, (1 > 0) is not false
SELECT 7::int2 / 2::int2, 7::int8 / 2, 7::int8 / 2::float4, 7.0::float4 / 2
SELECT 3.0::float8::text, 3.0::float4::text, 1e100::float8, '1.7976931348623157e308'::float8, '5e-324'::float8
SELECT '1e400'::float8
SELECT 40000::int2
SELECT -2147483648::int, - 2147483648, (-2147483648)::int, abs((-2147483648)::int)
SELECT 0.5::numeric::int, 1.5::numeric::int, 2.5::numeric::int, -0.5::numeric::int
SELECT ceil(-0.5), round(-0.4), round(0.5), trunc(-0.9)
SELECT log(0.5), log(10, 1000), ln(10.0), exp(0.5), sqrt(0.25), power(1.1, 2), 1.1 ^ 2
SELECT to_char(1e10::float8, '99999999999'), 1e10::float8::numeric, 0.1::float8::numeric, 1.23456789012345678::float8::numeric, 0.1::real::numeric
SELECT 1::int4 + 1::int2, pg_typeof(1::int4 + 1::int2), pg_typeof(1::int2 + 1::int2), pg_typeof(sum(1::bigint)), pg_typeof(round(1.5)), pg_typeof(round(1.5::float8)), pg_typeof(ceil(1)), pg_typeof(power(2,2)), pg_typeof(2^2), pg_typeof(sqrt(2)), pg_typeof(abs(-1::int2))
SELECT bit_and(x), bit_or(x), bit_xor(x), bool_and(x > 1), bool_or(x > 1), every(x > 0) FROM (VALUES (1),(3),(5)) t(x)
SELECT erf(1)
SELECT (CASE WHEN false THEN 0 ELSE ((-5)::int8 * 10::numeric) END) % 3.14159::numeric(6,3) = -2.870
SELECT pg_typeof(coalesce((-5)::int8 * 10::numeric, 0) % 3.14159::numeric(6,3))
SELECT sum(x) % 3.5 = 0, mod(sum(x), 3.5) = 0 FROM (VALUES (9007199254740993::int8), (2)) v(x)
