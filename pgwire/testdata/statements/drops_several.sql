-- DROP of several objects that depend on each other, and the notices of CASCADE.
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, a int REFERENCES ds_a)
CREATE VIEW ds_v AS SELECT id, v FROM ds_a
CREATE VIEW ds_w AS SELECT id FROM ds_v
DROP VIEW ds_v
DROP VIEW ds_v, ds_w
CREATE VIEW ds_v AS SELECT id, v FROM ds_a
CREATE VIEW ds_w AS SELECT id FROM ds_v
DROP VIEW ds_w, ds_v
CREATE VIEW ds_v AS SELECT id, v FROM ds_a
CREATE VIEW ds_w AS SELECT id FROM ds_v
CREATE VIEW ds_x AS SELECT id FROM ds_w
DROP VIEW ds_v, ds_x
SELECT count(*) FROM ds_x
DROP VIEW ds_v, ds_x CASCADE
SELECT count(*) FROM ds_w
DROP TABLE ds_a
DROP TABLE ds_a, ds_b
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, a int REFERENCES ds_a)
DROP TABLE ds_b, ds_a
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, a int REFERENCES ds_a)
ALTER TABLE ds_a ADD COLUMN b int
ALTER TABLE ds_a ADD CONSTRAINT ds_ab FOREIGN KEY (b) REFERENCES ds_b
DROP TABLE ds_a
DROP TABLE ds_a, ds_b
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, a int REFERENCES ds_a)
CREATE VIEW ds_v AS SELECT id, v FROM ds_a
CREATE VIEW ds_w AS SELECT v.id FROM ds_v v JOIN ds_b b ON b.a = v.id
DROP TABLE ds_a, ds_b
SELECT count(*) FROM ds_w
DROP TABLE ds_a CASCADE
INSERT INTO ds_b VALUES (1, 17)
DROP TABLE ds_b
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE VIEW ds_v AS SELECT id, v FROM ds_a
DROP TABLE ds_a CASCADE
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, a int REFERENCES ds_a)
DROP TABLE ds_a CASCADE
INSERT INTO ds_b VALUES (1, 17)
DROP TABLE ds_b
CREATE TABLE ds_a (id int PRIMARY KEY, v text)
CREATE TABLE ds_b (id int PRIMARY KEY, v text)
CREATE VIEW ds_v AS SELECT id FROM ds_a
CREATE VIEW ds_w AS SELECT id FROM ds_b
CREATE VIEW ds_x AS SELECT id FROM ds_v
CREATE VIEW ds_y AS SELECT a.id, b.id AS bid FROM ds_a a, ds_b b
DROP TABLE ds_a, ds_b
DROP TABLE IF EXISTS ds_nope, ds_a, ds_b, ds_none CASCADE
SELECT count(*) FROM ds_y
CREATE TABLE ds_a (id int, v text, w text)
CREATE VIEW ds_v AS SELECT v FROM ds_a
CREATE VIEW ds_w AS SELECT v FROM ds_v
ALTER TABLE ds_a DROP COLUMN v
ALTER TABLE ds_a DROP COLUMN v CASCADE
SELECT * FROM ds_a
CREATE MATERIALIZED VIEW ds_m AS SELECT w FROM ds_a
CREATE VIEW ds_n AS SELECT w FROM ds_m
DROP TABLE ds_a, ds_nope
DROP TABLE ds_a CASCADE
SELECT count(*) FROM ds_n
CREATE TABLE ds_a (id int, v text)
CREATE VIEW ds_v AS SELECT v FROM ds_a
DROP VIEW ds_v, ds_a
DROP TABLE ds_v, ds_a
DROP TABLE ds_a, ds_a
DROP VIEW ds_v, ds_v
SELECT count(*) FROM ds_v
DROP VIEW ds_v
DROP TABLE ds_a
CREATE TABLE ds_a (id int PRIMARY KEY)
CREATE TABLE ds_b (a int REFERENCES ds_a)
CREATE TABLE ds_c (a int REFERENCES ds_a)
DROP TABLE ds_a, ds_b
DROP TABLE ds_c, ds_a
INSERT INTO ds_b VALUES (5)
DROP TABLE ds_a, ds_c, ds_b
CREATE SCHEMA ds_s
CREATE TABLE ds_a (id int PRIMARY KEY)
CREATE TABLE ds_b (a int REFERENCES ds_a)
CREATE TABLE ds_s.ds_b (a int)
DROP TABLE ds_a, ds_s.ds_b
INSERT INTO ds_b VALUES (5)
BEGIN
DROP TABLE ds_a, ds_s.ds_b, ds_b
ROLLBACK
INSERT INTO ds_b VALUES (5)
CREATE MATERIALIZED VIEW ds_m AS SELECT id FROM ds_a
CREATE MATERIALIZED VIEW ds_n AS SELECT id FROM ds_m
CREATE VIEW ds_o AS SELECT id FROM ds_n
DROP MATERIALIZED VIEW ds_m
DROP MATERIALIZED VIEW ds_m, ds_n
DROP MATERIALIZED VIEW ds_m, ds_n CASCADE
DROP TABLE ds_a, ds_b RESTRICT
CREATE SEQUENCE ds_q
CREATE TABLE ds_a (id int DEFAULT nextval('ds_q'), n int DEFAULT nextval('ds_q'))
DROP SEQUENCE ds_q
DROP SEQUENCE ds_q CASCADE
DROP VIEW ds_none, ds_a
DROP VIEW IF EXISTS ds_none, ds_a
DROP TABLE IF EXISTS ds_a, ds_none, ds_a
CREATE TABLE ds_a (id int PRIMARY KEY)
CREATE TABLE ds_b (a int REFERENCES ds_a)
CREATE TABLE ds_c (a int REFERENCES ds_a)
ALTER TABLE ds_a DROP CONSTRAINT ds_a_pkey
ALTER TABLE ds_a DROP CONSTRAINT ds_a_pkey CASCADE
INSERT INTO ds_b VALUES (5)
INSERT INTO ds_c VALUES (5)
CREATE VIEW ds_v AS SELECT a FROM ds_b
CREATE VIEW ds_w AS SELECT b.a, c.a AS c FROM ds_v b, ds_c c
BEGIN
DROP TABLE ds_b, ds_a, ds_c CASCADE
ROLLBACK
SELECT * FROM ds_w
DROP TABLE ds_b, ds_a, ds_c CASCADE
DROP SCHEMA ds_s
DROP SCHEMA ds_s CASCADE
