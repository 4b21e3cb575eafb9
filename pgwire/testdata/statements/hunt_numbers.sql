CREATE TABLE hn_n (id int, s smallint, i int, b bigint, n numeric(12,3), f float8, r real, o oid)

INSERT INTO hn_n VALUES (1, 7, 1000000, 9000000000, 1234.5, 3.14159, 2.5, 26), (2, -32768, -2147483648, -9223372036854775808, -0.001, -1e-300, 1e-38, 0), (3, 32767, 2147483647, 9223372036854775807, 999999999.999, 'Infinity', 'NaN', 4294967295), (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (5, 0, 0, 0, 0, '-0', 0.1, 1)

SELECT * FROM hn_n ORDER BY id

SELECT id, s + i, s * 2, i / 7, i % 7, b / 2, b % 10, -i % 3 FROM hn_n WHERE id IN (1, 5) ORDER BY id

SELECT i / s, b / NULLIF(s, 0), n / 7, f / 3, r / 3 FROM hn_n WHERE id = 1

SELECT s + 1::smallint FROM hn_n ORDER BY id

SELECT -i FROM hn_n WHERE id = 2

SELECT abs(b) FROM hn_n WHERE id = 2

SELECT i + 1 FROM hn_n WHERE id = 3

SELECT b * 2 FROM hn_n WHERE id = 3

SELECT i * i FROM hn_n WHERE id = 1

SELECT i::bigint * i, i::numeric ^ 2, i::float8 * i FROM hn_n WHERE id = 1

SELECT i / 0 FROM hn_n

SELECT n / 0 FROM hn_n WHERE id = 1

SELECT f / 0 FROM hn_n WHERE id = 1

SELECT i % 0 FROM hn_n WHERE id = 1

SELECT b::int FROM hn_n WHERE id = 1

SELECT i::smallint FROM hn_n WHERE id = 1

SELECT n::int, n::smallint, n::bigint, n::float8, n::real, n::numeric(6,1), n::text FROM hn_n WHERE id = 1

SELECT f::int FROM hn_n WHERE id = 3

SELECT r::numeric, f::numeric, f::real, r::float8, r::int, f::text FROM hn_n WHERE id IN (1, 5) ORDER BY id

SELECT 1e-300::float8::real

SELECT 1e300::float8::real

SELECT 1e300 * 1e300, 1e300::float8 * 10

SELECT 1e300::float8 * 1e300::float8

SELECT 1e-300::float8 * 1e-300::float8

SELECT sum(s), sum(i), sum(b), sum(n), sum(f), sum(r), avg(s), avg(n), avg(f), avg(r) FROM hn_n WHERE id IN (1, 5)

SELECT pg_typeof(sum(s)), pg_typeof(sum(i)), pg_typeof(sum(b)), pg_typeof(sum(r)), pg_typeof(avg(i)), pg_typeof(avg(r)), pg_typeof(stddev(i)), pg_typeof(var_pop(f)) FROM hn_n

SELECT max(s), min(b), max(n), min(f), max(r), max(o) FROM hn_n

SELECT stddev(i), stddev_pop(s), variance(s), var_samp(n), var_pop(n), stddev(f) FROM hn_n WHERE id IN (1, 5)

SELECT corr(x, y), covar_pop(x, y), covar_samp(x, y), regr_slope(y, x), regr_intercept(y, x), regr_r2(y, x), regr_count(y, x), regr_avgx(y, x), regr_sxx(y, x), regr_sxy(y, x) FROM (VALUES (1, 2), (2, 4.5), (3, 5), (NULL, 1)) t(x, y)

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i), percentile_disc(0.5) WITHIN GROUP (ORDER BY i), percentile_cont(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY f), mode() WITHIN GROUP (ORDER BY s) FROM hn_n WHERE id <> 3

SELECT percentile_cont(1.5) WITHIN GROUP (ORDER BY i) FROM hn_n

SELECT rank(5) WITHIN GROUP (ORDER BY id), dense_rank(3) WITHIN GROUP (ORDER BY id), percent_rank(2) WITHIN GROUP (ORDER BY id), cume_dist(2) WITHIN GROUP (ORDER BY id) FROM hn_n

