-- Ranges with far bounds.
CREATE TABLE rgf (id int, d daterange, t tsrange, z tstzrange)
INSERT INTO rgf VALUES (1, '[0044-03-15 BC,12345-01-01)', '[0044-03-15 BC,12345-01-01)', '[0044-03-15 00:00+00 BC,12345-01-01 00:00+00)')
INSERT INTO rgf VALUES (2, '[4713-01-01 BC,infinity)', '[4713-01-01 BC,infinity)', '[4713-01-01 00:00+00 BC,infinity]')
INSERT INTO rgf VALUES (3, '[-infinity,infinity]', '(-infinity,294246-12-31 23:59:59)', '[,294246-12-31 23:59:59+00]')
INSERT INTO rgf VALUES (4, '[2024-01-01,5874897-12-31]', NULL, NULL)
INSERT INTO rgf VALUES (5, '[2024-01-01,5874897-12-30]', NULL, NULL)
SELECT * FROM rgf ORDER BY id
SELECT d::text, t::text FROM rgf ORDER BY id
SELECT lower(d), upper(d), lower(t), upper(t), lower(z), upper(z) FROM rgf ORDER BY id
SELECT array_agg(d ORDER BY id)::text, array_agg(t ORDER BY id) FROM rgf
SELECT to_json(d), to_json(t), to_json(z) FROM rgf ORDER BY id
SELECT row_to_json(rgf) FROM rgf ORDER BY id
SELECT ROW(d, t, z)::text FROM rgf ORDER BY id
SELECT 'x' || d || t FROM rgf ORDER BY id
SELECT concat(d, t, z), format('%s', d) FROM rgf ORDER BY id
SELECT daterange('0044-03-15 BC', '12345-01-01'), tsrange('0044-03-15 BC', '12345-01-01 01:02:03.4', '[]')
SELECT datemultirange(daterange('0044-03-15 BC', '12345-01-01'))::text, '{[0044-03-15 BC,12345-01-01)}'::datemultirange
SELECT daterange('2024-01-01', '5874897-12-31', '[]')
SELECT daterange('infinity', 'infinity', '[]'), daterange('-infinity', 'infinity', '()'), daterange('2024-01-01', 'infinity', '[]')
SELECT d, count(*) FROM rgf GROUP BY d ORDER BY d
SELECT id, d @> '0001-01-01'::date, t @> '9999-01-01 01:02'::timestamp, d && daterange('12344-12-31', NULL) FROM rgf ORDER BY id
SELECT range_merge(d, '[2024-01-01,99999-01-01)'), d * '[0001-01-01,20000-01-01)' FROM rgf ORDER BY id
SELECT range_agg(d), range_agg(t) FROM rgf
SELECT d FROM rgf WHERE d = '[0044-03-15 BC,12345-01-01)'
SELECT DISTINCT upper_inf(d), lower_inf(t), isempty(d) FROM rgf
SELECT x::text FROM (VALUES (daterange('0044-03-15 BC', '12345-01-01')), (daterange(NULL, '10000-01-01')), (daterange('0001-01-01', '9999-12-31'))) t (x)
SELECT x::text FROM (VALUES (tsrange('0044-03-15 BC', '12345-01-01')), (tsrange(NULL, '10000-01-01')), (tsrange('0001-01-01 00:00:00.5', '9999-12-31 23:59:59.999999'))) t (x)
COPY rgf TO STDOUT
SET datestyle = 'German'
SELECT * FROM rgf ORDER BY id
SELECT d::text, t::text FROM rgf ORDER BY id
SET datestyle = 'SQL, DMY'
SELECT * FROM rgf ORDER BY id
SELECT d::text, t::text FROM rgf ORDER BY id
