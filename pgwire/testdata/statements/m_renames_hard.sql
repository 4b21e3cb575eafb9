-- Names in views that a new name of a table or a column must not change the meaning of.
CREATE TABLE mrh_a (id int PRIMARY KEY, name text, x int)
CREATE TABLE mrh_b (id int, other text, y int)
INSERT INTO mrh_a VALUES (1, 'a1', 10), (2, 'a2', 20)
INSERT INTO mrh_b VALUES (1, 'b1', 100), (3, 'b3', 300)
CREATE VIEW mrh_outer AS SELECT b.id, (SELECT max(other) FROM mrh_a WHERE mrh_a.id = b.id) AS o FROM mrh_b b
ALTER TABLE mrh_a RENAME COLUMN name TO other
SELECT * FROM mrh_outer ORDER BY id
ALTER TABLE mrh_a RENAME COLUMN x TO z
SELECT * FROM mrh_outer ORDER BY id
DROP VIEW mrh_outer
CREATE VIEW mrh_inner AS SELECT id, (SELECT count(*) FROM mrh_b WHERE id > 0) AS n FROM mrh_a
CREATE VIEW mrh_in AS SELECT id FROM mrh_a WHERE id IN (SELECT id FROM mrh_b)
CREATE VIEW mrh_order AS SELECT z AS id, id AS z FROM mrh_a ORDER BY id
CREATE VIEW mrh_order2 AS SELECT -id AS n FROM mrh_a ORDER BY id
CREATE VIEW mrh_group AS SELECT z AS id, count(*) AS n FROM mrh_a GROUP BY id, z
CREATE VIEW mrh_self AS SELECT a.id, b.id AS next FROM mrh_a a JOIN mrh_a b ON b.id = a.id + 1
CREATE VIEW mrh_left AS SELECT mrh_a.id, mrh_b.y FROM mrh_a LEFT JOIN mrh_b ON mrh_a.id = mrh_b.id
ALTER TABLE mrh_a RENAME COLUMN id TO key
SELECT pg_get_viewdef('mrh_inner'::regclass)
SELECT pg_get_viewdef('mrh_in'::regclass)
SELECT pg_get_viewdef('mrh_order'::regclass)
SELECT pg_get_viewdef('mrh_order2'::regclass)
SELECT pg_get_viewdef('mrh_group'::regclass)
SELECT pg_get_viewdef('mrh_self'::regclass)
SELECT pg_get_viewdef('mrh_left'::regclass)
SELECT * FROM mrh_inner ORDER BY id
SELECT * FROM mrh_in
SELECT * FROM mrh_order
SELECT * FROM mrh_order2
SELECT * FROM mrh_group ORDER BY 1
SELECT * FROM mrh_self
SELECT * FROM mrh_left ORDER BY 1
INSERT INTO mrh_order (z, id) VALUES (7, 8) RETURNING *
ALTER TABLE mrh_a RENAME COLUMN key TO id
SELECT pg_get_viewdef('mrh_in'::regclass)
SELECT pg_get_viewdef('mrh_order'::regclass)
DROP VIEW mrh_inner, mrh_in, mrh_order, mrh_order2, mrh_group, mrh_self, mrh_left
CREATE VIEW mrh_row AS SELECT row_to_json(mrh_a) AS j FROM mrh_a
DROP VIEW mrh_row
ALTER TABLE mrh_a RENAME COLUMN other TO name
CREATE VIEW mrh_using AS SELECT id, y FROM mrh_a JOIN mrh_b USING (id)
ALTER TABLE mrh_a RENAME COLUMN name TO other
SELECT pg_get_viewdef('mrh_using'::regclass)
DROP VIEW mrh_using
CREATE VIEW mrh_alias AS SELECT mrh_c.id FROM mrh_a mrh_c
CREATE VIEW mrh_named AS SELECT 'mrh_a.id' AS t, mrh_a.id FROM mrh_a
ALTER TABLE mrh_a RENAME TO mrh_c
SELECT pg_get_viewdef('mrh_alias'::regclass)
SELECT pg_get_viewdef('mrh_named'::regclass)
SELECT * FROM mrh_alias ORDER BY 1
SELECT * FROM mrh_named ORDER BY 2
ALTER TABLE mrh_c RENAME TO mrh_b
CREATE SCHEMA mrh_s
CREATE TABLE mrh_s.mrh_c (id int, name text)
CREATE VIEW mrh_both AS SELECT a.id, b.name FROM mrh_c a JOIN mrh_s.mrh_c b ON a.id = b.id
ALTER TABLE mrh_s.mrh_c RENAME COLUMN name TO called
SELECT pg_get_viewdef('mrh_both'::regclass)
ALTER TABLE mrh_s.mrh_c RENAME TO mrh_d
SELECT pg_get_viewdef('mrh_both'::regclass)
SELECT * FROM mrh_both
CREATE TEMP TABLE mrh_t (a int)
CREATE TEMP VIEW mrh_tv AS SELECT a FROM mrh_t
ALTER TABLE mrh_t RENAME COLUMN a TO b
SELECT * FROM mrh_tv
ALTER TABLE mrh_t RENAME TO mrh_u
SELECT * FROM mrh_tv
CREATE VIEW mrh_rec AS WITH RECURSIVE w AS (SELECT id, 1 AS d FROM mrh_d UNION ALL SELECT w.id, d + 1 FROM w JOIN mrh_d m ON m.id = w.id WHERE d < 2) SELECT id, d FROM w
ALTER TABLE mrh_d RENAME COLUMN id TO ident
SELECT * FROM mrh_rec
CREATE TABLE mrh_k (k int PRIMARY KEY, v text)
CREATE VIEW mrh_check AS SELECT k, v FROM mrh_k WHERE k < 10 WITH CHECK OPTION
ALTER TABLE mrh_k RENAME COLUMN k TO kk
INSERT INTO mrh_check VALUES (11, 'no')
INSERT INTO mrh_check VALUES (1, 'yes') RETURNING k
UPDATE mrh_check SET v = 'ok' WHERE k = 1 RETURNING *
ALTER TABLE mrh_k RENAME TO mrh_kk
INSERT INTO mrh_check VALUES (12, 'no')
DELETE FROM mrh_check WHERE k = 1 RETURNING v
CREATE TYPE mrh_pair AS (p int, q int)
CREATE TABLE mrh_typed (id int, pair mrh_pair)
CREATE VIEW mrh_fields AS SELECT id, (pair).p FROM mrh_typed
ALTER TABLE mrh_typed RENAME COLUMN pair TO two
SELECT * FROM mrh_fields
CREATE VIEW mrh_one AS SELECT id FROM mrh_typed
CREATE VIEW mrh_two AS SELECT mrh_one.id FROM mrh_one
CREATE MATERIALIZED VIEW mrh_mat AS SELECT id FROM mrh_two
CREATE VIEW mrh_of_mat AS SELECT id FROM mrh_mat
ALTER VIEW mrh_one RENAME TO mrh_uno
SELECT pg_get_viewdef('mrh_two'::regclass)
ALTER VIEW mrh_two RENAME TO mrh_due
SELECT pg_get_viewdef('mrh_mat'::regclass)
ALTER TABLE mrh_due RENAME TO mrh_dos
SELECT pg_get_viewdef('mrh_mat'::regclass)
ALTER MATERIALIZED VIEW mrh_mat RENAME TO mrh_mat2
SELECT pg_get_viewdef('mrh_of_mat'::regclass)
SELECT matviewname FROM pg_matviews WHERE matviewname LIKE 'mrh%'
REFRESH MATERIALIZED VIEW mrh_mat2
SELECT * FROM mrh_of_mat
DROP VIEW mrh_uno
ALTER VIEW mrh_uno RENAME TO mrh_dos
ALTER VIEW IF EXISTS mrh_absent RENAME TO mrh_dos
ALTER MATERIALIZED VIEW mrh_absent RENAME TO mrh_dos
CREATE TABLE mrh_no (id int, name text, pair mrh_pair)
CREATE VIEW mrh_no_row AS SELECT row_to_json(mrh_no) AS j FROM mrh_no
ALTER TABLE mrh_no RENAME COLUMN name TO called
DROP VIEW mrh_no_row
CREATE VIEW mrh_no_using AS SELECT id, y FROM mrh_no JOIN mrh_b USING (id)
ALTER TABLE mrh_no RENAME COLUMN id TO ident
