-- Ranges: chapters 8.17 and 9.20 of the manual, and what stands beside them.
SELECT int4range(1, 5), int4range(1, 5, '[]'), '[1,10)'::int4range, numrange(1.5, 2.5), daterange('2024-01-01', '2024-02-01'), tsrange('2024-01-01', NULL), 'empty'::int4range
SELECT int4range(1, 5) @> 3, int4range(1, 5) && int4range(4, 8), lower(int4range(1, 5)), upper(int4range(1, 5)), isempty(int4range(1, 1)), int4range(1, 5) * int4range(3, 8), int4range(1, 3) + int4range(3, 5)
SELECT daterange('2024-01-01', '2024-02-01') @> date '2024-01-15', tstzrange('2024-01-01 00:00+00', '2024-01-02 00:00+00') && tstzrange('2024-01-01 12:00+00', NULL), upper_inf(daterange('2024-01-01', NULL)), lower_inc(int8range(1, 2))
SELECT int4range(1, 5) -|- int4range(5, 6), int4range(1, 2) << int4range(3, 4), int4range(1, 3) = '[1,2]'::int4range, int4range(5, 8) >> int4range(1, 2), int4range(1, 5) &< int4range(2, 7), int4range(3, 5) &> int4range(1, 7)
SELECT '[3,7)'::int4range, '(3,7)'::int4range, '[4,4]'::int4range, '[4,4)'::int4range, '(,5]'::int4range, '(,)'::int8range, ' [ 1 , 2 ] '::int4range
SELECT '[2010-01-01 14:30, 2010-01-01 15:30)'::tsrange, '[2024-01-01,infinity)'::daterange, '[2024-01-01 10:00+02,)'::tstzrange, '(1.1,2.25]'::numrange
SELECT int4range(10, 20) @> int4range(12, 15), int4range(10, 20) <@ int4range(1, 100), 7 <@ int4range(1, 7), 'empty'::int4range <@ int4range(1, 2)
SELECT upper(int8range(15, 25)), lower(numrange(1.1, 2.2)), upper(daterange('2024-01-01', '2024-01-31', '[]')), lower(tsrange('2024-01-01', '2024-01-02')), lower('(,5)'::int4range), upper('empty'::int4range)
SELECT lower_inc(numrange(1.1, 2.2)), upper_inc(numrange(1.1, 2.2)), lower_inf('(,5)'::int4range), upper_inf('[5,)'::int4range), isempty(numrange(1, 5)), range_merge('[1,2)'::int4range, '[3,4)'::int4range)
SELECT int4range(5, 15) - int4range(10, 20), int4range(5, 15) * int4range(20, 30), numrange(1.5, 14) @> 10.5, numrange(-2.5, -1.25) @> -2.5, numrange(0, 100) @> 99.999
SELECT int4range(1, 10) - int4range(3, 5)
SELECT int4range(1, 2) + int4range(5, 6)
SELECT int4range(5, 1)
SELECT int4range(1, 2, 'x')
SELECT '[1,2'::int4range
SELECT '[a,2)'::int4range
SELECT '[5,1)'::int4range
SELECT '[1,2147483647]'::int4range
SELECT int4range(1, 2) < int4range(1, 3), int4range(1, 2) = int4range(1, 2), 'empty'::int4range < '(,1)'::int4range, '[1,2]'::numrange > '[1,2)'::numrange, '(1,2)'::numrange > '[1,2)'::numrange
SELECT pg_typeof(int4range(1, 2)), pg_typeof(lower(daterange('2024-01-01', NULL))), int4range(1, 5)::text, 'r: ' || int4range(1, 5)::text, to_json(int4range(1, 3)), concat(int4range(1, 2), 'x'), ARRAY[int4range(1, 2), 'empty'::int4range]
SELECT r FROM (VALUES (int4range(10, 20)), ('[2,5)'), ('empty'), ('(,3)'), (NULL)) t(r) ORDER BY r
SELECT max(r) FROM (VALUES (int4range(10, 20))) t(r)
SELECT count(DISTINCT r), array_agg(r ORDER BY r DESC) FROM (VALUES (int4range(10, 20)), ('[2,5)'::int4range), ('[10,19]'::int4range)) t(r)
CREATE TABLE booking (id int PRIMARY KEY, room int, during tsrange, days daterange, n int4range)
INSERT INTO booking VALUES (1, 101, '[2024-01-01 10:00,2024-01-01 12:00)', '[2024-01-01,2024-01-03]', '[1,5]'), (2, 101, tsrange('2024-01-01 12:00', '2024-01-01 13:00'), daterange('2024-01-04', NULL), NULL), (3, 102, NULL, 'empty', int4range(7, 9))
SELECT * FROM booking ORDER BY id
SELECT id FROM booking WHERE during && tsrange('2024-01-01 11:00', '2024-01-01 11:30') ORDER BY id
SELECT id FROM booking WHERE during @> timestamp '2024-01-01 12:30' ORDER BY id
SELECT id FROM booking WHERE days @> date '2024-01-02' OR n = '[7,8]' ORDER BY id
SELECT id FROM booking WHERE n IN ('[1,6)', 'empty') ORDER BY id
SELECT a.id, b.id FROM booking a JOIN booking b ON a.during -|- b.during AND a.id < b.id
SELECT id, lower(during), upper(during) - lower(during) AS length, upper(days) - lower(days) FROM booking ORDER BY id
UPDATE booking SET n = int4range(lower(n), upper(n) + 1) WHERE id = 1 RETURNING n
SELECT column_name, data_type, udt_name FROM information_schema.columns WHERE table_name = 'booking' ORDER BY ordinal_position
SELECT room, count(*), min(lower(during)) FROM booking GROUP BY room ORDER BY room
SELECT n, count(*) FROM booking GROUP BY n ORDER BY n NULLS LAST
SELECT length(n) FROM booking
SELECT n LIKE 'x' FROM booking
SELECT CASE WHEN id = 1 THEN n END, coalesce(n, 'empty') FROM booking ORDER BY id
SELECT int4range(1, 3) UNION SELECT '[1,2]'::int4range
SELECT numrange(1.0, 2)
SELECT range_agg(n) FROM booking
SELECT '{[1,3)}'::int4multirange
SELECT int4multirange(int4range(1, 2))
SELECT generate_series(lower(n), upper(n) - 1) FROM booking WHERE id = 3
DROP TABLE booking
