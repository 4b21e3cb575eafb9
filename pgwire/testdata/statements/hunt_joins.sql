CREATE TABLE ho_c (id int PRIMARY KEY, name text, city text, since date)

CREATE TABLE ho_o (id int PRIMARY KEY, cid int, placed timestamp, total numeric(10,2), status text, tags text[])

CREATE TABLE ho_l (oid_ int, line int, sku text, qty int, price numeric(8,2), disc real)

INSERT INTO ho_c VALUES (1, 'Acme', 'Oslo', '2020-01-15'), (2, 'Blue', 'Rome', '2021-06-30'), (3, 'Core', NULL, NULL), (4, 'Dune', 'Oslo', '2019-11-11')

INSERT INTO ho_o VALUES (10, 1, '2024-01-05 10:00', 100.00, 'paid', '{new,web}'), (11, 1, '2024-01-20 12:30', 250.50, 'open', NULL), (12, 2, '2024-02-01 09:00', 80.25, 'paid', '{}'), (13, NULL, '2024-02-15 18:45', 20.00, 'void', '{web}'), (14, 4, NULL, NULL, NULL, '{big,new}')

INSERT INTO ho_l VALUES (10, 1, 'A1', 2, 25.00, 0), (10, 2, 'B2', 1, 50.00, 0.1), (11, 1, 'A1', 10, 25.05, NULL), (12, 1, 'C3', 3, 26.75, 0.25), (99, 1, 'ZZ', 1, 1.00, 0)

SELECT c.name, count(o.id) AS orders, coalesce(sum(o.total), 0) AS total, max(o.placed)::date AS last FROM ho_c c LEFT JOIN ho_o o ON o.cid = c.id GROUP BY c.id, c.name ORDER BY total DESC, c.name

SELECT c.city, count(*), count(DISTINCT c.id), sum(o.total) FILTER (WHERE o.status = 'paid') AS paid, array_agg(DISTINCT o.status ORDER BY o.status) FROM ho_c c JOIN ho_o o ON o.cid = c.id GROUP BY c.city ORDER BY c.city NULLS LAST

SELECT o.id, sum(l.qty * l.price) AS net, sum(l.qty * l.price * (1 - l.disc)) AS after, round(sum(l.qty * l.price)::numeric, 1), avg(l.disc) FROM ho_o o LEFT JOIN ho_l l ON l.oid_ = o.id GROUP BY o.id ORDER BY o.id

SELECT l.sku, sum(qty) AS q, sum(qty * price) AS rev, sum(qty * price) / sum(qty) AS avg_price, 100 * sum(qty) / sum(sum(qty)) OVER () AS pct FROM ho_l l GROUP BY l.sku ORDER BY rev DESC, l.sku

SELECT name, (SELECT sum(total) FROM ho_o WHERE cid = c.id) AS t, (SELECT max(total) FROM ho_o WHERE cid = c.id AND status = 'paid') FROM ho_c c ORDER BY t DESC NULLS LAST, name

SELECT c.name FROM ho_c c WHERE EXISTS (SELECT 1 FROM ho_o o JOIN ho_l l ON l.oid_ = o.id WHERE o.cid = c.id AND l.sku = 'A1') ORDER BY 1

SELECT c.name FROM ho_c c WHERE c.id NOT IN (SELECT cid FROM ho_o) ORDER BY 1

SELECT c.name FROM ho_c c WHERE c.id <> ALL (SELECT cid FROM ho_o WHERE cid IS NOT NULL) ORDER BY 1

SELECT o.id, o.total, avg(o.total) OVER (PARTITION BY o.status) AS by_status, o.total - avg(o.total) OVER (), rank() OVER (ORDER BY o.total DESC NULLS LAST) FROM ho_o o ORDER BY o.id

SELECT o.id, c.name, o.total FROM ho_o o LEFT JOIN ho_c c ON c.id = o.cid WHERE c.name IS NULL OR o.total > 90 ORDER BY o.id

