-- The row of a sequence, as a relation.
CREATE SEQUENCE sr_a START 5 INCREMENT 2
SELECT last_value, is_called FROM sr_a
SELECT nextval('sr_a'), nextval('sr_a')
SELECT last_value, is_called FROM sr_a
SELECT s.last_value + 1 FROM sr_a s WHERE s.is_called
SELECT setval('sr_a', 50, false)
SELECT is_called, last_value FROM public.sr_a
SELECT setval('sr_a', 60)
SELECT max(last_value) FROM sr_a
CREATE TABLE sr_t (id serial, v text)
INSERT INTO sr_t (v) VALUES ('a'), ('b')
SELECT last_value FROM sr_t_id_seq
SELECT t.v, (SELECT last_value FROM sr_t_id_seq) FROM sr_t t ORDER BY id
WITH sr_a AS (SELECT 1 AS last_value) SELECT last_value FROM sr_a
UPDATE sr_a SET last_value = 1
DELETE FROM sr_a
INSERT INTO sr_a VALUES (1)
SELECT nothing FROM sr_a
CREATE SCHEMA sr_s AUTHORIZATION CURRENT_USER
DROP DOMAIN IF EXISTS sr_d
DROP DOMAIN sr_d
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE
SHOW transaction_deferrable
COMMIT
INSERT INTO sr_t (id) VALUES (1) ON CONFLICT ON CONSTRAINT nosuch DO NOTHING
DROP TABLE sr_t; DROP SEQUENCE sr_a; DROP SCHEMA sr_s
CREATE TABLE sr_serial (id serial PRIMARY KEY, "Big" bigserial, n int DEFAULT 7)
SELECT a.attname, c.is_identity, EXISTS (SELECT FROM pg_attrdef ad WHERE ad.adrelid = a.attrelid AND ad.adnum = a.attnum AND pg_get_expr(ad.adbin, ad.adrelid) = 'nextval(''' || pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass || '''::regclass)') AS is_serial, pg_get_serial_sequence('"public"."sr_serial"', a.attname)::regclass AS seq_name FROM pg_attribute a JOIN pg_class cls ON cls.oid = a.attrelid LEFT JOIN information_schema.columns c ON c.column_name = a.attname AND c.table_name = cls.relname WHERE cls.relname = 'sr_serial' AND a.attnum > 0 ORDER BY a.attnum
SELECT a.attname, 'x' || pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass AS joined, pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass::text AS shown, pg_get_serial_sequence(a.attrelid::regclass::text, a.attname)::regclass AS named FROM pg_attribute a JOIN information_schema.columns c ON c.column_name = a.attname AND c.table_name = 'sr_serial' WHERE a.attrelid = 'sr_serial'::regclass ORDER BY 1
SELECT c.column_name, s.relname FROM information_schema.columns c JOIN pg_class s ON s.oid = pg_get_serial_sequence(c.table_name, c.column_name)::regclass WHERE c.table_name = 'sr_serial' ORDER BY 1
ALTER TABLE sr_serial ALTER COLUMN n SET DATA TYPE serial
ALTER TABLE sr_serial ALTER n TYPE bigserial USING n::bigint
ALTER TABLE sr_serial ALTER n TYPE serial4, ADD COLUMN m int
ALTER TABLE sr_serial ALTER n TYPE "smallserial"
CREATE DOMAIN sr_d AS serial
SELECT 1::serial
SELECT n FROM (SELECT CAST('1' AS bigserial)) s(n)
CREATE TYPE sr_c AS (a serial)
CREATE FUNCTION sr_f(a serial) RETURNS int LANGUAGE sql AS 'SELECT 1'
CREATE FUNCTION sr_f(a int) RETURNS serial LANGUAGE sql AS 'SELECT 1'
SELECT 'serial'::regtype
SELECT * FROM json_to_record('{"a":1}') AS x(a serial)
PREPARE sr_p(serial) AS SELECT $1
CREATE TABLE sr_arr (a serial[])
DROP TABLE sr_serial
