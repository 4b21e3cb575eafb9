-- Queries as analysts, tutorials, BI tools and ORMs send them.
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, country char(2), joined date, vip boolean DEFAULT false, credit numeric(10,2))
CREATE TABLE orders (id int PRIMARY KEY, customer_id int, placed timestamp, amount numeric(10,2), status varchar(12), tags text[], extra jsonb)
CREATE TABLE staff (id int, name text, boss int, pay int, team text)
INSERT INTO customers VALUES (1, 'Ann', 'DE', '2023-01-15', true, 100.50), (2, 'Bob', 'US', '2023-03-01', false, 0), (3, 'Cid', 'FR', '2023-12-31', false, NULL), (4, 'Dee', NULL, '2024-02-29', true, 20)
INSERT INTO orders VALUES (1, 1, '2024-01-01 10:00', 19.99, 'paid', '{a,b}', '{"k": 1, "items": [{"sku": "x", "n": 2}]}'), (2, 1, '2024-01-15 11:30', 5, 'open', '{b}', '{"k": 2}'), (3, 2, '2024-02-01', 250.00, 'paid', '{}', NULL), (4, 2, '2024-02-29 23:59:59', 0.01, 'void', NULL, '{"k": null, "items": []}'), (5, 9, '2024-03-10 08:00', 75.25, 'paid', '{c,a}', '{"k": "5", "items": [{"sku": "y", "n": 1}, {"sku": "z", "n": 3}]}'), (6, 3, '2024-03-11', 75.25, NULL, '{c}', '[]')
INSERT INTO staff VALUES (1, 'root', NULL, 100, 'x'), (2, 'mid', 1, 80, 'x'), (3, 'leaf', 2, 50, 'y'), (4, 'leaf2', 2, 50, 'y'), (5, 'solo', NULL, 70, NULL)
SELECT c.name, count(o.id) AS orders, coalesce(sum(o.amount), 0) AS total FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id ORDER BY total DESC, c.name
SELECT date_trunc('month', placed) AS month, count(*), sum(amount), avg(amount) FROM orders GROUP BY 1 ORDER BY 1
SELECT date_trunc('month', placed)::date AS month, sum(amount) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status IS NULL) AS unknown FROM orders GROUP BY month ORDER BY month
SELECT status, count(*) * 100.0 / sum(count(*)) OVER () AS pct FROM orders GROUP BY status ORDER BY status NULLS LAST
SELECT status, round(count(*) * 100.0 / sum(count(*)) OVER (), 2) AS pct FROM orders GROUP BY status ORDER BY status NULLS LAST
SELECT id, amount, sum(amount) OVER (ORDER BY placed) AS running, avg(amount) OVER (ORDER BY placed ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)::numeric(10,2) AS moving FROM orders ORDER BY placed
SELECT id, customer_id, row_number() OVER (PARTITION BY customer_id ORDER BY placed DESC) AS rn, rank() OVER w, dense_rank() OVER w FROM orders WINDOW w AS (ORDER BY amount DESC) ORDER BY id
SELECT * FROM (SELECT o.*, row_number() OVER (PARTITION BY customer_id ORDER BY placed DESC) rn FROM orders o) s WHERE rn = 1 ORDER BY id
SELECT DISTINCT ON (customer_id) customer_id, id, placed FROM orders ORDER BY customer_id, placed DESC
SELECT id, lag(amount) OVER (ORDER BY id) AS prev, amount - lag(amount) OVER (ORDER BY id) AS diff, lead(status, 1, 'none') OVER (ORDER BY id) FROM orders ORDER BY id
SELECT id, ntile(3) OVER (ORDER BY id), percent_rank() OVER (ORDER BY amount), cume_dist() OVER (ORDER BY amount) FROM orders ORDER BY id
SELECT id, first_value(id) OVER (PARTITION BY status ORDER BY amount), last_value(id) OVER (PARTITION BY status ORDER BY amount ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), nth_value(id, 2) OVER (PARTITION BY status ORDER BY amount) FROM orders ORDER BY id
SELECT id, count(*) OVER (ORDER BY amount RANGE BETWEEN 50 PRECEDING AND 50 FOLLOWING), sum(id) OVER (ORDER BY amount GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) FROM orders ORDER BY id
SELECT id, count(*) OVER (ORDER BY placed RANGE BETWEEN interval '30 days' PRECEDING AND CURRENT ROW) FROM orders ORDER BY id
SELECT status, country, sum(amount) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY ROLLUP (status, country) ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3
SELECT status, country, sum(amount), grouping(status), grouping(status, country) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY CUBE (status, country) ORDER BY 1 NULLS LAST, 2 NULLS LAST, 4, 5
SELECT status, extract(month FROM placed) AS m, count(*) FROM orders GROUP BY GROUPING SETS ((status), (extract(month FROM placed)), ()) ORDER BY 1 NULLS LAST, 2 NULLS LAST
SELECT c.name, l.id, l.amount FROM customers c CROSS JOIN LATERAL (SELECT id, amount FROM orders o WHERE o.customer_id = c.id ORDER BY amount DESC LIMIT 1) l ORDER BY c.name
SELECT c.name, l.n FROM customers c LEFT JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.customer_id = c.id) l ON true ORDER BY 1
WITH RECURSIVE tree AS (SELECT id, name, boss, 0 AS depth, name::text AS path FROM staff WHERE boss IS NULL UNION ALL SELECT s.id, s.name, s.boss, t.depth + 1, t.path || ' > ' || s.name FROM staff s JOIN tree t ON s.boss = t.id) SELECT id, depth, path FROM tree ORDER BY path
WITH RECURSIVE tree AS (SELECT id, ARRAY[id] AS path FROM staff WHERE boss IS NULL UNION ALL SELECT s.id, path || s.id FROM staff s JOIN tree t ON s.boss = t.id) SELECT * FROM tree ORDER BY path
WITH RECURSIVE tree(id, boss) AS (SELECT id, boss FROM staff WHERE boss IS NULL UNION ALL SELECT s.id, s.boss FROM staff s JOIN tree t ON s.boss = t.id) SEARCH DEPTH FIRST BY id SET ord SELECT id FROM tree ORDER BY ord
WITH RECURSIVE tree(id, boss) AS (SELECT id, boss FROM staff WHERE boss IS NULL UNION ALL SELECT s.id, s.boss FROM staff s JOIN tree t ON s.boss = t.id) SEARCH BREADTH FIRST BY id SET ord SELECT * FROM tree ORDER BY ord
WITH RECURSIVE g(a, b) AS (VALUES (1, 2), (2, 3), (3, 1)), walk(a, b) AS (SELECT a, b FROM g WHERE a = 1 UNION ALL SELECT g.a, g.b FROM g JOIN walk w ON g.a = w.b) CYCLE a SET is_cycle USING path SELECT * FROM walk
WITH RECURSIVE fib(n, a, b) AS (SELECT 1, 0, 1 UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 15) SELECT n, a FROM fib
WITH RECURSIVE t(n) AS (VALUES (1) UNION SELECT (n * 2) % 7 FROM t) SELECT n FROM t ORDER BY n
WITH a AS MATERIALIZED (SELECT 1 AS x), b AS NOT MATERIALIZED (SELECT x + 1 AS y FROM a) SELECT x, y FROM a, b
WITH months AS (SELECT generate_series(date '2024-01-01', date '2024-04-01', interval '1 month')::date AS m) SELECT m, coalesce(sum(amount), 0) AS total FROM months LEFT JOIN orders ON date_trunc('month', placed) = m GROUP BY m ORDER BY m
SELECT d::date, extract(isodow FROM d) AS dow, to_char(d, 'Dy') FROM generate_series(timestamp '2024-02-26', '2024-03-03', '1 day') AS d
SELECT g, chr(64 + g) FROM generate_series(1, 5) AS g WHERE g % 2 = 1
SELECT a.n, b.n FROM generate_series(1, 2) AS a(n), generate_series(a.n, 3) AS b(n) ORDER BY 1, 2
SELECT * FROM generate_series(1, 3) WITH ORDINALITY AS t(v, ord)
SELECT o.id, t.tag, t.ord FROM orders o, unnest(o.tags) WITH ORDINALITY AS t(tag, ord) ORDER BY o.id, t.ord
SELECT id, unnest(tags) AS tag FROM orders WHERE id < 3 ORDER BY id, tag
SELECT tag, count(*) FROM orders, unnest(tags) AS tag GROUP BY tag ORDER BY count(*) DESC, tag
SELECT id FROM orders WHERE 'a' = ANY (tags) ORDER BY id
SELECT id FROM orders WHERE tags @> ARRAY['b'] OR tags && '{c}' ORDER BY id
SELECT id FROM orders WHERE status IN ('paid', 'open') AND amount BETWEEN 5 AND 100 ORDER BY id
SELECT id FROM orders WHERE id = ANY (ARRAY[1, 3]) OR id = ANY ('{5,6}') ORDER BY id
SELECT id FROM orders WHERE amount > ALL (SELECT amount FROM orders WHERE status = 'open') ORDER BY id
SELECT id FROM orders WHERE (customer_id, status) IN ((1, 'paid'), (2, 'void')) ORDER BY id
SELECT id FROM orders WHERE (customer_id, id) > (1, 1) ORDER BY id LIMIT 3
SELECT id FROM orders WHERE status IS DISTINCT FROM 'paid' ORDER BY id
SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id)
SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders) ORDER BY name
SELECT name, (SELECT max(amount) FROM orders WHERE customer_id = c.id) AS best FROM customers c ORDER BY best DESC NULLS LAST, name
SELECT o.extra->>'k' AS k, o.extra->'items'->0->>'sku' AS sku, o.extra #>> '{items,0,n}' AS n FROM orders o ORDER BY o.id
SELECT o.id, i->>'sku' AS sku, (i->>'n')::int AS n FROM orders o, jsonb_array_elements(o.extra->'items') AS i WHERE jsonb_typeof(o.extra) = 'object' AND o.extra ? 'items' ORDER BY 1, 2
SELECT string_agg(DISTINCT status, ', ' ORDER BY status), array_agg(id ORDER BY id DESC) FILTER (WHERE status = 'paid'), bool_and(amount > 0), every(amount > 1), bool_or(vip) FROM orders LEFT JOIN customers ON customers.id = customer_id
SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY id) FROM customers WHERE id < 3
SELECT jsonb_object_agg(name, credit) FROM customers
SELECT json_object_agg(id, name ORDER BY id), jsonb_agg(vip ORDER BY id) FROM customers
SELECT row_to_json(c) FROM customers c ORDER BY id
SELECT json_agg(s) FROM (SELECT id, status FROM orders WHERE id < 3 ORDER BY id) s
SELECT c.name, coalesce(json_agg(o.id ORDER BY o.id) FILTER (WHERE o.id IS NOT NULL), '[]') FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name ORDER BY c.id
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount), percentile_disc(0.5) WITHIN GROUP (ORDER BY amount), mode() WITHIN GROUP (ORDER BY status) FROM orders
SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY pay) FROM staff
SELECT status, percentile_disc(0.9) WITHIN GROUP (ORDER BY placed) FROM orders GROUP BY status ORDER BY status
SELECT stddev(pay), variance(pay), stddev_pop(pay), var_samp(pay) FROM staff
SELECT count(DISTINCT status), count(DISTINCT (customer_id, status)), min(placed), max(status), sum(DISTINCT amount) FROM orders
SELECT team, count(*) FROM staff GROUP BY team HAVING count(*) > 1 ORDER BY team
SELECT CASE WHEN amount < 10 THEN 'small' WHEN amount < 100 THEN 'medium' ELSE 'large' END AS size, count(*) FROM orders GROUP BY size ORDER BY size
SELECT width_bucket(amount, 0, 300, 3) AS bucket, count(*), min(amount), max(amount) FROM orders GROUP BY 1 ORDER BY 1
SELECT name FROM customers UNION SELECT name FROM staff EXCEPT SELECT 'root' ORDER BY 1
SELECT id FROM customers INTERSECT SELECT customer_id FROM orders ORDER BY 1 DESC
SELECT 1 AS a UNION ALL SELECT 2.5 ORDER BY a
SELECT * FROM customers FULL JOIN staff USING (id) ORDER BY id
SELECT * FROM customers NATURAL JOIN (SELECT 1 AS id, 'x' AS note) n
SELECT count(*) FROM customers a CROSS JOIN customers b
SELECT * FROM (VALUES (1, 'one'), (2, 'two'), (3, NULL)) AS t (num, letter) ORDER BY num DESC OFFSET 1 FETCH FIRST 1 ROW ONLY
SELECT id, amount FROM orders ORDER BY amount DESC FETCH FIRST 3 ROWS WITH TIES
SELECT id FROM orders ORDER BY status COLLATE "C" DESC NULLS FIRST, id LIMIT 2 OFFSET 1
SELECT name, length(name) FROM customers ORDER BY length(name), name USING >
SELECT c.* FROM customers AS c WHERE c.name ILIKE '%n%' OR c.name ~ '^D' ORDER BY 1
SELECT c FROM customers c WHERE id = 1
SELECT (c).name, (c).credit FROM customers c WHERE (c).id = 2
SELECT (SELECT ARRAY(SELECT id FROM orders ORDER BY id)) AS ids, ARRAY(SELECT name FROM customers ORDER BY id) AS names
SELECT id FROM orders TABLESAMPLE BERNOULLI (100) ORDER BY id
TABLE staff
VALUES (1, 'a'), (2, 'b') ORDER BY 1 DESC
SELECT ROW(1, 'a', NULL), (1, 2) = (1, 2), (1, 2) < (1, 3), ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL
SELECT rank(0) OVER ()
SELECT rank(55) WITHIN GROUP (ORDER BY pay), dense_rank(55) WITHIN GROUP (ORDER BY pay), percent_rank(55) WITHIN GROUP (ORDER BY pay), cume_dist(50) WITHIN GROUP (ORDER BY pay) FROM staff
SELECT nosuch FROM orders
SELECT orders.nosuch FROM orders
SELECT * FROM nosuch
SELECT status, amount FROM orders GROUP BY status
SELECT sum(amount) FROM orders WHERE sum(amount) > 1
SELECT id FROM orders, customers
SELECT 1 FROM orders o JOIN customers o ON true
SELECT nosuchfunc(id) FROM orders
SELECT (SELECT id FROM orders)
SELECT 1 UNION SELECT 'a'
SELECT id FROM orders LIMIT -1
SELECT * FROM orders ORDER BY 9
CREATE TABLE notes (id int, note text, tags text[], nums int[])
INSERT INTO notes VALUES (1, '{a b}', '{a,b}', '{1,2}'), (2, '{x}', '{"a b"}', '{}')
SELECT id FROM notes WHERE note = '{a b}'
SELECT id FROM notes WHERE tags = '{"a b"}' OR nums = '{1,2}' ORDER BY id
SELECT note || '{c d}', tags || '{c}', nums || '{3}' FROM notes ORDER BY id
SELECT id FROM notes WHERE nums && '{2,9}' OR tags <@ '{"a b",z}' ORDER BY id
SELECT id FROM notes WHERE note = ANY ('{"{x}",y}') OR id = ANY ('{9}')
DROP TABLE notes
