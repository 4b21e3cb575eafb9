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
WITH RECURSIVE p(n, f) AS (SELECT 0, 'a'::varchar(5) UNION ALL SELECT n + 1, f FROM p WHERE n < 2) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 'a'::varchar(5) UNION ALL SELECT n + 1, f || 'b' FROM p WHERE n < 2) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 'a'::varchar(5) UNION ALL SELECT n + 1, upper(f)::varchar(5) FROM p WHERE n < 2) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 'a'::varchar UNION ALL SELECT n + 1, (f || 'b')::varchar FROM p WHERE n < 2) SELECT n, f FROM p ORDER BY n
WITH RECURSIVE p(n, f) AS (SELECT 0, 'a'::varchar(5) UNION ALL SELECT n + 1, (f || 'b')::varchar(6) FROM p WHERE n < 2) SELECT n, f FROM p ORDER BY n
CREATE TABLE xr_tree (id int PRIMARY KEY, parent int, name varchar(20), price numeric(8,2), code char(3), at timestamp(0))
INSERT INTO xr_tree VALUES (1, NULL, 'root', 1.50, 'a', '2024-01-01'), (2, 1, 'kid', 2.25, 'b', '2024-01-02'), (3, 2, 'grandkid', 3, 'c', '2024-01-03')
WITH RECURSIVE w AS (SELECT id, parent, name, price, code, at, 1 AS depth FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, t.parent, t.name, t.price, t.code, t.at, w.depth + 1 FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, name AS path, price AS total FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.path || '/' || t.name, t.price FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, name::text AS path, price::numeric AS total FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.path || '/' || t.name, w.total + t.price FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, price FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.price + t.price FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, price FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, (w.price + t.price)::numeric(8,2) FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, price AS p FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, max(t.price) OVER () FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, name FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, coalesce(t.name, w.name) FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, name FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, CASE WHEN t.id > 2 THEN t.name ELSE w.name END FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, at FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.at + interval '1 day' FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, code FROM xr_tree WHERE parent IS NULL UNION SELECT t.id, t.code FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, code FROM xr_tree WHERE parent IS NULL UNION SELECT t.id, 'x' FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, (SELECT name FROM xr_tree LIMIT 1) AS n FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, (SELECT w.n) FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, ARRAY[name] AS n FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.n || t.name FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, ARRAY[name::text] AS n FROM xr_tree WHERE parent IS NULL UNION ALL SELECT t.id, w.n || t.name::text FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
CREATE VIEW xr_v AS SELECT id, parent, name, price FROM xr_tree
WITH RECURSIVE w AS (SELECT id, name, price FROM xr_v WHERE parent IS NULL UNION ALL SELECT t.id, t.name, t.price FROM xr_tree t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
WITH RECURSIVE w AS (SELECT id, name, price FROM (SELECT * FROM xr_v) s WHERE parent IS NULL UNION ALL SELECT t.id, t.name, t.price FROM (SELECT * FROM xr_tree) t JOIN w ON t.parent = w.id) SELECT * FROM w ORDER BY id
-- Lists of texts with a length.
SELECT ARRAY[name] || name AS a, name || ARRAY[name] AS b, ARRAY[name] || ARRAY[name] AS c, array_append(ARRAY[name], name) AS d, pg_typeof(ARRAY[name] || name) AS e FROM xr_tree WHERE id = 1
SELECT ARRAY[code] || code AS a, ARRAY[code, 'x'] AS b, ARRAY[name, code] AS c, array_length(ARRAY[name] || name, 1) AS d FROM xr_tree WHERE id = 1
SELECT NULL::varchar[] || name AS n, (SELECT ARRAY[name] WHERE false) || name AS w, name || NULL::text[] AS p FROM xr_tree WHERE id = 1
SELECT array_agg(name ORDER BY id) || name AS a FROM xr_tree GROUP BY name ORDER BY 1
SELECT ARRAY[name] || 'x' AS a, ARRAY[name] || 'x'::text AS b, ARRAY[name]::text[] || name AS c, ARRAY[name] || NULL AS d FROM xr_tree WHERE id = 1
SELECT ARRAY[name] || '{x}' AS a, ARRAY[name] = ARRAY['root'] AS b, name = ANY (ARRAY[name] || name) AS c FROM xr_tree WHERE id = 1
