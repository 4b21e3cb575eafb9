-- Casts to char(n) and the like in queries in FROM: the result shows their types and blanks.
SELECT v::varchar(5), c::char(3) FROM (SELECT 'y' AS v, 'z' AS c) t
SELECT t.v::varchar(5) AS v, t.c::char(3) AS c FROM (SELECT 'y', 'z') AS t(v, c)
SELECT * FROM (SELECT t.v::varchar(5) AS v, t.c::char(3) AS c FROM (SELECT 'y', 'z') AS t(v, c)) td(v, c)
SELECT td.v, td.c FROM (SELECT t.v::varchar(5) AS v, t.c::char(3) AS c FROM (SELECT 'y', 'z') AS t(v, c)) td(v, c)
SELECT td.v, td.c FROM (SELECT t.v::varchar(5) AS v, t.c::char(3) AS c FROM (SELECT 'y', 'z') AS t(v, c)) td
SELECT v, v || '|', c, c || '|', n FROM (SELECT 'y'::varchar(5) AS v, 'z'::char(3) AS c, 1.5::numeric(6,3) AS n, now()::timestamp(3) AS ts) x
SELECT * FROM (SELECT 'y'::varchar(5) AS v, 'z'::char(3) AS c, 1.5::numeric(6,3) AS n, '2024-01-01'::timestamp(3) AS ts, '101'::bit(3) AS b) x
WITH w AS (SELECT 'y'::varchar(5) AS v, 'z'::char(3) AS c, 1.5::numeric(6,3) AS n) SELECT * FROM w
WITH w AS (SELECT 'y'::varchar(5) AS v, 'z'::char(3) AS c, 1.5::numeric(6,3) AS n) SELECT w.c, upper(v), max(c) FROM w GROUP BY 1, v
CREATE TABLE kb_rc (id int, v varchar(4), c char(4), n numeric(6,1))
INSERT INTO kb_rc VALUES (1, 'a', 'b', 2)
SELECT * FROM (SELECT * FROM kb_rc) x
SELECT * FROM (SELECT id, v, c, n, v::char(2) AS d FROM kb_rc) x
SELECT x.d, x.c FROM (SELECT id, v, c, n, v::char(2) AS d FROM kb_rc) x JOIN kb_rc ON kb_rc.id = x.id
SELECT x.*, kb_rc.v FROM (SELECT id, v, c, n, v::char(2) AS d FROM kb_rc) x JOIN kb_rc ON kb_rc.id = x.id
SELECT d FROM (SELECT c::char(6) AS d FROM kb_rc UNION ALL SELECT c::char(6) FROM kb_rc) x
SELECT d FROM (SELECT d FROM (SELECT c::char(6) AS d FROM kb_rc) x) y
SELECT coalesce(d, 'x') FROM (SELECT c::char(6) AS d FROM kb_rc) x
SELECT d = 'b', length(d), d || 'x' FROM (SELECT c::char(6) AS d FROM kb_rc) x
SELECT (SELECT d FROM (SELECT c::char(6) AS d FROM kb_rc) x)
SELECT array_agg(d) FROM (SELECT c::char(6) AS d FROM kb_rc) x
SELECT * FROM (VALUES ('a'::char(3)), ('b')) v(x)
CREATE TABLE kb_rc2 AS SELECT * FROM (SELECT id, v::char(2) AS d, c::varchar(9) AS e FROM kb_rc) x
SELECT * FROM kb_rc2
SELECT column_name, data_type, character_maximum_length FROM information_schema.columns WHERE table_name = 'kb_rc2' ORDER BY ordinal_position
SELECT max(d), min(d) FROM (SELECT c::char(6) AS d FROM kb_rc) x
SELECT a.d, b.d FROM (SELECT v::char(2) AS d FROM kb_rc) a, (SELECT v::char(5) AS d FROM kb_rc) b
SELECT a.*, b.* FROM (SELECT v::char(2) AS d FROM kb_rc) a, (SELECT v::char(5) AS d FROM kb_rc) b
