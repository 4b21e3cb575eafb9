SET TimeZone = 'UTC'
CREATE TABLE mrg (id int PRIMARY KEY, d date, ts timestamp, tz timestamptz, n int, i interval)
INSERT INTO mrg VALUES (1, '4714-11-24 BC', '4714-11-24 00:00:00 BC', '4714-11-24 00:00:00 BC', 1, '1 day'), (2, '5874897-12-31', '294246-12-31 23:59:59', '294246-12-31 23:59:59', 2000000000, '10 years')
INSERT INTO mrg VALUES (3, '2024-01-31', '2024-01-31 12:00', '2024-01-31 12:00+00', 5, '1 mon')
UPDATE mrg SET i = '178000000 years' WHERE id = 2
-- dates and numbers of days
SELECT '4714-11-24 BC'::date - 1
SELECT date '4714-11-24 BC' - 1 AS d
SELECT date '5874897-12-31' + 1
SELECT 1 + date '5874897-12-31'
SELECT date '5874897-12-30' + 1
SELECT date '4714-11-25 BC' - 1
SELECT date '2024-01-01' + 2147483647
SELECT date '2024-01-01' - 2147483647
SELECT date '2024-01-01' - 2500000
SELECT date '2024-01-01' + 2145000000
SELECT d - 1 FROM mrg WHERE id = 1
SELECT d + 1 FROM mrg WHERE id = 2
SELECT d - n FROM mrg WHERE id = 1
SELECT d + n FROM mrg WHERE id = 2
SELECT n + d FROM mrg WHERE id = 2
SELECT d - n FROM mrg ORDER BY id
SELECT (d - 1)::text FROM mrg WHERE id = 1
SELECT d - 1 < '2000-01-01' FROM mrg WHERE id = 1
SELECT id FROM mrg WHERE d - 1 < '2000-01-01' ORDER BY id
SELECT id FROM mrg WHERE d + 1 > '2000-01-01' ORDER BY id
SELECT count(*) FROM mrg WHERE d + n IS NOT NULL
SELECT count(d - 1) FROM mrg
SELECT min(d - 1) FROM mrg
SELECT max(d + 1) FROM mrg
SELECT array_agg(d - 1) FROM mrg
SELECT to_jsonb(d - 1) FROM mrg
SELECT ROW(d - 1) FROM mrg
SELECT extract(year FROM d - 1) FROM mrg
SELECT to_char(d - 1, 'YYYY') FROM mrg WHERE id = 1
SELECT date_part('year', d + 1) FROM mrg WHERE id = 2
SELECT coalesce(d - 1, '2024-01-01') FROM mrg WHERE id = 1
SELECT CASE WHEN id = 3 THEN d ELSE d - 1 END FROM mrg ORDER BY id
SELECT CASE WHEN id = 3 THEN d - 1 ELSE d END FROM mrg ORDER BY id
SELECT 'infinity'::date + 1, '-infinity'::date - 1, 'infinity'::date - 1, '-infinity'::date + 2000000
SELECT (d - 1)::timestamp FROM mrg WHERE id = 1
SELECT d - 1 + 1 FROM mrg WHERE id = 1
SELECT d + n::smallint FROM mrg WHERE id = 1
SELECT d + 1::smallint FROM mrg WHERE id = 2
INSERT INTO mrg (id, d) SELECT 10, d - 1 FROM mrg WHERE id = 1
INSERT INTO mrg (id, d) VALUES (11, date '5874897-12-31' + 1)
UPDATE mrg SET d = d - 1 WHERE id = 1
UPDATE mrg SET d = d + 1 WHERE id = 2
SELECT id, d FROM mrg ORDER BY id
-- constants
SELECT date '4714-11-23 BC'
SELECT date '5874898-01-01'
SELECT '5881580-07-11'::date
SELECT '5880000-01-01'::date
SELECT s::date FROM (VALUES ('4714-11-23 BC')) v(s)
SELECT s::date FROM (VALUES ('5874898-01-01')) v(s)
SELECT s::date FROM (VALUES ('5874897-12-31')) v(s)
SELECT s::timestamp FROM (VALUES ('4714-11-23 23:59:59 BC')) v(s)
SELECT s::timestamptz FROM (VALUES ('4714-11-23 23:59:59+00 BC')) v(s)
SELECT s::timestamptz FROM (VALUES ('4714-11-24 00:00:00+02 BC')) v(s)
SELECT s::timestamptz FROM (VALUES ('4714-11-23 23:00:00-02 BC')) v(s)
SELECT s::timestamp FROM (VALUES ('294277-01-01')) v(s)
SELECT timestamptz '4714-11-24 00:00:00+02 BC'
SELECT timestamptz '4714-11-23 23:00:00-02 BC'
SELECT timestamp '294277-01-01'
SELECT timestamp '4714-11-23 23:59:59.999999 BC'
SELECT timestamp '4714-11-24 00:00:00 BC'
INSERT INTO mrg (id, d) VALUES (12, '4714-11-23 BC')
INSERT INTO mrg (id, d) VALUES (12, '5874898-01-01')
INSERT INTO mrg (id, ts) VALUES (12, '4714-11-23 BC')
INSERT INTO mrg (id, ts) VALUES (12, '294277-01-01')
INSERT INTO mrg (id, tz) VALUES (12, '4714-11-23 00:00+00 BC')
SELECT '4714-11-23 BC'::text::date
SELECT to_date('4714-11-23 BC', 'YYYY-MM-DD BC')
SELECT to_date('5874898', 'YYYY')
-- moments and intervals
SELECT timestamp '4714-11-24 00:00:00 BC' - interval '1 microsecond'
SELECT timestamp '4714-11-24 00:00:00 BC' - interval '1 day'
SELECT timestamp '4714-11-24 00:00:00 BC' - interval '1 month'
SELECT timestamp '4714-11-24 00:00:00 BC' + interval '-1 second'
SELECT interval '-1 second' + timestamp '4714-11-24 00:00:00 BC'
SELECT timestamp '2024-01-01' - interval '7000 years'
SELECT timestamp '2024-01-01' + interval '300000 years'
SELECT timestamp '2024-01-01' + interval '178000000 years'
SELECT timestamptz '2024-01-01 00:00+00' - interval '7000 years'
SELECT timestamptz '4714-11-24 00:00:00+00 BC' - interval '1 hour'
SELECT timestamptz '2024-01-01 00:00+00' + interval '300000 years'
SELECT timestamptz '2024-01-01 00:00+00' - interval '2600000 days'
SELECT ts - i FROM mrg WHERE id = 1
SELECT tz - i FROM mrg WHERE id = 1
SELECT ts + i FROM mrg WHERE id = 2
SELECT tz + i FROM mrg WHERE id = 2
SELECT (ts - i)::text FROM mrg WHERE id = 1
SELECT (ts - i)::date FROM mrg WHERE id = 1
SELECT (ts - i)::time FROM mrg WHERE id = 1
SELECT id FROM mrg WHERE ts - i < '2000-01-01' ORDER BY id
SELECT id FROM mrg WHERE tz - interval '1 hour' < '2000-01-01' ORDER BY id
SELECT extract(year FROM ts - i) FROM mrg WHERE id = 1
SELECT to_char(ts - interval '1 day', 'YYYY-MM-DD BC') FROM mrg WHERE id = 1
SELECT date_trunc('year', ts - interval '1 day') FROM mrg WHERE id = 1
SELECT min(ts - interval '1 day') FROM mrg
SELECT array_agg(ts - interval '1 day' ORDER BY id) FROM mrg
SELECT json_build_object('x', ts - interval '1 day') FROM mrg WHERE id = 1
SELECT ts + interval '100 years' - interval '200 years' FROM mrg WHERE id = 1
SELECT 'infinity'::timestamp - interval '7000 years', '-infinity'::timestamptz - interval '7000 years'
SELECT d - interval '1 day' FROM mrg WHERE id = 1
SELECT d + interval '1 day' FROM mrg WHERE id = 1
SELECT d + interval '1 day' FROM mrg WHERE id = 2
SELECT d - interval '1 day' FROM mrg WHERE id = 2
SELECT d + time '10:00' FROM mrg WHERE id = 2
SELECT d - (interval '1 day') < '2000-01-01' FROM mrg WHERE id = 1
INSERT INTO mrg (id, ts) SELECT 20, ts - interval '1 day' FROM mrg WHERE id = 1
INSERT INTO mrg (id, tz) SELECT 20, tz - interval '1 day' FROM mrg WHERE id = 1
UPDATE mrg SET ts = ts - interval '1 day' WHERE id = 1
UPDATE mrg SET tz = tz - interval '1 day' WHERE id = 1
CREATE TABLE mrg_made AS SELECT ts - interval '1 day' AS x FROM mrg WHERE id = 1
SELECT id, ts, tz FROM mrg ORDER BY id
-- functions that make one
SELECT make_date(-4714, 11, 23)
SELECT make_date(-4714, 11, 24)
SELECT make_date(-4715, 1, 1)
SELECT make_date(5874898, 1, 1)
SELECT make_date(5874897, 12, 31)
SELECT make_date(-n, 1, 1) FROM mrg WHERE id = 2
SELECT make_date(2147483647, 1, 1)
SELECT make_date(0, 1, 1)
SELECT make_timestamp(-4714, 11, 23, 23, 59, 59)
SELECT make_timestamp(-4714, 11, 24, 0, 0, 0)
SELECT make_timestamp(-4715, 1, 1, 0, 0, 0)
SELECT make_timestamp(294277, 1, 1, 0, 0, 0)
SELECT make_timestamp(2147483647, 1, 1, 0, 0, 0)
SELECT make_timestamptz(-4714, 11, 23, 23, 59, 59)
SELECT make_timestamptz(-4715, 1, 1, 0, 0, 0, 'UTC')
SELECT make_timestamptz(-4714, 11, 24, 0, 0, 0, '+02')
SELECT make_timestamptz(-4714, 11, 24, 0, 0, 0, 'Europe/Berlin')
SELECT make_timestamptz(294277, 1, 1, 0, 0, 0)
SELECT to_timestamp(-210866803201)
SELECT to_timestamp(-210866803200)
SELECT to_timestamp(-210866803200.5)
SELECT to_timestamp(9224318016000)
SELECT to_timestamp(1e20)
SELECT to_timestamp(-1e20)
SELECT to_timestamp('NaN')
SELECT to_timestamp('Infinity'), to_timestamp('-Infinity')
SELECT to_timestamp(x) FROM (VALUES (-210866803201::float8)) v(x)
SELECT to_timestamp(x) < now() FROM (VALUES (-210866803201::float8)) v(x)
-- truncated and binned
SELECT date_trunc('millennium', timestamp '4714-11-24 00:00:00 BC')
SELECT date_trunc('century', ts) FROM mrg WHERE id = 1
SELECT date_trunc('decade', ts) FROM mrg WHERE id = 1
SELECT date_trunc('year', ts) FROM mrg WHERE id = 1
SELECT date_trunc('quarter', ts) FROM mrg WHERE id = 1
SELECT date_trunc('month', ts) FROM mrg WHERE id = 1
SELECT date_trunc('week', ts) FROM mrg WHERE id = 1
SELECT date_trunc('day', ts) FROM mrg WHERE id = 1
SELECT date_trunc('year', tz) FROM mrg WHERE id = 1
SELECT date_trunc('year', d) FROM mrg WHERE id = 1
SELECT date_trunc('month', d) FROM mrg WHERE id = 2
SELECT date_trunc('week', tz) FROM mrg WHERE id = 1
SELECT date_trunc('day', tz, 'Asia/Tokyo') FROM mrg WHERE id = 1
SELECT date_trunc('year', ts) < '2000-01-01' FROM mrg WHERE id = 1
SELECT date_bin('10 days', timestamp '4714-11-25 00:00:00 BC', timestamp '2000-01-01')
SELECT date_bin('7 days', ts, timestamp '4714-11-29 BC') FROM mrg WHERE id = 1
SELECT date_bin('100 years', ts, timestamp '2000-01-01') FROM mrg WHERE id = 1
SELECT date_bin('30000 days', ts, timestamp '2000-01-01') FROM mrg WHERE id = 1
SELECT date_bin('30000 days', tz, timestamptz '2000-01-01 00:00+00') < now() FROM mrg WHERE id = 1
-- zones
SELECT timestamptz '4714-11-24 00:00:00+00 BC' AT TIME ZONE 'America/New_York'
SELECT timestamptz '4714-11-24 00:00:00+00 BC' AT TIME ZONE '+03'
SELECT timestamptz '4714-11-24 00:00:00+00 BC' AT TIME ZONE INTERVAL '-3 hours'
SELECT timestamp '4714-11-24 00:00:00 BC' AT TIME ZONE 'Asia/Tokyo'
SELECT timestamp '4714-11-24 00:00:00 BC' AT TIME ZONE INTERVAL '3 hours'
SELECT timestamp '4714-11-24 00:00:00 BC' AT TIME ZONE 'UTC'
SELECT ts AT TIME ZONE 'Asia/Tokyo' FROM mrg WHERE id = 1
SELECT tz AT TIME ZONE 'America/New_York' FROM mrg WHERE id = 1
SELECT tz AT TIME ZONE 'America/New_York' < now() FROM mrg WHERE id = 1
SELECT timezone('Asia/Tokyo', ts) < now() FROM mrg WHERE id = 1
-- casts
SELECT d::timestamp FROM mrg WHERE id = 1
SELECT d::timestamp FROM mrg WHERE id = 2
SELECT d::timestamptz FROM mrg WHERE id = 1
SELECT d::timestamptz FROM mrg WHERE id = 2
SELECT date '294277-01-01'::timestamp
SELECT date '300000-01-01'::timestamptz
SELECT d = ts FROM mrg ORDER BY id
SELECT d < tz FROM mrg ORDER BY id
SELECT d > now() FROM mrg ORDER BY id
SELECT d FROM mrg WHERE d > timestamp '2000-01-01' ORDER BY id
SELECT ts::date, tz::date FROM mrg ORDER BY id
INSERT INTO mrg (id, ts) SELECT 30, d FROM mrg WHERE id = 2
INSERT INTO mrg (id, tz) SELECT 30, d FROM mrg WHERE id = 2
SET TimeZone = 'Asia/Tokyo'
SELECT '4714-11-24 00:00:00 BC'::timestamptz
SELECT d::timestamptz FROM mrg WHERE id = 1
SELECT ts::timestamptz FROM mrg WHERE id = 1
SELECT ts::timestamptz < now() FROM mrg WHERE id = 1
SELECT tz FROM mrg WHERE id = 1
SET TimeZone = 'America/New_York'
SELECT tz::timestamp FROM mrg WHERE id = 1
SELECT tz::date FROM mrg WHERE id = 1
SELECT tz::timestamp < '2000-01-01' FROM mrg WHERE id = 1
SELECT tz FROM mrg WHERE id = 1
SELECT tz::text FROM mrg WHERE id = 1
SELECT to_char(tz, 'YYYY') FROM mrg WHERE id = 1
SELECT extract(year FROM tz) FROM mrg WHERE id = 1
SET TimeZone = 'UTC'
SELECT '4714-11-24 00:00:00+00 BC'::timestamptz, '0044-03-15 12:00:00+02 BC'::timestamptz, '0044-03-15 12:00:00.5 Europe/Berlin BC'::timestamptz, '0044-03-15 12:00 UTC BC'::timestamptz
SELECT s::timestamptz FROM (VALUES ('4714-11-24 00:00:00+00 BC'), ('0044-03-15 12:00:00+02 BC'), ('0044-03-15 12:00:00Z BC')) v(s)
-- ages and differences
SELECT age(timestamp '294246-12-31', timestamp '4714-11-24 BC')
SELECT age('infinity'::timestamp, ts) FROM mrg WHERE id = 3
SELECT d - date '4714-11-24 BC' FROM mrg ORDER BY id
SELECT ts - timestamp '4714-11-24 BC' FROM mrg ORDER BY id
SELECT timestamp '294246-12-31' - timestamp '4714-11-24 BC'
SELECT date '5874897-12-31' - date '4714-11-24 BC'
SELECT age(date '5874897-12-31', date '2000-01-01')
-- series
SELECT generate_series(timestamp '4714-11-25 BC', timestamp '4714-11-24 BC', interval '-1 day')
SELECT generate_series(timestamp '4714-11-25 BC', '-infinity', interval '-1 day') LIMIT 5
SELECT * FROM generate_series(timestamp '4714-11-26 BC', timestamp '4714-11-24 BC', '-1 day') g(x)
SELECT * FROM generate_series(timestamp '4714-11-26 BC', timestamp '4714-11-24 00:00 BC', '-36 hours') g(x)
SELECT g FROM generate_series(date '4714-11-24 BC', date '4714-11-26 BC', '1 day') g
SELECT d - g FROM mrg, generate_series(0, 2) g WHERE id = 1
-- intervals
SELECT interval '178000000 years' + interval '178000000 years'
SELECT interval '178000000 years' * 2
SELECT interval '178000000 years' / 0.1
SELECT interval '2000000000 days' * 2
SELECT interval '2000000000 days' + interval '2000000000 days'
SELECT interval '2500000000 hours' + interval '2500000000 hours'
SELECT interval '2500000000 hours' * 2
SELECT interval '1 day' * 1e20
SELECT interval '1 day' * 'NaN'::float8
SELECT interval '1 day' * 'Infinity'::float8
SELECT interval '1 day' / 0
SELECT interval '1 month' * 2147483648
SELECT interval '1 month' / 1e-10
SELECT -interval '178000000 years', - interval '-2147483648 months'
SELECT i + i FROM mrg WHERE id = 2
SELECT i * 2 FROM mrg WHERE id = 2
SELECT i - i * 2 FROM mrg WHERE id = 2
SELECT 2 * i FROM mrg WHERE id = 2
SELECT sum(i) FROM (SELECT i FROM mrg WHERE id = 2 UNION ALL SELECT i FROM mrg WHERE id = 2) v
SELECT i * n FROM mrg ORDER BY id
SELECT make_interval(years => 178956971)
SELECT make_interval(months => 2147483647, years => 1)
SELECT make_interval(days => 2147483647, weeks => 1)
SELECT justify_days(interval '2147483647 days 2147483647 months')
SELECT interval '178956971 years'
SELECT interval '2147483648 days'
SELECT s::interval FROM (VALUES ('178956971 years')) v(s)
SELECT i + i > interval '1 day' FROM mrg WHERE id = 2
-- ranges of days and other holders
SELECT daterange(d, d + 1) FROM mrg WHERE id = 2
SELECT daterange('4714-11-24 BC', '4714-11-26 BC', '()')
SELECT lower(daterange(d - 1, NULL)) FROM mrg WHERE id = 1
SELECT tsrange(ts - interval '1 day', ts) FROM mrg WHERE id = 1
SELECT greatest(d, d + 1), least(d - 1, d) FROM mrg WHERE id = 2
SELECT x - 1 FROM unnest(ARRAY[date '4714-11-24 BC']) x
SELECT (ARRAY[date '4714-11-24 BC' - 1])[1]
PREPARE mrg_p(date, int) AS SELECT $1 - $2
EXECUTE mrg_p('4714-11-24 BC', 1)
EXECUTE mrg_p('2024-01-01', 1)
PREPARE mrg_i(timestamp, interval) AS SELECT $1 - $2
EXECUTE mrg_i('4714-11-24 BC', '1 day')
ALTER TABLE mrg ADD COLUMN f date DEFAULT (date '4714-11-24 BC' - 1)
CREATE TABLE mrg_def (id int, d date DEFAULT date '5874897-12-31' + 1)
INSERT INTO mrg_def (id) VALUES (1)
CREATE TABLE mrg_gen (d date, e date GENERATED ALWAYS AS (d - 1) STORED)
INSERT INTO mrg_gen VALUES ('4714-11-24 BC')
INSERT INTO mrg_gen VALUES ('2024-01-01')
SELECT * FROM mrg_gen
CREATE TABLE mrg_check (d date CHECK (d - 1 < '2024-01-01'))
INSERT INTO mrg_check VALUES ('4714-11-24 BC')
CREATE VIEW mrg_view AS SELECT id, d - 1 AS e FROM mrg
SELECT e FROM mrg_view WHERE id = 1
SELECT id FROM mrg_view WHERE e < '2024-01-01' ORDER BY id
SELECT count(*) FROM mrg_view
SELECT max(ts - interval '1 day') OVER () FROM mrg WHERE id = 1
SELECT d FROM mrg GROUP BY d, d - 1
SELECT id FROM mrg ORDER BY d - 1
SELECT DISTINCT d - 1 FROM mrg
SELECT a.id FROM mrg a JOIN mrg b ON a.d - 1 = b.d
SELECT d + 1 FROM mrg WHERE id = 3 UNION ALL SELECT d + 1 FROM mrg WHERE id = 2
SELECT d - '1 day'::interval IS NULL FROM mrg WHERE id = 1
COPY (SELECT d - 1 FROM mrg WHERE id = 1) TO STDOUT
