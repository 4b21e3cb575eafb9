-- STRICT functions of one row in FROM, and patterns beside char within bodies.
CREATE FUNCTION retr_f(x int, OUT a int, OUT b text) LANGUAGE sql STRICT AS $$ SELECT x, 'b' || x $$
SELECT * FROM retr_f(1)
SELECT * FROM retr_f(NULL)
SELECT a IS NULL, b IS NULL FROM retr_f(NULL)
SELECT count(*) FROM retr_f(NULL)
SELECT retr_f(NULL), retr_f(2), (retr_f(NULL)).a
CREATE FUNCTION retr_g(x int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT x + 1 $$
SELECT * FROM retr_g(1)
SELECT * FROM retr_g(NULL)
SELECT count(*) FROM retr_g(NULL) g
SELECT * FROM retr_g(NULL) WITH ORDINALITY
SELECT * FROM (VALUES (1), (NULL)) v(x), retr_g(v.x) g
SELECT * FROM (VALUES (1), (NULL)) v(x) LEFT JOIN LATERAL retr_f(v.x) g ON true
CREATE FUNCTION retr_s(x int) RETURNS SETOF int LANGUAGE sql STRICT AS $$ SELECT x + 1 $$
SELECT * FROM retr_s(NULL)
SELECT * FROM retr_s(1)
SELECT * FROM (VALUES (1), (NULL)) v(x), retr_s(v.x) g
CREATE FUNCTION retr_t(x int) RETURNS TABLE (a int, b int) LANGUAGE sql STRICT AS $$ SELECT x, x + 1 $$
SELECT * FROM retr_t(NULL)
SELECT * FROM retr_t(3)
CREATE TABLE retr_tab (id int, name text)
INSERT INTO retr_tab VALUES (1, 'one'), (2, 'two')
CREATE FUNCTION retr_row(x int) RETURNS retr_tab LANGUAGE sql STRICT AS $$ SELECT * FROM retr_tab WHERE id = x $$
SELECT * FROM retr_row(1)
SELECT * FROM retr_row(NULL)
SELECT * FROM retr_row(7)
SELECT r.name FROM retr_row(NULL) r
CREATE FUNCTION retr_two(x int, y int, OUT s int, OUT d int) LANGUAGE sql STRICT AS $$ SELECT x + y, x - y $$
SELECT * FROM retr_two(1, NULL)
SELECT * FROM retr_two(5, 3)
SELECT * FROM (VALUES (1, 2), (3, NULL), (NULL, NULL)) v(x, y), LATERAL retr_two(x, y) ORDER BY x
SELECT * FROM retr_f(NULL) AS q(m, n)
SELECT * FROM ROWS FROM (retr_f(NULL), retr_g(1))
PREPARE retr_p(int) AS SELECT * FROM retr_f($1)
EXECUTE retr_p(NULL)
EXECUTE retr_p(3)
CREATE FUNCTION retr_c(t "char") RETURNS int LANGUAGE sql AS $$ SELECT position(t in 'CBA') $$
SELECT retr_c('B'), retr_c('x'), retr_c(NULL)
CREATE FUNCTION retr_c2(t char(3)) RETURNS int LANGUAGE sql AS $$ SELECT position(t in 'CBA') $$
SELECT retr_c2('B'), retr_c2('BA')
CREATE FUNCTION retr_c3(t char) RETURNS boolean LANGUAGE sql AS $$ SELECT t LIKE 'a%' $$
SELECT retr_c3('a'), retr_c3('abc'), retr_c3('x')
CREATE FUNCTION retr_c4(t "char") RETURNS boolean LANGUAGE sql AS $$ SELECT t LIKE 'a%' $$
SELECT retr_c4('a'), retr_c4('x')
CREATE FUNCTION retr_c5(t "char") RETURNS text LANGUAGE sql AS $$ SELECT t || 'x' $$
SELECT retr_c5('a')
CREATE FUNCTION retr_c6(t "char", u char(4)) RETURNS text LANGUAGE sql AS $$ SELECT upper(t) || u || length(u) || replace(u, 'a', 'b') $$
SELECT retr_c6('a', 'xa')
CREATE FUNCTION retr_c7(t "char") RETURNS boolean LANGUAGE sql AS $$ SELECT t ~ '^[a-c]$' $$
SELECT retr_c7('a'), retr_c7('x')
CREATE TABLE retr_ch (c "char", d char(3), e char)
INSERT INTO retr_ch VALUES ('B', 'B', 'B'), ('a', 'ab', 'a')
SELECT position(c in 'CBA'), position(d in 'CBA'), position(e in 'CBA'), c LIKE 'a%', d LIKE 'a%', d LIKE 'ab ', e LIKE 'a', c ~ 'a', d ~ 'b$', strpos('CBA', c), strpos('CBA', d) FROM retr_ch
SELECT c IN ('a', 'b'), d IN ('ab'), c || d, d || c, length(c), length(d), upper(c), lower(d), replace(d, 'a', c), left(c, 1), split_part(d, 'a', 2) FROM retr_ch
CREATE FUNCTION retr_tab2() RETURNS SETOF int LANGUAGE sql AS $$ SELECT position(c in 'CBA') + position(d in 'CBA') FROM retr_ch $$
SELECT * FROM retr_tab2()
CREATE FUNCTION retr_like(t char(3), p text) RETURNS boolean LANGUAGE sql AS $$ SELECT t LIKE p $$
SELECT retr_like('ab', 'ab'), retr_like('ab', 'ab '), retr_like('ab', 'a%')
CREATE FUNCTION retr_like2(t text, p char(3)) RETURNS boolean LANGUAGE sql AS $$ SELECT t LIKE p $$
SELECT retr_like2('ab', 'ab'), retr_like2('ab', 'a%')
CREATE FUNCTION retr_agg(x int) RETURNS TABLE (n bigint, m int) LANGUAGE sql STRICT AS $$ SELECT count(*), x FROM retr_tab WHERE id < x $$
SELECT * FROM retr_agg(NULL)
SELECT * FROM retr_agg(2)
CREATE FUNCTION retr_agg1(x int, OUT n bigint, OUT m int) LANGUAGE sql STRICT AS $$ SELECT count(*), max(id) FROM retr_tab WHERE id < x $$
SELECT * FROM retr_agg1(NULL)
SELECT * FROM retr_agg1(2)
SELECT v.x, a.n, a.m FROM (VALUES (1), (NULL), (3)) v(x), retr_agg1(v.x) a ORDER BY 1
CREATE FUNCTION retr_one(x int) RETURNS bigint LANGUAGE sql STRICT AS $$ SELECT count(*) FROM retr_tab WHERE id < x $$
SELECT * FROM retr_one(NULL)
SELECT v.x, a.n FROM (VALUES (1), (NULL), (3)) v(x), retr_one(v.x) a(n) ORDER BY 1
CREATE FUNCTION retr_un(x int, OUT n int, OUT m int) LANGUAGE sql STRICT AS $$ SELECT x, 1 UNION ALL SELECT x + 1, 2 ORDER BY 1 $$
SELECT * FROM retr_un(NULL)
SELECT * FROM retr_un(4)
SELECT * FROM (VALUES (1), (NULL), (3)) v(x), retr_un(v.x) a ORDER BY 1
CREATE FUNCTION retr_val(x int, OUT n int, OUT m int) LANGUAGE sql STRICT AS $$ VALUES (x, 2) $$
SELECT * FROM retr_val(NULL)
SELECT * FROM retr_val(4)
CREATE FUNCTION retr_default(x int, y int DEFAULT NULL, OUT n int, OUT m int) LANGUAGE sql STRICT AS $$ SELECT x, y $$
SELECT * FROM retr_default(1)
SELECT * FROM retr_default(1, 2)
SELECT (SELECT n FROM retr_default(t.id, t.id)) FROM retr_tab t ORDER BY 1
