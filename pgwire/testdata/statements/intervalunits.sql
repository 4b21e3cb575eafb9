SET timezone = 'America/New_York'
SELECT timestamptz '2024-11-02 12:00:00' + interval '24 hours' AS a, timestamptz '2024-11-02 12:00:00' + interval '1 day' AS b
SELECT ts, ts + interval '1 day' AS plus_day, ts + interval '24 hours' AS plus_24h FROM (VALUES (timestamptz '2024-03-09 12:00:00'), ('2024-11-02 12:00:00'::timestamptz)) AS t(ts)
SELECT ts + interval '24 hours' FROM (VALUES (timestamptz '2024-11-02 12:00:00')) AS t(ts)
SELECT ts + interval '1 day 24 hours', ts - interval '24 hours', ts - interval '1 mon 30 hours' FROM (VALUES (timestamptz '2024-11-02 12:00:00'), (timestamptz '2024-11-04 12:00:00')) AS t(ts)
CREATE TABLE ivu_tz(ts timestamptz, i interval)
INSERT INTO ivu_tz VALUES ('2024-11-02 12:00', '24 hours'), ('2024-11-02 12:00', '25 hours'), ('2024-11-03 00:30', '1 hour'), ('2024-11-03 01:30-04', '1 hour'), ('2024-11-03 01:30-04', '1 day'), ('2024-03-09 02:30', '1 day'), ('2024-03-09 02:30', '24 hours'), ('2024-03-10 03:30', '-1 hours'), ('2024-01-31 01:30', '1 mon -1 day'), ('2024-10-31 01:30', '1 mon 3 days 700 hours')
SELECT ts, i, ts + i AS p, ts - i AS m, i + ts AS q FROM ivu_tz ORDER BY ts, i
SELECT g FROM generate_series(timestamptz '2024-11-02 00:00', '2024-11-04 12:00', '12 hours') g
SELECT g FROM generate_series(timestamptz '2024-11-02 00:00', '2024-11-04 12:00', '1 day') g
SELECT ts, count(*) OVER (ORDER BY ts RANGE BETWEEN interval '24 hours' PRECEDING AND CURRENT ROW) FROM (VALUES (timestamptz '2024-11-02 12:30'), (timestamptz '2024-11-03 11:45'), (timestamptz '2024-11-03 12:15')) AS t(ts) ORDER BY 1
SELECT ts, count(*) OVER (ORDER BY ts RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW) FROM (VALUES (timestamptz '2024-11-02 12:30'), (timestamptz '2024-11-03 11:45'), (timestamptz '2024-11-03 12:15')) AS t(ts) ORDER BY 1
SELECT date_bin('12 hours', ts, timestamptz '2024-11-01 00:00') FROM ivu_tz ORDER BY 1
UPDATE ivu_tz SET ts = ts + '24 hours' WHERE i = '24 hours'
SELECT ts FROM ivu_tz WHERE ts + '24 hours' > '2024-11-04' ORDER BY 1
RESET timezone
DROP TABLE ivu_tz
CREATE TABLE ivu_2(d date, ts timestamp, tz timestamptz, t time)
INSERT INTO ivu_2 VALUES ('2024-01-31', '2024-01-31 10:00', '2024-01-31 10:00', '10:00')
SELECT d + interval '1 month' AS a, d + interval '30 days' AS b FROM ivu_2
SELECT ts + interval '1 month' AS a, ts + interval '30 days' AS b, ts + interval '720 hours' AS c, ts - interval '30 days' AS d, ts - interval '1 mon' AS e FROM ivu_2
SELECT tz + interval '1 month' AS a, tz + interval '30 days' AS b, tz + interval '720 hours' AS c FROM ivu_2
SELECT tz + '1 month'::interval AS a, tz + '30 days'::interval AS b, tz + make_interval(days => 30) AS c, tz + make_interval(months => 1) AS d FROM ivu_2
SELECT ts + interval '1' month AS a, ts + interval '30' day AS b, ts + interval '1 mon' * 1 AS c FROM ivu_2
SELECT count(*) FILTER (WHERE ts + interval '1 mon' > '2024-03-01'), count(*) FILTER (WHERE ts + interval '30 days' > '2024-03-01') FROM ivu_2
SELECT 1 FROM ivu_2 WHERE ts + interval '1 mon' < '2024-03-01' AND ts + interval '30 days' > '2024-03-01'
SELECT d - interval '30 days', interval '30 days' + d, interval '1 mon' + d FROM ivu_2
SELECT t + interval '24 hours', t + interval '1 day' FROM ivu_2
SELECT ts + '1 month', ts + '30 days' FROM ivu_2
SELECT d::timestamp + interval '1 day', d::timestamp + interval '24 hours' FROM ivu_2
SELECT (ts + interval '1 day')::date - d, (ts + interval '36 hours')::date FROM ivu_2
SELECT d + i FROM ivu_2, (VALUES (interval '1 mon'), ('30 days')) v(i) ORDER BY 1
SELECT date_trunc('month', ts) + interval '1 month' - interval '1 day' AS eom, date_trunc('month', ts) + interval '30 days' FROM ivu_2
SELECT interval '1 mon' * 2, interval '30 days' * 2, justify_days(interval '30 days'), justify_days(interval '1 mon')
SELECT to_char(interval '1 mon', 'MM DD'), to_char(interval '30 days', 'MM DD'), extract(day from interval '30 days'), extract(day from interval '1 mon')
SELECT DISTINCT i FROM (VALUES (interval '1 mon'), (interval '1 mon')) v(i)
DROP TABLE ivu_2
