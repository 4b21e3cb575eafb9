-- a column that both sides of a join make is of the type that both have in common
CREATE TABLE jt_order (id int PRIMARY KEY, part smallint, total numeric(10,2), code varchar(10), portion numeric(6,2));
CREATE TABLE jt_event (id bigint, part bigint, label text, made timestamptz);
CREATE TABLE jt_small (id smallint, w text);
INSERT INTO jt_order VALUES (1, 5, 10.50, 'one', NULL), (2, 6, 20.25, 'two', NULL);
INSERT INTO jt_event VALUES (1, 5, 'x', '2024-01-05 10:00+00'), (3, 7, 'y', '2023-01-01 00:00+00');
INSERT INTO jt_small VALUES (1, 's');
SELECT id FROM jt_order JOIN jt_event USING (id);
SELECT id, part FROM jt_order NATURAL JOIN jt_event;
SELECT * FROM jt_order NATURAL JOIN jt_event;
SELECT * FROM jt_order LEFT JOIN jt_event USING (id) ORDER BY id;
SELECT id FROM jt_order FULL JOIN jt_event USING (id) ORDER BY id;
SELECT id FROM jt_event RIGHT JOIN jt_order USING (id) WHERE id > 0 ORDER BY id DESC;
SELECT jt_order.id, id FROM jt_order JOIN jt_event USING (id);
SELECT max(id), pg_typeof(max(id)) FROM jt_order JOIN jt_event USING (id);
SELECT id + 1 AS k FROM jt_order JOIN jt_event USING (id);
SELECT id, count(*) FROM jt_order JOIN jt_event USING (id) GROUP BY id HAVING count(*) > 0 ORDER BY id;
SELECT DISTINCT id FROM jt_order JOIN jt_event USING (id) ORDER BY id;
SELECT id FROM jt_small JOIN jt_order USING (id) JOIN jt_event USING (id);
SELECT * FROM jt_small JOIN jt_order USING (id) LEFT JOIN jt_event USING (id);
SELECT s.id + 1 FROM (SELECT * FROM jt_small JOIN jt_event USING (id)) s;
SELECT * FROM (jt_order JOIN jt_event USING (id)) AS j;
SELECT x.id, u.id FROM jt_order x JOIN jt_event y USING (id) AS u;
CREATE TABLE jt_copy AS SELECT id, label FROM jt_order JOIN jt_event USING (id);
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'jt_copy'::regclass AND attnum > 0 ORDER BY attnum;

-- the result of a call has no length, in an outer query either
SELECT x FROM (SELECT id, lead(code) OVER (ORDER BY id) AS x FROM jt_order) s;
WITH s AS (SELECT id, lag(code, 1, 'z') OVER (ORDER BY id) AS x FROM jt_order) SELECT x FROM s ORDER BY id;
SELECT a.code, s.code FROM jt_order a JOIN (SELECT id, lead(code) OVER (ORDER BY id) AS code FROM jt_order) s USING (id) ORDER BY id;

-- columns of one name
SELECT * FROM unnest(ARRAY[1,2], ARRAY['x','y']) AS u(a, a);
SELECT * FROM unnest(ARRAY[1,2], ARRAY['x','y']);
SELECT * FROM unnest(ARRAY[1,2], ARRAY['x','y']) WITH ORDINALITY AS u(a, a, n);
SELECT a FROM unnest(ARRAY[1,2], ARRAY['x','y']) AS u(a, a);
SELECT u.nosuch FROM unnest(ARRAY[1,2], ARRAY['x','y']) AS u(a, b);

-- a sum in WITH that a change is joined with
WITH t AS (SELECT sum(total) AS s FROM jt_order) UPDATE jt_order SET portion = round(total / t.s * 100, 2) FROM t;
SELECT id, portion FROM jt_order ORDER BY id;
WITH t AS (SELECT id, sum(total) AS s FROM jt_order GROUP BY id) UPDATE jt_order SET portion = s FROM t WHERE t.id = jt_order.id AND t.id = 2 RETURNING jt_order.id, portion;
WITH t AS (SELECT sum(total) AS s FROM jt_order), u AS (SELECT s * 2 AS d FROM t) UPDATE jt_order SET portion = round(total / u.d, 3) FROM u WHERE id = 1 RETURNING jt_order.id, portion, (SELECT s FROM t);

-- names that are no columns
SELECT nosuch::int FROM jt_order;
SELECT CAST(nosuch AS text) FROM jt_order;
SELECT nosuch::numeric(10,2), id FROM jt_order WHERE id = 1;

