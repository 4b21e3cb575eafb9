CREATE TABLE zvc (i int, s text, n numeric, v interval, d date, ts timestamp, tz timestamptz, a int[], j jsonb)
INSERT INTO zvc VALUES (1, 'a,b', 3.5, '1 day', '2024-01-01', '2024-01-01 10:07', '2024-01-01 10:07+00', '{1,2}', '{"a": 1}')
CREATE VIEW zvc_a AS SELECT split_part(s, ',', 1) AS p, width_bucket(n, 0, 10, 5) AS w, overlay(s PLACING 'x' FROM 1) AS o FROM zvc
SELECT * FROM zvc_a
SELECT count(*) FROM zvc_a WHERE p = 'a'
CREATE VIEW zvc_b AS SELECT date_bin('15 minutes', ts, '2000-01-01') AS b, date_trunc('day', tz, 'Asia/Tokyo') AS t, age(ts, d) AS a, to_char(ts, 'YYYY') AS y, trim_array(a, 1) AS l, quote_ident(s) AS q FROM zvc
SELECT * FROM zvc_b
CREATE VIEW zvc_c AS SELECT jsonb_typeof(j) AS t, j -> 'a' AS a, jsonb_set(j, '{b}', '2') AS b, jsonb_build_object('x', i) AS o FROM zvc
SELECT * FROM zvc_c
CREATE VIEW zvc_d AS SELECT p, w FROM zvc_a WHERE w > 1
SELECT * FROM zvc_d
CREATE VIEW zvc_e AS SELECT current_user AS u, current_schema AS s, version() IS NOT NULL AS v, pg_typeof(i) AS t FROM zvc
SELECT * FROM zvc_e
CREATE VIEW zvc_f AS SELECT relname FROM pg_class WHERE relname = 'zvc'
SELECT * FROM zvc_f
CREATE MATERIALIZED VIEW zvc_g AS SELECT split_part(s, ',', 2) AS p FROM zvc
REFRESH MATERIALIZED VIEW zvc_g
SELECT * FROM zvc_g
CREATE VIEW zvc_h AS SELECT mod(i, 2) AS m, round(n, 1) AS r, lpad(s, '5', '-') AS l, regexp_replace(s, 'a', 'b') AS x, format('%s', s) AS f FROM zvc
SELECT * FROM zvc_h
UPDATE zvc_a SET p = 'x'
INSERT INTO zvc_h (m) VALUES (1)
CREATE TABLE zvc_i (s text DEFAULT split_part('a,b', ',', 1), t text GENERATED ALWAYS AS (overlay('abc' PLACING 'x' FROM 1)) STORED, n int CHECK (width_bucket(n, 0, 10, 5) < 5))
INSERT INTO zvc_i (n) VALUES (3)
INSERT INTO zvc_i (n) VALUES (11)
SELECT * FROM zvc_i
DROP VIEW zvc_a
DROP VIEW zvc_a CASCADE
