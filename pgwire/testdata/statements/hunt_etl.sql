-- Warehouses: staging tables, loads, views for reports, housekeeping.
CREATE SCHEMA staging; CREATE SCHEMA mart
CREATE TABLE staging.raw_orders (line text, order_no text, customer text, ordered text, amount text, status text)
INSERT INTO staging.raw_orders VALUES ('1', 'A100', ' ann ', '2024-03-01', '10.50', 'paid'), ('2', 'A101', 'BOB', '2024-03-02', '7', 'open'), ('3', 'A102', NULL, '2024-03-05', '', 'paid'), ('4', 'A100', 'ann', '2024-03-01', '10.50', 'paid')
CREATE TABLE mart.dim_customer (customer_key int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE NOT NULL, valid_from date NOT NULL DEFAULT '2024-01-01', valid_to date, is_current boolean NOT NULL DEFAULT true)
CREATE TABLE mart.fact_order (order_no varchar(10) PRIMARY KEY, customer_key int REFERENCES mart.dim_customer, ordered date NOT NULL, amount numeric(12,2), loaded_at timestamp DEFAULT '2024-04-01 00:00')
INSERT INTO mart.dim_customer (name) SELECT DISTINCT initcap(trim(customer)) FROM staging.raw_orders WHERE customer IS NOT NULL ON CONFLICT (name) DO NOTHING
SELECT name, valid_from, is_current FROM mart.dim_customer ORDER BY name
INSERT INTO mart.fact_order (order_no, customer_key, ordered, amount) SELECT r.order_no, d.customer_key, r.ordered::date, NULLIF(r.amount, '')::numeric(12,2) FROM staging.raw_orders r LEFT JOIN mart.dim_customer d ON d.name = initcap(trim(r.customer))
INSERT INTO mart.fact_order (order_no, customer_key, ordered, amount) SELECT DISTINCT ON (r.order_no) r.order_no, d.customer_key, r.ordered::date, NULLIF(r.amount, '')::numeric(12,2) FROM staging.raw_orders r LEFT JOIN mart.dim_customer d ON d.name = initcap(trim(r.customer)) ORDER BY r.order_no, r.line DESC
SELECT order_no, ordered, amount, loaded_at FROM mart.fact_order ORDER BY 1
INSERT INTO mart.fact_order (order_no, ordered, amount) SELECT order_no, ordered::date, amount::numeric(12,2) FROM staging.raw_orders ON CONFLICT (order_no) DO UPDATE SET amount = EXCLUDED.amount
INSERT INTO mart.fact_order (order_no, ordered, amount) SELECT 'A103', 'yesterday or so'::text::date, 1
INSERT INTO mart.fact_order (order_no, ordered, amount) VALUES ('A103-too-long', '2024-03-01', 1)
INSERT INTO mart.fact_order (order_no, ordered) VALUES ('A104', NULL)
INSERT INTO mart.fact_order (order_no, customer_key, ordered) VALUES ('A104', 999, '2024-03-01')
CREATE VIEW mart.v_orders AS SELECT f.order_no, d.name AS customer, f.ordered, date_trunc('month', f.ordered)::date AS month, f.amount FROM mart.fact_order f LEFT JOIN mart.dim_customer d USING (customer_key)
CREATE VIEW mart.v_months (month, orders, revenue) AS SELECT month, count(*), sum(amount) FROM mart.v_orders GROUP BY month
SELECT * FROM mart.v_orders ORDER BY order_no
SELECT * FROM mart.v_months
CREATE MATERIALIZED VIEW mart.mv_months AS SELECT * FROM mart.v_months
CREATE UNIQUE INDEX ON mart.mv_months (month)
SELECT indexname FROM pg_indexes WHERE schemaname = 'mart' ORDER BY 1
REFRESH MATERIALIZED VIEW CONCURRENTLY mart.mv_months
UPDATE mart.fact_order f SET amount = amount * 1.1 FROM mart.dim_customer d WHERE d.customer_key = f.customer_key AND d.name = 'Ann' RETURNING f.order_no, f.amount, d.name
SELECT v.revenue - m.revenue AS drift FROM mart.v_months v JOIN mart.mv_months m USING (month)
REFRESH MATERIALIZED VIEW mart.mv_months WITH NO DATA
SELECT * FROM mart.mv_months
REFRESH MATERIALIZED VIEW CONCURRENTLY mart.mv_months
REFRESH MATERIALIZED VIEW mart.mv_months
ALTER MATERIALIZED VIEW mart.mv_months RENAME TO mv_by_month
SELECT matviewname, ispopulated FROM pg_matviews WHERE schemaname = 'mart'
DROP VIEW mart.v_orders
DROP VIEW mart.v_orders CASCADE
DROP MATERIALIZED VIEW IF EXISTS mart.mv_by_month
CREATE TABLE mart.snapshot_202403 AS SELECT order_no, amount, current_date IS NOT NULL AS ok FROM mart.fact_order WHERE ordered >= '2024-03-01' AND ordered < '2024-04-01'
SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns WHERE table_name = 'snapshot_202403' ORDER BY ordinal_position
ALTER TABLE mart.snapshot_202403 ADD PRIMARY KEY (order_no)
ALTER TABLE mart.snapshot_202403 ADD PRIMARY KEY (amount)
ALTER TABLE mart.snapshot_202403 ADD COLUMN batch int NOT NULL
ALTER TABLE mart.snapshot_202403 ADD COLUMN batch int NOT NULL DEFAULT 7
ALTER TABLE mart.snapshot_202403 ALTER COLUMN batch DROP DEFAULT
INSERT INTO mart.snapshot_202403 (order_no, amount) VALUES ('X', 1)
DELETE FROM mart.snapshot_202403 WHERE ctid IN (SELECT ctid FROM mart.snapshot_202403 WHERE amount IS NULL)
DELETE FROM staging.raw_orders a USING staging.raw_orders b WHERE a.order_no = b.order_no AND a.line > b.line
SELECT line, order_no FROM staging.raw_orders ORDER BY line
WITH dup AS (SELECT line, row_number() OVER (PARTITION BY status ORDER BY line) AS n FROM staging.raw_orders) DELETE FROM staging.raw_orders r USING dup WHERE dup.line = r.line AND dup.n > 1 RETURNING r.line
WITH moved AS (DELETE FROM staging.raw_orders RETURNING *) SELECT count(*) FROM moved
MERGE INTO mart.dim_customer d USING (VALUES ('Ann', DATE '2024-05-01'), ('Zoe', DATE '2024-05-01')) AS s (name, since) ON d.name = s.name AND d.is_current WHEN MATCHED THEN UPDATE SET valid_to = s.since, is_current = false WHEN NOT MATCHED THEN INSERT (name, valid_from) VALUES (s.name, s.since)
SELECT name, valid_from, valid_to, is_current FROM mart.dim_customer ORDER BY name
COMMENT ON TABLE mart.fact_order IS 'one row for each order'; COMMENT ON COLUMN mart.fact_order.amount IS 'in euros'
SELECT c.relname, obj_description(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'mart' AND c.relkind = 'r' ORDER BY 1
SELECT cols.column_name, pg_catalog.col_description(c.oid, cols.ordinal_position::int) FROM pg_catalog.pg_class c JOIN information_schema.columns cols ON cols.table_name = c.relname AND cols.table_schema = 'mart' WHERE c.relname = 'fact_order' ORDER BY cols.ordinal_position
SELECT table_schema || '.' || table_name AS t FROM information_schema.tables WHERE table_schema IN ('mart', 'staging') AND table_type = 'BASE TABLE' ORDER BY 1
COPY mart.dim_customer (name, valid_from) TO STDOUT (FORMAT csv, HEADER)
COPY (SELECT order_no, amount FROM mart.fact_order ORDER BY 1) TO STDOUT WITH CSV DELIMITER '|' NULL 'N/A'
GRANT USAGE ON SCHEMA mart TO public
GRANT SELECT ON ALL TABLES IN SCHEMA mart TO public
REVOKE ALL ON mart.fact_order FROM public
GRANT SELECT ON mart.fact_order TO nosuchrole
ALTER DEFAULT PRIVILEGES IN SCHEMA mart GRANT SELECT ON TABLES TO public
CREATE ROLE reporting
ALTER TABLE mart.fact_order OWNER TO CURRENT_USER
SELECT count(*) FROM staging.raw_orders
ALTER TABLE staging.raw_orders SET UNLOGGED
ALTER TABLE staging.raw_orders SET (fillfactor = 70)
SELECT reloptions FROM pg_class WHERE relname = 'raw_orders'
CREATE UNLOGGED TABLE staging.load_log (id bigserial, msg text, at timestamptz DEFAULT now())
SELECT relpersistence FROM pg_class WHERE relname = 'load_log'
ALTER TABLE staging.load_log ALTER COLUMN msg SET STORAGE EXTERNAL
ALTER TABLE staging.load_log ALTER COLUMN msg SET STATISTICS 100
ALTER TABLE staging.load_log CLUSTER ON nosuch
CREATE TABLE mart.calendar AS SELECT d::date AS day, extract(isodow FROM d)::int AS dow, to_char(d, 'Mon') AS mon FROM generate_series('2024-01-01'::timestamp, '2024-01-07', '1 day') d
SELECT * FROM mart.calendar WHERE dow > 5 ORDER BY day
ALTER TABLE mart.calendar ADD CONSTRAINT calendar_pk PRIMARY KEY (day), ADD COLUMN holiday boolean DEFAULT false, ALTER COLUMN mon SET NOT NULL
SELECT a.attname, a.attnotnull FROM pg_attribute a WHERE a.attrelid = 'mart.calendar'::regclass AND a.attnum > 0 ORDER BY a.attnum
INSERT INTO mart.calendar (day, dow) VALUES ('2024-01-08', 1)
INSERT INTO mart.calendar VALUES ('2024-01-01', 1, 'Jan')
SELECT pg_size_pretty(pg_total_relation_size('mart.calendar')) IS NOT NULL
SELECT schemaname, relname, n_live_tup >= 0 FROM pg_stat_user_tables WHERE schemaname = 'mart' ORDER BY relname
ANALYZE mart.calendar
VACUUM (ANALYZE) mart.calendar
CREATE STATISTICS mart.cal_stats (dependencies) ON dow, mon FROM mart.calendar
CREATE EXTENSION IF NOT EXISTS pg_trgm
CREATE EXTENSION IF NOT EXISTS "uuid-ossp"
CREATE EXTENSION IF NOT EXISTS pgcrypto
SELECT uuid_generate_v4() IS NOT NULL
CREATE TABLE mart.log_2024 (LIKE mart.calendar INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)
SELECT indexname FROM pg_indexes WHERE tablename = 'log_2024'
INSERT INTO mart.log_2024 SELECT * FROM mart.calendar
INSERT INTO mart.log_2024 SELECT * FROM mart.calendar
CREATE RULE no_delete AS ON DELETE TO mart.log_2024 DO INSTEAD NOTHING
CREATE SEQUENCE mart.batch_seq START 100; SELECT nextval('mart.batch_seq'), currval('mart.batch_seq'); ALTER SEQUENCE mart.batch_seq RESTART; SELECT nextval('mart.batch_seq')
SELECT * FROM mart.batch_seq
DROP SCHEMA staging
DROP SCHEMA mart, staging CASCADE
SELECT nspname FROM pg_namespace WHERE nspname IN ('mart', 'staging')
