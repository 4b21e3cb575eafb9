-- Functions in LANGUAGE sql, as analysts and migrations write them.
CREATE TABLE fo (id int PRIMARY KEY, region text, amount numeric(10,2), placed date, qty int)
INSERT INTO fo VALUES (1, 'north', 10.50, '2024-01-03', 3), (2, 'south', 20.00, '2024-02-10', 1), (3, 'north', 7.25, '2024-02-11', NULL), (4, NULL, 100.00, '2024-03-01', 12)
CREATE FUNCTION fadd(a integer, b integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT a + b $$
SELECT fadd(2, 3), fadd(1, 2) * 10 AS x
SELECT id, fadd(id, qty) FROM fo ORDER BY id
SELECT fadd(a => 1, b => 2), fadd(b := 5, a := 1), fadd(1, b => 9)
SELECT fadd(fadd(1, 2), fadd(3, 4))
SELECT fadd(1)
SELECT fadd('x', 'y')
SELECT nosuchf(1)
CREATE FUNCTION fadd(a integer, b integer) RETURNS integer LANGUAGE sql AS 'SELECT 1'
CREATE OR REPLACE FUNCTION fadd(a integer, b integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT a + b + 0 $$
CREATE OR REPLACE FUNCTION fadd(a integer, b integer) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$
CREATE OR REPLACE FUNCTION fadd(x integer, y integer) RETURNS integer LANGUAGE sql AS $$ SELECT x + y $$
CREATE FUNCTION fold(integer, integer) RETURNS integer AS 'SELECT $1 * $2' LANGUAGE sql
SELECT fold(6, 7)
CREATE FUNCTION fret(p numeric, rate numeric DEFAULT 0.2) RETURNS numeric LANGUAGE sql IMMUTABLE RETURN p * (1 + rate)
SELECT fret(100), fret(100, 0.07), fret(10.50)
SELECT id, fret(amount) FROM fo ORDER BY id
SELECT id, round(fret(amount, rate => 0.19), 2) FROM fo ORDER BY id
CREATE FUNCTION fstrict(a text, b text) RETURNS text LANGUAGE sql STRICT IMMUTABLE AS $$ SELECT coalesce(a, '-') || coalesce(b, '-') $$
SELECT fstrict('a', 'b'), fstrict(NULL, 'b'), fstrict('a', NULL)
SELECT id, fstrict(region, 'x') FROM fo ORDER BY id
CREATE FUNCTION fnull(a text) RETURNS text LANGUAGE sql RETURNS NULL ON NULL INPUT AS $$ SELECT 'v' || a $$
SELECT fnull(NULL), fnull('q')
CREATE FUNCTION ftotal(r text) RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT sum(amount) FROM fo WHERE region = r $$
SELECT ftotal('north'), ftotal('nowhere')
SELECT DISTINCT region, ftotal(region) FROM fo ORDER BY region
CREATE FUNCTION fname(id int) RETURNS text LANGUAGE sql STABLE AS $$ SELECT region FROM fo WHERE fo.id = fname.id $$
SELECT fname(1), fname(4), fname(99)
CREATE FUNCTION fcolumn(id int) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM fo WHERE id = id $$
SELECT fcolumn(1)
CREATE FUNCTION frows(lowest numeric) RETURNS TABLE(oid_ int, total numeric) LANGUAGE sql STABLE AS $$ SELECT id, amount FROM fo WHERE amount >= lowest ORDER BY id $$
SELECT * FROM frows(10)
SELECT r.total FROM frows(20) AS r WHERE r.oid_ > 2
SELECT f.id, r.oid_ FROM fo f, frows(f.amount) r ORDER BY 1, 2
SELECT f.id, r.oid_ FROM fo f LEFT JOIN LATERAL frows(f.amount * 10) r ON true ORDER BY 1, 2
CREATE FUNCTION fsetof(n int) RETURNS SETOF fo LANGUAGE sql STABLE AS $$ SELECT * FROM fo WHERE qty >= n $$
SELECT * FROM fsetof(2) ORDER BY id
SELECT count(*) FROM fsetof(1)
CREATE FUNCTION fids() RETURNS SETOF int LANGUAGE sql STABLE AS $$ SELECT id FROM fo ORDER BY id $$
SELECT * FROM fids()
SELECT x FROM fids() AS x WHERE x > 2
SELECT fids()
CREATE FUNCTION fout(a int, OUT double int, OUT half numeric) LANGUAGE sql AS $$ SELECT a * 2, a / 2.0 $$
SELECT * FROM fout(7)
SELECT fout(7)
CREATE FUNCTION frec() RETURNS SETOF record LANGUAGE sql STABLE AS $$ SELECT id, region FROM fo WHERE id < 3 ORDER BY id $$
SELECT * FROM frec() AS t(a int, b text)
CREATE FUNCTION fatomic(d date) RETURNS text LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT to_char(d, 'YYYY-MM'); END
SELECT fatomic('2024-02-10'), fatomic(placed) FROM fo ORDER BY id
SELECT fatomic(placed) AS month, sum(amount) FROM fo GROUP BY fatomic(placed) ORDER BY 1
SELECT region FROM fo WHERE fadd(id, 1) = 3 ORDER BY fadd(id, 0)
CREATE FUNCTION fkind(n int) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN n IS NULL THEN 'none' WHEN n < 3 THEN 'few' ELSE 'many' END $$
SELECT fkind(qty), count(*) FROM fo GROUP BY 1 ORDER BY 1
UPDATE fo SET qty = fadd(qty, 1) WHERE fkind(qty) = 'few' RETURNING id, qty, fkind(qty)
INSERT INTO fo (id, qty) VALUES (fadd(4, 1), fadd(1, 1)) RETURNING id, fadd(id, qty)
DELETE FROM fo WHERE id = fadd(2, 3)
CREATE FUNCTION fnested(a int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT fadd(a, a) * fadd(a, 1) $$
SELECT fnested(3), fnested(qty) FROM fo ORDER BY id
SELECT sum(fadd(qty, 1)), fadd(sum(qty)::int, count(*)::int) FROM fo
SELECT proname, prokind, provolatile, proisstrict, proretset, pronargs, pronargdefaults FROM pg_proc WHERE proname LIKE 'f%' AND pronamespace = 'public'::regnamespace ORDER BY 1
SELECT pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid), pg_get_function_result(oid) FROM pg_proc WHERE proname IN ('fadd', 'fret', 'frows', 'fout', 'fids', 'fsetof') AND pronamespace = 'public'::regnamespace ORDER BY proname
SELECT pg_get_functiondef('fadd'::regproc)
SELECT pg_get_functiondef('fstrict(text,text)'::regprocedure)
SELECT 'fadd'::regproc, 'fadd(int, int)'::regprocedure, 'fids()'::regprocedure
SELECT routine_name, routine_type, data_type, external_language FROM information_schema.routines WHERE routine_schema = 'public' AND routine_name LIKE 'f%' ORDER BY 1
SELECT prosrc FROM pg_proc WHERE proname = 'fkind'
CREATE FUNCTION fover(a int) RETURNS text LANGUAGE sql AS $$ SELECT 'int' $$
CREATE FUNCTION fover(a text) RETURNS text LANGUAGE sql AS $$ SELECT 'text' $$
CREATE FUNCTION fover(a int, b int) RETURNS text LANGUAGE sql AS $$ SELECT 'two' $$
SELECT fover(1), fover('x'::text), fover(1, 2)
DROP FUNCTION fover
DROP FUNCTION fover(text)
DROP FUNCTION fover(int), fover(int, int)
DROP FUNCTION fover(int)
DROP FUNCTION IF EXISTS fover(int)
DROP FUNCTION IF EXISTS nosuchf
CREATE FUNCTION fbad() RETURNS int LANGUAGE sql AS $$ SELECT * FROM nosuchtable $$
CREATE FUNCTION fbad() RETURNS int LANGUAGE sql AS $$ SELECT nocolumn FROM fo $$
CREATE FUNCTION fbad() RETURNS int LANGUAGE sql AS $$ SELECT 'text'::text $$
CREATE FUNCTION fbad() RETURNS int LANGUAGE sql AS $$ SELECT 1, 2 $$
CREATE FUNCTION fbad() RETURNS int LANGUAGE sql AS $$ SELEC 1 $$
CREATE FUNCTION fbad(a int, a int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION fbad(a int DEFAULT 1, b int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION fbad() LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION fbad() RETURNS int AS $$ SELECT 1 $$
CREATE FUNCTION fbad() RETURNS nosuchtype LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION fbad() RETURNS int LANGUAGE nosuchlang AS $$ SELECT 1 $$
CREATE SCHEMA fs
CREATE FUNCTION fs.fadd(a int, b int) RETURNS int LANGUAGE sql AS $$ SELECT a * 100 + b $$
SELECT fs.fadd(1, 2), fadd(1, 2), public.fadd(1, 2)
SET search_path = fs, public
SELECT fadd(1, 2)
RESET search_path
DROP FUNCTION fs.fadd
BEGIN; CREATE FUNCTION ftx() RETURNS int LANGUAGE sql AS 'SELECT 42'; SELECT ftx(); ROLLBACK
SELECT ftx()
