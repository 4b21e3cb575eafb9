CREATE TABLE zd_t (a int DEFAULT -1, b numeric DEFAULT -1.5, c bigint DEFAULT -5000000000, d text DEFAULT NULL, e smallint DEFAULT -3, f numeric(8,2) DEFAULT -0.50, g double precision DEFAULT -2.5, h timestamptz DEFAULT CURRENT_TIMESTAMP, i timestamp DEFAULT LOCALTIMESTAMP, j time DEFAULT LOCALTIME, k text DEFAULT '-5', l int DEFAULT 7)
SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'zd_t' ORDER BY ordinal_position
SELECT a.attname, a.atthasdef, pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE a.attrelid = 'zd_t'::regclass AND a.attnum > 0 ORDER BY a.attnum
INSERT INTO zd_t (a) VALUES (DEFAULT) RETURNING a, b, c, d, e, f, g, k, l
SELECT date_trunc('month', h) AS m, sum(b) FROM zd_t GROUP BY date_trunc('month', h) HAVING date_trunc('month', h) < '2124-04-01' ORDER BY m LIMIT 0
SELECT sum(b) FROM zd_t GROUP BY date_trunc('month', i) HAVING date_trunc('month', i) IS NOT NULL
SELECT sum(f), count(*) FROM zd_t GROUP BY date_trunc('year', i) HAVING sum(f) < 0 AND date_trunc('year', i) > '2000-01-01'
SELECT CASE WHEN sum(f) < 0 THEN sum(f) END AS s, avg(f), sum(f) * 2 FROM zd_t GROUP BY round(b) HAVING round(b) < 0 AND sum(f) <> 5
SELECT substr('abc', '2'), substr('abcdef', '2', 3), substring('abc', 'b')
SELECT max(a), min(l), max(k) FROM zd_t
DROP TABLE zd_t
