SET timezone TO 'America/New_York'

SELECT d, d + 1, d - 1, d + interval '1 month', d - interval '1 year', extract(dow FROM d), to_char(d, 'Dy DD Mon YYYY') FROM (VALUES (date '2024-02-28'), ('2024-12-31'), ('1900-01-01'), ('2000-02-29'), ('0001-01-01')) t(d)

SELECT d, date_trunc('week', d), date_trunc('month', d)::date, date_trunc('quarter', d), date_trunc('year', d), pg_typeof(date_trunc('day', d)) FROM (VALUES (date '2024-02-28'), ('2024-12-31'), ('1999-01-03')) t(d)

SELECT ts, ts::date, ts::time, date_trunc('hour', ts), ts + interval '90 minutes', extract(hour FROM ts), extract(epoch FROM ts) FROM (VALUES (timestamp '2024-03-10 01:59:59'), ('2024-03-10 02:30'), ('2024-11-03 01:30'), ('1969-12-31 23:59:59.5')) t(ts)

SELECT ts, ts AT TIME ZONE 'UTC', ts AT TIME ZONE 'America/New_York', ts::timestamptz, ts::timestamptz AT TIME ZONE 'UTC' FROM (VALUES (timestamp '2024-03-10 01:59:59'), ('2024-03-10 02:30'), ('2024-11-03 01:30')) t(ts)

SELECT tz, tz::date, tz::time, tz::timestamp, date_trunc('day', tz), date_trunc('hour', tz), tz + interval '1 day', tz + interval '24 hours', extract(hour FROM tz), extract(timezone FROM tz) / 3600 FROM (VALUES (timestamptz '2024-03-10 06:30+00'), ('2024-03-10 07:30+00'), ('2024-11-03 05:30+00'), ('2024-11-03 06:30+00')) t(tz)

SELECT tz, to_char(tz, 'HH12:MI AM TZ'), to_char(tz, 'YYYY-MM-DD HH24:MI:SS.MS OF'), tz::text, tz AT TIME ZONE 'Asia/Kolkata', tz AT TIME ZONE 'EST', tz AT TIME ZONE '+03', tz AT TIME ZONE INTERVAL '2 hours' FROM (VALUES (timestamptz '2024-07-01 12:00+00'), ('2024-01-01 12:00+00')) t(tz)

SELECT a - b, age(a, b), a > b, (a - b) / 2, extract(epoch FROM a - b), justify_interval(a - b) FROM (VALUES (timestamp '2024-03-01', timestamp '2024-01-31'), ('2024-01-01 12:00', '2023-12-31 18:30'), ('2020-01-01', '2024-01-01')) t(a, b)

SELECT a - b, age(a, b) FROM (VALUES (date '2024-03-01', date '2024-01-31'), ('2024-02-29', '2023-02-28'), ('2020-01-01', '2024-01-01')) t(a, b)

SELECT age(timestamp '2024-02-29', timestamp '2023-03-31'), age(timestamp '2024-01-31', timestamp '2024-03-01'), age(timestamp '2024-05-31 10:00', timestamp '2024-04-30 11:00'), age('2024-01-01'::date, '2024-01-01'), age(timestamptz '2024-03-10 12:00', timestamptz '2024-03-09 12:00')

SELECT i, i * 2, i / 2, -i, i + interval '1 hour', justify_hours(i), justify_days(i), extract(epoch FROM i), extract(day FROM i), to_char(i, 'HH24:MI:SS') FROM (VALUES (interval '1 day 25 hours'), ('-3 hours'), ('1 year 2 mons'), ('45 days 00:00:30.5')) t(i)

SELECT i::text, i = interval '24 hours', i > interval '1 hour', i::time, date_trunc('hour', i), date_part('minute', i) FROM (VALUES (interval '1 day'), ('90 minutes'), ('-90 minutes')) t(i)

