SET timezone TO 'Europe/Berlin'

CREATE TABLE hm_ev (id int, d date, t time, tz timetz, ts timestamp, tstz timestamptz, iv interval)

INSERT INTO hm_ev VALUES (1, '2024-02-29', '13:45:30.5', '13:45:30+02', '2024-03-31 02:30:00', '2024-03-31 02:30:00+00', '1 year 2 mons 3 days 04:05:06.789'), (2, '1999-12-31', '00:00', '23:59:59-08', '1999-12-31 23:59:59.999999', '2024-10-27 01:30:00+00', '-1 day +02:00:00'), (3, NULL, '24:00', '00:00+00', 'infinity', '-infinity', '0'), (4, '0044-03-15 BC', '23:59:59.999999', '12:00+05:30', '2024-01-01', '2024-06-15 12:00:00 America/New_York', 'P1Y2M3DT4H5M6S')

SELECT * FROM hm_ev ORDER BY id

SELECT id, d + 1, d - 30, d + t, d + iv, d - date '2000-01-01', d + time '03:00' FROM hm_ev ORDER BY id

SELECT id, ts + iv, ts - iv, tstz + iv, tstz - iv FROM hm_ev ORDER BY id

SELECT id, t + iv, t - iv, t - time '01:00', tz + iv FROM hm_ev ORDER BY id

SELECT id, ts - timestamp '2024-01-01', tstz - timestamptz '2024-01-01', age(ts, timestamp '2000-05-05') FROM hm_ev WHERE id <> 3 ORDER BY id

SELECT age(ts) FROM hm_ev WHERE id = 3

SELECT id, date_trunc('month', ts), date_trunc('week', tstz), date_trunc('hour', iv), date_trunc('decade', d) FROM hm_ev ORDER BY id

SELECT date_trunc('quarter', timestamp '2024-08-15 10:20:30'), date_trunc('century', timestamp '2024-08-15'), date_trunc('millennium', date '1999-01-01'), date_trunc('milliseconds', timestamp '2024-01-01 00:00:00.123456'), date_trunc('day', timestamptz '2024-06-01 23:30+00', 'Asia/Tokyo')

SELECT date_trunc('fortnight', now())

SELECT date_trunc('day', time '10:20'), date_trunc('hour', interval '3 days 10:20')

SELECT extract(year FROM d), extract(doy FROM d), extract(isodow FROM d), extract(dow FROM d), extract(week FROM d), extract(isoyear FROM d), extract(quarter FROM d), extract(epoch FROM d), extract(julian FROM d), extract(century FROM d), extract(decade FROM d), extract(millennium FROM d) FROM hm_ev ORDER BY id

SELECT extract(epoch FROM ts), extract(second FROM ts), extract(milliseconds FROM ts), extract(microseconds FROM ts), extract(hour FROM tstz), extract(timezone FROM tstz), extract(timezone_hour FROM tstz) FROM hm_ev ORDER BY id

SELECT extract(epoch FROM iv), extract(day FROM iv), extract(hour FROM iv), extract(second FROM iv), extract(month FROM iv), extract(year FROM iv), extract(minute FROM iv), extract(decade FROM iv) FROM hm_ev ORDER BY id

SELECT extract(hour FROM t), extract(second FROM t), extract(epoch FROM t), extract(timezone FROM tz), extract(epoch FROM tz), extract(microseconds FROM t) FROM hm_ev ORDER BY id

SELECT extract(day FROM time '10:00')

SELECT extract(hour FROM date '2024-01-01')

SELECT extract(foo FROM timestamp '2024-01-01')

SELECT extract(dow FROM interval '1 day')

SELECT date_part('year', timestamp '2024-01-01'), date_part('epoch', interval '1 month'), pg_typeof(date_part('day', date '2024-01-01')), pg_typeof(extract(day FROM date '2024-01-01')), date_part('hour', date '2024-05-05')

