-- ALTER VIEW … RENAME COLUMN: the view, what PostgreSQL shows of the view, and the views over the view follow.
CREATE TABLE vcr_t (id int PRIMARY KEY, name text, qty int, price numeric(8,2))
INSERT INTO vcr_t VALUES (1, 'a', 2, 3.50), (2, 'b', 5, 1.25)
CREATE VIEW vcr_v AS SELECT id, name, qty * price AS total FROM vcr_t WHERE qty > 1
CREATE VIEW vcr_over AS SELECT v.name, v.total FROM vcr_v v WHERE v.total > 1
ALTER VIEW vcr_v RENAME COLUMN total TO amount
SELECT * FROM vcr_v ORDER BY 1
SELECT * FROM vcr_over ORDER BY 1
SELECT pg_get_viewdef('vcr_v'::regclass, true)
SELECT pg_get_viewdef('vcr_v'::regclass)
SELECT pg_get_viewdef('vcr_over'::regclass, true)
SELECT pg_get_viewdef('vcr_over'::regclass)
SELECT total FROM vcr_v
ALTER VIEW vcr_v RENAME name TO called
SELECT pg_get_viewdef('vcr_v'::regclass, true)
SELECT pg_get_viewdef('vcr_over'::regclass, true)
ALTER VIEW vcr_v RENAME called TO name
SELECT pg_get_viewdef('vcr_v'::regclass, true)
SELECT pg_get_viewdef('vcr_over'::regclass, true)
ALTER TABLE vcr_v RENAME COLUMN id TO number
SELECT pg_get_viewdef('vcr_v'::regclass, true)
SELECT attname, attnum, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'vcr_v'::regclass AND attnum > 0 ORDER BY 2
ALTER VIEW vcr_v RENAME COLUMN nosuch TO x
ALTER VIEW vcr_v RENAME COLUMN name TO amount
ALTER VIEW vcr_v RENAME COLUMN name TO name
ALTER VIEW vcr_nosuch RENAME COLUMN name TO x
ALTER VIEW IF EXISTS vcr_nosuch RENAME COLUMN name TO x
CREATE TABLE vcr_other (a int)
ALTER VIEW vcr_other RENAME COLUMN a TO b
SELECT b FROM vcr_other
CREATE VIEW vcr_sys AS SELECT b FROM vcr_other
ALTER VIEW vcr_sys RENAME COLUMN b TO xmin
SELECT xmin FROM vcr_sys
ALTER VIEW vcr_v RENAME COLUMN name TO "Full Name"
SELECT pg_get_viewdef('vcr_v'::regclass, true)
SELECT pg_get_viewdef('vcr_over'::regclass, true)
SELECT "Full Name" FROM vcr_v ORDER BY 1
CREATE OR REPLACE VIEW vcr_v AS SELECT id AS number, name AS "Full Name", qty * price AS amount, qty FROM vcr_t
SELECT * FROM vcr_v ORDER BY 1
UPDATE vcr_v SET "Full Name" = 'z' WHERE number = 1
SELECT * FROM vcr_t ORDER BY 1
CREATE VIEW vcr_u AS SELECT id, name FROM vcr_t UNION ALL SELECT qty, 'x' FROM vcr_t UNION SELECT 1, 'q'
ALTER VIEW vcr_u RENAME COLUMN id TO nr
ALTER VIEW vcr_u RENAME COLUMN name TO label
SELECT pg_get_viewdef('vcr_u'::regclass, true)
SELECT pg_get_viewdef('vcr_u'::regclass)
SELECT nr, label FROM vcr_u ORDER BY 1, 2
CREATE VIEW vcr_g AS SELECT name, count(*) AS n, sum(qty) FILTER (WHERE qty > 1) AS s, CURRENT_USER, true AS t, 1 FROM vcr_t GROUP BY name HAVING count(*) > 0 ORDER BY name LIMIT 5
ALTER VIEW vcr_g RENAME COLUMN s TO total
ALTER VIEW vcr_g RENAME COLUMN "current_user" TO who
ALTER VIEW vcr_g RENAME COLUMN "?column?" TO one
ALTER VIEW vcr_g RENAME COLUMN t TO true_it
ALTER VIEW vcr_g RENAME COLUMN name TO "select"
SELECT pg_get_viewdef('vcr_g'::regclass, true)
SELECT pg_get_viewdef('vcr_g'::regclass)
SELECT "select", n, total, one FROM vcr_g
CREATE VIEW vcr_d (a, b, c) AS SELECT DISTINCT ON (qty) qty, qty IS DISTINCT FROM 2, extract(year FROM date '2024-01-01') FROM vcr_t ORDER BY qty, id
ALTER VIEW vcr_d RENAME COLUMN b TO other
ALTER VIEW vcr_d RENAME COLUMN a TO qty
SELECT pg_get_viewdef('vcr_d'::regclass, true)
SELECT pg_get_viewdef('vcr_d'::regclass)
SELECT * FROM vcr_d ORDER BY 1
CREATE VIEW vcr_w AS WITH big AS (SELECT id, qty FROM vcr_t WHERE qty > 1) SELECT b.id, b.qty, row_number() OVER (PARTITION BY b.qty ORDER BY b.id) AS rn FROM big b
ALTER VIEW vcr_w RENAME COLUMN rn TO nth
ALTER VIEW vcr_w RENAME COLUMN id TO key
SELECT pg_get_viewdef('vcr_w'::regclass, true)
SELECT pg_get_viewdef('vcr_w'::regclass)
SELECT key, nth FROM vcr_w ORDER BY 1
CREATE VIEW vcr_vals AS VALUES (1, 'a'), (2, 'b')
ALTER VIEW vcr_vals RENAME COLUMN column1 TO id
SELECT id FROM vcr_vals ORDER BY 1
COMMENT ON COLUMN vcr_w.key IS 'the key'
COMMENT ON VIEW vcr_w IS 'rows in order'
ALTER VIEW vcr_w RENAME COLUMN key TO id
SELECT col_description('vcr_w'::regclass, 1), obj_description('vcr_w'::regclass)
BEGIN; ALTER VIEW vcr_w RENAME COLUMN id TO gone; SELECT gone FROM vcr_w ORDER BY 1; ROLLBACK
SELECT id FROM vcr_w ORDER BY 1
CREATE VIEW vcr_c AS SELECT id, qty FROM vcr_t WHERE qty > 1 WITH LOCAL CHECK OPTION
ALTER VIEW vcr_c RENAME COLUMN qty TO amount
INSERT INTO vcr_c VALUES (7, 0)
INSERT INTO vcr_c VALUES (7, 9)
SELECT check_option FROM information_schema.views WHERE table_name = 'vcr_c'
CREATE FUNCTION vcr_f() RETURNS SETOF vcr_c LANGUAGE sql AS 'SELECT * FROM vcr_c'
ALTER VIEW vcr_c RENAME COLUMN amount TO many
SELECT many FROM vcr_f() ORDER BY 1
CREATE MATERIALIZED VIEW vcr_m AS SELECT v.number, v.amount FROM vcr_v v
ALTER VIEW vcr_v RENAME COLUMN amount TO sum
REFRESH MATERIALIZED VIEW vcr_m
SELECT pg_get_viewdef('vcr_m'::regclass, true)
ALTER MATERIALIZED VIEW vcr_m RENAME COLUMN amount TO total
SELECT number, total FROM vcr_m ORDER BY 1
REFRESH MATERIALIZED VIEW vcr_m
SELECT number, total FROM vcr_m ORDER BY 1
SELECT pg_get_viewdef('vcr_m'::regclass, true)
DROP VIEW vcr_over
CREATE VIEW vcr_list (x, y, z) AS SELECT id, qty, id FROM vcr_t
COMMENT ON COLUMN vcr_list.x IS 'the x'
COMMENT ON COLUMN vcr_list.id IS 'no'
COMMENT ON COLUMN public.vcr_list.y IS 'the y'
COMMENT ON COLUMN vcr_list.y IS NULL
ALTER TABLE vcr_t RENAME COLUMN id TO ident
ALTER VIEW vcr_list RENAME COLUMN x TO xx
SELECT col_description('vcr_list'::regclass, 1), col_description('vcr_list'::regclass, 2)
SELECT * FROM vcr_list ORDER BY 1
CREATE VIEW vcr_ex AS (SELECT id FROM vcr_w ORDER BY id LIMIT 1) UNION ALL (SELECT qty FROM vcr_w EXCEPT SELECT 7)
ALTER VIEW vcr_ex RENAME COLUMN id TO a
SELECT pg_get_viewdef('vcr_ex'::regclass), pg_get_viewdef('vcr_ex'::regclass, true)
CREATE TEMP VIEW vcr_temp AS SELECT qty FROM vcr_t
ALTER VIEW vcr_temp RENAME COLUMN qty TO n
SELECT n FROM vcr_temp ORDER BY 1
