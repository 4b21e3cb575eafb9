-- Changes through views, and WITH CHECK OPTION.
CREATE TABLE cv_emp (id int PRIMARY KEY, name text NOT NULL, dept int DEFAULT 1, pay numeric DEFAULT 100, gone boolean DEFAULT false)
CREATE TABLE cv_dept (id int, title text)
INSERT INTO cv_emp VALUES (1,'ann',1,100,false),(2,'bob',2,200,false),(3,'cid',1,300,true)
INSERT INTO cv_dept VALUES (1,'sales'),(2,'it')
CREATE VIEW cv_active AS SELECT id, name, dept, pay FROM cv_emp WHERE NOT gone
CREATE VIEW cv_names AS SELECT id AS no, name AS who FROM cv_emp
CREATE VIEW cv_sales AS SELECT * FROM cv_active WHERE dept = 1 WITH CHECK OPTION
CREATE VIEW cv_local AS SELECT * FROM cv_active WHERE pay < 1000 WITH LOCAL CHECK OPTION
CREATE VIEW cv_join AS SELECT e.id, e.name, d.title FROM cv_emp e JOIN cv_dept d ON d.id = e.dept
CREATE VIEW cv_agg AS SELECT dept, count(*) AS n FROM cv_emp GROUP BY dept
CREATE VIEW cv_expr AS SELECT id, upper(name) AS loud, pay FROM cv_emp
CREATE VIEW cv_dist AS SELECT DISTINCT dept FROM cv_emp
CREATE VIEW cv_lim AS SELECT * FROM cv_emp ORDER BY id LIMIT 2
CREATE VIEW cv_sorted AS SELECT id, name FROM cv_emp ORDER BY name
CREATE VIEW cv_opts WITH (check_option = local, security_barrier = true) AS SELECT * FROM cv_emp WHERE dept = 2
SELECT table_name, check_option, is_updatable, is_insertable_into, is_trigger_updatable FROM information_schema.views WHERE table_name LIKE 'cv\_%' ORDER BY 1
SELECT table_name, column_name, is_updatable FROM information_schema.columns WHERE table_name IN ('cv_expr', 'cv_join', 'cv_names') ORDER BY 1, 2
SELECT table_name, is_insertable_into FROM information_schema.tables WHERE table_name LIKE 'cv\_%' ORDER BY 1
SELECT relname, pg_relation_is_updatable(oid, false), reloptions FROM pg_class WHERE relname LIKE 'cv\_%' AND relkind = 'v' ORDER BY 1
SELECT pg_column_is_updatable('cv_expr'::regclass, 2::smallint, false), pg_column_is_updatable('cv_expr'::regclass, 1::smallint, false)
UPDATE cv_active SET pay = pay + 1
UPDATE cv_active SET pay = 5 WHERE id = 3
INSERT INTO cv_active (id, name) VALUES (4, 'dan') RETURNING *
INSERT INTO cv_names VALUES (5, 'eve') RETURNING no, who
UPDATE cv_names SET who = upper(who) WHERE no = 5 RETURNING *
UPDATE cv_names n SET who = 'x' || n.who FROM cv_dept d WHERE d.id = 1 AND n.no = 5 RETURNING n.who, d.title
DELETE FROM cv_names WHERE who = 'xEVE' RETURNING no
DELETE FROM cv_names USING cv_dept d WHERE no = d.id + 900
INSERT INTO cv_sales (id, name, dept) VALUES (6, 'fay', 1)
INSERT INTO cv_sales (id, name, dept) VALUES (7, 'gus', 2)
UPDATE cv_sales SET dept = 2 WHERE id = 6
UPDATE cv_sales SET pay = 50 WHERE id = 6 RETURNING id, pay
INSERT INTO cv_local (id, name, pay) VALUES (8, 'hal', 1000)
INSERT INTO cv_local (id, name, pay) VALUES (8, 'hal', NULL)
INSERT INTO cv_local (id, name, pay) VALUES (8, 'hal', 999)
UPDATE cv_local SET pay = pay * 10 WHERE id = 8
UPDATE cv_opts SET dept = 3
INSERT INTO cv_opts VALUES (9, 'ida', 2), (10, 'jim', 3)
SELECT * FROM cv_emp ORDER BY id
INSERT INTO cv_join VALUES (1, 'x', 'y')
UPDATE cv_join SET name = 'x'
DELETE FROM cv_join
UPDATE cv_agg SET n = 1
DELETE FROM cv_dist
INSERT INTO cv_lim VALUES (1)
UPDATE cv_expr SET loud = 'X'
UPDATE cv_expr SET pay = 7 WHERE loud = 'ANN' RETURNING *
INSERT INTO cv_expr (id, loud) VALUES (1, 'X')
DELETE FROM cv_expr WHERE id = 8
UPDATE cv_sorted SET name = 'zed' WHERE id = 2 RETURNING name
INSERT INTO cv_names VALUES (1, 'dup') ON CONFLICT (no) DO UPDATE SET who = excluded.who || '+' RETURNING *
INSERT INTO cv_names VALUES (1, 'dup') ON CONFLICT DO NOTHING
INSERT INTO cv_names (no) VALUES (20)
INSERT INTO cv_sales (id, name) SELECT 30 + g, 'g' || g FROM generate_series(1, 2) g
INSERT INTO cv_names DEFAULT VALUES
ALTER VIEW cv_names ALTER COLUMN who SET DEFAULT 'nobody'
INSERT INTO cv_names (no) VALUES (21) RETURNING *
TRUNCATE cv_names
CREATE OR REPLACE VIEW cv_sales AS SELECT * FROM cv_active WHERE dept = 1
INSERT INTO cv_sales (id, name, dept) VALUES (7, 'gus', 2)
CREATE VIEW cv_bad AS SELECT count(*) FROM cv_emp WITH CHECK OPTION
ALTER VIEW cv_sales SET (check_option = cascaded)
INSERT INTO cv_sales (id, name, dept) VALUES (70, 'gus', 2)
ALTER VIEW cv_sales RESET (check_option)
INSERT INTO cv_sales (id, name, dept) VALUES (70, 'gus', 2)
UPDATE cv_active a SET name = a.name || '*' WHERE EXISTS (SELECT 1 FROM cv_active b WHERE b.id = a.id + 1) RETURNING a.id
SELECT id, name FROM cv_emp ORDER BY id
DROP VIEW cv_sales, cv_local, cv_names, cv_join, cv_agg, cv_expr, cv_dist, cv_lim, cv_sorted, cv_opts
DROP VIEW cv_active
DROP TABLE cv_emp, cv_dept