SELECT to_char(ts, 'YYYY-MM-DD HH24:MI:SS.US'), to_char(ts, 'Dy, DD Mon YY HH12:MI AM'), to_char(tstz, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'), to_char(iv, 'YYYY MM DD HH24:MI:SS') FROM hm_ev ORDER BY id

SELECT to_char(timestamp '2024-01-05 15:04:05.678', 'DDD IDDD WW IW W D ID J Q CC Y,YYY IYYY RM SSSS MS FF1 FF3 FF6')

SELECT to_char(timestamp '2024-01-05 03:04', 'FMMonth FMDDth, a.m. HH:MI P.M. FMHH12 MONTH|Month|month|MON|DAY|day|DY|rm|tz|TZ|OF')

SELECT to_char(timestamptz '2024-07-05 03:04+00', 'TZ tz OF TZH TZM'), to_char(timestamptz '2024-07-05 03:04+00' AT TIME ZONE 'UTC', 'HH24:MI TZ')

SELECT to_char(date '2024-02-01', 'DD"th of "Month'), to_char(date '0044-03-15 BC', 'YYYY BC'), to_char(time '14:05', 'HH12:MI pm'), to_char(interval '25 hours', 'HH24:MI'), to_char(interval '100 days', 'DDD')

SELECT to_char(interval '-1 day -02:03', 'DD HH24:MI'), to_char(interval '1 year 14 months', 'YYYY-MM'), to_char(interval '3 seconds', 'SS.MS')

SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_date('2024-13-01', 'YYYY-MM-DD')

SELECT to_date('20240229', 'YYYYMMDD'), to_date('2024 60', 'YYYY DDD'), to_date('24-3-5', 'YY-MM-DD'), to_date('2024-W10-1', 'IYYY-"W"IW-ID'), to_date('March 1, 2024', 'Month DD, YYYY')

SELECT to_timestamp('2024-05-06 07:08:09.123', 'YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp(1700000000), to_timestamp(1700000000.5), to_timestamp('10:20 PM', 'HH12:MI AM'), to_timestamp('2024-01-01 10:00 +05', 'YYYY-MM-DD HH24:MI TZH')

SELECT to_date('2023-02-29', 'YYYY-MM-DD')

SELECT to_timestamp('25:00', 'HH24:MI')

SELECT to_date('abc', 'YYYY')

SELECT to_date('2024', 'YYYY-foo'), to_date('2024/05/06', 'YYYY-MM-DD'), to_date('  2024 05 06', 'YYYYMMDD')

SELECT make_date(2024, 2, 29), make_time(8, 15, 23.5), make_timestamp(2024, 7, 15, 8, 15, 23.5), make_timestamptz(2024, 7, 15, 8, 15, 23.5), make_timestamptz(2024, 7, 15, 8, 15, 23.5, 'America/New_York'), make_interval(days => 10, hours => 5), make_interval(1, 2, 3, 4, 5, 6, 7.5), make_interval()

SELECT make_date(2023, 2, 29)

SELECT make_date(-44, 3, 15), make_date(0, 1, 1)

SELECT make_time(25, 0, 0)

SELECT make_timestamp(2024, 13, 1, 0, 0, 0)

SELECT timestamp '2024-03-31 02:30' AT TIME ZONE 'Europe/Berlin', timestamptz '2024-03-31 01:00+00' AT TIME ZONE 'America/New_York', time '10:00' AT TIME ZONE 'UTC', timetz '10:00+02' AT TIME ZONE 'UTC', timestamp '2024-01-01' AT TIME ZONE INTERVAL '-5 hours', timezone('UTC', timestamptz '2024-01-01')

SELECT timestamp '2024-01-01' AT TIME ZONE 'Mars/Olympus'

SELECT timestamptz '2024-07-01 12:00', timestamptz '2024-01-01 12:00 PST', timestamptz '2024-01-01 12:00 EST5EDT', timestamptz '2024-01-01T12:00:00Z', timestamptz '2024-01-01 12:00:00+0530', timestamp '2024-01-01 12:00+05'

SELECT date '2024-01-01', date 'Jan 5 2024', date '5 January 2024', date '20240105', date '2024.005', date 'J2451187', date '01/02/2024', date '1/2/24', date 'epoch', date 'infinity'

SELECT date '2024-02-30'

SELECT date '13/13/2024'

SELECT date 'foo'

SELECT timestamp '2024-01-01 25:00'

SELECT time '10:61'

SELECT time '04:05 PM', time '040506', time '04:05:06.7', time '4:05 am', time '24:00:00', time 'allballs', time '23:59:60'

SELECT interval '1 day', interval '1.5 days', interval '1 week 2 days', interval '1 fortnight', interval '2 decades', interval '-1-2 +3 -4:05:06', interval '1:30', interval '90 minutes', interval '1 month -1 day', interval 'P0001-02-03T04:05:06', interval '@ 1 minute ago'

SELECT interval '1 foo'

SELECT interval '1 day 1 day', interval ''

SELECT interval '5' day, interval '1-2' year to month, interval '1 2:03' day to minute, interval '1.55' second(1), interval '3 days 04:05:06' hour, interval '10' month, interval '1:2:3' minute to second

SELECT interval '1 day' * 1.5, interval '1 month' / 3, 2 * interval '1 hour 30 minutes', interval '1 year' - interval '6 months', -interval '1 day', interval '1 mon' * 0.5, interval '1 day' / 7, interval '2 days' * -1

SELECT interval '1 month' = interval '30 days', interval '1 day' = interval '24 hours', interval '1 year' > interval '360 days', interval '1 mon' < interval '31 days'

SELECT interval '1 day' / 0

SELECT justify_days(interval '35 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour'), justify_interval(interval '-33 days 25 hours')

SELECT age(timestamp '2024-03-31', timestamp '2024-02-29'), age(date '2001-04-10', date '1957-06-13'), age(timestamp '2024-01-01 10:00', timestamp '2024-01-02 09:00'), age(timestamptz '2024-03-31 12:00+02', timestamptz '2024-03-30 12:00+01')

SELECT date '2024-01-31' + interval '1 month', timestamp '2024-03-31' - interval '1 month', date '2024-02-29' + interval '1 year', timestamptz '2024-03-30 12:00' + interval '1 day', timestamptz '2024-03-30 12:00' + interval '24 hours'

SELECT date '2024-01-01' + integer '7', 7 + date '2024-01-01', date '2024-01-01' - date '2023-01-01', timestamp '2024-01-01' - date '2023-12-25', date '2024-01-01' + time '10:00', time '10:00' + date '2024-01-01'

SELECT date '2024-01-01' + date '2024-01-01'

SELECT date '2024-01-01' + 1.5

SELECT date '2024-01-01' * 2

SELECT timestamp '2024-01-01' + 1

SELECT time '10:00' + time '01:00'

SELECT now() - 5

SELECT (timestamp '2024-01-01', timestamp '2024-02-01') OVERLAPS (timestamp '2024-01-15', interval '10 days'), (date '2024-01-01', date '2024-01-10') OVERLAPS (date '2024-01-10', date '2024-01-20'), (time '09:00', time '11:00') OVERLAPS (time '10:00', time '12:00')

SELECT date_bin('15 minutes', timestamp '2024-02-11 15:44:17', timestamp '2001-01-01'), date_bin('1 hour 30 min', timestamptz '2024-02-11 15:44:17+00', timestamptz '2001-01-01 00:15+00')

SELECT date_bin('1 month', timestamp '2024-02-11', timestamp '2001-01-01')

SELECT date_bin('0 days', timestamp '2024-02-11', timestamp '2001-01-01')

SELECT isfinite(date 'infinity'), isfinite(timestamp '2024-01-01'), isfinite(interval '1 day'), date 'infinity' > date '9999-12-31', timestamp '-infinity' < now()

SELECT date 'infinity' - date '2024-01-01'

SELECT timestamp 'infinity' - timestamp '2024-01-01'

SELECT date 'infinity' + 1, timestamp 'infinity' + interval '1 day', extract(year FROM timestamp 'infinity'), extract(epoch FROM date '-infinity'), extract(month FROM date 'infinity'), date_trunc('day', timestamp 'infinity')

SELECT ts::date, ts::time, tstz::date, tstz::time, tstz::timetz, tstz::timestamp, ts::timestamptz, d::timestamptz, t::interval, iv::time FROM hm_ev ORDER BY id

SELECT '2024-01-01 10:20:30.123456'::timestamp(0), '2024-01-01 10:20:30.5'::timestamp(0), '10:20:30.126'::time(2), '2024-01-01 10:20:30.987+00'::timestamptz(1), '1.23456 s'::interval(2), interval(0) '1.5 s', localtimestamp(0) = date_trunc('second', localtimestamp(0))

SELECT pg_typeof(now()), pg_typeof(current_date), pg_typeof(current_time), pg_typeof(localtime), pg_typeof(localtimestamp), pg_typeof(now() - now()), pg_typeof(current_date - current_date), pg_typeof(current_date + time '10:00'), pg_typeof(age(now())), pg_typeof(date_trunc('day', current_date)), pg_typeof(current_date + interval '1 day')

SELECT 1::date

SELECT date '2024-01-01'::int

SELECT time '10:00'::date

SELECT interval '1 day'::int

SELECT '2024-01-01'::date::time

SELECT current_date::text = to_char(now(), 'YYYY-MM-DD'), now()::text ~ '^\d{4}-\d\d-\d\d ', clock_timestamp() >= now(), statement_timestamp() >= transaction_timestamp(), timeofday() ~ '\d{4}'

SELECT generate_series(date '2024-01-30', date '2024-02-02', interval '1 day')

SELECT d::date FROM generate_series(timestamp '2024-01-31', timestamp '2024-05-31', '1 month') AS d

SELECT generate_series(timestamptz '2024-03-30 00:00', timestamptz '2024-04-01 00:00', interval '12 hours')

SELECT generate_series(timestamp '2024-01-03', timestamp '2024-01-01', interval '-1 day')

SELECT generate_series(timestamp '2024-01-01', timestamp '2024-01-03', interval '0')

SELECT generate_series(time '00:00', time '02:00', interval '1 hour')

SELECT id, d BETWEEN '2000-01-01' AND '2024-12-31', ts > '2024-01-01', d = '2024-02-29', tstz < 'now', t < '14:00' FROM hm_ev ORDER BY id

SELECT d < ts, ts = tstz, d < tstz, t < tz FROM hm_ev ORDER BY id

SELECT max(d), min(t), max(ts), min(tstz), max(iv), sum(iv), avg(iv) FROM hm_ev

SELECT avg(d) FROM hm_ev

SELECT sum(t) FROM hm_ev

SELECT sum(d) FROM hm_ev

SELECT count(DISTINCT date_trunc('year', ts)), array_agg(d ORDER BY d NULLS FIRST), string_agg(t::text, ',' ORDER BY t) FROM hm_ev

SELECT greatest(date '2024-01-01', timestamp '2024-01-01 10:00'), least(d, ts) FROM hm_ev ORDER BY id

SELECT coalesce(d, '2000-01-01'), coalesce(d, now())::date = current_date, coalesce(d::text, 'unknown') FROM hm_ev ORDER BY id

SELECT CASE WHEN d IS NULL THEN ts ELSE d END FROM hm_ev ORDER BY id

SELECT * FROM hm_ev WHERE d = 'notadate'

SELECT id FROM hm_ev WHERE d > 5

SELECT id FROM hm_ev WHERE ts LIKE '2024%'

SELECT id FROM hm_ev WHERE extract(year FROM ts) = 2024 AND iv > interval '0' ORDER BY id

SELECT year(d) FROM hm_ev

SELECT datediff('day', d, d) FROM hm_ev

SELECT date_add(d, 1) FROM hm_ev

SELECT getdate()

SELECT current_timestamp()

SELECT to_char(d) FROM hm_ev

SELECT to_char(5, 'YYYY')

SELECT date('2024-01-05'), timestamp('2024-01-05')

SELECT date(ts) FROM hm_ev ORDER BY id

SET datestyle TO 'SQL, DMY'

SELECT d, ts, tstz, date '05/06/2024' FROM hm_ev ORDER BY id

SET datestyle TO 'German'

SELECT d, ts, tstz FROM hm_ev ORDER BY id

SET datestyle TO 'Postgres, MDY'

SELECT d, ts, tstz, to_char(ts, 'Day') FROM hm_ev ORDER BY id

RESET datestyle

SET intervalstyle TO 'iso_8601'

SELECT iv, -iv, age(d, '2000-01-01') FROM hm_ev ORDER BY id

SET intervalstyle TO 'sql_standard'

SELECT iv, -iv, interval '-1 mon 3 days' FROM hm_ev ORDER BY id

SET intervalstyle TO 'postgres_verbose'

SELECT iv, interval '0', interval '-1 day' FROM hm_ev ORDER BY id

RESET intervalstyle

SET timezone TO 'UTC'

SELECT tstz, tstz::date, tstz::timetz, tstz::text FROM hm_ev ORDER BY id

SET TIME ZONE 'Asia/Kolkata'

SELECT tstz, to_char(tstz, 'OF'), extract(timezone_minute FROM tstz), tstz AT TIME ZONE 'Asia/Kolkata' FROM hm_ev ORDER BY id

SET TIME ZONE INTERVAL '-03:30' HOUR TO MINUTE

SELECT tstz FROM hm_ev WHERE id = 1

SET TIME ZONE 'Nowhere/City'

SET TIME ZONE -5

SELECT timestamptz '2024-01-01 00:00+00', timetz '10:00'

RESET timezone

SELECT justify_days(interval '1 year 400 days'), interval '1 year 13 months', interval '48 hours', interval '1 day -1 hour', interval '-1 hour 30 min', interval '0.1 months', interval '1.5 years', interval '0.5 weeks'

SELECT '1 day'::interval::text, interval '1 day'::varchar(3), cast(interval '90 sec' AS time), interval '36 hours'::time, timestamp '2024-01-01'::varchar, '2024-01-01'::timestamp::char(10)

SELECT timestamp '294276-12-31', date '5874897-12-31', timestamp '4713-01-01 BC', date '4714-11-24 BC'

SELECT date '5874898-01-01'

SELECT timestamp '294277-01-01'

SELECT date '2024-01-01' + 2147483647

SELECT timestamp '2024-01-01' + interval '300000 years'

SELECT interval '178000000 years' + interval '178000000 years'

SELECT interval '1' year, interval '2 days' day, interval 'infinity'

SELECT row_number() OVER (ORDER BY d NULLS LAST), lag(d) OVER (ORDER BY id), d - lag(d) OVER (ORDER BY id), sum(iv) OVER (ORDER BY id) FROM hm_ev ORDER BY id

SELECT date_part('week', date '2021-01-03'), date_part('isoyear', date '2021-01-03'), to_char(date '2021-01-03', 'IYYY-IW-ID'), to_char(date '2021-01-03', 'YYYY-WW-D')

SELECT tstz AT TIME ZONE 'UTC' AT TIME ZONE 'America/Los_Angeles', (ts AT TIME ZONE 'UTC')::date FROM hm_ev ORDER BY id

SELECT timestamp '2024-01-01 00:00:00' = date '2024-01-01', timestamptz '2024-01-01 00:00+00' = timestamp '2024-01-01', time '10:00' = timetz '10:00+00', date '2024-01-01' < 'tomorrow'

SELECT date 'today' = current_date, date 'yesterday' + 1 = current_date, timestamp 'tomorrow' > now(), timestamp 'today 10:00'::time

SELECT extract(epoch FROM timestamptz '2024-01-01 00:00+00'), extract(epoch FROM timestamp '2024-01-01'), extract(epoch FROM interval '1 year 1 month 1 day 1 second'), round(extract(epoch FROM interval '1.5 s')), extract(epoch FROM timestamp '2024-01-01 00:00:00.5')::int

SELECT to_timestamp('infinity'::float8), to_timestamp(-1.5), to_timestamp(0) AT TIME ZONE 'UTC', to_timestamp('1e3'::float8)

SELECT date_trunc('minute', timestamp '2024-01-01 10:20:30.5') + interval '30 s', (date_trunc('month', date '2024-02-15') + interval '1 month - 1 day')::date

SELECT (interval '1 day 2 hours', 1) = (interval '26 hours', 1), interval '1 day' IN (interval '24 hours'), ARRAY[interval '1 day', '2 hours'], array_agg(iv ORDER BY iv) FROM hm_ev

DROP TABLE hm_ev
