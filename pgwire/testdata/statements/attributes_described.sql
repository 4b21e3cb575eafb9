-- Fields of composite types are described with the modifiers of their attributes.
CREATE TYPE ad_dose AS (amount numeric(8,3), unit varchar(10), code char(4), at timestamp(3), tz timestamptz(0), tm time(2), tt timetz(1), span interval(3), days interval day to second, b bit(3), vb varbit(8), plain text, n numeric, ns numeric(6,2)[], vs varchar(7)[])
CREATE TYPE ad_outer AS (d ad_dose, label varchar(4))
CREATE TABLE ad_t (id int, dose ad_dose, o ad_outer, many ad_dose[])
INSERT INTO ad_t VALUES (1, ROW(1.5, 'mg', 'ab', '2024-01-01 10:00:00.1234', '2024-01-01 10:00:00+00', '10:00:00.123', '10:00:00+00', '1 day', '1 day', '101', '1', 'x', 2.5, '{1.5}', '{a}')::ad_dose, NULL, NULL)
UPDATE ad_t SET o = ROW(dose, 'lab')::ad_outer, many = ARRAY[dose]
SELECT (dose).amount FROM ad_t
SELECT (dose).unit, (dose).code FROM ad_t
SELECT (dose).at, (dose).tz, (dose).tm, (dose).tt FROM ad_t
SELECT (dose).span, (dose).days FROM ad_t
SELECT (dose).b, (dose).vb FROM ad_t
SELECT (dose).plain, (dose).n FROM ad_t
SELECT (dose).ns, (dose).vs FROM ad_t
SELECT (dose).* FROM ad_t
SELECT (t.dose).amount, (t.dose).* FROM ad_t t
SELECT (ad_t.dose).unit FROM ad_t
SELECT ((o).d).amount, (o).label FROM ad_t
SELECT (o).d.amount FROM ad_t
SELECT ((o).d).* FROM ad_t
SELECT (o).* FROM ad_t
SELECT (many[1]).amount, (many[1]).unit FROM ad_t
SELECT (many[1]).* FROM ad_t
SELECT u.amount, u.unit FROM ad_t, unnest(many) u
SELECT u.* FROM ad_t, unnest(many) u
SELECT (u).amount FROM ad_t, unnest(many) u
SELECT (unnest(many)).* FROM ad_t
SELECT (unnest(many)).amount FROM ad_t
SELECT s.amount FROM (SELECT (dose).amount FROM ad_t) s
SELECT s.* FROM (SELECT (dose).* FROM ad_t) s
WITH w AS (SELECT dose FROM ad_t) SELECT (dose).amount, (dose).unit FROM w
SELECT (d).amount, (d).code FROM (SELECT dose AS d FROM ad_t) s
SELECT (SELECT (dose).amount FROM ad_t)
SELECT CASE WHEN true THEN (dose).amount END, COALESCE((dose).amount, (dose).amount), COALESCE((dose).unit, 'x') FROM ad_t
SELECT (dose).amount UNION SELECT (dose).amount FROM ad_t
SELECT (dose).amount FROM ad_t UNION SELECT (dose).amount FROM ad_t
SELECT max((dose).amount), min((dose).unit), max((dose).code), array_agg((dose).amount) FROM ad_t
SELECT (dose).amount + 1, (dose).unit || 'x', -(dose).amount, ((dose).amount) FROM ad_t
SELECT (dose).amount::numeric, (dose).amount::numeric(8,3), (dose).unit::text FROM ad_t
SELECT (ROW(1.5, 'a', 'b', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::ad_dose).amount
SELECT (ROW(1.5, 'a', 'b', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::ad_dose).*
SELECT ('(1.5,mg,ab,,,,,,,,,,,,)'::ad_dose).unit
SELECT ('(1.5,mg,ab,,,,,,,,,,,,)'::ad_dose).*
SELECT (NULL::ad_dose).amount, (NULL::ad_dose).tm
INSERT INTO ad_t (id, dose) VALUES (2, '(2,kg,c,,,,,,,,,,,,)') RETURNING (dose).amount, (dose).unit
INSERT INTO ad_t (id, dose) VALUES (3, '(3,kg,c,,,,,,,,,,,,)') RETURNING (dose).*
UPDATE ad_t SET dose.amount = 9.5 WHERE id = 3 RETURNING (dose).amount, (dose).code
UPDATE ad_t SET dose.amount = 9.5 WHERE id = 3 RETURNING (dose).*
DELETE FROM ad_t WHERE id = 3 RETURNING (dose).*, (dose).amount AS x
SELECT (t).dose FROM ad_t t WHERE id = 1
SELECT ((t).dose).amount FROM ad_t t WHERE id = 1
CREATE TABLE ad_plain (id int, price numeric(10,2), name varchar(12), code char(3), at timestamp(0))
INSERT INTO ad_plain VALUES (1, 9.99, 'nm', 'cd', '2024-01-01')
SELECT (p).price, (p).name, (p).code, (p).at FROM ad_plain p
SELECT (p).* FROM ad_plain p
SELECT p.price, p.* FROM ad_plain p
SELECT (ROW(1, 2.5, 'a', 'b', NULL)::ad_plain).price
SELECT (ROW(1, 2.5, 'a', 'b', NULL)::ad_plain).*
SELECT (x).price FROM (SELECT p AS x FROM ad_plain p) s
SELECT (x[1]).name FROM (SELECT array_agg(p) AS x FROM ad_plain p) s
SELECT (ARRAY[p])[1].price FROM ad_plain p
SELECT ((ARRAY[p])[1]).price FROM ad_plain p
CREATE FUNCTION ad_f() RETURNS ad_dose LANGUAGE sql AS $$ SELECT dose FROM ad_t WHERE id = 1 $$
SELECT (ad_f()).amount
SELECT (ad_f()).*
SELECT amount, unit FROM ad_f()
CREATE FUNCTION ad_fs() RETURNS SETOF ad_plain LANGUAGE sql AS $$ SELECT * FROM ad_plain $$
SELECT price, name FROM ad_fs()
SELECT (ad_fs()).price
CREATE VIEW ad_v AS SELECT id, (dose).amount, (dose).unit, (dose).tm FROM ad_t
SELECT * FROM ad_v ORDER BY id
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ad_v'::regclass AND attnum > 0 ORDER BY attnum
CREATE TABLE ad_made AS SELECT (dose).* FROM ad_t
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ad_made'::regclass AND attnum > 0 ORDER BY attnum
CREATE TABLE ad_made2 AS SELECT (dose).amount, ((o).d).unit, (o).label, (many[1]).code FROM ad_t
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ad_made2'::regclass AND attnum > 0 ORDER BY attnum
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'ad_dose'::regclass AND attnum > 0 ORDER BY attnum
SELECT (jsonb_populate_record(NULL::ad_dose, '{"amount": 1.5, "unit": "a"}')).amount
SELECT amount, unit FROM jsonb_populate_record(NULL::ad_dose, '{"amount": 1.5, "unit": "a"}')
SELECT * FROM jsonb_populate_record(NULL::ad_dose, '{"amount": 1.5, "unit": "a"}')
SELECT amount FROM json_populate_recordset(NULL::ad_dose, '[{"amount": 1.5, "unit": "a"}]')
SELECT * FROM jsonb_to_record('{"a": 1.5, "b": "x"}') AS t(a numeric(5,2), b varchar(3))
SELECT (dose).amount FROM ad_t ORDER BY (dose).amount LIMIT 1
SELECT DISTINCT (dose).amount, (dose).unit FROM ad_t
SELECT (dose).amount, count(*) FROM ad_t GROUP BY 1 ORDER BY 1
SELECT first_value((dose).amount) OVER (), lag((dose).unit) OVER (ORDER BY id) FROM ad_t
SELECT $1::int, (dose).amount, (dose).unit FROM ad_t
