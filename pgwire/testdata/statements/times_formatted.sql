-- to_char of values whose types are those of columns of queries.
CREATE TABLE tt (t time, i interval, d date, z timetz)
INSERT INTO tt VALUES ('10:20', '1 hour', '2024-01-01', '10:20+02')
SELECT to_char(t, 'HH24:MI') FROM (VALUES ('10:20'::time + interval '1 hour'), ('11:00')) v(t)
SELECT to_char(t, 'HH24:MI') FROM (VALUES ('10:20'::time), ('11:00'::time)) v(t)
SELECT to_char(t, 'HH24:MI') FROM (VALUES (now()::time(0) - now()::time(0) + interval '1 hour')) v(t)
SELECT to_char(t, 'HH24:MI') FROM (VALUES (time '10:20' - time '09:00')) v(t)
SELECT to_char(t, 'HH24:MI:SS') FROM (VALUES (date '2024-01-01' + time '10:20')) v(t)
SELECT to_char(t, 'HH24:MI:SS') FROM (SELECT date '2024-01-01' + time '10:20' AS t) v
SELECT to_char(t, 'HH24:MI:SS') FROM (SELECT time '10:20' + interval '1 hour' AS t) v
SELECT to_char(time '10:20' + interval '1 hour', 'HH24:MI:SS'), to_char(time '10:20', 'HH12:MI AM')
SELECT to_char(t, 'HH24:MI'), to_char(t + i, 'HH24:MI'), to_char(t - t, 'HH24:MI'), to_char(d + t, 'YYYY HH24:MI') FROM tt
SELECT to_char(z, 'HH24:MI') FROM tt
SELECT to_char(x, 'HH24:MI') FROM (SELECT t + i AS x FROM tt) q
WITH q AS (SELECT t + i AS x FROM tt) SELECT to_char(x, 'HH24:MI') FROM q
SELECT to_char(x, 'HH24:MI') FROM (VALUES (current_time::time)) v(x) WHERE false
SELECT to_char(x, 'HH24:MI') FROM (VALUES (localtime)) v(x) WHERE false
SELECT to_char(x, 'YYYY-MM-DD') FROM (VALUES (date 'infinity'), (NULL), (date '0044-03-15 BC'), (date '2024-02-29')) v(x)
SELECT to_char(x, 'YYYY-MM-DD HH24:MI:SS') FROM (VALUES (timestamp 'infinity'), ('-infinity'), ('0044-03-15 BC'), ('2024-02-29 10:20:30.5')) v(x)
SELECT to_char(x, 'YYYY-MM-DD HH24:MI:SS TZ') FROM (SELECT d + t AS x FROM tt) q
SELECT to_char(x + y, 'HH24:MI'), to_char(x, 'HH24:MI:SS.MS') FROM (SELECT d + t AS x, i AS y FROM tt) q
SELECT to_char(max(x), 'YYYY-MM'), to_char(min(y), 'HH24:MI'), to_char(sum(y), 'HH24:MI') FROM (SELECT d + t AS x, i AS y FROM tt) q
SELECT to_char(min(t), 'HH24:MI'), to_char(max(t + i), 'HH12:MI am') FROM tt
SELECT to_char(n, '999.9'), to_char(n, 'YYYY') FROM (SELECT 1.5 + x AS n FROM (VALUES (1)) v(x)) q
SELECT to_char(n, 'HH24:MI') FROM (SELECT x || 'a' AS n FROM (VALUES ('1')) v(x)) q
SELECT to_char(b, 'YYYY') FROM (SELECT true AND x AS b FROM (VALUES (true)) v(x)) q
SELECT to_char(t, 'YYYY-MM-DD'), to_char(t, 'Day Month Q WW'), to_char(t, 'AM A.M. SSSS US') FROM tt
