-- Dates, times, zones and their patterns.
SET TIME ZONE 'EST5EDT'
SELECT timestamptz '2024-01-01 00:00+00', timestamptz '2024-07-01 00:00+00'
SET TIME ZONE 'XYZ-3'
SET TIME ZONE '<+05>-5'
SET TIME ZONE INTERVAL '-08:00' HOUR TO MINUTE
SET TIME ZONE 'Nowhere'
SET TIME ZONE 'UTC'
SELECT timestamptz '2024-01-01 12:00 America/New_York', timestamptz '2024-01-01 12:00 EST', timestamptz '2024-01-01 12:00 PDT', timestamptz '2024-01-01 12:00-3:30', timestamptz '2024-01-01T12:00:00Z', timestamptz '20240101T120000Z', timestamptz 'Jan 5 2024 3:04:05 PM PST'
SELECT timestamp '2024-01-01' AT TIME ZONE 'foo'
SELECT date_bin('15 minutes', timestamp '2024-01-01 10:37:12', timestamp '2024-01-01'), date_bin('1 day', timestamptz '2024-01-01 10:37+00', timestamptz '2024-01-01 06:00+00'), date_bin('7 days', timestamp '2023-12-25', timestamp '2024-01-01'), date_bin('15 min', timestamp '2020-02-11 15:44:17', timestamp '2001-01-01 00:02:30')
SELECT date_bin('1 month', timestamp '2024-01-01', timestamp '2024-01-01')
SELECT date_bin('0 days', timestamp '2024-01-01', timestamp '2024-01-01')
SELECT date_bin('-1 day', timestamp '2024-01-01', timestamp '2024-01-01')
SELECT date_trunc('day', timestamptz '2024-03-10 12:00+00', 'America/New_York'), date_trunc('hour', timestamptz '2024-01-01 12:34+00', 'Asia/Kolkata'), date_trunc('week', timestamp '2024-01-03'), date_trunc('quarter', date '2024-05-05'), date_trunc('decade', timestamp '2024-01-01'), date_trunc('century', timestamp '2024-01-01'), date_trunc('millennium', timestamp '2024-01-01'), date_trunc('milliseconds', timestamp '2024-01-01 00:00:00.123456'), date_trunc('hour', interval '1 day 02:30'), date_trunc('month', interval '1 year 2 months 3 days')
SELECT date_trunc('week', interval '10 days')
SELECT extract(epoch FROM interval '1 year 2 months 3 days 04:05:06.5'), extract(year FROM interval '14 months'), extract(month FROM interval '14 months'), extract(day FROM interval '40 days'), extract(hour FROM interval '30 hours'), extract(quarter FROM interval '5 months'), extract(second FROM interval '65.5 seconds'), extract(millennium FROM interval '2000 years'), extract(decade FROM interval '25 years'), extract(microseconds FROM interval '1.5 sec'), extract(century FROM interval '250 years')
SELECT extract(dow FROM interval '1 day')
SELECT extract(timezone FROM timestamptz '2024-01-01 00:00+00'), extract(timezone_hour FROM timestamptz '2024-01-01'), extract(timezone_minute FROM timestamptz '2024-01-01'), extract(hour FROM time '10:20:30.5'), extract(second FROM time '10:20:30.5'), extract(epoch FROM time '01:00'), date_part('epoch', timestamp '2024-01-01'), date_part('hour', interval '5 hours'), extract(epoch FROM date '2024-01-01'), extract(timezone FROM timetz '10:00+02')
SELECT extract(timezone FROM timestamp '2024-01-01')
SELECT extract(hour FROM date '2024-01-01')
SELECT extract(day FROM time '10:00')
SELECT age(timestamp '2024-03-01', timestamp '2024-02-28'), age(timestamp '2024-02-28', timestamp '2024-03-01'), age(date '2024-01-31', date '2023-12-31'), age(timestamp '2024-01-01 10:00', timestamp '2020-05-15 12:30'), age(timestamptz '2024-01-01', timestamptz '2023-01-02')
SELECT justify_days(interval '35 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour'), justify_interval(interval '-35 days 26 hours'), justify_days(interval '-40 days'), justify_hours(interval '1 day -25 hours')
SELECT make_date(2024,2,29), make_time(10,20,30.5), make_timestamp(2024,1,2,3,4,5.678), make_timestamptz(2024,1,2,3,4,5.5), make_timestamptz(2024,7,2,3,4,5,'America/New_York'), make_interval(1,2,3,4,5,6,7.5), make_interval(weeks => 2), make_interval(secs => 3661.5), make_date(-44,3,15)
SELECT make_date(2024,2,30)
SELECT make_time(24,0,1)
SELECT make_timestamp(2024,1,2,3,4,65)
SELECT make_timestamptz(2024,1,2,3,4,5,'Nowhere')
SELECT to_char(interval '1 year 2 months 3 days 04:05:06', 'YYYY MM DD HH24:MI:SS'), to_char(interval '100 hours', 'HH24:MI'), to_char(interval '-1 day -2 hours', 'DD HH24'), to_char(interval '15 hours', 'HH12 AM'), to_char(time '10:20', 'HH24:MI')
SELECT to_date('2024-01-05', 'YYYY-MM-DD'), to_date('05 Jan 2024', 'DD Mon YYYY'), to_date('20240105', 'YYYYMMDD'), to_date('5/1/24', 'DD/MM/YY'), to_date('2024 005', 'YYYY DDD'), to_date('2024-W01-5', 'IYYY-"W"IW-ID'), to_date('January 5, 2024', 'Month DD, YYYY'), to_date('99', 'YY'), to_date('70', 'YY'), to_date('44 BC', 'YYYY BC'), to_date('2024', 'YYYY')
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT to_timestamp('2024-01-05 25:00', 'YYYY-MM-DD HH24:MI')
SELECT to_timestamp('13 PM', 'HH12 PM')
SELECT 'infinity'::timestamp, '-infinity'::date, 'infinity'::timestamptz > now(), 'infinity'::timestamp + interval '1 day', 'infinity'::date = 'infinity'::timestamp, isfinite('infinity'::date), isfinite(date '2024-01-01'), isfinite(interval '1 day')
SELECT 'infinity'::timestamp - timestamp '2024-01-01'
SELECT 'infinity'::date - date '2024-01-01'
SELECT date '5874898-01-01'
SELECT interval '1 year 2 months 3 days 4 hours 5 minutes 6.789 seconds', interval '1-2', interval '3 4:05:06', interval 'P1Y2M3DT4H5M6S', interval '1 day ago', interval '-1 day +2 hours', interval '1.5 days', interval '1.5 months', interval '0.5 year', interval '1 week', interval '1 fortnight' IS NULL
SELECT interval '2 decades', interval '1 century', interval '1 mil', interval '90 min', interval '1h 30m', interval '1d', interval '@ 1 day', interval '1:30', interval '100:00', interval '1' day, interval '1:2' hour to minute, interval '5' year, interval '1 2' day to hour, interval '1.5' second, interval '3 days' hour
SELECT interval 'abc'
SELECT interval '1 foo'
SELECT interval '1 day' + interval '25 hours', interval '1 month' - interval '30 days', interval '1 day' * 1.5, interval '1 month' * 0.5, interval '1 day' / 2, interval '1 month' / 3, -interval '1 day 2 hours', 2 * interval '3 hours', interval '1 day' = interval '24 hours', interval '1 month' > interval '29 days', interval '1 month' = interval '30 days', sum(interval '1 hour'), avg(interval '90 minutes')
SET IntervalStyle = 'iso_8601'
SELECT interval '1 year 2 months 3 days 4 hours', interval '-1 day 2 hours', interval '0', interval '1.5 sec'
SET IntervalStyle = 'sql_standard'
SELECT interval '1 year 2 months', interval '3 days 4 hours', interval '1 year 2 months 3 days 4 hours', interval '-1 day -2 hours', interval '0'
SET IntervalStyle = 'postgres_verbose'
SELECT interval '1 year 2 months 3 days 4 hours', interval '-1 day 2 hours', interval '0', interval '-1 day'
RESET IntervalStyle
SELECT (date '2024-01-01', date '2024-01-10') OVERLAPS (date '2024-01-05', date '2024-01-15'), (date '2024-01-01', interval '10 days') OVERLAPS (date '2024-01-11', interval '1 day'), (time '10:00', time '11:00') OVERLAPS (time '11:00', time '12:00'), (date '2024-01-01', date '2024-01-01') OVERLAPS (date '2024-01-01', date '2024-01-01'), (NULL::date, date '2024-01-10') OVERLAPS (date '2024-01-05', date '2024-01-15'), (date '2024-01-10', date '2024-01-01') OVERLAPS (date '2024-01-05', NULL)
SET TIME ZONE 'America/New_York'
SELECT generate_series(timestamptz '2024-03-09 00:00', timestamptz '2024-03-12 00:00', '1 day')
SELECT generate_series(timestamptz '2024-03-10 00:00', timestamptz '2024-03-10 04:00', '1 hour')
SELECT generate_series(timestamptz '2024-11-02', '2024-11-05', '24 hours')
SELECT timestamptz '2024-03-10 02:30', timestamptz '2024-11-03 01:30', timestamptz '2024-03-09 12:00' + interval '1 day', timestamptz '2024-03-09 12:00' + interval '24 hours', timestamptz '2024-03-11' - timestamptz '2024-03-10', timestamptz '2024-03-10 12:00'::date, timestamptz '2024-03-10 12:00'::time, date '2024-03-10'::timestamptz, timestamp '2024-03-10 02:30'::timestamptz, date_trunc('day', timestamptz '2024-03-10 12:00'), date_trunc('hour', timestamptz '2024-11-03 05:30+00'), timestamptz '2024-11-03 06:30+00', age(timestamptz '2024-03-11', timestamptz '2024-03-10'), extract(hour FROM timestamptz '2024-07-01 00:00+00'), to_char(timestamptz '2024-07-01 00:00+00', 'YYYY-MM-DD HH24:MI TZ OF')
SELECT count(*), min(g), max(g) FROM generate_series(timestamptz '2024-01-01', '2024-12-31', '1 month') g
RESET TIME ZONE
SELECT generate_series(timestamp '2024-01-31', timestamp '2024-05-31', '1 month')
SELECT generate_series(date '2024-01-01', date '2024-01-03', '1 day'), generate_series(timestamp '2024-01-03', timestamp '2024-01-01', '-1 day')
SELECT generate_series(timestamp '2024-01-01', timestamp '2024-01-02', '0 days')
SELECT d::date FROM generate_series('2024-01-01'::date, '2024-01-03', interval '1 day') d
SELECT date '2024-01-31' + interval '1 month', date '2024-03-31' - interval '1 month', date '2024-02-29' + interval '1 year', date '2024-01-01' + 5, date '2024-01-10' - date '2024-01-01', date '2024-01-01' + time '10:00', timestamp '2024-01-02' - timestamp '2024-01-01 10:00', time '10:00' + interval '20 hours', time '10:00' - time '12:30', time '10:00' - interval '11 hours', date '2024-01-01' - 1
SELECT date '2024-01-01' < timestamp '2024-01-01 00:00:01', date '2024-01-01' = timestamptz '2024-01-01', timestamp '2024-01-01' BETWEEN date '2023-12-31' AND date '2024-01-01', time '24:00', time '23:59:60', timetz '10:00+02', timetz '10:00 EST', time '10:00 PM', time '040506', time(0) '10:00:00.6', timestamp(3) '2024-01-01 00:00:00.123456', timestamptz(0) '2024-01-01 00:00:00.5+00'
SELECT '2024-1-5'::date, 'Jan 5, 2024'::date, '5 January 2024'::date, '20240105'::date, '240105'::date, '2024.005'::date, '1/5/2024'::date, 'J2460315'::date, '2024-01-05 10:00'::date, '05-Jan-2024'::date
SELECT '2024-02-30'::date
SELECT '13/13/2024'::date
SELECT 'yesterday'::date = current_date - 1, 'tomorrow'::timestamp = current_date + 1, 'now'::timestamp <= now()::timestamp + interval '1 sec'
SELECT timestamp '2024-01-01 10:00:00.1234567', timestamp '2024-01-01 24:00', timestamp '2024-01-01 10:00 PM', timestamp '2024-01-01 10:00+05', timestamptz '2024-01-01 10:00:00.999999+00'
SET datestyle = 'SQL, DMY'
SELECT date '2024-01-05', timestamp '2024-01-05 10:00', '5/1/2024'::date, timestamptz '2024-01-05 10:00+00'
SET datestyle = 'German'
SELECT date '2024-01-05', timestamp '2024-01-05 10:00'
SET datestyle = 'Postgres, MDY'
SELECT date '2024-01-05', timestamp '2024-01-05 10:00', timestamptz '2024-01-05 10:00+00'
RESET datestyle
SELECT pg_typeof(extract(day FROM now())), pg_typeof(date_part('day', now())), pg_typeof(now() - now()), pg_typeof(date '2024-01-01' + 1), pg_typeof(date '2024-01-01' + interval '1 day'), pg_typeof(date_trunc('day', date '2024-01-01')), pg_typeof(age(now()))
SELECT EXTRACT(EPOCH FROM (timestamp '2024-01-02' - timestamp '2024-01-01')) / 3600, round(extract(epoch FROM interval '1.234 s')::numeric, 2), to_char(interval '3661 seconds', 'HH24:MI:SS'), (extract(epoch FROM timestamptz '2024-01-01 00:00:00.123+00') * 1000)::bigint
SELECT timestamptz '2024-01-01 00:00+00' AT TIME ZONE 'UTC' AT TIME ZONE 'America/New_York', timezone('UTC', timestamptz '2024-01-01 00:00+00'), timezone('Europe/Berlin', timestamp '2024-07-01 00:00')
