CREATE TYPE severity AS ENUM ('debug', 'info', 'warn', 'error')
CREATE DOMAIN nonempty AS text CHECK (VALUE <> '') NOT NULL
CREATE TABLE ev (id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100 INCREMENT BY 5), host nonempty, sev severity DEFAULT 'info', at timestamptz NOT NULL, took interval, day date GENERATED ALWAYS AS ((at AT TIME ZONE 'UTC')::date) STORED, ip inet, net cidr, mac macaddr, payload bytea, flags bit(4), mask bit varying(8), during tstzrange)
INSERT INTO ev (host, sev, at, took, ip, net, mac, payload, flags, mask, during) VALUES ('a', 'warn', '2024-03-10 01:59:59.123456-05', '1 day 02:03:04.5', '10.0.0.1/24', '10.0.0.0/24', '08:00:2b:01:02:03', '\xdeadbeef', B'1010', B'101', '[2024-03-10 00:00-05,2024-03-11 00:00-04)'), ('b', 'error', '2024-11-03 06:30+00', '-1 mon', '::1', '2001:db8::/32', '08002b:010204', 'a\\b\000c', '0001', '1', '(,2024-01-01 00:00-05]'), ('a', NULL, 'infinity', NULL, NULL, NULL, NULL, '', NULL, NULL, 'empty'), ('c', 'debug', '0044-03-15 12:00 BC', '1 year 2 mons 3 days', '192.168.1.5', '192.168', NULL, NULL, B'1111', B'11111111', NULL) RETURNING id, day
INSERT INTO ev (host, at) VALUES ('', now())
INSERT INTO ev (host, at) VALUES (NULL, now())
INSERT INTO ev (at) VALUES (now())
INSERT INTO ev (id, host, at) VALUES (1, 'x', now())
INSERT INTO ev (id, host, at) OVERRIDING SYSTEM VALUE VALUES (1, 'x', '2024-01-01 00:00+00') RETURNING id, host, at, day
INSERT INTO ev (host, at, day) VALUES ('x', now(), now())
INSERT INTO ev (host, at, sev) VALUES ('x', now(), 'fatal')
INSERT INTO ev (host, at, flags) VALUES ('x', now(), '101')
INSERT INTO ev (host, at, mask) VALUES ('x', now(), '111111111')
INSERT INTO ev (host, at, net) VALUES ('x', now(), '10.0.0.1/24')
INSERT INTO ev (host, at, during) VALUES ('x', now(), '[2024-01-02 00:00+00,2024-01-01 00:00+00]')
SET TIME ZONE 'America/New_York'
SELECT * FROM ev ORDER BY id
SELECT id, at::date, at::time, at::timetz, extract(hour FROM at), at AT TIME ZONE 'Asia/Tokyo', date_trunc('day', at), date_trunc('week', at, 'UTC'), date_bin('15 minutes', at, '2001-01-01') FROM ev WHERE isfinite(at) AND id > 100 ORDER BY id
SELECT at + interval '1 day', at + interval '24 hours', at - interval '1 month', at - '2024-03-01'::timestamptz FROM ev WHERE host IN ('a','b') AND isfinite(at) ORDER BY id
SELECT took, took * 2, took / 3, -took, justify_interval(took), justify_days(took), extract(epoch FROM took), extract(month FROM took), to_char(took, 'YYYY-MM-DD HH24:MI:SS'), took > '1 day' FROM ev WHERE took IS NOT NULL ORDER BY id
SELECT sum(took), avg(took), min(took), max(took), count(took) FROM ev
SELECT host, sev, sev > 'info', sev::text, enum_range(NULL::severity), enum_first(sev), enum_last(NULL::severity), max(sev) OVER () FROM ev ORDER BY sev NULLS FIRST, id
SELECT ip, host(ip), text(ip), abbrev(net), broadcast(ip), masklen(ip), netmask(ip), network(ip), ip << net, ip <<= net, ip + 5, family(ip), set_masklen(ip, 16) FROM ev WHERE ip IS NOT NULL ORDER BY ip
SELECT inet '10.0.0.5' - inet '10.0.0.1', ~ inet '10.0.0.1', inet '10.0.0.1' & '255.0.0.0', inet_merge('10.0.0.1/24', '10.0.1.1/24'), inet_same_family('::1', '1.1.1.1'), trunc(macaddr '08:00:2b:01:02:03'), macaddr8 '08:00:2b:01:02:03:04:05', macaddr '08:00:2b:01:02:03'::macaddr8
SELECT payload, encode(payload, 'hex'), encode(payload, 'base64'), encode(payload, 'escape'), length(payload), md5(payload), sha256(payload), get_byte(payload, 0), substring(payload FROM 2 FOR 2) FROM ev WHERE payload <> '' ORDER BY id
SELECT flags, mask, flags & B'1100', flags | '0011', ~flags, flags << 1, flags::int, mask || B'01', length(mask), bit_count(flags), get_bit(flags, 0), set_bit(flags, 0, 0), position(B'1' IN flags) FROM ev WHERE flags IS NOT NULL ORDER BY id
SELECT flags & mask FROM ev WHERE id = 100
SELECT during, lower(during), upper(during), isempty(during), lower_inc(during), upper_inf(during), during @> '2024-03-10 12:00+00'::timestamptz, during && '[2023-01-01 00:00-05,2024-03-10 00:00-05]', during * '[2024-03-10 12:00-04,)', range_merge(during, '[2025-01-01 00:00-05,2025-01-02 00:00-05)') FROM ev ORDER BY id
SELECT range_agg(during), range_intersect_agg(during) FROM ev WHERE NOT isempty(during)
CREATE TABLE booking (room int, during tsrange, guest text, EXCLUDE USING gist (room WITH =, during WITH &&))
CREATE TABLE slot (id int, during int4range, EXCLUDE USING gist (during WITH &&) WHERE (id > 0))
INSERT INTO slot VALUES (1, '[1,5]'), (2, '(5,9)'), (-1, '[2,3]'), (3, NULL), (4, 'empty') RETURNING *
INSERT INTO slot VALUES (5, '[4,6)')
INSERT INTO slot VALUES (6, '[20,30]'), (7, '[25,26]')
UPDATE slot SET id = 8 WHERE id = -1
INSERT INTO slot VALUES (9, '[1,2]') ON CONFLICT DO NOTHING
SELECT * FROM slot ORDER BY during
SELECT a.id, b.id FROM slot a JOIN slot b ON a.during -|- b.during ORDER BY 1, 2
SELECT int4multirange(int4range(1,3), int4range(2,5), int4range(7,8)), '{[1,2),[5,9]}'::int4multirange - '{[6,7]}'::int4multirange, unnest('{[1,3),[5,6]}'::int4multirange), '[1,5)'::int4range - '[3,9)', '[1,3)'::int4range + '[3,4]', numrange(1.0, 2.50, '[]'), daterange('2024-01-01', '2024-01-31', '[]')
SELECT '[1,5)'::int4range - '[2,3)'
SELECT '[1,2)'::int4range + '[5,6)'
SELECT now() - now(), clock_timestamp() >= now(), statement_timestamp() = transaction_timestamp(), pg_typeof(localtime), pg_typeof(current_time(2)), pg_typeof(localtimestamp(0)), current_date - current_date
SELECT timestamp '2024-01-31' + interval '1 month', timestamp '2024-03-31' - interval '1 month', date '2024-01-31' + 1, date '2024-01-31' + interval '1 mon', date '2024-03-01' - date '2024-02-01', date '2024-01-01' + time '10:00', time '23:00' + interval '2 hours', time '01:00' - time '02:00', timetz '10:00+02' - interval '1 hour'
SELECT make_date(2024, 2, 29), make_time(1, 2, 3.5), make_timestamp(2024, 1, 1, 0, 0, 59.999999), make_timestamptz(2024, 7, 1, 0, 0, 0, 'Europe/Paris'), make_interval(years => 1, secs => 90.5), make_date(-44, 3, 15)
SELECT make_date(2023, 2, 29)
SELECT '2024-02-30'::date
SELECT '25:00'::time
SELECT 'yesterday'::date < 'tomorrow'::date, 'allballs'::time, '2024-001'::date, 'J2460000'::date, '20240102T030405Z'::timestamptz, 'Jan 5, 2024 3 PM'::timestamp, '2024-01-01 12:00 Europe/Paris'::timestamptz
SELECT '1 day ago'::interval, 'P1Y2M3DT4H5M6.7S'::interval, '1-2'::interval, '3 4:05'::interval, interval '1.5' month, interval '90' minute, interval '2:30' hour to minute, '1.5 years'::interval, interval(0) '1.6 sec', '@ 1 century'::interval
SET intervalstyle = 'iso_8601'
SELECT '1 year -2 days 03:00'::interval, '0'::interval, '-1.5 sec'::interval
SET intervalstyle = 'sql_standard'
SELECT '1 year -2 days 03:00'::interval, '1 day 1 sec'::interval, '-1-2'::interval, interval '-1 -2'
RESET intervalstyle
SET datestyle = 'SQL, DMY'
SELECT '01/02/2024'::date, '2024-01-02 03:04:05.6'::timestamp, '2024-07-02 03:04:05+00'::timestamptz
SET datestyle = 'German'
SELECT '2024-01-02'::date, '2024-01-02 03:04'::timestamp, '2024-07-02 03:04:05+00'::timestamptz
RESET datestyle
SELECT date_part('doy', date '2024-12-31'), extract(week FROM date '2021-01-03'), extract(isoyear FROM date '2021-01-03'), extract(julian FROM timestamp '2024-01-01 12:00'), extract(microseconds FROM time '00:00:01.5'), extract(timezone FROM timestamptz '2024-07-01 00:00+00'), extract(century FROM date '2000-12-31'), extract(millennium FROM date '2001-01-01'), extract(decade FROM date '-0001-01-01 BC')
SELECT extract(fortnight FROM now())
SELECT (date '2024-01-01', date '2024-02-01') OVERLAPS (date '2024-01-31', interval '1 day'), (time '1:00', time '2:00') OVERLAPS (time '2:00', time '3:00')
SELECT generate_series('2024-03-09 12:00'::timestamptz, '2024-03-11 12:00', '1 day'), generate_series(date '2024-01-30', date '2024-02-02', interval '36 hours')
SELECT host, at - lag(at) OVER (PARTITION BY host ORDER BY at) AS gap, count(*) OVER (ORDER BY at RANGE BETWEEN '1 year' PRECEDING AND CURRENT ROW) FROM ev WHERE isfinite(at) ORDER BY at
ALTER TYPE severity ADD VALUE 'notice' BEFORE 'warn'
SELECT enum_range('info'::severity, 'warn'::severity), 'notice'::severity < 'warn'
ALTER TABLE ev ALTER COLUMN id SET GENERATED BY DEFAULT, ALTER COLUMN sev SET NOT NULL
SELECT '[2024-03-10,2024-03-11)'::tstzrange
INSERT INTO ev (host, sev, at, during) VALUES ('z', 'info', '2024-01-01 00:00+00', '[2024-01-01,2024-01-02)')
UPDATE ev SET during = '[2024-01-01,)' WHERE id = 1
SELECT count(*) FROM ev WHERE during && '[2023-01-01,2024-03-10]' AND id = 100
DROP TABLE ev, booking, slot
