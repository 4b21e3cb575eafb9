-- Types of results, and texts that a cast spells otherwise.
CREATE TABLE vty (b bool, i2 int2, i4 int4, i8 int8, n numeric, n52 numeric(5,2), f4 float4, f8 float8, t text, v varchar, c char(3), nm name, j json, jb jsonb, o oid, ip inet, ci cidr, d date, ts timestamp, tz timestamptz, iv interval, ia int[], tm time)
INSERT INTO vty VALUES (true, 1, 2, 3, 4.5, 4.50, 1.5, -2.5, 't', 'v', 'c', 'n', '{}', '{}', 5, '1.1.1.1', '10.0.0.0/8', '2020-01-01', '2020-01-02', '2020-01-03 00:00+00', '1 day', '{1}', '10:00')
SELECT sign(i2), sign(i4), sign(i8), sign(f4), sign(f8), sign(-5), sign(i4 - i8), sign('-3') FROM vty
SELECT sign(n), sign(n52), sign(-1.5), sign(0.0), sign(n - 10) FROM vty
SELECT sign(NULL::int), sign(NULL::numeric)
SELECT i4 + NULL, i8 * NULL, n + NULL, n52 - NULL, f8 / NULL, NULL + i2, NULL - n FROM vty
SELECT t || NULL, NULL || t, v || NULL, nm || NULL, jb || NULL, i4 || NULL, o || NULL, ip || NULL, j || NULL FROM vty
SELECT iv + NULL FROM vty
SELECT d + NULL FROM vty
SELECT d - NULL FROM vty
SELECT ts - NULL, ts + NULL FROM vty
SELECT tz + NULL FROM vty
SELECT i4 % NULL, NULL % i8 FROM vty
SELECT pg_typeof(t || NULL), pg_typeof(n + NULL), pg_typeof(i4 + NULL)
	FROM vty
SELECT quote_literal(b), quote_literal(NOT b), quote_nullable(b), quote_nullable(NULL::bool), quote_literal(true) FROM vty
SELECT quote_literal(i4), quote_literal(d), quote_literal(iv), quote_literal(n52), quote_literal(t) FROM vty
SELECT format('%s %L %L', b, b, ip), concat(b, ip), b::text, ip::text FROM vty
SELECT to_json(o), to_jsonb(o), json_agg(o), json_build_object('o', o), row_to_json(r), to_json(ARRAY[o]) FROM (SELECT o FROM vty) r GROUP BY o, r.*
SELECT to_json(o), to_jsonb(o), json_build_object('o', o), to_json(ARRAY[o]), json_build_array(o, i4) FROM vty
SELECT row_to_json(r) FROM (SELECT o, i4 FROM vty) r
SELECT json_agg(o) FROM vty
SELECT mode() WITHIN GROUP (ORDER BY jb) FROM vty
SELECT mode() WITHIN GROUP (ORDER BY t) FROM vty
SELECT coalesce(d, '1'), 1 FROM vty
SELECT coalesce(ts, '12345') FROM vty
SELECT coalesce(o, 'x') FROM vty
SELECT coalesce(ip, 'x') FROM vty
SELECT coalesce(d, '20200101'), coalesce(d, '200101') FROM vty
SELECT d = '1' FROM vty
SELECT CASE WHEN b THEN i4 ELSE 'x' END FROM vty
CREATE VIEW vty_v AS SELECT t || NULL AS a, i4 + NULL AS b, sign(i4) AS c, sign(n) AS d, quote_literal(b) AS e FROM vty
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'vty_v'::regclass ORDER BY attnum
SELECT * FROM vty_v
CREATE TABLE vty_t AS SELECT t || NULL AS a, i4 + NULL AS b, sign(i4) AS c, sign(n) AS d FROM vty
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'vty_t'::regclass AND attnum > 0 ORDER BY attnum
SELECT pg_relation_filenode('vty_v') IS NULL, pg_relation_filenode('vty') IS NULL
CREATE SEQUENCE vty_s
SELECT has_column_privilege('vty_s', 'last_value', 'SELECT'), has_column_privilege('vty_s', 1::int2, 'SELECT')
SELECT has_sequence_privilege('vty', 'nosuch')
SELECT has_sequence_privilege('vty', 'SELECT')
