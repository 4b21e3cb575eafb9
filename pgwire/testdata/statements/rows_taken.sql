-- Functions whose parameter is a row of a table, and the notations of fields and functions.
CREATE TABLE rt_people (id int PRIMARY KEY, first text, last text, born date, pay numeric(8,2))
CREATE TABLE rt_orders (id int, person int, total numeric(10,2), note text)
INSERT INTO rt_people VALUES (1, 'Ann', 'Lee', '1990-02-03', 1200.50), (2, 'Bob', NULL, '1985-12-31', 900), (3, 'Cy', 'Fox', NULL, NULL)
INSERT INTO rt_orders VALUES (1, 1, 10.50, 'x'), (2, 1, 20.00, NULL), (3, 2, 5.25, 'z')
CREATE FUNCTION rt_full(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT p.first || ' ' || p.last $$
SELECT rt_full(p), rt_full(p.*) FROM rt_people p ORDER BY id
SELECT p.rt_full, (p).rt_full, first(p), p.first, (p).first FROM rt_people p ORDER BY id
SELECT rt_full(rt_people), rt_people.rt_full FROM rt_people ORDER BY id
SELECT id FROM rt_people p WHERE rt_full(p) = 'Ann Lee'
SELECT id FROM rt_people p WHERE p.rt_full IS NOT NULL ORDER BY p.rt_full DESC
CREATE FUNCTION rt_spent(p rt_people) RETURNS numeric LANGUAGE sql STABLE AS $$ SELECT sum(o.total) FROM rt_orders o WHERE o.person = p.id $$
SELECT id, rt_spent(p), p.rt_spent FROM rt_people p ORDER BY id
SELECT p.id, p.rt_spent + 1 AS more, pg_typeof(p.rt_spent) FROM rt_people p WHERE p.rt_spent > 6 ORDER BY 1
CREATE FUNCTION rt_first(rt_people) RETURNS text LANGUAGE sql AS $$ SELECT upper($1.first) $$
SELECT rt_first(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_born(p rt_people) RETURNS int LANGUAGE sql AS $$ SELECT extract(year FROM p.born)::int $$
SELECT p.rt_born, count(*) FROM rt_people p GROUP BY p.rt_born ORDER BY 1
CREATE FUNCTION rt_both(p rt_people, sep text DEFAULT '-') RETURNS text LANGUAGE sql AS $$ SELECT p.first || sep || coalesce(p.last, '?') $$
SELECT rt_both(p), rt_both(p, '+'), rt_both(p => p, sep => '/') FROM rt_people p ORDER BY id
SELECT p.rt_both FROM rt_people p ORDER BY id
CREATE FUNCTION rt_outer(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT rt_full(p) || '!' $$
SELECT rt_outer(p), p.rt_outer FROM rt_people p ORDER BY id
CREATE FUNCTION rt_dot(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT p.rt_full || '?' $$
SELECT rt_dot(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_pay(p rt_people) RETURNS numeric LANGUAGE sql AS $$ SELECT p.pay * 2 $$
SELECT rt_pay(p), p.rt_pay FROM rt_people p ORDER BY id
SELECT rt_full(p) FROM rt_people p LEFT JOIN rt_orders o ON o.person = p.id ORDER BY p.id, o.id
SELECT o.id, rt_full(p) FROM rt_orders o LEFT JOIN rt_people p ON p.id = o.person + 1 ORDER BY o.id
SELECT (SELECT rt_full(p)) FROM rt_people p ORDER BY id
SELECT o.id, (SELECT rt_full(p) FROM rt_people p WHERE p.id = o.person) FROM rt_orders o ORDER BY o.id
SELECT o.id FROM rt_orders o WHERE EXISTS (SELECT 1 FROM rt_people p WHERE p.id = o.person AND p.rt_full = 'Ann Lee') ORDER BY 1
SELECT rt_full(ROW(9, 'Zed', 'Zen', NULL, 1))
SELECT rt_full(ROW(9, 'Zed', 'Zen', NULL, 1)::rt_people)
SELECT rt_full(NULL)
SELECT rt_full(NULL::rt_people)
SELECT rt_full((SELECT p FROM rt_people p WHERE id = 1))
SELECT rt_full(o) FROM rt_orders o
SELECT rt_full(1)
SELECT rt_full('x')
SELECT rt_full('(5,Eve,Oak,,)')
SELECT rt_full(p.id) FROM rt_people p
SELECT p.nothing FROM rt_people p
SELECT (p).nothing FROM rt_people p
SELECT nothing(p) FROM rt_people p
SELECT o.rt_full FROM rt_orders o
SELECT rt_full(q) FROM (SELECT * FROM rt_people) q ORDER BY 1
SELECT rt_full(q) FROM (SELECT id, first, last FROM rt_people) q ORDER BY 1
SELECT rt_full(q) FROM (SELECT p.*, 1 AS more FROM rt_people p) q ORDER BY 1
WITH q AS (SELECT * FROM rt_people) SELECT rt_full(q) FROM q ORDER BY 1
SELECT rt_full(s.p) FROM (SELECT p FROM rt_people p) s ORDER BY 1
SELECT (s.p).rt_full, (s.p).first FROM (SELECT p FROM rt_people p) s ORDER BY 1
CREATE FUNCTION rt_orders_of(p rt_people) RETURNS SETOF rt_orders LANGUAGE sql STABLE AS $$ SELECT * FROM rt_orders o WHERE o.person = p.id ORDER BY o.id $$
SELECT p.first, o.total FROM rt_people p, rt_orders_of(p) o ORDER BY p.id, o.id
SELECT p.first, o.total FROM rt_people p CROSS JOIN LATERAL rt_orders_of(p.*) o ORDER BY p.id, o.id
SELECT p.first, o.total FROM rt_people p LEFT JOIN LATERAL rt_orders_of(p) o ON true ORDER BY p.id, o.id
CREATE FUNCTION rt_notes(p rt_people) RETURNS TABLE (n text, t numeric) LANGUAGE sql STABLE AS $$ SELECT note, total FROM rt_orders WHERE person = p.id $$
SELECT p.id, x.n, x.t FROM rt_people p, LATERAL rt_notes(p) x ORDER BY 1, 3
CREATE FUNCTION rt_rows(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT row_to_json(p)::text $$
SELECT rt_rows(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_same(p rt_people) RETURNS rt_people LANGUAGE sql AS $$ SELECT p $$
SELECT (rt_same(p)).first FROM rt_people p ORDER BY id
SELECT rt_same(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_star(p rt_people) RETURNS rt_people LANGUAGE sql AS $$ SELECT p.* $$
CREATE FUNCTION rt_text(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT p::text $$
SELECT rt_text(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_null(p rt_people) RETURNS boolean LANGUAGE sql AS $$ SELECT p IS NULL $$
SELECT rt_null(p), rt_null(NULL) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_wrong(p rt_people) RETURNS text LANGUAGE sql AS $$ SELECT p.middle $$
CREATE FUNCTION rt_wrong(p rt_nothing) RETURNS text LANGUAGE sql AS $$ SELECT p.middle $$
CREATE FUNCTION rt_strict(p rt_people) RETURNS text LANGUAGE sql STRICT AS $$ SELECT coalesce(p.last, 'none') $$
SELECT rt_strict(p) FROM rt_people p ORDER BY id
CREATE FUNCTION rt_two(a rt_people, b rt_people) RETURNS text LANGUAGE sql AS $$ SELECT a.first || b.first $$
SELECT rt_two(a, b) FROM rt_people a, rt_people b WHERE a.id < b.id ORDER BY 1
CREATE FUNCTION rt_two(a rt_people, b rt_orders) RETURNS text LANGUAGE sql AS $$ SELECT a.first || b.id $$
SELECT rt_two(a, b), rt_two(a, a) FROM rt_people a JOIN rt_orders b ON a.id = b.person ORDER BY 1
UPDATE rt_people p SET last = p.rt_full WHERE p.id = 1 RETURNING last, rt_full(p)
UPDATE rt_people SET last = 'Lee' WHERE id = 1 RETURNING rt_people.rt_full
INSERT INTO rt_people VALUES (4, 'Di', 'Day', NULL, 3) RETURNING rt_full(rt_people)
DELETE FROM rt_people p WHERE p.rt_full = 'Di Day' RETURNING p.rt_full, id
INSERT INTO rt_orders (id, note) SELECT p.id + 10, p.rt_full FROM rt_people p WHERE p.id = 1 RETURNING note
SELECT max(p.rt_full), string_agg(rt_full(p), ',' ORDER BY id) FROM rt_people p
SELECT p.id, row_number() OVER (ORDER BY p.rt_full) FROM rt_people p ORDER BY 1
SELECT p.row_to_json FROM rt_people p ORDER BY id
SELECT p.count FROM rt_people p
SELECT id(p), last(p), born(p) FROM rt_people p ORDER BY 1
SELECT pg_get_function_arguments(oid), pg_get_function_identity_arguments(oid) FROM pg_proc WHERE proname IN ('rt_full', 'rt_both') ORDER BY proname
SELECT proargtypes::regtype[]::text, pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'rt_full'
SELECT oid::regprocedure FROM pg_proc WHERE proname = 'rt_full'
ALTER TABLE rt_people ADD COLUMN extra int DEFAULT 7
SELECT rt_full(p), p.rt_rows FROM rt_people p ORDER BY id
ALTER TABLE rt_people RENAME COLUMN first TO given
SELECT rt_full(p) FROM rt_people p ORDER BY id
ALTER TABLE rt_people RENAME COLUMN given TO first
ALTER TABLE rt_people RENAME TO rt_persons
SELECT rt_full(p), p.rt_full FROM rt_persons p ORDER BY id
SELECT pg_get_function_identity_arguments(oid) FROM pg_proc WHERE proname = 'rt_full'
ALTER TABLE rt_persons RENAME TO rt_people
DROP TABLE rt_people
DROP FUNCTION rt_full(rt_people)
CREATE VIEW rt_v AS SELECT id, first, last FROM rt_people
CREATE FUNCTION rt_of_view(v rt_v) RETURNS text LANGUAGE sql AS $$ SELECT v.last || v.id $$
SELECT rt_of_view(v), v.rt_of_view FROM rt_v v ORDER BY id
SELECT rt_of_view(p) FROM rt_people p
CREATE TYPE rt_pair AS (a int, b text)
CREATE FUNCTION rt_pair_text(p rt_pair) RETURNS text LANGUAGE sql AS $$ SELECT p.a || p.b $$
CREATE TABLE rt_pairs (id int, c rt_pair)
INSERT INTO rt_pairs VALUES (1, ROW(1, 'x')), (2, NULL)
SELECT (c).a, (c).rt_pair_text, rt_pair_text(c), a(c), b(p.c) FROM rt_pairs p ORDER BY id
SELECT (p.c).rt_pair_text, (ROW(3,'z')::rt_pair).rt_pair_text FROM rt_pairs p ORDER BY id
SELECT (c).nothing FROM rt_pairs
SELECT a(ROW(5, 'q')::rt_pair)
DROP TABLE rt_people CASCADE
CREATE TABLE rt_alone (id int, v text)
CREATE FUNCTION rt_of_alone(a rt_alone) RETURNS text LANGUAGE sql AS $$ SELECT a.v $$
CREATE FUNCTION rt_two_of(a rt_alone, OUT x int, OUT y text) LANGUAGE sql AS $$ SELECT a.id, a.v $$
INSERT INTO rt_alone VALUES (1, 'v')
SELECT (rt_two_of(a)).*, (a.rt_two_of).y FROM rt_alone a
ALTER TABLE rt_alone RENAME TO "Rt Other"
SELECT o.rt_of_alone, rt_of_alone(o) FROM "Rt Other" o
SELECT proname, pg_get_function_arguments(oid) FROM pg_proc WHERE proname IN ('rt_of_alone', 'rt_two_of') ORDER BY 1
SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'rt_of_alone'
DROP FUNCTION rt_two_of("Rt Other")
DROP TABLE "Rt Other"
DROP TABLE "Rt Other" CASCADE
SELECT count(*) FROM pg_proc WHERE proname = 'rt_of_alone'
BEGIN
CREATE TABLE rt_again (id int)
CREATE FUNCTION rt_of_again(a rt_again) RETURNS int LANGUAGE sql AS $$ SELECT a.id $$
INSERT INTO rt_again VALUES (5)
SELECT a.rt_of_again FROM rt_again a
ALTER TABLE rt_again RENAME TO rt_renamed
SELECT a.rt_of_again FROM rt_renamed a
DROP TABLE rt_renamed CASCADE
ROLLBACK
SELECT count(*) FROM pg_proc WHERE proname = 'rt_of_again'
CREATE TABLE rt_x (a int)
CREATE TABLE rt_y (a int)
CREATE FUNCTION rt_of_x(x rt_x) RETURNS int LANGUAGE sql AS $$ SELECT x.a $$
DROP TABLE rt_y, rt_x
SELECT count(*) FROM pg_class WHERE relname IN ('rt_x', 'rt_y')
DROP TABLE rt_y, rt_x CASCADE
SELECT count(*) FROM pg_proc WHERE proname = 'rt_of_x'
CREATE SCHEMA rt_s
CREATE TABLE rt_s.z (a int)
CREATE FUNCTION rt_of_z(z rt_s.z) RETURNS int LANGUAGE sql AS $$ SELECT z.a $$
INSERT INTO rt_s.z VALUES (3)
SELECT z.rt_of_z, rt_of_z(z) FROM rt_s.z
DROP SCHEMA rt_s
DROP SCHEMA rt_s CASCADE
SELECT count(*) FROM pg_proc WHERE proname = 'rt_of_z'