-- quoted arrays beside written ones
SELECT * FROM (VALUES (1, ARRAY[1,2]), (2, '{}')) v(a, b);
SELECT * FROM (VALUES (1, '{}'), (2, ARRAY['a','b'])) v(a, b) ORDER BY a;
SELECT ARRAY[1,2] AS a UNION ALL SELECT '{3,4}';

-- arguments for domains
CREATE DOMAIN jt_pct AS numeric(5,2) CHECK (VALUE BETWEEN 0 AND 100);
CREATE DOMAIN jt_code AS text CHECK (length(VALUE) = 3);
CREATE FUNCTION jt_net(price numeric, pct jt_pct DEFAULT 10) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT round(price * (1 - pct / 100), 2) $$;
SELECT jt_net(50), jt_net(pct => 20, price => 40), jt_net(NULL);
SELECT jt_net(80, 12.5), jt_net(80, '12.5'), jt_net(80, 12::bigint), jt_net(80, 12.345);
SELECT jt_net(80, 250);
SELECT jt_net(80, 12.5::float8);
SELECT jt_net(80, true);
CREATE FUNCTION jt_cry(code jt_code) RETURNS text LANGUAGE sql AS $$ SELECT code || '!' $$;
SELECT jt_cry('abc'), jt_cry('abc'::varchar(5));
SELECT jt_cry('abcd');
SELECT jt_cry(5);

-- a numeric of many digits
SELECT '1e400'::numeric > 1 AS a;

-- other types that both sides have in common
CREATE TABLE jt_left (k int, v varchar(10), w varchar(10), i int, d date, b int, f real, same varchar(10));
CREATE TABLE jt_right (k bigint, v text, w varchar(20), i numeric, d timestamp, b float8, f float8, same varchar(10));
INSERT INTO jt_left VALUES (1, 'x', 'y', 3, '2024-01-05', 4, 1.5, 's'), (2, 'p', 'q', 4, '2024-01-06', 5, 2.5, 's');
INSERT INTO jt_right VALUES (1, 'x', 'y', 3, '2024-01-05', 4, 1.5, 's');
SELECT v FROM jt_left JOIN jt_right USING (v);
SELECT v FROM jt_right JOIN jt_left USING (v);
SELECT w FROM jt_left JOIN jt_right USING (w);
SELECT same FROM jt_left JOIN jt_right USING (same) ORDER BY jt_left.k;
SELECT i FROM jt_left LEFT JOIN jt_right USING (i) ORDER BY i;
SELECT d FROM jt_left LEFT JOIN jt_right USING (d) ORDER BY d;
SELECT b FROM jt_left LEFT JOIN jt_right USING (b) ORDER BY b;
SELECT f FROM jt_left JOIN jt_right USING (f);
SELECT * FROM jt_left LEFT JOIN jt_right USING (k, v, w) ORDER BY k;
SELECT DISTINCT ON (k) k, v FROM jt_left LEFT JOIN jt_right USING (k, v) ORDER BY k, v DESC;
SELECT k, row_number() OVER (PARTITION BY v ORDER BY k) AS r, sum(k) OVER () AS s FROM jt_left LEFT JOIN jt_right USING (k, v) ORDER BY k;
SELECT k, count(*) FROM jt_left LEFT JOIN jt_right USING (k) GROUP BY ROLLUP (k) ORDER BY k NULLS LAST;
SELECT k, k AS again FROM jt_left LEFT JOIN jt_right USING (k) WHERE k IN (SELECT k FROM jt_right) ORDER BY k + 1;
SELECT (SELECT max(x.k) FROM jt_right x WHERE x.k = q.k) AS m FROM (SELECT k FROM jt_left LEFT JOIN jt_right USING (k)) q ORDER BY q.k;
SELECT l.k FROM jt_left l WHERE EXISTS (SELECT 1 FROM jt_left JOIN jt_right USING (k) WHERE k = l.k);
INSERT INTO jt_right (k, v) SELECT k + 10, v FROM jt_left LEFT JOIN jt_right USING (k, v) RETURNING k, v;
UPDATE jt_left SET b = k FROM (SELECT k FROM jt_left JOIN jt_right USING (k, v)) s(j) WHERE jt_left.k = s.j RETURNING jt_left.k, b, j;
SELECT json_build_object('k', k, 'd', d) FROM jt_left JOIN jt_right USING (k, d);

-- the age of days that are written
SELECT age('2025-01-01', '2024-01-01'), age('2025-01-01 12:30', '2024-03-01');
SELECT age('2024-01-01');
