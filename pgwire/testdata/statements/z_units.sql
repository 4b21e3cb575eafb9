CREATE TABLE zt (t timestamp, z timestamptz, d date, s text, i int, n numeric)
SELECT date_trunc('nosuch', t) FROM zt
SELECT date_trunc('nosuch', z) FROM zt
SELECT date_trunc('nosuch', d) FROM zt
SELECT extract(nosuch FROM t) FROM zt
SELECT extract(nosuch FROM d) FROM zt
SELECT date_part('nosuch', t) FROM zt
SELECT date_part('nosuch', d) FROM zt
SELECT extract(hour FROM d) FROM zt
SELECT extract(timezone FROM t) FROM zt
SELECT date_part('nosuch', NULL::timestamp)
SELECT date_trunc('nosuch', NULL::timestamp)
SELECT date_trunc('nosuch', timestamp '2024-01-01')
SELECT date_trunc('nosuch', timestamp '2024-01-01') FROM zt
SELECT extract(nosuch FROM timestamp '2024-01-01') FROM zt
SELECT extract(nosuch FROM date '2024-01-01') FROM zt WHERE false
SELECT date_trunc(s, t) FROM zt
SELECT * FROM zt WHERE date_trunc('nosuch', t) > '2024-01-01'
SELECT date_trunc('nosuch', now()) FROM zt
SELECT date_trunc('day', z, 'Nowhere/X') FROM zt
SELECT z AT TIME ZONE 'Nowhere/X' FROM zt
SELECT timestamptz '2024-01-01' AT TIME ZONE 'Nowhere/X' FROM zt
SELECT 1/0 FROM zt
SELECT 1/0 WHERE false
SELECT CASE WHEN false THEN 1/0 ELSE 1 END
SELECT CASE WHEN true THEN 1 ELSE 1/0 END
SELECT CASE WHEN i IS NULL THEN 1 ELSE 1/0 END FROM zt
SELECT coalesce(1, 1/0)
SELECT coalesce(i, 1/0) FROM zt
SELECT 'x'::int FROM zt
SELECT 'x'::int WHERE false
SELECT 1 WHERE false AND 1/0 = 1
SELECT 1 WHERE false AND 'x'::int = 1
SELECT 1 WHERE true OR 1/0 = 1
SELECT sqrt(-1) FROM zt
SELECT ln(0) FROM zt
SELECT sqrt(n - 1) FROM zt
SELECT substring('abc' FROM 1 FOR -1) FROM zt
SELECT substring(s FROM 1 FOR -1) FROM zt
SELECT encode('a', 'nosuch') FROM zt
SELECT encode(s::bytea, 'nosuch') FROM zt
SELECT width_bucket(n, 1, 1, 2) FROM zt
SELECT width_bucket(5, 1, 1, 2) FROM zt
SELECT make_date(2024, 13, 1) FROM zt
SELECT make_date(2024, 13, i) FROM zt
SELECT '{a'::int[] FROM zt
SELECT power(0, -1) FROM zt
SELECT power(0, i - 1) FROM zt
SELECT abs(-2147483648::int) FROM zt
SELECT split_part(s, ',', 0) FROM zt
SELECT split_part('a', ',', 0) FROM zt
SELECT interval '1 nosuch' FROM zt
SELECT x.date_trunc, extract FROM (SELECT date_trunc('nosuch', t), extract(nosuch FROM t) FROM zt) x
SELECT extract(nosuch FROM t)::int, date_trunc('nosuch', t)::date AS d FROM zt
SELECT date_trunc('nosuch', z) + interval '1 day', coalesce(date_part('nosuch', t), 0) FROM zt
SELECT count(date_trunc('nosuch', t)), max(extract(nosuch FROM d)) FROM zt
SELECT date_trunc('nosuch', t) FROM zt GROUP BY 1 ORDER BY 1
SELECT date_trunc('nosuch', t) AS m FROM zt GROUP BY date_trunc('nosuch', t)
SELECT extract(week FROM interval '1 day' * i), date_trunc('week', interval '1 day' * i) FROM zt
SELECT date_trunc('nosuch', (SELECT max(t) FROM zt))
SELECT * FROM (SELECT date_trunc('nosuch', t) AS m FROM zt) q WHERE m > '2024-01-01'
INSERT INTO zt (t) SELECT date_trunc('nosuch', t) FROM zt
UPDATE zt SET t = date_trunc('nosuch', t)
DELETE FROM zt WHERE date_part('nosuch', t) = 1
INSERT INTO zt VALUES (NULL, NULL, NULL, 'a', 1, 1)
SELECT date_trunc('nosuch', t), extract(nosuch FROM d), date_part('nosuch', z) FROM zt
INSERT INTO zt VALUES ('2024-01-01', '2024-01-01', '2024-01-01', 'b', 2, 2)
SELECT date_trunc('nosuch', t) FROM zt
SELECT extract(nosuch FROM d) FROM zt
SELECT date_part('nosuch', z) FROM zt
SELECT extract(timezone FROM t) FROM zt
SELECT extract(nosuch FROM t) FROM zt WHERE i = 1
SELECT CASE WHEN i = 1 THEN date_trunc('nosuch', t) END FROM zt
SELECT CASE WHEN i = 3 THEN date_trunc('nosuch', t) ELSE t END FROM zt ORDER BY i
UPDATE zt SET t = date_trunc('nosuch', t)
SELECT date_trunc('nosuch', now())
SELECT date_trunc('nosuch', timestamptz '2024-01-01') FROM zt WHERE false
SELECT date_trunc('nosuch', timestamp '2024-01-01') FROM zt WHERE false
SELECT i FROM zt WHERE i = 99 AND i = 98
