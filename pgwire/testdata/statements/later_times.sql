-- Dates, times, intervals and zones. Written before anything was looked at.
SELECT date '2024-02-29' + 365, date '2024-03-01' - date '2024-02-01', date '2024-01-31' + interval '1 month', date '2024-05-05' + time '12:30'
SELECT timestamp '2024-03-10 01:30' + interval '25 hours', timestamp '2024-03-31' - interval '1 month', timestamp '2024-03-31 10:00' - timestamp '2024-01-01 12:00'
SELECT '0044-03-15 BC'::date, '0001-01-01 BC'::timestamp, 'infinity'::date, '-infinity'::timestamptz, 'epoch'::timestamp, '4713-01-01 BC'::date
SELECT age(timestamp '2024-03-01', timestamp '2023-12-31'), age(date '2000-02-29', date '1999-03-01'), age(timestamp '2001-04-10', timestamp '1957-06-13')
SELECT extract(epoch from interval '1 day 2 hours'), extract(dow from date '2024-03-03'), extract(isodow from date '2024-03-03'), extract(week from date '2021-01-03'), extract(isoyear from date '2021-01-03'), extract(doy from date '2024-12-31'), extract(century from date '2000-12-31'), extract(millennium from date '2001-01-01'), extract(decade from date '1999-01-01'), extract(quarter from date '2024-08-01'), extract(julian from date '2024-01-01')
SELECT extract(microseconds from time '12:13:14.567'), extract(milliseconds from time '12:13:14.567'), extract(second from timestamp '2024-01-01 00:00:01.5'), date_part('second', timestamp '2024-01-01 00:00:01.5'), extract(timezone from timestamptz '2024-06-01 00:00+02'), extract(month from interval '14 months'), extract(epoch from timestamp '2024-01-01 12:00:00.25')
SELECT extract(fortnight from date '2024-01-01')
SELECT extract(hour from date '2024-01-01')
SELECT date_trunc('quarter', date '2024-08-20'), date_trunc('week', timestamp '2024-08-21 13:00'), date_trunc('decade', timestamp '2024-08-21'), date_trunc('hour', interval '2 days 3:45'), date_trunc('day', timestamptz '2024-08-21 22:00+00', 'Asia/Tokyo'), date_trunc('century', timestamp '1999-05-05')
SELECT date_bin('15 minutes', timestamp '2024-02-11 15:44:17', timestamp '2001-01-01'), date_bin('2 hours', timestamptz '2024-02-11 15:44:17+00', timestamptz '2001-01-01 00:30+00')
SELECT date_bin('1 month', timestamp '2024-02-11', timestamp '2001-01-01')
SELECT interval '1 year 2 months 3 days 04:05:06.789', interval '-1 day +02:03', interval '1.5 months', interval 'P1Y2M3DT4H5M6S', interval '1-2', interval '3 4:05', interval '90 minutes', interval '2 weeks ago', interval '1' year, interval '10:30' hour to minute
SELECT justify_hours(interval '49 hours'), justify_days(interval '65 days'), justify_interval(interval '1 mon -1 hour'), interval '1 day' * 1.5, interval '1 month' / 2, -interval '3 days', interval '1 day' = interval '24 hours', interval '30 days' > interval '1 month'
SELECT make_date(2024, 2, 29), make_time(8, 15, 23.5), make_timestamp(2024, 7, 15, 8, 15, 23.5), make_interval(years => 1, days => 10, secs => 2.5), make_timestamptz(2024, 7, 15, 8, 15, 23.5, 'UTC')
SELECT make_date(2023, 2, 29)
SELECT to_char(timestamp '2024-03-05 14:07:09.123456', 'YYYY-MM-DD HH24:MI:SS.US'), to_char(timestamp '2024-03-05 14:07:09', 'FMDay, DDth FMMonth YYYY HH12:MI AM'), to_char(date '2024-03-05', 'Dy Mon IW ID IYYY Q J CC'), to_char(interval '36:15', 'HH24:MI'), to_char(timestamp '2024-03-05', '"Week" WW "of" YY')
SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_timestamp('05 Dec 2000 13:45', 'DD Mon YYYY HH24:MI'), to_timestamp(1284352323.5), to_date('2024-366', 'YYYY-DDD')
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT timestamp '2024-01-15 12:00' AT TIME ZONE 'America/New_York', timestamptz '2024-07-15 12:00+00' AT TIME ZONE 'Europe/Paris', time '10:00' AT TIME ZONE 'UTC' IS NOT NULL, timezone('Asia/Kolkata', timestamptz '2024-01-01 00:00+00')
SELECT timestamptz '2024-03-31 01:30 Europe/Berlin', timestamptz '2024-11-03 01:30 America/New_York', '2024-06-01 12:00 PST'::timestamptz, '20240601T123000Z'::timestamptz
SET TIME ZONE 'America/New_York'
SELECT timestamptz '2024-03-10 06:59+00', timestamptz '2024-03-10 07:00+00', timestamptz '2024-03-10 00:00' + interval '1 day', timestamptz '2024-03-10 00:00' + interval '24 hours', '2024-07-04'::date::timestamptz, now()::date = current_date
SELECT generate_series(timestamptz '2024-03-09 12:00', timestamptz '2024-03-11 12:00', interval '1 day')
SET TIME ZONE 'UTC'
SELECT g FROM generate_series(timestamp '2024-01-31', timestamp '2024-06-01', interval '1 month') g
SELECT d::date, to_char(d, 'Dy') FROM generate_series(date '2024-02-27', date '2024-03-02', '1 day') AS d
SELECT generate_series(timestamp '2024-01-01', timestamp '2024-01-02', interval '0 hours')
SET intervalstyle = 'iso_8601'
SELECT interval '1 year 2 days 3:04:05.5', interval '-1 mon', interval '0'
SET intervalstyle = 'postgres_verbose'
SELECT interval '1 year 2 days 3:04:05.5', interval '-1 mon', interval '0'
SET intervalstyle = 'sql_standard'
SELECT interval '1 year 2 days 3:04:05.5', interval '-1 mon', interval '0'
RESET intervalstyle
SET datestyle = 'German'
SELECT date '2024-03-05', timestamp '2024-03-05 01:02:03', '05.03.2024'::date
SET datestyle = 'SQL, DMY'
SELECT date '2024-03-05', timestamp '2024-03-05 01:02:03', '05/03/2024'::date
SET datestyle = 'ISO, MDY'
SELECT '03/05/2024'::date, 'January 8, 1999'::date, '1999-Jan-08'::date, '19990108'::date, '990108'::date, 'J2451187'::date, '2024.060'::date
SELECT '2024-02-30'::date
SELECT '25:00'::time
SELECT '24:00'::time, '04:05:06.789-08'::timetz, '040506'::time, '4:05 pm'::time, time '23:59:59.999999' + interval '1 second', time '01:00' - time '03:00', timetz '12:00+01' = timetz '11:00+00'
SELECT (timestamp '2024-01-01', timestamp '2024-02-01') OVERLAPS (timestamp '2024-01-15', interval '10 days'), isfinite(date 'infinity'), date 'infinity' > date '9999-12-31', date 'infinity' - 1, timestamp 'infinity' - interval '5 days'
SELECT timestamp(0) '2024-01-01 00:00:00.5', timestamp(2) '2024-01-01 00:00:00.126', time(1) '12:00:00.95', '2024-01-01 10:00:00.123456'::timestamptz(3), interval(1) '1.25 seconds', pg_typeof(current_time), pg_typeof(localtimestamp)
SELECT min(d), max(d), count(DISTINCT d), max(d) - min(d) FROM (VALUES (date '2024-01-01'), ('2023-06-15'), (NULL)) v(d)
SELECT sum(i), avg(i), max(i) FROM (VALUES (interval '1 day'), ('3 hours'), ('1 month')) v(i)
SELECT date_part('year', 'infinity'::timestamp), extract(year from 'infinity'::date), extract(day from 'infinity'::timestamp)
SELECT date '2024-01-01' + interval '300000 years'
SELECT '294277-01-01'::timestamp
