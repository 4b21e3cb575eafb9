-- Types of one category that do not become each other, and the type of NULLIF.
CREATE TABLE unlike_t (i int2, n numeric, o oid, r float4, v varchar(5), c char(3), t time, d date, s timestamptz, u uuid, j json, b jsonb, x bytea, ia int[], ta text[], y bool, w interval)
INSERT INTO unlike_t VALUES (1, 4.5, 5, 1.5, 'v5', 'c', '10:00', '2020-01-01', '2020-01-03 00:00+00', '00000000-0000-0000-0000-000000000001', '{}', '{}', '\x01', '{1}', '{a}', true, '1 day')
SELECT coalesce(j, b) FROM unlike_t
SELECT coalesce(b, u) FROM unlike_t
SELECT greatest(x, j) FROM unlike_t
SELECT CASE WHEN y THEN j ELSE u END FROM unlike_t
SELECT CASE WHEN y THEN t ELSE d END FROM unlike_t
SELECT ARRAY[n, o] FROM unlike_t
SELECT ARRAY[ia, ta] FROM unlike_t
SELECT r FROM unlike_t UNION ALL SELECT o FROM unlike_t
SELECT x FROM unlike_t UNION ALL SELECT u FROM unlike_t
SELECT nullif(i, n), nullif(i, o), nullif(v, 'x'::name), nullif(t, w) FROM unlike_t
SELECT nullif(i, 1), nullif(n, 1), nullif(v, v), nullif(v, 'x'), nullif(r, 2) FROM unlike_t
