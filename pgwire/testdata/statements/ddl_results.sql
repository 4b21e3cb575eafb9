-- The columns of views, of tables that a query fills, and of generated columns: their types, lengths, scales and values.
CREATE TABLE dr_o (id int PRIMARY KEY, cat varchar, code char(4), qty int, price numeric(10,2), note text, short varchar(6))
INSERT INTO dr_o VALUES (1, 'a', 'x', 2, 1.50, 'n', 's'), (2, 'b', 'yy', 3, 2.25, 'm', 't'), (3, 'a', NULL, 1, 10, NULL, NULL)
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_o'::regclass AND attnum > 0 ORDER BY attnum
SELECT column_name, data_type, udt_name, character_maximum_length FROM information_schema.columns WHERE table_name = 'dr_o' ORDER BY ordinal_position
SELECT id, cat, code, short, note FROM dr_o ORDER BY id
CREATE VIEW dr_cast AS SELECT 'a'::varchar(5) AS v, 'b'::char(3) AS c, 1.5::numeric(6,2) AS n, note::varchar(1) AS nv, upper(cat)::varchar AS u FROM dr_o
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_cast'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM dr_cast ORDER BY nv
CREATE TABLE dr_made AS SELECT * FROM dr_cast
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_made'::regclass AND attnum > 0 ORDER BY attnum
INSERT INTO dr_made (v) VALUES ('too long')
INSERT INTO dr_made (c) VALUES ('a'), ('ab') RETURNING c, length(c), octet_length(c), c || '.'
CREATE TABLE dr_sub AS SELECT * FROM (SELECT 'a'::varchar(5) AS v, cat::char(2) AS c FROM dr_o) q
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_sub'::regclass AND attnum > 0 ORDER BY attnum
UPDATE dr_sub SET v = 'too long'
CREATE TABLE dr_with AS WITH q AS (SELECT 'a'::varchar(5) AS v, sum(price) AS s FROM dr_o) SELECT * FROM q
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_with'::regclass AND attnum > 0 ORDER BY attnum
SELECT 'ab'::char(5)::varchar(3) AS v, 'ab'::varchar(1) AS w, 1.25 AS n INTO dr_into
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_into'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM dr_into
CREATE VIEW dr_union AS SELECT 'a'::varchar(5) AS v, 'a'::char(5) AS c UNION ALL SELECT 'b'::varchar(5), 'c'::char(5)
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_union'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM dr_union ORDER BY v
CREATE VIEW dr_tot AS SELECT cat, count(*) AS n, sum(qty) AS q, sum(price * qty) AS total, round(avg(price), 2) AS rap, max(price) AS mp, min(cat) AS mc, max(code) AS xc FROM dr_o GROUP BY cat
SELECT cat, n, q, total, rap, mp, mc FROM dr_tot ORDER BY cat
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_tot'::regclass AND attnum BETWEEN 1 AND 7 ORDER BY attnum
SELECT column_name, data_type, numeric_precision, numeric_scale FROM information_schema.columns WHERE table_name = 'dr_tot' AND column_name <> 'xc' ORDER BY ordinal_position
SELECT total * 2, total + 0.001, round(total, 1), total::numeric(12,1), total::text, total::float8 FROM dr_tot ORDER BY 1
SELECT sum(total), max(total) FROM dr_tot
CREATE VIEW dr_tot2 AS SELECT t.cat, t.total - t.mp AS diff, t.total, coalesce(t.mp, 0) AS c FROM dr_tot t WHERE t.total > 1
SELECT * FROM dr_tot2 ORDER BY cat
CREATE MATERIALIZED VIEW dr_mat AS SELECT cat::varchar(5) AS v, code::char(5) AS c, sum(price * qty) AS s FROM dr_o GROUP BY 1, 2
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_mat'::regclass AND attnum > 0 ORDER BY attnum
SELECT * FROM dr_mat ORDER BY s
REFRESH MATERIALIZED VIEW dr_mat
SELECT * FROM dr_mat ORDER BY s
CREATE TABLE dr_snap AS SELECT cat, sum(price * qty) AS total, round(sum(price) * 1.19, 2) AS gross, price FROM dr_o GROUP BY cat, price
SELECT * FROM dr_snap ORDER BY total
INSERT INTO dr_snap VALUES ('z', 1.23, 2.00, 3)
INSERT INTO dr_snap (cat, total) SELECT 'y', 5.55
UPDATE dr_snap SET total = total + 1 WHERE cat = 'z'
SELECT * FROM dr_snap ORDER BY total
UPDATE dr_snap SET total = total * 1.1 WHERE cat = 'z'
ALTER TABLE dr_snap ALTER COLUMN total TYPE numeric(12,4)
CREATE TABLE dr_two AS SELECT id, id FROM dr_o
CREATE TABLE dr_two AS SELECT note::varchar(3), note::varchar(4) FROM dr_o
CREATE TABLE dr_two AS SELECT count(*), count(id) FROM dr_o
CREATE VIEW dr_two AS SELECT count(*), count(id) FROM dr_o
CREATE TABLE dr_two (a, b) AS SELECT count(*), count(id) FROM dr_o
SELECT * FROM dr_two
CREATE TABLE dr_gen (price numeric(10,2), n int, total numeric GENERATED ALWAYS AS (price * n) STORED, gross numeric GENERATED ALWAYS AS (round(price * 1.19, 2)) STORED, t3 numeric(12,3) GENERATED ALWAYS AS (price * n) STORED, ext numeric GENERATED ALWAYS AS (price + 0.001) STORED, neg numeric GENERATED ALWAYS AS (-n) STORED)
INSERT INTO dr_gen (price, n) VALUES (0.50, 3), (1, 2), (2.25, NULL) RETURNING *
SELECT * FROM dr_gen ORDER BY price
UPDATE dr_gen SET n = 4 RETURNING total, gross, neg
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dr_gen'::regclass AND attnum > 0 ORDER BY attnum
SELECT sum(total), max(gross), total::numeric(10,1) FROM dr_gen GROUP BY total ORDER BY total
SELECT octet_length(code), bit_length(code), length(code), octet_length(short), octet_length('a'::char(5)) FROM dr_o ORDER BY id
-- varchar without a length
SELECT cat, upper(cat), cat || 'x', length(cat), cat = 'a', cat LIKE 'a%', coalesce(cat, 'z'), max(cat) OVER (), array_agg(cat) OVER () FROM dr_o ORDER BY id
SELECT coalesce(note, cat), CASE WHEN id = 1 THEN cat ELSE note END, nullif(cat, 'a'), greatest(cat, 'b'), cat::text, split_part(cat, ',', 1), ARRAY[cat] FROM dr_o ORDER BY id
SELECT cat FROM dr_o UNION SELECT 'q' ORDER BY 1
SELECT pg_typeof(cat), pg_typeof(code), pg_typeof(note) FROM dr_o LIMIT 1
CREATE TABLE dr_key (name varchar PRIMARY KEY, alt varchar UNIQUE, d varchar DEFAULT 'x', CHECK (length(name) > 1))
CREATE TABLE dr_ref (p varchar REFERENCES dr_key, t text REFERENCES dr_key (alt))
INSERT INTO dr_key VALUES ('aa', 'bb'), ('cc', 'dd')
INSERT INTO dr_ref VALUES ('aa', 'dd')
INSERT INTO dr_ref VALUES ('zz', 'dd')
ALTER TABLE dr_key ALTER COLUMN d TYPE text
ALTER TABLE dr_key ALTER COLUMN d TYPE varchar
ALTER TABLE dr_key ADD COLUMN e varchar DEFAULT 'q' NOT NULL
SELECT * FROM dr_key ORDER BY name
INSERT INTO dr_key VALUES ('aa', 'ff') ON CONFLICT (name) DO UPDATE SET alt = excluded.alt RETURNING *
CREATE TABLE dr_len (v varchar(5), w varchar(7), t text)
INSERT INTO dr_len VALUES ('a', 'b', 'c')
SELECT coalesce(v, 'none'), CASE WHEN t = 'c' THEN v ELSE 'x' END, coalesce(v, t), greatest(v, 'a'), v FROM dr_len
