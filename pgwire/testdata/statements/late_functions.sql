-- Functions that are made before what their bodies name, as a dump makes them.
SET check_function_bodies = off
CREATE FUNCTION lff_f() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM lff_t $$
CREATE FUNCTION public.lff_g(p_id integer) RETURNS text LANGUAGE sql STABLE AS $$ SELECT name FROM public.lff_t WHERE id = p_id $$
CREATE FUNCTION lff_k(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT lff_add(a, b) * 2 $$
CREATE FUNCTION lff_add(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a + b $$
CREATE FUNCTION lff_bad() RETURNS int LANGUAGE sql AS $$ SELECT nothing FROM nowhere $$
CREATE FUNCTION lff_h() RETURNS SETOF lff_t LANGUAGE sql AS $$ SELECT * FROM lff_t $$
CREATE FUNCTION lff_tab() RETURNS TABLE(id int, name text) LANGUAGE sql AS $$ SELECT t.id, t.name FROM lff_t t $$
CREATE TABLE lff_t (id int, name text)
CREATE FUNCTION lff_h() RETURNS SETOF lff_t LANGUAGE sql AS $$ SELECT * FROM lff_t $$
SET check_function_bodies = on
INSERT INTO lff_t VALUES (1, 'one'), (2, 'two')
SELECT lff_f()
SELECT lff_g(2)
SELECT lff_k(1, 2)
SELECT lff_bad()
SELECT * FROM lff_h() ORDER BY id
SELECT * FROM lff_tab() ORDER BY id
DROP FUNCTION lff_bad()
CREATE FUNCTION lff_bad2() RETURNS int LANGUAGE sql AS $$ SELECT nothing FROM nowhere $$
SET check_function_bodies = off
CREATE FUNCTION lff_rec() RETURNS SETOF lff_t2 LANGUAGE sql AS $$ SELECT * FROM lff_t2 $$
CREATE FUNCTION lff_m() RETURNS int LANGUAGE sql AS $$ INSERT INTO lff_t2 VALUES (1) RETURNING 1 $$
CREATE FUNCTION lff_p(n int DEFAULT 3, out a int, out b text) LANGUAGE sql AS $$ SELECT id, name FROM lff_t2 WHERE id > n LIMIT 1 $$
CREATE FUNCTION lff_ok(n int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT max(id) + n FROM lff_t2 $$
CREATE OR REPLACE FUNCTION lff_ok(n int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT min(id) + n FROM lff_t2 $$
SELECT lff_ok(1)
CREATE TABLE lff_t2 (id int, name text)
INSERT INTO lff_t2 VALUES (5, 'five'), (7, 'seven')
SELECT lff_ok(1), lff_ok(NULL)
SELECT * FROM lff_p()
SELECT * FROM lff_p(5)
SELECT id, lff_ok(id) FROM lff_t2 ORDER BY 1
SELECT lff_bad()
ALTER TABLE lff_t2 RENAME TO lff_t3
SELECT lff_ok(1)
SELECT pg_get_functiondef('lff_ok(int)'::regprocedure)
