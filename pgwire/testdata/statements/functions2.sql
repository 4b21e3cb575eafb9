-- Functions in LANGUAGE sql: what hangs on them, and what is refused.
CREATE TABLE ga (id int PRIMARY KEY, name text, score numeric(8,2), tags text[], made timestamp)
INSERT INTO ga VALUES (1, 'ann', 3.50, '{a,b}', '2024-01-01 10:00'), (2, 'bob', 8.25, '{}', '2024-05-01 12:30'), (3, 'cy', NULL, NULL, NULL)
CREATE TABLE gb (id int, aid int, v int)
INSERT INTO gb VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30)
CREATE TYPE gmood AS ENUM ('sad', 'ok', 'happy')
CREATE FUNCTION gmoodof(n numeric) RETURNS gmood LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN n > 5 THEN 'happy' ELSE 'sad' END::gmood $$
SELECT id, gmoodof(score) FROM ga ORDER BY id
CREATE FUNCTION gsum(a int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT sum(v) FROM gb WHERE aid = a $$
SELECT id, name, gsum(id), coalesce(gsum(id), 0) + 1 AS more FROM ga ORDER BY id
SELECT name FROM ga WHERE gsum(id) > 25 ORDER BY name
SELECT name FROM ga ORDER BY gsum(id) DESC NULLS LAST, name
SELECT sum(gsum(id)) FROM ga
SELECT gsum(id) AS s, count(*) FROM ga GROUP BY gsum(id) ORDER BY 1
SELECT a.name, g.v FROM ga a CROSS JOIN LATERAL (SELECT gsum(a.id) AS v) g ORDER BY 1
WITH t AS (SELECT gsum(1) AS x) SELECT x * 2 FROM t
SELECT (SELECT gsum(2)) AS y
SELECT CASE WHEN gsum(1) > 5 THEN 'big' ELSE 'small' END
CREATE FUNCTION gfirst(prefix text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT name FROM ga WHERE name LIKE prefix || '%' ORDER BY name $$
SELECT gfirst(''), gfirst('b'), gfirst('zz')
CREATE FUNCTION gexists(n text) RETURNS boolean LANGUAGE sql STABLE AS $$ SELECT EXISTS (SELECT 1 FROM ga WHERE name = n) $$
SELECT gexists('ann'), gexists('nobody')
SELECT b.id, gexists((SELECT name FROM ga WHERE ga.id = b.aid)) FROM gb b ORDER BY b.id
CREATE FUNCTION gdays(a timestamp, b timestamp DEFAULT '2024-06-01') RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (b::date - a::date) $$
SELECT id, gdays(made) FROM ga ORDER BY id
CREATE FUNCTION gclean(t text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT lower(trim(regexp_replace(t, '\s+', ' ', 'g'))) $$
SELECT gclean('  Hello   WORLD ')
CREATE FUNCTION gpct(part numeric, whole numeric) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN whole = 0 THEN NULL ELSE round(100.0 * part / whole, 1) END $$
SELECT gpct(1, 3), gpct(5, 0), gpct(2.5, 10)
SELECT id, gpct(v, 60) FROM gb ORDER BY id
CREATE FUNCTION gdiv(a numeric, b numeric) RETURNS numeric LANGUAGE sql IMMUTABLE RETURN a / b
SELECT gdiv(7, 2), gdiv(1, 4)
SELECT id, gdiv(v, 4) FROM gb ORDER BY id
CREATE FUNCTION gdivi(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE RETURN a / b
SELECT gdivi(7, 2)
SELECT gdivi(7.5, 2)
SELECT gdivi('7', '2')
CREATE FUNCTION gbetween(lo int, hi int) RETURNS TABLE(n int, sq int) LANGUAGE sql IMMUTABLE AS $$ SELECT i, i * i FROM generate_series(lo, hi) AS i $$
SELECT * FROM gbetween(2, 4)
SELECT sum(sq) FROM gbetween(1, 10)
SELECT a.id, b.n FROM ga a, LATERAL gbetween(a.id, 3) b ORDER BY 1, 2
CREATE FUNCTION gpairs(OUT k text, OUT n bigint) RETURNS SETOF record LANGUAGE sql STABLE AS $$ SELECT name, count(gb.id) FROM ga LEFT JOIN gb ON aid = ga.id GROUP BY name ORDER BY name $$
SELECT * FROM gpairs()
SELECT k FROM gpairs() WHERE n > 0 ORDER BY n
CREATE FUNCTION gone(OUT a int, OUT b text) LANGUAGE sql AS $$ SELECT 1, 'x' $$
SELECT a, b FROM gone()
CREATE FUNCTION gnone(OUT a int, OUT b text) LANGUAGE sql STABLE AS $$ SELECT id, name FROM ga WHERE id > 100 $$
SELECT * FROM gnone()
CREATE FUNCTION gint(INOUT x int) LANGUAGE sql AS $$ SELECT x + 1 $$
SELECT gint(41)
SELECT * FROM gint(41)
CREATE FUNCTION garr(a int[]) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(sum(x), 0)::int FROM unnest(a) AS x $$
SELECT garr(ARRAY[1, 2, 3]), garr('{}')
CREATE FUNCTION gjson(j jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT j ->> 'name' $$
SELECT gjson('{"name": "x"}')
CREATE FUNCTION gover(a int) RETURNS text LANGUAGE sql AS $$ SELECT 'i' $$
CREATE FUNCTION gover(a text) RETURNS text LANGUAGE sql AS $$ SELECT 't' $$
SELECT gover(5), gover('a'), gover('a'::varchar)
SELECT gover(true)
SELECT id, gover(id), gover(name) FROM ga ORDER BY id
PREPARE gp(int) AS SELECT gsum($1)
EXECUTE gp(1)
CREATE OR REPLACE FUNCTION gsum(a int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT -count(*) FROM gb WHERE aid = a $$
EXECUTE gp(1)
SELECT gsum(1)
DECLARE gc CURSOR WITH HOLD FOR SELECT gsum(id) FROM ga ORDER BY id
FETCH ALL FROM gc
CLOSE gc
COPY (SELECT id, gsum(id) FROM ga ORDER BY id) TO STDOUT
CREATE TABLE gt AS SELECT id, gsum(id) AS s FROM ga
SELECT * FROM gt ORDER BY id
CREATE VIEW gv AS SELECT id, gsum(id) AS s FROM ga
CREATE TABLE gd (x int DEFAULT gint(1))
CREATE FUNCTION grec(n int) RETURNS int LANGUAGE sql AS $$ SELECT CASE WHEN n <= 1 THEN 1 ELSE n * grec(n - 1) END $$
CREATE FUNCTION gvol() RETURNS double precision LANGUAGE sql AS $$ SELECT random() $$
SELECT count(DISTINCT gvol()) FROM gb
CREATE FUNCTION gtwice(a double precision) RETURNS double precision LANGUAGE sql AS $$ SELECT a - a $$
SELECT gtwice(random())
SELECT gtwice(2.5::float8)
CREATE FUNCTION gins(a int) RETURNS int LANGUAGE sql AS $$ INSERT INTO gb VALUES (9, 9, 9) RETURNING id $$
CREATE FUNCTION gmulti() RETURNS int LANGUAGE sql AS $$ SELECT 1; SELECT 2 $$
CREATE FUNCTION gvoid() RETURNS void LANGUAGE sql AS $$ DELETE FROM gb $$
CREATE FUNCTION gpl() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$
DO $$ BEGIN PERFORM 1; END $$
CREATE PROCEDURE gproc() LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION gtrig() RETURNS trigger LANGUAGE sql AS $$ SELECT 1 $$
CREATE TRIGGER gt1 BEFORE INSERT ON gb FOR EACH ROW EXECUTE FUNCTION gtrig()
CREATE AGGREGATE gagg(int) (SFUNC = int4pl, STYPE = int)
CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)
CREATE CAST (text AS gmood) WITH INOUT AS ASSIGNMENT
CREATE FUNCTION gpoly(a anyelement) RETURNS anyelement LANGUAGE sql AS $$ SELECT a $$
CREATE FUNCTION gvar(VARIADIC a int[]) RETURNS int LANGUAGE sql AS $$ SELECT array_length(a, 1) $$
CREATE FUNCTION gsec() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$
CREATE FUNCTION gsp(a int) RETURNS bigint LANGUAGE sql STABLE SET search_path = public AS $$ SELECT count(*) FROM gb WHERE aid = a $$
SELECT gsp(1)
SELECT gint(DISTINCT 1)
SELECT gint(1) OVER ()
SELECT gint(*)
SELECT gint(y => 1)
SELECT nsp.nspname, p.proname, pg_get_function_result(p.oid) FROM pg_proc p JOIN pg_namespace nsp ON nsp.oid = p.pronamespace WHERE nsp.nspname = 'public' AND p.proname IN ('gsum', 'gint', 'gbetween', 'gmoodof') ORDER BY 2
SELECT obj_description('gsum(int)'::regprocedure)
COMMENT ON FUNCTION gsum(int) IS 'sums'
DROP VIEW IF EXISTS gv
DROP TABLE IF EXISTS gd
DROP FUNCTION gsum(int), gint
SELECT gsum(1)
DROP TYPE gmood
DROP FUNCTION gmoodof(numeric)
ALTER FUNCTION gsp(int) RENAME TO gsp2
BEGIN
CREATE FUNCTION gintx() RETURNS int LANGUAGE sql AS 'SELECT 7'
SELECT gintx()
CREATE OR REPLACE FUNCTION gintx() RETURNS int LANGUAGE sql AS 'SELECT 8'
SELECT gintx()
DROP FUNCTION gintx()
SELECT gintx()
ROLLBACK
CREATE SCHEMA gx
CREATE FUNCTION gx.f() RETURNS int LANGUAGE sql AS 'SELECT 3'
SELECT gx.f()
DROP SCHEMA gx
DROP SCHEMA gx CASCADE
SELECT gx.f()
CREATE TABLE gy (a int, b text)
CREATE FUNCTION gyall() RETURNS SETOF gy LANGUAGE sql STABLE AS 'SELECT a, b FROM gy'
DROP TABLE gy
INSERT INTO gy VALUES (1, 'x'), (2, NULL)
SELECT * FROM gyall() ORDER BY a
SELECT y.b FROM gyall() y WHERE y.a = 1
DROP FUNCTION gyall()
CREATE FUNCTION gyone(n int) RETURNS gy LANGUAGE sql STABLE AS 'SELECT a, b FROM gy WHERE a = n'
SELECT * FROM gyone(1)
SELECT * FROM gyone(99)
CREATE FUNCTION gycount() RETURNS bigint LANGUAGE sql STABLE BEGIN ATOMIC SELECT count(*) FROM gy; END
SELECT gycount()
DROP TABLE gy
DROP FUNCTION gycount(), gyone(int)
DROP TABLE gy
CREATE TABLE "Odd Name" ("select" int, "A b" text)
CREATE FUNCTION "Odd f"("select" int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM "Odd Name" o WHERE o."select" = "Odd f"."select" $$
SELECT "Odd f"(1)
SELECT pg_get_function_arguments(oid) FROM pg_proc WHERE proname = 'Odd f'
CREATE FUNCTION gquote(a text DEFAULT 'it''s') RETURNS text LANGUAGE sql AS $$ SELECT a || '''' || $q$"$q$ $$
SELECT gquote(), gquote('x')
SELECT pg_get_function_arguments(oid) FROM pg_proc WHERE proname = 'gquote'
CREATE FUNCTION gnext(a int) RETURNS int LANGUAGE sql AS $$ SELECT max(id) + a FROM gb $$
INSERT INTO gb (id) VALUES (gnext(1))
INSERT INTO gb (id) SELECT gnext(1) FROM ga
DELETE FROM gb WHERE id > 4
SELECT id FROM gb ORDER BY id
SELECT gnext(1::bigint)
SELECT gnext(NULL), gnext('5')
CREATE FUNCTION gint(x int) RETURNS int LANGUAGE sql AS $$ SELECT x + 1 $$
SELECT x, gint(x) FROM generate_series(1, 3) x
SELECT sum(v) OVER (ORDER BY id) AS running, gint(row_number() OVER (ORDER BY id)::int) FROM gb WHERE v IS NOT NULL ORDER BY id
SELECT gint(max(v)), gint(count(*)::int) FROM gb
CREATE FUNCTION gsq(x int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT x * x $$
SELECT gsq(max(v)), gsq(sum(v)::int % 7) FROM gb
SELECT v, gsq(v + 1) FROM gb ORDER BY id
SELECT aid, gsq(sum(v)::int) FROM gb GROUP BY aid ORDER BY aid
UPDATE gb SET v = gsq(v) WHERE gsq(v) > 100 RETURNING id, v
SELECT id, v FROM gb ORDER BY id
INSERT INTO gb VALUES (1, 1, 1), (7, 7, gsq(7))
SELECT id, v FROM gb WHERE v = gsq(7)
CREATE FUNCTION gn1(n int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM gb WHERE aid = n $$
CREATE FUNCTION gn2(n int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT gn1(n + 0) * 10 + gn1(n + 1) $$
CREATE FUNCTION gn3(n int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT gn2(n + 0) + count(*) FROM ga WHERE id <= n + 1 $$
SELECT id, gn1(id), gn2(id), gn3(id), gn3(id + 0) FROM ga ORDER BY id
SELECT a.id, gn1(a.id + 0) FROM ga a WHERE gn1(a.id + 0) > 0 ORDER BY a.id
CREATE FUNCTION gn4(n int) RETURNS TABLE(x int, y bigint) LANGUAGE sql STABLE AS $$ SELECT id, gn1(n + 0) FROM ga WHERE id <= n ORDER BY id $$
SELECT a.id, t.* FROM ga a, gn4(a.id + 1) t ORDER BY 1, 2
SELECT a.id, (SELECT sum(t.x) FROM gn4(a.id) t) FROM ga a ORDER BY 1
CREATE FUNCTION gmix(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a + b * b $$
SELECT aid, gmix(max(id), aid + 1) FROM gb GROUP BY aid ORDER BY aid
SELECT gmix(max(id), 2) FROM gb
SELECT gmix(1, gmix(2, 3) + 0)
SELECT gmix(gmix(id, 1), gmix(id, 2)) FROM gb ORDER BY id
SELECT gn1(gmix(1, 0)), gn1((SELECT max(id) FROM ga) - 2)
CREATE FUNCTION gbaddef(a int DEFAULT nosuch(1)) RETURNS int LANGUAGE sql AS $$ SELECT a $$
CREATE FUNCTION gdd(a numeric DEFAULT 1.5, b text DEFAULT NULL, c date DEFAULT '2024-01-31') RETURNS text LANGUAGE sql AS $$ SELECT a::text || coalesce(b, '-') || c::text $$
SELECT gdd(), gdd(2), gdd(b => 'x'), gdd(c => '2024-02-01', a => 7)
CREATE FUNCTION gshadow(v int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM gb WHERE v > 15 $$
SELECT gshadow(1), gshadow(100)
CREATE FUNCTION gctes(lim int) RETURNS bigint LANGUAGE sql STABLE AS $$ WITH big AS (SELECT v FROM gb WHERE v > lim), n AS (SELECT count(*) AS c FROM big) SELECT c FROM n $$
SELECT gctes(15), gctes(id) FROM ga ORDER BY id
CREATE FUNCTION gunion(a int) RETURNS SETOF int LANGUAGE sql AS $$ SELECT a UNION ALL SELECT a + 1 ORDER BY 1 $$
SELECT * FROM gunion(5)
SELECT gunion(1), 'x'
CREATE FUNCTION gcase(s text) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT CASE lower(s) WHEN 'a' THEN 1 WHEN 'b' THEN 2 END $$
SELECT name, gcase(left(name, 1)) FROM ga ORDER BY name
SELECT count(*) FILTER (WHERE gcase(left(name, 1)) = 1) FROM ga
SELECT name, rank() OVER (ORDER BY gcase(left(name, 1)) NULLS LAST) FROM ga ORDER BY 2, 1
DELETE FROM gb USING ga WHERE gb.aid = ga.id AND gcase(left(ga.name, 1)) = 2 RETURNING gb.id
INSERT INTO ga (id, name) VALUES (1, 'again') ON CONFLICT (id) DO UPDATE SET name = upper(excluded.name) || gcase('b') RETURNING name
