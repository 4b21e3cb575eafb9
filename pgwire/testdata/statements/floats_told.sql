-- Floating-point numbers of every size, wherever they are shown.
SELECT 0.0001::real, 0.001::real, 0.00001::real, 0.00011::real, 1e-4::double precision, 1e-5::double precision
SELECT g, ('1e' || g)::real FROM generate_series(-45, 38) g
SELECT g, ('1.5e' || g)::real, ('-9.75e' || g)::real FROM generate_series(-44, 37) g
SELECT g, ('1e' || g)::double precision FROM generate_series(-20, 25) g
SELECT g, ('1e' || g)::float8 FROM generate_series(-323, 308) g
SELECT g, ('1.25e' || g)::float8, ('-9.875e' || g)::float8 FROM generate_series(-20, 25) g
SELECT g, ('1e' || g)::real::text FROM generate_series(-45, 38) g
SELECT g, ('1e' || g)::float8::text FROM generate_series(-20, 25) g
SELECT g, ARRAY[('1e' || g)::real], ARRAY[('1e' || g)::float8] FROM generate_series(-20, 25) g
SELECT g, ARRAY[('1e' || g)::real]::text, ARRAY[('1e' || g)::float8]::text FROM generate_series(-20, 25) g
SELECT g, to_json(('1e' || g)::real), to_json(('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, to_jsonb(('1e' || g)::real), to_jsonb(('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, ROW(('1e' || g)::real, ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, ROW(('1e' || g)::real, ('1e' || g)::float8)::text FROM generate_series(-20, 25) g
SELECT g, row_to_json(ROW(('1e' || g)::real, ('1e' || g)::float8)) FROM generate_series(-20, 25) g
SELECT g, concat(('1e' || g)::real, '|', ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, concat_ws(',', ('1e' || g)::real, ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, format('%s %s', ('1e' || g)::real, ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, ('1e' || g)::real || '', '' || ('1e' || g)::float8 FROM generate_series(-20, 25) g
SELECT g, ('1e' || g)::real::varchar, ('1e' || g)::float8::varchar(30) FROM generate_series(-20, 25) g
SELECT g, quote_literal(('1e' || g)::real), quote_nullable(('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, array_to_string(ARRAY[('1e' || g)::real], ','), array_to_string(ARRAY[('1e' || g)::float8], ',') FROM generate_series(-20, 25) g
SELECT g, json_build_array(('1e' || g)::real, ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT g, jsonb_build_object('a', ('1e' || g)::real, 'b', ('1e' || g)::float8) FROM generate_series(-20, 25) g
SELECT json_agg(('1e' || g)::real) FROM generate_series(-10, 10) g
SELECT array_agg(('1e' || g)::real ORDER BY g), array_agg(('1e' || g)::float8 ORDER BY g) FROM generate_series(-10, 20) g
SELECT string_agg(('1e' || g)::real::text, ' ' ORDER BY g) FROM generate_series(-10, 20) g
SELECT array_to_json(ARRAY[0.0001::real, 123456, 1234567, 1e6, 1e15]), array_to_json(ARRAY[0.0001, 1e15, 1e16]::float8[])
SELECT ARRAY[0.0001::real, 1e6]
SELECT ARRAY[0.0001::real, 1e15]
SELECT ARRAY[0.0001, 1e15, 1e16]::float8[]
SELECT ARRAY[1e15, 1e16]::real[]
SELECT ARRAY[1e15, 0.5]
SELECT g, ('1e' || g)::real::numeric, ('1e' || g)::float8::numeric FROM generate_series(-10, 18) g
SELECT 123456::real, 1234567::real, 12345678::real, 999999::real, 9999999::real, 1000000::real, 16777216::real, 100000::real
SELECT 123456789012345::float8, 1234567890123456::float8, 12345678901234567::float8, 999999999999999::float8, 9999999999999999::float8
SELECT 0::real, '-0'::real, 'NaN'::real, 'Infinity'::real, '-Infinity'::real, '-0'::float8, '-0.0'::float8::text
SELECT 3.4028235e38::real, 1.17549435e-38::real, 1e-45::real, 1.7976931348623157e308::float8, 2.2250738585072014e-308::float8, 5e-324::float8
SELECT 0.1::real::float8, 0.1::float8::real, 0.3::real * 3, 0.1::float8 + 0.2::float8, 1.1::real + 1.1::float8
CREATE TABLE ft_kept (id int, r real, d double precision, rs real[], ds float8[])
INSERT INTO ft_kept SELECT g, ('1e' || g)::real, ('1e' || g)::float8, ARRAY[('1e' || g)::real], ARRAY[('1e' || g)::float8] FROM generate_series(-12, 18) g
SELECT * FROM ft_kept ORDER BY id
SELECT k FROM ft_kept k ORDER BY id
SELECT k::text FROM ft_kept k ORDER BY id
SELECT row_to_json(k) FROM ft_kept k ORDER BY id
SELECT to_jsonb(k) FROM ft_kept k ORDER BY id
SELECT r::text, d::text, rs::text, ds::text FROM ft_kept ORDER BY id
SELECT r || 'x', concat(d, 'y'), format('%s', r), format('%s', rs) FROM ft_kept ORDER BY id
SELECT json_agg(k) FROM (SELECT r, d FROM ft_kept ORDER BY id) k
SELECT json_object_agg(id, r) FROM (SELECT id, r FROM ft_kept ORDER BY id) k
SELECT r::text LIKE '%e%' FROM ft_kept ORDER BY id
SELECT length(r::text), length(d::text) FROM ft_kept ORDER BY id
SELECT min(r), max(r), sum(d), avg(r) FROM ft_kept WHERE id < -3
SELECT r FROM ft_kept WHERE r::text = '0.0001'
SELECT unnest(rs), unnest(ds) FROM ft_kept ORDER BY id
SELECT to_char(0.0001::real, '0.99999'), to_char(1e-4::float8, '9.99EEEE'), to_char(1e6::real, '9999999')
CREATE TABLE ft_def (r real DEFAULT 0.0001, d float8 DEFAULT 1e15, t text DEFAULT 0.0001::real::text)
INSERT INTO ft_def DEFAULT VALUES RETURNING *
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'ft_def'::regclass ORDER BY adnum
SELECT (ROW(0.0001::real, 1e-5::real)).f1
SELECT jsonb '0.0001', (jsonb '0.0001')::real, (jsonb '1e-4')::float4, (jsonb '1e-4')::float8, (json '1e-4')::text
SELECT jsonb_build_array(1e20::float8, 1e22::float8, 123456789.125::real, 1e-7::real)
SELECT xmlelement(name a, 0.0001::real), xmlforest(1e15::float8 AS b)
SELECT 0.0001::real::text::real, '1e-04'::real, ' 1E+5 '::real, '1e5'::float4::int
SELECT numrange(0.0001::real::numeric, 1), point(0.0001, 1e15), point(1e-5, 1e16)
SELECT CASE WHEN true THEN 0.0001::real END, COALESCE(NULL, 0.0001::real), greatest(0.0001::real, 0.00001::real)
SELECT 0.0001::real UNION SELECT 1e-5::real ORDER BY 1
VALUES (0.0001::real), (1e6::real), (1e5::real)
SELECT setseed(0.5), sqrt(0.00000001::real), exp(-9.210340371976182::float8), power(10::float8, -4), 1 / 10000::real
SELECT regexp_replace(0.0001::real::text, '0', 'x'), left(0.0001::real::text, 4), md5(0.0001::real::text), reverse(0.0001::real::text)
SELECT json_build_object(0.0001::real, 1), jsonb_build_object(1e15::float8, 2), json_object(ARRAY[['a', 0.0001::real::text]])