SELECT bit_and(s), bit_or(i), bit_xor(b), every(i > 0), bool_or(i > 0), bool_and(s > 0) FROM hn_n WHERE id <> 4

SELECT bit_and(n) FROM hn_n

SELECT round(2.5), round(-2.5), round(3.5), round(2.5::float8), round(-0.5::float8), round(1.005, 2), round(1234.567, -2), round(5::int), round(0.5::real), round(1e20::numeric, 2)

SELECT round(2.5::float8, 1)

SELECT trunc(1.999, 2), trunc(-1.999), trunc(1234.567, -2), trunc(1.9::float8), ceil(-1.5), ceiling(1.1), floor(-1.5), floor(1.9::float8), ceil(-0.2::float8)

SELECT 7 / 2, -7 / 2, 7 % -3, -7 % 3, 7.5 % 2, -7.5 % 2, mod(7, -3), mod(-7.5, 2), div(7, 2), div(-7.5, 2), div(7.5, -2)

SELECT 5::float8 % 2

SELECT mod(5.5::float8, 2)

SELECT 2 ^ 3, 2 ^ -1, 2.0 ^ 3, 2::numeric ^ 0.5, (-8) ^ 3, -2 ^ 2, 2 ^ 3 ^ 2, 0 ^ 0, 4 ^ 0.5, power(2, 100), power(2::numeric, 100), power(0.5, 10)

SELECT (-8) ^ 0.5

SELECT 0 ^ -1

SELECT 0.0 ^ -1.0

SELECT sqrt(-1)

SELECT ln(0)

SELECT ln(-1.0)

SELECT log(0)

SELECT log(2, 0), 1

SELECT |/ 25, ||/ 27, @ -5, ~5, 5 # 3, 5 & 3, 5 | 3, 1 << 4, -16 >> 2, 1::bigint << 40, |/ 2.0

SELECT 5 !

SELECT !! 5

SELECT factorial(5), factorial(0), factorial(20), factorial(25)

SELECT factorial(-1)

SELECT gcd(48, -18), lcm(4, 6), gcd(0, 0), lcm(0, 5), gcd(12.5, 2.5), lcm(1.5, 2.5), gcd(-2147483648, 5)

SELECT gcd((-2147483648)::int, 0)

SELECT sqrt(2), sqrt(2::numeric), sqrt(16::int), sqrt(0.0), cbrt(-27), exp(1), exp(1.0), ln(2), ln(2.0), log(100), log(2.0, 8.0), log10(1000), exp(0::numeric)

SELECT pi(), sin(pi()/6), cos(0), tan(pi()/4), asin(1), acos(0), atan(1), atan2(1, -1), cot(1), sind(30), cosd(60), tand(45), asind(0.5), acosd(0.5), atand(1), atan2d(1, 1), cotd(45), sinh(1), cosh(1), tanh(1), asinh(1), acosh(2), atanh(0.5), degrees(1), radians(90)

SELECT acos(2)

SELECT atanh(2)

SELECT sign(-3), sign(0.0), sign(-2.5::float8), abs(-2.50), abs(-5::smallint), scale(1.230), min_scale(1.230), trim_scale(1.230), scale(5)

SELECT width_bucket(5.35, 0.024, 10.06, 5), width_bucket(3, ARRAY[1, 5, 10]), width_bucket(-1, 0, 10, 5), width_bucket(10, 0, 10, 5), width_bucket(5, 10, 0, 5), width_bucket(date '2024-06-01', ARRAY[date '2024-01-01', '2024-05-05'])

SELECT width_bucket(5, 0, 10, 0)

SELECT width_bucket(5, 3, 3, 4)

SELECT 1.10 + 2.205, 1.1 * 1.10, 1.0 / 3, 10.0 / 4, 1 / 3::numeric, 100.00 / 7, 1e10 / 3, 0.001 / 3, 22 / 7.0, 1.0 / 1e10, 12345678901234567890.0 / 3

SELECT 1::numeric / 7, 2.5 / 0.5, 5::numeric / 2, 1000000::numeric / 3, 0.0000001 / 7, 123456.789 / 0.001

