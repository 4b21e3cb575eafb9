-- Dates, times and intervals.
SET TimeZone = 'UTC'
SELECT date '2024-01-31', timestamp '2024-01-31 12:34:56.789', timestamptz '2024-01-31 12:34:56+02', time '12:34:56.7', timetz '12:34:56+02'
SELECT date '0044-03-15 BC', timestamp '0001-01-01 00:00:00 BC', date 'infinity', timestamp '-infinity', date '99999-01-01'
SELECT 'January 8, 1999'::date, '1/8/1999'::date, '19990108'::date, '8-Jan-1999'::date, '1999-008'::date, 'J2451187'::date
SELECT 'today'::date = current_date, 'tomorrow'::date - 'yesterday'::date, 'epoch'::timestamp, 'now'::timestamp IS NOT NULL
SELECT date '2024-01-31' + 1, date '2024-01-31' - 1, date '2024-03-01' - date '2024-02-01', date '2024-01-31' + interval '1 month', date '2024-01-31' + time '10:00'
SELECT timestamp '2024-03-01' - timestamp '2024-02-01 10:00', timestamptz '2024-03-01' - timestamptz '2024-02-01', timestamp '2024-01-01' + interval '1 year 2 months 3 days 4 hours'
SELECT interval '1 day', interval '1 year 2 mons 3 days 04:05:06.789', interval '-1 day +2 hours', interval '90 minutes', interval '1 week', interval '1.5 days', interval '1 decade'
SELECT interval '1 month' * 1.5, interval '1 day' / 3, interval '1 hour' * 25, -interval '1 day 2 hours', interval '1 day' + interval '25 hours', 2 * interval '1 day'
SELECT interval '1 month' = interval '30 days', interval '1 day' = interval '24 hours', interval '1 day' < interval '25 hours'
SELECT interval 'P1Y2M3DT4H5M6S', interval '1-2', interval '3 4:05:06', interval '0', interval '@ 1 day ago'
SELECT justify_hours(interval '27 hours'), justify_days(interval '35 days'), justify_interval(interval '1 mon -1 hour'), make_interval(years => 1, days => 10)
SELECT age(timestamp '2024-03-01', timestamp '2023-01-15'), age(date '2024-01-01', date '2024-02-15')
SELECT extract(year from date '2024-02-29'), extract(epoch from timestamp '2024-01-01'), extract(dow from date '2024-02-29'), extract(doy from date '2024-02-29'), extract(week from date '2024-12-31'), extract(quarter from date '2024-05-01')
SELECT extract(second from time '12:34:56.789'), extract(milliseconds from time '12:34:56.789'), extract(microseconds from interval '1.5 s'), extract(epoch from interval '1 month'), extract(century from date '2001-01-01'), extract(isoyear from date '2024-12-30'), extract(isodow from date '2024-12-29'), extract(decade from date '2024-01-01'), extract(millennium from date '2024-01-01'), extract(julian from date '2024-01-01')
SELECT date_part('year', timestamp '2024-01-01'), date_part('hour', interval '25 hours'), date_part('epoch', timestamptz '2024-01-01 00:00+00'), date_part('timezone', timestamptz '2024-01-01')
SELECT extract(nosuch from now())
SELECT extract(hour from date '2024-01-01')
SELECT date_trunc('month', timestamp '2024-05-15 12:00'), date_trunc('week', date '2024-05-15'), date_trunc('hour', interval '1 day 12:34:56'), date_trunc('quarter', timestamptz '2024-05-15 00:00+00'), date_trunc('decade', timestamp '2024-05-15'), date_trunc('day', timestamptz '2024-05-15 23:00+00', 'Europe/Berlin')
SELECT date_trunc('nosuch', now())
SELECT date_bin('15 minutes', timestamp '2024-01-01 10:37', timestamp '2024-01-01')
SELECT to_char(timestamp '2024-03-05 14:05:09.123456', 'YYYY-MM-DD HH24:MI:SS.US'), to_char(date '2024-03-05', 'Day, DD Month YYYY'), to_char(timestamp '2024-03-05 14:05', 'HH12:MI AM'), to_char(date '2024-03-05', 'FMDay FMDD FMMonth'), to_char(date '2024-03-05', 'Dy Mon D DDD WW IW IYYY Q J')
SELECT to_char(interval '1 day 02:03:04', 'DD HH24:MI:SS'), to_char(timestamp '2024-03-05', 'DDth "of" Month'), to_char(timestamptz '2024-03-05 12:00+00', 'TZ OF'), to_char(date '2024-03-05', 'YY YYY Y,YYY CC BC'), to_char(timestamp '2024-03-05 00:00', 'MS SSSS am a.m.'), to_char(date '2024-03-05', 'RM rm')
SELECT to_date('05 Mar 2024', 'DD Mon YYYY'), to_date('20240305', 'YYYYMMDD'), to_timestamp('2024-03-05 14:05', 'YYYY-MM-DD HH24:MI'), to_timestamp(1709647509), to_timestamp(1709647509.5)
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT to_date('abc', 'YYYY')
SELECT make_date(2024, 2, 29), make_time(8, 15, 23.5), make_timestamp(2024, 2, 29, 8, 15, 23.5), make_timestamptz(2024, 2, 29, 8, 15, 23.5, 'UTC')
SELECT make_date(2023, 2, 29)
SELECT timestamp '2024-01-01 12:00' AT TIME ZONE 'America/New_York', timestamptz '2024-01-01 12:00+00' AT TIME ZONE 'Asia/Tokyo', timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'EST5EDT', time '12:00' AT TIME ZONE 'UTC'
SELECT timestamp '2024-01-01 12:00' AT TIME ZONE 'Nowhere/Land'
SELECT timestamptz '2024-01-01 12:00 America/New_York', '2024-01-01 12:00:00 PST'::timestamptz, timestamptz '2024-06-01T12:00:00Z', timestamp '2024-01-01T12:00:00+05'
SELECT timestamp(0) '2024-01-01 12:00:00.5', '2024-01-01 12:00:00.123456'::timestamp(3), time(1) '12:00:00.15', '2024-01-01 00:00:00.999999'::timestamptz(2)
SELECT timestamp '2024-01-01 24:00:00', time '24:00:00', timestamp '2024-01-01 23:59:60'
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', date '2024-03-01'), (date '2024-01-01', interval '10 days') OVERLAPS (date '2024-02-01', interval '1 day')
SELECT isfinite(date 'infinity'), isfinite(timestamp '2024-01-01'), isfinite(interval '1 day')
SELECT current_date IS NOT NULL, current_time IS NOT NULL, localtime IS NOT NULL, localtimestamp IS NOT NULL, now() = current_timestamp, clock_timestamp() >= now(), statement_timestamp() >= transaction_timestamp(), timeofday() IS NOT NULL
SELECT pg_typeof(current_time), pg_typeof(localtime), pg_typeof(current_timestamp(0)), pg_typeof(date '2024-01-01' + 1), pg_typeof(date '2024-01-01' + interval '1 day'), pg_typeof(date_trunc('day', date '2024-01-01')), pg_typeof(extract(day from now())), pg_typeof(date_part('day', now()))
SELECT generate_series(date '2024-01-01', date '2024-01-03', interval '1 day')
SELECT d::date FROM generate_series('2024-01-30'::timestamp, '2024-02-02', '1 day') d
SELECT generate_series(timestamp '2024-01-31', '2024-04-30', '1 month')
SELECT sum(x), avg(x), min(x), max(x) FROM (VALUES (interval '1 day'), (interval '2 hours')) t(x)
SELECT min(d), max(d), max(d) - min(d) FROM (VALUES (date '2024-01-01'), (date '2024-03-01')) t(d)
SELECT time '10:00' + interval '2 hours', time '23:00' + interval '2 hours', time '10:00' - time '08:30', time '10:00' - interval '11 hours', timetz '10:00+02' + interval '1 hour'
SELECT date '2024-01-01' < timestamp '2024-01-01 10:00', date '2024-01-01' = timestamptz '2024-01-01', timestamp '2024-01-01' BETWEEN '2023-01-01' AND '2024-12-31'
SELECT date '2024-01-01' + 'x'
SELECT now() - '1 day' < now(), now() > '2020-01-01', current_date - '2020-01-01' > 0
SELECT date '2024-02-29' + interval '1 year', date '2024-02-29' - interval '1 year', timestamp '2024-03-31' - interval '1 month', date '2024-01-31' + interval '1 month' * 2
SET TimeZone = 'America/New_York'
SELECT timestamptz '2024-01-01 12:00+00', timestamptz '2024-07-01 12:00+00', timestamp '2024-03-10 02:30'::timestamptz, timestamptz '2024-11-03 01:30', date '2024-07-01'::timestamptz
SELECT timestamptz '2024-03-10 00:00' + interval '1 day', timestamptz '2024-03-10 00:00' + interval '24 hours', date_trunc('day', timestamptz '2024-03-10 23:00'), extract(hour from timestamptz '2024-01-01 12:00+00'), extract(timezone from timestamptz '2024-01-01')
SELECT to_char(timestamptz '2024-01-01 12:00+00', 'YYYY-MM-DD HH24:MI TZ TZH'), timestamptz '2024-01-01 12:00+00'::timestamp, timestamptz '2024-01-01 03:00+00'::date
SHOW TimeZone
SET TimeZone = 'Asia/Kolkata'
SELECT timestamptz '2024-01-01 12:00+00', timestamptz '1900-01-01 12:00+00'
SET TimeZone = '+03:30'
SELECT timestamptz '2024-01-01 12:00+00'
SET TIME ZONE 'UTC'
SET TIME ZONE INTERVAL '+02:00' HOUR TO MINUTE
SELECT timestamptz '2024-01-01 12:00+00'
SET TIME ZONE LOCAL
RESET TimeZone
SET TimeZone = 'Nowhere'
SET TimeZone = 'UTC'
SET DateStyle = 'German'
SELECT date '2024-01-31', timestamp '2024-01-31 12:34:56', timestamptz '2024-01-31 12:34:56+00'
SET DateStyle = 'SQL, DMY'
SELECT date '2024-01-31', timestamp '2024-01-31 12:34:56', '01/02/2024'::date
SET DateStyle = 'Postgres, MDY'
SELECT date '2024-01-31', timestamp '2024-01-31 12:34:56', '01/02/2024'::date
SET DateStyle = 'ISO, DMY'
SHOW DateStyle
SELECT '01/02/2024'::date
RESET DateStyle
SET IntervalStyle = 'iso_8601'
SELECT interval '1 year 2 mons 3 days 04:05:06.789', interval '-1 day', interval '0', interval '1 day -1 hour'
SET IntervalStyle = 'sql_standard'
SELECT interval '1 year 2 mons', interval '3 days 04:05:06.789', interval '-1 day', interval '0', interval '1 day -1 hour', interval '1 year 1 day'
SET IntervalStyle = 'postgres_verbose'
SELECT interval '1 year 2 mons 3 days 04:05:06.789', interval '-1 day', interval '0', interval '1 day -1 hour'
SHOW IntervalStyle
SET IntervalStyle = 'nosuch'
RESET IntervalStyle
SELECT '2024-01-01 10:00'::time, '10:00 PM'::time, '101112'::time, '04:05 am'::time
SELECT timestamptz 'infinity' - now(), age(timestamp 'infinity')
SELECT interval '1 day' > '1 hour', interval '100 hours', interval '-00:00:01', interval '1000 years', interval '1 mon -1 day'
SELECT date '2024-01-01' - interval '1 day', pg_typeof(date '2024-01-01' - interval '1 day'), date '2024-01-05' - timestamp '2024-01-01'
SELECT extract(epoch from now())::bigint > 0, extract(day from interval '40 days 25 hours'), extract(month from interval '14 months')
SELECT interval '1 day'::text || '!', (interval '1 hour')::time, extract(epoch from '01:02:03'::time)
SELECT to_char(5, 'YYYY'), to_char(5.5, 'HH24')
SELECT to_char(x, 'YYYY') FROM (VALUES (5)) v(x)
SELECT extract(julian from 'infinity'::date)
SELECT extract(julian from '2024-01-01'::date)
SELECT '12:00'::time AT TIME ZONE 'UTC'