SELECT i * 0.5, i * 1.5, i / 3, i * -1, 2.5 * i, i / 0.25 FROM (VALUES (interval '1 month'), ('1 day'), ('1 hour'), ('1 year 1 day')) t(i)

SELECT sum(i), avg(i), min(i), max(i), count(i), sum(i) / count(*) FROM (VALUES (interval '1 day'), ('2 hours'), ('1 month'), (NULL)) t(i)

SELECT sum(b - a), avg(b - a), max(b) - min(a) FROM (VALUES (timestamp '2024-01-01 10:00', timestamp '2024-01-01 12:30'), ('2024-01-02 09:00', '2024-01-02 09:45')) t(a, b)

SELECT t, t + interval '2 hours', t - interval '30 minutes', t - time '01:00', t::interval, extract(hour FROM t), to_char(t, 'HH12:MI AM'), t > '12:00', date '2024-01-01' + t FROM (VALUES (time '23:30'), ('00:15'), ('12:00:00.123')) t(t)

SELECT min(t), max(t), count(*) FROM (VALUES (time '23:30'), ('00:15')) t(t)

SELECT avg(t) FROM (VALUES (time '23:30'), ('00:15')) t(t)

SELECT avg(t::interval), sum(t::interval)::text FROM (VALUES (time '23:30'), ('00:15')) t(t)

SELECT d, d = current_date, d < now(), d > '2024-01-01', d BETWEEN '2024-01-01' AND '2024-12-31', d IN ('2024-02-28', '2024-12-31'), d <> ALL ('{2024-02-28}') FROM (VALUES (date '2024-02-28'), ('2024-12-31')) t(d)

SELECT d FROM (VALUES (date '2024-02-28'), ('2024-12-31'), (NULL)) t(d) WHERE d >= '2024-06-01'::timestamp

SELECT d = '2024-02-28 10:00' FROM (VALUES (date '2024-02-28')) t(d)

SELECT ts = '2024-02-28', ts::date = '2024-02-28', ts < date '2024-02-29', ts > '2024-02-28 09:00+05' FROM (VALUES (timestamp '2024-02-28 10:00')) t(ts)

SELECT extract(f FROM timestamp '2024-01-01') FROM (VALUES ('year')) t(f)

SELECT date_part(f, timestamp '2024-05-06 07:08:09') FROM (VALUES ('year'), ('month'), ('day'), ('hour'), ('minute'), ('second'), ('dow'), ('doy'), ('week'), ('quarter'), ('epoch')) t(f)

SELECT date_trunc(f, timestamp '2024-05-16 07:08:09.123456') FROM (VALUES ('year'), ('month'), ('day'), ('hour'), ('minute'), ('second'), ('week'), ('quarter'), ('decade'), ('century'), ('milliseconds')) t(f)

SELECT date_part(f, timestamp '2024-05-06') FROM (VALUES ('foo')) t(f)

SELECT extract(century FROM date '2000-12-31'), extract(century FROM date '2001-01-01'), extract(millennium FROM date '2001-01-01'), extract(decade FROM date '1999-01-01'), extract(century FROM date '0001-01-01 BC'), extract(year FROM date '0044-03-15 BC'), extract(isoyear FROM date '2006-01-01'), extract(week FROM date '2006-01-01'), extract(julian FROM timestamp '2024-01-01 12:00')

SELECT to_char(d, 'YYYY-MM-DD'), to_char(d, 'DD/MM/YY'), to_char(d, 'FMDD FMMonth YYYY'), to_char(d, 'Day'), to_char(d, 'FMDay'), to_char(d, 'D'), to_char(d, 'ID'), to_char(d, 'DDD'), to_char(d, 'WW'), to_char(d, 'IW'), to_char(d, 'Q'), to_char(d, 'J'), to_char(d, 'CC'), to_char(d, 'MON'), to_char(d, 'month'), to_char(d, 'RM'), to_char(d, 'IYYY') FROM (VALUES (date '2024-01-01'), ('2023-12-31'), ('2024-09-05')) t(d)

