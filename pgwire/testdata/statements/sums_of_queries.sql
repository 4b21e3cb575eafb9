CREATE TABLE suq (i int, b bigint, s smallint, n numeric(6,2), r real, f float8, t text, v varchar(4), d date, ts timestamp, tz timestamptz, iv interval, tt time)
INSERT INTO suq VALUES (1, 2, 3, 4.5, 5.5, 6.5, 't', 'v', '2024-01-01', '2024-01-02 10:00', '2024-01-03 10:00+00', '1 day', '10:00')
SELECT nullif(i, b), nullif(b, i), nullif(s, i), nullif(i, n), nullif(n, i), nullif(i, f), nullif(r, f), nullif(n, f) FROM suq
SELECT nullif(1, 1.0), nullif(1.0, 1), nullif(i, 1.5), nullif(i, '1'), nullif('1', i), nullif(1, NULL), nullif(NULL, 1), nullif(NULL, NULL), nullif('a', 'b') FROM suq
SELECT nullif(t, v), nullif(v, t), nullif(v, 'v'), nullif('v', v) FROM suq
SELECT nullif(d, ts), nullif(ts, d), nullif(ts, tz), nullif(tz, ts), nullif(d, tz) FROM suq
SELECT nullif(i, t) FROM suq
SELECT nullif(d, i) FROM suq
SELECT nullif(i, true) FROM suq
SELECT nullif(iv, tt) FROM suq
SELECT nullif(tt, iv) FROM suq
SELECT greatest(i, b), greatest(s, i), greatest(i, n), greatest(n, f), greatest(i, 1.5), greatest(r, f), greatest(i, '7') FROM suq
SELECT least(i, b), least(s, i), least(i, n), least(n, f), least(i, 1.5), least(r, f), least(i, '7'), least(NULL, i), least(1, NULL) FROM suq
SELECT greatest(d, ts), greatest(ts, tz), greatest(d, tz), least(tz, d), greatest(t, v), greatest(v, 'z') FROM suq
SELECT greatest(i, t) FROM suq
SELECT greatest(d, i) FROM suq
SELECT greatest(iv, tt) FROM suq
SELECT greatest(i, NULL), greatest(NULL, NULL), least(NULL, n, i), greatest(1, 2.50, 3::smallint), greatest(1.5, 2) FROM suq
SELECT greatest('a', 1)
SELECT greatest(1, 'x')
SELECT greatest(VARIADIC ARRAY[1,2])
SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) FROM suq
SELECT sum(CASE WHEN EXISTS (SELECT 1) THEN 1 ELSE 0 END) FROM suq
SELECT sum(CASE WHEN i = (SELECT max(i) FROM suq) THEN 1 ELSE 0 END) FROM suq
SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN b ELSE 0 END), sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1.5 ELSE 0 END) FROM suq
SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN s END) FROM suq
SELECT avg(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) FROM suq
SELECT sum((SELECT 1)), sum((SELECT i)), sum((SELECT count(*) FROM suq)) FROM suq
SELECT sum(coalesce((SELECT 1), 0)), sum(nullif(i, (SELECT 2))) FROM suq
SELECT sum((i IN (SELECT 1))::int) FROM suq
SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) OVER () FROM suq
SELECT i, sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) FILTER (WHERE i > 0) FROM suq GROUP BY i
SELECT sum(CASE WHEN i > ALL (SELECT 0) THEN i ELSE 0 END), sum(CASE WHEN i = ANY (SELECT 1) THEN 1 END) FROM suq
SELECT x FROM (SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) AS x FROM suq) q
CREATE VIEW suqv AS SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) AS x FROM suq
SELECT * FROM suqv
CREATE TABLE suqc AS SELECT sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END) AS x FROM suq
SELECT * FROM suqc
SELECT pg_typeof(sum(CASE WHEN i IN (SELECT i FROM suq) THEN 1 ELSE 0 END)) FROM suq
