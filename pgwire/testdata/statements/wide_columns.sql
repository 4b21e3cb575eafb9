-- Columns of numerics of more digits than the embedded engine's decimals have.
CREATE TABLE wco_price (id int PRIMARY KEY, amount DECIMAL(65,30) NOT NULL, rate numeric(40,2) DEFAULT 1.5, whole decimal(50), edge numeric(37,5))
INSERT INTO wco_price VALUES (1, 19.99, 2.5, 12345678901234567890123456789012345678, 12345678901234567890123456789012.12345)
INSERT INTO wco_price (id, amount) VALUES (2, 0.000000000000000000000000000001), (3, -5), (4, '12345678.123456789012345678901234567890')
INSERT INTO wco_price (id, amount, whole, edge) VALUES (5, 1e3, 7.5, -0.000005)
SELECT * FROM wco_price ORDER BY id
SELECT amount, rate FROM wco_price WHERE amount > 5 ORDER BY amount DESC
SELECT amount + 1, amount - rate, amount * 2, -amount, abs(amount), round(amount, 2), trunc(amount, 1), floor(amount), ceil(amount) FROM wco_price ORDER BY id
SELECT sum(amount), min(amount), max(amount), count(amount), sum(rate) FROM wco_price
SELECT avg(rate), avg(amount), avg(amount) FILTER (WHERE id > 2) FROM wco_price
SELECT amount::text, amount::int, amount::float8, amount::numeric(10,2), round(amount) FROM wco_price WHERE id IN (1, 3) ORDER BY id
SELECT amount / 3 FROM wco_price WHERE id = 3
SELECT amount / rate FROM wco_price WHERE id = 1
SELECT amount * amount FROM wco_price WHERE id = 1
SELECT rate * rate, rate * 0.1 FROM wco_price WHERE id = 1
SELECT id FROM wco_price WHERE amount = 19.99
SELECT id FROM wco_price WHERE amount BETWEEN 10 AND 20 OR amount IN (-5, 1000) ORDER BY id
SELECT amount, count(*) FROM wco_price GROUP BY amount ORDER BY 1
SELECT coalesce(whole, 0), coalesce(amount, 0), nullif(amount, -5), CASE WHEN id = 1 THEN amount ELSE 0 END FROM wco_price ORDER BY id
UPDATE wco_price SET amount = amount + 0.01, edge = 1.5 WHERE id = 3 RETURNING amount, edge
UPDATE wco_price SET rate = 'x' WHERE id = 3
INSERT INTO wco_price (id, amount) VALUES (6, 1e35)
INSERT INTO wco_price (id, amount) VALUES (6, 123456789012345678901234567890123456)
INSERT INTO wco_price (id, amount, edge) VALUES (6, 1, 123456789012345678901234567890123)
INSERT INTO wco_price (id, amount, rate) VALUES (6, 1, 1e38)
INSERT INTO wco_price (id, amount) VALUES (7, 1.0000000000000000000000000000005), (8, 1.0000000000000000000000000000004)
SELECT amount FROM wco_price WHERE id IN (7, 8) ORDER BY id
SELECT attname, format_type(atttypid, atttypmod), atttypmod FROM pg_attribute WHERE attrelid = 'wco_price'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, numeric_precision, numeric_scale, column_default FROM information_schema.columns WHERE table_name = 'wco_price' ORDER BY ordinal_position
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'wco_price'::regclass ORDER BY 1
SELECT relchecks FROM pg_class WHERE oid = 'wco_price'::regclass
ALTER TABLE wco_price ADD COLUMN tax DECIMAL(65,30) NOT NULL DEFAULT 0.19
ALTER TABLE wco_price ADD COLUMN fee numeric(37,2), ADD COLUMN big numeric(100,10) CHECK (big > 0)
SELECT id, tax, fee, big FROM wco_price ORDER BY id LIMIT 2
ALTER TABLE wco_price ALTER COLUMN rate DROP DEFAULT, ALTER COLUMN rate TYPE DECIMAL(65,30)
ALTER TABLE wco_price ALTER COLUMN fee TYPE numeric(20,2)
ALTER TABLE wco_price ALTER COLUMN edge TYPE numeric(38,5)
ALTER TABLE wco_price ALTER COLUMN whole TYPE numeric(60,0)
ALTER TABLE wco_price RENAME COLUMN amount TO total
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'wco_price'::regclass AND attnum > 0 ORDER BY attnum
SELECT rate FROM wco_price ORDER BY id
INSERT INTO wco_price (id, total, big) VALUES (20, 1, -1)
INSERT INTO wco_price (id, total, big) VALUES (20, 1, 2) RETURNING big, tax
CREATE TABLE wco_copy (LIKE wco_price)
CREATE TABLE wco_made AS SELECT id, total, tax AS t, total * 2 AS twice FROM wco_price WHERE id < 4
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'wco_copy'::regclass AND attnum > 0 ORDER BY attnum
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'wco_made'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM wco_made ORDER BY id
CREATE VIEW wco_view AS SELECT id, total FROM wco_price
SELECT * FROM wco_view WHERE id = 1
CREATE UNIQUE INDEX ON wco_price (total)
INSERT INTO wco_price (id, total) VALUES (30, 19.990)
INSERT INTO wco_price (id, total) VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET total = excluded.total + wco_price.total RETURNING total
WITH n AS (INSERT INTO wco_price (id, total) VALUES (31, 77.7) RETURNING *) SELECT id, total::text FROM n
PREPARE wco_ins(int, numeric) AS INSERT INTO wco_price (id, total) VALUES ($1, $2) RETURNING total
EXECUTE wco_ins(32, 3.5)
SELECT a.id, a.total, b.total FROM wco_price a JOIN wco_made b USING (id) WHERE a.total = b.total ORDER BY 1
SELECT row_to_json(m) FROM wco_made m ORDER BY id
SELECT pg_typeof(total), json_build_object('t', total) FROM wco_made WHERE id = 3
CREATE TABLE wco_fk (p DECIMAL(65,30) PRIMARY KEY)
CREATE TABLE wco_fk2 (p DECIMAL(65,30) REFERENCES wco_fk)
INSERT INTO wco_fk VALUES (1.5)
INSERT INTO wco_fk2 VALUES (1.50)
INSERT INTO wco_fk2 VALUES (1.51)
CREATE TABLE wco_gen (a numeric(65,30), b numeric(65,30) GENERATED ALWAYS AS (a * 2) STORED)
INSERT INTO wco_gen (a) VALUES (1.25) RETURNING *
CREATE TABLE wco_no (a numeric(65,40))
CREATE TABLE wco_no (a numeric(65,30)[])
CREATE TABLE wco_no (a numeric(1001,3))
CREATE TABLE wco_no (a numeric(0,3))
CREATE DOMAIN wco_dom AS numeric(65,30)
CREATE TYPE wco_type AS (a numeric(65,30))
CREATE TEMP TABLE wco_temp (a numeric(65,30))
INSERT INTO wco_temp VALUES (1.1)
SELECT a, a::numeric(65,30), a::numeric(65,2) FROM wco_temp
SELECT SUM(DISTINCT (CAST(FLOOR(COALESCE(total, 0)*(1000000*1.0)) AS DECIMAL(65,0))) + ('x' || SUBSTR(MD5(CAST(id AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65)) - SUM(DISTINCT ('x' || SUBSTR(MD5(CAST(id AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65)) FROM wco_made
SELECT COALESCE(COALESCE(CAST((SUM(DISTINCT (CAST(FLOOR(COALESCE(total, 0)*(1000000*1.0)) AS DECIMAL(65,0))) + ('x' || SUBSTR(MD5(CAST(id AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65)) - SUM(DISTINCT ('x' || SUBSTR(MD5(CAST(id AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65))) AS DOUBLE PRECISION) / CAST((1000000*1.0) AS DOUBLE PRECISION), 0), 0) AS total FROM wco_made
SELECT count(DISTINCT total::numeric(60,2)), sum(DISTINCT id::numeric(60,2)), sum(DISTINCT 1.50::numeric(60,2) + id) FROM wco_made
SELECT avg(DISTINCT total::numeric(60,2)) FROM wco_made
SELECT id, avg(total), round(avg(total), 2), avg(total)::float8, sum(total) / count(*) FROM wco_made GROUP BY id HAVING avg(total) > 0 ORDER BY avg(total) DESC
SELECT total * t, total * total, total / t, round(total / 3, 4), (total / 3)::numeric(10,2), (total * t)::text FROM wco_made ORDER BY id
SELECT total * 1.19, total * 0.5 + t, total % 2 FROM wco_made ORDER BY total / 7
SELECT avg(total) OVER () FROM wco_made
SELECT * FROM (SELECT total / 3 AS third FROM wco_made) s
INSERT INTO wco_price (id, total, edge) VALUES (40, 1, 99999999999999999999999999999999.99999)
INSERT INTO wco_price (id, total, tax) VALUES (41, 1, 12345678901)
CREATE TABLE wco_seven (a numeric(37,5))
INSERT INTO wco_seven VALUES (99999999999999999999999999999999.99999), (-99999999999999999999999999999999.999994)
INSERT INTO wco_seven VALUES (99999999999999999999999999999999.999995)
INSERT INTO wco_seven SELECT a + 1 FROM wco_seven WHERE a > 0
INSERT INTO wco_seven VALUES (123456789012345678901234567890123)
SELECT * FROM wco_seven ORDER BY 1
SELECT greatest(total, rate), greatest(total, big) FROM wco_price
SELECT total FROM wco_price UNION ALL SELECT big FROM wco_price ORDER BY 1
SELECT coalesce(total, id) FROM wco_price WHERE id < 41 ORDER BY id
SELECT sum(coalesce(total, 0)), sum(CASE WHEN id < 3 THEN total ELSE 0 END) FROM wco_made
SELECT total FROM wco_made UNION ALL SELECT t FROM wco_made ORDER BY 1
SELECT id FROM wco_made WHERE total * 2 > 1 AND total % 2 < 2 AND total + t BETWEEN 0 AND 100 ORDER BY total * t
SELECT sum(total * id), max(total + 1), count(total - t) FROM wco_made
SELECT total * id, count(*) FROM wco_made GROUP BY total * id ORDER BY 1
SELECT id, row_number() OVER (ORDER BY total * 2), sum(total) OVER (ORDER BY id) FROM wco_made ORDER BY id
UPDATE wco_made SET total = total * 1.5 + 1 WHERE id = 1 RETURNING total
CREATE TABLE wco_narrow (a numeric(10,4), b numeric(38,2), c numeric(12,2), d bigint)
INSERT INTO wco_narrow VALUES (1.1234, 1000000000, 5.25, 7)
SELECT a FROM wco_narrow UNION ALL SELECT b FROM wco_narrow
SELECT coalesce(b, a) + 1, greatest(a, c) + 1 FROM wco_narrow
SELECT coalesce(a, c) + 1, greatest(c, a), coalesce(a, d) + 1, coalesce(c, 1.23456) + 1 FROM wco_narrow
UPDATE wco_narrow SET a = a % 2, c = c / 3 RETURNING a, c
UPDATE wco_made SET t = total % 2 WHERE id = 1
INSERT INTO wco_made (id, total) SELECT id + 10, total / 2 FROM wco_made WHERE id = 1
SELECT COALESCE(COALESCE(CAST((SUM(DISTINCT (CAST(FLOOR(COALESCE(c, 0)*(1000000*1.0)) AS DECIMAL(65,0))) + ('x' || SUBSTR(MD5(CAST(d AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65)) - SUM(DISTINCT ('x' || SUBSTR(MD5(CAST(d AS VARCHAR)),1,16))::bit(64)::bigint::DECIMAL(65))) AS DOUBLE PRECISION) / CAST((1000000*1.0) AS DOUBLE PRECISION), 0), 0) AS total, count(DISTINCT d) FROM wco_narrow GROUP BY c > 1 ORDER BY 1
SELECT sum(DISTINCT c::numeric(60,2)), sum(DISTINCT c::numeric(60,2) + d::numeric(50,1)) FILTER (WHERE d > 100), sum(DISTINCT (c * 3)::numeric(45,0)) FROM wco_narrow
SELECT array_agg(DISTINCT c::numeric(60,2)), string_agg(DISTINCT c::numeric(60,2)::text, ',') FROM wco_narrow
