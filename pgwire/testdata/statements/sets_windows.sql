-- Sets in expressions, frames of windows, recursive queries.
CREATE TABLE sw_dep (id int, parent int, name text)
INSERT INTO sw_dep VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 2, 'd')
WITH RECURSIVE s AS (SELECT * FROM sw_dep WHERE id = 1 UNION ALL SELECT d.* FROM sw_dep d JOIN s ON d.parent = s.id) SELECT id FROM s ORDER BY id
WITH RECURSIVE s AS (SELECT * FROM sw_dep WHERE id = 1 UNION SELECT d.* FROM s LEFT JOIN sw_dep d ON d.parent = s.id WHERE d.id IS NOT NULL) SELECT id FROM s ORDER BY id
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT s.n + 1 FROM sw_dep LEFT JOIN s ON s.n = sw_dep.id WHERE n < 3) SELECT * FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT a.n + b.n FROM s a, s b WHERE a.n < 3) SELECT * FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < (SELECT max(n) FROM s)) SELECT * FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL (SELECT n + 1 FROM s WHERE n < 3 EXCEPT SELECT 9)) SELECT * FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL (SELECT 9 EXCEPT SELECT n FROM s)) SELECT * FROM s
WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM (SELECT n FROM s UNION ALL SELECT n FROM s) q WHERE n < 3) SELECT * FROM s
WITH x(a, b) AS (SELECT 1) SELECT * FROM x
WITH x(a) AS (SELECT 1, 2) SELECT * FROM x
WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 4), u AS (SELECT n FROM t WHERE n > 2) SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM u)
SELECT array_agg(g) FROM (SELECT generate_series(1, 3) AS g) s
SELECT id, generate_series(1, 2) AS g FROM sw_dep WHERE id < 3 ORDER BY id, g DESC
SELECT id, (SELECT max(g) FROM generate_series(1, id) g) FROM sw_dep ORDER BY id
SELECT id FROM sw_dep WHERE id IN (SELECT generate_series(1, 2)) ORDER BY id
SELECT id FROM sw_dep WHERE id = ANY (ARRAY(SELECT unnest(ARRAY[1, 3]))) ORDER BY id
SELECT CASE WHEN id > 2 THEN (SELECT max(x) FROM unnest(ARRAY[1, 2]) x) END FROM sw_dep ORDER BY id
INSERT INTO sw_dep (id) SELECT generate_series(10, 12)
SELECT unnest(ARRAY[1, 2]) + 1
SELECT DISTINCT unnest(ARRAY[1, 1, 2]) AS u ORDER BY u
SELECT unnest(regexp_split_to_array('a b', ' '))
SELECT jsonb_array_elements(jsonb_path_query('{"a": [1, 2]}', '$.a'))
SELECT lower(unnest(ARRAY['A', 'B']))
SELECT id, lag(id, 1, 0) OVER (ORDER BY id) FROM sw_dep ORDER BY id
SELECT lag(amount, 1, 0.0) OVER (ORDER BY amount) FROM (VALUES (1.5), (2.5)) v(amount)
SELECT lag(amount, 1, 0.5) OVER (ORDER BY amount) FROM (SELECT sum(id) AS amount FROM sw_dep) v
SELECT sum(id) OVER w FROM sw_dep WINDOW w AS (ORDER BY id RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) ORDER BY id LIMIT 3
SELECT sum(id) OVER (ORDER BY id RANGE 1.5 PRECEDING) FROM sw_dep
SELECT sum(id) OVER (ORDER BY id::float8 RANGE 1.5 PRECEDING) FROM sw_dep ORDER BY id LIMIT 2
SELECT sum(id) OVER (ORDER BY timestamp '2024-01-01' + id * interval '1 day' RANGE interval '1 day' PRECEDING) FROM sw_dep ORDER BY id LIMIT 2
CREATE TABLE sw_l (x int, k int, n numeric(10,2))
INSERT INTO sw_l VALUES (1, 10, 1.25), (2, 20, 2.5), (10, 5, 3)
SELECT count() OVER () FROM sw_l
SELECT nth_value(x, 0) OVER (ORDER BY x) FROM sw_l
SELECT ntile(0) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 0.7) OVER (ORDER BY x) FROM sw_l
SELECT lead(x, 1, -1.4) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 'z') OVER (ORDER BY x) FROM sw_l
SELECT lag(x::bigint, 1, 0) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 5000000000) OVER (ORDER BY x) FROM sw_l
SELECT coalesce(lag(x) OVER (ORDER BY x), 0.5) FROM sw_l
SELECT sum(x) OVER (ORDER BY x GROUPS 1 PRECEDING) FROM sw_l
SELECT sum(x) OVER (GROUPS 1 PRECEDING) FROM sw_l
SELECT sum(x) OVER (ORDER BY x ROWS x PRECEDING) FROM sw_l
SELECT sum(x) OVER (RANGE 1 PRECEDING) FROM sw_l
SELECT sum(x) OVER (ORDER BY x ROWS -1 PRECEDING) FROM sw_l
SELECT x, CASE WHEN x > 1 THEN generate_series(1, 2) END FROM sw_l
SELECT coalesce(generate_series(1, 2), 0) FROM sw_l
SELECT x FROM sw_l ORDER BY x, generate_series(1, 2)
SELECT x FROM sw_l WHERE generate_series(1, 2) = 1
SELECT x FROM sw_l LIMIT generate_series(1, 1)
VALUES (1, generate_series(1, 2))
INSERT INTO sw_l (x) VALUES (1) RETURNING generate_series(1, 2)
UPDATE sw_l SET x = generate_series(1, 2)
SELECT x FROM sw_l GROUP BY x HAVING generate_series(1, 2) = 1
SELECT lag(x, 1, 0.7) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 0.0) OVER (ORDER BY x) FROM sw_l
SELECT lead(x, 1, -1.4) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 5000000000) OVER (ORDER BY x) FROM sw_l
SELECT lag(n, 1, 0) OVER (ORDER BY x) FROM sw_l
SELECT lag(n, 1, 0.0) OVER (ORDER BY x) FROM sw_l
SELECT lag(n, 1, 0.125) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 1::bigint) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, 1.5::float8) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, n) OVER (ORDER BY x) FROM sw_l
SELECT lag(x, 1, NULL) OVER (ORDER BY x) FROM sw_l
SELECT x - lag(x, 1, x) OVER (ORDER BY x) FROM sw_l
SELECT coalesce(lag(x) OVER (ORDER BY x), 0) FROM sw_l
SELECT lag(date '2024-01-01' + x, 1, date '2024-01-01') OVER (ORDER BY x) FROM sw_l
SELECT lag(x::text, 1, '-') OVER (ORDER BY x) FROM sw_l
CREATE SEQUENCE sw_sq
SELECT x, nextval('sw_sq') FROM sw_l ORDER BY x DESC
SELECT x, nextval('sw_sq') FROM sw_l ORDER BY x DESC LIMIT 1
SELECT nextval('sw_sq')
SELECT x, nextval('sw_sq') AS n FROM sw_l ORDER BY k, x DESC LIMIT 2
SELECT x AS a, nextval('sw_sq') + 5 FROM sw_l ORDER BY a
SELECT nextval('sw_sq') FROM sw_l ORDER BY x
SELECT nextval('sw_sq'), sw_l.x FROM sw_l ORDER BY sw_l.k, sw_l.x
CREATE TABLE sw_t (id bigint DEFAULT nextval('sw_sq'), x int)
INSERT INTO sw_t SELECT nextval('sw_sq'), x FROM sw_l ORDER BY x DESC
INSERT INTO sw_t (x) SELECT x FROM sw_l ORDER BY x DESC LIMIT 2
SELECT * FROM sw_t ORDER BY 1, 2
WITH c AS (SELECT x FROM sw_l) INSERT INTO sw_t SELECT nextval('sw_sq'), x FROM c ORDER BY x DESC LIMIT 1 RETURNING id, x
SELECT currval('sw_sq')
SELECT x AS a, nextval('sw_sq') + 5 FROM sw_l ORDER BY 1 DESC OFFSET 1
SELECT nextval('sw_sq') AS n FROM sw_l ORDER BY n DESC
SELECT x + nextval('sw_sq') FROM sw_l ORDER BY x
SELECT * , nextval('sw_sq') FROM sw_l ORDER BY x
DROP TABLE sw_dep, sw_l, sw_t
DROP SEQUENCE sw_sq