SELECT to_char(ts, 'HH:MI:SS'), to_char(ts, 'HH24:MI'), to_char(ts, 'HH12 PM'), to_char(ts, 'hh12 a.m.'), to_char(ts, 'SSSS'), to_char(ts, 'MS'), to_char(ts, 'US'), to_char(ts, 'FF3'), to_char(ts, 'FMHH24:FMMI'), to_char(ts, 'YYYY"year"MM'), to_char(ts, 'HH24hMI'), to_char(ts, '"T"HH24') FROM (VALUES (timestamp '2024-01-01 00:05:09.012345'), ('2024-01-01 12:00'), ('2024-01-01 23:59:59.999')) t(ts)

SELECT to_char(ts, f) FROM (VALUES (timestamp '2024-01-01 10:20', 'YYYY'), ('2024-01-01 10:20', 'HH24:MI'), ('2024-01-01 10:20', 'Mon DD')) t(ts, f)

SELECT to_char(ts, 'DDth'), to_char(ts, 'DDTH'), to_char(ts, 'FMDDth'), to_char(ts, 'YYYYth'), to_char(ts, 'Y'), to_char(ts, 'YY'), to_char(ts, 'YYY'), to_char(ts, 'BC'), to_char(ts, 'b.c.'), to_char(ts, 'A.D.'), to_char(ts, 'W') FROM (VALUES (timestamp '2024-01-01'), ('2024-01-22'), ('2024-01-13')) t(ts)

SELECT to_date('2024-1-5', 'YYYY-MM-DD'), to_date('5/1/2024', 'DD/MM/YYYY'), to_date('20240105', 'YYYYMMDD'), to_date('Jan 5 24', 'Mon DD YY'), to_date('05JAN2024', 'DDMONYYYY'), to_date('2024', 'YYYY'), to_date('2024 5', 'YYYY MM'), to_date('99', 'YY'), to_date('1-1-1', 'YYY-MM-DD'), to_date('2454833', 'J')

SELECT to_date('2024-02-30', 'YYYY-MM-DD')

SELECT to_date('13/13/2024', 'MM/DD/YYYY')

SELECT to_date('hello', 'YYYY-MM-DD')

SELECT to_date('', 'YYYY-MM-DD')

SELECT to_date('2024-05', 'YYYY-MM-DD'), to_date('2024-05-06 junk', 'YYYY-MM-DD'), to_date(' 2024-05-06', 'YYYY-MM-DD'), to_date('2024.05.06', 'YYYY-MM-DD')

SELECT to_timestamp('2024-05-06 10:20:30 PM', 'YYYY-MM-DD HH12:MI:SS PM'), to_timestamp('2024-05-06T10:20:30', 'YYYY-MM-DD"T"HH24:MI:SS'), to_timestamp('12:30', 'HH24:MI'), to_timestamp('1.5', 'SS.MS'), to_timestamp('2024-05-06 10', 'YYYY-MM-DD HH24'), to_timestamp('May 6', 'Mon DD')

SELECT to_timestamp('2024-05-06 22:20 PM', 'YYYY-MM-DD HH12:MI PM')

SELECT to_timestamp('10:70', 'HH24:MI')

SELECT to_timestamp(1e9), to_timestamp(0.5), to_timestamp('1700000000'::bigint), extract(epoch FROM to_timestamp(1.25)), to_timestamp(NULL::float8)

SELECT make_date(y, m, d) FROM (VALUES (2024, 2, 29), (1, 1, 1), (-1, 12, 31)) t(y, m, d)

SELECT make_date(y, 2, 30) FROM (VALUES (2024)) t(y)

SELECT make_interval(years => 1, mins => 90), make_interval(0, 0, 1), make_interval(secs => 1.5), make_interval(hours => n) FROM (VALUES (5), (-30)) t(n)

SELECT make_interval(days => 'x')

SELECT make_time(10, 20, 30.5), make_time(24, 0, 0), make_timestamp(2024, 1, 1, 23, 59, 59.999999)

