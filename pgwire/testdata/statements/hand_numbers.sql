-- Digits, averages, statistics and formats of numbers.
CREATE TABLE hn_sale (id int, region text, qty int, price numeric(10,2), w numeric, f float8)
INSERT INTO hn_sale VALUES (1, 'north', 3, 19.99, 1.5, 0.1), (2, 'north', 7, 5.00, 2.25, 0.7), (3, 'south', 1, 100.10, 3, 2.5), (4, 'south', NULL, 7.45, NULL, NULL), (5, 'west', 10, 0.99, 0.001, -4.2), (6, 'west', 4, 12.30, 12345.678, 1e10)
SELECT avg(qty), avg(price), avg(w), avg(f), round(avg(price), 2) AS r FROM hn_sale
SELECT region, avg(qty) AS q, avg(price) AS p, sum(price) / count(*) AS pc, sum(qty * price) AS revenue FROM hn_sale GROUP BY region ORDER BY region
SELECT region, round(avg(qty), 3) AS r3, trunc(avg(price), 1) AS t, ceil(avg(w)) AS c, avg(qty)::int AS i FROM hn_sale GROUP BY region ORDER BY 1
SELECT round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS pct, region, 100.0 * sum(qty) / 25 AS share FROM hn_sale GROUP BY region ORDER BY region
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price) AS med, percentile_disc(0.5) WITHIN GROUP (ORDER BY price) AS medd, percentile_cont(ARRAY[0.25,0.5,0.75]) WITHIN GROUP (ORDER BY f) AS q, mode() WITHIN GROUP (ORDER BY region) AS m FROM hn_sale
SELECT percentile_disc(ARRAY[0.1,0.9]) WITHIN GROUP (ORDER BY qty) AS pd, percentile_cont(0.9) WITHIN GROUP (ORDER BY qty DESC) AS p90, percentile_disc(0.25) WITHIN GROUP (ORDER BY region) AS pt FROM hn_sale
SELECT region, percentile_cont(0.5) WITHIN GROUP (ORDER BY qty) AS med, mode() WITHIN GROUP (ORDER BY qty) AS m FROM hn_sale GROUP BY region ORDER BY region
SELECT stddev(qty), stddev_pop(qty) AS sp, variance(price) AS v, var_pop(w) AS vp, stddev(f) AS sf FROM hn_sale
SELECT corr(price, qty) AS c, covar_pop(price, qty) AS cp, covar_samp(price, qty) AS cs FROM hn_sale
SELECT regr_slope(price, qty) AS s, regr_intercept(price, qty) AS i, regr_r2(price, qty) AS r2, regr_count(price, qty) AS n FROM hn_sale
SELECT regr_avgx(price, qty) AS ax, regr_avgy(price, qty) AS ay, regr_sxx(price, qty) AS sxx, regr_syy(price, qty) AS syy, regr_sxy(price, qty) AS sxy FROM hn_sale
SELECT regr_slope(f, w) AS s, corr(f, w) AS c, regr_r2(f, w) AS r, region FROM hn_sale GROUP BY region ORDER BY region
SELECT to_char(1234567.891, '9,999,999.99') AS a, to_char(-42.5, 'S999.9') AS b, to_char(0.5, '0.99') AS c, to_char(1234.5, 'FM9,999.00') AS d, to_char(12, '0000') AS e
SELECT to_char(-485, '999PR') AS a, to_char(485, '999PR') AS b, to_char(-485, '999MI') AS c, to_char(485, 'SG999') AS d, to_char(2024, 'RN') AS e, to_char(14, 'FMRN') AS f
SELECT to_char(0.0000123, '9.99EEEE') AS a, to_char(123456.0, '9.999EEEE') AS b, to_char(12.45, '99V9') AS c, to_char(1, '9th') AS d, to_char(22, '99TH') AS e
SELECT to_char(95.5, '"about "990.9"%"') AS a, to_char(0.128, '99.9%') AS b, to_char(1234, 'L9,999') AS c, to_char(1e6, '9G999G999D99') AS d, to_char(-1234.56, 'FM9G999D00MI') AS e
SELECT to_char(12345, '999') AS over, to_char(NULL::int, '99') AS n, to_char('NaN'::float8, '999') AS nan, to_char(0, '9.9') AS z, to_char(-0.04, '0.0') AS nz
SELECT to_number('1,234.56', '9G999D99') AS a, to_number('-12.30', 'S99.99') AS b, to_number('<485>', '999PR') AS c, to_number('485-', '999MI') AS d, to_number('$1,000.5', 'L9,999.9') AS e
SELECT to_number('12,454.8-', '99G999D9S') AS a, to_number('0012', '9999') AS b, to_number('1.5', '9') AS c, to_number('42nd', '99th') AS d, to_number('  7', '99') AS e
SELECT to_number('123', '99V9') AS v, to_number('abc', '999')
SELECT 10 / 4 AS i, 10 / 4.0 AS n, 10::numeric / 3 AS t, 2 / 3.0 AS d, 1.0 / 7 AS s, 22::numeric / 7 AS p
SELECT round(2.5) AS a, round(-2.5) AS b, round(2.5::float8) AS c, round(1234.567, -2) AS d, round(5.015, 2) AS e, trunc(-7.89, 1) AS f
SELECT 1e3 AS a, 1.50 * 2 AS b, 1.10 + 2.205 AS c, 7.0 % 2.5 AS d, -7 / 2 AS e, -7 % 3 AS f
SELECT power(2, 10) AS a, power(2.0, 0.5) AS b, sqrt(2) AS c, sqrt(2.0) AS d, exp(1.0) AS e, ln(10.0) AS f
SELECT log(100) AS a, log(2, 8) AS b, cbrt(27) AS c, 2 ^ 0.5 AS d, 10.0 ^ -2 AS e, factorial(10) AS f
SELECT width_bucket(5.35, 0.024, 10.06, 5) AS a, width_bucket(now(), ARRAY['yesterday', 'today', 'tomorrow']::timestamptz[]) AS b, gcd(12, 18) AS c, lcm(4, 6) AS d, div(17, 5) AS e, mod(-17, 5) AS f
SELECT sum(price) FILTER (WHERE region = 'north') AS north, avg(price) FILTER (WHERE qty > 3) AS big, count(*) FILTER (WHERE qty IS NULL) AS missing, sum(DISTINCT qty) AS sd FROM hn_sale
SELECT id, sum(price) OVER (ORDER BY id) AS run, avg(price) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS ma, price - lag(price, 1, 0) OVER (ORDER BY id) AS diff, ntile(2) OVER (ORDER BY price) AS half FROM hn_sale ORDER BY id
SELECT id, price / sum(price) OVER () AS share, round(price / sum(price) OVER (PARTITION BY region), 4) AS rs, first_value(price) OVER (PARTITION BY region ORDER BY id) AS fv, percent_rank() OVER (ORDER BY price) AS pr, cume_dist() OVER (ORDER BY region) AS cd FROM hn_sale ORDER BY id
SELECT CASE WHEN qty > 3 THEN price ELSE 0 END AS c, coalesce(qty, 0.5) AS q, greatest(qty, 2.5) AS g, nullif(price, 5.00) AS n FROM hn_sale ORDER BY id
SELECT sum(f) AS sf, avg(f::numeric) AS an, max(w) AS mw, min(price) AS mp, sum(w)::text AS t FROM hn_sale
SELECT 0.1::float8 + 0.2 AS a, 1/3.0::float8 AS b, 1e-5::float4 AS c, 123456789::float4 AS d, 3.0::float8 AS e, 'infinity'::float8 AS f
SELECT 123.456::numeric(5,1) AS a, 0.5::numeric(2,2)::text AS b, 1::numeric(5,3) AS c, 99.995::numeric(4,1) AS d
SELECT w::text AS t, 'x' || w AS c, concat(w, '/', price) AS k, 0.5::numeric(3,3)::text AS q FROM hn_sale ORDER BY id
SELECT sum(w)::text AS t, 'x' || sum(w) AS c, avg(w)::text AS a, max(w)::text AS m, array_agg(w ORDER BY id)::text AS l FROM hn_sale
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY interval '1 hour' * qty) AS pi FROM hn_sale
SELECT to_number('-12.30', 'S99.99') AS b, to_number('0012', '9999') AS c, to_number('1.500', '9.999') AS d, to_number('$1,000.50', 'L9,999.99') AS e
SELECT id, corr(price, qty) OVER (ORDER BY id) AS c, regr_slope(price, id) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s, stddev(f) OVER (ORDER BY id) AS sd FROM hn_sale ORDER BY id
SELECT id, corr(price, qty) OVER (PARTITION BY region) AS c FROM hn_sale ORDER BY id
SELECT id, sum(interval '1 hour' * id) OVER () AS s FROM hn_sale ORDER BY id
SELECT id, sum(interval '1 hour' * id) OVER (ORDER BY id) AS s FROM hn_sale ORDER BY id
INSERT INTO hn_sale VALUES (1, 'north', 3, 19.99, 1.5, 0.1), (2, 'north', 7, 5.00, 2.25, 0.7), (3, 'south', 1, 100.10, 3, 2.5), (4, 'south', NULL, 7.45, NULL, NULL), (5, 'west', 10, 0.99, 0.001, -4.2), (6, 'west', 4, 12.30, 12345.678, 1e10)
SELECT greatest(qty, 2.5) AS g FROM hn_sale ORDER BY id
SELECT greatest(qty, 5) AS g, least(qty, 3, id) FROM hn_sale ORDER BY id
SELECT greatest(qty, id) AS g, coalesce(qty, 0) AS q FROM hn_sale ORDER BY id
SELECT coalesce(qty, 0.5) AS q FROM hn_sale
SELECT least(qty, 2.5) AS q FROM hn_sale
SELECT greatest(2.5, qty, price) AS q FROM hn_sale
SELECT greatest(qty, 2.50, 3.1) AS q FROM hn_sale
SELECT greatest(qty, f, 2.50) AS q FROM hn_sale
SELECT greatest(qty::bigint, 2.50) AS q FROM hn_sale
SELECT CASE WHEN id > 2 THEN qty ELSE 1.50 END AS q FROM hn_sale
SELECT CASE WHEN id > 2 THEN qty ELSE 1 END AS q FROM hn_sale
SELECT greatest(qty, price) AS q FROM hn_sale
SELECT greatest(qty, '7') AS q FROM hn_sale
