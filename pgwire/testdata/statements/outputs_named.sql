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
SELECT table_name AS tn FROM information_schema.tables WHERE table_name = 'on_t' ORDER BY tn || 'x'
SELECT table_name::text AS tn FROM information_schema.tables WHERE tn = 'on_t'
SELECT c.relname AS n, t.typname FROM pg_class c JOIN pg_type t ON t.oid = c.reltype WHERE c.relname = 'on_t' ORDER BY lower(n)
SELECT a.attname AS column, format_type(a.atttypid, a.atttypmod) AS ty FROM pg_attribute a WHERE attrelid = 'on_t'::regclass AND attnum > 0 ORDER BY ty || 'x', attnum
SELECT a.attname AS nm FROM pg_attribute a WHERE attrelid = 'on_t'::regclass AND attnum > 0 AND nm = 'id'
SELECT attname AS nm, count(*) FROM pg_attribute WHERE attrelid = 'on_t'::regclass GROUP BY nm HAVING nm = 'id'
SELECT relname AS nm FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relname = 'on_t' ORDER BY upper(nm)
SELECT conname AS nm FROM pg_constraint FULL JOIN pg_class USING (oid) WHERE relname = 'on_t' ORDER BY upper(nm)
SELECT DISTINCT v AS a FROM on_t ORDER BY v
SELECT DISTINCT v FROM on_t ORDER BY v + 1
SELECT DISTINCT v FROM on_t ORDER BY id
SELECT DISTINCT v, name FROM on_t ORDER BY lower(name)
SELECT DISTINCT v + 1 AS b FROM on_t ORDER BY v + 1
SELECT DISTINCT v + 1 AS b FROM on_t ORDER BY v
SELECT DISTINCT v + 1 AS b FROM on_t ORDER BY 1 + v
SELECT DISTINCT lower(name) FROM on_t ORDER BY lower(name)
SELECT DISTINCT lower(name) AS n FROM on_t ORDER BY name
SELECT DISTINCT t.v FROM on_t t ORDER BY v
SELECT DISTINCT v FROM on_t t ORDER BY t.v
SELECT DISTINCT v FROM on_t t ORDER BY (v)
SELECT DISTINCT v::text FROM on_t ORDER BY v::text
SELECT DISTINCT v FROM on_t ORDER BY v::text
SELECT DISTINCT v FROM on_t ORDER BY random()
SELECT DISTINCT v FROM on_t ORDER BY -v
SELECT DISTINCT v FROM on_t ORDER BY NULL
SELECT DISTINCT v FROM on_t ORDER BY 'x'::text
SELECT DISTINCT v, count(*) FROM on_t GROUP BY v ORDER BY count(*)
SELECT DISTINCT v FROM on_t GROUP BY v ORDER BY count(*)
SELECT DISTINCT v, count(*) FROM on_t GROUP BY v ORDER BY count(*) + 1
SELECT DISTINCT ON (v) v, id FROM on_t ORDER BY v, id + 1
SELECT DISTINCT ON (v) v, id FROM on_t ORDER BY id
SELECT DISTINCT ON (v) id FROM on_t ORDER BY v, name
SELECT DISTINCT ON (v % 2) v FROM on_t ORDER BY v % 2, v
SELECT DISTINCT ON (a) v AS a, id FROM on_t ORDER BY a, id
SELECT DISTINCT ON (a) v % 2 AS a, id FROM on_t ORDER BY a, id
SELECT DISTINCT ON (1) v AS a FROM on_t ORDER BY 1
SELECT DISTINCT ON (name) name AS name, v AS a FROM on_t ORDER BY name, a
SELECT DISTINCT ON (a, id) v AS a, id FROM on_t ORDER BY a, id
SELECT DISTINCT ON (v) -v AS v FROM on_t ORDER BY v
SELECT DISTINCT ON (nope) v AS a FROM on_t
SELECT DISTINCT t.* FROM on_t t ORDER BY t.name, id, v
SELECT DISTINCT t.* FROM on_t t ORDER BY t.name || 'x'
SELECT DISTINCT upper(name) FROM on_t ORDER BY upper(on_t.name)
SELECT DISTINCT name::varchar FROM on_t ORDER BY name::varchar
SELECT DISTINCT name::varchar FROM on_t ORDER BY name
SELECT DISTINCT v = 1 OR id = 2 FROM on_t ORDER BY v = 1 OR id = 2
SELECT DISTINCT v = 1 OR id = 2 FROM on_t ORDER BY id = 2 OR v = 1
SELECT DISTINCT CASE WHEN v > 5 THEN 1 ELSE 0 END FROM on_t ORDER BY CASE WHEN v > 5 THEN 1 ELSE 0 END
SELECT DISTINCT CASE WHEN v > 5 THEN 1 ELSE 0 END FROM on_t ORDER BY v > 5
SELECT DISTINCT COALESCE(v, 0) FROM on_t ORDER BY COALESCE(v, 0)
SELECT DISTINCT COALESCE(v, 0) FROM on_t ORDER BY COALESCE(v, 1)
SELECT DISTINCT v IS NULL FROM on_t ORDER BY v IS NULL
SELECT DISTINCT v IS NULL FROM on_t ORDER BY v IS NOT NULL
SELECT DISTINCT (SELECT 1) FROM on_t ORDER BY (SELECT 1)
SELECT DISTINCT name FROM on_t ORDER BY name COLLATE "C"
SELECT DISTINCT name COLLATE "C" FROM on_t ORDER BY name COLLATE "C"
SELECT DISTINCT extract(year FROM now()) FROM on_t ORDER BY extract(year FROM now())
SELECT DISTINCT date_trunc('day', now()) = now() FROM on_t ORDER BY date_trunc('day', now()) = now()
SELECT DISTINCT v IN (1, 2) FROM on_t ORDER BY v IN (1, 2)
SELECT DISTINCT v IN (1, 2) FROM on_t ORDER BY v IN (1, 3)
SELECT DISTINCT sum(v) OVER () FROM on_t ORDER BY sum(v) OVER ()
SELECT DISTINCT row_number() OVER (ORDER BY id) FROM on_t ORDER BY id
SELECT DISTINCT a.id FROM on_t a JOIN on_t b USING (id) ORDER BY a.id
SELECT DISTINCT id FROM on_t a JOIN on_t b USING (id) ORDER BY id
SELECT DISTINCT id FROM on_t a JOIN on_t b USING (id) ORDER BY a.id
SELECT DISTINCT id FROM on_t a LEFT JOIN on_t b USING (id) ORDER BY b.id
SELECT DISTINCT v::numeric FROM on_t ORDER BY v::numeric
SELECT DISTINCT v::numeric FROM on_t ORDER BY v::numeric(5,2)
SELECT DISTINCT 1 FROM on_t ORDER BY v
SELECT DISTINCT count(*) FROM on_t GROUP BY v ORDER BY count(*)
SELECT DISTINCT relname FROM pg_class WHERE relname = 'on_t' ORDER BY oid
SELECT DISTINCT relname FROM pg_class WHERE relname = 'on_t' ORDER BY upper(relname)
SELECT DISTINCT table_name FROM information_schema.tables WHERE table_name = 'on_t' ORDER BY table_schema
SELECT DISTINCT v FROM (SELECT v, id FROM on_t) s ORDER BY id
SELECT DISTINCT v FROM (SELECT v, id FROM on_t) s ORDER BY s.v
WITH w AS (SELECT v, id FROM on_t) SELECT DISTINCT v FROM w ORDER BY id