SELECT make_time(10, 60, 0)

SELECT date '2024-01-01' + '1 day'::interval, date '2024-01-01' + '5', '2024-01-01'::date - '2023-12-25', timestamp '2024-01-01' - '1 day', timestamp '2024-01-01' - '2023-12-31', now() - '1 day' < now()

SELECT date '2024-01-01' - '1 day'

SELECT '2024-01-01' + interval '1 day'

SELECT '2024-01-01' - 5

SELECT date '2024-01-01' + interval '1 day' * n, date '2024-01-01' + n, date '2024-01-01' + n * interval '1 week', (date '2024-01-01' + n)::timestamp, timestamp '2024-01-01' + n * '1 hour'::interval, timestamp '2024-01-01' + (n || ' days')::interval, timestamp '2024-01-01' + make_interval(days => n) FROM generate_series(0, 2) n

SELECT d::date, extract(isodow FROM d) AS dow, to_char(d, 'Dy') FROM generate_series('2024-02-26'::date, '2024-03-03', '1 day') d WHERE extract(isodow FROM d) < 6

SELECT count(*), min(d), max(d)::date FROM generate_series(timestamp '2024-01-01', '2024-12-31', '1 month') AS g(d)

SELECT g FROM generate_series(timestamptz '2024-03-09 00:00', timestamptz '2024-03-12 00:00', '1 day') g

SELECT g FROM generate_series(timestamptz '2024-11-02 00:00', timestamptz '2024-11-05 00:00', '24 hours') g

SELECT g::date FROM generate_series(date '2024-03-31', date '2023-11-30', '-1 month') g

SELECT generate_series('2024-01-01', '2024-01-02', '1 day')

SELECT generate_series(date '2024-01-01', date '2024-01-03')

SELECT date_bin('5 minutes', ts, '2024-01-01'), date_bin('1 week', ts, timestamp '2024-01-01') FROM (VALUES (timestamp '2024-01-15 10:12:33'), ('2023-12-31 23:59')) t(ts)

SELECT date_bin('-1 hour', timestamp '2024-01-01', timestamp '2024-01-01')

SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-31', date '2024-03-01'), (date '2024-01-01', interval '1 month') OVERLAPS (date '2024-02-01', interval '1 day'), (timestamp '2024-01-01', NULL) OVERLAPS (timestamp '2023-01-01', timestamp '2024-06-01'), (time '10:00', interval '2 hours') OVERLAPS (time '11:00', time '13:00')

SELECT timestamp '2024-01-01 10:00' + time '01:00'

SELECT timestamp '2024-01-01 10:00' - time '01:00', timestamp '2024-01-01 10:00' + time '01:00', timestamptz '2024-01-01 10:00+00' - time '01:00'

SELECT time '10:00' + interval '15 hours', time '10:00' - interval '11 hours', time '10:00' + '1 hour', interval '1 hour' + time '23:30', time '10:00' - '09:00'::time, time '10:00' * 2

SELECT interval '1 day' + 1

SELECT interval '1 day' * interval '1 day'

SELECT interval '1 day' / interval '1 hour'

SELECT extract(epoch FROM interval '1 day') / extract(epoch FROM interval '1 hour'), interval '1 day' < '25 hours', interval '1 mon' = '30 days', '1 day'::interval BETWEEN '0' AND '2 days'

SELECT date 'today' = current_date, 'now'::timestamp <= clock_timestamp()::timestamp, 'tomorrow'::date - 'yesterday'::date, 'epoch'::timestamptz, 'allballs'::time, 'today'::timestamp::time

SELECT '2024-01-01 10:00:00 America/Los_Angeles'::timestamptz, '2024-07-01 10:00:00 PDT'::timestamptz, '2024-01-01 10:00:00-03:30'::timestamptz, '2024-01-01T10:00:00.123Z'::timestamptz, '20240101T100000Z'::timestamptz, 'Mon Jan 01 10:00:00 2024 EST'::timestamptz, '2024-01-01 10:00 AM'::timestamp, '2024-01-01 12:00 AM'::timestamp, '10:00 PM 2024-01-01'::timestamp

