-- Functions that users define, as programs use them.
CREATE TABLE pf_items (id int PRIMARY KEY, name text NOT NULL, price numeric(10,2), qty int)
INSERT INTO pf_items VALUES (1, 'apple', 1.50, 10), (2, 'pear', 2.25, 0), (3, 'plum', 0.75, 40)
CREATE FUNCTION pf_total(price numeric, qty int) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT price * qty'
SELECT name, pf_total(price, qty) FROM pf_items ORDER BY id
SELECT pf_total(qty => 3, price => 1.5), pf_total(price := 2, qty := 2)
CREATE FUNCTION pf_add(a int, b int DEFAULT 10, c int DEFAULT 100) RETURNS int LANGUAGE sql AS $$ SELECT a + b + c $$
SELECT pf_add(1), pf_add(1, 2), pf_add(1, 2, 3), pf_add(1, c => 0)
SELECT pf_add()
SELECT pf_add('x')
SELECT pf_add(1, 2, 3, 4)
SELECT pf_none(1)
CREATE FUNCTION pf_add(a text, b text) RETURNS text LANGUAGE sql AS $$ SELECT a || '+' || b $$
SELECT pf_add('a'::text, 'b'::text), pf_add(1, 2)
CREATE FUNCTION pf_add(a int, b int, c int) RETURNS int LANGUAGE sql AS $$ SELECT 0 $$
CREATE OR REPLACE FUNCTION pf_add(a int, b int DEFAULT 10, c int DEFAULT 100) RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$
CREATE FUNCTION pf_strict(a int, b int) RETURNS int LANGUAGE sql STRICT AS $$ SELECT coalesce(a, 0) + coalesce(b, 0) $$
SELECT pf_strict(1, NULL), pf_strict(1, 2)
CREATE FUNCTION pf_max(VARIADIC list int[]) RETURNS int LANGUAGE sql AS $$ SELECT max(x) FROM unnest(list) x $$
SELECT pf_max(1, 5, 3), pf_max(VARIADIC ARRAY[7, 2])
CREATE FUNCTION pf_cheap(limit_price numeric) RETURNS SETOF pf_items LANGUAGE sql STABLE AS $$ SELECT * FROM pf_items WHERE price < limit_price ORDER BY id $$
SELECT * FROM pf_cheap(2)
SELECT c.name FROM pf_cheap(2) c WHERE c.qty > 20
SELECT (pf_cheap(2)).name
SELECT pf_cheap(1)
CREATE FUNCTION pf_table(min_qty int) RETURNS TABLE (item text, worth numeric) LANGUAGE sql AS $$ SELECT name, price * qty FROM pf_items WHERE qty >= min_qty ORDER BY name $$
SELECT * FROM pf_table(1)
SELECT item, worth FROM pf_table(1) AS t ORDER BY worth
SELECT i.name, t.worth FROM pf_items i JOIN pf_table(0) t ON t.item = i.name ORDER BY 1
SELECT i.name, t.* FROM pf_items i, LATERAL pf_table(i.qty) t WHERE i.id = 1
CREATE FUNCTION pf_out(IN a int, OUT twice int, OUT thrice int) LANGUAGE sql AS $$ SELECT a * 2, a * 3 $$
SELECT * FROM pf_out(5)
SELECT (pf_out(5)).thrice
SELECT pf_out(5)
CREATE FUNCTION pf_setof(n int) RETURNS SETOF int LANGUAGE sql AS $$ SELECT generate_series(1, n) $$
SELECT pf_setof(3)
SELECT * FROM pf_setof(3) AS s(x) WHERE x > 1
SELECT x, o FROM pf_setof(2) WITH ORDINALITY AS s(x, o)
CREATE FUNCTION pf_rec() RETURNS record LANGUAGE sql AS $$ SELECT 1, 'a'::text $$
SELECT * FROM pf_rec() AS r(n int, t text)
SELECT * FROM pf_rec()
CREATE FUNCTION pf_count() RETURNS bigint LANGUAGE sql STABLE AS $$ SELECT count(*) FROM pf_items $$
SELECT pf_count()
SELECT pf_count() + 1 FROM pf_items LIMIT 1
CREATE FUNCTION pf_name_of(i pf_items) RETURNS text LANGUAGE sql AS $$ SELECT upper(i.name) $$
SELECT pf_name_of(p) FROM pf_items p ORDER BY id
SELECT p.pf_name_of FROM pf_items p ORDER BY id
CREATE FUNCTION pf_std(a int) RETURNS int LANGUAGE sql RETURN a + 1
SELECT pf_std(1)
CREATE FUNCTION pf_atomic(a int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT a * 10; END
SELECT pf_atomic(4)
CREATE VIEW pf_view AS SELECT id, pf_total(price, qty) AS total FROM pf_items
SELECT * FROM pf_view ORDER BY id
DROP FUNCTION pf_total(numeric, int)
DROP FUNCTION pf_total
CREATE TABLE pf_def (id int, v int DEFAULT pf_std(41), CHECK (pf_std(id) > 0))
INSERT INTO pf_def (id) VALUES (1) RETURNING *
INSERT INTO pf_def (id) VALUES (-1)
CREATE TABLE pf_gen (a numeric, q int, t numeric GENERATED ALWAYS AS (pf_total(a, q)) STORED)
INSERT INTO pf_gen VALUES (2, 3) RETURNING t
DROP FUNCTION pf_std
DROP FUNCTION pf_std(int) CASCADE
SELECT column_default FROM information_schema.columns WHERE table_name = 'pf_def' ORDER BY ordinal_position
CREATE FUNCTION pf_fact(n int) RETURNS int LANGUAGE sql AS $$ SELECT CASE WHEN n <= 1 THEN 1 ELSE n * pf_fact(n - 1) END $$
SELECT pf_fact(5)
CREATE FUNCTION pf_void() RETURNS void LANGUAGE sql AS $$ SELECT 1 $$
SELECT pf_void()
CREATE FUNCTION pf_insert(i int, n text) RETURNS int LANGUAGE sql AS $$ INSERT INTO pf_items (id, name) VALUES (i, n) RETURNING id $$
SELECT pf_insert(9, 'new')
CREATE FUNCTION pf_two() RETURNS int LANGUAGE sql AS $$ SELECT 1; SELECT 2 $$
SELECT pf_two()
CREATE FUNCTION pf_bad() RETURNS int LANGUAGE sql AS $$ SELECT 'x' $$
CREATE FUNCTION pf_bad() RETURNS int LANGUAGE sql AS $$ SELECT nothing FROM pf_items $$
CREATE FUNCTION pf_bad() RETURNS int LANGUAGE sql AS $$ SELEC 1 $$
CREATE FUNCTION pf_bad() RETURNS int LANGUAGE sql AS $$ SELECT 1, 2 $$
CREATE FUNCTION pf_first(id int) RETURNS text LANGUAGE sql AS $$ SELECT name FROM pf_items WHERE pf_items.id = pf_first.id $$
SELECT pf_first(2), pf_first(77)
CREATE FUNCTION pf_pos(int, int) RETURNS int LANGUAGE sql AS $$ SELECT $1 - $2 $$
SELECT pf_pos(5, 3)
CREATE FUNCTION pf_any(a anyelement, b anyelement) RETURNS anyelement LANGUAGE sql AS $$ SELECT CASE WHEN a > b THEN a ELSE b END $$
SELECT pf_any(1, 2), pf_any('a'::text, 'b'::text)
CREATE FUNCTION pf_plpgsql() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$
SELECT pf_plpgsql()
DO $$ BEGIN RAISE NOTICE 'x'; END $$
CREATE PROCEDURE pf_proc(a int) LANGUAGE sql AS $$ UPDATE pf_items SET qty = a WHERE id = 1 $$
CALL pf_proc(5)
SELECT qty FROM pf_items WHERE id = 1
CREATE FUNCTION pf_trig() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$
CREATE TRIGGER pf_t BEFORE INSERT ON pf_items FOR EACH ROW EXECUTE FUNCTION pf_trig()
SELECT proname, pronargs, pronargdefaults, provolatile, proisstrict, proretset, prorettype::regtype FROM pg_proc WHERE proname IN ('pf_total', 'pf_add', 'pf_strict', 'pf_cheap', 'pf_table', 'pf_setof', 'pf_count') ORDER BY 1, 2, 3
SELECT pg_get_function_arguments('pf_table'::regproc), pg_get_function_result('pf_table'::regproc), pg_get_function_identity_arguments('pf_table'::regproc)
SELECT pg_get_function_arguments(oid), pg_get_function_result(oid) FROM pg_proc WHERE proname = 'pf_add' ORDER BY 1
SELECT pg_get_functiondef('pf_strict'::regproc)
SELECT prosrc FROM pg_proc WHERE proname = 'pf_count'
SELECT 'pf_strict'::regproc, 'pf_add(int, int, int)'::regprocedure, to_regprocedure('pf_add(text,text)')
SELECT 'pf_add'::regproc
SELECT routine_name, routine_type, data_type, external_language FROM information_schema.routines WHERE routine_name IN ('pf_strict', 'pf_max', 'pf_count') ORDER BY 1
SELECT parameter_name, ordinal_position, parameter_mode, data_type FROM information_schema.parameters WHERE specific_name LIKE 'pf\_out%' ORDER BY 2
ALTER FUNCTION pf_strict(int, int) RENAME TO pf_strict2
SELECT pf_strict2(1, 2)
ALTER FUNCTION pf_strict2(int, int) IMMUTABLE
COMMENT ON FUNCTION pf_strict2(int, int) IS 'strict'
SELECT obj_description('pf_strict2'::regproc)
DROP FUNCTION pf_none(int)
DROP FUNCTION IF EXISTS pf_none(int)
DROP FUNCTION pf_add
DROP FUNCTION pf_add(int, int, int), pf_add(text, text)
DROP TABLE pf_items
DROP TABLE pf_items CASCADE
SELECT * FROM pf_cheap(2)
SELECT pf_count()
DROP TABLE pf_def, pf_gen
