SELECT 12345::numeric(4,-2), 12350::numeric(4,-2), 12249.99::numeric(4,-2), (-12350)::numeric(4,-2), 49::numeric(4,-2), 50::numeric(4,-2)
SELECT 999949::numeric(4,-2)
SELECT 999950::numeric(4,-2)
SELECT -1234567::numeric(4,-2)
SELECT (-1234567)::numeric(4,-2)
SELECT 0.00123::numeric(3,5), 0.001234::numeric(3,5), 0.000001::numeric(3,5), 0::numeric(3,5)
SELECT 0.01::numeric(3,5)
SELECT 0.00999::numeric(3,5), 0.009994::numeric(3,5)
SELECT 0.009995::numeric(3,5)
SELECT 1::numeric(3,5)
SELECT '12345'::numeric(4,-2), '0.00123'::numeric(3,5), numeric(4,-2) '777', 5e4::numeric(1,-5), 50000::numeric(1,-5), 49999::numeric(1,-5)
SELECT 'abc'::numeric(4,-2)
SELECT 'NaN'::numeric(4,-2), 'NaN'::numeric(3,5)
SELECT 'Infinity'::numeric(4,-2)
SELECT 'NaN'::numeric(10,2)
SELECT 'Infinity'::numeric(10,2)
SELECT 1::numeric(4,-1001)
SELECT 1::numeric(4,1001)
SELECT 1::numeric(0,-2)
SELECT 1::numeric(1001,-2)
SELECT pg_typeof(12345::numeric(4,-2)), NULL::numeric(4,-2), 12345::numeric(4,-2) + 1, 12345::numeric(4,-2) * 1.5, 12345::numeric(4,-2)::text
CREATE TABLE nsc (id int PRIMARY KEY, a numeric(4,-2), b numeric(3,5), c numeric(2,2))
INSERT INTO nsc VALUES (1, 12345, 0.00123, 0.12), (2, -12350, -0.0012345, -0.99), (3, NULL, NULL, NULL), (4, 49.99, 0.000004, 0.004)
INSERT INTO nsc VALUES (5, 1000000, 0, 0)
INSERT INTO nsc VALUES (5, 0, 0.01, 0)
INSERT INTO nsc VALUES (5, 0, 0, 1)
SELECT * FROM nsc ORDER BY id
SELECT a + 1, b + 1, a * b, a / 3, -a, abs(a), round(a / 7, 1) FROM nsc ORDER BY id
SELECT sum(a), avg(a), min(a), max(a), sum(b), max(b), count(b) FROM nsc
SELECT id FROM nsc WHERE a = 12300 OR b > 0.001 ORDER BY id
SELECT a, count(*) FROM nsc GROUP BY a ORDER BY a
UPDATE nsc SET a = a + 51, b = b * 2 WHERE id = 1
SELECT a, b FROM nsc WHERE id = 1
UPDATE nsc SET a = 999999 WHERE id = 1
UPDATE nsc SET b = 0.1 WHERE id = 1
INSERT INTO nsc (id, a, b) VALUES (6, 555, 0.0055) RETURNING a, b
SELECT attname, atttypmod, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'nsc'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, numeric_precision, numeric_scale FROM information_schema.columns WHERE table_name = 'nsc' ORDER BY ordinal_position
SELECT format_type(1700, 264194), format_type(1700, 198665), format_type(1700, 655366)
CREATE TABLE nsc2 AS SELECT * FROM nsc
SELECT * FROM nsc2 ORDER BY id
ALTER TABLE nsc ADD COLUMN d numeric(3,-1) DEFAULT 123
SELECT id, d FROM nsc ORDER BY id LIMIT 1
ALTER TABLE nsc ALTER COLUMN d TYPE numeric(4,-2)
SELECT id, d FROM nsc ORDER BY id LIMIT 1
ALTER TABLE nsc ALTER COLUMN a TYPE numeric(10,2)
SELECT id, a FROM nsc ORDER BY id
ALTER TABLE nsc ALTER COLUMN b TYPE numeric(2,-1)
SELECT id, b FROM nsc ORDER BY id
SELECT ARRAY[12345, 67890]::numeric(4,-2)[]
SELECT '{12345,67890}'::numeric(4,-2)[]
CREATE DOMAIN nscd AS numeric(5,-3)
SELECT 12345678::nscd, 12345::nscd
SELECT round(12345, -2), trunc(12345, -2), round(12350.5, -2), round(-12350, -2)
CREATE TABLE nsc3 (v numeric(6,2), w numeric)
INSERT INTO nsc3 VALUES ('NaN', 'NaN')
INSERT INTO nsc3 VALUES (1, 'Infinity')
INSERT INTO nsc3 VALUES ('Infinity', 1)
INSERT INTO nsc3 VALUES (1, '-inf')
SELECT * FROM nsc3 ORDER BY v, w
SELECT 12345.678::numeric(7,2)::numeric(4,-2), cast(cast(987654.321 AS numeric(9,3)) AS numeric(5,-1))
