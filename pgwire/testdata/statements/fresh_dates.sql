-- Times, dates, intervals and zones.
SELECT date '2024-02-29' + interval '1 year', date '2024-01-31' + interval '1 month', timestamp '2024-03-31 12:00' - interval '1 month 1 day'
SELECT age(timestamp '2024-03-01', timestamp '2023-12-25 10:00'), age(date '2000-01-01', date '1999-12-31')
SELECT extract(epoch FROM timestamp '2024-01-01'), extract(doy FROM date '2024-12-31'), extract(week FROM date '2021-01-03'), extract(year FROM interval '3 years 14 months')
SELECT extract(milliseconds FROM timestamp '2024-01-01 00:00:01.5'), extract(microseconds FROM time '00:00:01.5'), extract(decade FROM date '2024-01-01'), extract(millennium FROM date '2024-01-01'), extract(julian FROM date '2024-01-01')
SELECT date_part('epoch', interval '1 day 2 hours'), date_part('dow', date '2024-02-29'), date_part('year', timestamptz '2024-01-01 00:00+00')
SELECT date_trunc('week', date '2024-02-29'), date_trunc('quarter', timestamp '2024-05-17 10:11:12'), date_trunc('decade', timestamp '2024-05-17'), date_trunc('hour', interval '3 hours 25 minutes')
SELECT date_trunc('minute', timestamptz '2024-05-17 10:11:12.345+02'), date_trunc('nosuch', now())
SELECT to_char(timestamp '2024-02-29 13:04:05.678', 'YYYY-MM-DD HH24:MI:SS.MS'), to_char(date '2024-02-29', 'Day, DDth FMMonth YYYY'), to_char(timestamp '2024-02-29 13:04:05', 'HH12:MI AM "at" Q IW')
SELECT to_char(date '2024-02-29', 'YYYY"Q"Q'), to_char(date '2024-02-09', 'DDD D J WW W CC'), to_char(date '2024-02-09', 'FMDD.FMMM.YY'), to_char(timestamptz '2024-02-29 12:00+00', 'TZ OF')
SELECT to_char(timestamp '2024-07-04 00:05:09', 'Mon MON mon DY Dy dy RM rm'), to_char(timestamp '2024-07-04 15:05:09.012345', 'US SSSS p.m. PM A.M.')
SELECT to_char(interval '1 day 25 hours 3 minutes', 'DD HH24:MI'), to_char(interval '400 days', 'YYYY-MM-DD')
SELECT to_date('20240229', 'YYYYMMDD'), to_date('29 Feb 2024', 'DD Mon YYYY'), to_timestamp('2024-02-29 13:04', 'YYYY-MM-DD HH24:MI'), to_timestamp(0)
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT '2024-02-30'::date
SELECT 'yesterday'::date < 'today'::date, 'now'::timestamp IS NOT NULL, 'epoch'::timestamp, 'infinity'::timestamp, '-infinity'::date
SELECT 'Feb 29, 2024'::date, '29-Feb-2024'::date, '20240229'::date, '2024.060'::text, 'January 8, 1999'::date, '19990108'::date, 'J2451187'::date
SELECT '04:05:06.789'::time, '04:05 PM'::time, '040506'::time, '04:05:06 PST'::timetz, '24:00:00'::time, '2024-01-01T10:00:00Z'::timestamptz
SELECT '2024-01-01 10:00:00.123456789'::timestamp, '2024-01-01 10:00'::timestamp(0), '10:00:00.987654'::time(3), '2024-01-01 10:00:00.55'::timestamp(1)
SELECT interval '1 year 2 months 3 days 04:05:06.789', interval '-1 day +02:00', interval 'P1Y2M3DT4H5M6S', interval '1-2', interval '3 4:05', interval '90 minutes', interval '1.5 weeks'
SELECT interval '1' day, interval '2' hour, interval '1 2:03' day to minute, interval '10' minute * 2, interval '1 month' / 2, interval '1 hour' * 1.25
SELECT justify_hours('100 hours'), justify_days('65 days'), justify_interval('1 mon -1 hour'), interval '1 day' > '23 hours', -interval '1 day 2 hours'
SELECT make_date(2024, 2, 29), make_time(12, 34, 56.7), make_timestamp(2024, 2, 29, 1, 2, 3.5), make_interval(years => 1, hours => 5), make_timestamptz(2024, 2, 29, 1, 2, 3.5, 'Europe/Berlin')
SELECT timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'Europe/Berlin', timestamp '2024-07-01 12:00' AT TIME ZONE 'America/New_York', timestamptz '2024-07-01 12:00 Asia/Tokyo', time '12:00' AT TIME ZONE 'UTC'
SELECT timezone('UTC', timestamptz '2024-07-01 12:00+02'), timestamp '2024-01-01' AT TIME ZONE interval '-05:00', timestamptz '2024-01-01 00:00+00' AT TIME ZONE 'utc'
SELECT date_bin('15 minutes', timestamp '2024-02-29 13:07:00', timestamp '2024-01-01'), date_bin('1 day', timestamptz '2024-02-29 13:07+00', '2001-01-01')
SELECT (date '2024-01-01', date '2024-01-31') OVERLAPS (date '2024-01-31', date '2024-02-10'), (timestamp '2024-01-01', interval '1 day') OVERLAPS (timestamp '2024-01-01 12:00', interval '1 hour')
SELECT date '2024-03-01' - date '2024-02-01', timestamp '2024-03-01 12:00' - timestamp '2024-02-01', time '12:00' - time '10:30', date '2024-01-01' - timestamp '2023-12-31 12:00'
SELECT sum(i), avg(i), min(i), max(i) FROM (VALUES (interval '1 hour'), ('30 minutes'), ('1 day')) t(i)
SELECT sum(b - a), avg(b - a) FROM (VALUES (timestamp '2024-01-01', timestamp '2024-01-02 12:00'), ('2024-02-01', '2024-02-01 01:30')) t(a, b)
SELECT sum(i) OVER (ORDER BY i) FROM (VALUES (interval '1 hour'), ('30 minutes'), ('1 day')) t(i)
SELECT sum(t), avg(t) FROM (VALUES (time '01:00'), ('02:30')) x(t)
SELECT generate_series('2024-01-29'::date, '2024-03-31', '1 month')
SELECT generate_series(timestamp '2024-01-01', timestamp '2024-01-02', interval '8 hours')
SELECT now() = transaction_timestamp(), statement_timestamp() <= clock_timestamp(), current_timestamp(0) IS NOT NULL, current_time IS NOT NULL, pg_typeof(now()), pg_typeof(current_date - 1), pg_typeof(now() - now())
SELECT pg_typeof(date '2024-01-01' + 1), pg_typeof(date '2024-01-01' + interval '1 day'), pg_typeof(date '2024-01-01' - date '2023-01-01'), pg_typeof(extract(year FROM now())), pg_typeof(date_part('year', now()))
SELECT date_trunc('year', timestamp '2024-05-17') + interval '1 year' - interval '1 day' AS year_end, (date_trunc('month', date '2024-02-10') + interval '1 month - 1 day')::date AS month_end
SELECT isfinite(timestamp 'infinity'), timestamp '2024-01-01' < 'infinity', date 'infinity' - 1
SELECT '2024-01-01'::timestamptz::date, '2024-01-01 23:00+00'::timestamptz::time, '2024-01-01 10:00'::timestamp::timestamptz, '10:00'::time::interval, '2024-01-01'::date::timestamp
SELECT '0044-03-15 BC'::date, '10000-01-01'::date, '4713-01-01 BC'::date
SELECT '1 day'::interval::text, '1 day'::interval = '24 hours'::interval, extract(day FROM '1 month 40 days'::interval), interval '1 day' * '2'
SELECT to_timestamp(1700000000.123456), extract(epoch FROM timestamptz '2023-11-14 22:13:20.123456+00'), to_timestamp('1700000000')
SELECT localtime IS NOT NULL, localtimestamp IS NOT NULL, timeofday() IS NOT NULL, pg_sleep(0)
SELECT timestamptz '2024-03-31 01:30+01' + interval '1 day', timestamptz '2024-03-31 01:30+01'::text
SET TIME ZONE 'Europe/Berlin'
SELECT timestamptz '2024-07-01 12:00+00', timestamptz '2024-03-30 12:00' + interval '1 day', timestamptz '2024-03-30 12:00' + interval '24 hours', date_trunc('day', timestamptz '2024-07-01 22:30+00')
SELECT extract(timezone FROM timestamptz '2024-07-01 12:00+00'), extract(timezone_hour FROM timestamptz '2024-01-01 12:00+00'), to_char(timestamptz '2024-07-01 12:00+00', 'HH24 TZ OF'), '2024-07-01'::date::timestamptz
RESET TIME ZONE
SET IntervalStyle = 'iso_8601'
SELECT interval '1 year 2 months 3 days 04:05:06', interval '0'
RESET IntervalStyle
