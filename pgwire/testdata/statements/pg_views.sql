-- Views: what the catalogs say of them, what may replace them, and what hangs on them.
CREATE TABLE pv_customers (id int PRIMARY KEY, name text NOT NULL, country char(2), joined timestamp(3), balance numeric(12,2))
CREATE TABLE pv_orders (id serial PRIMARY KEY, customer_id int REFERENCES pv_customers, amount numeric(10,2), placed date, status varchar(20) DEFAULT 'new')
INSERT INTO pv_customers VALUES (1, 'Ada', 'GB', '2024-01-02 03:04:05.678', 10), (2, 'Bo', 'SE', NULL, 20)
INSERT INTO pv_orders (customer_id, amount, placed) VALUES (1, 5, '2024-02-01'), (1, 7.5, '2024-02-03'), (2, 9, '2024-03-01')
CREATE VIEW pv_simple AS SELECT id, name FROM pv_customers
SELECT pg_get_viewdef('pv_simple'::regclass)
SELECT pg_get_viewdef('pv_simple'::regclass, true)
SELECT definition FROM pg_views WHERE viewname = 'pv_simple'
SELECT view_definition, is_updatable, is_insertable_into, check_option FROM information_schema.views WHERE table_name = 'pv_simple'
CREATE VIEW pv_where AS SELECT c.id, c.name AS who FROM pv_customers c WHERE c.country = 'GB' AND c.balance > 5
SELECT pg_get_viewdef('pv_where'::regclass)
SELECT pg_get_viewdef('pv_where'::regclass, true)
CREATE VIEW pv_join AS SELECT c.name, o.amount, o.placed FROM pv_customers c JOIN pv_orders o ON o.customer_id = c.id WHERE o.amount > 1 ORDER BY o.placed DESC
SELECT pg_get_viewdef('pv_join'::regclass)
SELECT pg_get_viewdef('pv_join'::regclass, true)
CREATE VIEW pv_group AS SELECT c.country, count(*) AS n, sum(o.amount) AS total FROM pv_customers c LEFT JOIN pv_orders o ON o.customer_id = c.id GROUP BY c.country HAVING count(*) > 0
SELECT pg_get_viewdef('pv_group'::regclass)
SELECT pg_get_viewdef('pv_group'::regclass, true)
CREATE VIEW pv_case AS SELECT id, CASE WHEN balance > 15 THEN 'rich' WHEN balance IS NULL THEN NULL ELSE 'poor' END AS class, balance::int AS whole, coalesce(name, '') || '!' AS loud, upper(name) AS up FROM pv_customers
SELECT pg_get_viewdef('pv_case'::regclass)
SELECT pg_get_viewdef('pv_case'::regclass, true)
CREATE VIEW pv_sub AS SELECT id FROM pv_customers WHERE id IN (SELECT customer_id FROM pv_orders WHERE status <> 'done') AND EXISTS (SELECT 1 FROM pv_orders o WHERE o.customer_id = pv_customers.id)
SELECT pg_get_viewdef('pv_sub'::regclass, true)
CREATE VIEW pv_union AS SELECT id, name FROM pv_customers UNION ALL SELECT id, status FROM pv_orders
SELECT pg_get_viewdef('pv_union'::regclass, true)
CREATE VIEW pv_cte AS WITH t AS (SELECT customer_id, sum(amount) AS s FROM pv_orders GROUP BY customer_id) SELECT c.name, t.s FROM pv_customers c JOIN t ON t.customer_id = c.id LIMIT 5
SELECT pg_get_viewdef('pv_cte'::regclass, true)
CREATE VIEW pv_win AS SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY placed DESC) AS rn, amount BETWEEN 1 AND 8 AS mid, status IN ('new', 'old') AS known, placed - 1 AS before, date_trunc('month', placed) AS m FROM pv_orders
SELECT pg_get_viewdef('pv_win'::regclass, true)
CREATE VIEW pv_star AS SELECT * FROM pv_orders
SELECT pg_get_viewdef('pv_star'::regclass, true)
CREATE VIEW pv_of_view AS SELECT who FROM pv_where WHERE who LIKE 'A%' OR NOT who ILIKE '%z'
SELECT pg_get_viewdef('pv_of_view'::regclass, true)
CREATE VIEW pv_cols (a, b) AS SELECT 1, 'x'::text
SELECT pg_get_viewdef('pv_cols'::regclass, true)
CREATE VIEW pv_distinct AS SELECT DISTINCT ON (customer_id) customer_id, amount FROM pv_orders ORDER BY customer_id, placed DESC NULLS LAST
SELECT pg_get_viewdef('pv_distinct'::regclass, true)
CREATE VIEW pv_using AS SELECT a.id, a.name FROM pv_customers a JOIN pv_simple b USING (id) CROSS JOIN generate_series(1, 2) g(n)
SELECT pg_get_viewdef('pv_using'::regclass, true)
SELECT view_name, table_schema, table_name FROM information_schema.view_table_usage WHERE view_name IN ('pv_join', 'pv_of_view', 'pv_sub') ORDER BY 1, 3
SELECT view_name, table_name, column_name FROM information_schema.view_column_usage WHERE view_name IN ('pv_where', 'pv_join', 'pv_of_view') ORDER BY 1, 2, 3
SELECT viewname, viewowner = current_user FROM pg_views WHERE viewname LIKE 'pv\_%' ORDER BY 1
SELECT column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, datetime_precision FROM information_schema.columns WHERE table_name = 'pv_join' ORDER BY ordinal_position
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'pv_customers'::regclass AND attnum > 0 ORDER BY attnum
CREATE OR REPLACE VIEW pv_simple AS SELECT id, name, country FROM pv_customers
SELECT * FROM pv_simple ORDER BY id
CREATE OR REPLACE VIEW pv_simple AS SELECT id, name FROM pv_customers
CREATE OR REPLACE VIEW pv_simple AS SELECT id, country, name FROM pv_customers
CREATE OR REPLACE VIEW pv_simple AS SELECT id::bigint, name, country FROM pv_customers
CREATE OR REPLACE VIEW pv_orders AS SELECT 1
CREATE VIEW pv_simple AS SELECT 1
CREATE VIEW pv_customers AS SELECT 1
CREATE VIEW pv_dup AS SELECT 1 AS a, 2 AS a
CREATE VIEW pv_bad AS SELECT nothing FROM pv_customers
CREATE VIEW pv_bad AS SELECT * FROM pv_nothing
CREATE VIEW pv_few (a) AS SELECT 1, 2
CREATE VIEW pv_few (a, b, c) AS SELECT 1, 2
DROP TABLE pv_orders
DROP VIEW pv_where
DROP VIEW pv_none
DROP VIEW IF EXISTS pv_none
DROP VIEW pv_orders
DROP TABLE pv_simple
ALTER TABLE pv_orders DROP COLUMN amount
ALTER TABLE pv_orders DROP COLUMN id
ALTER TABLE pv_orders ALTER COLUMN amount TYPE bigint
ALTER TABLE pv_customers RENAME COLUMN name TO full_name
SELECT * FROM pv_where
SELECT pg_get_viewdef('pv_where'::regclass, true)
ALTER TABLE pv_customers RENAME TO pv_people
SELECT pg_get_viewdef('pv_where'::regclass, true)
SELECT * FROM pv_join ORDER BY 2
ALTER TABLE pv_people RENAME TO pv_customers
ALTER VIEW pv_where RENAME TO pv_filter
SELECT who FROM pv_of_view
SELECT pg_get_viewdef('pv_of_view'::regclass, true)
ALTER VIEW pv_filter RENAME COLUMN who TO person
SELECT * FROM pv_filter
SELECT pg_get_viewdef('pv_of_view'::regclass, true)
ALTER VIEW pv_none RENAME TO pv_other
ALTER VIEW IF EXISTS pv_none RENAME TO pv_other
ALTER VIEW pv_filter RENAME TO pv_join
ALTER VIEW pv_cols ALTER COLUMN a SET DEFAULT 3
ALTER VIEW pv_filter OWNER TO CURRENT_USER
DROP VIEW pv_filter CASCADE
SELECT count(*) FROM pg_views WHERE viewname IN ('pv_filter', 'pv_of_view')
CREATE TEMP VIEW pv_temp AS SELECT id FROM pv_customers
SELECT pg_get_viewdef('pv_temp'::regclass)
SELECT pg_get_viewdef('pv_customers'::regclass), pg_get_viewdef(0)
SELECT pg_get_viewdef('pv_none')
CREATE TABLE "PV_T" (a int)
INSERT INTO "PV_T" VALUES (1)
CREATE TEMP TABLE pv_t (b text)
INSERT INTO pv_t VALUES ('temporary')
SELECT * FROM pv_t
SELECT * FROM "PV_T"
DROP TABLE pv_t
DROP TABLE "PV_T"
CREATE MATERIALIZED VIEW pv_mat AS SELECT country, count(*) AS n FROM pv_customers GROUP BY country
SELECT pg_get_viewdef('pv_mat'::regclass, true)
SELECT matviewname, hasindexes, ispopulated, definition FROM pg_matviews WHERE matviewname = 'pv_mat'
DROP VIEW pv_mat
DROP MATERIALIZED VIEW pv_mat
CREATE VIEW pv_check AS SELECT id, name FROM pv_simple WHERE id < 10 WITH CHECK OPTION
SELECT check_option, view_definition FROM information_schema.views WHERE table_name = 'pv_check'
COMMENT ON VIEW pv_check IS 'checked'
SELECT obj_description('pv_check'::regclass)
DROP TABLE pv_orders, pv_customers CASCADE
SELECT count(*) FROM pg_views WHERE viewname LIKE 'pv\_%'
DROP VIEW pv_cols