SELECT 3.14159::numeric(4,2), 123.456::numeric(5), 0.005::numeric(3,2), -0.5::numeric(1), 99.995::numeric(5,2), 1e5::numeric(10,2), '12.345'::numeric(4,1), 5::numeric(3,2)

SELECT 12345::numeric(4)

SELECT 9.996::numeric(3,2)

SELECT 10::numeric(3,2)

SELECT 1::numeric(0)

SELECT 1::numeric(1001)

SELECT 123456::numeric(3,-3), 0.00123::numeric(3,5)

SELECT 0.5::numeric(3,5)

SELECT '1e5'::numeric, '1.5e-3'::numeric, ' 12 '::numeric, '+5'::numeric, '.5'::numeric, '5.'::numeric, 'inf'::numeric, '-Infinity'::numeric, 'nan'::numeric

SELECT '1,000'::numeric

SELECT '12abc'::numeric

SELECT '0x1F'::int

SELECT '1e3'::int

SELECT '1.0'::int

SELECT '99999999999'::int

SELECT '-32769'::smallint

SELECT '9223372036854775808'::bigint

SELECT 9223372036854775808, -9223372036854775808, pg_typeof(9223372036854775808), pg_typeof(2147483648), pg_typeof(-2147483648), pg_typeof(2147483647)

SELECT 'Infinity'::numeric + 1, 'Infinity'::numeric - 'Infinity'::numeric, 'NaN'::numeric = 'NaN'::numeric, 'Infinity'::numeric * 0, 1 / 'Infinity'::numeric, 'NaN'::float8 > 1, 'NaN'::numeric > 'Infinity'

SELECT 'Infinity'::float8 - 'Infinity'::float8, 'Infinity'::float8 * 0, -'Infinity'::float8, 'nan'::float8 = 'nan', 1 / 'Infinity'::float8, '-0'::float8, -0.0, 0.0 * -1, '-0'::float8 = 0

SELECT 0.1 + 0.2 = 0.3, 0.1::float8 + 0.2 = 0.3, 0.1::real = 0.1, 0.1::real = 0.1::float8, 1.0 = 1, 1::real = 1.0, 16777217::real, 9007199254740993::float8

SELECT 1.0::float8, 1e15::float8, 1e16::float8, 123456789012345678::float8, 1e-5::float8, 0.0001::float8, 1.1::real, 3.4e38::real, 1e6::real, 1e5::real * 10, 100000000::real

SELECT 1e309::float8

SELECT '1e400'::float8

SELECT 'abc'::float8

SELECT ''::numeric

SELECT 5 = 5.0, 5 <> 5.1, 5 > 4.999, 5::smallint = 5::bigint, 5 = '5', 5 = '5.0'

SELECT 5 IN (1, 5.0, 7), 5 BETWEEN 4.5 AND 5.5, 5 = ANY (ARRAY[1, 5]), 5.0 = ANY (ARRAY[1, 5]), 1 < ALL (ARRAY[2, 3.5])

SELECT true + 1

SELECT 5 AND 3

SELECT NOT 5

SELECT 5 || 'a', 5::text || 5::text, -5::text

SELECT 5::boolean, 0::boolean, (-1)::boolean, true::int, false::int

SELECT 5::bigint::boolean

SELECT 1.5::boolean

SELECT true::numeric

SELECT 12.34::money, '12.345'::money, 12::money, '$1,234.56'::money, '($5.00)'::money, '-5'::money, 1e6::numeric::money

SELECT money '12.34' + money '1', money '5' * 2, money '5' / 3, money '9' / money '2', -money '3.50'

SELECT money '12.34' + money '1', money '5' * 2, money '5' / 3, money '9' / money '2', -money '3.50'

SELECT money '12.34' + money '1', money '5' * 2, money '5' / 3, money '9' / money '2', -money '3.50'

SELECT money '12.34' + money '1', money '5' * 2, money '5' / 3, money '9' / money '2', -money '3.50'

SELECT 'abc'::money

SELECT 5.5::float8::money

