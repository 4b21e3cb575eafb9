-- What depends on a table that is dropped, as the error names it.
CREATE TABLE reta_h (id int PRIMARY KEY, a text, b text UNIQUE)
CREATE VIEW reta_v AS SELECT * FROM reta_g
CREATE VIEW reta_w AS SELECT * FROM reta_v
DROP TABLE reta_g
DROP VIEW reta_v
DROP TABLE reta_g RESTRICT
DROP TABLE reta_g, reta_h
CREATE TABLE reta_k (id int PRIMARY KEY)
CREATE TABLE reta_l (id int REFERENCES reta_k)
DROP TABLE reta_k
CREATE VIEW reta_kv AS SELECT id FROM reta_k
DROP TABLE reta_k
CREATE MATERIALIZED VIEW reta_mv AS SELECT id FROM reta_k
DROP TABLE reta_k
ALTER TABLE reta_k DROP COLUMN id
DROP TABLE reta_k CASCADE
SELECT relname FROM pg_class WHERE relname LIKE 'reta%' ORDER BY 1
ALTER TABLE reta_g DROP COLUMN b
DROP TABLE reta_g CASCADE
CREATE TYPE reta_e AS ENUM ('a')
CREATE TABLE reta_et (x reta_e)
DROP TYPE reta_e
CREATE SEQUENCE reta_s
CREATE TABLE reta_st (x int DEFAULT nextval('reta_s'))
DROP SEQUENCE reta_s
CREATE SCHEMA reta_sc
CREATE TABLE reta_sc.t (id int)
CREATE VIEW reta_sv AS SELECT * FROM reta_sc.t
DROP TABLE reta_sc.t
CREATE TABLE reta_sc.u (id int REFERENCES reta_sc.v)
CREATE TABLE reta_sc.v (id int PRIMARY KEY, "B b" int)
CREATE TABLE reta_sc.u (id int REFERENCES reta_sc.v)
DROP TABLE reta_sc.v
CREATE VIEW reta_sc.w AS SELECT "B b" FROM reta_sc.v
DROP TABLE reta_sc.v
ALTER TABLE reta_sc.v DROP COLUMN "B b"
ALTER TABLE reta_sc.v DROP COLUMN id
CREATE VIEW reta_sx AS SELECT * FROM reta_sc.w
DROP VIEW reta_sc.w
CREATE TABLE "Reta Q" (id int)
CREATE VIEW "Reta V" AS SELECT * FROM "Reta Q"
DROP TABLE "Reta Q"
DROP TABLE "Reta Q" CASCADE
DROP TABLE reta_sc.v CASCADE
SET search_path = reta_sc, public
DROP TABLE t
DROP TABLE reta_sc.t CASCADE
RESET search_path
DROP SCHEMA reta_sc
