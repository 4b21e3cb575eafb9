CREATE TABLE zp (i int, s text, n numeric, v interval, d date)
SELECT interval '1 nosuch' FROM zp
SELECT '1 nosuch'::interval FROM zp
SELECT '1 day'::interval FROM zp
SELECT * FROM zp WHERE v > '1 nosuch'
SELECT d + interval '1 nosuch' FROM zp
SELECT interval 'nosuch' FROM zp
SELECT interval 'x 1 day' FROM zp
SELECT interval '1 day 2' FROM zp
SELECT interval '1 day 2 nosuch' FROM zp
SELECT 'x'::date FROM zp
SELECT date '2024-13-01' FROM zp
SELECT time '25:00' FROM zp
SELECT 'x'::uuid FROM zp
SELECT 'x'::inet FROM zp
SELECT 'x'::bytea, '\x0'::bytea FROM zp
SELECT 'x'::bool FROM zp
SELECT 'x'::point FROM zp
SELECT '[1,'::int4range FROM zp
SELECT '1x'::numeric FROM zp
SELECT '1e999'::float8 FROM zp
SELECT '99999999999'::int FROM zp
SELECT 'x'::oid FROM zp
SELECT '{x'::text[] FROM zp
SELECT '{1,x}'::int[] FROM zp
SELECT 'x'::macaddr FROM zp
SELECT 'x'::money FROM zp
SELECT 'nosuch'::regtype FROM zp
SELECT 'x'::"char", 'x'::name FROM zp
SELECT interval '1 year 2 mons -3 days 04:05:06.7', interval '1 y 2 w 3 d 4 h', interval '5 millenniums', interval '1 century 2 decades', interval '2 milliseconds', interval '3 us' FROM zp
SELECT interval '@ 1 day ago', interval '1-2', interval '3 4:05', interval 'P1Y2M3DT4H5M6S', interval '1.5 hours', interval '-1 day', interval '+2 Weeks', interval '1' FROM zp
SELECT interval '1 timezone' FROM zp
SELECT interval '1 quarter' FROM zp
SELECT interval '1' year, interval '1-2' year to month, interval '10:20' hour to minute FROM zp
SELECT time '24:00', time '24:01' FROM zp
SELECT time '10:60' FROM zp
SELECT time '10:20 PM', time '102030', time '10:20:30.5' FROM zp
INSERT INTO zp (v) VALUES ('1 nosuch')
INSERT INTO zp (v) VALUES ('1 day')
SELECT * FROM zp WHERE v = '1 nosuch'
SELECT count(*) FROM zp WHERE '10.0.0.1'::inet = '10.0.0.1' AND 'x'::inet IS NULL
SELECT CASE WHEN i > 0 THEN '1.1.1.1'::inet END, '192.168.0.0/24'::cidr, '(1,2)'::point, '$5'::money, '\xff'::bytea, '[1,3)'::int4range, 17::oid, '12'::oid FROM zp
