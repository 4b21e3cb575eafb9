-- Functions that return composite values by columns, and by one value.
CREATE TABLE cr_pt (c int, v text, n numeric)
INSERT INTO cr_pt VALUES (1, 'b', 2.5), (2, 'c', 3)
CREATE TYPE cr_pair AS (a int, b text)
CREATE TYPE cr_limited AS (a int, b varchar(3))
CREATE FUNCTION cr_1() RETURNS cr_pair LANGUAGE sql AS 'SELECT 1, ''x'''
CREATE FUNCTION cr_2() RETURNS cr_pair LANGUAGE sql AS 'SELECT 1, ''x''::text'
CREATE FUNCTION cr_3() RETURNS cr_pair LANGUAGE sql AS 'SELECT ROW(1, ''x'')::cr_pair'
CREATE FUNCTION cr_6() RETURNS SETOF cr_pair LANGUAGE sql AS 'SELECT a, b FROM (VALUES (1, ''x''), (2, ''y'')) v(a, b)'
CREATE FUNCTION cr_8() RETURNS cr_pair LANGUAGE sql AS 'SELECT NULL::cr_pair'
CREATE FUNCTION cr_9() RETURNS cr_pair LANGUAGE sql AS 'SELECT NULL'
CREATE FUNCTION cr_10() RETURNS cr_pair LANGUAGE sql AS 'SELECT 1'
CREATE FUNCTION cr_11() RETURNS cr_pair LANGUAGE sql AS 'SELECT 1, 2, 3'
CREATE FUNCTION cr_12() RETURNS cr_pair LANGUAGE sql AS 'SELECT 1::bigint, ''x'''
CREATE FUNCTION cr_13() RETURNS cr_pt LANGUAGE sql AS 'SELECT * FROM cr_pt ORDER BY c'
CREATE FUNCTION cr_15() RETURNS cr_pt LANGUAGE sql AS 'SELECT cr_pt FROM cr_pt ORDER BY c'
CREATE FUNCTION cr_16() RETURNS SETOF cr_pt LANGUAGE sql AS 'SELECT p FROM cr_pt AS p ORDER BY p.c DESC'
CREATE FUNCTION cr_18(int) RETURNS cr_pair LANGUAGE sql AS 'SELECT $1, $1::text'
CREATE FUNCTION cr_19(cr_pair) RETURNS cr_pair LANGUAGE sql AS 'SELECT $1'
CREATE FUNCTION cr_20(cr_pair) RETURNS cr_pair LANGUAGE sql AS 'SELECT $1.a + 1, $1.b'
CREATE FUNCTION cr_21(p cr_pair) RETURNS cr_pair LANGUAGE sql AS 'SELECT (p).a + 1, (p).b || ''!'''
CREATE FUNCTION cr_27() RETURNS cr_pair LANGUAGE sql AS 'VALUES (1, ''x'')'
CREATE FUNCTION cr_28() RETURNS SETOF cr_pair LANGUAGE sql AS 'SELECT 1, ''x'' UNION ALL SELECT 2, ''y'''
CREATE FUNCTION cr_29(OUT a int, OUT b text) LANGUAGE sql AS 'SELECT 1, ''x'''
CREATE FUNCTION cr_30(OUT a int, OUT b text) LANGUAGE sql AS 'SELECT ROW(1, ''x''::text)'
CREATE FUNCTION cr_32() RETURNS TABLE (a int, b text) LANGUAGE sql AS 'SELECT ROW(1, ''x''::text)'
CREATE FUNCTION cr_33(int) RETURNS cr_pair LANGUAGE sql AS 'SELECT c, v FROM cr_pt WHERE c = $1'
CREATE FUNCTION cr_34() RETURNS cr_pair LANGUAGE sql AS 'SELECT max(c), min(v) FROM cr_pt'
CREATE FUNCTION cr_35() RETURNS cr_pair LANGUAGE sql BEGIN ATOMIC SELECT 1, 'x'::text; END
CREATE FUNCTION cr_36() RETURNS cr_limited LANGUAGE sql AS 'SELECT 1, ''abcd'''
SELECT cr_1(), cr_2(), cr_3(), cr_8(), cr_12()
SELECT cr_18(3), cr_19(ROW(1,'q')::cr_pair), cr_20(ROW(1,'q')::cr_pair), cr_21(ROW(1,'q')::cr_pair), cr_27()
SELECT * FROM cr_1()
SELECT * FROM cr_6()
SELECT a, b FROM cr_28() ORDER BY a DESC
SELECT * FROM cr_13()
SELECT * FROM cr_15()
SELECT * FROM cr_16()
SELECT * FROM cr_30(), cr_32()
SELECT (cr_1()).b, (cr_18(7)).a + 1
SELECT cr_33(1), cr_33(9), cr_34()
SELECT cr_35()
SELECT prosrc FROM pg_proc WHERE proname IN ('cr_1', 'cr_15', 'cr_30') ORDER BY proname
SELECT c, cr_33(c) FROM cr_pt ORDER BY c
CREATE TYPE crp_addr AS (street text, "No" int, zip char(5))
CREATE FUNCTION crp_l1(a crp_addr) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a.street $$
CREATE FUNCTION crp_l2(a crp_addr) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT (a).street $$
CREATE FUNCTION crp_l4(a crp_addr, sep text DEFAULT ' / ') RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT coalesce(a.street, '?') || sep || a."No" $$
CREATE FUNCTION crp_l5(a crp_addr) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT crp_l5.a.street $$
CREATE FUNCTION crp_l6(a crp_addr) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a.nosuch $$
CREATE FUNCTION crp_l7(a int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a.b $$
CREATE FUNCTION crp_l8(a crp_addr) RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM (VALUES ('Oak'), ('Elm')) AS v(street) WHERE v.street = a.street $$
CREATE FUNCTION crp_l9(a crp_addr) RETURNS text LANGUAGE sql STABLE AS $$ SELECT a.street FROM (VALUES ('inner')) AS a(street) $$
SELECT crp_l1(ROW('Oak', 3, NULL)), crp_l2(ROW('Oak', 3, NULL)), crp_l4(ROW('Oak', 3, NULL)), crp_l4(sep => '#', a => ROW('Oak', 3, NULL)), crp_l5(ROW('Elm', 1, 'x')), crp_l8(ROW('Oak', 3, NULL)), crp_l9(ROW('Oak', 3, NULL))
SELECT crp_l1(NULL), crp_l4(NULL), crp_l2(('a', 1, 'b')::crp_addr)
