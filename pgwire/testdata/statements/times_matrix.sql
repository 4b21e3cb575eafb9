-- Constants in VALUES and UNION, and dates, times and intervals, over a matrix of values.
SELECT x FROM (VALUES ('10:00+00'::timetz),('12:00+02'), (NULL)) v(x)
SELECT x FROM (VALUES (NULL), ('1 day'::interval),('2 days')) v(x)
SELECT x FROM (VALUES ('2 days'), (NULL), ('1 day'::interval)) v(x)
SELECT x FROM (VALUES (NULL), (true),('f')) v(x)
SELECT x FROM (VALUES ('yes'), (NULL), (true)) v(x)
SELECT x FROM (VALUES (NULL), ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid),('A0EEBC999C0B4EF8BB6D6BB9BD380A11')) v(x)
SELECT x FROM (VALUES (NULL), ('\x01'::bytea),('\x02'), ('abc')) v(x)
SELECT x FROM (VALUES (NULL), ('{"a":1}'::jsonb),('[1, 2]')) v(x)
SELECT x FROM (VALUES (NULL), ('10.0.0.1'::inet),('10.0.0.2/32')) v(x)
SELECT x FROM (VALUES (NULL), ('[1,2]'::int4range),('[3,4]')) v(x)
SELECT x FROM (VALUES (NULL), (B'101'),('11')) v(x)
SELECT x FROM (VALUES (NULL), (ARRAY[1]),('{1,2}')) v(x)
SELECT x FROM (VALUES (NULL), (1.5),('2')) v(x)
SELECT x FROM (VALUES ('x'), (NULL), (1.5)) v(x)
SELECT x FROM (VALUES ('2024-01-01'), (NULL), (now())) v(x) LIMIT 1
SELECT x FROM (VALUES ('b'), (NULL), ('a'::name)) v(x)
SELECT x FROM (VALUES (NULL), ('<a/>'::xml),('<b/>')) v(x)
SELECT x FROM (VALUES (NULL), (point '(1,2)'),('(3,4)')) v(x)
SELECT x FROM (VALUES (NULL), (1::oid),('7')) v(x)
SELECT x FROM (VALUES (NULL), ('a b'::tsvector),('c')) v(x)
SELECT NULL UNION ALL SELECT '1 day'::interval UNION ALL SELECT '48 hours'
SELECT '1 day'::interval UNION ALL SELECT '48 hours'
SELECT '48 hours' UNION ALL SELECT '1 day'::interval
SELECT true UNION ALL SELECT 'yes'
SELECT '10:00+00'::timetz UNION ALL SELECT '12:00+02'
SELECT '\x01'::bytea UNION ALL SELECT 'abc'
SELECT 1.5 UNION ALL SELECT '2.25'
SELECT 1 UNION ALL SELECT '2'
SELECT 1 UNION ALL SELECT 'x'
SELECT date '2024-01-01' UNION ALL SELECT '2024-02-30'
SELECT '{"a":1}'::jsonb UNION ALL SELECT '[1, 2]'
SELECT ARRAY[1] UNION ALL SELECT '{2,3}'
SELECT now() IS NULL UNION ALL SELECT 'off'
SELECT extract(epoch FROM interval '1 mon 2 days 3.5 sec'), extract(month FROM interval '14 months'), extract(year FROM interval '-14 months'), extract(quarter FROM interval '14 months'), extract(decade FROM interval '25 years'), extract(century FROM interval '250 years'), extract(millennium FROM interval '2500 years')
SELECT extract(dow FROM date '2024-03-03'), extract(isodow FROM date '2024-03-03'), extract(week FROM date '2021-01-03'), extract(isoyear FROM date '2021-01-03'), extract(doy FROM date '2024-12-31'), extract(julian FROM date '2024-01-01'), extract(century FROM date '2000-12-31'), extract(millennium FROM date '2001-01-01'), extract(decade FROM date '1999-01-01')
SELECT extract(century FROM date '0001-01-01 BC'), extract(year FROM date '0044-03-15 BC'), extract(decade FROM date '0005-01-01 BC'), extract(isoyear FROM date '0001-01-01 BC'), extract(epoch FROM date '0044-03-15 BC')
SELECT extract(epoch FROM date 'infinity'), extract(year FROM date '-infinity'), extract(julian FROM timestamp 'infinity'), extract(epoch FROM timestamp '-infinity')
SELECT extract(month FROM date 'infinity'), extract(day FROM timestamp 'infinity'), extract(hour FROM timestamptz '-infinity')
SELECT extract(hour FROM date '2024-01-01')
SELECT extract(second FROM time '10:20:30.123456'), extract(milliseconds FROM time '10:20:30.5'), extract(microseconds FROM time '10:20:30.5'), extract(epoch FROM time '10:20:30.5'), extract(minute FROM timetz '10:20:30+02'), extract(timezone_hour FROM timetz '10:20:30-02:30'), extract(timezone_minute FROM timetz '10:20:30-02:30'), extract(timezone FROM timetz '10:20:30-02:30')
SELECT extract(epoch FROM timestamp '2024-01-01 00:00:00.123456'), date_part('epoch', timestamp '2024-01-01 00:00:00.123456'), extract(second FROM timestamp '2024-01-01 00:00:59.999999'), date_part('second', interval '61.5 sec'), extract(minute FROM interval '3661 sec'), extract(hour FROM interval '100 hours'), extract(day FROM interval '100 hours')
SELECT extract(week FROM interval '1 day')
SELECT extract(dow FROM interval '1 day')
SELECT extract(nope FROM date '2024-01-01')
SELECT extract(timezone FROM timestamp '2024-01-01')
SELECT extract(day FROM time '10:00')
SELECT date_trunc('quarter', date '2024-05-06'), date_trunc('week', timestamp '2024-05-06 10:00'), date_trunc('decade', timestamp '2024-05-06'), date_trunc('century', timestamp '2024-05-06'), date_trunc('millennium', timestamp '2024-05-06'), date_trunc('milliseconds', timestamp '2024-05-06 10:00:00.123456')
SELECT date_trunc('day', interval '3 days 25:00:01'), date_trunc('month', interval '14 months 3 days'), date_trunc('quarter', interval '14 months'), date_trunc('century', interval '150 years'), date_trunc('hour', interval '-90 min')
SELECT date_trunc('week', interval '1 mon')
SELECT date_trunc('nope', now())
SELECT date_bin('15 min', timestamp '2024-05-06 10:17', timestamp '2024-01-01'), date_bin('1 day', timestamp '2024-05-06 10:17', timestamp '2024-01-01 06:00'), date_bin('15 min', timestamp '2023-05-06 10:17', timestamp '2024-01-01 00:02')
SELECT date_bin('1 month', timestamp '2024-05-06 10:17', timestamp '2024-01-01')
SELECT date_bin('0 min', timestamp '2024-05-06 10:17', timestamp '2024-01-01')
SELECT date_bin('-5 min', timestamp '2024-05-06 10:17', timestamp '2024-01-01')
SELECT to_date('2024-02-30','YYYY-MM-DD')
SELECT to_date('20240506','YYYYMMDD'), to_date('6 May 2024','DD Mon YYYY'), to_date('2024 127','YYYY DDD'), to_date('2024-19','IYYY-IW'), to_date('24','YY'), to_date('70','YY'), to_date('69','YY'), to_date('024','YYY'), to_date('2024','YYYY'), to_date('05/2024','MM/YYYY'), to_date('J2460000','"J"J')
SELECT to_date('2024-13-01','YYYY-MM-DD')
SELECT to_date('abc','YYYY')
SELECT to_date('2024-05-06 extra','YYYY-MM-DD'), to_date('2024/05/06','YYYY-MM-DD'), to_date('  2024-05-06','YYYY-MM-DD'), to_date('20240506','YYYY-MM-DD'), to_date('44-03-15 BC','YYYY-MM-DD BC'), to_date('','YYYY')
SELECT to_timestamp('2024-05-06 10:20:30.123','YYYY-MM-DD HH24:MI:SS.MS'), to_timestamp('2024-05-06 10:20:30 PM','YYYY-MM-DD HH12:MI:SS AM'), to_timestamp('10:20','HH24:MI'), to_timestamp('2024-05-06 36000','YYYY-MM-DD SSSS')
SELECT to_timestamp('2024-05-06 25:00','YYYY-MM-DD HH24:MI')
SELECT to_timestamp('13:00','HH12:MI')
SELECT to_number('1,234.56','9,999.99'), to_number('-12','S99'), to_number('12-','99S'), to_number('<12>','99PR'), to_number('$1.5','L9.9'), to_number('1.5e3','9.9EEEE'), to_number('abc','999')
SELECT to_char(1234.5,'9,999.99'), to_char(-1,'9'), to_char(1,'S9'), to_char(-1,'9MI'), to_char(-1,'9PR'), to_char(12,'RN'), to_char(0,'9.99'), to_char(0.5,'.99'), to_char(0.5,'0.99'), to_char(12345,'999'), to_char(1.5,'FM9.999'), to_char(485,'"a"999'), to_char(1234567.891,'9G999G999D99'), to_char(1,'000'), to_char(12,'99th'), to_char(-0.1,'9.9'), to_char(1e10,'9.99EEEE'), to_char(1234,'9V99')
SELECT '1 year 2 mons -3 days 04:05:06.7'::interval, '-1 year +2 mons'::interval, '1.5 years'::interval, '1.5 months'::interval, '1.5 weeks'::interval, '0.5 days'::interval, 'P1Y2M3DT4H5M6S'::interval, 'P-1Y'::interval, 'PT-1H'::interval, '@ 1 day ago'::interval, '1 day ago'::interval, '1-2'::interval, '1 2:03'::interval, '-1-2'::interval, '1:2'::interval, '100:00:00.5'::interval, '1 century 2 decades'::interval, '1 millennium'::interval, '3 h 2 m 1 s'::interval, ''::interval
SELECT interval '1' year, interval '1-2' year to month, interval '1 2:03:04' day to second, interval '1:2' minute to second, interval '90' minute, interval '1.5' hour, interval '100' second(2), interval(2) '1.239 sec', interval '1 day 25 hours' day, interval '14 months' year
SELECT justify_days('35 days'), justify_hours('27:00'), justify_interval('1 mon -1 hour'), justify_interval('-1 mon 31 days'), justify_days('-35 days'), make_interval(1,2,3,4,5,6,7.5), make_interval(secs => 90.5), interval '1 day' * 1.5, interval '1 mon' / 2, interval '1 day' * -1, -interval '1 day', interval '1 mon' * 0.1, interval '10 days' / 3
SELECT age(timestamp '2024-03-31', timestamp '2024-02-29'), age(timestamp '2024-02-29', timestamp '2024-03-31'), age(date '2024-01-01', date '2023-12-31'), age(timestamp '2024-03-01', timestamp '2023-03-31 12:00'), timestamp '2024-03-31' - interval '1 mon', timestamp '2024-01-31' + interval '1 mon', date '2024-01-31' + 1, date '2024-03-01' - date '2024-02-01', date '2024-01-01' + time '10:00', time '10:00' + interval '25 hours', time '10:00' - time '12:00', timestamp '2024-01-01' - timestamp '2023-01-01 01:00'
SELECT make_date(2024,2,30)
SELECT make_date(-44,3,15), make_time(10,20,30.5), make_timestamp(2024,5,6,10,20,30.5), make_timestamptz(2024,5,6,10,20,30.5,'UTC')
SELECT make_time(24,0,0), make_time(25,0,0)
SELECT isfinite(date 'infinity'), isfinite(interval '1 day'), date 'infinity' - date '2024-01-01'
SELECT timestamp 'infinity' - timestamp '2024-01-01'
SELECT timestamp 'infinity' + interval '1 day', timestamp '-infinity' < date '0001-01-01', greatest(timestamp 'infinity', '2024-01-01'), (timestamp 'infinity')::date, (date 'infinity')::timestamptz
SELECT (timestamp '2024-01-01','2 days'::interval) OVERLAPS (timestamp '2024-01-02','1 day'::interval), (date '2024-01-01', date '2024-01-02') OVERLAPS (date '2024-01-02', date '2024-01-03'), (time '10:00', time '11:00') OVERLAPS (time '10:30', time '10:45')
SELECT timestamp '2024-07-01 12:00' AT TIME ZONE 'Europe/Berlin', timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'Europe/Berlin', time '12:00' AT TIME ZONE 'UTC', timetz '12:00+02' AT TIME ZONE 'UTC', timestamp '2024-07-01 12:00' AT TIME ZONE interval '2 hours', timestamptz '2024-07-01 12:00+00' AT TIME ZONE 'EST'
SELECT timestamp '2024-07-01 12:00' AT TIME ZONE 'Nowhere/Town'
SELECT '24:00'::time, '23:59:60'::time, '10:20:30.9999999'::time, 'allballs'::time, '10 PM'::time, '1020'::time, '2024-02-29'::date + interval '1 year', 'epoch'::timestamp, 'J2451187'::date, '1999-Jan-08'::date, 'January 8, 1999'::date, '08-Jan-99'::date, '19990108'::date, '1999.008'::date, '99-01-08'::date
