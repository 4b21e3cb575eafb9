-- Views, materialized views, sequences, functions, rights: written before what is supported was looked at.
CREATE TABLE day_sales (id serial PRIMARY KEY, region text NOT NULL, amount numeric(10,2) NOT NULL, sold date NOT NULL DEFAULT '2024-01-01')
INSERT INTO day_sales (region, amount, sold) VALUES ('north', 10.50, '2024-01-01'), ('south', 20, '2024-01-02'), ('north', 30.25, '2024-02-01'), ('west', 5, DEFAULT)
CREATE VIEW day_north AS SELECT id, region, amount FROM day_sales WHERE region = 'north'
INSERT INTO day_north (region, amount) VALUES ('north', 7)
UPDATE day_north SET amount = amount + 1 WHERE id = 1 RETURNING id, amount
DELETE FROM day_north WHERE amount = 7
CREATE OR REPLACE VIEW day_north AS SELECT id, region, amount, sold FROM day_sales WHERE region = 'north'
CREATE OR REPLACE VIEW day_north AS SELECT id FROM day_sales
CREATE VIEW day_checked AS SELECT * FROM day_sales WHERE amount > 1 WITH CHECK OPTION
INSERT INTO day_checked (region, amount) VALUES ('east', 0.5)
CREATE VIEW day_sums (region, total) AS SELECT region, sum(amount) FROM day_sales GROUP BY region
UPDATE day_sums SET total = 0
SELECT * FROM day_sums ORDER BY region
CREATE TEMP VIEW day_tv AS SELECT 1 AS one
ALTER VIEW day_sums RENAME TO day_totals
ALTER VIEW day_totals RENAME COLUMN total TO amount
COMMENT ON VIEW day_totals IS 'by region'
CREATE RECURSIVE VIEW day_nums (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM day_nums WHERE n < 5
SELECT sum(n) FROM day_nums
CREATE MATERIALIZED VIEW day_mv AS SELECT region, sum(amount) AS total FROM day_sales GROUP BY region
CREATE UNIQUE INDEX ON day_mv (region)
INSERT INTO day_sales (region, amount) VALUES ('east', 99)
SELECT * FROM day_mv ORDER BY region
REFRESH MATERIALIZED VIEW day_mv
REFRESH MATERIALIZED VIEW CONCURRENTLY day_mv
SELECT * FROM day_mv ORDER BY region
CREATE MATERIALIZED VIEW IF NOT EXISTS day_mv2 AS SELECT 1 AS x WITH NO DATA
SELECT * FROM day_mv2
INSERT INTO day_mv VALUES ('x', 1)
SELECT matviewname, ispopulated FROM pg_matviews ORDER BY 1
DROP VIEW day_mv
DROP MATERIALIZED VIEW day_mv, day_mv2
DROP VIEW IF EXISTS day_totals, day_nosuch
DROP TABLE day_sales
CREATE SEQUENCE day_seq START 100 INCREMENT 5 MINVALUE 10 MAXVALUE 120 CYCLE
SELECT nextval('day_seq'), nextval('day_seq')
SELECT currval('day_seq'), lastval()
SELECT setval('day_seq', 115), nextval('day_seq'), nextval('day_seq')
SELECT setval('day_seq', 500)
SELECT last_value, is_called FROM day_seq
ALTER SEQUENCE day_seq RESTART WITH 50 INCREMENT BY 1
SELECT nextval('day_seq')
CREATE SEQUENCE IF NOT EXISTS day_seq
CREATE TABLE day_own (id int DEFAULT nextval('day_seq'), v text)
ALTER SEQUENCE day_seq OWNED BY day_own.id
INSERT INTO day_own (v) VALUES ('a'), ('b') RETURNING id
SELECT pg_get_serial_sequence('day_own', 'id')
DROP SEQUENCE day_seq
DROP TABLE day_own
SELECT nextval('day_seq')
CREATE FUNCTION day_add(a int, b int DEFAULT 10) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT a + b $$
SELECT day_add(1, 2), day_add(1), day_add(b => 5, a => 6)
CREATE OR REPLACE FUNCTION day_by_region(r text) RETURNS TABLE (id int, amount numeric) LANGUAGE sql STABLE AS 'SELECT id, amount FROM day_sales WHERE region = r ORDER BY id'
SELECT * FROM day_by_region('north')
CREATE FUNCTION day_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.sold := now(); RETURN NEW; END $$
DROP FUNCTION day_add(int, int)
DROP FUNCTION IF EXISTS day_nofunc(int)
CREATE PROCEDURE day_proc(x int) LANGUAGE sql AS $$ DELETE FROM day_sales WHERE id = x $$
DO $$ BEGIN RAISE NOTICE 'hello'; END $$
ALTER TABLE day_sales ENABLE ROW LEVEL SECURITY
CREATE POLICY day_own_rows ON day_sales USING (region = current_user)
CREATE ROLE day_reader NOLOGIN
GRANT SELECT ON day_sales TO PUBLIC
GRANT USAGE ON SCHEMA public TO day_reader
REVOKE ALL ON day_sales FROM PUBLIC
DROP ROLE IF EXISTS day_reader
CREATE EXTENSION IF NOT EXISTS "uuid-ossp"
CREATE RULE day_rule AS ON DELETE TO day_sales DO INSTEAD NOTHING
CREATE COLLATION day_coll (provider = icu, locale = 'de')
CREATE CAST (text AS int) WITH INOUT
CREATE STATISTICS day_stat ON region, amount FROM day_sales
SECURITY LABEL ON TABLE day_sales IS 'x'