SELECT * FROM ho_c c FULL JOIN ho_o o ON o.cid = c.id AND o.status = 'paid' ORDER BY c.id NULLS LAST, o.id

SELECT c1.name, c2.name FROM ho_c c1 JOIN ho_c c2 ON c1.city = c2.city AND c1.id < c2.id

SELECT c.name, o.* FROM ho_c c CROSS JOIN LATERAL (SELECT id, total FROM ho_o WHERE cid = c.id ORDER BY total DESC LIMIT 1) o ORDER BY 1

SELECT t, count(*) FROM ho_o, unnest(tags) AS t GROUP BY t ORDER BY 2 DESC, 1

SELECT o.id, x.tag, x.ord FROM ho_o o LEFT JOIN LATERAL unnest(o.tags) WITH ORDINALITY AS x(tag, ord) ON true ORDER BY o.id, x.ord

SELECT id FROM ho_o WHERE tags @> '{new}' AND NOT tags && '{web}' ORDER BY id

SELECT id, array_length(tags, 1), cardinality(tags), tags[1], array_to_string(tags, '|', '?'), 'web' = ANY (tags) FROM ho_o ORDER BY id

SELECT date_trunc('month', placed)::date AS m, count(*), sum(total), sum(sum(total)) OVER (ORDER BY date_trunc('month', placed)) FROM ho_o WHERE placed IS NOT NULL GROUP BY 1 ORDER BY 1

SELECT to_char(placed, 'YYYY-MM') AS m, status, sum(total) FROM ho_o GROUP BY GROUPING SETS ((1, 2), (1), ()) ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3

SELECT coalesce(c.city, 'unknown') AS city, grouping(c.city) AS g, count(*) FROM ho_c c GROUP BY ROLLUP (c.city) ORDER BY g, city

SELECT status, count(*) * 100.0 / (SELECT count(*) FROM ho_o) AS pct FROM ho_o GROUP BY status ORDER BY status NULLS FIRST

SELECT status, round(count(*) * 100.0 / sum(count(*)) OVER (), 1) || '%' AS pct FROM ho_o GROUP BY status ORDER BY status

SELECT CASE WHEN total >= 100 THEN 'large' WHEN total IS NULL THEN 'n/a' ELSE 'small' END AS size, count(*), sum(total) FROM ho_o GROUP BY 1 ORDER BY 1

SELECT width_bucket(total, 0, 300, 3) AS b, count(*), min(total), max(total) FROM ho_o GROUP BY b ORDER BY b

SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total), percentile_disc(0.5) WITHIN GROUP (ORDER BY placed), mode() WITHIN GROUP (ORDER BY status) FROM ho_o

WITH m AS (SELECT cid, sum(total) AS s FROM ho_o GROUP BY cid), a AS (SELECT avg(s) AS a FROM m) SELECT c.name, m.s, m.s > a.a AS above FROM m JOIN ho_c c ON c.id = m.cid CROSS JOIN a ORDER BY m.s DESC NULLS LAST

WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY cid ORDER BY placed DESC NULLS LAST) AS rn FROM ho_o) SELECT id, cid, rn FROM ranked WHERE rn = 1 ORDER BY id

WITH RECURSIVE days(d) AS (SELECT date '2024-01-30' UNION ALL SELECT d + 1 FROM days WHERE d < '2024-02-02') SELECT d, (SELECT count(*) FROM ho_o WHERE placed::date = d) FROM days ORDER BY d

WITH RECURSIVE p(n, f) AS (SELECT 1, 1::numeric UNION ALL SELECT n + 1, f * (n + 1) FROM p WHERE n < 25) SELECT n, f FROM p WHERE n % 5 = 0 ORDER BY n

WITH RECURSIVE s(t, n) AS (SELECT 'a'::text, 1 UNION ALL SELECT t || chr(97 + n), n + 1 FROM s WHERE n < 4) SELECT * FROM s

