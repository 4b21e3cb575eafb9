-- What stands beside the statements of the other files.
CREATE TABLE up (id int PRIMARY KEY, name varchar(5), qty int, f float8, d jsonb)
INSERT INTO up (id, name, qty, f, d) VALUES (1, 'one', 1, '1e308', '{"a":1}'), (2, 'two', 2, 2, '{"a":1.0}'), (3, NULL, NULL, NULL, NULL)
INSERT INTO up (id, qty) SELECT 1 + g % 2, g FROM generate_series(1, 4) g ON CONFLICT (id) DO UPDATE SET qty = excluded.qty
INSERT INTO up (id, name, qty) SELECT g, 'n' || g, g * 10 FROM generate_series(2, 4) g ON CONFLICT (id) DO UPDATE SET qty = excluded.qty, name = up.name RETURNING id, name, qty
INSERT INTO up (id, qty) VALUES (7, 1), (7, 2) ON CONFLICT (id) DO NOTHING
INSERT INTO up (id, qty) VALUES (8, 1), (8, 2) ON CONFLICT (id) DO UPDATE SET qty = 0
INSERT INTO up (id, qty) VALUES (1, 5), (2, 6) ON CONFLICT (id) DO UPDATE SET qty = excluded.qty
SELECT id, name, qty FROM up ORDER BY id
SELECT f * 10 FROM up WHERE id = 1
SELECT id, f * 2, f + 1, f - 1.5, 10 * f, f / 2 FROM up WHERE id = 2
SELECT 'Infinity'::float8 * 2, 'Infinity'::float8 + 1::float8
SELECT f / 0 FROM up WHERE id = 2
UPDATE up SET f = f * f WHERE id = 1
UPDATE up SET qty = true WHERE id = 1
SELECT u FROM up u WHERE id < 3 ORDER BY id
SELECT u.id, u FROM up u JOIN up v USING (id) WHERE u.id = 2
SELECT count(u), count(u.name) FROM up u
SELECT '[]'::jsonb < 'null'::jsonb, '{}'::jsonb > '[1]'::jsonb, '10'::jsonb > '9'::jsonb, '[10]'::jsonb > '[9]'::jsonb, '"a"'::jsonb < '1'::jsonb, 'true'::jsonb > '5'::jsonb
SELECT '{"a":1}'::jsonb = '{"a":1.0}', '1'::jsonb <> '1.0'::jsonb, '{"b":1,"aa":2}'::jsonb < '{"b":1,"aa":3}'::jsonb, '{"a":1}'::jsonb < '{"a":1,"b":1}'::jsonb
SELECT ARRAY[1, 2.5, 3.25], ARRAY[0.1, NULL, 2], ARRAY[1.5, 2.5]
SELECT current_setting('application_name') AS before, set_config('application_name', 'x', false) AS after
SELECT * FROM up WHERE qty
SELECT id FROM up HAVING 1
SELECT format('%I.%I', 'a b', 'select'), format('%s%%', 5), format('%L', NULL)
SELECT array_fill('x'::text, ARRAY[2])
CREATE TYPE shade AS ENUM ('light', 'dark')
CREATE TABLE walls (id int, s shade)
INSERT INTO walls VALUES (1, 'light'), (2, 'dark'), (3, NULL)
SELECT id FROM walls WHERE s > 'light' ORDER BY id
SELECT id FROM walls WHERE s < 'dark' ORDER BY id
SELECT id FROM walls WHERE s = 'dark'
SELECT id FROM walls ORDER BY s DESC NULLS LAST
DROP TYPE shade
DROP TABLE walls
DROP TYPE shade
DROP TABLE up
SELECT '01/02/2024'::date, '12/31/2024 10:00'::timestamp, '5/5/2024'::date
SELECT '31/12/2024'::date
SET DateStyle = 'ISO, DMY'
SELECT '01/02/2024'::date, '31/12/2024 10:00'::timestamp, '05/05/2024'::date
SELECT '12/31/2024'::date
SELECT id FROM (VALUES (1, date '2024-02-01'), (2, '2024-01-02')) t(id, d) WHERE d = '01/02/2024'::date
RESET DateStyle
CREATE TABLE kept (id int PRIMARY KEY, q int)
INSERT INTO kept SELECT 1, 2 ON CONFLICT (id) DO UPDATE SET q = excluded.q
INSERT INTO kept (id, q) SELECT 1, 3 UNION ALL SELECT 1, 4 ON CONFLICT (id) DO UPDATE SET q = excluded.q
SELECT * FROM kept
CREATE TYPE tint AS ENUM ('a', 'b')
CREATE TABLE tinted (t tint)
DROP TYPE tint CASCADE
SELECT CASE WHEN q > 5 THEN 0.5 ELSE 1 END, COALESCE(NULL, 2, 0.25), CASE WHEN q < 5 THEN 0.125 END FROM kept
SET bytea_output = 'escape'
SELECT '\x00011f207e7f80ff5c'::bytea AS b
RESET bytea_output
SELECT encode('\x00011f207e7f80ff5c'::bytea, 'escape') AS e
SELECT 'ab'::char(5) = 'ab   ' AS eq, 'ab   ' = 'ab'::char(5) AS qe, 'ab'::char(5) <> 'ab  ' AS ne, 'ab'::char(5) < 'ab ' AS lt, 'ab ' <= 'ab'::char(5) AS le, 'ab'::char(5) IN ('ab  ', 'x') AS i
SELECT 'ab'::char(5) BETWEEN 'ab   ' AND 'ab ' AS b, NULLIF('ab'::char(5), 'ab  ') AS n, CASE 'ab'::char(5) WHEN 'ab   ' THEN 1 ELSE 2 END AS c
SELECT count(*) AS n FROM (VALUES ('ab'::char(4))) AS v(c) WHERE c = 'ab  '