SELECT '2024-01-01 10:00:00 Nowhere/Land'::timestamptz

SELECT '2024-01-01 13:00 PM'::timestamp, '2024-01-01 00:30 AM'::timestamp

SELECT '2024-01-01 14:00 AM'::timestamp

SELECT '2024-001'::date, '2024-366'::date, '2024.001'::date, 'January 8, 1999'::date, '1999-Jan-08'::date, '08-Jan-99'::date, '99-Jan-08'::date, 'Jan-08-99'::date, '19990108'::date, '990108'::date, 'J2451187'::date, 'January 8, 99 BC'::date

SELECT '2024-367'::date

SELECT '1/8/1999'::date, '1/18/1999'::date, '01/02/03'::date, '8-Jan-1999'::date

SELECT '18/1/1999'::date

SELECT '04:05:06.789'::time, '04:05'::time, '040506'::time, '04:05 AM'::time, '04:05 PM'::time, '04:05:06-08:00'::time, '2003-04-12 04:05:06 America/New_York'::time, '12 AM'::time, '4 pm'::time

SELECT '04:05:06.789-8'::timetz, '04:05:06 PST'::timetz, '2024-07-01 04:05:06 America/New_York'::timetz, '040506+0730'::timetz, '04:05'::timetz::text ~ '-0[45]$'

SELECT '1 year 2 months 3 days 4 hours 5 minutes 6 seconds'::interval, '1-2 3 4:05:06'::interval, 'P1Y2M3DT4H5M6S'::interval, '3 4:05:06'::interval, '1.5 years'::interval, '1.5 months'::interval, '1.5 weeks'::interval, '1.5 days'::interval, '-1.5 hours'::interval, '1 day ago'::interval, '10'::interval, '10.5'::interval, '1:02'::interval, '-1:02:03'::interval, '1 mon -1 day +2:03'::interval, '1 century'::interval, '1 millennium 1 decade'::interval, '2 quarters'::interval

SELECT 'PT36H'::interval, 'P2W'::interval, 'P-1DT2H'::interval, '1y 2mons 3d 4h 5m 6s'::interval, '100 ms'::interval, '5 us'::interval, '1e3 seconds'::interval, '  1   day '::interval, 'one day'::interval

SELECT interval '1' day, interval '1:30' hour to minute, interval '1:30' minute to second, interval '100' month, interval '3 days 5 hours' day, interval '1.999' second(2), interval '2-6' year to month, interval '5 10' day to hour

SELECT interval '1 2 3'

SELECT interval '1 day' year

SELECT timestamp(0) '2024-01-01 10:00:00.6', time(1) '10:00:00.66', timestamptz(3) '2024-01-01 10:00:00.6666+00', interval(1) '1.66 s', '2024-01-01 23:59:59.9999'::timestamp(0), '23:59:59.9999'::time(0)

SELECT timestamp(7) '2024-01-01'

SELECT pg_typeof(d + 1), pg_typeof(d + interval '1 d'), pg_typeof(d - d), pg_typeof(ts - ts), pg_typeof(d + t), pg_typeof(t - t), pg_typeof(ts - d), pg_typeof(date_trunc('day', d)), pg_typeof(extract(day FROM d)), pg_typeof(date_part('day', d)), pg_typeof(age(ts)), pg_typeof(to_timestamp(0)), pg_typeof(ts AT TIME ZONE 'UTC'), pg_typeof(t + interval '1 h'), pg_typeof(2 * interval '1 h'), pg_typeof(greatest(d, ts)), pg_typeof(coalesce(d, now())), pg_typeof(make_date(2024, 1, 1)), pg_typeof(ts::date), pg_typeof(generate_series(d, d, '1 day')) FROM (SELECT date '2024-01-01' AS d, timestamp '2024-01-01' AS ts, time '10:00' AS t) x

