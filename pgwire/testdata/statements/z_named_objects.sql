CREATE TABLE znamed (a int)
CREATE VIEW znamed_v AS SELECT 'znamed'::regclass AS c
CREATE VIEW znamed_t AS SELECT 'int'::regtype AS c, 'now'::regproc AS p, 'public'::regnamespace AS n
CREATE VIEW znamed_o AS SELECT oid::regclass AS r FROM pg_class WHERE relname = 'znamed'
CREATE VIEW znamed_w AS SELECT x.c FROM (SELECT 'znamed'::regclass AS c) x
CREATE VIEW znamed_u AS SELECT a, to_regclass('znamed') AS c FROM znamed
CREATE MATERIALIZED VIEW znamed_m AS SELECT 'znamed'::regclass AS c
CREATE TABLE znamed_ct AS SELECT 'znamed'::regclass AS c
CREATE TABLE znamed_ct2 AS SELECT 'int'::regtype
CREATE TABLE znamed_ct3 AS SELECT pg_typeof(1) AS c
SELECT * FROM znamed_ct3
CREATE VIEW znamed_pt AS SELECT pg_typeof(1) AS c
SELECT * FROM znamed_pt
CREATE TABLE znamed_ct4 AS SELECT 'znamed'::regclass::text AS c
SELECT * FROM znamed_ct4
CREATE TABLE znamed_ct5 AS SELECT 'znamed'::regclass::oid > 1 AS c
SELECT * FROM znamed_ct5
SELECT 'znamed'::regclass AS c INTO znamed_into
CREATE TABLE znamed_col (c regclass)
CREATE VIEW znamed_arr AS SELECT ARRAY['znamed'::regclass] AS c
CREATE VIEW znamed_union AS SELECT 'znamed'::regclass AS c UNION SELECT 'znamed'::regclass
CREATE VIEW znamed_in AS SELECT a FROM znamed WHERE 'znamed'::regclass::oid > 0
SELECT * FROM znamed_in
CREATE VIEW znamed_text AS SELECT 'znamed'::regclass::text AS c
SELECT * FROM znamed_text
CREATE VIEW znamed_pc AS SELECT attname, atttypid::regtype AS t, attrelid::regclass AS r FROM pg_attribute WHERE attrelid = 'znamed'::regclass AND attnum > 0
SELECT x.c FROM (SELECT 'znamed'::regclass AS c) x
WITH x AS (SELECT 'znamed'::regclass AS c) SELECT * FROM x
SELECT x.c FROM (SELECT 'znamed'::regclass AS c UNION SELECT 'znamed'::regclass) x
SELECT relname, x.* FROM (SELECT 'znamed'::regclass AS c) x JOIN pg_class k ON k.oid = x.c
SELECT relname FROM (SELECT 'znamed'::regclass AS c) x JOIN pg_class k ON k.oid = x.c
SELECT relname, y.c FROM (SELECT 'znamed'::regclass AS c) x JOIN pg_class k ON k.oid = x.c, (SELECT 1 AS c) y
SELECT c AS d FROM (SELECT 'znamed'::regclass) x(c) ORDER BY d
SELECT regclass FROM (SELECT 'znamed'::regclass) x
WITH x(c) AS (SELECT 'znamed'::regclass) SELECT y.c FROM x y
SELECT c FROM (VALUES ('znamed'::regclass)) v(c)
SELECT count(c) FROM (SELECT 'znamed'::regclass AS c) x
SELECT c::text FROM (SELECT 'znamed'::regclass AS c) x
SELECT c || '' FROM (SELECT 'znamed'::regclass AS c) x
SELECT DISTINCT c FROM (SELECT 'znamed'::regclass AS c) x
SELECT c, count(*) FROM (SELECT 'int'::regtype AS c) x GROUP BY c
SELECT relname FROM (SELECT 'pg_class'::regclass AS c) x JOIN pg_class k ON k.oid = x.c WHERE x.c::text = 'pg_class'
DROP TABLE znamed CASCADE
