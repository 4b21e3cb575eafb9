-- Where the names of a query's outputs are seen, and where they are not.
CREATE TABLE on_t (id int, name text, v int, ty oid)
INSERT INTO on_t VALUES (1, 'a', 10, 23), (2, 'b', 5, 25), (3, 'a', 7, 23)
SELECT castsource::regtype AS src FROM pg_cast WHERE castsource = 23 ORDER BY src::text
SELECT castsource::regtype AS src FROM pg_cast WHERE castsource = 23 ORDER BY src LIMIT 1
SELECT ty::regtype AS src FROM on_t ORDER BY src::text
SELECT ty::regtype AS src FROM on_t ORDER BY src, id
SELECT ty::regtype AS src FROM on_t WHERE src = 23
SELECT ty::regtype AS src FROM on_t WHERE src::text = 'integer'
SELECT ty::regtype AS src, count(*) FROM on_t GROUP BY src ORDER BY src
SELECT ty::regtype AS src, count(*) FROM on_t GROUP BY src::text
SELECT ty::regtype AS src, count(*) FROM on_t GROUP BY src HAVING src = 23
SELECT ty::regtype AS src, count(*) FROM on_t GROUP BY ty HAVING src::text = 'x'
SELECT ty::regclass AS src FROM on_t ORDER BY src::text
SELECT v AS a FROM on_t ORDER BY a + 1
SELECT v AS a FROM on_t ORDER BY -a
SELECT v AS a FROM on_t ORDER BY (a)
SELECT v AS a FROM on_t ORDER BY a::text
SELECT v AS a FROM on_t ORDER BY a COLLATE "C"
SELECT name AS a FROM on_t ORDER BY a COLLATE "C"
SELECT name AS a FROM on_t ORDER BY lower(a)
SELECT v AS a FROM on_t ORDER BY abs(a)
SELECT v AS a FROM on_t ORDER BY CASE WHEN a > 5 THEN 1 END
SELECT v AS a FROM on_t ORDER BY COALESCE(a, 1)
SELECT v AS a FROM on_t ORDER BY a IS NULL
SELECT v AS a FROM on_t ORDER BY a, a + 1
SELECT v AS a FROM on_t ORDER BY (SELECT a)
SELECT v AS a FROM on_t ORDER BY (SELECT max(x.v) FROM on_t x WHERE x.v < a)
SELECT v AS a FROM on_t ORDER BY EXISTS (SELECT 1 WHERE a > 1)
SELECT v AS a FROM on_t ORDER BY a IN (SELECT 5)
SELECT (SELECT max(v) FROM on_t) AS m, id FROM on_t ORDER BY m + id
SELECT (SELECT max(v) FROM on_t) AS m, id FROM on_t ORDER BY m::text
SELECT (SELECT max(v) FROM on_t) AS m, id FROM on_t ORDER BY m, id
SELECT (SELECT max(v) FROM on_t) AS m, id FROM on_t WHERE m > 1
SELECT (SELECT max(v) FROM on_t) AS m, count(*) FROM on_t GROUP BY m
SELECT (SELECT max(v) FROM on_t) AS m, count(*) FROM on_t GROUP BY m HAVING m > 1
SELECT (SELECT max(v) FROM on_t) AS m, m + 1 FROM on_t
SELECT EXISTS (SELECT 1 FROM on_t) AS e ORDER BY NOT e
SELECT EXISTS (SELECT 1 FROM on_t) AS e WHERE e
SELECT ARRAY(SELECT id FROM on_t ORDER BY id) AS arr ORDER BY arr[1]
SELECT ARRAY(SELECT id FROM on_t ORDER BY id) AS arr WHERE arr[1] = 1
SELECT v AS a FROM on_t WHERE a > 5
SELECT v + 1 AS a FROM on_t WHERE a > 5
SELECT v + 1 AS a, a * 2 AS b FROM on_t
SELECT v + 1 AS a FROM on_t GROUP BY a + 1
SELECT v % 2 AS a, count(*) FROM on_t GROUP BY a ORDER BY a
SELECT v % 2 AS a, count(*) FROM on_t GROUP BY (a) ORDER BY 1
SELECT v % 2 AS a, count(*) FROM on_t GROUP BY a + 0
SELECT v % 2 AS a, count(*) FROM on_t GROUP BY abs(a)
SELECT name AS a, count(*) AS n FROM on_t GROUP BY name HAVING n > 1
SELECT name AS a, count(*) AS n FROM on_t GROUP BY name HAVING a = 'a'
SELECT name AS a, count(*) AS n FROM on_t GROUP BY a HAVING a = 'a'
SELECT name AS a, count(*) AS n FROM on_t GROUP BY name ORDER BY n + 1
SELECT name AS a, count(*) AS n FROM on_t GROUP BY name ORDER BY n DESC, a
SELECT name AS a, sum(v) AS s FROM on_t GROUP BY name ORDER BY s / 2
SELECT name AS a, sum(v) AS s FROM on_t GROUP BY name ORDER BY sum(v) / 2
SELECT name AS a, sum(v) AS s FROM on_t GROUP BY name ORDER BY CASE a WHEN 'a' THEN 1 END
SELECT sum(v) OVER w AS s FROM on_t WINDOW w AS (ORDER BY id) ORDER BY s + 1
SELECT v AS a, row_number() OVER (ORDER BY a) FROM on_t
SELECT v AS a, sum(v) OVER (PARTITION BY a) FROM on_t
SELECT v AS a FROM on_t WINDOW w AS (ORDER BY a)
SELECT DISTINCT ON (a) v AS a FROM on_t ORDER BY a
SELECT DISTINCT ON (a + 1) v AS a FROM on_t
SELECT DISTINCT v AS a FROM on_t ORDER BY a + 1
SELECT DISTINCT v AS a FROM on_t ORDER BY v + 1
SELECT v AS a FROM on_t LIMIT a
SELECT v AS a FROM on_t UNION SELECT id FROM on_t ORDER BY a + 1
SELECT v AS a FROM on_t UNION SELECT id FROM on_t ORDER BY a
SELECT v AS a FROM on_t UNION SELECT id AS b FROM on_t ORDER BY b
SELECT v AS a FROM on_t UNION SELECT id FROM on_t ORDER BY v
SELECT v AS a FROM on_t UNION SELECT id FROM on_t ORDER BY a::text
SELECT 1 AS a, 2 AS a ORDER BY a
SELECT id AS v, v AS id FROM on_t ORDER BY v
SELECT id AS v, v AS id FROM on_t ORDER BY v + 0
SELECT id AS v FROM on_t ORDER BY v, on_t.v
SELECT -v AS v FROM on_t ORDER BY v
SELECT -v AS v FROM on_t ORDER BY v + 0
SELECT -v AS v, count(*) FROM on_t GROUP BY v ORDER BY v
SELECT name || 'x' AS name, count(*) FROM on_t GROUP BY name ORDER BY 1
SELECT -v AS v FROM on_t WHERE v > 5 ORDER BY 1
SELECT upper(name) AS name FROM on_t ORDER BY lower(name), id
SELECT string_agg(name, ',' ORDER BY a), max(v) AS a FROM on_t
SELECT max(v) AS a, sum(v) FILTER (WHERE a > 1) FROM on_t
SELECT v AS a, (SELECT a) FROM on_t
SELECT v AS a, (SELECT max(id) FROM on_t WHERE id < a) FROM on_t
SELECT v AS a, EXISTS (SELECT 1 WHERE a > 1) FROM on_t
SELECT v AS a, x FROM on_t, LATERAL (SELECT a + 1 AS x) s
SELECT v AS a FROM on_t t JOIN on_t u ON a = u.v
SELECT x.id AS a, y.id FROM on_t x JOIN on_t y ON x.id = y.id ORDER BY a + y.id
SELECT sub.a FROM (SELECT v AS a FROM on_t ORDER BY a + 1) sub
WITH w AS (SELECT v AS a FROM on_t ORDER BY a + 1) SELECT * FROM w
SELECT id FROM on_t WHERE id IN (SELECT v AS q FROM on_t ORDER BY q + 1)
SELECT jsonb_build_object('k', v) AS j FROM on_t ORDER BY j ->> 'k'
SELECT jsonb_build_object('k', v) AS j FROM on_t WHERE j ->> 'k' = '5'
SELECT ROW(v, id) AS r FROM on_t ORDER BY (r).f1
SELECT date_trunc('month', now()) AS m, count(*) FROM on_t GROUP BY m HAVING m < now()
SELECT date_trunc('month', now()) AS m FROM on_t ORDER BY extract(year FROM m)
SELECT id, v AS a FROM on_t WHERE v IN (SELECT a)
SELECT v AS a FROM on_t FOR UPDATE OF a
SELECT v AS "A b" FROM on_t ORDER BY "A b" + 1
SELECT count(*) AS c FROM on_t ORDER BY c + 1
SELECT count(*) AS c FROM on_t HAVING c > 1
SELECT generate_series(1, 3) AS g ORDER BY g DESC
SELECT generate_series(1, 3) AS g ORDER BY -g
SELECT generate_series(1, 3) AS g WHERE g > 1
UPDATE on_t SET v = v + 1 RETURNING v AS a, a + 1
DELETE FROM on_t WHERE a > 1 RETURNING v AS a
INSERT INTO on_t (id) VALUES (9) RETURNING id AS z, z + 1
SELECT relname::text AS r, relkind FROM pg_class WHERE relname = 'on_t' ORDER BY r || 'x'
SELECT oid::regclass AS r FROM pg_class WHERE relname = 'on_t' ORDER BY r::text
SELECT oid::regclass::text AS r FROM pg_class WHERE relname = 'on_t' ORDER BY r::text
SELECT relnamespace::regnamespace AS n FROM pg_class WHERE relname = 'on_t' ORDER BY n::text
SELECT relnamespace::regnamespace AS n, count(*) FROM pg_class WHERE relname = 'on_t' GROUP BY n ORDER BY n::text
SELECT oid::regproc AS p FROM pg_proc WHERE proname = 'now' ORDER BY p::text
SELECT oid::regprocedure AS p FROM pg_proc WHERE proname = 'now' ORDER BY length(p::text)
SELECT pg_get_constraintdef(oid) AS d FROM pg_constraint WHERE conrelid = 'on_t'::regclass ORDER BY d || ''