SELECT date '2024-01-01' = timestamp '2024-01-01', date '2024-01-01' = timestamptz '2024-01-01 00:00', timestamp '2024-01-01' = timestamptz '2024-01-01 00:00', date '2024-01-01' < timestamp '2024-01-01 00:00:01', timestamptz '2024-01-01 00:00+00' = timestamp '2023-12-31 19:00'

SELECT date '2024-01-01' = time '10:00'

SELECT timestamp '2024-01-01' = interval '1 day'

SELECT date '2024-01-01' < 20240101

SELECT CASE WHEN true THEN date '2024-01-01' ELSE timestamp '2024-01-02 10:00' END, coalesce(NULL, date '2024-01-01', timestamp '2024-01-01'), greatest(date '2024-01-02', timestamp '2024-01-01 10:00', timestamptz '2024-01-01 00:00'), nullif(date '2024-01-01', '2024-01-01')

SELECT CASE WHEN true THEN date '2024-01-01' ELSE 'x' END

SELECT CASE WHEN true THEN date '2024-01-01' ELSE time '10:00' END

SELECT date '2024-01-01' UNION SELECT timestamp '2024-01-02' ORDER BY 1

SELECT date '2024-01-01' UNION SELECT 'x'

SELECT ARRAY[date '2024-01-01', timestamp '2024-01-02'], ARRAY[date '2024-01-01', '2024-01-02'], ARRAY[interval '1 d', '2 h']

SELECT isfinite(d), d::timestamp, d + 1, d - 1, d = 'infinity', extract(year FROM d) FROM (VALUES (date 'infinity'), ('-infinity'), ('2024-01-01')) t(d)

SELECT isfinite(ts), ts::date, ts + interval '1 d', to_char(ts, 'YYYY'), date_trunc('month', ts), ts > now() FROM (VALUES (timestamp 'infinity'), ('-infinity'), ('2024-01-01')) t(ts)

SELECT extract(epoch FROM ts), extract(hour FROM ts), date_part('epoch', ts) FROM (VALUES (timestamp 'infinity'), ('-infinity'), ('2024-01-01')) t(ts)

SELECT timestamp 'infinity' - timestamp '2024-01-01'

SELECT justify_days('366 days'), justify_hours('-27 hours'), justify_interval('1 mon -1 day'), justify_interval('-1 mon 31 days 25 hours'), justify_days('-45 days')

SELECT current_date - 'epoch'::date > 19000, date_part('year', now()) >= 2024, now() BETWEEN now() - interval '1 s' AND now(), current_time < '24:00', localtime = current_time::time, current_date = now()::date

SELECT date('2024-01-05 10:00'), date(now()) = current_date, time('10:20'), timestamp '2024-01-01'::date

SELECT timestamptz(timestamp '2024-01-01'), "timestamp"(date '2024-01-01'), "time"(timestamp '2024-01-01 10:00'), "interval"(time '10:00')

SELECT month(date '2024-01-01')

SELECT date_format(now(), '%Y')

SELECT dateadd(day, 1, now())

SELECT last_day(date '2024-02-01')

SELECT now() + 1

SELECT current_date + interval '1 day' + 1

SELECT sysdate

SELECT extract(year, date '2024-01-01')

SELECT date_trunc('month')

SELECT date_trunc(month, now())

SELECT to_char(now())

SELECT age('yesterday', 'today')

SELECT pg_sleep(0), clock_timestamp() > now() - interval '1 min'

SELECT ts, lag(ts) OVER w, ts - lag(ts) OVER w, extract(epoch FROM ts - lag(ts) OVER w), first_value(ts::date) OVER w FROM (VALUES (timestamp '2024-01-01'), ('2024-01-05 12:00'), ('2024-02-01')) t(ts) WINDOW w AS (ORDER BY ts)

SELECT date_trunc('month', ts) AS m, count(*), sum(v), avg(v)::numeric(10,2), min(ts)::date FROM (VALUES (timestamp '2024-01-05', 10), ('2024-01-20', 20), ('2024-02-01', 5)) t(ts, v) GROUP BY m ORDER BY m

