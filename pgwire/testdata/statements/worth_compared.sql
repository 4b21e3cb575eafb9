-- Which values are compared with which, and how: types, reals, char(n), jsonb.
CREATE TABLE worth (id int, r real, d float8, n numeric, c char(4), v varchar(10), i int, j jsonb, on_day date, b bool, u uuid)
INSERT INTO worth VALUES (1, 0.1, 0.1, 0.1, 'ab', 'ab  ', 16777217, '9'), (2, 16777216, 2, 2, 'abcd', 'abcd', 2, '10'), (3, 1.5, 1.5, 1.5, NULL, NULL, NULL, '{"a": 10}'), (4, NULL, NULL, NULL, 'x', 'x', 1, '{"a": 9}'), (5, NULL, NULL, NULL, 'y', 'y', 1, '"text"'), (6, NULL, NULL, NULL, 'z', 'z', 1, '[]'), (7, NULL, NULL, NULL, 'z', 'z', 1, 'null'), (8, NULL, NULL, NULL, 'z', 'z', 1, '[1, 2]'), (9, NULL, NULL, NULL, 'z', 'z', 1, '[3]'), (10, NULL, NULL, NULL, 'z', 'z', 1, 'true')
SELECT id FROM worth WHERE r = 0.1
SELECT id FROM worth WHERE r = '0.1'
SELECT id FROM worth WHERE r <> 0.1 ORDER BY id
SELECT id FROM worth WHERE r IN (0.1, 1.5) ORDER BY id
SELECT id FROM worth WHERE r IN (0.1)
SELECT id FROM worth WHERE r BETWEEN 0.1 AND 2 ORDER BY id
SELECT id FROM worth WHERE r = n ORDER BY id
SELECT id FROM worth WHERE r = i ORDER BY id
SELECT id FROM worth WHERE r = 16777217
SELECT id FROM worth WHERE r = ANY(ARRAY[0.1, 1.5]) ORDER BY id
SELECT id FROM worth WHERE (r, id) = (0.1, 1)
SELECT id, nullif(r, 0.1), CASE r WHEN 0.1 THEN 'y' ELSE 'n' END, r IS DISTINCT FROM 0.1 FROM worth ORDER BY id
SELECT a.id, b.id FROM worth a JOIN worth b ON a.r = b.n ORDER BY 1, 2
SELECT id, c LIKE 'ab', c LIKE 'ab%', c LIKE 'ab  ', c LIKE '%b', c ILIKE 'AB', c ~ 'b$', c SIMILAR TO 'ab', c ~~ 'ab', c NOT LIKE 'ab' FROM worth ORDER BY id
SELECT id, c LIKE v, v LIKE c, c = v, c < v, octet_length(c), length(c) FROM worth ORDER BY id
SELECT 'a'::char(3) LIKE 'a', 'a'::char(3) LIKE 'a  ', 'a'::char(3) ~ '^a$', 'a'::char(3)::text LIKE 'a'
SELECT id, j FROM worth ORDER BY j, id
SELECT id, j FROM worth ORDER BY 2 DESC, 1
SELECT id, j AS shown FROM worth ORDER BY shown, id
SELECT id FROM worth ORDER BY j -> 'a', id
SELECT id FROM worth WHERE j > '5' ORDER BY id
SELECT id FROM worth WHERE j <= '"z"' ORDER BY id
SELECT id FROM worth WHERE j = '10.0' OR j -> 'a' = '9.00' ORDER BY id
SELECT id FROM worth WHERE j <> '10.0' ORDER BY id
SELECT id FROM worth WHERE j BETWEEN '0' AND '9' ORDER BY id
SELECT id FROM worth WHERE j IN ('10.0', 'null') ORDER BY id
SELECT rank() OVER (ORDER BY j), id FROM worth ORDER BY 1, 2
SELECT array_agg(id ORDER BY j) FROM worth
SELECT DISTINCT j FROM worth ORDER BY j
SELECT j -> 'a' AS a, max(id) FROM worth GROUP BY 1 ORDER BY a
SELECT a.id, b.id FROM worth a JOIN worth b ON a.j = b.j AND a.id < b.id ORDER BY 1, 2
SELECT e FROM jsonb_array_elements('[10, 9, "x", null, 9.5]') e ORDER BY e
-- No operator takes both.
SELECT 1 = true
SELECT i = true FROM worth
SELECT i IN (1, true) FROM worth
SELECT b = 1 FROM worth
SELECT v = 1 FROM worth
SELECT i = v FROM worth
SELECT on_day = 1 FROM worth
SELECT on_day = v FROM worth
SELECT on_day > 'x'::text FROM worth
SELECT on_day = now() FROM worth
SELECT u = v FROM worth
SELECT j = v FROM worth
SELECT interval '1 day' = 1
SELECT i || d FROM worth
SELECT d || 1 FROM worth
SELECT true || true
SELECT now() || on_day FROM worth
SELECT nullif(1, true)
SELECT 1 IS DISTINCT FROM true
SELECT i BETWEEN true AND 2 FROM worth
-- No type is common.
SELECT CASE WHEN true THEN 1 ELSE true END
SELECT CASE WHEN true THEN true WHEN false THEN 1 END
SELECT coalesce(1, true)
SELECT coalesce(v, i) FROM worth
SELECT greatest(1, 'x'::text)
SELECT least(on_day, 1) FROM worth
SELECT ARRAY[1, true]
SELECT 1 UNION SELECT true
SELECT i FROM worth UNION SELECT true
SELECT on_day FROM worth UNION ALL SELECT 1
VALUES (1), (true)
SELECT d::bool FROM worth
SELECT n::bool FROM worth
SELECT true::numeric
SELECT date_trunc('day', '2024-01-01 10:00')
-- Dates as they are written.
SELECT 'January 8, 99 BC'::date, 'Mar 15 44 BC'::date, '15 Mar 44 BC'::date, '044-03-15 BC'::date, 'Jan-08-99 BC'::date
SELECT 'January 8, 99'::date, 'January 8, 69 AD'::date, 'Jan 8 70'::date, '08-Jan-99'::date, 'Jan-08-99'::date, '8 Jan 00'::date, '31 Jan 31'::date
SELECT '10:00 20240102'::timestamp, '20240102 1030'::timestamp, '2024-01-01 103045'::timestamp, 'Mar 15 44 10:00 BC'::timestamp
SELECT '10:00 2024-01-01'::timestamp
SELECT '10:00:00 UTC 2024-01-02'::timestamptz
SELECT 'Mon 2024-01-01'::date
SELECT 'BC 2024-01-01'::date
SELECT '2024-01-01 BC AD'::date
SELECT '{2024-01-01,2024-01-01 BC AD}'::date[]
SELECT 'Jan 32 2024'::date
SELECT 'Feb 30 2024'::date
SELECT 'Jan 8, 0 BC'::date
SELECT '99-Jan-08'::date
SELECT '2 2024 Jan'::date
SELECT '5874898-01-01'::date
SELECT 'now'::time IS NOT NULL
DROP TABLE worth
SELECT '2024-01-01 AD BC'::timestamp
SELECT '2024-01-01 12:00 AD AD'::timestamptz
SELECT v::date FROM (VALUES ('2024-01-01 BC AD')) t(v)
SELECT v::timestamp FROM (VALUES ('2024-01-01 10:00 AD BC')) t(v)
SELECT v::timestamptz FROM (VALUES ('2024-01-01 10:00 AD BC')) t(v)
