-- Constants of definitions that a time zone decides on, and expressions that are not immutable.
SET TimeZone = 'UTC'
CREATE TABLE zd_a (i int, z timestamptz CHECK (z > '2024-01-01'))
CREATE TABLE zd_b (i int, z timestamptz CHECK (z > '2024-01-01'::timestamptz), CHECK (z < timestamptz '2025-01-01 00:00:00'))
CREATE TABLE zd_c (i int, z timestamptz, d date)
CREATE VIEW zd_v AS SELECT i, z >= '2024-01-01' AS after FROM zd_c
CREATE VIEW zd_v2 AS SELECT i FROM zd_c WHERE z >= timestamptz '2024-01-01'
CREATE VIEW zd_v3 AS SELECT '2024-01-01 12:00'::timestamptz AS m, now() > '2024-01-01' AS n
CREATE INDEX zd_c_part ON zd_c (i) WHERE z >= '2024-01-01'
CREATE INDEX zd_c_part2 ON zd_c (i) WHERE z >= '2024-01-01'::date
CREATE INDEX zd_c_expr ON zd_c (date_trunc('day', z))
CREATE INDEX zd_c_expr2 ON zd_c ((z::date))
CREATE INDEX zd_c_expr3 ON zd_c ((d::timestamptz))
CREATE INDEX zd_c_expr4 ON zd_c ((z::text))
CREATE INDEX zd_c_expr5 ON zd_c (date_trunc('day', z, 'UTC'))
CREATE INDEX zd_c_expr6 ON zd_c ((z AT TIME ZONE 'UTC'))
CREATE INDEX zd_c_expr7 ON zd_c (extract(year FROM z))
CREATE INDEX zd_c_expr8 ON zd_c (to_char(z, 'YYYY'))
CREATE INDEX zd_c_expr9 ON zd_c ((z + interval '1 day'))
CREATE INDEX zd_c_expra ON zd_c ((d::text))
CREATE INDEX zd_c_exprb ON zd_c (to_char(d, 'YYYY'))
CREATE UNIQUE INDEX zd_c_exprc ON zd_c (coalesce(z, '2000-01-01'))
CREATE TABLE zd_g (z timestamptz, g date GENERATED ALWAYS AS (z::date) STORED)
CREATE TABLE zd_g2 (z timestamptz, g timestamptz GENERATED ALWAYS AS (date_trunc('day', z)) STORED)
CREATE TABLE zd_g3 (z timestamptz, g timestamptz GENERATED ALWAYS AS (coalesce(z, '2024-01-01')) STORED)
CREATE TABLE zd_g4 (z timestamptz, g text GENERATED ALWAYS AS (z::text) STORED)
CREATE TABLE zd_g5 (d date, g timestamptz GENERATED ALWAYS AS (d) STORED)
CREATE TABLE zd_g6 (d date, g bool GENERATED ALWAYS AS (d > '2024-01-01'::timestamptz) STORED)
CREATE TABLE zd_g7 (d text, g timestamptz GENERATED ALWAYS AS (d::timestamptz) STORED)
CREATE TABLE zd_g8 (d text, g date GENERATED ALWAYS AS (d::date) STORED)
CREATE TABLE zd_g9 (z timestamptz, g timestamp GENERATED ALWAYS AS (z AT TIME ZONE 'UTC') STORED)
CREATE TABLE zd_ga (z timestamptz, g numeric GENERATED ALWAYS AS (extract(epoch FROM z)) STORED)
CREATE TABLE zd_gb (z timestamptz, g timestamptz GENERATED ALWAYS AS (z + interval '1 hour') STORED)
CREATE TABLE zd_gc (z timestamptz, g float GENERATED ALWAYS AS (date_part('epoch', z)) STORED)
CREATE TABLE zd_ge (z timestamptz, g text GENERATED ALWAYS AS (to_char(z, 'YYYY')) STORED)
CREATE TABLE zd_gf (z timestamp, g text GENERATED ALWAYS AS (to_char(z, 'YYYY')) STORED)
CREATE TABLE zd_gg (z timestamptz, g interval GENERATED ALWAYS AS (age(z)) STORED)
CREATE TABLE zd_gh (z timestamptz, g bool GENERATED ALWAYS AS (z > now()) STORED)
CREATE TABLE zd_gi (z timestamptz, g bool GENERATED ALWAYS AS (z > timestamp '2024-01-01') STORED)
INSERT INTO zd_a VALUES (1, '2024-01-01 02:00+00')
INSERT INTO zd_b VALUES (1, '2024-01-01 02:00+00')
INSERT INTO zd_b VALUES (1, '2024-01-01 05:30+00')
INSERT INTO zd_c VALUES (1, '2024-01-01 02:00+00'), (2, '2024-01-01 05:30+00')
SELECT * FROM zd_v ORDER BY 1
SELECT * FROM zd_v2 ORDER BY 1
SELECT * FROM zd_v3
SET TIME ZONE 'Asia/Tokyo'
INSERT INTO zd_a VALUES (1, '2024-01-01 02:00+00')
INSERT INTO zd_b VALUES (1, '2024-01-01 02:00+00')
SELECT * FROM zd_v ORDER BY 1
SELECT * FROM zd_v2 ORDER BY 1
SELECT * FROM zd_v3
SELECT pg_get_viewdef('zd_v')
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'zd_b'::regclass ORDER BY 1
SELECT indexdef FROM pg_indexes WHERE tablename = 'zd_c' ORDER BY 1
SET TimeZone = 'UTC'
CREATE TABLE zdq_t (i int, z timestamptz, d date, t timestamp)
CREATE VIEW zdq_v5 AS SELECT i FROM zdq_t WHERE z > 'Jan 5 2024'
CREATE VIEW zdq_v6 AS SELECT i FROM zdq_t WHERE z > '01/05/2024'
CREATE VIEW zdq_v8 AS SELECT i FROM zdq_t WHERE z IN ('2024-01-01', '2024-02-01 00:00')
CREATE VIEW zdq_v9 AS SELECT i FROM zdq_t WHERE z BETWEEN '2024-01-01' AND '2024-02-01 00:00'
CREATE VIEW zdq_vc AS SELECT i FROM zdq_t WHERE z = ANY (ARRAY['2024-01-01'::timestamptz])
CREATE VIEW zdq_vd AS SELECT date_trunc('day', z) AS x, z::date AS y, extract(hour FROM z) AS w, t::timestamptz AS v FROM zdq_t
CREATE VIEW zdq_ve AS SELECT * FROM zdq_t WHERE z > t AND z > d AND z >= date '2024-01-01' AND z < timestamp '2024-02-01' AND z < '2024-01-01'::date::timestamptz
CREATE VIEW zdq_vf AS SELECT z, count(*) AS n, min(z) OVER (ORDER BY z RANGE BETWEEN '1 day' PRECEDING AND CURRENT ROW) AS m FROM zdq_t WHERE z > '2024-01-01' GROUP BY z
CREATE VIEW zdq_vg AS WITH a AS (SELECT * FROM zdq_t WHERE z > '2024-01-01') SELECT CASE WHEN z > '2024-03-01' THEN z ELSE '2024-02-01' END AS b FROM a
CREATE VIEW zdq_vh AS SELECT x FROM generate_series('2024-01-01'::timestamptz, '2024-01-03', '1 day') x
CREATE VIEW zdq_vj AS SELECT i, greatest(z, '2024-01-01') AS g, coalesce(z, '2024-01-01') AS c, nullif(z, '2024-01-01') AS n FROM zdq_t
CREATE VIEW zdq_vk AS SELECT timestamptz '2024-01-01' AT TIME ZONE 'UTC' AS a, (timestamptz '2024-01-01')::date AS d
CREATE MATERIALIZED VIEW zdq_ma AS SELECT i FROM zdq_t WHERE z > '2024-01-01'
SELECT viewname, definition FROM pg_views WHERE viewname LIKE 'zdq\_%' ORDER BY 1
CREATE DOMAIN zdq_d AS timestamptz CHECK (VALUE > '2024-01-01')
CREATE DOMAIN zdq_e AS date CHECK (VALUE::timestamptz > '2024-01-01')
ALTER TABLE zdq_t ADD CHECK (z > '2000-01-01')
ALTER TABLE zdq_t ADD COLUMN y timestamptz CHECK (y > '2000-01-01') DEFAULT '2024-01-01'
SET TIME ZONE 'Asia/Tokyo'
SELECT viewname, definition FROM pg_views WHERE viewname LIKE 'zdq\_%' ORDER BY 1
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'zdq_t'::regclass ORDER BY 1
SET TIME ZONE 'UTC'
CREATE TABLE zv_c (i int, z timestamptz, d date)
CREATE INDEX zv_c_part ON zv_c (i) WHERE z >= '2024-01-01'
SET TIME ZONE 'America/New_York'
SELECT indexdef FROM pg_indexes WHERE tablename = 'zv_c' ORDER BY 1
SELECT pg_get_indexdef('zv_c_part'::regclass)
SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indrelid = 'zv_c'::regclass
SELECT z - '2024-01-01' FROM zv_c
SET TIME ZONE 'UTC'
CREATE DOMAIN zv_dom AS timestamptz CHECK (VALUE > '2024-01-01')
ALTER DOMAIN zv_dom ADD CONSTRAINT m CHECK (VALUE < '2025-01-01')
SET TIME ZONE 'Asia/Tokyo'
SELECT '2024-01-01 01:00'::zv_dom
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = 'zv_dom'::regtype ORDER BY 1
SELECT '2024-01-01 10:00'::zv_dom
