-- Values at the edges of their types: integers of floating-point numbers, buckets, names, places, formats.
CREATE TABLE mv_numbers(a float8, b float4, n int4)
INSERT INTO mv_numbers VALUES ('3e-60', 1, 1), (32767.5, 2, 2), (-32768.5, 3, 3), (2147483647.5, 4, 4), ('NaN', 5, 5)
SELECT a::float4 FROM mv_numbers WHERE n = 1
SELECT a::int2 FROM mv_numbers WHERE n = 2
SELECT a::int2, (a - 0.4)::int4 FROM mv_numbers WHERE n = 3
SELECT a::int4 FROM mv_numbers WHERE n = 4
SELECT a::int8, 1.5::float8::int8, 2.5::float8::int8, (-0.5)::float4::int4 FROM mv_numbers WHERE n = 4
SELECT a::int4 FROM mv_numbers WHERE n = 5
SELECT 1e39::float8::float4
INSERT INTO mv_numbers(b) VALUES (1e39::float8)
SELECT width_bucket(7, 1, 11, 5), width_bucket(7.5, 1, 11, 5), width_bucket(7.5::float8, 11, 1, 5), width_bucket(-3, 0, 10, 4), width_bucket(10, 0, 10, 4), width_bucket(2.5, 10.0, 0.0, 4)
SELECT x, width_bucket(x, 20, 0, 4), width_bucket(x::numeric, 20, 0, 4) FROM generate_series(-2, 22, 3) x ORDER BY x
SELECT width_bucket(1, 0, 10, 0)
SELECT width_bucket(1.5, 0, 10, -1)
SELECT width_bucket(1.5, 3, 3, 7)
SELECT width_bucket('NaN'::float8, 1, 3, 7)
SELECT width_bucket(1::float8, 1, 'infinity', 7)
SELECT div(7, 2), div(-7.9, 2), div(98765432109876543210, 321), mod(-7.9, 2)
SELECT div(1.5, 0)
SELECT acosh(1), acosh(3), power(float8 '-2', 3), power(float8 '-1', float8 'NaN')
SELECT acosh(0.25)
SELECT power(float8 '-infinity', 2.5)
SELECT parse_ident('Schema_1."Ta""b".c$2'), parse_ident(' a . "b c" '), parse_ident('x.y(int)', false), parse_ident('é.Ä')
SELECT parse_ident('a..b')
SELECT parse_ident('a b')
SELECT parse_ident('"open')
SELECT parse_ident('7days')
SELECT parse_ident('""')
SELECT num_nulls(VARIADIC ARRAY['a', NULL, NULL]), num_nonnulls(VARIADIC ARRAY['a', NULL, NULL]), num_nulls(VARIADIC '{}'::int[]), num_nonnulls(VARIADIC NULL::int[])
SELECT num_nulls(VARIADIC (SELECT array_agg(nullif(g, 3)) FROM generate_series(1, 5) g))
SELECT regexp_like('Rhythm', 'h', 'g')
SELECT regexp_instr('one two two', 'tw', 1, 2, 2)
SELECT regexp_instr('one two two', 'tw', 1, 2, 0), regexp_instr('one two two', 'tw', 1, 2, 1)
SELECT to_char(7, '"\a\"b\\"9'), to_char(-12, '\"99\"'), to_char(5, 'FM9.'), to_char(5, '9.'), to_char(1234.5, 'FM9,999.')
SELECT to_char(2.718281828459::float8, '9.999999999999999999'), to_char(123456.789::float8, 'FM999999.999999999999'), to_char(1.5::float4, '9.99999999'), to_char(0.5, '9.9999')
SELECT repeat('n', 70)::name = repeat('n', 63)::name, length(repeat('n', 70)::name::text), 'short'::name, octet_length(repeat('€', 30)::name::text)
SELECT '\102'::"char", '\303'::"char", '\8'::"char", 'ab'::"char"
SELECT 7::oid, '7'::oid, '-2'::oid, 4294967295::int8::oid, (-3)::int4::oid
SELECT '4294967297'::oid
SELECT 4294967297::int8::oid
SELECT 'x1'::oid
SELECT '1'::xid = '1'::xid, '1'::xid <> '2'::xid
SELECT '1'::xid > '2'::xid
SELECT '1F/a0'::pg_lsn, '1F/A0'::pg_lsn = '1f/a0'::pg_lsn, '0/1F'::pg_lsn - '0/F'::pg_lsn, '(3,4)'::tid, '10:12:10,11'::pg_snapshot
SELECT '1F'::pg_lsn
SELECT 'Z/1'::pg_lsn
SELECT '(1)'::tid
SELECT '(1,70000)'::tid
SELECT '5:4:'::pg_snapshot
SELECT -3 >> 1, -3 << 2, 1 << 31, 1 << 32, 3::int2 << 14, 1::int8 << 63, 255 >> 4
SELECT 2147483647 + 1
SELECT 30000::int2 * 2::int2
SELECT n + '4', n * '2', '10' - n, a * '0.5' FROM mv_numbers WHERE n = 2
SELECT n + '4.5' FROM mv_numbers
SELECT format('%2$*1$s|%1$s', 6, 'ab'), format('%-*1$s|', 5), format('%2$-*1$L|', 8, 'q')
SELECT format('%*0$s', 'a')
SELECT max(true)
SELECT avg(n > 1) FROM mv_numbers
SELECT string_agg(n, ',') FROM mv_numbers
SELECT lower(1)
SELECT true + 1
SELECT date '2024-05-06' + date '2024-05-06'
SELECT -'x'::text
SELECT 1.5_5
-- Intervals of several parts are added part by part.
CREATE TABLE mv_times(a timestamptz, i interval)
INSERT INTO mv_times VALUES ('2024-01-30 22:00+00', '1 month 1 day'), ('2023-03-31 01:30+00', '1 month -1 day 3 hours'), ('2024-02-29 12:00+00', '-1 year 1 day -13 hours')
SELECT a + i, i + a, a - i, a + i * 2, a - (i + i), a + interval '1 month 1 day 1 hour', a - 3 * interval '1 month 3 days', a + make_interval(months => 1, days => 2) FROM mv_times ORDER BY a
SELECT timestamptz '2023-12-31 00:30+00' + interval '2 months - 1 second', timestamp '2023-12-31 00:30' + interval '2 months - 1 second', date '2023-12-31' + interval '2 months -1 days'
SELECT a + '1 month 1 day' FROM mv_times ORDER BY a
SELECT date '2024-05-06' - time '01:30', date '2024-05-06' + time '01:30', time '01:30' + date '2024-05-06'
SELECT interval '2 days 1 day'
SELECT interval '1.25 seconds 3 ms'
SELECT interval '1 second 3 ms', interval '1 week 1 day', interval '1 year 1 mon', interval '2 centuries 1 decade'
SELECT interval '00:01 5 seconds'
SELECT justify_hours(interval '2147483647 days 25 hours')
SELECT justify_days(interval '2147483647 months 31 days')
SELECT make_interval(secs => 'infinity')
SELECT make_interval(secs => 2.0000025), make_interval(mins => -3, secs => -1.5)
SELECT extract(epoch from time with time zone '03:00+01'), date_part('epoch', time with time zone '03:00-01'), extract(minute from time '10:20:30')
SELECT extract(month from time '10:20:30')
SELECT extract(timezone from time '10:20:30')
SELECT date_part('year', time with time zone '03:00+01')
