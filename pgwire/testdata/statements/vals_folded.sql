-- Constants that fail while a statement is planned, over no rows.
CREATE TABLE vf_none (id int, t text, n numeric, d date, f float8)
SELECT sqrt(-1) FROM vf_none
SELECT sqrt(-1.0) FROM vf_none
SELECT sqrt((-1)::float8) FROM vf_none
SELECT 'a'::text::int FROM vf_none
SELECT 'a'::int FROM vf_none
SELECT ln(0) FROM vf_none
SELECT ln(-1.5) FROM vf_none
SELECT log(0.0) FROM vf_none
SELECT id FROM vf_none WHERE 'x'::text::int = id
SELECT id FROM vf_none WHERE sqrt(-1) > 0
SELECT id FROM vf_none WHERE id = ('1' || 'x')::int
SELECT power(0, -1) FROM vf_none
SELECT power(-2, 0.5) FROM vf_none
SELECT 1 / 0 FROM vf_none
SELECT 1.0 / 0 FROM vf_none
SELECT mod(5, 0) FROM vf_none
SELECT div(5, 0) FROM vf_none
SELECT 5 % 0 FROM vf_none
SELECT 2147483647 + 1 FROM vf_none
SELECT abs((-2147483648)::int) FROM vf_none
SELECT 3000000000::int FROM vf_none
SELECT 300000::int2 FROM vf_none
SELECT 1e20::bigint FROM vf_none
SELECT 1234.5::numeric(5,2) FROM vf_none
SELECT exp(1000.0::float8) FROM vf_none
SELECT acos(2) FROM vf_none
SELECT asin(1.5) FROM vf_none
SELECT 'abc'::date FROM vf_none
SELECT 'abc'::text::date FROM vf_none
SELECT 'abc'::text::timestamp FROM vf_none
SELECT '2024-02-30'::text::date FROM vf_none
SELECT 'x'::text::interval FROM vf_none
SELECT 'maybe'::text::boolean FROM vf_none
SELECT 'x'::text::uuid FROM vf_none
SELECT '{1'::text::int[] FROM vf_none
SELECT make_date(2024, 2, 30) FROM vf_none
SELECT make_time(25, 0, 0) FROM vf_none
SELECT make_timestamp(2024, 13, 1, 0, 0, 0) FROM vf_none
SELECT make_interval(days => 1) FROM vf_none
SELECT date '2024-01-01' + 100000000 FROM vf_none
SELECT chr(0) FROM vf_none
SELECT repeat('a', -1) FROM vf_none
SELECT substring('abc' FROM 1 FOR -1) FROM vf_none
SELECT left('abc', 1), lpad('a', 10) FROM vf_none
SELECT to_number('abc', '999') FROM vf_none
SELECT to_date('abc', 'YYYY-MM-DD') FROM vf_none
SELECT to_timestamp('abc', 'YYYY-MM-DD') FROM vf_none
SELECT decode('xyz', 'hex') FROM vf_none
SELECT decode('xyz', 'nothing') FROM vf_none
SELECT encode('\x01', 'nothing') FROM vf_none
SELECT regexp_replace('abc', '(', 'x') FROM vf_none
SELECT 'abc' ~ '(' FROM vf_none
SELECT t LIKE 'a\' FROM vf_none
SELECT 'abc' LIKE 'a\' FROM vf_none
SELECT substring('abc' FROM '(') FROM vf_none
SELECT date_trunc('nothing', d) FROM vf_none
SELECT extract(nothing FROM timestamp '2024-01-01') FROM vf_none
SELECT extract(hour FROM date '2024-01-01') FROM vf_none
SELECT timestamp '2024-01-01' AT TIME ZONE 'Nowhere/City' FROM vf_none
SELECT d::timestamp AT TIME ZONE 'Nowhere/City' FROM vf_none
SELECT factorial(-1) FROM vf_none
SELECT width_bucket(5, 0, 10, 0) FROM vf_none
SELECT gcd((-2147483648)::int, 0) FROM vf_none
SELECT lcm(2147483647, 2147483646) FROM vf_none
SELECT trim_array(ARRAY[1], 2) FROM vf_none
SELECT int4range(5, 1) FROM vf_none
SELECT '[5,1]'::text::int4range FROM vf_none
SELECT numrange(1, 2) + numrange(5, 6) FROM vf_none
SELECT jsonb_set('[]', '{a}', '1') FROM vf_none
SELECT '{"a":1}'::jsonb - 1 FROM vf_none
SELECT '1'::jsonb || '2' FROM vf_none
SELECT '"a"'::jsonb::int FROM vf_none
SELECT 'true'::jsonb::int FROM vf_none
SELECT jsonb_array_length('{}') FROM vf_none
SELECT json_array_length('1') FROM vf_none
SELECT jsonb_path_query_first('{}', 'strict $.a') FROM vf_none
SELECT jsonb_object_keys('[]') FROM vf_none
SELECT jsonb_array_elements('{}') FROM vf_none
SELECT jsonb_object(ARRAY['a']) FROM vf_none
SELECT 'x'::text::numeric FROM vf_none
SELECT ('1' || 'e')::numeric FROM vf_none
SELECT replace('12', '2', 'e')::numeric FROM vf_none
SELECT ('{"a": "1e"}'::jsonb ->> 'a')::numeric FROM vf_none
SELECT 'x'::text::float8 FROM vf_none
SELECT upper('a')::int FROM vf_none
SELECT CASE WHEN false THEN 1/0 ELSE 1 END FROM vf_none
SELECT CASE WHEN true THEN 1/0 ELSE 1 END FROM vf_none
SELECT CASE WHEN id > 1 THEN 1/0 ELSE 1 END FROM vf_none
SELECT COALESCE(NULL, 1/0) FROM vf_none
SELECT COALESCE(1, 1/0) FROM vf_none
SELECT COALESCE(id, 1/0) FROM vf_none
SELECT 1 FROM vf_none WHERE false AND 1/0 = 1
SELECT 1 FROM vf_none WHERE id > 0 AND 1/0 = 1
SELECT 1 FROM vf_none WHERE id > 0 OR 1/0 = 1
SELECT 1 FROM vf_none WHERE true OR 1/0 = 1
SELECT id FROM vf_none ORDER BY 1/0
SELECT count(*) FROM vf_none GROUP BY 1/0
SELECT id FROM vf_none LIMIT 1/0
SELECT id FROM vf_none OFFSET 'a'::text::int
SELECT id FROM vf_none LIMIT -1
SELECT 1 FROM (SELECT 1/0 AS x FROM vf_none) s
WITH w AS (SELECT 1/0 AS x FROM vf_none) SELECT 1
SELECT id FROM vf_none WHERE EXISTS (SELECT 1/0)
SELECT id, (SELECT 1/0) FROM vf_none
SELECT sum(1/0) FROM vf_none
SELECT count(1/0) FROM vf_none
SELECT max(sqrt(-1)) FROM vf_none
SELECT id FROM vf_none a JOIN vf_none b USING (id) WHERE 1/0 > 1
SELECT a.id FROM vf_none a JOIN vf_none b ON a.id = b.id AND 1/0 = 1
SELECT id FROM vf_none UNION SELECT 1/0
SELECT id FROM vf_none UNION ALL SELECT 1/0 FROM vf_none
UPDATE vf_none SET id = 1/0
UPDATE vf_none SET id = 'x'::text::int
DELETE FROM vf_none WHERE id = sqrt(-1)
INSERT INTO vf_none (id) SELECT 1/0 FROM vf_none
INSERT INTO vf_none (id) SELECT 'a'::text::int FROM vf_none
SELECT NULL::int / 0 FROM vf_none
SELECT round('x'::text::numeric, 2) FROM vf_none
SELECT nullif(1/0, 1) FROM vf_none
SELECT greatest(1, 1/0) FROM vf_none
SELECT ARRAY[1/0] FROM vf_none
SELECT row(1/0) FROM vf_none
SELECT (1/0) IS NULL FROM vf_none
SELECT id BETWEEN 1 AND 1/0 FROM vf_none
SELECT id IN (1, 1/0) FROM vf_none
SELECT id = ANY(ARRAY[1/0]) FROM vf_none
SELECT NOT (1/0 = 1) FROM vf_none
SELECT (1/0)::text || t FROM vf_none
SELECT id + 1/0 FROM vf_none
SELECT id * (2147483647 + 1) FROM vf_none
SELECT id + 2147483647 + 1 FROM vf_none
SELECT 2147483647 + 1 + id FROM vf_none
SELECT CASE 1/0 WHEN 1 THEN 2 END FROM vf_none
SELECT CASE id WHEN 1/0 THEN 2 END FROM vf_none
SELECT (-32768)::int2 - 1::int2 FROM vf_none
SELECT 'Infinity'::float8::int FROM vf_none
SELECT 1e308::float8 * 10 FROM vf_none
SELECT to_char(1, 'Z9EEEE9') FROM vf_none
SELECT to_char(1, '9.9.9') FROM vf_none
SELECT bit_length('a'), 'a'::"char", '101'::bit(2) FROM vf_none
SELECT B'101' & B'1' FROM vf_none
SELECT 'zz'::text::bit(2) FROM vf_none
SELECT split_part('a,b', ',', 0) FROM vf_none
SELECT 'a,b'::text::inet FROM vf_none
SELECT interval '1 day' / 0 FROM vf_none
SELECT '1 day'::interval * 'NaN'::float8 FROM vf_none
SELECT '$1'::text::money FROM vf_none
SELECT lag(id, 1/0) OVER () FROM vf_none
SELECT string_agg(t, (1/0)::text) FROM vf_none
SELECT id FROM vf_none FETCH FIRST (1/0) ROWS ONLY
EXPLAIN SELECT sqrt(-1)
CREATE VIEW vf_view AS SELECT 1/0 AS x FROM vf_none
SELECT 1 FROM vf_view
INSERT INTO vf_none (id) VALUES (1), (2)
SELECT CASE WHEN id > 5 THEN 1/0 ELSE id END FROM vf_none
SELECT CASE WHEN true THEN id ELSE 1/0 END FROM vf_none
SELECT COALESCE(id, sqrt(-1)::int) FROM vf_none
SELECT COALESCE('x', (1/0)::text) FROM vf_none
SELECT id FROM vf_none WHERE id > 0 OR sqrt(-1) > 0
SELECT id FROM vf_none WHERE true OR sqrt(-1) > 0
SELECT id FROM vf_none WHERE date '2024-01-01' + 5 > date '2024-01-02' AND interval '1 day' * 2 > interval '1 hour' ORDER BY id
SELECT id, round(10 / 4.0, 2), mod(7, 3), 7 / 2, -7 % 3, sqrt(2.0), ('1' || '2')::int FROM vf_none ORDER BY id
BEGIN
SELECT sqrt(-1) FROM vf_none
SELECT 1
ROLLBACK
SELECT sqrt(-1) FROM vf_none
