CREATE TABLE zq (id int, tz timestamptz, ts timestamp, d date, t time, n numeric, i8 bigint, f float8, s text)
INSERT INTO zq VALUES (1, '2024-01-01 10:07:00+00', '2024-01-01 10:07:00', '2024-01-01', '10:07', 5.5, 7, 2.5, 'a')
SELECT date_bin('15 minutes', tz, '2000-01-01 00:00+00') FROM zq
SELECT date_bin('15 minutes', ts, '2000-01-01 00:00') FROM zq
SELECT date_bin('15 minutes', '2024-01-01 10:07:00+00', tz) FROM zq
SELECT date_bin('15 minutes', '2024-01-01 10:07:00', ts) FROM zq
SELECT date_bin('15 minutes', '2024-01-01 10:07:00', '2000-01-01')
SELECT date_bin('15 minutes', d, '2000-01-01') FROM zq
SELECT date_bin(interval '15 minutes', tz, '2000-01-01') FROM zq
SELECT date_bin('15 minutes', tz, 'x') FROM zq
SELECT * FROM generate_series('2024-01-01', timestamp '2024-01-03', '1 day')
SELECT * FROM generate_series('2024-01-01', tz, '10 days') FROM zq
SELECT g FROM zq, generate_series('2023-12-31 00:00+00', tz, '1 day') g
SELECT g FROM zq, generate_series(ts, '2024-01-03', '1 day') g
SELECT g FROM zq, generate_series(d, '2024-01-03', '1 day') g
SELECT g FROM zq, generate_series(1, '3') g
SELECT g FROM zq, generate_series('1', i8, '3') g
SELECT g FROM zq, generate_series('1', n, '2') g
SELECT generate_series('1', '3')
SELECT int4range('1', 5), int4range(1, '5'), int4range('1', '5', '[]')
SELECT daterange('2024-01-01', d), daterange(d, '2024-02-01', '[]') FROM zq
SELECT tstzrange('2024-01-01', tz), tsrange(ts, '2024-02-01') FROM zq
SELECT numrange('1', n + 10), int8range(i8, '10') FROM zq
SELECT greatest(d, '2024-06-01'), least('2023-01-01', ts), greatest(tz, '2024-06-01') FROM zq
SELECT greatest(n, '7'), least(i8, '3'), greatest('9', f), least(id, '0') FROM zq
SELECT greatest(t, '12:00'), least('09:00', t) FROM zq
SELECT greatest(d, 'x') FROM zq
SELECT (d, '2024-02-01') OVERLAPS ('2024-01-15', d) FROM zq
SELECT (ts, '2024-02-01') OVERLAPS ('2024-01-15', '1 day') FROM zq
SELECT (ts, interval '1 day') OVERLAPS ('2024-01-01', '2024-01-15') FROM zq
SELECT (tz, '1 day') OVERLAPS ('2024-01-01', '2024-01-15') FROM zq
SELECT (t, '12:00') OVERLAPS ('11:00', '13:00') FROM zq
SELECT (t, interval '1 hour') OVERLAPS (time '11:00', time '13:00') FROM zq
SELECT (date '2024-01-01', time '10:00') OVERLAPS (date '2024-01-01', time '11:00')
SELECT (d, d + 5) OVERLAPS (date '2024-01-03', date '2024-01-04') FROM zq
SELECT (d, t) OVERLAPS (d, t) FROM zq
SELECT make_date('2024', 1, '2'), make_time('10', 5, '3'), make_interval(days => '3')
SELECT make_timestamp('2024', 1, '2', 3, 4, '5.5'), make_timestamptz(2024, 1, 2, 3, 4, '5.5', 'UTC')
SELECT date_trunc('day', tz, 'Asia/Tokyo'), date_trunc('day', '2024-01-01 10:00+00', 'Asia/Tokyo') FROM zq
SELECT date_trunc('hour', '2024-01-01 10:07'), date_trunc('hour', t) FROM zq
SELECT age(ts, '2023-01-01'), age('2025-01-01', ts), age('2024-01-01', d), age(tz, '2023-01-01') FROM zq
SELECT age('2024-01-01', '2023-01-01'), age('2024-01-01')
SELECT width_bucket(n, '0', 10, 5), width_bucket('5', 0, 10, 5), width_bucket(f, '0', '10', '5') FROM zq
SELECT width_bucket(n, '{1,3,5}') FROM zq
SELECT width_bucket(n, ARRAY[1,3,5]::numeric[]), width_bucket('2', ARRAY[1,3,5]) FROM zq
SELECT d - '2023-12-01', '2024-02-01' - d, ts - '2023-12-01', '2024-02-01' - ts FROM zq
SELECT isfinite('2024-01-01'), isfinite('infinity'::date)
SELECT mod('7', 3), mod(i8, '4'), power(f, '2'), power('2', n), div(n, '2'), gcd('12', 8), lcm(i8, '4') FROM zq
SELECT round('2.567', 2), round(n, '0'), trunc(n, '0'), log('2', n) FROM zq
SELECT atan2('1', f), atan2(f, '1') FROM zq
SELECT lpad(s, '3', '-'), repeat(s, '2'), left(s, '1'), substr(s, '1', '1'), overlay(s PLACING 'b' FROM '1') FROM zq
SELECT split_part('a,b', ',', '2'), strpos(s, 'a'), translate(s, 'a', 'b'), replace(s, 'a', 'b') FROM zq
SELECT nullif(d, '2024-01-01'), nullif('7', i8), nullif(n, '5.5') FROM zq
SELECT coalesce(d, '2024-01-01'), coalesce(tz, 'now') IS NOT NULL, coalesce(NULL, n, '7') FROM zq
SELECT array_append(ARRAY[d], '2024-05-05'), array_position(ARRAY[d], '2024-01-01'), array_remove(ARRAY[i8], '7'), array_replace(ARRAY[n], '5.5', '6') FROM zq
SELECT lag(d, 1, '2020-01-01') OVER (), lead(n, 1, '3') OVER (), lag(id, '1', '9') OVER () FROM zq
SELECT lag(tz, 1, '2020-01-01') OVER () FROM zq
SELECT extract(day FROM '2024-01-01'::date - interval '1 day'), date_part('day', '2024-01-01'::timestamp)
SELECT extract(year FROM '2024-01-01')
SELECT date_part('year', '2024-01-01')
SELECT timezone('UTC', '2024-01-01 10:00'), timezone('UTC', tz), timezone('Asia/Tokyo', ts) FROM zq
SELECT to_char('2024-01-01', 'YYYY'), to_char(d, 'YYYY') FROM zq
SELECT to_char('5', '99')
SELECT justify_interval('25 hours'), justify_days('35 days'), justify_hours('27:00')
SELECT sum('5'), avg('5')
SELECT percentile_cont('0.5') WITHIN GROUP (ORDER BY n) FROM zq
SELECT range_merge('[1,2]', int4range(5, 7)), int4range(1, 5) @> '3', '[1,3]' && int4range(2, 4)
SELECT daterange(d, '2024-02-01') @> '2024-01-15', daterange(d, '2024-02-01') && '[2024-01-10,2024-01-12]' FROM zq
SELECT jsonb_set('{"a":1}', '{a}', '2'), jsonb_insert('{"a":[1]}', '{a,0}', '5')
SELECT num_nulls(d, '2024-01-01', NULL), num_nonnulls(1, 'a')
CREATE VIEW zq_v AS SELECT date_bin('15 minutes', tz, '2000-01-01') AS b, lpad(s, '3', '-') AS l, width_bucket(n, '0', 10, '5') AS w, array_append(ARRAY[d], '2024-05-05') AS a FROM zq
SELECT * FROM zq_v
INSERT INTO zq (id, tz, s) VALUES ('2', date_bin('1 hour', '2024-01-01 10:07', '2000-01-01'::timestamptz), lpad('x', '3')) RETURNING tz, s
UPDATE zq SET s = rpad(s, '4', '.') WHERE id = repeat('1', '1')::int RETURNING s
SELECT lpad(s, 'x') FROM zq
SELECT lpad(s, '3.5') FROM zq
SELECT make_date('2024', '99', '1')
SELECT round(n, 'a') FROM zq
SELECT left(s, '-1'), left('hello', ' 2 ') FROM zq ORDER BY id
SELECT date_bin('x', tz, '2000-01-01') FROM zq
SELECT (d, '2024-02-01'::date) OVERLAPS ('2024-01-15', '2024-01-16') FROM zq ORDER BY id
SELECT (d, t) OVERLAPS (ts, interval '1 hour'), (NULL, t) OVERLAPS (d, t) FROM zq WHERE id = 1
SELECT (tz, ts) OVERLAPS (tz, interval '1 hour') FROM zq WHERE id = 1
SELECT make_interval(days => '3', hours => 2), make_interval('1', '2')
PREPARE zq_p AS SELECT date_bin('15 minutes', $1, '2000-01-01')
PREPARE zq_q(timestamptz) AS SELECT date_bin('15 minutes', $1, '2000-01-01')
EXECUTE zq_q('2024-01-01 10:07+00')
