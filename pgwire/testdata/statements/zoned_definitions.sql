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
SET TIME ZONE 'UTC'
CREATE TYPE zdx_e AS ENUM ('a')
CREATE TABLE zdx_k (i int, i8 bigint, n numeric, f float8, b bool, d date, t timestamp, z timestamptz, tm time, iv interval, x text, v varchar, c char(3), u uuid, jb jsonb, by bytea, ai int[], ee zdx_e)
CREATE INDEX ON zdx_k ((x || i))
CREATE INDEX ON zdx_k (i) WHERE i || x > 'a'
CREATE INDEX ON zdx_k ((i::text))
CREATE INDEX ON zdx_k (quote_literal(i))
CREATE INDEX ON zdx_k (quote_nullable(i))
CREATE INDEX ON zdx_k ((x || i8))
CREATE INDEX ON zdx_k (i) WHERE i8 || x > 'a'
CREATE INDEX ON zdx_k ((i8::text))
CREATE INDEX ON zdx_k (quote_literal(i8))
CREATE INDEX ON zdx_k (quote_nullable(i8))
CREATE INDEX ON zdx_k ((x || n))
CREATE INDEX ON zdx_k (i) WHERE n || x > 'a'
CREATE INDEX ON zdx_k ((n::text))
CREATE INDEX ON zdx_k (quote_literal(n))
CREATE INDEX ON zdx_k (quote_nullable(n))
CREATE INDEX ON zdx_k ((x || f))
CREATE INDEX ON zdx_k (i) WHERE f || x > 'a'
CREATE INDEX ON zdx_k ((f::text))
CREATE INDEX ON zdx_k (quote_literal(f))
CREATE INDEX ON zdx_k (quote_nullable(f))
CREATE INDEX ON zdx_k ((x || b))
CREATE INDEX ON zdx_k (i) WHERE b || x > 'a'
CREATE INDEX ON zdx_k ((b::text))
CREATE INDEX ON zdx_k (quote_literal(b))
CREATE INDEX ON zdx_k (quote_nullable(b))
CREATE INDEX ON zdx_k ((x || d))
CREATE INDEX ON zdx_k (i) WHERE d || x > 'a'
CREATE INDEX ON zdx_k ((d::text))
CREATE INDEX ON zdx_k (quote_literal(d))
CREATE INDEX ON zdx_k (quote_nullable(d))
CREATE INDEX ON zdx_k ((x || t))
CREATE INDEX ON zdx_k (i) WHERE t || x > 'a'
CREATE INDEX ON zdx_k ((t::text))
CREATE INDEX ON zdx_k (quote_literal(t))
CREATE INDEX ON zdx_k (quote_nullable(t))
CREATE INDEX ON zdx_k ((x || z))
CREATE INDEX ON zdx_k (i) WHERE z || x > 'a'
CREATE INDEX ON zdx_k ((z::text))
CREATE INDEX ON zdx_k (quote_literal(z))
CREATE INDEX ON zdx_k (quote_nullable(z))
CREATE INDEX ON zdx_k ((x || tm))
CREATE INDEX ON zdx_k (i) WHERE tm || x > 'a'
CREATE INDEX ON zdx_k ((tm::text))
CREATE INDEX ON zdx_k (quote_literal(tm))
CREATE INDEX ON zdx_k (quote_nullable(tm))
CREATE INDEX ON zdx_k ((x || iv))
CREATE INDEX ON zdx_k (i) WHERE iv || x > 'a'
CREATE INDEX ON zdx_k ((iv::text))
CREATE INDEX ON zdx_k (quote_literal(iv))
CREATE INDEX ON zdx_k (quote_nullable(iv))
CREATE INDEX ON zdx_k ((x || x))
CREATE INDEX ON zdx_k (i) WHERE x || x > 'a'
CREATE INDEX ON zdx_k ((x::text))
CREATE INDEX ON zdx_k (quote_literal(x))
CREATE INDEX ON zdx_k (quote_nullable(x))
CREATE INDEX ON zdx_k ((x || v))
CREATE INDEX ON zdx_k (i) WHERE v || x > 'a'
CREATE INDEX ON zdx_k ((v::text))
CREATE INDEX ON zdx_k (quote_literal(v))
CREATE INDEX ON zdx_k (quote_nullable(v))
CREATE INDEX ON zdx_k ((x || c))
CREATE INDEX ON zdx_k (i) WHERE c || x > 'a'
CREATE INDEX ON zdx_k ((c::text))
CREATE INDEX ON zdx_k (quote_literal(c))
CREATE INDEX ON zdx_k (quote_nullable(c))
CREATE INDEX ON zdx_k ((x || u))
CREATE INDEX ON zdx_k (i) WHERE u || x > 'a'
CREATE INDEX ON zdx_k ((u::text))
CREATE INDEX ON zdx_k (quote_literal(u))
CREATE INDEX ON zdx_k (quote_nullable(u))
CREATE INDEX ON zdx_k ((x || jb))
CREATE INDEX ON zdx_k (i) WHERE jb || x > 'a'
CREATE INDEX ON zdx_k ((jb::text))
CREATE INDEX ON zdx_k (quote_literal(jb))
CREATE INDEX ON zdx_k (quote_nullable(jb))
CREATE INDEX ON zdx_k ((x || by))
CREATE INDEX ON zdx_k (i) WHERE by || x > 'a'
CREATE INDEX ON zdx_k ((by::text))
CREATE INDEX ON zdx_k (quote_literal(by))
CREATE INDEX ON zdx_k (quote_nullable(by))
CREATE INDEX ON zdx_k ((ai::text))
CREATE INDEX ON zdx_k (quote_literal(ai))
CREATE INDEX ON zdx_k (quote_nullable(ai))
CREATE INDEX ON zdx_k ((x || ee))
CREATE INDEX ON zdx_k (i) WHERE ee || x > 'a'
CREATE INDEX ON zdx_k ((ee::text))
CREATE INDEX ON zdx_k (quote_literal(ee))
CREATE INDEX ON zdx_k (quote_nullable(ee))
CREATE INDEX ON zdx_k (concat(i))
CREATE INDEX ON zdx_k (age(t))
CREATE INDEX ON zdx_k (age(t, t))
CREATE INDEX ON zdx_k ((iv + z))
CREATE INDEX ON zdx_k ((iv + t))
CREATE INDEX ON zdx_k (((z, z) OVERLAPS (z, z)))
CREATE INDEX ON zdx_k (((z, iv) OVERLAPS (z, z)))
CREATE INDEX ON zdx_k (((t, iv) OVERLAPS (t, t)))
CREATE TABLE zdx_1 (d date, g text GENERATED ALWAYS AS (d || '') STORED)
CREATE TABLE zdx_2 (d int, g text GENERATED ALWAYS AS (d || '') STORED, h text GENERATED ALWAYS AS ('a' || d) STORED, i text GENERATED ALWAYS AS (quote_nullable(d)) STORED)
INSERT INTO zdx_2 VALUES (7), (NULL)
SELECT * FROM zdx_2
CREATE TABLE zdx_3 (d zdx_e, g text GENERATED ALWAYS AS (d || 'x') STORED)
CREATE TABLE zdz_t (d date, t time, z timestamptz, i interval, j timetz)
INSERT INTO zdz_t VALUES ('2024-01-01', '10:00', '2024-01-01 00:00+00', '1 hour', '10:00+00')
SELECT t + '1 hour' FROM zdz_t
SELECT '1 hour' + t FROM zdz_t
SELECT j + '1 hour' FROM zdz_t
SELECT time '10:00' + '1 hour'
SELECT t - interval '1 hour' FROM zdz_t
SELECT z + '1 hour', i + '1 hour', i - '1 hour' FROM zdz_t
CREATE TABLE zdz_g1 (d timestamptz, g timestamptz GENERATED ALWAYS AS (d - d) STORED)
CREATE TABLE zdz_g2 (d date, g date GENERATED ALWAYS AS (d - d) STORED)
CREATE TABLE zdz_g3 (d date, g int GENERATED ALWAYS AS (d + 1) STORED)
CREATE TABLE zdz_g4 (d text, g int GENERATED ALWAYS AS (d || 'a') STORED)
CREATE TABLE zdz_g5 (d timestamptz, g date GENERATED ALWAYS AS (d - timestamptz '2024-01-01 00:00+00') STORED)
CREATE TABLE zdz_g6 (d timestamptz, g timestamptz GENERATED ALWAYS AS (d - '2024-01-01') STORED)
CREATE TABLE zdz_g7 (d int, g text GENERATED ALWAYS AS (d + 1) STORED)
CREATE TABLE zdz_g8 (d int, g bool GENERATED ALWAYS AS (d + 1) STORED)
CREATE TABLE zdz_g9 (d int, g date GENERATED ALWAYS AS (3) STORED)
SELECT t + '90 min', t + '1:30', t + 'P1DT2H', t + '1 day 2 hours', t + '1.5 hours', t + '30' FROM zdz_t
SELECT t + NULL FROM zdz_t
SELECT t + 'x' FROM zdz_t
SELECT t + '1h 2m 3s', '-1 hour' + t FROM zdz_t
CREATE TABLE zdz_h1 (c char(3), g varchar(2) GENERATED ALWAYS AS (c || 'x') STORED, n numeric(5,2), h int GENERATED ALWAYS AS (n * 2) STORED, i smallint GENERATED ALWAYS AS (n) STORED, j bigint GENERATED ALWAYS AS (length(c)) STORED)
CREATE TABLE zdz_h2 (c jsonb, g int GENERATED ALWAYS AS (c -> 'a') STORED)
CREATE TABLE zdz_h3 (c jsonb, g text GENERATED ALWAYS AS (c ->> 'a') STORED, h text GENERATED ALWAYS AS (c -> 'a') STORED)
CREATE TABLE zdz_h4 (c jsonb, g int GENERATED ALWAYS AS ((c ->> 'a')::int) STORED)
CREATE TABLE zdz_h6 (c int[], g int GENERATED ALWAYS AS (c) STORED)
CREATE TABLE zdz_h7 (c bool, g int GENERATED ALWAYS AS (c) STORED)
CREATE TABLE zdz_h8 (c bool, g text GENERATED ALWAYS AS (CASE WHEN c THEN 'a' END) STORED, h int GENERATED ALWAYS AS (CASE WHEN c THEN 1 END) STORED)
CREATE TABLE zdz_h9 (c text, g uuid GENERATED ALWAYS AS (c) STORED)
CREATE TABLE zdz_ha (c text, g uuid GENERATED ALWAYS AS ('00000000-0000-0000-0000-000000000000') STORED, h int GENERATED ALWAYS AS (NULL) STORED)
CREATE TABLE zdz_hb (c date, g timestamp GENERATED ALWAYS AS (c) STORED)
CREATE TABLE zdz_hc (c int, g oid GENERATED ALWAYS AS (c) STORED, h float GENERATED ALWAYS AS (c) STORED, i real GENERATED ALWAYS AS (c / 2.5) STORED)
CREATE TABLE zdz_he (c text, g bytea GENERATED ALWAYS AS (c) STORED)
CREATE TABLE zdz_hh (a int, g interval GENERATED ALWAYS AS (a * interval '1 day') STORED, h time GENERATED ALWAYS AS (interval '1 hour') STORED)
CREATE DOMAIN zdz_dom AS int
CREATE TABLE zdz_hj (a text, h zdz_dom GENERATED ALWAYS AS (a) STORED)
CREATE TYPE zdz_en AS ENUM ('a', 'b')
CREATE TABLE zdz_hk (a zdz_en, g zdz_en GENERATED ALWAYS AS (a) STORED, h zdz_en GENERATED ALWAYS AS ('b') STORED)
CREATE TABLE zdz_hl (a zdz_en, g bool GENERATED ALWAYS AS (a = 'a') STORED, h int GENERATED ALWAYS AS (a) STORED)
CREATE TABLE zdz_hm (a text, h zdz_en GENERATED ALWAYS AS (a) STORED)
CREATE TABLE zdz_hn (a zdz_en, g text GENERATED ALWAYS AS (a) STORED)
CREATE TABLE zdz_ga (d int)
ALTER TABLE zdz_ga ADD COLUMN g bool GENERATED ALWAYS AS (d + 1) STORED
ALTER TABLE zdz_ga ADD COLUMN h timestamptz GENERATED ALWAYS AS (timestamptz '2024-01-01 00:00+00' - timestamptz '2024-01-01 00:00+00') STORED
CREATE TABLE zdy_t (d date, t timestamp, z timestamptz, tm time, i interval)
SELECT d - '2024-01-01', z - '2024-01-01', t - '2024-01-01', tm - '10:00', i - '10:00' FROM zdy_t
CREATE TABLE zdy_1 (d date, CHECK (d - '2024-01-01' > 3))
INSERT INTO zdy_1 VALUES ('2024-01-02')
CREATE TABLE zdy_2 (d date CHECK ('2024-01-01' - d > 3))
ALTER TABLE zdy_t ADD CHECK (d - '2024-01-01' > 3)
ALTER TABLE zdy_t ADD CHECK (z - '2024-01-01' > '3 days')
ALTER TABLE zdy_t ADD COLUMN g int GENERATED ALWAYS AS (d - '2024-01-01') STORED
CREATE INDEX zdy_i ON zdy_t ((d - '2024-01-01'))
CREATE INDEX zdy_i2 ON zdy_t (d) WHERE d - '2024-01-01' > 3
CREATE DOMAIN zdy_d AS date CHECK (VALUE - '2024-01-01' > 3)
CREATE VIEW zdy_v AS SELECT d - '2024-01-01' AS x, tm - '10:00' AS y FROM zdy_t
CREATE TABLE zdy_g1 (d date, g int GENERATED ALWAYS AS (d - '2024-01-01') STORED, h int GENERATED ALWAYS AS ('2025-01-01' - d) STORED)
INSERT INTO zdy_g1 VALUES ('2024-02-01'), (NULL), ('1999-12-31')
SELECT * FROM zdy_g1
CREATE TABLE zdy_g2 (d timestamptz, g interval GENERATED ALWAYS AS (d - '2024-01-01') STORED)
INSERT INTO zdy_g2 VALUES ('2024-02-01 04:00+00')
SELECT * FROM zdy_g2
CREATE TABLE zdy_g3 (d timestamp, t time, g interval GENERATED ALWAYS AS (d - '2024-01-01') STORED, h interval GENERATED ALWAYS AS (t - '10:00') STORED)
INSERT INTO zdy_g3 VALUES ('2024-02-01 04:00', '12:30')
SELECT * FROM zdy_g3
CREATE TABLE zdy_g4 (d date, e date, g int GENERATED ALWAYS AS (d - e) STORED, h date GENERATED ALWAYS AS (d + 3) STORED, i timestamp GENERATED ALWAYS AS (d + interval '1 hour') STORED)
INSERT INTO zdy_g4 VALUES ('2024-02-01', '2024-01-01')
SELECT * FROM zdy_g4
CREATE TABLE zdy_g5 (t time, d date, z timestamptz, g timestamp GENERATED ALWAYS AS (d + t) STORED, h interval GENERATED ALWAYS AS (z - '2024-01-01 00:00+00') STORED, i time GENERATED ALWAYS AS (t + '1 hour') STORED)
INSERT INTO zdy_g5 VALUES ('12:00', '2024-02-01', '2024-03-01')
SELECT * FROM zdy_g5
SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid IN ('zdy_g1'::regclass, 'zdy_g2'::regclass, 'zdy_g3'::regclass) ORDER BY adrelid::regclass::text, adnum
SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid IN ('zdy_1'::regclass, 'zdy_2'::regclass) ORDER BY 1
CREATE TABLE zdy_g6 (d date, g int GENERATED ALWAYS AS (d - '2024-13-01') STORED)
SET TimeZone = 'Asia/Tokyo'
INSERT INTO zdy_g2 VALUES ('2024-02-01 04:00+00')
SELECT g FROM zdy_g2
SET TimeZone = 'UTC'
CREATE TYPE zdn_pair AS (a int, b text)
CREATE TYPE zdn_mood AS ENUM ('sad', 'ok')
CREATE TABLE zdn1 (c int[], h int GENERATED ALWAYS AS (c[1]) STORED)
CREATE TABLE zdn2 (c int[], h int[] GENERATED ALWAYS AS (c[1:2]) STORED)
CREATE TABLE zdn3 (c int[], h int[] GENERATED ALWAYS AS (c[:2]) STORED)
CREATE TABLE zdn4 (c int[], h int[] GENERATED ALWAYS AS (c[2:]) STORED)
CREATE TABLE zdn5 (c int[], h int[] GENERATED ALWAYS AS (c[:]) STORED)
CREATE TABLE zdn6 (c int[][], h int GENERATED ALWAYS AS (c[1][2]) STORED)
CREATE TABLE zdn7 (c int[], h text GENERATED ALWAYS AS (c[1]) STORED)
CREATE TABLE zdn8 (c text[], h int GENERATED ALWAYS AS (c[1]) STORED)
CREATE TABLE zdn9 (c int[], h int GENERATED ALWAYS AS (c[1:2]) STORED)
CREATE TABLE zdn10 (c date[], h text GENERATED ALWAYS AS (c[1]::text) STORED)
CREATE TABLE zdn11 (c date[], h date GENERATED ALWAYS AS (c[1]) STORED)
CREATE TABLE zdn12 (c int[], h int GENERATED ALWAYS AS (c[length(now()::text)]) STORED)
CREATE TABLE zdn13 (j jsonb, h jsonb GENERATED ALWAYS AS (j['a']) STORED)
CREATE TABLE zdn14 (j jsonb, h int GENERATED ALWAYS AS (j['a']) STORED)
CREATE TABLE zdn15 (j jsonb, h int GENERATED ALWAYS AS (j['a']::int) STORED)
CREATE TABLE zdn16 (p zdn_pair, h int GENERATED ALWAYS AS ((p).a) STORED)
CREATE TABLE zdn17 (p zdn_pair[], h int GENERATED ALWAYS AS ((p[1]).a) STORED)
CREATE TABLE zdn18 (a int, h text GENERATED ALWAYS AS (CASE WHEN a > 1 THEN 'x' END) STORED)
CREATE TABLE zdn19 (c int[], h text GENERATED ALWAYS AS (CASE c[1] WHEN 1 THEN 'x' ELSE 'y' END) STORED)
CREATE TABLE zdn20 (a int, d date, h text GENERATED ALWAYS AS (CASE WHEN a > 1 THEN d::text END) STORED)
CREATE TABLE zdn21 (a int, h int[] GENERATED ALWAYS AS (ARRAY[a, 2]) STORED)
CREATE TABLE zdn22 (a int, h text[] GENERATED ALWAYS AS (ARRAY[a, 2]) STORED)
CREATE TABLE zdn23 (c date[], h text[] GENERATED ALWAYS AS (c::text[]) STORED)
CREATE TABLE zdn24 (c int[], h text[] GENERATED ALWAYS AS (c::text[]) STORED)
CREATE TABLE zdn25 (c zdn_mood[], h text[] GENERATED ALWAYS AS (c::text[]) STORED)
CREATE TABLE zdn26 (c int[], h int GENERATED ALWAYS AS ((ARRAY[1, 2])[c[1]]) STORED)
CREATE TABLE zdn27 (c int[], h boolean GENERATED ALWAYS AS (c[1] IN (1, 2)) STORED)
CREATE TABLE zdn28 (c int[], h bigint[] GENERATED ALWAYS AS (c::bigint[]) STORED)
CREATE TABLE zdn29 (c int[], h int GENERATED ALWAYS AS (coalesce(c[1], 0) + nullif(c[2], 3) + greatest(c[1], c[2])) STORED)
CREATE TABLE zdn30 (c int[], h boolean GENERATED ALWAYS AS (c[1] IS NULL OR c[1] IS DISTINCT FROM 3) STORED)
CREATE TABLE zdn31 (c boolean[], h boolean GENERATED ALWAYS AS (NOT c[1] AND c[2] IS TRUE) STORED)
CREATE TABLE zdn32 (c text[], h text GENERATED ALWAYS AS (c[1] COLLATE "C") STORED)
CREATE TABLE zdn33 (c text[], h boolean GENERATED ALWAYS AS (c[1] LIKE 'a%' OR c[1] BETWEEN 'a' AND 'b') STORED)
CREATE TABLE zdn34 (a int, b int, h boolean GENERATED ALWAYS AS ((a, b) < (1, 2)) STORED)
CREATE TABLE zdn35 (c timestamptz[], h timestamp[] GENERATED ALWAYS AS (c::timestamp[]) STORED)
CREATE TABLE zdn36 (c timestamp[], h date[] GENERATED ALWAYS AS (c::date[]) STORED)
CREATE TABLE zdn37 (a int, h int GENERATED ALWAYS AS ((SELECT a)) STORED)
CREATE TABLE zdn38 (c int2vector, h int GENERATED ALWAYS AS (c[0]) STORED)
CREATE TABLE zdn39 (a int, q point GENERATED ALWAYS AS (point(a, 1)) STORED)
CREATE TABLE zdn40 (c int[], h int)
CREATE INDEX zdn40a ON zdn40 ((c[1]))
CREATE INDEX zdn40b ON zdn40 ((c[1:2]))
CREATE INDEX zdn40c ON zdn40 ((c[:2]))
CREATE INDEX zdn40d ON zdn40 ((c[2:])) WHERE c[1] > 2
CREATE INDEX zdn40e ON zdn40 ((c[length(now()::text)]))
CREATE INDEX zdn40f ON zdn40 (h) WHERE c[:] = ARRAY[1]
CREATE INDEX zdn40g ON zdn40 ((CASE h WHEN 1 THEN c[1] ELSE 2 END))
CREATE INDEX zdn40h ON zdn40 ((ARRAY[h, c[1]]))
CREATE INDEX zdn40i ON zdn35 ((c::text[]))
ALTER TABLE zdn40 ADD CHECK (c[1] > 0)
ALTER TABLE zdn40 ADD CHECK (c[:2] <> ARRAY[1] AND c[1:] IS NOT NULL)
ALTER TABLE zdn40 ADD COLUMN n int GENERATED ALWAYS AS (c[1]) STORED
CREATE TABLE zdn41 (a int DEFAULT (ARRAY[1, 2])[1], b int[] DEFAULT (ARRAY[1, 2, 3])[:2], c jsonb DEFAULT ('{"a": 1}'::jsonb)['a'])
INSERT INTO zdn41 DEFAULT VALUES
SELECT * FROM zdn41
CREATE TABLE zdn42 (c int[] CHECK (c[1] > 0), d int[] CHECK (d[:1] <> ARRAY[1]), e timestamptz[] CHECK (e[1] > '2024-01-01'))
INSERT INTO zdn42 VALUES ('{1}', '{2}', '{"2024-02-01 00:00:00+00"}')
INSERT INTO zdn42 VALUES ('{0}', '{2}', '{}')
INSERT INTO zdn1 VALUES ('{7,8}'), ('{}'), (NULL)
SELECT * FROM zdn1
INSERT INTO zdn3 VALUES ('{7,8,9}'), ('{}'), (NULL)
SELECT * FROM zdn3
INSERT INTO zdn4 VALUES ('{7,8,9}'), ('{}'), (NULL)
SELECT * FROM zdn4
INSERT INTO zdn7 VALUES ('{7,8}')
SELECT * FROM zdn7
INSERT INTO zdn26 VALUES ('{2}')
SELECT * FROM zdn26
SELECT h FROM zdn40 LIMIT (ARRAY[1, 2])[1]
SELECT h FROM zdn40 LIMIT (ARRAY[1, 2])[c[1]]
SELECT h FROM zdn40 OFFSET cardinality((ARRAY[1, 2])[2:])
SELECT h FROM zdn40 LIMIT CASE WHEN true THEN 1 ELSE c[1] END
CREATE TABLE zdn43 (a int, h text GENERATED ALWAYS AS (ROW(a, 1)::text) STORED)
CREATE TABLE zdn44 (a int, h varchar GENERATED ALWAYS AS ((a, 1)::varchar) STORED)
CREATE TABLE zdn45 (a int CHECK (ROW(a, 1)::text <> '(2,1)'))
INSERT INTO zdn45 VALUES (1)
INSERT INTO zdn45 VALUES (2)