SELECT to_char(1234.5, '9,999.99'), to_char(-1234.5, '9,999.99'), to_char(0, '9.99'), to_char(0.1, '9.99'), to_char(0.1, 'FM9.99'), to_char(123, '99'), to_char(1234, 'FM9G999'), to_char(12, '0000'), to_char(-12, 'S0000'), to_char(12, '99S'), to_char(-12, '99-'), to_char(12, 'PL99'), to_char(12, 'SG99'), to_char(12, '99TH'), to_char(2, '9th'), to_char(3, 'FM9th')

SELECT to_char(1.5, '9V9'), to_char(12.4, '99V999'), to_char(485, 'RN'), to_char(485, 'FMRN'), to_char(4000, 'RN'), to_char(0.00012, '9.99EEEE'), to_char(1e100::float8, '9.99EEEE'), to_char('NaN'::numeric, '999'), to_char('Infinity'::float8, '999'), to_char(1e5, 'FM999999999'), to_char(1234567, 'L9,999,999.99'), to_char(-5.5, '9.9PR'), to_char(5.5, '9.9PR'), to_char(12345678901234567::bigint, '999,999,999,999,999,999')

SELECT to_char(12, '"No. "99'), to_char(12, '9 9'), to_char(12.5, 'FM99.00'), to_char(12.5, 'FM00099.990'), to_char(.5, '.99'), to_char(.5, '0.9'), to_char(-.5, 'FM.99'), to_char(99.996, '99.99'), to_char(0, 'FM9'), to_char(0, 'FM0'), to_char(0, '9'), to_char(0, 'FM99.99'), to_char(100, 'FM999.'), to_char(5, 'B9'), to_char(0, 'B9.9')

SELECT to_char(5, '9.9.9')

SELECT to_char(1, '9EEEE9')

SELECT to_number('12,454.8-', '99G999D9S'), to_number('$1,234.56', 'L9,999.99'), to_number('1234', '99'), to_number('-12.5', '99.9'), to_number('(12)', '99PR'), to_number(' 12', '99'), to_number('0012', '9999'), to_number('XII', 'RN')

SELECT to_number('abc', '999')

SELECT to_number('', '999')

SELECT 0x1F

SELECT 1_000

SELECT 1a

SELECT 1.2.3

SELECT 5e

SELECT .5e1, 1.e2, 001, 1e+3, 1E-3, 123456789.123456789e3

SELECT 3 - -2, 3 - - 2, +5, - - 5, @ -3.5, 2 * -3

SELECT 3 -- comment

 + 4

SELECT o, o::int, o::bigint, o = 26, o::text FROM hn_n WHERE id IN (1, 5) ORDER BY id

SELECT (-1)::oid, '4294967295'::oid, 4294967296::bigint::oid

SELECT '-2'::oid, 5::oid::int, 26::oid::regtype

SELECT random() < 1, setseed(0.5), random(1, 10)

SELECT s::text || i::text, s::varchar(2), i::char(3), b::text, n::varchar, f::varchar(4), length(i::text) FROM hn_n WHERE id = 1

SELECT coalesce(s, i, b), coalesce(s, 1.5), coalesce(f, n), nullif(i, 1000000.0), greatest(s, n), least(f, i), greatest(s, b, r) FROM hn_n ORDER BY id

SELECT pg_typeof(coalesce(s, i)), pg_typeof(coalesce(s, 1.5)), pg_typeof(coalesce(f, n)), pg_typeof(s + s), pg_typeof(s * i), pg_typeof(i + b), pg_typeof(r + f), pg_typeof(r * n), pg_typeof(i / 2.0), pg_typeof(s / 2), pg_typeof(r + i), pg_typeof(b * r), pg_typeof(-s), pg_typeof(abs(s)) FROM hn_n LIMIT 1

SELECT pg_typeof(sqrt(4)), pg_typeof(sqrt(4.0)), pg_typeof(round(4)), pg_typeof(round(4.5)), pg_typeof(ceil(4.5)), pg_typeof(power(2, 3)), pg_typeof(power(2.0, 3)), pg_typeof(mod(5, 3::bigint)), pg_typeof(abs(-1.5)), pg_typeof(trunc(1.5::float8)), pg_typeof(random()), pg_typeof(sign(5)), pg_typeof(div(5, 2)), pg_typeof(gcd(4, 6)), pg_typeof(factorial(3)), pg_typeof(width_bucket(1, 0, 2, 2)), pg_typeof(5 % 3), pg_typeof(2 ^ 2)

