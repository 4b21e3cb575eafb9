-- NULLIF of integers as a divisor, and remainders of small integers.
CREATE TABLE xf_n (i int, g float4, f float8, k int, s smallint, b bigint, n numeric(10,3))
INSERT INTO xf_n VALUES (1, 2.5, 2.5, 3, 2, 4, 1.5), (2, 1, 1, 0, 0, 0, 0), (3, NULL, NULL, NULL, NULL, NULL, NULL)
SELECT i, g / nullif(k, 0) AS a, g / nullif(s, 0) AS b, g / nullif(b, 0) AS c, g * nullif(k, 0) AS d, g + nullif(k, 3) AS e, nullif(k, 3) / g AS f FROM xf_n ORDER BY i
SELECT i, f / nullif(k, 0) AS a, n / nullif(k, 0) AS b, k / nullif(k, 0) AS c, s / nullif(s, 0::smallint) AS d, b % nullif(k, 0) AS e, k * 1.0 / nullif(k, 0) AS f FROM xf_n ORDER BY i
SELECT i, nullif(k, 0) AS a, pg_typeof(nullif(k, 0)) AS b, nullif(s, 0) AS c, pg_typeof(nullif(s, 0)) AS d, nullif(k, 3)::text || 'x' AS e, round(100.0 * k / nullif(b, 0), 2) AS f FROM xf_n ORDER BY i
SELECT i, sum(k) / nullif(count(*), 0) AS a, avg(g) / nullif(sum(k), 0) AS b, sum(g) / nullif(count(k), 0) AS c FROM xf_n GROUP BY i ORDER BY i
SELECT i, sum(g) / count(k) AS a, max(g) / nullif(max(k), 0) AS b, g / abs(k) AS c, g / k::bigint AS d, g * (k + 1) AS e, g / length(k::text) AS f FROM xf_n WHERE k <> 0 GROUP BY i, g, k ORDER BY i
SELECT i, mod(s, 2) AS a, mod(k, 2) AS b, mod(b, 3) AS c, mod(s, 2::smallint) AS d, mod(2, s) AS e, s % 2 AS f FROM xf_n WHERE s <> 0 ORDER BY i
SELECT i, coalesce(nullif(k, 0), 7) AS a, greatest(nullif(k, 0), 1) AS b, CASE WHEN nullif(k, 0) IS NULL THEN 'none' ELSE 'some' END AS c, nullif(k, b) AS d, -nullif(k, 0) AS e FROM xf_n ORDER BY i
SELECT i, to_char(nullif(k, 0), '99') AS a, nullif(k, 0) = 3 AS b, nullif(k, 0) IN (3, 4) AS c, array[nullif(k, 0)] AS d, nullif('3', k) AS e, nullif(k, '3') AS f FROM xf_n ORDER BY i
