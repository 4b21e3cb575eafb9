-- Functions that return rows, in select lists and elsewhere than in FROM.
CREATE TABLE rr_t (id int, name text, pay numeric(8,2))
INSERT INTO rr_t VALUES (1, 'a', 10.50), (2, 'b', NULL), (3, NULL, 3)
CREATE FUNCTION rr_one(n int) RETURNS rr_t LANGUAGE sql STABLE AS $$ SELECT * FROM rr_t WHERE id = n $$
CREATE FUNCTION rr_made(n int) RETURNS rr_t LANGUAGE sql IMMUTABLE AS $$ SELECT n, 'made', 1.5 $$
CREATE FUNCTION rr_all(n int) RETURNS SETOF rr_t LANGUAGE sql STABLE AS $$ SELECT * FROM rr_t WHERE id <= n ORDER BY id $$
CREATE FUNCTION rr_outs(n int, OUT a int, OUT b text) LANGUAGE sql AS $$ SELECT n + 1, 'x' || n $$
CREATE FUNCTION rr_table(n int) RETURNS TABLE (a int, b text) LANGUAGE sql STABLE AS $$ SELECT id, name FROM rr_t WHERE id <= n ORDER BY id $$
CREATE FUNCTION rr_set(n int) RETURNS SETOF int LANGUAGE sql AS $$ SELECT id FROM rr_t WHERE id <= n ORDER BY id $$
CREATE TYPE rr_pair AS (x int, y text)
CREATE FUNCTION rr_pair_of(n int) RETURNS rr_pair LANGUAGE sql AS $$ SELECT ROW(n, 'p')::rr_pair $$
CREATE FUNCTION rr_pairs(n int) RETURNS SETOF rr_pair LANGUAGE sql AS $$ SELECT ROW(id, name)::rr_pair FROM rr_t WHERE id <= n ORDER BY id $$
SELECT (rr_one(1)).*
SELECT (rr_one(1)).name, (rr_one(2)).pay, (rr_one(9)).id
SELECT rr_made(1), (rr_made(2)).*, (rr_made(3)).pay
SELECT rr_one(1)
SELECT rr_one(9)
SELECT t.id, (rr_one(t.id)).name FROM rr_t t ORDER BY id
SELECT t.id, (rr_made(t.id)).* FROM rr_t t ORDER BY id
SELECT (rr_outs(1)).*, (rr_outs(2)).b
SELECT rr_outs(7)
SELECT t.id, (rr_outs(t.id)).a + 1 AS more FROM rr_t t WHERE (rr_outs(t.id)).b <> 'x2' ORDER BY (rr_outs(t.id)).a DESC
SELECT (rr_all(2)).*
SELECT (rr_all(2)).name, (rr_all(2)).id
SELECT rr_all(2)
SELECT t.id, (rr_all(t.id)).id AS inner_id FROM rr_t t ORDER BY 1, 2
SELECT (rr_table(2)).*
SELECT rr_table(2)
SELECT (rr_table(2)).b AS only
SELECT t.id, (rr_table(t.id)).* FROM rr_t t ORDER BY 1, 2
SELECT rr_pair_of(1), (rr_pair_of(2)).x, (rr_pair_of(3)).*
SELECT rr_pairs(2)
SELECT (rr_pairs(2)).y
SELECT (rr_pairs(2)).*
SELECT (rr_one(1)).nothing
SELECT (rr_outs(1)).nothing
SELECT (rr_set(1)).nothing
SELECT row_to_json(rr_made(1))
SELECT rr_made(1) IS NULL, (rr_made(1)).name IS NULL
SELECT (rr_all(2)).id, (rr_all(3)).id
SELECT count((rr_one(1)).id)
SELECT max((rr_made(id)).pay) FROM rr_t
SELECT id FROM rr_t WHERE (rr_made(id)).pay > 1 ORDER BY 1
SELECT * FROM rr_t t WHERE t.name = (rr_one(1)).name
INSERT INTO rr_t SELECT (rr_made(9)).* RETURNING *
UPDATE rr_t SET name = (rr_made(id)).name WHERE id = 9 RETURNING (rr_made(id)).pay, name
CREATE FUNCTION rr_calls(n int) RETURNS text LANGUAGE sql AS $$ SELECT (rr_made(n)).name || (rr_outs(n)).b $$
SELECT rr_calls(5)
CREATE FUNCTION rr_passes(t rr_t) RETURNS text LANGUAGE sql AS $$ SELECT t.name || t.id $$
SELECT rr_passes(rr_made(4)), (rr_made(4)).rr_passes
SELECT rr_passes(t) FROM rr_all(2) t
SELECT rr_passes(rr_one(1))
SELECT (jsonb_each('{"a": 1, "b": [2]}')).key
SELECT (jsonb_each('{"a": 1, "b": [2]}')).*
SELECT (json_each_text('{"a": 1, "b": "x"}')).value
SELECT t.id, (jsonb_each_text('{"a": 1, "b": "x"}')).* FROM rr_t t WHERE id < 3 ORDER BY 1, 2
SELECT jsonb_each('{"a": 1}')
SELECT (pg_input_error_info('x', 'int')).*
SELECT id, 1 AS id FROM rr_t ORDER BY id
SELECT jsonb_each(j) FROM (VALUES ('{"a": 1, "b": 2}'::jsonb)) v(j)
SELECT (jsonb_each(j)).key, count(*) FROM (VALUES ('{"a": 1, "b": 2}'::jsonb)) v(j) GROUP BY 1 ORDER BY 1
SELECT (jsonb_each(j)).nothing FROM (VALUES ('{"a": 1, "b": 2}'::jsonb)) v(j)