WITH RECURSIVE t(a) AS (SELECT ARRAY[1] UNION ALL SELECT a || (array_length(a, 1) + 1) FROM t WHERE array_length(a, 1) < 3) SELECT a FROM t

WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n * 2 FROM x) SELECT n FROM x LIMIT 5

WITH x AS (SELECT 1 AS a, 2 AS b), y AS (SELECT a + b AS c FROM x) SELECT x.*, y.*, (SELECT max(c) FROM y) FROM x, y

WITH t(a, b) AS (VALUES (1, 'x'), (2, 'y')) SELECT b, a FROM t WHERE a IN (SELECT a FROM t WHERE b > 'x')

SELECT id FROM ho_o WHERE total = (SELECT max(total) FROM ho_o) UNION ALL SELECT id FROM ho_o WHERE placed = (SELECT min(placed) FROM ho_o) ORDER BY id

SELECT status FROM ho_o UNION SELECT city FROM ho_c ORDER BY 1 NULLS FIRST

SELECT cid FROM ho_o INTERSECT SELECT id FROM ho_c ORDER BY cid

SELECT id FROM ho_c EXCEPT SELECT cid FROM ho_o ORDER BY 1

SELECT id, NULL AS x FROM ho_c UNION ALL SELECT id, total FROM ho_o ORDER BY 1 LIMIT 3

SELECT id::text FROM ho_c UNION SELECT name FROM ho_c ORDER BY 1 LIMIT 3

SELECT 1, 'a' UNION SELECT 2, 'b' UNION ALL SELECT 2, 'b' ORDER BY 1, 2

SELECT 1.0 UNION SELECT 1 UNION SELECT 1.00

SELECT 1.5 UNION ALL SELECT 2 UNION ALL SELECT 2.25::float8 ORDER BY 1

SELECT NULL::int UNION SELECT NULL UNION SELECT 3 ORDER BY 1

SELECT ARRAY[1] UNION SELECT ARRAY[2, 3] ORDER BY 1

SELECT (1, 'a') UNION SELECT (2, 'b') ORDER BY 1

SELECT 'x'::varchar(3) UNION SELECT 'yyyyy'::text ORDER BY 1

SELECT true UNION SELECT 1

SELECT date '2024-01-01' UNION SELECT 5

SELECT 1 UNION SELECT 2 ORDER BY x

SELECT a FROM (SELECT 1 AS a UNION ALL SELECT 2) t ORDER BY a DESC FETCH FIRST ROW ONLY

SELECT id FROM ho_o ORDER BY status, total DESC NULLS LAST, id

SELECT id, total FROM ho_o ORDER BY total IS NULL, total

SELECT id FROM ho_o ORDER BY CASE status WHEN 'open' THEN 0 WHEN 'paid' THEN 1 ELSE 2 END, id

SELECT status AS s, total AS t FROM ho_o ORDER BY s DESC NULLS LAST, t

SELECT total AS status FROM ho_o ORDER BY status

SELECT -total AS total FROM ho_o ORDER BY total LIMIT 2

SELECT id + 1 AS id FROM ho_o ORDER BY id DESC LIMIT 1

SELECT id FROM ho_o ORDER BY id + 0 DESC LIMIT 1

SELECT name FROM ho_c ORDER BY length(name), name DESC OFFSET 1 LIMIT 2

SELECT DISTINCT ON (status) status, id, total FROM ho_o ORDER BY status NULLS LAST, total DESC NULLS LAST

SELECT DISTINCT status, total > 50 FROM ho_o ORDER BY 1, 2

SELECT DISTINCT ON (cid) cid, id FROM ho_o ORDER BY cid DESC NULLS LAST, placed

SELECT count(*) FROM (SELECT DISTINCT cid, status FROM ho_o) x

SELECT count(DISTINCT (cid, status)), count(DISTINCT status) FROM ho_o

SELECT status, string_agg(id::text, ',' ORDER BY id DESC), array_agg(total ORDER BY total NULLS FIRST), json_agg(id ORDER BY id), jsonb_object_agg(id, total) FROM ho_o GROUP BY status ORDER BY status

