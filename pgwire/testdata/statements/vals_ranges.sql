-- Ranges and multiranges.
CREATE TABLE bookings (id int, room int, during tsrange, days daterange, price numrange, ids int4range)
INSERT INTO bookings VALUES (1, 1, '[2024-01-01 10:00,2024-01-01 12:00)', '[2024-01-01,2024-01-05]', '[10.5,20)', '[1,5]'), (2, 1, '[2024-01-01 12:00,2024-01-01 14:00)', '[2024-01-06,2024-01-10)', '(5,7.5]', '(5,9)'), (3, 2, '[2024-01-01 11:00,)', '(,2023-12-31]', '[,100]', 'empty'), (4, 2, NULL, NULL, 'empty', '[20,)')
SELECT * FROM bookings ORDER BY id
SELECT id FROM bookings WHERE during @> timestamp '2024-01-01 11:30' ORDER BY id
SELECT id FROM bookings WHERE days @> date '2024-01-05' ORDER BY id
SELECT id FROM bookings WHERE days && '[2024-01-04,2024-01-07]' ORDER BY id
SELECT a.id, b.id FROM bookings a JOIN bookings b ON a.id < b.id AND a.during && b.during ORDER BY 1, 2
SELECT id, lower(during), upper(during), upper(during) - lower(during), lower(days), upper(days), upper(days) - lower(days) FROM bookings ORDER BY id
SELECT id, lower(price), upper(price), price @> 6, price @> 12.5, lower_inc(price), upper_inc(price) FROM bookings ORDER BY id
SELECT id, ids FROM bookings ORDER BY ids
SELECT id, days FROM bookings ORDER BY days DESC, id
SELECT id, price FROM bookings ORDER BY price
SELECT id, isempty(ids), ids = 'empty', upper_inf(ids), ids @> 3, 3 <@ ids FROM bookings ORDER BY id
SELECT range_agg(ids) FROM bookings
SELECT range_agg(days), range_intersect_agg(days) FROM bookings
SELECT room, range_agg(during) FROM bookings GROUP BY room ORDER BY room
SELECT range_intersect_agg(during) FROM bookings WHERE id IN (1, 3)
SELECT range_agg(during) FROM bookings WHERE false
SELECT min(ids), max(ids) FROM bookings
SELECT count(DISTINCT ids), array_agg(ids ORDER BY id) FROM bookings
SELECT room, count(*) FROM bookings GROUP BY room HAVING range_agg(days) @> date '2024-01-07' ORDER BY 1
SELECT unnest('{[1,3),[5,8)}'::int4multirange)
SELECT * FROM unnest('{[1,3),[5,8)}'::int4multirange) AS u(r)
SELECT int4multirange(), int4multirange(int4range(1,3)), int4multirange(int4range(5,8), int4range(1,3)), int4multirange(int4range(1,5), int4range(3,8)), '{[1,3),[3,5]}'::int4multirange, '{}'::int4multirange, '{empty,[1,2]}'::int4multirange, nummultirange(numrange(1.5,2.5), numrange(5,6)), datemultirange(daterange('2024-01-01','2024-02-01'), daterange('2024-03-01', NULL))
SELECT '{[1,3),[5,8)}'::int4multirange + '{[2,6)}'::int4multirange, '{[1,3),[5,8)}'::int4multirange - '{[2,6)}'::int4multirange, '{[1,3),[5,8)}'::int4multirange * '{[2,6)}'::int4multirange, '{[1,9)}'::int4multirange - '{[3,5)}'::int4multirange
SELECT lower('{[1,3),[5,8)}'::int4multirange), upper('{[1,3),[5,8)}'::int4multirange), isempty('{}'::int4multirange), lower_inc('{[1,3)}'::int4multirange), upper_inf('{[1,)}'::int4multirange), lower('{}'::int4multirange)
SELECT '{[5,1]}'::int4multirange
SELECT pg_typeof(int4range(1,3)), pg_typeof(range_agg(ids)), pg_typeof(lower(int4range(1,2))) FROM bookings
SELECT int4range(1,5)::text, '[1,5)'::text::int4range, ('[' || 1 || ',' || 5 || ']')::int4range, daterange('2024-01-01','2024-01-05')::text || '!'
SELECT ('[' || id || ',' || id + 3 || ']')::int4range FROM bookings ORDER BY id
SELECT ('[' || id || ',' || id - 3 || ']')::int4range FROM bookings ORDER BY id
SELECT int4range(id, 3) FROM bookings ORDER BY id
SELECT daterange(date '2024-01-01', date '2024-01-01' + id) FROM bookings ORDER BY id
SELECT tstzrange(now(), NULL) @> now(), tsrange(lower(during), upper(during), '[]') FROM bookings WHERE id = 1
SELECT id FROM bookings WHERE ids -|- '[10,19]'::int4range OR ids << int4range(30,40) ORDER BY id
SELECT days * daterange('2024-01-03','2024-01-08') FROM bookings ORDER BY id
SELECT days + daterange('2024-01-06','2024-01-08') FROM bookings WHERE id = 1
SELECT generate_series(lower(days), upper(days) - 1, '1 day')::date FROM bookings WHERE id = 1
SELECT int4range(1,5) @> NULL::int, int4range(1,5) && NULL, lower(NULL::int4range), int4range(1,3) = NULL
SELECT int4range(2147483647, 2147483647, '[]')
SELECT int4range(1,2147483647,'[]')
SELECT daterange('2024-01-01', '5874897-12-31', '[]')
SELECT '[2024-01-01,2024-13-01)'::daterange
SELECT numrange(3,1)
SELECT tsrange('2024-01-02','2024-01-01')
SELECT '["2024-01-01 00:00:00","2024-01-02 00:00:00")'::tsrange, '["2024-01-01",]'::tsrange, '["1","5"]'::int4range
SELECT array_agg(r) FROM (VALUES (int4range(1,2)), (int4range(3,4))) t(r)
SELECT ARRAY[int4range(1,2), 'empty'], '{"[1,2]","[5,6)"}'::int4range[]
SELECT to_json(int4range(1,5)), to_jsonb(daterange('2024-01-01','2024-01-05')), row_to_json(b) FROM bookings b WHERE id = 1
SELECT int4range(1,5) IN ('[1,4]'::int4range), int4range(1,5) BETWEEN int4range(0,1) AND int4range(2,3), COALESCE(NULL::int4range, '[1,2]'), CASE WHEN true THEN int4range(1,2) ELSE 'empty' END, GREATEST(int4range(1,2), int4range(1,3))
UPDATE bookings SET ids = ids * int4range(2,100) WHERE id = 1 RETURNING ids
UPDATE bookings SET days = daterange(lower(days), upper(days) + 7) WHERE id = 2 RETURNING days
SELECT DISTINCT isempty(ids), lower_inf(ids) FROM bookings ORDER BY 1, 2
SELECT a.id FROM bookings a WHERE NOT EXISTS (SELECT 1 FROM bookings b WHERE b.id <> a.id AND b.during && a.during) ORDER BY 1
SELECT price, price - numrange(10, 15), price * '[6,7]', price && '[7,8]', price -|- numrange(7.5, 10.5, '()') FROM bookings WHERE id < 4 ORDER BY id
SELECT int4range(1,10) @> ARRAY[1]
SELECT range_agg(int4range(g, g + 2)) FROM generate_series(1, 9, 3) g
SELECT int8range(1, 5) @> 3::bigint, int8range(1,5) @> 3, numrange(1,5) @> 3, numrange(1,5) @> 3.5::numeric
SELECT int4range(1,5) @> 3.5
SELECT int4range(1,5) @> int8range(1,2)
SELECT '[1,2]'::int4range::int8range
SELECT upper(during)::date, extract(epoch FROM upper(during) - lower(during)) / 3600 FROM bookings WHERE upper(during) IS NOT NULL ORDER BY id
