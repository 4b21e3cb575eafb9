-- Numbers that grow in a recursive query.
WITH RECURSIVE fib(n, a, b) AS (VALUES (1, 0::numeric, 1::numeric) UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 100) SELECT n, a FROM fib WHERE n IN (10, 50, 100) ORDER BY n
WITH RECURSIVE fib(n, a, b) AS (SELECT 1, 0::numeric, 1::numeric UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 100) SELECT n, a FROM fib WHERE n IN (10, 50, 100) ORDER BY n
WITH RECURSIVE fact(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f * (n + 1) FROM fact WHERE n < 25) SELECT n, f FROM fact ORDER BY n
WITH RECURSIVE fact(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f * (n + 1) FROM fact WHERE n < 30) SELECT n, f FROM fact WHERE n = 30
WITH RECURSIVE p(n, f) AS (SELECT 0, 1::numeric UNION ALL SELECT n + 1, f * 2 FROM p WHERE n < 64) SELECT f FROM p WHERE n = 64
WITH RECURSIVE p(n, f) AS (SELECT 0, 1.0 UNION ALL SELECT n + 1, f * 1.1 FROM p WHERE n < 5) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 1::bigint UNION ALL SELECT n + 1, f * 2 FROM p WHERE n < 62) SELECT f FROM p WHERE n = 62
WITH RECURSIVE p(n, f) AS (SELECT 0, 1::bigint UNION ALL SELECT n + 1, f * 2 FROM p WHERE n < 64) SELECT f FROM p WHERE n = 64
WITH RECURSIVE p(n, f) AS (SELECT 0, 100::numeric(12,2) UNION ALL SELECT n + 1, round(f * 1.05, 2) FROM p WHERE n < 5) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 100::numeric UNION ALL SELECT n + 1, round(f * 1.05, 2) FROM p WHERE n < 5) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 100.00 UNION ALL SELECT n + 1, f * 1.05 FROM p WHERE n < 3) SELECT n, round(f, 4) AS f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f + 1.0 / n FROM p WHERE n < 5) SELECT n, round(f, 6) AS f FROM p ORDER BY n
WITH RECURSIVE d(n, s) AS (SELECT 5, 'x' UNION ALL SELECT n - 1, s || 'x' FROM d WHERE n > 0) SELECT * FROM d ORDER BY n
SELECT sum(n::numeric) AS a, 9999999999::numeric * 9999999999 AS b, 99999999999999999999::numeric + 1 AS c, 2::numeric ^ 70 AS d, factorial(25) AS e
SELECT g, g::numeric * 1000000000000 AS m, g::numeric * 10000000000000000000 AS b FROM generate_series(1, 3) g
SELECT 12345678901234567890::numeric AS a, -12345678901234567890.5::numeric AS b, 12345678901234567890 * 10 AS c, 12345678901234567890 / 10 AS d, 12345678901234567890 % 7 AS e
