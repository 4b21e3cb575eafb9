-- to_char of numbers: each format with each value.
CREATE TABLE xn_v (i int, n numeric(20,3), f float8, k int)
INSERT INTO xn_v SELECT i, n, n, round(n) FROM (VALUES (0, 0::numeric(20,3)), (1, 1::numeric(20,3)), (2, -1::numeric(20,3)), (3, 12::numeric(20,3)), (4, -12::numeric(20,3)), (5, 0.5::numeric(20,3)), (6, -0.5::numeric(20,3)), (7, 0.05::numeric(20,3)), (8, -0.05::numeric(20,3)), (9, 12.345::numeric(20,3)), (10, -12.345::numeric(20,3)), (11, 99.995::numeric(20,3)), (12, 100::numeric(20,3)), (13, -100::numeric(20,3)), (14, 1234.5::numeric(20,3)), (15, 1234567.891::numeric(20,3)), (16, -0.001::numeric(20,3)), (17, 9.99::numeric(20,3)), (18, 0.999::numeric(20,3))) t (i, n)
SELECT string_agg(coalesce('<' || to_char(n, '9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99.99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '999.999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '000') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9990') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '00.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM99.99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM00.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM0.99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM9.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM990.99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9,999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9,999,999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9G999D99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM9,999.0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'S99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99S') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'SG99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99SG') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'MI99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99MI') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'PL99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99PL') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99PR') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99.9PR') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM99PR') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM99MI') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FMS99.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99.99S') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'L99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'L99.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9V9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99V99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.9EEEE') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.99EEEE') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM9.99EEEE') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'RN') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FMRN') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'rn') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99th') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99TH') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM99th') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '.99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '.0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0.') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99.0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '"x"99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99"%"') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99,9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, ',99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9,9,9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM,999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'B99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'B9.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '00,000.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM00,000.00') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9D9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'D9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'S.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.9MI') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.9S') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'S0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0S') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'SG0') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FMSG9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99.99"a"9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '\"9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9-9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9/9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '+99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '-99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '()99') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '99999999999999999999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '9.99999999999999999999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, 'FM9.99999999999999999999') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '09.90') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '0.9') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg(coalesce('<' || to_char(n, '90.09') || '>', '-'), ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(f, '9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '9999') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '9999') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '999.999') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '999.999') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '000') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '000') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '0.00') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '0.00') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'FM00.00') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'FM00.00') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'FM990.99') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'FM990.99') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '9,999,999') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '9,999,999') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'S99') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'S99') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99SG') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99SG') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'PL99') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'PL99') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99.9PR') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99.9PR') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'FMS99.9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'FMS99.9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'L99.9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'L99.9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '9.9EEEE') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '9.9EEEE') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'RN') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'RN') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99th') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99th') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '.99') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '.99') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '0.') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '0.') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99"%"') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99"%"') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99,9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99,9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'FM,999') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'FM,999') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '00,000.00') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '00,000.00') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'D9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'D9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '9.9S') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '9.9S') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, 'SG0') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, 'SG0') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '\"9') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '\"9') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '+99') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '+99') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '99999999999999999999') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '99999999999999999999') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT string_agg('<' || to_char(f, '09.90') || '>', ' ' ORDER BY i) AS s FROM xn_v
SELECT string_agg('<' || to_char(k, '09.90') || '>', ' ' ORDER BY i) AS s FROM xn_v WHERE k > -4000
SELECT to_char('NaN'::float8, '99.9') AS a, to_char('Infinity'::float8, '99.9') AS b, to_char('-Infinity'::float8, 'S99.9') AS c, to_char(1e20::float8, '999') AS d, to_char(1e-10::float8, '9.99EEEE') AS e, to_char(123456789012::bigint, '9.9EEEE') AS f
SELECT to_char(0.1::float4, '9.99999999') AS a, to_char(123.456::float4, '999.999999') AS b, to_char(16777217::float4, '99999999.9') AS c, to_char(0.1::float8, '9.99999999999999999999') AS d
