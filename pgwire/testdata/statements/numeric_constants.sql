-- Numerics written in every form, with their digits behind the point.
SELECT '-.000'::numeric, '+.5'::numeric, '-0.00'::numeric, '.0'::numeric, '00.10'::numeric, '1.'::numeric, '-0'::numeric, '1e-3'::numeric, '0e5'::numeric, '0.00e2'::numeric
SELECT '-.000'::numeric::text, '.0'::numeric::text, '-0.00'::numeric::text, '0.00e2'::numeric::text, '0e5'::numeric::text
SELECT '-.000'::decimal
SELECT '.000'::numeric
SELECT '+.000'::numeric
SELECT '-0.000'::numeric
SELECT '-00.000'::numeric
SELECT '+.5'::numeric
SELECT '+0.50'::numeric
SELECT '-.50'::numeric
SELECT '00.10'::numeric
SELECT '1.'::numeric
SELECT '0.'::numeric
SELECT '-0.'::numeric
SELECT '1e-3'::numeric
SELECT '0e5'::numeric
SELECT '0e-5'::numeric
SELECT '0.00e2'::numeric
SELECT '0.00e1'::numeric
SELECT '0.00e-2'::numeric
SELECT '-.0e0'::numeric
SELECT '1.50e1'::numeric
SELECT '1.500e+2'::numeric
SELECT '  -.000  '::numeric
SELECT '.'::numeric
SELECT '-.'::numeric
SELECT '-'::numeric
SELECT '+'::numeric
SELECT '.e5'::numeric
SELECT '-.e5'::numeric
SELECT '1e'::numeric
SELECT '1e+'::numeric
SELECT '--1'::numeric
SELECT '- 1'::numeric
SELECT '1 .0'::numeric
SELECT ''::numeric
SELECT ' '::numeric
SELECT '1..0'::numeric
SELECT '0x10'::numeric
SELECT '1_000'::numeric
SELECT '-.000'::numeric + 1, '-.000'::numeric * 1.0, '.00'::numeric + '.0'::numeric, - '.000'::numeric, abs('-.000'::numeric)
SELECT numeric '-.000', CAST('-.00' AS numeric), numeric '1.', CAST('+.5' AS decimal), "numeric"('-.00')
SELECT -.000, -0.00, +.50, 1., .0, 00.10, 1e-3, 0e5, 0.00e2, -0
SELECT -.000::numeric, - .00, -(.000), 0.00 * -1
SELECT '-.000'::numeric(6,3), '-.0004'::numeric(6,3), '.5'::numeric(3,0), '-.4'::numeric(3,0), '-.000'::numeric(5)
SELECT '{-.000,+.5,1.,.0}'::numeric[], ARRAY['-.000'::numeric, '.5'], '{-0.00}'::numeric[]
SELECT scale('-.000'::numeric), min_scale('-.000'::numeric), trim_scale('-.000'::numeric), sign('-.000'::numeric), scale('.0'::numeric), scale('0e-5'::numeric), scale('0.00e2'::numeric)
SELECT '-.000'::numeric = 0, '-0'::numeric < 0, '-.000'::numeric = '0.0'::numeric
CREATE TABLE nc_kept (id int, n numeric, p numeric(8,3))
INSERT INTO nc_kept VALUES (1, '-.000', '-.000'), (2, '+.5', '+.5'), (3, '-0.00', '-0.00'), (4, '.0', '.0'), (5, '00.10', '00.10'), (6, '1.', '1.'), (7, '-0', '-0'), (8, '1e-3', '1e-3'), (9, '0e5', '0e5'), (10, '0.00e2', '0.00e2')
SELECT * FROM nc_kept ORDER BY id
SELECT n::text, to_json(n), p FROM nc_kept ORDER BY id
INSERT INTO nc_kept VALUES (11, -.000, -.000), (12, -0.00, -0.00), (13, 0e-4, 1.)
SELECT * FROM nc_kept WHERE id > 10 ORDER BY id
UPDATE nc_kept SET n = '-.0' WHERE id = 1 RETURNING n
SELECT to_jsonb('-.000'::numeric), to_json('-.000'::numeric), jsonb '-0.000', jsonb '-0', jsonb '0.00', jsonb '[-0.0, 0e2, 0.00e1]'
SELECT (jsonb '-0.000')::numeric, (jsonb '{"a": -0.00}' -> 'a')::numeric, jsonb '{"a": -0.00}' ->> 'a'
SELECT concat('-.000'::numeric, '|'), '-.000'::numeric || '|', format('%s', '-.000'::numeric)
SELECT round('-.0004'::numeric, 3), trunc('-.9'::numeric), ceil('-.5'::numeric), floor('.5'::numeric), round('-.4'::numeric)
SELECT sum(v), max(v), min(v), avg(v) FROM (VALUES ('-.000'::numeric), ('.00')) t(v)
SELECT '-.000'::numeric UNION SELECT '.0' ORDER BY 1
SELECT '-.000'::float8, '-.0'::real, '.'::float8
SELECT '+.5'::float8, '1.'::float8, '-0'::int, '+5'::int, '-.0'::int
SELECT '-.'::float8
SELECT '-.000'::money
SELECT x, scale(x) FROM (SELECT '-.000'::numeric AS x) s
SELECT CASE WHEN true THEN '-.000'::numeric END, COALESCE(NULL, '-.000'::numeric), NULLIF('-.000'::numeric, 1)
SELECT '-.000'::text::numeric, ('-.' || '000')::numeric, ('.' || '0')::numeric, ('0.00' || 'e2')::numeric, ('0' || 'e-5')::numeric
SELECT '+-5'::numeric
SELECT '-+5'::numeric
SELECT '--.5'::numeric
SELECT '+-.5e1'::numeric
SELECT '-.5e1'::numeric, '.50e1'::numeric, '+.05e-1'::numeric, '.e1' IS NULL
SELECT '.e1'::numeric
SELECT ('0.' || '000')::numeric, ('1.' || '500')::numeric, ('-.' || '50')::numeric
SELECT ('1.' || '50')::numeric + 1, (id || '.50')::numeric FROM nc_kept WHERE id < 3 ORDER BY id
