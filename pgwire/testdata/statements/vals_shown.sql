-- Hours that a clock shows twice, reals whose text is in the middle, and casts of jsonb.
CREATE TABLE vd_events (id int, at timestamptz, d date)
INSERT INTO vd_events VALUES (1, '2024-11-03 05:30:15.5+00', '2024-11-03'), (2, '2024-11-03 06:30:45+00', '2024-11-04'), (3, NULL, NULL), (4, '2024-07-01 12:34:56.789+00', '2024-07-01'), (5, 'infinity', 'infinity')
SET TIME ZONE 'America/New_York'
SELECT id, date_trunc('hour', at), date_trunc('minute', at), date_trunc('second', at) FROM vd_events WHERE id < 5 ORDER BY id
SELECT date_trunc('hour', at) AS h, count(*) FROM vd_events WHERE id < 5 GROUP BY 1 ORDER BY 1
SELECT date_trunc('hour', at) AS h, count(*) FROM vd_events WHERE id < 5 GROUP BY date_trunc('hour', at) ORDER BY date_trunc('hour', at) DESC
SELECT date_trunc('hour', timestamptz '2024-11-03 05:30+00'), date_trunc('hour', now()) <= now(), date_trunc('hours', timestamptz '2024-11-03 05:59+00')
SELECT date_trunc('hour', at) FROM vd_events WHERE id = 5
SELECT h FROM (SELECT date_trunc('hour', at) AS h FROM vd_events WHERE id < 3) s ORDER BY h
SET TIME ZONE 'Asia/Kolkata'
SELECT id, date_trunc('hour', at), date_trunc('day', at) FROM vd_events WHERE id < 5 ORDER BY id
SET TIME ZONE 'Australia/Lord_Howe'
SELECT id, date_trunc('hour', at), date_trunc('minute', at) FROM vd_events WHERE id < 5 ORDER BY id
RESET TIME ZONE
SELECT id, date_trunc('hour', at), date_trunc('hour', d), date_trunc('hour', at::timestamp) FROM vd_events WHERE id < 5 ORDER BY id
SELECT 1234567890::float4, 16777217::float4, 123456789::float4, 0.1::float4, 1e10::float4, 3.4e38::float4, 1234567.8::float4
SELECT x::float4, x::float4::text, x::float4 + 0, (x::float4)::float8 FROM (VALUES (1234567890), (16777217), (123456)) t(x)
SELECT ARRAY[1234567890::float4], to_json(1234567890::float4), 1234567890::float4 || ''
CREATE TABLE vd_reals (f float4)
INSERT INTO vd_reals VALUES (1234567890), (16777217), (8388608.5), (1234567.9), (9999999), (99999999), (0.00001234567)
SELECT f, f::text FROM vd_reals ORDER BY f
SELECT sum(f), avg(f), max(f) FROM vd_reals
CREATE TABLE vd_docs (doc jsonb)
INSERT INTO vd_docs VALUES ('{"i": 5, "f": 1.5, "s": "x", "b": true, "n": null, "q": "7", "e": 1e3}')
SELECT (doc->'i')::int, (doc->'f')::int, (doc->'f')::numeric, (doc->'b')::boolean, (doc->'e')::int, (doc->'f')::float8, (doc->>'q')::int, (doc->'i')::bigint + 1 FROM vd_docs
SELECT (doc->'s')::text, (doc->'f')::text FROM vd_docs
SELECT (doc['i'])::int, doc['s']::text FROM vd_docs
SELECT (doc #> '{i}')::int FROM vd_docs
SELECT (doc #> '{s}')::numeric FROM vd_docs
SELECT value::int FROM vd_docs, jsonb_each(doc) WHERE key = 'f'
SELECT daterange('2024-01-01', '5874897-12-31', '[]')
SELECT daterange('2024-01-01', '5874897-12-31')
SELECT '[2024-01-01,5874897-12-31]'::daterange
SELECT int8range(1, 9223372036854775807, '[]')
SELECT int4range(2147483647, NULL, '()')
SELECT 1e23::float8, 9007199254740993::float8, 1e22::float8, 9.5e17::float8, 123456789012345680::float8, 33554432::float4, 2147483648::float4, 1e9::float4, 4294967296::float8, 36028797018963970::float8, 1e16::float8, -1234567890::float4
SELECT g, (g::bigint * 1000000007)::float4, (g::bigint * 10000000000000061)::float8, (g * 1e18)::float8, (1000000 * g)::float4, (2::float8 ^ g)::float4, 2::float8 ^ g FROM generate_series(1, 90) g
