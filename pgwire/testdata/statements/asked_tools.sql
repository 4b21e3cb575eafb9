-- What BI tools generate, written without a look at what is implemented.
CREATE SCHEMA at_sales
CREATE TABLE at_sales."Orders" ("Order ID" serial PRIMARY KEY, "Customer" varchar(40), created_at timestamptz DEFAULT '2024-03-31 00:30+00', amount numeric(12,2), qty integer, ok boolean)
INSERT INTO at_sales."Orders" ("Customer", created_at, amount, qty, ok) VALUES ('Ann', '2024-03-31 00:30+00', 10.50, 1, true), ('Bob', '2024-03-31 01:30+00', 20, 2, false), ('Ann', '2024-10-27 00:30+00', 30.25, 3, NULL), (NULL, '2024-12-31 23:59:59.999+00', -5, 0, true)
SELECT 1 WHERE false
SELECT * FROM at_sales."Orders" WHERE 1 = 0
SELECT "at_sales"."Orders"."Customer" AS "Customer", count(*) AS "count", sum("at_sales"."Orders"."amount") AS "sum" FROM "at_sales"."Orders" GROUP BY "at_sales"."Orders"."Customer" ORDER BY "at_sales"."Orders"."Customer" ASC
SELECT DATE_TRUNC('month', "at_sales"."Orders"."created_at") AS "created_at", SUM("at_sales"."Orders"."amount") AS "sum" FROM "at_sales"."Orders" GROUP BY DATE_TRUNC('month', "at_sales"."Orders"."created_at") ORDER BY DATE_TRUNC('month', "at_sales"."Orders"."created_at") ASC LIMIT 2000
SELECT CAST("source"."created_at" AS date) AS "created_at", "source"."sum" AS "sum" FROM (SELECT DATE_TRUNC('week', ("at_sales"."Orders"."created_at" + INTERVAL '1 day')) + INTERVAL '-1 day' AS "created_at", SUM("amount") AS "sum" FROM "at_sales"."Orders" GROUP BY 1) "source" WHERE "source"."sum" > 0 ORDER BY 1 LIMIT 1048575
SELECT (CAST(date_trunc('day', (created_at AT TIME ZONE 'Europe/Berlin')) AS timestamp) AT TIME ZONE 'Europe/Berlin') AS day, count(*) FROM at_sales."Orders" GROUP BY 1 ORDER BY 1
SELECT date_trunc('day', created_at, 'Europe/Berlin') AS d, timezone('Europe/Berlin', created_at) AS local FROM at_sales."Orders" ORDER BY created_at
SELECT DATE_TRUNC('day', created_at) AS __timestamp, "Customer" AS "Customer", sum(amount) AS "SUM(amount)", COUNT(DISTINCT "Customer") AS "COUNT_DISTINCT(Customer)" FROM at_sales."Orders" WHERE created_at >= TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') AND created_at < TO_TIMESTAMP('2024-12-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') GROUP BY "Customer", DATE_TRUNC('day', created_at) ORDER BY "SUM(amount)" DESC LIMIT 50000
SELECT "Customer" AS "Customer", sum(amount) AS "SUM(amount)" FROM (SELECT * FROM at_sales."Orders" WHERE ok) AS virtual_table GROUP BY "Customer" ORDER BY "SUM(amount)" DESC NULLS LAST LIMIT 1000 OFFSET 0
SELECT CAST("Orders"."Customer" AS TEXT) AS "Customer", SUM(1) AS "sum:Number of Records:ok", SUM(CAST("Orders"."qty" AS BIGINT)) AS "sum:qty:ok" FROM "at_sales"."Orders" "Orders" GROUP BY 1 ORDER BY 1 NULLS FIRST
SELECT (CASE WHEN (NOT (("Orders"."qty" = 0))) THEN ("Orders"."amount" / NULLIF("Orders"."qty", 0)) ELSE NULL END) AS "Calculation_123" FROM "at_sales"."Orders" "Orders" ORDER BY "Order ID"
SELECT CAST(EXTRACT(YEAR FROM "Orders"."created_at") AS INTEGER) AS "yr:created_at:ok", CAST(TRUNC(EXTRACT(QUARTER FROM "Orders"."created_at")) AS INTEGER) AS "qr:created_at:ok", COUNT(DISTINCT "Orders"."Customer") AS "ctd:Customer:ok" FROM "at_sales"."Orders" "Orders" GROUP BY 1, 2 ORDER BY 1, 2
SELECT DATE_TRUNC('QUARTER', CAST("Orders"."created_at" AS TIMESTAMP WITHOUT TIME ZONE)) AS "tqr" FROM "at_sales"."Orders" "Orders" WHERE (("Orders"."created_at" >= (TIMESTAMP '2024-01-01 00:00:00.000')) AND ("Orders"."created_at" < (TIMESTAMP '2025-01-01 00:00:00.000'))) GROUP BY 1 ORDER BY 1
CREATE LOCAL TEMPORARY TABLE "#Tableau_1_2_Connect" ("COL" INTEGER) ON COMMIT PRESERVE ROWS
INSERT INTO "#Tableau_1_2_Connect" VALUES (1), (NULL)
SELECT "COL" FROM "#Tableau_1_2_Connect" ORDER BY 1
DROP TABLE "#Tableau_1_2_Connect"
SELECT "$Table"."Customer" AS "Customer", "$Table"."amount" AS "amount" FROM "at_sales"."Orders" "$Table" ORDER BY "$Table"."Order ID" LIMIT 1001
select "rows"."Customer" as "Customer", sum("rows"."amount") as "a0", count(distinct("rows"."qty")) + max(case when "rows"."qty" is null then 1 else 0 end) as "a1" from (select "Customer", "amount", "qty" from "at_sales"."Orders" "$Table" where not "Customer" is null) "rows" group by "Customer" order by "Customer" limit 1000001
select "t0"."Customer", cast(sum(cast("t0"."amount" as double precision)) as decimal(38,6)) as "a0" from (select * from (select "_"."Customer", "_"."amount" from "at_sales"."Orders" "_") "_" where "_"."amount" >= 10 and "_"."amount" is not null) "t0" group by "t0"."Customer" order by 1
SELECT floor(extract(epoch from created_at)/3600)*3600 AS "time", avg(amount) AS "value" FROM at_sales."Orders" WHERE created_at BETWEEN '2024-03-30T00:00:00Z' AND '2024-04-01T00:00:00Z' GROUP BY 1 ORDER BY 1
SELECT extract(epoch from created_at) AS "time", "Customer" AS metric, amount::float8 AS value FROM at_sales."Orders" WHERE extract(epoch from created_at) >= 1711800000 ORDER BY 1 ASC
SELECT to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS time, qty::text || ' pcs' FROM at_sales."Orders" ORDER BY 1
select count(*) from (select 1 from at_sales."Orders" where "Customer" is not null) dbt_internal_test
select count(*) as failures, count(*) != 0 as should_warn, count(*) != 0 as should_error from ( select qty as unique_field, count(*) as n_records from at_sales."Orders" where qty is not null group by qty having count(*) > 1 ) dbt_internal_test
create table at_sales."stg_orders__dbt_tmp" as ( with source as (select * from at_sales."Orders"), renamed as (select "Order ID" as order_id, lower("Customer") as customer, amount from source) select * from renamed )
alter table at_sales."stg_orders__dbt_tmp" rename to "stg_orders"
create view at_sales."orders_view__dbt_tmp" as ( select customer, sum(amount) as total from at_sales.stg_orders group by customer )
alter view at_sales."orders_view__dbt_tmp" rename to "orders_view"
select * from at_sales.orders_view order by customer nulls first
comment on table at_sales.stg_orders is 'made by dbt'
begin
drop view if exists at_sales."orders_view__dbt_backup" cascade
drop view if exists at_sales."nothing" cascade
commit
select distinct table_schema as "table_schema", table_name as "table_name", case table_type when 'BASE TABLE' then 'table' when 'EXTERNAL TABLE' then 'external' when 'MATERIALIZED VIEW' then 'materializedview' else lower(table_type) end as "table_type" from information_schema.tables where table_schema ilike 'AT_SALES' order by 2
select column_name, data_type, character_maximum_length, numeric_precision, numeric_scale from "demo".INFORMATION_SCHEMA.columns where table_name = 'Orders' and table_schema = 'at_sales' order by ordinal_position
SELECT n.nspname, c.relname, c.relkind FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'at_sales' AND c.relkind IN ('r', 'v', 'm', 'f', 'p') ORDER BY 2
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull, a.attnum FROM pg_catalog.pg_attribute a WHERE a.attrelid = 'at_sales."Orders"'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT tc.constraint_type, kcu.column_name FROM information_schema.table_constraints tc JOIN information_schema.key_column_usage kcu ON tc.constraint_name = kcu.constraint_name AND tc.table_schema = kcu.table_schema WHERE tc.table_name = 'Orders' AND tc.constraint_type = 'PRIMARY KEY'
SELECT t.typname, t.typtype, t.typlen, t.typelem FROM pg_type t WHERE t.typname IN ('int4', '_text', 'numeric', 'timestamptz', 'bool') ORDER BY 1
SELECT current_schema(), current_database(), current_schemas(false)
SHOW TRANSACTION ISOLATION LEVEL
SHOW search_path
SET extra_float_digits = 3
SELECT ORDERS.customer AS "orders.customer", COALESCE(SUM(orders.amount), 0) AS "orders.total" FROM at_sales.stg_orders AS orders WHERE ((UPPER(orders.customer) LIKE UPPER('a%'))) GROUP BY 1 ORDER BY 2 DESC FETCH NEXT 500 ROWS ONLY
SELECT (DATE(created_at)) AS "orders.created_date", TO_CHAR(DATE_TRUNC('month', created_at), 'YYYY-MM') AS "orders.created_month" FROM at_sales."Orders" WHERE ((created_at >= (DATEADD('day', -1, now())))) GROUP BY 1, 2
SELECT (DATE(created_at)) AS "d", TO_CHAR(DATE_TRUNC('month', created_at), 'YYYY-MM') AS "m" FROM at_sales."Orders" WHERE ((created_at >= ((SELECT TIMESTAMP '2024-10-01')) AND created_at < ((SELECT (TIMESTAMP '2024-10-01' + (3 || ' month')::INTERVAL))))) GROUP BY 1, 2 ORDER BY 1
SELECT "Customer", CASE WHEN GROUPING("Customer") = 1 THEN 'Total' ELSE coalesce("Customer", '(blank)') END AS label, SUM(amount) FROM at_sales."Orders" GROUP BY ROLLUP("Customer") ORDER BY GROUPING("Customer"), 2
SELECT {fn UCASE('a')}
SELECT t."Customer" FROM at_sales."Orders" t WHERE t."Customer" LIKE 'A%' ESCAPE '\' ORDER BY 1
SELECT COUNT(*) OVER() AS "__total", "Customer", AVG("amount") OVER (PARTITION BY "Customer") FROM at_sales."Orders" ORDER BY "Order ID" LIMIT 2
EXPLAIN (COSTS OFF) SELECT 1
DROP SCHEMA at_sales CASCADE
