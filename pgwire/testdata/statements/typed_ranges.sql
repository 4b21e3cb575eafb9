-- Ranges and multiranges.
SELECT int4range(1, 5), int4range(1, 5, '[]'), int4range(NULL, 5), int4range(5, 5), '[1,5]'::int4range, '(1,5]'::int8range, 'empty'::int4range, numrange(1.5, 2.5, '(]'), '[,]'::int4range
SELECT int4range(5, 1)
SELECT '[5,1]'::int4range
SELECT daterange('2024-01-01', '2024-02-01', '[]'), tsrange('2024-01-01', '2024-01-02'), tstzrange('2024-01-01 00:00+00', NULL), '[2024-01-01,2024-01-31]'::daterange, '[2024-01-01 10:00,)'::tsrange
SELECT lower(int4range(1, 5)), upper(int4range(1, 5)), lower_inc(int4range(1, 5)), upper_inc(int4range(1, 5)), lower_inf(int4range(NULL, 5)), upper_inf('[1,)'::int4range), isempty('empty'::int4range), lower('empty'::int4range)
SELECT int4range(1, 5) @> 3, int4range(1, 5) @> 5, 3 <@ int4range(1, 5), int4range(1, 5) @> int4range(2, 3), int4range(1, 5) && int4range(4, 9), int4range(1, 5) << int4range(5, 9), int4range(1, 5) >> int4range(0, 1), int4range(1, 5) -|- int4range(5, 9)
SELECT int4range(1, 5) + int4range(3, 9), int4range(1, 5) * int4range(3, 9), int4range(1, 5) - int4range(3, 9), int4range(1, 5) &< int4range(3, 9), int4range(1, 5) &> int4range(0, 2)
SELECT int4range(1, 3) + int4range(5, 9)
SELECT int4range(1, 9) - int4range(3, 5)
SELECT int4range(1, 5) = '[1,4]', int4range(1, 5) < int4range(2, 3), int4range(1, 5) < int4range(1, 6), 'empty'::int4range < int4range(1, 2), int4range(NULL, 3) < int4range(1, 2)
SELECT range_merge(int4range(1, 3), int4range(7, 9)), range_merge('{[1,2),[5,9)}'::int4multirange)
CREATE TABLE tr (id int PRIMARY KEY, room text, during tsrange, days daterange, price numrange)
INSERT INTO tr VALUES (1, 'a', '[2024-01-01 10:00,2024-01-01 12:00)', '[2024-01-01,2024-01-05)', '[1.5,3]'), (2, 'a', '[2024-01-01 12:00,2024-01-01 13:00)', '[2024-02-01,)', 'empty'), (3, 'b', NULL, 'empty', '(,10)')
SELECT * FROM tr ORDER BY id
SELECT id, lower(during), upper(days), upper(days) - lower(days), isempty(price) FROM tr ORDER BY id
SELECT id FROM tr WHERE during @> timestamp '2024-01-01 11:00' ORDER BY id
SELECT id FROM tr WHERE during @> '2024-01-01 11:00'::timestamp ORDER BY id
SELECT id FROM tr WHERE during && '[2024-01-01 11:00,2024-01-01 12:30)' ORDER BY id
SELECT id FROM tr WHERE days @> date '2024-02-10' ORDER BY id
SELECT id FROM tr WHERE price @> 2.5 ORDER BY id
SELECT a.id, b.id FROM tr a JOIN tr b ON a.id < b.id AND a.during -|- b.during
SELECT id, days FROM tr ORDER BY days, id
SELECT id FROM tr WHERE days = '[2024-01-01,2024-01-04]'
SELECT range_agg(during ORDER BY id), range_agg(days), range_intersect_agg(price) FROM tr
SELECT room, range_agg(days) FROM tr GROUP BY room ORDER BY room
SELECT daterange(min(lower(days)), max(lower(days))) FROM tr
SELECT unnest('{[1,3),[5,9)}'::int4multirange), int4multirange(int4range(1, 3), int4range(2, 6))
SELECT int4multirange(), int4multirange(int4range(1, 3)), '{[1,3),[3,5)}'::int4multirange, '{}'::datemultirange, multirange(int4range(1, 5))
SELECT '{[1,3),[5,9)}'::int4multirange @> 6, '{[1,3),[5,9)}'::int4multirange @> int4range(5, 6), '{[1,3)}'::int4multirange && '{[2,4)}'::int4multirange, lower('{[1,3),[5,9)}'::int4multirange), upper('{[1,3),[5,9)}'::int4multirange), isempty('{}'::int4multirange)
SELECT '{[1,3),[5,9)}'::int4multirange + '{[3,5)}'::int4multirange, '{[1,9)}'::int4multirange - '{[3,5)}'::int4multirange, '{[1,9)}'::int4multirange * '{[3,5),[8,12)}'::int4multirange
SELECT pg_typeof(int4range(1, 2)), pg_typeof('[1,2)'::numrange), pg_typeof(int4multirange(int4range(1, 2))), pg_typeof(lower(tsrange('2024-01-01', '2024-01-02')))
SELECT int4range(1, 5)::text, to_json(int4range(1, 5)), '[a,b)'::int4range
SELECT '[1,5'::int4range
SELECT count(*) FILTER (WHERE days && daterange('2024-01-01', '2024-12-31')) FROM tr
INSERT INTO tr (id, days) VALUES (4, daterange('2024-05-01', '2024-04-01'))
UPDATE tr SET days = daterange(lower(days), upper(days) + 1) WHERE id = 1 RETURNING days
SELECT d FROM tr, generate_series(lower(days), upper(days) - 1, interval '1 day') d WHERE id = 1 ORDER BY d
DROP TABLE tr
