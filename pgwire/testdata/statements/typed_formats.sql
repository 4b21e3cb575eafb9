-- What is shown by a format and read by one, and dates and times by their parts.
SELECT to_date('05 Dec 2000', 'DD Mon YYYY'), to_date('5 December 2000', 'DD Month YYYY'), to_date('2000 MAR 1', 'YYYY MON DD')
SELECT to_date('2024-W10-3', 'IYYY-"W"IW-ID'), to_date('2024 10', 'IYYY IW'), to_date('2024-060', 'YYYY-DDD'), to_date('2024-2', 'YYYY-Q')
SELECT to_date('20240131', 'YYYYMMDD'), to_date('31/01/24', 'DD/MM/YY'), to_date('1/2/1999', 'MM/DD/YYYY'), to_date('44 BC', 'YYYY BC'), to_date('2024', 'YYYY')
SELECT to_date('2024-02-30', 'YYYY-MM-DD')
SELECT to_date('2024-13-01', 'YYYY-MM-DD')
SELECT to_date('nosuch', 'Month')
SELECT to_date('2024-01-15 extra', 'YYYY-MM-DD'), to_date('  2024-01-15', 'YYYY-MM-DD'), to_date('2024/01/15', 'YYYY-MM-DD')
SELECT to_date('', 'YYYY-MM-DD')
SELECT to_date('15 janvier', 'DD TMMonth')
SELECT to_date('15 January 2024', 'DD TMMonth YYYY'), to_date('15Jan2024', 'DDMonYYYY')
SELECT to_timestamp('2024-01-15 13:45:30', 'YYYY-MM-DD HH24:MI:SS'), to_timestamp('2024-01-15 01:45 PM', 'YYYY-MM-DD HH:MI AM'), to_timestamp('2024-01-15 1:45 p.m.', 'YYYY-MM-DD HH12:MI p.m.')
SELECT to_timestamp('15 Jan 2024 13:45:30.123', 'DD Mon YYYY HH24:MI:SS.MS'), to_timestamp('12:34:56.123456', 'HH24:MI:SS.US'), to_timestamp('45030', 'SSSS')
SELECT to_timestamp('2024-01-15 13:45 -05', 'YYYY-MM-DD HH24:MI TZH'), to_timestamp('2024-01-15 13:45 +05:30', 'YYYY-MM-DD HH24:MI TZH:TZM')
SELECT to_timestamp('2024-01-15 25:00', 'YYYY-MM-DD HH24:MI')
SELECT to_timestamp('2024-01-15 13:00 PM', 'YYYY-MM-DD HH12:MI AM')
SELECT to_timestamp(1700000000), to_timestamp(1700000000.5), to_timestamp('1'::float8)
SELECT to_timestamp('Monday 15 January 2024', 'Day DD Month YYYY'), to_timestamp('2460325', 'J')
SELECT to_char(timestamp '2024-03-05 09:07:03.04567', 'YYYY-MM-DD HH24:MI:SS.MS US FF1 FF3 FF6')
SELECT to_char(timestamp '2024-03-05 09:07:03', 'Day, DD Month YYYY'), to_char(timestamp '2024-03-05 09:07:03', 'FMDay, FMDD FMMonth YYYY'), to_char(timestamp '2024-03-05 09:07:03', 'DY dy Dy MON mon Mon MONTH month DAY day')
SELECT to_char(timestamp '2024-03-05 09:07:03', 'HH HH12 HH24 AM am A.M. p.m. PM'), to_char(timestamp '2024-03-05 19:07:03', 'HH:MI:SS a.m.')
SELECT to_char(timestamp '2024-03-05 09:07:03', 'Y,YYY YYYY YYY YY Y IYYY IYY IY I'), to_char(timestamp '2024-03-05', 'Q WW IW W CC J DDD IDDD D ID')
SELECT to_char(timestamp '2024-03-05', 'DDth DDTH FMDDth MMth'), to_char(timestamp '2024-03-01', 'FMDDth'), to_char(timestamp '2024-03-22', 'DDth'), to_char(timestamp '2024-03-11', 'DDth')
SELECT to_char(timestamp '2024-03-05', 'RM rm FMRM'), to_char(timestamp '2024-03-05', 'BC AD b.c. A.D.'), to_char(timestamp '2024-03-05 01:02:03', 'SSSS SSSSS'), to_char(date '2024-12-30', 'IYYY-IW-ID')
SELECT to_char(timestamp '2024-03-05', '"Year:" YYYY "\"quoted\""'), to_char(timestamp '2024-03-05', 'YYYY\YYY'), to_char(timestamp '2024-03-05', 'TMMonth TMDay TMmon')
SELECT to_char(timestamptz '2024-03-05 12:00+00', 'TZ tz OF TZH TZM'), to_char(timestamptz '2024-03-05 12:00+00' AT TIME ZONE 'Europe/Berlin', 'HH24:MI')
SELECT to_char(time '13:45:30', 'HH12:MI AM'), to_char(date '2024-02-29', 'DD.MM.YY')
SELECT to_char(interval '15h 2m 12s', 'HH24:MI:SS'), to_char(interval '1 year 2 mons 3 days 04:05:06', 'YYYY-MM-DD HH24:MI:SS'), to_char(interval '100 hours', 'HH24:MI HH'), to_char(interval '-1 hours', 'HH24:MI')
SELECT to_char(interval '3 days 25:30', 'DD "days" HH24 "hours"'), to_char(interval '90 minutes', 'MI SS SSSS'), to_char(interval '1.5 sec', 'SS.MS')
SELECT to_char(interval '1 day', 'Day')
SELECT to_char(1234.5, '9999.99'), to_char(1234.5, '9,999.99'), to_char(1234.5, 'FM9999.00'), to_char(-1234.5, '9999.99'), to_char(12, '0000'), to_char(12345, '999')
SELECT to_char(485, '999'), to_char(-485, '999'), to_char(485, '9 9 9'), to_char(1485, '9,999'), to_char(1485, '9G999'), to_char(148.5, '999.999'), to_char(148.5, 'FM999.999'), to_char(148.5, 'FM999.990'), to_char(148.5, '999D999')
SELECT to_char(-485, '999S'), to_char(-485, '999MI'), to_char(485, '999MI'), to_char(485, 'FM999MI'), to_char(485, 'PL999'), to_char(485, 'SG999'), to_char(-485, 'SG999'), to_char(-485, '9SG99'), to_char(-485, '999PR'), to_char(485, 'S999')
SELECT to_char(485, 'L999'), to_char(485, 'RN'), to_char(485, 'FMRN'), to_char(5.2, 'FMRN'), to_char(4000, 'RN'), to_char(482, '999th'), to_char(485, '"Good number:"999'), to_char(485.8, '"Pre:"999" Post:" .999')
SELECT to_char(12, '99V999'), to_char(12.4, '99V999'), to_char(12.45, '99V9'), to_char(0.0004859, '9.99EEEE'), to_char(123456, '9.99EEEE'), to_char(-1.5e10::float8, '9.999EEEE')
SELECT to_char(0.1, '0.9'), to_char(-0.1, '99.99'), to_char(-0.1, 'FM99.99'), to_char(0.1, 'FM9.9'), to_char(0, 'FM999'), to_char(0, '9999'), to_char(0.5, '9'), to_char(1.5, '9'), to_char(2.5, '9'), to_char(2.5::float8, '9')
SELECT to_char(1234567.891, 'FM999,999,999.00'), to_char(125, 'FM000'), to_char(1e6::float8, '9,999,999'), to_char(12::bigint, '999'), to_char('NaN'::float8, '999.9'), to_char(-12.34, 'FM99.9MI'), to_char(21, 'FM99TH')
SELECT to_number('12,454.8-', '99G999D9S'), to_number('1,234.56', '9,999.99'), to_number('-34', 'S99'), to_number('$ 1,234', 'L9,999'), to_number('<12>', '99PR')
SELECT to_number('123', '999V99')
SELECT to_number('abc', '999')
SELECT format('%s %I %L %%', 'a', 'My Table', 'it''s'), format('%2$s %1$s', 'a', 'b'), format('|%10s|%-10s|', 'a', 'b'), format('|%*s|', 5, 'x'), format('|%-*s|', 5, 'x'), format('%s', NULL), format('%L', NULL)
SELECT format('|%1$*2$s|', 'a', 5), format('|%2$*1$s|', 5, 'a'), format('%s %s', VARIADIC ARRAY['a', 'b']), format('%s', VARIADIC ARRAY[1, 2]), format('|%-3s|%3s|', 'abcd', 'é')
SELECT format('%s')
SELECT format('%I', NULL)
SELECT format('%d', 1)
SELECT format('%', 1)
SELECT concat_ws(',', VARIADIC ARRAY['a', NULL, 'b']), concat(VARIADIC ARRAY['a', 'b']), concat_ws('-', 1, NULL, true, date '2024-01-01')
SELECT normalize('é'), normalize(U&'e\0301', NFC), length(normalize('é', NFD)), normalize('ﬁ', NFKC), normalize('ﬁ', NFKD), length(normalize('Å', NFD))
SELECT 'é' IS NORMALIZED, U&'e\0301' IS NORMALIZED, U&'e\0301' IS NFD NORMALIZED, 'ﬁ' IS NFKC NORMALIZED, 'é' IS NOT NFD NORMALIZED
SELECT make_interval(years => 1, months => 2, days => 3), make_interval(1, 2, 3, 4, 5, 6, 7.5), make_interval(hours => 25, secs => 1.25), make_interval(weeks => 2), make_interval()
SELECT make_date(2024, 2, 29), make_time(13, 45, 30.5), make_timestamp(2024, 2, 29, 13, 45, 30.5), make_timestamptz(2024, 2, 29, 13, 45, 30, 'Europe/Berlin'), make_date(-44, 3, 15)
SELECT make_date(2023, 2, 29)
SELECT make_time(25, 0, 0)
SELECT justify_days(interval '35 days'), justify_hours(interval '27 hours'), justify_interval(interval '1 mon -1 hour'), justify_days(interval '-65 days'), justify_interval(interval '-100 hours 40 days')
SELECT date_bin('15 minutes', timestamp '2024-02-11 15:44:17', timestamp '2001-01-01'), date_bin('1 day', timestamptz '2024-02-11 15:44:17+00', timestamptz '2001-01-01 06:00+00'), date_bin('7 days', timestamp '1999-12-31', timestamp '2000-01-01')
SELECT date_bin('1 month', timestamp '2024-02-11', timestamp '2001-01-01')
SELECT extract(century FROM timestamp '2024-02-16 20:38:40.5'), extract(day FROM timestamp '2024-02-16 20:38:40.5'), extract(decade FROM timestamp '2024-02-16'), extract(dow FROM timestamp '2024-02-16'), extract(doy FROM timestamp '2024-02-16'), extract(epoch FROM timestamp '2024-02-16 20:38:40.5'), extract(hour FROM timestamp '2024-02-16 20:38:40.5')
SELECT extract(isodow FROM timestamp '2024-02-18'), extract(isoyear FROM date '2024-12-30'), extract(julian FROM date '2024-02-16'), extract(julian FROM timestamp '2024-02-16 12:00'), extract(microseconds FROM time '17:12:28.5'), extract(millennium FROM timestamp '2024-02-16'), extract(milliseconds FROM time '17:12:28.5'), extract(minute FROM time '17:12:28.5')
SELECT extract(month FROM interval '2 years 13 months'), extract(quarter FROM date '2024-05-16'), extract(second FROM timestamp '2024-02-16 20:38:40.5'), extract(second FROM time '17:12:28.5'), extract(week FROM date '2024-01-01'), extract(year FROM date '2024-02-16'), extract(epoch FROM interval '5 days 3 hours'), extract(epoch FROM date '2024-01-01'), extract(epoch FROM time '01:00')
SELECT extract(year FROM interval '25 months'), extract(day FROM interval '40 days 25 hours'), extract(hour FROM interval '40 days 25 hours'), extract(second FROM interval '1.25 seconds'), extract(milliseconds FROM interval '1.25 seconds'), extract(decade FROM interval '25 years'), extract(quarter FROM interval '5 months'), extract(century FROM interval '250 years')
SELECT date_part('second', timestamp '2024-02-16 20:38:40.5'), date_part('epoch', interval '1 day'), date_part('dow', date '2024-02-16'), date_part('week', timestamp '2024-12-30')
SELECT extract(hour FROM date '2024-02-16')
SELECT extract(year FROM time '12:00')
SELECT extract(timezone_hour FROM timestamptz '2024-02-16 12:00+05:30'), extract(timezone FROM timetz '12:00-05:30'), extract(timezone_minute FROM timetz '12:00-05:30')
SET intervalstyle = 'sql_standard'
SELECT interval '1 year 2 months', interval '3 days 04:05:06', interval '1 year 2 months 3 days 04:05:06', interval '-04:05', interval '0', interval '1.5 seconds'
SELECT interval '-1 year 3 days'
SET intervalstyle = 'postgres_verbose'
SELECT interval '1 year 2 months', interval '3 days 04:05:06', interval '-1 year 3 days', interval '-04:05', interval '0', interval '1.5 seconds', interval '1 day ago'
SET intervalstyle = 'iso_8601'
SELECT interval '1 year 2 months', interval '3 days 04:05:06', interval '-1 year 3 days', interval '-04:05', interval '0', interval '1.5 seconds', interval 'P1Y2M3DT4H5M6.7S'
RESET intervalstyle
SELECT interval '1 year 2 months', interval '-1 year 3 days', interval '1 mon -1 day', interval '-1 mon 1 day -00:00:01', interval '1 day' * 1.5, interval '1 month' / 2, interval '1 month' * 0.1, 2 * interval '3 hours'
SELECT interval '1-2', interval '1 2:03:04', interval '2' year, interval '90' minute, interval '1 week', interval '1.5 months', interval '@ 1 minute ago', interval '1 day 2 hours' second, interval(0) '1.6 seconds', interval '1' day + interval '36 hours'
SELECT interval '1 month' = interval '30 days', interval '24 hours' = interval '1 day', interval '1 month' < interval '31 days', sum(x), avg(x), min(x), max(x) FROM (VALUES (interval '1 day'), ('36 hours'), ('1 month')) v(x)
SELECT time '12:00' + interval '13 hours', time '12:00' - time '13:30', time '01:00' - interval '2 hours', time '24:00', '12:00'::time(0), time '12:30:45.678'::time(1)
SELECT time '23:59:59.9999999'
SELECT timetz '12:00+02', timetz '12:00+02' + interval '1 day 3 hours', timetz '12:00+02' = timetz '11:00+01', timetz '12:00+02' < timetz '12:00+01', date '2024-01-01' + timetz '12:00+02', timetz '12:00+02' AT TIME ZONE 'UTC', timetz '12:00+02'::time
SELECT date 'infinity', date '-infinity', timestamp 'infinity', timestamptz '-infinity', date 'infinity' > date '2024-01-01', isfinite(date 'infinity'), isfinite(timestamp '2024-01-01'), timestamp 'infinity'::date, date 'infinity'::timestamp, timestamp 'infinity' + interval '1 day'
SELECT extract(epoch FROM timestamp 'infinity'), extract(year FROM date '-infinity'), extract(day FROM timestamp 'infinity'), to_char(timestamp 'infinity', 'YYYY'), date_trunc('day', timestamp '-infinity')
SELECT date 'epoch', timestamp 'epoch', date '0044-03-15 BC', timestamp '0001-01-01 BC', date '5000-01-01', timestamp '294276-12-31 23:59:59'
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-15', interval '1 month'), (time '09:00', time '10:00') OVERLAPS (time '10:00', time '11:00')
SELECT '2024-01-01 12:00:00.123456'::timestamp(3), '2024-01-01 12:00:00.6'::timestamp(0), timestamp(2) '2024-01-01 12:00:00.126', localtimestamp(0) IS NOT NULL, interval '1.123456 sec'::interval(2)
SELECT '1/2/2024'::date, 'Jan 5, 2024'::date, '20240105'::date, '2024.005'::date, 'January 8, 1999'::date, '2024-01-05 BC'::date, '99-Jan-08'::date, 'J2451187'::date
SELECT 'allballs'::time, '04:05 PM'::time, '040506'::time, '04:05:06.789-8'::timetz, '04:05:06 PST'::timetz, '2024-01-01T04:05:06Z'::timestamptz, '2024-01-01 04:05:06 America/New_York'::timestamptz