SELECT sum(total) AS total FROM ho_o HAVING sum(total) > 1000

SELECT status FROM ho_o GROUP BY status HAVING bool_and(total > 50) ORDER BY 1

SELECT cid, max(total) - min(total) AS spread FROM ho_o GROUP BY cid HAVING count(*) > 1 AND max(total) > 100

SELECT extract(month FROM placed) AS month, count(*) FROM ho_o GROUP BY month ORDER BY month

SELECT o.status, c.city, count(*) FROM ho_o o JOIN ho_c c ON c.id = o.cid GROUP BY CUBE (o.status, c.city) ORDER BY 1, 2, 3

SELECT id FROM ho_o WHERE total BETWEEN 50 AND 150 AND placed < '2024-02-01' ORDER BY id

SELECT id FROM ho_o WHERE (cid, status) IN ((1, 'paid'), (2, 'paid')) ORDER BY id

SELECT id FROM ho_o WHERE (total, id) > (100, 10) ORDER BY id

SELECT id FROM ho_o WHERE placed >= '2024-01-01' AND placed < date '2024-01-01' + interval '1 month' ORDER BY id

SELECT id FROM ho_o WHERE status IS DISTINCT FROM 'paid' ORDER BY id

SELECT id FROM ho_o WHERE NOT (status = 'paid' OR total > 10)

SELECT id FROM ho_o WHERE coalesce(status, 'none') NOT IN ('paid', 'void') ORDER BY id

SELECT id FROM ho_o WHERE status LIKE ANY (ARRAY['p%', 'v%']) ORDER BY id

SELECT id FROM ho_o WHERE total = ANY (SELECT max(total) FROM ho_o GROUP BY status) ORDER BY id

SELECT id FROM ho_o WHERE total > SOME (SELECT 90 UNION SELECT 200) ORDER BY id

SELECT ROW(id, status) FROM ho_o WHERE ROW(id, status) = ROW(10, 'paid')

SELECT o FROM ho_o o WHERE o.id = 10

SELECT (o).status, (o).total * 2 FROM ho_o o WHERE id = 10

SELECT o.*, c.* FROM ho_o o JOIN ho_c c ON c.id = o.cid WHERE o.id = 12

SELECT to_json(o), row_to_json(c) FROM ho_o o JOIN ho_c c ON c.id = o.cid WHERE o.id = 12

SELECT c.name, json_build_object('n', count(o.id), 'ids', json_agg(o.id ORDER BY o.id)) FROM ho_c c LEFT JOIN ho_o o ON o.cid = c.id GROUP BY c.name ORDER BY 1

SELECT c.name, (SELECT json_agg(x) FROM (SELECT id, total FROM ho_o WHERE cid = c.id ORDER BY id) x) FROM ho_c c ORDER BY 1

SELECT * FROM (VALUES (1, 2.5), (3, NULL)) v(a, b) JOIN (VALUES (1, 'one'), (2, 'two')) w(a, c) USING (a)

SELECT * FROM (VALUES (1), (2)) a(x) NATURAL JOIN (VALUES (2), (3)) b(x)

SELECT * FROM (VALUES (1, 'a')) a(x, y) NATURAL LEFT JOIN (VALUES (1, 'b')) b(x, y)

SELECT x, a.x, b.x FROM (VALUES (1), (2)) a(x) FULL JOIN (VALUES (2), (3)) b(x) USING (x) ORDER BY 1

SELECT * FROM generate_series(1, 2) a, generate_series(a, 2) b ORDER BY 1, 2

SELECT * FROM ho_c c, ho_o WHERE ho_o.cid = c.id AND ho_c.id = 1

SELECT name FROM ho_c WHERE id = '1'

SELECT name FROM ho_c WHERE id = '1a'

SELECT name FROM ho_c WHERE id = name

SELECT name FROM ho_c WHERE since > '2020-13-01'

SELECT name, sum(id) FROM ho_c

SELECT name FROM ho_c GROUP BY city

