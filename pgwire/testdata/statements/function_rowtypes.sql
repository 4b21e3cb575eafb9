-- Functions that return rows of tables: their columns have the tables' types.
CREATE TYPE fr_en1 AS ENUM ('a', 'b')
CREATE TYPE fr_en2 AS ENUM ('a', 'b')
CREATE TABLE fr_te (id int, e fr_en1, es fr_en1[], n int4range)
CREATE TABLE fr_tt (id int, e fr_en1)
CREATE FUNCTION fr_te_f() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en2 $$
CREATE FUNCTION fr_te_f2() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en1 $$
CREATE FUNCTION fr_te_f3() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 1, 'a' $$
CREATE FUNCTION fr_te_f4() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 1, 'a'::text $$
CREATE FUNCTION fr_te_f5() RETURNS TABLE (id int, e fr_en1) LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en2 $$
CREATE FUNCTION fr_te_f6() RETURNS fr_en1 LANGUAGE sql AS $$ SELECT 'a'::fr_en2 $$
CREATE FUNCTION fr_te_f7() RETURNS SETOF fr_en1 LANGUAGE sql AS $$ SELECT 'a'::fr_en2 $$
CREATE FUNCTION fr_te_f8() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT id, e::text::fr_en2 FROM fr_te $$
CREATE FUNCTION fr_te_f9() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 1 $$
CREATE FUNCTION fr_te_f10() RETURNS SETOF fr_tt LANGUAGE sql AS $$ SELECT 'x'::text, 'a'::fr_en1 $$
CREATE FUNCTION fr_te_f11(OUT id int, OUT e fr_en1) LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en2 $$
CREATE FUNCTION fr_te_g1() RETURNS SETOF fr_te LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en1, ARRAY['a']::fr_en2[], '[1,2)'::int4range $$
CREATE FUNCTION fr_te_g2() RETURNS SETOF fr_te LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en1, ARRAY['a']::fr_en1[], '[1,2)'::int8range $$
CREATE FUNCTION fr_te_g3() RETURNS fr_te LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en1, ARRAY['a']::fr_en1[], '[1,3)'::int4range $$
CREATE FUNCTION fr_te_g4() RETURNS fr_te LANGUAGE sql AS $$ SELECT 1, 'a'::fr_en2, ARRAY['a']::fr_en1[], '[1,3)'::int4range $$
CREATE FUNCTION fr_te_g5() RETURNS SETOF fr_te LANGUAGE sql AS $$ SELECT * FROM fr_te $$
CREATE FUNCTION fr_te_g6() RETURNS SETOF fr_te LANGUAGE sql AS $$ SELECT fr_te.* FROM fr_te WHERE e = 'a' $$
SELECT * FROM fr_te_f2()
SELECT * FROM fr_te_g3()
SELECT * FROM fr_te_g5()
CREATE DOMAIN fr_pos AS int CHECK (VALUE > 0)
CREATE TYPE fr_pt AS (x int, y int)
CREATE TABLE fr_td (id fr_pos, p fr_pt, t text, v varchar(5), c char(3), n numeric(5,2))
CREATE FUNCTION fr_td_1() RETURNS SETOF fr_td LANGUAGE sql AS $$ SELECT 1, row(1,2)::fr_pt, 'x', 'y', 'z', 1.5 $$
CREATE FUNCTION fr_td_2() RETURNS SETOF fr_td LANGUAGE sql AS $$ SELECT 1, row(1,2), 'x', 'y', 'z', 1.5 $$
CREATE FUNCTION fr_td_3() RETURNS SETOF fr_td LANGUAGE sql AS $$ SELECT * FROM fr_td $$
SELECT * FROM fr_td_1()
SELECT * FROM fr_td_3()
INSERT INTO fr_td VALUES (1, row(1,2), 'x', 'yy', 'z', 2)
SELECT * FROM fr_td_3()
SELECT t, v, c, n, length(c) FROM fr_td_1()
CREATE FUNCTION fr_td_6() RETURNS SETOF fr_td LANGUAGE sql AS $$ SELECT id, p, t, v, c, n * 1.23456 FROM fr_td $$
SELECT * FROM fr_td_6()
CREATE TABLE fr_plain (id bigint, name text, at timestamptz, day date, amount numeric, ok boolean, j jsonb)
CREATE FUNCTION fr_plain_f() RETURNS SETOF fr_plain LANGUAGE sql AS $$ SELECT 1, 'n', '2024-01-01 10:00+00', '2024-01-02', 5, true, '{"a":1}' $$
CREATE FUNCTION fr_plain_g() RETURNS SETOF fr_plain LANGUAGE sql AS $$ SELECT 1::int, 'n'::varchar, '2024-01-01 10:00+00'::timestamptz, '2024-01-02'::date, 5.10, true, '{"a":1}'::jsonb $$
CREATE FUNCTION fr_plain_h() RETURNS fr_plain LANGUAGE sql AS $$ SELECT 1::int, 'n'::varchar, '2024-01-01 10:00+00'::timestamptz, '2024-01-02'::date, 5.10, true, '{"a":1}'::jsonb $$
SELECT * FROM fr_plain_f()
SELECT * FROM fr_plain_g()
SELECT * FROM fr_plain_h()
SELECT (fr_plain_h()).amount
SELECT fr_plain_h()
SELECT id, amount + 1 FROM fr_plain_g() WHERE name = 'n'