SELECT CASE WHEN id = 1 THEN s WHEN id = 2 THEN n ELSE f END FROM hn_n ORDER BY id

SELECT CASE id WHEN 1 THEN 1 WHEN 2 THEN 2.50 ELSE 3 END, CASE WHEN id > 3 THEN id ELSE 0.5 END FROM hn_n ORDER BY id

SELECT CASE WHEN true THEN 1 ELSE 'x' END

SELECT CASE WHEN 1 THEN 2 END

SELECT CASE WHEN id = 1 THEN 'one' ELSE id END FROM hn_n

SELECT id, n * 1.1, n + 0.0005, n * n, n / 3, n % 7, -n, round(n, 1), n::int FROM hn_n WHERE id IN (1, 2, 5) ORDER BY id

SELECT sum(n * 2), avg(n + 1), sum(n) / count(*), max(n) - min(n), round(avg(n), 2) FROM hn_n WHERE id <> 3

SELECT sum(f) / 0 FROM hn_n WHERE id = 1

SELECT count(*), count(s), count(DISTINCT s), count(id) FILTER (WHERE i > 0), sum(i) FILTER (WHERE false) FROM hn_n

INSERT INTO hn_n (id, s) VALUES (9, 40000)

INSERT INTO hn_n (id, n) VALUES (9, 1e10)

INSERT INTO hn_n (id, i) VALUES (9, 1.5), (10, 2.5)

SELECT id, i FROM hn_n WHERE id > 8 ORDER BY id

INSERT INTO hn_n (id, i) VALUES (9, '1.5')

INSERT INTO hn_n (id, f) VALUES (9, 'abc')

INSERT INTO hn_n (id, s) VALUES (11, true)

UPDATE hn_n SET s = s + 40000 WHERE id = 1

SELECT sum(g), avg(g), sum(g * 1.5), sum(g::float8 / 3), sum(g / 3) FROM generate_series(1, 10) g

SELECT generate_series(1, 10, 3), generate_series(5, 1, -2)

SELECT generate_series(1.0, 2.0, 0.25)

SELECT generate_series(1, 5, 0)

SELECT * FROM generate_series(1, 3) WITH ORDINALITY, generate_series(0.5, 1, 0.5) AS x ORDER BY 1, 3

SELECT g, g::text::int, g * 1.0, g::float8, g::numeric(5,2) FROM generate_series(-1, 1) g

SELECT bit_count('\xff'::bytea), 5::bit(8), 5::bit(2), B'1010'::int, (-1)::bit(4), 255::bigint::bit(16), B'11111111111111111111111111111111'::int

SELECT ceil(1.5)::int / 2, floor(5 / 2), 5 / 2.0, 5 / 2::float8, 10 / 3 * 3, 10 * (1 / 3), 10.0 / 3 * 3

SELECT i, i BETWEEN 0 AND 2000000, i NOT BETWEEN SYMMETRIC 10 AND -10 FROM hn_n ORDER BY id

SELECT id FROM hn_n WHERE i = 'abc'

SELECT id FROM hn_n WHERE i = '5.5'

SELECT id FROM hn_n WHERE n > '100' ORDER BY 1

SELECT id FROM hn_n WHERE f = 'NaN' OR r = 'NaN'

SELECT id FROM hn_n ORDER BY f DESC NULLS LAST, id

SELECT id FROM hn_n ORDER BY r, id

SELECT numeric '1.50', int '5', float8 '1e3', smallint '7', real '1.5', decimal(5,1) '3.14', double precision '2', bigint '12', int2 '3'

SELECT int4 '5' + int2 '3', float(24) '1.5', float(53) '1.5', pg_typeof(1::float(24)), pg_typeof(1::float(25)), pg_typeof(1::dec(3)), pg_typeof(1::float)

SELECT 1::float(54)

SELECT 1::float(0)

SELECT int4pl(1, 2), float8mul(2, 3), numeric_add(1.5, 2), int8(5), int4('7'), float8(3), numeric(5), text(5), int4(2.5)

SELECT numeric(1.555, 5)

DROP TABLE hn_n