SELECT c.name, o.total FROM ho_c c JOIN ho_o o ON c.id = o.customer_id

SELECT id FROM ho_c JOIN ho_o USING (id) JOIN ho_l ON ho_l.oid_ = id

SELECT id FROM ho_c c JOIN ho_o o ON c.id = o.cid

SELECT total FROM ho_o WHERE sum(total) > 1

SELECT sum(total) OVER (ORDER BY id) FROM ho_o WHERE sum(total) OVER () > 1

SELECT (SELECT id, name FROM ho_c LIMIT 1)

SELECT (SELECT name FROM ho_c)

SELECT name FROM ho_c WHERE id IN (SELECT id, name FROM ho_c)

SELECT * FROM ho_c ORDER BY 7

SELECT name FROM ho_c LIMIT 'a'

SELECT name FROM ho_c UNION SELECT id FROM ho_c

SELECT * FROM ho_c c JOIN ho_o o ON c.id

SELECT name FROM ho_c WHERE name

SELECT count(*) FROM ho_c WHERE city = NULL

SELECT avg(name) FROM ho_c

SELECT max(id, 2) FROM ho_c

SELECT name AS a, city AS a FROM ho_c ORDER BY a

SELECT * FROM ho_c AS c(a, b) WHERE a = 1

SELECT * FROM ho_c AS c(a, b, c, d, e)

SELECT c.id FROM ho_c AS c(a, b)

SELECT x FROM (SELECT id x FROM ho_c) t WHERE t.x > 3

SELECT t.x FROM (SELECT id AS x FROM ho_c) AS t (y)

SELECT 1 FROM ho_c HAVING count(*) > 2

SELECT 'k' AS k, count(*) FROM ho_c GROUP BY k

SELECT 'k' AS k, count(*) FROM ho_c GROUP BY 'k'

SELECT id % 2 = 0 AS even, count(*), sum(id), avg(id) FROM ho_c GROUP BY even ORDER BY even

SELECT count(*), count(city), count(DISTINCT city), min(city), max(since), bool_or(city IS NULL), every(id > 0) FROM ho_c

SELECT sum(id), sum(id::bigint), sum(id::numeric), avg(id), sum(id::float8), sum(id::real), stddev(id), variance(id), string_agg(name, '' ORDER BY id), bit_or(id), array_agg(id ORDER BY id DESC) FROM ho_c WHERE id > 100

SELECT a.id, b.id FROM ho_c a LEFT JOIN ho_c b ON b.id = a.id + 1 AND b.city = 'Oslo' ORDER BY a.id

SELECT c.name, l.sku FROM ho_c c JOIN (ho_o o JOIN ho_l l ON l.oid_ = o.id) ON o.cid = c.id ORDER BY 1, 2

SELECT c.name, x.n FROM ho_c c JOIN (SELECT cid, count(*) AS n FROM ho_o GROUP BY cid) AS x ON x.cid = c.id ORDER BY n DESC, name

SELECT q.* FROM (ho_c c JOIN ho_o o ON o.cid = c.id) AS q WHERE q.total > 200

SELECT name FROM ho_c TABLESAMPLE BERNOULLI (100) WHERE id < 3 ORDER BY 1

SELECT EXISTS (SELECT FROM ho_c WHERE id = 99), EXISTS (TABLE ho_c), NOT EXISTS (SELECT 1 WHERE false), (SELECT count(*) FROM ho_c) > 3, 5 IN (SELECT id FROM ho_c), ARRAY(SELECT id FROM ho_c ORDER BY id DESC)

SELECT CASE (SELECT count(*) FROM ho_c) WHEN 4 THEN 'four' ELSE 'other' END, coalesce((SELECT name FROM ho_c WHERE id = 99), 'nobody'), nullif((SELECT max(id) FROM ho_c), 4)

SELECT struct_values() FROM ho_c LEFT JOIN ho_o ON ho_o.cid = ho_c.id

DROP TABLE ho_c, ho_o, ho_l
