CREATE TABLE kgr_a (id int PRIMARY KEY, a text, b int)
CREATE VIEW kgr_v AS SELECT id, a, count(b) FROM kgr_a GROUP BY id
ALTER TABLE kgr_a DROP CONSTRAINT kgr_a_pkey
SELECT * FROM kgr_v
DROP VIEW kgr_v
ALTER TABLE kgr_a DROP CONSTRAINT kgr_a_pkey
CREATE TABLE kgr_b (id int, a text, CONSTRAINT kgr_key PRIMARY KEY (id))
CREATE MATERIALIZED VIEW kgr_m AS SELECT a, id FROM kgr_b GROUP BY id
ALTER TABLE kgr_b DROP CONSTRAINT kgr_key
DROP MATERIALIZED VIEW kgr_m
CREATE VIEW kgr_w AS SELECT a FROM kgr_b WHERE id > 0
ALTER TABLE kgr_b DROP CONSTRAINT kgr_key
CREATE TABLE kgr_c (i int, j int, k text, PRIMARY KEY (i, j))
CREATE VIEW kgr_x AS SELECT k, count(*) FROM kgr_c GROUP BY k
ALTER TABLE kgr_c DROP CONSTRAINT kgr_c_pkey
ALTER TABLE kgr_c ADD UNIQUE (i)
ALTER TABLE kgr_c DROP CONSTRAINT kgr_c_i_key
