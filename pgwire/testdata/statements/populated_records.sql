-- json_populate_record and its kin, and the types of json_to_record.
CREATE TYPE jrt AS (a int, b text, c numeric)
CREATE TYPE jre AS ENUM ('lo', 'hi')
CREATE DOMAIN jrd AS int CHECK (VALUE > 0)
CREATE TABLE jr_it (id int PRIMARY KEY, price numeric(10,2), q numeric, n smallint, f float8, ok boolean)
CREATE TABLE jr_wide (id bigint, name varchar(5), code char(3), e jre, d jrd, tags text[], nums int[], j jsonb, js json, day date, at timestamptz, t timestamp(0), u uuid, b bytea)
SELECT * FROM jsonb_populate_record(NULL::jrt, '{"a": 1, "b": "x", "c": 1.50}')
SELECT * FROM json_populate_record(NULL::jr_it, '{"id": 1, "price": "2.5", "extra": 1}')
SELECT * FROM jsonb_populate_recordset(NULL::jrt, '[{"a": 1, "b": "x"}, {"a": 2, "c": 3}]')
SELECT * FROM jsonb_populate_recordset(NULL::public.jrt, '[]')
SELECT x.a, x.b FROM jsonb_populate_recordset(NULL::jrt, '[{"a": 1, "b": "x"}, {"a": 2, "c": 3}]') AS x WHERE x.a > 1
SELECT * FROM jsonb_populate_recordset(NULL::jrt, '[{"a": 1, "b": "x"}, {"a": 2, "c": 3}]') AS x(p, q, r) ORDER BY p DESC
SELECT jsonb_populate_recordset.a FROM jsonb_populate_recordset(NULL::jrt, '[{"a": 1}]')
SELECT (jsonb_populate_record(NULL::jrt, '{"a": 1, "b": "x"}')).*
SELECT (jsonb_populate_record(NULL::jrt, '{"a": 1, "b": "x"}')).b
SELECT (jsonb_populate_record(NULL::jrt, '{"a": 1, "b": "x"}')).b || '!' AS c
SELECT jsonb_populate_record(NULL::jrt, '{"a": 1, "b": "x"}')
SELECT * FROM jsonb_populate_record(row(1, 'y', 2)::jrt, '{"a": 3}')
INSERT INTO jr_it SELECT * FROM jsonb_populate_record(NULL::jr_it, '{"id": 9, "price": 2.5, "q": 1}')
INSERT INTO jr_it SELECT * FROM jsonb_populate_recordset(NULL::jr_it, '[{"id": 10, "price": 2.555, "q": 1}, {"id": 11, "ok": true}]') RETURNING id
INSERT INTO jr_it (id, price) SELECT id, price FROM json_populate_recordset(NULL::jr_it, '[{"id": 12, "price": 1}, {"id": 13, "price": null}]')
INSERT INTO jr_it SELECT (jsonb_populate_record(NULL::jr_it, '{"id": 20, "price": 2.5}')).*
INSERT INTO jr_it SELECT * FROM jsonb_populate_recordset(NULL::jr_it, '[{"id": 9, "price": 7}]') ON CONFLICT (id) DO UPDATE SET price = EXCLUDED.price
SELECT * FROM jr_it ORDER BY id
UPDATE jr_it SET price = x.price FROM jsonb_populate_recordset(NULL::jr_it, '[{"id": 9, "price": 8}, {"id": 10, "price": 9}]') x WHERE x.id = jr_it.id
UPDATE jr_it SET (price, q) = (SELECT price, q FROM jsonb_populate_record(NULL::jr_it, '{"price": 1.5, "q": 4}')) WHERE id = 20
SELECT id, price, q FROM jr_it ORDER BY id
SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"id": 1, "name": "abc", "code": "z", "e": "hi", "d": 3, "tags": ["a", "b c"], "nums": [1, 2], "j": {"k": [1]}, "js": {"z": 1, "a": 2}, "day": "2024-02-29", "at": "2024-01-01 10:00:00+02", "t": "2024-01-01 10:00:00.6", "u": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "b": "\\x0102"}')
SELECT * FROM jsonb_populate_record(NULL::jrt, NULL)
SELECT * FROM jsonb_populate_recordset(NULL::jrt, NULL)
SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"name": "toolong"}')
SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"e": "mid"}')
SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"d": -1}')
SELECT * FROM jsonb_populate_record(NULL::jrt, '{"a": "x"}')
SELECT * FROM jsonb_populate_record(NULL::jrt, '{"a": 1.5}')
SELECT * FROM jsonb_populate_record(NULL::jrt, '[1]')
SELECT * FROM jsonb_populate_recordset(NULL::jrt, '{"a": 1}')
SELECT * FROM jsonb_populate_recordset(NULL::jrt, '[1]')
SELECT * FROM jsonb_populate_record(NULL::nothing, '{"a": 1}')
SELECT * FROM jsonb_populate_record(NULL::jrt, '{"a": 1, "b": {"x": [1, 2]}, "c": "7"}')
SELECT v.k, (jsonb_populate_record(NULL::jrt, v.j)).* FROM (VALUES (1, '{"a": 1}'::jsonb), (2, '{"b": "z"}'), (3, NULL)) v(k, j) ORDER BY v.k
SELECT v.k, (jsonb_populate_record(NULL::jrt, v.j)).a + 1 AS n FROM (VALUES (1, '{"a": 1}'::jsonb), (2, '{"b": "z"}')) v(k, j) WHERE (jsonb_populate_record(NULL::jrt, v.j)).a IS NOT NULL
SELECT (jsonb_populate_record(NULL::jrt, v.j)).b, count(*) FROM (VALUES (1, '{"b": "y"}'::jsonb), (2, '{"b": "z"}'), (3, '{"b": "z"}')) v(k, j) GROUP BY 1 ORDER BY 1
SELECT v.k, r.a FROM (VALUES (1, '[{"a": 1}, {"a": 2}]'::jsonb), (2, '[]')) v(k, j), jsonb_populate_recordset(NULL::jrt, v.j) r
SELECT v.k, r.a FROM (VALUES (1, '[{"a": 1}, {"a": 2}]'::jsonb), (2, '[]')) v(k, j) LEFT JOIN LATERAL jsonb_populate_recordset(NULL::jrt, v.j) r ON true ORDER BY 1, 2
SELECT v.k, (jsonb_populate_recordset(NULL::jrt, v.j)).a FROM (VALUES (1, '[{"a": 1}, {"a": 2}]'::jsonb), (2, '[]')) v(k, j)
WITH data AS (SELECT '[{"id": 30, "price": 3}]'::jsonb AS j) INSERT INTO jr_it SELECT r.* FROM data, jsonb_populate_recordset(NULL::jr_it, data.j) r
SELECT count(*) FROM jr_it
CREATE FUNCTION jr_f(j jsonb) RETURNS SETOF jr_it LANGUAGE sql AS $$ SELECT * FROM jsonb_populate_recordset(NULL::jr_it, j) $$
SELECT id, price FROM jr_f('[{"id": 1, "price": 2}]')
CREATE VIEW jr_v AS SELECT * FROM jsonb_populate_recordset(NULL::jrt, '[{"a": 1}]')
SELECT * FROM jr_v
CREATE TABLE jr_new AS SELECT * FROM jsonb_populate_recordset(NULL::jr_it, '[{"id": 1, "price": 2}]')
SELECT column_name, data_type, numeric_precision FROM information_schema.columns WHERE table_name = 'jr_new' ORDER BY ordinal_position
SELECT * FROM jsonb_to_record('{"a": "abcdef"}') AS x(a varchar(3))
SELECT * FROM jsonb_to_record('{"a": "ab   "}') AS x(a varchar(3))
SELECT * FROM jsonb_to_record('{"a": "ab"}') AS x(a char(3))
SELECT * FROM jsonb_to_record('{"a": 1, "b": "x", "c": [1,2], "d": {"e": 1}}') AS x(a int, b text, c int[], d jsonb)
SELECT * FROM jsonb_to_record(NULL) AS x(a int)
CREATE TABLE jr_comp (id int, r jrt)
SELECT * FROM jsonb_populate_record(NULL::jr_comp, '{"id": 1, "r": {"a": 1, "b": "q"}}')
SELECT (jsonb_populate_record(NULL::jr_wide, '{"code": "z", "name": "ab"}')).code
INSERT INTO jr_wide SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"id": 1, "name": "abc", "code": "z", "e": "hi", "d": 3}')
SELECT id, name, code, e, d FROM jr_wide
INSERT INTO jr_wide SELECT * FROM jsonb_populate_record(NULL::jr_wide, '{"id": 1, "name": "abcdef"}')
