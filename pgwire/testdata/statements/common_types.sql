-- The type of values that are made one: that of the first text, or the one that the others have casts to.
CREATE TABLE ct (id int PRIMARY KEY, t text, v varchar, v5 varchar(5), c char(5), n name, s smallint, i int, l bigint, r real, f double precision, d date, ts timestamp, tz timestamptz);
INSERT INTO ct VALUES (1, 'tee', 'vee', 'five', 'AL', 'nom', 2, 3, 4, 5.5, 6.5, '2024-01-02', '2024-01-03 04:05', '2024-01-04 05:06+00'), (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (3, 'AL ', 'AL ', 'AL ', 'AL', 'AL', 1, 1, 1, 1, 1, '2024-01-02', '2024-01-02', '2024-01-02 00:00+00');
SELECT pg_typeof(x) AS t, x FROM (SELECT 'a'::varchar(5) AS x UNION ALL SELECT 'bcdefgh'::text) AS u ORDER BY x;
SELECT v5 AS x FROM ct WHERE id = 1 UNION ALL SELECT t FROM ct WHERE id = 1 ORDER BY 1;
SELECT v5 FROM ct WHERE id = 1 UNION SELECT 'none' ORDER BY v5;
SELECT t AS x FROM ct WHERE id = 1 UNION ALL SELECT v FROM ct WHERE id = 1 UNION ALL SELECT v5 FROM ct WHERE id = 1 ORDER BY 1;
SELECT v5 FROM ct WHERE id = 1 EXCEPT SELECT v FROM ct WHERE id = 2;
SELECT v AS x FROM ct WHERE id = 1 INTERSECT SELECT 'vee';
SELECT pg_typeof(x) AS kind, count(*) FROM (SELECT t FROM ct UNION ALL SELECT v5 FROM ct) AS u(x) GROUP BY 1;
SELECT id, coalesce(v5, 'none') AS a, coalesce(v5, t, 'x') AS b, coalesce(t, v5) AS c, coalesce('x', v5) AS d, coalesce(v, v5) AS e, coalesce(upper(v5), v5) AS f FROM ct ORDER BY id;
SELECT id, CASE WHEN id = 1 THEN v5 ELSE 'other' END AS a, CASE WHEN id = 1 THEN v5 ELSE t END AS b, CASE id WHEN 1 THEN 'one' ELSE v END AS c, CASE WHEN id > 1 THEN v5 END AS d FROM ct ORDER BY id;
SELECT id, greatest(v5, t) AS a, least(t, v5) AS b, greatest(v5, 'm') AS c, nullif(v5, 'five') AS d, nullif(t, v5) AS e FROM ct ORDER BY id;
SELECT pg_typeof(coalesce(v5, t)) AS a, pg_typeof(coalesce(t, v5)) AS b, pg_typeof(greatest(v, 'x')) AS c, pg_typeof(CASE WHEN id = 1 THEN v5 ELSE t END) AS d, pg_typeof(coalesce(n, v)) AS e, pg_typeof(coalesce(v, n)) AS f, pg_typeof(coalesce(n, t)) AS g, pg_typeof(coalesce(t, n)) AS h FROM ct WHERE id = 1;
SELECT ARRAY[v5, t] AS a, ARRAY[t, v5] AS b, ARRAY[v, 'x'] AS c, ARRAY[n, t] AS d FROM ct WHERE id = 1;
VALUES ('a'::varchar(5)), ('b'), ('c'::text);
VALUES ('a'::text), ('b'::varchar);
SELECT column1, pg_typeof(column1) AS t FROM (VALUES ('a'::varchar(3)), ('b'::text)) AS w;
-- A small constant beside a smallint is an integer.
SELECT id, greatest(s, 2) AS g, least(s, 2) AS l, coalesce(s, 0) AS c, CASE WHEN id = 1 THEN s ELSE -1 END AS k, ARRAY[s, 7] AS a, pg_typeof(greatest(s, 2)) AS t FROM ct ORDER BY id;
SELECT greatest(s, i) AS a, coalesce(s, l) AS b, least(l, 3) AS c, coalesce(r, 2) AS d, greatest(s, f) AS e, nullif(i, 3) AS g, nullif(s, 2) AS h, nullif(i, f) AS j FROM ct WHERE id = 1;
SELECT s FROM ct WHERE id = 1 UNION SELECT 2 UNION SELECT 70000 ORDER BY 1;
VALUES (2::smallint), (3);
VALUES ('9'), (3), (NULL);
-- Dates and times.
SELECT greatest(d, ts) AS a, coalesce(d, tz) AS b, least(ts, '2024-01-01') AS c, nullif('2024-01-02', d) AS e, nullif('2024-01-02', ts) AS g, CASE WHEN id > 5 THEN d ELSE ts END AS h FROM ct WHERE id = 1;
SELECT pg_typeof(coalesce(d, ts)) AS a, pg_typeof(greatest(ts, tz)) AS b, pg_typeof(ARRAY[d, ts]) AS c FROM ct WHERE id = 1;
VALUES ('2024-01-05'), (date '2024-01-02');
VALUES ('2024-01-05'), (timestamp '2024-01-03 04:05');
SELECT d AS x FROM ct WHERE id = 1 UNION ALL SELECT ts FROM ct WHERE id = 1 ORDER BY 1;
-- Values of char(n).
SELECT id, coalesce(c, 'none') AS a, greatest(c, v) AS b, CASE WHEN id = 1 THEN c ELSE 'x' END AS d, coalesce(t, c) || '|' AS e FROM ct ORDER BY id;
SELECT c FROM ct WHERE id = 1 UNION ALL SELECT 'x' ORDER BY 1;
SELECT t FROM ct WHERE id = 1 UNION SELECT c FROM ct WHERE id = 1 ORDER BY 1;
SELECT id, quote_literal(c) AS a, quote_nullable(c) AS b, format('%L %s', c, c) AS d, concat(c, '|') AS e, to_json(c) AS g, quote_literal(min(c)) AS h FROM ct GROUP BY id, c ORDER BY id;
SELECT quote_literal(x) AS a FROM (SELECT c AS x FROM ct) AS w ORDER BY 1;
SELECT concat('a'::char(3), '|') AS a, format('%s|', 'b'::char(3)) AS b, to_json('c'::char(3)) AS c, json_build_object('k', 'd'::char(2)) AS d, concat_ws('|', 'a'::char(2), 'b'::char(2)) AS e;
SELECT id, c = t AS a, c = v AS b, c = 'AL ' AS d, c = 'AL '::text AS e, t = c AS g FROM ct ORDER BY id;
SELECT a.id, b.id FROM ct AS a JOIN ct AS b ON a.c = b.v5 ORDER BY 1, 2;
DROP TABLE ct;