SELECT extract(year FROM ts) AS y, extract(month FROM ts) AS m, count(*) FROM (VALUES (timestamp '2024-01-05'), ('2024-01-20'), ('2023-02-01')) t(ts) GROUP BY ROLLUP (1, 2) ORDER BY 1 NULLS LAST, 2 NULLS LAST

SELECT to_char(ts, 'YYYY-MM') AS m, count(*) FILTER (WHERE extract(isodow FROM ts) IN (6, 7)) AS weekend FROM (VALUES (timestamp '2024-01-05'), ('2024-01-20'), ('2024-02-03')) t(ts) GROUP BY 1 ORDER BY 1

SELECT tstzrange('2024-03-10 00:00', '2024-03-11 00:00'), upper(r) - lower(r), r @> timestamptz '2024-03-10 12:00' FROM (SELECT tstzrange('2024-03-10 00:00', '2024-03-11 00:00') AS r) x

SELECT daterange(d, d + 7), daterange(d, d + 7, '[]') @> d + 7, upper(daterange(d, d, '[]')) FROM (VALUES (date '2024-01-01')) t(d)

SET datestyle TO 'SQL, DMY'

SELECT date '2024-03-05', timestamp '2024-03-05 10:20:30.5', timestamptz '2024-03-05 10:20:30+00', '05/03/2024'::date, '5-3-2024'::date, interval '1 day', date '2024-03-05'::text

SELECT to_json(date '2024-03-05'), to_jsonb(timestamp '2024-03-05 10:20'), array_agg(date '2024-03-05'), ROW(date '2024-03-05'), ARRAY[timestamp '2024-03-05 10:20'], daterange('2024-03-05', NULL), format('%s', date '2024-03-05'), 'x' || date '2024-03-05', concat(date '2024-03-05')

SET datestyle TO 'ISO, YMD'

SELECT '24-03-05'::date, '2024-03-05'::date, '05/03/2024'::date

SET datestyle TO 'ISO, DMY'

SELECT '24-03-05'::date, '05/03/2024'::date, '2024-03-05'::date, '05.03.2024'::date

RESET datestyle

SET intervalstyle TO 'sql_standard'

SELECT interval '1 year 2 mons', interval '1 day 02:03:04', interval '-1 day', interval '1 year -1 day', interval '0', interval '1 mon 2 days 03:04:05.6', ARRAY[interval '1 day'], interval '1 day'::text

SET intervalstyle TO 'iso_8601'

SELECT interval '1 year 2 mons', interval '1 day 02:03:04.5', interval '-1 day', interval '0', to_json(interval '1 day'), interval '1 mon' || ''

RESET intervalstyle

SET timezone TO 'Europe/London'

SELECT timestamptz '2024-03-31 00:59:59+00', timestamptz '2024-03-31 01:00+00', timestamptz '1970-01-01 00:00+00', timestamptz '1900-01-01 00:00+00', timestamptz '1800-01-01 00:00+00', timestamptz '2050-07-01 00:00+00'

SELECT timestamptz '2024-03-31 01:30', timestamptz '2024-10-27 01:30', timestamptz '2024-10-27 01:30 BST', timestamptz '2024-10-27 01:30 GMT'

SET timezone TO 'Etc/GMT+5'

SELECT timestamptz '2024-01-01 00:00+00', current_setting('timezone')

SET timezone TO 'UTC'

SELECT timestamptz '2024-01-01 00:00+00', timestamptz '2024-01-01 00:00' AT TIME ZONE 'Pacific/Auckland', timestamp '2024-01-01' AT TIME ZONE 'Pacific/Auckland', timestamptz '2024-01-01' AT TIME ZONE 'utc', timestamptz '2024-01-01' AT TIME ZONE 'Z', timestamptz '2024-01-01' AT TIME ZONE 'America/new_york'
